//! A stretch of consecutive chunks, with their documents, while their scores add up.
//!
//! One word of the query is added after the other, and of each first its postings and then, once
//! for each chunk and each document that has it, what its occurrences are worth.

use std::ops::Range;

use index::postings::{Ahead, ONE, Posting};
use index::{ChunkId, DocumentId, Index, Norms, norm_length};

use crate::query::{Clause, Form};
use crate::weights::Weights;

/// Chunks that are scored together. A document with more is scored in pieces of this size, each with its title.
pub(super) const WINDOW: usize = 2048;

/// Where the ranking is in the lists of one term.
pub(super) struct Cursor<'a> {
    /// What a posting's unit of weight counts.
    weight: f32,
    text: Ahead<'a>,
    title: Ahead<'a>,
    /// The first chunk of the document whose title has the term next.
    title_chunk: Option<u32>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(index: &Index<'a>, form: &Form<'a>) -> Self {
        let mut cursor = Cursor {
            weight: form.weight / ONE as f32,
            text: form.text.clone().ahead(),
            title: form.title.clone().ahead(),
            title_chunk: None,
        };
        cursor.find_title_chunk(index);
        cursor
    }

    fn find_title_chunk(&mut self, index: &Index<'_>) {
        let first_chunk = |id| index.chunks_of(DocumentId(id)).start;
        self.title_chunk = self.title.next_id().map(first_chunk);
    }

    /// Takes the next title; if chunks of its document are left from `end` on, it is the next again there.
    fn take_title(&mut self, index: &Index<'_>, end: u32, mut each: impl FnMut(Posting)) {
        let Some(posting) = self.title.peek() else {
            return;
        };
        if index.chunks_of(DocumentId(posting.id)).end > end {
            each(posting);
            self.title_chunk = Some(end);
        } else {
            self.title.take_below(posting.id.saturating_add(1), each);
            self.find_title_chunk(index);
        }
    }

    /// The first chunk that is still to come.
    pub(super) fn next_chunk(&self) -> Option<u32> {
        self.text
            .next_id()
            .into_iter()
            .chain(self.title_chunk)
            .min()
    }
}

/// What BM25 adds to the occurrences below the line, for each norm: `k1 · (1 - b + b · length)`.
struct Damping {
    k1: f32,
    of_norm: [f32; 256],
}

impl Damping {
    fn new(k1: f32, b: f32, average_length: f32) -> Self {
        let mut of_norm = [0.0; 256];
        for (norm, damping) in (0..=u8::MAX).zip(&mut of_norm) {
            let relative_length = norm_length(norm) as f32 / average_length;
            *damping = k1 * (1.0 - b + b * relative_length);
        }
        Damping { k1, of_norm }
    }

    /// [`saturation`](crate::bm25::saturation) in a unit that `norms` has at `at`.
    #[inline]
    fn saturation(&self, occurrences: f32, norms: &[u8], at: usize) -> f32 {
        let norm = norms.get(at).copied().unwrap_or_default();
        let damping = self.of_norm.get(usize::from(norm)).copied();
        occurrences * (self.k1 + 1.0) / (occurrences + damping.unwrap_or_default())
    }
}

/// The documents of a window.
struct Documents<'a> {
    weights: Weights,
    norms: Norms<'a>,
    damping: Damping,
    title_damping: Damping,
    /// The ordinal of the first.
    first: u32,
    scores: Vec<f32>,
    /// Occurrences of the word at hand in the title of each.
    in_title: Vec<f32>,
    titled: Bits,
    /// Those that match the query.
    matching: Bits,
    /// Those that may still match.
    of_interest: Bits,
}

impl Documents<'_> {
    /// Adds what a word is worth that the text of the document at `at` has so often.
    #[inline]
    fn add(&mut self, clause: &Clause<'_>, at: usize, in_text: f32) {
        // No document is at `usize::MAX`, which stands for the one before the first.
        let (Some(score), Some(in_title)) = (self.scores.get_mut(at), self.in_title.get_mut(at))
        else {
            return;
        };
        let document = self.first as usize + at;
        let in_title = std::mem::take(in_title);
        let text = self
            .damping
            .saturation(in_text + in_title, self.norms.documents, document);
        *score += self.weights.text * clause.document_weight * text;
        if in_title > 0.0 {
            let title = self
                .title_damping
                .saturation(in_title, self.norms.titles, document);
            *score += self.weights.title * clause.title_weight * title;
        }
        self.matching.set(at);
    }
}

