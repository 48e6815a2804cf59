//! What a tree's own rules leave out: `.ignore`, `.gitignore` and a repository's `info/exclude`.
//!
//! The rules of a folder hold for all that is below it; of two that speak of a path the one nearer to it counts, and
//! any `.ignore` before any `.gitignore`. A `.gitignore` holds outside a repository as well, but not from above a
//! repository into it. Rules of the user's own (`core.excludesFile`) do not: an answer must not depend on who asks.

use std::ffi::OsStr;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use room_jail::{Folder, Listed};

/// How much of a rules file is read.
const MOST_BYTES: u64 = 1 << 20;

/// The rules that hold in a folder; `None` where there are none.
pub(super) type Rules = Option<Arc<Level>>;

/// The rules that a folder brings, and those above it.
#[derive(Debug)]
pub(super) struct Level {
    above: Rules,
    ignore: Option<Gitignore>,
    gitignore: Option<Gitignore>,
    exclude: Option<Gitignore>,
    is_repository: bool,
}

/// The rules in a folder, given its names (in the order of their bytes) and the rules above.
pub(super) fn enter(folder: &Folder<'_>, names: &[Listed], above: &Rules) -> Rules {
    let has =
        |name: &str| names.binary_search_by(|listed| listed.name.as_os_str().cmp(OsStr::new(name))).is_ok();
    let rules = |name: &str| has(name).then(|| rules(folder, folder, name)).flatten();
    let (ignore, gitignore) = (rules(".ignore"), rules(".gitignore"));
    let is_repository = has(".git");
    if ignore.is_none() && gitignore.is_none() && !is_repository {
        return above.clone();
    }
    let exclude = is_repository.then(|| folder.descend(Path::new(".git/info")).ok()).flatten();
    let exclude = exclude.and_then(|info| self::rules(folder, &info, "exclude"));
    Some(Arc::new(Level { above: above.clone(), ignore, gitignore, exclude, is_repository }))
}

/// The rules of a file, as they speak of what is below `top`.
fn rules(top: &Folder<'_>, holder: &Folder<'_>, name: &str) -> Option<Gitignore> {
    let mut bytes = Vec::new();
    let opened = holder.file(name.as_ref()).ok()?;
    opened.file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    let mut rules = GitignoreBuilder::new(top.path());
    for line in text.trim_start_matches('\u{feff}').lines() {
        // A line that is no rule says nothing, as in git.
        let _ = rules.add_line(None, line);
    }
    rules.build().ok().filter(|rules| !rules.is_empty())
}

/// Whether a path is left out.
pub(super) fn ignores(rules: &Rules, path: &Path, is_folder: bool) -> bool {
    let levels = || std::iter::successors(rules.as_deref(), |level| level.above.as_deref());
    let says = |rules: &Option<Gitignore>| match rules.as_ref()?.matched(path, is_folder) {
        Match::None => None,
        Match::Ignore(_) => Some(true),
        Match::Whitelist(_) => Some(false),
    };
    if let Some(said) = levels().find_map(|level| says(&level.ignore)) {
        return said;
    }
    for level in levels() {
        if let Some(said) = says(&level.gitignore).or_else(|| says(&level.exclude)) {
            return said;
        }
        if level.is_repository {
            return false;
        }
    }
    false
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests make files by hand")]
mod tests {
    use std::fs;

    use room_jail::{Jail, Settings};

    use super::*;

    /// Rules files, a path, and whether it is left out.
    type Case<'c> = (&'c [(&'c str, &'c str)], &'c str, bool);

    /// Whether a file is left out by the rules of the folders on the way to it.
    fn is_left_out(rules: &[(&str, &str)], path: &str) -> bool {
        let top = tempfile::tempdir().unwrap();
        for (name, text) in rules {
            fs::create_dir_all(top.path().join(name).parent().unwrap()).unwrap();
            fs::write(top.path().join(name), text).unwrap();
        }
        let path = top.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "").unwrap();
        let jail = Jail::open(&Settings::new([top.path()])).unwrap();
        let mut folder = jail.list(Path::new("")).unwrap();
        let path = folder.path().join(path.strip_prefix(top.path()).unwrap());
        let mut known = None;
        loop {
            known = enter(&folder, &folder.names().unwrap(), &known);
            let below = path.strip_prefix(folder.path()).unwrap();
            let step = folder.path().join(below.components().next().unwrap());
            let is_folder = step != path;
            if ignores(&known, &step, is_folder) {
                return true;
            }
            if !is_folder {
                return false;
            }
            folder = folder.folder(step.file_name().unwrap()).unwrap();
        }
    }

    #[test]
    fn the_nearest_rule_counts_and_any_ignore_before_any_gitignore() {
        let cases: [Case<'_>; 14] = [
            (&[(".gitignore", "*.log\n")], "a/x.log", true),
            (&[(".gitignore", "*.log\n"), ("a/.gitignore", "!x.log\n")], "a/x.log", false),
            (&[(".gitignore", "!x.log\n"), (".ignore", "*.log\n")], "x.log", true),
            (&[("a/.gitignore", "*.log\n"), (".ignore", "!*.log\n")], "a/x.log", false),
            (&[(".gitignore", "/x.log\n")], "a/x.log", false),
            (&[(".gitignore", "build/\n")], "a/build/x", true),
            (&[(".gitignore", "build/\n")], "a/build", false),
            (&[("a/.gitignore", "*.log\n")], "b/x.log", false),
            (&[(".git/info/exclude", "x\n")], "a/x", true),
            (&[(".git/info/exclude", "x\n"), (".gitignore", "!x\n")], "a/x", false),
            (&[(".gitignore", "x\n"), ("a/.git/config", "")], "a/x", false),
            (&[(".ignore", "x\n"), ("a/.git/config", "")], "a/x", true),
            (&[(".gitignore", "\u{feff}x\n[\n# x\n\n")], "x", true),
            (&[(".gitignore", "a/**/x\n")], "a/b/c/x", true),
        ];
        for (rules, path, wanted) in cases {
            assert_eq!(is_left_out(rules, path), wanted, "{rules:?} {path}");
        }
    }
}
