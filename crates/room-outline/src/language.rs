//! Which language a file is in, told by its name.

use tree_sitter_language::LanguageFn;

/// A language that can be outlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// Bash, and shell scripts close to it.
    Bash,
    /// C.
    C,
    /// C#.
    CSharp,
    /// C++; headers named `.h` are taken for it, since it reads nearly all of C.
    Cpp,
    /// CSS.
    Css,
    /// Go.
    Go,
    /// HTML.
    Html,
    /// Java.
    Java,
    /// JavaScript, with JSX.
    JavaScript,
    /// PHP.
    Php,
    /// Python.
    Python,
    /// Ruby.
    Ruby,
    /// Rust.
    Rust,
    /// TypeScript.
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
}

impl Language {
    /// Every language.
    pub const ALL: [Self; 15] = [
        Self::Bash,
        Self::C,
        Self::CSharp,
        Self::Cpp,
        Self::Css,
        Self::Go,
        Self::Html,
        Self::Java,
        Self::JavaScript,
        Self::Php,
        Self::Python,
        Self::Ruby,
        Self::Rust,
        Self::TypeScript,
        Self::Tsx,
    ];

    /// The language of a file of this name or path, by its ending in any letter case, or by a name that has none.
    /// Nothing in the file is looked at.
    pub fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        if matches!(name, ".bashrc" | ".bash_profile" | ".profile" | "PKGBUILD") {
            return Some(Self::Bash);
        }
        if matches!(name, "Gemfile" | "Rakefile" | "Vagrantfile") {
            return Some(Self::Ruby);
        }
        let (stem, ending) = name.rsplit_once('.')?;
        if stem.is_empty() {
            return None;
        }
        Some(match ending.to_ascii_lowercase().as_str() {
            "bash" | "sh" => Self::Bash,
            "c" => Self::C,
            "cs" => Self::CSharp,
            "cc" | "cpp" | "cxx" | "h" | "hh" | "hpp" | "hxx" => Self::Cpp,
            "css" => Self::Css,
            "go" => Self::Go,
            "htm" | "html" => Self::Html,
            "java" => Self::Java,
            "cjs" | "js" | "jsx" | "mjs" => Self::JavaScript,
            "php" => Self::Php,
            "py" | "pyi" => Self::Python,
            "gemspec" | "rake" | "rb" => Self::Ruby,
            "rs" => Self::Rust,
            "cts" | "mts" | "ts" => Self::TypeScript,
            "tsx" => Self::Tsx,
            _ => return None,
        })
    }

    /// The grammar.
    pub(crate) fn grammar(self) -> LanguageFn {
        match self {
            Self::Bash => tree_sitter_bash::LANGUAGE,
            Self::C => tree_sitter_c::LANGUAGE,
            Self::CSharp => tree_sitter_c_sharp::LANGUAGE,
            Self::Cpp => tree_sitter_cpp::LANGUAGE,
            Self::Css => tree_sitter_css::LANGUAGE,
            Self::Go => tree_sitter_go::LANGUAGE,
            Self::Html => tree_sitter_html::LANGUAGE,
            Self::Java => tree_sitter_java::LANGUAGE,
            Self::JavaScript => tree_sitter_javascript::LANGUAGE,
            Self::Php => tree_sitter_php::LANGUAGE_PHP,
            Self::Python => tree_sitter_python::LANGUAGE,
            Self::Ruby => tree_sitter_ruby::LANGUAGE,
            Self::Rust => tree_sitter_rust::LANGUAGE,
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
        }
    }
}
