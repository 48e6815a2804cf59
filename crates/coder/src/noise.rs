//! Folders nobody wants to look through: dependencies, build output, caches. Hidden, not protected.

use std::path::Path;

use globset::{Glob, GlobSet, GlobSetBuilder};

use crate::error::CoderError;

/// Compiled noise globs. Paths are relative to their root.
#[derive(Debug)]
pub(crate) struct Noise {
    files: GlobSet,
    folders: GlobSet,
}

impl Noise {
    /// Compiles the globs; `key` names where they come from.
    pub(crate) fn compile(key: &str, globs: &[String]) -> Result<Self, CoderError> {
        let (mut files, mut folders) = (GlobSetBuilder::new(), GlobSetBuilder::new());
        for glob in globs {
            files.add(compile(key, glob)?);
            folders.add(compile(key, glob)?);
            // `**/target/**` means the folder as well, but a file of that name is just a file.
            if let Some(folder) = glob.strip_suffix("/**").filter(|folder| !folder.is_empty()) {
                folders.add(compile(key, folder)?);
            }
        }
        let whole = |error: globset::Error| CoderError::bad(format!("{key}: {error}"));
        Ok(Self { files: files.build().map_err(whole)?, folders: folders.build().map_err(whole)? })
    }

    pub(crate) fn hides_file(&self, path: &Path) -> bool {
        self.files.is_match(path)
    }

    pub(crate) fn hides_folder(&self, path: &Path) -> bool {
        !path.as_os_str().is_empty() && self.folders.is_match(path)
    }

    /// Whether the folder a call starts at is itself noise, or below some: then the caller wants to see it.
    pub(crate) fn is_asked_for(&self, path: &Path) -> bool {
        path.ancestors().any(|above| self.hides_folder(above))
    }
}

/// One glob, refused by name.
pub(crate) fn compile(key: &str, glob: &str) -> Result<Glob, CoderError> {
    Glob::new(glob)
        .map_err(|error| CoderError::bad(format!("{key}: '{glob}' is not a glob: {}", error.kind())))
}

/// A list of globs as one set.
pub(crate) fn compile_all(key: &str, globs: &[String]) -> Result<GlobSet, CoderError> {
    let mut set = GlobSetBuilder::new();
    for glob in globs {
        set.add(compile(key, glob)?);
    }
    set.build().map_err(|error| CoderError::bad(format!("{key}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_noise_with_all_that_is_in_it_and_a_file_of_its_name_is_not() {
        let noise = Noise::compile("x", &["**/target/**".into(), "**/*.log".into()]).unwrap();
        assert!(noise.hides_folder(Path::new("a/target")) && !noise.hides_file(Path::new("a/target")));
        assert!(noise.hides_file(Path::new("a.log")) && !noise.hides_folder(Path::new("")));
        assert!(noise.is_asked_for(Path::new("a/target/debug")) && !noise.is_asked_for(Path::new("a")));
    }
}
