//! Ranking: which chunks match a query best.
//!
//! A reader looks for a page first and for a place on it second, so the score of a chunk is that of
//! its document, lowered by what it falls behind the best chunk there. The score of a document is a sum:
//!
//! - the BM25 of its whole text, with the inverse document frequency: a page that keeps to a subject
//!   beats one that mentions it;
//! - the BM25 of its title with an inverse document frequency of its own: every document has one
//!   short title that says what it is about;
//! - a share of the BM25 of its best chunk, with an inverse frequency among chunks: one place that
//!   has all words beats many that have one;
//! - a share of the BM25 of its first chunk: what a page says first is what it is about.
//!
//! Postings are of chunks alone; documents add up while the postings are read. Chunks are scored
//! in windows of consecutive ordinals, each word of the query after the other, so that memory is
//! the same for every query and every corpus, and the forms of a word add up before they saturate.

#[cfg(test)]
mod tests;
mod window;

use index::{ChunkId, DocumentId, Index};

use crate::Options;
use crate::preference::Preference;
use crate::query::{Clause, Form, Query};
use window::{Cursor, WINDOW, Window, greatest, greatest_of_chunks};

/// A chunk that matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The chunk.
    pub chunk: ChunkId,
    /// Its document.
    pub document: DocumentId,
    /// Higher is better; comparable within one query only.
    pub score: f32,
}

/// The best chunks for `query`, as many as `options` say, the best first; of equal
/// scores, the one that comes first in the corpus.
pub(crate) fn rank<'a>(index: &Index<'a>, query: &Query<'a>, options: &Options) -> Vec<Hit> {
    let cursors_of = |forms: &[Form<'a>]| -> Vec<Cursor<'a>> {
        let forms = forms.iter();
        forms.map(|form| Cursor::new(index, form)).collect()
    };
    // The words that can add most first. As soon as the best hits score more than the last of them
    // can add together, a document that has no others is of no interest (Turtle and Flood, "Query
    // Evaluation: Strategies and Optimizations", 1995: MaxScore).
    let mut words: Vec<Word<'_>> = query
        .clauses
        .iter()
        .map(|clause| Word {
            clause,
            cursors: cursors_of(&clause.forms),
            greatest: greatest(clause, &options.weights),
            greatest_of_chunks: greatest_of_chunks(clause, &options.weights),
        })
        .collect();
    words.sort_by(|a, b| b.greatest.total_cmp(&a.greatest));
    let factor = query.preference.as_ref().map_or(1.0, Preference::greatest);
    let mut titles = cursors_of(&query.titles);
    let mut excluded = cursors_of(&query.excluded);
    let is_wanted = |document: DocumentId| {
        let mut ranges = query.documents.iter();
        query.documents.is_empty() || ranges.any(|range| range.contains(&document.0))
    };
    let mut window = Window::new(index, options.weights);
    let mut best = Best::new(options.limit, options.per_document);
    loop {
        // Less what sums of the same numbers in another order differ by.
        let to_beat = best.threshold() / factor * (1.0 - 1e-5);
        let n_needed = n_needed(&words, to_beat);
        let (needed, others) = words.split_at_mut(n_needed);
        let cursors = needed.iter().flat_map(|word| &word.cursors);
        // Empty stretches are skipped: the next window begins where the next posting is.
        let starts = cursors.chain(&titles).filter_map(Cursor::next_chunk);
        let Some(start) = starts.min() else {
            break;
        };
        if !window.begin(start) {
            break;
        }
        for word in needed.iter_mut() {
            window.add(word.clause, &mut word.cursors);
        }
        window.add_titles(&mut titles);
        let of_chunks: f32 = needed.iter().map(|word| word.greatest_of_chunks).sum();
        let of_others: f32 = others.iter().map(|word| word.greatest).sum();
        window.narrow(of_chunks + of_others, to_beat);
        for word in others {
            window.add(word.clause, &mut word.cursors);
        }
        window.exclude(&mut excluded);
        let of_chunks = words.iter().map(|word| word.greatest_of_chunks).sum();
        window.drain(of_chunks, to_beat, |document, score, chunks| {
            let boost = query.preference.as_ref().map_or(1.0, |preference| {
                preference.factor_of(index.language_number(document))
            });
            if score * boost <= best.threshold() || !is_wanted(document) {
                return;
            }
            for (chunk, behind) in chunks {
                let score = lowered(score, behind) * boost;
                best.push(Hit {
                    chunk,
                    document,
                    score,
                });
            }
        });
    }
    best.hits
        .retain(|hit| !is_excluded(index, query, hit.document));
    best.hits
}

/// The score of a chunk of a document that scores `score`: less what it is `behind` the best chunk where that is
/// little, and above 0 however much it is, as where every document has the word.
pub(crate) fn lowered(score: f32, behind: f32) -> f32 {
    (score / (1.0 + behind / score)).max(f32::MIN_POSITIVE)
}

/// Whether a document that was scored in pieces has a term that the query leaves out: a piece does not know what is
/// in the others.
fn is_excluded(index: &Index<'_>, query: &Query<'_>, document: DocumentId) -> bool {
    let chunks = index.chunks_of(document);
    chunks.len() > WINDOW
        && query.excluded.iter().any(|form| {
            let mut text = form.text.clone();
            let mut title = form.title.clone();
            text.any(|posting| chunks.contains(&posting.id))
                || title.any(|posting| posting.id == document.0)
        })
}

/// A word of the query while its postings are read.
struct Word<'q> {
    clause: &'q Clause<'q>,
    cursors: Vec<Cursor<'q>>,
    /// What it can add to the score of a document at most.
    greatest: f32,
    /// As much of that as depends on how its occurrences are spread over the chunks there.
    greatest_of_chunks: f32,
}

/// Of how many words a document must have one to score above `to_beat`.
fn n_needed(words: &[Word<'_>], to_beat: f32) -> usize {
    let mut sum = 0.0;
    let enough = |word: &&Word<'_>| {
        sum += word.greatest;
        sum <= to_beat
    };
    words.len() - words.iter().rev().take_while(enough).count()
}

/// The best hits so far, the best first.
struct Best {
    hits: Vec<Hit>,
    limit: usize,
    per_document: usize,
}

impl Best {
    fn new(limit: usize, per_document: usize) -> Self {
        Best {
            hits: Vec::new(),
            limit,
            per_document,
        }
    }

    /// What a hit must score above to be among them.
    fn threshold(&self) -> f32 {
        if self.hits.len() < self.limit {
            0.0
        } else {
            self.hits.last().map_or(f32::MAX, |hit| hit.score)
        }
    }

    /// Hits must come in the order of their chunks.
    fn push(&mut self, hit: Hit) {
        if hit.score <= self.threshold() {
            return;
        }
        let mut siblings = (0..self.hits.len()).rev().filter(|&at| {
            self.hits
                .get(at)
                .is_some_and(|other| other.document == hit.document)
        });
        if let Some(worst) = siblings.next()
            && siblings.count() + 1 >= self.per_document
        {
            if self
                .hits
                .get(worst)
                .is_some_and(|worst| worst.score >= hit.score)
            {
                return;
            }
            self.hits.remove(worst);
        }
        // Behind its equals, which come earlier in the corpus.
        let at = self.hits.partition_point(|other| other.score >= hit.score);
        self.hits.insert(at, hit);
        self.hits.truncate(self.limit);
    }
}
