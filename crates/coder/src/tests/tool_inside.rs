//! `tool::read` and `tool::search` inside archives, databases, documents and notebooks: whoever made them, the jail holds.

use std::fs::{self, File};
use std::io::Write as _;

use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::room::Room;
use crate::{Code, CoderError};

impl Room {
    fn zip(&self, name: &str, members: &[(&str, &str)]) {
        let mut zip = ZipWriter::new(File::create(self.root().join(name)).unwrap());
        for (member, text) in members {
            zip.start_file(*member, SimpleFileOptions::default()).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
        zip.finish().unwrap();
    }

    fn sqlite(&self, name: &str, sql: &str) {
        rusqlite::Connection::open(self.root().join(name)).unwrap().execute_batch(sql).unwrap();
    }

    fn shows(&self, path: &str) -> Result<String, CoderError> {
        let answer = self.coder.call("tool::read", json!({"path": path}))?;
        Ok(answer["text"].as_str().unwrap().to_owned())
    }
}

#[test]
fn a_member_is_read_like_a_file_and_its_calls_go_on() {
    let room = Room::new(&[]);
    let long = (1..=3000).map(|n| format!("line {n} {}\n", "x".repeat(20))).collect::<Vec<_>>().concat();
    room.zip(
        "k.zip",
        &[
            ("src/a.txt", "1\n2\n3\n"),
            ("a:b", "colons\n"),
            ("a:2-2", "a selector's name\n"),
            ("big.log", &long),
            ("x.docx", "no document"),
        ],
    );
    assert_eq!(room.shows("k.zip").unwrap(), "a:2-2 (18B)\na:b (7B)\nbig.log (91893B)\nsrc/\nx.docx (11B)\n");
    assert_eq!(room.shows("k.zip:src").unwrap(), "a.txt (6B)\n");
    assert_eq!(room.shows("k.zip:src/a.txt:2-2").unwrap(), "2|2\n");
    assert_eq!(room.shows("k.zip:a:b:raw").unwrap(), "colons\n");
    assert_eq!(room.shows("k.zip:a:2-2").unwrap(), "1|a selector's name\n", "the member before the selector");
    fs::write(room.root().join("k.zip:own"), "a file of its own\n").unwrap();
    assert_eq!(room.shows("k.zip:own").unwrap(), "1|a file of its own\n", "the file before the archive");
    let cut = room.coder.call("tool::read", json!({"path": "k.zip:big.log"})).unwrap();
    assert_eq!(cut["file"]["path"], "k.zip:big.log");
    let footer = cut["truncationFooter"].as_str().unwrap();
    let on = footer.split("Go on: ").nth(1).unwrap().split(';').next().unwrap();
    assert!(room.shows(on).unwrap().contains("|line 3000 "), "{on}");
    let found = room
        .coder
        .call("tool::search", json!({"pattern": "line 2999", "paths": ["k.zip:big.log"], "context": 0}))
        .unwrap();
    assert_eq!(
        (&found["matches"][0]["file"], &found["matches"][0]["lineNumber"]),
        (&json!("k.zip:big.log"), &json!(2999))
    );
}

#[test]
fn what_is_denied_is_in_no_archive_and_what_climbs_is_nowhere() {
    let room =
        Room::with("non_accessible_globs: ['**/*.pem', '**/secrets/**']\n", &[("out/id.pem", "key\n")]);
    room.zip("k.zip", &[("id.pem", "key\n"), ("a/secrets/t", "key\n"), ("../up", "x\n"), ("ok", "fine\n")]);
    room.zip("id.pem.zip", &[("ok", "fine\n")]);
    let listed = room.shows("k.zip").unwrap();
    assert!(listed.starts_with("ok (5B)\n") && !listed.contains("pem") && !listed.contains("up"), "{listed}");
    let missing = room.shows("k.zip:nope").unwrap_err();
    for member in
        ["id.pem", "ID.PEM", "a/secrets/t", "a/secrets", "./id.pem", "../up", "../out/id.pem", "/etc/passwd"]
    {
        let error = room.shows(&format!("k.zip:{member}")).unwrap_err();
        assert_eq!(
            (error.code, error.message),
            (Code::C211, missing.message.replace("nope", member)),
            "{member}"
        );
        let search = json!({"pattern": "key", "paths": [format!("k.zip:{member}")]});
        assert!(room.coder.call("tool::search", search).is_err(), "{member}");
    }
    assert!(room.shows("id.pem.zip:ok").is_ok(), "a name that only begins so");
}

#[test]
fn a_hostile_file_is_one_line_whatever_it_is_called() {
    let room = Room::new(&[
        ("cut.zip", "PK\u{3}\u{4}junk"),
        ("junk.tar", "junk"),
        ("junk.tgz", "junk"),
        ("a.docx", "junk"),
        ("a.pdf", "%PDF-1.4 junk"),
        ("a.rtf", "{\\rtf1}"),
        ("a.ipynb", "not json"),
        ("n.db", "hello\n"),
    ]);
    let blanks = " ".repeat(20 << 20);
    room.zip("bomb.zip", &[("blanks", &blanks)]);
    fs::write(room.root().join("torn.sqlite"), [b"SQLite format 3\0".as_slice(), &[7; 3000]].concat())
        .unwrap();
    for path in
        ["cut.zip", "junk.tar", "junk.tgz:x", "a.ipynb", "torn.sqlite", "torn.sqlite:t", "bomb.zip:blanks"]
    {
        let error = room.shows(path).unwrap_err();
        assert!(
            !error.message.contains('\n') && error.message.contains(path.split(':').next().unwrap()),
            "{path}: {error}"
        );
    }
    assert_eq!(room.shows("bomb.zip:blanks").unwrap_err().code, Code::C213);
    for path in ["a.docx", "a.pdf", "a.rtf"] {
        let text = room.shows(path).unwrap();
        assert!(text.lines().count() == 1 && text.contains("is not shown as text"), "{path}: {text}");
    }
    assert_eq!(room.shows("n.db").unwrap(), "1|hello\n", "the bytes decide");
}

#[test]
fn a_database_is_read_and_never_changed() {
    let room = Room::new(&[]);
    room.sqlite(
        "t.db",
        "create table t(a integer primary key, b); insert into t values (1, 'x'), (2, null);",
    );
    let before = fs::read(room.root().join("t.db")).unwrap();
    assert_eq!(room.shows("t.db").unwrap(), "t (2 rows)\n");
    assert_eq!(room.shows("t.db:t:2").unwrap(), "a: 2\nb: NULL\n");
    assert_eq!(room.shows("t.db?q=SELECT b FROM t WHERE b LIKE '%x%'").unwrap(), "| b |\n| - |\n| x |\n");
    for (path, code) in [
        ("t.db:nope", Code::C211),
        ("t.db:t:x", Code::C210),
        ("t.db?q=DELETE FROM t", Code::C210),
        ("t.db?q=SELECT 1;DROP TABLE t", Code::C210),
        ("t.db:t?where=1;drop table t", Code::C210),
        ("t.db?q=SELECT randomblob(99999999)", Code::C213),
    ] {
        assert_eq!(room.shows(path).unwrap_err().code, code, "{path}");
    }
    let both = room.coder.call("tool::read", json!({"path": "t.db:t", "selector": "1-2"})).unwrap_err();
    assert_eq!(both.code, Code::C210);
    assert_eq!(fs::read(room.root().join("t.db")).unwrap(), before);
    assert_eq!(room.names(), ["t.db"]);
    std::os::unix::fs::symlink("t.db", room.root().join("link.db")).unwrap();
    assert_eq!(room.shows("link.db").unwrap(), "t (2 rows)\n", "a link inside the root is one way to it");
}

const NOTEBOOK: &str = r##"{"cells":[{"cell_type":"markdown","source":["# Hi\n","text"],"metadata":{}},
 {"cell_type":"code","source":["x = 1\n","print(x)"],"outputs":[{"text":["x = 1\n"]}],"execution_count":3,"metadata":{"k":1}}]}"##;

