//! A question, analyzed: which terms of the index it asks for, and what each is worth.

use index::analysis::{analyze, is_gram};
use index::postings::Postings;
use index::{Index, Statistics, TermDictionary, TermInfo, whole_title_term};

use crate::bm25;
use crate::stop_words::is_stop_word;
use crate::weights::Weights;

/// Words of a query beyond this many are not looked up; a question has fewer, and each costs time.
const MAX_WORDS: usize = 48;

/// Words that the corpus lacks and that are looked for under other spellings; each costs more than
/// many words that it has.
const MAX_UNKNOWN: usize = 4;

/// Terms that one such word may stand for.
const MAX_SIMILAR: usize = 40;

/// Characters from which on a word may be misspelled, in one place or in two; shorter ones are like
/// too many others.
const MIN_MISSPELLED: usize = 4;
const MIN_MISSPELLED_TWICE: usize = 8;

/// Characters from which on a word may be the beginning of another.
const MIN_PREFIX: usize = 3;

/// Words of a query that may be a title, letters of it at least, and titles that may begin with it.
const MAX_TITLE_WORDS: usize = 8;
const MIN_TITLE: usize = 3;
const MAX_TITLES: usize = 50;

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
    /// Titles that are the query as a whole, or begin with it: what each is worth beyond its words.
    pub(crate) titles: Vec<Form<'a>>,
}

impl<'a> Query<'a> {
    /// Analyzes `text` against `index`.
    pub(crate) fn new(index: &Index<'a>, text: &str, weights: &Weights) -> Query<'a> {
        let mut words: Vec<(String, bool)> = Vec::new();
        let mut n_tokens = 0;
        analyze(text, |token| {
            n_tokens += usize::from(!token.part);
            if words.len() < MAX_WORDS && !words.iter().any(|(word, _)| word == token.term) {
                words.push((token.term.to_owned(), token.part));
            }
        });
        if words.iter().any(|(word, _)| !is_stop_word(word)) {
            words.retain(|(word, _)| !is_stop_word(word));
        }
        let mut unknown = 0;
        let mut clauses = Vec::with_capacity(words.len());
        for (word, part) in words {
            let (mut classes, mut terms) = forms(index, &word);
            if terms.is_empty() && !part && unknown < MAX_UNKNOWN {
                unknown += 1;
                terms = similar(index, &word, weights);
                // Then a text matches if it has what the word was taken for.
                classes.extend(
                    terms
                        .iter()
                        .flat_map(|(info, _)| forms(index, &info.term).0),
                );
            }
            let worth = if part { weights.part } else { 1.0 };
            clauses.push(clause(
                index.statistics(),
                word,
                classes,
                terms,
                worth,
                weights,
            ));
        }
        let titles = if n_tokens <= MAX_TITLE_WORDS {
            titles(index, text, &clauses, weights)
        } else {
            Vec::new()
        };
        Query { clauses, titles }
    }
}

type Weighted<'a> = Vec<(TermInfo<'a>, f32)>;

/// The classes of a word in the languages of the corpus, and the terms that are in them.
fn forms<'a>(index: &Index<'a>, word: &str) -> (Vec<String>, Weighted<'a>) {
    let mut classes: Vec<String> = Vec::new();
    for language in index.languages() {
        let class = language.class(word);
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    let terms = classes.iter().flat_map(|class| index.terms().forms(class));
    let terms = terms.map(|info| (info, 1.0)).collect();
    (classes, terms)
}

/// The terms that a word which the corpus lacks may stand for: what it is misspelled of, and what
/// it begins.
fn similar<'a>(index: &Index<'a>, word: &str, weights: &Weights) -> Weighted<'a> {
    let terms = index.terms();
    let length = word.chars().count();
    let mut similar: Weighted<'a> = Vec::new();
    if length >= MIN_MISSPELLED && !is_gram(word) {
        similar.extend(near(terms, word, 1, weights.one_edit));
        if similar.is_empty() && length >= MIN_MISSPELLED_TWICE {
            similar.extend(near(terms, word, 2, weights.two_edits));
        }
    }
    if length >= MIN_PREFIX || is_gram(word) {
        for info in terms.starting_with(word, MAX_SIMILAR) {
            let share = word.len() as f32 / info.term.len().max(1) as f32;
            similar.push((info, weights.prefix * share));
        }
    }
    similar
}

fn near<'a>(
    terms: &TermDictionary<'a>,
    word: &str,
    edits: u8,
    weight: f32,
) -> impl Iterator<Item = (TermInfo<'a>, f32)> {
    terms
        .near(word, edits, MAX_SIMILAR)
        .into_iter()
        .map(move |(info, _)| (info, weight))
}

fn clause<'a>(
    statistics: Statistics,
    word: String,
    classes: Vec<String>,
    terms: Weighted<'a>,
    worth: f32,
    weights: &Weights,
) -> Clause<'a> {
    let mut forms = Vec::with_capacity(terms.len());
    let (mut n_chunks, mut n_titles) = (0u32, 0u32);
    for (info, weight) in terms {
        let weight = if info.term == word {
            weight + weights.exact
        } else {
            weight
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
    Clause {
        word,
        classes,
        text_weight: worth * bm25::idf(n_chunks, statistics.n_chunks),
        title_weight: worth * bm25::idf(n_titles, statistics.n_documents),
        forms,
    }
}

/// The titles that the query is, or begins.
fn titles<'a>(
    index: &Index<'a>,
    text: &str,
    clauses: &[Clause<'a>],
    weights: &Weights,
) -> Vec<Form<'a>> {
    let whole = whole_title_term(text);
    if whole.chars().nth(MIN_TITLE).is_none() {
        return Vec::new();
    }
    let all: f32 = clauses
        .iter()
        .map(|clause| clause.text_weight + weights.title * clause.title_weight)
        .sum();
    let form = |info: TermInfo<'a>, weight: f32| Form {
        weight: weight * all,
        text: Postings::default(),
        title: info.postings.title,
    };
    let (_, exact) = forms(index, &whole);
    let mut titles: Vec<Form<'a>> = exact
        .into_iter()
        .map(|(info, _)| form(info, weights.whole_title))
        .collect();
    let longer = index.terms().starting_with(&whole, MAX_TITLES + 1);
    // What begins more titles than that says nothing of any of them.
    if longer.len() <= MAX_TITLES {
        for info in longer.into_iter().filter(|info| info.term != whole) {
            let share = whole.len() as f32 / info.term.len().max(1) as f32;
            titles.push(form(info, weights.title_start * share));
        }
    }
    titles
}
