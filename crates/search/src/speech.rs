//! How languages put questions and sentences: one record for each language, in a file of its own.
//!
//! A language that is added is a record and a place in [`ALL`]; nothing else knows which there are.

mod ar;
mod bn;
mod de;
mod el;
mod en;
mod es;
mod fr;
mod hi;
mod it;
mod ja;
mod ko;
mod nl;
mod pl;
mod pt;
mod ro;
mod ru;
mod th;
mod tr;
mod vi;
mod zh;

use crate::cues::{has_cue, has_one, is_han_or_kana, is_pieced, is_south_east_asian};
use crate::preference::primary;

/// A kind of question.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Ask {
    Difference,
    Error,
    Reason,
    Number,
    Date,
    Name,
    Value,
    Code,
    Guide,
    Listing,
    Definition,
    Possible,
    Explanation,
}

/// What a language is written in.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Script {
    Latin,
    Cyrillic,
    Greek,
    Arabic,
    Devanagari,
    Bengali,
    Thai,
    Han,
    /// Kana, with Chinese characters among them.
    Kana,
    Hangul,
}

/// What an answer says that has none.
pub(crate) struct Silence {
    /// That there is none; `{of}` is where the name of the corpus goes.
    pub(crate) text: &'static str,
    /// How the name of the corpus is put there, `{}` in this.
    pub(crate) of: &'static str,
    /// What introduces documents that are near.
    pub(crate) related: &'static str,
}

/// The words of a language that tell what a question asks for and what a sentence says, in lower
/// case, several words with one space between them.
pub(crate) struct Speech {
    /// The first part of its BCP 47 tag.
    pub(crate) code: &'static str,
    pub(crate) script: Script,
    /// Words that say how a question is put and not what it is about.
    function_words: &'static [&'static str],
    /// Cues of the kinds of questions, as [`has_cue`] reads them.
    asks: &'static [(Ask, &'static [&'static str])],
    /// Words that say a number.
    pub(crate) numbers: &'static [&'static str],
    /// Words that give a reason.
    pub(crate) reasons: &'static [&'static str],
    /// `Yes` and `no`.
    pub(crate) answers: &'static [&'static str],
    /// Words that stand before a noun and say nothing of it.
    pub(crate) articles: &'static [&'static str],
    /// Forms of `to be`, and what does their work.
    pub(crate) copulas: &'static [&'static str],
    /// Words that say whether something can be done.
    pub(crate) verdicts: &'static [&'static str],
    /// Words that set one thing against another.
    pub(crate) contrasts: &'static [&'static str],
    /// Words that point to something said before: a sentence that begins with one is not
    /// understood by itself.
    pub(crate) pointers: &'static [&'static str],
    /// Words that begin a caveat.
    pub(crate) caveats: &'static [&'static str],
    /// Words that begin a sentence which says where to read on, or what a page has.
    pub(crate) elsewhere: &'static [&'static str],
    pub(crate) silence: Silence,
}

impl Speech {
    /// A language of which nothing is known.
    const NONE: Speech = Speech {
        code: "",
        script: Script::Latin,
        function_words: &[],
        asks: &[],
        numbers: &[],
        reasons: &[],
        answers: &[],
        articles: &[],
        copulas: &[],
        verdicts: &[],
        contrasts: &[],
        pointers: &[],
        caveats: &[],
        elsewhere: &[],
        silence: Silence {
            text: "",
            of: "",
            related: "",
        },
    };

    /// Whether a BCP 47 tag is of this language.
    pub(crate) fn is_of(&self, tag: &str) -> bool {
        self.code.eq_ignore_ascii_case(primary(tag))
    }

    /// Whether a word, as the analyzer gives it, says nothing of the subject of a question.
    pub(crate) fn is_function_word(&self, term: &str) -> bool {
        // Longer words of scripts without spaces come in overlapping pieces.
        let is_piece = || {
            term.starts_with(is_pieced)
                && self.function_words.iter().any(|word| word.contains(term))
        };
        self.function_words.contains(&term) || is_piece()
    }

    /// Whether a question, as [`spaced`](crate::cues::spaced) makes it, is of a kind.
    pub(crate) fn asks(&self, ask: Ask, words: &str) -> bool {
        let of_kind = self.asks.iter().filter(|(other, _)| *other == ask);
        of_kind.into_iter().any(|(_, cues)| has_one(cues, words))
    }

    /// Whether a question shows that it is in this language: by its script, or by its words.
    pub(crate) fn puts(&self, words: &str) -> bool {
        self.script != Script::Latin || self.n_own(words) > 0
    }

    /// How many of the words that this language puts questions with a question has.
    fn n_own(&self, words: &str) -> usize {
        let has = |cue: &&&str| has_cue(words, cue);
        self.function_words.iter().filter(has).count()
    }
}

/// All languages. Where a question could be of several, the first says that there is no answer.
static ALL: &[&Speech] = &[
    &en::EN,
    &de::DE,
    &fr::FR,
    &es::ES,
    &pt::PT,
    &it::IT,
    &nl::NL,
    &pl::PL,
    &ro::RO,
    &tr::TR,
    &vi::VI,
    &ru::RU,
    &el::EL,
    &ar::AR,
    &hi::HI,
    &bn::BN,
    &th::TH,
    &zh::ZH,
    &ja::JA,
    &ko::KO,
];

/// The language of a document with a BCP 47 tag, and English, which is in documents of any.
pub(crate) fn of_tag(tag: &str) -> Vec<&'static Speech> {
    let all = ALL.iter().copied();
    let mut speeches: Vec<&Speech> = all.filter(|speech| speech.is_of(tag)).collect();
    if !speeches.iter().any(|speech| speech.code == en::EN.code) {
        speeches.push(&en::EN);
    }
    speeches
}

