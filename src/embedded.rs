//! The index, as build.rs left it. `static`, not `const`: one copy in the binary, not one for
//! each use.

use index::analysis::Language;

/// The dictionaries: terms and document names.
pub(crate) static TERMS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/terms.fst"));

/// The rules of the languages of the corpus, and of no other: each stemmer is some ten kilobytes.
pub(crate) static LANGUAGES: &[Language] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Everything else.
pub(crate) static KNOWLEDGE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/knowledge.msgpack"));
