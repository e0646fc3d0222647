//! The two ordinals of the index.
//!
//! A document has a *name* that callers use (`documents/adk.dev/get-started`); the index counts
//! documents in the order of their names and chunks in the order of their documents. Dense
//! ordinals are what postings compress, and since names are sorted, the ordinal of a document is
//! also the rank of its name in the fst of names: neither direction needs a table.

/// The ordinal of a document: the rank of its name among the names of the corpus.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct DocumentId(pub u32);

/// The ordinal of a chunk. The chunks of a document are contiguous and in the order of its text.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct ChunkId(pub u32);
