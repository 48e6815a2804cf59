//! Presentations: slides in their order, each with its number, its title, text and tables.

use std::collections::HashMap;

use crate::bounds::Bounds;
use crate::error::DocumentError;
use crate::markup::{Met, walk};
use crate::package::Package;
use crate::page::{Page, Style};

pub(crate) fn text(bytes: &[u8], bounds: &Bounds) -> Result<String, DocumentError> {
    let mut package = Package::open(bytes, bounds)?;
    let presentation = package.needed("ppt/presentation.xml")?;
    let relations = package.part("ppt/_rels/presentation.xml.rels")?.unwrap_or_default();
    let targets = targets(&relations)?;
    let mut ids = Vec::new();
    walk(&presentation, |met| {
        if let Met::Open("sldId", attributes) = met {
            // It has two ids; the relation is the one that is no number.
            ids.extend(attributes.all("id").into_iter().filter(|id| id.parse::<u64>().is_err()));
        }
        Ok(())
    })?;
    let mut page = Page::new(bounds.text);
    let slides = ids.iter().filter_map(|id| targets.get(id)).filter(|target| target.contains("slides/"));
    for (number, slide) in (1..).zip(slides) {
        let name = slide.strip_prefix('/').map_or_else(|| format!("ppt/{slide}"), str::to_owned);
        let Some(part) = package.part(&name)? else { continue };
        page.put(&format!("Slide {number}"), Style::Heading(2))?;
        slide_text(&part, &mut page)?;
    }
    Ok(page.finish())
}

/// The parts that relations lead to.
fn targets(relations: &[u8]) -> Result<HashMap<String, String>, DocumentError> {
    let mut targets = HashMap::new();
    walk(relations, |met| {
        if let Met::Open("Relationship", attributes) = met {
            targets.extend(attributes.get("Id").zip(attributes.get("Target")));
        }
        Ok(())
    })?;
    Ok(targets)
}

fn slide_text(part: &[u8], page: &mut Page) -> Result<(), DocumentError> {
    let (mut is_title, mut bold, mut in_text, mut hidden) = (false, false, false, 0_usize);
    walk(part, |met| {
        match met {
            Met::Open("Fallback", _) => hidden += 1,
            Met::Close("Fallback") => hidden = hidden.saturating_sub(1),
            _ if hidden > 0 => {}
            Met::Open("sp", _) => is_title = false,
            Met::Open("ph", attributes) => {
                is_title = matches!(attributes.get("type").as_deref(), Some("title" | "ctrTitle"));
            }
            Met::Open("p", _) => page.open_paragraph(if is_title { Style::Heading(3) } else { Style::Plain }),
            Met::Close("p") => page.close_paragraph()?,
            Met::Open("r", _) => bold = false,
            Met::Open("rPr", attributes) => bold = attributes.get("b").as_deref() == Some("1"),
            Met::Open("br", _) => page.say("\n", bold),
            Met::Open("t", _) => in_text = true,
            Met::Close("t") => in_text = false,
            Met::Text(text) if in_text => page.say(text, bold),
            Met::Open("tbl", _) => page.open_table(),
            Met::Open("tr", _) => page.open_row(),
            Met::Open("tc", _) => page.open_cell(),
            Met::Close("tbl") => page.close_table()?,
            _ => {}
        }
        Ok(())
    })
}
