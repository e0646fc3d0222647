//! Which sentences answer: how well each unit of the best passages fits the question.
//!
//! The words of the question that a sentence has say most, weighed by how rare they are in the
//! corpus and, once more, by how rare they are in the passage: what every sentence there says tells
//! none of them apart. Words of the neighbours and of the headings count as context, and what kind
//! of thing is asked for weighs where several sentences are about as near. The weights were fitted
//! to questions in English and German whose answers people had marked, and checked on others.

use index::analysis::{Language, analyze, is_gram};
use index::{ChunkId, Error, Index, StoredDocument};

use super::evidence::{Kind, Unit, units};
use super::question::{Question, Want, is_function_word, points_back, satisfies};
use super::sentences::words;
use crate::bm25;
use crate::query::Clause;
use crate::rank::Hit;

/// What a word counts that says how the question is put, as a share.
const FUNCTION_WORD: f32 = 0.1;

/// Words at the beginning of a sentence that say what it is about.
const BEGINNING: u32 = 2;

/// The share of the question that its subject has at least.
const SUBJECT: f32 = 0.2;

/// What a word counts that the corpus has in place of one that it lacks, as another spelling.
const SPELLING: f32 = 0.5;

/// What each sign that a sentence answers is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnswerWeights {
    /// The share of the question that the sentence has.
    pub own: f32,
    /// The same, words that are rare in the passage counting more.
    pub local: f32,
    /// Words that begin alike or contain one another, by the share that is alike.
    pub alike: f32,
    /// What the sentence before has and this one has not.
    pub before: f32,
    /// What the sentence after has and this one has not.
    pub after: f32,
    /// What the title and the headings have and the sentence has not.
    pub heading: f32,
    /// That it opens a section whose heading has this share of the question.
    pub opening: f32,
    /// Words of the question that stand near each other in the sentence as in the question.
    pub near: f32,
    /// The score of the passage, less that of the best, as a share of it.
    pub passage: f32,
    /// The rank of the passage.
    pub rank: f32,
    /// A number where one is asked for.
    pub number: f32,
    /// A date.
    pub date: f32,
    /// A name.
    pub name: f32,
    /// A reason.
    pub reason: f32,
    /// A value.
    pub value: f32,
    /// A definition.
    pub definition: f32,
    /// Code or steps right behind it, where the question asks how to do something.
    pub shows: f32,
    /// Each word beyond [`AnswerWeights::LONG`].
    pub long: f32,
    /// That the sentence cannot be understood by itself.
    pub pointer: f32,
    /// That it is no whole sentence.
    pub fragment: f32,
    /// What a further statement has of the question that is not said yet.
    pub gain: f32,
    /// A further statement must score as much less than the first at most.
    pub further: f32,
    /// What the BM25 of a passage says for there being an answer in it.
    pub about: f32,
    /// What the weight of the words that it has says.
    pub evidence: f32,
    /// What the share of the question says against it that the corpus has nowhere.
    pub unknown: f32,
    /// What all of it must come to.
    pub doubt: f32,
}

impl AnswerWeights {
    /// Words that a statement may have at no cost.
    pub const LONG: usize = 35;

    /// The weights that are used.
    pub const DEFAULT: AnswerWeights = AnswerWeights {
        own: 4.0,
        local: 5.5,
        alike: 4.3,
        before: 3.2,
        after: 1.4,
        heading: 5.0,
        opening: 2.5,
        near: 1.5,
        passage: 3.3,
        rank: 0.6,
        number: 1.7,
        date: 1.9,
        name: 1.2,
        reason: 0.6,
        value: 0.8,
        definition: 4.0,
        shows: 1.5,
        long: 0.04,
        pointer: 0.1,
        fragment: 1.5,
        gain: 2.5,
        further: 5.0,
        about: 6.7,
        evidence: 2.65,
        unknown: 2.0,
        doubt: 6.5,
    };

    /// The weight with this name, to be changed; `None` if there is no such weight.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut f32> {
        Some(match name {
            "own" => &mut self.own,
            "local" => &mut self.local,
            "alike" => &mut self.alike,
            "before" => &mut self.before,
            "after" => &mut self.after,
            "heading" => &mut self.heading,
            "opening" => &mut self.opening,
            "near" => &mut self.near,
            "passage" => &mut self.passage,
            "rank" => &mut self.rank,
            "number" => &mut self.number,
            "date" => &mut self.date,
            "name" => &mut self.name,
            "reason" => &mut self.reason,
            "value" => &mut self.value,
            "definition" => &mut self.definition,
            "shows" => &mut self.shows,
            "long" => &mut self.long,
            "pointer" => &mut self.pointer,
            "fragment" => &mut self.fragment,
            "gain" => &mut self.gain,
            "further" => &mut self.further,
            "about" => &mut self.about,
            "evidence" => &mut self.evidence,
            "unknown" => &mut self.unknown,
            "doubt" => &mut self.doubt,
            _ => return None,
        })
    }
}

