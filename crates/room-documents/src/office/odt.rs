//! ODT: headings, paragraphs, lists, tables and notes of the text.

use std::collections::HashSet;

use crate::DocumentError;
use crate::bounds::Budget;
use crate::flow::Flow;
use crate::markdown::{Block, Inline};
use crate::package::Package;
use crate::xml::{Node, Tag, Xml};

pub(crate) fn text(bytes: &[u8], budget: &mut Budget) -> Result<String, DocumentError> {
    let mut package = Package::open(bytes, budget)?;
    refuse_encrypted(&mut package)?;
    let content = package.needed("content.xml")?;
    let mut styles = Styles::default();
    if let Some(named) = package.xml("styles.xml")? {
        styles.read(&named)?;
    }
    styles.read(&content)?;
    let mut walk = Walk {
        flow: Flow::new(package.budget),
        budget: package.budget,
        styles,
        open: Vec::new(),
        spans: Vec::new(),
        bold: 0,
        lists: Vec::new(),
        columns: 1,
        in_body: false,
    };
    let mut xml = Xml::new(&content);
    while let Some(node) = xml.next()? {
        match node {
            Node::Open(tag) if passed_over(tag.local()) => xml.skip(tag.local())?,
            Node::Open(tag) if tag.local() == "note-citation" => xml.skip(tag.local())?,
            Node::Open(tag) => walk.open(&tag)?,
            Node::Close(end) => walk.close(end.local())?,
            Node::Text(text) => walk.text(&text),
        }
    }
    walk.flow.finish()
}

/// An OpenDocument package says in its manifest which of its parts are encrypted.
pub(super) fn refuse_encrypted(package: &mut Package<'_>) -> Result<(), DocumentError> {
    let Some(manifest) = package.xml("META-INF/manifest.xml")? else {
        return Ok(());
    };
    let mut xml = Xml::new(&manifest);
    while let Some(node) = xml.next()? {
        if let Node::Open(tag) = node
            && tag.local() == "encryption-data"
        {
            return Err(DocumentError::Password);
        }
    }
    Ok(())
}

/// What is no text of the document: what was deleted, comments, what an author's program keeps.
pub(super) fn passed_over(tag: &str) -> bool {
    matches!(tag, "tracked-changes" | "annotation" | "sequence-decls" | "forms" | "script" | "shapes")
}

/// What `text:s` stands for: so many blanks, but no more than a line has.
pub(super) fn blanks(tag: &Tag<'_>) -> String {
    let count = tag.attribute("c").and_then(|count| count.parse().ok()).unwrap_or(1);
    " ".repeat(usize::min(count, 256))
}

/// The names of the styles that say something of a text.
#[derive(Debug, Default)]
struct Styles {
    bold: HashSet<String>,
    titles: HashSet<String>,
    numbered: HashSet<String>,
}

/// The style of a document's title, whatever it is shown as.
const TITLE: &str = "Title";

impl Styles {
    /// Takes in those of a part: the named ones of `styles.xml`, then those that programs make in `content.xml`.
    fn read(&mut self, part: &str) -> Result<(), DocumentError> {
        let mut name = String::new();
        let mut xml = Xml::new(part);
        while let Some(node) = xml.next()? {
            let Node::Open(tag) = node else { continue };
            match tag.local() {
                "body" => break,
                "style" | "list-style" => {
                    name = tag.attribute("style:name").unwrap_or_default();
                    if name == TITLE || tag.attribute("style:parent-style-name").as_deref() == Some(TITLE) {
                        self.titles.insert(name.clone());
                    }
                }
                "text-properties" if is_bold(tag.attribute("fo:font-weight")) => {
                    self.bold.insert(name.clone());
                }
                // Of a list, the first level tells.
                "list-level-style-number" if tag.attribute("level").as_deref() == Some("1") => {
                    self.numbered.insert(name.clone());
                }
                _ => {}
            }
        }
        Ok(())
    }
}

fn is_bold(weight: Option<String>) -> bool {
    weight.is_some_and(|weight| weight == "bold" || weight.parse::<u32>().is_ok_and(|weight| weight >= 600))
}

/// A heading or paragraph that is being read; one in a note stands inside another.
#[derive(Debug)]
struct Paragraph {
    block: Block,
    inline: Inline,
}

#[derive(Debug)]
struct List {
    numbered: bool,
    count: u32,
    /// Whether an item's first paragraph is still to come: those after it have no mark.
    fresh: bool,
}

