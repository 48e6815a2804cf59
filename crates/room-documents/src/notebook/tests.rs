use proptest::prelude::*;

use super::*;

const NOTEBOOK: &str = concat!(
    "{\n \"cells\": [\n",
    "  {\n   \"cell_type\": \"markdown\",\n   \"metadata\": {\"z\": 1, \"a\": [2]},\n",
    "   \"source\": [\n    \"# Tides\\n\",\n    \"caf\\u00e9\"\n   ]\n  },\n",
    "  {\n   \"cell_type\": \"code\",\n   \"execution_count\": 3,\n   \"metadata\": {},\n",
    "   \"outputs\": [{\"output_type\": \"stream\", \"text\": [\"hidden\\n\"]}],\n",
    "   \"source\": \"x = 1\\nprint(x)\\n\"\n  },\n",
    "  {\n   \"cell_type\": \"raw\",\n   \"metadata\": {},\n   \"source\": []\n  }\n",
    " ],\n \"metadata\": {\"kernelspec\": {\"name\": \"made\"}},\n \"nbformat\": 4,\n \"nbformat_minor\": 5\n}\n\n",
);

const TEXT: &str = concat!(
    "# %% [markdown] cell:0\n# Tides\ncafé\n",
    "# %% [code] cell:1\nx = 1\nprint(x)\n\n",
    "# %% [raw] cell:2\n",
);

fn edited(text: &str) -> String {
    String::from_utf8(edit(NOTEBOOK.as_bytes(), text).unwrap()).unwrap()
}

#[test]
fn cells_are_shown_with_their_markers_and_nothing_else() {
    assert_eq!(text(NOTEBOOK.as_bytes()).unwrap(), TEXT);
}

#[test]
fn the_text_as_it_was_gives_the_bytes_as_they_were() {
    assert_eq!(edited(TEXT), NOTEBOOK);
}

#[test]
fn a_string_stays_a_string_and_only_it_changes() {
    let changed = edited(&TEXT.replace("x = 1", "x = \"2\""));
    assert_eq!(changed, NOTEBOOK.replace("x = 1", "x = \\\"2\\\""));
}

#[test]
fn a_list_stays_a_list_in_its_layout_with_its_escapes() {
    let changed = edited(&TEXT.replace("# Tides\n", "# Tides\né new\n"));
    assert_eq!(changed, NOTEBOOK.replace("\"# Tides\\n\",\n", "\"# Tides\\n\",\n    \"é new\\n\",\n"));
}

#[test]
fn an_empty_list_takes_the_layout_of_another_cell() {
    let changed = edited(&format!("{TEXT}one\ntwo\n"));
    let list = "\"source\": [\n    \"one\\n\",\n    \"two\"\n   ]";
    assert_eq!(changed, NOTEBOOK.replace("\"source\": []", list));
}

