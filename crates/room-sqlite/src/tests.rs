//! Databases made here, and by the programs that people make them with where these are at hand.
#![expect(clippy::disallowed_methods, reason = "tests make files by hand")]

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use rusqlite::Connection;

use super::*;

const SCHEMA: &str = "create table users(id integer primary key, name text, age int, note text);
    insert into users values (1, 'Ann', 30, null), (2, 'Bob', 25, 'p' || char(10) || 'q'), (3, 'Cy', 41, 'x');
    create table \"odd \"\" name:x\"(\"a b\", \"c\"\"d\"); insert into \"odd \"\" name:x\" values (1, 'é');
    create table nopk(x); insert into nopk values ('p'), ('q');
    create table wr(k text primary key, v) without rowid; insert into wr values ('a:b', 1);
    create table comp(a, b, primary key (a, b)); create table empty(a);
    create view vw as select name from users; create table real(r real); insert into real values (1.0), (0.5);
    create table big(n integer primary key);
    with recursive c(n) as (select 1 union all select n + 1 from c where n < 1500) insert into big select n from c;
    create table bl(id integer primary key, b blob); insert into bl values (1, x'0001ff');";

const LARGE: &str = "create table bl(id integer primary key, b blob); insert into bl values (1, x'0001ff'), (2, zeroblob(200000000));
    create table tx(id integer primary key, s text); insert into tx values (1, 'short'), (2, printf('%.*c', 70000000, 'x'));";

struct Base {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

impl Base {
    fn new(sql: &str) -> Self {
        // A name of its own: what other threads open beside has others.
        static MADE: AtomicU32 = AtomicU32::new(0);
        let folder = tempfile::tempdir().unwrap();
        let name = format!("t{}.db", MADE.fetch_add(1, Ordering::Relaxed));
        let path = folder.path().canonicalize().unwrap().join(name);
        Connection::open(&path).unwrap().execute_batch(sql).unwrap();
        Self { _folder: folder, path }
    }

    fn ask(&self, rest: &str) -> Result<String, SqliteError> {
        self.ask_within(rest, &Bounds::default())
    }

    fn ask_within(&self, rest: &str, bounds: &Bounds) -> Result<String, SqliteError> {
        let selector = Selector::parse(rest)?;
        show(&File::open(&self.path).unwrap(), &self.path, "t.db", &selector, bounds)
    }

