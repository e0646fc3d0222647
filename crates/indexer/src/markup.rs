//! Markup that is not Markdown becomes Markdown or text, by kind: what any generator of sites
//! means by braces, colons and tags, whoever wrote it.
//!
//! One rule a record in `RULES`, applied in that order. Inside fences and inline code nothing is
//! touched, but for files that are to be put there. Every line remembers which line of its file it
//! comes from.

mod attribute;
mod closing;
mod code;
mod component;
mod directive;
mod element;
mod include;
mod inline;
mod label;
mod module;
mod shape;
mod table;
mod tag;
mod template;
mod text;
mod tree;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) use code::Code;
pub(crate) use text::{Reader, Text};

/// What a rule may know of the text that it rewrites.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'c> {
    /// The file, relative to the root, with `/` between folders.
    pub path: &'c str,
    /// The root of the corpus, for files that are put into others.
    pub root: Option<&'c Path>,
    /// Braces are expressions and four spaces are no code.
    pub is_mdx: bool,
    /// Values of variables of the generator of the site, by name.
    pub variables: &'c BTreeMap<String, String>,
    /// Where rules say what they could not do: line of the file and reason.
    pub faults: &'c RefCell<Vec<(u32, String)>>,
}

/// How one kind of markup is read.
struct Rule {
    /// What the rule is about.
    name: &'static str,
    /// Texts without any of these need not be looked at; none: all texts are.
    marks: &'static [&'static str],
    rewrite: fn(&Text, &Source<'_>) -> Text,
}

/// All rules. A file is put into a text before its templates are read, as generators do it;
/// templates write components; directives free text of its indent, so that tags can be found in it.
const RULES: &[Rule] = &[
    Rule {
        name: "files put into files",
        marks: include::MARKS,
        rewrite: include::rewrite,
    },
    Rule {
        name: "import and export",
        marks: &["import ", "export "],
        rewrite: module::rewrite,
    },
    Rule {
        name: "templates: macros, shortcodes, tags of Liquid",
        marks: &["{{", "{%"],
        rewrite: template::rewrite,
    },
    Rule {
        name: "directives: admonitions, tabs, containers",
        marks: &[":::", "!!! ", "??? ", "???+ ", "=== ", "===+", "/// ", "[!"],
        rewrite: directive::rewrite,
    },
    Rule {
        name: "tags of HTML and JSX, comments, expressions",
        marks: &["<", "{"],
        rewrite: element::rewrite,
    },
    Rule {
        name: "attribute lists",
        marks: &["{", ":"],
        rewrite: attribute::lists,
    },
    Rule {
        name: "marks of inline extensions, places of a table of contents",
        marks: &[
            "==",
            "++",
            ":material-",
            ":octicons-",
            ":fontawesome-",
            ":simple-",
            "{",
            "TOC]",
            "toc]",
        ],
        rewrite: inline::rewrite,
    },
    Rule {
        name: "rows of tables over several lines",
        marks: &["\n:"],
        rewrite: attribute::long_rows,
    },
    Rule {
        name: "padding of tables",
        marks: &["|  ", "  |", "----"],
        rewrite: attribute::padding,
    },
    Rule {
        name: "definition lists",
        marks: &[": ", ":\t"],
        rewrite: attribute::definitions,
    },
    Rule {
        name: "entities",
        marks: &["&"],
        rewrite: attribute::entities,
    },
    Rule {
        name: "fences that nothing closes",
        marks: &["```", "~~~"],
        rewrite: closing::rewrite,
    },
    Rule {
        name: "blank lines",
        marks: &[],
        rewrite: attribute::blank_lines,
    },
];

/// Rewrites a text by all rules.
#[must_use]
pub(crate) fn rewrite(mut text: Text, source: &Source<'_>) -> Text {
    for rule in RULES {
        debug_assert!(!rule.name.is_empty());
        let content = text.as_str();
        if rule.marks.is_empty() || rule.marks.iter().any(|mark| content.contains(mark)) {
            text = (rule.rewrite)(&text, source);
        }
    }
    text.in_order()
}

/// Rewrites templates alone: what is around them is no Markdown.
#[must_use]
pub(crate) fn rewrite_templates(text: &Text, source: &Source<'_>) -> Text {
    template::rewrite(text, source)
}

/// Whether more elements of HTML stand in each other than a stack should be burdened with.
#[must_use]
pub(crate) fn is_deep(html: &str) -> bool {
    tree::is_deep(html)
}

/// Only takes superfluous blank lines and white space away.
#[must_use]
pub(crate) fn tidy(text: &Text, source: &Source<'_>) -> Text {
    attribute::blank_lines(text, source)
}

/// Takes the anchors that the author gave out of the headings: they come by the start of the
/// heading's line in the text that comes out.
#[must_use]
pub(crate) fn take_anchors(text: &Text) -> (Text, BTreeMap<usize, String>) {
    attribute::take_anchors(text)
}

/// Code within a line; nothing for no code.
pub(crate) fn inline_code(code: &str) -> String {
    shape::inline_code(code)
}

/// A fence around `code`: longer than any run of backticks in it. No line end after it.
pub(crate) fn fenced(language: &str, code: &str) -> String {
    let code = code.trim_end().trim_start_matches('\n');
    let run = fence_for(code);
    format!("{run}{language}\n{code}\n{run}")
}

/// The run of backticks that can stand around `code`.
pub(crate) fn fence_for(code: &str) -> String {
    shape::ticks(code, 3)
}

#[cfg(test)]
mod tests;