/// What a word can add to the score of a document at most through its chunks.
pub(super) fn greatest_of_chunks(clause: &Clause<'_>, w: &Weights) -> f32 {
    (w.best_chunk + w.lead) * clause.chunk_weight * (w.chunk_k1 + 1.0)
}

/// What a word can add to the score of a document at most.
pub(super) fn greatest(clause: &Clause<'_>, w: &Weights) -> f32 {
    w.text * clause.document_weight * (w.k1 + 1.0)
        + w.title * clause.title_weight * (w.title_k1 + 1.0)
        + greatest_of_chunks(clause, w)
}

/// Consecutive chunks, and their documents.
pub(super) struct Window<'i, 'a> {
    index: &'i Index<'a>,
    weights: Weights,
    damping: Damping,
    chunks: Range<u32>,
    /// The chunks of its first document.
    of_first: Range<u32>,
    scores: Vec<f32>,
    /// Occurrences of the word at hand in each chunk.
    in_text: Vec<f32>,
    touched: Bits,
    /// The chunks of documents that may still match.
    of_interest: Bits,
    /// What a heading here is worth at most.
    greatest_heading: f32,
    documents: Documents<'a>,
}

impl<'i, 'a> Window<'i, 'a> {
    pub(super) fn new(index: &'i Index<'a>, weights: Weights) -> Self {
        let (w, statistics) = (weights, index.statistics());
        Window {
            index,
            weights,
            damping: Damping::new(w.chunk_k1, w.chunk_b, statistics.average_chunk_length()),
            chunks: 0..0,
            of_first: 0..0,
            scores: vec![0.0; WINDOW],
            in_text: vec![0.0; WINDOW],
            touched: Bits::default(),
            of_interest: Bits::full(),
            greatest_heading: 0.0,
            documents: Documents {
                weights,
                norms: index.norms(),
                damping: Damping::new(w.k1, w.b, statistics.average_document_length()),
                title_damping: Damping::new(
                    w.title_k1,
                    w.title_b,
                    statistics.average_title_length(),
                ),
                first: 0,
                scores: vec![0.0; WINDOW],
                in_title: vec![0.0; WINDOW],
                titled: Bits::default(),
                matching: Bits::default(),
                of_interest: Bits::full(),
            },
        }
    }

    /// Moves to the chunks from the document that has the chunk `next` on, as many whole documents
    /// as there is room for. `false` if there is no such chunk, which only damaged postings have: a
    /// window that lacks it would be followed by itself.
    #[must_use]
    pub(super) fn begin(&mut self, next: u32) -> bool {
        let first = self.index.document_of(ChunkId(next));
        let of_first = self.index.chunks_of(first);
        let start = if next.wrapping_sub(of_first.start) < WINDOW as u32 {
            of_first.start
        } else {
            next
        };
        let end = start.saturating_add(WINDOW as u32);
        // As far as whole documents go, or as there is room for the first.
        let beyond = self.index.chunks_of(self.index.document_of(ChunkId(end)));
        let n_chunks = self.index.statistics().n_chunks;
        self.chunks = match beyond.start {
            _ if n_chunks <= end => start..n_chunks,
            whole if whole > start => start..whole,
            _ => start..end,
        };
        self.documents.first = first.0;
        self.of_first = of_first;
        self.of_interest = Bits::full();
        self.greatest_heading = 0.0;
        self.documents.of_interest = Bits::full();
        self.chunks.contains(&next)
    }

    fn walk(&self) -> Walk<'i, 'a> {
        Walk {
            index: self.index,
            first_chunk: self.chunks.start,
            first_document: self.documents.first,
            document: self.documents.first,
            end: self.of_first.end,
        }
    }

