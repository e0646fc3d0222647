//! What an answer can be made of: the sentences, list items, table rows and code blocks of a
//! chunk, each with the lines that it stands on.
//!
//! The Markdown is what the indexer left of a page, so a walk over its lines is enough. The text of
//! a unit is that of the document but for white space and the targets of links.

use std::ops::RangeInclusive;

use index::analysis::squash;
use index::{Index, StoredChunk, StoredDocument};

use super::sentences::{sentences, words};
use crate::cues::is_han_or_kana;

/// Words from which on a list item is divided into its sentences.
const LONG_ITEM: usize = 60;

/// What a unit is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A sentence of a paragraph.
    Sentence,
    /// An item of a list, or the first sentence of a long one.
    Item {
        /// Whether the list is numbered.
        ordered: bool,
        /// How far the item is indented, in levels.
        depth: usize,
    },
    /// A row of a table.
    Row,
    /// A fenced code block.
    Code,
}

/// A piece of a chunk that can be a statement of an answer.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// As it is shown: a sentence or item on one line, a row with its bars, code with its fences.
    pub(super) text: String,
    pub(super) kind: Kind,
    /// Lines of the source file.
    pub(super) lines: RangeInclusive<u32>,
    /// The heading that it is under, as an index into the headings of the document.
    pub(super) heading: Option<u32>,
    /// Units of one paragraph, list or table have one number; the next block has the next.
    pub(super) block: usize,
    /// Whether it begins its paragraph.
    pub(super) opens: bool,
    /// The share of its characters that are text of links, between 0 and 1.
    pub(super) links: f32,
    /// For a row, the head of its table and the line below.
    pub(super) head: String,
}

/// The units of a chunk.
///
/// # Errors
/// If the index is damaged.
pub(super) fn units(
    index: &Index<'_>,
    document: &StoredDocument,
    chunk: &StoredChunk,
) -> Result<Vec<Unit>, index::Error> {
    let text = index.chunk_text(document, chunk)?;
    let mut walk = Walk::new(document, chunk, text.lines().count());
    if chunk.prefix.starts_with(['`', '~']) {
        // The rest of a code block whose beginning is in another chunk.
        let mark = chunk.prefix.chars().take_while(|c| matches!(c, '`' | '~'));
        walk.fence = Some(Fence {
            mark: mark.collect(),
            indent: 0,
            text: String::new(),
            line: 0,
            is_whole: false,
        });
    } else if chunk.prefix.starts_with('|') {
        chunk.prefix.trim_end().clone_into(&mut walk.head);
    }
    for (number, line) in text.lines().enumerate() {
        walk.line(number, line);
    }
    walk.flush();
    Ok(walk.units)
}

/// A code block that is open.
struct Fence {
    mark: String,
    indent: usize,
    text: String,
    line: usize,
    /// Whether it began in this chunk.
    is_whole: bool,
}

/// A paragraph or list item that is open.
#[derive(Default)]
struct Paragraph {
    text: String,
    /// For each of its lines, where it begins in the text and its number.
    lines: Vec<(usize, usize)>,
    item: Option<(bool, usize)>,
    /// A quotation has marks inside that a sentence over two lines would lose.
    is_quote: bool,
}

struct Walk<'d> {
    document: &'d StoredDocument,
    chunk: &'d StoredChunk,
    /// Whether the lines of the chunk are the lines of the source, one by one.
    is_line_by_line: bool,
    units: Vec<Unit>,
    heading: Option<u32>,
    block: usize,
    paragraph: Paragraph,
    fence: Option<Fence>,
    /// The head of the table that is open.
    head: String,
    /// Whether the block that is open is a list.
    in_list: bool,
}

impl<'d> Walk<'d> {
    fn new(document: &'d StoredDocument, chunk: &'d StoredChunk, n_lines: usize) -> Self {
        let span = chunk.lines.end() - chunk.lines.start() + 1;
        Walk {
            document,
            chunk,
            is_line_by_line: n_lines == span as usize,
            units: Vec::new(),
            heading: chunk.heading,
            block: 0,
            paragraph: Paragraph::default(),
            fence: None,
            head: String::new(),
            in_list: false,
        }
    }

