//! What is left when the tags are gone: attribute lists, definition lists, entities, blank lines.

use std::collections::BTreeMap;
use std::ops::Range;

use super::Source;
use super::code::Code;
use super::text::Text;
use crate::ahead::head;
use crate::anchor;
use crate::markdown::{Lines, line_start, next_line, slice};

/// Longer lists of attributes are text in braces, in bytes.
const LONGEST_LIST: usize = 1_000;

/// `{:.class}`, `{: .class #id}`, `{.class}`, `{width=300}`; an anchor of a heading stays.
pub(super) fn lists(text: &Text, source: &Source<'_>) -> Text {
    let content = text.as_str();
    let code = Code::all(content, !source.is_mdx);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut lines = Lines::of(content);
    for open in code.find(content, "{") {
        if edits.last().is_some_and(|(range, _)| open < range.end)
            || content
                .get(..open)
                .is_some_and(|before| before.ends_with('\\'))
        {
            continue;
        }
        let Range { start, end } = lines.at(open);
        let rest = slice(content, &(open..end));
        let Some(close) = head(rest, LONGEST_LIST).find('}') else {
            continue;
        };
        let inside = slice(rest, &(1..close));
        let is_heading = slice(content, &(start..end)).trim_start().starts_with('#');
        if !is_list(inside) {
            continue;
        }
        if is_heading && let Some(id) = id_of(inside) {
            edits.push((open..open + close + 1, format!("{{#{id}}}")));
            continue;
        }
        // The space before it goes as well, and the line if nothing else is on it.
        let before = slice(content, &(start..open));
        let after = slice(rest, &(close + 1..rest.len()));
        let alone = before.trim_matches([' ', '>']).is_empty() && after.trim().is_empty();
        let from = if alone {
            open
        } else {
            start + before.trim_end_matches(' ').len()
        };
        edits.push((from..open + close + 1, String::new()));
    }
    text.edited(edits)
}

/// Whether every word in braces is a class, an anchor or a key with a value.
fn is_list(inside: &str) -> bool {
    let trimmed = inside.trim();
    if trimmed.starts_with(':') && trimmed.len() > 1 {
        return !trimmed.starts_with("::");
    }
    let mut words = trimmed.split_whitespace().peekable();
    let mut in_quotes = false;
    words.peek().is_some()
        && words.all(|word| {
            if in_quotes {
                in_quotes = !word.ends_with(['"', '\'']);
                return true;
            }
            let name = |name: &str| {
                !name.is_empty()
                    && name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '-')
                    && name
                        .chars()
                        .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ':' | '.' | '@'))
            };
            if let Some((key, value)) = word.split_once('=') {
                in_quotes = value.starts_with(['"', '\''])
                    && (value.len() == 1 || !value.ends_with(['"', '\'']));
                return name(key) && !value.is_empty();
            }
            word.strip_prefix(['.', '#'])
                .is_some_and(|rest| !rest.is_empty() && !rest.contains(['{', '<', '(', '/']))
        })
}

fn id_of(inside: &str) -> Option<&str> {
    let id = inside
        .trim_start_matches(':')
        .split_whitespace()
        .find_map(|word| word.strip_prefix('#'));
    id.filter(|id| !id.is_empty())
}

/// Terms in bold, what they mean below them: kramdown's `: text` and MDN's `- : text`.
pub(super) fn definitions(text: &Text, source: &Source<'_>) -> Text {
    let content = text.as_str();
    let code = Code::all(content, !source.is_mdx);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut at = 0;
    let mut before: Option<Range<usize>> = None;
    // Lines of a meaning are indented as far as its text was.
    let mut inside: Option<usize> = None;
    while at < content.len() {
        let next = next_line(content, at);
        let line = slice(content, &(at..next));
        let trimmed = line.trim_start_matches(' ');
        let indent = line.len() - trimmed.len();
        if code.at(at).is_some_and(|range| range.start < at) && inside.is_none() {
            at = next;
            continue;
        }
        let meaning = trimmed.strip_prefix("- :");
        if let Some(rest) = meaning.filter(|rest| rest.starts_with([' ', '`'])) {
            let mark = at + indent + 2;
            edits.push((
                mark..mark + 1 + (rest.len() - rest.trim_start().len()),
                String::new(),
            ));
            before = None;
        } else if indent < 4 && (trimmed.starts_with(": ") || trimmed.starts_with(":\t")) {
            let is_next = inside.is_some();
            if let Some(term) = before
                .take()
                .filter(|_| !is_next || before_is_term(content, at))
            {
                let words = slice(content, &term).trim();
                let is_plain = !words.starts_with(['*', '`', '#', '|', '-', '>', '[']);
                if is_plain {
                    edits.push((term.start..term.start + words.len(), format!("**{words}**")));
                }
                let gap = if slice(content, &(term.end..at)).trim().is_empty()
                    && content.get(..at).is_some_and(|b| b.ends_with("\n\n"))
                {
                    ""
                } else {
                    "\n"
                };
                let width = indent
                    + 1
                    + (trimmed.len() - 1 - trimmed.get(1..).unwrap_or_default().trim_start().len());
                edits.push((at..at + width.min(line.trim_end().len()), gap.to_owned()));
                inside = Some(width);
            } else if is_next {
                let width = indent
                    + 1
                    + (trimmed.len() - 1 - trimmed.get(1..).unwrap_or_default().trim_start().len());
                edits.push((at..at + width.min(line.trim_end().len()), "\n".to_owned()));
                inside = Some(width);
            }
        } else if !trimmed.trim().is_empty() {
            if let Some(width) = inside
                && indent >= 2
            {
                edits.push((at..at + width.min(indent), String::new()));
            } else {
                inside = None;
                before = (indent < 4).then_some(at + indent..next);
            }
        } else if content
            .get(next..)
            .is_some_and(|rest| !rest.trim_start_matches(' ').starts_with(": "))
        {
            before = None;
        }
        at = next;
    }
    text.edited(edits)
}

