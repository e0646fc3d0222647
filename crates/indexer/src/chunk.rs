//! Chunks: where a document is divided into the stretches that are found and shown.
//!
//! A chunk is a section, several small ones, or a part of a long one. Sections are merged first
//! (a title needs its text, a two-line section its neighbours), then what is too long is cut where
//! it costs a reader least. Lengths are in characters, since that is what the limit of a passage
//! counts; Bengali has three bytes to a character.

use std::ops::{Range, RangeInclusive};

use index::Chunk;
use unicode_segmentation::UnicodeSegmentation;

use crate::markdown::{Cut, Markdown, Piece, cost, slice};
use crate::noise;

/// No chunk is longer, with what must stand before and after it. A passage stays below 2,000
/// characters; this leaves 300 to its breadcrumbs.
pub(crate) const LIMIT: usize = 1700;
/// What cutting and merging aim to stay below.
pub const TARGET_MAX: usize = 1600;
/// A section that is shorter looks for company.
pub(crate) const TARGET_MIN: usize = 400;
/// A chunk that is shorter says nothing by itself and joins any neighbour that has room.
const TINY: usize = 150;

/// A section as the chunker sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    /// Its first byte: the start of its heading's line, 0 for the first.
    pub start: usize,
    /// Its level: 0 for what is under the title alone.
    pub level: u8,
    /// Its heading, as an index into the headings of the document.
    pub heading: Option<u32>,
}

/// A chunk in the making.
#[derive(Clone, Debug)]
struct Draft {
    range: Range<usize>,
    chars: usize,
    level: u8,
    heading: Option<u32>,
    prefix: String,
    suffix: String,
}

/// Divides `text` into chunks. `sections` ascend and the first starts at 0; `lines_of` gives
/// the lines of the source file that a range comes from.
#[must_use]
pub(crate) fn chunks(
    text: &str,
    markdown: &Markdown,
    sections: &[Section],
    lines_of: impl Fn(Range<usize>) -> RangeInclusive<u32>,
) -> Vec<Chunk> {
    let drafts = merge_small(text, sections);
    let mut parts = Vec::with_capacity(drafts.len());
    for draft in drafts {
        if draft.chars > LIMIT {
            split(text, markdown, sections, &draft, &mut parts);
        } else {
            parts.push(wrapped(markdown, draft));
        }
    }
    let parts = merge_left_over(parts);
    let mut plain = PlainText {
        text,
        pieces: &markdown.pieces,
        from: 0,
    };
    parts
        .into_iter()
        .map(|part| Chunk {
            text: noise::words(&plain.up_to(part.range.end)).into_owned(),
            lines: lines_of(part.range.clone()),
            range: part.range,
            heading: part.heading,
            links: String::new(),
            prefix: part.prefix,
            suffix: part.suffix,
        })
        .collect()
}

/// One draft for each section, then small ones merged with the sections that follow and are
/// under or beside them.
fn merge_small(text: &str, sections: &[Section]) -> Vec<Draft> {
    let mut drafts: Vec<Draft> = Vec::with_capacity(sections.len());
    for (i, section) in sections.iter().enumerate() {
        let end = sections.get(i + 1).map_or(text.len(), |next| next.start);
        let range = section.start..end;
        if range.is_empty() {
            continue;
        }
        let chars = slice(text, &range).chars().count();
        if let Some(last) = drafts.last_mut() {
            let fits = last.chars + chars <= TARGET_MAX;
            let is_under = section.level > last.level;
            let belongs = section.level >= last.level;
            // A title or a bare heading goes with the text below it, even if that is then cut.
            if (last.chars < TARGET_MIN && fits && belongs) || (last.chars < TINY && is_under) {
                last.range.end = end;
                last.chars += chars;
                continue;
            }
        }
        let Section { level, heading, .. } = *section;
        drafts.push(Draft {
            range,
            chars,
            level,
            heading,
            prefix: String::new(),
            suffix: String::new(),
        });
    }
    drafts
}

/// Small drafts that found nothing after them join what is before them, tiny ones whatever has
/// room.
fn merge_left_over(parts: Vec<Draft>) -> Vec<Draft> {
    let mut merged: Vec<Draft> = Vec::with_capacity(parts.len());
    for part in parts {
        if let Some(last) = merged.last_mut() {
            // A part of a fence or table cannot be joined to its other parts.
            let is_whole = last.suffix.is_empty() && part.prefix.is_empty();
            let chars = last.total() + part.total();
            let is_small = part.chars < TARGET_MIN && part.level >= last.level;
            let is_tiny = part.chars < TINY || (last.chars < TINY && part.level >= last.level);
            if is_whole && (is_small && chars <= TARGET_MAX || is_tiny && chars <= LIMIT) {
                last.range.end = part.range.end;
                last.chars += part.chars;
                last.suffix = part.suffix;
                last.level = last.level.min(part.level);
                continue;
            }
        }
        merged.push(part);
    }
    merged
}

