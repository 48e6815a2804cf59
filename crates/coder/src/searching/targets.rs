//! What a list of paths and globs names: files, and folders with what is wanted below them.
//!
//! An entry that names something that is there means just that, whatever characters it has. Any other that has glob
//! characters is a glob: without a slash it is matched with names at any depth, with one it starts where it says, and
//! `*` stays within a folder.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use room_jail::{JailError, Kind, Last, Place};
use serde::de::{self, SeqAccess, Visitor, value::SeqAccessDeserializer};
use serde::{Deserialize, Deserializer};

use crate::error::{Code, CoderError, For};
use crate::worker::Coder;

/// Folders that are gone into only by those who name them.
pub(super) const UNOPENED: [&str; 2] = [".git", "node_modules"];

/// Texts, as a list or one alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OneOrMore(pub Vec<String>);

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Texts;
        impl<'de> Visitor<'de> for Texts {
            type Value = OneOrMore;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of texts")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<OneOrMore, E> {
                Ok(OneOrMore(vec![text.to_owned()]))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<OneOrMore, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(list)).map(OneOrMore)
            }
        }
        deserializer.deserialize_any(Texts)
    }
}

/// A glob on the paths below a folder.
#[derive(Debug)]
pub struct PathGlob {
    paths: GlobMatcher,
    /// Folders of which everything matches.
    whole_folders: Option<GlobMatcher>,
    /// How far down a path that matches can be; `None` for any depth.
    depth: Option<usize>,
}

impl PathGlob {
    /// Compiles a glob; `field` names where it comes from.
    pub fn compile(field: &str, glob: &str) -> Result<Self, CoderError> {
        let text = with_closed_braces(&glob.replace('\\', "/"));
        let text =
            if text.contains('/') { text.trim_start_matches('/').to_owned() } else { format!("**/{text}") };
        let compiled = |text: &str| {
            let built = GlobBuilder::new(text).literal_separator(true).build();
            built.map(|glob| glob.compile_matcher()).map_err(|error| {
                CoderError::bad(format!("{field}: '{glob}' is not a glob: {}", error.kind()))
            })
        };
        let folder = text.strip_suffix("/**").filter(|folder| !folder.is_empty() && *folder != "**");
        let depth = (!text.contains("**")).then(|| text.matches('/').count() + 1);
        Ok(Self { paths: compiled(&text)?, whole_folders: folder.map(compiled).transpose()?, depth })
    }

    /// Whether a path below the folder matches.
    pub fn is_match(&self, below: &Path) -> bool {
        self.paths.is_match(below)
    }

    /// Whether a folder matches, with all that is in it.
    pub fn covers_folder(&self, below: &Path) -> bool {
        self.is_match(below) || self.whole_folders.as_ref().is_some_and(|folders| folders.is_match(below))
    }
}

/// A glob whose last braces were left open, with them closed.
fn with_closed_braces(glob: &str) -> String {
    let open = glob.matches('{').count().saturating_sub(glob.matches('}').count());
    format!("{glob}{}", "}".repeat(open))
}

/// What is wanted below a folder.
#[derive(Debug)]
struct Wanted {
    base: PathBuf,
    /// `None` for everything.
    glob: Option<PathGlob>,
    /// Those of [`UNOPENED`] that the entry names.
    opened: Vec<&'static str>,
}

/// What the entries of a list name.
#[derive(Debug, Default)]
pub struct Targets {
    /// Files by their canonical paths.
    pub files: BTreeMap<PathBuf, Place>,
    /// Folders to walk, none below another, by path.
    pub tops: Vec<Place>,
    /// Entries that name nothing.
    pub missing: Vec<String>,
    wanted: Vec<Wanted>,
}

impl Targets {
    /// The one file that was asked for, where nothing else was.
    pub fn single(&self) -> Option<&Path> {
        let (path, _) = self.files.first_key_value()?;
        (self.files.len() == 1 && self.tops.is_empty()).then_some(path)
    }

