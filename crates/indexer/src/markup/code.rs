//! Where the code of a text is: fences wherever they stand, inline code, indented code. No rule
//! touches it.

use std::ops::Range;

use crate::fence;
use crate::markdown::{next_line, slice};

/// Ranges of bytes, in order and disjoint.
#[derive(Debug, Default)]
pub(crate) struct Code {
    ranges: Vec<Range<usize>>,
}

impl Code {
    /// Fences only: whole lines.
    #[must_use]
    pub(crate) fn fences(text: &str) -> Code {
        let mut ranges = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let next = next_line(text, at);
            let line = slice(text, &(at..next));
            let Some(run) = opening(line) else {
                at = next;
                continue;
            };
            let indent = indent_of(line);
            let is_quoted = |line: &str| line.trim_start().starts_with('>');
            let in_quote = is_quoted(line);
            let mut end = next;
            let mut closed = false;
            while end < text.len() && !closed {
                let after = next_line(text, end);
                let line = slice(text, &(end..after));
                closed = fence::closes(unquoted(line), run);
                // The item or component that holds the fence ends, though the fence does not.
                if !closed && in_quote && !is_quoted(line) {
                    break;
                }
                if !closed && indent > 0 && is_end_tag(line) && indent_of(line) < indent {
                    break;
                }
                end = after;
            }
            ranges.push(at..end);
            at = end;
        }
        Code { ranges }
    }

    /// Fences, inline code and, if `indented`, code that is indented by four spaces.
    #[must_use]
    pub(crate) fn all(text: &str, indented: bool) -> Code {
        let fences = Code::fences(text);
        let mut ranges = Vec::new();
        let mut at = 0;
        let whole = text.len()..text.len();
        for fence in fences.ranges.into_iter().chain([whole]) {
            prose(text, at..fence.start, indented, &mut ranges);
            at = fence.end;
            if !fence.is_empty() {
                ranges.push(fence);
            }
        }
        Code { ranges }
    }

    /// All of it, in order.
    #[must_use]
    pub(crate) fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// The range that holds the byte at `at`.
    #[must_use]
    pub(crate) fn at(&self, at: usize) -> Option<&Range<usize>> {
        let n_before = self.ranges.partition_point(|range| range.start <= at);
        let range = n_before.checked_sub(1).and_then(|i| self.ranges.get(i));
        range.filter(|range| at < range.end)
    }

    /// The places of `needle` outside of code.
    pub(crate) fn find<'t>(
        &'t self,
        text: &'t str,
        needle: &'t str,
    ) -> impl Iterator<Item = usize> + 't {
        text.match_indices(needle)
            .map(|(at, _)| at)
            .filter(|at| self.at(*at).is_none())
    }
}

