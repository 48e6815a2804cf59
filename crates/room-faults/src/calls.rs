//! The calls that write, of every tool: what is said, where it is logged, and the call that must go well afterwards.

use crate::world::SPAN;

/// What is said to a tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said<'w> {
    pub(crate) tool: &'w str,
    /// The words, the place first.
    pub(crate) words: &'w [&'w str],
    /// What is on standard input.
    pub(crate) input: &'w str,
}

impl<'w> Said<'w> {
    /// With nothing on standard input.
    pub(crate) const fn new(tool: &'w str, words: &'w [&'w str]) -> Self {
        Self { tool, words, input: "" }
    }

    const fn with(self, input: &'w str) -> Self {
        Self { input, ..self }
    }
}

/// A call that writes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Call {
    pub(crate) said: Said<'static>,
    /// The call that comes next, with no fault in its way, and must go well.
    pub(crate) next: Said<'static>,
    /// Its log.
    pub(crate) log: Option<&'static str>,
    /// What is taken away for it to be the first in its log; nothing where it needs one that was begun.
    pub(crate) firsts: &'static [&'static str],
}

impl Call {
    /// Whether it makes several things, each whole, and keeps those it made when it fails.
    pub(crate) fn makes_several(&self) -> bool {
        self.said.tool == "render" && self.said.words.get(1) == Some(&"rooms")
    }

    /// Whether it takes several things away, and cannot bring back those that are gone when it fails.
    pub(crate) fn takes_several(&self) -> bool {
        self.said.tool == "coder" && self.said.words.contains(&"--recursive")
    }

    /// A call that looks for the hint this one looks for, and is right whether or not this one was done.
    pub(crate) fn recalls(&self) -> Said<'static> {
        if self.said.tool == "emit" { EMIT_AGAIN } else { self.said }
    }

    /// The name it has in reports: its tool and verb.
    pub(crate) fn name(&self) -> String {
        let told = self.said.words.iter().skip(1).take(3).copied();
        let told = told.map(|word| word.chars().take(24).collect::<String>());
        format!("{} {}", self.said.tool, told.collect::<Vec<_>>().join(" "))
    }
}

const C: &str = "room/corpus.txt";
const RECORD: &str = "room/record.jsonl";
const READS: Option<&str> = Some("room/out/_read.jsonl");
const JOURNAL: Option<&str> = Some("room/out/_journal.jsonl");
const QUERIES: Option<&str> = Some("room/record.jsonl.queries.jsonl");
const CASES: Option<&str> = Some("cases/out/_cite-case.jsonl");
const MEM: Option<&str> = Some("cases/out/_mem.jsonl");
const CODER: Option<&str> = Some("coder-log/_coder.jsonl");

const READ_NEXT: Said<'_> = Said::new("read", &[C, "item", "ca1x0"]);
const EMIT_NEXT: Said<'_> = Said::new("emit", &[C, "pointer", "--span", SPAN, "--note", "afterwards"]);
const EMIT_AGAIN: Said<'_> = Said::new("emit", &[C, "code", "afterwards", "--span", SPAN]);
const CITE_NEXT: Said<'_> = Said::new("cite", &[RECORD, "ca1x0", "Light 0 of thread 1"]);
const CASE_NEXT: Said<'_> = Said::new("cite-case", &["cases", "section", "Who", "--case", "ferry"]);
const MEM_NEXT: Said<'_> = Said::new("mem", &["cases", "put", "afterwards", "--text", "It went on."]);

const fn read(words: &'static [&'static str]) -> Call {
    let said = Said::new("read", words);
    Call { said, next: READ_NEXT, log: READS, firsts: &["room/out"] }
}

const fn brief(words: &'static [&'static str]) -> Call {
    let said = Said::new("read-brief", words);
    Call { said, next: READ_NEXT, log: READS, firsts: &["room/out"] }
}

const fn cite(words: &'static [&'static str]) -> Call {
    let said = Said::new("cite", words);
    Call { said, next: CITE_NEXT, log: QUERIES, firsts: &["room/record.jsonl.queries.jsonl"] }
}

const fn emit(words: &'static [&'static str], firsts: &'static [&'static str]) -> Call {
    Call { said: Said::new("emit", words), next: EMIT_NEXT, log: JOURNAL, firsts }
}

const fn case(words: &'static [&'static str]) -> Call {
    Call { said: Said::new("cite-case", words), next: CASE_NEXT, log: CASES, firsts: &["cases/out"] }
}

const fn mem(words: &'static [&'static str], firsts: &'static [&'static str]) -> Call {
    Call { said: Said::new("mem", words), next: MEM_NEXT, log: MEM, firsts }
}

const fn render(words: &'static [&'static str], next: &'static [&'static str]) -> Call {
    Call { said: Said::new("render", words), next: Said::new("render", next), log: None, firsts: &[] }
}

const fn verify(words: &'static [&'static str]) -> Call {
    let said = Said::new("verify-room", words);
    Call { said, next: said, log: None, firsts: &[] }
}

const fn coder(words: &'static [&'static str], input: &'static str, next: &'static [&'static str]) -> Call {
    let said = Said::new("coder", words).with(input);
    Call { said, next: Said::new("coder", next), log: CODER, firsts: &["coder-log"] }
}

