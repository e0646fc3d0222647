//! How files are asked for, by each syntax.

use std::ops::Range;

use crate::fence;
use crate::markdown::{next_line, slice};

/// What is in every text that asks for a file.
pub(super) const MARKS: &[&str] = &[
    "{{#", "--8<--", "<<<", "include", "render", "partial", "snippet", "readfile", "code",
];

/// A directive that puts a file somewhere.
pub(super) struct Wanted {
    pub(super) range: Range<usize>,
    pub(super) path: String,
    pub(super) part: Part,
    /// The directive is the whole of its line and is code: it needs a fence of its own.
    pub(super) fence: Option<String>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) enum Part {
    Whole,
    /// Between `ANCHOR: x` and `ANCHOR_END: x`, `[start:x]` and `[end:x]`, `#region x`.
    Named(String),
    /// Ranges of lines, counted from 1, the last included.
    Lines(Vec<(usize, usize)>),
    /// From the first line that holds one text to the first after it that holds another.
    Between(Edge, Edge),
}

/// A line where a part begins or ends.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Edge {
    /// What the line holds; none: the edge of the file.
    pub(super) text: Option<String>,
    /// Whether the line itself belongs to the part.
    pub(super) is_in: bool,
}

/// All that is asked for in a text, in order.
pub(super) fn wanted(content: &str) -> Vec<Wanted> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < content.len() {
        let next = next_line(content, at);
        let line = slice(content, &(at..next));
        if let Some(wanted) = literal(content, at) {
            at = wanted.range.end.max(next);
            found.push(wanted);
            continue;
        }
        found.extend(in_line(line, at));
        at = next;
    }
    found
}

/// `.. literalinclude:: x` of reStructuredText with its options below it, or a fence of `MyST`
/// whose language is `{literalinclude} x`.
fn literal(content: &str, at: usize) -> Option<Wanted> {
    let mut next = next_line(content, at);
    let line = slice(content, &(at..next));
    let trimmed = line.trim();
    let indent = line.len() - line.trim_start().len();
    let run = fence::run(trimmed).or_else(|| trimmed.starts_with(":::").then_some(":::"));
    let (word, path) = match run {
        Some(run) => trimmed
            .get(run.len()..)?
            .trim_start_matches(':')
            .strip_prefix('{')?
            .split_once('}')?,
        None => trimmed.strip_prefix(".. ")?.split_once("::")?,
    };
    let is_code = word == "literalinclude";
    let path = path.trim();
    if !(is_code || word == "include") || path.is_empty() {
        return None;
    }
    let mut options: Vec<(&str, &str)> = Vec::new();
    while next < content.len() {
        let end = next_line(content, next);
        let row = slice(content, &(next..end));
        let option = row
            .trim()
            .strip_prefix(':')
            .and_then(|rest| rest.split_once(':'));
        let is_deeper = row.len() - row.trim_start().len() > indent;
        match (run, option) {
            (_, Some((key, value))) if run.is_some() || is_deeper => {
                options.push((key.trim(), value.trim()));
            }
            (Some(run), _) if fence::closes(row, run) => {
                next = end;
                break;
            }
            (Some(_), _) => {}
            (None, _) => break,
        }
        next = end;
    }
    let option = |key: &str| {
        let found = options.iter().find(|(known, _)| *known == key);
        found.map(|(_, value)| (*value).to_owned())
    };
    let edge = |beside: &str, on: &str| Edge {
        is_in: option(beside).is_none(),
        text: option(beside).or_else(|| option(on)),
    };
    let (from, to) = (
        edge("start-after", "start-at"),
        edge("end-before", "end-at"),
    );
    let part = match option("lines") {
        Some(lines) => Part::Lines(line_ranges(&lines)),
        None if from.text.is_some() || to.text.is_some() => Part::Between(from, to),
        None => Part::Whole,
    };
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let language = option("language").unwrap_or_else(|| extension.to_owned());
    let end = at + slice(content, &(at..next)).trim_end().len();
    Some(Wanted {
        range: at + indent..end,
        path: path.to_owned(),
        part,
        fence: is_code.then_some(language),
    })
}

/// `1-3,5,8-` as ranges.
fn line_ranges(text: &str) -> Vec<(usize, usize)> {
    let range = |range: &str| {
        let (from, to) = range.split_once('-').unwrap_or((range, range));
        let number = |text: &str, none: usize| text.trim().parse().unwrap_or(none);
        (number(from, 1), number(to, usize::MAX))
    };
    text.split(',').map(range).collect()
}

