//! What a dump's bytes come from: a file, the files of a folder, or standard input; plain, gzip or
//! zstd, told by magic bytes.

use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use room_core::atomic;
use room_corpus::corpus::{CorpusError, file_name};
use room_corpus::record::{self, Titles};

use crate::RenderError;

/// How much is read at a time, in bytes.
const CHUNK: usize = 1 << 18;

/// The largest window of zstd that is read, as a power of two: 2 GiB, which the published dumps need.
const WINDOW_LOG: u32 = 31;

/// The files of a dump, in the order they are read, and the titles that lie beside them.
#[derive(Debug)]
pub(crate) struct Raw {
    /// `-` is standard input.
    pub(crate) files: Vec<PathBuf>,
    pub(crate) titles: Titles,
}

impl Raw {
    /// Finds the files of a dump: the one at `path`, standard input for `-`, or those of the folder.
    pub(crate) fn at(path: &Path) -> Result<Self, RenderError> {
        let unreadable = |error| CorpusError::from_io(path, error);
        if is_stdin(path) || !fs::metadata(path).map_err(unreadable)?.is_dir() {
            return Ok(Self { files: vec![path.to_owned()], titles: Titles::new() });
        }
        let utterances = path.join("utterances.jsonl");
        if is_file(&utterances).map_err(unreadable)? {
            let titles = titles(&path.join("conversations.json"))?;
            return Ok(Self { files: vec![utterances], titles });
        }
        let names = atomic::names_in(path).map_err(unreadable)?;
        let dumps = names.into_iter().filter(|name| is_dump(&name.to_string_lossy()));
        let mut files = Vec::new();
        for file in dumps.map(|name| path.join(name)) {
            if is_file(&file).map_err(unreadable)? {
                files.push(file);
            }
        }
        if files.is_empty() {
            return Err(RenderError::NoDump { folder: file_name(path) });
        }
        files.sort_unstable();
        Ok(Self { files, titles: Titles::new() })
    }
}

/// Whether a file is there. A dump that cannot be looked at must not be left out in silence.
fn is_file(path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(found) => Ok(found.is_file()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Whether a file of a folder is taken for a dump, by its name.
fn is_dump(name: &str) -> bool {
    let ends = [".jsonl", ".ndjson", ".json", ".gz", ".zst"].iter().any(|end| name.ends_with(end));
    !name.starts_with('.') && (ends || name.starts_with("RC_") || name.starts_with("RS_"))
}

/// Opens a file of a dump and sees through its compression, in however many members or frames it comes.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, CorpusError> {
    let unreadable = |error| CorpusError::from_io(path, error);
    // Not through std's own buffer: whoever reads the command line holds that one's lock.
    let opened = if is_stdin(path) {
        io::stdin().as_fd().try_clone_to_owned().map(File::from)
    } else {
        File::open(path)
    };
    let mut bytes = opened.map_err(unreadable)?;
    let mut magic = Vec::with_capacity(4);
    bytes.by_ref().take(4).read_to_end(&mut magic).map_err(unreadable)?;
    let compression = Compression::of(&magic);
    let bytes = io::Cursor::new(magic).chain(bytes);
    let buffered = |bytes| BufReader::with_capacity(CHUNK, bytes);
    match compression {
        Compression::None => Ok(Box::new(bytes)),
        Compression::Gzip => Ok(Box::new(MultiGzDecoder::new(buffered(bytes)))),
        Compression::Zstd => {
            let mut decoder = zstd::Decoder::with_buffer(buffered(bytes)).map_err(unreadable)?;
            decoder.window_log_max(WINDOW_LOG).map_err(unreadable)?;
            Ok(Box::new(decoder))
        }
    }
}

enum Compression {
    None,
    Gzip,
    Zstd,
}

impl Compression {
    fn of(magic: &[u8]) -> Self {
        match magic {
            [0x1f, 0x8b, ..] => Self::Gzip,
            // A frame, or one that a reader passes over.
            [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => Self::Zstd,
            _ => Self::None,
        }
    }
}

/// The titles of a corpus folder, by stored id; none where the folder has no such file.
fn titles(path: &Path) -> Result<Titles, RenderError> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Titles::new()),
        read => read.map_err(|error| CorpusError::from_io(path, error))?,
    };
    let broken = |line, why| RenderError::BadTitles { file: file_name(path), line, why };
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let before = bytes.iter().take(error.valid_up_to());
        broken(1 + before.map(|byte| usize::from(*byte == b'\n')).sum::<usize>(), "not UTF-8")
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    record::titles(text)
        .map_err(|error| broken(error.line(), "not a JSON object of conversations with their meta"))
}

#[cfg(test)]
mod tests;