    fn names(&self) -> Vec<String> {
        let names = fs::read_dir(self.path.parent().unwrap()).unwrap();
        let mut names: Vec<String> =
            names.map(|name| name.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

#[test]
fn tables_rows_and_queries_are_shown() {
    let base = Base::new(SCHEMA);
    let tables = base.ask("").unwrap();
    assert!(tables.contains("users (3 rows)\n") && tables.contains("big (1500 rows)\n"), "{tables}");
    assert!(!tables.contains("vw") && !tables.contains("sqlite_"), "{tables}");
    let users = base.ask("users").unwrap();
    assert!(users.starts_with("CREATE TABLE users("), "{users}");
    assert!(users.contains("| 1  | Ann  | 30  | NULL |") && users.contains("| p\\nq |"), "{users}");
    let big = base.ask("big").unwrap();
    assert!(big.ends_with("[1495 more rows: t.db:big?limit=20&offset=5]\n"), "{big}");
    assert_eq!(base.ask("users:1").unwrap(), "id: 1\nname: Ann\nage: 30\nnote: NULL\n");
    assert_eq!(base.ask("users:99").unwrap(), "no row in users whose id is 99\n");
    assert_eq!(base.ask("nopk:2").unwrap(), "x: q\n");
    assert_eq!(base.ask("wr:a:b").unwrap(), "k: a:b\nv: 1\n");
    assert_eq!(base.ask("empty").unwrap(), "CREATE TABLE empty(a)\n\nno rows\n");
    assert_eq!(base.ask("real?order=r").unwrap(), "| r   |\n| --- |\n| 0.5 |\n| 1.0 |\n");
    assert!(base.ask("VW").unwrap().contains("| Ann"), "a view, in any case");
    let odd = base.ask("?q=SELECT * FROM \"odd \"\" name:x\"").unwrap();
    assert_eq!(odd, "| a b | c\"d |\n| --- | --- |\n| 1   | é   |\n");
    let rows = base.ask("users?where=age>26&order=age:desc&limit=1").unwrap();
    assert!(
        rows.contains("Cy")
            && rows.ends_with("[1 more row: t.db:users?limit=1&offset=1&order=age:desc&where=age>26]\n"),
        "{rows}"
    );
    assert_eq!(base.ask("users?where=name='a;b'").unwrap(), "no rows\n");
    let all = base.ask("?q=SELECT n FROM big").unwrap();
    assert!(all.contains("| 1000 |") && !all.contains("| 1001 |") && all.contains("there are more"));
}

#[test]
fn a_large_value_is_told_by_its_size_and_not_loaded() {
    let base = Base::new(LARGE);
    assert_eq!(base.ask("bl:1").unwrap(), "id: 1\nb: [blob 3B]\n");
    assert_eq!(base.ask("bl:2").unwrap(), "id: 2\nb: [blob 200000000B]\n");
    assert!(base.ask("bl").unwrap().contains("[blob 200000000B]"));
    assert_eq!(base.ask("?q=SELECT b FROM bl WHERE id = 2"), Err(SqliteError::TooLarge));
    assert!(base.ask("?q=SELECT length(b) FROM bl").unwrap().contains("200000000"));
    assert_eq!(base.ask("tx:2").unwrap(), "id: 2\ns: [text 70000000B]\n");
    assert!(base.ask("tx").unwrap().contains("| 1  | short"), "one large text does not hide the others");
    assert!(base.ask("?q=SELECT octet_length(s) FROM tx").unwrap().contains("70000000"));
}

#[test]
fn what_cannot_be_is_refused_with_what_could() {
    let base = Base::new(SCHEMA);
    for (rest, said) in [
        ("nope", "no table 'nope'; there are big, bl"),
        ("sqlite_master", "no table"),
        ("users:x", "'x' is no integer"),
        ("users:1-2", "'1-2' is no integer"),
        ("comp:1", ":comp?where="),
        ("vw:1", ":vw?where="),
        ("users?order=zzz", "no column 'zzz'; there are id, name, age, note"),
        ("users?where=nope=1", "SQLite says: no such column"),
        ("?q=SELECT ?1", "no parameters"),
        ("?q=SELECT nope", "SQLite says"),
        ("?q=SELECT load_extension('x')", "SQLite says"),
        ("?q=SELECT * FROM pragma_database_list", "SQLite says: not authorized"),
    ] {
        let error = base.ask(rest).unwrap_err().to_string();
        assert!(error.contains(said) && !error.contains('\n'), "{rest}: {error}");
    }
}

#[test]
fn names_and_values_end_no_line_and_turn_none() {
    let base = Base::new(
        "create table \"a\nb\"(\"c\nd\", e); insert into \"a\nb\" values ('x' || char(8238) || char(8232) || char(27), 1);",
    );
    assert_eq!(base.ask("").unwrap(), "a\\nb (1 row)\n");
    for rest in ["no\npe", "a\nb?order=z\nz", "a\nb?li\nmit=3", "a\nb:q\nq", "a\nb?where=z\nz"] {
        let error = base.ask(rest).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{rest:?}: {error:?}");
    }
    let shown = base.ask("a\nb?limit=5").unwrap();
    assert!(shown.contains(r"x\u{202e}\u{2028}\u{1b}") && shown.lines().count() == 3, "{shown:?}");
    let long = |bytes| Base::new(&format!("create table t(a -- {}\n)", "x".repeat(bytes))).ask("t");
    assert!(long(100_000).unwrap().len() < 60_000);
    assert_eq!(long(300_000), Err(SqliteError::TooLarge), "SQLite itself loads every definition");
}

#[test]
fn a_key_is_found_whatever_its_column_is() {
    let base = Base::new(
        "create table any(k primary key, v); insert into any values (1, 'number'), ('2', 'text');
         create table named(rowid, v); insert into named values ('x', 'first');
         create table point(k point primary key, v) without rowid; insert into point values ('txt', 1);",
    );
    for (rest, wanted) in
        [("any:1", "v: number"), ("any:2", "v: text"), ("named:1", "v: first"), ("point:txt", "v: 1")]
    {
        let row = base.ask(rest).unwrap();
        assert!(row.lines().any(|line| line == wanted), "{rest}: {row}");
    }
}

#[test]
fn what_one_function_can_be_given_is_bounded() {
    let base = Base::new("create table t(a)");
    for query in [
        "?q=SELECT instr(printf('%.*c',2000000,'a'), printf('%.*c',1000000,'a')||'b')",
        "?q=SELECT printf('%.*c',400000,'a') LIKE printf('%.*c',40000,'%a')",
        "?q=SELECT replace(printf('%.*c',200000,'a'), 'a', 'bb')",
    ] {
        assert_eq!(base.ask(query), Err(SqliteError::TooLarge), "{query}");
    }
    let like = base.ask("?q=SELECT 'aaa' LIKE printf('%.*c', 2000, 'a')").unwrap_err();
    assert!(like.to_string().contains("pattern too complex"), "{like}");
}

#[test]
fn a_transaction_left_half_done_is_told() {
    let base = Base::new("create table t(a); insert into t values (1);");
    let writer = Connection::open(&base.path).unwrap();
    let spilled = "pragma cache_size = 1; begin; with recursive c(n) as (select 1 union all select n + 1 from c where n < 5000)
        insert into t select hex(n) from c;";
    writer.execute_batch(spilled).unwrap();
    // What a crash leaves: the database half written, and the journal that would undo it.
    let name = base.path.file_name().unwrap().to_string_lossy();
    let (crashed, journal) =
        (base.path.with_file_name("c.db"), base.path.with_file_name(format!("{name}-journal")));
    fs::copy(&base.path, &crashed).unwrap();
    fs::copy(&journal, base.path.with_file_name("c.db-journal")).unwrap();
    let file = File::open(&crashed).unwrap();
    let shown = show(&file, &crashed, "c.db", &Selector::Tables, &Bounds::default());
    assert_eq!(shown, Err(SqliteError::Unfinished));
}

#[test]
fn a_database_that_would_run_for_ever_is_stopped() {
    let base = Base::new(
        "create view v as with recursive c(n) as (select 1 union all select n + 1 from c) select n from c;
         create table t(a); insert into t values (1);",
    );
    let bounds = Bounds { steps: 200_000, time: Duration::from_hours(1), ..Bounds::default() };
    assert_eq!(base.ask_within("?q=SELECT count(*) FROM v", &bounds), Err(SqliteError::TooLong));
    let endless = "?q=with".replace(
        "with",
        "SELECT max(n) FROM (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c) SELECT n FROM c)",
    );
    assert_eq!(base.ask_within(&endless, &bounds), Err(SqliteError::TooLong));
    assert!(base.ask_within("v", &bounds).unwrap().contains("perhaps more rows"), "a few rows of it come");
    assert_eq!(base.ask_within("t", &bounds).unwrap(), "CREATE TABLE t(a)\n\n| a |\n| - |\n| 1 |\n");
    let memory = Bounds { value: 1000, ..Bounds::default() };
    assert_eq!(base.ask_within("?q=SELECT printf('%5000d', 1)", &memory), Err(SqliteError::TooLarge));
}

#[test]
fn a_database_held_by_a_writer_is_read_with_what_is_committed_and_nothing_is_left() {
    let base = Base::new("create table t(a); insert into t values (1);");
    let before = base.names();
    // A rollback journal: a writer that has begun hinders no reader.
    let writer = Connection::open(&base.path).unwrap();
    writer.execute_batch("begin immediate; insert into t values (2);").unwrap();
    assert!(base.ask("").unwrap().contains("t (1 row)"));
    writer.execute_batch("commit").unwrap();
    // A write-ahead log.
    writer
        .execute_batch(
            "pragma journal_mode = wal; insert into t values (3); begin immediate; insert into t values (4);",
        )
        .unwrap();
    let held = base.names();
    assert!(held.iter().any(|name| name.ends_with("-wal")));
    assert!(base.ask("").unwrap().contains("t (3 rows)"), "what is in the log and committed");
    assert_eq!(base.names(), held);
    writer.execute_batch("commit").unwrap();
    drop(writer);
    assert_eq!(base.names(), before, "the last writer took the log away");
    assert!(base.ask("").unwrap().contains("t (4 rows)"));
    assert_eq!(base.names(), before, "and a reader makes none");
    // A writer that lets no one read.
    let writer = Connection::open(&base.path).unwrap();
    writer.execute_batch("pragma journal_mode = delete; begin exclusive; insert into t values (5);").unwrap();
    let hurried = Bounds { time: Duration::from_millis(10), ..Bounds::default() };
    assert_eq!(base.ask_within("t", &hurried), Err(SqliteError::Locked));
}

#[test]
fn a_file_that_is_not_the_one_meant_is_not_read() {
    let (one, other) = (Base::new("create table a(x)"), Base::new("create table b(x)"));
    let file = File::open(&one.path).unwrap();
    let asked = show(&file, &other.path, "t.db", &Selector::Tables, &Bounds::default());
    assert_eq!(asked, Err(SqliteError::Exchanged));
    let link = one.path.with_file_name("link.db");
    std::os::unix::fs::symlink(&one.path, &link).unwrap();
    assert!(
        show(&file, &link, "t.db", &Selector::Tables, &Bounds::default()).is_err(),
        "no link is followed"
    );
}

#[test]
fn a_log_of_another_place_is_not_read() {
    let (meant, other) =
        (Base::new("pragma journal_mode = wal; create table t(a);"), Base::new("create table t(a);"));
    let moved = other.path.with_file_name(meant.path.file_name().unwrap());
    fs::rename(&other.path, &moved).unwrap();
    let held = Connection::open(&moved).unwrap();
    held.execute_batch(
        "pragma journal_mode = wal; insert into t values (1); begin; insert into t values (2)",
    )
    .unwrap();
    // The folder is exchanged between the walk and the opening: the path leads to the other's files.
    let (aside, folder) =
        (meant.path.parent().unwrap().with_extension("aside"), meant.path.parent().unwrap());
    fs::rename(folder, &aside).unwrap();
    std::os::unix::fs::symlink(moved.parent().unwrap(), folder).unwrap();
    let file = File::open(aside.join(meant.path.file_name().unwrap())).unwrap();
    let shown = show(&file, &meant.path, "t.db", &Selector::Tables, &Bounds::default());
    fs::remove_file(folder).unwrap();
    fs::rename(&aside, folder).unwrap();
    assert!(shown.is_err(), "{shown:?}");
}

#[test]
fn databases_that_other_programs_made_are_read() {
    let base = Base::new("create table x(a)");
    let made = base.path.with_file_name("made.db");
    let sql = "create table t(a, b); insert into t values (1, 'é'), (2, null);";
    let python = format!(
        "import sqlite3; c = sqlite3.connect({:?}); c.executescript({sql:?}); c.close()",
        made.to_str().unwrap()
    );
    for (program, words) in
        [("sqlite3", vec![made.to_str().unwrap(), sql]), ("python3", vec!["-c", python.as_str()])]
    {
        let _ = fs::remove_file(&made);
        match Command::new(program).args(&words).status() {
            Err(_) => eprintln!("{program} is not here: not tried"),
            Ok(status) => {
                assert!(status.success());
                let file = File::open(&made).unwrap();
                let text =
                    show(&file, &made, "made.db", &Selector::Table("t".into()), &Bounds::default()).unwrap();
                assert!(text.contains("| 1 | é    |") && text.contains("| 2 | NULL |"), "{program}: {text}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    /// However a database is damaged, it is shown or refused in one line.
    #[test]
    fn a_damaged_database_is_shown_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let base = Base::new("create table t(a integer primary key, b text); create index i on t(b);
            with recursive c(n) as (select 1 union all select n + 1 from c where n < 300) insert into t select n, hex(n) from c;
            create view v as select * from t;");
        let mut bytes = fs::read(&base.path).unwrap();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()).max(100));
        }
        fs::write(&base.path, bytes).unwrap();
        for rest in ["", "t", "t:7", "v", "t?where=b>'1'&order=b", "?q=SELECT * FROM t"] {
            if let Err(error) = base.ask(rest) {
                prop_assert!(!error.to_string().contains('\n'));
            }
        }
    }
}
