//! A text folded, with a map back to the text as it stands.
//!
//! Folding composes what is canonically equivalent (NFC, never NFKC), makes every quotation mark `'` or `"`, every dash
//! `-`, every run of white space one blank, and leaves letter case alone. A place in the folded text that can begin or
//! end a match (no mark stands right after it) is one place in the text.

use std::borrow::Cow;
use std::iter;

use unicode_normalization::char::{canonical_combining_class, is_combining_mark};
use unicode_normalization::{IsNormalized, UnicodeNormalization as _, is_nfc_quick};

use super::classes::{is_dash, is_double_quote, is_single_quote};
use room_core::text::{Bytes, Span, from, span_of};

/// A text and its folded form; borrowed where folding changes nothing.
#[derive(Debug)]
pub struct Folded<'t> {
    original: &'t str,
    text: Cow<'t, str>,
    /// Where the two texts stop running side by side: `(folded, original)` in bytes, rising; from each entry to the
    /// next, both advance byte for byte.
    bends: Vec<(usize, usize)>,
}

impl<'t> Folded<'t> {
    /// Folds a text.
    pub fn new(original: &'t str) -> Self {
        let untouched = original.len() - from(original, stable(original)).len();
        if untouched == original.len() {
            return Self { original, text: Cow::Borrowed(original), bends: Vec::new() };
        }
        let mut folder = Folder { folded: String::with_capacity(original.len()), bends: Vec::new() };
        let (same, rest) = original.split_at(untouched);
        folder.folded.push_str(same);
        folder.fold(rest, untouched);
        Self { original, text: Cow::Owned(folder.folded), bends: folder.bends }
    }

    /// The folded text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text it was folded from.
    pub fn original(&self) -> &'t str {
        self.original
    }

    /// The place in the text of a place in the folded text.
    pub fn place(&self, folded: usize) -> Bytes {
        match self.bends.partition_point(|(bend, _)| *bend <= folded).checked_sub(1) {
            None => Bytes(folded),
            Some(last) => {
                let (bend, original) = self.bends[last];
                Bytes(original + (folded - bend))
            }
        }
    }

    /// The place in the text, in code points, of a match in the folded text; `None` where that would split a letter
    /// from its marks.
    pub fn span(&self, start: usize, end: usize) -> Option<Span> {
        let splits = |at: usize| from(&self.text, Bytes(at)).chars().next().is_some_and(is_combining_mark);
        if splits(start) || splits(end) {
            return None;
        }
        Some(span_of(self.original, self.place(start), self.place(end)))
    }
}

/// How far a text is certainly its own folded form: ASCII without runs of white space, up to a word's end.
fn stable(text: &str) -> Bytes {
    let bytes = text.as_bytes();
    let mut end = 0;
    let mut blank = false;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b' ' if blank => return Bytes(end),
            b' ' => (blank, end) = (true, at),
            b'\t'..=b'\r' | 0x80.. => return Bytes(end),
            _ => blank = false,
        }
    }
    Bytes(bytes.len())
}

/// A folded text in the making.
struct Folder {
    folded: String,
    bends: Vec<(usize, usize)>,
}

impl Folder {
    fn fold(&mut self, rest: &str, mut original: usize) {
        let mut rest = rest;
        self.bend(original);
        while !rest.is_empty() {
            let blanks = rest.len() - rest.trim_start_matches(char::is_whitespace).len();
            let length = if blanks > 0 {
                self.push(" ", blanks, original);
                blanks
            } else {
                let length = cluster(rest);
                self.push_cluster(rest.split_at(length).0, original);
                length
            };
            original += length;
            rest = rest.split_at(length).1;
        }
    }

    /// Appends what a piece of the text (its length and place in bytes) folds to.
    fn push(&mut self, folded: &str, length: usize, original: usize) {
        self.folded.push_str(folded);
        if folded.len() != length {
            self.bend(original + length);
        }
    }

    /// Notes that the folded text goes on from this place of the text.
    fn bend(&mut self, original: usize) {
        let at = self.folded.len();
        if self.bends.last().is_some_and(|(bend, _)| *bend == at) {
            self.bends.pop();
        }
        self.bends.push((at, original));
    }

    /// Appends one cluster: a character, or several that composition may bring together.
    fn push_cluster(&mut self, cluster: &str, original: usize) {
        let mut chars = cluster.chars();
        let first = chars.next().expect("a cluster has a character");
        if chars.as_str().is_empty() && is_nfc_quick(iter::once(first)) == IsNormalized::Yes {
            return self.push_char(first, cluster.len(), original);
        }
        let composed: String = cluster.nfc().collect();
        if composed == cluster {
            let mut original = original;
            for c in cluster.chars() {
                self.push_char(c, c.len_utf8(), original);
                original += c.len_utf8();
            }
            return;
        }
        // What follows the first character are its marks. No match begins or ends before a mark, but a message may be
        // cut there: such a place is the cluster's own.
        let mut one = [0; 4];
        for (n, c) in composed.chars().enumerate() {
            if n > 0 {
                self.bend(original);
            }
            self.folded.push_str(if n > 0 { c } else { folded_char(c) }.encode_utf8(&mut one));
        }
        self.bend(original + cluster.len());
    }

    fn push_char(&mut self, c: char, length: usize, original: usize) {
        let mut one = [0; 4];
        self.push(folded_char(c).encode_utf8(&mut one), length, original);
    }
}

/// A character other than white space, folded.
fn folded_char(c: char) -> char {
    match c {
        c if is_single_quote(c) => '\'',
        c if is_double_quote(c) => '"',
        c if is_dash(c) => '-',
        c => c,
    }
}

/// The bytes of the shortest piece at the start of a text that composition cannot join to what follows: a character
/// and the marks after it, or the letters of one Hangul syllable.
fn cluster(text: &str) -> usize {
    let mut chars = text.char_indices();
    chars.next();
    for (at, c) in chars {
        if composes_never(c) {
            return at;
        }
        // Marks stay with their letter. Other characters that may compose are letters of Hangul syllables: they open
        // a cluster of their own where they do not compose with what stands before.
        if !is_combining_mark(c) {
            let (before, with) = (text.split_at(at).0, text.split_at(at + c.len_utf8()).0);
            if with.nfc().eq(before.nfc().chain(iter::once(c))) {
                return at;
            }
        }
    }
    text.len()
}

/// Whether a character composes with nothing that stands before it.
fn composes_never(c: char) -> bool {
    c.is_ascii()
        || (canonical_combining_class(c) == 0
            && is_nfc_quick(iter::once(c)) != IsNormalized::Maybe
            && !is_combining_mark(c))
}
