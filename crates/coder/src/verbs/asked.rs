//! What each verb asks of its function.

use serde_json::{Value, json};

use super::{Shared, Verb, all_of_standard_input};
use crate::error::CoderError;

/// A function's name, its payload, and how to answer.
pub(super) type Asked = (&'static str, Value, Shared);

impl Verb {
    /// The function a verb calls, and what it asks of it.
    pub(super) fn asked(self) -> Result<Asked, CoderError> {
        Ok(match self {
            Verb::Info { how } => ("coder::info", json!({}), how),
            Verb::Read { path, truncation, display, max_lines, max_bytes, how } => {
                let payload = json!({
                    "path": path,
                    "truncation": truncation,
                    "display": display,
                    "maxSummaryLines": max_lines,
                    "maxSummaryBytes": max_bytes,
                });
                ("tool::read", payload, how)
            }
            Verb::Search {
                pattern,
                literal,
                i,
                paths,
                file_type,
                exclude,
                context,
                limit,
                skip,
                truncation,
                display,
                no_hidden,
                no_ignore,
                how,
            } => {
                let payload = json!({
                    "pattern": pattern,
                    "literal": literal,
                    "i": i,
                    "paths": Some(paths).filter(|paths| !paths.is_empty()),
                    "file_type": file_type,
                    "glob_exclude": exclude,
                    "context": context,
                    "limit": limit,
                    "skip": skip.unwrap_or(0),
                    "truncation": truncation,
                    "display": display,
                    "hidden": !no_hidden,
                    "gitignore": !no_ignore,
                });
                ("tool::search", payload, how)
            }
            Verb::Find { paths, no_hidden, no_ignore, limit, timeout, how } => {
                let payload = json!({
                    "paths": [paths],
                    "hidden": !no_hidden,
                    "gitignore": !no_ignore,
                    "limit": limit,
                    "timeout": timeout,
                });
                ("tool::find", payload, how)
            }
            Verb::Stat { path, how } => ("coder::read-file", json!({"path": path, "stat": true}), how),
            Verb::List { path, page, page_size, how } => {
                let path = path.unwrap_or_else(|| ".".to_owned());
                ("coder::list-folder", json!({"path": path, "page": page, "page_size": page_size}), how)
            }
            Verb::Tree { path, depth, limit, all, how } => {
                let path = path.unwrap_or_else(|| ".".to_owned());
                let payload = json!({
                    "path": path,
                    "max_depth": depth,
                    "per_folder_limit": limit,
                    "use_default_excludes": !all,
                });
                ("coder::tree", payload, how)
            }
            other => return other.change(),
        })
    }

    /// The same for verbs that change files.
    fn change(self) -> Result<Asked, CoderError> {
        Ok(match self {
            Verb::Edit { path, old, new, all, edits, change } => {
                let edits = edits.as_deref().map(serde_json::from_str::<Value>).transpose();
                let edits = edits.map_err(|error| CoderError::bad(format!("--edits is no JSON: {error}")))?;
                let payload = json!({
                    "path": path,
                    "old_text": old,
                    "new_text": new,
                    "all": all.then_some(true),
                    "edits": edits,
                    "expect_sha256": change.expect_sha256,
                    "dry_run": change.dry_run,
                });
                ("tool::edit", payload, change.how)
            }
            Verb::Write { path, content, change } => {
                // A whole file keeps its last newline: this is the one text that is not an argument of a sentence.
                let content = if content == "-" { all_of_standard_input()? } else { content };
                let payload = json!({"path": path, "content": content, "expect_sha256": change.expect_sha256, "dry_run": change.dry_run});
                ("tool::write", payload, change.how)
            }
            Verb::Create { path, content, mode, overwrite, no_parents, change } => {
                let file = json!({
                    "path": path,
                    "content": content,
                    "mode": mode,
                    "overwrite": overwrite,
                    "parents": !no_parents,
                    "expect_sha256": change.expect_sha256,
                });
                ("coder::create-file", json!({"files": [file], "dry_run": change.dry_run}), change.how)
            }
            Verb::Update { how } => {
                let text = all_of_standard_input()?;
                let payload = serde_json::from_str(&text)
                    .map_err(|error| CoderError::bad(format!("standard input is no JSON: {error}")))?;
                ("coder::update-file", payload, how)
            }
            Verb::Delete { path, recursive, change } => {
                let entry = json!({"path": path, "expect_sha256": change.expect_sha256});
                let payload = json!({"paths": [entry], "recursive": recursive, "dry_run": change.dry_run});
                ("coder::delete-file", payload, change.how)
            }
            Verb::Move { from, to, overwrite, no_parents, change } => {
                let entry = json!({
                    "from": from,
                    "to": to,
                    "overwrite": overwrite,
                    "parents": !no_parents,
                    "expect_sha256": change.expect_sha256,
                });
                ("coder::move", json!({"files": [entry], "dry_run": change.dry_run}), change.how)
            }
            _ => unreachable!("a call has its function and payload from its caller, and others only look"),
        })
    }
}
