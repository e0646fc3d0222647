//! How an answer is written: statements as Markdown, each with the number of its source, and the
//! sources; or that there is none.

use std::fmt::Write as _;
use std::ops::{Range, RangeInclusive};

use super::choose::Source;
use super::evidence::{Kind, Unit};
use super::{Answer, Statement};
use crate::speech::Silence;

/// Units of one source that follow each other and are one statement.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) source: usize,
    pub(super) units: Range<usize>,
}

/// What a unit scores.
pub(super) fn score(sources: &[Source], source: usize, unit: usize) -> f32 {
    let fit = sources.get(source).and_then(|source| source.fits.get(unit));
    fit.map_or(f32::MIN, |fit| fit.score)
}

/// A place that statements are from: a section of a document.
struct Cited {
    source: usize,
    heading: Option<u32>,
    lines: RangeInclusive<u32>,
}

/// Writes statements as Markdown, with their sources. The steps of the source `goes_on`, if there
/// is one, go on where it is cited.
pub(super) fn write(sources: &[Source], spans: &[Span], goes_on: Option<usize>) -> Answer {
    let mut answer = Answer::of(String::new());
    let mut cited: Vec<Cited> = Vec::new();
    let mut text = String::new();
    let mut last: Option<(&Unit, usize)> = None;
    let (mut step, mut base) = (0, 0);
    for (nth, span) in spans.iter().enumerate() {
        let Some(source) = sources.get(span.source) else {
            continue;
        };
        let units = source.units.get(span.units.clone()).unwrap_or_default();
        let Some((first, end)) = units.first().zip(units.last()) else {
            continue;
        };
        let lines = *first.lines.start()..=*end.lines.end();
        let number = cite(sources, &mut cited, span.source, first.heading, &lines);
        if !answer.references.contains(&source.document.name) {
            answer.references.push(source.document.name.clone());
        }
        let follows = last.is_some_and(|(unit, from)| {
            unit.block == first.block
                && spans
                    .get(nth.wrapping_sub(1))
                    .is_some_and(|other| other.source == span.source && from == span.units.start)
        });
        let shown = units
            .iter()
            .map(|unit| unit.text.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        match first.kind {
            Kind::Item { ordered, depth } if units.len() == 1 => {
                // An item that is shown without its list stands at the margin.
                base = if follows { base.min(depth) } else { depth };
                let depth = depth - base;
                step = if !follows {
                    1
                } else if depth == 0 {
                    step + 1
                } else {
                    step
                };
                let mark = if ordered && depth == 0 {
                    format!("{step}.")
                } else {
                    "-".to_owned()
                };
                let is_tight = follows && last.is_none_or(|(unit, _)| unit.kind != Kind::Code);
                separate(&mut text, if is_tight { "\n" } else { "\n\n" });
                write!(text, "{:1$}{mark} {shown} [{number}]", "", depth * 3).ok();
            }
            Kind::Row => {
                if follows && last.is_some_and(|(unit, _)| unit.head == first.head) {
                    // The rows of one table have one citation, below it.
                    let cut = text.rfind("\n\n[").unwrap_or(text.len());
                    text.truncate(cut);
                } else {
                    separate(&mut text, "\n\n");
                    text.push_str(&first.head);
                }
                write!(text, "\n{shown}\n\n[{number}]").ok();
            }
            Kind::Code => {
                separate(&mut text, "\n\n");
                write!(text, "{}\n\n[{number}]", fenced(&shown)).ok();
            }
            Kind::Sentence | Kind::Item { .. } => {
                let in_paragraph = follows
                    && matches!(
                        last,
                        Some((
                            Unit {
                                kind: Kind::Sentence,
                                ..
                            },
                            _
                        ))
                    );
                separate(&mut text, if in_paragraph { " " } else { "\n\n" });
                write!(text, "{shown} [{number}]").ok();
            }
        }
        last = Some((end, span.units.end));
        answer.statements.push(Statement {
            text: shown,
            kind: first.kind,
            name: source.document.name.clone(),
            number,
            lines,
            score: score(sources, span.source, span.units.end.saturating_sub(1)),
        });
    }
    text.push_str("\n\nSources:");
    for (n, place) in cited.iter().enumerate() {
        if let Some(source) = sources.get(place.source) {
            write!(text, "\n[{}] {}", n + 1, shown_place(source, place)).ok();
            if goes_on == Some(place.source) {
                text.push_str("; more steps follow there");
            }
        }
    }
    answer.text = text;
    answer
}

/// Code between fences; what its document marks by indentation alone has none, and gets some that are longer than any
/// run of backticks in it.
fn fenced(code: &str) -> String {
    let is_fenced = ["```", "~~~"].iter().any(|fence| code.starts_with(fence));
    if is_fenced {
        return code.to_owned();
    }
    let runs = code.split(|c| c != '`').map(str::len);
    let fence = "`".repeat(runs.max().unwrap_or_default().max(2) + 1);
    format!("{fence}\n{code}\n{fence}")
}

fn separate(text: &mut String, by: &str) {
    if !text.is_empty() {
        text.push_str(by);
    }
}

/// The number of a place among those cited, counted from 1.
fn cite(
    sources: &[Source],
    cited: &mut Vec<Cited>,
    source: usize,
    heading: Option<u32>,
    lines: &RangeInclusive<u32>,
) -> usize {
    let document = |source: usize| sources.get(source).map(|source| source.document.id);
    for (n, place) in cited.iter_mut().enumerate() {
        if document(place.source) == document(source) && place.heading == heading {
            let first = *place.lines.start().min(lines.start());
            place.lines = first..=*place.lines.end().max(lines.end());
            return n + 1;
        }
    }
    cited.push(Cited {
        source,
        heading,
        lines: lines.clone(),
    });
    cited.len()
}

/// `Title > Section: https://host/page#anchor (page.md, lines 12-18)`.
fn shown_place(source: &Source, place: &Cited) -> String {
    let document = &source.document;
    let heading = place
        .heading
        .and_then(|heading| document.headings.get(heading as usize));
    let mut shown = document.title.clone();
    let mut uri = document.uri.clone();
    if let Some(heading) = heading {
        if heading.title != document.title {
            if !shown.is_empty() {
                shown.push_str(" > ");
            }
            shown.push_str(&heading.title);
        }
        if !heading.anchor.is_empty() {
            uri.extend(["#", &heading.anchor]);
        }
    }
    let (first, last) = (place.lines.start(), place.lines.end());
    let lines = if first == last {
        format!("line {first}")
    } else {
        format!("lines {first}-{last}")
    };
    if !shown.is_empty() {
        shown.push_str(": ");
    }
    format!("{shown}{uri} ({}, {lines})", document.path)
}

/// What is said where the corpus does not answer: so, and where something related may stand.
pub(super) fn silence(wording: &Silence, corpus: &str, sources: &[Source]) -> Answer {
    let of = if corpus.is_empty() {
        String::new()
    } else {
        wording.of.replace("{}", corpus)
    };
    let mut answer = Answer::of(wording.text.replace("{of}", &of));
    for source in sources {
        let name = &source.document.name;
        if answer.related.len() < 3 && !answer.related.contains(name) {
            if answer.related.is_empty() {
                write!(answer.text, "\n\n{}", wording.related).ok();
            }
            write!(
                answer.text,
                "\n- {}: {} ({name})",
                source.document.title, source.document.uri
            )
            .ok();
            answer.related.push(name.clone());
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::fenced;

    #[test]
    fn code_stays_between_its_fences() {
        assert_eq!(fenced("a\nb"), "```\na\nb\n```");
        assert_eq!(fenced("`date` >> log"), "```\n`date` >> log\n```");
        assert_eq!(fenced("x = \"\"\n```js"), "````\nx = \"\"\n```js\n````");
        assert_eq!(fenced("~~~\ncode\n~~~"), "~~~\ncode\n~~~");
    }
}
