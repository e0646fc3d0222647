//! Which sentences answer: how well each unit of the best passages fits the question.
//!
//! The words of the question that a sentence has say most, weighed by how rare they are in the
//! corpus and, once more, by how rare they are in the passage: what every sentence there says tells
//! none of them apart. Words of the neighbours and of the headings count as context, and what kind
//! of thing is asked for weighs where several sentences are about as near.

use index::analysis::Language;
use index::{ChunkId, Error, Index, StoredDocument};

use super::confidence::Evidence;
use super::evidence::{Kind, Unit, units};
use super::fit::{Asked, Read, is_respelled, is_unknown, merge};
use super::question::Want;
use super::sentences::words;
use super::signs::{Sentence, introduces, is_fragment};
use super::speech::{self, Speech};
use crate::bm25;
use crate::rank::Hit;

/// Words that a statement may have at no cost.
const LONG: usize = 35;

/// A passage that evidence is taken from.
pub(super) struct Source {
    pub(super) document: StoredDocument,
    /// The number of its chunk in the document.
    pub(super) chunk: usize,
    pub(super) units: Vec<Unit>,
    /// One for each unit.
    pub(super) fits: Vec<Fit>,
    /// What speaks for an answer in it.
    pub(super) evidence: Evidence,
}

/// How a unit fits the question.
#[derive(Clone, Debug, Default)]
pub(super) struct Fit {
    /// For each word of the question, 1 if the unit has it, less if it has something alike.
    pub(super) found: Vec<f32>,
    /// How often the unit has each.
    counts: Vec<u32>,
    /// Whether it begins with what the question is about.
    begins: bool,
    /// How near each other the words of the question stand, between 0 and 1.
    near: f32,
    pub(super) score: f32,
    /// Whether it is understood by itself.
    pub(super) stands_alone: bool,
    /// Whether it is a whole sentence.
    pub(super) is_whole: bool,
    /// Whether it says where to read on.
    pub(super) leads_elsewhere: bool,
    /// Whether it begins like a caveat.
    pub(super) is_caveat: bool,
}

impl Fit {
    fn of(read: Read, unit: &Unit, speeches: &[&'static Speech]) -> Fit {
        let sentence = Sentence::new(&unit.text, speeches);
        let is_whole = !is_fragment(unit, words(&unit.text));
        Fit {
            found: read.found,
            counts: read.counts,
            begins: read.begins,
            near: read.near,
            score: 0.0,
            stands_alone: is_whole && !sentence.points_back(),
            is_whole,
            leads_elsewhere: sentence.leads_elsewhere(),
            is_caveat: sentence.is_caveat(),
        }
    }
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
    let tag = index.language_of(hit.document);
    let reader = Reader {
        asked,
        language: Language::of_tag(tag),
        speeches: speech::of_tag(tag),
        is_foreign: !asked.question.may_be_in(tag),
    };
    let behind = asked.weights.passage * (hit.score / best.max(f32::MIN_POSITIVE) - 1.0)
        - asked.weights.rank * rank as f32;
    let relative_length =
        index.chunk_length(hit.chunk) as f32 / index.statistics().average_chunk_length();
    Ok(reader.source(document, number, units, behind, relative_length))
}

/// Reads passages of one language.
struct Reader<'a> {
    asked: &'a Asked<'a>,
    language: Language,
    speeches: Vec<&'static Speech>,
    /// Whether the question is in another language.
    is_foreign: bool,
}

/// A unit and what stands around it.
struct Near<'u> {
    fit: &'u Fit,
    before: Option<&'u Vec<f32>>,
    after: Option<&'u Vec<f32>>,
    heading: &'u [f32],
    /// Whether it is the first of its section.
    opens: bool,
    /// What follows in its section.
    next: Option<Kind>,
}

