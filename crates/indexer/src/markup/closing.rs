//! Fences that nothing closes: the quote around them ends, the text ends, or the line that should
//! close them is indented too far to do so.

use std::collections::BTreeMap;

use super::Source;
use super::code;
use super::text::Text;
use crate::fence::{self, container};
use crate::markdown::Markdown;

/// An open fence: what its closing line begins with, its run of marks, the indent of its first line.
struct Open {
    before: String,
    run: String,
    indent: usize,
}

/// Gives each fence a closing line.
pub(super) fn rewrite(text: &Text, _source: &Source<'_>) -> Text {
    let rows: Vec<(&str, u32)> = text.rows().collect();
    let mut out = Text::empty(text.first_line());
    let mut open: Option<Open> = None;
    for (i, (row, line)) in rows.iter().enumerate() {
        let (row, line) = (*row, *line);
        let inner = row.trim_start_matches([' ', '\t', '>']);
        if let Some(fence) = open.take() {
            let is_closing = fence::closes(inner, &fence.run);
            if fence.before.contains('>') && !row.trim_start().starts_with('>') {
                out.push(&format!("{}{}\n", fence.before, fence.run), line);
                // It was meant to be the closing line.
                if is_closing {
                    continue;
                }
            } else if !is_closing {
                open = Some(fence);
                out.push(row, line);
                continue;
            } else if fence.indent > 0 && indent(row) > fence.indent + 3 {
                if is_closed_later(rows.get(i + 1..).unwrap_or_default(), &fence) {
                    open = Some(fence);
                    out.push(row, line);
                } else {
                    out.push(&format!("{}{}\n", fence.before, inner.trim_end()), line);
                }
                continue;
            } else {
                out.push(row, line);
                continue;
            }
        }
        if let Some(run) = code::opening(row) {
            let at = row.find(run).unwrap_or_default();
            let before = container(row.get(..at).unwrap_or_default());
            open = Some(Open {
                indent: before.len(),
                before,
                run: run.to_owned(),
            });
        }
        out.push(row, line);
    }
    // Lines may be counted wrongly where fences are shown in fences: the parser decides.
    let is_open = |text: &Text| {
        let parsed = Markdown::parse(text.as_str(), &BTreeMap::new());
        parsed.wraps.last().is_none_or(|wrap| wrap.is_open)
    };
    if let Some(fence) = open.filter(|_| is_open(&out)) {
        let gap = if out.open_line().is_empty() { "" } else { "\n" };
        out.push(
            &format!("{gap}{}{}\n", fence.before, fence.run),
            text.last_line(),
        );
    }
    out
}

fn indent(row: &str) -> usize {
    row.len() - row.trim_start_matches(' ').len()
}

/// Whether the next line that could close a fence, or open another, closes it.
fn is_closed_later(rows: &[(&str, u32)], fence: &Open) -> bool {
    let mut runs = rows
        .iter()
        .filter(|(row, _)| fence::run(row.trim_start()).is_some());
    runs.next().is_some_and(|(row, _)| {
        fence::closes(row.trim_start(), &fence.run) && indent(row) <= fence.indent + 3
    })
}