fn unquoted(line: &str) -> &str {
    line.trim_start_matches([' ', '\t', '>'])
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

fn is_end_tag(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("</") && line.ends_with('>') && line.matches('<').count() == 1
}

/// The run of marks if `line` opens a fence, also right after the marker of a list item.
pub(super) fn opening(line: &str) -> Option<&str> {
    let mut line = unquoted(line);
    if let Some(rest) = line.strip_prefix(['-', '*', '+']) {
        line = rest.strip_prefix(' ').unwrap_or(line);
    } else {
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        if digits.len() < line.len()
            && let Some(rest) = digits.strip_prefix(". ")
        {
            line = rest;
        }
    }
    let line = line.trim_start();
    let run = fence::run(line)?;
    let info = line.get(run.len()..)?;
    (!info.contains('`')).then_some(run)
}

/// Inline and indented code between two fences.
fn prose(text: &str, range: Range<usize>, indented: bool, ranges: &mut Vec<Range<usize>>) {
    let mut at = range.start;
    let mut in_list = false;
    let mut after_blank = true;
    let mut in_code = false;
    let mut paragraph = at;
    while at < range.end {
        let next = next_line(text, at).min(range.end);
        let line = slice(text, &(at..next));
        let is_blank = line.trim().is_empty();
        let is_indented = line.starts_with("    ") || line.starts_with('\t');
        if indented && !is_blank && is_indented && !in_list && (after_blank || in_code) {
            inline(text, paragraph..at, ranges);
            if in_code && let Some(last) = ranges.last_mut() {
                last.end = next;
            } else {
                ranges.push(at..next);
            }
            in_code = true;
            paragraph = next;
        } else if is_blank {
            inline(text, paragraph..at, ranges);
            paragraph = next;
        } else {
            in_code = false;
            let trimmed = unquoted(line);
            if is_item(trimmed) {
                in_list = true;
            } else if indent_of(line) == 0 && after_blank {
                in_list = false;
            }
            // Indented lines after a line of markup are its content.
            if trimmed.starts_with(['<', '{', '!', '=', '?', ':']) && !trimmed.starts_with("![") {
                in_list = in_list || trimmed.starts_with('<') || indent_of(line) == 0;
            }
        }
        if !is_blank || !in_code {
            after_blank = is_blank;
        }
        at = next;
    }
    inline(text, paragraph..range.end, ranges);
}

fn is_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = rest.len() < line.len() && rest.starts_with(['.', ')']);
    (is_number || line.starts_with(['-', '*', '+', ':']))
        && rest
            .get(1..)
            .is_some_and(|rest| rest.starts_with([' ', '\t']))
}

/// Inline code and formulas in a paragraph: what stands between runs of backticks of the same
/// length, and between the marks of formulas.
fn inline(text: &str, range: Range<usize>, ranges: &mut Vec<Range<usize>>) {
    let block = slice(text, &range);
    let mut at = 0;
    while let Some(open) = block.get(at..).and_then(|rest| rest.find(['`', '$', '\\'])) {
        let open = at + open;
        let rest = slice(block, &(open..block.len()));
        if !rest.starts_with('`') {
            let length = formula(rest);
            if let Some(length) = length {
                ranges.push(range.start + open..range.start + open + length);
            }
            // What a backslash escapes opens nothing, but for a backtick: see below.
            let is_escape = rest.starts_with("\\$") || rest.starts_with("\\\\");
            at = open + length.unwrap_or(if is_escape { 2 } else { 1 });
            continue;
        }
        let run = run_length(block, open);
        at = open + run;
        if block
            .get(..open)
            .is_some_and(|before| before.ends_with('\\'))
        {
            continue;
        }
        let mut from = at;
        while let Some(close) = block.get(from..).and_then(|rest| rest.find('`')) {
            let close = from + close;
            let length = run_length(block, close);
            if length == run {
                ranges.push(range.start + open..range.start + close + run);
                at = close + run;
                break;
            }
            from = close + length;
        }
    }
}

/// Marks of formulas.
const FORMULAS: [(&str, &str); 4] = [("$$", "$$"), ("$", "$"), ("\\(", "\\)"), ("\\[", "\\]")];

/// Longest formula within a paragraph, in bytes.
const MAX_FORMULA: usize = 4_000;

/// The length of the formula that `text` begins with: only one that has braces in it, which a rule
/// might take for its own. Prices and variables of a shell have dollars as well.
fn formula(text: &str) -> Option<usize> {
    let (open, close) = FORMULAS.iter().find(|(open, _)| text.starts_with(open))?;
    let mut end = text.len().min(MAX_FORMULA);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let inside = text.get(open.len()..end)?;
    let inside = inside.get(..inside.find(close)?)?;
    let is_tight = *open != "$"
        || !(inside.starts_with(char::is_whitespace) || inside.ends_with(char::is_whitespace));
    let has_group = inside.match_indices('{').any(|(at, _)| {
        let before = slice(inside, &(0..at));
        let name = before.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        before.ends_with(['_', '^', '}']) || name.len() < at && name.ends_with('\\')
    });
    (is_tight && has_group).then_some(open.len() + inside.len() + close.len())
}

fn run_length(text: &str, at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    rest.len() - rest.trim_start_matches('`').len()
}
