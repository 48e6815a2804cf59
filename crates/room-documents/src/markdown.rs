//! The text that is made: blocks with a blank line between them, within the bound.

use std::mem;

use crate::{Bound, DocumentError};

/// A text of blocks, as it grows.
#[derive(Debug)]
pub(crate) struct Markdown {
    text: String,
    most: usize,
    /// Whether the block before is an item of a list: no blank line stands between two of them.
    after_item: bool,
}

/// What a block is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    Paragraph,
    /// Of a level from 1; those below the sixth are shown as the sixth.
    Heading(usize),
    /// An item of a list, so many levels inside others, with its mark: `-` or `1.`.
    Item {
        depth: usize,
        mark: String,
    },
}

/// Lists nest so deep at most; what is nested further is shown there.
const DEEPEST: usize = 9;

impl Markdown {
    pub(crate) fn new(most: usize) -> Self {
        Self { text: String::new(), most, after_item: false }
    }

    /// Adds a block. One without text is left out.
    pub(crate) fn block(&mut self, block: &Block, text: &str) -> Result<(), DocumentError> {
        let text = text.trim_matches(|char: char| char.is_whitespace() && char != '\u{a0}');
        if text.is_empty() {
            return Ok(());
        }
        let is_item = matches!(block, Block::Item { .. });
        self.gap(is_item && self.after_item)?;
        match block {
            Block::Paragraph => self.push(text)?,
            Block::Heading(level) => {
                self.push("######".get(..(*level).clamp(1, 6)).expect("six at most"))?;
                self.push(" ")?;
                self.push(&text.split_whitespace().collect::<Vec<_>>().join(" "))?;
            }
            Block::Item { depth, mark } => {
                let indent = " ".repeat(2 * (*depth).min(DEEPEST));
                self.push(&indent)?;
                self.push(mark)?;
                self.push(" ")?;
                self.push(&text.replace('\n', &format!("\n{indent}  ")))?;
            }
        }
        self.after_item = is_item;
        self.push("\n")
    }

    /// Adds lines as they stand, after a blank line.
    pub(crate) fn lines(&mut self, text: &str) -> Result<(), DocumentError> {
        let text = text.trim_end().trim_start_matches('\n');
        if text.is_empty() {
            return Ok(());
        }
        self.gap(false)?;
        self.push(text)?;
        self.after_item = false;
        self.push("\n")
    }

    /// Adds a table whose first row is its head. Rows that are short are filled up; one without any text is left out.
    pub(crate) fn table(&mut self, rows: &[Vec<String>]) -> Result<(), DocumentError> {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        if rows.iter().flatten().all(|cell| cell.trim().is_empty()) {
            return Ok(());
        }
        self.gap(false)?;
        self.after_item = false;
        for (index, row) in rows.iter().enumerate() {
            self.push("|")?;
            for column in 0..columns {
                self.push(" ")?;
                self.push(&in_cell(row.get(column).map_or("", String::as_str)))?;
                self.push(" |")?;
            }
            self.push("\n")?;
            if index == 0 {
                self.push("|")?;
                (0..columns).try_for_each(|_| self.push(" --- |"))?;
                self.push("\n")?;
            }
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// A blank line before a block, but not at the top nor between two that belong together.
    fn gap(&mut self, together: bool) -> Result<(), DocumentError> {
        if self.text.is_empty() || together { Ok(()) } else { self.push("\n") }
    }

    fn push(&mut self, text: &str) -> Result<(), DocumentError> {
        if self.text.len().saturating_add(text.len()) > self.most {
            return Err(DocumentError::Over(Bound::Output(self.most)));
        }
        self.text.push_str(text);
        Ok(())
    }
}

/// A cell's text on the one line it has.
fn in_cell(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.join("<br>").replace('|', "\\|")
}

/// The text of a paragraph, of which some is bold.
#[derive(Debug, Default)]
pub(crate) struct Inline {
    spans: Vec<(bool, String)>,
}

impl Inline {
    pub(crate) fn push(&mut self, text: &str, bold: bool) {
        match self.spans.last_mut() {
            Some((was, span)) if *was == bold || text.trim().is_empty() => span.push_str(text),
            _ => self.spans.push((bold, text.to_owned())),
        }
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.spans.iter().all(|(_, span)| span.trim().is_empty())
    }

    /// Whether a blank would be one too many here: after one, and at the start.
    pub(crate) fn ends_blank(&self) -> bool {
        self.spans.last().is_none_or(|(_, span)| span.ends_with(char::is_whitespace))
    }

    /// The text so far with its bold in `**`, which then is begun anew. The stars stand at words, not at blanks, and
    /// around each line of its own.
    pub(crate) fn take(&mut self) -> String {
        let mut text = String::new();
        for (bold, span) in mem::take(&mut self.spans) {
            if bold {
                let lines: Vec<String> = span.split('\n').map(starred).collect();
                text.push_str(&lines.join("\n"));
            } else {
                text.push_str(&span);
            }
        }
        text
    }

    /// The text so far without marks, which then is begun anew.
    pub(crate) fn take_plain(&mut self) -> String {
        mem::take(&mut self.spans).into_iter().map(|(_, span)| span).collect()
    }
}

fn starred(line: &str) -> String {
    let inner = line.trim();
    if inner.is_empty() {
        return line.to_owned();
    }
    let after_blanks = line.trim_start();
    let before = line.strip_suffix(after_blanks).expect("trimmed from it");
    let after = after_blanks.strip_prefix(inner).expect("trimmed from it");
    format!("{before}**{inner}**{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(depth: usize) -> Block {
        Block::Item { depth, mark: "-".to_owned() }
    }

    #[test]
    fn blocks_have_a_blank_line_between_them_but_items_do_not() {
        let mut text = Markdown::new(1_000);
        text.block(&Block::Heading(1), "A\ntitle").unwrap();
        text.block(&Block::Paragraph, "  words \n").unwrap();
        text.block(&item(0), "one").unwrap();
        text.block(&Block::Paragraph, " ").unwrap();
        text.block(&item(1), "two\nlines").unwrap();
        text.block(&Block::Heading(9), "end").unwrap();
        assert_eq!(text.finish(), "# A title\n\nwords\n\n- one\n  - two\n    lines\n\n###### end\n");
    }

    #[test]
    fn a_table_is_filled_up_and_its_bars_escaped() {
        let mut text = Markdown::new(1_000);
        text.table(&[vec!["a|b".into(), "c\n\n d".into()], vec!["e".into()]]).unwrap();
        assert_eq!(text.finish(), "| a\\|b | c<br>d |\n| --- | --- |\n| e |  |\n");
    }

    #[test]
    fn the_bound_is_kept_to_the_byte() {
        let mut text = Markdown::new(6);
        text.block(&Block::Paragraph, "12345").unwrap();
        assert_eq!(text.block(&Block::Paragraph, "6"), Err(DocumentError::Over(Bound::Output(6))));
        assert_eq!(
            Markdown::new(5).block(&Block::Paragraph, "12345"),
            Err(DocumentError::Over(Bound::Output(5)))
        );
    }

    #[test]
    fn bold_stars_stand_at_words() {
        let mut inline = Inline::default();
        inline.push("Hello", false);
        inline.push(" bold ", true);
        inline.push("still\nnext", true);
        inline.push(" ", false);
        inline.push("plain", false);
        assert_eq!(inline.take(), "Hello **bold still**\n**next** plain");
        assert_eq!(inline.take(), "");
    }
}
