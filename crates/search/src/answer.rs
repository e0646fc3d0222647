//! Answers: what the documents say to a question, in their own words, with the places that it is
//! from.
//!
//! ```text
//! question -> passages (as search finds them) -> units: sentences, items, rows, code blocks
//!          -> how well each fits the question  -> statements, in an order that reads well
//! ```
//!
//! Every statement is a unit of a document as it stands there, but for white space and the targets
//! of links, so an answer can be checked word by word. Where the best passage has too little of the
//! question, the answer says that there is none.

mod choose;
mod compose;
mod evidence;
mod question;
mod sentences;

use std::ops::RangeInclusive;

use index::{Error, Index};

use crate::query::{Clause, Query};
use crate::{Options, best};
use choose::{Asked, Source};
use question::is_function_word;

pub use choose::AnswerWeights;
pub use evidence::Kind;
pub use sentences::words;

/// Passages that evidence is taken from.
const PASSAGES: usize = 5;

/// The confidence from which on there is an answer.
const ENOUGH: f32 = 0.5;

/// An answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Markdown, never empty. Statements, each followed by the number of its source, and the
    /// sources; or that the corpus does not answer.
    pub text: String,
    /// Resource names of the documents of the statements, in the order of their use, each once.
    /// Empty if and only if the corpus does not answer.
    pub references: Vec<String>,
    /// What the text consists of, in its order.
    pub statements: Vec<Statement>,
    /// If the corpus does not answer, resource names of the nearest documents.
    pub related: Vec<String>,
    /// How likely it is that a passage answers, between 0 and 1; below a half there is no answer.
    pub confidence: f32,
}

/// A part of an answer that stands in a document as it is, but for white space and link targets.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// Markdown.
    pub text: String,
    /// What it is.
    pub kind: Kind,
    /// Resource name of its document.
    pub name: String,
    /// The number of its source in the answer, counted from 1.
    pub number: usize,
    /// Lines of the source file.
    pub lines: RangeInclusive<u32>,
    /// How well it fits the question; comparable within one answer.
    pub score: f32,
}

/// Answers `question` from `index`.
///
/// # Errors
/// If the index is damaged.
pub fn answer(index: &Index<'_>, question: &str) -> Result<Answer, Error> {
    answer_with(index, question, &AnswerWeights::DEFAULT)
}

/// As [`answer`], with other weights.
///
/// # Errors
/// If the index is damaged.
pub fn answer_with(
    index: &Index<'_>,
    question: &str,
    weights: &AnswerWeights,
) -> Result<Answer, Error> {
    let options = Options {
        limit: PASSAGES,
        ..Options::default()
    };
    let mut query = Query::new(index, question, &options);
    // Words that only put the question would find pages that put one likewise.
    let says = |clause: &Clause<'_>| !is_function_word(&clause.word);
    if query.clauses.iter().any(says) {
        query.clauses.retain(says);
    }
    let (hits, _) = best(index, &query, &options)?;
    let best = hits.first().map_or(0.0, |hit| hit.score);
    let asked = Asked::new(question, &query.clauses, index, *weights);
    let mut sources: Vec<Source> = Vec::with_capacity(hits.len());
    for (rank, hit) in hits.iter().enumerate() {
        sources.push(choose::source(index, &asked, hit, rank, best)?);
    }
    let confidence = sources
        .iter()
        .map(|source| source.confidence)
        .fold(0.0, f32::max);
    let composed = if confidence >= ENOUGH {
        compose::compose(&asked, &sources)
    } else {
        None
    };
    let answer = composed.unwrap_or_else(|| compose::silence(&index.corpus().title, &sources));
    Ok(Answer {
        confidence,
        ..answer
    })
}
