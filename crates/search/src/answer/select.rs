//! From scored evidence to an answer: which statements, and in which order.

use std::collections::BTreeSet;

use super::Answer;
use super::choose::{Fit, Source, Stands};
use super::evidence::{Kind, Unit};
use super::fit::{Asked, merge};
use super::lead::{
    MAX_CODE, MAX_ITEMS, MAX_LIST, can_state, introduced, lead, n_lines, ranked, understood,
};
use super::question::{Further, Want};
use super::sentences::words;
use super::signs::{introduces, prose};
use super::write::{Span, score, write};
use crate::cues::spaced;

/// Items that steps have at most: with the limit of words, one chunk has no more.
const MAX_STEPS: usize = 30;

/// The share of words that two statements have in common from which on one says it all.
const SAME: f32 = 0.6;

/// Statements that were chosen, and what they say.
struct Chosen<'s> {
    sources: &'s [Source],
    spans: Vec<Span>,
    said: Vec<BTreeSet<String>>,
    /// Words of prose after the first statement that may still come.
    room: usize,
    /// Whether a table answers, and a list does not.
    wants_table: bool,
    /// Whether the steps go on after the last that is said.
    goes_on: bool,
}

/// Composes the answer; `None` if no unit can lead one.
pub(super) fn compose(asked: &Asked<'_>, sources: &[Source]) -> Option<Answer> {
    let shape = asked.question.shape;
    let ranked = ranked(sources);
    let lead = lead(asked, sources, &ranked)?;
    let mut chosen = Chosen {
        sources,
        spans: Vec::new(),
        said: Vec::new(),
        room: shape.words,
        wants_table: asked.question.wants.contains(&Want::Contrast),
        goes_on: false,
    };
    let list = if shape.lists {
        chosen.list(&lead)
    } else {
        Vec::new()
    };
    if list.is_empty() {
        chosen.push(lead.clone());
    }
    for unit in list {
        chosen.push(Span {
            source: lead.source,
            units: unit..unit + 1,
        });
    }
    chosen.attach(&lead);
    if shape.steps {
        chosen.steps(&lead);
    }
    if shape.code {
        chosen.code(&lead);
    }
    let n_first = chosen.spans.len();
    if shape.further == Further::Section {
        chosen.go_on(&lead, shape.statements - 1);
    }
    let n_more = (shape.statements - 1).saturating_sub(chosen.spans.len() - n_first);
    if n_more > 0 && n_first == 1 {
        chosen.further(asked, &lead, &ranked, n_more);
    }
    if shape.steps {
        chosen.caveat(&lead);
    }
    let goes_on = chosen.goes_on.then_some(lead.source);
    Some(write(sources, &chosen.spans, goes_on))
}

