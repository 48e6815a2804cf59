//! Why a text is nowhere in a file: the lines that come nearest, and what differs in them.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization as _;

/// Lines looked at, and bytes of each.
const LOOKED_AT: (usize, usize) = (50_000, 400);

/// How alike lines must be to be named, from 0 to 1.
const ALIKE: f64 = 0.5;

/// How many lines are named.
const NAMED: usize = 3;

/// What a character is taken for, if it counts at all.
type Looser = fn(char) -> Option<char>;

/// What is taken for the same when looking for what only nearly agrees, from the least to the most.
const LOOSER: [(&str, Looser); 3] = [
    ("blanks and tabs", |c| (!c.is_whitespace()).then_some(c)),
    ("blanks, quotation marks and dashes", |c| (!c.is_whitespace()).then_some(plain(c))),
    ("letter case, blanks and marks", |c| (!c.is_whitespace()).then_some(lower(plain(c)))),
];

/// A quotation mark or dash as the keyboard has it.
fn plain(c: char) -> char {
    match c {
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '`' => '\'',
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '«' | '»' => '"',
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        c => c,
    }
}

fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

/// Says what comes nearest to a text that is not there.
pub(super) fn nearest(bytes: &[u8], text: &str) -> String {
    let file = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = file.split('\n').take(LOOKED_AT.0).collect();
    but_for(&lines, text)
        .or_else(|| alike(&lines, text))
        .unwrap_or_else(|| "No line comes near it.".to_owned())
}

/// A place that agrees but for blanks, marks, case or composition: the line where it first differs, and how.
fn but_for(lines: &[&str], text: &str) -> Option<String> {
    let wanted: Vec<&str> = text.strip_suffix('\n').unwrap_or(text).split('\n').collect();
    LOOSER.iter().find_map(|(what, looser)| {
        let loose = |line: &str| line.nfc().filter_map(looser).collect::<String>();
        let sought: Vec<String> = wanted.iter().map(|line| loose(line)).collect();
        if sought.iter().all(String::is_empty) {
            return None;
        }
        let loosened: Vec<String> = lines.iter().map(|line| loose(line)).collect();
        let agrees = |at: usize| {
            let of_file = loosened.get(at..at + sought.len()).unwrap_or_default();
            let last = sought.len() - 1;
            of_file.len() == sought.len()
                && of_file.iter().zip(&sought).enumerate().all(|(number, (line, sought))| {
                    match (number, last) {
                        (0, 0) => line.contains(sought.as_str()),
                        (0, _) => line.ends_with(sought.as_str()),
                        (number, last) if number == last => line.starts_with(sought.as_str()),
                        _ => line == sought,
                    }
                })
        };
        let at = (0..lines.len()).find(|at| agrees(*at))?;
        let differs = lines
            .iter()
            .skip(at)
            .zip(&wanted)
            .position(|(line, wanted)| !line.trim_end_matches('\r').contains(wanted));
        let number = at + differs.unwrap_or(0);
        let line = lines.get(number).copied().unwrap_or_default();
        let typed = wanted.get(number - at).copied().unwrap_or_default();
        let how = difference(line.trim_end_matches('\r'), typed);
        Some(format!("But for {what} it stands at line {}: {}{how}", number + 1, shown(line)))
    })
}

/// The first character in which a line of the file and one of the text differ.
fn difference(line: &str, typed: &str) -> String {
    let start = typed.trim_start();
    // Only the start of the text may lie in the middle of a line.
    let (skipped, rest) = match line.find(start.chars().next().unwrap_or(' ')) {
        Some(at) if !line.starts_with(typed.chars().next().unwrap_or(' ')) && typed == start => {
            line.split_at(at)
        }
        _ => ("", line),
    };
    let mut column = skipped.chars().count() + 1;
    let (mut theirs, mut ours) = (rest.chars(), typed.chars());
    loop {
        match (theirs.next(), ours.next()) {
            (Some(theirs), Some(ours)) if theirs == ours => column += 1,
            (_, None) => return String::new(),
            (theirs, ours) => {
                return format!(
                    " (column {column}: the file has {}, old_text {})",
                    named(theirs),
                    named(ours)
                );
            }
        }
    }
}

