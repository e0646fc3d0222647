//! What links say of the places that they lead to: how the rest of the documentation calls a page is
//! how its readers ask for it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use index::Document;

use crate::anchor;
use crate::page::Findings;

/// Texts that are kept for one place.
const MAX_TEXTS: usize = 32;

/// Adds the texts of links to the chunks that they lead to, each text once. `found` is by the name
/// of the document that the links are in.
pub(crate) fn add(documents: &mut BTreeMap<String, Document>, found: &[(String, Findings)]) {
    let mut texts: HashMap<(&str, String), BTreeSet<String>> = HashMap::new();
    for (name, findings) in found {
        let own = documents.get(name).map_or("", |document| &document.uri);
        for link in findings.links.iter().filter(|link| link.uri != own) {
            let place = (link.uri.as_str(), anchor::comparable(&link.fragment));
            texts
                .entry(place)
                .or_default()
                .insert(link.text.to_lowercase());
        }
    }
    let mut by_uri: HashMap<&str, Vec<(String, BTreeSet<String>)>> = HashMap::new();
    for ((uri, fragment), texts) in texts {
        by_uri.entry(uri).or_default().push((fragment, texts));
    }
    for document in documents.values_mut() {
        let Some(places) = by_uri.remove(document.uri.as_str()) else {
            continue;
        };
        let mut of_chunks: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for (fragment, texts) in places {
            let chunk = chunk_of(document, &fragment);
            of_chunks.entry(chunk).or_default().extend(texts);
        }
        for (chunk, texts) in of_chunks {
            if let Some(chunk) = document.chunks.get_mut(chunk) {
                let texts: Vec<String> = texts.into_iter().take(MAX_TEXTS).collect();
                chunk.links = texts.join("\n");
            }
        }
    }
}

/// The chunk that a fragment leads to: the first if it leads to no heading.
fn chunk_of(document: &Document, fragment: &str) -> usize {
    let mut headings = document.headings.iter();
    let heading = headings.find(|heading| anchor::comparable(&heading.anchor) == fragment);
    let start = heading
        .filter(|_| !fragment.is_empty())
        .map(|heading| heading.start as usize);
    let holds = |start: usize| {
        document
            .chunks
            .iter()
            .position(|chunk| chunk.range.contains(&start))
    };
    start.and_then(holds).unwrap_or(0)
}
