//! Tags of HTML and JSX: how they are read, and the tree that they make of a text.

use std::ops::Range;

use super::code::Code;
use crate::markdown::slice;

/// A tag as it is written.
#[derive(Debug)]
pub(super) struct Tag {
    /// As written; empty for the fragment `<>`.
    pub(super) name: String,
    pub(super) attributes: Vec<Attribute>,
    pub(super) is_end: bool,
    pub(super) is_self_closing: bool,
    pub(super) length: usize,
}

#[derive(Debug)]
pub(super) struct Attribute {
    /// As written.
    pub(super) name: String,
    pub(super) value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    None,
    /// In quotes or bare.
    Text(String),
    /// In braces, without them.
    Expression(String),
}

impl Tag {
    /// The text of the first of the attributes `names` that has one; entities decoded.
    pub(super) fn text(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| {
            let attribute = self
                .attributes
                .iter()
                .find(|attribute| attribute.name.eq_ignore_ascii_case(name))?;
            let text = match &attribute.value {
                Value::None => return None,
                Value::Text(text) => htmlize::unescape(text).into_owned(),
                Value::Expression(code) => string_literal(code)?,
            };
            Some(text).filter(|text| !text.trim().is_empty())
        })
    }
}

impl Tag {
    /// The expression that the attribute `name` is.
    pub(super) fn expression(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find_map(|attribute| match &attribute.value {
            Value::Expression(code) if attribute.name.eq_ignore_ascii_case(name) => {
                Some(code.trim())
            }
            _ => None,
        })
    }
}

impl Element {
    /// Whether `rest` ends this element, which is code of HTML: what stands before is a backslash
    /// and escapes nothing.
    fn is_code_end(&self, rest: &str) -> bool {
        let name = self.tag.name.as_str();
        matches!(name, "code" | "kbd" | "samp" | "var" | "tt")
            && rest
                .strip_prefix("</")
                .and_then(|rest| rest.strip_prefix(name))
                .is_some_and(|rest| rest.starts_with('>'))
    }
}

/// The string that the expression `code` is, if it is nothing else.
pub(super) fn string_literal(code: &str) -> Option<String> {
    let code = code.trim();
    let q = code
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inside = code.get(1..)?.strip_suffix(q)?;
    let ends_early = inside.match_indices(q).any(|(at, _)| {
        !inside
            .get(..at)
            .is_some_and(|before| before.ends_with('\\'))
    });
    (!ends_early && !inside.contains("${")).then(|| {
        inside
            .replace("\\n", "\n")
            .replace("\\`", "`")
            .replace("\\'", "'")
            .replace("\\\"", "\"")
    })
}

/// Reads the tag that `text` begins with.
pub(super) fn read(text: &str) -> Option<Tag> {
    let bytes = text.as_bytes();
    let mut at = 1;
    let is_end = bytes.get(at) == Some(&b'/');
    at += usize::from(is_end);
    let name_start = at;
    while bytes
        .get(at)
        .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b':'))
    {
        at += 1;
    }
    let name = text.get(name_start..at)?.to_owned();
    if !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    // `<https://...>` and `<a@b.c>` are links.
    if name.ends_with(':') || bytes.get(at) == Some(&b'@') {
        return None;
    }
    let mut tag = Tag {
        name,
        attributes: Vec::new(),
        is_end,
        is_self_closing: false,
        length: 0,
    };
    loop {
        let rest = text.get(at..)?;
        let trimmed = rest.trim_start();
        let had_space = trimmed.len() < rest.len();
        at += rest.len() - trimmed.len();
        // A paragraph ends, the tag did not.
        if slice(text, &(at - (rest.len() - trimmed.len())..at))
            .matches('\n')
            .count()
            > 2
        {
            return None;
        }
        match trimmed.as_bytes().first()? {
            b'>' => {
                tag.length = at + 1;
                return Some(tag);
            }
            b'/' => {
                if !trimmed.get(1..)?.trim_start().starts_with('>') {
                    return None;
                }
                tag.is_self_closing = true;
                at += 1;
            }
            // `width="1", height="2"`: a mistake that browsers forgive.
            b',' if matches!(tag.attributes.last(), Some(last) if matches!(last.value, Value::Text(_))) =>
            {
                at += 1;
            }
            b'{' => {
                let end = braces(trimmed)?;
                at += end;
            }
            _ if tag.name.is_empty() || !had_space && tag.attributes.is_empty() => return None,
            _ => {
                let (attribute, length) = attribute(trimmed)?;
                tag.attributes.push(attribute);
                at += length;
            }
        }
    }
}