    /// Notes where in the window the terms of `cursors` are, as far as that is of interest.
    fn touch(&mut self, cursors: &mut [Cursor<'_>]) {
        let (in_text, touched, documents) =
            (&mut self.in_text, &mut self.touched, &mut self.documents);
        let (start, end) = (self.chunks.start, self.chunks.end);
        for cursor in cursors {
            let weight = cursor.weight;
            cursor.text.take_below(end, |posting| {
                let at = posting.id.wrapping_sub(start) as usize;
                if let Some(occurrences) = in_text.get_mut(at)
                    && self.of_interest.has(at)
                {
                    *occurrences += posting.weight as f32 * weight;
                    touched.set(at);
                }
            });
            while cursor.title_chunk.is_some_and(|chunk| chunk < end) {
                cursor.take_title(self.index, end, |posting| {
                    let at = posting.id.wrapping_sub(documents.first) as usize;
                    if let Some(occurrences) = documents.in_title.get_mut(at)
                        && documents.of_interest.has(at)
                    {
                        *occurrences += posting.weight as f32 * weight;
                        documents.titled.set(at);
                    }
                });
            }
        }
    }

    /// From now on until the next window documents alone are of interest that match already and can
    /// still score above `to_beat`: their words below the line may add `more`.
    pub(super) fn narrow(&mut self, more: f32, to_beat: f32) {
        let more = more + self.greatest_of_headings();
        let (index, chunks) = (self.index, self.chunks.clone());
        let documents = &mut self.documents;
        documents.of_interest = Bits::default();
        self.of_interest = Bits::default();
        documents.matching.each(|at| {
            let score = documents.scores.get(at).copied().unwrap_or_default();
            if score + more <= to_beat {
                return;
            }
            documents.of_interest.set(at);
            let own = index.chunks_of(DocumentId(documents.first + at as u32));
            let place =
                |chunk: u32| (chunk.clamp(chunks.start, chunks.end) - chunks.start) as usize;
            self.of_interest.set_all(place(own.start)..place(own.end));
        });
    }

    /// What the headings of this window can add to the score of a document at most, beside what they
    /// are worth as its title.
    fn greatest_of_headings(&self) -> f32 {
        (self.weights.best_chunk + self.weights.lead) * self.greatest_heading
    }

    /// Adds the scores of one word of the query.
    pub(super) fn add(&mut self, clause: &Clause<'_>, cursors: &mut [Cursor<'_>]) {
        self.touch(cursors);
        let mut walk = self.walk();
        let (scores, in_text, documents) =
            (&mut self.scores, &mut self.in_text, &mut self.documents);
        let norms = documents.norms.chunks;
        let first = self.chunks.start as usize;
        // The chunks of a document follow each other.
        let (mut document, mut in_document, mut in_title) = (usize::MAX, 0.0, 0.0);
        self.touched.drain(|at| {
            let of = walk.document_of(at);
            if of != document {
                documents.add(clause, document, in_document);
                (document, in_document) = (of, 0.0);
                in_title = documents.in_title.get(of).copied().unwrap_or_default();
            }
            if let (Some(score), Some(in_text)) = (scores.get_mut(at), in_text.get_mut(at)) {
                let in_text = std::mem::take(in_text);
                in_document += in_text;
                // The title counts as a part of every chunk, without a posting in each.
                let chunk = self
                    .damping
                    .saturation(in_text + in_title, norms, first + at);
                *score += clause.chunk_weight * chunk;
            }
        });
        documents.add(clause, document, in_document);
        // What is left are titles of documents that do not have it in their text.
        let mut titled = std::mem::take(&mut documents.titled);
        titled.drain(|at| {
            if documents.in_title.get(at).is_some_and(|n| *n > 0.0) {
                documents.add(clause, at, 0.0);
            }
        });
    }

