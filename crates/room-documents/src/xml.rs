//! XML as a run of opening tags, closing tags and text, whatever its encoding.

use std::borrow::Cow;

use quick_xml::Reader;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesEnd, BytesRef, BytesStart, Event};

use crate::DocumentError;

/// What comes next in an XML text. An empty element is opened and closed.
#[derive(Debug)]
pub(crate) enum Node<'a> {
    Open(Tag<'a>),
    Close(End<'a>),
    Text(Cow<'a, str>),
}

/// An opening tag.
#[derive(Debug)]
pub(crate) struct Tag<'a>(BytesStart<'a>);

/// A closing tag.
#[derive(Debug)]
pub(crate) struct End<'a>(BytesEnd<'a>);

impl Tag<'_> {
    /// The element's name without its prefix.
    pub(crate) fn local(&self) -> &str {
        self.0.local_name().into_inner()
    }

    /// The value of an attribute. A `name` with a prefix is looked up as it stands, one without whatever the prefix.
    pub(crate) fn attribute(&self, name: &str) -> Option<String> {
        // Unchecked: to look for a name given twice takes time by the square of their number.
        let mut attributes = self.0.html_attributes();
        let mut attributes = attributes.with_checks(false).flatten();
        let found = attributes.find(|attribute| {
            let key = attribute.key;
            if name.contains(':') { key.into_inner() == name } else { key.local_name().into_inner() == name }
        })?;
        Some(
            found
                .normalized_value(XmlVersion::Implicit1_0)
                .map_or_else(|_| found.value.to_string(), Cow::into_owned),
        )
    }
}

impl End<'_> {
    /// The element's name without its prefix.
    pub(crate) fn local(&self) -> &str {
        self.0.local_name().into_inner()
    }
}

/// A reader of one XML text.
pub(crate) struct Xml<'a> {
    reader: Reader<&'a [u8]>,
    open: usize,
    strict: bool,
}

impl<'a> Xml<'a> {
    /// A text whose tags must match.
    pub(crate) fn new(text: &'a str) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        Self { reader, open: 0, strict: true }
    }

    /// A text of HTML's kind: tags may be left open or closed in another order.
    pub(crate) fn lenient(text: &'a str) -> Self {
        let mut xml = Self::new(text);
        let config = xml.reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        xml.strict = false;
        xml
    }

    /// The next node, none at the end.
    pub(crate) fn next(&mut self) -> Result<Option<Node<'a>>, DocumentError> {
        loop {
            let event = self.reader.read_event().map_err(|_| BROKEN)?;
            return Ok(Some(match event {
                Event::Start(tag) => {
                    self.open += 1;
                    Node::Open(Tag(tag))
                }
                Event::End(end) => {
                    self.open = self.open.saturating_sub(1);
                    Node::Close(End(end))
                }
                Event::Text(text) => Node::Text(text.into_inner()),
                Event::CData(data) => Node::Text(data.into_inner()),
                Event::GeneralRef(entity) => Node::Text(resolved(&entity)),
                Event::Eof if self.strict && self.open > 0 => return Err(DocumentError::Truncated),
                Event::Eof => return Ok(None),
                _ => continue,
            }));
        }
    }

    /// Passes over the rest of the element of this name that was opened last. Only tags of its name are counted: those
    /// inside need not match.
    pub(crate) fn skip(&mut self, local: &str) -> Result<(), DocumentError> {
        let mut depth = 1_usize;
        while depth > 0 {
            match self.next()? {
                Some(Node::Open(tag)) if tag.local() == local => depth += 1,
                Some(Node::Close(end)) if end.local() == local => depth -= 1,
                Some(_) => {}
                None => return Err(BROKEN),
            }
        }
        Ok(())
    }
}

const BROKEN: DocumentError = DocumentError::Malformed("its XML is broken");

/// What an entity stands for; itself, where that is not known: entities that a file defines are never expanded.
fn resolved(entity: &BytesRef<'_>) -> Cow<'static, str> {
    if let Ok(Some(char)) = entity.resolve_char_ref() {
        return Cow::Owned(char.to_string());
    }
    let name: &str = entity;
    resolve_predefined_entity(name).map_or_else(|| Cow::Owned(format!("&{name};")), Cow::Borrowed)
}

/// The text of an XML file: UTF-8, or UTF-16 with its mark. What is neither is replaced.
pub(crate) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let wide = |unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes.chunks_exact(2).skip(1).map(|pair| unit([pair[0], pair[1]])).collect();
        Cow::Owned(String::from_utf16_lossy(&units))
    };
    match bytes {
        [0xFF, 0xFE, ..] => wide(u16::from_le_bytes),
        [0xFE, 0xFF, ..] => wide(u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest),
        _ => String::from_utf8_lossy(bytes),
    }
}
