//! Files that are put into others: `{{#include x}}`, `--8<-- "x"`, `<<< x`, `{% render "x" %}`,
//! `.. literalinclude:: x` and the fence `{literalinclude} x` of `MyST`.

mod ask;

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use self::ask::{Part, Wanted};
use super::Source;
use super::code::Code;
use super::text::{Reader, Text};
use crate::markdown::{line_start, next_line, slice};

/// What the rule is for.
pub(super) const MARKS: &[&str] = ask::MARKS;

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
    for wanted in ask::wanted(content) {
        let at = wanted.range.start;
        // A line that only stands around those that name files.
        if wanted.path.is_empty() {
            edits.push((wanted.range, String::new()));
            continue;
        }
        let body = body_of(root, path, &wanted, depth, room).map(|(body, relative)| {
            let is_text = Path::new(&relative)
                .extension()
                .is_some_and(|extension| extension == "md" || extension == "mdx");
            if !is_text || wanted.fence.is_some() {
                return filled(body, &wanted.parameters);
            }
            let body = filled(body, &wanted.parameters);
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
            // What a template is given is what it shows.
            Err(_) if wanted.own_text().is_some() => {
                wanted.own_text().unwrap_or_default().to_owned()
            }
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

/// The body of a file with the values that it is given.
fn filled(mut body: String, parameters: &[(String, String)]) -> String {
    for (key, value) in parameters {
        for open in ["{{ include.", "{{include."] {
            for close in [" }}", "}}", " | markdownify }}"] {
                let name = format!("{open}{key}{close}");
                if body.contains(&name) {
                    body = body.replace(&name, value);
                }
            }
        }
    }
    body
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
