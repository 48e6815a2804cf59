//! A tree with everything in it that leads elsewhere, links with targets of the fuzzer's making, and paths through it.

mod model;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use libfuzzer_sys::arbitrary::{self, Arbitrary};
use room_jail::{Jail, Settings};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use tempfile::TempDir;

pub use model::{Way, is_denied, way};

/// What lies outside every root, and what is denied.
pub const LOOT: &str = "LOOT";

/// Names that stand somewhere in the tree, and some that do not. The links' own names come last.
const NAMES: [&str; 24] = [
    "root",
    "second",
    "outside",
    "root-twin",
    "a",
    "b",
    "in",
    "up",
    "plain",
    "x",
    "y",
    "loot",
    "fifo",
    "loop",
    ".env",
    ".ENV",
    "key.PEM",
    "secrets",
    "private",
    "nope",
    "l0",
    "l1",
    "l2",
    "l3",
];

/// Where the fuzzer's links stand.
const LINKS: [&str; 4] = ["root/l0", "root/a/l1", "root/a/b/l2", "second/l3"];

/// The tree, and a jail of two of its folders, with `openat2` and without.
#[derive(Debug)]
pub struct World {
    folder: TempDir,
    top: PathBuf,
    pub jails: [Jail; 2],
}

impl Default for World {
    fn default() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let top = folder.path().canonicalize().expect("the folder is there");
        plant(&top).expect("the folder is ours");
        let jails = [true, false].map(|openat2| {
            let mut settings = Settings::new([top.join("root"), top.join("second")]);
            settings.denied = model::DENIED.map(str::to_owned).into();
            settings.openat2 = openat2;
            Jail::open(&settings).expect("the roots are there")
        });
        Self { folder, top, jails }
    }
}

impl World {
    /// The folder that holds the roots, canonical.
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// The canonical paths of the roots.
    pub fn roots(&self) -> [PathBuf; 2] {
        [self.top.join("root"), self.top.join("second")]
    }

    /// Puts up the fuzzer's links in place of those before.
    pub fn link(&self, targets: &[Written]) {
        for (at, target) in LINKS.iter().zip(targets) {
            let at = self.folder.path().join(at);
            let _ = fs::remove_file(&at);
            // A target that no file system takes makes no link.
            let _ = symlink(target.path(&self.top), at);
        }
    }
}

fn plant(top: &Path) -> std::io::Result<()> {
    for folder in ["root/a/b", "root/secrets/a", "root/a/private", "second/a", "outside/a", "root-twin"] {
        fs::create_dir_all(top.join(folder))?;
    }
    let denied =
        ["root/.env", "root/a/.ENV", "root/key.PEM", "root/secrets/x", "root/a/private/y", "second/.env"];
    for loot in denied.into_iter().chain(["loot", "outside/loot", "outside/a/x", "root-twin/loot"]) {
        fs::write(top.join(loot), LOOT)?;
    }
    for free in ["root/plain", "root/a/x", "root/a/b/y", "second/x", "second/a/y"] {
        fs::write(top.join(free), free)?;
    }
    for (at, target) in [
        ("root/in", "a/b"),
        ("root/a/up", ".."),
        ("root/up", ".."),
        ("root/loop", "loop"),
        ("second/in", "a"),
    ] {
        symlink(target, top.join(at))?;
    }
    mknodat(CWD, top.join("root/fifo"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)?;
    Ok(())
}

/// A path as the fuzzer writes it: mostly of names that are there.
#[derive(Arbitrary, Clone, Debug)]
pub struct Written {
    from: From,
    parts: Vec<Part>,
    slash: bool,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum From {
    Here,
    /// The folder that holds the roots, as an absolute path.
    Top,
    Root,
    Second,
    /// `/` itself.
    All,
}

#[derive(Arbitrary, Clone, Debug)]
enum Part {
    Name(u8),
    Up,
    Dot,
    Nothing,
    Bytes(Vec<u8>),
}

impl Written {
    /// The bytes of the path.
    pub fn path(&self, top: &Path) -> PathBuf {
        let from: OsString = match self.from {
            From::Here => OsString::new(),
            From::Top => top.into(),
            From::Root => top.join("root").into(),
            From::Second => top.join("second").into(),
            From::All => "/".into(),
        };
        let mut bytes = from.into_vec();
        for part in self.parts.iter().take(24) {
            if !bytes.is_empty() {
                bytes.push(b'/');
            }
            bytes.extend_from_slice(match part {
                Part::Name(name) => NAMES[usize::from(*name) % NAMES.len()].as_bytes(),
                Part::Up => b"..",
                Part::Dot => b".",
                Part::Nothing => b"",
                Part::Bytes(raw) => raw,
            });
        }
        if self.slash {
            bytes.push(b'/');
        }
        PathBuf::from(OsStr::from_bytes(&bytes))
    }
}