    fn line(&mut self, number: usize, line: &str) {
        let text = line.trim();
        let indent = line.len() - line.trim_start().len();
        if let Some(fence) = &mut self.fence {
            let closes =
                text.starts_with(fence.mark.as_str()) && text.trim_matches(['`', '~']).is_empty();
            let dedented = line.get(fence.indent.min(indent)..).unwrap_or_default();
            fence.text.push('\n');
            fence.text.push_str(dedented);
            if closes {
                self.code(number);
            }
            return;
        }
        let begins = self.paragraph.text.is_empty();
        if !text.is_empty() && !self.in_list && begins && is_code_indent(line) {
            self.indented(number, line);
            return;
        }
        if text.starts_with("```") || text.starts_with("~~~") {
            self.flush();
            if indent == 0 {
                self.end_block();
            }
            self.fence = Some(Fence {
                mark: text
                    .chars()
                    .take_while(|c| matches!(c, '`' | '~'))
                    .collect(),
                indent,
                text: text.to_owned(),
                line: number,
                is_whole: true,
            });
        } else if text.is_empty() {
            self.flush();
            if !self.in_list {
                self.end_block();
            }
        } else if text.starts_with('#') && text.trim_start_matches('#').starts_with(' ') {
            self.flush();
            self.end_block();
            self.enter(text.trim_start_matches('#'));
        } else if text.starts_with('|') || (!self.head.is_empty() && text.contains('|')) {
            self.flush();
            self.row(number, text);
        } else if self.paragraph.text.contains('|') && text.contains('|') && is_table_line(text) {
            // A table without outer bars.
            let head = std::mem::take(&mut self.paragraph).text;
            self.row(number, &head);
            self.row(number, text);
        } else if is_rule(text) || text.starts_with('<') || is_link_definition(text) {
            self.flush();
        } else if let Some((ordered, rest)) = item(text) {
            self.flush();
            if !self.in_list {
                self.end_block();
                self.in_list = true;
            }
            self.paragraph.item = Some((ordered, indent / 2));
            self.push(number, rest);
        } else {
            if self.in_list && indent == 0 && self.paragraph.text.is_empty() {
                self.end_block();
            }
            let quoted = text.strip_prefix('>').map(str::trim_start);
            if quoted.is_some() != self.paragraph.is_quote {
                self.flush();
            }
            self.paragraph.is_quote = quoted.is_some();
            self.push(number, quoted.unwrap_or(text));
        }
    }

    /// A line of a code block that has no fences.
    fn indented(&mut self, number: usize, line: &str) {
        let code = line
            .strip_prefix('\t')
            .or_else(|| line.strip_prefix("    "));
        let code = code.unwrap_or_default();
        let lines = self.lines(number, number);
        let block = self.block;
        let is_open = |unit: &&mut Unit| unit.kind == Kind::Code && unit.block == block;
        if let Some(unit) = self.units.last_mut().filter(is_open) {
            unit.text.extend(["\n", code]);
            unit.lines = *unit.lines.start()..=*lines.end();
        } else {
            self.end_block();
            self.unit(code.to_owned(), Kind::Code, lines, 0.0, true);
        }
    }

    fn push(&mut self, number: usize, text: &str) {
        let paragraph = &mut self.paragraph;
        // No space where a line of Chinese or Japanese was broken.
        let joins = paragraph
            .text
            .chars()
            .next_back()
            .is_some_and(is_han_or_kana)
            && text.chars().next().is_some_and(is_han_or_kana);
        if !paragraph.text.is_empty() && !joins {
            paragraph.text.push(' ');
        }
        paragraph.lines.push((paragraph.text.len(), number));
        paragraph.text.push_str(text);
    }

    /// Begins a section.
    fn enter(&mut self, title: &str) {
        let title = squash(&plain(title).text);
        let from = self.heading.map_or(0, |heading| heading as usize);
        let mut later = self.document.headings.iter().enumerate().skip(from);
        if let Some((at, _)) = later.find(|(_, heading)| squash(&heading.title) == title) {
            self.heading = Some(at as u32);
        }
    }

    fn end_block(&mut self) {
        self.in_list = false;
        self.head.clear();
        if self
            .units
            .last()
            .is_some_and(|unit| unit.block == self.block)
        {
            self.block += 1;
        }
    }

    /// The lines of the source that lines of the chunk are from.
    fn lines(&self, first: usize, last: usize) -> RangeInclusive<u32> {
        if !self.is_line_by_line {
            return self.chunk.lines.clone();
        }
        let start = *self.chunk.lines.start();
        start + first as u32..=start + last as u32
    }

    fn code(&mut self, last: usize) {
        let Some(fence) = self.fence.take().filter(|fence| fence.is_whole) else {
            return;
        };
        let lines = self.lines(fence.line, last);
        self.unit(fence.text, Kind::Code, lines, 0.0, true);
        if !self.in_list {
            self.end_block();
        }
    }

    fn row(&mut self, number: usize, text: &str) {
        if self.head.is_empty() {
            self.end_block();
            text.clone_into(&mut self.head);
        } else if is_table_line(text) {
            self.head.push('\n');
            self.head.push_str(text);
        } else {
            let plain = plain(text);
            let lines = self.lines(number, number);
            let head = self.head.clone();
            self.unit(plain.text, Kind::Row, lines, plain.links, true);
            if let Some(unit) = self.units.last_mut() {
                unit.head = head;
            }
        }
    }

    fn unit(
        &mut self,
        text: String,
        kind: Kind,
        lines: RangeInclusive<u32>,
        links: f32,
        opens: bool,
    ) {
        self.units.push(Unit {
            text,
            kind,
            lines,
            heading: self.heading,
            block: self.block,
            opens,
            links,
            head: String::new(),
        });
    }

