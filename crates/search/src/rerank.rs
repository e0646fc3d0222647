//! A second look at the best candidates: at their text, which postings say nothing of.
//!
//! - Words that stand next to each other in the query and in a passage are evidence beyond each of
//!   them. For each pair of neighbours in the query, stop words skipped, `m` being the smaller of
//!   their weights, `o` how often they follow each other as in the query and `w` how often they
//!   stand within [`NEAR`] words in either order, a passage gains
//!   `adjacent · m · o/(o+K) + near · m · w/(w+K)`, and its title likewise; `K` is 1 for titles and
//!   grows with the length of passages.
//! - A query in a script without spaces can be a phrase: grams that are all there need not be in a
//!   row, so a passage that has the query as it stands gains.
//! - So does a passage that has what the query quotes; a query of nothing else wants no others.
//! - A title that is the query with its signs and spaces comes before one that has other signs.
//! - A passage that says what a better one says already is left out.
//!
//! The text of at most [`DEPTH`] candidates is read, whatever the corpus: of those that could come
//! among the first by it.

use index::Index;
use index::analysis::{Kind, analyze, is_gram, letters};

use crate::Passage;
use crate::passage::passage;
use crate::query::{Clause, Query};
use crate::rank::Hit;
use crate::weights::Weights;

/// Candidates that are looked at; if the query is in a script without spaces, whose grams can all
/// be in a text that does not have them in a row; and if it quotes something, or is in such a script
/// and so short that it may be the name of something.
const DEPTH: usize = 7;
const LITERAL_DEPTH: usize = 10;
const PHRASE_DEPTH: usize = 20;

/// Characters that such a name has at most.
const MAX_NAME: usize = 12;

/// Words between two that are near each other, at most.
const NEAR: u32 = 8;

/// Characters of a query in a script without spaces from which on it can be a phrase.
const MIN_LITERAL: usize = 3;

/// Words of a passage from which on another can be its copy, and the share of all their words that
/// both must have.
const MIN_COPY: usize = 40;
const COPY: f32 = 0.9;

/// Mean length of a passage in words, for [`damping`].
const MEAN_LENGTH: f32 = 150.0;

/// How many candidates [`rerank`] can look at.
pub(crate) fn depth(query: &Query<'_>) -> usize {
    if !query.phrases.is_empty() {
        return PHRASE_DEPTH;
    }
    match literal(&query.text) {
        Some(letters) if letters.chars().nth(MAX_NAME).is_none() => PHRASE_DEPTH,
        Some(_) => LITERAL_DEPTH,
        None => DEPTH,
    }
}

/// A candidate whose text was read.
struct Candidate {
    hit: Hit,
    passage: Passage,
    /// Hashes of its words, sorted.
    words: Vec<u32>,
    has_phrases: bool,
}

/// Puts the first of `hits` in the order that their texts call for. Also returns the passages of
/// those. A text is read only if it could bring its hit among the first `limit`.
pub(crate) fn rerank(
    index: &Index<'_>,
    query: &Query<'_>,
    hits: &[Hit],
    limit: usize,
    weights: &Weights,
) -> Result<(Vec<Hit>, Vec<Passage>), index::Error> {
    let phrases = Phrases::new(query);
    let best = hits.first().map_or(0.0, |hit| hit.score);
    let greatest_gain = if query.is_phrases {
        f32::INFINITY
    } else {
        phrases.greatest_gain(weights, best)
    };
    let depth = depth(query).min(hits.len());
    let mut n_read = 0;
    // The best first.
    let mut candidates: Vec<Candidate> = Vec::with_capacity(depth);
    for hit in hits.iter().take(depth) {
        let last = limit.checked_sub(1).map(|last| candidates.get(last));
        match last {
            None => break,
            Some(Some(last)) if hit.score + greatest_gain <= last.hit.score => break,
            Some(_) => {}
        }
        n_read += 1;
        let passage = passage(index, hit)?;
        let mut words = Vec::new();
        let of_text = phrases.evidence(&passage.content, weights, |term| words.push(hash(term)));
        let of_title = phrases.evidence(&passage.title, weights, |_| {});
        let mut score = hit.score + of_text.score(damping(words.len())) + of_title.score(1.0);
        let has_phrases = phrases.quoted(&passage);
        if phrases.is_literal(&passage) || (has_phrases && !query.phrases.is_empty()) {
            score += weights.literal * best;
        }
        if phrases.is_title(&passage) {
            score += weights.same_title * best;
        }
        words.sort_unstable();
        let candidate = Candidate {
            hit: Hit { score, ..*hit },
            has_phrases,
            words,
            passage,
        };
        if let Some(at) = candidates.iter().position(|one| is_copy(&candidate, one)) {
            let other = candidates.remove(at);
            let better = if other.hit.score < score {
                candidate
            } else {
                other
            };
            insert(&mut candidates, better);
        } else {
            insert(&mut candidates, candidate);
        }
    }
    let narrowed = query.is_phrases && candidates.iter().any(|one| one.has_phrases);
    let rest = if narrowed {
        candidates.retain(|one| one.has_phrases);
        &[]
    } else {
        hits.get(n_read..).unwrap_or_default()
    };
    let first = candidates.iter().map(|one| one.hit);
    let hits = first.chain(rest.iter().copied()).collect();
    let passages = candidates.into_iter().map(|mut one| {
        one.passage.score = one.hit.score;
        one.passage
    });
    Ok((hits, passages.collect()))
}