#[test]
fn a_list_that_shows_no_layout_takes_that_of_its_file() {
    let pretty =
        "{\n\t\"cells\": [\n\t\t{\n\t\t\t\"cell_type\": \"raw\",\n\t\t\t\"source\": []\n\t\t}\n\t]\n}";
    let changed = edit(pretty.as_bytes(), "# %% [raw] cell:0\na\nb\n").unwrap();
    let list = "[\n\t\t\t\t\"a\\n\",\n\t\t\t\t\"b\"\n\t\t\t]";
    assert_eq!(String::from_utf8(changed).unwrap(), pretty.replace("[]", list));
    let packed = r#"{"cells":[{"cell_type":"raw","source":["a"]}]}"#;
    let changed = edit(packed.as_bytes(), "# %% [raw] cell:0\na\nb").unwrap();
    assert_eq!(String::from_utf8(changed).unwrap(), packed.replace(r#"["a"]"#, r#"["a\n","b"]"#));
}

#[test]
fn a_cell_can_be_emptied() {
    let changed = edited(&TEXT.replace("# Tides\ncafé\n", ""));
    assert_eq!(text(changed.as_bytes()).unwrap(), TEXT.replace("# Tides\ncafé\n", ""));
    assert!(changed.contains("\"source\": []\n  },\n  {\n   \"cell_type\": \"code\""));
}

#[test]
fn marker_lines_that_are_not_as_they_were_are_refused() {
    let swapped = TEXT.replace("cell:0", "cell:9").replace("cell:1", "cell:0").replace("cell:9", "cell:1");
    let broken = [
        TEXT.replace("# %% [code] cell:1\n", ""),
        TEXT.replace("# %% [raw] cell:2\n", ""),
        TEXT.replace("[code]", "[markdown]"),
        TEXT.replace("cell:1\n", "cell:1\r\n"),
        TEXT.replace("cell:1\n", "cell:1 \n"),
        format!("{TEXT}# %% [raw] cell:3\n"),
        format!("{TEXT}# %% [raw] cell:2\n"),
        format!("before\n{TEXT}"),
        swapped,
        String::new(),
    ];
    for text in broken {
        let outcome = edit(NOTEBOOK.as_bytes(), &text);
        assert!(matches!(outcome, Err(NotebookError::Marker { .. })), "{text}: {outcome:?}");
        assert_eq!(outcome.unwrap_err().to_string().lines().count(), 1);
    }
}

#[test]
fn a_cell_with_a_marker_line_of_its_own_cannot_be_edited_as_text() {
    let json = r#"{"cells": [{"cell_type": "raw", "source": "a\n# %% [code] cell:7\nb"}]}"#;
    let shown = text(json.as_bytes()).unwrap();
    assert_eq!(edit(json.as_bytes(), &shown), Err(NotebookError::Ambiguous(0)));
}

#[test]
fn lines_like_those_of_other_tools_are_text() {
    let json = r##"{"cells": [{"cell_type": "raw", "source": "# %%\n# %% [markdown]\n# %% [x] cell:"}]}"##;
    let shown = text(json.as_bytes()).unwrap();
    let changed = edit(json.as_bytes(), &shown.replace("# %%\n", "# %% first\n")).unwrap();
    assert_eq!(String::from_utf8(changed).unwrap(), json.replace("# %%\\n", "# %% first\\n"));
}

#[test]
fn what_is_no_notebook_is_said_in_one_line() {
    let broken: [&[u8]; 8] = [
        b"not json",
        b"",
        b"[]",
        b"{\"cells\": 3}",
        b"{\"cells\": [{}]}",
        b"{\"cells\": [{\"cell_type\": \"raw\", \"source\": 3}]}",
        b"{\"cells\": [], \"cells\": []}",
        b"{\"cells\": [\xFF]}",
    ];
    for bytes in broken {
        let error = text(bytes).unwrap_err();
        assert!(matches!(error, NotebookError::Broken(_)), "{error}");
        assert_eq!(error.to_string().lines().count(), 1);
    }
    assert_eq!(text(br#"{"worksheets": []}"#), Err(NotebookError::Old));
}

/// A source, in either form, with what JSON and lines are awkward about.
fn source() -> impl Strategy<Value = String> {
    proptest::string::string_regex("([a-z#%é\"\\\\\u{1}\t 🎈]{0,6}(\n|\r\n)){0,4}[a-z#%é\"\\\\ ]{0,6}")
        .unwrap()
}

fn notebook(cells: &[(String, bool)], pretty: bool) -> String {
    let cells: Vec<serde_json::Value> = cells
        .iter()
        .map(|(source, list)| {
            let lines: Vec<&str> = source.split_inclusive('\n').collect();
            let source = if *list { serde_json::json!(lines) } else { serde_json::json!(source) };
            serde_json::json!({"outputs": [1.50, "source"], "source": source, "cell_type": "code"})
        })
        .collect();
    let file = serde_json::json!({"nbformat": 4, "cells": cells, "metadata": {"source": ["x"]}});
    if pretty { serde_json::to_string_pretty(&file).unwrap() } else { file.to_string() }
}

proptest! {
    #[test]
    fn whatever_is_edited_is_read_back_and_nothing_else_changes(
        cells in proptest::collection::vec((source(), any::<bool>(), source(), any::<bool>()), 0..5),
        pretty: bool,
    ) {
        let old: Vec<_> = cells.iter().map(|(old, list, ..)| (old.clone(), *list)).collect();
        let new: Vec<_> = cells
            .iter()
            .map(|(old, list, new, change)| (if *change { new } else { old }.clone(), *list))
            .collect();
        let before = notebook(&old, pretty);
        let wanted: String =
            new.iter().enumerate().map(|(index, (source, _))| shown("code", index, source)).collect();
        let after = String::from_utf8(edit(before.as_bytes(), &wanted).unwrap()).unwrap();
        prop_assert_eq!(text(after.as_bytes()).unwrap(), wanted);
        let expected: serde_json::Value = serde_json::from_str(&notebook(&new, pretty)).unwrap();
        prop_assert_eq!(serde_json::from_str::<serde_json::Value>(&after).unwrap(), expected);
        if pretty && new.iter().any(|(source, list)| *list && source.matches('\n').count() > 1) {
            prop_assert_eq!(after, notebook(&new, pretty));
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes: Vec<u8>, wanted: String) {
        let _ = text(&bytes);
        let _ = edit(&bytes, &wanted);
        let _ = edit(NOTEBOOK.as_bytes(), &wanted);
    }
}
