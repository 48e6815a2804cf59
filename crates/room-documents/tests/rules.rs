//! Rules of the formats, one made-up document each.

use std::io::{Cursor, Write as _};

use room_documents::{Bounds, Kind, text};
use zip::write::{SimpleFileOptions, ZipWriter};

fn shown(kind: Kind, parts: &[(&str, &str)]) -> String {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, data) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).expect("a name is free");
        zip.write_all(data.as_bytes()).expect("memory takes it");
    }
    let bytes = zip.finish().expect("memory takes it").into_inner();
    text(kind, &bytes, &Bounds::default()).expect("it is a document")
}

fn docx(body: &str) -> String {
    shown(Kind::Docx, &[("word/document.xml", &format!("<w:document><w:body>{body}</w:body></w:document>"))])
}

fn odt(body: &str) -> String {
    let xml = format!("<o:document-content><o:body><o:text>{body}</o:text></o:body></o:document-content>");
    shown(Kind::Odt, &[("content.xml", &xml)])
}

fn epub(body: &str) -> String {
    let container = "<c><rootfile full-path='book.opf'/></c>";
    let opf = "<p><item id='a' href='a.xhtml'/><itemref idref='a'/></p>";
    shown(
        Kind::Epub,
        &[
            ("META-INF/container.xml", container),
            ("book.opf", opf),
            ("a.xhtml", &format!("<html><head><title>not shown</title></head><body>{body}</body></html>")),
        ],
    )
}

