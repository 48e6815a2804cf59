//! The answers.

use std::fmt::Write as _;
use std::fs::File;
use std::path::Path;

use rusqlite::{Connection, OptionalExtension as _, Statement};

use crate::error::SqliteError;
use crate::grid::{Grid, shown, value};
use crate::open::{Bounds, open};
use crate::selector::{Order, Rows, Selector, encoded};
use crate::syntax::quoted;

/// Rows that a table's definition is followed by.
const SAMPLE: u64 = 5;

/// Characters of a text that a cell needs at most.
const CELL: usize = 64;

/// Shows what is asked of the database `file`, which was found at `path` and is called `name` in calls that go on.
///
/// The text has lines of at most 120 code points, but for a table's definition, which stands as it is, and a row asked by its
/// key, which has a line for each column.
pub fn show(
    file: &File,
    path: &Path,
    name: &str,
    selector: &Selector,
    bounds: &Bounds,
) -> Result<String, SqliteError> {
    let base = Base { connection: open(file, path, bounds)?, name, bounds };
    match selector {
        Selector::Tables => base.tables(),
        Selector::Table(table) => base.table(table),
        Selector::Row { table, key } => base.row(table, key),
        Selector::Rows(rows) => base.rows(rows),
        Selector::Query(sql) => base.query(sql),
    }
}

struct Base<'b> {
    connection: Connection,
    name: &'b str,
    bounds: &'b Bounds,
}

/// A table or view.
struct Table {
    name: String,
    sql: String,
    is_view: bool,
    columns: Vec<Column>,
}

struct Column {
    name: String,
    is_integer: bool,
    in_key: bool,
}

