//! The words that a reader sees, by a parser that the indexer does not use.

use std::collections::HashMap;

use comrak::nodes::NodeValue;
use comrak::{Arena, Options, parse_document};

/// How often each word is there.
pub(crate) type Words = HashMap<String, u32>;

/// Adds the words of `text`: runs of two or more letters and digits, but not those of data.
pub(crate) fn add(text: &str, words: &mut Words) {
    let is_data = |run: &&str| run.len() > 200 && run.is_ascii();
    for run in text.split(char::is_whitespace).filter(|run| !is_data(run)) {
        for word in run.split(|c: char| !c.is_alphanumeric()) {
            if word.chars().nth(1).is_some() && word.len() < 60 {
                *words.entry(word.to_lowercase()).or_default() += 1;
            }
        }
    }
}

/// The words of a file that a reader sees.
pub(crate) fn of_file(path: &str, text: &str) -> Words {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    match extension.to_lowercase().as_str() {
        "ipynb" => notebook(text),
        "html" | "htm" => page(text),
        "txt" => {
            let mut words = Words::new();
            add(text, &mut words);
            words
        }
        _ => markdown(text),
    }
}

/// The cells of a notebook: text as Markdown, code as it is.
fn notebook(source: &str) -> Words {
    let mut words = Words::new();
    let notebook: serde_json::Value = serde_json::from_str(source).unwrap_or_default();
    let cells = notebook.get("cells").and_then(|cells| cells.as_array());
    for cell in cells.into_iter().flatten() {
        let text = match cell.get("source") {
            Some(serde_json::Value::String(text)) => text.clone(),
            Some(serde_json::Value::Array(lines)) => {
                lines.iter().filter_map(|line| line.as_str()).collect()
            }
            _ => continue,
        };
        match cell.get("cell_type").and_then(|kind| kind.as_str()) {
            Some("markdown") => {
                for (word, n) in markdown(&text) {
                    *words.entry(word).or_default() += n;
                }
            }
            Some("code") => add(&text, &mut words),
            _ => {}
        }
    }
    words
}

/// A page of HTML: all text that is not in an element that a reader of the article does not see.
fn page(source: &str) -> Words {
    let mut text = without_front_matter(source).to_owned();
    for (open, close) in [
        ("<!--", "-->"),
        ("<head", "</head>"),
        ("<nav", "</nav>"),
        ("<footer", "</footer>"),
        ("<button", "</button>"),
        ("<noscript", "</noscript>"),
        ("<iframe", "</iframe>"),
        ("<!DOCTYPE", ">"),
        ("<?xml", "?>"),
    ] {
        text = cut(&text, open, close);
    }
    // One region is the article if it is most of the page.
    for region in ["main", "article"] {
        let start = text.find(&format!("<{region}"));
        let end = text.rfind(&format!("</{region}>"));
        if let (Some(start), Some(end)) = (start, end)
            && end.saturating_sub(start) * 4 > text.len()
        {
            text = text.get(start..end).unwrap_or_default().to_owned();
            break;
        }
    }
    let mut words = Words::new();
    add(&without_markup(&text), &mut words);
    words
}

/// The words of Markdown or MDX that a reader sees: text, code, alternative texts; no tags, no
/// comments, no attributes, no statements, no templates.
fn markdown(source: &str) -> Words {
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
    // Where tabs, admonitions or components have indented content, indented text is no code.
    let is_nested = cleaned.lines().any(|line| {
        let line = line.trim_start();
        let component = line.strip_prefix('<').unwrap_or_default();
        ["=== \"", "!!! ", "??? ", ":::", "{{<", "{{%", "{% "]
            .iter()
            .any(|mark| line.starts_with(mark))
            || component.starts_with(|c: char| c.is_ascii_uppercase())
    });
    let mut source = String::new();
    for line in cleaned.lines().filter(asks) {
        let trimmed = line.trim();
        let is_tag = trimmed.starts_with('<') && trimmed.ends_with('>');
        if is_nested && is_tag {
            // Markdown beside a tag is Markdown.
            source.extend(["\n\n", trimmed, "\n\n"]);
        } else if is_nested && matches!(trimmed, ">" | "/>") {
            // The end of a tag of several lines, no quote.
            source.truncate(source.trim_end().len());
            source.extend([trimmed, "\n\n"]);
        } else {
            let line = if is_nested { trimmed } else { line };
            source.extend([line, "\n"]);
        }
    }
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
            NodeValue::Code(code) => run.push_str(&code.literal),
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

/// Adds what was collected of one block.
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
