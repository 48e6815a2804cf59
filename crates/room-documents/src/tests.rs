//! Documents that other programs made (`tests/fixtures`), and hostile ones made here.

use std::io::{Cursor, Write as _};
use std::path::Path;

use proptest::prelude::*;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::*;

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)).unwrap()
}

fn shown(name: &str) -> Result<String, DocumentError> {
    text(Kind::of(name).unwrap(), &fixture(name), &Bounds::default())
}

/// A zip of these parts.
fn package(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn documents_of_word_processors_are_headings_paragraphs_lists_and_tables() {
    assert_eq!(
        shown("python-docx.docx").unwrap(),
        "# Harbour Report\n\n# Tides\n\nThe ferry leaves **before noon**, they say.\n\n- first rope\n- second rope\n\n\
         ## Boats\n\n| name | length |\n| --- | --- |\n| Möwe | 12 m \\| long |\n\nAfter the table.\n"
    );
    let quay = "# Quay Notes\n\nThe bell rings twice.\n\n- rope\n- tar\n\n| ship | berth |\n| --- | --- |\n| Kiek | 7 |\n\nEnde.\n";
    assert_eq!(shown("libreoffice.odt").unwrap(), quay);
    assert_eq!(shown("libreoffice.docx").unwrap(), quay.replace("bell", "**bell**"));
    assert_eq!(
        shown("ebooklib.epub").unwrap(),
        "# Chapter One\n\nIt was **dark** & calm.\n\n- oil\n- wick\n\n## Chapter Two\n\nMorning\u{a0}came.\n"
    );
}

#[test]
fn slides_and_sheets_come_in_their_order() {
    assert_eq!(
        shown("python-pptx.pptx").unwrap(),
        "## Slide 1\n\n### Signals\n\nOne lamp\n\nTwo lamps\n\n## Slide 2\n\n### Table\n\n| lamp | means |\n| --- | --- |\n| red | stop |\n"
    );
    let ships = "## lo\n\n| ship | berth |\n| --- | --- |\n| Kiek | 7 |\n| M,we | 8 |\n";
    assert_eq!(shown("libreoffice.xlsx").unwrap(), ships);
    assert_eq!(shown("libreoffice.ods").unwrap(), ships);
    let crew = shown("openpyxl.xlsx").unwrap();
    for line in [
        "| Ann | 30 | 2031-05-06 |  |",
        "| Bob | 25.5 | 2031-05-07 08:09:10 |  |",
        "|  |  |  | far away |",
        "## Empty & odd",
    ] {
        assert!(crew.lines().any(|shown| shown == line), "{line} in {crew}");
    }
    assert!(crew.len() < 400, "a cell at the sheet's end makes it no larger");
}

#[test]
fn a_pdf_is_the_text_of_its_pages() {
    assert_eq!(
        shown("reportlab.pdf").unwrap(),
        "## Page 1\n\nLantern log\n\nThe lamp was lit at dusk.\n\n## Page 2\n\nSecond page\n"
    );
    let quay = shown("libreoffice.pdf").unwrap();
    assert!(quay.starts_with("## Page 1\n\nQuay Notes\n") && quay.contains("ship berth\nKiek 7"), "{quay}");
    assert_eq!(shown("blank.pdf"), Err(DocumentError::NoText));
    assert_eq!(shown("locked.pdf"), Err(DocumentError::Encrypted));
}

#[test]
fn what_cannot_be_shown_is_one_line() {
    let bounds = Bounds::default();
    for name in ["a.docx", "a.xlsx", "a.pptx", "a.odt", "a.ods", "a.epub", "a.pdf"] {
        let kind = Kind::of(name).unwrap();
        for bytes in [b"junk".as_slice(), b"", &package(&[("x", b"y")])] {
            let error = text(kind, bytes, &bounds).unwrap_err();
            assert!(
                matches!(error, DocumentError::Damaged(_)) && !error.to_string().contains('\n'),
                "{name}: {error}"
            );
        }
        if kind != Kind::Pdf {
            let locked = text(kind, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on", &bounds);
            assert_eq!(locked, Err(DocumentError::Encrypted), "{name}: an office document under a password");
        }
        let small = Bounds { input: 3, ..bounds };
        assert!(matches!(text(kind, b"junk", &small), Err(DocumentError::Larger { .. })));
    }
    assert_eq!(text(Kind::of("A.DOC").unwrap(), b"", &bounds), Err(DocumentError::Legacy("doc")));
    assert_eq!(Kind::of("a.txt"), None);
}

#[test]
fn a_bomb_is_refused_before_it_is_expanded() {
    let bounds = Bounds::default();
    let blanks = vec![b' '; 20 << 20];
    let document =
        [b"<document><body><p><r><t>".as_slice(), &blanks, b"</t></r></p></body></document>"].concat();
    let bomb = package(&[("word/document.xml", &document)]);
    assert_eq!(text(Kind::Docx, &bomb, &bounds), Err(DocumentError::Bomb(200)));
    let sheet = package(&[("xl/worksheets/sheet1.xml", &blanks), ("xl/workbook.xml", b"<workbook/>")]);
    assert_eq!(text(Kind::Xlsx, &sheet, &bounds), Err(DocumentError::Bomb(200)));
    let lenient = Bounds { ratio: u64::MAX, expanded: 1 << 20, ..bounds };
    assert!(matches!(text(Kind::Docx, &bomb, &lenient), Err(DocumentError::Larger { .. })));
    let many: Vec<(String, &[u8])> = (0..20).map(|n| (n.to_string(), b"".as_slice())).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    let few = Bounds { parts: 10, ..bounds };
    assert!(matches!(text(Kind::Docx, &package(&many), &few), Err(DocumentError::Larger { .. })));
    let deep = "<a>".repeat(600);
    assert!(matches!(
        text(Kind::Docx, &package(&[("word/document.xml", deep.as_bytes())]), &bounds),
        Err(DocumentError::Damaged(_))
    ));
    let repeated = r#"<spreadsheet><table name="t"><table-row><table-cell number-columns-repeated="999999999"><p>x</p></table-cell></table-row></table></spreadsheet>"#;
    let wide = text(Kind::Ods, &package(&[("content.xml", repeated.as_bytes())]), &bounds).unwrap();
    assert!(wide.len() < 20_000, "a cell is not repeated for ever");
}

#[test]
fn a_notebook_is_its_cells_and_an_edit_changes_their_sources_alone() {
    let json = String::from_utf8(fixture("nbformat.ipynb")).unwrap();
    let text = notebook::text(&json).unwrap();
    assert_eq!(
        text,
        "# %% [markdown] cell:0\n# Tides\nand lamps\n# %% [code] cell:1\nx = 1\nprint(x)\n\n# %% [code] cell:2\n\n"
    );
    assert_eq!(notebook::edit(&json, &text).unwrap(), json);
    let edited = notebook::edit(&json, &text.replace("x = 1", "x = \"é\"")).unwrap();
    assert_eq!(edited, json.replace(r#""x = 1\n""#, r#""x = \"é\"\n""#), "nothing else, not even the indent");
    let longer = notebook::edit(&json, &text.replace("# Tides\n", "# Tides\nof spring\n")).unwrap();
    assert_eq!(notebook::text(&longer).unwrap(), text.replace("# Tides\n", "# Tides\nof spring\n"));
    assert_eq!(longer.lines().count(), json.lines().count() + 1, "laid out as it was: {longer}");
    let filled = notebook::edit(&json, &text.replace("cell:2\n\n", "cell:2\ny\n")).unwrap();
    assert!(notebook::text(&filled).unwrap().ends_with("cell:2\ny\n"));
}

#[test]
fn a_notebook_keeps_its_cells_and_how_a_source_was_written() {
    let json = r#"{"cells":[{"cell_type":"code","source":"a\nb","outputs":[{"text":"x"}]}],"nbformat":4}"#;
    let edited = notebook::edit(json, "# %% [code] cell:0\na\nc\n").unwrap();
    assert_eq!(edited, json.replace(r"a\nb", r"a\nc"));
    for text in [
        "",
        "a\n",
        "# %% [code] cell:1\na\n",
        "# %% [markdown] cell:0\na\n",
        "# %% [code] cell:0\na\n# %% [code] cell:1\nb\n",
    ] {
        assert!(matches!(notebook::edit(json, text), Err(DocumentError::Damaged(_))), "{text}");
    }
    for broken in ["not json", "{}", r#"{"cells":[{"cell_type":"code","source":3}]}"#, "[1]"] {
        assert!(notebook::text(broken).is_err(), "{broken}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    /// However a document is damaged, it is shown or refused in one line.
    #[test]
    fn a_damaged_document_is_shown_or_refused(
        which in 0_usize..10,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..20),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        const NAMES: [&str; 10] = ["python-docx.docx", "openpyxl.xlsx", "python-pptx.pptx", "libreoffice.odt", "libreoffice.ods",
            "ebooklib.epub", "reportlab.pdf", "libreoffice.pdf", "libreoffice.xlsx", "libreoffice.docx"];
        let mut bytes = fixture(NAMES[which]);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Err(error) = text(Kind::of(NAMES[which]).unwrap(), &bytes, &Bounds::default()) {
            prop_assert!(!error.to_string().contains('\n'));
        }
    }

    /// What is written into cells is what is read from them.
    #[test]
    fn an_edited_notebook_reads_as_it_was_written(sources in prop::collection::vec("[a\n\"\\\\é ]{0,9}", 3)) {
        let json = String::from_utf8(fixture("nbformat.ipynb")).unwrap();
        let kinds = ["markdown", "code", "code"];
        let cells = sources.iter().zip(kinds).enumerate();
        let text = cells.fold(String::new(), |text, (n, (source, kind))| {
            text + &format!("# %% [{kind}] cell:{n}\n{source}\n")
        });
        let edited = notebook::edit(&json, &text).unwrap();
        prop_assert_eq!(notebook::text(&edited).unwrap(), text);
        let value: serde_json::Value = serde_json::from_str(&edited).unwrap();
        let was: serde_json::Value = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(&value["metadata"], &was["metadata"]);
    }
}
