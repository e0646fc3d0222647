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
use super::fit::{Asked, Read, merge};
use super::fitness::Near;
use super::question::Want;
use super::sentences::words;
use super::signs::{Sentence, is_fragment};
use crate::cues::spaced;
use crate::rank::Hit;
use crate::speech::{self, Speech};

/// Words of a sentence that is too short to say anything without the next.
pub(super) const SHORT: usize = 2;

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
    pub(super) counts: Vec<u32>,
    /// How near each other the words of the question stand, between 0 and 1.
    pub(super) near: f32,
    pub(super) score: f32,
    /// Whether it has all that is wanted, if anything is.
    pub(super) satisfies: bool,
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
            satisfies: false,
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
        language: index.rules_of(tag),
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
pub(super) struct Reader<'a> {
    pub(super) asked: &'a Asked<'a>,
    pub(super) language: Language,
    pub(super) speeches: Vec<&'static Speech>,
    /// Whether the question is in another language.
    pub(super) is_foreign: bool,
}

/// A section of a passage.
pub(super) struct Section {
    heading: Option<u32>,
    /// What its title, the headings above it and its own have.
    pub(super) found: Vec<f32>,
    /// How far its heading is the question, between 0 and 1.
    pub(super) headline: f32,
    /// Whether it begins with `yes` or `no`.
    pub(super) answers: bool,
}

impl Reader<'_> {
    /// The section of a document under `heading` that begins with the unit `first`; `title` is what
    /// the title has.
    fn section(
        &self,
        document: &StoredDocument,
        heading: Option<u32>,
        title: &[f32],
        first: &Unit,
    ) -> Section {
        let asked = self.asked;
        let trail = document.breadcrumbs(heading);
        let mut found = asked.read(self.language, &trail.join(" > ")).found;
        let headline = trail.last().map_or(0.0, |own| {
            let own_found = asked.read(self.language, own).found;
            let n_found = own_found.iter().filter(|found| **found >= 0.5).count();
            let n_words = self.n_content_words(own).max(n_found).max(1);
            let covered = asked.coverage(&own_found);
            let alone = n_found as f32 / n_words as f32;
            // `Kinds of caches` is no heading of what a cache is, and what follows `Caches` need not
            // say it.
            let is_definition = asked.question.wants.contains(&Want::Definition);
            covered
                * covered
                * if is_definition {
                    0.5 * alone * alone
                } else {
                    alone.sqrt()
                }
        });
        merge(&mut found, title);
        Section {
            heading,
            found,
            headline,
            answers: Sentence::new(&first.text, &self.speeches).answers(),
        }
    }

    /// How many words of a text say something.
    fn n_content_words(&self, text: &str) -> usize {
        let is_content = |word: &&str| {
            !word.is_empty() && !self.speeches.iter().any(|it| it.is_function_word(word))
        };
        spaced(text).split(' ').filter(is_content).count()
    }

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
        let mut sections: Vec<Section> = Vec::new();
        let mut head: (&str, Vec<f32>) = ("", Vec::new());
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
            let is_new = |section: &Section| section.heading != unit.heading;
            if sections.last().is_none_or(is_new) {
                let section = self.section(&document, unit.heading, &title, unit);
                merge(&mut context, &section.found);
                sections.push(section);
            }
            if unit.head != head.0 {
                head = (&unit.head, read(&unit.head).found);
            }
            let (Some(section), Some(fit)) = (sections.last(), fits.get(n)) else {
                continue;
            };
            // `Yes.` and what follows it open the section together.
            let before = same_section(n.checked_sub(1));
            let opens_with = |(at, other): (usize, &Unit)| {
                words(&other.text) <= SHORT && same_section(at.checked_sub(1)).is_none()
            };
            let near = Near {
                fit,
                before: neighbour(n.checked_sub(1)),
                after: neighbour(n.checked_add(1)),
                section,
                head: (!unit.head.is_empty()).then_some(head.1.as_slice()),
                opens: before.is_none_or(opens_with),
                next: same_section(n.checked_add(1)).map(|(_, next)| next.kind),
            };
            let (score, satisfies) = self.fitness(unit, &near, &locals);
            if let Some(fit) = fits.get_mut(n) {
                fit.score = behind + score;
                fit.satisfies = satisfies;
            }
        }
        let in_heading = sections.first().map(|section| section.found.as_slice());
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
}
