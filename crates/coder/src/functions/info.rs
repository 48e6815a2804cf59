//! `coder::info`: where the caller may read and write, and how much.

use serde::{Deserialize, Serialize};

use crate::config::Limits;
use crate::worker::Coder;

/// Nothing to ask.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InfoRequest {}

/// Roots, globs, limits.
#[derive(Debug, Serialize)]
pub struct Info {
    /// The canonical roots, the primary first.
    pub base_paths: Vec<String>,
    /// Where relative paths start.
    pub primary_root: String,
    /// Globs nothing may touch.
    pub non_accessible_globs: Vec<String>,
    /// Globs `tree` and `search` pass over.
    pub default_exclude_globs: Vec<String>,
    /// Whether files with several names are refused.
    pub deny_hard_links: bool,
    /// The numbers.
    #[serde(flatten)]
    pub limits: Limits,
    /// The version.
    pub version: &'static str,
    /// Roots that could not be opened, variables that were not set.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

impl Coder {
    /// `coder::info`.
    pub fn info(&self) -> Info {
        let config = self.config();
        let base_paths: Vec<_> = self.jail.roots().map(|root| root.display().to_string()).collect();
        let unreachable = self.jail.unreachable().iter();
        let unreachable = unreachable.map(|root| format!("{} is no root: {}", root.path.display(), root.why));
        Info {
            primary_root: base_paths[0].clone(),
            base_paths,
            non_accessible_globs: config.non_accessible_globs.clone(),
            default_exclude_globs: config.default_exclude_globs.clone(),
            deny_hard_links: config.deny_hard_links,
            limits: (*self.limits()).clone(),
            version: env!("CARGO_PKG_VERSION"),
            warnings: config.warnings.iter().cloned().chain(unreachable).collect(),
        }
    }
}