/// Behind its equals, which come earlier in the corpus or were better before.
fn insert(candidates: &mut Vec<Candidate>, candidate: Candidate) {
    let at = candidates.partition_point(|other| other.hit.score >= candidate.hit.score);
    candidates.insert(at, candidate);
}

/// How soon further occurrences stop to count in a passage of this many words.
fn damping(words: usize) -> f32 {
    1.2 * (0.25 + 0.75 * (words as f32 / MEAN_LENGTH).min(4.0))
}

/// The 32-bit FNV-1a hash.
fn hash(term: &str) -> u32 {
    term.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

/// Whether `other` says all that `candidate` says, in nearly the same words.
fn is_copy(candidate: &Candidate, other: &Candidate) -> bool {
    let (a, b) = (&candidate.words, &other.words);
    if a.len() < MIN_COPY || candidate.passage.title != other.passage.title {
        return false;
    }
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let (mut both, mut all) = (0u32, 0u32);
    while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
        all += 1;
        both += u32::from(x == y);
        let (next_a, next_b) = (x <= y, y <= x);
        if next_a {
            a.next();
        }
        if next_b {
            b.next();
        }
    }
    all += (a.count() + b.count()) as u32;
    both as f32 >= COPY * all as f32
}

/// What of a query depends on the order of words.
struct Phrases<'q> {
    /// The words that stand by themselves, in their order.
    clauses: Vec<&'q Clause<'q>>,
    /// The terms that are forms of them, sorted, each with the place of its word.
    terms: Vec<(&'q str, usize)>,
    /// The query, letters only, if it is in a script without spaces.
    literal: Option<String>,
    /// What is quoted, letters only.
    quoted: Vec<String>,
    /// The query in small letters, if titles are like it but for signs and spaces.
    title: Option<String>,
}

/// How often two neighbours of a query stand together.
#[derive(Clone, Copy, Default)]
struct Pair {
    weight: f32,
    adjacent: f32,
    near: f32,
}

/// What a text says of the pairs of a query.
struct Evidence<'w> {
    pairs: Vec<Pair>,
    weights: &'w Weights,
}

impl Evidence<'_> {
    fn score(&self, k: f32) -> f32 {
        let of_pair = |pair: &Pair| {
            let share = |n: f32| n / (n + k);
            pair.weight
                * (self.weights.adjacent * share(pair.adjacent)
                    + self.weights.near * share(pair.near))
        };
        self.pairs.iter().map(of_pair).sum()
    }
}

impl<'q> Phrases<'q> {
    fn new(query: &'q Query<'_>) -> Self {
        let clauses = query.clauses.iter();
        let is_word = |clause: &&Clause<'_>| clause.kind == Kind::Word && !is_gram(&clause.word);
        let clauses: Vec<_> = clauses.filter(is_word).collect();
        let mut terms = Vec::new();
        for (place, clause) in clauses.iter().enumerate() {
            terms.extend(clause.forms.iter().map(|form| (form.term.as_str(), place)));
        }
        terms.sort_unstable();
        Phrases {
            clauses,
            terms,
            literal: literal(&query.text),
            quoted: query.phrases.iter().map(|phrase| letters(phrase)).collect(),
            title: (!query.titles.is_empty()).then(|| query.text.trim().to_lowercase()),
        }
    }

