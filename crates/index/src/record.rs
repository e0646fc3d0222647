//! The stored form of a document: a record, then its text.
//!
//! The record is MessagePack, preceded by its length in four bytes. The chunks and the places of the headings
//! are numbers that are small or repeat; they are written as LEB128:
//!
//! ```text
//! chunk   = bytes heading+1 line_gap n_lines     heading+1 is 0 for a chunk under no heading
//! heading = up gap << 2 | anchor                 up leads to the heading above: 0 if there is none
//! ```
//!
//! where `line_gap` is the zigzag distance of the first line from the last line of the chunk
//! before, and `gap` that of the heading from the start of the first chunk under it, which it mostly is, or from
//! the heading before if there is no such chunk. `anchor` says how the anchor follows from the title:
//! see [`SEPARATORS`].

use serde::{Deserialize, Serialize};

use crate::document::{Chunk, Document, Heading};
use crate::error::Error;
use crate::slug::slug;
use crate::stored::StoredChunk;
use crate::varint;

/// What is stored of a document beside its text.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Record {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The scheme of the URI; the rest of it is the name.
    pub(crate) scheme: String,
    pub(crate) updated: String,
    path: Path,
    headings: Headings,
    #[serde(with = "serde_bytes")]
    chunks: Vec<u8>,
    /// What stands before and after the text of the few chunks that need it.
    wraps: Vec<Wrap>,
}

/// The path of the source file: most end as the name of the document does, but for an extension, and maybe in small
/// letters.
#[derive(Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
struct Path {
    start: String,
    /// How many bytes of the end of the name follow, twice, and one more if in small letters.
    middle: u32,
    end: String,
}

/// The headings of a document.
#[derive(Debug, Default, Deserialize, Serialize)]
struct Headings {
    titles: Vec<String>,
    #[serde(with = "serde_bytes")]
    places: Vec<u8>,
    /// The anchors that do not follow from a title.
    anchors: Vec<String>,
}

/// What stands for a space in an anchor: as GitHub makes them, and as MDN does. `anchor` is one more than the place here,
/// and 0 for an anchor that is stored.
const SEPARATORS: [char; 2] = ['-', '_'];

/// `prefix` and `suffix` of a chunk.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Wrap {
    pub(crate) chunk: u32,
    pub(crate) prefix: String,
    pub(crate) suffix: String,
}

/// The record of `document`.
pub(crate) fn record_of(document: &Document) -> Record {
    let mut wraps = Vec::new();
    for (number, chunk) in document.chunks.iter().enumerate() {
        if !(chunk.prefix.is_empty() && chunk.suffix.is_empty()) {
            let (prefix, suffix) = (chunk.prefix.clone(), chunk.suffix.clone());
            wraps.push(Wrap {
                chunk: number as u32,
                prefix,
                suffix,
            });
        }
    }
    Record {
        title: document.title.clone(),
        description: document.description.clone(),
        scheme: document
            .uri
            .split_once("://")
            .map_or("", |(scheme, _)| scheme)
            .to_owned(),
        updated: document.updated.clone(),
        path: write_path(&document.path, &document.name()),
        headings: write_headings(&document.headings, &document.chunks),
        chunks: write_chunks(&document.chunks),
        wraps,
    }
}

/// The bytes at the end of a name and of what may be the end of a path that are the same.
fn common_end(name: &str, path: &str, is_same: impl Fn(char, char) -> bool) -> usize {
    let pairs = name.chars().rev().zip(path.chars().rev());
    let same = pairs.take_while(|(a, b)| a.len_utf8() == b.len_utf8() && is_same(*a, *b));
    same.map(|(a, _)| a.len_utf8()).sum()
}

fn write_path(path: &str, name: &str) -> Path {
    let extension = path.rfind('.').unwrap_or(path.len());
    let file = path.rfind('/').unwrap_or(path.len());
    let mut best = (0, path.len(), 0);
    for end in [extension, file] {
        let Some(before) = path.get(..end) else {
            continue;
        };
        let exact = common_end(name, before, |a, b| a == b);
        let small = common_end(name, before, |a, b| a.to_ascii_lowercase() == b);
        let (length, is_small) = if exact >= small {
            (exact, 0)
        } else {
            (small, 1)
        };
        if length > best.0 {
            best = (length, end, is_small);
        }
    }
    let (length, end, is_small) = best;
    let (before, after) = path.split_at_checked(end).unwrap_or((path, ""));
    Path {
        start: before
            .get(..before.len() - length)
            .unwrap_or_default()
            .to_owned(),
        middle: (length as u32) << 1 | is_small,
        end: after.to_owned(),
    }
}

