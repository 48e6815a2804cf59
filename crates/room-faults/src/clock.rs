//! A clock that steps back: the logs' records lie in the future of the call that adds to them.

use room_testkit::{Room, changed, records};

use crate::calls::Said;
use crate::report::{Row, Size, ends};
use crate::trial::{Tally, calls, each};
use crate::world::{State, World, say};

/// A year that no clock shows yet.
const FUTURE: &str = "2970-01-01T00:00:00.000Z";

/// What is asked afterwards: none of these minds the times.
const LOOKS: [Said<'static>; 4] = [
    Said::new("read", &["room/corpus.txt", "state"]),
    Said::new("emit", &["room/corpus.txt", "state"]),
    Said::new("mem", &["cases", "state"]),
    Said::new("cite-case", &["cases", "state"]),
];

/// Every call that logs, on a log from the future.
pub fn run(world: &World, size: Size) -> anyhow::Result<Vec<Row>> {
    let calls = calls(size == Size::Small);
    let calls: Vec<_> = calls.into_iter().filter(|call| call.log.is_some()).collect();
    let tally = each(world, &calls, &[State::Going], |trial| {
        let room = world.laid(trial.call, trial.state);
        let log = trial.call.log.expect("only calls that log are here");
        let future = changed(&room.text(log), |record| record["t"] = FUTURE.into());
        room.write(log, future.map_err(anyhow::Error::msg)?);
        let stood = records(&room.text(log)).len();
        let outcome = say(&room, trial.call.said);
        let code = outcome.code;
        let now = records(&room.text(log));
        let fine = code == trial.clean.outcome.code
            && now.len() > stood
            && now.iter().skip(stood).all(|record| record["t"].as_str().is_some_and(|t| t < FUTURE))
            && LOOKS.iter().all(|look| say(&room, *look).code == 0)
            && is_verified(&room);
        let mut tally = Tally::default();
        let why = || format!("a clock that steps back: {}: {outcome}", trial.call.name());
        tally.add("clock", code, fine.then_some(()).ok_or_else(why));
        Ok(tally)
    })?;
    let tried = format!("{} calls after records of the year 2970", calls.len());
    Ok(vec![Row::new("a clock that steps back", tried, ends(tally.all())).with(tally.wrong)])
}

/// The chains hold whatever the times say. That what a decision stands on was served before it is known by the times of
/// two logs alone, so where the clock stepped back in between, that and nothing else is told.
fn is_verified(room: &Room) -> bool {
    let said = say(room, Said::new("verify-room", &["room", "all", "--json"]));
    let Ok(report) = serde_json::from_str::<serde_json::Value>(&said.stdout) else { return false };
    let faults = ["journal", "reads", "corpus"]
        .map(|part| report[part]["faults"].as_array().cloned().unwrap_or_default());
    let is_of_times = |fault: &serde_json::Value| {
        fault.as_str().is_some_and(|fault| fault.contains(" was served only at "))
    };
    faults.concat().iter().all(is_of_times) && (said.code == 0) == faults.concat().is_empty()
}
