//! What of each language's syntax may be elided, by the names its grammar gives to nodes.
//!
//! A rule is a node's kind, or `parent/kind` where the kind alone would say too much; of the two the longer wins.

use crate::language::Language;

/// The rules of a language.
#[derive(Debug)]
pub(crate) struct Table {
    /// Bodies: what lies between their first line and their last goes.
    pub(crate) bodies: &'static [&'static str],
    /// Bodies of types and modules: their members stay, and each member's own body goes.
    pub(crate) holders: &'static [&'static str],
    /// Statements that import; of a run of them the first and the last stay.
    pub(crate) imports: &'static [&'static str],
    /// Comments; of a long one the first two lines and the last stay.
    pub(crate) comments: &'static [&'static str],
}

impl Table {
    /// The rules of this language.
    pub(crate) fn of(language: Language) -> &'static Self {
        match language {
            Language::Bash => &BASH,
            Language::C => &C,
            Language::CSharp => &C_SHARP,
            Language::Cpp => &CPP,
            Language::Css => &CSS,
            Language::Go => &GO,
            Language::Html => &HTML,
            Language::Java => &JAVA,
            Language::JavaScript => &JAVA_SCRIPT,
            Language::Php => &PHP,
            Language::Python => &PYTHON,
            Language::Ruby => &RUBY,
            Language::Rust => &RUST,
            Language::TypeScript | Language::Tsx => &TYPE_SCRIPT,
        }
    }
}

const BASH: Table = Table {
    bodies: &["array", "compound_statement", "do_group", "heredoc_body", "subshell"],
    holders: &[],
    imports: &[],
    comments: &[],
};

const C: Table = Table {
    bodies: &["compound_statement", "enumerator_list", "field_declaration_list", "initializer_list"],
    holders: &["linkage_specification/declaration_list"],
    imports: &["preproc_include"],
    comments: &["comment"],
};

const C_SHARP: Table = Table {
    bodies: &[
        "accessor_list",
        "block",
        "enum_member_declaration_list",
        "initializer_expression",
        "raw_string_literal",
        "struct_declaration/declaration_list",
        "switch_body",
        "verbatim_string_literal",
    ],
    holders: &["declaration_list"],
    imports: &["using_directive"],
    comments: &["comment"],
};

const CPP: Table = Table {
    bodies: &[
        "compound_statement",
        "enumerator_list",
        "field_declaration_list",
        "initializer_list",
        "raw_string_literal",
    ],
    holders: &["class_specifier/field_declaration_list", "declaration_list"],
    imports: &["preproc_include", "using_declaration"],
    comments: &["comment"],
};

const CSS: Table = Table {
    bodies: &["block", "keyframe_block_list"],
    holders: &["media_statement/block", "supports_statement/block"],
    imports: &["import_statement"],
    comments: &["comment"],
};

const GO: Table = Table {
    bodies: &[
        "block",
        "const_declaration",
        "field_declaration_list",
        "import_spec_list",
        "literal_value",
        "raw_string_literal",
        "var_spec_list",
    ],
    holders: &["interface_type"],
    imports: &["import_declaration"],
    comments: &["comment"],
};

const HTML: Table =
    Table { bodies: &["element", "raw_text"], holders: &[], imports: &[], comments: &["comment"] };

const JAVA: Table = Table {
    bodies: &[
        "array_initializer",
        "block",
        "constructor_body",
        "element_value_array_initializer",
        "enum_body",
        "string_literal",
        "switch_block",
    ],
    holders: &["annotation_type_body", "class_body", "interface_body"],
    imports: &["import_declaration"],
    comments: &["block_comment"],
};

const JAVA_SCRIPT: Table = Table {
    bodies: &[
        "array",
        "export_clause",
        "named_imports",
        "object",
        "object_pattern",
        "statement_block",
        "switch_body",
        "template_string",
    ],
    holders: &["class_body"],
    imports: &["import_statement"],
    comments: &["comment"],
};

const PHP: Table = Table {
    bodies: &[
        "array_creation_expression",
        "compound_statement",
        "enum_declaration_list",
        "heredoc_body",
        "match_block",
        "nowdoc_body",
        "switch_block",
    ],
    holders: &["declaration_list", "namespace_definition/compound_statement"],
    imports: &["namespace_use_declaration"],
    comments: &["comment"],
};

const PYTHON: Table = Table {
    bodies: &["block", "dictionary", "list", "set", "string", "tuple"],
    holders: &["class_definition/block"],
    imports: &["future_import_statement", "import_from_statement", "import_statement"],
    comments: &[],
};

const RUBY: Table = Table {
    bodies: &[
        "array",
        "block",
        "do_block",
        "hash",
        "heredoc_body",
        "method/body_statement",
        "singleton_method/body_statement",
        "string_array",
        "symbol_array",
    ],
    holders: &[],
    imports: &[],
    comments: &["comment"],
};

const RUST: Table = Table {
    bodies: &[
        "array_expression",
        "block",
        "enum_variant_list",
        "field_declaration_list",
        "field_initializer_list",
        "match_block",
        "ordered_field_declaration_list",
        "raw_string_literal",
        "string_literal",
        "token_tree",
        "tuple_expression",
        "use_list",
    ],
    holders: &["declaration_list"],
    imports: &["extern_crate_declaration", "use_declaration"],
    comments: &["block_comment"],
};

const TYPE_SCRIPT: Table = Table {
    bodies: &[
        "array",
        "enum_body",
        "export_clause",
        "named_imports",
        "object",
        "object_pattern",
        "object_type",
        "statement_block",
        "switch_body",
        "template_string",
    ],
    holders: &["class_body", "interface_body", "internal_module/statement_block", "module/statement_block"],
    imports: &["import_statement"],
    comments: &["comment"],
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_names_a_node_of_its_grammar() {
        for language in Language::ALL {
            let table = Table::of(language);
            let grammar = tree_sitter::Language::new(language.grammar());
            for kind in [table.bodies, table.holders, table.imports, table.comments]
                .concat()
                .iter()
                .flat_map(|rule| rule.split('/'))
            {
                assert_ne!(grammar.id_for_node_kind(kind, true), 0, "{language:?} has no {kind}");
            }
        }
    }
}
