//! Which terms of the index count as a word of a query: its own forms, what it may be misspelled of, what begins
//! like it, and the words that it is made of.

use index::analysis::is_gram;
use index::{Index, LanguageInfo, TermDictionary, TermInfo};

use crate::preference::primary;
use crate::weights::Weights;

/// Terms that a word which the corpus lacks may stand for.
pub(crate) const MAX_SIMILAR: usize = 40;

/// Characters from which on a word may be misspelled, in one place or in two; shorter ones are like
/// too many others.
pub(crate) const MIN_MISSPELLED: usize = 4;
const MIN_MISSPELLED_TWICE: usize = 8;

/// Characters from which on a word may be the beginning of another.
const MIN_PREFIX: usize = 3;

/// First letters that a word shares with words which its stem does not have: with other parts of speech, and
/// with compounds that it begins. What more terms than that begin with says nothing of any of them.
const KINDRED: usize = 6;
const MAX_KINDRED: usize = 30;

/// Characters that each of two words must have that may have been typed as one, and that both may have; and as many
/// as each must have in a language that writes compounds as one word, where endings look like short words.
const MIN_JOINED: usize = 3;
const MAX_JOINED: usize = 32;
const MIN_COMPOUNDED: usize = 4;

/// Languages that write compounds as one word: the Germanic ones but for English, Finnish, Estonian, Hungarian.
static COMPOUNDING: &[&str] = &[
    "af", "da", "de", "et", "fi", "hu", "is", "lb", "nb", "nl", "nn", "no", "sv",
];

/// Terms, each with what one occurrence counts.
pub(crate) type Weighted<'a> = Vec<(TermInfo<'a>, f32)>;

/// What counts as a word.
pub(crate) struct Forms<'a> {
    /// Its classes in the languages of the corpus.
    pub(crate) classes: Vec<String>,
    /// The terms that are in them.
    pub(crate) terms: Weighted<'a>,
    /// Documents that have one of those in their text; those that have some of two classes count twice.
    pub(crate) n_documents: u32,
}

/// The forms of a word.
pub(crate) fn forms<'a>(index: &Index<'a>, word: &str) -> Forms<'a> {
    let mut forms = Forms {
        classes: Vec::new(),
        terms: Vec::new(),
        n_documents: 0,
    };
    for language in index.languages() {
        let class = language.class(word);
        if !forms.classes.contains(&class) {
            let terms = index.terms().forms(&class);
            let n = index.n_documents_with(&terms);
            forms.n_documents = forms.n_documents.saturating_add(n);
            forms
                .terms
                .extend(terms.into_iter().map(|info| (info, 1.0)));
            forms.classes.push(class);
        }
    }
    forms
}

/// The terms that a word which the corpus lacks may stand for: what it is misspelled of, and what
/// it begins.
pub(crate) fn similar<'a>(index: &Index<'a>, word: &str, weights: &Weights) -> Weighted<'a> {
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

/// The terms that begin as a word does and are none of its own `forms`, if they are not too many.
pub(crate) fn kindred<'a>(
    index: &Index<'a>,
    word: &str,
    forms: &Weighted<'a>,
) -> Vec<TermInfo<'a>> {
    let start: String = word.chars().take(KINDRED).collect();
    if is_gram(word) || start.chars().count() < KINDRED {
        return Vec::new();
    }
    let mut terms = index.terms().sharing(&start, MAX_KINDRED + 1);
    if terms.len() > MAX_KINDRED {
        return Vec::new();
    }
    terms.retain(|info| forms.iter().all(|(form, _)| form.term != info.term));
    terms
}

/// The two words of the corpus that were typed as one.
pub(crate) fn joined<'w>(index: &Index<'_>, word: &'w str) -> Option<[&'w str; 2]> {
    halves(index, word, MIN_JOINED)
}

/// Whether a word can be made of others in one of `languages`.
pub(crate) fn may_be_compound(word: &str, languages: &[&LanguageInfo]) -> bool {
    word.chars().nth(2 * MIN_COMPOUNDED - 1).is_some()
        && languages
            .iter()
            .any(|it| COMPOUNDING.contains(&primary(&it.code)))
}

/// The two words of the corpus that a compound is made of.
pub(crate) fn compounded<'w>(index: &Index<'_>, word: &'w str) -> Option<[&'w str; 2]> {
    halves(index, word, MIN_COMPOUNDED)
}

/// Two words of the corpus of at least so many characters that make up `word`: of all pairs the one whose rarer word
/// is the most frequent.
fn halves<'w>(index: &Index<'_>, word: &'w str, least: usize) -> Option<[&'w str; 2]> {
    let n_chars = word.chars().count();
    if n_chars > MAX_JOINED || !word.chars().all(char::is_alphabetic) || is_gram(word) {
        return None;
    }
    let starts: Vec<usize> = word.char_indices().map(|(at, _)| at).collect();
    let places = starts.get(least..=n_chars.checked_sub(least)?)?;
    let pairs = places.iter().filter_map(|at| word.split_at_checked(*at));
    let n_documents = |word: &str| forms(index, word).n_documents;
    let rarer = |(first, second): (&str, &str)| match n_documents(first) {
        0 => 0,
        n => n.min(n_documents(second)),
    };
    let counted = pairs.map(|pair| (rarer(pair), pair));
    let (n, best) = counted.max_by_key(|(n, _)| *n)?;
    (n > 0).then_some([best.0, best.1])
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
