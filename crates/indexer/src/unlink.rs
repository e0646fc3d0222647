//! Links whose target only the generator of the site knows, such as `[text]({{site.shop}}/x)`: a
//! reader gets their text. A target that is half known would lead anywhere.

use std::collections::HashSet;
use std::ops::Range;

use crate::links::Broken;
use crate::markdown::{line_start, next_line, slice};
use crate::markup::{Code, Reader, Text};

/// What an unknown part of a target begins with.
const UNKNOWN: &str = "{{";

/// Takes links with unknown targets away, but for their text, and adds them to `broken`.
pub(crate) fn unlink(text: &Text, broken: &mut Vec<Broken>) -> Text {
    let content = text.as_str();
    if !content.contains(UNKNOWN) {
        return text.clone();
    }
    let code = Code::all(content, true);
    let reader = Reader::new(text);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut labels: HashSet<String> = HashSet::new();
    for at in code.find(content, "]: ") {
        let start = line_start(content, at);
        let line = slice(content, &(start..next_line(content, at)));
        let target = slice(content, &(at + 3..start + line.len())).trim();
        let indent = line.len() - line.trim_start().len();
        if slice(line, &(indent..line.len())).starts_with('[') && target.contains(UNKNOWN) {
            let label = slice(content, &(start + indent + 1..at));
            labels.insert(label.to_lowercase());
            broken.push((reader.line_of(at), target.to_owned()));
            edits.push((start..start + line.len(), String::new()));
        }
    }
    for (open, close) in brackets(content, &code) {
        let after = slice(content, &(close + 1..next_line(content, close)));
        let label = slice(content, &(open + 1..close));
        let end = if let Some(target) = after.strip_prefix('(') {
            let length = target.find(')').unwrap_or(target.len());
            let target = slice(target, &(0..length));
            if !target.contains(UNKNOWN) {
                continue;
            }
            broken.push((reader.line_of(open), target.to_owned()));
            close + 2 + length + 1
        } else if let Some(reference) = after.strip_prefix('[') {
            let length = reference.find(']').unwrap_or(reference.len());
            let reference = slice(reference, &(0..length));
            let reference = if reference.is_empty() {
                label
            } else {
                reference
            };
            if !labels.contains(&reference.to_lowercase()) {
                continue;
            }
            close + 2 + length + 1
        } else if !after.starts_with(':') && labels.contains(&label.to_lowercase()) {
            close + 1
        } else {
            continue;
        };
        edits.push((open..open + 1, String::new()));
        edits.push((close..end.min(content.len()), String::new()));
    }
    edits.sort_by_key(|(range, _)| range.start);
    text.edited(edits)
}

/// The brackets of link texts within lines, those inside others first.
fn brackets(content: &str, code: &Code) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for (at, c) in content.char_indices() {
        let is_mark = matches!(c, '[' | ']' | '\n');
        if !is_mark || code.at(at).is_some() || slice(content, &(0..at)).ends_with('\\') {
            continue;
        }
        match c {
            '[' if slice(content, &(0..at)).ends_with('!') => {}
            '[' => open.push(at),
            ']' => found.extend(open.pop().map(|open| (open, at))),
            // A text may go over a line end, but not over a blank line.
            _ if slice(content, &(at + 1..content.len())).starts_with('\n') => open.clear(),
            _ => {}
        }
    }
    found
}
