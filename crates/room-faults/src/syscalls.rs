//! Every system call of every writing call made to fail once, and the process killed at every one.
#![expect(clippy::print_stderr, reason = "a long run says how far it is")]

use std::process::Command;
use std::time::Instant;

use crate::report::{Row, Size, ends};
use crate::trace;
use crate::trial::{Tally, Trial, calls, each};
use crate::whole::Fault;
use crate::world::{State, World};

/// What a call of the system may answer, and the end that may come instead.
const FAULTS: [&str; 5] = ["error=ENOSPC", "error=EIO", "error=EROFS", "error=EINTR", "signal=KILL"];

/// Calls that no disk has a part in: memory, threads, signals, chance, the end. A process is only killed at these.
const NOT_OF_A_DISK: [&str; 21] = [
    "brk",
    "clone",
    "clone3",
    "exit",
    "exit_group",
    "futex",
    "getrandom",
    "gettid",
    "madvise",
    "mmap",
    "mprotect",
    "mremap",
    "munmap",
    "prctl",
    "rseq",
    "rt_sigaction",
    "rt_sigprocmask",
    "sched_getaffinity",
    "sched_yield",
    "set_robust_list",
    "sigaltstack",
];

/// Runs them all. A small campaign has fewer calls and faults.
pub fn run(world: &World, size: Size) -> anyhow::Result<Vec<Row>> {
    if Command::new("strace").arg("-V").output().is_err() {
        return Ok(vec![Row::skipped("a system call that fails", "strace is needed")]);
    }
    let small = size == Size::Small;
    let (faults, states): (&[_], &[_]) = if small {
        (&["error=EIO", "signal=KILL"], &[State::Going])
    } else {
        (&FAULTS, &[State::First, State::Going, State::Torn, State::Long])
    };
    let calls = calls(small);
    let tally = each(world, &calls, states, |trial| sweep(trial, faults))?;
    let row = |fault: &&str| {
        let ended = tally.of(fault);
        let runs: usize = ended.iter().map(|(_, count)| count).sum();
        let what = fault.split('=').next_back().unwrap_or_default();
        let wrong = tally.wrong.iter().filter(|line| line.starts_with(*fault)).cloned().collect();
        let tried = format!("{runs} runs of {} calls", calls.len());
        Row::new(format!("{what} at one system call"), tried, ends(ended)).with(wrong)
    };
    Ok(faults.iter().map(row).collect())
}

/// Every fault at every occurrence of every system call of one trial. Only runs that met their fault are counted.
fn sweep(trial: &Trial<'_>, faults: &[&'static str]) -> anyhow::Result<Tally> {
    let (name, started) = (trial.call.name(), Instant::now());
    let notes = tempfile::tempdir()?;
    let said = trial.call.said;
    let counted = trace::list(&trial.world.laid(trial.call, trial.state), said, &notes.path().join("list"))?;
    let mut tally = Tally::default();
    for (call, fault) in counted.iter().flat_map(|call| faults.iter().map(move |fault| (call, *fault))) {
        let name = call.name.as_str();
        let kind = match (fault, name) {
            ("signal=KILL", _) => Fault::Kill,
            (_, "write" | "writev") => Fault::Write,
            (_, "unlink" | "unlinkat" | "rmdir") => Fault::Unlink,
            (_, name) if NOT_OF_A_DISK.contains(&name) => continue,
            _ => Fault::Error,
        };
        for nth in call.first..=call.last {
            let room = trial.world.laid(trial.call, trial.state);
            let (outcome, met) = trace::inject(&room, said, (name, nth, fault), &notes.path().join("log"))?;
            let code = outcome.code;
            let judged = trial.judge(&room, outcome, kind, || ());
            let judged = judged.map_err(|why| format!("{fault} at {name} {nth}: {why}"));
            if met {
                tally.add(fault, code, judged);
            } else {
                tally.wrong.extend(judged.err());
            }
        }
    }
    // A fault that nobody met would prove nothing.
    for fault in faults {
        if tally.of(fault).is_empty() {
            tally.wrong.push(format!("{fault} was never met: {name} ({:?})", trial.state));
        }
    }
    if faults.len() == FAULTS.len() {
        let (state, runs, seconds) = (trial.state, tally.runs(), started.elapsed().as_secs());
        tally.wrong.iter().for_each(|line| eprintln!("wrong: {line}"));
        eprintln!("  {name} ({state:?}): {runs} runs in {seconds} s, {} wrong", tally.wrong.len());
    }
    Ok(tally)
}
