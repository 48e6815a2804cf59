//! What must hold after a call, whatever happened to it: told from the files alone, without the library that wrote them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use room_testkit::{Contents, Outcome, Room, checked};

use crate::calls::Call;

/// What a call did: what its caller saw, and the folder afterwards.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    pub(crate) outcome: Outcome,
    pub(crate) after: Contents,
}

/// How a call was made to fail, as far as it excuses anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It was killed, or may have been.
    Kill,
    /// The system refused something.
    Error,
    /// The system refused a write, perhaps that of the line that says so.
    Write,
    /// The system refused to take a name away, perhaps that of what is half made.
    Unlink,
}

/// What a file or folder is, to whoever looks at what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Log,
    /// The bytes of torn lines.
    Torn,
    /// Made from others, and made anew where it is missing or wrong.
    Hint,
    /// A file or folder on its way to its place, or what is in such a folder.
    Temporary,
    /// What a batch put aside until it is done.
    Aside,
    Plain,
}

fn kind(path: &Path) -> Kind {
    let ends = |name: &str, end: &str| name.strip_suffix(end).is_some();
    let parts = || path.iter().filter_map(|part| part.to_str());
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if parts().any(|part| part.starts_with('.') && ends(part, ".part")) {
        Kind::Temporary
    } else if parts().any(|part| ends(part, ".aside")) {
        Kind::Aside
    } else if ends(name, ".jsonl.torn") {
        Kind::Torn
    } else if ends(name, ".queries.jsonl") || (name.starts_with('_') && ends(name, ".jsonl")) {
        Kind::Log
    } else if ends(name, ".hint") || ends(name, ".idx") {
        Kind::Hint
    } else {
        Kind::Plain
    }
}

/// A log before, after, and after the call without a fault.
struct Log<'a> {
    before: &'a [u8],
    after: &'a [u8],
    clean: &'a [u8],
}

impl Done {
    /// What a call did in a room, which it may name.
    pub(crate) fn new(room: &Room, mut outcome: Outcome) -> Self {
        let folder = room.path("");
        for said in [&mut outcome.stdout, &mut outcome.stderr] {
            *said = said.replace(&*folder.to_string_lossy(), "/");
        }
        Self { outcome, after: room.contents() }
    }
}

impl<'a> Log<'a> {
    fn of(path: &Path, before: &'a Contents, after: &'a Contents, clean: &'a Contents) -> Self {
        let of = |contents: &'a Contents| contents.get(path).and_then(Option::as_deref).unwrap_or_default();
        Self { before: of(before), after: of(after), clean: of(clean) }
    }

    /// How many records came, of how many that would have; an error where one went or is broken.
    fn came(&self) -> Result<(usize, usize), String> {
        let (stood, now) = (whole(self.before), whole(self.after));
        if !now.starts_with(stood) {
            return Err("records went, or were changed".to_owned());
        }
        if now != stood {
            checked(str::from_utf8(now).map_err(|error| error.to_string())?)?;
        }
        let lines = |bytes: &[u8]| bytes.split(|byte| *byte == b'\n').count();
        Ok((lines(now) - lines(stood), lines(whole(self.clean)) - lines(stood)))
    }

    /// Whether it ends in a torn line that was not there before.
    fn is_torn_now(&self) -> bool {
        !torn(self.after).is_empty() && torn(self.after) != torn(self.before)
    }
}

/// A log's whole lines.
pub(crate) fn whole(log: &[u8]) -> &[u8] {
    log.split_at(log.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1)).0
}

/// What follows them.
pub(crate) fn torn(log: &[u8]) -> &[u8] {
    log.split_at(whole(log).len()).1
}

