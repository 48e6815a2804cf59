//! What stands outside quotes in a piece of SQL.

/// The piece with everything in quotes or brackets put out by blanks, as many as it has characters. `None` where a
/// quotation does not end.
pub(crate) fn outside_quotes(sql: &str) -> Option<String> {
    let mut out = String::with_capacity(sql.len());
    let mut within: Option<char> = None;
    for c in sql.chars() {
        if let Some(end) = within {
            // A doubled quote ends a quotation and begins the next at once.
            within = (end != c).then_some(end);
            out.push(' ');
            continue;
        }
        within = match c {
            '\'' | '"' | '`' => Some(c),
            '[' => Some(']'),
            _ => None,
        };
        out.push(if within.is_some() { ' ' } else { c });
    }
    within.is_none().then_some(out)
}

/// The words of what `outside_quotes` gives, in lower case.
pub(crate) fn words(outside: &str) -> impl Iterator<Item = String> {
    outside
        .split(|c: char| !(c.is_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// A name as it stands in SQL whatever it is.
pub(crate) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_put_out() {
        assert_eq!(outside_quotes("a='x;y' or \"b--\"=[c/*]").unwrap(), "a=      or      =     ");
        assert_eq!(outside_quotes("'it''s' ; b").unwrap(), "        ; b");
        assert_eq!(outside_quotes("'a"), None);
        assert_eq!(quoted("a\"b"), "\"a\"\"b\"");
    }
}
