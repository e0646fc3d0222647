//! Languages: which words are forms of one word.

use std::borrow::Cow;

use snowball_stemmers_rs::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::{canonical_combining_class, is_combining_mark};

use super::script::Script;

/// How the class of a word is found.
#[derive(Clone, Copy, Debug)]
enum Stem {
    /// A Snowball stemmer.
    Snowball(fn(&str) -> Cow<'_, str>),
    /// The first characters: for languages that inflect at the end of words and have no stemmer
    /// here. As good as a stemmer for most, on the languages where both could be measured.
    Prefix {
        /// How many.
        length: usize,
        /// Whether the language is written in Latin letters.
        is_latin: bool,
    },
    /// Words are their own class.
    None,
}

/// A function of its own for each stemmer: what nobody names is not in the Worker.
macro_rules! snowball {
    ($algorithm:ident) => {
        Stem::Snowball(|term| Stemmer::create(Algorithm::$algorithm).stem(term))
    };
}

const fn prefix(length: usize) -> Stem {
    Stem::Prefix {
        length,
        is_latin: false,
    }
}

const fn latin_prefix(length: usize) -> Stem {
    Stem::Prefix {
        length,
        is_latin: true,
    }
}

/// What is known of one language.
#[derive(Debug)]
struct Record {
    /// Primary subtag of BCP 47.
    code: &'static str,
    /// What [`rules`] calls it.
    name: &'static str,
    stem: Stem,
}

macro_rules! languages {
    ($($name:ident: $code:literal, $stem:expr;)*) => {
        /// The rules of each language, under its code in capitals.
        pub mod rules {
            use super::{Algorithm, Language, Record, Stem, Stemmer, latin_prefix, prefix};

            $(
                #[doc = concat!("Rules for `", $code, "`.")]
                pub const $name: Language = {
                    static RECORD: Record = Record {
                        code: $code,
                        name: stringify!($name),
                        stem: $stem,
                    };
                    Language(&RECORD)
                };
            )*
        }

        /// Every language with rules of its own, in the order of the codes.
        pub const LANGUAGES: &[Language] = &[$(rules::$name),*];
    };
}

languages! {
    AF: "af", latin_prefix(5);
    AR: "ar", snowball!(Arabic);
    AS: "as", prefix(5);
    BG: "bg", prefix(5);
    BN: "bn", prefix(5);
    CA: "ca", snowball!(Catalan);
    CS: "cs", snowball!(Czech);
    DA: "da", snowball!(Danish);
    DE: "de", snowball!(German);
    EL: "el", snowball!(Greek);
    EN: "en", snowball!(English);
    EO: "eo", snowball!(Esperanto);
    ES: "es", snowball!(Spanish);
    ET: "et", snowball!(Estonian);
    EU: "eu", snowball!(Basque);
    FA: "fa", snowball!(Persian);
    FI: "fi", snowball!(Finnish);
    FR: "fr", snowball!(French);
    GA: "ga", snowball!(Irish);
    GU: "gu", prefix(5);
    HE: "he", prefix(5);
    HI: "hi", snowball!(Hindi);
    HR: "hr", latin_prefix(5);
    HU: "hu", snowball!(Hungarian);
    HY: "hy", snowball!(Armenian);
    ID: "id", snowball!(Indonesian);
    IT: "it", snowball!(Italian);
    KN: "kn", prefix(5);
    LT: "lt", snowball!(Lithuanian);
    ML: "ml", prefix(5);
    MR: "mr", prefix(5);
    NB: "nb", snowball!(Norwegian);
    NE: "ne", snowball!(Nepali);
    NL: "nl", snowball!(Dutch);
    NN: "nn", snowball!(Norwegian);
    NO: "no", snowball!(Norwegian);
    PA: "pa", prefix(5);
    PL: "pl", snowball!(Polish);
    PT: "pt", snowball!(Portuguese);
    RO: "ro", snowball!(Romanian);
    RU: "ru", snowball!(Russian);
    SK: "sk", latin_prefix(5);
    SL: "sl", latin_prefix(5);
    SR: "sr", snowball!(Serbian);
    ST: "st", snowball!(Sesotho);
    SV: "sv", snowball!(Swedish);
    TA: "ta", snowball!(Tamil);
    TE: "te", prefix(5);
    TR: "tr", snowball!(Turkish);
    UK: "uk", snowball!(Ukrainian);
    UR: "ur", prefix(5);
    YI: "yi", snowball!(Yiddish);
}

/// What words of other languages follow: each is its own class.
static OTHER: Record = Record {
    code: "und",
    name: "UND",
    stem: Stem::None,
};

/// The rules for one language.
#[derive(Clone, Copy, Debug)]
pub struct Language(&'static Record);

impl Language {
    /// The rules for a BCP 47 tag, by its primary subtag: `pt-BR` follows `pt`. A language without
    /// rules of its own, or what is no tag, gets those by which every word is its own class.
    pub(crate) fn of_tag(tag: &str) -> Language {
        Language::among(LANGUAGES, tag)
    }

    /// [`of_tag`](Self::of_tag), if only these languages had rules.
    pub(crate) fn among(languages: &[Language], tag: &str) -> Language {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        let mut languages = languages.iter();
        let found = languages.find(|language| language.0.code.eq_ignore_ascii_case(primary));
        found.copied().unwrap_or(Language(&OTHER))
    }

    /// What [`rules`] calls it, if it has rules of its own.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        (self.0.code != OTHER.code).then_some(self.0.name)
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
            Stem::Snowball(stem) => fold(&stem(term)),
            // A Latin word in a Bengali page is inflected as where it comes from, if at all.
            Stem::Prefix { length, is_latin } if is_latin == term.chars().all(is_latin_letter) => {
                fold(term).chars().take(length).collect()
            }
            Stem::Prefix { .. } | Stem::None => fold(term),
        }
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.0.code == other.0.code
    }
}

/// Whether a letter is of the Latin alphabet, with whatever marks.
fn is_latin_letter(c: char) -> bool {
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

    use super::{LANGUAGES, Language};

    fn check(language: &str, term: &str, class: &str) {
        assert_eq!(
            Language::of_tag(language).class(term),
            class,
            "{language} {term}"
        );
    }

    #[test]
    fn codes_ascend() {
        assert!(LANGUAGES.is_sorted_by_key(|language| language.0.code));
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
            for language in LANGUAGES {
                let class = language.class(&term);
                prop_assert!(class.bytes().all(|byte| byte >= 0x20));
            }
        }
    }
}
