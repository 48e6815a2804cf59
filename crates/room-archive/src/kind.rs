//! Which archive a file's name calls for.

/// A kind of archive, told by a name's extension alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `.tar`
    Tar,
    /// `.tar.gz` or `.tgz`
    TarGz,
    /// `.zip`
    Zip,
}

/// Extensions and what they stand for.
const EXTENSIONS: [(&str, Kind); 4] =
    [(".tar", Kind::Tar), (".tar.gz", Kind::TarGz), (".tgz", Kind::TarGz), (".zip", Kind::Zip)];

impl Kind {
    /// The kind a name ends with, in any letter case; nothing where it ends with none.
    pub fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        EXTENSIONS.iter().find(|(extension, _)| name.ends_with(extension)).map(|(_, kind)| *kind)
    }

    /// What the kind is called in a sentence, with its article.
    pub(crate) fn called(self) -> &'static str {
        match self {
            Self::Tar => "a tar archive",
            Self::TarGz => "a gzip-compressed tar archive",
            Self::Zip => "a zip archive",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_tells_in_any_case() {
        assert_eq!(Kind::of("k.tar"), Some(Kind::Tar));
        assert_eq!(Kind::of("dir/K.Tar.GZ"), Some(Kind::TarGz));
        assert_eq!(Kind::of("k.TGZ"), Some(Kind::TarGz));
        assert_eq!(Kind::of("k.tar.zip"), Some(Kind::Zip));
        for other in ["k.gz", "tar", "zip", "k.zip.txt", "k.tar.xz", "k.jar", ""] {
            assert_eq!(Kind::of(other), None, "{other}");
        }
    }
}
