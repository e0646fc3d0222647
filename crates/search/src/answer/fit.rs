//! What a text has of the words of a question.

use std::collections::HashMap;

use index::Index;
use index::analysis::{Language, Token, analyze, is_gram};

use super::question::Question;
use super::weights::AnswerWeights;
use crate::bm25;
use crate::query::Clause;

/// What a word counts that says how the question is put, as a share.
const FUNCTION_WORD: f32 = 0.1;

/// What a word counts that the corpus has in place of one that it lacks, as another spelling.
pub(super) const SPELLING: f32 = 0.5;

/// What a text has of the question.
pub(super) struct Read {
    /// For each word of the question, 1 if the text has it, less if it has something alike.
    pub(super) found: Vec<f32>,
    /// How often it has each.
    pub(super) counts: Vec<u32>,
    /// How near each other its words are, between 0 and 1.
    pub(super) near: f32,
}

/// The question, ready to be compared with texts.
pub(super) struct Asked<'q> {
    pub(super) question: Question,
    pub(super) weights: AnswerWeights,
    pub(super) clauses: &'q [Clause<'q>],
    /// The number of the clause of each word.
    places: HashMap<&'q str, usize>,
    /// What each clause weighs; they sum to 1.
    pub(super) shares: Vec<f32>,
    /// How many of the classes of each clause, the first ones, are of the word itself; the others
    /// are of words that it may be misspelled of.
    own_classes: Vec<usize>,
    /// The same where the question is whether there is an answer: what the corpus lacks is as rare
    /// as can be, whatever it may be misspelled of.
    pub(super) trusts: Vec<f32>,
    /// The sum of the weights of the clauses then, in that of a word that the corpus has nowhere.
    pub(super) mass: f32,
    /// The first letters of all classes: most words of a text need not be stemmed to be told apart.
    initials: Vec<char>,
}

/// A text that is being read.
struct Reading<'a> {
    found: Vec<f32>,
    counts: Vec<u32>,
    /// Where each word of the question was last.
    places: Vec<Option<u32>>,
    shares: &'a [f32],
    /// For each word, how near the next one of the question is, and their sum.
    pairs: Vec<f32>,
    sum: f32,
    /// The greatest sum.
    near: f32,
}

impl<'a> Reading<'a> {
    fn new(shares: &'a [f32]) -> Self {
        Reading {
            found: vec![0.0; shares.len()],
            counts: vec![0; shares.len()],
            places: vec![None; shares.len()],
            shares,
            pairs: vec![0.0; shares.len()],
            sum: 0.0,
            near: 0.0,
        }
    }

    /// The `n`-th word of the question stands at `position`.
    fn find(&mut self, n: usize, position: u32) {
        let (Some(found), Some(count), Some(place)) = (
            self.found.get_mut(n),
            self.counts.get_mut(n),
            self.places.get_mut(n),
        ) else {
            return;
        };
        *found = 1.0;
        *count += 1;
        *place = Some(position);
        self.measure(n);
        if let Some(before) = n.checked_sub(1) {
            self.measure(before);
        }
    }

    /// Something that is `alike` to the `n`-th word stands there.
    fn find_alike(&mut self, n: usize, alike: f32) {
        if let Some(found) = self.found.get_mut(n) {
            *found = found.max(alike);
        }
    }

    /// Measures the distance of the `n`-th word and the next.
    fn measure(&mut self, n: usize) {
        let now = match (self.places.get(n..n + 2), self.shares.get(n..n + 2)) {
            (Some([Some(place), Some(next)]), Some(shares)) => {
                shares.iter().sum::<f32>() / 2.0 / place.abs_diff(*next).max(1) as f32
            }
            _ => 0.0,
        };
        if let Some(pair) = self.pairs.get_mut(n) {
            self.sum += now - *pair;
            *pair = now;
        }
    }

    fn end_token(&mut self) {
        self.near = self.near.max(self.sum);
    }
}