    /// Adds what titles and headings are worth as a whole: a document as much as the best of its
    /// own, and a chunk as much as its heading.
    pub(super) fn add_titles(&mut self, cursors: &mut [Cursor<'_>]) {
        self.touch(cursors);
        let mut walk = self.walk();
        let (scores, in_text, documents) =
            (&mut self.scores, &mut self.in_text, &mut self.documents);
        self.touched.drain(|at| {
            let of = walk.document_of(at);
            if let (Some(score), Some(in_text)) = (scores.get_mut(at), in_text.get_mut(at))
                && let Some(whole) = documents.in_title.get_mut(of)
            {
                let heading = self.weights.whole_heading * std::mem::take(in_text);
                self.greatest_heading = self.greatest_heading.max(heading);
                *score += heading;
                *whole = whole.max(heading);
                documents.titled.set(of);
            }
        });
        let (scores, in_title) = (&mut documents.scores, &mut documents.in_title);
        documents.titled.drain(|at| {
            if let (Some(score), Some(whole)) = (scores.get_mut(at), in_title.get_mut(at)) {
                *score += std::mem::take(whole);
                documents.matching.set(at);
            }
        });
    }

    /// Takes the documents out that have any of the terms of `cursors`.
    pub(super) fn exclude(&mut self, cursors: &mut [Cursor<'_>]) {
        self.touch(cursors);
        let mut walk = self.walk();
        let (in_text, documents) = (&mut self.in_text, &mut self.documents);
        self.touched.drain(|at| {
            documents.titled.set(walk.document_of(at));
            if let Some(in_text) = in_text.get_mut(at) {
                *in_text = 0.0;
            }
        });
        let (scores, in_title) = (&mut documents.scores, &mut documents.in_title);
        documents.titled.drain(|at| {
            if let (Some(score), Some(in_title)) = (scores.get_mut(at), in_title.get_mut(at)) {
                (*score, *in_title) = (f32::NEG_INFINITY, 0.0);
                // Whatever it matches: what is drained is what is reset for the next window.
                documents.matching.set(at);
            }
        });
    }

    /// Gives `take` every document that matches and, if its chunks add `more`, scores above `to_beat`; its
    /// score; and its chunks that match, each with what it is behind the best of them. Empties the window.
    pub(super) fn drain(
        &mut self,
        more: f32,
        to_beat: f32,
        mut take: impl FnMut(DocumentId, f32, &mut dyn Iterator<Item = (ChunkId, f32)>),
    ) {
        let more = more + self.greatest_of_headings();
        let (weights, window) = (self.weights, &self.chunks);
        let Documents {
            first,
            scores,
            matching,
            ..
        } = &mut self.documents;
        matching.drain(|at| {
            let score = scores.get_mut(at).map(std::mem::take).unwrap_or_default();
            if score + more <= to_beat {
                return;
            }
            let document = DocumentId(*first + at as u32);
            let whole = self.index.chunks_of(document);
            let chunks = whole.start.max(window.start)..whole.end.min(window.end);
            let place = |chunk: u32| (chunk - window.start) as usize;
            let of_chunks = self
                .scores
                .get(place(chunks.start)..place(chunks.end))
                .unwrap_or_default();
            let best = of_chunks.iter().copied().fold(0.0, f32::max);
            let lead = of_chunks.first().filter(|_| chunks.start == whole.start);
            let score = score
                + weights.best_chunk * best
                + weights.lead * lead.copied().unwrap_or_default();
            let mut matching = chunks
                .clone()
                .zip(of_chunks.iter())
                // Where the title alone matches, the document is shown from its top.
                .filter(|(chunk, score)| **score > 0.0 || (best == 0.0 && *chunk == chunks.start))
                .map(|(chunk, score)| (ChunkId(chunk), weights.behind_best * (best - score)));
            take(document, score, &mut matching);
        });
        self.scores.fill(0.0);
    }
}

/// The documents of ascending chunks of a window.
struct Walk<'i, 'a> {
    index: &'i Index<'a>,
    first_chunk: u32,
    first_document: u32,
    document: u32,
    /// The chunk that the next document begins with.
    end: u32,
}

impl Walk<'_, '_> {
    /// The document of the chunk at `at`, as its place in the window. Chunks must ascend.
    #[inline]
    fn document_of(&mut self, at: usize) -> usize {
        let chunk = self.first_chunk + at as u32;
        if self.end <= chunk {
            let from = DocumentId(self.document);
            let document = self.index.document_from(from, ChunkId(chunk));
            self.document = document.0;
            self.end = self.index.chunks_of(document).end;
        }
        (self.document - self.first_document) as usize
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
    fn full() -> Self {
        Bits([u64::MAX; WINDOW / 64])
    }

    /// Adds a range of places.
    fn set_all(&mut self, mut range: Range<usize>) {
        while range.start < range.end {
            let (number, first) = (range.start / 64, range.start % 64);
            let n = (64 - first).min(range.end - range.start);
            if let Some(word) = self.0.get_mut(number) {
                *word |= (u64::MAX >> (64 - n)) << first;
            }
            range.start += n;
        }
    }

    #[inline]
    fn set(&mut self, at: usize) {
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    #[inline]
    fn has(&self, at: usize) -> bool {
        self.0
            .get(at / 64)
            .is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    /// The places in their order.
    #[inline]
    fn each(&self, mut each: impl FnMut(usize)) {
        for (number, &word) in self.0.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                each(number * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }

    /// The places in their order; the set is empty when they have been taken.
    #[inline]
    fn drain(&mut self, each: impl FnMut(usize)) {
        std::mem::take(self).each(each);
    }
}
