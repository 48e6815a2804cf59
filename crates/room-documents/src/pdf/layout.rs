//! Letters at their places, as lines and paragraphs.
//!
//! Letters are taken in the order they are drawn, which in most files is the order they are read in, columns included.
//! A line ends where the next letter stands lower, higher or further left; a paragraph where the gap between two lines is
//! larger than lines have. Lines stay lines: they are what a reader can point at.

use hayro_interpret::font::{Glyph, GlyphRun, PositionedGlyph};
use hayro_interpret::hayro_cmap::BfString;
use hayro_interpret::kurbo::{Affine, Point, Vec2};

/// Units that a letter's own space has to the size of its font.
const UNITS: f64 = 1_000.0;
/// In sizes of the font: how far apart two letters of a word are at most,
const WORD_GAP: f64 = 0.17;
/// from where on a gap is that between two columns of a table,
const COLUMN_GAP: f64 = 1.6;
/// how far up or down a letter of the same line may stand,
const SAME_LINE: f64 = 0.45;
/// how far back one may go, as kerning does,
const BACK: f64 = 0.6;
/// and how far the lines of a paragraph are apart, in the smaller of their sizes.
const LINE_GAP: f64 = 1.9;

/// How small, beside its neighbour, a letter counts at least: the gap around an index of tiny letters is no paragraph's.
const SMALLEST: f64 = 0.5;

/// A letter's place along the line it is on and across it, in points, and the direction of that line.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Place {
    along: f64,
    across: f64,
    direction: Vec2,
    size: f64,
    /// How far the next letter is, as the font has it.
    advance: f64,
}

impl Place {
    /// None, where the letter has no size, or one that is no number.
    fn of(glyph: &PositionedGlyph<'_>, transform: Affine) -> Option<Self> {
        let placed = transform * glyph.transform();
        let origin = placed * Point::ZERO;
        let right = placed * Point::new(UNITS, 0.0) - origin;
        let up = placed * Point::new(0.0, UNITS) - origin;
        let direction = right / right.hypot();
        let units = match &**glyph {
            Glyph::Outline(glyph) => glyph.advance_width(),
            Glyph::Type3(glyph) => glyph.advance_width(),
        };
        let place = Self {
            along: origin.to_vec2().dot(direction),
            across: origin.to_vec2().dot(direction.turn_90()),
            direction,
            size: up.hypot(),
            advance: f64::from(units.unwrap_or(500.0)) / UNITS * right.hypot(),
        };
        let numbers = [place.along, place.across, place.size, place.advance];
        (numbers.iter().all(|number| number.is_finite()) && place.size > 0.0).then_some(place)
    }
}

/// The text of a page, as it grows.
#[derive(Debug, Default)]
pub(super) struct Page {
    text: String,
    last: Option<Place>,
    /// Where the letters of the last run stand.
    run: Vec<Place>,
}

impl Page {
    pub(super) fn begin_run(&mut self) {
        self.run.clear();
    }

    /// Whether a run stands just where the last one does.
    pub(super) fn repeats(&self, run: &GlyphRun<'_, '_>, transform: Affine) -> bool {
        let places = run.glyphs().iter().filter_map(|glyph| Place::of(glyph, transform));
        !self.run.is_empty() && places.eq(self.run.iter().copied())
    }

    /// Adds a letter, and says how many bytes it took. One that stands for no character is U+FFFD.
    pub(super) fn glyph(&mut self, glyph: &PositionedGlyph<'_>, transform: Affine) -> usize {
        let Some(place) = Place::of(glyph, transform) else {
            return 0;
        };
        let text = match glyph.as_unicode() {
            Some(BfString::Char(char)) => char.to_string(),
            Some(BfString::String(text)) => text,
            None => char::REPLACEMENT_CHARACTER.to_string(),
        };
        self.run.push(place);
        self.letter(place, &text)
    }

