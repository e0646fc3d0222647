//! Elements of HTML, and components, as Markdown.

use std::ops::Range;

use super::code::Code;
use super::component::IMAGES;
use super::shape::{dedented, escaped, image, inline_code, is_margin, language_of, target};
use super::tag;
use super::text::{Reader, Text};
use super::tree::{self, Element, Node};
use super::{Source, fenced, label, table};
use crate::markdown::slice;
use crate::names;

/// What becomes of an element.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Kind {
    /// Not seen by a reader.
    Unseen,
    /// Its content, in the line.
    Inline,
    /// Its content between two marks.
    Mark(&'static str),
    Code,
    Link,
    Image,
    Break,
    Rule,
    /// Its content, as a block.
    Block,
    Heading(usize),
    List,
    Item,
    Term,
    /// Its content, a line that names what is around it.
    Name,
    Table,
    Pre,
    Quote,
    /// A frame with something else in it.
    Media,
}

/// Elements by name.
const KINDS: &[(&[&str], Kind)] = &[
    (
        &[
            "script", "style", "template", "head", "svg", "canvas", "link", "meta", "input", "col",
            "colgroup", "base", "param", "source", "track", "area", "map", "wbr", "math",
            "textarea", "title",
        ],
        Kind::Unseen,
    ),
    (
        &[
            "span", "abbr", "small", "u", "font", "label", "time", "big", "bdi", "bdo", "q",
            "cite", "ins", "var", "dfn", "sub", "sup", "button", "mark", "acronym", "nobr", "ruby",
            "rt", "rp", "select", "option", "output", "data", "nav", "picture", "legend", "meter",
            "progress",
        ],
        Kind::Inline,
    ),
    (&["b", "strong"], Kind::Mark("**")),
    (&["i", "em"], Kind::Mark("*")),
    (&["del", "s", "strike"], Kind::Mark("~~")),
    (&["code", "kbd", "samp", "tt"], Kind::Code),
    (&["a"], Kind::Link),
    (&["img", "image"], Kind::Image),
    (&["br"], Kind::Break),
    (&["hr"], Kind::Rule),
    (
        &[
            "p",
            "div",
            "section",
            "article",
            "main",
            "header",
            "footer",
            "aside",
            "center",
            "figure",
            "form",
            "fieldset",
            "body",
            "html",
            "dl",
            "dd",
            "details",
            "noscript",
            "address",
            "hgroup",
            "dialog",
            "tbody",
            "thead",
            "tfoot",
            "tr",
            "td",
            "th",
            "object",
            "figcaption",
            "dir",
        ],
        Kind::Block,
    ),
    (&["h1"], Kind::Heading(1)),
    (&["h2"], Kind::Heading(2)),
    (&["h3"], Kind::Heading(3)),
    (&["h4"], Kind::Heading(4)),
    (&["h5"], Kind::Heading(5)),
    (&["h6"], Kind::Heading(6)),
    (&["ul", "ol", "menu"], Kind::List),
    (&["li"], Kind::Item),
    (&["dt"], Kind::Term),
    (&["summary", "caption"], Kind::Name),
    (&["table"], Kind::Table),
    (&["pre", "listing", "xmp"], Kind::Pre),
    (&["blockquote"], Kind::Quote),
    (&["iframe", "video", "audio", "embed", "frame"], Kind::Media),
];

fn kind_of(name: &str) -> Option<Kind> {
    // A capital makes it a component: `<Details>`, `<Table>`.
    if name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().any(|c| c.is_ascii_lowercase())
    {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let found = KINDS.iter().find(|(names, _)| names.contains(&&*lower));
    found.map(|(_, kind)| *kind)
}

/// Whether an element is set apart from its neighbours by its look alone, as the tags of a version
/// or a language are: without a space between them.
fn is_chip(element: &Element) -> bool {
    element.tag.name == "span" && element.tag.text(&["class"]).is_some()
}

/// The element that is all that another holds.
fn only_element<'n>(text: &str, element: &'n Element) -> Option<&'n Element> {
    let is_blank =
        |node: &&Node| matches!(node, Node::Text(range) if slice(text, range).trim().is_empty());
    let mut nodes = element.children.iter().filter(|node| !is_blank(node));
    match (nodes.next(), nodes.next()) {
        (Some(Node::Element(inner)), None) => Some(inner),
        _ => None,
    }
}

