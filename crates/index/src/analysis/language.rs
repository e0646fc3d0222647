//! Languages: which words are forms of one word.

use snowball_stemmers_rs::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

use super::script::Script;

/// How the class of a word is found.
#[derive(Clone, Copy, Debug)]
enum Stem {
    /// A Snowball stemmer.
    Snowball(Algorithm),
    /// The first characters: for languages that inflect at the end of words and have no stemmer
    /// here. As good as a stemmer for most, on the languages where both could be measured.
    Prefix(usize),
    /// Words are their own class.
    None,
}

/// What is known of one language.
#[derive(Debug)]
struct Record {
    /// Primary subtag of BCP 47.
    code: &'static str,
    stem: Stem,
    /// Whether it is written in Latin letters; asked of those with [`Stem::Prefix`] alone.
    is_latin: bool,
}

const fn snowball(code: &'static str, algorithm: Algorithm) -> Record {
    Record {
        code,
        stem: Stem::Snowball(algorithm),
        is_latin: false,
    }
}

const fn prefix(code: &'static str, length: usize) -> Record {
    Record {
        code,
        stem: Stem::Prefix(length),
        is_latin: false,
    }
}

const fn latin_prefix(code: &'static str, length: usize) -> Record {
    Record {
        is_latin: true,
        ..prefix(code, length)
    }
}

/// Every language with rules of its own, in the order of the codes.
static RECORDS: &[Record] = &[
    latin_prefix("af", 5),
    snowball("ar", Algorithm::Arabic),
    prefix("as", 5),
    prefix("bg", 5),
    prefix("bn", 5),
    snowball("ca", Algorithm::Catalan),
    snowball("cs", Algorithm::Czech),
    snowball("da", Algorithm::Danish),
    snowball("de", Algorithm::German),
    snowball("el", Algorithm::Greek),
    snowball("en", Algorithm::English),
    snowball("eo", Algorithm::Esperanto),
    snowball("es", Algorithm::Spanish),
    snowball("et", Algorithm::Estonian),
    snowball("eu", Algorithm::Basque),
    snowball("fa", Algorithm::Persian),
    snowball("fi", Algorithm::Finnish),
    snowball("fr", Algorithm::French),
    snowball("ga", Algorithm::Irish),
    prefix("gu", 5),
    prefix("he", 5),
    snowball("hi", Algorithm::Hindi),
    latin_prefix("hr", 5),
    snowball("hu", Algorithm::Hungarian),
    snowball("hy", Algorithm::Armenian),
    snowball("id", Algorithm::Indonesian),
    snowball("it", Algorithm::Italian),
    prefix("kn", 5),
    snowball("lt", Algorithm::Lithuanian),
    prefix("ml", 5),
    prefix("mr", 5),
    snowball("nb", Algorithm::Norwegian),
    snowball("ne", Algorithm::Nepali),
    snowball("nl", Algorithm::Dutch),
    snowball("nn", Algorithm::Norwegian),
    snowball("no", Algorithm::Norwegian),
    prefix("pa", 5),
    snowball("pl", Algorithm::Polish),
    snowball("pt", Algorithm::Portuguese),
    snowball("ro", Algorithm::Romanian),
    snowball("ru", Algorithm::Russian),
    latin_prefix("sk", 5),
    latin_prefix("sl", 5),
    snowball("sr", Algorithm::Serbian),
    snowball("st", Algorithm::Sesotho),
    snowball("sv", Algorithm::Swedish),
    snowball("ta", Algorithm::Tamil),
    prefix("te", 5),
    snowball("tr", Algorithm::Turkish),
    snowball("uk", Algorithm::Ukrainian),
    prefix("ur", 5),
    snowball("yi", Algorithm::Yiddish),
];

/// What words of other languages follow: each is its own class.
static OTHER: Record = Record {
    code: "und",
    stem: Stem::None,
    is_latin: false,
};

