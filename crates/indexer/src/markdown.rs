//! The structure of a Markdown text, as far as indexing needs it: headings, plain text, and the
//! places where it can be cut. Nothing is rendered; everything points into the text by bytes.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::anchor::{self, Slugs};
use crate::fence::{self, Hidden, container};
use crate::html;
use crate::names::one_line;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The longest line that is repeated before a part of a fence or table, in characters. Longer
/// ones would leave no room for the part itself.
pub(crate) const MAX_PREFIX_CHARS: usize = 400;

/// What was found in one text.
#[derive(Debug, Default)]
pub(crate) struct Markdown {
    /// Headings that stand at the margin, in order; those inside quotes and lists divide nothing.
    pub headings: Vec<HeadingAt>,
    /// The plain text, in order.
    pub pieces: Vec<Piece>,
    /// Where the text may be cut between blocks, in order, each place once.
    pub cuts: Vec<Cut>,
    /// Fences and tables, in order, disjoint.
    pub wraps: Vec<Wrap>,
    /// Text whose lines must stay whole while there is another way: code and raw HTML.
    pub verbatim: Vec<Range<usize>>,
    /// Paragraphs at the margin, in order.
    pub paragraphs: Vec<Range<usize>>,
}

/// A heading and where it stands.
#[derive(Debug)]
pub(crate) struct HeadingAt {
    /// Its whole lines.
    pub range: Range<usize>,
    /// 1 to 6.
    pub level: u8,
    /// Plain text, one line, without an explicit anchor.
    pub title: String,
    /// The fragment that leads to it.
    pub anchor: String,
}

/// A piece of plain text and the bytes that it comes from.
#[derive(Debug)]
pub(crate) struct Piece {
    /// Where it comes from; empty for white space between blocks.
    pub range: Range<usize>,
    /// What it says, if that differs from the bytes (entities, escapes, code).
    pub text: Option<String>,
    /// The alternative text of an image: found by search, but no prose.
    pub is_alt: bool,
}

/// A place between two blocks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Cut {
    /// The byte that the second part begins with: the start of a line.
    pub at: usize,
    /// How much a reader loses: 0 between two blocks at the margin.
    pub cost: u8,
}

/// Costs of cuts. The unit is that of [`Cut::cost`].
pub(crate) mod cost {
    /// Between list items at the first level; each level of nesting adds one.
    pub(crate) const ITEM: u8 = 2;
    /// Between the blocks inside an item or quote.
    pub(crate) const INNER_BLOCK: u8 = 4;
    /// Between the rows of a table.
    pub(crate) const ROW: u8 = 4;
    /// After a line that announces what follows: with a colon, or as its label in bold.
    pub(crate) const ANNOUNCED: u8 = 12;
    /// After a heading. Only taken to keep a fence whole.
    pub(crate) const AFTER_HEADING: u8 = 100;
}

/// A block that cannot be cut without repeating something.
#[derive(Debug)]
pub(crate) struct Wrap {
    /// The lines that a cut may fall into, or stand before, except the first.
    pub range: Range<usize>,
    /// Nothing closes it before the end of `range`.
    pub is_open: bool,
    /// What must stand before its later parts: the opening fence, the head of the table.
    pub prefix: String,
    /// What must stand after its earlier parts: the closing fence.
    pub suffix: String,
}

impl Markdown {
    /// Parses CommonMark with GitHub's extensions. `anchors`: those that the author gave, by the
    /// start of the heading's line.
    #[must_use]
    pub(crate) fn parse(text: &str, anchors: &BTreeMap<usize, String>) -> Markdown {
        let mut options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_GFM;
        options |= Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
        let mut reading = Reading {
            text,
            rows: text.match_indices('\n').map(|(at, _)| at + 1).collect(),
            found: Markdown::default(),
            anchors: Some(anchors),
            ..Reading::default()
        };
        for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
            reading.event(&event, range);
        }
        reading.finish()
    }

    /// The wrap that a cut at `at` would fall into.
    #[must_use]
    pub(crate) fn wrap_at(&self, at: usize) -> Option<&Wrap> {
        let n_before = self.wraps.partition_point(|wrap| wrap.range.start < at);
        let wrap = self.wraps.get(n_before.checked_sub(1)?)?;
        (at < wrap.range.end || wrap.is_open && at == wrap.range.end).then_some(wrap)
    }

    /// The plain text of `range`, without images.
    #[must_use]
    pub(crate) fn prose(&self, text: &str, range: &Range<usize>) -> String {
        let first = self
            .pieces
            .partition_point(|piece| piece.range.start < range.start);
        let mut prose = String::new();
        for piece in self.pieces.get(first..).unwrap_or_default() {
            if piece.range.start >= range.end {
                break;
            }
            if !piece.is_alt {
                prose.push_str(piece.as_str(text));
            }
        }
        one_line(&prose)
    }
}

