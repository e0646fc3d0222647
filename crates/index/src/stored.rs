//! What is read of a document beside its text.

use std::ops::{Range, RangeInclusive};

use crate::document::Heading;
use crate::ids::DocumentId;

/// A document of the index without its text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoredDocument {
    /// Its ordinal.
    pub id: DocumentId,
    /// Its resource name.
    pub name: String,
    /// Where a person reads it, with scheme.
    pub uri: String,
    /// One line.
    pub title: String,
    /// One line; may be empty.
    pub description: String,
    /// BCP 47 tag.
    pub language: String,
    /// When it was last updated, as its source says; may be empty.
    pub updated: String,
    /// The source file, relative to the root of the corpus.
    pub path: String,
    /// Its headings in the order of the text.
    pub headings: Vec<Heading>,
    /// Its chunks in the order of the text.
    pub chunks: Vec<StoredChunk>,
    /// Where the store has its text.
    pub(crate) content: Range<u32>,
}

impl StoredDocument {
    /// The length of its text in bytes.
    #[must_use]
    pub fn n_bytes(&self) -> usize {
        self.content.end.saturating_sub(self.content.start) as usize
    }

    /// The id of the `number`-th chunk, unique in the document: the anchor of the heading that it
    /// is under, then `~2`, `~3` ... if there are several. An edit under one heading leaves the ids
    /// under all others as they are.
    #[must_use]
    pub fn chunk_id(&self, number: usize) -> String {
        let heading = self.chunks.get(number).and_then(|chunk| chunk.heading);
        let earlier = self
            .chunks
            .iter()
            .take(number)
            .filter(|chunk| chunk.heading == heading);
        let nth = earlier.count() + 1;
        match self.anchor(number) {
            // No anchor has a tilde in it, so this is the id of no chunk under a heading.
            "" => format!("~{nth}"),
            anchor if nth == 1 => anchor.to_owned(),
            anchor => format!("{anchor}~{nth}"),
        }
    }

    /// The fragment of the URI that leads to the `number`-th chunk; empty for the top.
    #[must_use]
    pub fn anchor(&self, number: usize) -> &str {
        let heading = self.chunks.get(number).and_then(|chunk| chunk.heading);
        let heading = heading.and_then(|heading| self.headings.get(heading as usize));
        heading.map_or("", |heading| heading.anchor.as_str())
    }

    /// The titles of the headings that lead to a heading, the outermost first, itself last.
    #[must_use]
    pub fn breadcrumbs(&self, heading: Option<u32>) -> Vec<&str> {
        let mut titles = Vec::new();
        let mut next = heading;
        while let Some(entry) = next.and_then(|at| self.headings.get(at as usize)) {
            titles.push(entry.title.as_str());
            // Parents come first in the text; what does not is damaged.
            next = entry.parent.filter(|parent| Some(*parent) < next);
        }
        titles.reverse();
        titles
    }
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
