//! The one analyzer: text -> tokens, on documents and on queries alike.
//!
//! A token is a word as it stands in the text, normalized (NFKC) and lower-cased. What counts as
//! another form of the same word is a matter of its *class*, which depends on the language and is
//! asked for separately: see [`Language::class`].
//!
//! - A word is a run of letters, marks and digits. Everything else separates, so
//!   `Vec::with_capacity` is `vec`, `with`, `capacity`, in this order and next to each other.
//! - A word with inner capitals or digits also gives its parts, as tokens of half the weight:
//!   `signInWithPhoneNumber` gives itself and `sign`, `in`, `with`, `phone`, `number`.
//! - Flags, operators, versions and names with signs in them (`--no-cache`, `??=`, `C++`) are tokens
//!   beside their words: see `symbol`.
//! - Scripts that do not put spaces between words give overlapping n-grams: see `script`.

mod language;
mod script;
mod symbol;

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

pub(crate) use language::fold;
pub use language::{LANGUAGES, Language, rules};
use script::Script;

/// Terms are cut at this many bytes, so that what is no word (a key, an encoded image) takes no
/// more room than one. The longest words of natural languages stay whole.
pub const MAX_TERM_BYTES: usize = 64;

/// A word of a text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Token<'t> {
    /// The word, normalized and lower-cased; at most [`MAX_TERM_BYTES`] long, never empty.
    pub term: &'t str,
    /// Where it stands in the text, in bytes. For a word that normalization changed, the run of
    /// letters that it was made from.
    pub range: Range<usize>,
    /// Counts words from 0; the parts of a word have the position of the whole, a symbol that of
    /// the word that it begins with or stands before.
    pub position: u32,
    /// How it stands in the text.
    pub kind: Kind,
}

/// How a token stands in its text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// By itself.
    Word,
    /// As a part of the word before it.
    Part,
    /// With signs in it, around the words that come after it.
    Symbol,
}

/// Calls `emit` with each token of `text`, in the order of the text.
pub fn analyze(text: &str, mut emit: impl FnMut(Token<'_>)) {
    let mut analyzer = Analyzer {
        term: String::new(),
        position: 0,
        emit: &mut emit,
    };
    let mut start = None;
    for (at, c) in text.char_indices() {
        if is_word_char(c) || (start.is_some() && is_joiner(c)) {
            if start.is_none() {
                start = Some(at);
                analyzer.symbol(text, at);
            }
            continue;
        }
        if let Some(start) = start.take() {
            analyzer.run(text, start..at);
        }
        if !c.is_whitespace() {
            analyzer.symbol(text, at);
        }
    }
    if let Some(start) = start {
        analyzer.run(text, start..text.len());
    }
}

/// The letters and digits of `text` as one term: `build.rollupOptions` and `build rollup options`
/// are the same.
#[must_use]
pub fn squash(text: &str) -> String {
    let mut term = letters(text);
    term.truncate(term.floor_char_boundary(MAX_TERM_BYTES));
    term
}

/// The letters and digits of `text`, normalized and lower-cased, without what is between them.
#[must_use]
pub fn letters(text: &str) -> String {
    let letters = text.nfkc().filter(|&c| is_word_char(c));
    letters.flat_map(char::to_lowercase).collect()
}

/// Whether a term is an n-gram or a run too short for one, of a script without spaces.
#[must_use]
pub fn is_gram(term: &str) -> bool {
    let first = term.chars().next();
    first.is_some_and(|c| Script::of(c).gram_length().is_some())
}

/// Letters, digits and marks. Most texts are in these blocks, for which no table is searched.
#[inline]
pub(crate) fn is_word_char(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphanumeric(),
        'À'..='Ö'
        | 'Ø'..='ö'
        | 'ø'..='ʯ'
        | 'Ѐ'..='ҁ'
        | '\u{620}'..='\u{669}'
        | '\u{900}'..='\u{963}'
        | '\u{966}'..='\u{96f}'
        | '\u{e01}'..='\u{e3a}'
        | '\u{e40}'..='\u{e4e}'
        | '\u{e50}'..='\u{e59}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7a3}' => true,
        _ => c.is_alphanumeric() || is_combining_mark(c),
    }
}

/// Zero-width joiners shape letters inside words of Indic and Arabic scripts; they are no letters.
fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{ad}')
}

struct Analyzer<'e> {
    /// Scratch: the term that is being made.
    term: String,
    position: u32,
    emit: &'e mut dyn FnMut(Token<'_>),
}

