//! A question, analyzed: which terms of the index it asks for, and what each is worth.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;

use index::analysis::{Kind, Token, analyze};
use index::postings::Postings;
use index::{Index, LanguageInfo, Statistics, TermInfo, whole_title_term};

use crate::Options;
use crate::bm25;
use crate::forms::{
    Forms, MAX_SIMILAR, MIN_MISSPELLED, compounded, forms, joined, kindred, may_be_compound,
    similar,
};
use crate::narrow::{Narrowed, narrow};
use crate::preference::Preference;
use crate::stop_words::{is_common, is_english, is_stop_word};
use crate::weights::Weights;

/// Words of a query beyond this many are not looked up; a question has fewer, and each costs time.
const MAX_WORDS: usize = 128;

/// Characters of a query that are read. The tools take fewer.
const MAX_CHARS: usize = 2_000;

/// Occurrences that a query may walk through, and the words that are looked up however many they
/// have: the rarest. Of a page that is pasted as a query, the rare words say what it is about, and
/// the common ones cost the time.
const MAX_POSTINGS: u32 = 100_000;
const MIN_WORDS: usize = 4;

/// Words that the corpus lacks and that are looked for under other spellings; each costs more than
/// many words that it has.
const MAX_UNKNOWN: usize = 4;

/// Long words that are looked into for the words they are made of.
const MAX_LOOKED_INTO: usize = 16;

/// Words of a query that may be a title, letters of it at least, and titles that may begin with it.
const MAX_TITLE_WORDS: usize = 8;
const MIN_TITLE: usize = 3;
const MAX_TITLES: usize = 50;

/// One word of a query.
#[derive(Clone, Debug)]
pub(crate) struct Clause<'a> {
    /// The word, normalized.
    pub(crate) word: String,
    /// How it stands in the query.
    pub(crate) kind: Kind,
    /// Where it stands there, counted in words.
    pub(crate) position: u32,
    /// Its classes in the languages of the corpus; words of a text match if they share one.
    pub(crate) classes: Vec<String>,
    /// Inverse document frequency, times what the word is worth in this query.
    pub(crate) document_weight: f32,
    /// Inverse document frequency among chunks, likewise.
    pub(crate) chunk_weight: f32,
    /// Inverse document frequency among titles, likewise.
    pub(crate) title_weight: f32,
    /// The terms of the index that are forms of the word.
    pub(crate) forms: Vec<Form<'a>>,
}

/// A term of the index that a word of the query asks for.
#[derive(Clone, Debug)]
pub(crate) struct Form<'a> {
    /// As it stands in the text, normalized.
    pub(crate) term: String,
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
    /// What to look for, without what narrows it.
    pub(crate) text: String,
    /// Its words, each once, without stop words unless it has no others.
    pub(crate) clauses: Vec<Clause<'a>>,
    /// Titles and headings that are the query as a whole, or begin with it: what each is worth beyond its words.
    pub(crate) titles: Vec<Form<'a>>,
    /// What it quotes.
    pub(crate) phrases: Vec<String>,
    /// Whether it is nothing but quotations.
    pub(crate) is_phrases: bool,
    /// Terms whose documents are left out.
    pub(crate) excluded: Vec<Form<'a>>,
    /// The documents to look in; empty for all.
    pub(crate) documents: Vec<Range<u32>>,
    /// The languages that come first.
    pub(crate) preference: Option<Preference>,
}

/// A word of a query before anything is known of it.
struct Word {
    term: String,
    kind: Kind,
    position: u32,
}

impl Word {
    fn new(term: &str, kind: Kind, position: u32) -> Word {
        Word {
            term: term.to_owned(),
            kind,
            position,
        }
    }
}

