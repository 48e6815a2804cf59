//! A folder of three hundred rooms that were worked in, made by the programs themselves from the seed, and kept.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::quotes;
use crate::race::Call;
use crate::seed;

/// How many rooms there are.
const ROOMS: usize = 300;
/// About how many bytes of dump each is made from.
const ROOM: usize = 400_000;
/// How many quotations each brief has.
const QUOTES: usize = 20;

/// The folder of the rooms, made where it is not there yet.
pub(crate) fn made(programs: &Path, folder: &Path) -> anyhow::Result<PathBuf> {
    let rooms = folder.join("rooms");
    if rooms.exists() {
        return Ok(rooms);
    }
    eprintln!("making {ROOMS} rooms");
    let (part, raw, answer) = (folder.join("rooms.part"), folder.join("raw.jsonl"), folder.join("answer"));
    let _ = fs::remove_dir_all(&part);
    write_dump(&raw)?;
    call(programs, "render", &raw, &["rooms", &part.to_string_lossy()]).once(&answer)?;
    fs::remove_file(&raw)?;
    for room in fs::read_dir(&part)? {
        let room = room?.path();
        if room.is_dir() {
            work_in(programs, &room, &answer)?;
        }
    }
    fs::rename(part, &rooms)?;
    Ok(rooms)
}

/// A dump of as many communities, one after the other.
fn write_dump(raw: &Path) -> anyhow::Result<()> {
    let mut out = BufWriter::new(File::create(raw)?);
    let (mut written, mut community) = (0, 0);
    seed::dump(ROOMS * ROOM, |line| {
        written += line.len();
        // A community ends with a thread.
        if line.contains("\"selftext\"") && written > (community + 1) * ROOM && community + 1 < ROOMS {
            community += 1;
        }
        writeln!(out, "{}", line.replacen("\"harbour\"", &format!("\"harbour{community:03}\""), 1))
    })?;
    out.into_inner()?;
    Ok(())
}

/// Reads in a room, cites, decides, and writes a brief.
fn work_in(programs: &Path, room: &Path, answer: &Path) -> anyhow::Result<()> {
    let (corpus, record) = (room.join("corpus.txt"), room.join("record.jsonl"));
    let quotes = quotes::of(&corpus, QUOTES)?;
    call(programs, "read", &corpus, &["windows", "50"]).once(answer)?;
    let found = quotes.iter().find_map(|quote| {
        let find = call(programs, "cite", &record, &["find", quote, "--limit", "1"]);
        find.once(answer).and_then(|()| Ok(fs::read_to_string(answer)?)).ok().and_then(|said| hit(&said))
    });
    if let Some((item, span)) = found {
        call(programs, "read", &corpus, &["item", &item]).once(answer)?;
        call(programs, "emit", &corpus, &["code", "tide", "--span", &span]).once(answer)?;
    }
    quotes::write(room, "brief", &quotes, None)?;
    Ok(())
}

/// The item of the first hit of a find, and the hit itself.
fn hit(said: &str) -> Option<(String, String)> {
    let span = said.split_once("\"hits\":[")?.1.split_once("}]}")?.0;
    let item = span.split_once("\"item_id\":\"")?.1.split_once('"')?.0;
    Some((item.to_owned(), format!("{span}}}")))
}

fn call(programs: &Path, tool: &str, place: &Path, words: &[&str]) -> Call {
    let first = [programs.join(tool), place.to_owned()].map(|path| path.to_string_lossy().into_owned());
    Call::new(first.into_iter().chain(words.iter().map(|word| (*word).to_owned())))
}
