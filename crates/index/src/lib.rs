//! What index time and query time must agree on.

mod document;
mod error;
mod ids;

pub use document::{
    Chunk, CorpusInfo, Document, Heading, LanguageInfo, NAME_PREFIX, Product, name_of_uri,
};
pub use error::Error;
pub use ids::{ChunkId, DocumentId};