impl Draft {
    /// Its length with what stands around it.
    fn total(&self) -> usize {
        self.chars + chars_of(&self.prefix) + chars_of(&self.suffix)
    }
}

fn chars_of(text: &str) -> usize {
    text.chars().count()
}

/// Adds what must stand around the range of a draft.
fn wrapped(markdown: &Markdown, mut draft: Draft) -> Draft {
    prefix_at(markdown, draft.range.start).clone_into(&mut draft.prefix);
    suffix_at(markdown, draft.range.end).clone_into(&mut draft.suffix);
    draft
}

fn prefix_at(markdown: &Markdown, at: usize) -> &str {
    // A fence that is never closed ends with the text: nothing comes after it.
    markdown
        .wrap_at(at)
        .filter(|wrap| at < wrap.range.end)
        .map_or("", |wrap| &wrap.prefix)
}

fn suffix_at(markdown: &Markdown, at: usize) -> &str {
    markdown.wrap_at(at).map_or("", |wrap| &wrap.suffix)
}

/// Cuts a draft that is too long.
fn split(
    text: &str,
    markdown: &Markdown,
    sections: &[Section],
    draft: &Draft,
    parts: &mut Vec<Draft>,
) {
    let end = draft.range.end;
    let mut start = draft.range.start;
    while start < end {
        let next = choose(text, markdown, start, end);
        let range = start..next;
        let section = sections
            .partition_point(|section| section.start <= start)
            .checked_sub(1);
        let section = section.and_then(|i| sections.get(i));
        let newline = if slice(text, &range).ends_with('\n') {
            ""
        } else {
            "\n"
        };
        let suffix = suffix_at(markdown, next);
        parts.push(Draft {
            chars: chars_of(slice(text, &range)),
            level: section.map_or(draft.level, |section| section.level),
            heading: section.map_or(draft.heading, |section| section.heading),
            prefix: prefix_at(markdown, start).to_owned(),
            suffix: if suffix.is_empty() {
                String::new()
            } else {
                format!("{newline}{suffix}")
            },
            range,
        });
        start = next;
    }
}

/// Where the part that begins at `start` ends.
fn choose(text: &str, markdown: &Markdown, start: usize, end: usize) -> usize {
    let prefix = chars_of(prefix_at(markdown, start));
    let rest = chars_up_to(slice(text, &(start..end)), 3 * LIMIT);
    let room = |limit: usize, at: usize| {
        let suffix = chars_of(suffix_at(markdown, at));
        limit.saturating_sub(prefix + suffix + usize::from(suffix > 0))
    };
    if rest <= room(LIMIT, end) {
        return end;
    }
    let first = markdown.cuts.partition_point(|cut| cut.at <= start);
    let cuts = markdown.cuts.get(first..).unwrap_or_default();

    // All cuts in reach, with the characters before each.
    let mut reach: Vec<(Cut, usize)> = Vec::new();
    let mut beyond = end;
    let (mut at, mut chars) = (start, 0);
    for cut in cuts.iter().take_while(|cut| cut.at < end) {
        chars += chars_up_to(slice(text, &(at..cut.at)), 2 * LIMIT);
        at = cut.at;
        if chars > room(LIMIT, at) {
            beyond = at;
            break;
        }
        reach.push((*cut, chars));
    }
    let aim = aim(rest, TARGET_MAX.saturating_sub(prefix));
    let best = |limit: usize, max_cost: u8| {
        let fits =
            |(cut, chars): &&(Cut, usize)| cut.cost <= max_cost && *chars <= room(limit, cut.at);
        let loss = |(cut, chars): &(Cut, usize)| {
            // A small part costs more than an uneven one: it is a fragment.
            let fragment = if *chars < TINY { 400 } else { 0 };
            usize::from(cut.cost) * 60 + chars.abs_diff(aim) + fragment
        };
        reach
            .iter()
            .filter(fits)
            .min_by_key(|candidate| loss(candidate))
            .map(|(cut, _)| cut.at)
    };
    let whole = cost::AFTER_HEADING - 1;
    if let Some(at) = best(TARGET_MAX, whole).or_else(|| best(LIMIT, whole)) {
        return at;
    }
    // Only a heading stands before a block that does not fit beside it, but would fit alone.
    if let Some((cut, before)) = reach.last() {
        let block = chars_up_to(slice(text, &(cut.at..beyond)), 2 * LIMIT);
        if block <= LIMIT && *before < LIMIT {
            return cut.at;
        }
    }
    inside(
        text,
        markdown,
        start,
        beyond,
        room(TARGET_MAX, start + 1).max(1),
    )
}

/// The size to aim for, so that the parts of `rest` characters come out even.
fn aim(rest: usize, max: usize) -> usize {
    let max = max.max(1);
    rest.div_ceil(rest.div_ceil(max).max(1))
}

