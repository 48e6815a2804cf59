//! A source without its bodies, where it is one that can be outlined.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};

use room_outline::{Language, Unit, outline};

use super::budget::Piece;
use super::kind::Kind;
use super::selector::Span;
use super::view::View;
use super::{Asked, Summary, text};
use crate::tools::display::capped;

/// The most bytes and lines a source may have: beyond, it is read as text.
const MOST: (u64, usize) = (2 << 20, 20_000);

/// A source without its bodies; `None` where it is no source, does not parse or has nothing to elide. The file is then
/// at its start again.
pub(super) fn of(asked: &Asked<'_>, size: u64, kind: Kind, file: &mut File) -> io::Result<Option<View>> {
    let language = Language::of(asked.path).filter(|_| size <= MOST.0 && kind != Kind::Utf16);
    let Some(language) = language else { return Ok(None) };
    let mut bytes = Vec::new();
    file.by_ref().take(MOST.0 + 1).read_to_end(&mut bytes)?;
    file.seek(SeekFrom::Start(0))?;
    let source = String::from_utf8(bytes).ok();
    let Some(source) = source.as_deref().map(|source| source.strip_prefix('\u{feff}').unwrap_or(source))
    else {
        return Ok(None);
    };
    let lines: Vec<&str> =
        source.split_terminator('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    if lines.len() > MOST.1 || source.len() as u64 > MOST.0 {
        return Ok(None);
    }
    let Some(outline) = outline(language, source) else { return Ok(None) };
    let mut keeper = asked.keeper();
    for unit in &outline.units {
        if keeper.take(piece(asked, *unit, &lines)).is_break() {
            break;
        }
    }
    let mut view = View {
        kept: Some(keeper.finish()),
        size,
        total_lines: Some(lines.len() as u64),
        wanted: vec![Span { from: 1, to: None }],
        elided: outline.units.iter().find(|unit| unit.hidden() > 0).map(|unit| {
            let lines = unit.lines();
            (*lines.start() as u64, *lines.end() as u64)
        }),
        summary: Some(Summary { regions: outline.regions(), lines: outline.hidden() }),
        ..View::default()
    };
    view.notices.extend(text::conflict_note(asked, kind, file.try_clone()?)?);
    Ok(Some(view))
}

/// A unit as it is shown.
fn piece(asked: &Asked<'_>, unit: Unit, lines: &[&str]) -> Piece {
    let line =
        |number: usize| number.checked_sub(1).and_then(|at| lines.get(at)).copied().unwrap_or_default();
    let number = |number: usize| number as u64;
    let of = unit.lines();
    let (from, to) = (*of.start(), *of.end());
    let length = of.map(|number| line(number).len() as u64 + 1).sum::<u64>() - 1;
    let (prefix, text, cut) = match unit {
        Unit::Line(_) => {
            let (text, is_cut) = capped(line(from));
            let prefix = asked.display.prefix((number(from), number(from)), (line(from), line(from)));
            let cut = is_cut.then_some(text.len() as u64);
            (prefix, text.into_owned(), cut)
        }
        Unit::Folded { .. } => {
            let prefix = asked.display.prefix((number(from), number(to)), (line(from), line(to)));
            (prefix, format!("{} .. {}", line(from).trim_end(), line(to).trim()), None)
        }
        Unit::Elided { .. } => (String::new(), "...".to_owned(), None),
    };
    Piece { lines: (number(from), number(to)), prefix, text, cut, lossy: false, length, ended: true }
}
