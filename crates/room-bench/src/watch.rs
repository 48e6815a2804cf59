//! What a call takes beside time: processor time, and memory at its most.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::race::Call;

/// What one run of a call took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Taken {
    /// From start to end.
    wall: Duration,
    /// On all processors together, in user and system mode.
    busy: Duration,
    /// The most bytes it had in memory, pages of mapped files among them.
    peak: u64,
    /// The most bytes it had of its own, as far as it was seen: looked at each millisecond.
    own: u64,
}

impl Taken {
    /// `3.10 s on 1.9 cores, at most 84 MB in memory (12 MB its own, the rest mapped files)`.
    pub(crate) fn words(&self) -> String {
        let (wall, busy) = (self.wall.as_secs_f64(), self.busy.as_secs_f64());
        let [peak, own] = [self.peak, self.own].map(|bytes| bytes / 1_000_000);
        let cores = busy / wall;
        format!(
            "{wall:.2} s on {cores:.1} cores, at most {peak} MB in memory ({own} MB its own, the rest mapped files)"
        )
    }
}

/// Runs a call once and watches it.
pub(crate) fn watched(call: &Call, answer: &Path) -> anyhow::Result<Taken> {
    let before = busy_of_children()?;
    call.cleared()?;
    let start = Instant::now();
    let mut child = call.started(0, answer)?;
    let mut taken = Taken::default();
    loop {
        look(&child, &mut taken);
        if child.try_wait()?.is_some() {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    taken.wall = start.elapsed();
    call.ended(child)?;
    taken.busy = busy_of_children()?.saturating_sub(before);
    Ok(taken)
}

/// What the system says of a process's memory; of one that has ended, nothing.
fn look(child: &Child, taken: &mut Taken) {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let bytes = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok()).map(|kilo| kilo << 10)
    };
    taken.peak = taken.peak.max(bytes("VmHWM").unwrap_or_default());
    taken.own = taken.own.max(bytes("RssAnon").unwrap_or_default());
}

/// Processor time of all children that have ended, as the system counts it: in hundredths of a second.
fn busy_of_children() -> anyhow::Result<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").context("the memory and times of a process")?;
    // The program's name, in brackets, may hold blanks; the numbers after it do not.
    let numbers = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: u64 = numbers.skip(13).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Ok(Duration::from_millis(ticks * 10))
}
