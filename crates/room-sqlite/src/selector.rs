//! What is asked of a database.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::error::SqliteError;
use crate::grid::shown;
use crate::syntax::{outside_quotes, words};

/// Rows a table shows unless `limit` says otherwise, and the most that it may.
const LIMIT: u64 = 20;
const MOST: u64 = 500;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selector {
    /// The tables.
    Tables,
    /// A table's definition and its first rows.
    Table(String),
    /// One row, by its key.
    Row {
        /// The table.
        table: String,
        /// The key, which may hold colons.
        key: String,
    },
    /// Rows of a table.
    Rows(Rows),
    /// The answer to a SELECT.
    Query(String),
}

/// Rows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The table.
    pub table: String,
    /// How many, 1 to 500.
    pub limit: u64,
    /// How many are passed by.
    pub offset: u64,
    /// By which column.
    pub order: Option<Order>,
    /// An expression that is true of them.
    pub filter: Option<String>,
}

/// An order of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The column.
    pub column: String,
    /// Whether the greatest comes first.
    pub descending: bool,
}

impl Selector {
    /// Reads what stands behind a database's path, without its colon: nothing, `TABLE`, `TABLE:KEY`, `TABLE?…` or `?q=…`.
    ///
    /// Values after a `?` are percent-decoded unless they have a blank in them; a plus sign is one.
    pub fn parse(rest: &str) -> Result<Self, SqliteError> {
        let (name, parameters) = match rest.split_once('?') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (rest, None),
        };
        let (table, key) = match name.split_once(':') {
            Some((table, key)) => (table, Some(key)),
            None => (name, None),
        };
        match (table, key, parameters) {
            ("", None, None) => Ok(Self::Tables),
            ("", Some(_), _) => Err(bad("a table is missing before the key")),
            ("", None, Some(parameters)) => query(parameters),
            (table, None, None) => Ok(Self::Table(table.to_owned())),
            (_, Some(""), None) => Err(bad("a key is missing after the table's colon")),
            (table, Some(key), None) => Ok(Self::Row { table: table.to_owned(), key: key.to_owned() }),
            (_, Some(_), Some(_)) => Err(bad("a key and parameters do not go together")),
            (table, None, Some(parameters)) => rows(table, parameters),
        }
    }
}

fn bad(why: impl Into<String>) -> SqliteError {
    SqliteError::Selector(shown(&why.into()))
}

/// The names and values after a `?`.
fn pairs(parameters: &str) -> Result<Vec<(&str, String)>, SqliteError> {
    let mut pairs: Vec<(&str, String)> = Vec::new();
    for part in parameters.split('&').filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once('=').ok_or_else(|| bad(format!("'{part}' has no =")))?;
        if pairs.iter().any(|(other, _)| *other == name) {
            return Err(bad(format!("{name} is given twice")));
        }
        pairs.push((name, decoded(value)?));
    }
    Ok(pairs)
}

/// Percent-decoded; but a value with a blank in it was never encoded, and stays as it is: `name LIKE '%ab%'`.
fn decoded(value: &str) -> Result<String, SqliteError> {
    if value.contains(char::is_whitespace) {
        return Ok(value.to_owned());
    }
    let decoded = percent_decode_str(value).decode_utf8();
    decoded.map(Cow::into_owned).map_err(|_| bad("what is percent-encoded is no UTF-8"))
}

/// What is encoded in a value: all but letters, digits and what expressions are full of.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'_')
    .remove(b'.')
    .remove(b'-')
    .remove(b'(')
    .remove(b')')
    .remove(b'\'')
    .remove(b'=')
    .remove(b'<')
    .remove(b'>')
    .remove(b',')
    .remove(b'*');

/// A value as [`decoded`] gives it back.
pub(crate) fn encoded(value: &str) -> String {
    let is_plain = !value.contains('&') && (value.contains(char::is_whitespace) || !value.contains('%'));
    if is_plain && !value.contains(char::is_control) {
        return value.to_owned();
    }
    utf8_percent_encode(value, ENCODED).to_string()
}

fn query(parameters: &str) -> Result<Selector, SqliteError> {
    // Nothing follows a query: an & in it is its own.
    let Some(sql) = parameters.strip_prefix("q=") else {
        return Err(bad("parameters need a table, or a query: ?q=SELECT …"));
    };
    let sql = decoded(sql)?;
    let sql = sql.trim();
    let sql = sql.strip_suffix(';').unwrap_or(sql).trim_end();
    if sql.is_empty() {
        return Err(bad("q is empty"));
    }
    let outside = outside_quotes(sql).ok_or_else(|| bad("a quotation in q does not end"))?;
    if words(&outside).next().as_deref() != Some("select")
        || !sql.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        return Err(bad("q is one SELECT and begins with it"));
    }
    if outside.contains(';') {
        return Err(bad("q is one statement"));
    }
    if outside.contains("--") || outside.contains("/*") {
        return Err(bad("q has no comments"));
    }
    Ok(Selector::Query(sql.to_owned()))
}

