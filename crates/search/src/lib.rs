//! Query time: from a question to passages and answers. No HTTP, no JSON, no clock; the same
//! question over the same index gives the same bytes.

mod answer;
pub mod bm25;
mod names;
mod passage;
mod query;
mod rank;
mod stop_words;
#[cfg(test)]
mod tests;
mod weights;

use index::{Error, Index};

pub use answer::{Answer, AnswerWeights, Kind, Statement, answer, answer_with, words};
pub use names::nearest_names;
pub use passage::Passage;
pub use rank::Hit;
pub use weights::Weights;

/// How much of the corpus to show, and for whom.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Passages at most.
    pub limit: usize,
    /// Passages at most of one document.
    pub per_document: usize,
    /// BCP 47 tag of a language whose documents come first. Those of others are not left out.
    pub language: Option<String>,
    /// What each kind of evidence is worth.
    pub weights: Weights,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            limit: 5,
            per_document: 2,
            language: None,
            weights: Weights::DEFAULT,
        }
    }
}

/// The passages that match `query` best, the best first.
///
/// # Errors
/// If the index is damaged.
pub fn search(index: &Index<'_>, query: &str, options: &Options) -> Result<Vec<Passage>, Error> {
    hits(index, query, options)
        .iter()
        .map(|hit| passage::passage(index, hit))
        .collect()
}

/// As [`search`], without reading any text.
#[must_use]
pub fn hits(index: &Index<'_>, query: &str, options: &Options) -> Vec<Hit> {
    let query = query::Query::new(index, query, &options.weights);
    rank::rank(index, &query, options)
}
