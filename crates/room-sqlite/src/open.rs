//! A database opened, and that it is the file that was meant.
//!
//! SQLite opens by path, and a path can be exchanged. So the caller brings the file it means, open, and the canonical path
//! it found it by. SQLite opens the path and begins to read, by which it has opened all it will: the database and, where
//! there are some, the `-wal` and `-shm` beside it. Before anything of it is shown our descriptors are looked through: of
//! those that are new one must be the caller's file by device and inode, and every other that is named so must lie beside it, by
//! the name the system has for it. What lies there is as much the root's as the database itself: SQLite takes a `-wal` for the database's
//! because of its name, and so do we.
//!
//! Nothing is written. A database that keeps a write-ahead log needs its `-shm` file to be read, which SQLite would make;
//! so where there is no `-wal` beside it, or an empty one, and with that nothing in it to be read, it is opened as immutable,
//! which makes nothing. Where a `-wal` stands without a `-shm`, as after a crash, SQLite makes the `-shm`; that is what remains.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};

use crate::error::SqliteError;

/// How a database begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Names a database has.
const EXTENSIONS: [&str; 4] = [".sqlite", ".sqlite3", ".db", ".db3"];

/// How many steps of SQLite's machine pass between two looks at the clock.
const STEPS: i32 = 10_000;

/// Whether a name is one of a database; its first bytes decide.
pub fn has_extension(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    EXTENSIONS.iter().any(|extension| name.ends_with(extension))
}

/// Whether a file that begins so is a database.
pub fn has_magic(start: &[u8]) -> bool {
    start.starts_with(MAGIC)
}

/// How much one call may cost. [`Bounds::default`] is meant for a tool that answers a call.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// How long (5 s).
    pub time: Duration,
    /// Steps of SQLite's machine (2,000,000,000).
    pub steps: u64,
    /// The largest value that is held, in bytes (256 KiB); of a larger one the size is told. It bounds what one function of
    /// SQL can be given, and with that how long it takes.
    pub value: i32,
    /// Memory SQLite may take, in bytes (256 MiB); it is the process's.
    pub memory: u64,
    /// What is shown, in bytes (50 KiB), and a row more.
    pub shown: usize,
    /// Rows of a query (1,000).
    pub rows: usize,
    /// Tables that are listed (500).
    pub tables: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(5),
            steps: 2_000_000_000,
            value: 256 << 10,
            memory: 256 << 20,
            shown: 50 << 10,
            rows: 1000,
            tables: 500,
        }
    }
}

/// How often an opening is tried, where another thread opened files meanwhile.
const TRIES: usize = 3;

/// Opens the database `file`, which was found at `path`, for reading.
pub(crate) fn open(file: &File, path: &Path, bounds: &Bounds) -> Result<Connection, SqliteError> {
    let opened = |_| match open_once(file, path, bounds) {
        Err(SqliteError::Exchanged) => None,
        done => Some(done),
    };
    (0..TRIES).find_map(opened).unwrap_or(Err(SqliteError::Exchanged))
}

fn open_once(file: &File, path: &Path, bounds: &Bounds) -> Result<Connection, SqliteError> {
    // One at a time, so that the descriptors of another opening are not taken for this one's.
    static OPENING: Mutex<()> = Mutex::new(());
    let opening = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
    let before = descriptors()?;
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
        | OpenFlags::SQLITE_OPEN_URI
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let mut connection = Connection::open_with_flags(uri(file, path)?, flags)?;
    bind(&mut connection, bounds)?;
    // The reading lasts as long as the connection, so all that is shown is of one moment.
    connection.execute_batch("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")?;
    is_the_file(file, path, &before)?;
    drop(opening);
    connection.authorizer(Some(allowed))?;
    Ok(connection)
}

/// What of a path stands in a URI as it is.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'.').remove(b'_').remove(b'-');

