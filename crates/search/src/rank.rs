//! Ranking: which chunks match a query best.
//!
//! The score of a chunk is the BM25 of its text, into which the title of its document counts, plus
//! a second BM25 of the title alone: every document has one short title that says what it is
//! about, so a match there is worth its own inverse document frequency.
//!
//! Chunks are scored in windows of consecutive ordinals, each word of the query after the other,
//! so that memory is the same for every query and every corpus, and the forms of a word add up
//! before they saturate.

use std::iter::Peekable;
use std::ops::Range;

use index::postings::{ONE, Posting, Postings};
use index::{ChunkId, DocumentId, Index};

use crate::bm25::{self, K1, TITLE_K1};
use crate::query::{Clause, Form, Query};

/// What the title field is worth beside the text.
pub(crate) const TITLE_WEIGHT: f32 = 0.7;

/// What a document in the preferred language is worth beyond another.
const LANGUAGE_BOOST: f32 = 2.0;

/// Chunks that are scored together.
const WINDOW: usize = 2048;

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

/// The best `limit` chunks for `query`, no more than `per_document` of one document, the best
/// first; of equal scores, the one that comes first in the corpus.
pub(crate) fn rank(
    index: &Index<'_>,
    query: &Query<'_>,
    limit: usize,
    per_document: usize,
    language: Option<&str>,
) -> Vec<Hit> {
    let mut cursors: Vec<Vec<Cursor<'_>>> = Vec::new();
    for clause in &query.clauses {
        cursors.push(
            clause
                .forms
                .iter()
                .map(|form| Cursor::new(index, form))
                .collect(),
        );
    }
    let boost = if language.is_some() {
        LANGUAGE_BOOST
    } else {
        1.0
    };
    let mut window = Window::new();
    let mut best = Best::new(limit, per_document);
    // Empty stretches are skipped: the next window begins where the next posting is.
    while let Some(start) = cursors
        .iter_mut()
        .flatten()
        .filter_map(Cursor::next_chunk)
        .min()
    {
        window.start = start;
        for (clause, cursors) in query.clauses.iter().zip(&mut cursors) {
            for cursor in cursors {
                window.add(index, cursor);
            }
            window.saturate(index, clause);
        }
        window.drain(|chunk, score| {
            if score * boost > best.threshold() {
                let document = index.document_of(chunk);
                let preferred =
                    language.is_some_and(|tag| same_language(tag, index.language_of(document)));
                let score = if preferred { score * boost } else { score };
                best.push(Hit {
                    chunk,
                    document,
                    score,
                });
            }
        });
    }
    best.hits
}

/// Whether two BCP 47 tags are of one language, whatever the region or script.
fn same_language(a: &str, b: &str) -> bool {
    let primary = |tag: &str| {
        tag.split(['-', '_'])
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase()
    };
    primary(a) == primary(b)
}

/// Where the ranking is in the lists of one term.
struct Cursor<'a> {
    /// What one occurrence counts.
    weight: f32,
    text: Peekable<Postings<'a>>,
    title: Postings<'a>,
    /// The document whose title comes next: its chunks that are still to come, its occurrences.
    title_chunks: Range<u32>,
    title_posting: Option<Posting>,
}

impl<'a> Cursor<'a> {
    fn new(index: &Index<'_>, form: &Form<'a>) -> Self {
        let mut cursor = Cursor {
            weight: form.weight / ONE as f32,
            text: form.text.clone().peekable(),
            title: form.title.clone(),
            title_chunks: 0..0,
            title_posting: None,
        };
        cursor.next_title(index);
        cursor
    }

    fn next_title(&mut self, index: &Index<'_>) {
        self.title_posting = self.title.next();
        self.title_chunks = self
            .title_posting
            .map_or(0..0, |posting| index.chunks_of(DocumentId(posting.id)));
    }

    /// The first chunk that is still to come.
    fn next_chunk(&mut self) -> Option<u32> {
        let text = self.text.peek().map(|posting| posting.id);
        let title = self.title_posting.map(|_| self.title_chunks.start);
        text.into_iter().chain(title).min()
    }
}