/// Where the characters of a run of word characters stand in the text.
#[derive(Clone)]
enum Place {
    /// One after the other from here on.
    From(usize),
    /// Somewhere in this range: the run was normalized.
    Within(Range<usize>),
}

impl Place {
    fn range(&self, inner: Range<usize>) -> Range<usize> {
        match self {
            Place::From(start) => start + inner.start..start + inner.end,
            Place::Within(range) => range.clone(),
        }
    }

    /// The place of what begins `offset` bytes into the run.
    fn skip(&self, offset: usize) -> Place {
        match self {
            Place::From(start) => Place::From(start + offset),
            within @ Place::Within(_) => within.clone(),
        }
    }
}

impl Analyzer<'_> {
    /// The term with signs in it that begins at `at`, if one does.
    fn symbol(&mut self, text: &str, at: usize) {
        if let Some(range) = symbol::symbol_at(text, at) {
            self.set_term(text.get(range.clone()).unwrap_or_default());
            self.emit(range, Kind::Symbol);
        }
    }

    /// One run of word characters, `text[range]`.
    fn run(&mut self, text: &str, range: Range<usize>) {
        let Some(run) = text.get(range.clone()) else {
            return;
        };
        if run.is_ascii() {
            self.word(run, &Place::From(range.start));
        } else if is_nfkc_quick(run.chars()) == IsNormalized::Yes && !run.contains(is_joiner) {
            self.scripts(run, &Place::From(range.start));
        } else {
            let normal: String = run.chars().filter(|&c| !is_joiner(c)).nfkc().collect();
            // Normalization can bring separators, e.g. from a fraction or a ligature.
            for piece in normal.split(|c| !is_word_char(c)) {
                self.scripts(piece, &Place::Within(range.clone()));
            }
        }
    }

    /// Splits a normalized run where its script changes to or from one without spaces.
    fn scripts(&mut self, run: &str, place: &Place) {
        let mut start = 0;
        let mut script = None;
        for (at, c) in run.char_indices() {
            let of = Script::of(c);
            // A mark has the script of what it marks.
            if script.is_some_and(|script| script != of) && !is_combining_mark(c) {
                self.one_script(run.get(start..at), script, &place.skip(start));
                start = at;
                script = Some(of);
            }
            script = script.or(Some(of));
        }
        self.one_script(run.get(start..), script, &place.skip(start));
    }

    fn one_script(&mut self, run: Option<&str>, script: Option<Script>, place: &Place) {
        match (run, script.and_then(Script::gram_length)) {
            (None | Some(""), _) => {}
            (Some(run), None) => self.word(run, place),
            (Some(run), Some(n)) => self.grams(run, n, place),
        }
    }

    /// Overlapping n-grams of `run`, or `run` itself if it is shorter.
    fn grams(&mut self, run: &str, n: usize, place: &Place) {
        let starts = run.char_indices().map(|(at, _)| at);
        // The end of the gram that begins at the k-th character is the start of the (k + n)-th.
        let ends = starts.clone().skip(n).chain([run.len()]);
        for (start, end) in starts.zip(ends) {
            self.set_term(run.get(start..end).unwrap_or_default());
            self.emit(place.range(start..end), Kind::Word);
            self.position += 1;
        }
    }

    /// A word of a script with spaces, and its parts.
    fn word(&mut self, word: &str, place: &Place) {
        self.set_term(word);
        self.emit(place.range(0..word.len()), Kind::Word);
        // The word itself is its only part if nothing inside it begins one.
        if part_starts(word).next().is_some() {
            let starts = [0].into_iter().chain(part_starts(word));
            let ends = part_starts(word).chain([word.len()]);
            for (start, end) in starts.zip(ends) {
                let part = word.get(start..end).unwrap_or_default();
                if part.chars().nth(1).is_some() {
                    self.set_term(part);
                    self.emit(place.range(start..end), Kind::Part);
                }
            }
        }
        self.position += 1;
    }

    fn set_term(&mut self, word: &str) {
        self.term.clear();
        if word.is_ascii() {
            self.term.push_str(word);
            self.term.make_ascii_lowercase();
        } else {
            self.term.extend(word.chars().flat_map(char::to_lowercase));
        }
        if self.term.len() > MAX_TERM_BYTES {
            let end = self.term.floor_char_boundary(MAX_TERM_BYTES);
            self.term.truncate(end);
        }
    }

    fn emit(&mut self, range: Range<usize>, kind: Kind) {
        (self.emit)(Token {
            term: &self.term,
            range,
            position: self.position,
            kind,
        });
    }
}

