//! The structure of a Markdown text, as far as indexing needs it: headings, plain text, and the
//! places where it can be cut. Nothing is rendered; everything points into the text by bytes.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use unicode_normalization::char::is_combining_mark;

use crate::html;
use crate::names::one_line;

/// The longest line that is repeated before a part of a fence or table, in characters. Longer
/// ones would leave no room for the part itself.
const MAX_PREFIX_CHARS: usize = 400;

/// What was found in one text.
#[derive(Debug, Default)]
pub struct Markdown {
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
pub struct HeadingAt {
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
pub struct Piece {
    /// Where it comes from; empty for white space between blocks.
    pub range: Range<usize>,
    /// What it says, if that differs from the bytes (entities, escapes, code).
    pub text: Option<String>,
    /// The alternative text of an image: found by search, but no prose.
    pub is_alt: bool,
}

/// A place between two blocks.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Cut {
    /// The byte that the second part begins with: the start of a line.
    pub at: usize,
    /// How much a reader loses: 0 between two blocks at the margin.
    pub cost: u8,
}

/// Costs of cuts. The unit is that of [`Cut::cost`].
pub mod cost {
    /// Between list items at the first level; each level of nesting adds one.
    pub const ITEM: u8 = 2;
    /// Between the blocks inside an item or quote.
    pub const INNER_BLOCK: u8 = 4;
    /// Between the rows of a table.
    pub const ROW: u8 = 4;
    /// After a line that announces what follows with a colon.
    pub const ANNOUNCED: u8 = 3;
    /// After a heading. Only taken to keep a fence whole.
    pub const AFTER_HEADING: u8 = 100;
}

/// A block that cannot be cut without repeating something.
#[derive(Debug)]
pub struct Wrap {
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
    /// Parses CommonMark with GitHub's extensions.
    #[must_use]
    pub fn parse(text: &str) -> Markdown {
        let mut options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_GFM;
        options |= Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
        let mut reading = Reading {
            text,
            found: Markdown::default(),
            ..Reading::default()
        };
        for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
            reading.event(&event, range);
        }
        reading.finish()
    }

    /// The wrap that a cut at `at` would fall into.
    #[must_use]
    pub fn wrap_at(&self, at: usize) -> Option<&Wrap> {
        let n_before = self.wraps.partition_point(|wrap| wrap.range.start < at);
        let wrap = self.wraps.get(n_before.checked_sub(1)?)?;
        (at < wrap.range.end || wrap.is_open && at == wrap.range.end).then_some(wrap)
    }

    /// The plain text of `range`, without images.
    #[must_use]
    pub fn prose(&self, text: &str, range: &Range<usize>) -> String {
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
    pub fn as_str<'t>(&'t self, text: &'t str) -> &'t str {
        self.text
            .as_deref()
            .unwrap_or_else(|| slice(text, &self.range))
    }
}

/// `text[range]`, or nothing where that would panic: a wrong offset from the parser must not end
/// the build.
#[must_use]
pub fn slice<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    text.get(range.clone()).unwrap_or_default()
}

/// The start of the line that holds the byte at `at`.
#[must_use]
pub fn line_start(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    before
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |newline| newline + 1)
}

/// The start of the line after the one that holds the byte at `at`.
#[must_use]
pub fn next_line(text: &str, at: usize) -> usize {
    let after = text.as_bytes().get(at..).unwrap_or_default();
    after
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(text.len(), |newline| at + newline + 1)
}