#[test]
fn a_notebook_is_read_and_edited_by_its_cells() {
    let room = Room::new(&[("n.ipynb", NOTEBOOK)]);
    let text = room.shows("n.ipynb").unwrap();
    assert_eq!(text, "1|# %% [markdown] cell:0\n2|# Hi\n3|text\n4|# %% [code] cell:1\n5|x = 1\n6|print(x)\n");
    assert_eq!(room.shows("n.ipynb:5-5").unwrap(), "5|x = 1\n");
    assert_eq!(room.shows("n.ipynb:raw").unwrap().trim_end(), NOTEBOOK);
    let edit = |old: &str, new: &str| {
        room.coder.call("tool::edit", json!({"path": "n.ipynb", "old_text": old, "new_text": new}))
    };
    let done = edit("x = 1\nprint", "x = 2\ny = 3\nprint").unwrap();
    let shown = done["text"].as_str().unwrap();
    assert!(shown.contains("-5|x = 1\n+5|x = 2\n+6|y = 3\n"), "by the lines that read shows: {shown}");
    let wanted = NOTEBOOK.replace(r#"["x = 1\n","print(x)"],"#, r#"["x = 2\n","y = 3\n","print(x)"],"#);
    assert_eq!(room.text("n.ipynb"), wanted, "its outputs too hold the text, and stay");
    assert!(edit("# %% [code] cell:1", "# %% [code] cell:9").is_err());
    edit(r#""k":1"#, r#""k":2"#).unwrap();
    let value: Value = serde_json::from_str(&room.text("n.ipynb")).unwrap();
    assert_eq!(value["cells"][1]["metadata"]["k"], 2, "what is in no cell is looked for in the JSON");
    assert_eq!(room.text("n.ipynb"), wanted.replace(r#""k":1"#, r#""k":2"#));
}