fn read_path(path: &Path, name: &str) -> Option<String> {
    let start = name.len().checked_sub(path.middle as usize >> 1)?;
    let middle = name.get(start..)?;
    let mut whole = path.start.clone();
    if path.middle & 1 == 0 {
        whole.push_str(middle);
    } else {
        whole.push_str(&middle.to_ascii_lowercase());
    }
    whole.push_str(&path.end);
    Some(whole)
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

fn write_headings(headings: &[Heading], chunks: &[Chunk]) -> Headings {
    let mut written = Headings::default();
    let mut before = 0;
    let places = chunks
        .iter()
        .map(|chunk| (chunk.heading, chunk.range.start));
    let starts = first_starts(headings.len(), places);
    for (number, (heading, start)) in headings.iter().zip(starts).enumerate() {
        let from = start.map_or(before, |start| start as u32);
        let gap = zigzag(i64::from(heading.start) - i64::from(from));
        let up = heading
            .parent
            .map_or(0, |parent| number as u64 - u64::from(parent));
        let mut rules = SEPARATORS.iter();
        let rule = rules.position(|separator| slug(&heading.title, *separator) == heading.anchor);
        if rule.is_none() {
            written.anchors.push(heading.anchor.clone());
        }
        varint::write(&mut written.places, up);
        varint::write(
            &mut written.places,
            gap << 2 | rule.map_or(0, |rule| rule as u64 + 1),
        );
        written.titles.push(heading.title.clone());
        before = heading.start;
    }
    written
}

fn read_headings(written: Headings, chunks: &[StoredChunk]) -> Option<Vec<Heading>> {
    let mut places = written.places.as_slice();
    let mut anchors = written.anchors.into_iter();
    let mut headings: Vec<Heading> = Vec::with_capacity(written.titles.len());
    let of_chunks = chunks
        .iter()
        .map(|chunk| (chunk.heading, chunk.range.start));
    let starts = first_starts(written.titles.len(), of_chunks);
    for (number, (title, start)) in written.titles.into_iter().zip(starts).enumerate() {
        let up = varint::read_u32(&mut places)?;
        let parent = match up {
            0 => None,
            up => Some((number as u32).checked_sub(up)?),
        };
        let gap = varint::read(&mut places)?;
        let before = headings
            .last()
            .map_or(0, |heading| i64::from(heading.start));
        let from = start.map_or(Some(before), |start| i64::try_from(start).ok())?;
        let anchor = match (gap & 3).checked_sub(1) {
            Some(rule) => slug(&title, *SEPARATORS.get(rule as usize)?),
            None => anchors.next()?,
        };
        headings.push(Heading {
            parent,
            title,
            anchor,
            start: u32::try_from(from.checked_add(unzigzag(gap >> 2))?).ok()?,
        });
    }
    Some(headings)
}

fn write_chunks(chunks: &[Chunk]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut line = 0;
    for chunk in chunks {
        let (first, last) = (*chunk.lines.start(), *chunk.lines.end());
        varint::write(&mut bytes, chunk.range.len() as u64);
        varint::write(
            &mut bytes,
            chunk.heading.map_or(0, |heading| u64::from(heading) + 1),
        );
        varint::write(&mut bytes, zigzag(i64::from(first) - line));
        varint::write(&mut bytes, u64::from(last.saturating_sub(first)));
        line = i64::from(last);
    }
    bytes
}

impl Record {
    /// The path of the source file of the document that is called `name`.
    pub(crate) fn path(&self, name: &str) -> Result<String, Error> {
        read_path(&self.path, name).ok_or_else(|| Error::malformed("store", "a damaged path"))
    }

    /// The headings, each with its place in the text; taken out of the record.
    pub(crate) fn headings(&mut self, chunks: &[StoredChunk]) -> Result<Vec<Heading>, Error> {
        read_headings(std::mem::take(&mut self.headings), chunks)
            .ok_or_else(|| Error::malformed("store", "damaged headings"))
    }

    /// The chunks, in the order of the text.
    pub(crate) fn chunks(&self) -> Result<Vec<StoredChunk>, Error> {
        let mut bytes = self.chunks.as_slice();
        let mut chunks = Vec::new();
        let (mut start, mut line) = (0, 0);
        while !bytes.is_empty() {
            let chunk = read_chunk(&mut bytes, start, line)
                .ok_or_else(|| Error::malformed("store", "damaged chunks"))?;
            (start, line) = (chunk.range.end, i64::from(*chunk.lines.end()));
            chunks.push(chunk);
        }
        for wrap in &self.wraps {
            if let Some(chunk) = chunks.get_mut(wrap.chunk as usize) {
                chunk.prefix.clone_from(&wrap.prefix);
                chunk.suffix.clone_from(&wrap.suffix);
            }
        }
        Ok(chunks)
    }
}

fn read_chunk(bytes: &mut &[u8], start: usize, line: i64) -> Option<StoredChunk> {
    let length = varint::read_u32(bytes)? as usize;
    let heading = varint::read_u32(bytes)?.checked_sub(1);
    let first = u32::try_from(line.checked_add(unzigzag(varint::read(bytes)?))?).ok()?;
    let last = first.checked_add(varint::read_u32(bytes)?)?;
    Some(StoredChunk {
        range: start..start.checked_add(length)?,
        heading,
        lines: first..=last,
        prefix: String::new(),
        suffix: String::new(),
    })
}

/// Small distances of either sign as small numbers.
fn zigzag(value: i64) -> u64 {
    (value << 1 ^ value >> 63).cast_unsigned()
}

fn unzigzag(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -((value & 1).cast_signed())
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{
        Heading, Path, StoredChunk, read_headings, read_path, unzigzag, write_headings, write_path,
        zigzag,
    };
    use crate::document::Chunk;

    fn check_path(name: &str, path: &str, start: &str, middle: usize, end: &str) {
        let written = write_path(path, name);
        let (length, is_small) = (written.middle as usize >> 1, written.middle & 1 == 1);
        assert_eq!((written.start.as_str(), length), (start, middle), "{path}");
        assert_eq!(written.end, end, "{path}");
        assert_eq!(is_small, name.contains("API"), "{path}");
        assert_eq!(read_path(&written, name).as_deref(), Some(path));
    }

    #[test]
    fn a_path_is_mostly_the_name() {
        check_path("documents/a.dev/b/c", "a.dev/b/c.md", "", 9, ".md");
        check_path(
            "documents/a.dev/b/c",
            "src/b/c/index.md",
            "src",
            4,
            "/index.md",
        );
        check_path(
            "documents/a.dev/Web/API/X",
            "en/web/api/x.md",
            "en",
            10,
            ".md",
        );
        check_path("documents/a.dev/b", "", "", 0, "");
        check_path("documents/a.dev/é", "x/é", "x", 3, "");
    }

    proptest! {
        #[test]
        fn zigzag_goes_back(value: i64) {
            prop_assert_eq!(unzigzag(zigzag(value)), value);
        }

        #[test]
        fn a_path_is_read_back(
            name in "[a-cA-Cé/.]{0,12}",
            path in "[a-cA-Cé/.]{0,12}",
            start in "\\PC{0,5}",
        ) {
            for path in [format!("{start}{path}"), format!("{start}{}.md", name.to_lowercase())] {
                prop_assert_eq!(read_path(&write_path(&path, &name), &name), Some(path));
            }
        }

        #[test]
        fn no_path_panics(start: String, middle: u32, end: String, name: String) {
            read_path(&Path { start, middle, end }, &name);
        }

        #[test]
        fn headings_are_read_back(
            headings in vec(
                ("[A-Z a-zßİ!_-]{0,12}", "[a-z_-]{0,6}", 0..4_u8, 0..50_u32, any::<u32>()),
                0..12,
            ),
            chunks in vec((1..60_usize, proptest::option::of(0..12_u32)), 0..12),
        ) {
            let mut start = 0;
            let mut all: Vec<Heading> = Vec::new();
            for (number, (title, anchor, rule, gap, parent)) in headings.into_iter().enumerate() {
                start += gap;
                let anchor = match rule {
                    0 => anchor,
                    1 => crate::slug(&title, '-'),
                    2 => crate::slug(&title, '_'),
                    _ => format!("{}-1", crate::slug(&title, '-')),
                };
                let parent = parent.checked_rem(number as u32).filter(|n| n % 3 > 0);
                all.push(Heading { parent, title, anchor, start });
            }
            let (mut written, mut stored) = (Vec::new(), Vec::new());
            let mut start = 0;
            for (length, heading) in chunks {
                let range = start..start + length;
                start = range.end;
                written.push(Chunk {
                    range: range.clone(),
                    heading,
                    lines: 1..=1,
                    text: String::new(),
                    links: String::new(),
                    prefix: String::new(),
                    suffix: String::new(),
                });
                stored.push(StoredChunk {
                    range,
                    heading,
                    lines: 1..=1,
                    prefix: String::new(),
                    suffix: String::new(),
                });
            }
            let read = read_headings(write_headings(&all, &written), &stored);
            prop_assert_eq!(read, Some(all));
        }
    }
}