impl Piece {
    /// What it says.
    #[must_use]
    pub(crate) fn as_str<'t>(&'t self, text: &'t str) -> &'t str {
        self.text
            .as_deref()
            .unwrap_or_else(|| slice(text, &self.range))
    }
}

/// `text[range]`, or nothing where that would panic: a wrong offset from the parser must not end
/// the build.
#[must_use]
pub(crate) fn slice<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    text.get(range.clone()).unwrap_or_default()
}

/// The start of the line that holds the byte at `at`.
#[must_use]
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |newline| newline + 1)
}

/// The start of the line after the one that holds the byte at `at`.
#[must_use]
pub(crate) fn next_line(text: &str, at: usize) -> usize {
    let after = text.as_bytes().get(at..).unwrap_or_default();
    after
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(text.len(), |newline| at + newline + 1)
}

/// The lines of places that ascend: each line is looked for once, however many places are on it.
#[derive(Debug)]
pub(crate) struct Lines<'t> {
    text: &'t str,
    line: Range<usize>,
}

impl<'t> Lines<'t> {
    pub(crate) fn of(text: &'t str) -> Lines<'t> {
        Lines { text, line: 0..0 }
    }

    /// The line that holds the byte at `at`, with its line end.
    pub(crate) fn at(&mut self, at: usize) -> Range<usize> {
        if at >= self.line.end {
            self.line = line_start(self.text, at)..next_line(self.text, at);
        }
        self.line.clone()
    }
}

/// The state while events go by.
#[derive(Default)]
struct Reading<'t> {
    text: &'t str,
    /// Where the lines of the text begin.
    rows: Vec<usize>,
    anchors: Option<&'t BTreeMap<usize, String>>,
    found: Markdown,
    /// Open lists, items, quotes and footnotes.
    depth: usize,
    /// Open lists: whether an item was seen in each.
    lists: Vec<bool>,
    /// Whether the open table had its first row.
    had_row: bool,
    /// Fenced blocks, from the start of their first line.
    fenced: Vec<Range<usize>>,
    /// Open images.
    images: usize,
    in_html: bool,
    /// The first piece of the open heading at the margin.
    heading: Option<usize>,
    /// The block before, to keep headings and announcements with what follows.
    before: Before,
    slugs: Slugs,
}

#[derive(Clone, Copy, Default, Eq, PartialEq)]
enum Before {
    #[default]
    Other,
    Heading,
    Announcement,
}

