//! `lab evaluate`: the measures of the ranking on sets of judged queries.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::hint::black_box;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use cpu_time::ThreadTime;
use index::{CorpusInfo, DocumentId, Frames, Index, IndexBytes, IndexWriter};
use search::Weights;

use crate::corpus;
use crate::measures::{Measures, Scored, quantile, rank_ties_worst};
use crate::progress;
use crate::set::{Query, Set};

/// How far down a ranking is measured.
const DEPTH: usize = 100;

/// Print nDCG@10, MRR@10, hit@1, recall@100 and query times, one table row a set.
///
/// Documents are ranked by their best chunk. Of documents with equal scores the wanted ones come
/// last. Times are CPU times of a search as a tool call makes it: the default number of passages,
/// with their text.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders with corpus.jsonl, queries.jsonl and qrels.tsv.
    #[arg(required = true, value_name = "SET")]
    sets: Vec<PathBuf>,
    /// Write the ranking of the set in the format of TREC, tab-separated.
    #[arg(long, value_name = "FILE")]
    run: Option<PathBuf>,
    /// Index this folder in place of corpus.jsonl; the ids of the set are paths in it.
    ///
    /// The folder has what a set withholds: descriptions in front matter, headings of questions.
    #[arg(long, value_name = "PATH")]
    tree: Option<PathBuf>,
    /// Add a row for each kind of query.
    #[arg(long)]
    kinds: bool,
}

