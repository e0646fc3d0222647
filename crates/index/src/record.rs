//! The stored form of a document: a record, then its text.
//!
//! The record is MessagePack, preceded by its length in four bytes. The chunks of a document are
//! numbers that are small or repeat; they are written as LEB128:
//!
//! ```text
//! chunk = bytes heading+1 line_gap n_lines     heading+1 is 0 for a chunk under no heading
//! ```
//!
//! where `line_gap` is the zigzag distance of the first line from the last line of the chunk
//! before.

use std::ops::{Range, RangeInclusive};

use serde::{Deserialize, Serialize};

use crate::document::{Chunk, Document, Heading};
use crate::error::Error;
use crate::varint;

/// What is stored of a document beside its text.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Record {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The scheme of the URI; the rest of it is the name.
    pub(crate) scheme: String,
    pub(crate) updated: String,
    pub(crate) path: String,
    /// The start of each is its distance from the start of the one before: small numbers.
    pub(crate) headings: Vec<Heading>,
    #[serde(with = "serde_bytes")]
    pub(crate) chunks: Vec<u8>,
    /// What stands before and after the text of the few chunks that need it.
    pub(crate) wraps: Vec<Wrap>,
}

/// `prefix` and `suffix` of a chunk.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Wrap {
    pub(crate) chunk: u32,
    pub(crate) prefix: String,
    pub(crate) suffix: String,
}

/// A chunk of a document, as stored.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredChunk {
    /// Bytes of the document's content.
    pub range: Range<usize>,
    /// The innermost heading that the chunk is under, as an index into the document's headings.
    pub heading: Option<u32>,
    /// Lines of the source file, counted from 1.
    pub lines: RangeInclusive<u32>,
    /// What must stand before the text of the range so that it reads by itself.
    pub prefix: String,
    /// What must stand after it.
    pub suffix: String,
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
        path: document.path.clone(),
        headings: by_distance(&document.headings),
        chunks: write_chunks(&document.chunks),
        wraps,
    }
}

fn by_distance(headings: &[Heading]) -> Vec<Heading> {
    let mut before = 0;
    let distance = |heading: &Heading| {
        let start = heading.start.saturating_sub(before);
        before = heading.start;
        Heading {
            start,
            ..heading.clone()
        }
    };
    headings.iter().map(distance).collect()
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
    /// The headings, each with its place in the text.
    pub(crate) fn headings(&mut self) -> Vec<Heading> {
        let mut headings = std::mem::take(&mut self.headings);
        let mut start = 0_u32;
        for heading in &mut headings {
            start = start.saturating_add(heading.start);
            heading.start = start;
        }
        headings
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
    use proptest::prelude::*;

    use super::{unzigzag, zigzag};

    proptest! {
        #[test]
        fn zigzag_goes_back(value: i64) {
            prop_assert_eq!(unzigzag(zigzag(value)), value);
        }
    }
}
