//! The tree that tags of HTML and JSX make of a text.

use std::collections::VecDeque;
use std::ops::Range;

use super::code::Code;
use super::tag::{self, Tag, braces};
use crate::ahead::{Ahead, head};
use crate::markdown::slice;

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

/// An element, or a component.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) tag: Tag,
    /// Where its tag begins.
    pub(super) start: usize,
    /// Where its content begins and where it ends.
    pub(super) content: Range<usize>,
    /// Where its end tag ends.
    pub(super) end: usize,
    pub(super) children: Vec<Node>,
    /// It has an end tag, or closes itself.
    pub(super) is_closed: bool,
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
/// Those whose content is no markup to a browser either.
const RAW_IN_PAGES: &[&str] = &["script", "style", "textarea"];

/// `<Link>` and `<Math>` are components, `<LINK>` is an element.
fn is_component(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.contains(|c: char| c.is_ascii_lowercase())
}

fn is_any(names: &[&str], name: &str) -> bool {
    !is_component(name) && names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// How many elements may be open at once: what reads them goes as deep into the stack of its thread.
const MAX_OPEN: usize = 128;

/// The tree of `text`. `expressions`: braces are JSX. Where too many elements are open, the innermost
/// is left.
pub(super) fn build(text: &str, code: &Code, expressions: bool) -> Vec<Node> {
    let builder = Builder {
        raw: RAW,
        expressions,
        ahead: Ahead::of(text),
        ..Builder::default()
    };
    builder.read(text, code).top
}

/// Whether more elements of a page are open at once than a tree has room for.
pub(super) fn is_deep(html: &str) -> bool {
    let builder = Builder {
        raw: RAW_IN_PAGES,
        ahead: Ahead::of(html),
        ..Builder::default()
    };
    builder.read(html, &Code::default()).is_deep
}

/// The state while a text is read.
#[derive(Default)]
struct Builder {
    /// Elements whose content is taken as it stands.
    raw: &'static [&'static str],
    /// Braces are JSX.
    expressions: bool,
    ahead: Ahead,
    /// The open elements, the innermost last.
    stack: Vec<Element>,
    /// What is in no open element.
    top: Vec<Node>,
    /// An element was left for want of room.
    is_deep: bool,
}

impl Builder {
    fn read(mut self, text: &str, code: &Code) -> Builder {
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
            let open = self.stack.last();
            if is_escaped && !open.is_some_and(|open| open.is_code_end(rest)) {
                at = found + 1;
                continue;
            }
            let before = slice(text, &(0..found));
            let Some(piece) = piece(before, rest, self.expressions, &mut self.ahead) else {
                at = found + 1;
                continue;
            };
            if text_from < found {
                self.push(Node::Text(text_from..found));
            }
            at = found + piece.length;
            match piece.what {
                What::Unseen => self.push(Node::Unseen(found..at)),
                What::Expression => self.push(Node::Expression(found..at)),
                What::Tag(tag) if tag.is_end => self.end(&tag, found..at),
                What::Tag(tag) => at = self.start(tag, text, found..at),
            }
            text_from = at;
        }
        if text_from < text.len() {
            self.push(Node::Text(text_from..text.len()));
        }
        self.leave(0);
        self
    }

    /// What stands where the next node will.
    fn siblings(&mut self) -> &mut Vec<Node> {
        match self.stack.last_mut() {
            Some(open) => &mut open.children,
            None => &mut self.top,
        }
    }

    fn push(&mut self, node: Node) {
        self.siblings().push(node);
    }

    /// An element begins with the tag at `range`. Where reading goes on: after its end, if its content
    /// is taken as it stands.
    fn start(&mut self, tag: Tag, text: &str, range: Range<usize>) -> usize {
        let Range { start, end } = range;
        while let Some(open) = self.stack.last()
            && OPTIONAL_END.iter().any(|(name, enders)| {
                open.tag.name.eq_ignore_ascii_case(name) && is_any(enders, &tag.name)
            })
        {
            self.close(start..start);
        }
        let is_single = tag.is_self_closing || is_any(VOID, &tag.name);
        let raw = (!is_single && is_any(self.raw, &tag.name))
            .then(|| raw_end(text, end, &tag.name, &mut self.ahead))
            .flatten();
        let mut element = Element {
            start,
            content: end..end,
            end,
            children: Vec::new(),
            is_closed: is_single,
            tag,
        };
        if let Some(raw) = raw {
            element.children.push(Node::Text(end..raw.start));
            element.content = end..raw.start;
            element.end = raw.end;
            element.is_closed = true;
            self.push(Node::Element(element));
            return raw.end;
        }
        if is_single {
            self.push(Node::Element(element));
        } else {
            if self.stack.len() >= MAX_OPEN {
                self.is_deep = true;
                self.leave(MAX_OPEN - 1);
            }
            self.stack.push(element);
        }
        end
    }

    /// An end tag stands at `range`. Without a beginning it is dropped.
    fn end(&mut self, tag: &Tag, range: Range<usize>) {
        let is_same = |open: &Element| open.tag.name.eq_ignore_ascii_case(&tag.name);
        if let Some(depth) = self.stack.iter().rposition(is_same) {
            self.leave(depth + 1);
            self.close(range);
        } else {
            self.push(Node::Unseen(range));
        }
    }

    /// Ends the innermost open element with the end tag at `range`, which may be empty.
    fn close(&mut self, range: Range<usize>) {
        if let Some(mut element) = self.stack.pop() {
            element.content.end = range.start;
            element.end = range.end;
            element.is_closed = true;
            self.push(Node::Element(element));
        }
    }

    /// Ends all open elements but the outermost `depth`, without end tags: what is in them stands
    /// beside them, unless their end tag may be missing.
    fn leave(&mut self, depth: usize) {
        let mut inner: VecDeque<Node> = VecDeque::new();
        while self.stack.len() > depth
            && let Some(mut element) = self.stack.pop()
        {
            let name = element.tag.name.as_str();
            if OPTIONAL_END
                .iter()
                .any(|(known, _)| name.eq_ignore_ascii_case(known))
            {
                element.children.extend(inner.drain(..));
                let last = element.children.last().map(end_of);
                element.content.end = last.unwrap_or(element.content.start);
                element.end = element.content.end;
                element.is_closed = true;
            } else {
                for child in element.children.drain(..).rev() {
                    inner.push_front(child);
                }
            }
            inner.push_front(Node::Element(element));
        }
        self.siblings().extend(inner);
    }
}

