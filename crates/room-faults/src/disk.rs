//! Small file systems of our own, mounted for as long as they are needed.
#![expect(clippy::disallowed_methods, reason = "what fills a disk is no file of a room")]

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The kinds of file system that are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tmpfs,
    Ext4,
}

/// A mounted file system; dropped, it is gone.
pub(crate) struct Disk {
    folder: TempDir,
    _image: Option<tempfile::NamedTempFile>,
}

/// What fills a disk.
/// How often a change of a file system is tried.
const TRIES: usize = 100;

const FILLER: &str = "filler";
/// How much is written and given back at a time, in bytes: what a file system hands out.
const BLOCK: u64 = 4096;

impl Disk {
    /// Mounts one of a few megabytes; `None` where that is not allowed or not to be had.
    pub(crate) fn new(kind: Kind) -> Option<Self> {
        let folder = tempfile::tempdir().ok()?;
        let mut mount = Command::new("mount");
        let image = match kind {
            Kind::Tmpfs => {
                mount.args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]);
                None
            }
            Kind::Ext4 => {
                let image = tempfile::NamedTempFile::new().ok()?;
                image.as_file().set_len(8 << 20).ok()?;
                let made =
                    Command::new("mkfs.ext4").args(["-q", "-b", "4096"]).arg(image.path()).output().ok()?;
                made.status.success().then_some(())?;
                mount.args(["-o", "loop"]).arg(image.path());
                Some(image)
            }
        };
        let mounted = mount.arg(folder.path()).output().is_ok_and(|mounted| mounted.status.success());
        mounted.then_some(Self { folder, _image: image })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Fills it but for so many blocks.
    pub(crate) fn fill(&self, blocks: u64) -> std::io::Result<()> {
        let mut filler = File::options().create(true).append(true).open(self.filler())?;
        while filler.write_all(&[1; 4096]).is_ok() {}
        while filler.write_all(&[1; 64]).is_ok() {}
        let length = filler.metadata()?.len();
        filler.set_len((length / BLOCK).saturating_sub(blocks) * BLOCK)
    }

    /// Empties it of what filled it.
    pub(crate) fn empty(&self) -> std::io::Result<()> {
        // A process that is just being started may have the file open still, and with it its blocks.
        File::options().write(true).open(self.filler())?.set_len(0)?;
        fs::remove_file(self.filler())
    }

    /// Makes it read-only, or not.
    pub(crate) fn read_only(&self, on: bool) -> std::io::Result<bool> {
        let mode = if on { "remount,ro,size=4m" } else { "remount,rw,size=4m" };
        for _ in 0..TRIES {
            let mounted = Command::new("mount").args(["-o", mode]).arg(self.path()).output()?;
            if mounted.status.success() {
                return Ok(true);
            }
            // A child of another thread holds our files until it has become another program.
            std::thread::yield_now();
        }
        Ok(false)
    }

    fn filler(&self) -> PathBuf {
        self.path().join(FILLER)
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(self.path()).status();
    }
}
