//! Text that remembers which lines of its file it comes from, whatever is done to it.

use std::ops::Range;

use crate::markdown::slice;

/// A text, and for each of its lines the line of the file that it comes from.
#[derive(Clone, Debug, Eq, PartialEq)]
#[expect(clippy::struct_field_names, reason = "a text with its lines is a text")]
pub(crate) struct Text {
    text: String,
    /// One more than there are line ends.
    lines: Vec<u32>,
    /// Where the last line begins.
    last: usize,
}

impl Text {
    /// The text of a file from its line `first` on.
    #[must_use]
    pub(crate) fn new(text: String, first: u32) -> Text {
        let n = text.matches('\n').count() as u32;
        Text {
            last: text.rfind('\n').map_or(0, |newline| newline + 1),
            text,
            lines: (first..=first + n).collect(),
        }
    }

    /// Nothing yet, on the line `line`.
    #[must_use]
    pub(crate) fn empty(line: u32) -> Text {
        Text {
            text: String::new(),
            lines: vec![line],
            last: 0,
        }
    }

    /// The text.
    #[must_use]
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// The text, and the line of the file for each of its lines.
    #[must_use]
    pub(crate) fn into_parts(self) -> (String, Vec<u32>) {
        (self.text, self.lines)
    }

    /// The line of the file that the first line comes from.
    #[must_use]
    pub(crate) fn first_line(&self) -> u32 {
        self.lines.first().copied().unwrap_or(1)
    }

    /// A line that was written for a later place, such as the closing line of a fence, comes from
    /// no later line than the one after it.
    #[must_use]
    pub(crate) fn in_order(mut self) -> Text {
        let mut least = u32::MAX;
        for line in self.lines.iter_mut().rev() {
            least = least.min(*line);
            *line = least;
        }
        self
    }

    /// The line of the file that the last line comes from.
    #[must_use]
    pub(crate) fn last_line(&self) -> u32 {
        self.lines.last().copied().unwrap_or(1)
    }

    /// Adds what a rule wrote in place of something on line `line`.
    pub(crate) fn push(&mut self, text: &str, line: u32) {
        self.begin(line, text);
        for _ in text.matches('\n') {
            self.lines.push(line);
        }
        self.add(text);
    }

    /// Adds a text whose lines are added already.
    fn add(&mut self, text: &str) {
        if let Some(newline) = text.rfind('\n') {
            self.last = self.text.len() + newline + 1;
        }
        self.text.push_str(text);
    }

    /// Adds another text.
    pub(crate) fn append(&mut self, other: &Text) {
        let first = other.lines.first().copied().unwrap_or(1);
        self.begin(first, &other.text);
        self.lines.extend(other.lines.iter().skip(1));
        self.add(&other.text);
    }

    /// A line that holds nothing yet is the line of what comes first.
    fn begin(&mut self, line: u32, text: &str) {
        if (self.text.is_empty() || self.text.ends_with('\n'))
            && !text.is_empty()
            && let Some(last) = self.lines.last_mut()
        {
            *last = line;
        }
    }

    /// What stands on the last line so far.
    #[must_use]
    pub(crate) fn open_line(&self) -> &str {
        slice(&self.text, &(self.last..self.text.len()))
    }

    /// Takes away the last `n` bytes, all of them on the last line.
    pub(crate) fn pop(&mut self, n: usize) {
        self.text.truncate(self.text.len().saturating_sub(n));
    }

    /// Rewrites the text: each edit replaces a range. Ranges ascend; one that overlaps the one
    /// before it is left out.
    #[must_use]
    pub(crate) fn edited(&self, edits: Vec<(Range<usize>, String)>) -> Text {
        let reader = Reader::new(self);
        let mut out = Text::empty(self.lines.first().copied().unwrap_or(1));
        let mut at = 0;
        for (range, replacement) in edits {
            if range.start < at {
                continue;
            }
            reader.copy(at..range.start, &mut out);
            out.push(&replacement, reader.line_of(range.start));
            at = range.end;
        }
        reader.copy(at..self.text.len(), &mut out);
        out
    }

    /// The lines, with their line ends.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&str, u32)> {
        self.text
            .split_inclusive('\n')
            .zip(self.lines.iter().copied())
    }

    /// A text of lines.
    pub(crate) fn from_rows<'t>(rows: impl IntoIterator<Item = (&'t str, u32)>) -> Text {
        let mut out = Text::empty(1);
        for (row, line) in rows {
            out.push(row, line);
        }
        out
    }

    /// Without blank lines before and after it, and without a line end.
    #[must_use]
    pub(crate) fn trimmed(&self) -> Text {
        let start = self.text.len() - self.text.trim_start().len();
        let start = crate::markdown::line_start(&self.text, start);
        let end = self.text.trim_end().len().max(start);
        self.part(start..end)
    }

    /// A part of the text.
    #[must_use]
    pub(crate) fn part(&self, range: Range<usize>) -> Text {
        let reader = Reader::new(self);
        let mut out = Text::empty(reader.line_of(range.start));
        reader.copy(range, &mut out);
        out
    }
}

/// Finds lines in a text that does not change.
pub(crate) struct Reader<'t> {
    text: &'t Text,
    starts: Vec<usize>,
}

impl<'t> Reader<'t> {
    /// A reader of `text`.
    #[must_use]
    pub(crate) fn new(text: &'t Text) -> Reader<'t> {
        let ends = text.text.match_indices('\n').map(|(at, _)| at + 1);
        Reader {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    /// The text that it reads.
    #[must_use]
    pub(crate) fn as_str(&self) -> &'t str {
        &self.text.text
    }

    /// The line of the file that the byte at `at` comes from.
    #[must_use]
    pub(crate) fn line_of(&self, at: usize) -> u32 {
        let row = self.starts.partition_point(|start| *start <= at);
        let lines = &self.text.lines;
        let line = lines.get(row.saturating_sub(1)).or(lines.last());
        line.copied().unwrap_or(1)
    }

    /// The row that holds the byte at `at`, with its line end.
    #[must_use]
    pub(crate) fn row(&self, at: usize) -> Range<usize> {
        let row = self.starts.partition_point(|start| *start <= at);
        let start = row.checked_sub(1).and_then(|row| self.starts.get(row));
        let end = self.starts.get(row).copied();
        start.copied().unwrap_or(0)..end.unwrap_or(self.text.text.len())
    }

    /// Adds a part of the text to `out`.
    pub(crate) fn copy(&self, range: Range<usize>, out: &mut Text) {
        let part = slice(&self.text.text, &range);
        if part.is_empty() {
            return;
        }
        let row = self.starts.partition_point(|start| *start <= range.start);
        out.begin(self.line_of(range.start), part);
        let n = part.matches('\n').count();
        let lines = self.text.lines.get(row..row + n).unwrap_or_default();
        out.lines.extend(lines);
        out.add(part);
    }
}