impl<'a> Query<'a> {
    /// Analyzes `text` against `index`.
    pub(crate) fn new(index: &Index<'a>, text: &str, options: &Options) -> Query<'a> {
        Query::of(index, narrow(index, head(text)), options)
    }

    /// As [`Query::new`], and nothing in it is syntax.
    pub(crate) fn plain(index: &Index<'a>, text: &str, options: &Options) -> Query<'a> {
        let narrowed = Narrowed {
            text: head(text).to_owned(),
            ..Narrowed::default()
        };
        Query::of(index, narrowed, options)
    }

    fn of(index: &Index<'a>, narrowed: Narrowed, options: &Options) -> Query<'a> {
        let weights = &options.weights;
        let mut words: Vec<Word> = Vec::new();
        let mut n_tokens = 0;
        let mut each = |token: Token<'_>| {
            n_tokens += usize::from(token.kind == Kind::Word);
            if words.len() < MAX_WORDS && !words.iter().any(|word| word.term == token.term) {
                words.push(Word::new(token.term, token.kind, token.position));
            }
        };
        analyze(&narrowed.text, &mut each);
        if words.is_empty() {
            // A sign alone is a term where it is marked as code: `..`, `!`.
            analyze(&format!("`{}`", narrowed.text.trim()), |token| {
                words.push(Word::new(token.term, token.kind, token.position));
            });
        }
        let terms: Vec<&str> = words.iter().map(|word| word.term.as_str()).collect();
        let preference = match &options.language {
            Some(tag) => Preference::asked(index.corpus(), tag, weights),
            None => Preference::guessed(index, &terms, weights),
        };
        let languages = languages_of_query(index, preference.as_ref());
        if words.iter().any(|word| !is_stop_word(&word.term)) {
            words.retain(|word| !is_stop_word(&word.term));
        }
        let (mut clauses, has_unknown) =
            clauses(index, words, &languages, narrowed.is_phrases, weights);
        limit_postings(&mut clauses);
        let titles = if n_tokens <= MAX_TITLE_WORDS {
            titles(index, &narrowed.text, &clauses, has_unknown, weights)
        } else {
            Vec::new()
        };
        let excluded = narrowed.excluded.iter();
        let excluded = excluded.flat_map(|word| forms(index, word).terms);
        Query {
            excluded: excluded.map(|(info, weight)| form(info, weight)).collect(),
            text: narrowed.text,
            clauses,
            titles,
            phrases: narrowed.phrases,
            is_phrases: narrowed.is_phrases,
            documents: narrowed.documents,
            preference,
        }
    }
}

/// What `words` ask for in a query in `languages`, and whether the corpus lacks one of them. Who quotes, and nothing
/// else, means the very words.
fn clauses<'a>(
    index: &Index<'a>,
    words: Vec<Word>,
    languages: &[&LanguageInfo],
    is_quotation: bool,
    weights: &Weights,
) -> (Vec<Clause<'a>>, bool) {
    let (mut n_unknown, mut n_looked_into) = (0, 0);
    let mut clauses = Vec::with_capacity(words.len());
    let mut seen: HashSet<String> = words.iter().map(|word| word.term.clone()).collect();
    let mut words = VecDeque::from(words);
    while let Some(word) = words.pop_front() {
        let mut found = forms(index, &word.term);
        let mut related = Vec::new();
        let may_be_other = word.kind == Kind::Word && !is_quotation;
        if may_be_other && !found.terms.is_empty() {
            let mut halves = None;
            if n_looked_into < MAX_LOOKED_INTO && may_be_compound(&word.term, languages) {
                n_looked_into += 1;
                halves = compounded(index, &word.term);
            }
            if halves.is_none() {
                related = kindred(index, &word.term, &found.terms);
            }
            let halves = halves.into_iter().flatten();
            let new = halves.filter(|half| seen.insert((*half).to_owned()));
            words.extend(new.map(|half| Word::new(half, Kind::Part, word.position)));
        } else if may_be_other && n_unknown < MAX_UNKNOWN {
            n_unknown += 1;
            found.terms = similar(index, &word.term, weights);
            if found.terms.is_empty()
                && let Some([first, second]) = joined(index, &word.term)
            {
                for (half, place) in [(second, 1), (first, 0)] {
                    if !is_stop_word(half) && seen.insert(half.to_owned()) {
                        words.push_front(Word::new(half, word.kind, word.position + place));
                    }
                }
                continue;
            }
            // Then a text matches if it has what the word was taken for.
            for (info, _) in &found.terms {
                found.classes.extend(forms(index, &info.term).classes);
                let n = index.n_documents_with(std::slice::from_ref(info));
                found.n_documents = found.n_documents.saturating_add(n);
            }
        }
        if word.kind == Kind::Symbol && found.terms.is_empty() {
            continue;
        }
        let is_common = languages.iter().any(|it| is_common(it, &word.term));
        let worth = match word.kind {
            Kind::Part => weights.part,
            Kind::Symbol => weights.symbol,
            Kind::Word if is_common => weights.common,
            Kind::Word if is_grammar(&word.term) => weights.hiragana,
            Kind::Word => 1.0,
        };
        let mut clause = clause(index.statistics(), word, found, worth, weights);
        let related = related.into_iter();
        let related = related.map(|info| form(info, weights.kindred));
        clause.forms.extend(related);
        clauses.push(clause);
    }
    (clauses, n_unknown > 0)
}

/// The part of a query that is read.
pub(crate) fn head(text: &str) -> &str {
    let end = text.char_indices().nth(MAX_CHARS);
    text.get(..end.map_or(text.len(), |(at, _)| at))
        .unwrap_or_default()
}

/// Leaves words out, the most common first, until what is left has at most [`MAX_POSTINGS`].
fn limit_postings(clauses: &mut Vec<Clause<'_>>) {
    let n_postings = |clause: &Clause<'_>| -> u32 {
        let counts = clause.forms.iter().map(|form| form.text.remaining());
        counts.fold(0, u32::saturating_add)
    };
    let mut counts: Vec<u32> = clauses.iter().map(n_postings).collect();
    counts.sort_unstable();
    let mut sum = 0_u32;
    let most = counts.iter().enumerate().take_while(|(at, count)| {
        sum = sum.saturating_add(**count);
        *at < MIN_WORDS || sum <= MAX_POSTINGS
    });
    if let Some((_, &most)) = most.last() {
        clauses.retain(|clause| n_postings(clause) <= most);
    }
}

