//! XML as opened and closed names, and text. Prefixes of names are left out; what is declared outside the text is not read.

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::error::DocumentError;

/// How deep elements may lie in one another.
const DEEPEST: usize = 512;

/// Something met on the way through a text.
#[derive(Debug)]
pub(crate) enum Met<'m> {
    /// An element opens; an empty one closes right after.
    Open(&'m str, &'m Attributes<'m>),
    /// An element closes.
    Close(&'m str),
    /// Text, decoded.
    Text(&'m str),
}

/// What an element says of itself.
#[derive(Debug)]
pub(crate) struct Attributes<'a>(&'a BytesStart<'a>);

impl Attributes<'_> {
    /// A value by its name without a prefix.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        self.all(name).into_iter().next()
    }

    /// The values of names that differ in their prefixes alone.
    pub(crate) fn all(&self, name: &str) -> Vec<String> {
        let mut attributes = self.0.attributes();
        let found = attributes
            .with_checks(false)
            .flatten()
            .filter(|attribute| attribute.key.local_name().as_ref() == name);
        let text = |value: &str| {
            quick_xml::escape::unescape(value).map_or_else(|_| value.to_owned(), std::borrow::Cow::into_owned)
        };
        found.map(|attribute| text(&attribute.value)).collect()
    }
}

/// Goes through a text from its start to its end.
pub(crate) fn walk(
    xml: &[u8],
    mut take: impl FnMut(Met<'_>) -> Result<(), DocumentError>,
) -> Result<(), DocumentError> {
    let xml = String::from_utf8_lossy(xml);
    let mut reader = Reader::from_str(&xml);
    reader.config_mut().check_end_names = false;
    let mut depth = 0_usize;
    loop {
        match reader.read_event().map_err(DocumentError::damaged)? {
            Event::Start(start) => {
                depth += 1;
                if depth > DEEPEST {
                    return Err(DocumentError::damaged("its elements lie too deep in one another"));
                }
                take(Met::Open(start.local_name().as_ref(), &Attributes(&start)))?;
            }
            Event::Empty(start) => {
                take(Met::Open(start.local_name().as_ref(), &Attributes(&start)))?;
                take(Met::Close(start.local_name().as_ref()))?;
            }
            Event::End(end) => {
                depth = depth.saturating_sub(1);
                take(Met::Close(end.local_name().as_ref()))?;
            }
            Event::Text(text) => take(Met::Text(&text))?,
            Event::CData(text) => take(Met::Text(&text))?,
            Event::GeneralRef(reference) => take(Met::Text(&referred(&reference)))?,
            Event::Eof => return Ok(()),
            _ => {}
        }
    }
}

/// What a reference stands for; one that is not known stands as it is.
fn referred(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(c)) = reference.resolve_char_ref() {
        return c.to_string();
    }
    let name: &str = reference;
    match name {
        "lt" => "<".to_owned(),
        "gt" => ">".to_owned(),
        "amp" => "&".to_owned(),
        "quot" => "\"".to_owned(),
        "apos" => "'".to_owned(),
        "nbsp" => "\u{a0}".to_owned(),
        "mdash" => "—".to_owned(),
        "ndash" => "–".to_owned(),
        "hellip" => "…".to_owned(),
        "shy" => String::new(),
        _ => format!("&{name};"),
    }
}