/// Counts characters, but not further than `most`: megabytes on one line are counted for each cut.
fn chars_up_to(text: &str, most: usize) -> usize {
    text.chars().take(most).count()
}

/// Cuts inside the block that begins at `start` and is longer than `room` characters: code and
/// HTML at line ends, prose at sentences, then words.
fn inside(text: &str, markdown: &Markdown, start: usize, end: usize, room: usize) -> usize {
    let block = slice(text, &(start..end));
    let window = match block.char_indices().nth(room) {
        Some((bytes, _)) => slice(block, &(0..bytes)),
        None => return end,
    };
    let aim = aim(chars_up_to(block, 3 * LIMIT), room);
    let mut best: Option<(usize, usize)> = None;
    let mut before = ['\n', '\n'];
    // Whether the line so far, and the line before it, are blank.
    let (mut is_blank, mut was_blank) = (true, false);
    for (i, (bytes, c)) in window.char_indices().enumerate() {
        let at = start + bytes;
        let cost = match before {
            [_, '\n'] if is_edge(markdown, at) => None,
            [_, '\n'] if is_verbatim(markdown, at) => Some(match (was_blank, c) {
                (true, _) => 0,
                (false, ' ' | '\t' | '}' | ')' | ']') => 3,
                (false, _) => 2,
            }),
            [_, '\n'] => Some(2),
            _ if is_verbatim(markdown, at) => None,
            ['.' | '!' | '?' | '…' | '।', ' '] => Some(1),
            [_, '。' | '！' | '？'] if !c.is_whitespace() => Some(1),
            [_, ' '] => Some(6),
            _ => None,
        };
        if let Some(cost) = cost
            && i > 0
        {
            let fragment = if i < TINY { 400 } else { 0 };
            let loss = cost * 60 + i.abs_diff(aim) + fragment;
            if best.is_none_or(|(least, _)| loss < least) {
                best = Some((loss, at));
            }
        }
        if c == '\n' {
            (was_blank, is_blank) = (is_blank, true);
        } else {
            is_blank &= c.is_whitespace();
        }
        before = [before[1], c];
    }
    if let Some((_, at)) = best {
        return at;
    }
    // One line, longer than a chunk. Words if there are any, else what a reader sees as letters.
    let word = window
        .rfind([' ', ',', ';', '>'])
        .map(|bytes| bytes + 1)
        .filter(|bytes| bytes * 2 > window.len());
    let letter = || {
        window
            .grapheme_indices(true)
            .map(|(bytes, _)| bytes)
            .next_back()
            .filter(|bytes| *bytes > 0)
    };
    start + word.or_else(letter).unwrap_or(window.len())
}

/// Whether the byte at `at` is inside code or raw HTML.
fn is_verbatim(markdown: &Markdown, at: usize) -> bool {
    let n_before = markdown.verbatim.partition_point(|range| range.start <= at);
    let range = n_before
        .checked_sub(1)
        .and_then(|i| markdown.verbatim.get(i));
    range.is_some_and(|range| at < range.end)
}

/// Whether a cut at `at` would leave the opening or closing line of a wrap alone.
fn is_edge(markdown: &Markdown, at: usize) -> bool {
    let n_before = markdown
        .wraps
        .partition_point(|wrap| wrap.range.start <= at);
    let wrap = n_before.checked_sub(1).and_then(|i| markdown.wraps.get(i));
    wrap.is_some_and(|wrap| wrap.range.start == at || wrap.range.end == at)
}

/// The plain text of a document, handed out chunk by chunk.
struct PlainText<'m> {
    text: &'m str,
    pieces: &'m [Piece],
    /// What was already handed out of the first piece: its bytes up to here.
    from: usize,
}

impl PlainText<'_> {
    /// The plain text up to the byte `end`.
    fn up_to(&mut self, end: usize) -> String {
        let mut plain = String::new();
        while let Some((piece, rest)) = self.pieces.split_first() {
            if piece.range.start >= end {
                break;
            }
            if piece.text.is_some() {
                push_spaced(&mut plain, piece.as_str(self.text));
            } else {
                let from = self.from.max(piece.range.start);
                push_spaced(
                    &mut plain,
                    slice(self.text, &(from..piece.range.end.min(end).max(from))),
                );
                if piece.range.end > end {
                    self.from = end;
                    break;
                }
            }
            self.pieces = rest;
        }
        plain.truncate(plain.trim_end().len());
        plain
    }
}

/// Adds text, but no white space after white space.
fn push_spaced(plain: &mut String, text: &str) {
    if !text.trim().is_empty() {
        plain.push_str(text);
    } else if text.contains('\n') {
        plain.truncate(plain.trim_end_matches(' ').len());
        if !plain.is_empty() && !plain.ends_with('\n') {
            plain.push('\n');
        }
    } else if !text.is_empty()
        && plain
            .chars()
            .next_back()
            .is_some_and(|c| !c.is_whitespace())
    {
        plain.push(' ');
    }
}

#[cfg(test)]
mod tests;
