//! The aggregator's root: one folder a case.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::{Case, CaseMiss};
use crate::corpus::{CorpusError, file_name};
use room_core::atomic;
use room_core::cli::nearest;
use room_core::log;

/// The folder of the root that is no case: the aggregator's own logs lie there.
const OUT: &str = "out";

/// A folder that holds a folder for each case.
#[derive(Debug)]
pub struct Root {
    path: PathBuf,
}

impl Root {
    /// Opens a root; its cases are looked for when they are asked for.
    pub fn open(path: &Path) -> Result<Self, CorpusError> {
        let file = file_name(path);
        match fs::metadata(path) {
            Ok(root) if root.is_dir() => Ok(Self { path: path.to_owned() }),
            Ok(_) => Err(CorpusError::NotAFolder { file }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(CorpusError::MissingFolder { file }),
            Err(error) => Err(CorpusError::Unreadable { file, error }),
        }
    }

    /// The last part of its path, as answers name it.
    pub fn name(&self) -> String {
        file_name(&self.path)
    }

    /// A log of the aggregator's, in the root's own `out/`.
    pub fn log(&self, file: &str, durable: bool) -> log::Place {
        log::Place { path: self.path.join(OUT).join(file), durable, record: None }
    }

    /// All cases, by name, bytewise: the folders, hidden ones and `out` aside, that hold a case's file.
    pub fn cases(&self) -> Result<Vec<Case>, CorpusError> {
        let unreadable = |error| CorpusError::Unreadable { file: self.name(), error };
        let mut cases = Vec::new();
        for name in atomic::names_in(&self.path).map_err(unreadable)? {
            let shown = name.to_string_lossy().into_owned();
            if can_be_a_case(&shown) {
                cases.extend(Case::at(self.path.join(name), shown));
            }
        }
        cases.sort_by(|a, b| a.name().cmp(b.name()));
        Ok(cases)
    }

    /// The case of this name; no other is looked at unless there is none.
    pub fn case(&self, name: &str) -> Result<Case, CaseMiss> {
        let mut parts = Path::new(name).components();
        let one_part =
            matches!((parts.next(), parts.next()), (Some(Component::Normal(part)), None) if part == name);
        if one_part
            && can_be_a_case(name)
            && let Some(case) = Case::at(self.path.join(name), name.to_owned())
        {
            return Ok(case);
        }
        let mut cases = self.cases()?;
        // A folder whose name is not UTF-8 goes by the name it is shown with.
        if let Some(at) = cases.iter().position(|case| case.name() == name) {
            return Ok(cases.swap_remove(at));
        }
        let near = nearest(name, cases.iter().map(Case::name)).map(str::to_owned);
        Err(CaseMiss::NoCase { name: name.to_owned(), nearest: near })
    }
}

/// Whether a folder of this name may be a case: not hidden, and not the root's own.
fn can_be_a_case(name: &str) -> bool {
    !name.starts_with('.') && name != OUT
}

#[cfg(test)]
mod tests {
    use super::*;
    use room_core::atomic;

    /// A root with these files in it.
    fn root(files: &[&str]) -> (tempfile::TempDir, Root) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            atomic::write(&path, b"").unwrap();
        }
        let root = Root::open(folder.path()).unwrap();
        (folder, root)
    }

    #[test]
    fn a_case_is_a_folder_with_one_of_the_files() {
        let files = [
            "b/case.md",
            "a/notebook.md",
            "B/out/_journal.jsonl",
            "none/other.md",
            ".hidden/case.md",
            "out/case.md",
            "case.md",
            "deep/er/case.md",
        ];
        let (_folder, root) = root(&files);
        let names: Vec<_> = root.cases().unwrap().iter().map(|case| case.name().to_owned()).collect();
        assert_eq!(names, ["B", "a", "b"]);
    }

    #[test]
    fn a_case_is_asked_for_by_its_name_alone() {
        let (_folder, root) = root(&["alpha/case.md", ".hidden/case.md", "out/case.md", "case.md"]);
        assert_eq!(root.case("alpha").unwrap().name(), "alpha");
        for wrong in ["", ".", "..", "alpha/", "./alpha", "alpha/../alpha", ".hidden", "out", "/", "ALPHA"] {
            let why = root.case(wrong).unwrap_err().to_string();
            assert!(why.starts_with(&format!("no case '{wrong}' in this root")), "{why}");
        }
        assert!(root.case("alfa").unwrap_err().to_string().ends_with("Nearest: 'alpha'"));
    }

    #[test]
    fn a_root_is_a_folder() {
        let (folder, _root) = root(&["alpha/case.md"]);
        let file = Root::open(&folder.path().join("alpha/case.md")).unwrap_err();
        assert!(file.to_string().starts_with("case.md is a file"));
        assert_eq!(Root::open(&folder.path().join("gone")).unwrap_err().to_string(), "no folder gone");
    }
}
