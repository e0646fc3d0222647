//! Whether there is an answer: what speaks for it and against it, and how much.
//!
//! A logistic regression on questions that a corpus answers, and on others: questions of another
//! corpus, and of everyday life. `lab evaluate-answers --evidence` writes what it was fitted to.

use super::choose::{Fit, Reader};
use super::fit::{SPELLING, is_unknown, merge};
use crate::bm25;
use crate::table::table;

/// What counts of a word that the corpus lacks if the passage has another that it may be misspelled
/// of.
const RESPELLED: f32 = 0.5;

table! {
    /// What tells whether a passage answers a question. As [`Evidence::DEFAULT`], what each sign is
    /// worth; as the evidence of a passage, how much of the sign it has.
    Evidence {
        /// How much the passage is about the words of the question, as BM25 tells.
        about = 2.47,
        /// How much of the question it has, in words that the corpus lacks: more evidence in a long
        /// question than in a short one.
        mass = 1.44,
        /// The share of the question that the corpus has nowhere.
        unknown = -3.15,
        /// The share of the question that the best sentence has.
        sentence = 0.49,
        /// The share of the question that the title and the headings have.
        heading = 2.21,
        /// How near each other the words of the question stand in the best sentence.
        near = 3.85,
        /// Whether the passage is in another language than the question.
        foreign = -1.31,
        /// How far the passage that search has first is ahead of the last that was read.
        ahead = 1.42,
        /// The logarithm of how many chunks the corpus has, which may have the words by chance.
        size = -0.42,
        /// How rare the rarest word is that the passage has to the letter.
        rare = 0.65,
        /// What one word is of the question.
        single = -3.52,
        /// The share of the words of the question, whatever their weight, that the passage has.
        words = 1.52,
        /// Always there.
        bias = -0.79,
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

impl Reader<'_> {
    /// What speaks for an answer in a passage with these units; `context` is what its title and
    /// headings have, `first` what the first of them has.
    pub(super) fn evidence(
        &self,
        fits: &[Fit],
        context: &[f32],
        first: &[f32],
        relative_length: f32,
    ) -> Evidence {
        let asked = self.asked;
        let mut counts = vec![0.0_f32; asked.clauses.len()];
        let mut found = context.to_vec();
        let (mut sentence, mut near) = (0.0_f32, 0.0_f32);
        for fit in fits {
            for (count, (exact, alike)) in counts.iter_mut().zip(fit.counts.iter().zip(&fit.found))
            {
                *count += if *exact > 0 { *exact as f32 } else { *alike };
            }
            merge(&mut found, &fit.found);
            let in_sentence = asked.trusts.iter().zip(&fit.found);
            let in_sentence = in_sentence.map(|(trust, found)| trust * found);
            sentence = sentence.max(in_sentence.sum());
            near = near.max(fit.near);
        }
        for (count, found) in counts.iter_mut().zip(first) {
            *count += found;
        }
        // What stands there in place of a word that the corpus lacks is hardly the word.
        for (found, clause) in found.iter_mut().zip(asked.clauses) {
            if is_unknown(clause) && *found <= SPELLING {
                *found *= RESPELLED;
            }
        }
        let trusts = || asked.trusts.iter().enumerate();
        let of = |values: &[f32], n: usize| values.get(n).copied().unwrap_or_default();
        let sum = |worth: &dyn Fn(usize) -> f32| -> f32 {
            trusts().map(|(n, trust)| trust * worth(n)).sum()
        };
        let yes = |yes: bool| if yes { 1.0 } else { 0.0 };
        let clause = |n: usize| asked.clauses.get(n);
        let n_words = asked.clauses.len().max(1) as f32;
        Evidence {
            about: sum(&|n| bm25::saturation(of(&counts, n), relative_length, 1.5, 0.75)),
            mass: sum(&|n| of(&found, n)) * asked.mass,
            unknown: sum(&|n| yes(clause(n).is_some_and(is_unknown)) * (1.0 - of(&found, n))),
            sentence,
            heading: sum(&|n| of(context, n)),
            near,
            foreign: yes(self.is_foreign),
            ahead: 0.0,
            size: 0.0,
            rare: trusts()
                .filter(|(n, _)| of(&found, *n) >= 1.0)
                .map(|(_, trust)| trust * asked.mass)
                .fold(0.0, f32::max),
            single: 1.0 / n_words,
            words: found.iter().sum::<f32>() / n_words,
            bias: 1.0,
        }
    }
}
