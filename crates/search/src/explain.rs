//! Why a passage has its place: the parts of its score, computed by the definition in
//! [`rank`](crate::rank) from the postings of one document, and not by the code that ranks.

use std::ops::Range;

use index::{DocumentId, Error, Index};

use crate::Options;
use crate::bm25;
use crate::query::{Clause, Form, Query};
use crate::rank::{Hit, lowered};

/// A word of the query.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word, normalized.
    pub word: String,
    /// The terms of the corpus that count as it, each with what one occurrence is worth.
    pub forms: Vec<(String, f32)>,
    /// Inverse document frequency, times what the word is worth in this query.
    pub document_weight: f32,
    /// Inverse document frequency among chunks, likewise.
    pub chunk_weight: f32,
    /// Inverse document frequency among titles, likewise.
    pub title_weight: f32,
}

/// The parts of the score of one hit. The score before the second look is
/// `(text + title + whole_title + best_chunk + lead - behind) · language`.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The hit, with its final score.
    pub hit: Hit,
    /// For each word, the BM25 of the whole document.
    pub text: Vec<f32>,
    /// For each word, the BM25 of the title.
    pub title: Vec<f32>,
    /// For each word, the BM25 of this chunk, before any share is taken of it.
    pub chunk: Vec<f32>,
    /// What the title as a whole adds, or the best heading as a whole.
    pub whole_title: f32,
    /// The share of the best chunk of the document.
    pub best_chunk: f32,
    /// The share of its first chunk.
    pub lead: f32,
    /// What this chunk loses because it is behind the best.
    pub behind: f32,
    /// The factor of the language.
    pub language: f32,
    /// What the second look at the text added: words beside each other, the query as it stands.
    pub second_look: f32,
}

impl Parts {
    /// The score before the second look.
    #[must_use]
    pub fn first_score(&self) -> f32 {
        (self.document_score() - self.behind) * self.language
    }

    fn document_score(&self) -> f32 {
        let sum = |parts: &[f32]| parts.iter().sum::<f32>();
        sum(&self.text) + sum(&self.title) + self.whole_title + self.best_chunk + self.lead
    }
}

/// What a query was understood as.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// Its words, but for those that say nothing.
    pub words: Vec<Word>,
    /// What it quotes.
    pub phrases: Vec<String>,
    /// Words whose documents are left out.
    pub excluded: Vec<String>,
    /// The hits in their order.
    pub hits: Vec<Parts>,
}

/// Explains the hits of a search.
///
/// # Errors
/// If the index is damaged.
pub fn explain(index: &Index<'_>, text: &str, options: &Options) -> Result<Explanation, Error> {
    let (query, hits, _) = crate::ranked(index, text, options)?;
    let word = |clause: &Clause<'_>| Word {
        word: clause.word.clone(),
        forms: clause
            .forms
            .iter()
            .map(|form| (form.term.clone(), form.weight))
            .collect(),
        document_weight: clause.document_weight,
        chunk_weight: clause.chunk_weight,
        title_weight: clause.title_weight,
    };
    Ok(Explanation {
        words: query.clauses.iter().map(word).collect(),
        phrases: query.phrases.clone(),
        excluded: query
            .excluded
            .iter()
            .map(|form| form.term.clone())
            .collect(),
        hits: hits
            .iter()
            .map(|hit| parts(index, &query, hit, options))
            .collect(),
    })
}

fn parts(index: &Index<'_>, query: &Query<'_>, hit: &Hit, options: &Options) -> Parts {
    let w = &options.weights;
    let statistics = index.statistics();
    let chunks = index.chunks_of(hit.document);
    let mut chunk_scores = vec![0.0; chunks.len()];
    let own = (hit.chunk.0 - chunks.start) as usize;
    let mut found = Parts {
        hit: *hit,
        text: Vec::new(),
        title: Vec::new(),
        chunk: Vec::new(),
        whole_title: 0.0,
        best_chunk: 0.0,
        lead: 0.0,
        behind: 0.0,
        language: query.preference.as_ref().map_or(1.0, |preference| {
            preference.factor_of(index.language_number(hit.document))
        }),
        second_look: 0.0,
    };
    for clause in &query.clauses {
        let in_title = title_occurrences(clause.forms.iter(), hit.document);
        let in_text = text_occurrences(clause.forms.iter(), &chunks);
        for (at, (score, n)) in chunk_scores.iter_mut().zip(&in_text).enumerate() {
            let id = index::ChunkId(chunks.start + at as u32);
            let relative = index.chunk_length(id) as f32 / statistics.average_chunk_length();
            let part = if *n > 0.0 {
                clause.chunk_weight
                    * bm25::saturation(n + in_title, relative, w.chunk_k1, w.chunk_b)
            } else {
                0.0
            };
            *score += part;
            if at == own {
                found.chunk.push(part);
            }
        }
        let all = in_text.iter().sum::<f32>() + in_title;
        let length = index.document_length(hit.document) as f32;
        let relative = length / statistics.average_document_length();
        let text = bm25::saturation(all, relative, w.k1, w.b);
        found.text.push(w.text * clause.document_weight * text);
        let relative = index.title_length(hit.document) as f32 / statistics.average_title_length();
        let title = bm25::saturation(in_title, relative, w.title_k1, w.title_b);
        found.title.push(w.title * clause.title_weight * title);
    }
    let in_headings = text_occurrences(query.titles.iter(), &chunks);
    for (score, n) in chunk_scores.iter_mut().zip(&in_headings) {
        *score += w.whole_heading * n;
    }
    let in_heading = in_headings.iter().copied().fold(0.0, f32::max);
    found.whole_title =
        title_occurrences(query.titles.iter(), hit.document).max(w.whole_heading * in_heading);
    let best = chunk_scores.iter().copied().fold(0.0, f32::max);
    let own_score = chunk_scores.get(own).copied().unwrap_or_default();
    found.best_chunk = w.best_chunk * best;
    found.lead = w.lead * chunk_scores.first().copied().unwrap_or_default();
    let score = found.document_score();
    found.behind = score - lowered(score, w.behind_best * (best - own_score));
    found.second_look = hit.score - found.first_score();
    found
}

/// How often each of `chunks` has any of `forms`, by what each is worth.
fn text_occurrences<'q>(
    forms: impl Iterator<Item = &'q Form<'q>>,
    chunks: &Range<u32>,
) -> Vec<f32> {
    let mut cells = vec![0.0; chunks.len()];
    for form in forms {
        let postings = form.text.clone();
        let postings = postings.skip_while(|posting| posting.id < chunks.start);
        for posting in postings.take_while(|posting| posting.id < chunks.end) {
            if let Some(cell) = cells.get_mut((posting.id - chunks.start) as usize) {
                *cell += occurrences(posting.weight, form.weight);
            }
        }
    }
    cells
}

/// How often the title of a document has any of `forms`, by what each is worth.
fn title_occurrences<'q>(forms: impl Iterator<Item = &'q Form<'q>>, document: DocumentId) -> f32 {
    forms
        .map(|form| {
            let mut postings = form.title.clone();
            let posting = postings.find(|posting| posting.id == document.0);
            posting.map_or(0.0, |posting| occurrences(posting.weight, form.weight))
        })
        .sum()
}

fn occurrences(n: u32, weight: f32) -> f32 {
    n as f32 * weight / index::postings::ONE as f32
}
