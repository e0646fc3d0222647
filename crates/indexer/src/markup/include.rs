//! Files that are put into others: `{{#include x}}`, `--8<-- "x"`, `<<< x`, `{% render "x" %}`,
//! `.. literalinclude:: x` and the fence `{literalinclude} x` of `MyST`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use super::Source;
use super::code::Code;
use super::text::{Reader, Text};
use crate::fence;
use crate::markdown::{line_start, next_line, slice};

/// What the rule is for.
pub(super) const MARKS: &[&str] = &[
    "{{#", "--8<--", "<<<", "include", "render", "partial", "snippet", "readfile", "code",
];

/// Files in files in files: as deep as generators go before they call it a loop.
const MAX_DEPTH: usize = 4;

/// The most bytes of a file that is put into another.
const MAX_BYTES: u64 = 400_000;

/// The most bytes that are put into one page, with what is put into them in turn: a file that asks for
/// itself on each of its lines would be put in as often as the power of its lines.
const MAX_PAGE_BYTES: usize = 4_000_000;

/// Puts files where they are asked for. What cannot be put there leaves nothing, and is said.
pub(super) fn rewrite(text: &Text, source: &Source<'_>) -> Text {
    let Some(root) = source.root else {
        return text.clone();
    };
    let mut room = MAX_PAGE_BYTES;
    let (out, missing) = expand(text, source.path, root, 0, &mut room);
    let reader = Reader::new(text);
    let faults = missing
        .into_iter()
        .map(|(at, reason)| (reader.line_of(at), reason));
    source.faults.borrow_mut().extend(faults);
    out
}

/// A directive that puts a file somewhere.
struct Wanted {
    range: Range<usize>,
    path: String,
    part: Part,
    /// The directive is the whole of its line and is code: it needs a fence of its own.
    fence: Option<String>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
enum Part {
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
struct Edge {
    /// What the line holds; none: the edge of the file.
    text: Option<String>,
    /// Whether the line itself belongs to the part.
    is_in: bool,
}

/// Reads the body of a file that is asked for, and its path.
fn body_of(
    root: &Path,
    path: &str,
    wanted: &Wanted,
    depth: usize,
    room: &mut usize,
) -> Result<(String, String), &'static str> {
    if depth >= MAX_DEPTH {
        return Err("too deep in files that put each other in");
    }
    let (full, relative) = find(root, path, &wanted.path).ok_or("not in the folder")?;
    if *room == 0 {
        return Err("more than a page has room for");
    }
    let size = std::fs::metadata(&full).map_or(u64::MAX, |data| data.len());
    if size > MAX_BYTES {
        return Err("larger than 400 kB");
    }
    let body = std::fs::read_to_string(&full).map_err(|_| "no text")?;
    let part = part_of(&body.replace("\r\n", "\n"), &wanted.part);
    // Reading a file costs something, whatever is put in of it.
    let n_bytes = part.as_ref().unwrap_or(&body).len();
    *room = room.saturating_sub(n_bytes + 100);
    Ok((part.ok_or("without the part that is asked for")?, relative))
}

/// The text with files put in, and what could not be: where, and why.
fn expand(
    text: &Text,
    path: &str,
    root: &Path,
    depth: usize,
    room: &mut usize,
) -> (Text, BTreeSet<(usize, String)>) {
    let content = text.as_str();
    let code = Code::all(content, false);
    let mut edits = Vec::new();
    let mut missing = BTreeSet::new();
    for wanted in wanted(content) {
        let at = wanted.range.start;
        let body = body_of(root, path, &wanted, depth, room).map(|(body, relative)| {
            let is_text = Path::new(&relative)
                .extension()
                .is_some_and(|extension| extension == "md" || extension == "mdx");
            if !is_text || wanted.fence.is_some() {
                return body;
            }
            let start = crate::front_matter::split(&body).map_or(0, |(_, start)| start);
            let inner = Text::new(slice(&body, &(start..body.len())).to_owned(), 1);
            let (inner, faults) = expand(&inner, &relative, root, depth + 1, room);
            missing.extend(faults.into_iter().map(|(_, reason)| (at, reason)));
            inner.into_parts().0
        });
        let replacement = match body {
            Ok(body) => {
                let body = match &wanted.fence {
                    Some(language) => super::fenced(language, &body),
                    None => body.trim_matches('\n').to_owned(),
                };
                let before = slice(content, &(line_start(content, at)..at));
                let pad = if before.trim().is_empty() { before } else { "" };
                body.replace('\n', &format!("\n{pad}"))
            }
            // Shown as an example of how to ask for a file.
            Err(_) if is_example(content, &code, at) => continue,
            // A part of the site that its theme has: `{% include header %}`.
            Err(_) if !wanted.path.contains(['.', '/']) => String::new(),
            Err(why) => {
                missing.insert((at, format!("asks for {}, which is {why}", wanted.path)));
                String::new()
            }
        };
        edits.push((wanted.range, replacement));
    }
    if edits.is_empty() {
        return (text.clone(), missing);
    }
    (text.edited(edits), missing)
}

/// Whether the byte at `at` is inside inline code, or a fence of markup or of no language.
fn is_example(content: &str, code: &Code, at: usize) -> bool {
    let Some(range) = code.at(at).filter(|range| range.start < at) else {
        return false;
    };
    if !slice(content, range).contains('\n') {
        return true;
    }
    let first = slice(content, &(range.start..next_line(content, range.start)));
    let language = first.trim().trim_start_matches(['`', '~', '-', '*', ' ']);
    let markup = [
        "md", "markdown", "mdx", "liquid", "jinja", "html", "rst", "text", "go-html",
    ];
    language.is_empty() || markup.iter().any(|known| language.starts_with(known))
}

fn wanted(content: &str) -> Vec<Wanted> {
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

fn part_of(body: &str, part: &Part) -> Option<String> {
    let is_mark = |line: &str| {
        ["ANCHOR:", "ANCHOR_END:", "--8<--", "#region", "#endregion"]
            .iter()
            .any(|mark| line.contains(mark))
    };
    let lines: Vec<&str> = match part {
        Part::Whole => body.lines().filter(|line| !is_mark(line)).collect(),
        Part::Lines(ranges) => {
            let is_in = |number: usize| {
                let holds = |(from, to): &(usize, usize)| (*from..=*to).contains(&number);
                ranges.iter().any(holds)
            };
            let numbered = (1..).zip(body.lines());
            numbered
                .filter(|(number, _)| is_in(*number))
                .map(|(_, line)| line)
                .collect()
        }
        Part::Between(from, to) => {
            let mut lines: Vec<&str> = body.lines().collect();
            if let Some(text) = &from.text {
                let at = lines.iter().position(|line| line.contains(text.as_str()))?;
                lines.drain(..at + usize::from(!from.is_in));
            }
            if let Some(text) = &to.text {
                let skip = usize::from(from.text.is_some() && from.is_in);
                let mut after = lines.iter().skip(skip);
                let at = skip + after.position(|line| line.contains(text.as_str()))?;
                lines.truncate(at + usize::from(to.is_in));
            }
            lines
        }
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
