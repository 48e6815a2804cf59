//! The one spelling of a member's name.

/// A name inside an archive, normalised: components joined by `/`, none of them empty, `.` or `..`. The empty name is the
/// archive's top folder.
///
/// It is a key and not a path: nothing ever takes it to the file system. It may hold line ends and other controls, which
/// whoever shows it has to mind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemberName(String);

/// How deep a member may lie. More is made to make us climb.
const DEPTH: usize = 256;

impl MemberName {
    /// The name that entries and requests mean by a spelling: backslashes are slashes, and a leading slash, doubled
    /// slashes, a trailing slash and `.` mean nothing. Nothing where a component is `..`, where there is a NUL, or where
    /// it lies deeper than 256 folders.
    pub fn of(spelling: &str) -> Option<Self> {
        if spelling.contains('\0') {
            return None;
        }
        let components: Vec<&str> =
            spelling.split(['/', '\\']).filter(|component| !matches!(*component, "" | ".")).collect();
        let climbs = components.contains(&"..");
        (!climbs && components.len() <= DEPTH).then(|| Self(components.join("/")))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The archive's top folder.
    pub fn is_top(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn of(spelling: &str) -> Option<String> {
        MemberName::of(spelling).map(|name| name.0)
    }

    #[test]
    fn spellings_of_one_name() {
        for spelling in ["a/b", "./a/b", "/a/b", "//a///b", "a\\b", "a/./b/", ".\\a\\.\\b\\"] {
            assert_eq!(of(spelling).as_deref(), Some("a/b"), "{spelling}");
        }
        for top in ["", "/", ".", "./", "\\", "/./"] {
            assert_eq!(of(top).as_deref(), Some(""), "{top}");
        }
        assert_eq!(of("a:b/..c/...").as_deref(), Some("a:b/..c/..."));
    }

    #[test]
    fn what_climbs_is_no_name() {
        for spelling in ["..", "../x", "a/../b", "a/..", "..\\x", "/..", "a\0b"] {
            assert_eq!(of(spelling), None, "{spelling}");
        }
        assert_eq!(of(&"a/".repeat(DEPTH + 1)), None);
        assert!(of(&"a/".repeat(DEPTH)).is_some());
    }

    proptest! {
        #[test]
        fn a_name_is_its_own_spelling(spelling in "[a./\\\\\\PC]{0,12}") {
            if let Some(name) = of(&spelling) {
                prop_assert_eq!(of(&name), Some(name.clone()));
                prop_assert!(name.is_empty() || name.split('/').all(|part| !["", ".", ".."].contains(&part)));
                prop_assert!(!name.contains('\\'));
            } else {
                prop_assert!(spelling.contains(".."));
            }
        }
    }
}