#[test]
fn headings_of_a_docx_go_by_style_or_outline() {
    let heading =
        |properties: &str| docx(&format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>H</w:t></w:r></w:p>"));
    assert_eq!(heading("<w:pStyle w:val='Heading1'/>"), "# H\n");
    assert_eq!(heading("<w:pStyle w:val='heading 3'/>"), "### H\n");
    assert_eq!(heading("<w:pStyle w:val='Title'/>"), "# H\n");
    assert_eq!(heading("<w:outlineLvl w:val='1'/>"), "## H\n");
    assert_eq!(heading("<w:pStyle w:val='Heading1'/><w:outlineLvl w:val='9'/>"), "H\n");
    assert_eq!(heading("<w:pStyle w:val='HeadingX'/>"), "H\n");
}

#[test]
fn a_style_of_another_name_is_a_heading_by_what_it_is_based_on() {
    let styles = "<s><w:style w:styleId='a'><w:name w:val='heading 2'/></w:style>
        <w:style w:styleId='b'><w:name w:val='Mine'/><w:basedOn w:val='a'/></w:style>
        <w:style w:styleId='c'><w:name w:val='Round'/><w:basedOn w:val='c'/></w:style></s>";
    let relations = "<r><Relationship Id='s' Type='http://x/styles' Target='styles.xml'/></r>";
    let body = |style: &str| {
        format!("<d><w:p><w:pPr><w:pStyle w:val='{style}'/></w:pPr><w:r><w:t>H</w:t></w:r></w:p></d>")
    };
    let read = |style: &str| {
        let document = body(style);
        let parts = [
            ("word/document.xml", document.as_str()),
            ("word/_rels/document.xml.rels", relations),
            ("word/styles.xml", styles),
        ];
        shown(Kind::Docx, &parts)
    };
    assert_eq!(read("b"), "## H\n");
    assert_eq!(read("c"), "H\n");
}

#[test]
fn numbers_of_a_docx_count_on_and_begin_anew_below() {
    let lists = "<n><w:abstractNum w:abstractNumId='7'><w:lvl><w:numFmt w:val='decimal'/></w:lvl>
        <w:lvl><w:numFmt w:val='lowerLetter'/></w:lvl></w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num></n>";
    let relations = "<r><Relationship Id='n' Type='http://x/numbering' Target='/word/numbering.xml'/></r>";
    let item = |level: usize| {
        let list = format!("<w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='1'/></w:numPr>");
        format!("<w:p><w:pPr>{list}</w:pPr><w:r><w:t>x</w:t></w:r></w:p>")
    };
    let document = format!("<d>{}</d>", [0, 1, 1, 0, 1].map(item).concat());
    let parts = [
        ("word/document.xml", document.as_str()),
        ("word/_rels/document.xml.rels", relations),
        ("word/numbering.xml", lists),
    ];
    assert_eq!(shown(Kind::Docx, &parts), "1. x\n  1. x\n  2. x\n2. x\n  1. x\n");
}

#[test]
fn what_a_docx_deleted_or_says_twice_is_not_shown() {
    let body = "<w:p><w:pPr><w:tabs><w:tab w:val='left'/></w:tabs><w:rPr><w:b/></w:rPr></w:pPr>
        <w:ins><w:r><w:t xml:space='preserve'>new </w:t></w:r></w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del>
        <w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:rPr><w:b w:val='0'/></w:rPr><w:t>thin</w:t><w:tab/><w:t>far</w:t></w:r>
        <w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Choice>
        <mc:Fallback><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r></w:p>";
    assert_eq!(docx(body), "box\n\nnew thin\tfar\n");
}

#[test]
fn notes_of_a_docx_stand_at_its_end() {
    let document = "<d><w:p><w:r><w:t>word</w:t><w:footnoteReference w:id='2'/></w:r></w:p></d>";
    let relations = "<r><Relationship Id='f' Type='http://x/footnotes' Target='footnotes.xml'/></r>";
    let notes = "<n><w:footnote w:type='separator' w:id='0'><w:p><w:r/></w:p></w:footnote>
        <w:footnote w:id='2'><w:p><w:r><w:t xml:space='preserve'> said below</w:t></w:r></w:p></w:footnote></n>";
    let parts = [
        ("word/document.xml", document),
        ("word/_rels/document.xml.rels", relations),
        ("word/footnotes.xml", notes),
    ];
    assert_eq!(shown(Kind::Docx, &parts), "word[^2]\n\n[^2]: said below\n");
}

#[test]
fn a_table_in_a_table_stands_in_its_cell() {
    let cell = |text: &str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
    let inner = format!("<w:tbl><w:tr>{}{}</w:tr></w:tbl>", cell("a"), cell("b"));
    let body = format!("<w:tbl><w:tr>{}<w:tc>{inner}<w:p/></w:tc></w:tr></w:tbl>", cell("x"));
    assert_eq!(docx(&body), "| x | a, b |\n| --- | --- |\n");
}

#[test]
fn notes_of_an_odt_stand_where_their_mark_is_and_what_was_deleted_nowhere() {
    let body = "<t:tracked-changes><t:p>gone</t:p></t:tracked-changes><t:p>word<t:note><t:note-citation>1</t:note-citation>
        <t:note-body><t:p>said</t:p></t:note-body></t:note> goes<o:annotation><t:p>comment</t:p></o:annotation> on</t:p>";
    let shown = odt(body);
    assert_eq!(shown.split_whitespace().collect::<Vec<_>>().join(" "), "word (note: said) goes on");
}

#[test]
fn lists_of_an_odt_nest_and_count() {
    let body = "<t:list><t:list-item><t:p>a</t:p><t:p>more</t:p><t:list><t:list-item><t:p>b</t:p></t:list-item></t:list></t:list-item></t:list>";
    assert_eq!(odt(body), "- a\n\nmore\n\n  - b\n");
}

#[test]
fn html_of_a_book_need_not_be_tidy() {
    assert_eq!(
        epub("one<br>two<p>three <strong>bold</strong>&nbsp;x"),
        "one\ntwo\n\nthree **bold**\u{a0}x\n"
    );
    assert_eq!(epub("<style>p > b {}<i></style><script>a &lt; b</script><p>kept</p>"), "kept\n");
    assert_eq!(
        epub("<h2>A\n  title</h2><img alt='a boat'/> &amp; &#8212; &unknown;"),
        "## A title\n\n[a boat] & — &unknown;\n"
    );
    assert_eq!(epub("<div>a<div>b</div>c</div>"), "a\n\nb\n\nc\n");
}
