//! What `coder` is measured on: a tree of many files, and files too large to be read whole. Made once, kept.

use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use crate::seed::{self, Numbers};

/// Folders in the tree, and in each of them; files in each of those.
const TREE: [usize; 3] = [40, 25, 40];
/// Bytes a file of the tree has at most; on average half of it.
const MOST: u64 = 36_000;

/// A tree of 40,000 files and more than 700 MB.
pub(crate) fn tree(folder: &Path) -> anyhow::Result<PathBuf> {
    let tree = folder.join("tree");
    made(&tree, |beside| {
        let mut numbers = Numbers::seeded();
        let [outer, inner, files] = TREE;
        for place in 0..outer * inner {
            let here = beside.join(format!("part-{:02}/shelf-{:02}", place / inner, place % inner));
            fs::create_dir_all(&here)?;
            for file in 0..files {
                let bytes = numbers.below(MOST);
                lines(&here.join(format!("leaf-{file:02}.txt")), bytes + 1, &mut numbers)?;
            }
        }
        Ok(())
    })?;
    Ok(tree)
}

/// A file of lines, of so many megabytes.
pub(crate) fn of_lines(folder: &Path, megabytes: u64) -> anyhow::Result<PathBuf> {
    let path = folder.join(format!("lines-{megabytes}mb.txt"));
    made(&path, |beside| lines(beside, megabytes * 1_000_000, &mut Numbers::seeded()))?;
    Ok(path)
}

/// A file of one line, of so many megabytes.
pub(crate) fn of_one_line(folder: &Path, megabytes: u64) -> anyhow::Result<PathBuf> {
    let path = folder.join(format!("line-{megabytes}mb.txt"));
    made(&path, |beside| {
        let mut out = File::create(beside)?;
        let piece = "long ".repeat(200_000);
        (0..megabytes).try_for_each(|_| out.write_all(piece.as_bytes()))?;
        Ok(())
    })?;
    Ok(path)
}

/// Makes something beside its place first, so that what a stopped run leaves is not taken for it.
fn made(path: &Path, make: impl FnOnce(&Path) -> anyhow::Result<()>) -> anyhow::Result<()> {
    if path.exists() {
        return Ok(());
    }
    eprintln!("making {}", path.display());
    let beside = path.with_extension("part");
    let _ = fs::remove_dir_all(&beside);
    make(&beside)?;
    fs::rename(beside, path)?;
    Ok(())
}

fn lines(path: &Path, bytes: u64, numbers: &mut Numbers) -> anyhow::Result<()> {
    let (mut out, mut line, mut written) = (BufWriter::new(File::create(path)?), String::new(), 0);
    while written < bytes {
        line.clear();
        seed::line(numbers, &mut line);
        out.write_all(line.as_bytes())?;
        written += line.len() as u64;
    }
    out.flush()?;
    Ok(())
}
