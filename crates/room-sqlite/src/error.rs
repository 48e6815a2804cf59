//! Why a call is refused. Every message is one line, names no path, and says what would be right.

/// A call that was not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SqliteError {
    /// The selector is none.
    #[error(
        "{0}. Forms: :TABLE, :TABLE:KEY, :TABLE?limit=N&offset=N&order=COLUMN:desc&where=EXPR, ?q=SELECT …"
    )]
    Selector(String),
    /// Nothing of this name.
    #[error("no table '{name}'{}", near(.tables))]
    NoTable {
        /// What was asked for.
        name: String,
        /// What there is.
        tables: Vec<String>,
    },
    /// No column of this name.
    #[error("no column '{name}'{}", near(.columns))]
    NoColumn {
        /// What was asked for.
        name: String,
        /// What there is.
        columns: Vec<String>,
    },
    /// The table has no key that one value could be.
    #[error("'{table}' has no key of one column: ask by :{table}?where=…")]
    NoKey {
        /// The table.
        table: String,
    },
    /// The key is a number.
    #[error("'{key}' is no integer, and the key '{column}' of '{table}' is one")]
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
        "a value or the work on it is larger than may be held; ask for less, as by substr(column, 1, 1000)"
    )]
    TooLarge,
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
    let shown: Vec<&str> = names.iter().take(MOST).map(String::as_str).collect();
    let more = if names.len() > MOST { ", …" } else { "" };
    format!("; there are {}{more}", shown.join(", "))
}

impl From<rusqlite::Error> for SqliteError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as Code;
        match error.sqlite_error_code() {
            Some(Code::DatabaseBusy | Code::DatabaseLocked) => Self::Locked,
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
