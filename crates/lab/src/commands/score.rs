//! `lab score`: the measures of rankings that other programs wrote.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;

use crate::measures::{Measures, Scored, rank_ties_worst};
use crate::set::{Query, Set, lines};

/// Print the measures of rankings in the format of TREC, one JSON object a line.
///
/// Each ranking has an object for all queries and, where the set tells kinds of queries apart, one
/// for each kind. Of documents with equal scores the wanted ones come last; a query that a ranking
/// lacks counts 0.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder with corpus.jsonl, queries.jsonl and qrels.tsv.
    set: PathBuf,
    /// Rankings: `query Q0 document rank score tag`, separated by tabs.
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<PathBuf>,
}

/// A line of the output.
#[derive(Serialize)]
struct Line<'a> {
    run: &'a Path,
    /// `None` for all queries together.
    kind: Option<&'a str>,
    queries: usize,
    #[serde(flatten)]
    measures: Measures,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let set = Set::read(&arguments.set)?;
    for run in &arguments.runs {
        let mut rankings = read(run)?;
        let mut all = Vec::with_capacity(set.queries.len());
        let mut kinds: BTreeMap<&str, Vec<Measures>> = BTreeMap::new();
        for query in &set.queries {
            let ranking = rankings.remove(&query.id).unwrap_or_default();
            let measures = measure(query, ranking);
            all.push(measures);
            kinds.entry(&query.kind).or_default().push(measures);
        }
        print(run, None, &all)?;
        for (kind, measures) in kinds.iter().filter(|_| kinds.len() > 1) {
            print(run, Some(kind), measures)?;
        }
    }
    Ok(())
}

fn measure(query: &Query, mut ranking: Vec<Scored>) -> Measures {
    rank_ties_worst(&mut ranking, &query.judgements);
    Measures::of(&ranking, &query.judgements).unwrap_or_default()
}

fn print(run: &Path, kind: Option<&str>, all: &[Measures]) -> anyhow::Result<()> {
    let line = Line {
        run,
        kind,
        queries: all.len(),
        measures: Measures::mean(all),
    };
    println!("{}", serde_json::to_string(&line)?);
    Ok(())
}

/// The documents that a run has for each query, in no order.
fn read(path: &Path) -> anyhow::Result<HashMap<String, Vec<Scored>>> {
    let mut rankings: HashMap<String, Vec<Scored>> = HashMap::new();
    for (n, line) in lines(path)?.enumerate() {
        let line = line?;
        let place = || format!("{}:{}", path.display(), n + 1);
        let mut columns = line.split('\t');
        let (Some(query), Some(document), Some(score)) =
            (columns.next(), columns.nth(1), columns.nth(1))
        else {
            anyhow::bail!("{}: cannot read {line:?}", place());
        };
        let score = score.parse().with_context(place)?;
        let ranking = rankings.entry(query.to_owned()).or_default();
        ranking.push((document.to_owned(), score));
    }
    Ok(rankings)
}