/// Scores of `WINDOW` chunks from `start` on.
struct Window {
    start: u32,
    cells: Vec<Cell>,
    /// Cells that the clause at hand has touched, a bit each.
    of_clause: [u64; WINDOW / 64],
    /// Cells that any clause has touched.
    of_query: [u64; WINDOW / 64],
}

#[derive(Clone, Copy, Default)]
struct Cell {
    score: f32,
    /// Occurrences of the word at hand in the text and in the title.
    text: f32,
    title: f32,
    title_length: f32,
}

impl Window {
    fn new() -> Self {
        Window {
            start: 0,
            cells: vec![Cell::default(); WINDOW],
            of_clause: [0; WINDOW / 64],
            of_query: [0; WINDOW / 64],
        }
    }

    /// Takes from `cursor` what is in the window.
    fn add(&mut self, index: &Index<'_>, cursor: &mut Cursor<'_>) {
        let end = self.start.saturating_add(WINDOW as u32);
        while let Some(posting) = cursor.text.next_if(|posting| posting.id < end) {
            let occurrences = posting.weight as f32 * cursor.weight;
            if let Some(cell) = self.touch(posting.id) {
                cell.text += occurrences;
            }
        }
        while let Some(posting) = cursor.title_posting
            && cursor.title_chunks.start < end
        {
            let occurrences = posting.weight as f32 * cursor.weight;
            let length = index.title_length(DocumentId(posting.id)) as f32;
            let here = cursor.title_chunks.start..cursor.title_chunks.end.min(end);
            cursor.title_chunks.start = here.end;
            for chunk in here {
                if let Some(cell) = self.touch(chunk) {
                    cell.title += occurrences;
                    cell.title_length = length;
                }
            }
            if cursor.title_chunks.is_empty() {
                cursor.next_title(index);
            }
        }
    }

    fn touch(&mut self, chunk: u32) -> Option<&mut Cell> {
        let at = chunk.checked_sub(self.start)? as usize;
        *self.of_clause.get_mut(at / 64)? |= 1 << (at % 64);
        self.cells.get_mut(at)
    }

    /// Turns the occurrences of the word at hand into scores.
    fn saturate(&mut self, index: &Index<'_>, clause: &Clause<'_>) {
        let statistics = index.statistics();
        let chunk_length = statistics.average_chunk_length();
        let title_length = statistics.average_title_length();
        for (word, of_clause) in self.of_clause.iter_mut().enumerate() {
            for at in bits(std::mem::take(of_clause)).map(|bit| word * 64 + bit) {
                let Some(cell) = self.cells.get_mut(at) else {
                    continue;
                };
                // The title counts as a part of every chunk, without a posting in each.
                let length = index.chunk_length(ChunkId(self.start + at as u32)) as f32;
                let text = bm25::saturation(cell.text + cell.title, length / chunk_length, K1);
                cell.score += clause.text_weight * text;
                if cell.title > 0.0 {
                    let relative = cell.title_length / title_length;
                    let title = bm25::saturation(cell.title, relative, TITLE_K1);
                    cell.score += TITLE_WEIGHT * clause.title_weight * title;
                }
                (cell.text, cell.title) = (0.0, 0.0);
                if let Some(of_query) = self.of_query.get_mut(word) {
                    *of_query |= 1 << (at % 64);
                }
            }
        }
    }

    /// Gives every touched chunk and its score to `take`, in order, and empties the window.
    fn drain(&mut self, mut take: impl FnMut(ChunkId, f32)) {
        for (word, of_query) in self.of_query.iter_mut().enumerate() {
            for at in bits(std::mem::take(of_query)).map(|bit| word * 64 + bit) {
                if let Some(cell) = self.cells.get_mut(at) {
                    take(
                        ChunkId(self.start + at as u32),
                        std::mem::take(&mut cell.score),
                    );
                }
            }
        }
    }
}

/// The positions of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
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
