//! `lab evaluate-answers`: how good answers are on sets of questions.

mod silence;

use std::path::{Path, PathBuf};

use clap::Args;
use cpu_time::ThreadTime;
use index::{DocumentId, Index};
use search::{Answer, AnswerWeights, answer_with, words};
use serde::Deserialize;

use crate::commands::evaluate::{index, paths, rank};
use crate::grounded::is_grounded;
use crate::measures::{percent, quantile};
use crate::progress;
use crate::set::{Set, json_lines};
use crate::settings;

/// Print tables of the quality of answers.
///
/// A set with questions.jsonl (answer strings that people marked) tells in how many answers the
/// string is in the first statement, in the first two, in all; one with qrels.tsv, how often the
/// first statement is of the right document. With --silence, questions of each set are asked of the
/// others, which do not answer them.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders with corpus.jsonl and either questions.jsonl, or queries.jsonl and qrels.tsv.
    #[arg(required = true, value_name = "SET")]
    sets: Vec<PathBuf>,
    /// Weights that differ, e.g. `own=3,near=0`; one more row for each time it is given.
    #[arg(long = "with", value_name = "NAME=VALUE,...")]
    settings: Vec<String>,
    /// Of the questions of a set, every how many-th is asked.
    #[arg(long, default_value_t = 1, value_parser = settings::at_least_one)]
    every: usize,
    /// Of the questions of other sets, likewise.
    #[arg(long, default_value_t = 1, value_parser = settings::at_least_one)]
    others_every: usize,
    /// Ask the questions of each set of the corpus of every other, too. The trees that a set of
    /// documentation is from count as sets.
    #[arg(long)]
    silence: bool,
    /// Write what spoke for an answer to each question that --silence asks, and for none, to this
    /// file: a table separated by tabs, to fit confidence to.
    #[arg(long, value_name = "FILE")]
    evidence: Option<PathBuf>,
    /// Questions that no corpus answers, one a line; --silence asks them, too.
    #[arg(long, value_name = "FILE")]
    everyday: Option<PathBuf>,
    /// Print the questions whose answer is not in the first statement.
    #[arg(long)]
    misses: bool,
}

/// A question and what would answer it.
struct Question {
    text: String,
    /// The id of the document.
    document: String,
    /// Strings of which one should be in the answer.
    answers: Vec<String>,
    /// What sort of question it is, where the set tells sorts apart.
    kind: String,
}

/// A line of `questions.jsonl`.
#[derive(Deserialize)]
struct QuestionLine {
    text: String,
    document: String,
    answers: Vec<String>,
}

/// What became of a question.
struct Outcome {
    answer: Answer,
    /// Whether the first statement, the first two, all statements have an answer string.
    found: [bool; 3],
    is_right_document: bool,
    is_search_right: bool,
    milliseconds: f64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut settings = vec![("used".to_owned(), AnswerWeights::DEFAULT)];
    for text in &arguments.settings {
        settings.push((
            text.clone(),
            settings::with(AnswerWeights::DEFAULT, AnswerWeights::get_mut, text)?,
        ));
    }
    println!(
        "| set | weights | questions | in the first statement | in the first two | in the whole answer | words of the first | words of the whole \
         | first from the right document | search has it first | refused | grounded | median ms | p99 ms |"
    );
    println!("|---|---|{}", "---:|".repeat(12));
    let mut all = Vec::new();
    for path in &arguments.sets {
        let (set, questions) = read(path)?;
        let bytes = index(&set)?;
        let index = Index::open(&bytes.terms, &bytes.knowledge)?;
        for (name, weights) in &settings {
            let outcomes = ask(&index, &set, &questions, weights, arguments.every)?;
            print_row(&index, &set.name, name, &outcomes)?;
            if arguments.misses {
                for (question, outcome) in questions.iter().step_by(arguments.every).zip(&outcomes)
                {
                    if !outcome.found[0] {
                        println!(
                            "\n? {}\n= {:?}\n{}",
                            question.text, question.answers, outcome.answer.text
                        );
                    }
                }
            }
        }
        all.push((set, questions));
    }
    if arguments.silence {
        silence::print_table(all, &settings, arguments)?;
    }
    Ok(())
}

