//! Documents made to do harm, or cut and broken: every one is a text or an error of one line.

use std::io::{Cursor, Write as _};

use proptest::prelude::*;
use room_documents::{Bound, Bounds, DocumentError, Kind, text};
use zip::write::{SimpleFileOptions, ZipWriter};

/// A ZIP package of these parts.
fn package(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, data) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).expect("a name is free");
        zip.write_all(data).expect("memory takes it");
    }
    zip.finish().expect("memory takes it").into_inner()
}

fn docx(body: &str) -> Vec<u8> {
    let document = format!("<w:document><w:body>{body}</w:body></w:document>");
    package(&[("word/document.xml", document.as_bytes())])
}

fn read(kind: Kind, bytes: &[u8]) -> Result<String, DocumentError> {
    text(kind, bytes, &Bounds::default())
}

fn over(bound: Bound) -> Result<String, DocumentError> {
    Err(DocumentError::Over(bound))
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR")))
        .expect("a fixture is there")
}

const FIXTURES: [&str; 17] = [
    "drawing.pdf",
    "ebooklib.epub",
    "fpdf2.pdf",
    "libreoffice.docx",
    "libreoffice.ods",
    "libreoffice.odt",
    "libreoffice.pdf",
    "libreoffice.xls",
    "locked.pdf",
    "odfpy.ods",
    "odfpy.odt",
    "openpyxl.xlsx",
    "owner-locked.pdf",
    "python-docx.docx",
    "python-pptx.pptx",
    "reportlab.pdf",
    "xlwt.xls",
];

#[test]
fn old_formats_are_named_with_what_to_save_them_as() {
    let line = |kind| read(kind, b"").unwrap_err().to_string();
    assert_eq!(line(Kind::Doc), ".doc files cannot be read as text: save a copy as .docx and read that");
    assert_eq!(line(Kind::Ppt), ".ppt files cannot be read as text: save a copy as .pptx and read that");
    assert_eq!(line(Kind::Rtf), ".rtf files cannot be read as text: save a copy as .docx and read that");
}

#[test]
fn what_is_something_else_is_no_document() {
    let others: [&[u8]; 5] = [b"", b"junk", b"%PD", b"PK", &[0; 5_000]];
    for kind in Kind::ALL {
        for bytes in others {
            let error = read(kind, bytes).unwrap_err();
            let expected = matches!(error, DocumentError::Malformed(_) | DocumentError::Unsupported(_));
            assert!(expected, "{kind:?} {error:?}");
        }
        let other = package(&[("a.txt", b"a")]);
        assert!(read(kind, &other).is_err(), "{kind:?}");
    }
}

#[test]
fn a_file_beyond_the_input_is_not_looked_at() {
    let bounds = Bounds { input: 3, ..Bounds::default() };
    assert_eq!(text(Kind::Pdf, b"1234", &bounds), over(Bound::Input(3)));
}

#[test]
fn a_part_that_unpacks_to_more_than_is_allowed_is_refused() {
    let blanks = " ".repeat(8 << 20);
    assert_eq!(read(Kind::Docx, &docx(&blanks)), over(Bound::Ratio(200)));
    let bounds = Bounds { expanded: 1_000, ..Bounds::default() };
    assert_eq!(text(Kind::Docx, &docx(&" ".repeat(1_000)), &bounds), over(Bound::Expanded(1_000)));
    // A workbook's reader unpacks what it likes: everything is measured.
    let sheet = package(&[("xl/media/a.png", blanks.as_bytes())]);
    assert_eq!(read(Kind::Xlsx, &sheet), over(Bound::Ratio(200)));
}

#[test]
fn entries_are_counted_before_they_are_read() {
    let names: Vec<String> = (0..50).map(|index| index.to_string()).collect();
    let parts: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    let bounds = Bounds { entries: 49, ..Bounds::default() };
    assert_eq!(text(Kind::Epub, &package(&parts), &bounds), over(Bound::Entries(49)));
}

