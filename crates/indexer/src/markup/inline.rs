//! Marks within a line that extensions of Markdown add: keys, highlights, icons, changes under
//! review; and lines in whose place a generator puts a table of contents.

use std::ops::Range;

use super::Source;
use super::code::Code;
use super::text::Text;
use crate::markdown::{next_line, slice};
use crate::names;

/// Beginnings of the names of icons: `:material-check:`.
const ICONS: [&str; 4] = [":material-", ":octicons-", ":fontawesome-", ":simple-"];

/// What stands for a table of contents, alone on its line.
const CONTENTS: [&str; 6] = [
    "[TOC]",
    "[[toc]]",
    "[[TOC]]",
    "[toc]",
    "[[_TOC_]]",
    "{:toc}",
];

/// Changes under review: what they begin and end with, and whether what is between them stays.
const CHANGES: [(&str, &str, bool); 4] = [
    ("{++", "++}", true),
    ("{==", "==}", true),
    ("{--", "--}", false),
    ("{>>", "<<}", false),
];

/// `++ctrl+alt++`, `==mark==`, `:material-check:`, `{++new++}`, `[TOC]`.
pub(super) fn rewrite(text: &Text, source: &Source<'_>) -> Text {
    let content = text.as_str();
    let code = Code::all(content, !source.is_mdx);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut at = 0;
    while at < content.len() {
        let next = next_line(content, at);
        let line = slice(content, &(at..next));
        let word = line.trim();
        let is_contents = CONTENTS.contains(&word)
            && code.at(at + line.len() - line.trim_start().len()).is_none();
        if is_contents {
            edits.push((at..next, "\n".to_owned()));
            at = next;
            continue;
        }
        let mut from = 0;
        while let Some(found) = line
            .get(from..)
            .and_then(|rest| rest.find(['=', '+', ':', '{']))
        {
            let start = from + found;
            let before = slice(line, &(0..start)).chars().next_back();
            let rest = slice(line, &(start..line.len()));
            from = start + 1;
            if code.at(at + start).is_some() {
                continue;
            }
            if let Some((length, shown)) = one(rest, before) {
                from = start + length;
                edits.push((at + start..at + from, shown));
            } else {
                // The whole run of marks, not a part of it.
                let c = rest.chars().next().unwrap_or('=');
                from = start + rest.len() - rest.trim_start_matches(c).len();
            }
        }
        at = next;
    }
    text.edited(edits)
}

/// The length of the mark that `rest` begins with, and what a reader sees of it.
fn one(rest: &str, before: Option<char>) -> Option<(usize, String)> {
    let is_free = before.is_none_or(|c| !c.is_alphanumeric());
    if let Some(inside) = rest.strip_prefix("==").filter(|_| is_free) {
        let length = inside.find("==")?;
        let marked = slice(inside, &(0..length));
        let after = slice(inside, &(length + 2..inside.len()));
        let is_tight =
            !marked.is_empty() && marked.trim() == marked && !marked.starts_with(['=', '>']);
        return (is_tight && !after.starts_with('=')).then(|| (length + 4, marked.to_owned()));
    }
    if let Some(inside) = rest.strip_prefix("++").filter(|_| is_free) {
        let length = inside.find("++")?;
        let keys = slice(inside, &(0..length));
        let is_key = |key: &str| {
            !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
        };
        if !keys.split('+').all(is_key) {
            return None;
        }
        let keys: Vec<String> = keys.split('+').map(names::readable).collect();
        return Some((length + 4, keys.join("+")));
    }
    if let Some(icon) = ICONS.iter().find(|icon| rest.starts_with(**icon)) {
        let name = rest.get(icon.len()..)?;
        let length = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))?;
        let is_icon = slice(name, &(length..name.len())).starts_with(':');
        return is_icon.then(|| (icon.len() + length + 1, String::new()));
    }
    let (open, close, stays) = CHANGES.iter().find(|(open, _, _)| rest.starts_with(open))?;
    let inside = rest.get(open.len()..)?;
    let length = inside.find(close)?;
    let shown = if *stays {
        slice(inside, &(0..length))
    } else {
        ""
    };
    Some((open.len() + length + close.len(), shown.to_owned()))
}
