//! The lines that cells begin with.

use super::NotebookError;

/// The marker line of a cell, without its line end.
pub(super) fn line(kind: &str, index: usize) -> String {
    let kind: String = kind.chars().filter(|char| !char.is_control() && *char != ']').collect();
    format!("# %% [{kind}] cell:{index}")
}

/// Whether a line has the form of a marker.
pub(super) fn is_marker(line: &str) -> bool {
    let Some((_, index)) = line.strip_prefix("# %% [").and_then(|rest| rest.split_once("] cell:")) else {
        return false;
    };
    !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit())
}

/// The sources between the marker lines of a text, which must be these, in this order.
pub(super) fn sources(text: &str, markers: &[String]) -> Result<Vec<String>, NotebookError> {
    let mut due = markers.iter();
    let mut sources: Vec<String> = Vec::new();
    for line in text.split_inclusive('\n') {
        let bare = line.strip_suffix('\n').unwrap_or(line);
        if !is_marker(bare) {
            match sources.last_mut() {
                Some(source) => source.push_str(line),
                None => return Err(wrong(due.next(), &format!("the text begins with `{}`", short(bare)))),
            }
            continue;
        }
        match due.next() {
            Some(marker) if marker == bare => sources.push(String::new()),
            marker => return Err(wrong(marker, &format!("found `{}`", short(bare)))),
        }
    }
    if let Some(marker) = due.next() {
        return Err(wrong(Some(marker), "it is missing"));
    }
    // The line end after a source is the marker's.
    for source in &mut sources {
        if source.ends_with('\n') {
            source.pop();
        }
    }
    Ok(sources)
}

fn wrong(expected: Option<&String>, found: &str) -> NotebookError {
    let expected = expected.map_or("(none: the last cell)", String::as_str);
    NotebookError::Marker { expected: short(expected), found: found.to_owned() }
}

/// The beginning of a line, on one line.
fn short(line: &str) -> String {
    const CHARS: usize = 60;
    let cut = if line.chars().nth(CHARS).is_some() { "…" } else { "" };
    let kept: String =
        line.chars().take(CHARS).map(|char| if char.is_control() { ' ' } else { char }).collect();
    kept + cut
}
