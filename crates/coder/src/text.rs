//! Answers as text, for whoever reads them rather than parses them.

use std::fmt::Write as _;

use room_core::text::rfc3339_seconds;
use serde_json::Value;

/// A function's answer as lines of text.
pub(crate) fn of(function: &str, answer: &Value) -> String {
    let mut text = String::new();
    match function {
        "coder::list-folder" => listing(answer, &mut text),
        "coder::tree" => {
            writeln!(text, "{}", field(answer, "path")).expect("a String takes every write");
            tree(&answer["root"], "", &mut text);
        }
        _ if function.starts_with("tool::") => text.push_str(answer["text"].as_str().unwrap_or_default()),
        "coder::read-file" if answer.get("results").is_none() => stat(answer, &mut text),
        _ => match answer.get("results").and_then(Value::as_array) {
            Some(results) => results.iter().for_each(|result| done(function, result, &mut text)),
            None => facts(answer, &mut text),
        },
    }
    text
}

/// A field as it is meant to be read.
fn field(value: &Value, key: &str) -> String {
    match &value[key] {
        Value::String(text) => text.clone(),
        Value::Array(items) => items
            .iter()
            .map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned))
            .collect::<Vec<_>>()
            .join(", "),
        other => other.to_string(),
    }
}

fn time(value: &Value) -> String {
    value["mtime"].as_i64().and_then(rfc3339_seconds).unwrap_or_else(|| "-".to_owned())
}

macro_rules! line {
    ($text:expr, $($part:tt)*) => { writeln!($text, $($part)*).expect("a String takes every write") };
}

/// Every key and its value.
fn facts(answer: &Value, text: &mut String) {
    for key in answer.as_object().into_iter().flat_map(serde_json::Map::keys) {
        line!(text, "{key}: {}", field(answer, key));
    }
}

fn stat(answer: &Value, text: &mut String) {
    line!(text, "path: {}", field(answer, "path"));
    line!(text, "size: {}", field(answer, "size"));
    line!(text, "mode: {:04o}", answer["mode"].as_u64().unwrap_or(0));
    line!(text, "mtime: {}", time(answer));
    for key in ["total_lines", "is_utf8", "sha256"] {
        if answer.get(key).is_some() {
            line!(text, "{key}: {}", field(answer, key));
        }
    }
}

/// A name with what says its kind: `/` for a folder, `@` for a link, `!` for what may not be opened.
fn name(entry: &Value) -> String {
    let kind = match entry["kind"].as_str() {
        Some("dir") => "/",
        Some("symlink") => "@",
        Some("other") => "|",
        _ => "",
    };
    let denied = if entry["non_accessible"] == true { "  (not accessible)" } else { "" };
    format!("{}{kind}{denied}", field(entry, "name"))
}

fn listing(answer: &Value, text: &mut String) {
    let entries = answer["entries"].as_array().map(Vec::as_slice).unwrap_or_default();
    for entry in entries {
        line!(text, "{:>12}  {}  {}", field(entry, "size"), time(entry), name(entry));
    }
    let (page, total) = (answer["page"].as_u64().unwrap_or(1), &answer["total"]);
    let next =
        if answer["has_more"] == true { format!("; go on with --page {}", page + 1) } else { String::new() };
    line!(text, "{} of {total} entries, page {page}{next}", entries.len());
}

fn tree(node: &Value, indent: &str, text: &mut String) {
    for child in node["children"].as_array().into_iter().flatten() {
        line!(text, "{indent}{}", name(child));
        tree(child, &format!("{indent}  "), text);
    }
    let truncated = &node["truncated"];
    if let Some(reason) = truncated["reason"].as_str() {
        let of = truncated["total"].as_u64().map(|total| format!(" of {total}")).unwrap_or_default();
        line!(text, "{indent}… {reason}: {}{of} shown; {}", truncated["shown"], field(truncated, "hint"));
    }
}

/// One entry of a batch.
fn done(function: &str, result: &Value, text: &mut String) {
    if let Some(code) = result["error"]["code"].as_str() {
        line!(text, "{code}: {}", field(&result["error"], "message"));
        return;
    }
    let path = field(result, "path");
    match function {
        "coder::create-file" => line!(text, "created {path}: {} bytes", result["bytes_written"]),
        "coder::delete-file" if result["removed"] == true => line!(text, "deleted {path}"),
        "coder::delete-file" => line!(text, "nothing was at {path}"),
        "coder::move" if result["moved"] == true => {
            line!(text, "moved {} to {}", field(result, "from"), field(result, "to"));
        }
        "coder::move" => line!(text, "{} is there already", field(result, "to")),
        _ => {
            line!(
                text,
                "updated {path}: {} operations, {} lines now",
                result["applied"],
                result["new_line_count"]
            );
            result["echoes"].as_array().into_iter().flatten().for_each(|shown| echo(shown, text));
            if result["echoes_truncated"] == true {
                line!(text, "… more was changed than is shown");
            }
        }
    }
}

/// Lines of an echo with their numbers.
fn echo(echo: &Value, text: &mut String) {
    let lines = echo["lines"].as_array().map(Vec::as_slice).unwrap_or_default();
    let elided = echo["elided"].as_u64().unwrap_or(0);
    let mut number = echo["from_line"].as_u64().unwrap_or(1);
    for (n, shown) in lines.iter().enumerate() {
        if elided > 0 && n == lines.len() / 2 {
            line!(text, " … {elided} lines");
            number += elided;
        }
        line!(text, " {number}|{}", shown.as_str().unwrap_or_default());
        number += 1;
    }
}