/// The state while events go by.
#[derive(Default)]
struct Reading<'t> {
    text: &'t str,
    found: Markdown,
    /// Open lists, items, quotes and footnotes.
    depth: usize,
    /// Open lists: whether an item was seen in each.
    lists: Vec<bool>,
    /// Whether the open table had its first row.
    had_row: bool,
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
            Event::InlineHtml(tag) => {
                if !html::is_inline(tag) {
                    self.space(range.start, " ");
                }
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
                let announces = slice(self.text, &range).trim_end().ends_with([':', '：']);
                self.before = if announces {
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
        let at = line_start(self.text, range.start);
        // A block that begins on the line of the item around it is no place of its own.
        if at > 0 && self.found.cuts.last().is_none_or(|last| last.at < at) {
            self.found.cuts.push(Cut { at, cost });
        }
    }

    fn code(&mut self, kind: &CodeBlockKind<'_>, range: Range<usize>) {
        match kind {
            CodeBlockKind::Fenced(_) => {
                if let Some(wrap) = fence(self.text, &range) {
                    self.found.wraps.push(wrap);
                }
            }
            // Markdown inside indented components: the fences in it are code to CommonMark, but
            // fences to whoever reads the part.
            CodeBlockKind::Indented => self.found.wraps.extend(fences_in_lines(self.text, &range)),
        }
        self.found.verbatim.push(range);
    }

    fn table(&mut self, range: &Range<usize>) {
        let head = next_line(self.text, range.start);
        let body = next_line(self.text, head);
        let start = line_start(self.text, range.start);
        let mut prefix = container(slice(self.text, &(start..range.start)));
        prefix.push_str(slice(self.text, &(range.start..body)));
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
        let explicit = explicit_anchor(slice(self.text, &range));
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
        let anchor = match explicit {
            Some((_, anchor)) => self.slugs.explicit(anchor),
            None => self.slugs.of(&title),
        };
        // A heading without words names nothing and divides nothing.
        if title.is_empty() {
            return;
        }
        let start = line_start(self.text, range.start);
        self.found.headings.push(HeadingAt {
            range: start..range.end,
            level,
            title,
            anchor,
        });
    }

    fn finish(mut self) -> Markdown {
        // Pieces of HTML are added when their block ends: still in order, as blocks do not overlap.
        self.found.wraps.sort_by_key(|wrap| wrap.range.start);
        self.found
    }
}

/// What stands before a block on its line, fit to stand before a repeated line: list markers
/// become spaces, quote marks stay.
fn container(before: &str) -> String {
    before
        .chars()
        .map(|c| {
            if c == '>' || c.is_whitespace() {
                c
            } else {
                ' '
            }
        })
        .collect()
}

/// The run of backticks or tildes that `line` begins with, if it can open or close a fence.
pub(crate) fn fence_run(line: &str) -> Option<&str> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let run = line.len() - line.trim_start_matches(mark).len();
    (run >= 3).then(|| line.get(..run))?
}

/// A fenced block: its body, and the lines to repeat.
fn fence(text: &str, range: &Range<usize>) -> Option<Wrap> {
    let run = fence_run(slice(text, range))?;
    let body = next_line(text, range.start);
    let before = container(slice(text, &(line_start(text, range.start)..range.start)));
    let info = slice(text, &(range.start + run.len()..body));
    // The block reaches to the end of the closing line, sometimes with its line end.
    let end = range.start + slice(text, range).trim_end().len();
    let close = line_start(text, end);
    let last_line = slice(text, &(close..end)).trim_start_matches([' ', '\t', '>']);
    let is_closed = close >= body && closes(last_line, run);
    let end = if is_closed {
        close
    } else {
        range.end.max(body)
    };
    fence_wrap(body..end, !is_closed, &before, run, info)
}

fn fence_wrap(
    range: Range<usize>,
    is_open: bool,
    before: &str,
    run: &str,
    info: &str,
) -> Option<Wrap> {
    // Nobody fences with 80 backticks; repeating them would break the limit of a chunk.
    if before.len() + run.len() > 80 {
        return None;
    }
    let info = info.trim_end();
    let info = if info.chars().count() > MAX_PREFIX_CHARS {
        ""
    } else {
        info
    };
    let prefix = format!("{before}{run}{info}\n");
    Some(Wrap {
        range,
        is_open,
        prefix,
        suffix: format!("{before}{run}\n"),
    })
}

