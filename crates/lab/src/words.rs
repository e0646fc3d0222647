//! The words that a reader sees, by a parser that the indexer does not use.

use std::collections::HashMap;

use comrak::nodes::NodeValue;
use comrak::{Arena, Options, parse_document};

/// How often each word is there.
pub(crate) type Words = HashMap<String, u32>;

/// Adds the words of `text`: runs of two or more letters and digits.
pub(crate) fn add(text: &str, words: &mut Words) {
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if word.chars().nth(1).is_some() && word.len() < 60 {
            *words.entry(word.to_lowercase()).or_default() += 1;
        }
    }
}

/// The words of Markdown, MDX or HTML that a reader sees: text, code, alternative texts; no tags,
/// no comments, no attributes, no statements, no templates.
pub(crate) fn visible(source: &str) -> Words {
    let source = without_front_matter(source);
    let mut cleaned = source.to_owned();
    for (open, close) in [
        ("<!--", "-->"),
        ("{/*", "*/}"),
        ("<?", "?>"),
        ("style={{", "}}"),
        ("{#", "}"),
        ("{:", "}"),
    ] {
        cleaned = cut(&cleaned, open, close);
    }
    // What asks for another file is no text.
    let asks = |line: &&str| !line.contains("--8<--") && !line.contains("{{#");
    let cleaned: Vec<&str> = cleaned.lines().filter(asks).collect();
    let source = cleaned.join("\n");
    let source = source.as_str();
    let arena = Arena::new();
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.strikethrough = true;
    options.extension.footnotes = true;
    options.extension.autolink = true;
    let root = parse_document(&arena, source, &options);
    let mut words = Words::new();
    let mut run = String::new();
    for node in root.descendants() {
        match &node.data.borrow().value {
            NodeValue::Text(text) => run.push_str(text),
            NodeValue::Code(code) => {
                run.push(' ');
                run.push_str(&code.literal);
                run.push(' ');
            }
            NodeValue::CodeBlock(block) => {
                flush(&mut run, &mut words);
                add(&block.literal, &mut words);
            }
            NodeValue::HtmlBlock(block) => {
                flush(&mut run, &mut words);
                run.push_str(&block.literal);
                flush(&mut run, &mut words);
            }
            NodeValue::HtmlInline(html) => run.push_str(html),
            NodeValue::SoftBreak | NodeValue::LineBreak => run.push(' '),
            value if value.block() => flush(&mut run, &mut words),
            _ => {}
        }
    }
    flush(&mut run, &mut words);
    words
}

fn flush(run: &mut String, words: &mut Words) {
    let text = std::mem::take(run);
    add(&without_markup(&text), words);
}

fn without_front_matter(source: &str) -> &str {
    let source = source.trim_start_matches('\u{feff}');
    if let Some(rest) = source.strip_prefix("---")
        && let Some(end) = rest.find("\n---")
    {
        let after = rest.get(end + 4..).unwrap_or_default();
        return after.split_once('\n').map_or("", |(_, body)| body);
    }
    source
}

/// Crude on purpose, and on its own: what stands between marks is cut out.
fn without_markup(text: &str) -> String {
    let mut text = text.to_owned();
    for (open, close) in [
        ("<!--", "-->"),
        ("{/*", "*/}"),
        ("<script", "</script>"),
        ("<style", "</style>"),
        ("<svg", "</svg>"),
        ("{% comment", "endcomment"),
        ("{{", "}}"),
        ("{%", "%}"),
    ] {
        text = cut(&text, open, close);
    }
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let is_statement =
            line.starts_with("import ") && line.contains(" from ") || line.starts_with("export ");
        if !is_statement {
            out.push_str(line);
        }
    }
    let mut seen = String::new();
    let mut rest = out.as_str();
    while let Some(at) = rest.find('<') {
        seen.push_str(rest.get(..at).unwrap_or_default());
        let tag = rest.get(at..).unwrap_or_default();
        let is_tag = tag
            .get(1..)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/'));
        if let Some(end) = tag.find('>').filter(|_| is_tag) {
            seen.push(' ');
            rest = tag.get(end + 1..).unwrap_or_default();
        } else {
            seen.push('<');
            rest = tag.get(1..).unwrap_or_default();
        }
    }
    seen.push_str(rest);
    for (entity, character) in [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
        ("&nbsp;", " "),
        ("&quot;", "\""),
    ] {
        seen = seen.replace(entity, character);
    }
    seen
}

fn cut(text: &str, open: &str, close: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(open) {
        let Some(end) = rest.get(at..).and_then(|rest| rest.find(close)) else {
            break;
        };
        out.push_str(rest.get(..at).unwrap_or_default());
        out.push(' ');
        rest = rest.get(at + end + close.len()..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}