/// A character by its code point, and by itself where it can be seen.
fn named(c: Option<char>) -> String {
    match c {
        None => "the line's end".to_owned(),
        Some('\t') => "U+0009 (a tab)".to_owned(),
        Some(' ') => "U+0020 (a blank)".to_owned(),
        Some(c) if c.is_whitespace() || c.is_control() => format!("U+{:04X}", u32::from(c)),
        Some(c) => format!("U+{:04X} '{c}'", u32::from(c)),
    }
}

/// The lines most like the first of the text that says something.
fn alike(lines: &[&str], text: &str) -> Option<String> {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty())?;
    let first = cut(first);
    let mut scored: Vec<(f64, usize)> = lines
        .iter()
        .enumerate()
        .map(|(number, line)| (strsim::sorensen_dice(&cut(line.trim()), &first), number))
        .filter(|(score, _)| *score >= ALIKE)
        .collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    let named = scored.iter().take(NAMED).map(|(_, number)| {
        let line = lines.get(*number).copied().unwrap_or_default();
        format!("line {}: {}", number + 1, shown(line))
    });
    let named: Vec<_> = named.collect();
    (!named.is_empty()).then(|| format!("Nearest: {}", named.join("; ")))
}

fn cut(line: &str) -> Cow<'_, str> {
    match line.char_indices().find(|(at, _)| *at >= LOOKED_AT.1) {
        Some((at, _)) => line.split_at(at).0.into(),
        None => line.into(),
    }
}

/// A line as it is quoted in a message: tabs told, 80 characters at most.
fn shown(line: &str) -> String {
    let line = line.trim_end_matches('\r');
    let mut shown: String = line.chars().take(80).collect::<String>().replace('\t', "\\t");
    if line.chars().count() > 80 {
        shown.push('…');
    }
    format!("'{shown}'")
}

/// Where a text stands more than once: the first few lines.
pub(super) fn previews(bytes: &[u8], starts: impl Iterator<Item = usize>) -> String {
    let preview = |start: usize| {
        let (before, rest) = bytes.split_at(start);
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let end = memchr::memchr(b'\n', rest).map_or(bytes.len(), |at| start + at);
        let number = memchr::memchr_iter(b'\n', before).count() + 1;
        format!(
            "line {number}: {}",
            shown(&String::from_utf8_lossy(bytes.get(line_start..end).unwrap_or_default()))
        )
    };
    starts.take(5).map(preview).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn says(file: &str, text: &str, what: &str) {
        let said = nearest(file.as_bytes(), text);
        assert!(said.contains(what), "{said}");
    }

    #[test]
    fn what_differs_is_named() {
        says(
            "\tfoo(1);\n",
            "    foo(1);",
            "But for blanks and tabs it stands at line 1: '\\tfoo(1);' (column 1: the file has U+0009 (a tab), old_text U+0020 (a blank))",
        );
        says("foo   \nbar\n", "foo\nbar", "line 1");
        says("say “hi”\n", "say \"hi\"", "the file has U+201C '“', old_text U+0022 '\"'");
        says("The Lamp\n", "the lamp", "But for letter case");
        says("cafe\u{301}\n", "café", "the file has U+0065 'e', old_text U+00E9 'é'");
    }

    #[test]
    fn lines_that_are_alike_are_named_and_none_where_none_is() {
        says(
            "x\nthe quick brwn fox jumps\n",
            "the quick brown fox jumps",
            "Nearest: line 2: 'the quick brwn fox jumps'",
        );
        says("x\ny\n", "something else entirely", "No line comes near it.");
        says("", "abc", "No line comes near it.");
    }

    #[test]
    fn of_many_places_five_are_shown() {
        let file = b"a1\nx\na2\n";
        assert_eq!(previews(file, [0, 5].into_iter()), "line 1: 'a1'; line 3: 'a2'");
    }
}
