//! Narrowing a query: `"a phrase"`, `-word`, `site:adk.dev`, `product:Dart`.
//!
//! A question is never taken for syntax by accident. Each of these counts only if the corpus bears
//! it out: a site or a product that has documents, a word to leave out that is no flag
//! (`java -version`); what does not is searched for as it stands.

use std::ops::Range;

use index::Index;
use index::analysis::{Kind, analyze};

/// Letters from which on a word after `-` may be meant to be left out.
const MIN_EXCLUDED: usize = 3;

/// Phrases that are looked for as such; each has to be found in the text of every candidate.
const MAX_PHRASES: usize = 4;

/// Words that a query can leave out.
const MAX_EXCLUDED: usize = 4;

/// A query without its syntax.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Narrowed {
    /// What to look for.
    pub(crate) text: String,
    /// What is in quotation marks. Passages that have it come first.
    pub(crate) phrases: Vec<String>,
    /// Whether there is nothing else to look for: then passages without are not wanted.
    pub(crate) is_phrases: bool,
    /// Words whose documents are left out.
    pub(crate) excluded: Vec<String>,
    /// The documents to look in; empty for all.
    pub(crate) documents: Vec<Range<u32>>,
}

/// Reads the syntax of `query`.
pub(crate) fn narrow(index: &Index<'_>, query: &str) -> Narrowed {
    let mut narrowed = Narrowed::default();
    let mut is_plain = false;
    let mut rest = query;
    while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
        let (space, at) = rest.split_at(start);
        narrowed.text.push_str(space);
        let is_first = narrowed.text.trim().is_empty();
        rest = if let Some((phrase, after)) = quoted(at) {
            narrowed.text.push_str(phrase);
            if narrowed.phrases.len() < MAX_PHRASES && has_words(phrase, 2) {
                narrowed.phrases.push(phrase.to_owned());
            }
            after
        } else {
            let end = at.find(char::is_whitespace).unwrap_or(at.len());
            let (word, after) = at.split_at(end);
            if let Some((documents, after)) = scope(index, at) {
                narrowed.documents.extend(documents);
                after
            } else if let Some(word) = excluded(index, word)
                .filter(|_| !is_first && narrowed.excluded.len() < MAX_EXCLUDED)
            {
                narrowed.excluded.push(word.to_lowercase());
                after
            } else {
                narrowed.text.push_str(word);
                is_plain = true;
                after
            }
        };
    }
    narrowed.is_phrases = !is_plain && !narrowed.phrases.is_empty();
    // What narrows has to leave something to look for.
    if !has_words(&narrowed.text, 1) {
        return Narrowed {
            text: query.to_owned(),
            ..Narrowed::default()
        };
    }
    narrowed
}

fn has_words(text: &str, at_least: usize) -> bool {
    let mut n = 0;
    analyze(text, |token| n += usize::from(token.kind != Kind::Part));
    n >= at_least
}

/// What stands between quotation marks at the start of `text`, and what comes after them.
fn quoted(text: &str) -> Option<(&str, &str)> {
    [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»')]
        .into_iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.split_once(close))
}

/// The documents of `site:` or `product:` at the start of `text`, and what comes after.
fn scope<'t>(index: &Index<'_>, text: &'t str) -> Option<(Vec<Range<u32>>, &'t str)> {
    let word = text.get(..text.find(char::is_whitespace).unwrap_or(text.len()))?;
    let key = word.get(..word.find(':')?)?;
    let value = text.get(key.len() + 1..)?;
    let (value, after) = quoted(value)
        .unwrap_or_else(|| value.split_at(value.find(char::is_whitespace).unwrap_or(value.len())));
    let site = if key.eq_ignore_ascii_case("site") {
        value.to_ascii_lowercase()
    } else if key.eq_ignore_ascii_case("product") {
        let mut products = index.corpus().products.iter();
        let product = products.find(|product| product.name.eq_ignore_ascii_case(value))?;
        product.domain.clone()
    } else {
        return None;
    };
    let site = site.trim_start_matches("https://").trim_end_matches('/');
    let documents = index.documents_under(site);
    (!site.is_empty() && !documents.is_empty()).then_some((documents, after))
}

/// The word of `-word`, unless the corpus has a flag of that name.
fn excluded<'t>(index: &Index<'_>, word: &'t str) -> Option<&'t str> {
    let name = word.strip_prefix('-')?;
    let is_word = name.chars().all(char::is_alphabetic) && name.chars().count() >= MIN_EXCLUDED;
    let lower = word.to_lowercase();
    let is_flag = [lower.clone(), format!("-{lower}")]
        .iter()
        .any(|flag| index.terms().contains(flag));
    (is_word && !is_flag).then_some(name)
}