impl<'q> Asked<'q> {
    pub(super) fn new(
        question: Question,
        clauses: &'q [Clause<'q>],
        index: &Index<'_>,
        weights: AnswerWeights,
    ) -> Self {
        let n_own = |clause: &Clause<'_>| {
            let classes = index
                .languages()
                .iter()
                .map(|language| language.class(&clause.word));
            let n_own =
                classes.filter_map(|class| clause.classes.iter().position(|it| *it == class));
            n_own.max().map_or(0, |at| at + 1)
        };
        let weight = |clause: &Clause<'_>| {
            let says = if question.is_function_word(&clause.word) {
                FUNCTION_WORD
            } else {
                1.0
            };
            says * clause.chunk_weight
        };
        let rarest = bm25::idf(0, index.statistics().n_chunks).max(f32::MIN_POSITIVE);
        let trust = |clause: &Clause<'_>| {
            if is_unknown(clause) {
                rarest
            } else {
                weight(clause)
            }
        };
        let (shares, _) = shares_of(clauses.iter().map(weight));
        let (trusts, total) = shares_of(clauses.iter().map(trust));
        let classes = clauses.iter().flat_map(|clause| &clause.classes);
        Asked {
            own_classes: clauses.iter().map(n_own).collect(),
            places: clauses
                .iter()
                .enumerate()
                .map(|(n, clause)| (clause.word.as_str(), n))
                .collect(),
            mass: total / rarest,
            weights,
            clauses,
            shares,
            trusts,
            initials: classes.filter_map(|class| class.chars().next()).collect(),
            question,
        }
    }

    /// The sum of what the words weigh, each as far as `found` has it.
    pub(super) fn coverage(&self, found: &[f32]) -> f32 {
        self.shares
            .iter()
            .zip(found)
            .map(|(share, found)| share * found)
            .sum()
    }

    /// Whether a word can be of a class of the question, by its first letter: where stems keep it.
    fn may_match(&self, word: &str) -> bool {
        let first = word.chars().next();
        first.is_some_and(|first| {
            let keeps = first.is_ascii() || matches!(u32::from(first), 0x0900..=0x0dff);
            !keeps || self.initials.contains(&first)
        })
    }

    /// How many words the question has.
    pub(super) fn n_words(&self) -> usize {
        self.clauses.len()
    }

    /// Compares a text with the question.
    pub(super) fn read(&self, language: Language, text: &str) -> Read {
        let mut reading = Reading::new(&self.shares);
        analyze(text, |token| {
            // Pieces of words of scripts without spaces have no forms.
            if is_gram(token.term) {
                if let Some(&n) = self.places.get(token.term) {
                    reading.find(n, token.position);
                }
            } else {
                self.compare(language, &token, &mut reading);
            }
            reading.end_token();
        });
        Read {
            found: reading.found,
            counts: reading.counts,
            near: reading.near,
        }
    }

    /// Compares a word of a text with each of the question.
    fn compare(&self, language: Language, token: &Token<'_>, reading: &mut Reading<'_>) {
        let may_match = self.may_match(token.term);
        let class = if may_match {
            language.class(token.term)
        } else {
            String::new()
        };
        for (n, clause) in self.clauses.iter().enumerate() {
            let own = self.own_classes.get(n).copied().unwrap_or_default();
            let place_of = || clause.classes.iter().position(|other| *other == class);
            let class_at = if may_match { place_of() } else { None };
            if clause.word == token.term || class_at.is_some_and(|at| at < own) {
                reading.find(n, token.position);
            } else if class_at.is_some() {
                reading.find_alike(n, SPELLING);
            } else {
                let own = clause.classes.iter().take(own);
                let alike = own.map(|other| alike(other, token.term));
                reading.find_alike(n, alike.fold(0.0, f32::max));
            }
        }
    }

    /// What words weigh in a passage; they sum to 1.
    pub(super) fn local_shares(&self, founds: &[Vec<f32>]) -> Vec<f32> {
        let n_units = founds.len() as f32;
        let mut shares: Vec<f32> = Vec::with_capacity(self.shares.len());
        for (n, share) in self.shares.iter().enumerate() {
            let has = |found: &&Vec<f32>| found.get(n).is_some_and(|found| *found >= 1.0);
            let n_with = founds.iter().filter(has).count();
            shares.push(
                share
                    * if n_with > 0 {
                        (1.0 + n_units / n_with as f32).ln()
                    } else {
                        1.0
                    },
            );
        }
        let total: f32 = shares.iter().sum();
        shares
            .iter()
            .map(|share| share / total.max(f32::MIN_POSITIVE))
            .collect()
    }
}

/// Weights as shares of their sum, and the sum.
fn shares_of(weights: impl Iterator<Item = f32>) -> (Vec<f32>, f32) {
    let mut shares: Vec<f32> = weights.collect();
    let total = shares.iter().sum::<f32>();
    for share in &mut shares {
        *share /= total.max(f32::MIN_POSITIVE);
    }
    (shares, total)
}

/// Whether the corpus lacks a word, whatever other spellings it may have.
pub(super) fn is_unknown(clause: &Clause<'_>) -> bool {
    clause.forms.iter().all(|form| form.weight < 1.0)
}

/// Raises each value to the one beside it.
pub(super) fn merge(found: &mut [f32], other: &[f32]) {
    for (found, other) in found.iter_mut().zip(other) {
        *found = found.max(*other);
    }
}

/// How much two words that are not the same have in common, between 0 and 1: they begin alike, or
/// one is part of the other, as in compounds.
fn alike(class: &str, term: &str) -> f32 {
    /// Characters that must be the same.
    const PREFIX: usize = 4;
    const PART: usize = 5;
    if is_gram(term) {
        return 0.0;
    }
    let lengths = || (class.chars().count(), term.chars().count());
    let common = class
        .chars()
        .zip(term.chars())
        .take_while(|(a, b)| a == b)
        .count();
    if common >= PREFIX {
        let (a, b) = lengths();
        if common * 5 >= a.min(b) * 3 {
            return common as f32 / a.max(b) as f32;
        }
    }
    if class.len() >= PART && term.len() > class.len() && term.contains(class) {
        let (a, b) = lengths();
        return if a >= PART { a as f32 / b as f32 } else { 0.0 };
    }
    if term.len() >= PART && class.len() > term.len() && class.contains(term) {
        let (a, b) = lengths();
        return if b >= PART { b as f32 / a as f32 } else { 0.0 };
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::alike;

    #[test]
    fn words_are_alike_if_they_begin_alike_or_one_is_in_the_other() {
        assert!(alike("invas", "invaded") > 0.5);
        assert!(alike("fusion", "kernfusion") >= 0.6);
        assert!(alike("cat", "catalog") < f32::EPSILON);
        assert!(alike("internet", "internal") > 0.5);
        assert!(alike("cache", "memory") < f32::EPSILON);
    }
}
