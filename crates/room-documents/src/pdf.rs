//! PDF: the text of each page, as paragraphs. Scanned pages have none.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::Document;

use crate::bounds::Bounds;
use crate::error::DocumentError;

pub(crate) fn text(bytes: &[u8], bounds: &Bounds) -> Result<String, DocumentError> {
    // The library panics over documents it does not understand.
    let read = quietly(|| catch_unwind(AssertUnwindSafe(|| pages(bytes, bounds))));
    let pages = read.unwrap_or_else(|_| Err(DocumentError::damaged("its pages cannot be read")))?;
    let mut text = String::new();
    if pages.iter().all(|page| page.trim().is_empty()) {
        return Ok(text);
    }
    for (number, page) in (1..).zip(&pages) {
        writeln!(text, "## Page {number}\n").expect("a String takes every write");
        for paragraph in paragraphs(page) {
            writeln!(text, "{paragraph}\n").expect("a String takes every write");
        }
        if text.len() > bounds.text {
            return Err(DocumentError::Larger { what: "its text", most: bounds.text as u64 });
        }
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    Ok(text)
}

fn pages(bytes: &[u8], bounds: &Bounds) -> Result<Vec<String>, DocumentError> {
    if !bytes.get(..1024.min(bytes.len())).unwrap_or_default().windows(5).any(|at| at == b"%PDF-") {
        return Err(DocumentError::damaged("it does not begin as a PDF does"));
    }
    let document = Document::load_mem(bytes).map_err(DocumentError::damaged)?;
    if document.is_encrypted() {
        return Err(DocumentError::Encrypted);
    }
    if document.get_pages().len() > bounds.pages {
        return Err(DocumentError::Larger { what: "the number of its pages", most: bounds.pages as u64 });
    }
    pdf_extract::extract_text_from_mem_by_pages(bytes).map_err(DocumentError::damaged)
}

/// Lines that follow one another without an empty one between.
fn paragraphs(page: &str) -> Vec<String> {
    let lines = page.lines().map(str::trim_end);
    let mut paragraphs = vec![String::new()];
    for line in lines {
        let last = paragraphs.last_mut().expect("there is one from the start");
        if line.trim().is_empty() {
            if !last.is_empty() {
                paragraphs.push(String::new());
            }
            continue;
        }
        if !last.is_empty() {
            last.push('\n');
        }
        last.push_str(line.trim_start_matches('\u{feff}'));
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

/// Does something whose panics are nobody's to read.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    use std::cell::Cell;
    use std::sync::Once;
    thread_local!(static QUIET: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                before(panic);
            }
        }));
    });
    QUIET.set(true);
    let done = work();
    QUIET.set(false);
    done
}
