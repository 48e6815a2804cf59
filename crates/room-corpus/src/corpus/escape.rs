//! The only escaping of the corpus: a body line that would open an item, a thread or a tool's own line gets a `\`.

use std::borrow::Cow;

use memchr::memmem;

/// The words, after `@`, that only the format and the tools may begin a line with.
const TAKEN: [&str; 6] = ["thread ", "post ", "comment ", "more ", "end ", "stop "];

/// Whether a line, after any number of `\`, begins with one of the format's own words.
fn is_taken(line: &str) -> bool {
    let rest = line.trim_start_matches('\\').strip_prefix('@');
    rest.is_some_and(|rest| TAKEN.iter().any(|word| rest.starts_with(word)))
}

/// Appends a body as the corpus writes it.
pub(super) fn push_escaped(out: &mut String, body: &str) {
    if memchr::memchr(b'@', body.as_bytes()).is_none() {
        out.push_str(body);
        return;
    }
    for line in body.split_inclusive('\n') {
        if is_taken(line) {
            out.push('\\');
        }
        out.push_str(line);
    }
}

/// A body as its author wrote it, from how the corpus writes it.
pub(super) fn unescaped(written: &str) -> Cow<'_, str> {
    let escapes = |line: &str| line.starts_with('\\') && is_taken(line);
    let starts = memmem::find_iter(written.as_bytes(), b"\n\\").map(|at| at + 1);
    let any = std::iter::once(0).chain(starts).any(|at| written.get(at..).is_some_and(escapes));
    if !any {
        return Cow::Borrowed(written);
    }
    let mut body = String::with_capacity(written.len());
    for line in written.split_inclusive('\n') {
        body.push_str(if escapes(line) { line.strip_prefix('\\').unwrap_or(line) } else { line });
    }
    Cow::Owned(body)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn escaped(body: &str) -> String {
        let mut out = String::new();
        push_escaped(&mut out, body);
        out
    }

    #[test]
    fn only_the_formats_own_words_at_a_lines_start_are_escaped() {
        assert_eq!(escaped("@post x\n\\@end 1\n\\\\@thread a"), "\\@post x\n\\\\@end 1\n\\\\\\@thread a");
        for plain in
            ["@thread", "@thread\n", "@posts x", " @post x", "x @post x", "\\", "a\r@post x", "@Post x"]
        {
            assert_eq!(escaped(plain), plain);
        }
        assert_eq!(unescaped("\\@thread"), "\\@thread");
    }

    proptest! {
        #[test]
        fn what_is_escaped_comes_back(body in r"(\\|@post |@thread |@end|x|\n|\r|\u{2028}| ){0,24}") {
            let written = escaped(&body);
            prop_assert_eq!(unescaped(&written), body.as_str());
            let opens = |line: &str| TAKEN.iter().any(|word| line.starts_with(&format!("@{word}")));
            prop_assert!(!written.split('\n').any(opens), "{}", written);
        }
    }
}