/// What became of a query.
struct Outcome {
    ranking: Vec<Scored>,
    measures: Measures,
    milliseconds: f64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let one = arguments.run.is_none() && arguments.tree.is_none();
    anyhow::ensure!(
        one || arguments.sets.len() == 1,
        "--run and --tree go with one set"
    );
    println!(
        "| set | documents | queries | nDCG@10 | MRR@10 | hit@1 | R@100 | median ms | p99 ms |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut means = Vec::new();
    for path in &arguments.sets {
        let set = Set::read(path)?;
        let outcomes = if let Some(tree) = &arguments.tree {
            let built = corpus::build(tree)?;
            evaluate(&set, &corpus::open(&built)?)
        } else {
            let bytes = index(&set)?;
            evaluate(&set, &Index::open(&bytes.terms, &bytes.knowledge)?)
        };
        let outcomes = outcomes.with_context(|| set.name.clone())?;
        means.push(print_row(
            &set.name,
            set.documents.len(),
            &outcomes.iter().collect::<Vec<_>>(),
        ));
        if arguments.kinds {
            let mut kinds: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
            for (query, outcome) in set.queries.iter().zip(&outcomes) {
                kinds.entry(&query.kind).or_default().push(outcome);
            }
            for (kind, outcomes) in kinds.iter().filter(|_| kinds.len() > 1) {
                print_row(
                    &format!("{}: {kind}", set.name),
                    set.documents.len(),
                    outcomes,
                );
            }
        }
        if let Some(file) = &arguments.run {
            write_run(file, &set.queries, &outcomes)
                .with_context(|| format!("cannot write {}", file.display()))?;
        }
    }
    if means.len() > 1 {
        let mean = Measures::mean(&means);
        println!(
            "| mean | | | {:.4} | {:.4} | {:.4} | {:.4} | | |",
            mean.ndcg_10, mean.mrr_10, mean.hit_1, mean.recall_100
        );
    }
    Ok(())
}

/// An index of the documents of `set`.
pub(crate) fn index(set: &Set) -> anyhow::Result<IndexBytes> {
    let bar = progress::bar(set.documents.len(), &format!("index {}", set.name));
    let info = CorpusInfo {
        title: set.name.clone(),
        ..CorpusInfo::default()
    };
    let mut writer = IndexWriter::new(info);
    for document in &set.documents {
        writer.add(document).with_context(|| set.name.clone())?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    // The lowest level: how long a read takes does not depend on it.
    let mut failure = None;
    let bytes = writer.finish(|blocks| {
        let frames = blocks.iter().map(|block| zstd::bulk::compress(block, 1));
        let frames = frames.collect::<Result<_, _>>().unwrap_or_else(|error| {
            failure = Some(error);
            Vec::new()
        });
        Frames {
            frames,
            ..Frames::default()
        }
    });
    failure
        .map_or(Ok(()), Err)
        .context("cannot compress the text")?;
    Ok(bytes?)
}

/// Runs every query of `set` against `index`.
fn evaluate(set: &Set, index: &Index<'_>) -> anyhow::Result<Vec<Outcome>> {
    let ids = paths(index)?;
    let known: HashSet<&String> = ids.iter().collect();
    let missing = set
        .documents
        .iter()
        .filter(|document| !known.contains(&document.path))
        .count();
    if missing > 0 {
        eprintln!(
            "{}: {missing} documents of the set are not in the tree",
            set.name
        );
    }

    let bar = progress::bar(set.queries.len(), &format!("query {}", set.name));
    let mut outcomes = Vec::with_capacity(set.queries.len());
    for query in &set.queries {
        let start = ThreadTime::now();
        black_box(search::search(
            index,
            &query.text,
            &search::Options::default(),
        )?);
        let milliseconds = start.elapsed().as_secs_f64() * 1e3;
        let ranking = rank(index, &ids, query, Weights::DEFAULT)?;
        let measures = Measures::of(&ranking, &query.judgements).unwrap_or_default();
        outcomes.push(Outcome {
            ranking,
            measures,
            milliseconds,
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(outcomes)
}

/// The paths of all documents, which are their ids in a set.
pub(crate) fn paths(index: &Index<'_>) -> anyhow::Result<Vec<String>> {
    let n_documents = index.statistics().n_documents;
    let paths = (0..n_documents).map(|id| Ok(index.document(DocumentId(id))?.path));
    paths.collect()
}

/// The best documents for `query`, each by its best chunk; `ids` has the id of each document.
pub(crate) fn rank(
    index: &Index<'_>,
    ids: &[String],
    query: &Query,
    weights: Weights,
) -> anyhow::Result<Vec<Scored>> {
    let options = search::Options {
        limit: DEPTH,
        per_document: 1,
        weights,
        ..search::Options::default()
    };
    let hits = search::hits(index, &query.text, &options)?;
    let id = |DocumentId(document)| ids.get(document as usize).cloned().unwrap_or_default();
    let mut ranking: Vec<Scored> = hits
        .iter()
        .map(|hit| (id(hit.document), hit.score))
        .collect();
    rank_ties_worst(&mut ranking, &query.judgements);
    Ok(ranking)
}

/// Prints the means of `outcomes` and returns them.
fn print_row(name: &str, n_documents: usize, outcomes: &[&Outcome]) -> Measures {
    let all: Vec<Measures> = outcomes.iter().map(|outcome| outcome.measures).collect();
    let mut times: Vec<f64> = outcomes
        .iter()
        .map(|outcome| outcome.milliseconds)
        .collect();
    let mean = Measures::mean(&all);
    println!(
        "| {name} | {n_documents} | {} | {:.4} | {:.4} | {:.4} | {:.4} | {:.3} | {:.3} |",
        outcomes.len(),
        mean.ndcg_10,
        mean.mrr_10,
        mean.hit_1,
        mean.recall_100,
        quantile(&mut times, 0.5),
        quantile(&mut times, 0.99),
    );
    mean
}

/// Writes rankings as `query Q0 document rank score tag`. Scores fall strictly, so that a program
/// with another rule for ties measures the same.
fn write_run(file: &Path, queries: &[Query], outcomes: &[Outcome]) -> std::io::Result<()> {
    let mut out = BufWriter::new(File::create(file)?);
    for (Query { id: query, .. }, Outcome { ranking, .. }) in queries.iter().zip(outcomes) {
        let mut above = f64::INFINITY;
        for (i, (document, score)) in ranking.iter().enumerate() {
            let score = f64::from(*score).min(above.next_down());
            writeln!(
                out,
                "{query}\tQ0\t{document}\t{}\t{score}\tknowledge-worker",
                i + 1
            )?;
            above = score;
        }
    }
    out.flush()
}
