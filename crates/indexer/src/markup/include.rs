//! Files that are put into others: `{{#include x}}`, `--8<-- "x"`, `<<< x`, `{% render "x" %}`.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use super::Source;
use super::text::Text;
use crate::markdown::{line_start, next_line, slice};

/// What the rule is for.
pub(super) const MARKS: &[&str] = &[
    "{{#",
    "--8<--",
    "<<<",
    "include",
    "render",
    "partial",
    "snippet",
    "code-snippet",
];

/// Files in files in files: as deep as generators go before they call it a loop.
const MAX_DEPTH: usize = 4;

/// The most bytes of a file that is put into another.
const MAX_BYTES: u64 = 400_000;

/// Puts files where they are asked for. What is not in the tree leaves nothing.
pub(super) fn rewrite(text: &Text, source: &Source<'_>) -> Text {
    match source.root {
        Some(root) => expand(text, source.path, root, 0),
        None => text.clone(),
    }
}

/// A directive that puts a file somewhere.
struct Wanted {
    range: Range<usize>,
    path: String,
    part: Part,
    /// The directive is the whole of its line and is code: it needs a fence of its own.
    fence: Option<String>,
}

enum Part {
    Whole,
    /// Between `ANCHOR: x` and `ANCHOR_END: x`, `[start:x]` and `[end:x]`, `#region x`.
    Named(String),
    /// Lines, counted from 1.
    Lines(usize, usize),
}

fn expand(text: &Text, path: &str, root: &Path, depth: usize) -> Text {
    let content = text.as_str();
    let mut edits = Vec::new();
    for wanted in wanted(content) {
        let found = (depth < MAX_DEPTH)
            .then(|| find(root, path, &wanted.path))
            .flatten();
        let body = found.and_then(|(full, relative)| {
            let size = std::fs::metadata(&full).ok()?.len();
            let body = (size <= MAX_BYTES).then(|| std::fs::read_to_string(&full).ok())??;
            let body = part_of(&body.replace("\r\n", "\n"), &wanted.part)?;
            let is_text = Path::new(&relative)
                .extension()
                .is_some_and(|extension| extension == "md" || extension == "mdx");
            let body = if is_text {
                let start = crate::front_matter::split(&body).map_or(0, |(_, start)| start);
                let inner = Text::new(slice(&body, &(start..body.len())).to_owned(), 1);
                expand(&inner, &relative, root, depth + 1).into_parts().0
            } else {
                body
            };
            Some(body)
        });
        let start = line_start(content, wanted.range.start);
        let before = slice(content, &(start..wanted.range.start));
        let pad = if before.trim().is_empty() { before } else { "" };
        let replacement = match body {
            Some(body) => {
                let body = match &wanted.fence {
                    Some(language) => super::fenced(language, &body),
                    None => body.trim_matches('\n').to_owned(),
                };
                body.replace('\n', &format!("\n{pad}"))
            }
            None => String::new(),
        };
        edits.push((wanted.range, replacement));
    }
    if edits.is_empty() {
        return text.clone();
    }
    text.edited(edits)
}

fn wanted(content: &str) -> Vec<Wanted> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < content.len() {
        let next = next_line(content, at);
        let line = slice(content, &(at..next));
        found.extend(in_line(line, at));
        at = next;
    }
    found
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
        (Some(line), None) => Part::Lines(line, line),
        (Some(from), Some(to)) => Part::Lines(from, number(to).unwrap_or(usize::MAX)),
        (None, Some(to)) if first.is_empty() => Part::Lines(1, number(to).unwrap_or(usize::MAX)),
        (None, _) if first.is_empty() => Part::Whole,
        (None, _) => Part::Named(first.to_owned()),
    }
}

fn part_of(body: &str, part: &Part) -> Option<String> {
    let is_mark = |line: &str| {
        ["ANCHOR:", "ANCHOR_END:", "--8<--", "#region", "#endregion"]
            .iter()
            .any(|mark| line.contains(mark))
    };
    let lines: Vec<&str> = match part {
        Part::Whole => body.lines().filter(|line| !is_mark(line)).collect(),
        Part::Lines(from, to) => body
            .lines()
            .skip(from.saturating_sub(1))
            .take(to.saturating_sub(from.saturating_sub(1)))
            .collect(),
        Part::Named(name) => {
            let ends_with_name = |line: &str, mark: &str| {
                line.split_once(mark).is_some_and(|(_, rest)| {
                    let rest = rest
                        .trim()
                        .trim_end_matches(['"', ']', '-', '>', '*', '/', ' ']);
                    rest.trim_start_matches(['"', ' ']) == name
                })
            };
            let begins = |line: &&str| {
                ["ANCHOR:", "[start:", "#region", "--8<-- [start:"]
                    .iter()
                    .any(|mark| ends_with_name(line, mark))
            };
            let ends = |line: &str| {
                ["ANCHOR_END:", "[end:", "#endregion"]
                    .iter()
                    .any(|mark| ends_with_name(line, mark))
            };
            let mut lines = body.lines().skip_while(|line| !begins(line));
            lines.next()?;
            lines
                .take_while(|line| !ends(line))
                .filter(|line| !is_mark(line))
                .collect()
        }
    };
    // To the margin.
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let least = lines
        .iter()
        .filter(|line| !line.trim().is_empty())
        .map(|line| indent(line))
        .min()
        .unwrap_or(0);
    let lines = lines
        .iter()
        .map(|line| line.get(least..).unwrap_or_default());
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// Finds a file: beside the one that asks, in the folders around it, in their folders of partials.
fn find(root: &Path, asker: &str, path: &str) -> Option<(PathBuf, String)> {
    let path = path.trim_start_matches("@/").trim_start_matches('/');
    if path.is_empty() || path.contains("://") {
        return None;
    }
    let partials = [
        "",
        "_includes",
        "_partials",
        "partials",
        "includes",
        "_snippets",
        "snippets",
    ];
    let mut folder = Path::new(asker).parent();
    while let Some(around) = folder {
        for partial in partials {
            let relative = normal(&around.join(partial).join(path))?;
            let full = root.join(&relative);
            if full.is_file() {
                // Links must not lead out of the corpus.
                let real = full.canonicalize().ok()?;
                let fits = real.starts_with(root);
                return fits.then(|| (full, relative.to_string_lossy().into_owned()));
            }
        }
        folder = around.parent();
    }
    None
}

/// Without `.` and `..`; `None` above the root.
fn normal(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                if !out.pop() {
                    return None;
                }
            }
            Component::Normal(part) => out.push(part),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(out)
}
