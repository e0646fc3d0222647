//! Pages with the same text, and other names of pages.

use std::collections::{BTreeMap, HashMap};

use index::Document;

use crate::corpus::Corpus;
use crate::summary::count;

/// Keeps one of the documents that have the same text, under the names of all of them. Kept is one
/// in the language of the corpus, if there is one (a page that is not translated yet stands in the
/// folders of many languages), else the first. Aliases that are names of documents are dropped.
pub(crate) fn merge(corpus: &mut Corpus, documents: &mut BTreeMap<String, Document>) {
    let default = corpus.config.language.clone();
    let default = default.unwrap_or_else(|| "en".to_owned());
    let mut by_text: HashMap<&str, Vec<&str>> = HashMap::new();
    for (name, document) in documents.iter() {
        // Several pages may have a title in common and no text yet.
        let (_, text) = document.content.split_once('\n').unwrap_or_default();
        if !text.trim().is_empty() {
            let same = by_text.entry(document.content.as_str()).or_default();
            same.push(name.as_str());
        }
    }
    let mut merged: Vec<(String, String)> = Vec::new();
    for same in by_text.into_values().filter(|same| same.len() > 1) {
        let in_default =
            |name: &&&str| documents.get(**name).is_some_and(|d| d.language == default);
        let Some(kept) = same.iter().find(in_default).or(same.first()) else {
            continue;
        };
        let others = same.iter().filter(|name| *name != kept);
        merged.extend(others.map(|name| ((*kept).to_owned(), (*name).to_owned())));
    }
    merged.sort();
    for (kept, other) in merged {
        let Some(mut gone) = documents.remove(&other) else {
            continue;
        };
        if let Some(document) = documents.get_mut(&kept) {
            document.aliases.push(other);
            document.aliases.append(&mut gone.aliases);
            corpus.duplicates.push((document.path.clone(), gone.path));
        }
    }
    if let Some((kept, other)) = corpus.duplicates.first() {
        let n = count(
            corpus.duplicates.len(),
            "page has the text of another and is",
            "pages have the text of another and are",
        );
        corpus.notes.push(format!(
            "{n} served once, under both names; the first: {other} is {kept}"
        ));
    }
    let names: Vec<String> = documents.keys().cloned().collect();
    for document in documents.values_mut() {
        document.aliases.sort();
        document.aliases.dedup();
        document
            .aliases
            .retain(|alias| names.binary_search(alias).is_err());
    }
}
