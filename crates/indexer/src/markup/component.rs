//! Components: what a reader would see of `<Card title="...">` or `<ParamField type="...">`.

use super::element::Writer;
use super::shape::{dedented, escaped, image, inline_code, target};
use super::tag::{Tag, Value, string_literal};
use super::text::Text;
use super::tree::{Element, Node};
use super::{fenced, label};
use crate::markdown::slice;
use crate::names;

/// Attributes of components that a reader sees as their title, and as text below it.
const TITLES: &[&str] = &[
    "title",
    "titleText",
    "label",
    "header",
    "heading",
    "tab",
    "summary",
    "term",
    "question",
    "name",
    "term_id",
];
/// Attributes that say for whom the content of a component is.
const VARIANTS: &[&str] = &["slot", "lang", "language", "platform", "value", "framework"];
const TEXTS: &[&str] = &[
    "description",
    "text",
    "content",
    "caption",
    "subtitle",
    "tagline",
    "answer",
    "message",
    "body",
];
const LINKS: &[&str] = &["href", "link", "url", "to"];
pub(super) const IMAGES: &[&str] = &["src", "image", "img"];

/// Attributes that name what a component describes, where it describes a parameter, a property or
/// another field.
const FIELD_NAMES: &[&str] = &[
    "name", "path", "query", "body", "header", "cookie", "form", "param", "prop", "field",
];
/// What names of such components end with, in lower case.
const FIELD_ENDS: &[&str] = &[
    "field",
    "param",
    "parameter",
    "prop",
    "property",
    "argument",
];
/// Attributes without a value, or with a true one, that a reader must know of.
const FIELD_FLAGS: &[&str] = &["required", "optional", "deprecated", "nullable", "readonly"];

/// The name, the type, the flags and the default of the field that a component describes:
/// "`limit` (integer, required, default `10`)".
fn field(tag: &Tag) -> Option<String> {
    let name = tag.text(FIELD_NAMES)?;
    let kind = tag.text(&["type"]);
    let component = tag.name.to_ascii_lowercase();
    if !FIELD_ENDS.iter().any(|end| component.ends_with(end)) {
        kind.as_ref().filter(|kind| label::box_of(kind).is_none())?;
    }
    let is_set = |flag: &&&str| {
        tag.attributes.iter().any(|attribute| {
            let is_true = match &attribute.value {
                Value::None => true,
                Value::Text(value) | Value::Expression(value) => value.trim() == "true",
            };
            is_true && attribute.name.eq_ignore_ascii_case(flag)
        })
    };
    let flags = FIELD_FLAGS
        .iter()
        .filter(is_set)
        .map(|flag| (*flag).to_owned());
    let default = tag.text(&["default", "defaultValue", "initialValue"]);
    let default = default.or_else(|| tag.expression("default").map(str::to_owned));
    let default = default.map(|value| format!("default {}", inline_code(&value)));
    let notes: Vec<String> = kind.into_iter().chain(flags).chain(default).collect();
    let name = inline_code(&name);
    Some(if notes.is_empty() {
        name
    } else {
        format!("{name} ({})", names::one_line(&notes.join(", ")))
    })
}

/// What a reader sees as the title of a component: `Listing 1-1: Hello (src/main.rs)`, `GET /pets`,
/// `Ann: Engineer`.
fn title(tag: &Tag) -> Option<String> {
    if let Some(method) = tag.text(&["method"])
        && let Some(path) = tag.text(&["path"])
    {
        return Some(format!("`{} {path}`", method.to_uppercase()));
    }
    let file = tag.text(&["file-name", "filename"]);
    let title = match (tag.text(&["number"]), tag.text(&["name"])) {
        (Some(number), _) => {
            let caption = tag.text(&["caption", "title"]);
            let caption = caption.map_or_else(String::new, |caption| format!(": {caption}"));
            Some(format!("{} {number}{caption}", tag.name))
        }
        (None, Some(name)) => match tag.text(&["title"]).filter(|title| *title != name) {
            Some(title) => Some(format!("{name}: {title}")),
            None => tag.text(TITLES),
        },
        (None, None) => tag.text(TITLES),
    };
    match (title, file) {
        (Some(title), Some(file)) => Some(format!("{title} ({file})")),
        (title, file) => title.or(file),
    }
}

/// What a reader sees below the title; `is_field`: what names a field is no text.
fn texts(tag: &Tag, is_field: bool) -> Vec<String> {
    let is_numbered = tag.text(&["number"]).is_some();
    let texts = TEXTS
        .iter()
        .filter(|name| !(is_field && FIELD_NAMES.contains(name)))
        .filter(|name| !(is_numbered && **name == "caption"))
        .filter_map(|name| tag.text(&[name]));
    // `text=true` is a switch.
    texts
        .filter(|text| text != "true" && text != "false")
        .collect()
}

