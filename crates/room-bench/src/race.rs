//! Contenders that take turns, and the medians of what each took.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

/// One program's call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    words: Vec<String>,
    codes: Vec<i32>,
    numbered: bool,
    input: Option<String>,
}

impl Call {
    /// A call of these words, the program first.
    pub(crate) fn new<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self {
            words: words.into_iter().map(Into::into).collect(),
            codes: vec![0],
            numbered: false,
            input: None,
        }
    }

    /// In its words `{n}` stands for the number of the round, so that no call repeats one before it.
    pub(crate) fn numbered(mut self) -> Self {
        self.numbered = true;
        self
    }

    /// An exit code that is as good as 0.
    pub(crate) fn or(mut self, code: i32) -> Self {
        self.codes.push(code);
        self
    }

    /// What stands on its standard input: less than a pipe holds.
    pub(crate) fn fed(mut self, input: impl Into<String>) -> Self {
        self.input = Some(input.into());
        self
    }

    /// The most memory it had resident, in kilobytes, as GNU time tells it.
    pub(crate) fn peak(&self, answer: &Path) -> anyhow::Result<u64> {
        let told = answer.with_extension("peak");
        let timed = ["/usr/bin/time", "-f", "%M", "-o", &told.to_string_lossy()].map(str::to_owned);
        let words = timed.into_iter().chain(self.words.iter().cloned()).collect();
        Self { words, ..self.clone() }.once(answer)?;
        std::fs::read_to_string(told)?.trim().parse().context("kilobytes")
    }

    /// Runs it once, for what it leaves.
    pub(crate) fn once(&self, answer: &Path) -> anyhow::Result<()> {
        self.run(0, answer).map(drop)
    }

    /// Runs it once, its answer into a file, and gives how long it took from start to end.
    fn run(&self, round: usize, answer: &Path) -> anyhow::Result<Duration> {
        let number = round.to_string();
        let number = if self.numbered { number.as_str() } else { "{n}" };
        let words: Vec<_> = self.words.iter().map(|word| word.replace("{n}", number)).collect();
        let (program, rest) = words.split_first().context("a call has a program")?;
        let mut command = Command::new(program);
        let input = if self.input.is_some() { Stdio::piped() } else { Stdio::null() };
        command.args(rest).stdin(input).stdout(File::create(answer)?).stderr(Stdio::piped());
        let start = Instant::now();
        let mut child = command.spawn().with_context(|| format!("{program} is not there"))?;
        if let (Some(mut pipe), Some(input)) = (child.stdin.take(), &self.input) {
            pipe.write_all(input.as_bytes())?;
        }
        let ended = child.wait_with_output()?;
        let took = start.elapsed();
        if !ended.status.code().is_some_and(|code| self.codes.contains(&code)) {
            bail!("{words:?}: {} {}", ended.status, String::from_utf8_lossy(&ended.stderr));
        }
        Ok(took)
    }
}

/// The medians of two contenders, over so many rounds after one that is not counted. `first` counts up over all races
/// of a run.
pub(crate) fn race(
    ours: &Call,
    theirs: &Call,
    rounds: usize,
    first: usize,
    answer: &Path,
) -> anyhow::Result<[Duration; 2]> {
    let mut took = [Vec::with_capacity(rounds), Vec::with_capacity(rounds)];
    for round in 0..=rounds {
        // Who goes first changes each round.
        let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
        for who in order {
            let time = [ours, theirs][who].run(2 * (first + round) + who, answer)?;
            if round > 0 {
                took[who].push(time);
            }
        }
    }
    Ok(took.map(median))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
