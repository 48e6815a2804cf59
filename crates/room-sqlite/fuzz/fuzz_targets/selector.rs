//! Any selector on a database: it is refused in one line or answered in time, the database stays byte for byte what it
//! was, and the call that goes on is one.
#![no_main]

use std::fs::File;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;
use room_sqlite::{Bounds, Selector, show};

static BASE: LazyLock<(PathBuf, Vec<u8>)> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("room-sqlite-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the database");
    let path = folder.canonicalize().expect("it stands").join("t.db");
    let base = rusqlite::Connection::open(&path).expect("a database");
    let sql = "create table users(id integer primary key, name text, note text);
        insert into users values (1, 'Ann', null), (2, 'B;b', x'00ff'), (3, 'Cy%', '--');
        create table wr(k text primary key, v) without rowid; insert into wr values ('a:b', 1);
        create table comp(a, b, primary key (a, b)); create view vw as select name from users;
        create trigger t after insert on users begin delete from users; end;";
    base.execute_batch(sql).expect("the tables");
    drop(base);
    let bytes = std::fs::read(&path).expect("it can be read");
    (path, bytes)
});

#[derive(Arbitrary, Debug)]
enum Piece {
    Word(u8),
    Mark(u8),
    Number(i32),
    Text(String),
}

const WORDS: [&str; 40] = [
    "users", "wr", "comp", "vw", "id", "name", "note", "limit=", "offset=", "order=", "where=", "q=", "SELECT ", "FROM ", "users ",
    "union ", "drop table users", "delete from users", "pragma user_version=7", "attach 'x' as y", "sqlite_schema", "rowid", "asc", "desc",
    "writable_schema", "load_extension('x')", "(", ")", " and ", " or ", " like ", "'a;b'", "/*", "--", "%27", "%3B", "randomblob(9999)",
    "count(*) ", "insert into users values(9,9,9)", "vacuum into 'x'",
];
const MARKS: [&str; 12] = [":", "?", "&", "=", ";", "'", "\"", "%", ",", " ", "*", "\n"];

fuzz_target!(|pieces: Vec<Piece>| {
    let rest: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Word(at) => WORDS[usize::from(*at) % WORDS.len()].to_owned(),
            Piece::Mark(at) => MARKS[usize::from(*at) % MARKS.len()].to_owned(),
            Piece::Number(number) => number.to_string(),
            Piece::Text(text) => text.clone(),
        })
        .collect();
    let Ok(selector) = Selector::parse(&rest) else { return };
    let (path, bytes) = &*BASE;
    let file = File::open(path).expect("it stands");
    let bounds = Bounds { steps: 1_000_000, time: Duration::from_secs(5), ..Bounds::default() };
    match show(&file, path, "t.db", &selector, &bounds) {
        Err(error) => assert!(!error.to_string().contains('\n'), "{rest:?}: {error:?}"),
        Ok(text) => {
            let on = text.lines().last().and_then(|line| line.strip_suffix(']')?.split_once(": t.db:"));
            if let Some((_, on)) = on {
                assert!(Selector::parse(on).is_ok(), "{rest:?} goes on with {on:?}");
            }
        }
    }
    assert!(std::fs::read(path).expect("it can be read") == *bytes, "{rest:?} changed the database");
});
