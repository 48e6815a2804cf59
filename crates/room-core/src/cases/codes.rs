//! A journal's codes as text: a section a label, a line a code.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::Section;
use super::names::Names;
use crate::journal::{Decision, Journal};

/// The sections, in order of their labels' first use among the codes that stand.
pub(super) fn sections(journal: &Journal) -> Vec<Section<'static>> {
    let mut order: HashMap<&str, usize> = HashMap::new();
    let mut sections: Vec<(&str, String)> = Vec::new();
    for record in journal.standing() {
        let Decision::Code { label, span, note, .. } = &record.decision else { continue };
        let at = *order.entry(label).or_insert_with(|| {
            sections.push((label, String::new()));
            sections.len() - 1
        });
        let lines = &mut sections[at].1;
        let words = OneLine(&span.text);
        write!(lines, "\"{words}\" {} {}-{}", span.item_id, span.start, span.end).expect(TAKES);
        if let Some(note) = note {
            write!(lines, " {}", OneLine(note)).expect(TAKES);
        }
        lines.truncate(lines.trim_end().len());
        lines.push('\n');
    }
    let mut names = Names::default();
    let section = |(label, text): (&str, String)| Section {
        name: names.tell_apart(OneLine(label).to_string().into()),
        text: text.into(),
    };
    sections.into_iter().map(section).collect()
}

/// How many codes stand.
pub(super) fn standing(journal: &Journal) -> usize {
    journal.standing().filter(|record| matches!(record.decision, Decision::Code { .. })).count()
}

const TAKES: &str = "a String takes every write";

/// A text with each `\n` and each `\r` as a blank.
struct OneLine<'t>(&'t str);

impl std::fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (n, piece) in self.0.split(['\n', '\r']).enumerate() {
            if n > 0 {
                f.write_str(" ")?;
            }
            f.write_str(piece)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A journal of codes `(seq, label, text, note)`.
    fn journal(codes: &[(u64, &str, &str, &str)], retracted: &[u64]) -> Journal {
        let mut text = String::new();
        for (seq, label, words, note) in codes {
            let code = serde_json::json!({"seq": seq, "t": "", "kind": "code", "label": label, "thread_id": "p1",
                "item_id": "c1", "start": 3, "end": 7, "text": words, "note": note});
            writeln!(text, "{code}").unwrap();
        }
        for of in retracted {
            writeln!(
                text,
                "{}",
                serde_json::json!({"seq": 99, "t": "", "kind": "retract", "of": of, "why": "x"})
            )
            .unwrap();
        }
        Journal::read(&text, "journal").unwrap()
    }

    #[test]
    fn a_label_is_a_section_and_a_code_a_line() {
        let codes = [(1, "loss", "gone\r\nnow", "a\nb "), (2, "Loss", "x", ""), (3, "loss", "y ", "note")];
        let found = sections(&journal(&codes, &[]));
        assert_eq!(found[0].name, "loss");
        assert_eq!(found[0].text, "\"gone  now\" c1 3-7 a b\n\"y \" c1 3-7 note\n");
        assert_eq!(found[1].text, "\"x\" c1 3-7\n");
    }

    #[test]
    fn what_was_retracted_has_no_line_and_no_say_in_the_order() {
        let codes =
            [(1, "first", "a", ""), (2, "second", "b", ""), (3, "first", "c", ""), (4, "none", "d", "")];
        let journal = journal(&codes, &[1, 4]);
        let found = sections(&journal);
        let names: Vec<_> = found.iter().map(|section| &*section.name).collect();
        assert_eq!(names, ["second", "first"]);
        assert_eq!(standing(&journal), 2);
    }

    #[test]
    fn labels_that_differ_in_a_line_break_are_told_apart() {
        let found = sections(&journal(&[(1, "a b", "x", ""), (2, "a\nb", "y", "")], &[]));
        assert_eq!((&*found[0].name, &*found[1].name), ("a b", "a b (2)"));
    }
}
