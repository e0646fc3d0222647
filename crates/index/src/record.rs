//! The stored form of a document: a record, then its text.
//!
//! ```text
//! record  = n_bytes numbers strings              n_bytes is of both
//! numbers = n_headings n_chunks n_wraps middle
//!           up* place* heading* line_gap* n_lines* bytes* wrapped*
//! strings = title description updated scheme start end title* anchor* (prefix suffix)*
//! ```
//!
//! Numbers are LEB128, all of one kind after the other, since those of one kind resemble each other; for strings see
//! `lines`. Nothing is stored that follows from the rest:
//!
//! - `start`, `middle` and `end` are the path of the source file: see `path`.
//! - `up` leads from a heading to the one above it: 0 if there is none.
//! - `place` is `gap << 2 | rule`. `gap` is the zigzag distance of the heading from the start of the first chunk under it,
//!   which it mostly is, or from the heading before if there is no such chunk. `rule` says how the anchor follows from
//!   the title, see [`SEPARATORS`]; those that do not are among the strings.
//! - `heading` is one more than that of a chunk, and 0 for a chunk under none. `line_gap` is the zigzag distance of its
//!   first line from the last line of the chunk before, `n_lines` of its last line from its first; its text has `bytes`
//!   and begins where that of the chunk before ends.
//! - `wrapped` are the few chunks that something stands before or after: `prefix` and `suffix`.

mod lines;
mod path;
#[cfg(test)]
mod tests;

use path::Path;

use crate::document::{Chunk, Document, Heading};
use crate::error::Error;
use crate::slug::slug;
use crate::stored::StoredChunk;
use crate::varint;

/// What stands for a space in an anchor: as GitHub makes them, and as MDN does. `rule` is one more than the place here,
/// and 0 for an anchor that is stored.
const SEPARATORS: [char; 2] = ['-', '_'];

/// What is stored of a document beside its text.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct Record {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) updated: String,
    /// The scheme of the URI; the rest of it is the name.
    pub(crate) scheme: String,
    pub(crate) path: String,
    pub(crate) headings: Vec<Heading>,
    pub(crate) chunks: Vec<StoredChunk>,
}

/// The record of `document`, without `n_bytes`.
pub(crate) fn write(document: &Document) -> Vec<u8> {
    let Document {
        headings, chunks, ..
    } = document;
    let name = document.name();
    let scheme = document
        .uri
        .split_once("://")
        .map_or("", |(scheme, _)| scheme);
    let path = Path::of(&document.path, &name);
    let wraps = || {
        let chunks = chunks.iter().enumerate();
        chunks.filter(|(_, chunk)| !(chunk.prefix.is_empty() && chunk.suffix.is_empty()))
    };
    let rules: Vec<u64> = headings.iter().map(rule_of).collect();

    let mut out = Vec::new();
    let counts = [headings.len(), chunks.len(), wraps().count()];
    write_numbers(&mut out, counts.map(|count| count as u64));
    write_numbers(&mut out, [path.middle]);
    write_numbers(&mut out, ups(headings));
    let gaps = gaps(headings, chunks).into_iter();
    write_numbers(
        &mut out,
        gaps.zip(&rules).map(|(gap, rule)| gap << 2 | rule),
    );
    let heading = |chunk: &Chunk| chunk.heading.map_or(0, |heading| u64::from(heading) + 1);
    write_numbers(&mut out, chunks.iter().map(heading));
    write_numbers(&mut out, line_gaps(chunks));
    let n_lines = |chunk: &Chunk| chunk.lines.end().saturating_sub(*chunk.lines.start());
    write_numbers(
        &mut out,
        chunks.iter().map(|chunk| u64::from(n_lines(chunk))),
    );
    write_numbers(
        &mut out,
        chunks.iter().map(|chunk| chunk.range.len() as u64),
    );
    write_numbers(&mut out, wraps().map(|(number, _)| number as u64));

    let about = [&document.title, &document.description, &document.updated];
    let place = [scheme, path.start, path.end];
    let titles = headings.iter().map(|heading| &heading.title);
    let anchors = headings.iter().zip(&rules).filter(|(_, rule)| **rule == 0);
    let strings = about
        .into_iter()
        .map(String::as_str)
        .chain(place)
        .chain(titles.map(String::as_str))
        .chain(anchors.map(|(heading, _)| heading.anchor.as_str()))
        .chain(wraps().flat_map(|(_, chunk)| [chunk.prefix.as_str(), &chunk.suffix]));
    for string in strings {
        lines::write(&mut out, string);
    }
    out
}

/// The record of the document that is called `name`.
pub(crate) fn read(bytes: &[u8], name: &str) -> Result<Record, Error> {
    try_read(bytes, name).ok_or_else(|| Error::malformed("store", "a damaged record"))
}

fn try_read(mut bytes: &[u8], name: &str) -> Option<Record> {
    let bytes = &mut bytes;
    let counts = [(); 3].map(|()| varint::read_u32(bytes));
    let [n_headings, n_chunks, n_wraps] = counts.map(|count| count.map(|count| count as usize));
    let (n_headings, n_chunks, n_wraps) = (n_headings?, n_chunks?, n_wraps?);
    let middle = varint::read(bytes)?;
    let ups = read_numbers(bytes, n_headings)?;
    let places = read_numbers(bytes, n_headings)?;
    let mut chunks = read_chunks(bytes, n_chunks)?;
    let wrapped = read_numbers(bytes, n_wraps)?;

    let (title, description, updated) = (
        lines::read(bytes)?,
        lines::read(bytes)?,
        lines::read(bytes)?,
    );
    let scheme = lines::read(bytes)?;
    let (start, end) = (lines::read(bytes)?, lines::read(bytes)?);
    let headings = read_headings(bytes, &ups, &places, &chunks)?;
    for number in wrapped {
        let chunk = chunks.get_mut(usize::try_from(number).ok()?)?;
        (chunk.prefix, chunk.suffix) = (lines::read(bytes)?, lines::read(bytes)?);
    }
    bytes.is_empty().then_some(Record {
        title,
        description,
        updated,
        scheme,
        path: Path { start, middle, end }.whole(name)?,
        headings,
        chunks,
    })
}

