//! Documents that other programs made, as text: compared whole.

use room_documents::{Bounds, DocumentError, Kind, notebook, text};

fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR")))
        .expect("a fixture is there")
}

fn shown(name: &str) -> Result<String, DocumentError> {
    text(Kind::of(name).expect("fixtures are documents"), &bytes(name), &Bounds::default())
}

#[test]
fn openpyxl() {
    let expected = "\
## Tides

| Harbour | Height (m) | Measured | Note |
| --- | --- | --- | --- |
| Oystermouth | 4.25 | 2026-01-31 08:30:00 | spring \\| neap |
| Saltmarsh | 3 | 2026-02-01 | two<br>lines |
|  |  |  |  |
| Sum | =B2+B3 | TRUE |  |

## Empty

## Far & wide

| corner |  |
| --- | --- |
|  |  |
|  | other corner |
";
    assert_eq!(shown("openpyxl.xlsx").unwrap(), expected);
}

#[test]
fn xlsxwriter() {
    let expected = "\
## Calc

| a | b | a+b |
| --- | --- | --- |
| 2 | 3.5 | 5.5 |
| rich text | FALSE | #DIV/0! |
| [26:00:00] |  |  |
";
    assert_eq!(shown("xlsxwriter.xlsx").unwrap(), expected);
}

#[test]
fn xlwt() {
    let expected = "\
## Old tides

| Harbour | Height | Day |
| --- | --- | --- |
| Oystermouth | 4.25 | 2026-01-31 |
| Größe 🎈 | TRUE |  |

## Second

| alone |
| --- |
";
    assert_eq!(shown("xlwt.xls").unwrap(), expected);
}

#[test]
fn python_docx() {
    assert_eq!(shown("python-docx.docx").unwrap(), WALK);
}

#[test]
fn python_pptx() {
    let expected = "\
## Slide 1: Boats of the bay

- Skiffs
  - with one oar
- Barges **in use**

### Notes

Say what a skiff is.

## Slide 2

Free text

| Boat | Length |
| --- | --- |
| Skiff | 4 m |
";
    assert_eq!(shown("python-pptx.pptx").unwrap(), expected);
}

/// The document of python-docx, and what LibreOffice makes of it.
const WALK: &str = "\
# A walk along the shore

# Morning

The tide was **very low** that day.

- bread
- cheese
- an apple, cut
1. go down
2. come back

## Finds

| Shell | Colour | Count |
| --- | --- | --- |
| cockle | white \\| grey | 12 |
| all |  | 12 |

Evening came\tlate.
";

#[test]
fn libreoffice_texts() {
    assert_eq!(shown("libreoffice.docx").unwrap(), WALK);
    assert_eq!(shown("libreoffice.odt").unwrap(), WALK);
}

#[test]
fn libreoffice_sheets() {
    let calc = "\
## Calc

| a | b | a+b |
| --- | --- | --- |
| 2 | 3.5 | 5.5 |
| rich text | FALSE | #DIV/0! |
| 26:00:00 |  |  |
";
    assert_eq!(shown("libreoffice.ods").unwrap(), calc);
    let tides = "\
## Tides

| Harbour | Height (m) | Measured | Note |
| --- | --- | --- | --- |
| Oystermouth | 4.25 | 2026-01-31 08:30:00 | spring \\| neap |
| Saltmarsh | 3 | 2026-02-01 | two<br>lines |
|  |  |  |  |
| Sum | 7.25 | TRUE |  |

## Empty

## Far & wide

| corner |
| --- |
";
    assert_eq!(shown("libreoffice.xls").unwrap(), tides);
}

#[test]
fn libreoffice_pdf() {
    let expected = "\
## Page 1

a header that is not shown

A walk along the shore

Morning
The tide was very low that day.

• bread
• cheese

• an apple, cut

1. go down
2. come back

Finds
Shell  Colour  Count

cockle  white | grey  12

all  12

Evening came  late.
";
    assert_eq!(shown("libreoffice.pdf").unwrap(), expected);
}

#[test]
fn fpdf2() {
    let expected = "\
## Page 1

Žluťoučký kůň — “quoted” Ελληνικά кириллица.

Second paragraph that is long enough to wrap over the end of the line, I hope, so that
we see two lines.
Boat  Length

Skiff  4 m
";
    assert_eq!(shown("fpdf2.pdf").unwrap(), expected);
}

#[test]
fn ebooklib() {
    let expected = "\
# Knots

A **bowline** holds;\u{a0}a granny slips.

- bowline
- reef
  1. left
  2. right

# Sails

| Sail | Wind |
| --- | --- |
| jib | fair |

  kept
    as it is

Said.
";
    assert_eq!(shown("ebooklib.epub").unwrap(), expected);
}

#[test]
fn odfpy_text() {
    let expected = "\
# Ropes

A rope is **strong** when  dry.

- hemp
- flax

| Rope | Load |
| --- | --- |
| hemp | 90 kg |
";
    assert_eq!(shown("odfpy.odt").unwrap(), expected);
}

#[test]
fn odfpy_sheet() {
    let expected = "\
## Loads

| Rope | kg |
| --- | --- |
| hemp | 90 |
| flax | 45.5 |
|  |  |
| true | true |
";
    assert_eq!(shown("odfpy.ods").unwrap(), expected);
}

#[test]
fn reportlab() {
    let expected = "\
## Page 1

The lighthouse

The lamp of the lighthouse turns once in nine seconds, and its beam is seen from the far side of the
bay when the air is clear. In fog the keeper sounds a horn. The lamp of the lighthouse turns once in
nine seconds, and its beam is seen from the far side of the bay when the air is clear. In fog the
keeper sounds a horn.

A second paragraph: naïve café, 3 × 4 — “quoted”.

Lamp Seconds
North 9
South 12

## Page 2

The horn

Two blasts.
";
    assert_eq!(shown("reportlab.pdf").unwrap(), expected);
}

#[test]
fn pdfs_that_are_locked_or_hold_no_text() {
    assert_eq!(shown("locked.pdf"), Err(DocumentError::Password));
    assert_eq!(shown("drawing.pdf"), Err(DocumentError::NoText));
    assert_eq!(shown("owner-locked.pdf").unwrap(), "## Page 1\n\nopen to readers\n");
}

#[test]
fn nbformat() {
    let file = bytes("nbformat.ipynb");
    let expected = "\
# %% [markdown] cell:0
# Tide table

Heights in metres, été.
# %% [code] cell:1
heights = [4.25, 3]
print(max(heights))
# %% [code] cell:2
";
    let shown = notebook::text(&file).unwrap();
    assert_eq!(shown, expected);
    assert_eq!(notebook::edit(&file, &shown).unwrap(), file);
    let changed = notebook::edit(&file, &shown.replace("4.25, 3", "4.25, 3, 9")).unwrap();
    let wanted = String::from_utf8(file).unwrap().replace("[4.25, 3]", "[4.25, 3, 9]");
    assert_eq!(String::from_utf8(changed).unwrap(), wanted);
}