fn attribute(text: &str) -> Option<(Attribute, usize)> {
    let fits = |c: char| {
        c.is_alphanumeric()
            || matches!(
                c,
                '_' | ':' | '-' | '.' | '@' | '#' | '*' | '[' | ']' | '(' | ')' | '$'
            )
    };
    let end = text.find(|c: char| !fits(c)).unwrap_or(text.len());
    if end == 0 {
        return None;
    }
    let name = text.get(..end)?.to_owned();
    let rest = text.get(end..)?;
    let spaces = rest.len() - rest.trim_start().len();
    let Some(value) = rest.trim_start().strip_prefix('=') else {
        let none = Value::None;
        return Some((Attribute { name, value: none }, end));
    };
    let at = end + spaces + 1 + (value.len() - value.trim_start().len());
    let value = value.trim_start();
    let (value, length) = match value.chars().next()? {
        q @ ('"' | '\'') => {
            let close = value.get(1..)?.find(q)? + 1;
            (Value::Text(value.get(1..close)?.to_owned()), close + 1)
        }
        '{' => {
            let close = braces(value)?;
            let inside = value.get(1..close - 1)?.to_owned();
            (Value::Expression(inside), close)
        }
        _ => {
            let close = value.find(|c: char| c.is_whitespace() || c == '>')?;
            (Value::Text(value.get(..close)?.to_owned()), close)
        }
    };
    Some((Attribute { name, value }, at + length))
}

/// The length of the `{...}` that `text` begins with; strings, templates and comments are passed
/// over.
pub(super) fn braces(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote: Option<char> = None;
    let mut chars = text.char_indices().peekable();
    let mut before = '\0';
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => {
                chars.next();
            }
            (Some(open), _) if open == c => quote = None,
            (Some('"' | '\''), '\n') => quote = None,
            (None, '/') if text.get(at..)?.starts_with("/*") => {
                let end = at + text.get(at..)?.find("*/")? + 2;
                while chars.peek().is_some_and(|(at, _)| *at < end) {
                    chars.next();
                }
            }
            // An apostrophe in the text of a nested component is no quote.
            (None, '"' | '`') => quote = Some(c),
            (None, '\'') if !before.is_alphanumeric() => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            // Text, or whatever is inside quotes.
            _ => {}
        }
        before = c;
    }
    None
}

/// A piece of a text.
#[derive(Debug)]
pub(super) enum Node {
    /// As it stands, code too.
    Text(Range<usize>),
    /// `<b>...</b>`, or a single tag.
    Element(Element),
    /// `{expression}`, braces included.
    Expression(Range<usize>),
    /// Nothing that is seen: a comment, a processing instruction.
    Unseen(Range<usize>),
}

#[derive(Debug)]
pub(super) struct Element {
    pub(super) tag: Tag,
    pub(super) start: usize,
    /// Where its content begins and where it ends.
    pub(super) content: Range<usize>,
    pub(super) end: usize,
    pub(super) children: Vec<Node>,
    /// It has an end tag, or closes itself.
    pub(super) is_closed: bool,
}

