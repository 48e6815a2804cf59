//! What the targets share: a coder in a folder of this process's own.

use std::path::PathBuf;

use coder::Coder;
use coder::config::Config;

/// A folder below the one for temporary files, and a coder whose root it is.
pub fn room() -> (PathBuf, Coder) {
    let root = std::env::temp_dir().join(format!("coder-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&root).expect("a folder for the files");
    let config = Config::parse("").expect("no configuration is one");
    let coder = Coder::new(&root, config).expect("the folder stands");
    (root, coder)
}