impl Default for AnswerWeights {
    fn default() -> Self {
        AnswerWeights::DEFAULT
    }
}

/// A passage that evidence is taken from.
pub(super) struct Source {
    pub(super) document: StoredDocument,
    pub(super) units: Vec<Unit>,
    /// One for each unit.
    pub(super) fits: Vec<Fit>,
    /// How sure it is that the passage is about the question, between 0 and 1.
    pub(super) confidence: f32,
}

/// How a unit fits the question.
#[derive(Clone, Debug, Default)]
pub(super) struct Fit {
    /// How often the unit has each word of the question.
    counts: Vec<u32>,
    /// Whether it begins with what the question is about.
    begins: bool,
    /// For each word of the question, 1 if the unit has it, less if it has something alike.
    pub(super) found: Vec<f32>,
    pub(super) score: f32,
    /// Whether it is understood by itself.
    pub(super) stands_alone: bool,
    /// Whether it is a whole sentence.
    pub(super) is_whole: bool,
}

/// Reads the passage of `hit` and scores its units. `best` is the score of the best hit.
///
/// # Errors
/// If the index is damaged.
pub(super) fn source(
    index: &Index<'_>,
    asked: &Asked<'_>,
    hit: &Hit,
    rank: usize,
    best: f32,
) -> Result<Source, Error> {
    let document = index.document(hit.document)?;
    let ChunkId(chunk) = hit.chunk;
    let number = chunk.saturating_sub(index.chunks_of(hit.document).start) as usize;
    let units = match document.chunks.get(number) {
        Some(chunk) => units(index, &document, chunk)?,
        None => Vec::new(),
    };
    let language = Language::of_tag(index.language_of(hit.document));
    let mut source = Source {
        fits: units
            .iter()
            .map(|unit| asked.read(language, &unit.text))
            .map(Fit::of)
            .collect(),
        document,
        units,
        confidence: 0.0,
    };
    let behind = asked.weights.passage * (hit.score / best.max(f32::MIN_POSITIVE) - 1.0)
        - asked.weights.rank * rank as f32;
    let relative_length =
        index.chunk_length(hit.chunk) as f32 / index.statistics().average_chunk_length();
    asked.score(language, &mut source, behind, relative_length);
    Ok(source)
}

impl Fit {
    fn of(read: Read) -> Fit {
        Fit {
            found: read.found,
            counts: read.counts,
            begins: read.begins,
            score: read.near,
            stands_alone: true,
            is_whole: true,
        }
    }
}

/// What a text has of the question.
struct Read {
    found: Vec<f32>,
    counts: Vec<u32>,
    begins: bool,
    /// How near each other its words are, between 0 and 1.
    near: f32,
}

/// The question, ready to be compared with texts.
pub(super) struct Asked<'q> {
    pub(super) question: Question,
    pub(super) weights: AnswerWeights,
    clauses: &'q [Clause<'q>],
    /// What each clause weighs; they sum to 1.
    shares: Vec<f32>,
    /// How many of the classes of each clause, the first ones, are of the word itself; the others
    /// are of words that it may be misspelled of.
    own_classes: Vec<usize>,
    /// The sum of the weights of the clauses, in that of a word that the corpus has nowhere.
    mass: f32,
    /// The first letters of all classes: most words of a text need not be stemmed to be told apart.
    initials: Vec<char>,
}

