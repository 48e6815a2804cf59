//! The globs nothing may touch.
//!
//! A pattern that ends in `/**` covers the folder before it too: whoever could move the folder could read what is in it.
//! What lies below a covered folder is covered. Letter case never matters, because the file system below may not care
//! for it either.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use globset::{Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use crate::error::SettingsError;

/// Compiled deny globs. Paths are relative to a root; the root itself is never covered.
#[derive(Debug)]
pub(crate) struct Denied {
    /// The globs as given, in any ASCII case.
    plain: GlobSet,
    /// The globs folded, for paths that were folded the same way: other alphabets have letter case too.
    folded: Vec<Glob>,
    /// The same as a set, made when a path first needs it, which most never do; `None` where it cannot be made.
    folded_set: OnceLock<Option<GlobSet>>,
    ascii: bool,
}

impl Denied {
    /// Compiles the globs, in globset's dialect (`*` and `?` match `/` too).
    pub(crate) fn compile(globs: &[String]) -> Result<Self, SettingsError> {
        let (mut plain, mut folded) = (GlobSetBuilder::new(), Vec::new());
        for glob in globs {
            for spelling in spellings(glob) {
                let refused = |error: globset::Error| SettingsError::Glob {
                    glob: glob.clone(),
                    why: error.kind().to_string(),
                };
                plain.add(GlobBuilder::new(spelling).case_insensitive(true).build().map_err(refused)?);
                folded.push(GlobBuilder::new(&fold(spelling)).build().map_err(refused)?);
            }
        }
        let whole = |error: globset::Error| SettingsError::Glob {
            glob: globs.join(", "),
            why: error.kind().to_string(),
        };
        let ascii = globs.iter().all(|glob| glob.is_ascii());
        Ok(Self { plain: plain.build().map_err(whole)?, folded, folded_set: OnceLock::new(), ascii })
    }

    /// Whether a glob names this very path.
    pub(crate) fn names(&self, path: &Path) -> bool {
        if self.plain.is_empty() || path.as_os_str().is_empty() {
            return false;
        }
        self.plain.is_match(path) || self.names_folded(path)
    }

    /// Whether a glob names this path or a folder above it.
    pub(crate) fn covers(&self, path: &Path) -> bool {
        !self.plain.is_empty() && path.ancestors().any(|path| self.names(path))
    }

    /// The slow half: letter case outside ASCII. Where both sides are ASCII the plain set has said all there is.
    fn names_folded(&self, path: &Path) -> bool {
        let bytes = path.as_os_str().as_encoded_bytes();
        (!self.ascii || !bytes.is_ascii())
            && self.folded_set().is_none_or(|set| set.is_match(folded(path).as_path()))
    }

    /// Without a set nothing can be told to be free.
    fn folded_set(&self) -> Option<&GlobSet> {
        let made = self.folded_set.get_or_init(|| {
            let mut set = GlobSetBuilder::new();
            for glob in &self.folded {
                set.add(glob.clone());
            }
            set.build().ok()
        });
        made.as_ref()
    }
}

/// A glob and what it covers beside its letters: the folder whose contents it names, and the habits of other dialects
/// (`secrets/` for a folder, `/secrets` for one at the root) that would silently match nothing in this one.
fn spellings(glob: &str) -> Vec<&str> {
    let mut spellings = vec![glob];
    let mut rest = glob.strip_prefix("./").or_else(|| glob.strip_prefix('/')).unwrap_or(glob);
    loop {
        if !rest.is_empty() && !spellings.contains(&rest) && rest != "**" {
            spellings.push(rest);
        }
        let shorter = ["/**", "/**/*", "/"].iter().find_map(|tail| rest.strip_suffix(tail));
        match shorter {
            Some(shorter) => rest = shorter,
            None => return spellings,
        }
    }
}

/// A path with letter case taken out; bytes that are no UTF-8 stay as they are.
fn folded(path: &Path) -> PathBuf {
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    let mut out = Vec::new();
    for chunk in path.as_os_str().as_bytes().utf8_chunks() {
        out.extend_from_slice(fold(chunk.valid()).as_bytes());
        out.extend_from_slice(chunk.invalid());
    }
    PathBuf::from(std::ffi::OsString::from_vec(out))
}

/// Letter case taken out, a character at a time. Through upper case first: `ς`, `σ` and `Σ` are one letter, and the
/// Kelvin sign is a `k`.
fn fold(text: &str) -> Cow<'_, str> {
    text.chars().flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn denied(globs: &[&str]) -> Denied {
        Denied::compile(&globs.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_glob_covers_the_folder_whose_contents_it_names_and_all_below() {
        let denied = denied(&["**/secrets/**", "**/.env", "vault/", "/top/**"]);
        for covered in
            ["secrets", "a/secrets", "a/SECRETS/b/c", ".env", "a/.Env/below", "vault", "vault/x", "top/x"]
        {
            assert!(denied.covers(Path::new(covered)), "{covered}");
        }
        for free in ["", "a", "secretsx", "a/secret", ".envrc", "a/vault", "a/top"] {
            assert!(!denied.covers(Path::new(free)), "{free}");
        }
    }

    #[test]
    fn letter_case_never_matters_in_any_alphabet() {
        let denied = denied(&["**/*.pem", "**/ΜΥΣΤΙΚΟΣ/**", "**/geheim-ä", "**/k"]);
        for covered in ["A.PEM", "μυστικος/x", "Geheim-Ä", "\u{212a}"] {
            assert!(denied.covers(Path::new(covered)), "{covered}");
        }
    }

    #[test]
    fn a_glob_that_is_none_is_named() {
        let error = Denied::compile(&["**/.env".into(), "a[".into()]).unwrap_err();
        assert!(error.to_string().contains("'a['"), "{error}");
    }
}