/// Whether a line of text, not a meaning, stands before `at`.
fn before_is_term(content: &str, at: usize) -> bool {
    let before = slice(content, &(0..at)).trim_end();
    let line = slice(before, &(line_start(before, before.len())..before.len()));
    !line.starts_with([':', ' '])
}

/// Entities as the characters that they are, where a character cannot be misread.
pub(super) fn entities(text: &Text, source: &Source<'_>) -> Text {
    let content = text.as_str();
    let code = Code::all(content, !source.is_mdx);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for at in code.find(content, "&") {
        let rest = slice(content, &(at..content.len()));
        let Some(end) = rest.bytes().take(34).position(|b| b == b';') else {
            continue;
        };
        let entity = slice(rest, &(0..end + 1));
        let decoded = htmlize::unescape(entity);
        if decoded == entity || entity.contains(['\n', ' ']) {
            continue;
        }
        let next = rest.get(end + 1..).and_then(|rest| rest.chars().next());
        let replacement = match &*decoded {
            "\u{ad}" | "\u{200b}" | "\u{feff}" => String::new(),
            "<" if next.is_some_and(|c| c.is_alphabetic() || "/!?".contains(c)) => "\\<".to_owned(),
            "*" | "_" | "`" | "[" | "]" | "#" | "~" | "\\" => format!("\\{decoded}"),
            "|" => "\\|".to_owned(),
            // An entity that is shown, not meant.
            "&" if is_entity_name(head(slice(rest, &(end + 1..rest.len())), 33)) => {
                "\\&".to_owned()
            }
            "\u{a0}" | "\n" | "\r" | "\t" => " ".to_owned(),
            other => other.to_owned(),
        };
        edits.push((at..at + end + 1, replacement));
    }
    text.edited(edits)
}

/// Whether a text goes on as an entity does after its `&`.
fn is_entity_name(rest: &str) -> bool {
    let name = rest.split(';').next().unwrap_or_default();
    let is_short = !name.is_empty() && name.len() < 32 && name.len() < rest.len();
    is_short && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#')
}

/// Rows of a table that go on in the next line, whose cells stand between colons below the bars of
/// the row. Joined to one row, as Markdown wants it.
pub(super) fn long_rows(text: &Text, _source: &Source<'_>) -> Text {
    let content = text.as_str();
    let code = Code::fences(content);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut at = 0;
    let mut row: Option<(Range<usize>, Vec<usize>, Vec<String>)> = None;
    let mut is_longer = false;
    while at < content.len() {
        let next = next_line(content, at);
        let line = slice(content, &(at..next)).trim_end();
        let columns = |mark: char| {
            let marks = line.chars().enumerate().filter(|(_, c)| *c == mark);
            marks.map(|(column, _)| column).collect::<Vec<_>>()
        };
        let goes_on = row.as_ref().is_some_and(|(_, bars, _)| {
            let colons = columns(':');
            line.starts_with(':')
                && line.ends_with(':')
                && bars.iter().all(|bar| colons.binary_search(bar).is_ok())
        });
        if goes_on && let Some((range, bars, cells)) = &mut row {
            for (cell, more) in cells.iter_mut().zip(cells_at(line, bars)) {
                if !more.is_empty() {
                    cell.push(' ');
                    cell.push_str(&more);
                }
            }
            range.end = at + line.len();
            is_longer = true;
        } else {
            if is_longer && let Some((range, _, cells)) = row.take() {
                edits.push((range, format!("| {} |", cells.join(" | "))));
            }
            is_longer = false;
            let bars = columns('|');
            let is_row = line.starts_with('|') && bars.len() > 2 && code.at(at).is_none();
            row = is_row.then(|| (at..at + line.len(), bars.clone(), cells_at(line, &bars)));
        }
        at = next;
    }
    if is_longer && let Some((range, _, cells)) = row {
        edits.push((range, format!("| {} |", cells.join(" | "))));
    }
    text.edited(edits)
}

