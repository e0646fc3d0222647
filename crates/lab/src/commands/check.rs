//! `lab check`: what would be served, and what its authors may want to mend.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use indexer::corpus::Corpus;
use indexer::left_over;
use serde::Serialize;

use crate::progress;

/// Most characters of a document that `get_documents` returns in one call.
const MAX_CHARS: usize = 50_000;

/// Print what a folder of documentation would serve, with everything that is wrong with it. The
/// exit status is 1 if there is no document, files cannot be used, links lead nowhere, or markup is left over.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of documentation.
    #[arg(default_value = "corpus", env = "KNOWLEDGE_CORPUS")]
    path: PathBuf,
    /// For people, or for programs.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// All that is found. Lists are of `path:line: what`, or of paths.
#[derive(Debug, Default, Serialize)]
struct Report {
    documents: usize,
    by_language: BTreeMap<String, usize>,
    by_product: BTreeMap<String, usize>,
    not_read: BTreeMap<String, u32>,
    left_out: BTreeMap<String, Vec<String>>,
    notes: Vec<String>,
    unusable_files: Vec<String>,
    broken_links: Vec<String>,
    left_over_markup: Vec<String>,
    without_title: Vec<String>,
    without_description: Vec<String>,
    too_large: Vec<String>,
    duplicate_titles: Vec<String>,
    duplicate_pages: Vec<String>,
}

impl Report {
    fn fails(&self) -> bool {
        !(self.documents > 0
            && self.unusable_files.is_empty()
            && self.broken_links.is_empty()
            && self.left_over_markup.is_empty())
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let spinner = progress::spinner("reading");
    let mut corpus = Corpus::open(&arguments.path)?;
    let report = report(&mut corpus);
    spinner.finish();
    match arguments.format {
        Format::Text => print!("{}", text(&report)),
        Format::Json => println!("{}", serde_json::to_string_pretty(&report)?),
    }
    Ok(ExitCode::from(u8::from(report.fails())))
}

fn report(corpus: &mut Corpus) -> Report {
    let documents = indexer::read_documents(corpus);
    let mut report = Report {
        documents: documents.len(),
        not_read: std::mem::take(&mut corpus.not_read),
        left_out: std::mem::take(&mut corpus.left_out)
            .into_iter()
            .map(|(rule, paths)| (rule.to_owned(), paths))
            .collect(),
        notes: std::mem::take(&mut corpus.notes),
        ..Report::default()
    };
    corpus.problems.sort();
    report.unusable_files = corpus.problems.iter().map(ToString::to_string).collect();
    report.broken_links = corpus
        .broken_links
        .iter()
        .map(ToString::to_string)
        .collect();
    report.without_title = std::mem::take(&mut corpus.untitled);
    report.duplicate_pages = corpus
        .duplicates
        .iter()
        .map(|(kept, other)| format!("{other} is {kept}"))
        .collect();
    let mut titles: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for (name, document) in &documents {
        let path = document.path.as_str();
        *report
            .by_language
            .entry(document.language.clone())
            .or_default() += 1;
        let rest = name.trim_start_matches(index::NAME_PREFIX);
        let product = corpus
            .config
            .products
            .iter()
            .find(|product| rest.starts_with(&product.domain));
        let host = || rest.split('/').next().unwrap_or_default().to_owned();
        let product = product.map_or_else(host, |product| product.name.clone());
        *report.by_product.entry(product).or_default() += 1;
        if document.description.is_empty() {
            report.without_description.push(path.to_owned());
        }
        let n_chars = document.content.chars().count();
        if n_chars > MAX_CHARS {
            report
                .too_large
                .push(format!("{path}: {n_chars} characters"));
        }
        titles
            .entry((&document.language, &document.title))
            .or_default()
            .push(path);
        // Text without markup may hold anything.
        let is_text = path
            .rsplit_once('.')
            .is_some_and(|(_, extension)| extension == "txt");
        let all = left_over::find(&document.content).into_iter();
        for left_over in all.filter(|_| !is_text) {
            let mut chunks = document.chunks.iter();
            let chunk = chunks.find(|chunk| chunk.range.contains(&left_over.at));
            // Rows of the content follow the lines of the file, if no rule took some away.
            let line = chunk.map_or(1, |chunk| {
                let before = document.content.get(chunk.range.start..left_over.at);
                let n = before.unwrap_or_default().matches('\n').count() as u32;
                (chunk.lines.start() + n).min(*chunk.lines.end())
            });
            let short: String = left_over.line.chars().take(80).collect();
            report
                .left_over_markup
                .push(format!("{path}:{line}: {}: {short}", left_over.name));
        }
    }
    let several = |paths: &&Vec<&str>| paths.len() > 1;
    report.duplicate_titles = titles
        .iter()
        .filter(|(_, paths)| several(paths))
        .map(|((_, title), paths)| format!("{title:?}: {}", paths.join(", ")))
        .collect();
    report
}

fn text(report: &Report) -> String {
    let mut text = String::new();
    let counts = |map: &BTreeMap<String, usize>| {
        let mut counts: Vec<_> = map.iter().collect();
        counts.sort_by(|a, b| b.1.cmp(a.1));
        let counts: Vec<String> = counts
            .iter()
            .map(|(what, n)| format!("{n} {what}"))
            .collect();
        counts.join(", ")
    };
    let nothing = if report.documents == 0 {
        ": there is nothing to serve"
    } else {
        ""
    };
    writeln!(text, "{} documents{nothing}", report.documents).ok();
    writeln!(text, "by language: {}", counts(&report.by_language)).ok();
    writeln!(text, "by product: {}", counts(&report.by_product)).ok();
    for (class, n) in &report.not_read {
        writeln!(text, "not read: {n} {class}").ok();
    }
    for (rule, paths) in &report.left_out {
        writeln!(text, "left out: {} {rule}", paths.len()).ok();
        for path in paths {
            writeln!(text, "  {path}").ok();
        }
    }
    for note in &report.notes {
        writeln!(text, "note: {note}").ok();
    }
    for (what, lines) in [
        ("files or parts that cannot be used", &report.unusable_files),
        ("links that lead nowhere", &report.broken_links),
        ("markup left over", &report.left_over_markup),
        (
            "pages without a title, named after their file",
            &report.without_title,
        ),
        (
            "pages without a description and a first paragraph",
            &report.without_description,
        ),
        ("pages too large to be read in one call", &report.too_large),
        ("titles of several pages", &report.duplicate_titles),
        (
            "pages with the text of another, served once",
            &report.duplicate_pages,
        ),
    ] {
        writeln!(text, "{what}: {}", lines.len()).ok();
        for line in lines {
            writeln!(text, "  {line}").ok();
        }
    }
    text
}

#[cfg(test)]
mod tests;
