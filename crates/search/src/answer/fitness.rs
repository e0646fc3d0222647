//! How well a unit of a passage fits the question, as a number: its words, its place, what it says,
//! its form.

use super::choose::{Fit, Reader, Section, Stands};
use super::evidence::{Kind, Unit};
use super::question::Want;
use super::sentences::words;
use super::signs::{Sentence, introduces};

/// Words that a statement may have at no cost.
const LONG: usize = 35;

/// How far a sentence defines something from which on it may lead with a list behind it.
const DEFINED: f32 = 0.5;

/// What a sentence that begins with a thing, and does not define it, says of what the thing is.
const BEGINNING: f32 = 0.25;

/// A unit and what stands around it.
pub(super) struct Near<'u> {
    pub(super) fit: &'u Fit,
    pub(super) before: Option<&'u Vec<f32>>,
    pub(super) after: Option<&'u Vec<f32>>,
    pub(super) section: &'u Section,
    /// What the head of its table has.
    pub(super) head: Option<&'u [f32]>,
    /// Whether it is the first of its section.
    pub(super) opens: bool,
    /// What follows in its section.
    pub(super) next: Option<Kind>,
}

impl Reader<'_> {
    /// How well a unit fits, and whether it has all that is wanted.
    pub(super) fn fitness(&self, unit: &Unit, near: &Near<'_>, locals: &[f32]) -> (f32, bool) {
        let sentence = Sentence::new(&unit.text, &self.speeches);
        let (said, satisfies, definition) = self.of_what_is_wanted(&sentence);
        let score = self.of_words(near, locals)
            + self.of_place(near)
            + said
            + self.of_form(unit, near, definition >= DEFINED);
        (score, satisfies)
    }

    /// What the words of the unit and of those around it are worth.
    fn of_words(&self, near: &Near<'_>, locals: &[f32]) -> f32 {
        let asked = self.asked;
        let w = &asked.weights;
        let sum = |shares: &[f32], worth: &dyn Fn(usize, f32) -> f32| -> f32 {
            shares
                .iter()
                .zip(&near.fit.found)
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
        let both = if asked.question.wants.contains(&Want::Contrast) {
            w.both * self.of_both(near.fit)
        } else {
            0.0
        };
        both + w.own * sum(&asked.shares, &exact)
            + w.local * sum(locals, &exact)
            + w.alike * sum(&asked.shares, &alike)
            + w.before * beyond(near.head.or(near.before.map(Vec::as_slice)))
            + w.after * beyond(near.after.map(Vec::as_slice))
            + w.heading * beyond(Some(&near.section.found))
            + w.near * near.fit.near
    }

    /// How far a unit has both of the two words of the question that weigh most.
    fn of_both(&self, fit: &Fit) -> f32 {
        let mut words: Vec<(&f32, &f32)> = self.asked.shares.iter().zip(&fit.found).collect();
        words.sort_by(|a, b| b.0.total_cmp(a.0));
        match words.as_slice() {
            [(_, first), (_, second), ..] => first.min(**second),
            _ => 0.0,
        }
    }

    /// What the place of the unit is worth.
    fn of_place(&self, near: &Near<'_>) -> f32 {
        let asked = self.asked;
        let w = &asked.weights;
        let section = near.section;
        let mut score = w.under * section.headline;
        if near.opens {
            score += w.opening * asked.coverage(&section.found) + w.headline * section.headline;
            if section.answers && asked.question.wants.contains(&Want::Verdict) {
                score += w.answers * section.headline.sqrt();
            }
        }
        if self.is_foreign {
            score -= w.foreign;
        }
        score
    }

    /// What it is worth that a sentence has what is wanted; whether it has all of that; how far it
    /// defines the subject, if a definition is wanted.
    fn of_what_is_wanted(&self, sentence: &Sentence<'_>) -> (f32, bool, f32) {
        let question = &self.asked.question;
        let w = &self.asked.weights;
        let (mut score, mut satisfies, mut definition) = (0.0, true, 0.0);
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
                Want::Instruction => w.instruction,
            };
            let has = match want {
                Want::Definition => {
                    definition = self.defines(sentence);
                    definition
                }
                Want::Instruction => self.instructs(sentence),
                _ => sentence.satisfies(*want, question),
            };
            score += worth * has;
            satisfies &= has >= 0.5;
        }
        (score, satisfies, definition)
    }

    /// What the form of the unit is worth, and that of what follows it.
    fn of_form(&self, unit: &Unit, near: &Near<'_>, is_definition: bool) -> f32 {
        let w = &self.asked.weights;
        let shape = self.asked.question.shape;
        let mut score = -w.long * words(&unit.text).saturating_sub(LONG) as f32;
        let leads_to_steps = matches!(near.next, Some(Kind::Item { ordered: true, .. }));
        let leads_to_list = matches!(near.next, Some(Kind::Item { .. } | Kind::Row));
        if shape.lists && introduces(unit) && leads_to_list {
            score += w.lists;
        } else if !shape.code && !is_definition && introduces(unit) {
            // What leads to a list or to code says little to who asks for neither.
            score -= w.shows;
        }
        let is_step = matches!(unit.kind, Kind::Item { ordered: true, .. });
        if shape.steps && (near.next == Some(Kind::Code) || leads_to_steps || is_step) {
            score += w.shows;
        }
        score -= match near.fit.stands {
            Stands::Alone => 0.0,
            Stands::Behind => w.pointer,
            Stands::Inside => w.fragment,
        };
        if near.fit.leads_elsewhere {
            score -= w.elsewhere;
        }
        score
    }

    /// Whether a sentence begins with what is to be done, the first word of the question: `Publish
    /// it with`, `To publish it`.
    fn instructs(&self, sentence: &Sentence<'_>) -> f32 {
        /// Words before the end of which it must come.
        const WITHIN: usize = 2;
        let beginning = sentence.beginning(WITHIN).join(" ");
        let found = self.asked.read(self.language, &beginning).found;
        let is_it = found.first().is_some_and(|found| *found >= 1.0);
        f32::from(u8::from(is_it))
    }

    /// How far a sentence says what the subject of the question is: the share of the question in
    /// what it says something of, less what else is there. One that begins with the subject may
    /// say what it does.
    fn defines(&self, sentence: &Sentence<'_>) -> f32 {
        let asked = self.asked;
        let coverage = |words: &[&str]| {
            let found = asked.read(self.language, &words.join(" ")).found;
            let n_found = found.iter().filter(|found| **found >= 0.5).count();
            (asked.coverage(&found), n_found)
        };
        let (beginning, _) = coverage(&sentence.beginning(asked.n_words()));
        let Some((words, promise)) = sentence.definition() else {
            return BEGINNING * beginning;
        };
        let (share, n_found) = coverage(&words);
        let alone = n_found as f32 / words.len().max(n_found).max(1) as f32;
        (promise * share * alone).max(BEGINNING * beginning)
    }
}
