//! The XHTML of a chapter: headings, paragraphs, lists, tables, bold and preformatted text.

use crate::DocumentError;
use crate::bounds::Budget;
use crate::flow::Flow;
use crate::markdown::{Block, Inline};
use crate::xml::{Node, Tag, Xml};

/// Adds a chapter's text to the flow.
pub(super) fn read(text: &str, flow: &mut Flow, budget: &mut Budget) -> Result<(), DocumentError> {
    let mut walk = Walk {
        flow,
        budget,
        inline: Inline::default(),
        block: Block::Paragraph,
        lists: Vec::new(),
        bold: 0,
        pre: 0,
    };
    let mut xml = Xml::lenient(text);
    while let Some(node) = xml.next()? {
        match node {
            Node::Open(tag) if matches!(tag.local(), "head" | "script" | "style" | "template") => {
                xml.skip(tag.local())?;
            }
            Node::Open(tag) => walk.open(&tag)?,
            Node::Close(end) => walk.close(end.local())?,
            Node::Text(text) => walk.text(&text),
        }
    }
    walk.end_block()?;
    // Tables that the chapter left open end with it.
    walk.flow.close_tables()
}

#[derive(Debug)]
struct List {
    numbered: bool,
    count: u32,
}

struct Walk<'a> {
    flow: &'a mut Flow,
    budget: &'a mut Budget,
    inline: Inline,
    /// What the text that is being read is; a paragraph once it has been written.
    block: Block,
    lists: Vec<List>,
    bold: usize,
    pre: usize,
}

impl Walk<'_> {
    fn open(&mut self, tag: &Tag<'_>) -> Result<(), DocumentError> {
        let local = tag.local();
        if is_block(local) {
            self.end_block()?;
        }
        match local {
            "b" | "strong" => self.bold += 1,
            "br" => self.inline.push("\n", self.bold > 0),
            "img" => {
                if let Some(words) = tag.attribute("alt").filter(|words| !words.trim().is_empty()) {
                    self.inline.push(&format!("[{}]", words.trim()), false);
                }
            }
            "ul" | "ol" => self.lists.push(List { numbered: local == "ol", count: 0 }),
            "li" => self.block = self.item(),
            "pre" => self.pre += 1,
            "table" => self.flow.open_table(),
            "tr" => self.flow.open_row(),
            "td" | "th" => {
                self.flow.open_cell(self.budget)?;
            }
            _ => {
                if let Some(level) = heading(local) {
                    self.block = Block::Heading(level);
                }
            }
        }
        Ok(())
    }

    fn close(&mut self, local: &str) -> Result<(), DocumentError> {
        if is_block(local) {
            self.end_block()?;
        }
        match local {
            "b" | "strong" => self.bold = self.bold.saturating_sub(1),
            "ul" | "ol" => {
                self.lists.pop();
            }
            "li" => self.block = Block::Paragraph,
            "pre" => self.pre = self.pre.saturating_sub(1),
            "table" => self.flow.close_table()?,
            _ => {}
        }
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), DocumentError> {
        if self.inline.is_blank() {
            self.inline.take_plain();
            return Ok(());
        }
        let block = std::mem::replace(&mut self.block, Block::Paragraph);
        if self.pre > 0 {
            return self.flow.lines(&self.inline.take_plain());
        }
        let text = match block {
            Block::Heading(_) => self.inline.take_plain(),
            _ => self.inline.take(),
        };
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        self.flow.block(&block, &lines.join("\n"))
    }

    fn item(&mut self) -> Block {
        let depth = self.lists.len().saturating_sub(1);
        let mark = match self.lists.last_mut() {
            Some(list) if list.numbered => {
                list.count = list.count.saturating_add(1);
                format!("{}.", list.count)
            }
            _ => "-".to_owned(),
        };
        Block::Item { depth, mark }
    }

    /// Text with its runs of blanks and line ends as one blank each, unless it is preformatted.
    fn text(&mut self, text: &str) {
        let bold = self.bold > 0;
        if self.pre > 0 {
            self.inline.push(text, bold);
            return;
        }
        let blank = |char: char| char.is_ascii_whitespace();
        let words: Vec<&str> = text.split(blank).filter(|word| !word.is_empty()).collect();
        if text.starts_with(blank) {
            self.blank(bold);
        }
        self.inline.push(&words.join(" "), bold);
        if !words.is_empty() && text.ends_with(blank) {
            self.blank(bold);
        }
    }

    fn blank(&mut self, bold: bool) {
        if !self.inline.ends_blank() {
            self.inline.push(" ", bold);
        }
    }
}

fn heading(local: &str) -> Option<usize> {
    let level = local.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// Elements that begin a block of their own and end the one before.
fn is_block(local: &str) -> bool {
    const BLOCKS: [&str; 32] = [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "dd",
        "div",
        "dl",
        "dt",
        "figcaption",
        "figure",
        "footer",
        "form",
        "header",
        "hr",
        "html",
        "li",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
    ];
    heading(local).is_some() || BLOCKS.binary_search(&local).is_ok()
}