const NEW: &[&str] = &["raw.jsonl", "room", "new", "--note", "next", "--force"];
const ROOMS: &[&str] = &["more.jsonl", "rooms", "rooms", "--force"];
const TOP: &[&str] = &["tree", "create", "next.txt", "--content", "next"];
const SUB: &[&str] = &["tree", "create", "sub/next.txt", "--content", "next"];
const MADE: &[&str] = &["tree", "create", "new/folder/next.txt", "--content", "next"];

/// A call that writes in each of two folders.
const BOTH: Said<'_> = Said::new("coder", &["tree", "call", "coder::create-file"])
    .with(r#"{"files":[{"path":"next.txt","content":"next"},{"path":"sub/next.txt","content":"next"}]}"#);

const UPDATE: &str =
    r#"{"files":[{"path":"keep.txt","ops":[{"op":"insert","at_line":1,"content":"zero"}]}]}"#;
const UPDATE_BOTH: &str = r#"{"atomic":true,"files":[{"path":"keep.txt","ops":[{"op":"insert","at_line":1,"content":"zero"}]},{"path":"other.txt","ops":[{"op":"insert","at_line":1,"content":"zero"}]}]}"#;
const CREATE_BOTH: &str =
    r#"{"atomic":true,"files":[{"path":"n1.txt","content":"1"},{"path":"sub/n2.txt","content":"2"}]}"#;
const MOVE_BOTH: &str = r#"{"atomic":true,"files":[{"from":"keep.txt","to":"moved.txt"},{"from":"other.txt","to":"sub/deep.txt","overwrite":true}]}"#;
const DELETE_BOTH: &str = r#"{"atomic":true,"recursive":true,"paths":["other.txt","old"]}"#;

/// Every call that writes.
pub(crate) const CALLS: &[Call] = &[
    read(&[C, "header"]),
    read(&[C, "thread", "pa2"]),
    read(&[C, "thread", "pa2", "--size", "90"]),
    read(&[C, "item", "ca3x1"]),
    read(&[C, "windows", "3"]),
    brief(&[C, "item", "ca3x1"]),
    brief(&[C, "titles", "3"]),
    brief(&[C, "sample", "2"]),
    cite(&[RECORD, "ca2x1", "then lit again"]),
    cite(&[RECORD, "ca2x1", "never said"]),
    cite(&[RECORD, "find", "thread [34]"]),
    cite(&[RECORD, "span", "ca2x1", "--start", "0", "--end", "5"]),
    emit(&[C, "code", "light", "--span", SPAN], &["room/out/_journal.jsonl"]),
    emit(&[C, "pointer", "--span", SPAN, "--note", "again"], &["room/out/_journal.jsonl"]),
    emit(&[C, "thread", "pa0", "--as", "in"], &["room/out/_journal.jsonl"]),
    emit(&[C, "retract", "1", "--why", "a slip"], &[]),
    case(&["cases", "cases"]),
    case(&["cases", "section", "Who", "--case", "ferry"]),
    case(&["cases", "cite", "Before noon", "--case", "ferry", "--section", "When"]),
    case(&["cases", "find", "tall"]),
    case(&["cases", "count", "tall"]),
    mem(&["cases", "put", "who", "--text", "The tall one, and Mara."], &["cases/out"]),
    mem(&["cases", "link", "who", "--to", "when", "--as", "before"], &[]),
    mem(&["cases", "drop", "when", "--why", "never mind"], &[]),
    render(&["raw.jsonl", "room", "new"], NEW),
    render(&["raw.jsonl", "room", "made/below"], &["raw.jsonl", "room", "made/below", "--force"]),
    render(
        &["more.jsonl", "room", "rooms/pier", "--community", "quay", "--force"],
        &["more.jsonl", "room", "rooms/pier", "--community", "quay", "--force"],
    ),
    render(&["more.jsonl", "rooms", "all/new"], &["more.jsonl", "rooms", "all/new", "--force"]),
    render(&["more.jsonl", "rooms", "rooms", "--note", "again", "--force"], ROOMS),
    render(&["dumps", "room", "new"], NEW),
    render(&[C, "index"], &[C, "index"]),
    verify(&["room", "all", "--html", "page.html"]),
    verify(&["room", "all", "--html", "fresh.html"]),
    coder(&["tree", "info"], "", TOP),
    coder(&["tree", "create", "made.txt", "--content", "made"], "", TOP),
    coder(&["tree", "create", "new/folder/made.txt", "--content", "made"], "", MADE),
    coder(&["tree", "create", "keep.txt", "--content", "instead", "--overwrite"], "", TOP),
    coder(&["tree", "update"], UPDATE, TOP),
    coder(&["tree", "delete", "other.txt"], "", TOP),
    coder(&["tree", "move", "keep.txt", "--to", "sub/moved.txt"], "", SUB),
    coder(&["tree", "move", "keep.txt", "--to", "sub/deep.txt", "--overwrite"], "", SUB),
    coder(&["tree", "move", "old", "--to", "new/folder/old"], "", MADE),
    coder(&["tree", "call", "coder::update-file"], UPDATE_BOTH, TOP),
    Call { next: BOTH, ..coder(&["tree", "call", "coder::create-file"], CREATE_BOTH, TOP) },
    coder(&["tree", "call", "coder::move"], MOVE_BOTH, TOP),
    coder(&["tree", "call", "coder::delete-file"], DELETE_BOTH, TOP),
    coder(&["tree", "delete", "old", "--recursive"], "", TOP),
];
