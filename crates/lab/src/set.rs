//! Judged queries in the form of BEIR: a folder with `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anyhow::Context as _;
use index::Document;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::flat;
use crate::measures::Judgements;

/// The languages that the name of a set may end with, as in `xquad-de` or `k8s-pt-br`. Any other
/// set is taken to be English.
const LANGUAGES: &[&str] = &[
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi", "fr", "ga",
    "gu", "he", "hi", "hu", "hy", "id", "it", "ja", "ka", "kn", "ko", "lt", "lv", "mr", "ms", "nb",
    "ne", "nl", "no", "pa", "pl", "pt", "pt-br", "ro", "ru", "sk", "sl", "sr", "sv", "sw", "ta",
    "te", "th", "tr", "uk", "ur", "uz", "vi", "zh", "zh-cn", "zh-tw",
];

/// A collection of documents and what should be found in it.
pub(crate) struct Set {
    /// The name of its folder.
    pub(crate) name: String,
    /// In the order of their names, as an index takes them. The path of each is its `_id`.
    pub(crate) documents: Vec<Document>,
    /// The queries that have a relevant document.
    pub(crate) queries: Vec<Query>,
}

/// A query and its right answers.
pub(crate) struct Query {
    pub(crate) id: String,
    pub(crate) text: String,
    /// What sort of query it is, where the set tells sorts apart; `-` otherwise.
    pub(crate) kind: String,
    pub(crate) judgements: Judgements,
}

/// A line of `corpus.jsonl`.
#[derive(Deserialize)]
struct DocumentLine {
    #[serde(rename = "_id")]
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

/// A line of `queries.jsonl`.
#[derive(Deserialize)]
struct QueryLine {
    #[serde(rename = "_id")]
    id: String,
    text: String,
    #[serde(default)]
    metadata: Option<Metadata>,
}

/// What a set says of a query beside its text.
#[derive(Deserialize)]
struct Metadata {
    kind: Option<String>,
}

impl Set {
    /// Reads the documents of the set in the folder `root`.
    pub(crate) fn read_documents(root: &Path) -> anyhow::Result<Set> {
        let absolute = root
            .canonicalize()
            .with_context(|| format!("no set {}", root.display()))?;
        let name = absolute
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let language = language(&name);

        let mut documents = Vec::new();
        let mut uris = HashSet::new();
        for DocumentLine { id, title, text } in json_lines(&root.join("corpus.jsonl"))? {
            // Pages x.md and x/index.md may both be there.
            let mut uri = uri(&name, &id);
            if !uris.insert(uri.clone()) {
                uri = format!("https://{name}/{id}");
                anyhow::ensure!(uris.insert(uri.clone()), "{name}: document {id} twice");
            }
            documents.push(flat::document(uri, &id, &title, &text, language));
        }
        documents.sort_by_cached_key(Document::name);
        Ok(Set {
            name,
            documents,
            queries: Vec::new(),
        })
    }

    /// Reads the set in the folder `root`.
    pub(crate) fn read(root: &Path) -> anyhow::Result<Set> {
        let mut set = Set::read_documents(root)?;
        let name = &set.name;
        let mut judgements = read_judgements(&root.join("qrels.tsv"))?;
        for QueryLine { id, text, metadata } in json_lines(&root.join("queries.jsonl"))? {
            let Some(judgements) = judgements.remove(&id) else {
                continue;
            };
            if judgements.values().any(|relevance| *relevance > 0) {
                let kind = metadata
                    .and_then(|it| it.kind)
                    .unwrap_or_else(|| "-".to_owned());
                set.queries.push(Query {
                    id,
                    text,
                    kind,
                    judgements,
                });
            }
        }
        if let Some(id) = judgements.keys().next() {
            anyhow::bail!("{name}: query {id} is in qrels.tsv but not in queries.jsonl");
        }
        Ok(set)
    }
}

/// The language at the end of a set's name, as a BCP 47 tag.
fn language(name: &str) -> &'static str {
    let ends_with = |tag: &str| {
        name.strip_suffix(tag)
            .is_some_and(|rest| rest.ends_with('-'))
    };
    let longest = LANGUAGES
        .iter()
        .filter(|tag| ends_with(tag))
        .max_by_key(|tag| tag.len());
    match longest.copied() {
        Some("pt-br") => "pt-BR",
        Some("zh-cn") => "zh-CN",
        Some("zh-tw") => "zh-TW",
        Some(tag) => tag,
        None => "en",
    }
}

