//! What takes a batch back: every change leaves a step here, and the steps are undone in reverse.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Seek as _, Write as _};
use std::os::fd::OwnedFd;
use std::sync::Arc;

use rustix::fs::{AtFlags, Mode, fchmod, renameat, unlinkat};
use rustix::io::Errno;

use crate::delete::remove_whatever;
use crate::temporary::rename_exclusively;

/// The changes of a batch that must all hold or none. Off, nothing is kept and nothing can be taken back.
#[derive(Debug, Default)]
pub struct Undo {
    steps: Option<Vec<Step>>,
}

/// One change, and what is needed to take it back.
#[derive(Debug)]
pub(crate) enum Step {
    /// A file was made.
    Made { folder: Arc<OwnedFd>, name: OsString },
    /// A folder was made.
    MadeFolder { folder: Arc<OwnedFd>, name: OsString },
    /// What had the name was put aside, and perhaps replaced.
    PutAside { folder: Arc<OwnedFd>, name: OsString, aside: String },
    /// A file was written in place.
    Rewrote { file: File, bytes: Vec<u8>, mode: u32 },
    /// A name was moved.
    Moved { from_folder: Arc<OwnedFd>, from: OsString, to_folder: Arc<OwnedFd>, to: OsString },
}

impl Undo {
    /// Nothing will be taken back.
    pub fn off() -> Self {
        Self::default()
    }

    /// Everything can be taken back.
    pub fn on() -> Self {
        Self { steps: Some(Vec::new()) }
    }

    /// An empty one of the same kind.
    pub(crate) fn another(&self) -> Self {
        if self.is_on() { Self::on() } else { Self::off() }
    }

    pub(crate) fn is_on(&self) -> bool {
        self.steps.is_some()
    }

    pub(crate) fn record(&mut self, step: Step) {
        if let Some(steps) = &mut self.steps {
            steps.push(step);
        }
    }

    /// Adds the steps of another batch, made after these.
    pub(crate) fn take_over(&mut self, later: Undo) {
        if let Some(steps) = &mut self.steps {
            steps.extend(later.steps.into_iter().flatten());
        }
    }

    /// All changes hold: what was put aside for them goes. What of it cannot be removed is told, and the rest goes on.
    pub fn keep(self) -> Result<(), String> {
        let removed = self.steps.into_iter().flatten().filter_map(|step| {
            let Step::PutAside { folder, aside, .. } = step else { return None };
            remove_whatever(&folder, aside.as_ref()).err().map(|error| format!("{aside}: {error}"))
        });
        let left: Vec<_> = removed.collect();
        if left.is_empty() { Ok(()) } else { Err(left.join("; ")) }
    }

    /// Takes all changes back, the last first. What cannot be taken back is told, and the rest goes on.
    pub fn take_back(self) -> Result<(), String> {
        let steps = self.steps.into_iter().flatten().rev();
        let failed: Vec<_> = steps.filter_map(|step| take_back(&step).err()).collect();
        if failed.is_empty() { Ok(()) } else { Err(failed.join("; ")) }
    }
}

fn take_back(step: &Step) -> Result<(), String> {
    let told = |what: &OsString, error: &dyn std::fmt::Display| format!("{}: {error}", what.display());
    match step {
        Step::Made { folder, name } => {
            unlinkat(folder, name, AtFlags::empty()).map_err(|error| told(name, &error))
        }
        Step::MadeFolder { folder, name } => {
            unlinkat(folder, name, AtFlags::REMOVEDIR).map_err(|error| told(name, &error))
        }
        Step::PutAside { folder, name, aside } => {
            renameat(folder, aside.as_str(), folder, name).map_err(|error| told(name, &error))?;
            // Where the name was not given to another yet, both are names of one file, and a rename makes none go.
            match unlinkat(folder, aside.as_str(), AtFlags::empty()) {
                Ok(()) | Err(Errno::NOENT) => Ok(()),
                Err(error) => Err(told(&aside.into(), &error)),
            }
        }
        Step::Rewrote { file, bytes, mode } => {
            let mode = fchmod(file, Mode::from_raw_mode(*mode)).map_err(io::Error::from);
            rewrite(file, bytes).and(mode).map_err(|error| error.to_string())
        }
        Step::Moved { from_folder, from, to_folder, to } => {
            let moved = rename_exclusively(to_folder, to, from_folder, from);
            match moved {
                Ok(true) => Ok(()),
                Ok(false) => unlinkat(to_folder, to, AtFlags::empty()).map_err(|error| told(to, &error)),
                Err(error) => Err(told(from, &error)),
            }
        }
    }
}

/// Writes a file's whole contents in place: first the bytes, then the end, so that it is never empty in between.
pub(crate) fn rewrite(mut file: &File, bytes: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(bytes)?;
    file.set_len(u64::try_from(bytes.len()).expect("a slice's length fits 64 bits"))?;
    file.sync_all()
}

/// Folders made on the way to a place. Dropped before they are kept, they are removed: a refused call leaves nothing.
#[derive(Debug)]
pub(crate) struct MadeFolders {
    /// The deepest.
    pub(crate) folder: Arc<OwnedFd>,
    made: Vec<(Arc<OwnedFd>, OsString)>,
}

impl MadeFolders {
    pub(crate) fn none(folder: Arc<OwnedFd>) -> Self {
        Self { folder, made: Vec::new() }
    }

    /// Goes down into `below`, which was made as `name`.
    pub(crate) fn push(&mut self, name: OsString, below: Arc<OwnedFd>) {
        let above = std::mem::replace(&mut self.folder, below);
        self.made.push((above, name));
    }

    /// Goes down into a folder somebody else made meanwhile.
    pub(crate) fn enter(&mut self, below: Arc<OwnedFd>) {
        self.folder = below;
    }

    /// The call did what the folders were made for. Gives those that hold one, which are the caller's to settle.
    pub(crate) fn keep(mut self, undo: &mut Undo) -> Vec<Arc<OwnedFd>> {
        let keep = |(folder, name): (Arc<OwnedFd>, OsString)| {
            undo.record(Step::MadeFolder { folder: Arc::clone(&folder), name });
            folder
        };
        self.made.drain(..).map(keep).collect()
    }
}

impl Drop for MadeFolders {
    fn drop(&mut self) {
        for (folder, name) in self.made.drain(..).rev() {
            let _ = unlinkat(&folder, &name, AtFlags::REMOVEDIR);
        }
    }
}