impl<'s> Chosen<'s> {
    fn source(&self, span: &Span) -> Option<&'s Source> {
        self.sources.get(span.source)
    }

    fn units(&self, span: &Span) -> &'s [Unit] {
        let source = self.source(span);
        source
            .and_then(|source| source.units.get(span.units.clone()))
            .unwrap_or_default()
    }

    fn fit(&self, source: usize, unit: usize) -> Option<&'s Fit> {
        self.sources
            .get(source)
            .and_then(|source| source.fits.get(unit))
    }

    fn has(&self, span: &Span) -> bool {
        self.spans.iter().any(|other| {
            other.source == span.source
                && other.units.start < span.units.end
                && span.units.start < other.units.end
        })
    }

    fn push(&mut self, span: Span) {
        let units = self.units(&span);
        self.said.extend(units.iter().map(vocabulary));
        self.spans.push(span);
    }

    /// Adds a statement if it fits, is not there yet and says something new. Whether it did.
    fn add(&mut self, span: Span) -> bool {
        let units = self.units(&span);
        let n_words: usize = units.iter().map(prose).sum();
        if n_words > self.room || self.has(&span) || units.iter().any(|unit| self.says(unit)) {
            return false;
        }
        self.room -= n_words;
        self.push(span);
        true
    }

    /// Whether what `unit` says is said.
    fn says(&self, unit: &Unit) -> bool {
        let new = vocabulary(unit);
        self.said.iter().any(|said| {
            let common = said.intersection(&new).count() as f32;
            let shorter = said.len().min(new.len()).max(1) as f32;
            let all = said.union(&new).count().max(1) as f32;
            common / all >= SAME || (common / shorter >= 0.9 && new.len() <= said.len())
        })
    }

    /// Adds what a statement with a colon introduces.
    fn attach(&mut self, span: &Span) {
        let last = span.units.end.saturating_sub(1);
        let units = self.units(span);
        if units.last().is_some_and(introduces)
            && let Some(units) = self
                .source(span)
                .and_then(|source| introduced(source, last))
        {
            for unit in units {
                self.push(Span {
                    source: span.source,
                    units: unit..unit + 1,
                });
            }
        }
    }

    /// The units of the list or table that a statement is in, if it is in one that is not too long.
    fn list(&self, span: &Span) -> Vec<usize> {
        // A list of one of two things does not tell them apart; a table may.
        let wants_table = self.wants_table;
        let is_of_list = |unit: &Unit| match unit.kind {
            Kind::Row => true,
            Kind::Item { .. } => !wants_table,
            Kind::Sentence | Kind::Code => false,
        };
        let Some(first) = self.units(span).first().filter(|unit| is_of_list(unit)) else {
            return Vec::new();
        };
        let section = self.section(span);
        let list = section.iter().filter(|(_, unit)| unit.block == first.block);
        let (n_units, n_words) = list.clone().fold((0, 0), |(n_units, n_words), (_, unit)| {
            (n_units + 1, n_words + prose(unit))
        });
        if n_units > MAX_ITEMS || n_words > MAX_LIST {
            return Vec::new();
        }
        list.map(|(at, _)| *at).collect()
    }

    /// The units of the section that a statement is in.
    fn section(&self, span: &Span) -> Vec<(usize, &'s Unit)> {
        let heading = self.units(span).first().and_then(|unit| unit.heading);
        let units = self.source(span).map_or(&[][..], |source| &source.units);
        units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.heading == heading)
            .collect()
    }

    /// Adds the steps of the section of `lead`, in their order, with the code inside them.
    fn steps(&mut self, lead: &Span) {
        let section = self.section(lead);
        let is_step = |unit: &Unit| matches!(unit.kind, Kind::Item { ordered: true, .. });
        let home = self.units(lead).last().map(|unit| unit.block);
        let lists = section
            .iter()
            .filter(|(_, unit)| is_step(unit))
            .map(|(_, unit)| unit.block);
        let list = lists.min_by_key(|block| home.map(|home| block.abs_diff(home)));
        let steps = section
            .iter()
            .filter(|(_, unit)| Some(unit.block) == list)
            .take(MAX_STEPS);
        // A step that leads keeps its place among the others.
        let leads_itself = home.is_some() && home == list;
        if leads_itself {
            self.spans.clear();
            self.said.clear();
        }
        for &(at, unit) in steps {
            let span = Span {
                source: lead.source,
                units: at..at + 1,
            };
            let n_words = prose(unit);
            if self.has(&span) {
                continue;
            }
            if n_words > self.room {
                self.goes_on = true;
                break;
            }
            if unit.kind != Kind::Code || n_lines(unit) <= MAX_CODE {
                self.room -= n_words;
                self.push(span);
            }
        }
        if self.spans.is_empty() {
            self.push(lead.clone());
        }
    }

    /// Adds the code that belongs to the statement: the next of its section, else the one before.
    fn code(&mut self, lead: &Span) {
        let has_code = |spans: &[Span]| {
            spans
                .iter()
                .any(|span| self.units(span).iter().any(|unit| unit.kind == Kind::Code))
        };
        if has_code(&self.spans) {
            return;
        }
        let section = self.section(lead);
        let is_code = |unit: &Unit| unit.kind == Kind::Code && n_lines(unit) <= MAX_CODE;
        let after = section
            .iter()
            .find(|(at, unit)| *at >= lead.units.end && is_code(unit));
        let code = after.or_else(|| section.iter().rev().find(|(_, unit)| is_code(unit)));
        if let Some(&(at, _)) = code {
            // The sentence that introduces the code, if it is another one.
            if let Some(before) = at.checked_sub(1) {
                let span = Span {
                    source: lead.source,
                    units: before..at,
                };
                if self.units(&span).first().is_some_and(introduces) {
                    self.add(span);
                }
            }
            self.add(Span {
                source: lead.source,
                units: at..at + 1,
            });
        }
    }

    /// Adds up to `n` sentences that follow `lead` in its paragraph, or open the next.
    fn go_on(&mut self, lead: &Span, n: usize) {
        let section = self.section(lead);
        let block = self.units(lead).last().map_or(0, |unit| unit.block);
        let mut n_left = n;
        for &(at, unit) in section.iter().filter(|(at, _)| *at >= lead.units.end) {
            if n_left == 0 || unit.block > block + 1 {
                break;
            }
            let says = matches!(unit.kind, Kind::Sentence)
                && self
                    .source(lead)
                    .is_some_and(|source| can_state(source, at, unit))
                && !introduces(unit)
                && self.fit(lead.source, at).is_some_and(|fit| {
                    fit.stands != Stands::Inside && !fit.is_caveat && !fit.leads_elsewhere
                });
            if says
                && self.add(Span {
                    source: lead.source,
                    units: at..at + 1,
                })
            {
                n_left -= 1;
            }
        }
    }

    /// Adds up to `n` statements of any source that come near the question, those first that have
    /// what is not said yet.
    fn further(&mut self, asked: &Asked<'_>, lead: &Span, ranked: &[(usize, usize)], n: usize) {
        let w = &asked.weights;
        let best = score(self.sources, lead.source, lead.units.end.saturating_sub(1));
        let leads = self
            .source(lead)
            .and_then(|source| source.fits.get(lead.units.clone()));
        let lacks = !leads.unwrap_or_default().iter().any(|fit| fit.satisfies);
        let mut covered = Vec::new();
        for _ in 0..n {
            covered.clear();
            covered.resize(asked.n_words(), 0.0);
            for span in &self.spans {
                let fits = self
                    .source(span)
                    .and_then(|source| source.fits.get(span.units.clone()));
                for fit in fits.unwrap_or_default() {
                    merge(&mut covered, &fit.found);
                }
            }
            let said = asked.coverage(&covered);
            let mut next: Vec<(f32, Span)> = Vec::new();
            for &(number, at) in ranked {
                let score = score(self.sources, number, at);
                if score < best - w.further {
                    break;
                }
                let Some(source) = self.sources.get(number) else {
                    continue;
                };
                let Some(unit) = source.units.get(at) else {
                    continue;
                };
                let leads_elsewhere = source.fits.get(at).is_some_and(|fit| fit.leads_elsewhere);
                if introduces(unit) || leads_elsewhere {
                    continue;
                }
                let found = source
                    .fits
                    .get(at)
                    .map(|fit| fit.found.clone())
                    .unwrap_or_default();
                if asked.coverage(&found) <= 0.0 {
                    continue;
                }
                let mut both = covered.clone();
                merge(&mut both, &found);
                let gain = asked.coverage(&both) - said;
                let score = if lacks && source.fits.get(at).is_some_and(|fit| fit.satisfies) {
                    score + w.wanted
                } else {
                    score
                };
                // A sentence that points back is understood right behind the one it points to.
                let span = Span {
                    source: number,
                    units: at..at + 1,
                };
                let follows = self
                    .spans
                    .iter()
                    .any(|span| span.source == number && span.units.end == at);
                let span = if follows {
                    Some(span)
                } else {
                    understood(source, number, at).or(Some(span))
                };
                next.extend(span.map(|span| (score + w.gain * gain, span)));
            }
            next.sort_by(|a, b| b.0.total_cmp(&a.0));
            if !next.into_iter().any(|(_, span)| self.add(span)) {
                break;
            }
        }
    }

    /// Adds the first caveat of the section.
    fn caveat(&mut self, lead: &Span) {
        let section = self.section(lead);
        let mut caveats = section
            .iter()
            .filter(|(at, _)| self.fit(lead.source, *at).is_some_and(|fit| fit.is_caveat));
        if let Some(&(at, unit)) = caveats.next() {
            // A box has its label on a line of its own.
            let is_label = words(&unit.text) <= 4;
            let end = at
                + 1
                + usize::from(
                    is_label && at + 1 < self.source(lead).map_or(0, |source| source.units.len()),
                );
            self.add(Span {
                source: lead.source,
                units: at..end,
            });
        }
    }
}

/// The words of a unit.
fn vocabulary(unit: &Unit) -> BTreeSet<String> {
    spaced(&unit.text)
        .split_whitespace()
        .map(str::to_owned)
        .collect()
}
