//! Fenced code: where it is, and what to repeat when it must be cut.

use std::ops::Range;

use crate::markdown::{MAX_PREFIX_CHARS, Wrap, line_start, next_line, slice};

/// What stands before a block on its line, fit to stand before a repeated line: list markers
/// become spaces, quote marks stay.
pub(crate) fn container(before: &str) -> String {
    before
        .chars()
        .map(|c| {
            if c == '>' || c.is_whitespace() {
                c
            } else {
                ' '
            }
        })
        .collect()
}

/// The run of backticks or tildes that `line` begins with, if it can open or close a fence.
pub(crate) fn run(line: &str) -> Option<&str> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let run = line.len() - line.trim_start_matches(mark).len();
    (run >= 3).then(|| line.get(..run))?
}

/// A fenced block: its body, and the lines to repeat.
pub(crate) fn real(text: &str, range: &Range<usize>) -> Option<Wrap> {
    let run = run(slice(text, range))?;
    let body = next_line(text, range.start);
    let before = container(slice(text, &(line_start(text, range.start)..range.start)));
    let info = slice(text, &(range.start + run.len()..body));
    // The block reaches to the end of the closing line, sometimes with its line end.
    let end = range.start + slice(text, range).trim_end().len();
    let close = line_start(text, end);
    let last_line = slice(text, &(close..end)).trim_start_matches([' ', '\t', '>']);
    let is_closed = close >= body && closes(last_line, run);
    let end = if is_closed {
        close
    } else {
        range.end.max(body)
    };
    wrap(body..end, !is_closed, &before, run, info)
}

fn wrap(range: Range<usize>, is_open: bool, before: &str, run: &str, info: &str) -> Option<Wrap> {
    // Nobody fences with 80 backticks; repeating them would break the limit of a chunk.
    if before.len() + run.len() > 80 {
        return None;
    }
    let info = info.trim_end();
    let info = if info.chars().count() > MAX_PREFIX_CHARS {
        ""
    } else {
        info
    };
    let prefix = format!("{before}{run}{info}\n");
    Some(Wrap {
        range,
        is_open,
        prefix,
        suffix: format!("{before}{run}\n"),
    })
}

/// Whether `line` closes a fence that `run` opened.
pub(crate) fn closes(line: &str, run: &str) -> bool {
    line.trim()
        .strip_prefix(run)
        .is_some_and(|rest| rest.chars().all(|c| run.starts_with(c)))
}

/// What [`hidden`] finds.
#[derive(Default)]
pub(crate) struct Hidden {
    /// The closed fences that are none to `CommonMark`, in order.
    pub(crate) wraps: Vec<Wrap>,
    /// The fences of `CommonMark` that begin with the closing line of one of those.
    pub(crate) false_fences: Vec<Range<usize>>,
}

/// Finds the fences that are none to `CommonMark` but that every reader takes for fences: those in
/// raw HTML, in indented components and tabs. `fenced` are the fences of `CommonMark`, in order.
pub(crate) fn hidden(text: &str, fenced: &[Range<usize>]) -> Hidden {
    struct Open<'t> {
        body: usize,
        before: &'t str,
        run: &'t str,
        info: &'t str,
    }
    let mut found = Hidden::default();
    let mut fenced = fenced.iter();
    let mut real = fenced.next();
    let mut open: Option<Open<'_>> = None;
    let mut at = 0;
    while at < text.len() {
        if let Some(range) = real
            && at >= range.start
        {
            real = fenced.next();
            let line = slice(text, &(at..next_line(text, at)));
            let line = line.trim_start_matches([' ', '\t', '>']);
            if open.as_ref().is_some_and(|open| closes(line, open.run)) {
                // A component's text after a blank line: this is where its fence ends, not where
                // another begins.
                found.false_fences.push(range.clone());
            } else if at < range.end {
                let end = next_line(text, range.end.saturating_sub(1));
                at = end.max(at + 1);
                open = None;
                continue;
            }
        }
        let next = next_line(text, at);
        let line = slice(text, &(at..next));
        let trimmed = line.trim_start_matches([' ', '\t', '>']);
        if let Some(Open {
            body,
            before,
            run,
            info,
        }) = open
        {
            if closes(trimmed, run) {
                found.wraps.extend(wrap(body..at, false, before, run, info));
                open = None;
            }
        } else if let Some(run) = run(trimmed) {
            let before = line.get(..line.len() - trimmed.len()).unwrap_or_default();
            let info = trimmed.get(run.len()..).unwrap_or_default();
            if !info.contains('`') {
                open = Some(Open {
                    body: next,
                    before,
                    run,
                    info,
                });
            }
        }
        at = next;
    }
    found
}