struct Walk<'a> {
    flow: Flow,
    budget: &'a mut Budget,
    styles: Styles,
    open: Vec<Paragraph>,
    /// Whether each open span, and the paragraph, is bold.
    spans: Vec<bool>,
    /// How many of them are.
    bold: usize,
    lists: Vec<List>,
    /// Columns that the current cell spans.
    columns: usize,
    in_body: bool,
}

impl Walk<'_> {
    fn open(&mut self, tag: &Tag<'_>) -> Result<(), DocumentError> {
        let local = tag.local();
        if !self.in_body {
            self.in_body = local == "body";
            return Ok(());
        }
        match local {
            "h" => {
                let level = tag.attribute("outline-level").and_then(|level| level.parse().ok()).unwrap_or(1);
                self.paragraph(Block::Heading(level), tag);
            }
            "p" => {
                let title =
                    tag.attribute("style-name").is_some_and(|name| self.styles.titles.contains(&name));
                let block = if title { Block::Heading(1) } else { self.item() };
                self.paragraph(block, tag);
            }
            "span" => self.open_span(tag),
            "s" => self.text(&blanks(tag)),
            "tab" => self.text("\t"),
            "line-break" => self.text("\n"),
            "note-body" => self.text(" (note: "),
            "list" => {
                let outer = self.lists.last().is_some_and(|list| list.numbered);
                let named = tag.attribute("style-name");
                let numbered = named.map_or(outer, |name| self.styles.numbered.contains(&name));
                self.lists.push(List { numbered, count: 0, fresh: false });
            }
            "list-item" => {
                if let Some(list) = self.lists.last_mut() {
                    list.count = list.count.saturating_add(1);
                    list.fresh = true;
                }
            }
            "table" => self.flow.open_table(),
            "table-row" => self.flow.open_row(),
            "table-cell" | "covered-table-cell" => {
                let repeated =
                    tag.attribute("number-columns-repeated").and_then(|columns| columns.parse().ok());
                self.columns = repeated.unwrap_or(1);
                self.flow.open_cell(self.budget)?;
            }
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, tag: &str) -> Result<(), DocumentError> {
        match tag {
            "h" | "p" => return self.end_paragraph(),
            "span" => self.close_span(),
            "note-body" => self.text(")"),
            "list" => {
                self.lists.pop();
            }
            "table-cell" | "covered-table-cell" => {
                let columns = std::mem::replace(&mut self.columns, 1);
                return self.flow.span(columns, self.budget);
            }
            "table" => return self.flow.close_table(),
            _ => {}
        }
        Ok(())
    }

    fn paragraph(&mut self, block: Block, tag: &Tag<'_>) {
        self.open_span(tag);
        self.open.push(Paragraph { block, inline: Inline::default() });
    }

    fn end_paragraph(&mut self) -> Result<(), DocumentError> {
        self.close_span();
        let Some(mut paragraph) = self.open.pop() else {
            return Ok(());
        };
        // A note's text goes where its mark stands.
        if let Some(outer) = self.open.last_mut() {
            outer.inline.push(paragraph.inline.take_plain().trim(), false);
            return Ok(());
        }
        let text = match paragraph.block {
            Block::Heading(_) => paragraph.inline.take_plain(),
            _ => paragraph.inline.take(),
        };
        self.flow.block(&paragraph.block, &text)
    }

    /// What a paragraph is where it stands.
    fn item(&mut self) -> Block {
        let depth = self.lists.len().saturating_sub(1);
        match self.lists.last_mut() {
            Some(list) if list.fresh && self.open.is_empty() => {
                list.fresh = false;
                let mark = if list.numbered { format!("{}.", list.count) } else { "-".to_owned() };
                Block::Item { depth, mark }
            }
            _ => Block::Paragraph,
        }
    }

    fn text(&mut self, text: &str) {
        let bold = self.bold > 0;
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.inline.push(text, bold);
        }
    }

    fn open_span(&mut self, tag: &Tag<'_>) {
        let bold = tag.attribute("style-name").is_some_and(|name| self.styles.bold.contains(&name));
        self.bold += usize::from(bold);
        self.spans.push(bold);
    }

    fn close_span(&mut self) {
        let bold = self.spans.pop().unwrap_or(false);
        self.bold -= usize::from(bold);
    }
}