/// Replaces tags and expressions by Markdown.
pub(super) fn rewrite(text: &Text, source: &Source<'_>) -> Text {
    let content = text.as_str();
    let code = Code::all(content, !source.is_mdx);
    let nodes = tree::build(content, &code, source.is_mdx);
    let writer = Writer {
        reader: Reader::new(text),
        text: content,
        is_mdx: source.is_mdx,
    };
    let mut out = Text::empty(text.first_line());
    writer.nodes(&nodes, &mut out);
    out
}

/// Writes nodes of one text.
pub(super) struct Writer<'t> {
    pub(super) reader: Reader<'t>,
    pub(super) text: &'t str,
    is_mdx: bool,
}

impl Writer<'_> {
    pub(super) fn nodes(&self, nodes: &[Node], out: &mut Text) {
        let mut touches_chip = false;
        for node in nodes {
            let is_chip = matches!(node, Node::Element(element) if is_chip(element));
            match node {
                Node::Text(range) => self.reader.copy(range.clone(), out),
                Node::Element(element) => {
                    if is_chip && touches_chip {
                        out.push(" ", self.line(element.start));
                    }
                    self.element(element, out);
                }
                Node::Expression(range) => self.expression(range, out),
                Node::Unseen(_) => {}
            }
            touches_chip = is_chip;
        }
    }

    pub(super) fn content(&self, element: &Element) -> Text {
        let mut out = Text::empty(self.line(element.content.start));
        self.nodes(&element.children, &mut out);
        out
    }

    pub(super) fn line(&self, at: usize) -> u32 {
        self.reader.line_of(at)
    }

    fn expression(&self, range: &Range<usize>, out: &mut Text) {
        let whole = slice(self.text, range);
        let inside = whole.trim_start_matches('{').trim_end_matches('}').trim();
        let line = self.line(range.start);
        if let Some(comment) = inside.strip_prefix("/*") {
            let start = self.reader.row(range.start).start;
            let is_heading = slice(self.text, &(start..range.start))
                .trim_start()
                .starts_with('#');
            if is_heading {
                let id = comment.trim_end_matches("*/").trim();
                out.push(&format!("{{#{id}}}"), line);
            }
        } else if inside.starts_with('#') {
            out.push(whole, line);
        } else if let Some(text) = tag::string_literal(inside) {
            out.push(&escaped(&text), line);
        }
    }

    /// Whether nothing else stands on the lines of an element.
    pub(super) fn is_alone(&self, element: &Element) -> bool {
        let start = self.reader.row(element.start).start;
        let before = slice(self.text, &(start..element.start));
        let end = self.reader.row(element.end.saturating_sub(1)).end;
        let after = slice(self.text, &(element.end..end));
        is_margin(before) && after.trim().is_empty()
    }

    #[expect(clippy::too_many_lines, reason = "one arm a kind of element")]
    fn element(&self, element: &Element, out: &mut Text) {
        let tag = &element.tag;
        let line = self.line(element.start);
        let Some(kind) = kind_of(&tag.name) else {
            self.component(element, out);
            return;
        };
        match kind {
            Kind::Inline => self.inline(element, out),
            Kind::Mark(mark) => {
                let content = self.content(element);
                let text = content.as_str();
                if text.trim().is_empty() || text.contains("\n\n") || !element.is_closed {
                    out.append(&content);
                } else {
                    let core = text.trim();
                    let before = text.len() - text.trim_start().len();
                    out.append(&content.part(0..before));
                    out.push(mark, line);
                    out.append(&content.part(before..before + core.len()));
                    out.push(mark, line);
                    out.append(&content.part(before + core.len()..text.len()));
                }
            }
            Kind::Code => self.code(element, out),
            Kind::Link => self.link(element, out),
            Kind::Image => {
                if let Some(alt) = tag.text(&["alt", "title", "aria-label"]) {
                    let src = tag.text(IMAGES).unwrap_or_default();
                    out.push(&image(&alt, &src), line);
                }
            }
            Kind::Break => {
                let rest = self.reader.row(element.end).end;
                let rest = slice(self.text, &(element.end..rest));
                let row = self.reader.row(element.start);
                let is_cell = slice(self.text, &(row.start..element.start))
                    .trim_start()
                    .starts_with('|');
                if is_cell {
                    out.push(" ", line);
                } else if rest.trim().is_empty() {
                    // A paragraph that goes on.
                    if !out.open_line().trim().is_empty() {
                        out.push("  ", line);
                    }
                } else {
                    out.push("  \n", line);
                }
            }
            Kind::Rule => Self::block(out, "", &Text::new("---".to_owned(), line), line),
            Kind::Block if tag.name.eq_ignore_ascii_case("aside") => {
                let class = tag.text(&["class"]).unwrap_or_default();
                let class = class
                    .split_whitespace()
                    .find(|class| label::box_of(class).is_some());
                let label = class
                    .map(|class| label::of(class, None))
                    .unwrap_or_default();
                Self::block(out, &label, &dedented(&self.content(element)), line);
            }
            Kind::Block if element.is_closed => {
                let content = self.content(element);
                if is_margin(out.open_line()) || content.as_str().contains('\n') {
                    Self::block(out, "", &dedented(&content), line);
                } else {
                    // In the middle of a line: a space on both sides parts its words.
                    out.push(" ", line);
                    out.append(&content);
                    out.push(" ", line);
                }
            }
            // A block that never ends: what follows is its sibling.
            Kind::Unseen | Kind::Block => {}
            Kind::Heading(level) => {
                let content = self.content(element);
                let title = names::one_line(content.as_str());
                if !title.is_empty() {
                    let mut heading = format!("{} {title}", "#".repeat(level));
                    if let Some(id) = tag.text(&["id"]) {
                        heading = format!("{heading} {{#{id}}}");
                    }
                    Self::block(out, "", &Text::new(heading, line), line);
                }
            }
            Kind::List => self.list(element, out),
            Kind::Item => {
                let item = self.item(element, "- ");
                Self::block(out, "", &item, line);
            }
            Kind::Term | Kind::Name => {
                let content = match only_element(self.text, element) {
                    // A link of the term to itself.
                    Some(link)
                        if link
                            .tag
                            .text(&["href"])
                            .is_some_and(|to| to.starts_with('#')) =>
                    {
                        self.content(link)
                    }
                    _ => self.content(element),
                };
                let content = names::one_line(content.as_str());
                let is_bold = content.starts_with("**") && content.ends_with("**");
                if !content.is_empty() {
                    let content = if is_bold || content.starts_with('`') || content.starts_with('#')
                    {
                        content
                    } else {
                        format!("**{}**", content.replace("**", ""))
                    };
                    Self::block(out, "", &Text::new(content, line), line);
                }
            }
            Kind::Table => {
                let table = table::write(self, element);
                Self::block(out, "", &table, line);
            }
            Kind::Pre => self.pre(element, out),
            Kind::Quote => {
                let content = dedented(&self.content(element));
                let rows: Vec<(String, u32)> = content
                    .rows()
                    .map(|(row, line)| (format!("> {row}"), line))
                    .collect();
                let quoted = Text::from_rows(rows.iter().map(|(row, line)| (row.as_str(), *line)));
                Self::block(out, "", &quoted, line);
            }
            Kind::Media => {
                let title = tag.text(&["title", "aria-label"]);
                match (title, tag.text(&["src"])) {
                    (Some(title), Some(src)) => out.push(&format!("[{title}]({src})"), line),
                    (Some(title), None) => out.push(&title, line),
                    _ => {}
                }
                if element.tag.name.eq_ignore_ascii_case("video") {
                    self.nodes(&element.children, out);
                }
            }
        }
    }

    /// An element inside a line: alone on its lines it is a block all the same.
    fn inline(&self, element: &Element, out: &mut Text) {
        let content = self.content(element);
        if element.is_closed && self.is_alone(element) && content.as_str().contains('\n') {
            Self::block(out, "", &dedented(&content), self.line(element.start));
        } else {
            out.append(&content);
        }
    }

    /// Text without any markup, entities decoded.
    fn plain(&self, element: &Element) -> String {
        fn collect(text: &str, nodes: &[Node], plain: &mut String) {
            for node in nodes {
                match node {
                    Node::Text(range) => plain.push_str(slice(text, range)),
                    Node::Element(element) if element.tag.name.eq_ignore_ascii_case("br") => {
                        plain.push('\n');
                    }
                    Node::Element(element) => collect(text, &element.children, plain),
                    Node::Expression(range) => {
                        let whole = slice(text, range);
                        let inside = whole.get(1..whole.len() - 1).unwrap_or_default();
                        if let Some(text) = tag::string_literal(inside) {
                            plain.push_str(&text);
                        } else if !inside.starts_with("/*") {
                            plain.push_str(whole);
                        }
                    }
                    Node::Unseen(_) => {}
                }
            }
        }
        let mut plain = String::new();
        collect(self.text, &element.children, &mut plain);
        htmlize::unescape(plain).into_owned()
    }

    fn code(&self, element: &Element, out: &mut Text) {
        let line = self.line(element.start);
        let mut run = String::new();
        for child in &element.children {
            if let Node::Element(link) = child
                && link.tag.name.eq_ignore_ascii_case("a")
                && let Some(href) = link.tag.text(&["href"])
            {
                out.push(&inline_code(&std::mem::take(&mut run)), line);
                out.push(
                    &format!("[{}]({})", inline_code(&self.plain(link)), target(&href)),
                    line,
                );
                continue;
            }
            match child {
                Node::Text(range) => {
                    let text = htmlize::unescape(slice(self.text, range));
                    // What MDX has to escape, and HTML has not.
                    let escapes = ["\\{", "\\}", "\\<", "\\>"]
                        .into_iter()
                        .filter(|_| self.is_mdx);
                    run.push_str(&escapes.fold(text.into_owned(), |text, escape| {
                        text.replace(escape, escape.trim_start_matches('\\'))
                    }));
                }
                Node::Element(inner) => run.push_str(&self.plain(inner)),
                Node::Expression(range) => {
                    let whole = slice(self.text, range);
                    let inside = whole.get(1..whole.len() - 1).unwrap_or_default();
                    run.push_str(&tag::string_literal(inside).unwrap_or_else(|| whole.to_owned()));
                }
                Node::Unseen(_) => {}
            }
        }
        out.push(&inline_code(&run), line);
    }

    pub(super) fn link(&self, element: &Element, out: &mut Text) {
        let content = self.content(element);
        let line = self.line(element.start);
        let text = content.as_str().trim();
        let href = element.tag.text(&["href", "to"]);
        match href {
            Some(href) if !text.is_empty() && element.is_closed && !text.contains("](") => {
                let first = content.as_str().len() - content.as_str().trim_start().len();
                if first > 0 && !out.open_line().is_empty() {
                    out.push(" ", line);
                }
                out.push(
                    &format!("[{}]({})", names::one_line(text), target(&href)),
                    line,
                );
            }
            _ => out.append(&content),
        }
    }

    fn list(&self, element: &Element, out: &mut Text) {
        let line = self.line(element.start);
        let is_ordered = element.tag.name.eq_ignore_ascii_case("ol");
        let mut list = Text::empty(line);
        let mut n = 0;
        for child in &element.children {
            match child {
                Node::Element(item) if item.tag.name.eq_ignore_ascii_case("li") => {
                    n += 1;
                    let marker = if is_ordered {
                        format!("{n}. ")
                    } else {
                        "- ".to_owned()
                    };
                    let item = self.item(item, &marker);
                    if item.as_str().trim().len() > marker.trim().len() {
                        list.append(&item);
                        list.push("\n", item.last_line());
                    }
                }
                Node::Text(range) if slice(self.text, range).trim().is_empty() => {}
                other => self.nodes(std::slice::from_ref(other), &mut list),
            }
        }
        Self::block(out, "", &list, line);
    }

    fn item(&self, element: &Element, marker: &str) -> Text {
        let content = dedented(&self.content(element));
        let mut item = Text::empty(self.line(element.start));
        let pad = " ".repeat(marker.len());
        for (i, (row, line)) in content.rows().enumerate() {
            let before = if i == 0 { marker } else { &pad };
            let before = if row.trim().is_empty() { "" } else { before };
            item.push(&format!("{before}{row}"), line);
        }
        item
    }

    fn pre(&self, element: &Element, out: &mut Text) {
        let line = self.line(element.content.start);
        let inner = tree::build(slice(self.text, &element.content), &Code::default(), false);
        let class = [&element.tag]
            .into_iter()
            .chain(inner.iter().filter_map(|node| match node {
                Node::Element(inner) => Some(&inner.tag),
                _ => None,
            }))
            .find_map(|tag| tag.text(&["class", "lang", "language"]))
            .unwrap_or_default();
        let mut plain = String::new();
        let part = slice(self.text, &element.content).to_owned();
        let text = Text::new(part, line);
        let writer = Writer {
            reader: Reader::new(&text),
            text: text.as_str(),
            is_mdx: self.is_mdx,
        };
        for node in &inner {
            match node {
                Node::Text(range) => {
                    plain.push_str(&htmlize::unescape(slice(writer.text, range)));
                }
                Node::Element(inner) if inner.is_closed => plain.push_str(&writer.plain(inner)),
                Node::Element(inner) => {
                    plain.push_str(slice(writer.text, &(inner.start..inner.content.start)));
                }
                Node::Expression(range) => plain.push_str(slice(writer.text, range)),
                Node::Unseen(_) => {}
            }
        }
        let fence = fenced(&language_of(&class), &plain);
        // Rows of the fence are rows of the source.
        let n_cut = plain.len() - plain.trim_start_matches('\n').len();
        let first = (line + n_cut as u32)
            .saturating_sub(1)
            .max(self.line(element.start));
        Self::block(out, "", &Text::new(fence, first), line);
    }

    /// Puts a block where a tag stood: a label, then content that is at the margin, at the indent
    /// of the line.
    pub(super) fn block(out: &mut Text, label: &str, content: &Text, line: u32) {
        let content = content.trimmed();
        if content.as_str().trim().is_empty() && label.is_empty() {
            return;
        }
        let open = out.open_line();
        let pad: String;
        if open.trim_start_matches([' ', '\t', '>']).is_empty() {
            pad = open.to_owned();
            let open = pad.as_str();
            // A blank line before it.
            if !open.contains('>')
                && !out.as_str().trim_end_matches(' ').ends_with("\n\n")
                && out.as_str().len() > open.len()
            {
                out.pop(open.len());
                out.push("\n", line);
                out.push(open, line);
            }
        } else if is_margin(open) {
            pad = open
                .chars()
                .map(|c| if c == '>' { '>' } else { ' ' })
                .collect();
        } else {
            pad = open.chars().take_while(|c| *c == ' ').collect();
            if open.trim_start().starts_with('|') {
                out.push(&names::one_line(content.as_str()), line);
                return;
            }
            let n = open.len() - open.trim_end().len();
            out.pop(n);
            out.push(&format!("\n\n{pad}"), line);
        }
        let blank = pad.trim_end().to_owned();
        let label = label.replace("**", "");
        // `<b>Note:</b>` in a box that is a note.
        let said = content.as_str().trim_start().strip_prefix("**");
        let said = said
            .and_then(|rest| rest.split_once("**"))
            .map(|(said, _)| said);
        let is_said =
            said.is_some_and(|said| said.trim_end_matches(':').eq_ignore_ascii_case(&label));
        if !label.is_empty() && !is_said {
            let label = if label.starts_with('[') {
                label
            } else {
                format!("**{label}**")
            };
            out.push(&label, line);
            if !content.as_str().trim().is_empty() {
                out.push(&format!("\n{blank}\n{pad}"), line);
            }
        }
        if pad.is_empty() {
            out.append(&content);
        } else {
            for (i, (row, line)) in content.rows().enumerate() {
                if i > 0 {
                    out.push(if row.trim().is_empty() { &blank } else { &pad }, line);
                }
                out.push(row, line);
            }
        }
        out.push("\n", content.last_line());
        if !blank.is_empty() {
            out.push(&blank, content.last_line());
        }
    }
}
