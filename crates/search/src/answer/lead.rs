//! Which statement comes first: the best that is understood by itself, or with the sentence before.

use std::ops::Range;

use super::choose::{Fit, SHORT, Source, Stands};
use super::evidence::{Kind, Unit};
use super::fit::Asked;
use super::sentences::words;
use super::signs::{introduces, prose};
use super::write::{Span, score};

/// Words of a statement with the sentence before that it needs to be understood.
const MAX_SPAN: usize = 60;

/// Items and words of a list that belongs to a statement.
pub(super) const MAX_ITEMS: usize = 15;
pub(super) const MAX_LIST: usize = 150;

/// Lines of a code block that is shown.
pub(super) const MAX_CODE: usize = 40;

/// Share of link text from which on a unit leads elsewhere and says nothing.
const LINK_LIST: f32 = 0.7;

/// What a statement may score less to lead in place of one that points back to nothing.
const RATHER: f32 = 2.5;

/// The units that can be statements, as source and unit, the best first.
pub(super) fn ranked(sources: &[Source]) -> Vec<(usize, usize)> {
    let mut ranked = Vec::new();
    for (number, source) in sources.iter().enumerate() {
        for (at, unit) in source.units.iter().enumerate() {
            if can_state(source, at, unit) {
                ranked.push((number, at));
            }
        }
    }
    let score = |&(source, unit): &(usize, usize)| score(sources, source, unit);
    ranked.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.cmp(b)));
    ranked
}

/// Whether a unit says something by itself, or with what it introduces.
pub(super) fn can_state(source: &Source, at: usize, unit: &Unit) -> bool {
    unit.kind != Kind::Code
        && unit.links < LINK_LIST
        && words(&unit.text) > 1
        && (!introduces(unit) || introduced(source, at).is_some())
}

/// The list, table or code that follows a unit, as the range of its units.
pub(super) fn introduced(source: &Source, at: usize) -> Option<Range<usize>> {
    let unit = source.units.get(at)?;
    let first = source.units.get(at + 1)?;
    if first.kind == Kind::Sentence || first.heading != unit.heading {
        return None;
    }
    let rest = source.units.get(at + 1..)?;
    let mut n_words = 0;
    let n_units = rest
        .iter()
        .take_while(|other| {
            n_words += prose(other);
            other.block == first.block && n_words <= MAX_LIST
        })
        .take(if first.kind == Kind::Code {
            1
        } else {
            MAX_ITEMS
        })
        .count();
    (n_units > 0 && n_lines(first) <= MAX_CODE).then_some(at + 1..at + 1 + n_units)
}

pub(super) fn n_lines(unit: &Unit) -> usize {
    unit.text.lines().count()
}

/// The statement that comes first: the best that is understood by itself, alone or with the
/// sentence before it.
pub(super) fn lead(
    asked: &Asked<'_>,
    sources: &[Source],
    ranked: &[(usize, usize)],
) -> Option<Span> {
    let &(source, unit) = ranked.first()?;
    let best = score(sources, source, unit);
    let mut close = ranked
        .iter()
        .take_while(|(source, unit)| score(sources, *source, *unit) >= best - RATHER);
    let understood =
        close.find_map(|&(source, unit)| understood(sources.get(source)?, source, unit));
    // With nothing better, a pronoun is better than silence if the heading says what it stands for.
    let coverage = |fit: &Fit| asked.coverage(&fit.found);
    understood.or_else(|| {
        let any = ranked.iter().find(|&&(source, unit)| {
            let fit = sources.get(source).and_then(|it| it.fits.get(unit));
            fit.is_some_and(|fit| coverage(fit) > 0.0 && !fit.leads_elsewhere)
        });
        any.map(|&(source, unit)| Span {
            source,
            units: unit..unit + 1,
        })
    })
}

/// The statement that a unit is, with the sentence before it if it needs that.
pub(super) fn understood(source: &Source, number: usize, at: usize) -> Option<Span> {
    let unit = source.units.get(at)?;
    // What is too short to say anything goes with what it begins, as `Yes.`
    let is_short = |at: &usize| {
        source.units.get(*at).is_some_and(|other| {
            other.block == unit.block
                && other.kind == Kind::Sentence
                && other.opens
                && words(&other.text) <= SHORT
        })
    };
    let span = |from: usize| Span {
        source: number,
        units: from.checked_sub(1).filter(is_short).unwrap_or(from)..at + 1,
    };
    let fit = source.fits.get(at)?;
    if fit.leads_elsewhere {
        return None;
    }
    if fit.stands == Stands::Alone {
        return Some(span(at));
    }
    let before = at.checked_sub(1)?;
    let other = source.units.get(before)?;
    let fits = other.block == unit.block
        && !unit.opens
        && matches!(other.kind, Kind::Sentence | Kind::Item { .. })
        && words(&other.text) + words(&unit.text) <= MAX_SPAN;
    fits.then(|| span(before))
}
