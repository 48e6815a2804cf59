//! What a DOCX's styles and lists make of its paragraphs: headings and items.

use std::collections::HashMap;

use crate::DocumentError;
use crate::markdown::Block;
use crate::xml::{Node, Xml};

/// What a paragraph says of itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Properties {
    pub(super) style: Option<String>,
    /// From 0.
    pub(super) outline: Option<usize>,
    /// `0` takes a paragraph out of its style's list.
    pub(super) list: Option<String>,
    /// How deep in it, from 0.
    pub(super) level: Option<usize>,
}

impl Properties {
    /// Takes in a tag that stands in a paragraph's or a style's properties.
    pub(super) fn take(&mut self, tag: &str, value: impl FnOnce() -> Option<String>) {
        match tag {
            "pStyle" => self.style = value(),
            "outlineLvl" => self.outline = value().and_then(|level| level.parse().ok()),
            "numId" => self.list = value(),
            "ilvl" => self.level = value().and_then(|level| level.parse().ok()),
            _ => {}
        }
    }
}

#[derive(Debug, Default)]
struct Style {
    name: String,
    based_on: Option<String>,
    properties: Properties,
}

/// The styles and lists of a document, and how far its numbered lists have counted.
#[derive(Debug, Default)]
pub(super) struct Styles {
    by_id: HashMap<String, Style>,
    /// Which levels of a list count, by its id.
    numbered: HashMap<String, Vec<bool>>,
    counts: HashMap<String, Vec<u32>>,
}

/// Styles are based on one another so many times at most: what goes on longer goes in circles.
const BASES: usize = 16;
/// Outline levels from here on are body text.
const BODY: usize = 9;

impl Styles {
    /// From the text of the styles' part and of the lists' part.
    pub(super) fn read(styles: Option<&str>, lists: Option<&str>) -> Result<Self, DocumentError> {
        Ok(Self {
            by_id: styles.map(read_styles).transpose()?.unwrap_or_default(),
            numbered: lists.map(read_lists).transpose()?.unwrap_or_default(),
            counts: HashMap::new(),
        })
    }

    /// What a paragraph is. A numbered item counts on.
    pub(super) fn block(&mut self, own: &Properties) -> Block {
        if let Some(level) = self.heading(own) {
            return Block::Heading(level);
        }
        let Some((list, depth)) = self.item(own) else {
            return Block::Paragraph;
        };
        let numbered =
            self.numbered.get(&list).and_then(|levels| levels.get(depth)).copied().unwrap_or(false);
        let mark = if numbered { format!("{}.", self.count(list, depth)) } else { "-".to_owned() };
        Block::Item { depth, mark }
    }

    fn heading(&self, own: &Properties) -> Option<usize> {
        let id = own.style.as_deref().unwrap_or_default();
        let named = |name: &str| match name.to_ascii_lowercase().replace(' ', "").as_str() {
            "title" => Some(1),
            name => {
                name.strip_prefix("heading")?.parse::<usize>().ok().filter(|level| (1..=BODY).contains(level))
            }
        };
        let by_outline = |outline: usize| (outline < BODY).then_some(outline + 1);
        if let Some(outline) = own.outline {
            return by_outline(outline);
        }
        let line = self.line(id);
        let by_style = line
            .iter()
            .find_map(|style| named(&style.name).or_else(|| style.properties.outline.and_then(by_outline)));
        by_style.or_else(|| if line.is_empty() { named(id) } else { None })
    }

    /// The list a paragraph is in, and how deep.
    fn item(&self, own: &Properties) -> Option<(String, usize)> {
        let line = self.line(own.style.as_deref().unwrap_or_default());
        let all = || std::iter::once(own).chain(line.iter().map(|style| &style.properties));
        let list = all().find_map(|properties| properties.list.clone()).filter(|list| list != "0")?;
        let level = all().find_map(|properties| properties.level).unwrap_or(0);
        Some((list, level.min(BODY - 1)))
    }

    /// A style and those it is based on.
    fn line(&self, id: &str) -> Vec<&Style> {
        let first = self.by_id.get(id);
        let next = |style: &&Style| style.based_on.as_ref().and_then(|id| self.by_id.get(id));
        std::iter::successors(first, next).take(BASES).collect()
    }

    fn count(&mut self, list: String, depth: usize) -> u32 {
        let counts = self.counts.entry(list).or_default();
        counts.resize(depth + 1, 0);
        let count = counts.last_mut().expect("resized to one at least");
        *count = count.saturating_add(1);
        *count
    }
}

fn read_styles(text: &str) -> Result<HashMap<String, Style>, DocumentError> {
    let mut styles = HashMap::new();
    let mut current: Option<(String, Style)> = None;
    let mut xml = Xml::new(text);
    while let Some(node) = xml.next()? {
        match node {
            Node::Open(tag) if tag.local() == "style" => {
                current = tag.attribute("styleId").map(|id| (id, Style::default()));
            }
            Node::Open(tag) => {
                let Some((_, style)) = &mut current else { continue };
                match tag.local() {
                    "name" => style.name = tag.attribute("val").unwrap_or_default(),
                    "basedOn" => style.based_on = tag.attribute("val"),
                    "pStyle" => {}
                    other => style.properties.take(other, || tag.attribute("val")),
                }
            }
            Node::Close(end) if end.local() == "style" => styles.extend(current.take()),
            _ => {}
        }
    }
    Ok(styles)
}

/// Which levels count, for every list: `num` names an `abstractNum`, which says it of its levels.
fn read_lists(text: &str) -> Result<HashMap<String, Vec<bool>>, DocumentError> {
    let mut kinds: HashMap<String, Vec<bool>> = HashMap::new();
    let mut lists = HashMap::new();
    let mut kind = String::new();
    let mut list = String::new();
    let mut xml = Xml::new(text);
    while let Some(node) = xml.next()? {
        let Node::Open(tag) = node else { continue };
        match tag.local() {
            "abstractNum" => kind = tag.attribute("abstractNumId").unwrap_or_default(),
            "numFmt" => {
                let counts =
                    tag.attribute("val").is_some_and(|format| format != "bullet" && format != "none");
                let levels = kinds.entry(kind.clone()).or_default();
                if levels.len() < BODY {
                    levels.push(counts);
                }
            }
            "num" => list = tag.attribute("numId").unwrap_or_default(),
            "abstractNumId" => {
                let levels =
                    tag.attribute("val").and_then(|kind| kinds.get(&kind)).cloned().unwrap_or_default();
                lists.insert(list.clone(), levels);
            }
            _ => {}
        }
    }
    Ok(lists)
}
