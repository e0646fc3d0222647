//! Kinds of files: each becomes Markdown whose lines know the lines of the file.

use std::fmt::Write as _;
use std::rc::Rc;

use htmd::element_handler::{HandlerResult, Handlers};
use htmd::{Element, HtmlToMarkdown, Node};
use markup5ever_rcdom::NodeData;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::markdown::slice;
use crate::markup::{self, Reader, Source, Text};
use crate::{names, noise};

/// How a file is read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FileKind {
    /// `CommonMark` with GitHub's extensions, and whatever generators add to it.
    Markdown,
    /// Markdown with components and expressions.
    Mdx,
    /// A page.
    Html,
    /// Text without markup.
    Text,
    /// A notebook of Jupyter.
    Notebook,
}

/// The files that are read, by their extension in lower case.
pub(crate) const KINDS: [(&str, FileKind); 7] = [
    ("md", FileKind::Markdown),
    ("markdown", FileKind::Markdown),
    ("mdx", FileKind::Mdx),
    ("html", FileKind::Html),
    ("htm", FileKind::Html),
    ("txt", FileKind::Text),
    ("ipynb", FileKind::Notebook),
];

/// Elements of a page that are no part of its text.
const NO_TEXT: [&str; 10] = [
    "head", "script", "style", "template", "noscript", "svg", "nav", "footer", "iframe", "button",
];

/// What a file says of itself in its own format.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) language: Option<String>,
}

/// The body of a file as Markdown. `first` is the line that it begins on.
///
/// # Errors
/// A notebook that is no notebook: line and reason.
pub(crate) fn markdown(
    kind: FileKind,
    body: String,
    first: u32,
    source: &Source<'_>,
) -> Result<(Text, Head), (u32, String)> {
    match kind {
        FileKind::Markdown | FileKind::Mdx => {
            let text = markup::rewrite(Text::new(body, first), source);
            Ok((text, Head::default()))
        }
        FileKind::Text => Ok((Text::new(body, first), Head::default())),
        FileKind::Html => Ok(html(&body, first, source)),
        FileKind::Notebook => notebook(body, first, source),
    }
}

/// Pages whose elements stand deeper in each other are not walked, since a walk goes as deep into the
/// stack.
const MAX_DEPTH: usize = 200;

fn html(body: &str, first: u32, source: &Source<'_>) -> (Text, Head) {
    // The parser needs time in the square of the depth.
    if markup::is_deep(body) {
        let text = Text::new(body.to_owned(), first);
        return (markup::rewrite(text, source), Head::default());
    }
    let text = markup::rewrite_templates(&Text::new(body.to_owned(), first), source);
    let converter = HtmlToMarkdown::builder()
        .skip_tags(NO_TEXT.to_vec())
        .add_handler(vec!["pre"], preformatted)
        .add_handler(vec!["code"], code)
        .build();
    let Ok(page) = converter.html_to_tree(text.as_str()) else {
        return (text, Head::default());
    };
    let found = Found::of(&page);
    if found.depth > MAX_DEPTH {
        return (markup::rewrite(text, source), found.head);
    }
    let main = found
        .main
        .filter(|main| text_length(main) * 4 > text_length(&page));
    let output = converter.tree_to_markdown(main.as_ref().unwrap_or(&page));
    let text = align(text.as_str(), first, &output);
    (markup::tidy(&text, source), found.head)
}

/// What is to be known of the tree of a page before it is converted.
#[derive(Default)]
struct Found {
    head: Head,
    /// The first `main`, or else the first `article`.
    main: Option<Rc<Node>>,
    /// How deep nodes stand in each other.
    depth: usize,
}

impl Found {
    fn of(page: &Rc<Node>) -> Found {
        let mut found = Found::default();
        let mut article = None;
        walk(page, |node, depth| {
            found.depth = found.depth.max(depth);
            let head = &mut found.head;
            match name_of(node) {
                "html" => {
                    let language = attribute_of(node, "lang");
                    head.language = language.and_then(|tag| names::language_tag(&tag));
                }
                "title" if head.title.is_none() => head.title = line_of(&text_of(node)),
                "meta" if head.description.is_none() => {
                    let name = attribute_of(node, "name").unwrap_or_default();
                    if name.eq_ignore_ascii_case("description") {
                        head.description = attribute_of(node, "content").and_then(|s| line_of(&s));
                    }
                }
                "main" if found.main.is_none() => found.main = Some(Rc::clone(node)),
                "article" if article.is_none() => article = Some(Rc::clone(node)),
                // A picture has a title of its own.
                "svg" => return false,
                _ => {}
            }
            true
        });
        found.main = found.main.or(article);
        found
    }
}

