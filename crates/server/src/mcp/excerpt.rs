//! Parts of documents: a section by its anchor, the text from a place on, and as much of either as
//! an answer has room for, with an outline of the rest.
//!
//! A part is named by the name of its document and a fragment: `documents/host/page#anchor` is a
//! section with all sections below it, `documents/host/page#anchor..` everything from there to the
//! end of the document. In place of an anchor, the id of a chunk is understood as well (`anchor~2`):
//! a cut is made where a chunk begins, and the id of that chunk says where to read on.

use std::fmt::Write as _;
use std::ops::Range;

use index::{Error, Heading, Index, StoredDocument, grouped};

/// Less room than this, in units of [`length`], is not worth an excerpt: outline, one chunk and
/// what says how to get the rest need as much.
pub(super) const LEAST: usize = 4_000;

/// Which part of a document.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Part {
    /// Bytes of the content.
    pub(super) range: Range<usize>,
    /// What stands after the `#` of its name; empty for the whole document.
    pub(super) fragment: String,
    /// The heading that it begins with.
    pub(super) heading: Option<u32>,
}

/// All of a document.
pub(super) fn whole(document: &StoredDocument) -> Part {
    Part {
        range: 0..document.n_bytes(),
        fragment: String::new(),
        heading: None,
    }
}

/// The part that `fragment` names, if the document has it.
pub(super) fn find(document: &StoredDocument, fragment: &str) -> Option<Part> {
    if fragment.is_empty() {
        return Some(whole(document));
    }
    let (id, to_the_end) = match fragment.strip_suffix("..") {
        Some(id) => (id, true),
        None => (fragment, false),
    };
    let (start, heading) = place_of(document, id)?;
    let end = match heading {
        _ if to_the_end => document.n_bytes(),
        Some(heading) => end_of(document, heading),
        None => document
            .headings
            .first()
            .map_or_else(|| document.n_bytes(), at),
    };
    Some(Part {
        range: start..end.max(start),
        fragment: fragment.to_owned(),
        heading,
    })
}

/// Where an anchor or the id of a chunk leads, and the heading that it is under.
fn place_of(document: &StoredDocument, id: &str) -> Option<(usize, Option<u32>)> {
    let by_anchor = |anchor: &str| {
        let found = document.headings.iter().position(|h| h.anchor == anchor);
        found.map(|found| found as u32)
    };
    if let Some(heading) = by_anchor(id) {
        return Some((at(document.headings.get(heading as usize)?), Some(heading)));
    }
    let (anchor, nth) = id.rsplit_once('~')?;
    let nth = nth.parse::<usize>().ok()?.checked_sub(1)?;
    let heading = if anchor.is_empty() {
        None
    } else {
        Some(by_anchor(anchor)?)
    };
    let mut chunks = document
        .chunks
        .iter()
        .filter(|chunk| chunk.heading == heading);
    Some((chunks.nth(nth)?.range.start, heading))
}

fn at(heading: &Heading) -> usize {
    heading.start as usize
}

/// Where the section of a heading ends: with the next heading that is not below it.
fn end_of(document: &StoredDocument, heading: u32) -> usize {
    let later = document.headings.iter().skip(heading as usize + 1);
    let mut others = later.filter(|later| later.parent.is_none_or(|parent| parent < heading));
    others.next().map_or_else(|| document.n_bytes(), at)
}

/// The name of a part.
pub(super) fn name(document: &StoredDocument, part: &Part) -> String {
    join(&document.name, &part.fragment)
}

/// Where a person reads a part.
pub(super) fn uri(document: &StoredDocument, part: &Part) -> String {
    let heading = part
        .heading
        .and_then(|at| document.headings.get(at as usize));
    join(&document.uri, heading.map_or("", |heading| &heading.anchor))
}

/// What a part is called: the title of its document, and the headings that lead to it.
pub(super) fn title(document: &StoredDocument, part: &Part) -> String {
    let mut title = document.title.clone();
    for crumb in document.breadcrumbs(part.heading) {
        title.push_str(" > ");
        title.push_str(crumb);
    }
    title
}

