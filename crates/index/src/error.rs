//! What can be wrong with an index.

/// Why an index could not be written, opened or read.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The bytes were written by another version of this crate. Build the index again.
    #[error(
        "the index has format version {got}, this program reads version {expected}: build it again"
    )]
    Version {
        /// The version that this program reads.
        expected: u32,
        /// The version that the bytes say they have.
        got: u32,
    },
    /// The bytes are not an index, or are damaged. Build the index again.
    #[error("malformed index, {section}: {reason}")]
    Malformed {
        /// The part of the index that was read.
        section: &'static str,
        /// What was wrong with it.
        reason: String,
    },
    /// Documents must be added in the order of their names, each name once.
    #[error("document names must ascend: {got} came after {previous}")]
    OutOfOrder {
        /// The name that was added before.
        previous: String,
        /// The name that should have come earlier, or that came twice.
        got: String,
    },
    /// A document that the writer cannot represent.
    #[error("{name}: {reason}")]
    Document {
        /// The name of the document.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// More of something than the format can count.
    #[error("the corpus is too large: {what} is more than the format can count")]
    TooLarge {
        /// What there is too much of.
        what: &'static str,
    },
}

impl Error {
    /// A `Malformed` error for `section`.
    pub(crate) fn malformed(section: &'static str, reason: impl std::fmt::Display) -> Self {
        Error::Malformed {
            section,
            reason: reason.to_string(),
        }
    }
}
