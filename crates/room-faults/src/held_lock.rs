//! A lock that somebody holds for ever: writers give up after ten seconds, readers do not wait.

use std::fs::File;
use std::thread;

use rustix::fs::{FlockOperation, flock};

use crate::calls::Said;
use crate::report::{Row, Size, ends};
use crate::trial::{Tally, Trial, calls};
use crate::whole::Fault;
use crate::world::{State, World, command, say};

/// Calls that only look, at logs that somebody holds.
const LOOKS: [Said<'static>; 5] = [
    Said::new("read", &["room/corpus.txt", "state"]),
    Said::new("emit", &["room/corpus.txt", "state"]),
    Said::new("mem", &["cases", "state"]),
    Said::new("cite-case", &["cases", "state"]),
    Said::new("verify-room", &["room", "all"]),
];

/// All calls that log, each on a log of its own that is held throughout; all at once, since each waits.
pub fn run(world: &World, size: Size) -> anyhow::Result<Vec<Row>> {
    let calls = calls(size == Size::Small);
    let calls: Vec<_> = calls.into_iter().filter(|call| call.log.is_some()).collect();
    let trials: Vec<_> =
        calls.iter().map(|call| Trial::of(world, call, State::Going)).collect::<anyhow::Result<_>>()?;
    let tallies: Vec<_> = thread::scope(|scope| {
        let started: Vec<_> = trials.iter().map(|trial| scope.spawn(|| held(trial))).collect();
        started.into_iter().map(|one| one.join().expect("a run does not panic")).collect()
    });
    let mut wrong = Vec::new();
    let mut ended = std::collections::BTreeMap::new();
    for tally in tallies {
        let tally: Tally = tally?;
        tally.all().into_iter().for_each(|(code, count)| *ended.entry(code).or_default() += count);
        wrong.extend(tally.wrong);
    }
    let looked = looks(world, &mut wrong)?;
    let tried = format!("{} calls that log, {looked} that look", calls.len());
    Ok(vec![Row::new("a lock held for ever", tried, ends(ended)).with(wrong)])
}

fn held(trial: &Trial<'_>) -> anyhow::Result<Tally> {
    let room = trial.world.laid(trial.call, trial.state);
    let log = File::open(room.path(trial.call.log.unwrap_or_default()))?;
    flock(&log, FlockOperation::LockExclusive)?;
    let outcome = room.run(command(&room, trial.call.said), trial.call.said.input);
    let code = outcome.code;
    let told = outcome.stderr.contains("was in use by other calls for 10 seconds");
    let judged = trial.judge(&room, outcome, Fault::Error, || drop(log));
    let judged =
        judged.and_then(|()| told.then_some(()).ok_or_else(|| format!("{}: not told", trial.call.name())));
    let mut tally = Tally::default();
    tally.add("lock", code, judged.map_err(|why| format!("a lock held for ever: {why}")));
    Ok(tally)
}

/// Readers see a log that somebody holds as they see one that nobody does.
fn looks(world: &World, wrong: &mut Vec<String>) -> anyhow::Result<usize> {
    let calls = calls(false);
    let first = calls.first().expect("there are calls");
    let room = world.laid(first, State::Going);
    let before: Vec<_> = LOOKS.iter().map(|look| say(&room, *look)).collect();
    let logs = room.contents().into_keys().filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
    let logs = logs.map(|log| File::open(room.path(log))).collect::<std::io::Result<Vec<_>>>()?;
    logs.iter().try_for_each(|log| flock(log, FlockOperation::LockExclusive))?;
    for (look, before) in LOOKS.iter().zip(before) {
        let now = say(&room, *look);
        if now != before || now.code != 0 {
            wrong.push(format!("a lock held for ever: {} {:?}: {now}", look.tool, look.words));
        }
    }
    Ok(LOOKS.len())
}
