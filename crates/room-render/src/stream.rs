//! A dump read on all cores: one thread cuts its bytes into blocks of whole lines, others parse them, and the lines are
//! handed on in the dump's order.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use room_corpus::corpus::{CorpusError, file_name};
use room_corpus::record::{Bad, Line, Titles, lines_of};

use crate::progress::Step;
use crate::raw::{self, Raw};
use crate::{Options, RenderError};

/// About how many bytes of the dump are parsed at a time.
const BLOCK: usize = 1 << 20;

/// The most threads that parse. More would wait for the one that reads.
const MOST_PARSERS: usize = 8;

/// How many blocks may wait before a thread and behind it.
const WAITING: usize = 2;

/// Whole lines of one file of a dump.
struct Block {
    /// The file, by its place among the dump's.
    file: usize,
    /// The number of its first line.
    first: usize,
    bytes: Vec<u8>,
}

/// What passes between the threads: something, why there is no more, or `None` at the end.
type Passed<T> = Option<Result<T, CorpusError>>;

/// The lines of a block, each as it was understood or with its number.
struct Sheet {
    file: usize,
    lines: Vec<Result<Line, (usize, Bad)>>,
}

/// Reads every line of a dump and hands it on. Gives the number of bad lines, of which as many may be let go as the
/// options say.
pub(crate) fn each_line(
    raw: &Raw,
    options: &Options,
    progress: &mut dyn FnMut(Step),
    take: impl FnMut(Line) -> Result<(), RenderError>,
) -> Result<u64, RenderError> {
    each_line_by(BLOCK, raw, options.skip_bad, progress, take)
}

fn each_line_by(
    block: usize,
    raw: &Raw,
    skip_bad: u64,
    progress: &mut dyn FnMut(Step),
    mut take: impl FnMut(Line) -> Result<(), RenderError>,
) -> Result<u64, RenderError> {
    let parsers = thread::available_parallelism().map_or(1, usize::from).min(MOST_PARSERS);
    thread::scope(|scope| {
        let (mut blocks, mut sheets) = (Vec::new(), Vec::new());
        for _ in 0..parsers {
            let (to_parser, cut) = sync_channel(WAITING);
            let (to_us, parsed) = sync_channel(WAITING);
            scope.spawn(move || parse(&cut, &to_us, &raw.titles));
            blocks.push(to_parser);
            sheets.push(parsed);
        }
        let files = raw.files.clone();
        // Not of the scope: where the lines are no longer wanted nobody waits until standard input has more to give.
        thread::spawn(move || {
            // Blocks are dealt in turn and their lines collected in turn, which keeps the dump's order.
            let mut parsers = blocks.iter().cycle();
            cut(&files, block, |block| parsers.next().is_some_and(|parser| parser.send(block).is_ok()));
        });
        let (mut read, mut skipped) = (0, 0);
        for parsed in sheets.iter().cycle() {
            let sheet = parsed.recv().expect("the end is said, unless a thread panicked");
            let Some(sheet) = sheet else { break };
            let Sheet { file, lines } = sheet?;
            read += lines.len() as u64;
            for line in lines {
                match line {
                    Ok(line) => take(line)?,
                    Err(_) if skipped < skip_bad => skipped += 1,
                    Err((line, bad)) => {
                        let file = raw.files.get(file).expect("a block is of a file of the dump");
                        return Err(RenderError::BadLine { file: file_name(file), line, bad });
                    }
                }
            }
            progress(Step::Read(read));
        }
        Ok(skipped)
    })
}

/// Parses blocks until there are no more, or nobody takes their lines.
fn parse(blocks: &Receiver<Passed<Block>>, sheets: &SyncSender<Passed<Sheet>>, titles: &Titles) {
    for block in blocks {
        let sheet = block.map(|block| {
            let Block { file, first, bytes } = block?;
            let lines = lines_of(&bytes, first).map(|(number, line)| {
                line.and_then(|line| Line::read(line, titles)).map_err(|bad| (number, bad))
            });
            Ok(Sheet { file, lines: lines.collect() })
        });
        if sheets.send(sheet).is_err() {
            return;
        }
    }
}

/// Cuts files into blocks of about `size` bytes, for as long as they are taken.
fn cut(files: &[PathBuf], size: usize, mut send: impl FnMut(Passed<Block>) -> bool) {
    for (file, path) in files.iter().enumerate() {
        let cut = raw::open(path).and_then(|stream| {
            let cut = cut_stream(stream, size, |first, bytes| send(Some(Ok(Block { file, first, bytes }))));
            cut.map_err(|error| CorpusError::from_io(path, error))
        });
        match cut {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => {
                send(Some(Err(error)));
                return;
            }
        }
    }
    send(None);
}

/// Cuts a stream at line ends. A block is given with the number of its first line; `false` where one was not taken.
fn cut_stream(
    mut stream: impl Read,
    size: usize,
    mut send: impl FnMut(usize, Vec<u8>) -> bool,
) -> io::Result<bool> {
    let mut first = 1;
    let mut bytes = Vec::with_capacity(size);
    loop {
        let known = bytes.len();
        let read = stream.by_ref().take(size as u64).read_to_end(&mut bytes)?;
        let ended = read < size;
        let new = bytes.get(known..).unwrap_or_default();
        let end = match memchr::memrchr(b'\n', new) {
            _ if ended => bytes.len(),
            Some(newline) => known + newline + 1,
            // A line longer than a block.
            None => continue,
        };
        let mut rest = Vec::with_capacity(size + (bytes.len() - end));
        rest.extend_from_slice(bytes.get(end..).unwrap_or_default());
        bytes.truncate(end);
        let lines = memchr::memchr_iter(b'\n', &bytes).count();
        if !bytes.is_empty() && !send(first, bytes) {
            return Ok(false);
        }
        if ended {
            return Ok(true);
        }
        first += lines;
        bytes = rest;
    }
}

#[cfg(test)]
mod tests;