#[test]
fn cells_are_counted_wherever_they_come_from() {
    let bounds = Bounds { cells: 10, ..Bounds::default() };
    let row = "<w:tr><w:tc><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr>".repeat(6);
    assert_eq!(text(Kind::Docx, &docx(&format!("<w:tbl>{row}</w:tbl>")), &bounds), over(Bound::Cells(10)));
    let wide = "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='999999999'/></w:tcPr></w:tc></w:tr></w:tbl>";
    assert_eq!(text(Kind::Docx, &docx(wide), &bounds), over(Bound::Cells(10)));
    let cell = "<t:table-cell number-columns-repeated='4000000000'><p>x</p></t:table-cell>";
    let sheet = format!(
        "<o><t:table><t:table-row number-rows-repeated='4000000000'>{cell}</t:table-row></t:table></o>"
    );
    let ods = package(&[("content.xml", sheet.as_bytes())]);
    assert_eq!(read(Kind::Ods, &ods), over(Bound::Cells(1_000_000)));
    assert_eq!(text(Kind::Xls, &fixture("xlwt.xls"), &bounds), over(Bound::Cells(10)));
    assert_eq!(text(Kind::Xlsx, &fixture("openpyxl.xlsx"), &bounds), over(Bound::Cells(10)));
}

#[test]
fn text_beyond_the_output_is_refused_for_every_kind() {
    for name in FIXTURES {
        let kind = Kind::of(name).unwrap();
        let Ok(whole) = read(kind, &fixture(name)) else { continue };
        let most = |output| text(kind, &fixture(name), &Bounds { output, ..Bounds::default() });
        assert_eq!(most(whole.len()), Ok(whole.clone()), "{name}");
        assert_eq!(most(whole.len() - 1), over(Bound::Output(whole.len() - 1)), "{name}");
    }
}

#[test]
fn pages_are_counted() {
    let bounds = Bounds { pages: 1, ..Bounds::default() };
    for name in ["reportlab.pdf", "python-pptx.pptx", "ebooklib.epub"] {
        assert_eq!(text(Kind::of(name).unwrap(), &fixture(name), &bounds), over(Bound::Pages(1)), "{name}");
    }
}

#[test]
fn a_password_is_told_apart_from_damage() {
    let mut container = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    container.create_stream("/EncryptedPackage").unwrap().write_all(b"secret").unwrap();
    let encrypted = container.into_inner().into_inner();
    for kind in [Kind::Docx, Kind::Xlsx, Kind::Pptx] {
        assert_eq!(read(kind, &encrypted), Err(DocumentError::Password), "{kind:?}");
    }
    let old = fixture("xlwt.xls");
    assert!(matches!(read(Kind::Xlsx, &old), Err(DocumentError::Malformed(_))));

    let manifest = b"<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>";
    let open_document = package(&[("META-INF/manifest.xml", manifest), ("content.xml", b"noise")]);
    assert_eq!(read(Kind::Ods, &open_document), Err(DocumentError::Password));
    assert_eq!(read(Kind::Odt, &open_document), Err(DocumentError::Password));

    // The flag of an encrypted entry, in its own header and in the directory.
    let mut entry = docx("");
    entry[6] |= 1;
    let at = entry.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    entry[at + 8] |= 1;
    assert_eq!(read(Kind::Docx, &entry), Err(DocumentError::Password));
}

#[test]
fn a_book_whose_chapters_are_encrypted_needs_its_key() {
    let encryption = b"<e><CipherReference URI='O/a%20b.xhtml'/></e>";
    let opf = b"<p><item id='a' href='a%20b.xhtml'/><itemref idref='a'/></p>";
    let container = b"<c><rootfile full-path='O/book.opf'/></c>";
    let mut parts: Vec<(&str, &[u8])> = vec![
        ("META-INF/container.xml", container),
        ("O/book.opf", opf),
        ("O/a b.xhtml", b"<p>Open &amp; readable&hellip;</p>"),
    ];
    assert_eq!(read(Kind::Epub, &package(&parts)).unwrap(), "Open & readable…\n");
    parts.push(("META-INF/encryption.xml", encryption));
    assert_eq!(read(Kind::Epub, &package(&parts)), Err(DocumentError::Password));
}

