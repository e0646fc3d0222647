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
use super::fit::{Asked, Read, SPELLING, is_unknown, merge};
use super::question::Want;
use super::sentences::words;
use super::signs::{Sentence, introduces, is_fragment};
use super::speech::{self, Speech};
use crate::bm25;
use crate::rank::Hit;

/// Words that a statement may have at no cost.
const LONG: usize = 35;

/// How far a sentence defines something from which on it may lead with a list behind it.
const DEFINED: f32 = 0.5;

/// What counts of a word that the corpus lacks if the passage has another that it may be misspelled
/// of.
const RESPELLED: f32 = 0.5;

/// A passage that evidence is taken from.
pub(super) struct Source {
    pub(super) document: StoredDocument,
    pub(super) units: Vec<Unit>,
    /// One for each unit.
    pub(super) fits: Vec<Fit>,
    /// What speaks for an answer in it.
    pub(super) evidence: Evidence,
}

/// How a unit is understood.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum Stands {
    /// By itself.
    #[default]
    Alone,
    /// With what it points back to.
    Behind,
    /// With what it is a part of: it is no whole sentence.
    Inside,
}

/// How a unit fits the question.
#[derive(Clone, Debug, Default)]
pub(super) struct Fit {
    /// For each word of the question, 1 if the unit has it, less if it has something alike.
    pub(super) found: Vec<f32>,
    /// How often the unit has each.
    counts: Vec<u32>,
    /// How near each other the words of the question stand, between 0 and 1.
    near: f32,
    pub(super) score: f32,
    pub(super) stands: Stands,
    /// Whether it says where to read on.
    pub(super) leads_elsewhere: bool,
    /// Whether it begins like a caveat.
    pub(super) is_caveat: bool,
}

impl Fit {
    fn of(read: Read, unit: &Unit, speeches: &[&'static Speech]) -> Fit {
        let sentence = Sentence::new(&unit.text, speeches);
        let stands = if is_fragment(unit, words(&unit.text)) {
            Stands::Inside
        } else if sentence.points_back() {
            Stands::Behind
        } else {
            Stands::Alone
        };
        Fit {
            found: read.found,
            counts: read.counts,
            near: read.near,
            score: 0.0,
            stands,
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
    let units = if asked.question.shape.steps {
        units_with_steps(index, &document, number)?
    } else {
        units_of(index, &document, number)?
    };
    let tag = index.language_of(hit.document);
    let reader = Reader {
        asked,
        language: Language::of_tag(tag),
        speeches: speech::of_tag(tag),
        is_foreign: !asked.question.may_be_in(tag),
    };
    let mut behind = asked.weights.passage * (hit.score / best.max(f32::MIN_POSITIVE) - 1.0)
        - asked.weights.rank * rank as f32;
    if asked.question.wants.contains(&Want::Definition) {
        // Who says what a thing is says its name less often than who uses it.
        behind *= asked.weights.distant;
    }
    let relative_length =
        index.chunk_length(hit.chunk) as f32 / index.statistics().average_chunk_length();
    Ok(reader.source(document, units, behind, relative_length))
}

/// The units of a chunk of a document; none if there is no such chunk.
fn units_of(
    index: &Index<'_>,
    document: &StoredDocument,
    chunk: usize,
) -> Result<Vec<Unit>, Error> {
    let chunk = document.chunks.get(chunk);
    chunk.map_or(Ok(Vec::new()), |chunk| units(index, document, chunk))
}

/// As [`units_of`]; steps at its end go on in the chunks that follow.
fn units_with_steps(
    index: &Index<'_>,
    document: &StoredDocument,
    chunk: usize,
) -> Result<Vec<Unit>, Error> {
    /// Chunks that are read at most for the rest of the steps.
    const MORE: usize = 2;
    let is_step = |unit: &Unit| matches!(unit.kind, Kind::Item { ordered: true, .. });
    let mut units = units_of(index, document, chunk)?;
    for next in (chunk + 1..document.chunks.len()).take(MORE) {
        let Some(last) = units.last() else { break };
        let (heading, block) = (last.heading, last.block);
        let mut of_list = units.iter().filter(|unit| unit.block == block);
        if !of_list.any(is_step) {
            break;
        }
        let rest = units_of(index, document, next)?;
        let is_more = |unit: &&Unit| {
            unit.heading == heading && unit.block == 0 && unit.kind != Kind::Sentence
        };
        let n_more = rest.iter().take_while(is_more).count();
        if !rest.iter().take(n_more).any(is_step) {
            break;
        }
        let is_whole = n_more == rest.len();
        units.extend(
            rest.into_iter()
                .take(n_more)
                .map(|unit| Unit { block, ..unit }),
        );
        if !is_whole {
            break;
        }
    }
    Ok(units)
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

    /// How far a sentence says what the subject of the question is: the share of the question in
    /// what it says something of, less what else is there.
    fn defines(&self, sentence: &Sentence<'_>) -> f32 {
        let Some((words, promise)) = sentence.definition() else {
            return 0.0;
        };
        let found = self.asked.read(self.language, &words.join(" ")).found;
        let n_found = found.iter().filter(|found| **found >= 0.5).count();
        let alone = n_found as f32 / words.len().max(n_found).max(1) as f32;
        promise * self.asked.coverage(&found) * alone
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
        let mut definition = 0.0;
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
                score += worth
                    * match want {
                        Want::Definition => {
                            definition = self.defines(&sentence);
                            definition
                        }
                        _ => sentence.satisfies(*want, question),
                    };
            }
        }
        let n_words = words(&unit.text);
        score -= w.long * n_words.saturating_sub(LONG) as f32;
        let is_item = |ordered: bool| matches!(near.next, Some(Kind::Item { ordered: it, .. }) if it == ordered);
        let leads_to_list = is_item(true) || is_item(false) || near.next == Some(Kind::Row);
        if shape.lists && introduces(unit) && leads_to_list {
            score += w.lists;
        } else if !shape.code && definition < DEFINED && introduces(unit) {
            // What leads to a list or to code says little to who asks for neither.
            score -= w.shows;
        }
        score -= match fit.stands {
            Stands::Alone => 0.0,
            Stands::Behind => w.pointer,
            Stands::Inside => w.fragment,
        };
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