/// Something that begins with `<` or `{`, and its length.
struct Piece {
    length: usize,
    what: What,
}

enum What {
    Unseen,
    Expression,
    Tag(Tag),
}

/// Longer expressions in the text are code that nobody marked as code, in bytes.
const LONGEST_EXPRESSION: usize = 4000;

/// What `rest` begins with, if it is anything but text.
fn piece(before: &str, rest: &str, expressions: bool, ahead: &mut Ahead) -> Option<Piece> {
    let piece = |length: usize, what: What| Some(Piece { length, what });
    if rest.starts_with('{') {
        // `{/*comment*/}` and `{' '}` are not text anywhere.
        let is_certain = ["{/*", "{' '}", "{\" \"}", "{props.", "{frontmatter."]
            .iter()
            .any(|start| rest.starts_with(start));
        if !expressions && !is_certain {
            return None;
        }
        let mut near = ahead.within(rest);
        if !is_certain {
            near = head(near, LONGEST_EXPRESSION);
        }
        let Some(length) = braces(near) else {
            ahead.in_vain(near.len());
            return None;
        };
        return piece(length, What::Expression);
    }
    if rest.starts_with("<!--") {
        let end = ahead.find(rest, "-->").map(|end| end + 3);
        let end = end.or_else(|| rest.find("\n\n"));
        return piece(end.unwrap_or(rest.len()), What::Unseen);
    }
    if rest.starts_with("<?") {
        let end = ahead.find(rest, "?>").map(|end| end + 2);
        let end = end.or_else(|| Some(ahead.find(rest, ">")? + 1));
        return piece(end?, What::Unseen);
    }
    let is_name = |c: char| c.is_ascii_alphabetic() || c == '[';
    if rest
        .strip_prefix("<!")
        .is_some_and(|rest| rest.starts_with(is_name))
    {
        return piece(ahead.find(rest, ">")? + 1, What::Unseen);
    }
    let next = rest.get(1..)?.chars().next()?;
    if !(next.is_ascii_alphabetic() || next == '/' || next == '>') {
        return None;
    }
    if before.ends_with("](") {
        return None;
    }
    match tag::read(ahead.within(rest)) {
        Ok(tag) if !tag.name.is_empty() || expressions || tag.is_end => {
            piece(tag.length, What::Tag(tag))
        }
        Ok(_) => None,
        Err(n_bytes) => {
            ahead.in_vain(n_bytes);
            None
        }
    }
}

/// Where the end tag is of an element whose content begins at `from`.
fn raw_end(text: &str, from: usize, name: &str, ahead: &mut Ahead) -> Option<Range<usize>> {
    let end_tag = format!("</{}", name.to_ascii_lowercase());
    let rest = slice(text, &(from..text.len()));
    let n_bytes = end_tag.len();
    let is_it = |at: &usize| {
        let start = rest.get(*at..*at + n_bytes);
        start.is_some_and(|start| start.eq_ignore_ascii_case(&end_tag))
    };
    ahead.find_by(&end_tag, || {
        let start = rest.match_indices("</").map(|(at, _)| at).find(is_it)?;
        let end = start + rest.get(start..)?.find('>')? + 1;
        Some(from + start..from + end)
    })
}

fn end_of(node: &Node) -> usize {
    match node {
        Node::Text(range) | Node::Expression(range) | Node::Unseen(range) => range.end,
        Node::Element(element) => element.end,
    }
}
