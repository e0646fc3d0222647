//! Index time: a folder of documentation becomes an index.
//!
//! Here is a folder, what is in it? [`corpus`]. Where is a file published? `names`. What does it
//! say of itself? `front_matter`. What is it made of? `markdown`. Where is it divided? `chunk`.
//! All together, file to document: `page`; folder to index: [`build`].

mod ahead;
mod anchor;
mod chunk;
mod config;
pub mod corpus;
mod duplicates;
mod error;
mod fence;
mod format;
mod front_matter;
mod html;
mod inbound;
mod language;
pub mod left_over;
mod links;
mod markdown;
mod markup;
mod names;
mod noise;
pub mod pack;
mod page;
mod summary;
mod unlink;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::Instant;

use index::{CorpusInfo, Document, Frames, Index, IndexWriter, Product};
use rayon::prelude::*;

pub use crate::chunk::TARGET_MAX;
pub use crate::config::TOOLS;
use crate::corpus::{Corpus, File};
use crate::error::{CODE_BYTES, MAX_FOLDERS};
pub use crate::error::{Error, Problem};
use crate::links::Targets;
use crate::page::{Findings, Page};
pub use crate::summary::Summary;

/// Mebibytes of code that a Worker may have, where `corpus.toml` does not say otherwise: the limit
/// of the platform.
const MAX_MIB: u64 = 64;

/// Levels of folders that tell where the text is.
const FOLDER_LEVELS: usize = 3;

/// What a build may be told beside the corpus.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// Whether a file that cannot be used fails the build; `None` leaves it to `corpus.toml`.
    pub strict: Option<bool>,
}

/// An index and what was done to get it.
#[derive(Debug)]
pub struct Built {
    /// The fst term index.
    pub terms: Vec<u8>,
    /// Everything else, as MessagePack.
    pub knowledge: Vec<u8>,
    /// The languages that a program needs rules for to open it, as [`index::analysis::rules`] calls them.
    pub languages: Vec<&'static str>,
    /// Counts, problems, notes.
    pub summary: Summary,
}

/// Builds the index of the folder `root`, opens it and verifies it. The bytes depend on the folder
/// alone, not on the machine, the time, or the order in which threads finish.
///
/// # Errors
/// No folder, an unusable `corpus.toml`, no document; in strict mode any problem; an index that does
/// not verify.
pub fn build(root: &Path, options: &BuildOptions) -> Result<Built, Error> {
    let begin = Instant::now();
    let mut corpus = Corpus::open(root)?;
    let documents = read_documents(&mut corpus);
    corpus.problems.sort();
    if options.strict.unwrap_or(corpus.config.strict) && !corpus.problems.is_empty() {
        return Err(Error::Strict {
            problems: corpus.problems,
        });
    }
    if documents.is_empty() {
        return Err(empty(&corpus));
    }

    let mut writer = IndexWriter::new(corpus_info(&corpus, &documents));
    let mut text_bytes = 0;
    for document in documents.values() {
        text_bytes += document.content.len() as u64;
        writer.add(document)?;
    }
    let mut failure = None;
    let bytes = writer.finish(|blocks| {
        pack::pack(blocks).unwrap_or_else(|error| {
            failure = Some(error);
            Frames::default()
        })
    });
    if let Some(error) = failure {
        return Err(Error::Compress(error));
    }
    let bytes = bytes?;
    let index = Index::open(&bytes.terms, &bytes.knowledge)?;
    index.verify()?;
    let max_mib = corpus.config.max_mib.unwrap_or(MAX_MIB);
    let embedded = (bytes.terms.len() + bytes.knowledge.len()) as u64;
    if embedded + CODE_BYTES > max_mib.saturating_mul(1 << 20) {
        return Err(Error::TooLarge {
            max_mib,
            sections: index.sections(),
            folders: largest_folders(&documents),
        });
    }
    let rules = index.languages().iter();
    let languages = rules.filter_map(|language| language.name()).collect();
    let statistics = index.statistics();
    let summary = Summary {
        title: index.corpus().title.clone(),
        root: corpus.root.display().to_string(),
        n_documents: statistics.n_documents,
        n_chunks: statistics.n_chunks,
        n_terms: index.terms().len(),
        text_bytes,
        terms_bytes: bytes.terms.len() as u64,
        knowledge_bytes: bytes.knowledge.len() as u64,
        seconds: begin.elapsed().as_secs_f64(),
        languages: index.corpus().languages.clone(),
        not_read: corpus.not_read,
        left_out: counts(&corpus.left_out),
        problems: corpus.problems,
        notes: corpus.notes,
    };
    Ok(Built {
        terms: bytes.terms,
        knowledge: bytes.knowledge,
        languages,
        summary,
    })
}

