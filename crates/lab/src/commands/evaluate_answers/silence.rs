//! The second half of `lab evaluate-answers`, `--silence`: does a corpus keep to the questions that
//! it answers? Those of every other corpus, and of everyday life, are asked as well.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};

use index::Index;
use search::{Answer, AnswerWeights, answer_with};

use super::{Arguments, Question};
use crate::commands::evaluate::index;
use crate::measures::percent;
use crate::set::{Set, lines};

/// Asks the questions of each corpus of itself and of every other, and those of everyday life of
/// all, and prints how many are refused and answered.
pub(super) fn print_table(
    sets: Vec<(Set, Vec<Question>)>,
    settings: &[(String, AnswerWeights)],
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let corpora = divide(sets);
    let everyday: Vec<String> = match &arguments.everyday {
        Some(path) => lines(path)?.collect::<Result<_, _>>()?,
        None => Vec::new(),
    };
    let mut table = match &arguments.evidence {
        Some(path) => Some(BufWriter::new(File::create(path)?)),
        None => None,
    };
    println!(
        "\n| corpus | weights | own questions | refused | questions of others | answered | everyday | answered |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|");
    let mut totals = vec![[(0, 0); 3]; settings.len()];
    for (n, (set, own)) in corpora.iter().enumerate() {
        let bytes = index(set)?;
        let index = Index::open(&bytes.terms, &bytes.knowledge)?;
        let others = corpora.iter().enumerate().filter(|(other, _)| *other != n);
        let foreign = others.flat_map(|(_, (_, questions))| questions);
        let text = |question: &'_ Question| question.text.clone();
        let asked: [Vec<String>; 3] = [
            own.iter().step_by(arguments.every).map(text).collect(),
            foreign.step_by(arguments.others_every).map(text).collect(),
            everyday.clone(),
        ];
        for ((name, weights), total) in settings.iter().zip(&mut totals) {
            let mut row = format!("| {} | {name} |", set.name);
            for ((kind, questions), total) in KINDS.iter().zip(&asked).zip(total) {
                let mut n_answered = 0;
                for question in questions {
                    let answer = answer_with(&index, question, weights)?;
                    n_answered += usize::from(!answer.references.is_empty());
                    if let Some(table) = &mut table {
                        write_evidence(table, [&set.name, kind, question], &answer)?;
                    }
                }
                let n_wrong = if *kind == OWN {
                    questions.len() - n_answered
                } else {
                    n_answered
                };
                write!(
                    row,
                    " {} | {:.1} |",
                    questions.len(),
                    percent(n_wrong, questions.len())
                )
                .ok();
                *total = (total.0 + questions.len(), total.1 + n_wrong);
            }
            println!("{row}");
        }
    }
    for ((name, _), total) in settings.iter().zip(&totals) {
        let columns = total
            .iter()
            .map(|(of, part)| format!(" {of} | {:.1} |", percent(*part, *of)));
        println!("| all | {name} |{}", columns.collect::<String>());
    }
    Ok(())
}

/// Questions of the corpus itself, in [`KINDS`].
const OWN: &str = "own";

/// The kinds of questions that a corpus is asked.
const KINDS: [&str; 3] = [OWN, "other", "everyday"];

/// Writes a row: the corpus, what kind of question it is asked, the question, and the evidence.
fn write_evidence(table: &mut impl Write, row: [&str; 3], answer: &Answer) -> std::io::Result<()> {
    let [corpus, kind, question] = row;
    let question = question.split_whitespace().collect::<Vec<_>>().join(" ");
    write!(table, "{corpus}\t{kind}\t{question}\t{}", answer.confidence)?;
    for (name, value) in answer.evidence.named() {
        write!(table, "\t{name}={value}")?;
    }
    writeln!(table)
}

/// Sets, and those of several trees of documentation divided into them.
fn divide(sets: Vec<(Set, Vec<Question>)>) -> Vec<(Set, Vec<Question>)> {
    let mut corpora = Vec::new();
    for (set, questions) in sets {
        let tree = |path: &str| path.split_once('/').map(|(tree, _)| tree.to_owned());
        // Where a set is of several trees, the kind of a question is its tree.
        let is_divided = questions
            .iter()
            .all(|question| tree(&question.document).is_some_and(|tree| tree == question.kind));
        if !is_divided {
            corpora.push((set, questions));
            continue;
        }
        let mut trees: BTreeMap<String, (Vec<index::Document>, Vec<Question>)> = BTreeMap::new();
        for document in set.documents {
            let tree = tree(&document.path).unwrap_or_default();
            trees.entry(tree).or_default().0.push(document);
        }
        for question in questions {
            let tree = tree(&question.document).unwrap_or_default();
            trees.entry(tree).or_default().1.push(question);
        }
        for (name, (documents, questions)) in trees {
            corpora.push((
                Set {
                    name,
                    documents,
                    queries: Vec::new(),
                },
                questions,
            ));
        }
    }
    corpora
}
