//! strace: which system calls a call makes, and one of them made to fail.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, ensure};
use room_testkit::{Outcome, Room};

use crate::calls::Said;
use crate::world::command_under;

/// The first call that is ours: before it a process sets itself up, which no program decides.
const OURS: &str = "rt_sigaction(SIGXFSZ";

/// A system call by its name, and which of its occurrences are ours: from one to another, counted from 1.
#[derive(Clone, Debug)]
pub(crate) struct Counted {
    pub(crate) name: String,
    pub(crate) first: usize,
    pub(crate) last: usize,
}

/// Lists the system calls that a call makes once its own work begins. The log of strace goes to `file`.
pub(crate) fn list(room: &Room, said: Said<'_>, file: &Path) -> anyhow::Result<Vec<Counted>> {
    let name = file.to_str().context("the file's name is text")?;
    let outcome = room.run(command_under(room, &["strace", "-f", "-qq", "-o", name], said), said.input);
    let log = std::fs::read_to_string(file).with_context(|| format!("strace said: {outcome}"))?;
    let counted = count(&log);
    ensure!(!counted.is_empty(), "no call of ours in what strace wrote: {outcome}");
    Ok(counted)
}

/// Counts the calls in what strace wrote, in each thread by itself, as strace counts them when it makes one fail.
fn count(log: &str) -> Vec<Counted> {
    let mut threads: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    let mut before = None;
    let main = log.split(' ').next().unwrap_or_default();
    for line in log.lines() {
        let (thread, rest) = line.split_once(' ').unwrap_or_default();
        let rest = rest.trim_start();
        let name = rest.split('(').next().unwrap_or_default();
        let is_call =
            rest.contains('(') && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if !is_call {
            continue;
        }
        if before.is_none() && rest.starts_with(OURS) {
            before = threads.get(main).cloned();
        }
        *threads.entry(thread).or_default().entry(name).or_default() += 1;
    }
    let Some(before) = before else { return Vec::new() };
    let mut most: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, times) in threads.values().flatten() {
        let most = most.entry(name).or_default();
        *most = (*most).max(*times);
    }
    let counted = most.into_iter().map(|(name, last)| {
        let first = before.get(name).copied().unwrap_or(0) + 1;
        Counted { name: name.to_owned(), first, last }
    });
    counted.filter(|counted| counted.first <= counted.last).collect()
}

/// Runs a call in which the `nth` system call of this name meets this fault: `error=EIO`, `signal=KILL`. Says whether it
/// did.
pub(crate) fn inject(
    room: &Room,
    said: Said<'_>,
    (name, nth, fault): (&str, usize, &str),
    file: &Path,
) -> anyhow::Result<(Outcome, bool)> {
    let (traced, inject) = (format!("trace={name}"), format!("inject={name}:{fault}:when={nth}"));
    let file_name = file.to_str().context("the file's name is text")?;
    // Stopping only at the calls that are asked for is quicker, and delivers no signals.
    let quick: &[_] = if fault.starts_with("error") { &["--seccomp-bpf"] } else { &[] };
    let under = [&["strace", "-f", "-qq", "-o", file_name, "-e", &traced, "-e", &inject], quick].concat();
    let outcome = room.run(command_under(room, &under, said), said.input);
    let log = std::fs::read_to_string(file).with_context(|| format!("strace said: {outcome}"))?;
    let met = log.contains("(INJECTED)") || log.contains("+++ killed by SIGKILL");
    Ok((outcome, met))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_counted_by_thread_from_the_first_of_ours() {
        let log = "7 brk(NULL) = 0x1\n7 write(1, \"x\", 1) = 1\n7 rt_sigaction(SIGXFSZ, {}, NULL, 8) = 0\n\
                   7 write(3, \"a (b\", 4) = 4\n8 write(4, <unfinished ...>\n7 close(3) = 0\n\
                   8 <... write resumed>) = 1\n7 +++ exited with 0 +++\n";
        let counted: Vec<_> = count(log).into_iter().map(|c| (c.name, c.first, c.last)).collect();
        let expected = [("close", 1, 1), ("rt_sigaction", 1, 1), ("write", 2, 2)];
        assert_eq!(counted, expected.map(|(name, first, last)| (name.to_owned(), first, last)));
    }
}
