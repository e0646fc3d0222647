//! An index in memory from a folder of documentation.

use std::path::Path;

use anyhow::Context as _;
use index::Index;
use indexer::{BuildOptions, Built};

/// Builds the index of the folder at `root`, as `build.rs` would.
pub(crate) fn build(root: &Path) -> anyhow::Result<Built> {
    indexer::build(root, &BuildOptions::default())
        .with_context(|| format!("cannot build an index from {}", root.display()))
}

/// Opens what [`build`] made.
pub(crate) fn open(built: &Built) -> anyhow::Result<Index<'_>> {
    Index::open(&built.terms, &built.knowledge).context("cannot open the index just built")
}