/// Judges a call that began in a folder as `before`, and would have gone as `clean`.
pub(crate) fn judge(
    call: &Call,
    before: &Contents,
    clean: &Done,
    done: &Done,
    fault: Fault,
) -> Result<(), String> {
    let (after, without) = (&done.after, &clean.after);
    let paths: BTreeSet<_> = before.keys().chain(after.keys()).chain(without.keys()).collect();
    let mut judged = Case { call, before, clean, done, fault, paths, came: (0, 0), is_torn: false };
    for path in judged.paths.iter().filter(|path| kind(path) == Kind::Log) {
        let log = Log::of(path, before, after, without);
        let (these, of) = log.came().map_err(|why| format!("{}: {why}", path.display()))?;
        judged.came = (judged.came.0 + these, judged.came.1 + of);
        judged.is_torn |= log.is_torn_now();
        kept_aside(path, &log, before, after)?;
    }
    match done.outcome.code {
        0 if done.outcome.stdout.contains("\"stands\":true") => judged.stands(),
        // In band a refusal is an answer: what it says was not done, was not.
        0 if done.outcome.stdout.contains("\"error\":{") => {
            holds(judged.came.0 == 0 || judged.is_logged(), "a record too many or too few")?;
            judged.files(&[before], false)
        }
        0 => judged.answered(),
        // A check that could not be made does not hold; a page says so.
        1 if call.said.tool == "verify-room" => {
            judged.paths.retain(|path| path.extension().is_none_or(|end| end != "html"));
            judged.files(&[before], false)
        }
        2 => judged.refused(),
        3 => judged.stands(),
        -1 if fault == Fault::Kill => judged.killed(),
        code => Err(format!("exit {code}")),
    }
}

/// An error unless something holds.
fn holds(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise.to_owned()) }
}

/// A call that is judged.
struct Case<'a> {
    call: &'a Call,
    before: &'a Contents,
    clean: &'a Done,
    done: &'a Done,
    fault: Fault,
    /// Everything that was there, is, or would be.
    paths: BTreeSet<&'a PathBuf>,
    /// How many records came, of how many that would have.
    came: (usize, usize),
    /// Whether a log ends in a torn line that was not there.
    is_torn: bool,
}

impl Case<'_> {
    fn is_logged(&self) -> bool {
        self.came.0 == self.came.1
    }

    /// Whether the line on standard error may be missing: it was refused, too.
    fn may_be_quiet(&self) -> bool {
        self.fault == Fault::Write && self.done.outcome.stderr.is_empty()
    }

    /// Exit 0: all of it was done, logged and printed.
    fn answered(&self) -> Result<(), String> {
        let same = self.done.outcome.redacted() == self.clean.outcome.redacted();
        holds(same, "the answer is not the one without a fault")?;
        holds(self.is_logged(), "answered, but not logged")?;
        self.files(&[&self.clean.after], false)
    }

    /// Exit 2: one line says why, and nothing was done, unless the call is one that logs its refusals.
    fn refused(&self) -> Result<(), String> {
        let Done { outcome, .. } = self.done;
        holds(outcome.stdout.is_empty(), "a refusal printed something")?;
        if !self.may_be_quiet() {
            outcome.told()?;
        }
        let as_clean = outcome.code == self.clean.outcome.code
            && (outcome.stderr == self.clean.outcome.stderr || self.may_be_quiet());
        let fits = if as_clean { self.is_logged() } else { self.came.0 == 0 };
        holds(fits, "refused, but records came")?;
        holds(!self.is_torn, "refused, but the log ends in a torn line")?;
        if self.call.makes_several() {
            return self.old_or_new(false);
        }
        self.files(&[self.before], false)
    }

    /// Exit 3, or an answer in band that says so: what was to be done is done, and one line says what went wrong then.
    fn stands(&self) -> Result<(), String> {
        if !self.may_be_quiet() && self.done.outcome.code != 0 {
            self.done.outcome.told()?;
        }
        // `coder`'s files stand before its log is written: what it could not log stands too, and is told.
        let stands = self.is_logged() || self.is_torn || self.call.said.tool == "coder";
        holds(stands, "exit 3, but nothing was recorded")?;
        if self.call.makes_several() || self.call.takes_several() {
            return self.old_or_new(true);
        }
        self.files(&[&self.clean.after], true)
    }

    /// Killed: what was printed is logged, and each file is old or new.
    fn killed(&self) -> Result<(), String> {
        holds(self.done.outcome.stdout.is_empty() || self.is_logged(), "printed, but not logged")?;
        holds(self.came.0 <= self.came.1, "more records came than would have")?;
        self.old_or_new(true)
    }

    /// Each file is old or new, and no corpus stands beside a record that is not its own.
    fn old_or_new(&self, left: bool) -> Result<(), String> {
        let (after, sides) = (&self.done.after, [self.before, &self.clean.after]);
        for (path, corpus) in after.iter().filter(|(path, _)| is_corpus(path)) {
            let record = path.with_file_name("record.jsonl");
            let pair = |of: &&Contents| of.get(path) == Some(corpus) && of.get(&record) == after.get(&record);
            holds(sides.iter().any(pair), &format!("{} stands beside another's record", path.display()))?;
        }
        self.files(&sides, left)
    }

    /// Every file that is no log is as it is in one of these; what is half made is there only where it may be.
    fn files(&self, allowed: &[&Contents], left: bool) -> Result<(), String> {
        let left = left || self.fault == Fault::Unlink;
        let after = &self.done.after;
        for path in &self.paths {
            let now = after.get(*path);
            let fits = match kind(path) {
                Kind::Log | Kind::Torn | Kind::Hint => true,
                Kind::Temporary | Kind::Aside => left || now.is_none(),
                // The folder of a log comes and goes with it.
                Kind::Plain if is_log_folder(path) => true,
                // A corpus that is replaced goes before its record does.
                Kind::Plain if self.fault == Fault::Kill && is_corpus(path) && now.is_none() => true,
                Kind::Plain => allowed.iter().any(|allowed| allowed.get(*path) == now),
            };
            holds(fits, &format!("{} is not as it should be: {}", path.display(), held(now)))?;
        }
        Ok(())
    }
}

