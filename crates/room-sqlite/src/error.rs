//! Why a call is refused. Every message is one line, names no path, and says what would be right.

use crate::grid::shown;

/// A call that was not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SqliteError {
    /// The selector is none.
    #[error(
        "{0}. Forms: :TABLE, :TABLE:KEY, :TABLE?limit=N&offset=N&order=COLUMN:desc&where=EXPR, ?q=SELECT …"
    )]
    Selector(String),
    /// Nothing of this name.
    #[error("no table '{}'{}", shown(.name), near(.tables))]
    NoTable {
        /// What was asked for.
        name: String,
        /// What there is.
        tables: Vec<String>,
    },
    /// No column of this name.
    #[error("no column '{}'{}", shown(.name), near(.columns))]
    NoColumn {
        /// What was asked for.
        name: String,
        /// What there is.
        columns: Vec<String>,
    },
    /// The table has no key that one value could be.
    #[error("'{0}' has no key of one column: ask by :{0}?where=…", shown(.table))]
    NoKey {
        /// The table.
        table: String,
    },
    /// The key is a number.
    #[error("'{}' is no integer, and the key '{}' of '{}' is one", shown(.key), shown(.column), shown(.table))]
    NotAnInteger {
        /// The table.
        table: String,
        /// Its key.
        column: String,
        /// What was asked for.
        key: String,
    },
    /// The file is another than the one that was meant.
    #[error("the database was exchanged while it was opened; read it again")]
    Exchanged,
    /// It took too long.
    #[error("stopped, it took too long; ask for less")]
    TooLong,
    /// It took too much memory, or a value is larger than may be held.
    #[error(
        "a value or the work on it is larger than may be held; leave it out, or ask for its octet_length(column)"
    )]
    TooLarge,
    /// A writer left a transaction half done.
    #[error("a transaction was left half done: a program that may write has to open the database once")]
    Unfinished,
    /// Another program holds it.
    #[error("the database is locked by another program; try again")]
    Locked,
    /// What SQLite itself says.
    #[error("SQLite says: {0}")]
    Sqlite(String),
    /// The system failed.
    #[error("the database could not be read: {0}")]
    Io(String),
}

fn near(names: &[String]) -> String {
    const MOST: usize = 12;
    if names.is_empty() {
        return String::new();
    }
    let told: Vec<String> = names.iter().take(MOST).map(|name| shown(name)).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    format!("; there are {}{more}", told.join(", "))
}

impl From<rusqlite::Error> for SqliteError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Code;
        match error.sqlite_error_code() {
            Some(Code::DatabaseBusy | Code::DatabaseLocked) => Self::Locked,
            Some(Code::ReadOnly) => Self::Unfinished,
            Some(Code::OperationInterrupted) => Self::TooLong,
            Some(Code::TooBig | Code::OutOfMemory) => Self::TooLarge,
            _ => {
                let said = error.to_string();
                // Line ends of a statement that is quoted back stay out of a refusal.
                Self::Sqlite(said.split_whitespace().collect::<Vec<_>>().join(" "))
            }
        }
    }
}
