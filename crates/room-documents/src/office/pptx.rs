//! PPTX: slide by slide, its title, texts and tables, then what the speaker noted.

use crate::DocumentError;
use crate::bounds::Budget;
use crate::flow::Flow;
use crate::markdown::{Block, Inline};
use crate::package::Package;
use crate::xml::{Node, Tag, Xml};

pub(crate) fn text(bytes: &[u8], budget: &mut Budget) -> Result<String, DocumentError> {
    let mut package = Package::open(bytes, budget)?;
    let main = package.main_part("ppt/presentation.xml")?;
    let relations = package.relations(&main)?;
    let slides = slides(&package.needed(&main)?)?;
    package.budget.pages(slides.len())?;
    let mut flow = Flow::new(package.budget);
    for (index, id) in slides.iter().enumerate() {
        let Some(slide) = relations.get(id) else { continue };
        let body = package.needed(&slide.part)?;
        let related = package.relations(&slide.part)?;
        let slide = Slide::read(&body, true, package.budget)?;
        let title = if slide.title.is_empty() { String::new() } else { format!(": {}", slide.title) };
        flow.block(&Block::Heading(2), &format!("Slide {}{title}", index + 1))?;
        flow.lines(&slide.text)?;
        let notes = related.values().find(|relation| relation.role == "notesSlide");
        let Some(notes) = notes.map(|notes| package.xml(&notes.part)).transpose()?.flatten() else {
            continue;
        };
        let notes = Slide::read(&notes, false, package.budget)?;
        if !notes.text.is_empty() {
            flow.block(&Block::Heading(3), "Notes")?;
            flow.lines(&notes.text)?;
        }
    }
    flow.finish()
}

/// The relationship ids of the slides, in their order.
fn slides(presentation: &str) -> Result<Vec<String>, DocumentError> {
    let mut ids = Vec::new();
    let mut xml = Xml::new(presentation);
    while let Some(node) = xml.next()? {
        if let Node::Open(tag) = node
            && tag.local() == "sldId"
        {
            ids.extend(tag.attribute("r:id"));
        }
    }
    Ok(ids)
}

/// What a placeholder is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Free,
    Title,
    /// Bulleted, unless a paragraph says otherwise.
    Body,
    /// A slide's number, date or foot, the picture of the slide on its notes.
    Furniture,
}

/// The text of one slide.
#[derive(Debug)]
struct Slide {
    title: String,
    text: String,
}

impl Slide {
    /// From a slide's XML, or its notes', whose body has no bullets.
    fn read(body: &str, bullets: bool, budget: &mut Budget) -> Result<Self, DocumentError> {
        let mut walk = Walk {
            flow: Flow::new(budget),
            budget,
            title: Vec::new(),
            bullets,
            place: Place::Free,
            in_table: 0,
            inline: Inline::default(),
            level: 0,
            bulleted: None,
            in_text: false,
            bold: false,
        };
        let mut xml = Xml::new(body);
        while let Some(node) = xml.next()? {
            match node {
                Node::Open(tag) if tag.local() == "Fallback" => xml.skip(tag.local())?,
                Node::Open(tag) => walk.open(&tag)?,
                Node::Close(end) => walk.close(end.local())?,
                Node::Text(text) if walk.in_text => walk.inline.push(&text, walk.bold),
                Node::Text(_) => {}
            }
        }
        Ok(Self { title: walk.title.join(" "), text: walk.flow.finish()? })
    }
}

struct Walk<'a> {
    flow: Flow,
    budget: &'a mut Budget,
    title: Vec<String>,
    bullets: bool,
    place: Place,
    in_table: usize,
    inline: Inline,
    level: usize,
    bulleted: Option<bool>,
    in_text: bool,
    bold: bool,
}

impl Walk<'_> {
    fn open(&mut self, tag: &Tag<'_>) -> Result<(), DocumentError> {
        match tag.local() {
            "sp" => self.place = Place::Free,
            "ph" => {
                self.place = match tag.attribute("type").as_deref() {
                    Some("title" | "ctrTitle") => Place::Title,
                    None | Some("body" | "obj") => Place::Body,
                    Some("sldNum" | "dt" | "ftr" | "hdr" | "sldImg") => Place::Furniture,
                    Some(_) => Place::Free,
                };
            }
            "p" => {
                self.level = 0;
                self.bulleted = None;
            }
            "pPr" => self.level = tag.attribute("lvl").and_then(|level| level.parse().ok()).unwrap_or(0),
            "buNone" => self.bulleted = Some(false),
            "buChar" | "buAutoNum" => self.bulleted = Some(true),
            "r" | "fld" => self.bold = false,
            "rPr" => self.bold = matches!(tag.attribute("b").as_deref(), Some("1" | "true")),
            "t" => self.in_text = true,
            "br" => self.inline.push("\n", self.bold),
            "tbl" => {
                self.in_table += 1;
                self.flow.open_table();
            }
            "tr" => self.flow.open_row(),
            "tc" => self.flow.open_cell(self.budget)?,
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, tag: &str) -> Result<(), DocumentError> {
        match tag {
            "t" => self.in_text = false,
            "p" => return self.end_paragraph(),
            "sp" => self.place = Place::Free,
            "tbl" => {
                self.in_table = self.in_table.saturating_sub(1);
                return self.flow.close_table();
            }
            _ => {}
        }
        Ok(())
    }

    fn end_paragraph(&mut self) -> Result<(), DocumentError> {
        if self.place == Place::Title || self.place == Place::Furniture {
            let text = self.inline.take_plain();
            let words: Vec<&str> = text.split_whitespace().collect();
            if self.place == Place::Title && !words.is_empty() {
                self.title.push(words.join(" "));
            }
            return Ok(());
        }
        let text = self.inline.take();
        let bulleted =
            self.bulleted.unwrap_or(self.bullets && self.place == Place::Body) && self.in_table == 0;
        let block =
            if bulleted { Block::Item { depth: self.level, mark: "-".to_owned() } } else { Block::Paragraph };
        self.flow.block(&block, &text)
    }
}
