//! Words of the corpus that are like those of a query that found nothing.

use index::Index;
use index::analysis::{Kind, analyze, is_gram};

/// Words of a query that are looked at.
const MAX_WORDS: usize = 8;

/// Letters from which on a word can be told from what is like it.
const MIN_LETTERS: usize = 3;

/// Terms that are compared for one word.
const CANDIDATES: usize = 200;

/// Whether `query` has a word: if not, it is punctuation, or signs of a language of programs.
#[must_use]
pub fn has_words(query: &str) -> bool {
    let mut has_words = false;
    analyze(query, |token| has_words |= token.kind == Kind::Word);
    has_words
}

/// Up to `limit` terms of the corpus that are within two edits of a word of `query`, or share the
/// beginning of one; the nearest first.
#[must_use]
pub fn nearest_terms(index: &Index<'_>, query: &str, limit: usize) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    analyze(query, |token| {
        let is_long = token.term.chars().nth(MIN_LETTERS - 1).is_some();
        if token.kind == Kind::Word && is_long && !is_gram(token.term) && words.len() < MAX_WORDS {
            words.push(token.term.to_owned());
        }
    });
    let mut found: Vec<(f64, String)> = Vec::new();
    for word in &words {
        let near = index.terms().near(word, 2, CANDIDATES).into_iter();
        let mut terms: Vec<String> = near.map(|(info, _)| info.term).collect();
        let end = word
            .char_indices()
            .nth(MIN_LETTERS)
            .map_or(word.len(), |(at, _)| at);
        let beginning = word.get(..end).unwrap_or_default();
        let alike = index.terms().starting_with(beginning, CANDIDATES);
        terms.extend(alike.into_iter().map(|info| info.term));
        terms.sort_unstable();
        terms.dedup();
        let likeness = |term: String| (strsim::jaro_winkler(word, &term), term);
        found.extend(terms.into_iter().map(likeness));
    }
    found.sort_by(|(a, a_term), (b, b_term)| b.total_cmp(a).then_with(|| a_term.cmp(b_term)));
    let mut terms: Vec<String> = Vec::new();
    for (_, term) in found {
        if terms.len() < limit && !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms
}
