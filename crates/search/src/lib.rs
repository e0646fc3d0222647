//! Query time: from a question to passages and answers. No HTTP, no JSON, no clock; the same
//! question over the same index gives the same bytes.

mod answer;
mod bm25;
mod cues;
mod explain;
mod forms;
mod names;
mod narrow;
mod passage;
mod preference;
mod query;
mod rank;
mod rerank;
mod speech;
mod stop_words;
mod suggest;
mod table;
#[cfg(test)]
mod tests;
mod weights;

use index::{Error, Index};

pub use answer::{Answer, AnswerWeights, Evidence, Kind, Statement, answer, answer_with, words};
pub use explain::{Explanation, Parts, Word, explain};
pub use names::nearest_names;
pub use passage::{MAX_BREADCRUMBS, Passage};
pub use preference::has_language;
pub use rank::Hit;
pub use suggest::{has_words, nearest_terms};
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
    let (_, hits, mut passages) = ranked(index, query, options)?;
    for hit in hits.iter().skip(passages.len()) {
        passages.push(passage::passage(index, hit)?);
    }
    Ok(passages)
}

/// As [`search`], without the passages.
///
/// # Errors
/// If the index is damaged.
pub fn hits(index: &Index<'_>, query: &str, options: &Options) -> Result<Vec<Hit>, Error> {
    Ok(ranked(index, query, options)?.1)
}

/// The query as it was understood, its hits, and the passages of those whose text was looked at.
fn ranked<'i>(
    index: &Index<'i>,
    text: &str,
    options: &Options,
) -> Result<(query::Query<'i>, Vec<Hit>, Vec<Passage>), Error> {
    let narrowed = query::Query::new(index, text, options);
    let (hits, passages) = best(index, &narrowed, options)?;
    if narrowed.excluded.is_empty() {
        return Ok((narrowed, hits, passages));
    }
    // `rustc -version` is no wish for pages without the word: what is left is then no match.
    let plain = query::Query::plain(index, text, options);
    let (plain_hits, plain_passages) = best(index, &plain, options)?;
    let score = |hits: &[Hit]| hits.first().map_or(0.0, |hit| hit.score);
    Ok(if score(&hits) < EXCLUDED * score(&plain_hits) {
        (plain, plain_hits, plain_passages)
    } else {
        (narrowed, hits, passages)
    })
}

/// The share of the best score that has to be left when `-word` leaves documents out.
const EXCLUDED: f32 = 0.55;

/// The hits of an analyzed query, likewise.
fn best(
    index: &Index<'_>,
    query: &query::Query<'_>,
    options: &Options,
) -> Result<(Vec<Hit>, Vec<Passage>), Error> {
    let candidates = Options {
        limit: options.limit.max(rerank::depth(query)),
        ..options.clone()
    };
    let hits = rank::rank(index, query, &candidates);
    let (mut hits, mut passages) =
        rerank::rerank(index, query, &hits, options.limit, &options.weights)?;
    hits.truncate(options.limit);
    passages.truncate(options.limit);
    Ok((hits, passages))
}