fn in_line(line: &str, at: usize) -> Option<Wanted> {
    let trimmed = line.trim();
    let start = at + (line.len() - line.trim_start().len());
    let whole = start..start + trimmed.len();
    let wanted = |path: &str, part: Part, fence: Option<String>| {
        Some(Wanted {
            range: whole.clone(),
            path: path.to_owned(),
            part,
            fence,
        })
    };
    // mdBook, anywhere on the line.
    for mark in [
        "{{#include ",
        "{{#rustdoc_include ",
        "{{#playground ",
        "{{#shiftinclude ",
    ] {
        if let Some(open) = line.find(mark)
            && !line
                .get(..open)
                .is_some_and(|before| before.ends_with('\\'))
        {
            let close = open + line.get(open..)?.find("}}")?;
            let inside = line.get(open + mark.len()..close)?.trim();
            let inside = inside.split_whitespace().next()?;
            let inside = if mark.contains("shift") {
                inside.split_once(':')?.1
            } else {
                inside
            };
            let (path, part) = inside
                .split_once(':')
                .map_or((inside, Part::Whole), |(path, part)| {
                    (path, part_named(part))
                });
            let mut wanted = wanted(path, part, None)?;
            wanted.range = at + open..at + close + 2;
            return Some(wanted);
        }
    }
    if let Some(rest) = trimmed.strip_prefix("--8<--") {
        let inside = rest.trim().trim_matches(['"', '\'']);
        if inside.is_empty() || trimmed.starts_with(';') {
            return None;
        }
        let (path, part) = inside
            .split_once(':')
            .map_or((inside, Part::Whole), |(path, part)| {
                (path, part_named(part))
            });
        return wanted(path, part, None);
    }
    if let Some(rest) = trimmed.strip_prefix("<<<") {
        let inside = rest.trim();
        if inside.is_empty() || rest.starts_with('<') {
            return None;
        }
        let path = inside.split(['{', ' ', '#', '[']).next()?;
        let part = inside.split_once('#').map_or(Part::Whole, |(_, name)| {
            Part::Named(name.split(['{', ' ']).next().unwrap_or_default().to_owned())
        });
        let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
        // A conflict marker of git has no extension.
        return if extension.is_empty() {
            None
        } else {
            wanted(path, part, Some(extension.to_owned()))
        };
    }
    template(trimmed).and_then(|path| wanted(&path, Part::Whole, None))
}

/// `{% include "x" %}`, `{% render 'x', a: b %}`, `{{< render file="x" >}}`, `{{% include 'x' %}}`,
/// alone on a line.
fn template(line: &str) -> Option<String> {
    let inside = [("{{<", ">}}"), ("{{%", "%}}"), ("{%", "%}")]
        .iter()
        .find_map(|(open, close)| line.strip_prefix(open)?.strip_suffix(close))?;
    let inside = inside.trim_matches('-').trim();
    let (word, rest) = inside.split_once(char::is_whitespace)?;
    let known = [
        "include",
        "render",
        "partial",
        "snippet",
        "include-markdown",
        "include_relative",
        "readfile",
        "code",
    ];
    if !known.contains(&word) || inside.contains("%}") {
        return None;
    }
    let rest = rest.trim();
    let rest = ["file=", "file =", "path="]
        .iter()
        .find_map(|key| rest.find(key).and_then(|at| rest.get(at + key.len()..)))
        .unwrap_or(rest)
        .trim();
    let path = match rest.chars().next()? {
        q @ ('"' | '\'') => rest.get(1..)?.split(q).next()?,
        _ => rest.split([' ', ',']).next()?,
    };
    Some(path.to_owned())
}

fn part_named(part: &str) -> Part {
    let mut bounds = part.splitn(2, ':');
    let first = bounds.next().unwrap_or_default();
    let number = |text: &str| text.parse::<usize>().ok();
    match (number(first), bounds.next()) {
        (Some(line), None) => Part::Lines(vec![(line, line)]),
        (Some(from), Some(to)) => Part::Lines(vec![(from, number(to).unwrap_or(usize::MAX))]),
        (None, Some(to)) if first.is_empty() => {
            Part::Lines(vec![(1, number(to).unwrap_or(usize::MAX))])
        }
        (None, _) if first.is_empty() => Part::Whole,
        (None, _) => Part::Named(first.to_owned()),
    }
}
