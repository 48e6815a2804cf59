//! EPUB: the chapters in reading order, their XHTML as text.

mod html;

use std::collections::{HashMap, HashSet};

use percent_encoding::percent_decode_str;

use crate::DocumentError;
use crate::bounds::Budget;
use crate::flow::Flow;
use crate::package::{Package, resolve};
use crate::xml::{Node, Xml};

pub(crate) fn text(bytes: &[u8], budget: &mut Budget) -> Result<String, DocumentError> {
    let mut package = Package::open(bytes, budget)?;
    let container = package.needed("META-INF/container.xml")?;
    let opf = package_document(&container)?
        .ok_or(DocumentError::Malformed("it does not say where its contents are"))?;
    let encrypted = encrypted_parts(&mut package)?;
    let (folder, _) = opf.rsplit_once('/').unwrap_or(("", &opf));
    let chapters = chapters(&package.needed(&opf)?, folder)?;
    package.budget.pages(chapters.len())?;
    let mut flow = Flow::new(package.budget);
    for chapter in chapters {
        if encrypted.contains(&chapter) {
            return Err(DocumentError::Password);
        }
        if let Some(text) = package.xml(&chapter)? {
            html::read(&text, &mut flow, package.budget)?;
        }
    }
    flow.finish()
}

/// The name of the part that lists the others.
fn package_document(container: &str) -> Result<Option<String>, DocumentError> {
    let mut xml = Xml::new(container);
    while let Some(node) = xml.next()? {
        if let Node::Open(tag) = node
            && tag.local() == "rootfile"
        {
            return Ok(tag.attribute("full-path"));
        }
    }
    Ok(None)
}

/// The parts of the spine, in its order, each named once.
fn chapters(opf: &str, folder: &str) -> Result<Vec<String>, DocumentError> {
    let mut parts = HashMap::new();
    let mut spine = Vec::new();
    let mut xml = Xml::new(opf);
    while let Some(node) = xml.next()? {
        let Node::Open(tag) = node else { continue };
        match tag.local() {
            "item" => {
                if let (Some(id), Some(href)) = (tag.attribute("id"), tag.attribute("href")) {
                    parts.insert(id, resolve(folder, &unescaped(&href)));
                }
            }
            "itemref" => spine.extend(tag.attribute("idref")),
            _ => {}
        }
    }
    let mut seen = HashSet::new();
    let named = spine.into_iter().filter_map(|id| parts.get(&id).cloned());
    Ok(named.filter(|part| seen.insert(part.clone())).collect())
}

/// Parts that are encrypted. Fonts often are, without harm to the text.
fn encrypted_parts(package: &mut Package<'_>) -> Result<HashSet<String>, DocumentError> {
    let mut parts = HashSet::new();
    let Some(text) = package.xml("META-INF/encryption.xml")? else {
        return Ok(parts);
    };
    let mut xml = Xml::new(&text);
    while let Some(node) = xml.next()? {
        if let Node::Open(tag) = node
            && tag.local() == "CipherReference"
        {
            parts.extend(tag.attribute("URI").map(|uri| resolve("", &unescaped(&uri))));
        }
    }
    Ok(parts)
}

/// A reference with its `%20` and the like as the characters they stand for.
fn unescaped(reference: &str) -> String {
    percent_decode_str(reference).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_unescaped_and_what_is_none_stays() {
        assert_eq!(unescaped("a%20b%C3%A9.xhtml"), "a bé.xhtml");
        assert_eq!(unescaped("100%"), "100%");
        assert_eq!(unescaped("%zz%4"), "%zz%4");
    }

    #[test]
    fn a_chapter_that_the_spine_names_twice_is_read_once() {
        let opf = r#"<package><manifest><item id="a" href="t/a.xhtml"/><item id="b" href="b.xhtml"/></manifest>
            <spine><itemref idref="b"/><itemref idref="a"/><itemref idref="b"/><itemref idref="none"/></spine></package>"#;
        assert_eq!(chapters(opf, "O").unwrap(), ["O/b.xhtml", "O/t/a.xhtml"]);
    }
}
