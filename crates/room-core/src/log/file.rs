//! The file under a log: opened without following a link, told to be a regular one, and locked.
#![expect(
    clippy::disallowed_methods,
    reason = "an empty log that a call made for nothing is taken away here"
)]

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use rustix::fs::{FlockOperation, Mode, OFlags};
use rustix::io::Errno;

use super::{LogError, Place};

/// How long a call waits for others that hold the log.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How every log is opened. Without blocking, so that a FIFO is seen for what it is instead of waited for.
const SAFELY: OFlags = OFlags::CLOEXEC.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK);

/// A log's file for reading; `None` where there is none.
pub(super) fn to_read(place: &Place) -> Result<Option<File>, LogError> {
    match rustix::fs::open(&place.path, SAFELY.union(OFlags::RDONLY), Mode::empty()) {
        Ok(fd) => {
            let file = File::from(fd);
            regular(&file, place)?;
            Ok(Some(file))
        }
        Err(Errno::NOENT) => Ok(None),
        Err(Errno::LOOP) => Err(not_a_log(place, "a link")),
        Err(errno) => Err(LogError::unreadable(place, errno)),
    }
}

/// Waits at most this long for the writers of a log, for a reader who must see no write halfway. Says whether it holds
/// them off now, until the file is dropped.
pub(super) fn hold_off_writers(file: &Arc<File>, patience: Duration) -> bool {
    lock(file, Hold::Shared, patience).is_ok()
}

/// A log's file, locked: until it is dropped or released, no other call appends.
#[derive(Debug)]
pub(super) struct Locked {
    file: Arc<File>,
    path: PathBuf,
    held: bool,
    created: bool,
    /// The folders this call made, outermost first.
    made: Vec<PathBuf>,
}

impl Locked {
    /// Opens a log, makes it where there is none, and waits for its lock at most this long.
    pub(super) fn open(place: &Place, patience: Duration) -> Result<Self, LogError> {
        let deadline = Instant::now() + patience;
        let mut made = Vec::new();
        loop {
            let (file, created) = open_or_create(place, &mut made)?;
            let file = Arc::new(file);
            regular(&file, place)?;
            let left = deadline.saturating_duration_since(Instant::now());
            let held = lock(&file, Hold::Alone, left).map_err(|errno| match errno {
                Errno::TIMEDOUT => LogError::Busy { file: place.name(), seconds: patience.as_secs() },
                errno => LogError::NoLock { file: place.name(), why: errno.into() },
            });
            let locked = Self { file, path: place.path.clone(), held: held.is_ok(), created, made };
            held?;
            // A call that made the log and had nothing to say took it away again while we waited.
            if locked.is_named().map_err(|why| LogError::unreadable(place, why))? {
                locked.one_name(place)?;
                return Ok(locked);
            }
            made = locked.forget();
        }
    }

    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// The file, for what outlives the lock.
    pub(super) fn shared(&self) -> &Arc<File> {
        &self.file
    }

    /// The folders this call made on the way to the log.
    pub(super) fn made(&self) -> &[PathBuf] {
        &self.made
    }

    /// Lets other calls append; what was written is kept.
    pub(super) fn release(&mut self) {
        self.held = false;
        // The lock also goes with the file when the process does, so a refusal here changes nothing.
        let _ = rustix::fs::flock(&*self.file, FlockOperation::Unlock);
    }