/// Shows `see` each node and its depth, in the order of the text. It says whether to go on below.
fn walk(root: &Rc<Node>, mut see: impl FnMut(&Rc<Node>, usize) -> bool) {
    let mut open = vec![(Rc::clone(root), 0)];
    while let Some((node, depth)) = open.pop() {
        if see(&node, depth) {
            let children = node.children.borrow();
            let below = children
                .iter()
                .rev()
                .map(|child| (Rc::clone(child), depth + 1));
            open.extend(below);
        }
    }
}

/// How long the text below a node is that is shown, in bytes.
fn text_length(root: &Rc<Node>) -> usize {
    let mut length = 0;
    walk(root, |node, _| {
        if let NodeData::Text { contents } = &node.data {
            length += contents.borrow().trim().len();
        }
        !NO_TEXT.contains(&name_of(node))
    });
    length
}

/// All text below a node.
fn text_of(root: &Rc<Node>) -> String {
    let mut text = String::new();
    walk(root, |node, _| {
        if let NodeData::Text { contents } = &node.data {
            text.push_str(&contents.borrow());
        }
        true
    });
    text
}

/// One line, unless nothing is on it.
fn line_of(text: &str) -> Option<String> {
    Some(names::one_line(text)).filter(|line| !line.is_empty())
}

/// The name of an element, in lower case; empty for other nodes.
fn name_of(node: &Node) -> &str {
    match &node.data {
        NodeData::Element { name, .. } => &name.local,
        _ => "",
    }
}

/// Preformatted text is a fence, whatever is in it: its line ends and its indent mean something, and
/// marks in it would be read as text.
#[expect(clippy::needless_pass_by_value, reason = "the signature of a handler")]
#[expect(clippy::unnecessary_wraps, reason = "the signature of a handler")]
fn preformatted(_: &dyn Handlers, element: Element<'_>) -> Option<HandlerResult> {
    let mut text = String::new();
    let mut class = class_of(element.node).unwrap_or_default();
    plain(element.node, &mut text, &mut class);
    if text.trim().is_empty() {
        return Some(String::new().into());
    }
    let language = class.split_whitespace().find_map(|class| {
        let named = class.strip_prefix("language-");
        named.or_else(|| class.strip_prefix("lang-"))
    });
    let fence = markup::fenced(language.unwrap_or_default(), &text);
    Some(format!("\n\n{fence}\n\n").into())
}

/// Code with links and other marks in it: links stand around their part of it, and other marks are
/// left out, since within code they would be read as text.
fn code(handlers: &dyn Handlers, element: Element<'_>) -> Option<HandlerResult> {
    let children = element.node.children.borrow();
    let is_text = |node: &Node| matches!(node.data, NodeData::Text { .. });
    if children.iter().all(|node| is_text(node)) {
        return handlers.fallback(element);
    }
    let mut out = String::new();
    let mut run = String::new();
    for child in children.iter() {
        let Some(href) = attribute_of(child, "href") else {
            match &child.data {
                NodeData::Text { contents } => run.push_str(&contents.borrow()),
                _ => plain(child, &mut run, &mut String::from("-")),
            }
            continue;
        };
        let mut text = String::new();
        plain(child, &mut text, &mut String::from("-"));
        out.push_str(&markup::inline_code(&std::mem::take(&mut run)));
        write!(out, "[{}]({href})", markup::inline_code(&text)).ok();
    }
    out.push_str(&markup::inline_code(&run));
    Some(out.into())
}

/// Adds the text below a node, and looks for the class of the code in it.
fn plain(node: &Node, text: &mut String, class: &mut String) {
    for child in node.children.borrow().iter() {
        match &child.data {
            NodeData::Text { contents } => text.push_str(&contents.borrow()),
            NodeData::Element { name, .. } if &*name.local == "br" => text.push('\n'),
            NodeData::Element { name, .. } => {
                if &*name.local == "code" && class.is_empty() {
                    *class = class_of(child).unwrap_or_default();
                }
                plain(child, text, class);
            }
            _ => {}
        }
    }
}

fn class_of(node: &Node) -> Option<String> {
    attribute_of(node, "class")
}

fn attribute_of(node: &Node, name: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else {
        return None;
    };
    let attributes = attrs.borrow();
    let found = attributes.iter().find(|a| &*a.name.local == name)?;
    Some(found.value.to_string())
}

