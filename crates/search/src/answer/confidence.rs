//! Whether there is an answer: what speaks for it and against it, and how much.
//!
//! A logistic regression on questions that a corpus answers, and on others: questions of another
//! corpus, and of everyday life. `lab evaluate-answers --evidence` writes what it was fitted to.

use crate::table::table;

table! {
    /// What tells whether a passage answers a question. As [`Evidence::DEFAULT`], what each sign is
    /// worth; as the evidence of a passage, how much of the sign it has.
    Evidence {
        /// How much the passage is about the words of the question, as BM25 tells.
        about = 2.46,
        /// How much of the question it has, in words that the corpus lacks: more evidence in a long
        /// question than in a short one.
        mass = 1.46,
        /// The share of the question that the corpus has nowhere.
        unknown = -2.99,
        /// The share of the question that the best sentence has.
        sentence = 0.52,
        /// The share of the question that the title and the headings have.
        heading = 2.06,
        /// How near each other the words of the question stand in the best sentence.
        near = 3.99,
        /// Whether the passage is in another language than the question.
        foreign = -1.34,
        /// How far the passage that search has first is ahead of the last that was read.
        ahead = 1.08,
        /// The logarithm of how many chunks the corpus has, which may have the words by chance.
        size = -0.4,
        /// How rare the rarest word is that the passage has to the letter.
        rare = 0.79,
        /// What one word is of the question.
        single = -3.51,
        /// The share of the words of the question, whatever their weight, that the passage has.
        words = 1.52,
        /// Always there.
        bias = -1.11,
    }
}

impl Evidence {
    /// How likely there is an answer, between 0 and 1.
    pub(super) fn confidence(&self, weights: &Evidence) -> f32 {
        let x: f32 = self
            .named()
            .zip(weights.named())
            .map(|((_, value), (_, weight))| value * weight)
            .sum();
        1.0 / (1.0 + (-x).exp())
    }
}
