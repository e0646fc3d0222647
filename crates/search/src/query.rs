//! A question, analyzed: which terms of the index it asks for, and what each is worth.

use index::analysis::analyze;
use index::postings::Postings;
use index::{Index, Statistics};

use crate::bm25;
use crate::stop_words::is_stop_word;

/// Words of a query beyond this many are not looked up; a question has fewer, and each costs time.
const MAX_WORDS: usize = 48;

/// What an occurrence of the very word of the query counts beyond another form of it.
const EXACT_BONUS: f32 = 0.3;

/// What a part of an identifier of the query is worth beside the identifier itself.
const PART_WEIGHT: f32 = 0.5;

/// One word of a query.
#[derive(Clone, Debug)]
pub(crate) struct Clause<'a> {
    /// The word, normalized.
    pub(crate) word: String,
    /// Its classes in the languages of the corpus; words of a text match if they share one.
    pub(crate) classes: Vec<String>,
    /// Inverse document frequency among chunks, times what the word is worth in this query.
    pub(crate) text_weight: f32,
    /// Inverse document frequency among titles, likewise.
    pub(crate) title_weight: f32,
    /// The terms of the index that are forms of the word.
    pub(crate) forms: Vec<Form<'a>>,
}

/// A term of the index that a word of the query asks for.
#[derive(Clone, Debug)]
pub(crate) struct Form<'a> {
    /// What one occurrence counts.
    pub(crate) weight: f32,
    /// Chunks that have it.
    pub(crate) text: Postings<'a>,
    /// Documents that have it in their title.
    pub(crate) title: Postings<'a>,
}

/// An analyzed query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Query<'a> {
    /// Its words, each once, without stop words unless it has no others.
    pub(crate) clauses: Vec<Clause<'a>>,
}

impl<'a> Query<'a> {
    /// Analyzes `text` against `index`.
    pub(crate) fn new(index: &Index<'a>, text: &str) -> Query<'a> {
        let mut words: Vec<(String, bool)> = Vec::new();
        analyze(text, |token| {
            if words.len() < MAX_WORDS && !words.iter().any(|(word, _)| word == token.term) {
                words.push((token.term.to_owned(), token.part));
            }
        });
        if words.iter().any(|(word, _)| !is_stop_word(word)) {
            words.retain(|(word, _)| !is_stop_word(word));
        }
        let clauses = words
            .into_iter()
            .map(|(word, part)| clause(index, word, part))
            .collect();
        Query { clauses }
    }
}

fn clause<'a>(index: &Index<'a>, word: String, part: bool) -> Clause<'a> {
    let mut classes: Vec<String> = Vec::new();
    for language in index.languages() {
        let class = language.class(&word);
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    let mut forms = Vec::new();
    let (mut n_chunks, mut n_titles) = (0u32, 0u32);
    for info in classes.iter().flat_map(|class| index.terms().forms(class)) {
        let weight = if info.term == word {
            1.0 + EXACT_BONUS
        } else {
            1.0
        };
        let (text, title) = (info.postings.text, info.postings.title);
        // Chunks with two forms count twice: an upper bound, at no cost.
        n_chunks = n_chunks.saturating_add(text.remaining());
        n_titles = n_titles.saturating_add(title.remaining());
        forms.push(Form {
            weight,
            text,
            title,
        });
    }
    let worth = if part { PART_WEIGHT } else { 1.0 };
    let Statistics {
        n_documents,
        n_chunks: all_chunks,
        ..
    } = index.statistics();
    Clause {
        word,
        classes,
        text_weight: worth * bm25::idf(n_chunks, all_chunks),
        title_weight: worth * bm25::idf(n_titles, n_documents),
        forms,
    }
}