fn join(name: &str, fragment: &str) -> String {
    if fragment.is_empty() {
        name.to_owned()
    } else {
        format!("{name}#{fragment}")
    }
}

/// The length of `text` as a JSON string without its quotes, in UTF-16 code units: what a client
/// that runs JavaScript counts.
pub(super) fn length(text: &str) -> usize {
    let units = |c: char| match c {
        '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
        c if c.is_ascii_control() => 6,
        c => c.len_utf16(),
    };
    text.chars().map(units).sum()
}

/// The text of a part, if its [`length`] is at most `room`.
pub(super) fn all(
    index: &Index<'_>,
    document: &StoredDocument,
    part: &Part,
    room: usize,
) -> Result<Option<String>, Error> {
    // No character has more than three bytes for each code unit.
    if part.range.len() / 3 > room {
        return Ok(None);
    }
    let text = text(index, document, &part.range)?;
    Ok((length(&text) <= room).then_some(text))
}

/// A range of the content that begins and ends where chunks or sections do, with what its first and
/// its last chunk need to read by themselves.
fn text(
    index: &Index<'_>,
    document: &StoredDocument,
    range: &Range<usize>,
) -> Result<String, Error> {
    let content = index.part(document, range.clone())?;
    let first = chunk_at(document, range.start);
    let first = first.filter(|chunk| chunk.range.start == range.start);
    let last = chunk_at(document, range.end.saturating_sub(1));
    let last = last.filter(|chunk| chunk.range.end == range.end);
    Ok(format!(
        "{}{content}{}",
        first.map_or("", |chunk| &chunk.prefix),
        last.map_or("", |chunk| &chunk.suffix)
    ))
}

fn chunk_at(document: &StoredDocument, at: usize) -> Option<&index::StoredChunk> {
    let n_before = document
        .chunks
        .partition_point(|chunk| chunk.range.start <= at);
    document.chunks.get(n_before.checked_sub(1)?)
}

/// What stands in place of a part that an answer has no room for.
pub(super) fn notice(name: &str, limit: usize) -> String {
    format!(
        "> Not in this answer, which has at most {} characters. Get it with a further call: \
         {{\"names\": [\"{name}\"]}}\n",
        grouped(limit)
    )
}

/// The beginning of a part that is longer than `room` (in units of [`length`], at least [`LEAST`]):
/// what is missing, an outline, as much as fits, and the name to read on with.
pub(super) fn beginning(
    index: &Index<'_>,
    document: &StoredDocument,
    part: &Part,
    room: usize,
    limit: usize,
) -> Result<String, Error> {
    let name = name(document, part);
    let example = document
        .headings
        .iter()
        .find(|heading| part.range.contains(&at(heading)));
    let how = example.map_or_else(String::new, |heading| {
        format!(
            " Get a section, with those below it, by the name of the document and its anchor: \
             \"{}#{}\".",
            document.name, heading.anchor
        )
    });
    let what = if part.fragment.is_empty() {
        "This document"
    } else {
        "This part of the document"
    };
    let mut shown = format!(
        "> {what} has {}, too much for one answer of at most {} characters. Here are its outline \
         and its beginning.{how}\n\n",
        bytes(part.range.len()),
        grouped(limit)
    );
    let outline = outline(document, part, room * 2 / 5);
    if !outline.is_empty() {
        let _ = write!(shown, "{outline}\n---\n\n");
    }
    // What comes after the cut, with a name at the longest.
    let tail = |next: &str, end: usize| {
        format!(
            "\n> Cut here, after {} of {}. To read on: {{\"names\": [\"{next}\"]}}\n",
            bytes(end - part.range.start),
            bytes(part.range.len()),
        )
    };
    let longest = document.headings.iter().map(|h| h.anchor.len()).max();
    let reserve = length(&tail(&name, part.range.end)) + longest.unwrap_or_default() + 20;
    let room = room.saturating_sub(length(&shown) + reserve);
    let Some(end) = cut(index, document, part, room)? else {
        shown.push_str(&notice(&name, limit));
        return Ok(shown);
    };
    shown.push_str(&text(index, document, &(part.range.start..end.at))?);
    let next = join(&document.name, &format!("{}..", end.id));
    shown.push_str(&tail(&next, end.at));
    Ok(shown)
}

