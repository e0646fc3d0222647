//! The index, as build.rs left it. `static`, not `const`: one copy in the binary, not one for
//! each use.

/// The dictionaries: terms and document names.
pub(crate) static TERMS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/terms.fst"));

/// Everything else.
pub(crate) static KNOWLEDGE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/knowledge.msgpack"));
