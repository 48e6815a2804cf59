//! A brief as Markdown renders it, with the place of each character in the source.
//!
//! Quotation marks are looked for in what a reader would see: code, link targets and tags hold none, emphasis does not
//! stand between a mark and its words, and no quotation runs past its paragraph.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A character of a paragraph as it is rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) c: char,
    /// Where it stands in the source, in bytes.
    pub(crate) at: Range<usize>,
    /// Whether it is code, in which no mark opens or closes anything.
    pub(crate) code: bool,
}

/// A paragraph, a heading, a list item's text, a table's cell.
#[derive(Debug, Default)]
pub(crate) struct Paragraph {
    pub(crate) letters: Vec<Letter>,
    /// The letters of each link's text.
    pub(crate) links: Vec<Range<usize>>,
}

impl Paragraph {
    /// Its text as it is rendered.
    pub(crate) fn text(&self) -> String {
        self.letters.iter().map(|letter| letter.c).collect()
    }
}

/// A piece of a brief that may hold quotations.
#[derive(Debug)]
pub(crate) enum Block {
    /// Text in which marks are looked for.
    Paragraph(Paragraph),
    /// A block quote, which is a quotation as a whole.
    Quote {
        /// Where it stands in the source, in bytes, from its first `>`.
        at: Range<usize>,
        /// Its text as it is rendered, its paragraphs apart.
        rendered: String,
    },
}

/// The extensions that briefs are written in.
pub(crate) fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
}

/// The blocks of a brief, in order.
pub(crate) fn blocks(source: &str) -> Vec<Block> {
    let mut reader = Reader::default();
    for (event, at) in Parser::new_ext(source, options()).into_offset_iter() {
        reader.take(event, at, source);
    }
    reader.end_paragraph();
    reader.blocks
}

/// Blocks in the making.
#[derive(Default)]
struct Reader {
    blocks: Vec<Block>,
    paragraph: Paragraph,
    /// Where the links begin that are open, in letters.
    open_links: Vec<usize>,
    code_block: bool,
    /// The block quote we are in, how deep, and its paragraphs so far.
    quote: Option<(Range<usize>, usize, Vec<String>)>,
}

impl Reader {
    fn take(&mut self, event: Event<'_>, at: Range<usize>, source: &str) {
        match event {
            Event::Start(tag) => self.start(&tag, at),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text, at, source, self.code_block),
            Event::Code(text) => {
                // The range holds the backticks, too.
                let inner = source.get(at.clone()).and_then(|whole| whole.find(&*text));
                let at = inner.map_or(at.clone(), |from| at.start + from..at.start + from + text.len());
                self.text(&text, at, source, true);
            }
            Event::SoftBreak | Event::HardBreak => self.push('\n', at, false),
            Event::InlineHtml(tag) if tag.to_ascii_lowercase().starts_with("<br") => {
                self.push('\n', at, false);
            }
            // Tags are not shown; marks of other kinds hold no words.
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, at: Range<usize>) {
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Image { .. } => {}
            Tag::Link { .. } => self.open_links.push(self.paragraph.letters.len()),
            Tag::BlockQuote(_) => {
                self.end_paragraph();
                match &mut self.quote {
                    Some((_, depth, _)) => *depth += 1,
                    None => self.quote = Some((at, 1, Vec::new())),
                }
            }
            tag => {
                self.end_paragraph();
                self.code_block = matches!(tag, Tag::CodeBlock(_));
            }
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Image => {}
            TagEnd::Link => {
                if let Some(start) = self.open_links.pop() {
                    self.paragraph.links.push(start..self.paragraph.letters.len());
                }
            }
            TagEnd::BlockQuote(_) => {
                self.end_paragraph();
                let Some((at, depth, paragraphs)) = self.quote.take() else { return };
                if depth > 1 {
                    self.quote = Some((at, depth - 1, paragraphs));
                } else {
                    self.blocks.push(Block::Quote { at, rendered: paragraphs.join("\n\n") });
                }
            }
            _ => {
                self.end_paragraph();
                self.code_block = false;
            }
        }
    }

    /// Text that stands in the source as it is, or an entity for one character.
    fn text(&mut self, text: &str, at: Range<usize>, source: &str, code: bool) {
        if source.get(at.clone()) == Some(text) {
            for (byte, c) in text.char_indices() {
                let start = at.start + byte;
                self.push(c, start..start + c.len_utf8(), code);
            }
        } else {
            text.chars().for_each(|c| self.push(c, at.clone(), code));
        }
    }

    fn push(&mut self, c: char, at: Range<usize>, code: bool) {
        self.paragraph.letters.push(Letter { c, at, code });
    }

    fn end_paragraph(&mut self) {
        self.open_links.clear();
        let paragraph = std::mem::take(&mut self.paragraph);
        if paragraph.letters.is_empty() {
            return;
        }
        match &mut self.quote {
            Some((_, _, paragraphs)) => paragraphs.push(paragraph.text()),
            // A fence holds no quotations.
            None if self.code_block => {}
            None => self.blocks.push(Block::Paragraph(paragraph)),
        }
    }
}
