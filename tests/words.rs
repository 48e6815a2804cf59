//! A line as a POSIX shell splits it, as far as documented calls go: quotes, backslashes, pipes.

/// The calls of a line, joined by `|`, each as its words. Nothing is expanded.
pub(crate) fn split(line: &str) -> Vec<Vec<String>> {
    let mut calls = vec![Vec::new()];
    let (mut word, mut quote) = (None::<String>, None);
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('\\', Some('"') | None) => {
                word.get_or_insert_default().push(chars.next().expect("something is escaped"));
            }
            ('\'' | '"', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (' ' | '|', None) => {
                calls.last_mut().expect("there is a first call").extend(word.take());
                if c == '|' {
                    calls.push(Vec::new());
                }
            }
            (c, _) => word.get_or_insert_default().push(c),
        }
    }
    assert_eq!(quote, None, "a quote is left open: {line}");
    calls.last_mut().expect("there is a first call").extend(word);
    calls
}

/// The words of a line that is one call.
pub(crate) fn one(line: &str) -> Vec<String> {
    let mut calls = split(line);
    assert_eq!(calls.len(), 1, "{line}");
    calls.remove(0)
}

#[test]
fn a_line_is_split_as_shells_split_it() {
    assert_eq!(one(r#"a 'b c' "d e" f\ g '' h'i'"j""#), ["a", "b c", "d e", "f g", "", "hij"]);
    assert_eq!(one(r"'It'\''s' 'a | b'"), ["It's", "a | b"]);
    assert_eq!(split("a b | c -"), [vec!["a", "b"], vec!["c", "-"]]);
}