/// The path as SQLite takes it.
fn uri(file: &File, path: &Path) -> Result<String, SqliteError> {
    // Bytes 18 and 19: which kind of journal writers and readers use; 2 is a write-ahead log.
    let mut versions = [0; 2];
    file.read_exact_at(&mut versions, 18).map_err(|error| SqliteError::Io(error.to_string()))?;
    let mut log = path.as_os_str().to_owned();
    log.push(OsString::from("-wal"));
    let is_empty = fs::symlink_metadata(log).map_or(true, |log| log.len() == 0);
    let alone = versions.contains(&2) && is_empty;
    let how = if alone { "?mode=ro&immutable=1" } else { "?mode=ro" };
    Ok(format!("file:{}{how}", percent_encode(path.as_os_str().as_bytes(), PATH)))
}

/// What a descriptor is of: device and inode, and the name the system has for it.
#[derive(Debug, PartialEq, Eq)]
struct Held {
    id: (u64, u64),
    is_file: bool,
    name: PathBuf,
}

/// Our descriptors by their numbers.
fn descriptors() -> Result<BTreeMap<OsString, Held>, SqliteError> {
    let failed = |error: std::io::Error| SqliteError::Io(format!("/proc/self/fd: {error}"));
    let mut held = BTreeMap::new();
    for number in fs::read_dir("/proc/self/fd").map_err(failed)? {
        let number = number.map_err(failed)?;
        // The descriptor the listing itself uses is gone by the time it could be looked at.
        let (Ok(of), Ok(name)) = (fs::metadata(number.path()), fs::read_link(number.path())) else {
            continue;
        };
        held.insert(number.file_name(), Held { id: (of.dev(), of.ino()), is_file: of.is_file(), name });
    }
    Ok(held)
}

/// Sees to it that of the descriptors that are new one is the file's, and any other a file's beside it.
fn is_the_file(file: &File, path: &Path, before: &BTreeMap<OsString, Held>) -> Result<(), SqliteError> {
    let meant = file.metadata().map_err(|error| SqliteError::Io(error.to_string()))?;
    let beside = ["-wal", "-shm", "-journal"].map(|end| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    });
    let mut found = false;
    for (number, held) in descriptors()? {
        let is_old = before.get(&number) == Some(&held);
        // SQLite opens files of these names and no others: its temporary ones stay in memory.
        let is_named_so = [path]
            .into_iter()
            .chain(beside.iter().map(PathBuf::as_path))
            .any(|of| of.file_name() == held.name.file_name());
        if is_old || !held.is_file || !is_named_so {
            continue;
        }
        let is_database = held.name == path && held.id == (meant.dev(), meant.ino());
        if !is_database && !beside.contains(&held.name) {
            return Err(SqliteError::Exchanged);
        }
        found |= is_database;
    }
    if found { Ok(()) } else { Err(SqliteError::Exchanged) }
}

/// Binds a connection: reading only, nothing of the schema trusted, so much time and so much memory.
fn bind(connection: &mut Connection, bounds: &Bounds) -> Result<(), SqliteError> {
    for (config, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
    ] {
        connection.set_db_config(config, on)?;
    }
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, bounds.value)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    // A single function is not interrupted: its work is bounded by what it is given.
    connection.set_limit(Limit::SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000)?;
    connection.busy_timeout(Duration::from_secs(3).min(bounds.time))?;
    let memory = bounds.memory;
    connection.execute_batch(&format!(
        "PRAGMA query_only=1; PRAGMA cell_size_check=1; PRAGMA hard_heap_limit={memory}; PRAGMA temp_store=2; PRAGMA mmap_size=0;"
    ))?;
    let (deadline, mut steps) = (Instant::now() + bounds.time, bounds.steps);
    connection.progress_handler(
        STEPS,
        Some(move || {
            steps = steps.saturating_sub(u64::from(STEPS.unsigned_abs()));
            steps == 0 || Instant::now() >= deadline
        }),
    )?;
    Ok(())
}

/// Reading and computing, and nothing else.
fn allowed(asked: AuthContext<'_>) -> Authorization {
    match asked.action {
        AuthAction::Function { function_name: "load_extension" } => Authorization::Deny,
        AuthAction::Select
        | AuthAction::Read { .. }
        | AuthAction::Recursive
        | AuthAction::Function { .. }
        | AuthAction::Pragma { pragma_name: "table_xinfo", .. } => Authorization::Allow,
        _ => Authorization::Deny,
    }
}