/// Whether `line` closes a fence that `run` opened.
fn closes(line: &str, run: &str) -> bool {
    line.trim()
        .strip_prefix(run)
        .is_some_and(|rest| rest.chars().all(|c| run.starts_with(c)))
}

/// The closed fences among the lines of an indented block.
fn fences_in_lines(text: &str, range: &Range<usize>) -> Vec<Wrap> {
    let mut wraps = Vec::new();
    let mut open: Option<(usize, &str, &str, &str)> = None;
    let mut at = line_start(text, range.start);
    while at < range.end {
        let next = next_line(text, at);
        let line = slice(text, &(at..next));
        let trimmed = line.trim_start();
        match open {
            Some((body, before, run, info)) => {
                if closes(trimmed, run) {
                    wraps.extend(fence_wrap(body..at, false, before, run, info));
                    open = None;
                }
            }
            None => {
                if let Some(run) = fence_run(trimmed) {
                    let before = line.get(..line.len() - trimmed.len()).unwrap_or_default();
                    let info = trimmed.get(run.len()..).unwrap_or_default();
                    if !info.contains('`') {
                        open = Some((next, before, run, info));
                    }
                }
            }
        }
        at = next;
    }
    wraps
}

/// Finds an anchor that the author gave at the end of a heading, and where it begins: `{#id}`,
/// `{: #id}` (kramdown), `\{#id\}` (escaped for MDX), `{/*id*/}` (a comment in MDX).
fn explicit_anchor(heading: &str) -> Option<(usize, &str)> {
    let line = heading
        .lines()
        .next()?
        .trim_end()
        .trim_end_matches('#')
        .trim_end();
    let inside = line.strip_suffix('}')?;
    let open = inside.rfind('{')?;
    let start = if inside.get(..open)?.ends_with('\\') {
        open - 1
    } else {
        open
    };
    let inside = inside.get(open + 1..)?.trim_end_matches('\\').trim();
    let comment = inside
        .strip_prefix("/*")
        .and_then(|rest| rest.strip_suffix("*/"));
    let id = match comment {
        Some(id) => id.trim(),
        None => inside
            .trim_start_matches(':')
            .trim_start()
            .strip_prefix('#')?
            .split(' ')
            .next()?,
    };
    let fits =
        !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || "{}#\"'<>".contains(c));
    (fits && start > 0).then_some((start, id))
}

/// Anchors as GitHub makes them, each once in a document.
#[derive(Default)]
struct Slugs {
    used: HashSet<String>,
    next: HashMap<String, u32>,
}

impl Slugs {
    fn explicit(&mut self, anchor: &str) -> String {
        self.used.insert(anchor.to_owned());
        anchor.to_owned()
    }

