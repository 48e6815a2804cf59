//! DOCX: the paragraphs and tables of the document's body, then its notes.

use crate::DocumentError;
use crate::bounds::Budget;
use crate::flow::Flow;
use crate::markdown::{Block, Inline};
use crate::office::docx_styles::{Properties, Styles};
use crate::package::Package;
use crate::xml::{Node, Tag, Xml};

pub(crate) fn text(bytes: &[u8], budget: &mut Budget) -> Result<String, DocumentError> {
    let mut package = Package::open(bytes, budget)?;
    let main = package.main_part("word/document.xml")?;
    let relations = package.relations(&main)?;
    let mut related = |role: &str| match relations.values().find(|relation| relation.role == role) {
        Some(relation) => package.xml(&relation.part),
        None => Ok(None),
    };
    let styles = related("styles")?;
    let lists = related("numbering")?;
    let notes = [("", related("footnotes")?), ("e", related("endnotes")?)];
    let body = package.needed(&main)?;
    let mut walk = Walk {
        styles: Styles::read(styles.as_deref(), lists.as_deref())?,
        flow: Flow::new(package.budget),
        budget: package.budget,
        open: Vec::new(),
        in_run: false,
        bold: false,
        span: 1,
        note: None,
    };
    walk.part(&body)?;
    for (prefix, notes) in notes {
        if let Some(notes) = notes {
            walk.note = Some((prefix, String::new()));
            walk.part(&notes)?;
        }
    }
    walk.flow.finish()
}

/// A paragraph that is being read. They nest: a text box stands in one.
#[derive(Debug, Default)]
struct Paragraph {
    properties: Properties,
    in_properties: bool,
    inline: Inline,
}

struct Walk<'a> {
    styles: Styles,
    flow: Flow,
    budget: &'a mut Budget,
    open: Vec<Paragraph>,
    in_run: bool,
    bold: bool,
    /// Columns that the current cell spans.
    span: usize,
    /// In the part of the notes: what goes before a note's number, and the mark that is due.
    note: Option<(&'static str, String)>,
}

impl Walk<'_> {
    fn part(&mut self, text: &str) -> Result<(), DocumentError> {
        let mut xml = Xml::new(text);
        while let Some(node) = xml.next()? {
            match node {
                // What stands there for older programs is the same again.
                Node::Open(tag) if tag.local() == "Fallback" => xml.skip(tag.local())?,
                Node::Open(tag) => self.open(&tag)?,
                Node::Close(end) => self.close(end.local())?,
                Node::Text(text) if self.in_run => self.push(&text),
                Node::Text(_) => {}
            }
        }
        Ok(())
    }

    fn open(&mut self, tag: &Tag<'_>) -> Result<(), DocumentError> {
        if let Some(paragraph) = self.open.last_mut().filter(|paragraph| paragraph.in_properties) {
            paragraph.properties.take(tag.local(), || tag.attribute("val"));
            return Ok(());
        }
        match tag.local() {
            "p" => self.open.push(Paragraph::default()),
            "pPr" => self.in_properties(true),
            "r" => self.bold = false,
            "b" => self.bold = !matches!(tag.attribute("val").as_deref(), Some("0" | "false" | "off")),
            "t" => self.in_run = true,
            "tab" => self.push("\t"),
            "br" | "cr" => self.push("\n"),
            "noBreakHyphen" => self.push("-"),
            "footnoteReference" => self.reference("", tag),
            "endnoteReference" => self.reference("e", tag),
            "footnote" | "endnote" => {
                let number = tag.attribute("id").filter(|_| tag.attribute("type").is_none());
                if let Some((prefix, mark)) = &mut self.note {
                    *mark = number.map(|number| format!("[^{prefix}{number}]: ")).unwrap_or_default();
                }
            }
            "tbl" => self.flow.open_table(),
            "tr" => self.flow.open_row(),
            "tc" => {
                self.span = 1;
                self.flow.open_cell(self.budget)?;
            }
            "gridSpan" => self.span = tag.attribute("val").and_then(|span| span.parse().ok()).unwrap_or(1),
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, tag: &str) -> Result<(), DocumentError> {
        match tag {
            "p" => self.end_paragraph(),
            "pPr" => {
                self.in_properties(false);
                Ok(())
            }
            "t" => {
                self.in_run = false;
                Ok(())
            }
            "tc" => {
                let span = std::mem::replace(&mut self.span, 1);
                self.flow.span(span, self.budget)
            }
            "tbl" => self.flow.close_table(),
            _ => Ok(()),
        }
    }

    fn end_paragraph(&mut self) -> Result<(), DocumentError> {
        let Some(mut paragraph) = self.open.pop() else {
            return Ok(());
        };
        if paragraph.inline.is_blank() {
            return Ok(());
        }
        let block = self.styles.block(&paragraph.properties);
        let text = match block {
            Block::Heading(_) => paragraph.inline.take_plain(),
            _ => paragraph.inline.take(),
        };
        let mark = self.note.as_mut().map(|(_, mark)| std::mem::take(mark)).unwrap_or_default();
        self.flow.block(&block, &format!("{mark}{}", text.trim_start()))
    }

    fn push(&mut self, text: &str) {
        let bold = self.bold;
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.inline.push(text, bold);
        }
    }

    fn reference(&mut self, prefix: &str, tag: &Tag<'_>) {
        if let Some(number) = tag.attribute("id") {
            self.push(&format!("[^{prefix}{number}]"));
        }
    }

    fn in_properties(&mut self, within: bool) {
        if let Some(paragraph) = self.open.last_mut() {
            paragraph.in_properties = within;
        }
    }
}