/// Whether a word, as the analyzer gives it, is a function word of the language of a BCP 47 tag.
pub(crate) fn is_function_word(tag: &str, term: &str) -> bool {
    let mut of_tag = ALL.iter().filter(|speech| speech.is_of(tag));
    of_tag.any(|speech| speech.is_function_word(term))
}

/// The languages that a question may be in, as [`spaced`](crate::cues::spaced) makes it: those of
/// its script that have most of its words among those that put questions. Never empty.
pub(crate) fn of_question(words: &str) -> Vec<&'static Speech> {
    let script = script_of(words);
    let of_script = |speech: &&&Speech| {
        speech.script == script || (script == Script::Han && speech.script == Script::Kana)
    };
    let candidates: Vec<&Speech> = ALL.iter().copied().filter(|it| of_script(&it)).collect();
    let most = candidates.iter().map(|speech| speech.n_own(words)).max();
    if script == Script::Latin && most == Some(0) {
        return vec![&en::EN];
    }
    let has_most = |speech: &&Speech| Some(speech.n_own(words)) == most;
    candidates.into_iter().filter(has_most).collect()
}

/// How the first of some languages says that there is no answer.
pub(crate) fn silence(speeches: &[&'static Speech]) -> &'static Silence {
    let first = speeches.first().copied().unwrap_or(&en::EN);
    &first.silence
}

/// The script of a question: that of most letters that are not Latin, if a fifth are of it. Names
/// of products and code are Latin in questions of every language.
fn script_of(words: &str) -> Script {
    let mut counts: Vec<(Script, usize)> = Vec::new();
    let mut n_letters = 0;
    for c in words.chars().filter(|c| *c != ' ') {
        n_letters += 1;
        let script = script(c);
        match counts.iter_mut().find(|(other, _)| *other == script) {
            Some((_, count)) => *count += 1,
            None => counts.push((script, 1)),
        }
    }
    let has = |script: Script| counts.iter().any(|(other, _)| *other == script);
    let other = counts.iter().filter(|(script, _)| *script != Script::Latin);
    match other.max_by_key(|(_, count)| *count) {
        Some((Script::Han, _)) if has(Script::Kana) => Script::Kana,
        Some((script, count)) if count * 5 >= n_letters => *script,
        _ => Script::Latin,
    }
}

fn script(c: char) -> Script {
    match u32::from(c) {
        0x0370..=0x03ff | 0x1f00..=0x1fff => Script::Greek,
        0x0400..=0x052f => Script::Cyrillic,
        0x0600..=0x06ff => Script::Arabic,
        0x0900..=0x097f => Script::Devanagari,
        0x0980..=0x09ff => Script::Bengali,
        0x3040..=0x30ff => Script::Kana,
        0xac00..=0xd7af => Script::Hangul,
        _ if is_han_or_kana(c) => Script::Han,
        _ if is_south_east_asian(c) => Script::Thai,
        _ => Script::Latin,
    }
}

/// Whether a sentence, as [`spaced`](crate::cues::spaced) makes it, begins with one of the cues.
pub(crate) fn begins_with(words: &str, cues: &[&str]) -> bool {
    let start = words.trim_start();
    cues.iter().any(|cue| {
        start
            .strip_prefix(cue)
            .is_some_and(|rest| rest.starts_with(' ') || cue.chars().all(is_pieced))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cues::spaced;

    #[test]
    fn the_language_of_a_question_is_that_of_its_function_words() {
        let check = |question: &str, expected: &[&str]| {
            let codes = of_question(&spaced(question));
            let codes: Vec<&str> = codes.iter().map(|speech| speech.code).collect();
            assert_eq!(codes, expected, "{question}");
        };
        check("What was the capital of the region?", &["en"]);
        check("Was ist ein Paket?", &["de"]);
        check("Comment installer le paquet ?", &["fr"]);
        check("Pourquoi utiliser useState ?", &["fr"]);
        check("Qu'est-ce que c'est ?", &["fr"]);
        check("¿Cómo se instala el paquete?", &["es"]);
        check("O que é um pacote?", &["pt"]);
        check("useState とは何ですか", &["ja"]);
        check("什么是缓存", &["zh"]);
        check("캐시란 무엇입니까?", &["ko"]);
        check("Как установить пакет?", &["ru"]);
        check("useState", &["en"]);
        check("", &["en"]);
    }

    #[test]
    fn every_language_says_that_there_is_no_answer() {
        for speech in ALL {
            assert!(speech.silence.text.contains("{of}"), "{}", speech.code);
            assert!(speech.silence.of.contains("{}"), "{}", speech.code);
            assert!(!speech.silence.related.is_empty(), "{}", speech.code);
        }
    }

    #[test]
    fn cues_are_written_as_questions_are_read() {
        for speech in ALL {
            let cues = speech.asks.iter().flat_map(|(_, cues)| *cues);
            let lists = [
                speech.numbers,
                speech.reasons,
                speech.copulas,
                speech.verdicts,
            ];
            let more = [
                speech.contrasts,
                speech.pointers,
                speech.caveats,
                speech.elsewhere,
            ];
            for cue in cues.chain(lists.into_iter().chain(more).flatten()) {
                let bare = cue.trim_matches(['^', '*']);
                assert_eq!(spaced(bare).trim(), bare, "{}", speech.code);
                assert!(has_cue(&spaced(bare), cue), "{}: {cue}", speech.code);
            }
        }
    }
}
