//! Contenders that take turns, and the medians of what each took.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

/// One program's call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    words: Vec<String>,
    codes: Vec<i32>,
    numbered: bool,
    input: Option<String>,
    makes: Option<PathBuf>,
}

impl Call {
    /// A call of these words, the program first.
    pub(crate) fn new<W: Into<String>>(words: impl IntoIterator<Item = W>) -> Self {
        Self {
            words: words.into_iter().map(Into::into).collect(),
            codes: vec![0],
            numbered: false,
            input: None,
            makes: None,
        }
    }

    /// In its words `{n}` stands for the number of the round, so that no call repeats one before it.
    pub(crate) fn numbered(mut self) -> Self {
        self.numbered = true;
        self
    }

    /// The same call made by another program, of which these are the words.
    pub(crate) fn after<W: Into<String>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.words.splice(0..0, words.into_iter().map(Into::into));
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

    /// It makes this folder, which is taken away before each run.
    pub(crate) fn making(mut self, folder: &Path) -> Self {
        self.makes = Some(folder.to_owned());
        self
    }

    /// Runs it once, for what it leaves.
    pub(crate) fn once(&self, answer: &Path) -> anyhow::Result<()> {
        self.run(0, answer).map(drop)
    }

    /// Runs it once, its answer into a file, and gives how long it took from start to end.
    fn run(&self, round: usize, answer: &Path) -> anyhow::Result<Duration> {
        self.cleared()?;
        let start = Instant::now();
        let child = self.started(round, answer)?;
        self.ended(child)?;
        Ok(start.elapsed())
    }

    /// Takes away what it makes.
    pub(crate) fn cleared(&self) -> anyhow::Result<()> {
        match &self.makes {
            Some(folder) if folder.exists() => Ok(fs::remove_dir_all(folder)?),
            _ => Ok(()),
        }
    }

    /// Starts it.
    pub(crate) fn started(&self, round: usize, answer: &Path) -> anyhow::Result<Child> {
        let number = round.to_string();
        let number = if self.numbered { number.as_str() } else { "{n}" };
        let words: Vec<_> = self.words.iter().map(|word| word.replace("{n}", number)).collect();
        let (program, rest) = words.split_first().context("a call has a program")?;
        let mut command = Command::new(program);
        let input = if self.input.is_some() { Stdio::piped() } else { Stdio::null() };
        command.args(rest).stdin(input).stdout(File::create(answer)?).stderr(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("{program} is not there"))?;
        if let (Some(mut pipe), Some(input)) = (child.stdin.take(), &self.input) {
            pipe.write_all(input.as_bytes())?;
        }
        Ok(child)
    }

    /// Waits for its end, which must be a good one.
    pub(crate) fn ended(&self, child: Child) -> anyhow::Result<()> {
        let ended = child.wait_with_output()?;
        if !ended.status.code().is_some_and(|code| self.codes.contains(&code)) {
            bail!("{:?}: {} {}", self.words, ended.status, String::from_utf8_lossy(&ended.stderr));
        }
        Ok(())
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
