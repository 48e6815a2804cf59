//! A journal's codes as text: a section a label, a line a code.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::Section;
use super::names::Names;
use crate::journal::Code;

/// The sections, in order of their labels' first use.
pub(super) fn sections(codes: &[Code<'_>]) -> Vec<Section<'static>> {
    let mut order: HashMap<&str, usize> = HashMap::new();
    let mut sections: Vec<(&str, String)> = Vec::new();
    for code in codes {
        let at = *order.entry(&code.label).or_insert_with(|| {
            sections.push((&code.label, String::new()));
            sections.len() - 1
        });
        push_line(&mut sections[at].1, code);
    }
    let mut names = Names::default();
    let section = |(label, text): (&str, String)| {
        let mut name = String::with_capacity(label.len());
        push_flat(&mut name, label);
        Section { name: names.tell_apart(name.into()), text: text.into() }
    };
    sections.into_iter().map(section).collect()
}

/// `"TEXT" ITEM_ID START-END NOTE`, no blank at its end.
fn push_line(lines: &mut String, code: &Code<'_>) {
    lines.push('"');
    push_flat(lines, &code.text);
    write!(lines, "\" {} {}-{} ", code.item_id, code.start, code.end).expect("a String takes every write");
    push_flat(lines, code.note.as_deref().unwrap_or_default());
    lines.truncate(lines.trim_end().len());
    lines.push('\n');
}

/// Appends a text with each `\n` and each `\r` as a blank.
fn push_flat(line: &mut String, text: &str) {
    for (n, piece) in text.split(['\n', '\r']).enumerate() {
        if n > 0 {
            line.push(' ');
        }
        line.push_str(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code<'j>(label: &'j str, text: &'j str, note: Option<&'j str>) -> Code<'j> {
        let note = note.map(Into::into);
        Code { label: label.into(), item_id: "c1".into(), start: 3, end: 7, text: text.into(), note }
    }

    #[test]
    fn a_label_is_a_section_and_a_code_a_line() {
        let found = sections(&[
            code("loss", "gone\r\nnow", Some("a\nb ")),
            code("Loss", "x", None),
            code("loss", "y ", Some("note")),
            code("loss", "z", Some(" ")),
        ]);
        assert_eq!(found[0].name, "loss");
        assert_eq!(found[0].text, "\"gone  now\" c1 3-7 a b\n\"y \" c1 3-7 note\n\"z\" c1 3-7\n");
        assert_eq!((&*found[1].name, &*found[1].text), ("Loss", "\"x\" c1 3-7\n"));
    }

    #[test]
    fn labels_that_differ_in_a_line_break_are_told_apart() {
        let found = sections(&[code("a b", "x", None), code("a\nb", "y", None)]);
        assert_eq!((&*found[0].name, &*found[1].name), ("a b", "a b (2)"));
    }
}