impl<'q> Asked<'q> {
    pub(super) fn new(
        text: &str,
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
            let says = if is_function_word(&clause.word) {
                FUNCTION_WORD
            } else {
                1.0
            };
            says * clause.text_weight
        };
        let total: f32 = clauses.iter().map(weight).sum();
        let share = |clause: &Clause<'_>| weight(clause) / total.max(f32::MIN_POSITIVE);
        let classes = clauses.iter().flat_map(|clause| &clause.classes);
        Asked {
            question: Question::new(text),
            own_classes: clauses.iter().map(n_own).collect(),
            mass: total / bm25::idf(0, index.statistics().n_chunks).max(f32::MIN_POSITIVE),
            weights,
            clauses,
            shares: clauses.iter().map(share).collect(),
            initials: classes.filter_map(|class| class.chars().next()).collect(),
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
    fn read(&self, language: Language, text: &str) -> Read {
        let mut found = vec![0.0_f32; self.clauses.len()];
        let mut places: Vec<Option<u32>> = vec![None; self.clauses.len()];
        let mut counts = vec![0; self.clauses.len()];
        let mut begins = false;
        let mut near = 0.0_f32;
        analyze(text, |token| {
            // Pieces of words of scripts without spaces have no forms.
            let is_piece = is_gram(token.term);
            let may_match = !is_piece && self.may_match(token.term);
            let class = if may_match {
                language.class(token.term)
            } else {
                String::new()
            };
            let mut has_more = false;
            for (n, clause) in self.clauses.iter().enumerate() {
                let own = self.own_classes.get(n).copied().unwrap_or_default();
                let place_of = || clause.classes.iter().position(|other| *other == class);
                let class_at = if may_match { place_of() } else { None };
                let same = clause.word == token.term || class_at.is_some_and(|at| at < own);
                let alike = if same {
                    1.0
                } else if is_piece {
                    0.0
                } else if class_at.is_some() {
                    SPELLING
                } else {
                    let own = clause.classes.iter().take(own);
                    own.map(|other| alike(other, token.term))
                        .fold(0.0, f32::max)
                };
                let (Some(found), Some(place), Some(count)) =
                    (found.get_mut(n), places.get_mut(n), counts.get_mut(n))
                else {
                    continue;
                };
                *found = found.max(alike);
                if same {
                    *place = Some(token.position);
                    *count += 1;
                    has_more = true;
                    begins |= token.position < BEGINNING
                        && self.shares.get(n).is_some_and(|share| *share >= SUBJECT);
                }
            }
            if !has_more {
                return;
            }
            // The distance of the words that follow each other in the question.
            let pairs = places.windows(2).zip(self.shares.windows(2));
            let now = pairs.map(|(places, shares)| match (places, shares) {
                ([Some(a), Some(b)], [x, y]) => (x + y) / 2.0 / a.abs_diff(*b).max(1) as f32,
                _ => 0.0,
            });
            near = near.max(now.sum());
        });
        Read {
            found,
            counts,
            begins,
            near,
        }
    }

    /// Scores the units of a passage that is `behind` the best.
    fn score(&self, language: Language, source: &mut Source, behind: f32, relative_length: f32) {
        let Source {
            document,
            units,
            fits,
            confidence,
        } = source;
        let title = self.read(language, &document.title).found;
        let founds: Vec<Vec<f32>> = fits.iter().map(|fit| fit.found.clone()).collect();
        let locals = self.local_shares(&founds);
        let mut headings: Vec<(Option<u32>, Vec<f32>)> = Vec::new();
        let mut whole = title.clone();
        for (n, (unit, fit)) in units.iter().zip(fits.iter_mut()).enumerate() {
            let neighbour = |at: Option<usize>| {
                let at = at.filter(|&at| {
                    units.get(at).is_some_and(|other| {
                        other.heading == unit.heading && other.kind != Kind::Code
                    })
                });
                at.and_then(|at| founds.get(at))
            };
            let before = neighbour(n.checked_sub(1));
            let after = neighbour(n.checked_add(1));
            if headings
                .last()
                .is_none_or(|(heading, _)| *heading != unit.heading)
            {
                let trail = document.breadcrumbs(unit.heading).join(" > ");
                let mut found = self.read(language, &trail).found;
                merge(&mut found, &title);
                merge(&mut whole, &found);
                headings.push((unit.heading, found));
            }
            let heading = headings
                .last()
                .map(|(_, found)| found.as_slice())
                .unwrap_or_default();
            let opens = n == 0
                || units
                    .get(n - 1)
                    .is_some_and(|other| other.heading != unit.heading);
            fit.is_whole = !is_fragment(unit, words(&unit.text));
            fit.stands_alone = fit.is_whole && !points_back(&unit.text);
            let shows = units.get(n + 1).is_some_and(|next| {
                next.heading == unit.heading
                    && matches!(next.kind, Kind::Code | Kind::Item { ordered: true, .. })
            });
            let read = Near {
                fit,
                before,
                after,
                heading,
                opens,
                shows,
            };
            fit.score = behind + self.fitness(unit, &read, &locals);
            merge(&mut whole, &fit.found);
        }
        let mut counts = vec![0.0_f32; self.clauses.len()];
        for fit in fits.iter() {
            for (count, (exact, alike)) in counts.iter_mut().zip(fit.counts.iter().zip(&fit.found))
            {
                *count += if *exact > 0 { *exact as f32 } else { *alike };
            }
        }
        let in_heading = headings
            .first()
            .map(|(_, found)| found.as_slice())
            .unwrap_or_default();
        for (count, found) in counts.iter_mut().zip(in_heading) {
            *count += found;
        }
        *confidence = self.confidence(&whole, &counts, relative_length);
    }

    /// How likely a passage answers, between 0 and 1: how much it is about the words of the question,
    /// as BM25 tells, and how much of them it has in all, which is more evidence in a long question
    /// than in a short one. A logistic regression on questions asked of the right corpus and of
    /// others.
    fn confidence(&self, found: &[f32], counts: &[f32], relative_length: f32) -> f32 {
        let about: f32 = self
            .shares
            .iter()
            .zip(counts)
            .map(|(share, count)| share * bm25::saturation(*count, relative_length, 1.5, 0.75))
            .sum();
        let evidence = self.coverage(found) * self.mass;
        let unknown: f32 = self
            .shares
            .iter()
            .zip(self.clauses)
            .filter(|(_, clause)| is_unknown(clause))
            .map(|(share, _)| share)
            .sum();
        let x = self.weights.about * about - self.weights.unknown * unknown
            + self.weights.evidence * evidence
            - self.weights.doubt;
        1.0 / (1.0 + (-x).exp())
    }

    /// What words weigh in a passage; they sum to 1.
    fn local_shares(&self, founds: &[Vec<f32>]) -> Vec<f32> {
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

    fn fitness(&self, unit: &Unit, near: &Near<'_>, locals: &[f32]) -> f32 {
        let w = &self.weights;
        let fit = near.fit;
        let sum = |shares: &[f32], worth: &dyn Fn(usize, f32) -> f32| -> f32 {
            shares
                .iter()
                .zip(&fit.found)
                .enumerate()
                .map(|(n, (share, found))| share * worth(n, *found))
                .sum()
        };
        let exact = |_: usize, found: f32| if found >= 1.0 { 1.0 } else { 0.0 };
        let alike = |_: usize, found: f32| if found < 1.0 { found } else { 0.0 };
        // What `other` has and the unit has not.
        let beyond = |other: Option<&[f32]>| {
            other.map_or(0.0, |other| {
                sum(&self.shares, &|n, found| {
                    (other.get(n).copied().unwrap_or(0.0) - found).max(0.0)
                })
            })
        };
        let mut score = w.own * sum(&self.shares, &exact)
            + w.local * sum(locals, &exact)
            + w.alike * sum(&self.shares, &alike)
            + w.before * beyond(near.before.map(Vec::as_slice))
            + w.after * beyond(near.after.map(Vec::as_slice))
            + w.heading * beyond(Some(near.heading))
            + w.near * fit.score;
        if near.opens {
            score += w.opening * self.coverage(near.heading);
        }
        for want in &self.question.wants {
            let worth = match want {
                Want::Number => w.number,
                Want::Date => w.date,
                Want::Name => w.name,
                Want::Reason => w.reason,
                Want::Value => w.value,
                Want::Definition => w.definition,
            };
            if *want != Want::Definition || fit.begins {
                score += worth * satisfies(*want, &self.question, &unit.text);
            }
        }
        let n_words = words(&unit.text);
        score -= w.long * n_words.saturating_sub(AnswerWeights::LONG) as f32;
        // What leads to a list or to code says little to who asks for neither.
        if !self.question.shape.code && unit.text.ends_with([':', '：']) {
            score -= w.shows;
        }
        if !fit.is_whole {
            score -= w.fragment;
        } else if !fit.stands_alone {
            score -= w.pointer;
        }
        if self.question.shape.steps
            && (near.shows || matches!(unit.kind, Kind::Item { ordered: true, .. }))
        {
            score += w.shows;
        }
        score
    }
}

/// A unit and what stands around it.
struct Near<'u> {
    fit: &'u Fit,
    before: Option<&'u Vec<f32>>,
    after: Option<&'u Vec<f32>>,
    heading: &'u [f32],
    /// Whether it is the first of its section.
    opens: bool,
    /// Whether code or steps follow.
    shows: bool,
}

/// Whether the corpus lacks a word, whatever other spellings it may have.
fn is_unknown(clause: &Clause<'_>) -> bool {
    clause.forms.iter().all(|form| form.weight < 1.0)
}

/// Raises each value to the one beside it.
pub(super) fn merge(found: &mut [f32], other: &[f32]) {
    for (found, other) in found.iter_mut().zip(other) {
        *found = found.max(*other);
    }
}

/// Whether a unit is less than a sentence: a label, a caption, the beginning of one.
fn is_fragment(unit: &Unit, n_words: usize) -> bool {
    let end = unit
        .text
        .trim_end_matches(['*', '_', ')', ']', '"', '”', '»', '」', '`', '\'']);
    let is_ended = end.ends_with([
        '.', '!', '?', '…', '。', '！', '？', '।', '؟', ':', '：', '۔',
    ]);
    let asks = end.ends_with(['?', '？', '؟']);
    let is_gram_script = end
        .chars()
        .next_back()
        .is_some_and(|c| is_gram(c.encode_utf8(&mut [0; 4])));
    let begins_inside = unit.text.starts_with(char::is_lowercase);
    match unit.kind {
        Kind::Sentence => begins_inside || n_words < 3 || asks || !(is_ended || is_gram_script),
        Kind::Item { .. } => !is_ended,
        Kind::Row => n_words < 4,
        Kind::Code => true,
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