/// The rules for one language.
#[derive(Clone, Copy, Debug)]
pub struct Language(&'static Record);

impl Language {
    /// The rules for a BCP 47 tag, by its primary subtag: `pt-BR` follows `pt`. A language without
    /// rules of its own, or what is no tag, gets those by which every word is its own class.
    #[must_use]
    pub fn of_tag(tag: &str) -> Language {
        let primary = tag
            .split(['-', '_'])
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let found = RECORDS.binary_search_by_key(&primary.as_str(), |record| record.code);
        Language(found.ok().and_then(|at| RECORDS.get(at)).unwrap_or(&OTHER))
    }

    /// The class of a term: terms of one class are forms of one word. Diacritics do not tell
    /// classes apart, so `general` finds `général`, and the term itself still tells which it was.
    ///
    /// N-grams and words with digits have no forms.
    #[must_use]
    pub fn class(self, term: &str) -> String {
        let plain = |c: char| {
            (c.is_alphabetic() || is_combining_mark(c)) && Script::of(c) == Script::Spaced
        };
        if !term.chars().all(plain) {
            return fold(term);
        }
        match self.0.stem {
            Stem::Snowball(algorithm) => fold(&Stemmer::create(algorithm).stem(term)),
            // A Latin word in a Bengali page is inflected as where it comes from, if at all.
            Stem::Prefix(length) if self.0.is_latin == term.chars().all(is_latin) => {
                fold(term).chars().take(length).collect()
            }
            Stem::Prefix(_) | Stem::None => fold(term),
        }
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.0.code == other.0.code
    }
}

/// Whether a letter is of the Latin alphabet, with whatever marks.
fn is_latin(c: char) -> bool {
    matches!(c, 'A'..='Z' | 'a'..='z' | '\u{aa}'..='\u{24f}' | '\u{300}'..='\u{36f}' | '\u{1e00}'..='\u{1eff}')
}

/// A term without what writers of its script often leave out: accents of Latin, Greek and
/// Cyrillic letters, the vowel marks of Arabic and Hebrew. Marks of other scripts are letters in
/// their own right and stay.
pub(crate) fn fold(term: &str) -> String {
    if term.is_ascii() {
        return term.to_owned();
    }
    let mut optional = false;
    let folded: String = term
        .nfd()
        .filter(|&c| {
            if canonical_combining_class(c) == 0 {
                optional = marks_are_optional(c);
                return c != '\u{640}';
            }
            !(optional && is_combining_mark(c))
        })
        .nfc()
        .collect();
    folded
        .chars()
        .fold(String::with_capacity(folded.len()), |mut plain, c| {
            match c {
                'ß' => plain.push_str("ss"),
                'æ' => plain.push_str("ae"),
                'œ' => plain.push_str("oe"),
                'ø' => plain.push('o'),
                'đ' => plain.push('d'),
                'ł' => plain.push('l'),
                'ı' => plain.push('i'),
                'ς' => plain.push('σ'),
                // Forms of one Arabic letter that writers interchange.
                'ى' => plain.push('ي'),
                'ة' => plain.push('ه'),
                c => plain.push(c),
            }
            plain
        })
}

/// Whether marks on `base` are left out when words are compared: Latin, Greek, Cyrillic, Hebrew
/// and Arabic.
fn marks_are_optional(base: char) -> bool {
    matches!(u32::from(base), 0..=0x6ff | 0x1e00..=0x1fff)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Language, RECORDS};

    fn check(language: &str, term: &str, class: &str) {
        assert_eq!(
            Language::of_tag(language).class(term),
            class,
            "{language} {term}"
        );
    }

    #[test]
    fn records_are_sorted() {
        assert!(RECORDS.is_sorted_by_key(|record| record.code));
    }

    #[test]
    fn forms_of_a_word_share_a_class() {
        check("en", "caching", "cach");
        check("en-GB", "caches", "cach");
        check("fr", "généraux", "general");
        check("fr", "général", "general");
        check("bn", "ব্যবহার", "ব্যবহ");
        check("xx", "caching", "caching");
    }

    #[test]
    fn only_words_have_forms() {
        check("en", "e0308s", "e0308s");
        check("ja", "入門", "入門");
        check("en", "入門", "入門");
    }

    #[test]
    fn optional_marks_do_not_tell_classes_apart() {
        check("xx", "straße", "strasse");
        check("xx", "أحمد", "احمد");
        check("xx", "हिन्दी", "हिन्दी");
        check("bn", "কৌশল", "কৌশল");
    }

    proptest! {
        #[test]
        fn every_term_has_a_class(term in "\\PC{1,20}") {
            let term = term.to_lowercase();
            for record in RECORDS {
                let class = Language(record).class(&term);
                prop_assert!(class.bytes().all(|byte| byte >= 0x20));
            }
        }
    }
}
