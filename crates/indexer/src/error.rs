//! What can be wrong with a corpus: with one file, or with all of it.

use std::fmt;
use std::path::PathBuf;

/// Why one file, or a part of the configuration, cannot be used.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Problem {
    /// The file, relative to the root of the corpus, with `/` between folders.
    pub path: String,
    /// The line, counted from 1; 1 as well when it is about the whole file, so that terminals and
    /// editors can always jump to `path:line`.
    pub line: u32,
    /// What is wrong, and what to do about it.
    pub reason: String,
}

impl Problem {
    /// A problem at `line` of `path`.
    pub(crate) fn new(path: impl Into<String>, line: u32, reason: impl Into<String>) -> Self {
        Problem {
            path: path.into(),
            line,
            reason: reason.into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.reason)
    }
}

/// Why a corpus could not be built at all.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The folder is missing, is a file, or cannot be read.
    #[error(
        "cannot read the corpus folder {}: {reason}; create it, or set KNOWLEDGE_CORPUS to the folder to serve",
        path.display()
    )]
    Root {
        /// Where the corpus should have been.
        path: PathBuf,
        /// What the file system said.
        reason: String,
    },
    /// `corpus.toml` cannot be used. Always fatal: every document's name depends on it.
    #[error("{0}")]
    Config(Problem),
    /// There is not a single document to serve.
    #[error(
        "no document in {}: looked for files that end in {extensions} in it and below{and_found}",
        path.display()
    )]
    Empty {
        /// The folder that was searched.
        path: PathBuf,
        /// The extensions that are read.
        extensions: String,
        /// What else was there, in words, to see a wrong folder or a wrong pattern at a glance.
        and_found: String,
    },
    /// Strict mode, and there are problems.
    #[error(
        "strict mode, and {} of the corpus cannot be used:\n{}",
        crate::summary::count(problems.len(), "file or part", "files or parts"),
        join_lines(problems)
    )]
    Strict {
        /// All of them.
        problems: Vec<Problem>,
    },
    /// The index could not be written, or what was written does not verify.
    #[error("index: {0}")]
    Index(#[from] index::Error),
    /// The Worker would be larger than it may be.
    #[error(
        "the Worker would be {}, and may be {max_mib} MiB ({}): {} of code and\n{}\
         Leave out what nobody asks about (`exclude` in corpus.toml: changelogs, old versions, translations), \
         split the corpus over several Workers, or set `max_mib` in corpus.toml if your plan allows more",
        crate::summary::bytes(CODE_BYTES + sections.iter().map(|(_, n)| *n as u64).sum::<u64>()),
        crate::summary::bytes(max_mib.saturating_mul(1 << 20)),
        crate::summary::bytes(CODE_BYTES),
        size_table(sections, folders)
    )]
    TooLarge {
        /// What it may be.
        max_mib: u64,
        /// The parts of the index, in words, with their bytes.
        sections: Vec<(&'static str, usize)>,
        /// The folders with the most text, with the bytes of it.
        folders: Vec<(String, u64)>,
    },
    /// The compressor failed.
    #[error("compression: {0}")]
    Compress(std::io::Error),
}

/// What a Worker without documents takes that has the rules of all languages, and a little more.
pub(crate) const CODE_BYTES: u64 = 1_700_000;

/// Folders of a corpus that are too large to be listed.
pub(crate) const MAX_FOLDERS: usize = 10;

fn size_table(sections: &[(&'static str, usize)], folders: &[(String, u64)]) -> String {
    let row = |n: u64, what: &str| format!("  {:>10}  {what}\n", crate::summary::bytes(n));
    let sections = sections.iter().map(|(what, n)| row(*n as u64, what));
    let title = ["made of this much text, by folder:\n".to_owned()];
    let folders = folders.iter().map(|(folder, n)| row(*n, folder));
    sections.chain(title).chain(folders).collect()
}

fn join_lines(problems: &[Problem]) -> String {
    problems
        .iter()
        .map(|problem| format!("  {problem}"))
        .collect::<Vec<_>>()
        .join("\n")
}