/// The set in a folder, and its questions.
fn read(path: &Path) -> anyhow::Result<(Set, Vec<Question>)> {
    let file = path.join("questions.jsonl");
    if !file.exists() {
        let set = Set::read(path)?;
        let question = |query: &crate::set::Query| {
            let relevant = query
                .judgements
                .iter()
                .find(|(_, relevance)| **relevance > 0);
            Question {
                text: query.text.clone(),
                document: relevant.map(|(id, _)| id.clone()).unwrap_or_default(),
                answers: Vec::new(),
                kind: query.kind.clone(),
            }
        };
        let questions = set.queries.iter().map(question).collect();
        return Ok((set, questions));
    }
    let set = Set::read_documents(path)?;
    let questions = json_lines(&file)?.into_iter().map(
        |QuestionLine {
             text,
             document,
             answers,
         }| Question {
            text,
            document,
            answers,
            kind: String::new(),
        },
    );
    Ok((set, questions.collect()))
}

/// Text as answer strings are compared.
fn plain(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .to_lowercase()
}

fn ask(
    index: &Index<'_>,
    set: &Set,
    questions: &[Question],
    weights: &AnswerWeights,
    every: usize,
) -> anyhow::Result<Vec<Outcome>> {
    let ids = paths(index)?;
    let bar = progress::bar(questions.len() / every, &format!("ask {}", set.name));
    let mut outcomes = Vec::new();
    for question in questions.iter().step_by(every) {
        let start = ThreadTime::now();
        let answer = answer_with(index, &question.text, weights)?;
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let answers: Vec<String> = question
            .answers
            .iter()
            .map(|answer| plain(answer))
            .collect();
        let has = |text: &str| answers.iter().any(|answer| plain(text).contains(answer));
        let found = [1, 2, usize::MAX].map(|n| {
            answer
                .statements
                .iter()
                .take(n)
                .any(|statement| has(&statement.text))
        });
        let id = |name: &str| {
            let DocumentId(id) = index.document_id(name)?;
            ids.get(id as usize)
        };
        let first = answer
            .statements
            .first()
            .and_then(|statement| id(&statement.name));
        let query = crate::set::Query {
            id: String::new(),
            text: question.text.clone(),
            kind: String::new(),
            judgements: [(question.document.clone(), 1)].into(),
        };
        let ranking = rank(index, &ids, &query, search::Weights::DEFAULT)?;
        outcomes.push(Outcome {
            found,
            is_right_document: first == Some(&question.document),
            is_search_right: ranking
                .first()
                .is_some_and(|(id, _)| *id == question.document),
            milliseconds,
            answer,
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(outcomes)
}

fn print_row(
    index: &Index<'_>,
    set: &str,
    weights: &str,
    outcomes: &[Outcome],
) -> anyhow::Result<()> {
    let share = |count: usize| percent(count, outcomes.len());
    let count = |is: &dyn Fn(&Outcome) -> bool| {
        share(outcomes.iter().filter(|outcome| is(outcome)).count())
    };
    let refused = outcomes
        .iter()
        .filter(|outcome| outcome.answer.references.is_empty())
        .count();
    let n_answered = (outcomes.len() - refused).max(1) as f64;
    let prose = |answer: &Answer, n: usize| -> usize {
        let statements = answer
            .statements
            .iter()
            .filter(|it| it.kind != search::Kind::Code);
        statements
            .take(n)
            .map(|statement| words(&statement.text))
            .sum()
    };
    let mean = |n: usize| {
        outcomes
            .iter()
            .map(|outcome| prose(&outcome.answer, n) as f64)
            .sum::<f64>()
            / n_answered
    };
    let (mut n_statements, mut n_grounded) = (0, 0);
    for statement in outcomes
        .iter()
        .flat_map(|outcome| &outcome.answer.statements)
    {
        n_statements += 1;
        n_grounded += usize::from(is_grounded(index, statement)?);
    }
    let mut times: Vec<f64> = outcomes
        .iter()
        .map(|outcome| outcome.milliseconds)
        .collect();
    println!(
        "| {set} | {weights} | {} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {:.1} | {n_grounded} of {n_statements} | {:.2} | {:.2} |",
        outcomes.len(),
        count(&|outcome| outcome.found[0]),
        count(&|outcome| outcome.found[1]),
        count(&|outcome| outcome.found[2]),
        mean(1),
        mean(usize::MAX),
        count(&|outcome| outcome.is_right_document),
        count(&|outcome| outcome.is_search_right),
        share(refused),
        quantile(&mut times, 0.5),
        quantile(&mut times, 0.99),
    );
    Ok(())
}