    /// What a text can add to the score of its hit at most; `best` is the best score.
    fn greatest_gain(&self, weights: &Weights, best: f32) -> f32 {
        let pairs: f32 = self.pairs().iter().map(|pair| pair.weight).sum();
        let literal = if self.literal.is_some() || !self.quoted.is_empty() {
            weights.literal * best
        } else {
            0.0
        };
        let title = if self.title.is_some() {
            weights.same_title * best
        } else {
            0.0
        };
        // Once in the title, once in the text.
        2.0 * pairs * (weights.adjacent + weights.near) + literal + title
    }

    /// The neighbours in the query, before any text.
    fn pairs(&self) -> Vec<Pair> {
        let pair = |neighbours: &[&Clause<'_>]| match neighbours {
            [a, b] => Pair {
                weight: a.chunk_weight.min(b.chunk_weight),
                ..Pair::default()
            },
            _ => Pair::default(),
        };
        self.clauses.windows(2).map(pair).collect()
    }

    /// What `text` says of the pairs. `each` sees all of its words.
    fn evidence<'w>(
        &self,
        text: &str,
        weights: &'w Weights,
        mut each: impl FnMut(&str),
    ) -> Evidence<'w> {
        let mut pairs = self.pairs();
        let mut previous: Option<(usize, u32)> = None;
        analyze(text, |token| {
            if token.kind != Kind::Word {
                return;
            }
            each(token.term);
            let next = previous.map(|(before, _)| before + 1);
            let Some(place) = self.place_of(token.term, next) else {
                return;
            };
            if let Some((before, position)) = previous {
                let distance = token.position.saturating_sub(position);
                let follows = before + 1 == place && distance <= self.distance(before);
                let pair = pairs.get_mut(before.min(place));
                if let Some(pair) = pair.filter(|_| before.abs_diff(place) == 1) {
                    pair.adjacent += f32::from(u8::from(follows));
                    pair.near += f32::from(u8::from(distance <= NEAR));
                }
            }
            previous = Some((place, token.position));
        });
        Evidence { pairs, weights }
    }

    /// The place in the query of the word that `term` is a form of: if it is one of several, `next`, or else the
    /// one that is the very word.
    fn place_of(&self, term: &str, next: Option<usize>) -> Option<usize> {
        let start = self.terms.partition_point(|(other, _)| *other < term);
        let same = self.terms.get(start..)?.iter();
        let places = same
            .take_while(|(other, _)| *other == term)
            .map(|(_, place)| *place);
        let is_word = |place: &usize| self.clauses.get(*place).is_some_and(|it| it.word == term);
        let mut other = places.clone();
        let first = other.next()?;
        if other.next().is_none() {
            return Some(first);
        }
        let expected = next.filter(|next| places.clone().any(|place| place == *next));
        Some(
            expected
                .or_else(|| places.clone().find(is_word))
                .unwrap_or(first),
        )
    }

    /// How far apart a word and the next one are in the query; no less than neighbours are, which two words are
    /// that were typed as one.
    fn distance(&self, place: usize) -> u32 {
        let position = |place: usize| self.clauses.get(place).map_or(0, |clause| clause.position);
        position(place + 1).saturating_sub(position(place)).max(1)
    }

    /// Whether a passage has the query as it stands.
    fn is_literal(&self, passage: &Passage) -> bool {
        self.literal.as_ref().is_some_and(|query| {
            letters(&passage.title).contains(query) || letters(&passage.content).contains(query)
        })
    }

    /// Whether the title of a passage is the query.
    fn is_title(&self, passage: &Passage) -> bool {
        let is_same = |query: &String| passage.title.to_lowercase() == *query;
        self.title.as_ref().is_some_and(is_same)
    }

    /// Whether a passage has all that is quoted.
    fn quoted(&self, passage: &Passage) -> bool {
        self.quoted.is_empty() || {
            let text = letters(&passage.content);
            self.quoted.iter().all(|phrase| text.contains(phrase))
        }
    }
}

/// The letters of a query in a script without spaces, if there are enough to be a phrase.
fn literal(query: &str) -> Option<String> {
    let letters = letters(query);
    let is_phrase = letters.chars().nth(MIN_LITERAL - 1).is_some();
    (is_phrase && letters.chars().any(|c| is_gram(c.encode_utf8(&mut [0; 4])))).then_some(letters)
}
