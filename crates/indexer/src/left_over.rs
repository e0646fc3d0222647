//! Markup that a reader should not see: what is left over is a fault of a rule, or a construct that
//! no rule knows yet.

use std::ops::Range;

use crate::markdown::slice;
use crate::markup::Code;

/// One kind of markup and how it is recognized.
pub struct Pattern {
    /// What it is called in reports.
    pub name: &'static str,
    /// Finds it in a line whose code is blanked out.
    find: fn(&str) -> Option<usize>,
}

/// All kinds.
pub const PATTERNS: &[Pattern] = &[
    Pattern {
        name: "tag",
        find: tag,
    },
    Pattern {
        name: "comment",
        find: |line| line.find("<!--").or_else(|| line.find("{/*")),
    },
    Pattern {
        name: "template",
        // Braces in braces are common in formulas.
        find: |line| unescaped(&line.replace("{{\\", "  "), &["{{", "{%", "%}"]),
    },
    Pattern {
        name: "directive",
        find: |line| starts(line, &[":::", "!!! ", "??? ", "???+ ", "=== \"", "/// "]),
    },
    Pattern {
        name: "alert",
        find: |line| {
            starts(
                line,
                &[
                    "> [!NOTE", "> [!TIP", "> [!WARN", "> [!IMP", "> [!CAU", "> [!INFO",
                ],
            )
        },
    },
    Pattern {
        name: "statement",
        find: |line| {
            let is_import = line.starts_with("import ")
                && (line.contains(" from '") || line.contains(" from \""));
            let is_export = starts(
                line,
                &["export const ", "export default ", "export function "],
            )
            .is_some();
            (is_import || is_export).then_some(0)
        },
    },
    Pattern {
        name: "include",
        find: |line| starts(line, &["--8<--", "<<< "]),
    },
    Pattern {
        name: "attribute list",
        find: |line| unescaped(line, &["{:", "{.", "{#"]),
    },
    Pattern {
        name: "expression",
        find: |line| unescaped(line, &["{' '}", "{\" \"}", "{props.", "{frontmatter"]),
    },
    Pattern {
        name: "entity",
        find: entity,
    },
    Pattern {
        name: "place of a table of contents",
        find: |line| {
            let places = ["[toc]", "[[toc]]", "[[_toc_]]", "{:toc}"];
            places
                .contains(&line.trim().to_lowercase().as_str())
                .then_some(0)
        },
    },
    Pattern {
        name: "icon or change under review",
        find: |line| {
            unescaped(
                line,
                &[":material-", ":octicons-", ":fontawesome-", "{++", "{--"],
            )
        },
    },
    Pattern {
        name: "block or target of a generator",
        find: |line| {
            let is_target = line.starts_with('(') && line.trim_end().ends_with(")=");
            starts(line, &["[block:", "```{", "[/block]"]).or_else(|| is_target.then_some(0))
        },
    },
    Pattern {
        name: "definition",
        find: |line| (line.starts_with(": ") || line.trim_start().starts_with("- : ")).then_some(0),
    },
];

/// What was found where.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LeftOver {
    /// The name of the pattern.
    pub name: &'static str,
    /// The byte of the content that it is at.
    pub at: usize,
    /// The line that it is on.
    pub line: String,
}

/// All that is left over in the content of a document, outside of code.
#[must_use]
pub fn find(content: &str) -> Vec<LeftOver> {
    let code = Code::all(content, true);
    let masked = masked(content, &code);
    let mut found = Vec::new();
    let mut at = 0;
    for line in masked.split_inclusive('\n') {
        // The title stands as it is.
        let is_title = at == 0 && line.starts_with("# ");
        for pattern in PATTERNS.iter().filter(|_| !is_title) {
            if let Some(column) = (pattern.find)(line) {
                let line = slice(content, &(at..at + line.len())).trim();
                found.push(LeftOver {
                    name: pattern.name,
                    at: at + column,
                    line: line.to_owned(),
                });
            }
        }
        at += line.len();
    }
    found
}

/// Code blanked out, byte by byte, line ends kept.
fn masked(content: &str, code: &Code) -> String {
    let mut masked = String::with_capacity(content.len());
    let mut at = 0;
    let blank = |range: &Range<usize>, masked: &mut String| {
        for byte in slice(content, range).bytes() {
            masked.push(if byte == b'\n' { '\n' } else { ' ' });
        }
    };
    for range in code.ranges() {
        masked.push_str(slice(content, &(at..range.start)));
        blank(range, &mut masked);
        at = range.end;
    }
    masked.push_str(slice(content, &(at..content.len())));
    masked
}

fn starts(line: &str, marks: &[&str]) -> Option<usize> {
    let trimmed = line.trim_start();
    let found = marks.iter().any(|mark| trimmed.starts_with(mark));
    found.then_some(line.len() - trimmed.len())
}

fn unescaped(line: &str, marks: &[&str]) -> Option<usize> {
    marks.iter().find_map(|mark| {
        line.match_indices(mark)
            .map(|(at, _)| at)
            .find(|at| !line.get(..*at).is_some_and(|before| before.ends_with('\\')))
    })
}

/// `<name ...>` and `</name>`, but no `<https://...>` and no `<a@b.c>`.
fn tag(line: &str) -> Option<usize> {
    line.match_indices('<').map(|(at, _)| at).find(|at| {
        let rest = line.get(at + 1..).unwrap_or_default();
        let name = rest.trim_start_matches('/');
        let Some(end) = name.find('>') else {
            return false;
        };
        let inside = name.get(..end).unwrap_or_default();
        let word = inside
            .split(|c: char| c.is_whitespace() || c == '/')
            .next()
            .unwrap_or_default();
        let is_link = inside.contains("://") && !inside.contains(' ')
            || inside.contains('@') && !inside.contains(' ')
            || inside.starts_with("mailto:");
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':' | '_'));
        // `[text](</path with (parentheses)>)`.
        let is_target = line.get(..*at).is_some_and(|before| before.ends_with("]("));
        is_name
            && !is_link
            && !is_target
            && !line.get(..*at).is_some_and(|before| before.ends_with('\\'))
    })
}

fn entity(line: &str) -> Option<usize> {
    line.match_indices('&').map(|(at, _)| at).find(|at| {
        let rest = line.get(at + 1..).unwrap_or_default();
        let known = [
            "nbsp;", "lt;", "gt;", "amp;", "quot;", "mdash;", "#123;", "#39;",
        ];
        let is_shown = line.get(..*at).is_some_and(|before| before.ends_with('\\'));
        !is_shown && known.iter().any(|entity| rest.starts_with(entity))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(content: &str, names: &[&str]) {
        let found: Vec<&str> = find(content).iter().map(|left| left.name).collect();
        assert_eq!(found, names, "{content}");
    }

    #[test]
    fn finds_markup_but_no_code() {
        check("<b>x</b>\n`<b>` \\<b>\n\n```\n<b>\n```\n", &["tag"]);
        check("<https://x.org> <a@b.c> a < b > c\n", &[]);
        check(
            "a\n::: tip\n{{x}} &nbsp;\n",
            &["directive", "template", "entity"],
        );
        check("import a from 'b'\nimport duties\n", &["statement"]);
    }
}