    /// Whether a file on the walk is wanted.
    pub(super) fn wants(&self, path: &Path) -> bool {
        let wants = |wanted: &Wanted| {
            let below = path.strip_prefix(&wanted.base).ok();
            below.is_some_and(|below| wanted.glob.as_ref().is_none_or(|glob| glob.is_match(below)))
        };
        !self.files.contains_key(path) && self.wanted.iter().any(wants)
    }

    /// Whether anything wanted can lie in a folder on the walk.
    pub(super) fn reaches(&self, folder: &Path) -> bool {
        let reaches = |wanted: &Wanted| match folder.strip_prefix(&wanted.base) {
            Ok(below) => {
                let depth = wanted.glob.as_ref().and_then(|glob| glob.depth);
                depth.is_none_or(|depth| below.components().count() < depth)
            }
            Err(_) => wanted.base.starts_with(folder),
        };
        self.wanted.iter().any(reaches)
    }

    /// Whether a folder of [`UNOPENED`] was asked for.
    pub(super) fn opens(&self, folder: &Path, name: &str) -> bool {
        let opens = |wanted: &Wanted| {
            wanted.base.starts_with(folder)
                || (folder.starts_with(&wanted.base) && wanted.opened.contains(&name))
        };
        self.wanted.iter().any(opens)
    }

    fn add_folder(&mut self, place: Place, entry: &str, glob: Option<PathGlob>) {
        let parts: Vec<&str> = entry.split(['/', '\\', '{', '}', ',']).collect();
        let opened = UNOPENED.into_iter().filter(|name| parts.contains(name)).collect();
        self.wanted.push(Wanted { base: place.path().to_owned(), glob, opened });
        if self.tops.iter().any(|top| place.path().starts_with(top.path())) {
            return;
        }
        self.tops.retain(|top| !top.path().starts_with(place.path()));
        self.tops.push(place);
        self.tops.sort_by(|a, b| a.path().cmp(b.path()));
    }
}

impl Coder {
    /// What the entries of `paths` name. Where `by_name`, a name that does not stand where it says is looked for at any
    /// depth. Entries that name nothing are an error only where all do.
    pub(crate) fn targets(&self, entries: &[String], by_name: bool) -> Result<Targets, CoderError> {
        let mut targets = Targets::default();
        for entry in entries {
            self.add_target(&mut targets, entry, by_name)?;
        }
        if !targets.files.is_empty() || !targets.tops.is_empty() {
            return Ok(targets);
        }
        Err(match targets.missing.as_slice() {
            [] => CoderError::bad("paths is empty: name at least one file, folder or glob"),
            [one] => self.refused(one, For::Folder, &JailError::Missing),
            all => CoderError::new(
                Code::C211,
                format!(
                    "none of these can be used: '{}'. See what there is with coder::tree",
                    all.join("', '")
                ),
            ),
        })
    }

    fn add_target(&self, targets: &mut Targets, entry: &str, by_name: bool) -> Result<(), CoderError> {
        if entry.trim().is_empty() {
            return Err(CoderError::bad(
                "paths has an empty entry: name a file, folder or glob, or leave it out",
            ));
        }
        let stands = |path: &str| match self.jail.resolve(Path::new(path), Last::Follow) {
            Ok(place) => Ok(place.kind().is_some().then_some(place)),
            Err(JailError::Missing | JailError::NotAFolder) => Ok(None),
            Err(error) => Err(self.refused(path, For::Folder, &error)),
        };
        if let Some(place) = stands(entry)? {
            match place.kind() {
                Some(Kind::Folder) => targets.add_folder(place, entry, None),
                _ => drop(targets.files.insert(place.path().to_owned(), place)),
            }
            return Ok(());
        }
        if let Some(parts) = joined_by_commas(entry) {
            let list = parts.iter().map(|part| format!("{part:?}")).collect::<Vec<_>>().join(", ");
            return Err(CoderError::bad(format!(
                "'{entry}' is one entry of paths, and nothing has that name; give [{list}]"
            )));
        }
        let (base, glob) = split_glob(entry);
        let name_alone = by_name && glob.is_empty() && !entry.contains('/');
        if glob.is_empty() && !name_alone {
            targets.missing.push(entry.to_owned());
            return Ok(());
        }
        let glob = if name_alone { globset::escape(entry) } else { glob };
        match stands(if base.is_empty() || name_alone { "." } else { &base })? {
            Some(place) if place.kind() == Some(Kind::Folder) => {
                targets.add_folder(place, entry, Some(PathGlob::compile("paths", &glob)?));
            }
            _ => targets.missing.push(entry.to_owned()),
        }
        Ok(())
    }
}