    /// Ends the paragraph or item that is open.
    fn flush(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        if paragraph.text.is_empty() {
            return;
        }
        let line_of = |at: usize| {
            let n_before = paragraph.lines.partition_point(|(start, _)| *start <= at);
            let line = n_before.checked_sub(1).and_then(|i| paragraph.lines.get(i));
            line.map_or(0, |(_, number)| *number)
        };
        let kind = paragraph
            .item
            .map(|(ordered, depth)| Kind::Item { ordered, depth });
        let n_words = words(&paragraph.text);
        let ranges = match kind {
            Some(_) if n_words <= LONG_ITEM => std::iter::once(0..paragraph.text.len()).collect(),
            _ => sentences(&paragraph.text),
        };
        for (nth, range) in ranges.into_iter().enumerate() {
            let sentence = paragraph.text.get(range.clone()).unwrap_or_default();
            let (first, last) = (line_of(range.start), line_of(range.end.saturating_sub(1)));
            // Marks of a quotation and images stand inside such a sentence in the document.
            if (paragraph.is_quote && first != last) || sentence.contains("![") {
                continue;
            }
            let plain = plain(sentence);
            if plain.text.chars().any(char::is_alphanumeric) {
                let kind = kind.filter(|_| nth == 0).unwrap_or(Kind::Sentence);
                let lines = self.lines(first, last);
                self.unit(plain.text, kind, lines, plain.links, nth == 0);
            }
        }
    }
}

/// Whether a line is a rule or the line under a heading.
fn is_rule(text: &str) -> bool {
    text.len() >= 3
        && text
            .chars()
            .all(|c| matches!(c, '-' | '*' | '_' | '=' | ' '))
}

/// Whether a line divides the head of a table from its rows.
fn is_table_line(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// Whether a line is indented as code is.
fn is_code_indent(line: &str) -> bool {
    line.starts_with('\t') || line.starts_with("    ")
}

/// `[name]: target`.
fn is_link_definition(text: &str) -> bool {
    text.starts_with('[')
        && text
            .split_once("]: ")
            .is_some_and(|(name, _)| !name.contains(']'))
}

/// What follows the mark of a list item, and whether the mark is a number.
fn item(text: &str) -> Option<(bool, &str)> {
    if let Some(rest) = text.strip_prefix(['-', '*', '+']) {
        return rest
            .strip_prefix(' ')
            .map(|rest| (false, rest.trim_start()));
    }
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = text.get(digits..).filter(|_| (1..=3).contains(&digits))?;
    let rest = rest.strip_prefix(['.', ')'])?;
    rest.strip_prefix(' ').map(|rest| (true, rest.trim_start()))
}

/// Text without the targets of its links.
struct Plain {
    text: String,
    links: f32,
}

fn plain(text: &str) -> Plain {
    let mut plain = String::with_capacity(text.len());
    let mut linked = 0;
    let mut in_code = false;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        in_code ^= c == '`';
        if c == '['
            && !in_code
            && let Some((label, after)) = link(rest)
        {
            linked += label.chars().count();
            plain.push_str(label);
            rest = after;
        } else {
            plain.push(c);
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let length = plain.chars().count().max(1);
    Plain {
        text: plain,
        links: linked as f32 / length as f32,
    }
}

/// The label of the link that `text` begins with, and what follows the link: `[label](target)` or
/// `[label][name]`.
fn link(text: &str) -> Option<(&str, &str)> {
    let end = closing(text, '[', ']')?;
    let label = text.get(1..end)?;
    let after = text.get(end + 1..)?;
    let target = match after.chars().next()? {
        '(' => closing(after, '(', ')')?,
        '[' => closing(after, '[', ']')?,
        _ => return None,
    };
    (!label.is_empty()).then_some((label, after.get(target + 1..)?))
}

/// Where the bracket that `text` begins with is closed, in bytes.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    /// Bytes after which a bracket is taken to be no link's: bounds the work.
    const FAR: usize = 1000;
    let mut depth = 0;
    for (at, c) in text.char_indices().take_while(|(at, _)| *at < FAR) {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{item, plain};

    #[test]
    fn links_keep_their_text_alone() {
        let check = |text: &str, expected: &str| assert_eq!(plain(text).text, expected);
        check("See [the guide](a.md#b) now.", "See the guide now.");
        check("See [the `x`][1].", "See the `x`.");
        check(
            "An array `a[0](b)` and [x] stay.",
            "An array `a[0](b)` and [x] stay.",
        );
        check("[a [b]](c(d)) e", "a [b] e");
        check("[open", "[open");
        assert!(plain("[a b c](x)").links > 0.9);
    }

    #[test]
    fn items_begin_with_a_mark_or_a_number() {
        assert_eq!(item("- one"), Some((false, "one")));
        assert_eq!(item("12. two"), Some((true, "two")));
        assert_eq!(item("2015 was"), None);
        assert_eq!(item("-x"), None);
    }
}