/// Tables without the spaces and dashes that only line their columns up: a reader of the source pays
/// for each of them, and a head that is wider than a chunk could not be repeated.
pub(super) fn padding(text: &Text, source: &Source<'_>) -> Text {
    let content = text.as_str();
    let code = Code::all(content, !source.is_mdx);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut lines = Lines::of(content);
    for bar in code.find(content, "|") {
        let Range { start, end } = lines.at(bar);
        let line = slice(content, &(start..bar));
        let margin = line.len() - line.trim_start_matches([' ', '>']).len();
        if line
            .get(margin..)
            .is_some_and(|row| !row.is_empty() && !row.starts_with('|'))
        {
            continue;
        }
        // Before the bar: spaces, or dashes; after it, spaces.
        let row = line.get(margin..).unwrap_or_default();
        let n_spaces = row.len() - row.trim_end_matches(' ').len();
        let dashes = row.trim_end_matches([' ', ':']);
        let n_dashes = dashes.len() - dashes.trim_end_matches('-').len();
        if n_dashes > 3 {
            let end = bar - (row.len() - dashes.len());
            edits.push((end - (n_dashes - 3)..end, String::new()));
        }
        if n_spaces > 1 {
            edits.push((bar - (n_spaces - 1)..bar, String::new()));
        }
        let after = slice(content, &(bar + 1..end));
        let n_after = after.len() - after.trim_start_matches(' ').len();
        let next = after.trim_start();
        if n_after > 1 && !next.is_empty() && !next.starts_with('|') {
            edits.push((bar + 2..bar + 1 + n_after, String::new()));
        }
    }
    text.edited(edits)
}

/// What stands between the columns of `line`.
fn cells_at(line: &str, bars: &[usize]) -> Vec<String> {
    let chars: Vec<char> = line.chars().collect();
    let cell = |pair: &[usize]| {
        let cell = match pair {
            [from, to] => chars.get(from + 1..*to.min(&chars.len())),
            _ => None,
        };
        let cell: String = cell.unwrap_or_default().iter().collect();
        cell.trim().to_owned()
    };
    bars.windows(2).map(cell).collect()
}

/// One blank line where there are several, no white space at the ends of lines but the two spaces
/// of a line break.
pub(super) fn blank_lines(text: &Text, _source: &Source<'_>) -> Text {
    let code = Code::fences(text.as_str());
    let mut out = Text::empty(text.first_line());
    let mut at = 0;
    let mut was_blank = true;
    for (row, line) in text.rows() {
        let start = at;
        at += row.len();
        if code.at(start).is_some() {
            out.push(row, line);
            was_blank = false;
            continue;
        }
        let is_blank = row.trim().is_empty();
        if is_blank && was_blank {
            continue;
        }
        was_blank = is_blank;
        let end = row.trim_end().len();
        let is_break = row.trim_end_matches('\n').ends_with("  ") && !is_blank;
        let kept = row.get(..end).unwrap_or(row);
        let tail = if is_break { "  " } else { "" };
        let newline = if row.ends_with('\n') { "\n" } else { "" };
        out.push(&format!("{kept}{tail}{newline}"), line);
    }
    out
}

/// Takes the anchors that the author gave out of the headings: by the start of the heading's line
/// in the text that comes out.
pub(super) fn take_anchors(text: &Text) -> (Text, BTreeMap<usize, String>) {
    let content = text.as_str();
    let code = Code::fences(content);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut anchors = BTreeMap::new();
    let mut lost = 0;
    let mut at = 0;
    while at < content.len() {
        let next = next_line(content, at);
        let line = slice(content, &(at..next));
        let mut after = slice(content, &(next..next_line(content, next))).trim();
        let is_setext = !after.is_empty()
            && (after.chars().all(|c| c == '=') || after.chars().all(|c| c == '-'));
        if !is_setext {
            after = "";
        }
        if (line.starts_with('#') || !after.is_empty())
            && code.at(at).is_none()
            && let Some((from, id)) = anchor::explicit(line)
        {
            let end = line.trim_end().len();
            let kept = slice(line, &(0..from)).trim_end().len();
            anchors.insert(at - lost, id.to_owned());
            edits.push((at + kept..at + end, String::new()));
            lost += end - kept;
        }
        at = next;
    }
    (text.edited(edits), anchors)
}
