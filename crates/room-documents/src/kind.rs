//! Which formats there are, told by a file's name.

/// A format of documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Portable Document Format.
    Pdf,
    /// A text of Word's since 2007.
    Docx,
    /// A workbook of Excel's since 2007.
    Xlsx,
    /// Slides of PowerPoint's since 2007.
    Pptx,
    /// An electronic book.
    Epub,
    /// An OpenDocument spreadsheet.
    Ods,
    /// An OpenDocument text.
    Odt,
    /// A workbook of Excel's before 2007.
    Xls,
    /// A text of Word's before 2007: recognised, not read.
    Doc,
    /// Slides of PowerPoint's before 2007: recognised, not read.
    Ppt,
    /// Rich Text Format: recognised, not read.
    Rtf,
}

impl Kind {
    /// Every kind there is.
    pub const ALL: [Self; 11] = [
        Self::Pdf,
        Self::Docx,
        Self::Xlsx,
        Self::Pptx,
        Self::Epub,
        Self::Ods,
        Self::Odt,
        Self::Xls,
        Self::Doc,
        Self::Ppt,
        Self::Rtf,
    ];

    /// The kind that a file's name or path calls for by its extension, in whatever case.
    pub fn of(name: &str) -> Option<Self> {
        let (stem, extension) = name.rsplit_once('.')?;
        let named = !stem.is_empty() && !stem.ends_with(['/', '\\']);
        Self::ALL.into_iter().find(|kind| named && kind.extension().eq_ignore_ascii_case(extension))
    }

    /// The extension that calls for it, without the dot.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Pdf => "pdf",
            Self::Docx => "docx",
            Self::Xlsx => "xlsx",
            Self::Pptx => "pptx",
            Self::Epub => "epub",
            Self::Ods => "ods",
            Self::Odt => "odt",
            Self::Xls => "xls",
            Self::Doc => "doc",
            Self::Ppt => "ppt",
            Self::Rtf => "rtf",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_extension_tells_the_kind_in_any_case() {
        for kind in Kind::ALL {
            let lower = format!("folder/a.b.{}", kind.extension());
            assert_eq!(Kind::of(&lower), Some(kind));
            assert_eq!(Kind::of(&lower.to_uppercase()), Some(kind));
        }
    }

    #[test]
    fn other_names_are_no_documents() {
        for name in
            ["", "pdf", "a.pdf.txt", "a.pdfx", "a.", ".pdf", "folder/.pdf", "a.csv", "folder.pdf/file"]
        {
            assert_eq!(Kind::of(name), None, "{name}");
        }
    }
}
