//! Ranking: which chunks match a query best.
//!
//! A reader looks for a page first and for a place on it second, so the score of a chunk is that of
//! its document, less what it falls behind the best chunk there. The score of a document is a sum:
//!
//! - the BM25 of its whole text: a page that keeps to a subject beats one that mentions it;
//! - the BM25 of its title with an inverse document frequency of its own: every document has one
//!   short title that says what it is about;
//! - a share of the BM25 of its best chunk: one place that has all words beats many that have one;
//! - a share of the BM25 of its first chunk: what a page says first is what it is about.
//!
//! Postings are of chunks alone; documents add up while the postings are read. Chunks are scored
//! in windows of consecutive ordinals, each word of the query after the other, so that memory is
//! the same for every query and every corpus, and the forms of a word add up before they saturate.

use std::iter::Peekable;
use std::ops::Range;

use index::postings::{ONE, Posting, Postings};
use index::{ChunkId, DocumentId, Index, Statistics};

use crate::Options;
use crate::bm25;
use crate::query::{Clause, Form, Query};
use crate::weights::Weights;

/// Chunks that are scored together. A document with more is scored in pieces of this size.
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

/// The best chunks for `query`, as many as `options` say, the best first; of equal
/// scores, the one that comes first in the corpus.
pub(crate) fn rank(index: &Index<'_>, query: &Query<'_>, options: &Options) -> Vec<Hit> {
    let weights = options.weights;
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
    let mut titles: Vec<Cursor<'_>> = query
        .titles
        .iter()
        .map(|form| Cursor::new(index, form))
        .collect();
    let mut excluded: Vec<Cursor<'_>> = query
        .excluded
        .iter()
        .map(|form| Cursor::new(index, form))
        .collect();
    let is_wanted = |document: DocumentId| {
        let mut ranges = query.documents.iter();
        query.documents.is_empty() || ranges.any(|range| range.contains(&document.0))
    };
    let mut window = Window::new(index.statistics(), weights);
    let mut best = Best::new(options.limit, options.per_document);
    // Empty stretches are skipped: the next window begins where the next posting is.
    while let Some(start) = cursors
        .iter_mut()
        .flatten()
        .chain(&mut titles)
        .filter_map(Cursor::next_chunk)
        .min()
    {
        window.begin(index, start);
        for (clause, cursors) in query.clauses.iter().zip(&mut cursors) {
            for cursor in cursors {
                window.add(index, cursor);
            }
            window.saturate(index, clause);
        }
        for cursor in &mut titles {
            window.add(index, cursor);
        }
        window.add_titles();
        for cursor in &mut excluded {
            window.exclude(index, cursor);
        }
        window.drain(index, |document, score, chunks| {
            let boost = query.preference.as_ref().map_or(1.0, |preference| {
                preference.factor_of(index.language_number(document))
            });
            if score * boost <= best.threshold() || !is_wanted(document) {
                return;
            }
            for (chunk, behind) in chunks {
                let score = (score - behind).max(f32::MIN_POSITIVE) * boost;
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

/// Where the ranking is in the lists of one term.
struct Cursor<'a> {
    /// What a posting's unit of weight counts.
    weight: f32,
    text: Peekable<Postings<'a>>,
    title: Postings<'a>,
    /// The next title that has the term, and the first chunk of its document.
    next_title: Option<(u32, Posting)>,
}

impl<'a> Cursor<'a> {
    fn new(index: &Index<'_>, form: &Form<'a>) -> Self {
        let mut cursor = Cursor {
            weight: form.weight / ONE as f32,
            text: form.text.clone().peekable(),
            title: form.title.clone(),
            next_title: None,
        };
        cursor.advance_title(index);
        cursor
    }

    fn advance_title(&mut self, index: &Index<'_>) {
        let first_chunk = |posting: Posting| index.chunks_of(DocumentId(posting.id)).start;
        self.next_title = self
            .title
            .next()
            .map(|posting| (first_chunk(posting), posting));
    }

    /// The first chunk that is still to come.
    fn next_chunk(&mut self) -> Option<u32> {
        let text = self.text.peek().map(|posting| posting.id);
        let title = self.next_title.map(|(chunk, _)| chunk);
        text.into_iter().chain(title).min()
    }
}

/// Consecutive chunks, and their documents, while their scores add up.
struct Window {
    statistics: Statistics,
    weights: Weights,
    chunks: Range<u32>,
    first_document: u32,
    /// For each chunk its document, counted from the first of the window.
    document_of: Vec<u16>,
    chunk_cells: Vec<Cell>,
    document_cells: Vec<Cell>,
    touched_chunks: Bits,
    touched_documents: Bits,
    /// Documents that any clause has touched.
    matching: Bits,
}

/// What adds up for a chunk or for a document.
#[derive(Clone, Copy, Default)]
struct Cell {
    score: f32,
    /// Occurrences of the word at hand.
    text: f32,
    /// Occurrences in the title; of documents only.
    title: f32,
}

impl Window {
    fn new(statistics: Statistics, weights: Weights) -> Self {
        Window {
            statistics,
            weights,
            chunks: 0..0,
            first_document: 0,
            document_of: Vec::with_capacity(WINDOW),
            chunk_cells: vec![Cell::default(); WINDOW],
            document_cells: vec![Cell::default(); WINDOW],
            touched_chunks: Bits::default(),
            touched_documents: Bits::default(),
            matching: Bits::default(),
        }
    }

    /// Moves to the chunks from the document that has the chunk `next` on, as many whole documents
    /// as there is room for.
    fn begin(&mut self, index: &Index<'_>, next: u32) {
        let mut document = index.document_of(ChunkId(next));
        let first = index.chunks_of(document);
        let start = if next - first.start < WINDOW as u32 {
            first.start
        } else {
            next
        };
        self.first_document = document.0;
        self.document_of.clear();
        while document.0 < self.statistics.n_documents {
            let end = index.chunks_of(document).end;
            let room = WINDOW - self.document_of.len();
            let length = (end - start) as usize - self.document_of.len();
            if length > room && !self.document_of.is_empty() {
                break;
            }
            let number = (document.0 - self.first_document) as u16;
            self.document_of
                .extend(std::iter::repeat_n(number, length.min(room)));
            document.0 += 1;
        }
        self.chunks = start..start + self.document_of.len() as u32;
    }

    /// Takes from `cursor` what is in the window.
    fn add(&mut self, index: &Index<'_>, cursor: &mut Cursor<'_>) {
        while let Some(posting) = cursor.text.next_if(|posting| posting.id < self.chunks.end) {
            let at = posting.id.wrapping_sub(self.chunks.start) as usize;
            let Some(&document) = self.document_of.get(at) else {
                continue;
            };
            let occurrences = posting.weight as f32 * cursor.weight;
            self.touched_chunks.set(at);
            self.touched_documents.set(usize::from(document));
            for (cells, at) in [
                (&mut self.chunk_cells, at),
                (&mut self.document_cells, usize::from(document)),
            ] {
                if let Some(cell) = cells.get_mut(at) {
                    cell.text += occurrences;
                }
            }
        }
        while let Some((chunk, posting)) = cursor.next_title
            && chunk < self.chunks.end
        {
            let document = posting.id.wrapping_sub(self.first_document) as usize;
            if let Some(cell) = self.document_cells.get_mut(document) {
                cell.title += posting.weight as f32 * cursor.weight;
                self.touched_documents.set(document);
            }
            cursor.advance_title(index);
        }
    }

    /// Turns the occurrences of the word at hand into scores.
    fn saturate(&mut self, index: &Index<'_>, clause: &Clause<'_>) {
        let weights = self.weights;
        let chunk_average = self.statistics.average_chunk_length();
        let document_average = self.statistics.average_document_length();
        let title_average = self.statistics.average_title_length();
        for at in self.touched_chunks.drain() {
            let document = self.document_of.get(at).copied().unwrap_or_default();
            let title = self
                .document_cells
                .get(usize::from(document))
                .map_or(0.0, |cell| cell.title);
            let Some(cell) = self.chunk_cells.get_mut(at) else {
                continue;
            };
            // The title counts as a part of every chunk, without a posting in each.
            let length = index.chunk_length(ChunkId(self.chunks.start + at as u32)) as f32;
            let occurrences = cell.text + title;
            let relative = length / chunk_average;
            let chunk = bm25::saturation(occurrences, relative, weights.chunk_k1, weights.chunk_b);
            cell.score += clause.text_weight * chunk;
            cell.text = 0.0;
        }
        for at in self.touched_documents.drain() {
            let Some(cell) = self.document_cells.get_mut(at) else {
                continue;
            };
            let document = DocumentId(self.first_document + at as u32);
            let length = index.document_length(document) as f32;
            let occurrences = cell.text + cell.title;
            let relative = length / document_average;
            let text = bm25::saturation(occurrences, relative, weights.k1, weights.b);
            cell.score += weights.text * clause.text_weight * text;
            if cell.title > 0.0 {
                let length = index.title_length(document) as f32;
                let relative = length / title_average;
                let title =
                    bm25::saturation(cell.title, relative, weights.title_k1, weights.title_b);
                cell.score += weights.title * clause.title_weight * title;
            }
            (cell.text, cell.title) = (0.0, 0.0);
            self.matching.set(at);
        }
    }

    /// Adds what titles and headings are worth as a whole: a document as much as the best of its
    /// own, and a chunk as much as its heading.
    fn add_titles(&mut self) {
        for at in self.touched_chunks.drain() {
            let document = self.document_of.get(at).copied().unwrap_or_default();
            if let Some(chunk) = self.chunk_cells.get_mut(at)
                && let Some(document) = self.document_cells.get_mut(usize::from(document))
            {
                let heading = self.weights.whole_heading * std::mem::take(&mut chunk.text);
                chunk.score += heading;
                document.title = document.title.max(heading);
            }
        }
        for at in self.touched_documents.drain() {
            if let Some(cell) = self.document_cells.get_mut(at) {
                cell.score += std::mem::take(&mut cell.title);
                cell.text = 0.0;
            }
            self.matching.set(at);
        }
    }

    /// Takes the documents out that `cursor` has.
    fn exclude(&mut self, index: &Index<'_>, cursor: &mut Cursor<'_>) {
        self.add(index, cursor);
        for at in self.touched_chunks.drain() {
            if let Some(cell) = self.chunk_cells.get_mut(at) {
                cell.text = 0.0;
            }
        }
        for at in self.touched_documents.drain() {
            if let Some(cell) = self.document_cells.get_mut(at) {
                *cell = Cell {
                    score: f32::NEG_INFINITY,
                    ..Cell::default()
                };
            }
            // Whatever it matches: what is drained is what is reset for the next window.
            self.matching.set(at);
        }
    }

    /// Gives `take` every document that matches, its score, and its chunks that match, each with
    /// what it is behind the best of them; and empties the window.
    fn drain(
        &mut self,
        index: &Index<'_>,
        mut take: impl FnMut(DocumentId, f32, &mut dyn Iterator<Item = (ChunkId, f32)>),
    ) {
        let weights = self.weights;
        for at in self.matching.drain() {
            let Some(cell) = self.document_cells.get_mut(at) else {
                continue;
            };
            let document = DocumentId(self.first_document + at as u32);
            let whole = index.chunks_of(document);
            let chunks = whole.start.max(self.chunks.start)..whole.end.min(self.chunks.end);
            let place = |chunk: u32| (chunk - self.chunks.start) as usize;
            let cells = self
                .chunk_cells
                .get_mut(place(chunks.start)..place(chunks.end));
            let cells = cells.unwrap_or_default();
            let best = cells.iter().map(|cell| cell.score).fold(0.0, f32::max);
            let first = cells.first().filter(|_| chunks.start == whole.start);
            let lead = first.map_or(0.0, |cell| cell.score);
            let score =
                std::mem::take(&mut cell.score) + weights.best_chunk * best + weights.lead * lead;
            let mut matching = chunks
                .clone()
                .zip(cells.iter())
                // Where the title alone matches, the document is shown from its top.
                .filter(|(chunk, cell)| cell.score > 0.0 || (best == 0.0 && *chunk == chunks.start))
                .map(|(chunk, cell)| (ChunkId(chunk), weights.behind_best * (best - cell.score)));
            take(document, score, &mut matching);
            for cell in cells {
                cell.score = 0.0;
            }
        }
    }
}

/// A set of places in a window.
#[derive(Clone)]
struct Bits([u64; WINDOW / 64]);

impl Default for Bits {
    fn default() -> Self {
        Bits([0; WINDOW / 64])
    }
}

impl Bits {
    fn set(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    /// The places in their order; the set is empty when they have been taken.
    fn drain(&mut self) -> impl Iterator<Item = usize> {
        let words = self.0.iter_mut().map(std::mem::take).enumerate();
        words.flat_map(|(number, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| number * 64 + word.trailing_zeros() as usize);
                word &= word.wrapping_sub(1);
                bit
            })
        })
    }
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