    /// Whether the path still names the file that is locked.
    fn is_named(&self) -> io::Result<bool> {
        let ours = self.file.metadata()?;
        match fs::symlink_metadata(&self.path) {
            Ok(named) => Ok((named.dev(), named.ino()) == (ours.dev(), ours.ino())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Refuses a hard link: its other name may be another room's log, or no log at all.
    fn one_name(&self, place: &Place) -> Result<(), LogError> {
        let links = self.file.metadata().map_err(|why| LogError::unreadable(place, why))?.nlink();
        if links > 1 { Err(not_a_log(place, "a file with several names (hard links)")) } else { Ok(()) }
    }

    /// Gives up a file that lost its name, and keeps in mind which folders were made.
    fn forget(mut self) -> Vec<PathBuf> {
        self.held = false;
        std::mem::take(&mut self.made)
    }
}

impl Drop for Locked {
    /// A log that this call made and wrote nothing to is gone again, and so are the folders made for it.
    fn drop(&mut self) {
        let empty = || self.file.metadata().is_ok_and(|log| log.len() == 0);
        if !(self.held && self.created && empty() && self.is_named().is_ok_and(|named| named)) {
            return;
        }
        if fs::remove_file(&self.path).is_ok() {
            for folder in self.made.iter().rev() {
                // One that others use by now is not empty, and stays.
                let _ = fs::remove_dir(folder);
            }
        }
    }
}

/// How often a log is looked for and made in turn, where each time another call takes its empty one away or makes one
/// first. Some file systems never make a file and always say that there is none.
const TRIES: usize = 1_000;

/// Opens a log for appending, and says whether it had to be made.
fn open_or_create(place: &Place, made: &mut Vec<PathBuf>) -> Result<(File, bool), LogError> {
    let flags = SAFELY.union(OFlags::RDWR).union(OFlags::APPEND);
    for _ in 0..TRIES {
        match rustix::fs::open(&place.path, flags, Mode::empty()) {
            Ok(fd) => return Ok((fd.into(), false)),
            Err(Errno::NOENT) => {}
            Err(Errno::LOOP) => return Err(not_a_log(place, "a link")),
            Err(Errno::ISDIR) => return Err(not_a_log(place, "a folder")),
            Err(Errno::NXIO | Errno::NODEV) => return Err(not_a_log(place, "a socket or device")),
            Err(errno) => return Err(LogError::not_written(place, errno)),
        }
        make_folders(place.path.parent(), made).map_err(|why| LogError::not_written(place, why))?;
        match rustix::fs::open(
            &place.path,
            flags.union(OFlags::CREATE).union(OFlags::EXCL),
            Mode::from(0o666),
        ) {
            Ok(fd) => return Ok((fd.into(), true)),
            // Another call was faster, or took its empty log and folder away.
            Err(Errno::EXIST | Errno::NOENT) => {}
            Err(errno) => return Err(LogError::not_written(place, errno)),
        }
    }
    Err(LogError::not_written(place, Errno::NOENT))
}

/// Makes a folder and those around it, and adds the ones that were missing.
fn make_folders(folder: Option<&Path>, made: &mut Vec<PathBuf>) -> io::Result<()> {
    let Some(folder) = folder.filter(|path| !path.as_os_str().is_empty()) else {
        return Ok(());
    };
    match fs::create_dir(folder) {
        Ok(()) => made.push(folder.to_owned()),
        Err(_) if folder.is_dir() => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            make_folders(folder.parent(), made)?;
            match fs::create_dir(folder) {
                Ok(()) => made.push(folder.to_owned()),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
                Err(error) => return Err(error),
            }
        }
        Err(error) => return Err(error),
    }
    Ok(())
}

/// Refuses whatever is not a regular file.
fn regular(file: &File, place: &Place) -> Result<(), LogError> {
    let kind = file.metadata().map_err(|why| LogError::unreadable(place, why))?.file_type();
    if kind.is_file() {
        Ok(())
    } else {
        Err(not_a_log(place, if kind.is_dir() { "a folder" } else { "a FIFO, socket or device" }))
    }
}

fn not_a_log(place: &Place, what: &'static str) -> LogError {
    LogError::NotALog { file: place.name(), what }
}

/// Who else may hold the lock at the same time.
#[derive(Clone, Copy, Debug)]
enum Hold {
    Alone,
    Shared,
}

/// Takes the lock, waiting in line at most this long; `TIMEDOUT` where others held it throughout.
///
/// The system has no lock with a time limit. The wait is another thread's: where it takes too long that thread gives
/// the lock back as soon as it has it, since nobody else holds the file then.
fn lock(file: &Arc<File>, hold: Hold, patience: Duration) -> Result<(), Errno> {
    let (now, in_line) = match hold {
        Hold::Alone => (FlockOperation::NonBlockingLockExclusive, FlockOperation::LockExclusive),
        Hold::Shared => (FlockOperation::NonBlockingLockShared, FlockOperation::LockShared),
    };
    match retried(|| rustix::fs::flock(&**file, now)) {
        Err(Errno::WOULDBLOCK) => {}
        answered => return answered,
    }
    let (tell, told) = mpsc::channel();
    let waiting = Arc::clone(file);
    let wait = move || {
        let answer = retried(|| rustix::fs::flock(&*waiting, in_line));
        drop(waiting);
        // Nobody listens any more after the time is up.
        let _ = tell.send(answer);
    };
    std::thread::Builder::new().name("log lock".to_owned()).spawn(wait).map_err(|_| Errno::AGAIN)?;
    told.recv_timeout(patience).unwrap_or(Err(Errno::TIMEDOUT))
}

/// A system call, made again when a signal came in between.
fn retried(mut call: impl FnMut() -> Result<(), Errno>) -> Result<(), Errno> {
    loop {
        match call() {
            Err(Errno::INTR) => {}
            answer => return answer,
        }
    }
}