/// An XLS whose first record of this type has other bytes at this place.
fn patched(kind: u16, patch: impl Fn(&mut [u8])) -> Vec<u8> {
    let mut file = fixture("xlwt.xls");
    let mut at = 512;
    loop {
        let number =
            |at: usize| u16::from_le_bytes(*file[at..].first_chunk().expect("there is such a record"));
        if number(at) == kind {
            patch(&mut file[at..]);
            return file;
        }
        at += 4 + usize::from(number(at + 2));
    }
}

#[test]
fn a_sheet_that_lies_about_its_size_is_not_believed() {
    let huge = patched(0x0200, |record| record[8..12].fill(0x7F));
    assert_eq!(read(Kind::Xls, &huge), over(Bound::Cells(1_000_000)));
    let backwards = patched(0x0200, |record| record[4..8].fill(0x7F));
    assert!(matches!(read(Kind::Xls, &backwards), Err(DocumentError::Malformed(_))));
    let corner = patched(0x0205, |record| record[4..8].fill(0xFE));
    assert_eq!(read(Kind::Xls, &corner), over(Bound::Cells(1_000_000)));
    let shared = b"<sst uniqueCount='99999999999999'></sst>";
    assert!(matches!(read(Kind::Xlsx, &package(&[("a", shared)])), Err(DocumentError::Malformed(_))));
}

#[test]
fn an_old_workbook_with_a_password_says_so() {
    let locked = patched(0x0042, |record| record[..2].copy_from_slice(&0x002F_u16.to_le_bytes()));
    assert_eq!(read(Kind::Xls, &locked), Err(DocumentError::Password));
}

#[test]
fn entities_that_a_file_defines_are_not_expanded() {
    let document = "<!DOCTYPE d [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;'>]><d><p><r><t>x &b; &#65;&lt;</t></r></p></d>";
    let docx = package(&[("word/document.xml", document.as_bytes())]);
    assert_eq!(read(Kind::Docx, &docx).unwrap(), "x &b; A<\n");
}

#[test]
fn what_nests_deeply_is_read_or_refused() {
    let deep = |open: &str, close: &str| {
        format!("{}<w:p><w:r><w:t>x</w:t></w:r></w:p>{}", open.repeat(20_000), close.repeat(20_000))
    };
    let tables = deep("<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>");
    assert!(read(Kind::Docx, &docx(&tables)).unwrap().contains('x'));
    assert!(read(Kind::Docx, &docx(&deep("<w:p>", "</w:p>"))).unwrap().contains('x'));
    let arrays = format!("%PDF-1.7\n1 0 obj {} endobj\ntrailer <</Root 1 0 R>>\n%%EOF", "[".repeat(100_000));
    assert!(read(Kind::Pdf, arrays.as_bytes()).is_err());
}

/// A PDF of one page with this content, and these objects from the sixth on.
fn pdf(content: &str, resources: &str, objects: &[String]) -> Vec<u8> {
    let mut all = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1>>".to_owned(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>{resources}>>>>"
        ),
        format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>".to_owned(),
    ];
    all.extend_from_slice(objects);
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut places = Vec::new();
    for (index, object) in all.iter().enumerate() {
        places.push(file.len());
        file.extend_from_slice(format!("{} 0 obj\n{object}\nendobj\n", index + 1).as_bytes());
    }
    let table = file.len();
    file.extend_from_slice(format!("xref\n0 {}\n0000000000 65535 f \n", all.len() + 1).as_bytes());
    for place in places {
        file.extend_from_slice(format!("{place:010} 00000 n \n").as_bytes());
    }
    let end = format!("trailer\n<</Size {}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n", all.len() + 1);
    file.extend_from_slice(end.as_bytes());
    file
}