/// A place to cut, and the id of the chunk that begins there.
struct Cut {
    at: usize,
    id: String,
}

/// The last place, at most `room` after the start of `part`, that a chunk begins at and that the id
/// of that chunk leads back to.
fn cut(
    index: &Index<'_>,
    document: &StoredDocument,
    part: &Part,
    room: usize,
) -> Result<Option<Cut>, Error> {
    let start = part.range.start;
    let reach = index.part(document, start..part.range.end.min(start + room * 3))?;
    let mut from = 0;
    let mut used = 0;
    let mut fitting = Vec::new();
    let first = document
        .chunks
        .partition_point(|chunk| chunk.range.start <= start);
    for (number, chunk) in document.chunks.iter().enumerate().skip(first) {
        let Some(piece) = reach.get(from..chunk.range.start - start) else {
            break;
        };
        used += length(piece);
        from += piece.len();
        let before = document.chunks.get(number.wrapping_sub(1));
        let suffix = before.map_or(0, |before| length(&before.suffix));
        if used + suffix > room {
            break;
        }
        fitting.push((number, chunk.range.start));
    }
    Ok(fitting.into_iter().rev().find_map(|(number, at)| {
        let id = document.chunk_id(number);
        let leads_back = place_of(document, &id).is_some_and(|(place, _)| place == at);
        leads_back.then_some(Cut { at, id })
    }))
}

/// The sections of a part with their sizes and anchors, at most `room` long: those at the top if not
/// all fit, and what is not listed is said.
fn outline(document: &StoredDocument, part: &Part, room: usize) -> String {
    let mut entries: Vec<(usize, String)> = Vec::new();
    let mut depths: Vec<usize> = Vec::new();
    let end = |number: usize| end_of(document, number as u32);
    for (number, heading) in document.headings.iter().enumerate() {
        let parent = heading
            .parent
            .and_then(|parent| depths.get(parent as usize));
        let depth = parent.map_or(0, |depth| depth + 1);
        depths.push(depth);
        if part.range.contains(&at(heading)) {
            let size = bytes(end(number).saturating_sub(at(heading)));
            let line = format!("{} ({size}) `#{}`\n", heading.title, heading.anchor);
            entries.push((depth, line));
        }
    }
    let least = entries.iter().map(|(depth, _)| *depth).min().unwrap_or(0);
    let most = entries.iter().map(|(depth, _)| *depth).max().unwrap_or(0);
    let line = |depth: usize, line: &str| format!("{}- {line}", "  ".repeat(depth - least));
    // The levels that fit, from all of them down to the first.
    for deepest in (least..=most).rev() {
        let lines: Vec<String> = entries
            .iter()
            .filter(|(depth, _)| *depth <= deepest)
            .map(|(depth, text)| line(*depth, text))
            .collect();
        let n_deeper = entries.len() - lines.len();
        let note = if n_deeper > 0 {
            format!("\n{} below these are not listed.\n", sections(n_deeper))
        } else {
            String::new()
        };
        let outline = lines.concat() + &note;
        if length(&outline) <= room {
            return outline;
        }
    }
    let mut outline = String::new();
    let mut used = 100;
    let top = entries.iter().filter(|(depth, _)| *depth == least);
    let mut n_listed = 0;
    for (depth, text) in top {
        let line = line(*depth, text);
        used += length(&line);
        if used > room {
            break;
        }
        outline.push_str(&line);
        n_listed += 1;
    }
    let rest = sections(entries.len() - n_listed);
    let _ = write!(outline, "\n{rest} after and below these are not listed.\n");
    outline
}

fn sections(n: usize) -> String {
    let noun = if n == 1 { "section" } else { "sections" };
    format!("{} {noun}", grouped(n))
}

fn bytes(n: usize) -> String {
    match n {
        0..1_000 => format!("{n} bytes"),
        _ => format!("{} kB", grouped(n.div_ceil(1_000))),
    }
}
