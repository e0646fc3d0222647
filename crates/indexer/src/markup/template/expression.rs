//! What stands between `{{` and `}}`: a call of a macro, a variable, a string; and what a reader would
//! see of it.

use super::{CONTROL, arguments_of};
use crate::names;

/// Beginnings and ends of the names of macros that put a part of the site there: a menu, a table
/// made from data, a frame.
const FRAME_STARTS: &[&str] = &[
    "embed",
    "previous",
    "next",
    "listsubpages",
    "listgroups",
    "quicklinks",
    "include",
    "page(",
    "compat",
    "specifications",
    "inheritancediagram",
    "cssinfo",
    "csssyntax",
    "subpages",
    "toc",
    "livesample",
    "interfaceoverview",
    "apilist",
    "seecompattable",
];
const FRAME_ENDS: &[&str] = &[
    "sidebar", "apiref", "menu", "cssref", "jsref", "svgref", "htmlref",
];

/// A macro call or a variable between `{{` and `}}`. `None` leaves it.
pub(super) fn expression(inside: &str, alone: bool) -> Option<String> {
    let trimmed = inside.trim().trim_end_matches(';');
    let is_comment = trimmed.starts_with("/*") || trimmed.starts_with('!');
    if is_comment || trimmed.starts_with(['#', '/', '>', '^', '&', '@']) {
        return Some(String::new());
    }
    let end = trimmed
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
        .unwrap_or(trimmed.len());
    let (name, rest) = trimmed.split_at(end);
    let rest = rest.trim();
    let lower = name.to_lowercase();
    if let Some(arguments) = rest.strip_prefix('(') {
        let arguments = arguments.trim_end().trim_end_matches(')');
        let arguments: Vec<String> = arguments_of(arguments)
            .into_iter()
            .map(|(_, value)| value)
            .collect();
        return Some(call(&lower, &arguments, alone));
    }
    // A string in quotes, as it is or through a filter or function of a template.
    if let Some(q) = trimmed
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'))
    {
        return trimmed.get(1..)?.split(q).next().map(str::to_owned);
    }
    if lower == "raw" {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '`'));
        let inside = quote.and_then(|q| rest.strip_prefix(q)?.strip_suffix(q));
        return Some(inside.unwrap_or(rest).to_owned());
    }
    if CONTROL.contains(&&*lower) || name.is_empty() && rest.starts_with(['.', '$']) {
        return Some(String::new());
    }
    if name.is_empty() {
        return None;
    }
    if rest.is_empty() {
        if let Some(badge) = badge(&lower) {
            return Some(badge);
        }
        // Variables are written in lower case, parts of the site are not.
        let is_part = alone || name.starts_with(char::is_uppercase);
        return Some(if is_part {
            String::new()
        } else {
            name.to_owned()
        });
    }
    if rest.starts_with(['.', '|', '[']) {
        let path = trimmed.split('|').next().unwrap_or_default().trim();
        let last = path.rsplit('.').next().unwrap_or(path);
        return Some(last.trim_matches([' ', ']', '[', '"', '\'']).to_owned());
    }
    if rest.starts_with(['"', '`', '\'']) {
        // `{{code "x"}}`: a part of the site. With line ends it is text for one: `{{pullquote `...`}}`.
        return Some(if rest.contains('\n') {
            rest.trim_matches(['"', '`']).to_owned()
        } else {
            String::new()
        });
    }
    None
}

/// What a call shows.
fn call(lower: &str, arguments: &[String], alone: bool) -> String {
    if let Some(badge) = badge(lower) {
        return badge;
    }
    let is_frame = FRAME_STARTS.iter().any(|start| lower.starts_with(start))
        || FRAME_ENDS.iter().any(|end| lower.ends_with(end));
    let first = arguments.first().map_or("", String::as_str).trim();
    if is_frame || first.is_empty() {
        return String::new();
    }
    let first = decoded(first);
    let shown = arguments.get(1).map(|text| decoded(text.trim()));
    let is_number = first.chars().all(|c| c.is_ascii_digit());
    let is_reference = lower.ends_with("xref") || lower.ends_with("interface");
    let is_word = is_reference || lower.contains("element") || lower.ends_with("attrdef");
    // Alone on a line, and no reference: a part of the site.
    if alone && !is_word {
        return String::new();
    }
    if lower.contains("element") {
        if let Some(shown) = shown.filter(|shown| !shown.is_empty() && !shown.starts_with('#')) {
            return format!("`{}`", shown.replace('`', ""));
        }
        return format!("`<{}>`", first.trim_matches(['<', '>']));
    }
    if is_number && (lower == "bug" || lower == "rfc" || lower == "issue") {
        let name = if lower == "rfc" { "RFC" } else { lower };
        let mut text = format!("{name} {first}");
        if let Some(shown) = shown.filter(|shown| !shown.is_empty()) {
            text.push_str(", ");
            text.push_str(&shown);
        }
        return text;
    }
    if lower.ends_with("attrxref") || lower.ends_with("attrdef") {
        return format!("`{first}`");
    }
    match shown.filter(|shown| !shown.is_empty() && !shown.starts_with('#')) {
        Some(shown) if is_reference && shown.contains(' ') => shown.replace('`', ""),
        Some(shown) if is_reference => format!("`{}`", shown.replace('`', "")),
        Some(shown) => shown,
        None if is_reference => format!("`{}`", first.replace('/', ".")),
        None => first,
    }
}

/// `deprecated_inline` and `ReadOnlyInline` are words in a sentence.
fn badge(lower: &str) -> Option<String> {
    let word = ["_inline", "inline", "_header", "-inline"]
        .iter()
        .find_map(|end| lower.strip_suffix(end))?;
    if word.is_empty() {
        return None;
    }
    let word = match word {
        "readonly" => "read-only".to_owned(),
        "securecontext" => "secure context".to_owned(),
        other => other.replace('_', " "),
    };
    Some(format!("({word})"))
}

fn decoded(text: &str) -> String {
    names::one_line(&htmlize::unescape(text))
}