impl Base<'_> {
    fn tables(&self) -> Result<String, SqliteError> {
        let mut text = String::new();
        let names = self.names()?;
        for name in names.iter().take(self.bounds.tables) {
            let count = self.count(&quoted(name), None);
            let count = match count {
                Ok(1) => "1 row".to_owned(),
                Ok(count) => format!("{count} rows"),
                Err(SqliteError::TooLong) => "not counted".to_owned(),
                Err(error) => error.to_string(),
            };
            line(&mut text, &format!("{} ({count})", shown(name)));
        }
        if names.is_empty() {
            line(&mut text, "(no tables)");
        }
        if names.len() > self.bounds.tables {
            line(&mut text, &format!("[{} more tables]", names.len() - self.bounds.tables));
        }
        Ok(text)
    }

    fn names(&self) -> Result<Vec<String>, SqliteError> {
        let sql = r"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name";
        let mut statement = self.connection.prepare(sql)?;
        let names = statement.query_map([], |row| row.get(0))?.collect::<Result<_, _>>();
        Ok(names?)
    }

    /// A table or view by its name, in any letter case, as SQLite has it. Its own tables are nobody's.
    fn find(&self, name: &str) -> Result<Table, SqliteError> {
        let sql = format!(
            r"SELECT name, coalesce({}, ''), type = 'view' FROM sqlite_schema
            WHERE type IN ('table', 'view') AND name = ?1 COLLATE NOCASE AND name NOT LIKE 'sqlite\_%' ESCAPE '\'",
            self.cell("sql", self.bounds.shown)
        );
        let found =
            self.connection.query_row(&sql, [name], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let Some((name, sql, is_view)): Option<(String, String, bool)> = found.optional()? else {
            return Err(SqliteError::NoTable { name: name.to_owned(), tables: self.names()? });
        };
        let mut statement = self.connection.prepare(&format!("PRAGMA table_xinfo({})", quoted(&name)))?;
        let columns = statement.query_map([], |row| {
            // A virtual table's hidden columns are arguments, not values.
            if row.get::<_, i64>(6)? == 1 {
                return Ok(None);
            }
            let kind = row.get::<_, Option<String>>(2)?.unwrap_or_default().to_ascii_uppercase();
            let is_integer = kind.contains("INT") && !kind.contains("POINT");
            Ok(Some(Column { name: row.get(1)?, is_integer, in_key: row.get::<_, i64>(5)? > 0 }))
        });
        let columns = columns?.filter_map(Result::transpose).collect::<Result<_, _>>()?;
        drop(statement);
        Ok(Table { name, sql, is_view, columns })
    }

    fn count(&self, table: &str, filter: Option<&str>) -> Result<u64, SqliteError> {
        let filter = filter.map(|filter| format!(" WHERE ({filter})")).unwrap_or_default();
        let sql = format!("SELECT count(*) FROM {table}{filter}");
        let count: i64 = self.connection.query_row(&sql, [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }

    fn table(&self, name: &str) -> Result<String, SqliteError> {
        let table = self.find(name)?;
        let mut text = String::new();
        for sql in table.sql.trim_end().lines() {
            if text.len() > self.bounds.shown / 4 {
                line(&mut text, "…");
                break;
            }
            line(&mut text, &shown(sql).chars().take(self.bounds.shown / 4).collect::<String>());
        }
        text.push('\n');
        let rows = Rows { table: table.name.clone(), limit: SAMPLE, offset: 0, order: None, filter: None };
        text.push_str(&self.grid(&table, &rows, 20)?);
        Ok(text)
    }

    fn rows(&self, rows: &Rows) -> Result<String, SqliteError> {
        let table = self.find(&rows.table)?;
        self.grid(&table, rows, rows.limit)
    }

    /// Rows as a table; `next` are those that the call shows which goes on.
    fn grid(&self, table: &Table, rows: &Rows, next: u64) -> Result<String, SqliteError> {
        let names: Vec<String> = table.columns.iter().map(|column| column.name.clone()).collect();
        let cells: Vec<String> = names.iter().map(|name| self.cell(name, CELL)).collect();
        let filter = rows.filter.as_deref();
        let mut sql = format!("SELECT {} FROM {}", cells.join(", "), quoted(&table.name));
        if let Some(filter) = filter {
            write!(sql, " WHERE ({filter})").expect("a String takes every write");
        }
        if let Some(Order { column, descending }) = &rows.order {
            let known = names.iter().find(|name| name.eq_ignore_ascii_case(column));
            let Some(column) = known else {
                return Err(SqliteError::NoColumn { name: column.clone(), columns: names });
            };
            let direction = if *descending { "DESC" } else { "ASC" };
            write!(sql, " ORDER BY {} {direction}", quoted(column)).expect("a String takes every write");
        }
        write!(sql, " LIMIT {} OFFSET {}", rows.limit, rows.offset).expect("a String takes every write");
        let mut grid = Grid::new(&names, self.bounds.shown);
        fill(&mut grid, self.connection.prepare(&sql)?, usize::MAX)?;
        let shown = grid.len() as u64;
        if shown == 0 {
            return Ok("no rows\n".to_owned());
        }
        let more = match self.count(&quoted(&table.name), filter) {
            Ok(all) => all.saturating_sub(rows.offset.saturating_add(shown)),
            // Where they cannot be counted in time a full page says that there may be more.
            Err(SqliteError::TooLong) if shown >= rows.limit => u64::MAX,
            Err(SqliteError::TooLong) => 0,
            Err(error) => return Err(error),
        };
        let mut text = grid.text();
        if more > 0 {
            let count = match more {
                u64::MAX => "perhaps more rows".to_owned(),
                1 => "1 more row".to_owned(),
                more => format!("{more} more rows"),
            };
            let on = self.going_on(table, rows, next, rows.offset + shown);
            line(&mut text, &format!("[{count}: {on}]"));
        }
        Ok(text)
    }

    /// The call that shows the rows that follow.
    fn going_on(&self, table: &Table, rows: &Rows, limit: u64, offset: u64) -> String {
        let mut on = format!("{}:{}?limit={limit}&offset={offset}", self.name, shown(&table.name));
        if let Some(Order { column, descending }) = &rows.order {
            let direction = if *descending { "desc" } else { "asc" };
            write!(on, "&order={}:{direction}", encoded(column)).expect("a String takes every write");
        }
        if let Some(filter) = &rows.filter {
            write!(on, "&where={}", encoded(filter)).expect("a String takes every write");
        }
        on
    }

    /// What is selected of a column: a blob's size, the start of a text, and other values as they are. A value is not loaded
    /// where only its size is wanted.
    fn cell(&self, column: &str, most: usize) -> String {
        let (name, held) = (quoted(column), self.bounds.value);
        format!(
            "CASE typeof({name}) WHEN 'blob' THEN '[blob ' || length({name}) || 'B]' \
             WHEN 'text' THEN CASE WHEN octet_length({name}) < {held} / 2 THEN substr({name}, 1, {most}) \
             ELSE '[text ' || octet_length({name}) || 'B]' END ELSE {name} END"
        )
    }

    fn row(&self, table: &str, key: &str) -> Result<String, SqliteError> {
        let table = self.find(table)?;
        let keys: Vec<&Column> = table.columns.iter().filter(|column| column.in_key).collect();
        let is_taken =
            |name: &&str| table.columns.iter().any(|column| column.name.eq_ignore_ascii_case(name));
        let (column, is_integer) = match keys.as_slice() {
            _ if table.is_view => return Err(SqliteError::NoKey { table: table.name }),
            [] => (
                ["rowid", "_rowid_", "oid"].into_iter().find(|name| !is_taken(name)).unwrap_or("rowid"),
                true,
            ),
            [key] => (key.name.as_str(), key.is_integer),
            _ => return Err(SqliteError::NoKey { table: table.name }),
        };
        let cells: Vec<String> =
            table.columns.iter().map(|column| self.cell(&column.name, self.bounds.shown)).collect();
        let by = if keys.is_empty() { column.to_owned() } else { quoted(column) };
        let sql = format!("SELECT {} FROM {} WHERE {by} = ?1", cells.join(", "), quoted(&table.name));
        let mut statement = self.connection.prepare(&sql)?;
        let number = key.parse::<i64>();
        if is_integer && number.is_err() {
            let (column, key) = (column.to_owned(), key.to_owned());
            return Err(SqliteError::NotAnInteger { table: table.name, column, key });
        }
        // A column without a type may hold either.
        let is_number = match number {
            Ok(number) => is_integer || statement.exists([number])?,
            Err(_) => false,
        };
        let mut rows = match number {
            Ok(number) if is_number => statement.query([number])?,
            _ => statement.query([key])?,
        };
        let Some(row) = rows.next()? else {
            return Ok(format!(
                "no row in {} whose {} is {}\n",
                shown(&table.name),
                shown(column),
                shown(key)
            ));
        };
        let mut text = String::new();
        for (at, column) in table.columns.iter().enumerate() {
            line(&mut text, &format!("{}: {}", shown(&column.name), value(row.get_ref(at)?)));
        }
        Ok(text)
    }

    fn query(&self, sql: &str) -> Result<String, SqliteError> {
        let statement = self.connection.prepare(sql)?;
        if statement.parameter_count() > 0 {
            return Err(SqliteError::Selector("q has no parameters: write the values".to_owned()));
        }
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let mut grid = Grid::new(&columns, self.bounds.shown);
        let more = fill(&mut grid, statement, self.bounds.rows)?;
        if grid.len() == 0 {
            return Ok("no rows\n".to_owned());
        }
        let mut text = grid.text();
        if more {
            let shown = grid.len();
            line(
                &mut text,
                &format!("[the first {shown} rows; there are more: add LIMIT {shown} OFFSET {shown}]"),
            );
        }
        Ok(text)
    }
}

/// Takes up to `most` rows; gives whether there are more.
fn fill(grid: &mut Grid, mut statement: Statement<'_>, most: usize) -> Result<bool, SqliteError> {
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        if grid.len() >= most || grid.is_full() {
            return Ok(true);
        }
        let cells = (0..columns).map(|column| row.get_ref(column).map(value));
        grid.push(&cells.collect::<Result<Vec<_>, _>>()?);
    }
    Ok(false)
}

fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}
