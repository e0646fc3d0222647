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
        about = 6.7,
        /// How much of the question it has, in words that the corpus lacks: more evidence in a long
        /// question than in a short one.
        mass = 2.65,
        /// The share of the question that the corpus has nowhere.
        unknown = -2.0,
        /// The share of the question that the corpus has in place of which it has another spelling.
        respelled = 0.0,
        /// The share of the heaviest word, as far as the passage lacks it.
        missing = 0.0,
        /// The share of the question that the passage has to the letter.
        exact = 0.0,
        /// The share of the question that the best sentence has.
        sentence = 0.0,
        /// The share of the question that the title and the headings have.
        heading = 0.0,
        /// How near each other the words of the question stand in the best sentence.
        near = 0.0,
        /// Whether the passage is in another language than the question.
        foreign = 0.0,
        /// Whether the question has one word alone.
        single = 0.0,
        /// The share of the words of the question, however rare, that the passage has.
        words = 0.0,
        /// Always there.
        bias = -6.5,
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