#[test]
fn forms_that_draw_one_another_come_to_an_end() {
    let form = |name: &str, next: usize| {
        let content = "/X Do ".repeat(12);
        let dictionary =
            format!("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</{name} {next} 0 R>>>>");
        format!("<<{dictionary}/Length {}>>\nstream\n{content}\nendstream", content.len())
    };
    let forms: Vec<String> = (7..20).map(|next| form("X", next)).collect();
    let file = pdf("BT /F 9 Tf (before) Tj ET /X Do", "/XObject<</X 6 0 R>>", &forms);
    assert!(matches!(read(Kind::Pdf, &file), Err(DocumentError::Malformed(_))));
    let itself =
        pdf("BT /F 9 Tf (before) Tj ET /X Do", "/XObject<</X 6 0 R>>", &["/X".to_owned(), form("X", 6)]);
    assert_eq!(read(Kind::Pdf, &itself).unwrap(), "## Page 1\n\nbefore\n");
}

#[test]
fn letters_that_are_filled_and_outlined_are_read_once() {
    let file = pdf("BT 2 Tr /F 12 Tf 72 700 Td (once) Tj ET", "", &[]);
    assert_eq!(read(Kind::Pdf, &file).unwrap(), "## Page 1\n\nonce\n");
}

#[test]
fn a_pdf_that_is_cut_short_says_so() {
    let whole = fixture("reportlab.pdf");
    let cut = |bytes: usize| read(Kind::Pdf, &whole[..bytes]);
    assert_eq!(cut(60), Err(DocumentError::Truncated));
    let most = cut(whole.len() - 10).unwrap();
    assert!(most.starts_with("## Page 1\n\nThe lighthouse\n"));
    assert!(most.ends_with("pages or words may be missing]\n"));
}

#[test]
fn a_package_that_is_cut_short_says_so() {
    let whole = fixture("python-docx.docx");
    for bytes in [30, 500, whole.len() / 2, whole.len() - 30] {
        assert_eq!(read(Kind::Docx, &whole[..bytes]), Err(DocumentError::Truncated), "{bytes}");
    }
    let inside = package(&[("word/document.xml", b"<w:document><w:body><w:p>")]);
    assert_eq!(read(Kind::Docx, &inside), Err(DocumentError::Truncated));
}

fn one_line(outcome: Result<String, DocumentError>) -> Result<(), TestCaseError> {
    match outcome {
        Ok(text) => prop_assert!(text.is_empty() || text.ends_with('\n') && !text.starts_with('\n')),
        Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn noise_is_a_text_or_one_line(bytes: Vec<u8>, kind in proptest::sample::select(Kind::ALL.to_vec())) {
        one_line(read(kind, &bytes))?;
    }

    #[test]
    fn broken_files_are_a_text_or_one_line(
        name in proptest::sample::select(FIXTURES.to_vec()),
        changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 0..8),
        cut in proptest::option::of(any::<proptest::sample::Index>()),
    ) {
        let mut bytes = fixture(name);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        one_line(read(Kind::of(name).expect("fixtures are documents"), &bytes))?;
    }

    #[test]
    fn broken_xml_is_a_text_or_one_line(
        tags in proptest::collection::vec("</?(w:p|w:r|w:t|w:tbl|w:tr|w:tc|table|table-row|table-cell|list|p|span|ul|li|pre|td)>|x|&a;| ", 0..40),
    ) {
        let body = tags.concat();
        let xml = format!("<body>{body}</body>");
        let parts: Vec<(&str, &[u8])> = vec![
            ("META-INF/container.xml", b"<c><rootfile full-path='book.opf'/></c>"),
            ("book.opf", b"<p><item id='a' href='content.xml'/><itemref idref='a'/></p>"),
            ("content.xml", xml.as_bytes()),
        ];
        let all = package(&parts);
        for kind in [Kind::Odt, Kind::Ods, Kind::Epub] {
            one_line(read(kind, &all))?;
        }
        one_line(read(Kind::Docx, &docx(&body)))?;
        prop_assert!(read(Kind::Epub, &all).is_ok() || body.contains("&a;"));
    }
}