    fn letter(&mut self, place: Place, text: &str) -> usize {
        let before = self.text.len();
        let is_blank = text.chars().all(|char| char.is_whitespace() || char.is_control());
        if let Some(last) = self.last {
            match gap(last, place) {
                Gap::None => {}
                // Blanks are set by the gap they leave, whether they were drawn or not.
                _ if is_blank => return 0,
                Gap::Word => self.blank(" "),
                Gap::Column => self.blank("  "),
                Gap::Line => self.line("\n"),
                Gap::Paragraph => self.line("\n\n"),
            }
        }
        if is_blank {
            self.blank(" ");
        } else {
            self.text.extend(text.chars().filter(|char| !char.is_control()).map(readable));
        }
        self.last = Some(place);
        self.text.len() - before
    }

    /// The lines, none of which ends in blanks.
    pub(super) fn finish(self) -> String {
        self.text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    fn blank(&mut self, blank: &str) {
        if !self.text.is_empty() && !self.text.ends_with([' ', '\n']) {
            self.text.push_str(blank);
        }
    }

    fn line(&mut self, end: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push_str(end);
        }
    }
}

/// The bullet of Word's symbol font, which has no character of its own, as the one that everyone has.
fn readable(char: char) -> char {
    if char == '\u{f0b7}' { '•' } else { char }
}

/// What lies between two letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    None,
    Word,
    Column,
    Line,
    Paragraph,
}

fn gap(last: Place, next: Place) -> Gap {
    let size = last.size.max(next.size);
    if last.direction.dot(next.direction) < 0.99 {
        return Gap::Paragraph;
    }
    let down = (next.across - last.across).abs();
    if down > SAME_LINE * size {
        let apart = LINE_GAP * last.size.min(next.size).max(SMALLEST * size);
        return if down > apart { Gap::Paragraph } else { Gap::Line };
    }
    let apart = (next.along - last.along - last.advance) / size;
    if apart < -BACK && next.along < last.along {
        Gap::Line
    } else if apart > COLUMN_GAP {
        Gap::Column
    } else if apart > WORD_GAP {
        Gap::Word
    } else {
        Gap::None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(along: f64, across: f64) -> Place {
        Place { along, across, direction: Vec2::new(1.0, 0.0), size: 10.0, advance: 5.0 }
    }

    fn page(letters: &[(f64, f64, &str)]) -> String {
        let mut page = Page::default();
        for (along, across, text) in letters {
            page.letter(at(*along, *across), text);
        }
        page.finish()
    }

    #[test]
    fn gaps_make_words_columns_lines_and_paragraphs() {
        assert_eq!(page(&[(0.0, 0.0, "a"), (5.0, 0.0, "b")]), "ab");
        assert_eq!(page(&[(0.0, 0.0, "a"), (8.0, 0.0, "b")]), "a b");
        assert_eq!(page(&[(0.0, 0.0, "a"), (60.0, 0.0, "b")]), "a  b");
        assert_eq!(page(&[(0.0, 0.0, "a"), (0.0, 12.0, "b")]), "a\nb");
        assert_eq!(page(&[(0.0, 0.0, "a"), (0.0, 30.0, "b")]), "a\n\nb");
    }

    #[test]
    fn a_raised_letter_stays_on_its_line() {
        assert_eq!(page(&[(0.0, 0.0, "m"), (5.0, -4.0, "2"), (10.0, 0.0, "b")]), "m2b");
    }

    #[test]
    fn blanks_that_are_drawn_are_not_doubled() {
        assert_eq!(page(&[(0.0, 0.0, "a"), (5.0, 0.0, " "), (10.0, 0.0, "b")]), "a b");
        assert_eq!(page(&[(0.0, 0.0, "a"), (5.0, 0.0, " "), (14.0, 0.0, "b")]), "a b");
        assert_eq!(page(&[(0.0, 0.0, "a"), (5.0, 0.0, " "), (0.0, 12.0, "b")]), "a\nb");
    }

    #[test]
    fn text_in_another_direction_is_a_paragraph_of_its_own() {
        let mut page = Page::default();
        page.letter(at(0.0, 0.0), "a");
        page.letter(Place { direction: Vec2::new(0.0, 1.0), ..at(5.0, 0.0) }, "b");
        assert_eq!(page.finish(), "a\n\nb");
    }
}
