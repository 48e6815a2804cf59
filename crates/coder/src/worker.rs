//! A worker: one jail, its limits, and the calls that need both.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use room_jail::{Jail, JailError, Last, Place, Settings};

use crate::config::{Config, Limits};
use crate::error::{CoderError, For, refused};
use crate::noise::Noise;

/// Functions on files inside a jail. Shared by all calls of a process.
#[derive(Debug)]
pub struct Coder {
    pub(crate) jail: Jail,
    noise: OnceLock<Noise>,
    config: Config,
    limits: RwLock<Arc<Limits>>,
}

impl Coder {
    /// A worker whose primary root is `root`. Where the configuration names roots, it must be one of them.
    pub fn new(root: &Path, config: Config) -> Result<Self, CoderError> {
        let noise = OnceLock::new();
        // Globs of an operator's are checked before anything is done; those we ship are right, and compiled when wanted.
        if config.default_exclude_globs != Config::default().default_exclude_globs {
            let own = Noise::compile("default_exclude_globs", &config.default_exclude_globs)?;
            noise.get_or_init(|| own);
        }
        let mut settings = Settings::new(roots(root, &config.base_paths)?);
        settings.denied.clone_from(&config.non_accessible_globs);
        settings.deny_hard_links = config.deny_hard_links;
        let jail = Jail::open(&settings).map_err(|error| CoderError::bad(error.to_string()))?;
        let limits = RwLock::new(Arc::new(config.limits.clone()));
        Ok(Self { jail, noise, config, limits })
    }

    /// What is passed over unless it is asked for.
    pub(crate) fn noise(&self) -> &Noise {
        self.noise.get_or_init(|| {
            let globs = &self.config.default_exclude_globs;
            Noise::compile("default_exclude_globs", globs).expect("the globs we ship are right")
        })
    }

    /// The numbers of this call. A call asks once, so that they do not change under it.
    pub(crate) fn limits(&self) -> Arc<Limits> {
        Arc::clone(&self.limits.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    /// Takes the numbers of a changed configuration. One whose jail differs is refused whole: the jail stays as it was
    /// built until the program is started again.
    pub fn reload(&self, config: &Config) -> Result<(), CoderError> {
        let same = config.base_paths == self.config.base_paths
            && config.non_accessible_globs == self.config.non_accessible_globs
            && config.default_exclude_globs == self.config.default_exclude_globs
            && config.deny_hard_links == self.config.deny_hard_links;
        if !same {
            return Err(CoderError::bad(
                "configuration: base_paths, non_accessible_globs, default_exclude_globs or deny_hard_links changed; \
                 restart coder to apply it. Nothing was changed",
            ));
        }
        *self.limits.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(config.limits.clone());
        Ok(())
    }

    /// Walks to a path, or says why not.
    pub(crate) fn resolve(&self, asked: &str, last: Last, wanted: For) -> Result<Place, CoderError> {
        self.jail.resolve(Path::new(asked), last).map_err(|error| self.refused(asked, wanted, &error))
    }

    pub(crate) fn refused(&self, asked: &str, wanted: For, error: &JailError) -> CoderError {
        refused(&self.jail, asked, wanted, error)
    }

    /// How an answer names a path whose call failed: canonical, unless that would tell more than the failure does.
    pub(crate) fn name_of(&self, asked: &str, last: Last, error: &JailError) -> String {
        if matches!(error, JailError::Missing | JailError::Escape(_)) {
            return asked.to_owned();
        }
        let place = self.jail.resolve(Path::new(asked), last);
        place.map_or_else(|_| asked.to_owned(), |place| place.path().display().to_string())
    }
}

/// ROOT first, then the other configured roots in their order.
#[expect(clippy::disallowed_methods, reason = "the operator's own folders, named before there is a jail")]
fn roots(root: &Path, configured: &[PathBuf]) -> Result<Vec<PathBuf>, CoderError> {
    if configured.is_empty() {
        return Ok(vec![root.to_owned()]);
    }
    let canonical = |path: &Path| path.canonicalize().ok();
    let primary = canonical(root);
    let is_primary = |path: &&PathBuf| primary.is_some() && canonical(path) == primary;
    let Some(primary) = configured.iter().find(is_primary) else {
        let named: Vec<_> = configured.iter().map(|path| path.display().to_string()).collect();
        return Err(CoderError::bad(format!(
            "{} is none of the configured base_paths: {}",
            root.display(),
            named.join(", ")
        )));
    };
    let others = configured.iter().filter(|path| !is_primary(path));
    Ok([root.to_owned(), primary.clone()].into_iter().chain(others.cloned()).collect())
}
