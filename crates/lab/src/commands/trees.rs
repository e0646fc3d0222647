//! `lab trees`: how well documentation of several generators is read.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use indexer::corpus::{self, Corpus};
use indexer::left_over;

use crate::flaws::{self, Flaws};
use crate::measures::percent;
use crate::words::{self, Words};

/// The least share of the words of a tree that must be in its chunks.
const LEAST_KEPT: f64 = 0.995;

/// Print two tables: for each folder its files, what was left out, the words that are kept, the
/// markup that is left over and the seconds that it took; then what its chunks promise and do not
/// hold. Fails if words are lost or a promise is broken.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders of documentation.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Print as many examples of each kind of flaw, and of lost words, per folder.
    #[arg(long, default_value_t = 0)]
    examples: usize,
}

/// What is measured of one folder.
#[derive(Default)]
struct Tree {
    name: String,
    n_files: usize,
    n_left_out: usize,
    n_unusable: usize,
    n_same: usize,
    n_words: u64,
    n_kept: u64,
    left_over: BTreeMap<&'static str, usize>,
    seconds: f64,
    flaws: Flaws,
    /// Lines to print, by what they are examples of.
    examples: BTreeMap<String, Vec<String>>,
    lost: Vec<(u32, String)>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut trees = Vec::new();
    for path in &arguments.paths {
        trees.push(read(path)?);
    }
    println!(
        "| tree | files | left out by rule | cannot be used | same text | words kept | markup left over | seconds |"
    );
    println!("|---|---:|---:|---:|---:|---:|---|---:|");
    for tree in &trees {
        let kinds: Vec<String> = tree
            .left_over
            .iter()
            .map(|(name, n)| format!("{n} {name}"))
            .collect();
        let kinds = if kinds.is_empty() {
            "none".to_owned()
        } else {
            kinds.join(", ")
        };
        println!(
            "| {} | {} | {} | {} | {} | {:.2} % | {kinds} | {:.1} |",
            tree.name,
            tree.n_files,
            tree.n_left_out,
            tree.n_unusable,
            tree.n_same,
            100.0 * tree.kept(),
            tree.seconds,
        );
    }
    println!();
    println!(
        "| tree | chunks | gaps | open fences | tables without head | over 2,000 characters | under 40 | outside of 400 to 1,600 | not on their lines |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for tree in &trees {
        let flaws = &tree.flaws;
        println!(
            "| {} | {} | {} | {} | {} | {} | {} | {:.1} % | {} |",
            tree.name,
            flaws.n,
            flaws.gaps,
            flaws.open_fences,
            flaws.headless_tables,
            flaws.too_long,
            flaws.fragments,
            percent(flaws.uneven, flaws.n),
            flaws.wrong_lines,
        );
    }
    if arguments.examples > 0 {
        for tree in &trees {
            print!("{}", tree.shown(arguments.examples));
        }
    }
    let bad: Vec<&str> = trees
        .iter()
        .filter(|tree| tree.is_bad())
        .map(|tree| tree.name.as_str())
        .collect();
    if !bad.is_empty() {
        bail!("words are lost or promises broken in: {}", bad.join(", "));
    }
    Ok(())
}

impl Tree {
    fn kept(&self) -> f64 {
        self.n_kept as f64 / self.n_words.max(1) as f64
    }

    fn is_bad(&self) -> bool {
        let Flaws {
            gaps,
            open_fences,
            headless_tables,
            too_long,
            ..
        } = self.flaws;
        self.kept() < LEAST_KEPT || gaps + open_fences + headless_tables + too_long > 0
    }

    /// Examples of what is wrong, spread over all that there are.
    fn shown(&self, most: usize) -> String {
        let mut shown = String::new();
        for (what, found) in &self.examples {
            let step = found.len().div_ceil(most).max(1);
            writeln!(shown, "\n{}: {what}: {}", self.name, found.len()).ok();
            for line in found.iter().step_by(step) {
                writeln!(shown, "  {line}").ok();
            }
        }
        let lost = self.lost.iter().filter(|(n, _)| *n > 0).take(most);
        for (_, line) in lost {
            writeln!(shown, "  {line}").ok();
        }
        shown
    }
}

fn read(path: &Path) -> anyhow::Result<Tree> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut tree = Tree {
        name: name.into_owned(),
        ..Tree::default()
    };
    let begin = Instant::now();
    let mut corpus = Corpus::open(path)?;
    let documents = indexer::read_documents(&mut corpus);
    tree.seconds = begin.elapsed().as_secs_f64();
    tree.n_left_out = corpus.left_out.values().map(Vec::len).sum();
    tree.n_same = corpus.duplicates.len();
    tree.n_files = documents.len() + tree.n_left_out + tree.n_same;
    // Files that were placed and became neither a document nor were left out by rule.
    let n_read = documents.len() + tree.n_same;
    let later = [corpus::DRAFTS, corpus::REDIRECTS, corpus::NO_TEXT];
    let n_later: usize = later
        .iter()
        .filter_map(|rule| corpus.left_out.get(rule))
        .map(Vec::len)
        .sum();
    tree.n_unusable = corpus.files.len().saturating_sub(n_read + n_later);
    tree.n_files += tree.n_unusable;
    for (what, lines) in [
        ("problem", &corpus.problems),
        ("link", &corpus.broken_links),
    ] {
        let lines = lines.iter().map(ToString::to_string).collect();
        tree.examples.insert(what.to_owned(), lines);
    }
    for document in documents.values() {
        for left in left_over::find(&document.content) {
            *tree.left_over.entry(left.name).or_default() += 1;
            let short: String = left.line.chars().take(140).collect();
            let line = format!("{}: {short}", document.path);
            tree.examples
                .entry(left.name.to_owned())
                .or_default()
                .push(line);
        }
        let bytes = std::fs::read(corpus.root.join(&document.path))?;
        let source = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
        let flaws = flaws::flaws(document, &source, |flaw, line| {
            tree.examples
                .entry(flaw.to_owned())
                .or_default()
                .push(line.to_owned());
        });
        tree.flaws.add(&flaws);
        tree.compare(document, &words::of_file(&document.path, &source));
    }
    tree.lost.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
    Ok(tree)
}

impl Tree {
    fn compare(&mut self, document: &index::Document, expected: &Words) {
        let mut found = Words::new();
        for chunk in &document.chunks {
            words::add(&chunk.text, &mut found);
        }
        let mut n_lost = 0;
        let mut some = Vec::new();
        for (word, n) in expected {
            let kept = found.get(word).copied().unwrap_or(0).min(*n);
            self.n_words += u64::from(*n);
            self.n_kept += u64::from(kept);
            n_lost += n - kept;
            if kept < *n {
                some.push(format!("{word}:{}", n - kept));
            }
        }
        some.sort();
        some.truncate(20);
        let line = format!("{}: {n_lost} lost: {}", document.path, some.join(" "));
        self.lost.push((n_lost, line));
    }
}