    fn of(&mut self, title: &str) -> String {
        let slug: String = title
            .to_lowercase()
            .chars()
            .filter_map(|c| match c {
                ' ' => Some('-'),
                '-' | '_' => Some(c),
                _ if c.is_alphanumeric() || is_combining_mark(c) => Some(c),
                _ => None,
            })
            .collect();
        let mut unique = slug.clone();
        let n = self.next.entry(slug.clone()).or_default();
        while !self.used.insert(unique.clone()) {
            *n += 1;
            unique = format!("{slug}-{n}");
        }
        unique
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    /// Headings as `level title #anchor`, then the plain text.
    fn check(text: &str, expected: &Expect) {
        let markdown = Markdown::parse(text);
        let mut shown = String::new();
        for HeadingAt {
            level,
            title,
            anchor,
            ..
        } in &markdown.headings
        {
            shown.push_str(&format!("{level} {title} #{anchor}\n"));
        }
        let plain: String = markdown
            .pieces
            .iter()
            .map(|piece| piece.as_str(text))
            .collect();
        for line in plain.lines().filter(|line| !line.trim().is_empty()) {
            shown.push_str(&format!("| {}\n", line.trim()));
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn headings_and_anchors() {
        check(
            "# `foo()` & *Bar*\n\nSetext\n===\n\n## A: b, c! {#own}\n\n## A: b, c!\n\n## a-b_c\n\n## শুরু করা\n\n## X\n## X\n## x-1\n",
            &expect![[r#"
                1 foo() & Bar #foo--bar
                1 Setext #setext
                2 A: b, c! #own
                2 A: b, c! #a-b-c
                2 a-b_c #a-b_c
                2 শুরু করা #শুরু-করা
                2 X #x
                2 X #x-1
                2 x-1 #x-1-1
                | foo() & Bar
                | Setext
                | A: b, c!
                | A: b, c!
                | a-b_c
                | শুরু করা
                | X
                | X
                | x-1
            "#]],
        );
        check(
            "## One {: #a .b }\n## Two \\{#b\\}\n## Three {/*c-d*/}\n## Four {{Macro}}\n## Five {#e} ##\n## {#f}\n",
            &expect![[r#"
            2 One #a
            2 Two #b
            2 Three #c-d
            2 Four {{Macro}} #four-macro
            2 Five #e
            | One
            | Two
            | Three
            | Four {{Macro}}
            | Five
        "#]],
        );
        check(
            "> # quoted\n\n- # listed\n\n    # code\n\n```\n# code\n```\n",
            &expect![[r#"
            | quoted
            | listed
            | code
            | # code
        "#]],
        );
    }

    #[test]
    fn plain_text() {
        check(
            "A [link](http://x.org \"t\") and ![alt *text*](i.png) &amp; `co\nde` \\* <b>bo</b>ld a<br>b <http://y.org>\nsoft  \nhard",
            &expect![[r#"
            | A link and alt text & co de * bold a b http://y.org soft
            | hard
        "#]],
        );
        check(
            "| a | b |\n|---|---|\n| c | d |\n| e | f |\n\n- x\n- y\n  - z\n\n1. q\n\n   r\n",
            &expect![[r#"
            | a b
            | c d
            | e f
            | x
            | y
            | z
            | q
            | r
        "#]],
        );
        check(
            "```js title=\"x\"\nlet a = 1;\n```\n\n    indented\n\n[ref]: http://x.org\n\n[^1]: Note.\n",
            &expect![[r#"
            | let a = 1;
            | indented
            | Note.
        "#]],
        );
        check(
            "<Card title=\"T\"\n  href={() => a > b}>\n  In *card*\n</Card>\n\n<!-- no\n\nno -->\n\n<style>\nno {}\n</style>\n\n<p>One</p><p>Two</p>\n",
            &expect![[r#"
            | <Card title="T" href={() => a > b}> In card
            | One  Two
        "#]],
        );
    }

    #[test]
    fn fences_know_how_to_be_cut() {
        let text = "- a\n\n  ~~~~js x\n  1\n\n  2\n  ~~~~\n\n> ```\n> q\n";
        let markdown = Markdown::parse(text);
        let [listed, quoted] = &markdown.wraps[..] else {
            panic!("{:?}", markdown.wraps)
        };
        assert_eq!(slice(text, &listed.range), "  1\n\n  2\n");
        assert_eq!(
            (&*listed.prefix, &*listed.suffix),
            ("  ~~~~js x\n", "  ~~~~\n")
        );
        assert!(!listed.is_open && quoted.is_open);
        assert_eq!((&*quoted.prefix, &*quoted.suffix), ("> ```\n", "> ```\n"));
        assert!(markdown.wrap_at(listed.range.start).is_none());
        assert!(markdown.wrap_at(listed.range.start + 1).is_some());
        assert!(markdown.wrap_at(listed.range.end).is_none());
        assert!(markdown.wrap_at(text.len()).is_some());
    }
}