/// Elements of HTML that have no content.
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Elements whose end tag may be missing, and the elements that end them by beginning.
const OPTIONAL_END: &[(&str, &[&str])] = &[
    (
        "p",
        &[
            "p",
            "div",
            "ul",
            "ol",
            "table",
            "pre",
            "h1",
            "h2",
            "h3",
            "h4",
            "dl",
            "blockquote",
        ],
    ),
    ("li", &["li"]),
    ("dt", &["dt", "dd"]),
    ("dd", &["dt", "dd"]),
    ("tr", &["tr", "tbody", "tfoot"]),
    ("td", &["td", "th", "tr", "tbody"]),
    ("th", &["td", "th", "tr", "tbody"]),
    ("thead", &["tbody", "tfoot"]),
    ("tbody", &["tbody", "tfoot"]),
    ("option", &["option"]),
];

/// Elements whose content is taken as it stands.
const RAW: &[&str] = &["script", "style", "pre", "textarea", "svg", "math"];

/// `<Link>` and `<Math>` are components, `<LINK>` is an element.
fn is_component(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.contains(|c: char| c.is_ascii_lowercase())
}

fn is_any(names: &[&str], name: &str) -> bool {
    !is_component(name) && names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// The tree of `text`. `expressions`: braces are JSX.
pub(super) fn tree(text: &str, code: &Code, expressions: bool) -> Vec<Node> {
    let mut stack: Vec<Element> = Vec::new();
    let mut top: Vec<Node> = Vec::new();
    let mut at = 0;
    let mut text_from = 0;
    while let Some(found) = text
        .get(at..)
        .and_then(|rest| rest.find(['<', '{']))
        .map(|found| at + found)
    {
        if let Some(range) = code.at(found) {
            at = range.end;
            continue;
        }
        let rest = slice(text, &(found..text.len()));
        let is_escaped = slice(text, &(0..found)).ends_with('\\');
        if is_escaped && !stack.last().is_some_and(|open| open.is_code_end(rest)) {
            at = found + 1;
            continue;
        }
        let Some(piece) = piece(slice(text, &(0..found)), rest, found, expressions) else {
            at = found + 1;
            continue;
        };
        if text_from < found {
            push(&mut stack, &mut top, Node::Text(text_from..found));
        }
        at = piece.end;
        text_from = at;
        match piece.what {
            What::Node(node) => push(&mut stack, &mut top, node),
            What::Tag(tag) if tag.is_end => {
                // Without a beginning it is dropped.
                if let Some(depth) = stack
                    .iter()
                    .rposition(|open| open.tag.name.eq_ignore_ascii_case(&tag.name))
                {
                    while stack.len() > depth + 1 {
                        close(&mut stack, &mut top, None);
                    }
                    close(&mut stack, &mut top, Some(found..at));
                } else {
                    push(&mut stack, &mut top, Node::Unseen(found..at));
                }
            }
            What::Tag(tag) => {
                while let Some(open) = stack.last()
                    && OPTIONAL_END.iter().any(|(name, enders)| {
                        open.tag.name.eq_ignore_ascii_case(name) && is_any(enders, &tag.name)
                    })
                {
                    close(&mut stack, &mut top, Some(found..found));
                }
                let is_single = tag.is_self_closing || is_any(VOID, &tag.name);
                let raw = (!is_single && is_any(RAW, &tag.name))
                    .then(|| raw_end(text, at, &tag.name))
                    .flatten();
                let mut element = Element {
                    start: found,
                    content: at..at,
                    end: at,
                    children: Vec::new(),
                    is_closed: is_single,
                    tag,
                };
                if let Some(end) = raw {
                    element.children.push(Node::Text(at..end.start));
                    element.content = at..end.start;
                    element.end = end.end;
                    element.is_closed = true;
                    at = end.end;
                    text_from = at;
                    push(&mut stack, &mut top, Node::Element(element));
                } else if is_single {
                    push(&mut stack, &mut top, Node::Element(element));
                } else {
                    stack.push(element);
                }
            }
        }
    }
    if text_from < text.len() {
        push(&mut stack, &mut top, Node::Text(text_from..text.len()));
    }
    while !stack.is_empty() {
        close(&mut stack, &mut top, None);
    }
    top
}

struct Piece {
    end: usize,
    what: What,
}

enum What {
    Node(Node),
    Tag(Tag),
}

/// What begins with the `<` or `{` at `at`.
fn piece(before: &str, rest: &str, at: usize, expressions: bool) -> Option<Piece> {
    let unseen = |length: usize| Piece {
        end: at + length,
        what: What::Node(Node::Unseen(at..at + length)),
    };
    if rest.starts_with('{') {
        // `{/*comment*/}` and `{' '}` are not text anywhere.
        let is_certain = rest.starts_with("{/*")
            || rest.starts_with("{' '}")
            || rest.starts_with("{\" \"}")
            || rest.starts_with("{props.")
            || rest.starts_with("{frontmatter.");
        if !expressions && !is_certain {
            return None;
        }
        let length = braces(rest)?;
        if rest.get(..length)?.len() > 4000 && !is_certain {
            return None;
        }
        let range = at..at + length;
        return Some(Piece {
            end: range.end,
            what: What::Node(Node::Expression(range)),
        });
    }
    if rest.starts_with("<!--") {
        let end = rest
            .find("-->")
            .map_or_else(|| rest.find("\n\n"), |end| Some(end + 3));
        return Some(unseen(end.unwrap_or(rest.len())));
    }
    if rest.starts_with("<?") {
        return rest
            .find("?>")
            .map(|end| unseen(end + 2))
            .or_else(|| rest.find('>').map(|end| unseen(end + 1)));
    }
    if rest.starts_with("<!")
        && rest
            .get(2..)?
            .starts_with(|c: char| c.is_ascii_alphabetic() || c == '[')
    {
        return rest.find('>').map(|end| unseen(end + 1));
    }
    let next = rest.get(1..)?.chars().next()?;
    if !(next.is_ascii_alphabetic() || next == '/' || next == '>') {
        return None;
    }
    if before.ends_with("](") {
        return None;
    }
    match read(rest) {
        Some(tag) if !tag.name.is_empty() || expressions || tag.is_end => Some(Piece {
            end: at + tag.length,
            what: What::Tag(tag),
        }),
        _ => None,
    }
}

fn raw_end(text: &str, from: usize, name: &str) -> Option<Range<usize>> {
    let mut at = from;
    loop {
        let found = at + text.get(at..)?.find("</")?;
        let rest = text.get(found + 2..)?;
        if rest
            .get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
        {
            return Some(found..found + text.get(found..)?.find('>')? + 1);
        }
        at = found + 2;
    }
}

fn push(stack: &mut [Element], top: &mut Vec<Node>, node: Node) {
    match stack.last_mut() {
        Some(open) => open.children.push(node),
        None => top.push(node),
    }
}

/// Ends the innermost open element: at `end`, or nowhere, and then its children are its siblings.
fn close(stack: &mut Vec<Element>, top: &mut Vec<Node>, end: Option<Range<usize>>) {
    let Some(mut element) = stack.pop() else {
        return;
    };
    let optional = OPTIONAL_END
        .iter()
        .any(|(name, _)| element.tag.name.eq_ignore_ascii_case(name));
    if let Some(end) = end {
        element.content.end = end.start;
        element.end = end.end;
        element.is_closed = true;
        push(stack, top, Node::Element(element));
        return;
    }
    let children = std::mem::take(&mut element.children);
    if optional {
        let last = children.last().map(end_of);
        element.content.end = last.unwrap_or(element.content.start);
        element.end = element.content.end;
        element.children = children;
        element.is_closed = true;
        push(stack, top, Node::Element(element));
        return;
    }
    push(stack, top, Node::Element(element));
    for child in children {
        push(stack, top, child);
    }
}

fn end_of(node: &Node) -> usize {
    match node {
        Node::Text(range) | Node::Expression(range) | Node::Unseen(range) => range.end,
        Node::Element(element) => element.end,
    }
}
