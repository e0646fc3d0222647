//! `lab sweep`: the ranking with other weights, side by side.

use std::path::PathBuf;

use clap::Args;
use index::Index;
use search::Weights;

use crate::commands::evaluate::{index, paths, rank};
use crate::measures::Measures;
use crate::set::Set;
use crate::settings;

/// Print nDCG@10 of sets under several settings of the weights, one table row a set.
///
/// The first column is of the weights that are used.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders with corpus.jsonl, queries.jsonl and qrels.tsv.
    #[arg(required = true, value_name = "SET")]
    sets: Vec<PathBuf>,
    /// Weights that differ, e.g. `title=0.5,lead=0.2`; may be given several times.
    #[arg(long = "with", value_name = "NAME=VALUE,...")]
    settings: Vec<String>,
    /// Of the queries of a set, every how many-th is run.
    #[arg(long, default_value_t = 1, value_parser = settings::at_least_one)]
    every: usize,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut settings = vec![Weights::DEFAULT];
    for text in &arguments.settings {
        settings.push(settings::with(Weights::DEFAULT, Weights::get_mut, text)?);
    }
    println!("| set | used | {} |", arguments.settings.join(" | "));
    println!("|---|{}", "---|".repeat(settings.len()));
    let mut sums = vec![0.0; settings.len()];
    for path in &arguments.sets {
        let set = Set::read(path)?;
        let bytes = index(&set)?;
        let index = Index::open(&bytes.terms, &bytes.knowledge)?;
        let ids = paths(&index)?;
        let mut row = format!("| {} |", set.name);
        for (weights, sum) in settings.iter().zip(&mut sums) {
            let mut all = Vec::new();
            for query in set.queries.iter().step_by(arguments.every) {
                let ranking = rank(&index, &ids, query, *weights)?;
                all.push(Measures::of(&ranking, &query.judgements).unwrap_or_default());
            }
            let mean = Measures::mean(&all).ndcg_10;
            *sum += mean;
            row.extend([" ", &format!("{mean:.4}"), " |"]);
        }
        println!("{row}");
    }
    let means = sums
        .iter()
        .map(|sum| format!("{:.4}", sum / arguments.sets.len() as f64));
    println!("| mean | {} |", means.collect::<Vec<_>>().join(" | "));
    Ok(())
}
