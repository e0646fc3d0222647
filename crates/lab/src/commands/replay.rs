//! `lab replay`: the CPU time of many searches.

use std::fs;
use std::hint::black_box;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use cpu_time::ThreadTime;
use index::Index;
use serde::Serialize;

use crate::measures::quantile;
use crate::set::json_lines;

/// Run every query of a file, and print the CPU times of the searches as JSON.
///
/// Each is a search as a tool call makes it: the default number of passages, with their text. A
/// profiler that counts instructions sees those of a search as the difference between two numbers
/// of rounds.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder that `lab build --output` has written.
    index: PathBuf,
    /// Queries: one JSON string a line.
    queries: PathBuf,
    /// Answer the queries instead of searching for them.
    #[arg(long)]
    answer: bool,
    /// How often to run them all, after a first time that is not measured.
    #[arg(long, value_name = "N", default_value_t = 1)]
    rounds: usize,
}

/// What is printed.
#[derive(Serialize)]
struct Times<'a> {
    median_ms: f64,
    p99_ms: f64,
    max_ms: f64,
    /// The query that took longest.
    slowest: &'a str,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let read = |name: &str| {
        let path = arguments.index.join(name);
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let (terms, knowledge) = (read("terms.fst")?, read("knowledge.msgpack")?);
    let index = Index::open(&terms, &knowledge)?;
    let queries: Vec<String> = json_lines(&arguments.queries)?;
    let options = search::Options::default();

    let mut times = Vec::with_capacity(queries.len() * arguments.rounds);
    let (mut max_ms, mut slowest) = (0.0, "");
    for round in 0..=arguments.rounds {
        for query in &queries {
            let start = ThreadTime::now();
            if arguments.answer {
                black_box(search::answer(&index, query)?);
            } else {
                black_box(search::search(&index, query, &options)?);
            }
            let milliseconds = start.elapsed().as_secs_f64() * 1e3;
            if round == 0 {
                continue;
            }
            if milliseconds > max_ms {
                (max_ms, slowest) = (milliseconds, query);
            }
            times.push(milliseconds);
        }
    }
    let times = Times {
        median_ms: quantile(&mut times, 0.5),
        p99_ms: quantile(&mut times, 0.99),
        max_ms,
        slowest,
    };
    println!("{}", serde_json::to_string(&times)?);
    Ok(())
}
