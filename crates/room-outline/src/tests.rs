use proptest::prelude::*;

use super::*;

/// An outline as a reader may see it.
fn shown(language: Language, source: &str) -> String {
    let Some(outline) = outline(language, source) else { return "as it stands".to_owned() };
    let lines: Vec<&str> = source.lines().collect();
    let line = |number: usize| lines[number - 1];
    let shown = outline.units.iter().map(|unit| match *unit {
        Unit::Line(number) => format!("{number}|{}\n", line(number)),
        Unit::Folded { from, to } => format!("{from}-{to}|{} .. {}\n", line(from), line(to).trim()),
        Unit::Elided { .. } => "...\n".to_owned(),
    });
    shown.collect()
}

#[track_caller]
fn shows(name: &str, source: &str, want: &str) {
    let language = Language::of(name).unwrap();
    assert_eq!(shown(language, source), want, "{name}");
    let windows = source.replace('\n', "\r\n");
    assert_eq!(shown(language, &windows).replace('\r', ""), want, "{name} with CRLF");
}

#[test]
fn a_body_of_four_lines_goes_and_one_of_three_stays() {
    shows(
        "a.rs",
        "fn a() {\n    1;\n    2;\n}\n\nfn b() {\n    1;\n}\n",
        "1-4|fn a() { .. }\n5|\n6|fn b() {\n7|    1;\n8|}\n",
    );
}

#[test]
fn the_members_of_types_and_modules_stay() {
    shows(
        "a.rs",
        "mod m {\n    impl A {\n        fn one(\n            &self,\n        ) {\n            1;\n            2;\n        }\n    }\n}\n",
        "1|mod m {\n2|    impl A {\n3|        fn one(\n4|            &self,\n5-8|        ) { .. }\n9|    }\n10|}\n",
    );
    shows(
        "a.py",
        "class A:\n    def one(self):\n        a = 1\n        b = 2\n        c = 3\n        return a\n\n    x = 4\n",
        "1|class A:\n2|    def one(self):\n3|        a = 1\n...\n6|        return a\n7|\n8|    x = 4\n",
    );
    shows(
        "a.java",
        "class A {\n  int x;\n  int y;\n  void one() {\n    x = 1;\n    y = 2;\n  }\n  class B {\n    void two() {\n      x = 3;\n      y = 4;\n    }\n  }\n}\n",
        "1|class A {\n2|  int x;\n3|  int y;\n4-7|  void one() { .. }\n8|  class B {\n9-12|    void two() { .. }\n13|  }\n14|}\n",
    );
    shows(
        "a.cpp",
        "namespace n {\nclass A {\n  int one() {\n    a();\n    b();\n  }\n};\nstruct S {\n  int x;\n  int y;\n};\n}\n",
        "1|namespace n {\n2|class A {\n3-6|  int one() { .. }\n7|};\n8-11|struct S { .. };\n12|}\n",
    );
    shows(
        "a.cs",
        "namespace N {\n  class A {\n    public int One() {\n      A();\n      return 1;\n    }\n  }\n}\n",
        "1|namespace N {\n2|  class A {\n3-6|    public int One() { .. }\n7|  }\n8|}\n",
    );
    shows(
        "a.php",
        "<?php\nclass A {\n  function one() {\n    a();\n    b();\n  }\n}\n",
        "1|<?php\n2|class A {\n3-6|  function one() { .. }\n7|}\n",
    );
}

#[test]
fn of_a_run_of_imports_the_first_and_the_last_stay() {
    shows(
        "a.py",
        "import a\nimport b\nfrom c import d\nimport e\nx = 1\n",
        "1|import a\n...\n4|import e\n5|x = 1\n",
    );
    shows(
        "a.c",
        "#include <a.h>\n#include <b.h>\n#include <c.h>\n#include <d.h>\n",
        "1|#include <a.h>\n...\n4|#include <d.h>\n",
    );
    assert_eq!(shown(Language::Python, "import a\nimport b\nimport c\n"), "as it stands");
}

#[test]
fn a_long_comment_keeps_two_lines_and_its_last() {
    shows(
        "a.ts",
        "/**\n * 1\n * 2\n * 3\n * 4\n */\nlet x = 1;\n",
        "1|/**\n2| * 1\n...\n6| */\n7|let x = 1;\n",
    );
}

#[test]
fn what_does_not_parse_or_has_nothing_to_hide_stays_as_it_is() {
    assert_eq!(shown(Language::Rust, "fn a( {\n  1\n  2\n  3\n  4\n}\n"), "as it stands");
    assert_eq!(shown(Language::Rust, "fn a() {}\n"), "as it stands");
    assert_eq!(shown(Language::Rust, ""), "as it stands");
}

#[test]
fn the_ending_of_a_name_tells_the_language() {
    assert_eq!(Language::of("src/a.RS"), Some(Language::Rust));
    assert_eq!(Language::of("a/b.h"), Some(Language::Cpp));
    assert_eq!(Language::of("Rakefile"), Some(Language::Ruby));
    for name in ["a", ".rs", "a.md", "a.txt", "a.json", "a.rs/b"] {
        assert_eq!(Language::of(name), None, "{name}");
    }
}

#[test]
fn a_source_nested_a_hundred_thousand_deep_is_no_trouble() {
    let deep =
        format!("const A: u8 = {}1{};\nfn a() {{\n1;\n2;\n}}\n", "(".repeat(100_000), ")".repeat(100_000));
    assert!(outline(Language::Rust, &deep).is_none_or(|outline| outline.hidden() == 2));
}

proptest! {
    /// Every line is in one unit, in order, whatever the source.
    #[test]
    fn no_line_is_lost_or_told_twice(
        pieces in prop::collection::vec(prop_oneof![
            Just("fn a() {\n"), Just("}\n"), Just("    1;\n"), Just("impl B {\n"), Just("use c;\n"), Just("\n"),
            Just("/* d\n"), Just("*/\n"), Just("const E: [u8; 2] = [\n"), Just("];\n"), Just("x"), Just("mod f {\r\n"),
            Just("if g {\n"), Just("} else {\n"), Just("fn h() { i(|| {\n"), Just("}); }\n"),
        ], 0..60),
        language in prop::sample::select(&Language::ALL),
    ) {
        let source = pieces.concat();
        if let Some(outline) = outline(language, &source) {
            let told: Vec<usize> = outline.units.iter().flat_map(|unit| unit.lines()).collect();
            let all: Vec<usize> = (1..=source.split_terminator('\n').count()).collect();
            prop_assert_eq!(told, all);
            prop_assert!(outline.hidden() > 0 && outline.regions() > 0);
        }
    }
}
