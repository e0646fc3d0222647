//! What index time and query time must agree on: how text becomes terms, and how an index is
//! laid out. Each compressed or packed structure has its writer and its reader in one file; what the
//! head holds as it is, [`IndexWriter`] puts together and [`Index`] takes apart.
//!
//! # Format
//!
//! An index is two files, both read in place.
//!
//! `terms.fst` maps terms to their postings: see `dictionary`.
//!
//! `knowledge.msgpack` is two MessagePack values: the format version, an integer, and the head, an
//! array. The large members of the head are `bin` values, which MessagePack stores as they are, so
//! opening an index borrows them and copies nothing:
//!
//! | member | what |
//! |---|---|
//! | corpus | title, description, products, languages with their numbers of documents |
//! | statistics | numbers of documents and chunks, lengths of all texts and titles |
//! | names | an fst from resource name to ordinal; names ascend, so it also maps back |
//! | aliases | an fst from further names to the ordinals of their documents; no name is among them |
//! | documents | per document, and once more for the end: first chunk, offset in the store; `u32` each |
//! | languages | per document: index into the languages of the corpus; `u8` |
//! | title norms, chunk norms, document norms | per title, chunk, document: length in tokens; one byte, see `norms` |
//! | postings | see [`postings`] |
//! | dictionary, frames, frame ends | the store: see `store`; what it holds of a document: see `record` |
//!
//! Numbers have a fixed width and are little-endian wherever they are not LEB128. Nothing depends on the
//! machine, on the order of a hash map or on the clock: the same documents give the same bytes.

pub mod analysis;
mod bits;
mod dictionary;
mod document;
mod error;
mod ids;
mod norms;
mod numbers;
pub mod postings;
mod reader;
mod record;
mod slug;
mod store;
mod stored;
#[cfg(test)]
mod tests;
mod varint;
mod writer;

pub use dictionary::{TermDictionary, TermInfo, whole_title_term};
pub use document::{
    Chunk, CorpusInfo, Document, Heading, LanguageInfo, MAX_NAME_CHARS, MAX_PASSAGE_CHARS,
    NAME_PREFIX, Product, ServerInfo, name_of_uri,
};
pub use error::Error;
pub use ids::{ChunkId, DocumentId};
pub use norms::decode as norm_length;
pub use numbers::grouped;
pub use reader::{FORMAT_VERSION, Index, Norms, Statistics};
pub use slug::slug;
pub use store::Frames;
pub use stored::{StoredChunk, StoredDocument};
pub use writer::{IndexBytes, IndexWriter};
