//! Index time: whether all that was written can be read.

use fst::Streamer;

use super::Index;
use crate::error::Error;
use crate::ids::{ChunkId, DocumentId};

impl Index<'_> {
    /// Reads all there is, as the last act of a build: a bad index must fail there and not in
    /// front of a user.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self) -> Result<(), Error> {
        let n_documents = self.head.statistics.n_documents;
        self.terms.verify()?;
        self.names
            .as_fst()
            .verify()
            .map_err(|error| Error::malformed("names", error))?;
        if self.names.len() != n_documents as usize {
            return Err(Error::malformed("names", "not one name for each document"));
        }
        self.aliases
            .as_fst()
            .verify()
            .map_err(|error| Error::malformed("aliases", error))?;
        let mut aliases = self.aliases.stream();
        while let Some((alias, id)) = aliases.next() {
            if id >= u64::from(n_documents) || self.names.contains_key(alias) {
                return Err(Error::malformed("aliases", "one that leads nowhere"));
            }
        }
        for id in (0..n_documents).map(DocumentId) {
            let document = self.document(id)?;
            let content = self.content(&document)?;
            let chunks = self.chunks_of(id);
            let fail = |reason: &str| {
                Err(Error::malformed(
                    "documents",
                    format!("{}: {reason}", document.name),
                ))
            };
            if self.document_id(&document.name) != Some(id) {
                return fail("not found by its name");
            }
            if chunks.len() != document.chunks.len() {
                return fail("more or fewer chunks than its record says");
            }
            if chunks
                .clone()
                .any(|chunk| self.document_of(ChunkId(chunk)) != id)
            {
                return fail("not found by its chunks");
            }
            if document
                .chunks
                .iter()
                .any(|chunk| content.get(chunk.range.clone()).is_none())
            {
                return fail("a chunk is no part of the text");
            }
            if document
                .headings
                .iter()
                .any(|heading| content.get(heading.start as usize..).is_none())
            {
                return fail("a heading is no part of the text");
            }
        }
        Ok(())
    }
}