fn rows(table: &str, parameters: &str) -> Result<Selector, SqliteError> {
    let mut rows = Rows { table: table.to_owned(), limit: LIMIT, offset: 0, order: None, filter: None };
    let number = |name: &str, value: &str| {
        let digits = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.then(|| value.parse().unwrap_or(u64::MAX));
        number.ok_or_else(|| bad(format!("{name} is '{value}', and must be a number")))
    };
    for (name, value) in pairs(parameters)? {
        match name {
            "limit" => {
                rows.limit = number(name, &value)?.min(MOST);
                if rows.limit == 0 {
                    return Err(bad("limit is 0; at least 1"));
                }
            }
            "offset" => rows.offset = number(name, &value)?.min(i64::MAX.unsigned_abs()),
            "order" => rows.order = Some(order(&value)?),
            "where" => rows.filter = Some(filter(value)?),
            "q" => return Err(bad("a query names its table itself: ?q=SELECT …")),
            _ => return Err(bad(format!("unknown parameter '{name}'"))),
        }
    }
    Ok(Selector::Rows(rows))
}

fn order(value: &str) -> Result<Order, SqliteError> {
    let (column, direction) = value.rsplit_once(':').unwrap_or((value, "asc"));
    let descending = match direction.to_ascii_lowercase().as_str() {
        "asc" => false,
        "desc" => true,
        _ => return Err(bad(format!("order goes asc or desc, not '{direction}'"))),
    };
    Ok(Order { column: column.to_owned(), descending })
}

/// An expression that stays one: it ends nothing and begins nothing.
fn filter(value: String) -> Result<String, SqliteError> {
    const ENDS: [&str; 8] = ["limit", "offset", "union", "intersect", "except", "attach", "detach", "pragma"];
    if value.trim().is_empty() {
        return Err(bad("where is empty"));
    }
    let outside = outside_quotes(&value).ok_or_else(|| bad("a quotation in where does not end"))?;
    if let Some(mark) = [";", "--", "/*"].into_iter().find(|mark| outside.contains(mark)) {
        return Err(bad(format!("where is one expression, without {mark}")));
    }
    if let Some(word) = words(&outside).find(|word| ENDS.contains(&word.as_str())) {
        return Err(bad(format!("where is one expression, without {word}")));
    }
    let mut depth = 0_i32;
    for c in outside.chars() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth < 0 {
            break;
        }
    }
    if depth != 0 {
        return Err(bad("the parentheses of where are not balanced"));
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_stands_behind_a_path_is_read() {
        let row = |table: &str, key: &str| Selector::Row { table: table.into(), key: key.into() };
        assert_eq!(Selector::parse("").unwrap(), Selector::Tables);
        assert_eq!(Selector::parse("users").unwrap(), Selector::Table("users".into()));
        assert_eq!(Selector::parse("wr:a:b").unwrap(), row("wr", "a:b"));
        assert_eq!(Selector::parse("?q=SELECT 1;").unwrap(), Selector::Query("SELECT 1".into()));
        assert_eq!(
            Selector::parse("?q=select%20';'%26'x'").unwrap(),
            Selector::Query("select ';'&'x'".into())
        );
        let rows =
            Selector::parse("t?limit=900&offset=3&order=a:b:desc&where=x%3D1%20and%20y='a;b'").unwrap();
        let wanted = Rows {
            table: "t".into(),
            limit: 500,
            offset: 3,
            order: Some(Order { column: "a:b".into(), descending: true }),
            filter: Some("x=1 and y='a;b'".into()),
        };
        assert_eq!(rows, Selector::Rows(wanted));
        let like = "?q=SELECT a FROM t WHERE b LIKE '%ab%' & 1";
        assert_eq!(Selector::parse(like).unwrap(), Selector::Query(like.strip_prefix("?q=").unwrap().into()));
        assert!(matches!(Selector::parse("t?").unwrap(), Selector::Rows(rows) if rows.limit == 20));
    }

    #[test]
    fn what_is_no_selector_is_refused() {
        for text in [
            ":1",
            "t:",
            "?limit=3",
            "?q=",
            "?q=;",
            "?q=DELETE FROM t",
            "?q=SELECT 1; SELECT 2",
            "?q=-- x\nSELECT 1",
            "?q=(SELECT 1)",
            "?q=WITH a AS (SELECT 1) SELECT 2",
            "?q=SELECT 'a",
            "?q=SELECT 1 /* x */",
            "t:1?limit=2",
            "t?q=SELECT 1",
            "t?limit=x",
            "t?limit=-1",
            "t?limit=0",
            "t?limit",
            "t?limit=1&limit=2",
            "t?nope=1",
            "t?order=a:up",
            "t?where=",
            "t?where=1;",
            "t?where=1 union select 1",
            "t?where=1) or (1",
            "t?where='a",
            "t?where=1 --",
            "t?where=%ff",
            "t?offset=-1",
        ] {
            assert!(matches!(Selector::parse(text), Err(SqliteError::Selector(_))), "{text}");
        }
    }

    proptest! {
        /// A call that goes on asks for what was asked.
        #[test]
        fn what_is_encoded_is_decoded(value in "[ab %&=;'é\n]{1,12}") {
            prop_assert_eq!(decoded(&encoded(&value)).unwrap(), value);
        }

        /// Whatever stands there, it is read or refused.
        #[test]
        fn nothing_panics(text in "[a-z?:&=%;'()0-9 -]{0,40}|\\PC{0,20}") {
            let _ = Selector::parse(&text);
        }
    }
}
