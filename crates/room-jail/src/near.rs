//! The names beside one that is missing, so that a refusal can say what was perhaps meant.

use std::ffi::OsStr;
use std::path::Path;

use crate::jail::Jail;
use crate::place::{Kind, Last};

/// How many names of a folder are looked at. In a larger one a guess would be a matter of luck.
const MOST_NAMES: usize = 10_000;

/// The component that led nowhere, and what stands beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// What comes before the component, as the caller spelled it.
    pub above: String,
    /// The component as it was asked for.
    pub name: String,
    /// Names that exist in its folder and may be opened, in order.
    pub names: Vec<String>,
}

impl Jail {
    /// What stands beside the first component of a path that leads nowhere.
    ///
    /// The answer is the same for what is missing and what is denied: denied names are left out, and so is the name
    /// itself.
    pub fn beside(&self, asked: &Path) -> Option<Beside> {
        let mut rest = asked;
        while let (Some(above), Some(name)) = (rest.parent(), last_component(rest)) {
            let folder =
                self.resolve(above, Last::Follow).ok().filter(|place| place.kind() == Some(Kind::Folder));
            if let Some(folder) = folder.and_then(|place| self.folder(&place).ok()) {
                let names = folder.names().ok()?;
                if names.len() > MOST_NAMES {
                    return None;
                }
                let names = names.into_iter().filter(|listed| listed.name != name);
                let names = names.filter(|listed| !folder.denies(&listed.name, None));
                let names = names.filter_map(|listed| listed.name.into_string().ok()).collect();
                let above = above.to_string_lossy().into_owned();
                return Some(Beside { above, name: name.to_string_lossy().into_owned(), names });
            }
            rest = above;
        }
        None
    }
}

/// The last component, a `..` included.
fn last_component(path: &Path) -> Option<&OsStr> {
    path.components().next_back().map(std::path::Component::as_os_str)
}
