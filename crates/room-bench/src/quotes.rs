//! Briefs that quote a room, and the same words as a list for a search of fixed strings.

use std::fs;
use std::path::{Path, PathBuf};

use room_corpus::corpus::Corpus;

/// A brief and the list of what it quotes.
#[derive(Debug)]
pub(crate) struct Quoting {
    /// The brief, in Markdown.
    pub(crate) brief: PathBuf,
    /// What it quotes, a line each.
    pub(crate) list: PathBuf,
}

/// Quotations of so many items, spread evenly over a corpus: words that JSON spells as they are.
pub(crate) fn of(corpus: &Path, count: usize) -> anyhow::Result<Vec<String>> {
    let corpus = Corpus::open(corpus)?;
    let threads = usize::try_from(corpus.header().threads)?;
    let mut quotes = Vec::with_capacity(count);
    for number in 0..threads {
        if quotes.len() == count {
            break;
        }
        if number * count < quotes.len() * threads {
            continue;
        }
        let Some(thread) = corpus.threads_from(number).next() else { break };
        quotes.extend(thread?.items()?.iter().find_map(|item| quotable(&item.body())));
    }
    Ok(quotes)
}

/// Four to twelve words on end on one line.
fn quotable(body: &str) -> Option<String> {
    let lines = body.lines().flat_map(|line| line.split(['“', '”', '"', '\\']));
    let mut long = lines.map(str::trim).filter(|line| line.split(' ').count() >= 4);
    long.next().map(|line| line.split(' ').take(12).collect::<Vec<_>>().join(" "))
}

/// Writes a brief of these quotations, in which one in `missing` is not in the record: now with one word changed, now
/// all invented.
pub(crate) fn write(
    folder: &Path,
    name: &str,
    quotes: &[String],
    missing: Option<usize>,
) -> anyhow::Result<Quoting> {
    let one_missing = |(number, quote): (usize, &String)| match missing {
        Some(every) if number % (2 * every) == 0 => {
            let mut words: Vec<_> = quote.split(' ').collect();
            let middle = words.len() / 2;
            words[middle] = "zeppelin";
            words.join(" ")
        }
        Some(every) if number % every == 0 => format!("nobody has written this down, be it {number} times"),
        _ => quote.clone(),
    };
    let quotes: Vec<String> = quotes.iter().enumerate().map(one_missing).collect();
    let said: Vec<_> = quotes.iter().map(|quote| format!("Somebody says \"{quote}\" there.\n")).collect();
    let quoting =
        Quoting { brief: folder.join(format!("{name}.md")), list: folder.join(format!("{name}.txt")) };
    fs::write(&quoting.brief, said.join("\n"))?;
    fs::write(&quoting.list, quotes.join("\n") + "\n")?;
    Ok(quoting)
}