/// The entry of a list that holds several, joined by commas; a comma in braces or brackets joins nothing.
fn joined_by_commas(entry: &str) -> Option<Vec<String>> {
    let mut parts = vec![String::new()];
    let mut depth = 0_u32;
    for c in entry.chars() {
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("there is one from the start").push(c);
    }
    let parts: Vec<String> =
        parts.iter().map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect();
    (parts.len() > 1).then_some(parts)
}

/// The folder a glob starts in and the glob in it, which is empty where there are no glob characters. A glob of a name
/// alone starts anywhere, one with a slash in it keeps a slash.
fn split_glob(entry: &str) -> (String, String) {
    let text = entry.replace('\\', "/");
    let Some(at) = text.find(['*', '?', '[', '{']) else { return (entry.to_owned(), String::new()) };
    let (literal, _) = text.split_at(at);
    match literal.rfind('/') {
        None => (String::new(), text),
        Some(slash) => {
            let (base, glob) = text.split_at(slash);
            // The slash stays: within its folder the glob starts at the top.
            (if base.is_empty() { "/".to_owned() } else { base.to_owned() }, glob.to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glob_without_a_slash_means_names_and_one_with_a_slash_starts_where_it_says() {
        for (glob, path, wanted) in [
            ("*.rs", "a/b.rs", true),
            ("*.rs", "b.rs", true),
            ("/*.rs", "a/b.rs", false),
            ("/*.rs", "b.rs", true),
            ("**/*.rs", "b.rs", true),
            ("a/**/b.rs", "a/b.rs", true),
            ("a/*/b.rs", "a/c/d/b.rs", false),
            ("**/*.{rs,md", "x/y.md", true),
            ("a\\*.rs", "a/b.rs", true),
            ("/**", "a/b", true),
        ] {
            assert_eq!(
                PathGlob::compile("x", glob).unwrap().is_match(Path::new(path)),
                wanted,
                "{glob} {path}"
            );
        }
        let glob = PathGlob::compile("x", "gen/**").unwrap();
        assert!(glob.covers_folder(Path::new("gen")) && !glob.covers_folder(Path::new("a/gen")));
        assert!(PathGlob::compile("x", "node_modules").unwrap().covers_folder(Path::new("a/node_modules")));
    }

    #[test]
    fn an_entry_splits_before_its_first_component_with_a_glob_character() {
        for (entry, base, glob) in [
            ("src/*.rs", "src", "/*.rs"),
            ("*.rs", "", "*.rs"),
            ("./*.rs", ".", "/*.rs"),
            ("a/b?/c", "a", "/b?/c"),
            ("a/b", "a/b", ""),
            ("/x/**", "/x", "/**"),
        ] {
            assert_eq!(split_glob(entry), (base.to_owned(), glob.to_owned()), "{entry}");
        }
    }

    #[test]
    fn commas_join_entries_but_not_alternatives() {
        assert_eq!(joined_by_commas("docs, src").unwrap(), ["docs", "src"]);
        assert_eq!(joined_by_commas("*.{rs,md}"), None);
        assert_eq!(joined_by_commas("a[,]b"), None);
        assert_eq!(joined_by_commas("a"), None);
    }
}
