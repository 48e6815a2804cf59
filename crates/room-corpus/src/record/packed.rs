//! A line as bytes, for setting many aside and taking them back within one call. No file format: nothing outlives the
//! process that packed it.

use super::item::{Content, Item};
use super::line::Line;
use crate::id::Kind;

/// Which of a line's parts are there, a bit each; absent parts take no further byte.
mod part {
    pub(super) const COMMENT: u8 = 1;
    pub(super) const AUTHOR: u8 = 1 << 1;
    pub(super) const CREATED: u8 = 1 << 2;
    pub(super) const SCORE: u8 = 1 << 3;
    pub(super) const URL: u8 = 1 << 4;
    pub(super) const RETRIEVED: u8 = 1 << 5;
    pub(super) const PARENT_POST: u8 = 1 << 6;
    pub(super) const PARENT_COMMENT: u8 = 1 << 7;
}

impl Line {
    /// Appends all of this line but its community to `out`, for [`unpacked`].
    pub fn pack(&self, out: &mut Vec<u8>) {
        let Item { item_id, thread_id, author, created_utc, score, content } = &self.item;
        let url = match content {
            Content::Post { url, .. } => url.as_deref(),
            Content::Comment { .. } => None,
        };
        let mut parts = 0;
        let mut mark = |part: u8, there: bool| parts |= if there { part } else { 0 };
        mark(part::COMMENT, self.item.kind() == Kind::Comment);
        mark(part::AUTHOR, author.is_some());
        mark(part::CREATED, created_utc.is_some());
        mark(part::SCORE, score.is_some());
        mark(part::URL, url.is_some());
        mark(part::RETRIEVED, self.retrieved_on.is_some());
        mark(part::PARENT_POST, self.parent == Some(Kind::Post));
        mark(part::PARENT_COMMENT, self.parent == Some(Kind::Comment));
        out.push(parts);
        push_number(out, self.surrogates);
        for number in [created_utc, score, &self.retrieved_on].into_iter().flatten() {
            out.extend_from_slice(&number.to_le_bytes());
        }
        push_text(out, item_id);
        push_text(out, thread_id);
        if let Some(author) = author {
            push_text(out, author);
        }
        match content {
            Content::Post { title, selftext, .. } => {
                if let Some(url) = url {
                    push_text(out, url);
                }
                push_text(out, title);
                push_text(out, selftext);
            }
            Content::Comment { parent_id, body } => {
                push_text(out, parent_id);
                push_text(out, body);
            }
        }
    }
}

/// The lines that were packed one after the other into these bytes, each without its community.
pub fn unpacked(bytes: &[u8]) -> impl Iterator<Item = Line> {
    let mut rest = Packed(bytes);
    std::iter::from_fn(move || {
        (!rest.0.is_empty()).then(|| rest.line().expect("whole lines were packed, and nothing else"))
    })
}

/// A length or count: seven bits a byte, the lowest first, the high bit where more follow.
fn push_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(u8::try_from(number & 0x7f).expect("seven bits fit a byte") | 0x80);
        number >>= 7;
    }
    out.push(u8::try_from(number).expect("seven bits are left"));
}

fn push_text(out: &mut Vec<u8>, text: &str) {
    push_number(out, u64::try_from(text.len()).expect("a length fits 64 bits"));
    out.extend_from_slice(text.as_bytes());
}

/// Packed bytes that are not taken yet.
struct Packed<'a>(&'a [u8]);

impl Packed<'_> {
    fn line(&mut self) -> Option<Line> {
        let parts = self.byte()?;
        let has = |part: u8| parts & part != 0;
        let surrogates = self.number()?;
        let created_utc = self.integer(has(part::CREATED))?;
        let score = self.integer(has(part::SCORE))?;
        let retrieved_on = self.integer(has(part::RETRIEVED))?;
        let (item_id, thread_id) = (self.text()?, self.text()?);
        let author = self.optional(has(part::AUTHOR))?;
        let content = if has(part::COMMENT) {
            Content::Comment { parent_id: self.text()?, body: self.text()? }
        } else {
            Content::Post { url: self.optional(has(part::URL))?, title: self.text()?, selftext: self.text()? }
        };
        let parent = match (has(part::PARENT_POST), has(part::PARENT_COMMENT)) {
            (true, _) => Some(Kind::Post),
            (_, true) => Some(Kind::Comment),
            _ => None,
        };
        let item = Item { item_id, thread_id, author, created_utc, score, content };
        Some(Line { item, community: None, retrieved_on, surrogates, parent })
    }

    fn take(&mut self, length: usize) -> Option<&[u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// The next integer, if one is there; the outer `None` where the bytes end.
    #[expect(clippy::option_option, reason = "an absent integer is not the same as missing bytes")]
    fn integer(&mut self, there: bool) -> Option<Option<i64>> {
        if !there {
            return Some(None);
        }
        let bytes = self.take(8)?.try_into().ok()?;
        Some(Some(i64::from_le_bytes(bytes)))
    }

    fn text(&mut self) -> Option<String> {
        let length = usize::try_from(self.number()?).ok()?;
        Some(std::str::from_utf8(self.take(length)?).ok()?.to_owned())
    }

    /// The next text, if one is there; the outer `None` where the bytes end.
    #[expect(clippy::option_option, reason = "an absent text is not the same as missing bytes")]
    fn optional(&mut self, there: bool) -> Option<Option<String>> {
        if there { self.text().map(Some) } else { Some(None) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;

    use super::*;

    fn kinds() -> impl Strategy<Value = Kind> {
        prop_oneof![Just(Kind::Post), Just(Kind::Comment)]
    }

    fn contents() -> impl Strategy<Value = Content> {
        let post = (option::of(".*"), ".*", "(?s).*");
        let comment = (".*", "(?s).{0,400}");
        prop_oneof![
            post.prop_map(|(url, title, selftext)| Content::Post { url, title, selftext }),
            comment.prop_map(|(parent_id, body)| Content::Comment { parent_id, body }),
        ]
    }

    prop_compose! {
        fn lines()(
            (item_id, thread_id, author) in (".*", ".*", option::of(".*")),
            (created_utc, score, retrieved_on) in (any::<Option<i64>>(), any::<Option<i64>>(), any::<Option<i64>>()),
            (content, surrogates, parent) in (contents(), any::<u64>(), option::of(kinds())),
        ) -> Line {
            let item = Item { item_id, thread_id, author, created_utc, score, content };
            Line { item, community: None, retrieved_on, surrogates, parent }
        }
    }

    proptest! {
        #[test]
        fn lines_come_back_as_they_were_packed(lines in prop::collection::vec(lines(), 0..8)) {
            let mut bytes = Vec::new();
            for line in &lines {
                line.pack(&mut bytes);
            }
            prop_assert_eq!(unpacked(&bytes).collect::<Vec<_>>(), lines);
        }
    }
}