/// The folders with the most text, [`FOLDER_LEVELS`] deep, with the bytes of it.
fn largest_folders(documents: &BTreeMap<String, Document>) -> Vec<(String, u64)> {
    let mut folders: BTreeMap<String, u64> = BTreeMap::new();
    for document in documents.values() {
        let parts: Vec<&str> = document.path.split('/').collect();
        let folder = parts.get(..parts.len() - 1).unwrap_or_default();
        let folder = folder.iter().take(FOLDER_LEVELS).copied();
        let folder = folder.collect::<Vec<_>>().join("/");
        *folders.entry(format!("{folder}/")).or_default() += document.content.len() as u64;
    }
    let mut folders: Vec<_> = folders.into_iter().collect();
    folders.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    folders.truncate(MAX_FOLDERS);
    folders
}

/// Reads all files of a corpus and adds what is wrong with them to its problems. The documents
/// come by name.
pub fn read_documents(corpus: &mut Corpus) -> BTreeMap<String, Document> {
    let root = corpus.root.as_path();
    let targets = Targets::of(corpus);
    let read: Vec<Result<Page, Problem>> = corpus
        .files
        .par_iter()
        .map(|file| read_file(file, root, &targets))
        .collect();
    let mut documents: BTreeMap<String, Document> = BTreeMap::new();
    let mut found: Vec<(String, Findings)> = Vec::new();
    let mut n_made_up = 0;
    let files = std::mem::take(&mut corpus.files);
    // In the order of paths, so that the first path keeps a name that two files have.
    for (file, page) in files.iter().zip(read) {
        let path = file.place.path.as_str();
        match page {
            Err(problem) => corpus.problems.push(problem),
            Ok(Page::NoText) => corpus.leave_out(corpus::NO_TEXT, path.to_owned()),
            Ok(Page::Redirect) => corpus.leave_out(corpus::REDIRECTS, path.to_owned()),
            Ok(Page::Draft) => corpus.leave_out(corpus::DRAFTS, path.to_owned()),
            Ok(Page::Document(document, findings)) => {
                let name = document.name();
                if let Some(first) = documents.get(&name) {
                    let reason = format!(
                        "has the same name as {}: {name}; rename one, or set `uri`",
                        first.path
                    );
                    corpus.problems.push(Problem::new(path, 1, reason));
                } else {
                    // A page may say itself where it is read.
                    let is_placed = document.uri == file.place.uri.to_string();
                    n_made_up += usize::from(file.place.is_made_up && is_placed);
                    found.push((name.clone(), *findings));
                    documents.insert(name, *document);
                }
            }
        }
    }
    corpus.files = files;
    corpus.note_made_up(n_made_up);
    corpus.note_empty_products(&documents);
    language::correct(&mut documents, &found);
    inbound::add(&mut documents, &found);
    report(corpus, &documents, &found);
    duplicates::merge(corpus, &mut documents);
    documents
}

/// Notes what was found while the documents were read.
fn report(
    corpus: &mut Corpus,
    documents: &BTreeMap<String, Document>,
    found: &[(String, Findings)],
) {
    let ids: HashMap<&str, &HashSet<String>> = found
        .iter()
        .filter_map(|(name, findings)| Some((documents.get(name)?.uri.as_str(), &findings.ids)))
        .collect();
    for (name, findings) in found {
        let Some(document) = documents.get(name) else {
            continue;
        };
        let path = document.path.as_str();
        let problem = |line: u32, reason: String| Problem::new(path, line, reason);
        for (line, reason) in &findings.missing {
            corpus.problems.push(problem(*line, reason.clone()));
        }
        for (line, target) in &findings.broken {
            let reason = if target.contains("{{") {
                format!(
                    "links to {target}, whose variable only the generator of the site knows: give its \
                     value under [variables] in corpus.toml"
                )
            } else {
                format!("links to {target}, which is not there")
            };
            corpus.broken_links.push(problem(*line, reason));
        }
        for link in &findings.places {
            let uri = if link.uri.is_empty() {
                document.uri.as_str()
            } else {
                link.uri.as_str()
            };
            let anchor = anchor::comparable(&link.fragment);
            if ids.get(uri).is_some_and(|ids| !ids.contains(&anchor)) {
                let reason = format!(
                    "links to {}, where nothing has the anchor #{}",
                    link.target, link.fragment
                );
                corpus.broken_links.push(problem(link.line, reason));
            }
        }
        if findings.is_untitled {
            corpus.untitled.push(path.to_owned());
        }
    }
    corpus.broken_links.sort();
}

