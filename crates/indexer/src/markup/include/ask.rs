//! How files are asked for, by each syntax.

use std::collections::HashMap;
use std::ops::Range;

use super::super::template::arguments_of;
use crate::fence;
use crate::markdown::{next_line, slice};

/// What is in every text that asks for a file.
pub(super) const MARKS: &[&str] = &[
    "import ", "<Snippet", "@include", "{{#", "--8<--", "<<<", "include", "render", "partial",
    "snippet", "readfile", "code",
];

/// A directive that puts a file somewhere.
pub(super) struct Wanted {
    pub(super) range: Range<usize>,
    pub(super) path: String,
    pub(super) part: Part,
    /// The directive is the whole of its line and is code: it needs a fence of its own.
    pub(super) fence: Option<String>,
    /// Values of `{{ include.name }}` in the file, by name.
    pub(super) parameters: Vec<(String, String)>,
}

impl Wanted {
    fn whole(range: Range<usize>, path: &str) -> Wanted {
        Wanted {
            range,
            path: path.to_owned(),
            part: Part::Whole,
            fence: None,
            parameters: Vec::new(),
        }
    }

    /// What a reader would see if the file only arranges what it is given: the template of a note.
    pub(super) fn own_text(&self) -> Option<&str> {
        let of_key = |key: &&str| {
            let found = self.parameters.iter().find(|(known, _)| known == key);
            found.map(|(_, value)| value.as_str())
        };
        ["content", "text", "caption", "alt"]
            .iter()
            .find_map(of_key)
    }
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
    let mut found: Vec<Wanted> = Vec::new();
    // Partials that are imported, by the name of the component that shows them.
    let mut imported: HashMap<&str, &str> = HashMap::new();
    // In a block of files, one a line, between two lines `--8<--`.
    let mut in_block = false;
    let mut at = 0;
    while at < content.len() {
        let next = next_line(content, at);
        let line = slice(content, &(at..next));
        if line.trim() == "--8<--" {
            in_block = !in_block;
            found.push(Wanted::whole(at..next, ""));
            at = next;
            continue;
        }
        if in_block && !line.trim().is_empty() {
            found.extend(
                in_line(&format!("--8<-- {}", line.trim()), at).map(|wanted| Wanted {
                    range: at..at + line.trim_end().len(),
                    ..wanted
                }),
            );
            at = next;
            continue;
        }
        imported.extend(import(line));
        if let Some(path) = shown(line, &imported) {
            let start = at + (line.len() - line.trim_start().len());
            found.push(Wanted::whole(start..start + line.trim().len(), path));
            at = next;
            continue;
        }
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

/// `import Name from './_part.mdx'`: the name, and the file.
fn import(line: &str) -> Option<(&str, &str)> {
    let (name, path) = line.strip_prefix("import ")?.split_once(" from ")?;
    let path = path.trim().trim_end_matches(';').trim_matches(['"', '\'']);
    let is_partial = matches!(path.rsplit_once('.')?.1, "md" | "mdx");
    let is_name = name.trim().chars().all(char::is_alphanumeric);
    (is_partial && is_name).then(|| (name.trim(), path.trim_start_matches("@site/")))
}

/// The file that a line is replaced by: `<Name />` of a partial, `<Snippet file="x.mdx" />`.
fn shown<'t>(line: &'t str, imported: &HashMap<&str, &'t str>) -> Option<&'t str> {
    let inside = line.trim().strip_prefix('<')?.strip_suffix('>')?;
    let end = inside
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(inside.len());
    let (name, rest) = inside.split_at(end);
    let is_alone = rest.ends_with('/') || rest.ends_with(&format!("</{name}"));
    if name == "Snippet" {
        let (_, path) = rest.split_once("file=")?;
        let q = path.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        return path.get(1..)?.split(q).next();
    }
    imported.get(name).copied().filter(|_| is_alone)
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
        parameters: Vec::new(),
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
            parameters: Vec::new(),
        })
    };
    // VitePress.
    if let Some(inside) = trimmed
        .strip_prefix("<!--")
        .and_then(|rest| rest.strip_suffix("-->"))
        && let Some(path) = inside.trim().strip_prefix("@include:")
    {
        let path = path.trim();
        let (path, lines) = path.split_once('{').unwrap_or((path, ""));
        let (path, name) = path.split_once('#').unwrap_or((path, ""));
        let part = match (lines.trim_end_matches('}'), name) {
            ("", "") => Part::Whole,
            ("", name) => Part::Named(name.to_owned()),
            (lines, _) => Part::Lines(line_ranges(&lines.replacen(',', "-", 1))),
        };
        return wanted(path, part, None);
    }
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
            let fence = mark.contains("playground").then(|| "rust".to_owned());
            let mut wanted = wanted(path, part, fence)?;
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
    let (path, parameters) = template(trimmed)?;
    Some(Wanted {
        parameters,
        ..wanted(&path, Part::Whole, None)?
    })
}

/// `{% include "x" %}`, `{% render 'x', a: b %}`, `{{< render file="x" >}}`, `{{% include 'x' %}}`,
/// alone on a line: the file, and what it is given.
fn template(line: &str) -> Option<(String, Vec<(String, String)>)> {
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
    let arguments = arguments_of(rest);
    let first = arguments.iter().find(|(key, _)| key.is_none());
    let named = || {
        let mut keys = arguments.iter();
        keys.find(|(key, _)| matches!(key.as_deref(), Some("file" | "path")))
    };
    let (_, path) = first.or_else(named)?;
    let path = path.clone();
    let parameters = arguments
        .into_iter()
        .filter_map(|(key, value)| Some((key?, value)));
    Some((path, parameters.collect()))
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