impl Reader<'_> {
    /// Scores the units of a passage that is `behind` the best.
    fn source(
        &self,
        document: StoredDocument,
        chunk: usize,
        units: Vec<Unit>,
        behind: f32,
        relative_length: f32,
    ) -> Source {
        let asked = self.asked;
        let read = |text: &str| asked.read(self.language, text);
        let fit = |unit: &Unit| Fit::of(read(&unit.text), unit, &self.speeches);
        let mut fits: Vec<Fit> = units.iter().map(fit).collect();
        let title = read(&document.title).found;
        let founds: Vec<Vec<f32>> = fits.iter().map(|fit| fit.found.clone()).collect();
        let locals = asked.local_shares(&founds);
        let mut headings: Vec<(Option<u32>, Vec<f32>)> = Vec::new();
        let mut context = title.clone();
        for (n, unit) in units.iter().enumerate() {
            let same_section = |at: Option<usize>| {
                at.and_then(|at| Some((at, units.get(at)?)))
                    .filter(|(_, other)| other.heading == unit.heading)
            };
            let neighbour = |at: Option<usize>| {
                same_section(at)
                    .filter(|(_, other)| other.kind != Kind::Code)
                    .and_then(|(at, _)| founds.get(at))
            };
            let is_new = |(heading, _): &(Option<u32>, Vec<f32>)| *heading != unit.heading;
            if headings.last().is_none_or(is_new) {
                let trail = document.breadcrumbs(unit.heading).join(" > ");
                let mut found = read(&trail).found;
                merge(&mut found, &title);
                merge(&mut context, &found);
                headings.push((unit.heading, found));
            }
            let (Some((_, heading)), Some(fit)) = (headings.last(), fits.get(n)) else {
                continue;
            };
            let near = Near {
                fit,
                before: neighbour(n.checked_sub(1)),
                after: neighbour(n.checked_add(1)),
                heading,
                opens: same_section(n.checked_sub(1)).is_none(),
                next: same_section(n.checked_add(1)).map(|(_, next)| next.kind),
            };
            let score = behind + self.fitness(unit, &near, &locals);
            if let Some(fit) = fits.get_mut(n) {
                fit.score = score;
            }
        }
        let in_heading = headings.first().map(|(_, found)| found.as_slice());
        let evidence = self.evidence(
            &fits,
            &context,
            in_heading.unwrap_or_default(),
            relative_length,
        );
        Source {
            document,
            chunk,
            units,
            fits,
            evidence,
        }
    }

    /// What speaks for an answer in a passage with these units; `context` is what its title and
    /// headings have, `first` what the first of them has.
    fn evidence(
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
            sentence = sentence.max(asked.coverage(&fit.found));
            near = near.max(fit.near);
        }
        for (count, found) in counts.iter_mut().zip(first) {
            *count += found;
        }
        let about = asked
            .shares
            .iter()
            .zip(&counts)
            .map(|(share, count)| share * bm25::saturation(*count, relative_length, 1.5, 0.75));
        let share_of = |is: &dyn Fn(usize) -> bool| -> f32 {
            let shares = asked.shares.iter().enumerate();
            shares.filter(|(n, _)| is(*n)).map(|(_, share)| share).sum()
        };
        let clause = |n: usize| asked.clauses.get(n);
        let of = |n: usize| found.get(n).copied().unwrap_or_default();
        let heaviest = asked.shares.iter().enumerate();
        let heaviest = heaviest.max_by(|a, b| a.1.total_cmp(b.1));
        let n_words = asked.clauses.len().max(1) as f32;
        Evidence {
            about: about.sum(),
            mass: asked.coverage(&found) * asked.mass,
            unknown: share_of(&|n| clause(n).is_some_and(is_unknown)),
            respelled: share_of(&|n| clause(n).is_some_and(is_respelled)),
            missing: heaviest.map_or(0.0, |(n, share)| share * (1.0 - of(n))),
            exact: share_of(&|n| of(n) >= 1.0),
            sentence,
            heading: asked.coverage(context),
            near,
            foreign: if self.is_foreign { 1.0 } else { 0.0 },
            single: if n_words < 2.0 { 1.0 } else { 0.0 },
            words: found.iter().sum::<f32>() / n_words,
            bias: 1.0,
        }
    }

    fn fitness(&self, unit: &Unit, near: &Near<'_>, locals: &[f32]) -> f32 {
        let Reader { asked, .. } = self;
        let w = &asked.weights;
        let question = &asked.question;
        let shape = question.shape;
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
                sum(&asked.shares, &|n, found| {
                    (other.get(n).copied().unwrap_or(0.0) - found).max(0.0)
                })
            })
        };
        let mut score = w.own * sum(&asked.shares, &exact)
            + w.local * sum(locals, &exact)
            + w.alike * sum(&asked.shares, &alike)
            + w.before * beyond(near.before.map(Vec::as_slice))
            + w.after * beyond(near.after.map(Vec::as_slice))
            + w.heading * beyond(Some(near.heading))
            + w.near * fit.near;
        if near.opens {
            score += w.opening * asked.coverage(near.heading);
        }
        if !question.wants.is_empty() {
            let sentence = Sentence::new(&unit.text, &self.speeches);
            for want in &question.wants {
                let worth = match want {
                    Want::Number => w.number,
                    Want::Date => w.date,
                    Want::Name => w.name,
                    Want::Reason => w.reason,
                    Want::Value => w.value,
                    Want::Code => w.code,
                    Want::Definition => w.definition,
                    Want::Verdict => w.verdict,
                    Want::Contrast => w.contrast,
                };
                if *want != Want::Definition || fit.begins {
                    score += worth * sentence.satisfies(*want, question);
                }
            }
        }
        let n_words = words(&unit.text);
        score -= w.long * n_words.saturating_sub(LONG) as f32;
        let is_item = |ordered: bool| matches!(near.next, Some(Kind::Item { ordered: it, .. }) if it == ordered);
        let leads_to_list = is_item(true) || is_item(false) || near.next == Some(Kind::Row);
        if shape.lists && introduces(unit) && leads_to_list {
            score += w.lists;
        } else if !shape.code && introduces(unit) {
            // What leads to a list or to code says little to who asks for neither.
            score -= w.shows;
        }
        if !fit.is_whole {
            score -= w.fragment;
        } else if !fit.stands_alone {
            score -= w.pointer;
        }
        if fit.leads_elsewhere {
            score -= w.elsewhere;
        }
        let shows = near.next == Some(Kind::Code) || is_item(true);
        if shape.steps && (shows || matches!(unit.kind, Kind::Item { ordered: true, .. })) {
            score += w.shows;
        }
        score
    }
}
