//! `lab trees`: how well documentation of several generators is read.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indexer::corpus::Corpus;
use indexer::left_over;

use crate::words::{self, Words};

/// Print a table: for each folder its files, what was left out, the words that are kept, the markup
/// that is left over, and the seconds that it took.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders of documentation.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Print as many examples of each kind of left-over markup, and of lost words, per folder.
    #[arg(long, default_value_t = 0)]
    examples: usize,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    println!("| tree | files | left out | documents | words kept | left-over markup | seconds |");
    println!("|---|---:|---:|---:|---:|---|---:|");
    let mut notes = String::new();
    for path in &arguments.paths {
        let name = path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        row(path, &name, arguments.examples, &mut notes)?;
    }
    if !notes.is_empty() {
        println!("\n{notes}");
    }
    Ok(())
}

fn row(path: &Path, name: &str, examples: usize, notes: &mut String) -> anyhow::Result<()> {
    let begin = Instant::now();
    let mut corpus = Corpus::open(path)?;
    let n_files = corpus.files.len();
    let documents = indexer::read_documents(&mut corpus);
    let seconds = begin.elapsed().as_secs_f64();
    let mut left: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut lost: Vec<(u32, String)> = Vec::new();
    let (mut n_words, mut n_kept) = (0_u64, 0_u64);
    for document in documents.values() {
        for left_over in left_over::find(&document.content) {
            let short: String = left_over.line.chars().take(140).collect();
            left.entry(left_over.name)
                .or_default()
                .push(format!("{}: {short}", document.path));
        }
        let bytes = std::fs::read(corpus.root.join(&document.path))?;
        let expected = words::visible(&String::from_utf8_lossy(&bytes));
        let mut found = Words::new();
        for chunk in &document.chunks {
            words::add(&chunk.text, &mut found);
        }
        let mut n_lost = 0;
        let mut some = Vec::new();
        for (word, n) in &expected {
            let kept = found.get(word).copied().unwrap_or(0).min(*n);
            n_words += u64::from(*n);
            n_kept += u64::from(kept);
            n_lost += n - kept;
            if kept < *n {
                some.push(format!("{word}:{}", n - kept));
            }
        }
        some.sort();
        some.truncate(12);
        lost.push((
            n_lost,
            format!("{}: {n_lost} lost: {}", document.path, some.join(" ")),
        ));
    }
    let kinds: Vec<String> = left
        .iter()
        .map(|(name, found)| format!("{} {name}", found.len()))
        .collect();
    let kinds = if kinds.is_empty() {
        "none".to_owned()
    } else {
        kinds.join(", ")
    };
    println!(
        "| {name} | {n_files} | {} | {} | {:.2}% | {kinds} | {seconds:.1} |",
        n_files - documents.len(),
        documents.len(),
        100.0 * n_kept as f64 / n_words.max(1) as f64,
    );
    if examples > 0 {
        for found in left.values() {
            let step = found.len().div_ceil(examples).max(1);
            for line in found.iter().step_by(step) {
                writeln!(notes, "{name} {line}").ok();
            }
        }
        lost.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
        for (_, line) in lost.iter().take(examples) {
            writeln!(notes, "{name} {line}").ok();
        }
        for problem in corpus
            .problems
            .iter()
            .chain(corpus.broken_links.iter())
            .take(examples)
        {
            writeln!(notes, "{name} {problem}").ok();
        }
    }
    Ok(())
}