fn is_corpus(path: &Path) -> bool {
    path.ends_with("corpus.txt") && kind(path) == Kind::Plain
}

fn is_log_folder(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "out" || name == "coder-log")
}

/// What stands at a path, in short.
fn held(held: Option<&Option<Vec<u8>>>) -> String {
    match held {
        None => "nothing there".to_owned(),
        Some(None) => "a folder".to_owned(),
        Some(Some(bytes)) => format!("{} bytes", bytes.len()),
    }
}

/// What was torn off a log stands in its place still, or beside it.
fn kept_aside(path: &Path, log: &Log<'_>, before: &Contents, after: &Contents) -> Result<(), String> {
    let lost = torn(log.before);
    let beside = path.with_extension("jsonl.torn");
    let of = |contents: &Contents| contents.get(&beside).cloned().flatten().unwrap_or_default();
    let (old, new) = (of(before), of(after));
    if !new.starts_with(&old) {
        return Err(format!("{} lost bytes", beside.display()));
    }
    let stands = torn(log.after) == lost && whole(log.after) == whole(log.before);
    if stands || lost.is_empty() || new.ends_with(lost) {
        Ok(())
    } else {
        Err(format!("the torn bytes of {} are gone", path.display()))
    }
}

/// What must hold after the next call, which nothing disturbed: it went well, all logs that are not as they were `before`
/// are whole to their ends, and nothing half made is left.
pub(crate) fn settled(next: &Done, before: &Contents, ended: &Outcome) -> Result<(), String> {
    if next.outcome.code != 0 {
        return Err(format!("the next call failed: {}", next.outcome));
    }
    // What a batch puts aside is somebody's old file: nobody but its own process takes it away, and where it cannot, it
    // says so.
    let may_stay =
        ended.code == -1 || [&ended.stdout, &ended.stderr].iter().any(|said| said.contains(".aside"));
    for (path, bytes) in next.after.iter().filter_map(|(path, held)| Some((path, held.as_deref()?))) {
        match kind(path) {
            Kind::Log if before.get(path) == next.after.get(path) && torn(bytes).is_empty() => {}
            Kind::Log => {
                let text = str::from_utf8(bytes).map_err(|error| error.to_string())?;
                checked(text).map_err(|why| format!("after the next call, {}: {why}", path.display()))?;
            }
            Kind::Aside if !may_stay => return Err(format!("{} is left over", path.display())),
            _ => {}
        }
    }
    match next.after.keys().find(|path| kind(path) == Kind::Temporary) {
        Some(path) => Err(format!("{} is left over", path.display())),
        None => Ok(()),
    }
}