impl Writer<'_> {
    /// The code that a component for code holds as an expression.
    fn code_in(&self, element: &Element) -> Option<String> {
        if !element.tag.name.to_ascii_lowercase().contains("code") {
            return None;
        }
        let is_blank = |node: &&Node| matches!(node, Node::Text(range) if slice(self.text, range).trim().is_empty());
        let mut nodes = element.children.iter().filter(|node| !is_blank(node));
        match (nodes.next(), nodes.next()) {
            (Some(Node::Expression(range)), None) => {
                let whole = slice(self.text, range);
                string_literal(whole.get(1..whole.len().saturating_sub(1))?)
            }
            _ => None,
        }
    }

    /// `<name>`, which stands for a name.
    fn name(&self, element: &Element, out: &mut Text) {
        let line = self.line(element.start);
        out.push("\\", line);
        self.reader.copy(element.start..element.content.start, out);
        if element.is_closed {
            self.nodes(&element.children, out);
            let end = slice(self.text, &(element.content.end..element.end));
            if end.starts_with("</") {
                out.push(&format!("\\{end}"), line);
            }
        }
    }

    /// A component: its title, its text, its content.
    pub(super) fn component(&self, element: &Element, out: &mut Text) {
        let tag = &element.tag;
        let line = self.line(element.start);
        let is_component = tag.name.is_empty()
            || tag.name.contains(['-', '.'])
            || tag.name.starts_with(|c: char| c.is_ascii_uppercase());
        let is_known = element.is_closed && (is_component || !element.children.is_empty())
            || !tag.attributes.is_empty() && is_component;
        if !is_known {
            self.name(element, out);
            return;
        }
        if let Some(code) = tag.text(&["code"]).or_else(|| self.code_in(element)) {
            let language = tag.text(&["lang", "language"]).unwrap_or_default();
            let caption = tag.text(&["title", "filename"]).unwrap_or_default();
            let fence = Text::new(fenced(&language, &code), line);
            Self::block(out, &caption, &fence, line);
            return;
        }
        let lower = tag.name.to_ascii_lowercase();
        if lower.ends_with("icon") && element.children.is_empty() {
            return;
        }
        let field = field(tag).filter(|_| is_component);
        let mut title = field.clone().or_else(|| title(tag));
        if title.is_none() && element.content.len() > 1 && !lower.contains("code") {
            title = tag.text(VARIANTS).filter(|variant| variant != "default");
        }
        if let Some(id) = tag.text(&["titleId"])
            && let Some(text) = &title
        {
            let heading = format!("#### {text} {{#{id}}}");
            Self::block(out, "", &Text::new(heading, line), line);
            title = None;
        }
        let mut shown = String::new();
        if let Some(href) = tag.text(LINKS) {
            match &title {
                Some(text) => {
                    title = Some(format!("[{}]({})", names::one_line(text), target(&href)));
                }
                None if element.children.is_empty() => {
                    shown = if href.contains("://") {
                        format!("<{href}>")
                    } else {
                        String::new()
                    };
                }
                None => {
                    self.link(element, out);
                    return;
                }
            }
        } else if let Some(alt) = tag.text(&["alt"]) {
            shown = image(&alt, &tag.text(IMAGES).unwrap_or_default());
        } else if let Some(version) = tag.text(&["v", "version", "since"])
            && element.children.is_empty()
        {
            shown = format!("{} {version}", tag.name);
        }
        let texts = texts(tag, field.is_some());
        let content = self.content(element);
        let kind = tag.text(&["type", "variant", "kind", "style", "intent"]);
        let kind = kind.filter(|kind| label::box_of(kind).is_some());
        let label = match label::box_of(&tag.name) {
            Some(_) => label::of(kind.as_deref().unwrap_or(&tag.name), title.as_deref()),
            None => title.unwrap_or_default(),
        };
        let is_empty = content.as_str().trim().is_empty() && texts.is_empty() && shown.is_empty();
        if self.is_alone(element)
            || content.as_str().contains("\n\n")
            || content.as_str().starts_with('\n')
        {
            if is_empty && (label.is_empty() || label::box_of(&label).is_some()) {
                return;
            }
            let mut body = Text::empty(line);
            for text in texts.iter().chain([&shown]).filter(|text| !text.is_empty()) {
                body.push(&format!("{}\n\n", escaped(text)), line);
            }
            body.append(&dedented(&content));
            Self::block(out, &label, &body, line);
        } else {
            let parts = [label, shown].into_iter().chain(texts);
            let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
            out.push(&parts.join(": "), line);
            if !parts.is_empty() && !content.as_str().trim().is_empty() {
                out.push(": ", line);
            }
            out.append(&content);
        }
    }
}