fn read_file(file: &File, root: &Path, targets: &Targets) -> Result<Page, Problem> {
    let place = &file.place;
    let bytes = std::fs::read(&file.full_path)
        .map_err(|error| Problem::new(&place.path, 1, format!("cannot be read: {error}")))?;
    // One file that a parser trips over must not cost the others.
    catch_unwind(AssertUnwindSafe(|| {
        page::read(place, &bytes, Some(root), Some(targets))
    }))
    .unwrap_or_else(|_| Err(Problem::new(&place.path, 1, "the parser panics on it")))
}

/// How many files each rule leaves out.
fn counts(left_out: &BTreeMap<&'static str, Vec<String>>) -> BTreeMap<String, u32> {
    let count = |(rule, paths): (&&str, &Vec<String>)| ((*rule).to_owned(), paths.len() as u32);
    left_out.iter().map(count).collect()
}

/// What the corpus says of itself, with what can be taken from the tree where it says nothing.
fn corpus_info(corpus: &Corpus, documents: &BTreeMap<String, Document>) -> CorpusInfo {
    // The page that stands for the whole folder.
    let front = corpus.files.iter().map(|file| &file.place).find(|place| {
        let stem = place.path.rsplit_once('.').map_or("", |(stem, _)| stem);
        names::folder_rank(stem).is_some()
    });
    let front = front.and_then(|place| {
        documents
            .values()
            .find(|document| document.path == place.path)
    });
    let title = corpus.config.title.clone();
    let title = title.or_else(|| front.map(|document| document.title.clone()));
    let title = title.unwrap_or_else(|| names::readable(&corpus.name));

    let mut products = corpus.config.products.clone();
    if products.is_empty() {
        let mut hosts: BTreeMap<&str, u32> = BTreeMap::new();
        for name in documents.keys() {
            let host = name
                .trim_start_matches(index::NAME_PREFIX)
                .split('/')
                .next();
            *hosts.entry(host.unwrap_or_default()).or_default() += 1;
        }
        let mut hosts: Vec<(&str, u32)> = hosts.into_iter().collect();
        hosts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        let name = |host: &str| {
            if hosts.len() == 1 {
                title.clone()
            } else {
                host.to_owned()
            }
        };
        products = hosts
            .iter()
            .map(|(host, _)| Product {
                name: name(host),
                domain: (*host).to_owned(),
            })
            .collect();
    }
    let description = corpus.config.description.clone();
    let description = description
        .or_else(|| {
            front
                .map(|document| document.description.clone())
                .filter(|text| !text.is_empty())
        })
        .unwrap_or_else(|| {
            let names: Vec<&str> = products
                .iter()
                .map(|product| product.name.as_str())
                .collect();
            format!("Documentation of {}.", names.join(", "))
        });
    CorpusInfo {
        title,
        description,
        products,
        languages: Vec::new(),
        excluded_tools: corpus.config.excluded_tools.clone(),
        server: corpus.config.server.clone(),
    }
}

fn empty(corpus: &Corpus) -> Error {
    let extensions: Vec<String> = format::KINDS
        .iter()
        .map(|(extension, _)| format!(".{extension}"))
        .collect();
    let mut and_found: Vec<String> = Vec::new();
    for (rule, paths) in &corpus.left_out {
        let first = paths.first().map_or("", String::as_str);
        and_found.push(format!(
            "left out {} {rule}, the first: {first}",
            paths.len()
        ));
    }
    if let Some(first) = corpus.problems.first() {
        let n = summary::count(corpus.problems.len(), "problem", "problems");
        and_found.push(format!("{n}, the first: {first}"));
    }
    let n_others: u32 = corpus.not_read.values().sum();
    if n_others > 0 {
        let n = summary::count(n_others as usize, "file", "files");
        and_found.push(format!("found {n} of other kinds"));
    }
    let and_found = and_found
        .iter()
        .map(|what| format!("; {what}"))
        .collect::<Vec<_>>()
        .concat();
    Error::Empty {
        path: corpus.root.clone(),
        extensions: extensions.join(", "),
        and_found,
    }
}

#[cfg(test)]
mod tests;