/// Where the parts of an identifier begin, the first excepted: `HTTPServer2` is `HTTP`, `Server`
/// and `2`.
///
/// A part begins at a capital after a small letter, at the last of several capitals if a small
/// letter follows, and where digits begin or end.
fn part_starts(word: &str) -> impl Iterator<Item = usize> + Clone {
    let before = word.chars();
    let here = word.char_indices().skip(1);
    let after = word.chars().skip(2).map(Some).chain([None]);
    before
        .zip(here)
        .zip(after)
        .filter_map(|((before, (at, c)), after)| {
            let begins = if c.is_uppercase() {
                !before.is_uppercase() || after.is_some_and(char::is_lowercase)
            } else {
                c.is_numeric() != before.is_numeric()
            };
            begins.then_some(at)
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::char::is_combining_mark;

    use super::{Kind, MAX_TERM_BYTES, analyze};

    /// Words separated by spaces, parts in brackets, symbols in angle brackets.
    fn shown(text: &str) -> String {
        let mut shown = Vec::new();
        analyze(text, |token| {
            shown.push(match token.kind {
                Kind::Word => token.term.to_owned(),
                Kind::Part => format!("[{}]", token.term),
                Kind::Symbol => format!("<{}>", token.term),
            });
        });
        shown.join(" ")
    }

    fn check(text: &str, expected: &str) {
        assert_eq!(shown(text), expected, "of {text:?}");
    }

    #[test]
    fn blocks_of_letters_have_nothing_else_in_them() {
        for c in '\0'..=char::MAX {
            let is_word_char = c.is_alphanumeric() || (!c.is_ascii() && is_combining_mark(c));
            assert_eq!(super::is_word_char(c), is_word_char, "{c:?}");
        }
    }

    #[test]
    fn words_are_runs_of_letters_and_digits() {
        check(
            "How do I use `Vec::with_capacity`?",
            "how do i use vec with capacity",
        );
        check(
            "CUE_DEBUG --no-cache @scope/pkg",
            "cue debug <--no-cache> no cache scope pkg",
        );
        check("l'utilisateur Général", "l utilisateur général");
        check("हिन्दी में ব্যবহার করুন", "हिन्दी में ব্যবহার করুন");
    }

    #[test]
    fn identifiers_give_their_parts() {
        check("getElementById", "getelementbyid [get] [element] [by] [id]");
        check(
            "HTTPServer parseJSON",
            "httpserver [http] [server] parsejson [parse] [json]",
        );
        check("E0308 utf8 Word", "e0308 [0308] utf8 [utf] word");
    }

    #[test]
    fn symbols_stand_before_their_words() {
        check("C++ or v1.2.3", "<c++> c or <1.2.3> v1 2 3");
        check("a ??= b", "a <??=> b");
    }

    #[test]
    fn scripts_without_spaces_give_grams() {
        check("新幹線とは", "新幹 幹線 線と とは");
        check("React入門", "react 入門");
        check("한국어 문서", "한국 국어 문서");
        check("หลักสูตร", "หลั ลัก ักส กสู สูต ูตร");
        check("字", "字");
    }

    #[test]
    fn compatible_forms_are_one_term() {
        check("ＡＢＣ ｶﾀｶﾅ ﬁle", "abc カタ タカ カナ file");
        check("می\u{200c}خواهم", "میخواهم");
    }

    proptest! {
        #[test]
        fn tokens_are_words_of_the_text(text: String) {
            let mut position = 0;
            analyze(&text, |token| {
                assert!(!token.term.is_empty() && token.term.len() <= MAX_TERM_BYTES);
                assert!(text.get(token.range.clone()).is_some_and(|word| !word.is_empty()));
                assert!(token.position >= position);
                position = token.position;
            });
        }

        #[test]
        fn analyzing_a_term_gives_it_back(text in "\\PC{0,40}") {
            let mut terms = Vec::new();
            analyze(&text, |token| {
                // What a sign means depends on what stands around it.
                if token.kind != Kind::Symbol {
                    terms.push(token.term.to_owned());
                }
            });
            for term in terms.iter().filter(|term| term.is_ascii()) {
                let mut again = Vec::new();
                analyze(term, |token| again.push(token.term.to_owned()));
                prop_assert_eq!(again.first(), Some(term));
            }
        }
    }
}
