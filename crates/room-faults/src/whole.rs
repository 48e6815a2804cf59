//! What must hold after a call, whatever happened to it: told from the files alone, without the library that wrote them.

use std::collections::BTreeSet;
use std::path::Path;

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
    let hidden = |part: &std::ffi::OsStr| {
        part.to_str().is_some_and(|part| part.starts_with('.') && part.ends_with(".part"))
    };
    if path.iter().any(hidden) {
        return Kind::Temporary;
    }
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    if name.ends_with(".jsonl.torn") {
        Kind::Torn
    } else if name.ends_with(".queries.jsonl") || (name.starts_with('_') && name.ends_with(".jsonl")) {
        Kind::Log
    } else if name.ends_with(".hint") || name.ends_with(".idx") {
        Kind::Hint
    } else if path.iter().any(|part| part.to_str().is_some_and(|part| part.ends_with(".aside"))) {
        Kind::Aside
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
        checked(str::from_utf8(now).map_err(|error| error.to_string())?)?;
        let lines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
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
    let Done { outcome, after } = done;
    let paths: BTreeSet<_> = before.keys().chain(after.keys()).chain(clean.after.keys()).collect();
    let mut came = (0, 0);
    let mut is_torn = false;
    for path in paths.iter().filter(|path| kind(path) == Kind::Log) {
        let log = Log::of(path, before, after, &clean.after);
        let these = log.came().map_err(|why| format!("{}: {why}", path.display()))?;
        came = (came.0 + these.0, came.1 + these.1);
        is_torn |= log.is_torn_now();
        kept_aside(path, &log, before, after)?;
    }
    let logged = came.0 == came.1;
    let told = outcome.told();
    let quiet = fault == Fault::Write && outcome.stderr.is_empty();
    let left = fault == Fault::Unlink;
    let ended_as_clean = outcome.code == clean.outcome.code;
    match outcome.code {
        // In band a refusal is an answer: what it says was not done, was not.
        0 if outcome.stdout.contains("\"error\":{") => {
            let fits = came.0 == 0 || logged;
            fits.then_some(()).ok_or_else(|| format!("{} of {} records", came.0, came.1))?;
            files(&paths, after, &[before], false)
        }
        0 | 1 if ended_as_clean => {
            let same = outcome.redacted() == clean.outcome.redacted();
            same.then_some(()).ok_or("the answer is not the one without a fault")?;
            logged.then_some(()).ok_or_else(|| format!("answered, but {} of {} records", came.0, came.1))?;
            files(&paths, after, &[&clean.after], left)
        }
        2 => {
            if !outcome.stdout.is_empty() {
                return Err("a refusal printed something".to_owned());
            }
            if !quiet {
                told?;
            }
            let as_logged = ended_as_clean && outcome.stderr == clean.outcome.stderr;
            let fits = if as_logged { logged } else { came.0 == 0 };
            if !fits && !(quiet && logged) {
                return Err(format!("refused, but {} records came", came.0));
            }
            if is_torn {
                return Err("refused, but the log ends in a torn line".to_owned());
            }
            if call.makes_several() {
                pairs(after, before, &clean.after)?;
                return files(&paths, after, &[before, &clean.after], left);
            }
            files(&paths, after, &[before], left)
        }
        // A check that could not be made does not hold; a page says so.
        1 if call.said.tool == "verify-room" => {
            let others: BTreeSet<_> =
                paths.into_iter().filter(|path| path.extension().is_none_or(|end| end != "html")).collect();
            files(&others, after, &[before], left)
        }
        3 => {
            if !quiet {
                told?;
            }
            // `coder`'s files stand before its log is written: what it could not log stands too, and is told.
            let stands = logged || is_torn || call.said.tool == "coder";
            stands.then_some(()).ok_or("exit 3, but nothing was recorded")?;
            if call.makes_several() {
                pairs(after, before, &clean.after)?;
                return files(&paths, after, &[before, &clean.after], true);
            }
            files(&paths, after, &[&clean.after], true)
        }
        -1 if fault == Fault::Kill => {
            if !outcome.stdout.is_empty() && !logged {
                return Err("printed, but not logged".to_owned());
            }
            if came.0 > came.1 {
                return Err(format!("{} records came, of {}", came.0, came.1));
            }
            pairs(after, before, &clean.after)?;
            // A corpus that is replaced goes before its record does.
            let replaced = |path: &Path| call.said.tool == "render" && path.ends_with("corpus.txt");
            let others =
                paths.into_iter().filter(|path| !replaced(path) || after.get(*path).is_some()).collect();
            files(&others, after, &[before, &clean.after], true)
        }
        code => Err(format!("exit {code}")),
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

/// Every file that is no log is as it is in one of these; temporaries where they may be.
fn files(
    paths: &BTreeSet<&std::path::PathBuf>,
    after: &Contents,
    allowed: &[&Contents],
    left: bool,
) -> Result<(), String> {
    for path in paths {
        let fits = match kind(path) {
            Kind::Log | Kind::Torn | Kind::Hint => true,
            Kind::Temporary | Kind::Aside => left || after.get(*path).is_none(),
            // The folder of a log comes and goes with it.
            Kind::Plain if is_log_folder(path) => true,
            Kind::Plain => allowed.iter().any(|allowed| allowed.get(*path) == after.get(*path)),
        };
        if !fits {
            return Err(format!("{} is not as it should be: {}", path.display(), held(after.get(*path))));
        }
    }
    Ok(())
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

/// No corpus stands beside a record that is not its own.
fn pairs(after: &Contents, before: &Contents, clean: &Contents) -> Result<(), String> {
    for (path, corpus) in
        after.iter().filter(|(path, _)| path.ends_with("corpus.txt") && kind(path) == Kind::Plain)
    {
        let record = path.with_file_name("record.jsonl");
        let pair = |of: &Contents| of.get(path) == Some(corpus) && of.get(&record) == after.get(&record);
        if !pair(before) && !pair(clean) {
            return Err(format!("{} stands beside another's record", path.display()));
        }
    }
    Ok(())
}

/// What must hold after the next call, which nothing disturbed: it went well, all logs are whole to their ends, and
/// nothing half made is left.
pub(crate) fn settled(next: &Done, fault: Fault) -> Result<(), String> {
    if next.outcome.code != 0 {
        return Err(format!("the next call failed: {}", next.outcome));
    }
    // What a batch puts aside is somebody's old file: nobody but its own process takes it away.
    let may_stay = matches!(fault, Fault::Kill | Fault::Unlink);
    for (path, bytes) in next.after.iter().filter_map(|(path, held)| Some((path, held.as_deref()?))) {
        match kind(path) {
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