impl Reading<'_> {
    fn event(&mut self, event: &Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(*tag, range),
            Event::Text(text) => {
                let text = (slice(self.text, &range) != &**text).then(|| text.to_string());
                self.push(range, text);
            }
            Event::Code(code) => self.push(range, Some(code.to_string())),
            Event::SoftBreak => self.space(range.start, " "),
            Event::HardBreak => self.space(range.start, "\n"),
            Event::InlineHtml(tag) if !html::is_inline(tag) => {
                self.space(range.start, " ");
            }
            Event::Rule => {
                self.block(&range);
                self.before = Before::Other;
            }
            // Math is not enabled; HTML is read as a whole when its block ends.
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => {
                self.block(&range);
                if self.depth == 0 {
                    self.found.paragraphs.push(range);
                }
            }
            Tag::Heading { .. } => {
                self.block(&range);
                self.heading = (self.depth == 0).then_some(self.found.pieces.len());
            }
            Tag::CodeBlock(kind) => {
                self.block(&range);
                self.code(kind, range);
            }
            Tag::HtmlBlock => {
                self.block(&range);
                self.found.verbatim.push(range);
                self.in_html = true;
            }
            Tag::Table(_) => {
                self.block(&range);
                self.table(&range);
                self.had_row = false;
            }
            Tag::TableRow => {
                if self.had_row {
                    self.cut(&range, cost::ROW);
                }
                self.had_row = true;
            }
            Tag::List(_) => {
                self.block(&range);
                self.lists.push(false);
                self.depth += 1;
            }
            Tag::Item => {
                let level = self.lists.len() as u8;
                if let Some(had_item) = self.lists.last_mut()
                    && std::mem::replace(had_item, true)
                {
                    self.cut(&range, cost::ITEM.saturating_add(level.saturating_sub(1)));
                }
                self.before = Before::Other;
                self.depth += 1;
            }
            Tag::BlockQuote(_) | Tag::FootnoteDefinition(_) => {
                self.block(&range);
                self.before = Before::Other;
                self.depth += 1;
            }
            Tag::Image { .. } => self.images += 1,
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        let last = range.end.saturating_sub(1).max(range.start);
        match tag {
            TagEnd::Paragraph => {
                self.space(last, "\n");
                self.before = if announces(slice(self.text, &range)) {
                    Before::Announcement
                } else {
                    Before::Other
                };
            }
            TagEnd::Heading(level) => {
                if let Some(first) = self.heading.take() {
                    self.end_heading(level as u8, first, range);
                }
                self.space(last, "\n");
                self.before = Before::Heading;
            }
            TagEnd::HtmlBlock => {
                self.in_html = false;
                html::visible(self.text, range, &mut self.found.pieces);
                self.space(last, "\n");
                self.before = Before::Other;
            }
            TagEnd::List(_) => {
                self.lists.pop();
                self.depth = self.depth.saturating_sub(1);
                self.before = Before::Other;
            }
            TagEnd::Item | TagEnd::BlockQuote(_) | TagEnd::FootnoteDefinition => {
                self.space(last, "\n");
                self.depth = self.depth.saturating_sub(1);
                self.before = Before::Other;
            }
            TagEnd::CodeBlock | TagEnd::Table | TagEnd::TableRow | TagEnd::TableHead => {
                self.space(last, "\n");
                self.before = Before::Other;
            }
            TagEnd::TableCell => self.space(last, " "),
            TagEnd::Image => self.images = self.images.saturating_sub(1),
            _ => {}
        }
    }

    fn push(&mut self, range: Range<usize>, text: Option<String>) {
        if !self.in_html {
            self.found.pieces.push(Piece {
                range,
                text,
                is_alt: self.images > 0,
            });
        }
    }

    /// White space in the plain text, so that the words of two blocks do not run together.
    fn space(&mut self, at: usize, space: &str) {
        self.push(at..at, Some(space.to_owned()));
    }

    /// A block begins: its line is a place to cut.
    fn block(&mut self, range: &Range<usize>) {
        self.space(range.start, "\n");
        let base = if self.depth == 0 {
            0
        } else {
            cost::INNER_BLOCK + self.depth.min(50) as u8
        };
        let cost = match self.before {
            Before::Other => base,
            Before::Heading => cost::AFTER_HEADING,
            Before::Announcement => base + cost::ANNOUNCED,
        };
        self.cut(range, cost);
    }

    fn cut(&mut self, range: &Range<usize>, cost: u8) {
        // Lists in lists may begin on one line, each of them.
        let row = self.rows.partition_point(|start| *start <= range.start);
        let start = row.checked_sub(1).and_then(|row| self.rows.get(row));
        let at = start.copied().unwrap_or(0);
        // A block that begins on the line of the item around it is no place of its own.
        if at > 0 && self.found.cuts.last().is_none_or(|last| last.at < at) {
            self.found.cuts.push(Cut { at, cost });
        }
    }

    fn code(&mut self, kind: &CodeBlockKind<'_>, range: Range<usize>) {
        if matches!(kind, CodeBlockKind::Fenced(_)) {
            self.found.wraps.extend(fence::real(self.text, &range));
            self.fenced
                .push(line_start(self.text, range.start)..range.end);
        }
        self.found.verbatim.push(range);
    }

    fn table(&mut self, range: &Range<usize>) {
        let head = next_line(self.text, range.start);
        let body = next_line(self.text, head);
        let start = line_start(self.text, range.start);
        let before = container(slice(self.text, &(start..range.start)));
        let head_rows = slice(self.text, &(range.start..body));
        // The second of them has its own indent or quote marks.
        let prefix = format!("{before}{}", compact(head_rows));
        if body < range.end && prefix.chars().count() <= MAX_PREFIX_CHARS * 2 {
            let suffix = String::new();
            self.found.wraps.push(Wrap {
                range: body..range.end,
                is_open: false,
                prefix,
                suffix,
            });
        }
    }

    fn end_heading(&mut self, level: u8, first: usize, range: Range<usize>) {
        let explicit = anchor::explicit(slice(self.text, &range));
        if let Some((at, _)) = explicit {
            // The braces are no words of the title.
            let braces = range.start + at;
            for piece in self.found.pieces.iter_mut().skip(first) {
                if piece.range.start >= braces {
                    piece.text = Some(String::new());
                } else if piece.range.end > braces && piece.text.is_none() {
                    piece.range.end = braces;
                }
            }
        }
        let pieces = self.found.pieces.get(first..).unwrap_or_default();
        let title: String = pieces.iter().map(|piece| piece.as_str(self.text)).collect();
        let title = one_line(&title);
        let start = line_start(self.text, range.start);
        let given = self.anchors.and_then(|anchors| anchors.get(&start));
        let given = given.map(String::as_str);
        let anchor = match explicit.map(|(_, anchor)| anchor).or(given) {
            Some(anchor) => self.slugs.explicit(anchor),
            None => self.slugs.of(&title),
        };
        // A heading without words names nothing and divides nothing.
        if title.is_empty() {
            return;
        }
        self.found.headings.push(HeadingAt {
            range: start..range.end,
            level,
            title,
            anchor,
        });
    }

    fn finish(mut self) -> Markdown {
        let Hidden {
            wraps: hidden,
            false_fences,
        } = fence::hidden(self.text, &self.fenced);
        if hidden.is_empty() {
            return self.found;
        }
        let is_code = |at: usize| {
            let n_before = hidden.partition_point(|wrap| wrap.range.start <= at);
            let wrap = n_before.checked_sub(1).and_then(|i| hidden.get(i));
            wrap.is_some_and(|wrap| at <= wrap.range.end)
        };
        let found = &mut self.found;
        found.cuts.retain(|cut| !is_code(cut.at));
        found
            .headings
            .retain(|heading| !is_code(heading.range.start));
        found
            .paragraphs
            .retain(|paragraph| !is_code(paragraph.start));
        let is_false = |at: usize| false_fences.iter().any(|range| range.contains(&at));
        found.wraps.retain(|wrap| !is_false(wrap.range.start));
        found.verbatim.retain(|range| !is_false(range.start));
        // A table inside such a fence is code.
        found.wraps.retain(|wrap| !is_code(wrap.range.start));
        found.verbatim.retain(|range| !is_code(range.start));
        found
            .verbatim
            .extend(hidden.iter().map(|wrap| wrap.range.clone()));
        found.verbatim.sort_by_key(|range| range.start);
        found.wraps.extend(hidden);
        found.wraps.sort_by_key(|wrap| wrap.range.start);
        self.found
    }
}

/// Whether a paragraph says nothing without what follows: `Run this:`, or `**Java**`, which is what
/// becomes of the label of a tab or a box.
fn announces(paragraph: &str) -> bool {
    let text = paragraph.trim();
    let label = text
        .strip_prefix("**")
        .and_then(|rest| rest.strip_suffix("**"));
    text.ends_with([':', '：']) || label.is_some_and(|label| !label.contains("**"))
}

/// The head of a table without what only lines its columns up.
fn compact(head: &str) -> String {
    let mut out = String::with_capacity(head.len());
    let mut at_margin = true;
    for c in head.chars() {
        let is_padding = c == ' ' && !at_margin && out.ends_with(' ');
        let is_rule = c == '-' && out.ends_with("---");
        at_margin = c == '\n' || at_margin && (c == ' ' || c == '>');
        if !is_padding && !is_rule {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests;
