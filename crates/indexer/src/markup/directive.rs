//! Blocks that lines begin and end: admonitions, tabs, containers, GitHub's alerts.

use super::Source;
use super::code::Code;
use super::text::Text;

/// What a line that begins a block says.
struct Opening {
    /// The label that stands in its place; empty for none.
    label: String,
    /// Its content is indented by this much more than the line (`None`: it ends with a line of
    /// its own).
    indent: Option<usize>,
}

/// `:::note[Title]`, `!!! note "Title"`, `=== "Python"`, `> [!NOTE]`.
pub(super) fn rewrite(text: &Text, _source: &Source<'_>) -> Text {
    let content = text.as_str();
    let code = Code::fences(content);
    let mut out = Text::empty(text.first_line());
    // How many spaces the lines of open indented blocks lose: the indent that content must have,
    // and the sum so far.
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    let mut before_blank = true;
    for (row, line) in text.rows() {
        let start = at;
        at += row.len();
        let trimmed = row.trim_start_matches(' ');
        let indent = row.len() - trimmed.len();
        let is_code = code.at(start).is_some_and(|range| range.start < start);
        if !row.trim().is_empty() && !is_code {
            while open.last().is_some_and(|(least, _)| indent < *least) {
                open.pop();
            }
        }
        let lost = open.last().map_or(0, |(_, lost)| *lost).min(indent);
        let kept = row.get(lost..).unwrap_or(row);
        if code.at(start).is_some() {
            out.push(kept, line);
            before_blank = false;
            continue;
        }
        let here = kept.len() - kept.trim_start_matches(' ').len();
        let pad = " ".repeat(here);
        if let Some(opening) = opening(trimmed) {
            if let Some(more) = opening.indent {
                open.push((indent + more.min(2), lost + more));
            }
            if !opening.label.is_empty() {
                let gap = if before_blank { "" } else { "\n" };
                let label = opening.label.replace("**", "");
                out.push(&format!("{gap}{pad}**{label}**\n\n"), line);
            } else if !before_blank {
                out.push("\n", line);
            }
            before_blank = true;
            continue;
        }
        if is_closing(trimmed) {
            out.push("\n", line);
            before_blank = true;
            continue;
        }
        if let Some(label) = alert(trimmed) {
            let quote = kept.split("[!").next().unwrap_or_default();
            out.push(&format!("{quote}**{label}**\n{}\n", quote.trim_end()), line);
            before_blank = false;
            continue;
        }
        out.push(kept, line);
        before_blank = row.trim().is_empty();
    }
    out
}

fn opening(line: &str) -> Option<Opening> {
    let line = line.trim_end();
    let rest = line.trim_start_matches(':');
    let n_colons = line.len() - rest.len();
    if n_colons >= 3 && !rest.trim().is_empty() {
        return Some(Opening {
            label: container(rest.trim()),
            indent: None,
        });
    }
    if let Some(rest) = line.strip_prefix("/// ") {
        return Some(Opening {
            label: container(&rest.replace('|', " ")),
            indent: None,
        });
    }
    for mark in ["!!! ", "???+ ", "??? "] {
        if let Some(rest) = line.strip_prefix(mark) {
            let (kind, title) = quoted(rest);
            // `!!! note inline end "Title"`
            let kind = kind.split_whitespace().next().unwrap_or_default();
            return Some(Opening {
                label: super::label::of(kind, title),
                indent: Some(4),
            });
        }
    }
    for mark in ["===+ ", "===! ", "=== "] {
        if let Some(rest) = line.strip_prefix(mark)
            && let (kind, Some(title)) = quoted(rest)
            && kind.trim().is_empty()
        {
            return Some(Opening {
                label: title.to_owned(),
                indent: Some(4),
            });
        }
    }
    None
}

/// A kind and a title in quotes.
fn quoted(rest: &str) -> (&str, Option<&str>) {
    for q in ['"', '\''] {
        if let Some((kind, title)) = rest.split_once(q) {
            let title = title.rsplit_once(q).map_or(title, |(title, _)| title);
            return (kind, Some(title));
        }
    }
    (rest, None)
}

/// `note[Title]`, `note Title`, `note{title="Title"}`, `{tip} Title`.
fn container(rest: &str) -> String {
    // `{.callout-note title="Title"}`: classes first.
    if let Some(inside) = rest
        .strip_prefix("{.")
        .and_then(|rest| rest.strip_suffix('}'))
    {
        let (class, attributes) = inside.split_once([' ', '.']).unwrap_or((inside, ""));
        let kind = class.trim_start_matches("callout-");
        let title = attributes.split_once("title=").map(|(_, title)| title);
        return super::label::of(kind, title.and_then(|title| quoted(title).1));
    }
    // The documentation of an object of code: `package.Class`.
    let is_object = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_');
    if rest.contains('.') && rest.chars().all(is_object) && !rest.starts_with('.') {
        return format!("`{rest}`");
    }
    let rest = rest.trim_start_matches('{');
    let end = rest
        .find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
        .unwrap_or(rest.len());
    let (kind, rest) = rest.split_at(end);
    let mut rest = rest.trim_start_matches('}').trim();
    let mut title = None;
    if let Some(inside) = rest.strip_prefix('[') {
        let (inside, after) = inside.rsplit_once(']').unwrap_or((inside, ""));
        title = Some(inside.to_owned());
        rest = after;
    }
    if rest.starts_with('{') {
        let attributes = rest.trim_matches(['{', '}']);
        let named = attributes.find("title=").and_then(|at| {
            let value = attributes.get(at + 6..)?;
            let q = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            value.get(1..)?.split(q).next()
        });
        title = title.or(named.map(str::to_owned));
    } else if !rest.is_empty() && title.is_none() {
        let rest = rest.split(" {").next().unwrap_or(rest);
        title = Some(rest.trim_matches('"').to_owned());
    }
    super::label::of(kind, title.as_deref())
}

fn is_closing(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && (line.chars().all(|c| c == ':') || line == "///")
}

/// The label of `> [!NOTE]`.
fn alert(line: &str) -> Option<String> {
    let inside = line
        .trim_end()
        .strip_prefix('>')?
        .trim_start_matches(['>', ' ']);
    let (kind, rest) = inside.strip_prefix("[!")?.split_once(']')?;
    let is_kind = kind.chars().all(|c| c.is_alphanumeric() || c == '-');
    let title = Some(rest.trim_start_matches(['+', '-']).trim()).filter(|title| !title.is_empty());
    is_kind.then(|| super::label::of(&kind.to_lowercase(), title))
}
