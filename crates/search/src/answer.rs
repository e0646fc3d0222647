//! Answers: the sentences of the corpus that answer a question, verbatim, with their sources.

use index::analysis::{Language, analyze};
use index::{Error, Index};
use unicode_segmentation::UnicodeSegmentation;

use crate::Options;
use crate::passage::passage;
use crate::query::{Clause, Query};
use crate::rank::rank;

/// Passages that sentences are chosen from.
const PASSAGES: usize = 5;

/// Sentences of an answer.
const SENTENCES: usize = 4;

/// The share of the weight of a question that the words of the best sentence must have, or the
/// corpus does not answer it.
const ENOUGH: f32 = 0.45;

/// The share of the best sentence's score that a further sentence must have.
const CLOSE: f32 = 0.6;

/// What a sentence of a lower passage loses for each passage above it.
const DECAY: f32 = 0.9;

/// An answer.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Answer {
    /// Markdown. Each statement is a sentence of the corpus followed by the number of its source;
    /// the sources stand at the end. Empty if the corpus does not answer.
    pub text: String,
    /// Resource names of the sources, in the order of their numbers, each once.
    pub references: Vec<String>,
}

/// A sentence that could be part of an answer.
struct Candidate {
    text: String,
    /// Position among the passages, and inside one: the order of reading.
    order: (usize, usize),
    score: f32,
    coverage: f32,
}

/// Answers `question` from `index`.
///
/// # Errors
/// If the index is damaged.
pub fn answer(index: &Index<'_>, question: &str) -> Result<Answer, Error> {
    let options = Options {
        limit: PASSAGES,
        ..Options::default()
    };
    let query = Query::new(index, question, &options);
    let hits = rank(index, &query, &options);
    let mut passages = Vec::new();
    let mut candidates = Vec::new();
    let mut decay = 1.0;
    for (number, hit) in hits.iter().enumerate() {
        let passage = passage(index, hit)?;
        let language = Language::of_tag(index.language_of(hit.document));
        for (at, sentence) in sentences(&passage.content).into_iter().enumerate() {
            let coverage = coverage(&query.clauses, language, &sentence);
            let score = coverage * decay;
            candidates.push(Candidate {
                text: sentence,
                order: (number, at),
                score,
                coverage,
            });
        }
        passages.push(passage);
        decay *= DECAY;
    }
    candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.order.cmp(&b.order)));
    candidates.dedup_by(|a, b| a.text == b.text);
    let Some(best) = candidates.first().filter(|best| best.coverage >= ENOUGH) else {
        return Ok(Answer::default());
    };
    let enough = best.score * CLOSE;
    candidates.retain(|candidate| candidate.score >= enough);
    candidates.truncate(SENTENCES);
    // The best sentence leads; the others follow as their documents have them.
    if let Some((_, others)) = candidates.split_first_mut() {
        others.sort_by_key(|candidate| candidate.order);
    }
    let mut statements = Vec::new();
    let mut sources = Vec::new();
    let mut references: Vec<String> = Vec::new();
    for candidate in &candidates {
        let Some(passage) = passages.get(candidate.order.0) else {
            continue;
        };
        let known = references.iter().position(|name| *name == passage.name);
        let number = known.unwrap_or(references.len()) + 1;
        if known.is_none() {
            references.push(passage.name.clone());
            sources.push(format!("[{number}] {}: {}", passage.title, passage.link()));
        }
        statements.push(format!("{} [{number}]", candidate.text));
    }
    let text = format!(
        "{}\n\nSources:\n{}",
        statements.join("\n\n"),
        sources.join("\n")
    );
    Ok(Answer { text, references })
}

/// The share of the weight of the question whose words `sentence` has.
fn coverage(clauses: &[Clause<'_>], language: Language, sentence: &str) -> f32 {
    let mut found = vec![false; clauses.len()];
    analyze(sentence, |token| {
        let class = language.class(token.term);
        for (found, clause) in found.iter_mut().zip(clauses) {
            *found |= clause.word == token.term || clause.classes.contains(&class);
        }
    });
    let total: f32 = clauses.iter().map(|clause| clause.text_weight).sum();
    let covered: f32 = clauses
        .iter()
        .zip(&found)
        .filter_map(|(clause, found)| found.then_some(clause.text_weight))
        .sum();
    if total > 0.0 { covered / total } else { 0.0 }
}

/// The sentences of the prose of a passage: no headings, code, tables or breadcrumbs. A list item
/// is a sentence of its own.
fn sentences(content: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut fence: Option<&str> = None;
    let mut paragraph = String::new();
    let mut flush = |paragraph: &mut String| {
        for sentence in paragraph.unicode_sentences().map(str::trim) {
            if sentence.split_whitespace().nth(3).is_some() || sentence.chars().nth(15).is_some() {
                sentences.push(sentence.to_owned());
            }
        }
        paragraph.clear();
    };
    // The first paragraph is the breadcrumbs, or a heading.
    for line in content.lines().skip(1) {
        let line = line.trim();
        if let Some(mark) = fence {
            if line.starts_with(mark) {
                fence = None;
            }
            continue;
        }
        fence = ["```", "~~~"]
            .into_iter()
            .find(|mark| line.starts_with(mark));
        let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
        if fence.is_some() || line.is_empty() || line.starts_with(['#', '|', '<']) || item.is_some()
        {
            flush(&mut paragraph);
        }
        if fence.is_none() && !line.starts_with(['#', '|', '<']) {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(item.unwrap_or(line));
        }
    }
    flush(&mut paragraph);
    sentences
}
