//! Which languages come first: those that were asked for, or those that the query is in.

use index::analysis::is_gram;
use index::{CorpusInfo, Index};

use crate::stop_words::is_common;
use crate::weights::Weights;

/// Languages that come first, and by how much.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Preference {
    /// For each language of the corpus, in its order.
    languages: Vec<bool>,
    /// What the score of their documents is multiplied with.
    factor: f32,
}

impl Preference {
    /// What the score of a document in the `number`-th language is multiplied with.
    pub(crate) fn factor_of(&self, number: usize) -> f32 {
        match self.languages.get(number) {
            Some(true) => self.factor,
            _ => 1.0,
        }
    }

    /// The greatest of these factors.
    pub(crate) fn greatest(&self) -> f32 {
        self.factor.max(1.0)
    }

    /// The languages that a BCP 47 tag asks for; `None` if no document is in any.
    pub(crate) fn asked(corpus: &CorpusInfo, tag: &str, weights: &Weights) -> Option<Self> {
        let languages = languages_of_tag(corpus, tag);
        languages.contains(&true).then_some(Preference {
            languages,
            factor: weights.language,
        })
    }

    /// The language that the words of a query are of: the one that has most of its function words.
    /// A query without any, in letters that every keyboard has, could be of every language; then
    /// the original of translated documents is preferred a little, which is English if anything.
    pub(crate) fn guessed(index: &Index<'_>, words: &[&str], weights: &Weights) -> Option<Self> {
        let languages = &index.corpus().languages;
        if languages.len() < 2 {
            return None;
        }
        let counts = languages.iter().map(|language| {
            words
                .iter()
                .filter(|word| is_common(language, word))
                .count()
        });
        let counts: Vec<usize> = counts.collect();
        let most = counts.iter().copied().max().unwrap_or_default();
        if most > 0 {
            return Some(Preference {
                languages: counts.iter().map(|&count| count == most).collect(),
                factor: weights.guessed_language,
            });
        }
        let is_ascii = words.iter().all(|word| word.is_ascii() && !is_gram(word));
        let english = languages_of_tag(index.corpus(), "en");
        (is_ascii && english.contains(&true)).then_some(Preference {
            languages: english,
            factor: weights.original_language,
        })
    }
}

/// Whether some document is in a language that the BCP 47 tag `tag` asks for: in that very one, or
/// in one that differs in region, or in script and region.
#[must_use]
pub fn has_language(corpus: &CorpusInfo, tag: &str) -> bool {
    languages_of_tag(corpus, tag).contains(&true)
}

/// For each language of the corpus whether it is among the nearest to `tag`: the same tag, else
/// the same language in the same script, else the same language.
fn languages_of_tag(corpus: &CorpusInfo, tag: &str) -> Vec<bool> {
    let nearness = |code: &str| {
        if code.eq_ignore_ascii_case(tag) {
            3
        } else if !primary(code).eq_ignore_ascii_case(primary(tag)) {
            0
        } else if script(code) == script(tag) {
            2
        } else {
            1
        }
    };
    let nearness = corpus.languages.iter().map(|info| nearness(&info.code));
    let nearness: Vec<u8> = nearness.collect();
    let nearest = nearness.iter().copied().max().unwrap_or_default();
    nearness
        .iter()
        .map(|&near| near > 0 && near == nearest)
        .collect()
}

fn subtags(tag: &str) -> impl Iterator<Item = &str> {
    tag.split(['-', '_'])
}

/// The language of a BCP 47 tag, without script and region.
pub(crate) fn primary(tag: &str) -> &str {
    subtags(tag).next().unwrap_or_default()
}

/// The script that a tag names, in lower case; for Chinese also the one that its region writes.
/// Empty for the usual script of the language.
fn script(tag: &str) -> String {
    let is_script =
        |subtag: &&str| subtag.len() == 4 && subtag.chars().all(|c| c.is_ascii_alphabetic());
    let named = subtags(tag).skip(1).find(is_script).map(str::to_lowercase);
    let is_traditional = || {
        let mut regions = subtags(tag).skip(1).map(str::to_ascii_uppercase);
        primary(tag).eq_ignore_ascii_case("zh")
            && regions.any(|region| matches!(region.as_str(), "TW" | "HK" | "MO"))
    };
    match named {
        // The usual script of Chinese, said aloud.
        Some(script) if script == "hans" => String::new(),
        Some(script) => script,
        None if is_traditional() => "hant".to_owned(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use index::LanguageInfo;

    use super::*;

    #[test]
    fn the_nearest_languages_are_preferred() {
        let corpus = |codes: &[&str]| CorpusInfo {
            languages: codes
                .iter()
                .map(|code| LanguageInfo {
                    code: (*code).to_owned(),
                    ..LanguageInfo::default()
                })
                .collect(),
            ..CorpusInfo::default()
        };
        let check = |codes: &[&str], tag: &str, expected: &[&str]| {
            let preferred = languages_of_tag(&corpus(codes), tag);
            let preferred = codes.iter().zip(preferred).filter(|(_, is)| *is);
            let preferred: Vec<&str> = preferred.map(|(code, _)| *code).collect();
            assert_eq!(preferred, expected, "{tag} among {codes:?}");
        };
        check(&["en", "fr", "fr-CA"], "fr-CA", &["fr-CA"]);
        check(&["en", "fr"], "fr-CA", &["fr"]);
        check(&["en", "pt-BR"], "pt", &["pt-BR"]);
        check(&["zh-CN", "zh-TW"], "zh-Hant", &["zh-TW"]);
        check(&["zh-CN", "zh-TW"], "zh-HK", &["zh-TW"]);
        check(&["zh-CN", "zh-TW"], "zh", &["zh-CN"]);
        check(&["zh-CN"], "zh-TW", &["zh-CN"]);
        check(&["sr-Latn", "sr"], "sr-Cyrl-RS", &["sr-Latn", "sr"]);
        check(&["en", "fr"], "de", &[]);
    }
}