/// The address of a document: its id without what a site does not show of a file. Ids of known-item
/// sets are paths in a tree of documentation, with `#section` behind them in some.
fn uri(set: &str, id: &str) -> String {
    let (path, section) = id.split_at(id.find('#').unwrap_or(id.len()));
    let page = path
        .strip_suffix(".mdx")
        .or_else(|| path.strip_suffix(".md"))
        .unwrap_or(path);
    let page = page
        .strip_suffix("/index")
        .or_else(|| page.strip_suffix("/_index"))
        .unwrap_or(page);
    format!("https://{set}/{page}{section}")
}

/// `qrels.tsv`: query id, document id, relevance; as BEIR (with or without a head) or TREC write it.
fn read_judgements(path: &Path) -> anyhow::Result<HashMap<String, Judgements>> {
    let mut all: HashMap<String, Judgements> = HashMap::new();
    for (n, line) in lines(path)?.enumerate() {
        let line = line?;
        let columns: Vec<&str> = if line.contains('\t') {
            line.split('\t').collect()
        } else {
            line.split_whitespace().collect()
        };
        let (query, document, relevance) = match *columns.as_slice() {
            [] => continue,
            ["query-id" | "query_id" | "qid", ..] if n == 0 => continue,
            [query, document, relevance] | [query, _, document, relevance, ..] => {
                (query, document, relevance)
            }
            _ => anyhow::bail!("{}:{}: cannot read {line:?}", path.display(), n + 1),
        };
        let relevance: f64 = relevance
            .trim()
            .parse()
            .with_context(|| format!("{}:{}: relevance {relevance:?}", path.display(), n + 1))?;
        #[expect(
            clippy::cast_sign_loss,
            reason = "the cast saturates, and below 0 means irrelevant"
        )]
        let relevance = relevance as u32;
        all.entry(query.to_owned())
            .or_default()
            .insert(document.to_owned(), relevance);
    }
    Ok(all)
}

/// The values of a file with one JSON value a line.
pub(crate) fn json_lines<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let mut values = Vec::new();
    for (n, line) in lines(path)?.enumerate() {
        let line = line?;
        if !line.trim().is_empty() {
            let value = serde_json::from_str(&line);
            values.push(value.with_context(|| format!("{}:{}", path.display(), n + 1))?);
        }
    }
    Ok(values)
}

/// The lines of a file.
pub(crate) fn lines(
    path: &Path,
) -> anyhow::Result<impl Iterator<Item = std::io::Result<String>> + use<>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(BufReader::new(file).lines())
}

#[cfg(test)]
mod tests {
    use super::{language, uri};

    #[test]
    fn the_name_of_a_set_says_its_language() {
        let names = [
            "xquad-de",
            "ki-desc-astro-zh",
            "ki-k8s-pt-br",
            "ki-desc-go",
            "scifact",
            "de",
        ];
        assert_eq!(names.map(language), ["de", "zh", "pt-BR", "en", "en", "en"]);
    }

    #[test]
    fn ids_become_addresses() {
        assert_eq!(
            uri("s", "web/api/fetch/index.md"),
            "https://s/web/api/fetch"
        );
        assert_eq!(uri("s", "1.1.1.1/_index.md"), "https://s/1.1.1.1");
        assert_eq!(uri("s", "go/doc/faq.md#25"), "https://s/go/doc/faq#25");
        assert_eq!(uri("s", "docs/flows.mdx"), "https://s/docs/flows");
        assert_eq!(uri("s", "index.md"), "https://s/index");
        assert_eq!(uri("s", "4983"), "https://s/4983");
    }
}
