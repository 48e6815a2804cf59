//! The table of verbs.

use std::path::Path;

use clap::Subcommand;
use room_core::cli::{Out, Tool, count};
use room_core::refusal::Failure;
use room_corpus::corpus::Corpus;
use room_corpus::serve::{Service, Shared};

use crate::{sample, state, titles};

/// What `read-brief` can do.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// What both reading tools do
    #[command(flatten)]
    Shared(Shared),
    /// The next N titles (50) not yet listed, in corpus order
    ///
    /// A line each: `ID DAY items N score N TITLE`, line breaks as spaces; a thread without its post has `score -` and
    /// no title. When nothing is left: `@end 41/41 titles`. Logs `kind: titles`: `n, day, threads`.
    Titles {
        /// how many titles
        #[arg(value_parser = count)]
        n: Option<usize>,
        /// only threads whose first item is of this UTC day, such as 2017-03-28, or undated
        #[arg(long, value_name = "D", value_parser = titles::day)]
        day: Option<String>,
    },
    /// N whole threads (5), drawn from the thinnest days first
    ///
    /// N times over: of the days that have threads not served whole, the one with the fewest code points served (the
    /// earliest on a tie); of its threads, the one with the least SHA-256 of `RECORD_HEX:THREAD_ID`. It stops before the
    /// first that would pass the ceiling: `@stop ceiling 3/5 threads`. When nothing is left: `@end 41/41 threads`. Logs
    /// one `kind: sample` a thread: `thread_id, items, day`.
    Sample {
        /// how many threads
        #[arg(value_parser = count)]
        n: Option<usize>,
    },
    /// Where you are and how much is left, as one JSON object
    ///
    /// Keys: `tool, corpus, threads_in_corpus, threads_served, chars_served, budget, ceiling, budget_left,
    /// over_budget, titles_listed, days, log`. Logs nothing.
    State,
}

impl Tool for Verb {
    const NAME: &'static str = "read-brief";
    const PLACE: &'static str = "CORPUS";
    const ABOUT: &'static str = "the brief writer's tool. What is ordinary here?";
    const NOTES: &'static str = "Budget and ceiling stand in the header and count everything served but the header itself.\n\
        The budget is a reference; what would pass the ceiling is refused whole.";

    fn run(self, place: &Path, out: &mut Out<'_>) -> Result<(), Failure> {
        let corpus = Corpus::open(place)?;
        let ceiling = corpus.header().ceiling;
        let ceiling = ceiling.map(|ceiling| usize::try_from(ceiling).unwrap_or(usize::MAX));
        let service = Service { ceiling, ..Service::new(Self::NAME, &corpus) };
        match self {
            Verb::Shared(verb) => verb.run(&service, out),
            Verb::Titles { n, day } => titles::titles(&service, n, day.as_deref(), out),
            Verb::Sample { n } => sample::sample(&service, n, out),
            Verb::State => state::state(Self::NAME, &corpus, out),
        }
    }
}
