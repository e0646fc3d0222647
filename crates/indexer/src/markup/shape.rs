//! Pieces of Markdown, and how text is moved to the margin.

use super::code::Code;
use super::tag::Tag;
use super::text::Text;
use crate::names;

/// What may stand before a block on its line: space, quote marks, the marker of a list item.
pub(super) fn is_margin(before: &str) -> bool {
    let rest = before.trim_start_matches([' ', '\t', '>']);
    let rest = rest.trim_end();
    let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.is_empty() || matches!(rest, "-" | "*" | "+") || matches!(digits, "." | ")")
}

/// Trimmed, and moved to the margin. A first line that stood beside its tag does not count.
pub(super) fn dedented(content: &Text) -> Text {
    let beside = !content.as_str().trim_start_matches(' ').starts_with('\n');
    let content = content.trimmed();
    let fences = Code::fences(content.as_str());
    let mut at = 0;
    let mut least = usize::MAX;
    for (i, (row, _)) in content.rows().enumerate() {
        let is_inside = fences.at(at).is_some_and(|fence| fence.start < at);
        at += row.len();
        if row.trim().is_empty() || is_inside || i == 0 && beside {
            continue;
        }
        least = least.min(row.len() - row.trim_start_matches([' ', '\t']).len());
    }
    let least = if least == usize::MAX { 0 } else { least };
    if least == 0 && !(beside && content.as_str().starts_with([' ', '\t'])) {
        return content;
    }
    let rows = content.rows().enumerate().map(|(i, (row, line))| {
        let indent = row.len() - row.trim_start_matches([' ', '\t']).len();
        let lost = if i == 0 && beside {
            indent
        } else {
            least.min(indent)
        };
        (row.get(lost..).unwrap_or(row), line)
    });
    Text::from_rows(rows)
}

pub(super) fn language_of(class: &str) -> String {
    let class = class.trim().trim_start_matches("notranslate").trim();
    let language = class.split_whitespace().find_map(|part| {
        part.strip_prefix("language-")
            .or_else(|| part.strip_prefix("lang-"))
    });
    let brush = class.split_once("brush:").map(|(_, rest)| rest.trim());
    let brush = brush.and_then(|rest| rest.split(|c: char| !c.is_alphanumeric()).next());
    language.or(brush).unwrap_or_default().to_owned()
}

/// A run of backticks that is longer than any in `code`: `least`, or more.
pub(super) fn ticks(code: &str, least: usize) -> String {
    let runs = code.split(|c| c != '`').map(str::len);
    let longest = runs.max().unwrap_or(0);
    "`".repeat(least.max(longest + 1))
}

/// Text between backticks: more of them than it has.
pub(super) fn inline_code(text: &str) -> String {
    let text = names::one_line(text);
    if text.is_empty() {
        return String::new();
    }
    let ticks = ticks(&text, 1);
    let space = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{ticks}{space}{text}{space}{ticks}")
}

pub(super) fn image(alt: &str, src: &str) -> String {
    let alt = escaped(&names::one_line(alt).replace(['[', ']'], ""));
    format!("![{alt}]({})", target(src))
}

pub(super) fn target(href: &str) -> String {
    href.trim()
        .replace(' ', "%20")
        .replace('(', "%28")
        .replace(')', "%29")
}

/// `<` before a letter would be read as a tag.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == '<'
            && chars
                .peek()
                .is_some_and(|next| next.is_ascii_alphabetic() || *next == '/')
        {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// Whether a tag has one of the names, in any case.
pub(super) fn name_is(tag: &Tag, names: &[&str]) -> bool {
    names.iter().any(|name| tag.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_between_more_backticks_than_it_has() {
        for (code, inline, fence) in [
            ("a", "`a`", "```"),
            ("a`b", "``a`b``", "```"),
            ("`a`", "`` `a` ``", "```"),
            ("a``b", "```a``b```", "```"),
            ("a```b`", "```` a```b` ````", "````"),
            ("", "", "```"),
        ] {
            assert_eq!(inline_code(code), inline);
            assert_eq!(ticks(code, 3), fence, "{code}");
        }
    }
}
