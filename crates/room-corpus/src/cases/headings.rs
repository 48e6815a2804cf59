//! A Markdown file divided at its `## ` headings.
//!
//! A heading is a line that begins with `## `; setext headings and other levels divide nothing. Only a fenced code
//! block hides one.

use super::Section;
use super::fence::Fence;
use super::names::Names;
use room_core::text::{Bytes, between};

/// The name of what stands before the first heading.
const TOP: &str = "top";

/// The sections in order. Their texts are all of the file but the heading lines.
pub(super) fn sections(text: &str) -> Vec<Section<'_>> {
    let mut names = Names::default();
    let mut sections = Vec::new();
    let mut close = |name, start: usize, end: usize| {
        // Nothing at all before the first heading is no section; nothing under a heading is one.
        if start > 0 || end > 0 {
            let text = between(text, Bytes(start), Bytes(end)).into();
            sections.push(Section { name: names.tell_apart(name), text });
        }
    };
    let (mut name, mut start) = (TOP, 0);
    for heading in headings(text) {
        close(name.into(), start, heading.start);
        (name, start) = (heading.name, heading.next);
    }
    close(name.into(), start, text.len());
    sections
}

/// A line that begins a section, with its places in bytes.
struct Heading<'t> {
    name: &'t str,
    start: usize,
    next: usize,
}

/// The headings that no fence hides.
fn headings(text: &str) -> Vec<Heading<'_>> {
    let mut headings = Vec::new();
    let mut fence: Option<Fence> = None;
    for Line { words, start, next } in lines(text) {
        if let Some(open) = &fence {
            if open.is_closed_by(words) {
                fence = None;
                continue;
            }
            if !open.is_left_by(words) {
                continue;
            }
            fence = None;
        }
        if let Some(name) = words.strip_prefix("## ") {
            headings.push(Heading { name: name.trim(), start, next });
        } else {
            fence = Fence::opened_by(words);
        }
    }
    headings
}

/// A line without its end, and where it and the next begin, in bytes.
struct Line<'t> {
    words: &'t str,
    start: usize,
    next: usize,
}

/// The lines of a text. As in CommonMark each ends with `\n`, `\r\n` or `\r`.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let bytes = text.as_bytes();
    let is_end = |at: &usize| bytes.get(*at) == Some(&b'\n') || bytes.get(at + 1) != Some(&b'\n');
    let ends = memchr::memchr2_iter(b'\n', b'\r', bytes).filter(is_end).map(|at| at + 1);
    let mut start = 0;
    ends.chain(Some(bytes.len()).filter(|end| *end > 0)).map(move |next| {
        let words = between(text, Bytes(start), Bytes(next)).trim_end_matches(['\n', '\r']);
        Line { words, start: std::mem::replace(&mut start, next), next }
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn divides(text: &str, expected: &[(&str, &str)]) {
        let found = sections(text);
        let found: Vec<_> = found.iter().map(|section| (&*section.name, &*section.text)).collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn a_section_goes_to_the_next_heading() {
        divides("", &[]);
        divides("no heading", &[("top", "no heading")]);
        divides("## A", &[("A", "")]);
        divides("\n## A\n", &[("top", "\n"), ("A", "")]);
        divides("a\n## A\nb\n\n## \t B \nc", &[("top", "a\n"), ("A", "b\n\n"), ("B", "c")]);
        divides("## A\n## A\n## top\n", &[("A", ""), ("A (2)", ""), ("top", "")]);
        divides("x\n## top\n", &[("top", "x\n"), ("top (2)", "")]);
    }

    #[test]
    fn other_headings_divide_nothing() {
        for text in ["A\n---\nb\n", "##A\n", "# A\n", "### A\n", " ## A\n", "#\u{a0}A\n", "\\## A\n", "##\n"]
        {
            divides(text, &[("top", text)]);
        }
    }

    #[test]
    fn a_line_ends_in_any_of_three_ways() {
        divides("a\r\n## A\r\nb\r\n", &[("top", "a\r\n"), ("A", "b\r\n")]);
        divides("a\r## A\rb\r", &[("top", "a\r"), ("A", "b\r")]);
        divides("## A\r\n\r\n## B\r", &[("A", "\r\n"), ("B", "")]);
    }

    #[test]
    fn a_fence_hides_headings() {
        divides("## A\n```\n## x\n```\n## B\n", &[("A", "```\n## x\n```\n"), ("B", "")]);
        divides("~~~ md\r\n## x\r\n~~~\r\n## B\r\n", &[("top", "~~~ md\r\n## x\r\n~~~\r\n"), ("B", "")]);
        divides("```\n## never closed\n", &[("top", "```\n## never closed\n")]);
        divides("- ```\n  ## x\n  ```\n## B\n", &[("top", "- ```\n  ## x\n  ```\n"), ("B", "")]);
        divides("- ```\n## B\n", &[("top", "- ```\n"), ("B", "")]);
    }

    proptest! {
        #[test]
        fn the_sections_and_their_headings_are_the_file(
            text in r"(## A|## |##|```|~~~|    |  |- |x|\n|\r\n|\r){0,24}",
        ) {
            let headings: usize = headings(&text).iter().map(|heading| heading.next - heading.start).sum();
            let texts: usize = sections(&text).iter().map(|section| section.text.len()).sum();
            prop_assert_eq!(headings + texts, text.len());
        }
    }
}
