//! Which document a file's name calls for.

/// A kind of document, told by a name's extension alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `.pdf`
    Pdf,
    /// `.docx`, `.docm`
    Docx,
    /// `.pptx`, `.pptm`
    Pptx,
    /// `.xlsx`, `.xlsm`
    Xlsx,
    /// `.odt`
    Odt,
    /// `.ods`
    Ods,
    /// `.epub`
    Epub,
    /// `.doc`, `.ppt`, `.xls`, `.rtf`: known, and not read.
    Legacy(&'static str),
}

const EXTENSIONS: [(&str, Kind); 14] = [
    ("pdf", Kind::Pdf),
    ("docx", Kind::Docx),
    ("docm", Kind::Docx),
    ("pptx", Kind::Pptx),
    ("pptm", Kind::Pptx),
    ("xlsx", Kind::Xlsx),
    ("xlsm", Kind::Xlsx),
    ("odt", Kind::Odt),
    ("ods", Kind::Ods),
    ("epub", Kind::Epub),
    ("doc", Kind::Legacy("doc")),
    ("ppt", Kind::Legacy("ppt")),
    ("xls", Kind::Legacy("xls")),
    ("rtf", Kind::Legacy("rtf")),
];

impl Kind {
    /// The kind a name ends with, in any letter case; nothing where it ends with none.
    pub fn of(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        let known = EXTENSIONS.iter().find(|(known, _)| extension.eq_ignore_ascii_case(known));
        known.map(|(_, kind)| *kind)
    }
}
