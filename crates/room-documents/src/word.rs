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
    let styles =
        package.part("word/styles.xml")?.map(|styles| styles_of(&styles)).transpose()?.unwrap_or_default();
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
                if let Some(style) = styles.get(&id).copied().or_else(|| style_of(&id)) {
                    page.set_style(style);
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

/// What styles are, by their ids: the ids are in the author's language, the names are not.
fn styles_of(xml: &[u8]) -> Result<HashMap<String, Style>, DocumentError> {
    let (mut styles, mut id) = (HashMap::new(), String::new());
    walk(xml, |met| {
        match met {
            Met::Open("style", attributes) => id = attributes.get("styleId").unwrap_or_default(),
            Met::Open("name", attributes) => {
                if let Some(style) = attributes.get("val").as_deref().and_then(style_of) {
                    styles.insert(id.clone(), style);
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(styles)
}

/// What `heading 2`, `Heading2`, `Title` or `List Bullet` is.
fn style_of(name: &str) -> Option<Style> {
    let name = name.to_lowercase();
    if name == "title" {
        return Some(Style::Heading(1));
    }
    if name.starts_with("list bullet") || name.starts_with("list number") {
        return Some(Style::Item);
    }
    let level = name.strip_prefix("heading")?.trim().parse().ok()?;
    (1..=9).contains(&level).then_some(Style::Heading(level))
}
