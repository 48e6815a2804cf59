//! A room in a folder of its own, and calls in it.
#![expect(clippy::disallowed_methods, reason = "tests lay out files by hand, and programs are found in PATH")]

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::{Outcome, Program};

/// Every file and folder below one, by its path in it: a file's bytes, a link's target, nothing for the rest.
pub type Contents = BTreeMap<PathBuf, Option<Vec<u8>>>;

/// The dump that the demonstration ships.
const DEMO: &str = include_str!("../../../corpus-fixtures/demo/raw.jsonl");

/// A private folder with a dump, `raw.jsonl`, and the room made of it, `room/`. It is gone when the test is over.
#[derive(Debug)]
pub struct Room {
    folder: TempDir,
    programs: &'static [Program],
}

impl Room {
    /// A folder with nothing in it, where these programs are called.
    pub fn empty(programs: &'static [Program]) -> Self {
        Self { folder: tempfile::tempdir().expect("the system has a temporary folder"), programs }
    }

    /// A folder with these files and folders, as [`Room::contents`] gave them.
    pub fn laid(programs: &'static [Program], contents: &Contents) -> Self {
        Self::laid_in(&std::env::temp_dir(), programs, contents)
    }

    /// The same inside another folder, as on a disk that is to be filled.
    pub fn laid_in(around: &Path, programs: &'static [Program], contents: &Contents) -> Self {
        let folder = tempfile::tempdir_in(around).expect("the folder takes another");
        let room = Self { folder, programs };
        for (path, held) in contents {
            match held {
                Some(bytes) => room.write(path, bytes),
                None => fs::create_dir_all(room.path(path)).expect("folders can be made"),
            }
        }
        room
    }

    /// A room made from these raw lines by `render`.
    pub fn of(programs: &'static [Program], raw: &str) -> Self {
        let room = Self::empty(programs);
        room.write("raw.jsonl", raw);
        room.run(room.program("render", ["raw.jsonl", "room", "room"]), "").answer();
        room
    }

    /// The demonstration's room: three threads, nine items.
    pub fn demo(programs: &'static [Program]) -> Self {
        Self::of(programs, DEMO)
    }

    /// Calls a tool on its file of this room: `room.call("read", ["thread", "7q01aa"])`.
    #[track_caller]
    pub fn call<'w>(&self, tool: &str, words: impl IntoIterator<Item = &'w str>) -> Outcome {
        self.call_with(tool, words, "")
    }

    /// The same, with this on standard input.
    #[track_caller]
    pub fn call_with<'w>(
        &self,
        tool: &str,
        words: impl IntoIterator<Item = &'w str>,
        input: &str,
    ) -> Outcome {
        let words = self.tool(tool).call(words);
        self.run(self.program(tool, words), input)
    }

    /// A command that runs a program of the table on these words, in this folder and a cleared environment.
    pub fn program<S: AsRef<OsStr>>(&self, name: &str, words: impl IntoIterator<Item = S>) -> Command {
        let mut command = self.command(self.tool(name).path);
        command.args(words);
        command
    }

    /// A command in this folder, in a cleared environment.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).env_clear();
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.folder.path());
        command.envs([("LC_ALL", "C.UTF-8"), ("TZ", "UTC"), ("NO_COLOR", "1")]);
        command
    }

    /// Runs a command to its end.
    #[track_caller]
    pub fn run(&self, mut command: Command, input: &str) -> Outcome {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program was built");
        let mut stdin = child.stdin.take().expect("standard input is a pipe");
        // A program that refuses without reading closes its end first.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        Outcome::of(child.wait_with_output().expect("the program ends"))
    }

    /// The table's line of a tool.
    ///
    /// # Panics
    /// Where it has none.
    pub fn tool(&self, name: &str) -> &'static Program {
        let found = self.programs.iter().find(|program| program.name == name);
        found.unwrap_or_else(|| panic!("{name} has no line in the table of programs"))
    }

    /// Where a file of this folder lies.
    pub fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(name)
    }

    /// A file of this folder as text; empty where there is none.
    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    /// Writes a file, and the folders around it.
    pub fn write(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("folders can be made");
        fs::write(path, bytes).expect("files can be written");
    }

    /// Everything in this folder, to compare before and after.
    pub fn contents(&self) -> Contents {
        let mut contents = Contents::new();
        gather(self.folder.path(), self.folder.path(), &mut contents);
        contents
    }
}

/// Adds what is below `folder`, by its path in `top`.
fn gather(top: &Path, folder: &Path, contents: &mut Contents) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let entry = entry.expect("the folder can be read");
        let (path, kind) = (entry.path(), entry.file_type().expect("the file has a type"));
        let held = if kind.is_file() {
            Some(fs::read(&path).expect("the file can be read"))
        } else if kind.is_symlink() {
            fs::read_link(&path).ok().map(|target| target.into_os_string().into_encoded_bytes())
        } else {
            None
        };
        contents.insert(path.strip_prefix(top).expect("it lies below").to_owned(), held);
        if kind.is_dir() {
            gather(top, &path, contents);
        }
    }
}
