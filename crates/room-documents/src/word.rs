//! Word documents: paragraphs, headings by their styles, lists, bold text and tables.

use std::collections::HashMap;

use crate::bounds::Bounds;
use crate::error::DocumentError;
use crate::markup::{Met, walk};
use crate::package::Package;
use crate::page::{Page, Style};

pub(crate) fn text(bytes: &[u8], bounds: &Bounds) -> Result<String, DocumentError> {
    let mut package = Package::open(bytes, bounds)?;
    let document = package.needed("word/document.xml")?;
    let headings = package.part("word/styles.xml")?.map(|styles| headings(&styles)).transpose()?.unwrap_or_default();
    let mut page = Page::new(bounds.text);
    let (mut bold, mut in_text, mut hidden) = (false, false, 0_usize);
    walk(&document, |met| {
        match met {
            // What programs of old see in place of something newer.
            Met::Open("Fallback", _) => hidden += 1,
            Met::Close("Fallback") => hidden = hidden.saturating_sub(1),
            _ if hidden > 0 => {}
            Met::Open("p", _) => page.open_paragraph(Style::Plain),
            Met::Close("p") => page.close_paragraph()?,
            Met::Open("pStyle", attributes) => {
                let id = attributes.get("val").unwrap_or_default();
                if let Some(level) = headings.get(&id).copied().or_else(|| level_of(&id)) {
                    page.set_style(Style::Heading(level));
                }
            }
            Met::Open("numPr", _) => page.set_style(Style::Item),
            Met::Open("r", _) => bold = false,
            Met::Open("b", attributes) => {
                bold = !matches!(attributes.get("val").as_deref(), Some("0" | "false" | "off"));
            }
            Met::Open("t", _) => in_text = true,
            Met::Close("t") => in_text = false,
            Met::Open("tab", _) => page.say("\t", bold),
            Met::Open("br" | "cr", _) => page.say("\n", bold),
            Met::Open("noBreakHyphen", _) => page.say("-", bold),
            Met::Text(text) if in_text => page.say(text, bold),
            Met::Open("tbl", _) => page.open_table(),
            Met::Open("tr", _) => page.open_row(),
            Met::Open("tc", _) => page.open_cell(),
            Met::Close("tbl") => page.close_table()?,
            _ => {}
        }
        Ok(())
    })?;
    Ok(page.finish())
}

/// The levels of styles that are headings, by their ids: the ids are in the author's language, the names are not.
fn headings(styles: &[u8]) -> Result<HashMap<String, usize>, DocumentError> {
    let (mut headings, mut id) = (HashMap::new(), String::new());
    walk(styles, |met| {
        match met {
            Met::Open("style", attributes) => id = attributes.get("styleId").unwrap_or_default(),
            Met::Open("name", attributes) => {
                if let Some(level) = attributes.get("val").as_deref().and_then(level_of) {
                    headings.insert(id.clone(), level);
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(headings)
}

/// The level of `heading 2`, `Heading2` or `Title`.
fn level_of(name: &str) -> Option<usize> {
    let name = name.to_lowercase();
    if name == "title" {
        return Some(1);
    }
    name.strip_prefix("heading")?.trim().parse().ok().filter(|level| (1..=9).contains(level))
}