/// The languages that a query is in, as far as that is known, but for English, whose function words are left out:
/// its other short words, such as `api` and `page`, are what its documents are about.
fn languages_of_query<'i>(
    index: &'i Index<'_>,
    preference: Option<&Preference>,
) -> Vec<&'i LanguageInfo> {
    let languages = &index.corpus().languages;
    let of_query = languages.iter().enumerate().filter(|(number, language)| {
        preference.map_or(languages.len() == 1, |it| it.factor_of(*number) > 1.0)
            && !is_english(language)
    });
    of_query.map(|(_, language)| language).collect()
}

fn form(info: TermInfo<'_>, weight: f32) -> Form<'_> {
    Form {
        term: info.term,
        weight,
        text: info.postings.text,
        title: info.postings.title,
    }
}

fn clause<'a>(
    statistics: Statistics,
    word: Word,
    found: Forms<'a>,
    worth: f32,
    weights: &Weights,
) -> Clause<'a> {
    let mut forms = Vec::with_capacity(found.terms.len());
    let (mut n_chunks, mut n_titles) = (0u32, 0u32);
    for (info, weight) in found.terms {
        let is_exact = info.term == word.term;
        let form = form(
            info,
            if is_exact {
                weight + weights.exact
            } else {
                weight
            },
        );
        // Chunks with two forms count twice: an upper bound, at no cost.
        n_chunks = n_chunks.saturating_add(form.text.remaining());
        n_titles = n_titles.saturating_add(form.title.remaining());
        forms.push(form);
    }
    Clause {
        word: word.term,
        kind: word.kind,
        position: word.position,
        classes: found.classes,
        document_weight: worth * bm25::idf(found.n_documents, statistics.n_documents),
        chunk_weight: worth * bm25::idf(n_chunks, statistics.n_chunks),
        title_weight: worth * bm25::idf(n_titles, statistics.n_documents),
        forms,
    }
}

/// Whether a gram is of hiragana alone, in which Japanese writes its grammar.
fn is_grammar(term: &str) -> bool {
    term.chars().nth(1).is_some() && term.chars().all(|c| matches!(c, '\u{3041}'..='\u{309f}'))
}

/// The titles and headings that the query is, is one mistake from, or begins.
fn titles<'a>(
    index: &Index<'a>,
    text: &str,
    clauses: &[Clause<'a>],
    has_unknown: bool,
    weights: &Weights,
) -> Vec<Form<'a>> {
    let whole = whole_title_term(text);
    if whole.chars().nth(MIN_TITLE).is_none() {
        return Vec::new();
    }
    let all: f32 = clauses
        .iter()
        .map(|clause| clause.chunk_weight + weights.title * clause.title_weight)
        .sum();
    let form = |info: TermInfo<'a>, weight: f32| form(info, weight * all);
    let mut titles: Vec<Form<'a>> = forms(index, &whole)
        .terms
        .into_iter()
        .map(|(info, _)| form(info, weights.whole_title))
        .collect();
    let is_one = !text.trim().contains(char::is_whitespace);
    // A word that the corpus has is typed to its end: `stream` need not be the beginning of `streaming`.
    let may_go_on = has_unknown || text.trim().contains(|c: char| !c.is_alphanumeric());
    let start = if is_one && may_go_on && titles.is_empty() {
        weights.name_start
    } else {
        weights.title_start
    };
    let may_be_misspelled = has_unknown || is_one;
    if titles.is_empty() && may_be_misspelled && whole.chars().nth(MIN_MISSPELLED + 1).is_some() {
        let near = index.terms().near_whole(&whole, MAX_SIMILAR).into_iter();
        titles.extend(near.map(|info| form(info, weights.one_edit * weights.whole_title)));
    }
    let longer = index.terms().starting_with(&whole, MAX_TITLES + 1);
    // What begins more titles than that says nothing of any of them.
    if longer.len() <= MAX_TITLES {
        for info in longer.into_iter().filter(|info| info.term != whole) {
            let share = whole.len() as f32 / info.term.len().max(1) as f32;
            titles.push(form(info, start * share));
        }
    }
    titles
}
