//! Fenced code blocks, by CommonMark's rules as far as a line at a time can tell.

/// An open fenced code block.
#[derive(Debug)]
pub(super) struct Fence {
    /// `` ` `` or `~`.
    mark: char,
    /// How many of them opened it; closing takes as many.
    length: usize,
    /// Where the contents of the list item begin that it was opened in on the item's own line; 0 elsewhere.
    within: usize,
}

/// Blanks that may stand before a fence; one more makes the line indented code.
const INDENT: usize = 3;

impl Fence {
    /// The block that a line opens: three marks or more, after list markers perhaps. The words after backticks hold
    /// no backtick, or the line is a code span.
    pub(super) fn opened_by(line: &str) -> Option<Self> {
        // Almost every line begins with a letter, and opens nothing.
        line.bytes().next().filter(|first| !first.is_ascii_alphabetic())?;
        let mut rest = line;
        let mut within = 0;
        loop {
            let blanks = blanks(rest);
            let allowed = if within > 0 { 1..=INDENT + 1 } else { 0..=INDENT };
            if !allowed.contains(&blanks) {
                return None;
            }
            rest = rest.trim_start_matches(' ');
            if let Some(mark) = rest.chars().next().filter(|first| matches!(first, '`' | '~')) {
                let info = rest.trim_start_matches(mark);
                let length = rest.len() - info.len();
                let opens = length >= 3 && !(mark == '`' && info.contains('`'));
                let within = if within > 0 { line.len() - rest.len() } else { 0 };
                return opens.then_some(Self { mark, length, within });
            }
            rest = after_list_marker(rest)?;
            within = line.len() - rest.len();
        }
    }

    /// Whether a line is the block's closing fence.
    pub(super) fn is_closed_by(&self, line: &str) -> bool {
        let blanks = blanks(line);
        let marks = line.trim_start_matches(' ');
        let after = marks.trim_start_matches(self.mark);
        (self.within..=self.within + INDENT).contains(&blanks)
            && marks.len() - after.len() >= self.length
            && after.trim_matches([' ', '\t']).is_empty()
    }

    /// Whether a line ends the list item that the block is in, and the block with it.
    pub(super) fn is_left_by(&self, line: &str) -> bool {
        blanks(line) < self.within && !line.trim().is_empty()
    }
}

/// How many blanks a line begins with.
fn blanks(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// What follows `-`, `+`, `*`, `1.` or `1)`.
fn after_list_marker(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix(['-', '+', '*']) {
        return Some(rest);
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = (1..=9).contains(&(text.len() - rest.len()));
    rest.strip_prefix(['.', ')']).filter(|_| numbered)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_marks_open_a_block() {
        for line in ["```", "~~~~", "   ```rust", "``` a ~ b", "~~~ a ` b", "- ```", "12) ~~~", "* - ```"] {
            assert!(Fence::opened_by(line).is_some(), "{line}");
        }
        for line in
            ["``", "    ```", "```a`", "x```", "-```", "-      ```", "> ```", "\t```", "", "1234567890. ```"]
        {
            assert!(Fence::opened_by(line).is_none(), "{line}");
        }
    }

    #[test]
    fn as_many_of_the_same_close_it() {
        let fence = Fence::opened_by("~~~~ text").unwrap();
        for line in ["~~~~", "   ~~~~~~ \t"] {
            assert!(fence.is_closed_by(line), "{line}");
        }
        for line in ["~~~", "````", "    ~~~~", "~~~~ x", "", "~~~~`"] {
            assert!(!fence.is_closed_by(line), "{line}");
        }
        assert!(!fence.is_left_by("x"));
    }

    #[test]
    fn a_block_ends_with_its_list_item() {
        let fence = Fence::opened_by("1. ```").unwrap();
        assert!(fence.is_closed_by("   ```") && !fence.is_closed_by("```"));
        assert!(fence.is_left_by("x") && fence.is_left_by("  x"));
        assert!(!fence.is_left_by("") && !fence.is_left_by("   x"));
    }
}