fn write_numbers(out: &mut Vec<u8>, numbers: impl IntoIterator<Item = u64>) {
    for number in numbers {
        varint::write(out, number);
    }
}

fn read_numbers(bytes: &mut &[u8], count: usize) -> Option<Vec<u64>> {
    // Each number takes a byte at least: damage must not make room for more than there can be.
    let mut numbers = Vec::with_capacity(count.min(bytes.len()));
    for _ in 0..count {
        numbers.push(varint::read(bytes)?);
    }
    Some(numbers)
}

/// How the anchor of a heading follows from its title.
fn rule_of(heading: &Heading) -> u64 {
    let mut separators = SEPARATORS.iter();
    let rule = separators.position(|separator| slug(&heading.title, *separator) == heading.anchor);
    rule.map_or(0, |rule| rule as u64 + 1)
}

/// `rule` of a `place`.
fn rule_in(place: u64) -> u64 {
    place & 3
}

fn ups(headings: &[Heading]) -> impl Iterator<Item = u64> {
    headings.iter().zip(0_u64..).map(|(heading, number)| {
        let parent = heading.parent.map_or(number, u64::from);
        number.saturating_sub(parent)
    })
}

fn gaps(headings: &[Heading], chunks: &[Chunk]) -> Vec<u64> {
    let starts = first_starts(
        headings.len(),
        chunks
            .iter()
            .map(|chunk| (chunk.heading, chunk.range.start)),
    );
    let mut before = 0;
    let mut gaps = Vec::with_capacity(headings.len());
    for (heading, start) in headings.iter().zip(starts) {
        let from = start.map_or(before, |start| start as u32);
        gaps.push(zigzag(i64::from(heading.start) - i64::from(from)));
        before = heading.start;
    }
    gaps
}

/// Where the first chunk under each of `n_headings` begins; `chunks` gives the heading and the start of each.
fn first_starts(
    n_headings: usize,
    chunks: impl Iterator<Item = (Option<u32>, usize)>,
) -> Vec<Option<usize>> {
    let mut starts = vec![None; n_headings];
    for (heading, start) in chunks {
        if let Some(first) = heading.and_then(|heading| starts.get_mut(heading as usize)) {
            first.get_or_insert(start);
        }
    }
    starts
}

fn read_headings(
    bytes: &mut &[u8],
    ups: &[u64],
    places: &[u64],
    chunks: &[StoredChunk],
) -> Option<Vec<Heading>> {
    let starts = first_starts(
        ups.len(),
        chunks
            .iter()
            .map(|chunk| (chunk.heading, chunk.range.start)),
    );
    let mut headings = Vec::with_capacity(ups.len());
    let mut before = 0_u32;
    for (((number, up), place), start) in (0_u32..).zip(ups).zip(places).zip(starts) {
        let parent = match u32::try_from(*up).ok()? {
            0 => None,
            up => Some(number.checked_sub(up)?),
        };
        let from = start.map_or(Some(i64::from(before)), |start| i64::try_from(start).ok())?;
        before = u32::try_from(from.checked_add(unzigzag(place >> 2))?).ok()?;
        let title = lines::read(bytes)?;
        let anchor = match rule_in(*place).checked_sub(1) {
            Some(rule) => slug(&title, *SEPARATORS.get(rule as usize)?),
            None => String::new(),
        };
        headings.push(Heading {
            parent,
            title,
            anchor,
            start: before,
        });
    }
    for (heading, place) in headings.iter_mut().zip(places) {
        if rule_in(*place) == 0 {
            heading.anchor = lines::read(bytes)?;
        }
    }
    Some(headings)
}

fn line_gaps(chunks: &[Chunk]) -> impl Iterator<Item = u64> {
    let mut line = 0;
    chunks.iter().map(move |chunk| {
        let gap = zigzag(i64::from(*chunk.lines.start()) - line);
        line = i64::from(*chunk.lines.end());
        gap
    })
}

fn read_chunks(bytes: &mut &[u8], n_chunks: usize) -> Option<Vec<StoredChunk>> {
    let headings = read_numbers(bytes, n_chunks)?;
    let line_gaps = read_numbers(bytes, n_chunks)?;
    let n_lines = read_numbers(bytes, n_chunks)?;
    let lengths = read_numbers(bytes, n_chunks)?;
    let mut chunks = Vec::with_capacity(n_chunks);
    let (mut start, mut line) = (0_usize, 0_u32);
    for (((heading, gap), n_lines), length) in
        headings.iter().zip(line_gaps).zip(n_lines).zip(lengths)
    {
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        let first = u32::try_from(i64::from(line).checked_add(unzigzag(gap))?).ok()?;
        let last = first.checked_add(u32::try_from(n_lines).ok()?)?;
        chunks.push(StoredChunk {
            range: start..end,
            heading: u32::try_from(*heading).ok()?.checked_sub(1),
            lines: first..=last,
            prefix: String::new(),
            suffix: String::new(),
        });
        (start, line) = (end, last);
    }
    Some(chunks)
}

/// Small distances of either sign as small numbers.
fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63).cast_unsigned()
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}