/// Gives each line of `converted` the line of the file that its words are on: they come in the
/// same order.
fn align(original: &str, first: u32, converted: &str) -> Text {
    let mut out = Text::empty(first);
    let mut at = 0;
    let mut line = first;
    for row in converted.split_inclusive('\n') {
        let word = row
            .split(|c: char| !c.is_alphanumeric())
            .max_by_key(|word| word.len())
            .unwrap_or_default();
        if word.len() > 2 {
            // Not far: a word that was written as an entity would be found pages later.
            let end = original.len().min(at + 20_000);
            let end = (at..=end).rev().find(|end| original.is_char_boundary(*end));
            let window = slice(original, &(at..end.unwrap_or(at)));
            if let Some(found) = window.find(word) {
                line += slice(window, &(0..found)).matches('\n').count() as u32;
                at += found;
            }
        }
        out.push(row, line);
    }
    out
}

#[derive(Deserialize)]
struct Notebook<'j> {
    #[serde(borrow)]
    cells: Vec<Cell<'j>>,
    #[serde(default)]
    metadata: serde_json::Value,
}

#[derive(Deserialize)]
struct Cell<'j> {
    cell_type: String,
    #[serde(borrow, default)]
    source: Option<&'j RawValue>,
}

/// The strings that a cell is made of: one, or one a line.
#[derive(Deserialize)]
#[serde(untagged)]
enum Strings {
    One(String),
    Many(Vec<String>),
}

impl Cell<'_> {
    /// The text of the cell; each of its lines comes from the line that its string is on in `body`.
    fn text(&self, body: &Reader<'_>) -> Text {
        let mut text = Text::empty(body.line_of(0));
        let Some(source) = self.source.map(RawValue::get) else {
            return text;
        };
        let at = source.as_ptr() as usize - body.as_str().as_ptr() as usize;
        let mut line = body.line_of(at);
        match serde_json::from_str(source) {
            Ok(Strings::One(one)) => text.push(&noise::shortened(&one, false), line),
            Ok(Strings::Many(many)) => {
                // Written over several lines, there is one string on each; otherwise all on one.
                let is_spread = source.matches('\n').count() >= many.len();
                for one in &many {
                    line += u32::from(is_spread);
                    text.push(&noise::shortened(one, false), line);
                }
            }
            Err(_) => {}
        }
        text
    }
}

fn notebook(body: String, first: u32, source: &Source<'_>) -> Result<(Text, Head), (u32, String)> {
    let body = Text::new(body, first);
    let notebook: Notebook<'_> = serde_json::from_str(body.as_str()).map_err(|error| {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        let line = first + (error.line() as u32).saturating_sub(1);
        (line, format!("is no notebook: {reason}"))
    })?;
    let language = ["/language_info/name", "/kernelspec/language"]
        .iter()
        .find_map(|path| notebook.metadata.pointer(path)?.as_str())
        .unwrap_or("python");
    let mut markdown = Text::empty(first);
    let reader = Reader::new(&body);
    for cell in &notebook.cells {
        let text = cell.text(&reader).trimmed();
        if text.as_str().trim().is_empty() {
            continue;
        }
        match cell.cell_type.as_str() {
            "markdown" => markdown.append(&text),
            "code" => {
                let fence = markup::fence_for(text.as_str());
                markdown.push(&format!("{fence}{language}\n"), text.first_line());
                markdown.append(&text);
                markdown.push(&format!("\n{fence}"), text.last_line());
            }
            _ => continue,
        }
        markdown.push("\n\n", text.last_line());
    }
    Ok((markup::rewrite(markdown, source), Head::default()))
}

/// Bytes of a file as text with `\n` line ends and without a byte order mark.
///
/// # Errors
/// No text: line and reason.
pub(crate) fn decode(bytes: &[u8]) -> Result<String, (u32, String)> {
    let line_of = |at: usize| {
        let before = bytes.iter().take(at);
        1 + before.filter(|byte| **byte == b'\n').count() as u32
    };
    let text = if let Some((encoding, n)) = encoding_rs::Encoding::for_bom(bytes) {
        let bytes = bytes.get(n..).unwrap_or_default();
        encoding.decode_without_bom_handling(bytes).0
    } else {
        if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
            return Err((line_of(at), "holds a NUL byte: this is no text".to_owned()));
        }
        match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(error) => {
                let n_control = bytes
                    .iter()
                    .filter(|byte| {
                        **byte < 32 && !matches!(**byte, b'\n' | b'\r' | b'\t' | 12 | 27)
                    })
                    .count();
                if n_control * 50 > bytes.len() {
                    return Err((line_of(error.valid_up_to()), "is no text".to_owned()));
                }
                let mut detector =
                    chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
                detector.feed(bytes, true);
                let encoding = detector.guess(None, chardetng::Utf8Detection::Deny);
                encoding.decode_without_bom_handling(bytes).0
            }
        }
    };
    if text.contains('\r') {
        return Ok(text.replace("\r\n", "\n").replace('\r', "\n"));
    }
    Ok(text.into_owned())
}

#[cfg(test)]
mod tests;
