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
mod confidence;
mod evidence;
mod fit;
mod fitness;
mod lead;
mod question;
mod select;
mod sentences;
mod signs;
#[cfg(test)]
mod tests;
mod weights;
mod write;

use std::ops::RangeInclusive;

use index::{ChunkId, Error, Index};

use crate::query::{Clause, Query, head};
use crate::rank::Hit;
use crate::{Options, best};
use choose::Source;
use fit::{Asked, is_unknown};
use question::{Question, Want};

pub use confidence::Evidence;
pub use evidence::Kind;
pub use sentences::words;
pub use weights::AnswerWeights;

/// Passages that evidence is taken from; more where the place that says what something is may use
/// its name less than others do.
const PASSAGES: usize = 8;
const PASSAGES_OF_DEFINITION: usize = 12;

/// Pages whose beginnings are looked at for what something is.
const INTRODUCTIONS: usize = 5;

/// An answer.
#[derive(Clone, Debug, PartialEq)]
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
    /// What speaks for that, of the passage that most does.
    pub evidence: Evidence,
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

impl Answer {
    /// An answer with this text alone.
    fn of(text: String) -> Answer {
        Answer {
            text,
            references: Vec::new(),
            statements: Vec::new(),
            related: Vec::new(),
            confidence: 0.0,
            evidence: Evidence::NONE,
        }
    }
}

/// Answers `question` from `index`.
///
/// # Errors
/// If the index is damaged.
pub fn answer(index: &Index<'_>, question: &str) -> Result<Answer, Error> {
    answer_with(index, question, &AnswerWeights::DEFAULT)
}

/// As [`answer`] of the question `text`, with other weights.
///
/// # Errors
/// If the index is damaged.
pub fn answer_with(
    index: &Index<'_>,
    text: &str,
    weights: &AnswerWeights,
) -> Result<Answer, Error> {
    let text = head(text);
    let question = Question::new(text);
    let options = Options {
        limit: if question.wants.contains(&Want::Definition) {
            PASSAGES_OF_DEFINITION
        } else {
            PASSAGES
        },
        language: question.language().map(str::to_owned),
        ..Options::default()
    };
    let mut query = Query::new(index, text, &options);
    // Words that only put the question would find pages that put one likewise.
    let says = |clause: &Clause<'_>| !question.is_function_word(&clause.word);
    let has_subject = query.clauses.iter().any(|clause| {
        let is_number = clause.word.chars().all(char::is_numeric);
        says(clause) && !is_number && !is_unknown(clause)
    });
    if query.clauses.iter().any(says) {
        query.clauses.retain(says);
    }
    let (mut hits, _) = best(index, &query, &options)?;
    if question.wants.contains(&Want::Definition) {
        add_introductions(index, &mut hits);
    }
    let best = hits.first().map_or(0.0, |hit| hit.score);
    let asked = Asked::new(question, &query.clauses, index, *weights);
    let mut sources: Vec<Source> = Vec::with_capacity(hits.len());
    for (rank, hit) in hits.iter().enumerate() {
        sources.push(choose::source(index, &asked, hit, rank, best)?);
    }
    let last = hits
        .get(..PASSAGES)
        .unwrap_or(&hits)
        .last()
        .map_or(0.0, |hit| hit.score);
    let ahead = 1.0 - last / best.max(f32::MIN_POSITIVE);
    let size = (index.statistics().n_chunks.max(1) as f32).ln();
    for source in &mut sources {
        source.evidence.ahead = ahead;
        source.evidence.size = size;
    }
    let confidence = |source: &Source| source.evidence.confidence(&Evidence::DEFAULT);
    // Who asks in a language gets the answer in it, if the corpus has that.
    let is_own = |source: &Source| source.evidence.foreign == 0.0;
    if sources
        .iter()
        .any(|source| is_own(source) && confidence(source) >= weights.enough)
    {
        sources.retain(is_own);
    }
    let confidences = sources.iter().map(|it| (confidence(it), it.evidence));
    let (confidence, evidence) = confidences
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .unwrap_or((0.0, Evidence::NONE));
    let composed = if has_subject && confidence >= weights.enough {
        select::compose(&asked, &sources)
    } else {
        None
    };
    let answer = composed.unwrap_or_else(|| {
        let wording = asked.question.silence();
        write::silence(wording, &index.corpus().title, &sources)
    });
    Ok(Answer {
        confidence,
        evidence,
        ..answer
    })
}

/// Adds the beginnings of the pages that the first hits are of: there stands what a thing is.
fn add_introductions(index: &Index<'_>, hits: &mut Vec<Hit>) {
    let mut first: Vec<Hit> = Vec::new();
    for hit in hits.iter() {
        let chunk = ChunkId(index.chunks_of(hit.document).start);
        if first.len() < INTRODUCTIONS && first.iter().all(|other| other.chunk != chunk) {
            first.push(Hit { chunk, ..*hit });
        }
    }
    first.retain(|new| hits.iter().all(|hit| hit.chunk != new.chunk));
    hits.extend(first);
}
