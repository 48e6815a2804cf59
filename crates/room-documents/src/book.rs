//! EPUB books: their chapters in reading order.

use std::collections::HashMap;

use crate::bounds::Bounds;
use crate::error::DocumentError;
use crate::markup::{Met, walk};
use crate::package::Package;
use crate::page::{Page, Style};

pub(crate) fn text(bytes: &[u8], bounds: &Bounds) -> Result<String, DocumentError> {
    let mut package = Package::open(bytes, bounds)?;
    if package.part("META-INF/rights.xml")?.is_some() {
        return Err(DocumentError::Encrypted);
    }
    let container = package.needed("META-INF/container.xml")?;
    let mut root = None;
    walk(&container, |met| {
        if let Met::Open("rootfile", attributes) = met {
            root = root.take().or_else(|| attributes.get("full-path"));
        }
        Ok(())
    })?;
    let root = root.ok_or_else(|| DocumentError::damaged("it names no contents"))?;
    let contents = package.needed(&root)?;
    let (mut files, mut order) = (HashMap::new(), Vec::new());
    walk(&contents, |met| {
        match met {
            Met::Open("item", attributes) => files.extend(attributes.get("id").zip(attributes.get("href"))),
            Met::Open("itemref", attributes) => order.extend(attributes.get("idref")),
            _ => {}
        }
        Ok(())
    })?;
    let folder = root.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
    let mut page = Page::new(bounds.text);
    for id in order {
        let Some(href) = files.get(&id) else { continue };
        let name = joined(&folder, &unescaped(href.split('#').next().unwrap_or_default()));
        if let Some(chapter) = package.part(&name)? {
            chapter_text(&chapter, &mut page)?;
        }
    }
    Ok(page.finish())
}

/// A name beside another, with `..` taken back.
fn joined(folder: &str, href: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(href.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn unescaped(href: &str) -> String {
    let mut bytes = Vec::with_capacity(href.len());
    let mut rest = href.bytes();
    while let Some(byte) = rest.next() {
        let mut ahead = rest.clone();
        let digit = |byte: Option<u8>| byte.and_then(|byte| char::from(byte).to_digit(16));
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                bytes.push(u8::try_from(high * 16 + low).unwrap_or(b'?'));
                rest = ahead;
            }
            _ => bytes.push(byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A page of a book. Text outside any block is one of its own.
fn chapter_text(chapter: &[u8], page: &mut Page) -> Result<(), DocumentError> {
    let (mut bold, mut hidden) = (0_usize, 0_usize);
    walk(chapter, |met| {
        match met {
            Met::Open("head" | "script" | "style", _) => hidden += 1,
            Met::Close("head" | "script" | "style") => hidden = hidden.saturating_sub(1),
            _ if hidden > 0 => {}
            Met::Open(name, _) if heading(name).is_some() => {
                page.close_paragraph()?;
                page.open_paragraph(Style::Heading(heading(name).unwrap_or(1)));
            }
            Met::Open("li", _) => {
                page.close_paragraph()?;
                page.open_paragraph(Style::Item);
            }
            Met::Open("p" | "div" | "blockquote" | "section" | "body" | "pre" | "dt" | "dd", _)
            | Met::Close("p" | "div" | "blockquote" | "section" | "body" | "li" | "pre" | "dt" | "dd") => {
                page.close_paragraph()?;
                page.open_paragraph(Style::Plain);
            }
            Met::Close(name) if heading(name).is_some() => {
                page.close_paragraph()?;
                page.open_paragraph(Style::Plain);
            }
            Met::Open("b" | "strong", _) => bold += 1,
            Met::Close("b" | "strong") => bold = bold.saturating_sub(1),
            Met::Open("br", _) => page.say("\n", bold > 0),
            Met::Open("table", _) => {
                page.close_paragraph()?;
                page.open_table();
            }
            Met::Open("tr", _) => page.open_row(),
            Met::Open("td" | "th", _) => {
                page.open_cell();
                page.open_paragraph(Style::Plain);
            }
            Met::Close("td" | "th") => page.close_paragraph()?,
            Met::Close("table") => {
                page.close_table()?;
                page.open_paragraph(Style::Plain);
            }
            Met::Text(text) => page.say(&blanks_as_one(text), bold > 0),
            _ => {}
        }
        Ok(())
    })?;
    page.close_paragraph()
}

/// Blanks and line ends are one blank.
fn blanks_as_one(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        let c = if c.is_ascii_whitespace() { ' ' } else { c };
        if !(c == ' ' && out.ends_with(' ')) {
            out.push(c);
        }
    }
    out
}

fn heading(name: &str) -> Option<usize> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}
