//! `list`: a line a key.

use room_core::cli::Out;
use room_core::refusal::Failure;
use room_core::text::chars;

use crate::desk::Desk;
use crate::store::{Store, Text};

/// Words of a note that its line shows.
const WORDS: usize = 8;

impl Desk {
    /// The keys that stand and begin so.
    pub(crate) fn list(&self, prefix: &str, out: &mut Out<'_>) -> Result<(), Failure> {
        let history = self.history()?;
        let store = Store::replay(&history)?;
        for (key, version) in store.current().filter(|(key, _)| key.starts_with(prefix)) {
            let mut line = format!("{key} v{} chars {} tags ", version.number, chars(&version.text));
            line.push_str(&joined(&version.tags));
            for word in version.text.split_whitespace().take(WORDS) {
                line.push(' ');
                line.push_str(word);
            }
            out.line(&line)?;
        }
        Ok(())
    }
}

/// `a,b`, or `-` for none.
fn joined(tags: &[Text<'_>]) -> String {
    if tags.is_empty() {
        return "-".to_owned();
    }
    tags.iter().map(|tag| &*tag.0).collect::<Vec<_>>().join(",")
}
