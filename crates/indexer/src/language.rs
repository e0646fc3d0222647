//! The language of a document: from its path, else from its text.

use std::collections::HashSet;

use whatlang::Lang;

use crate::names::language_tag;

/// Languages whose code is hardly ever the name of a folder for any other reason.
const CODES: [&str; 24] = [
    "bg", "bn", "cs", "da", "de", "en", "es", "fa", "fi", "fr", "hu", "ja", "ko", "nl", "pl", "pt",
    "ro", "ru", "sv", "th", "tr", "uk", "ur", "zh",
];

/// Languages whose code is a word or an abbreviation as well (`it`, `id`, machine learning): folders
/// of languages only beside another one.
const WORDS: [&str; 36] = [
    "ar", "az", "be", "ca", "el", "et", "eu", "gl", "gu", "he", "hi", "hr", "hy", "id", "is", "it",
    "ka", "kk", "km", "kn", "lt", "lv", "mk", "ml", "mr", "ms", "nb", "ne", "no", "pa", "si", "sk",
    "sl", "sr", "ta", "vi",
];

/// The least number of letters that say reliably which language they are of.
const LEAST_LETTERS: usize = 300;
/// More say no more.
const MOST_LETTERS: usize = 3_000;

/// The languages that texts are recognized in, by their BCP 47 tags.
const RECOGNIZED: &[(Lang, &str)] = &[
    (Lang::Ara, "ar"),
    (Lang::Ben, "bn"),
    (Lang::Bul, "bg"),
    (Lang::Ces, "cs"),
    (Lang::Cmn, "zh"),
    (Lang::Dan, "da"),
    (Lang::Deu, "de"),
    (Lang::Ell, "el"),
    (Lang::Eng, "en"),
    (Lang::Fin, "fi"),
    (Lang::Fra, "fr"),
    (Lang::Guj, "gu"),
    (Lang::Heb, "he"),
    (Lang::Hin, "hi"),
    (Lang::Hun, "hu"),
    (Lang::Ind, "id"),
    (Lang::Ita, "it"),
    (Lang::Jpn, "ja"),
    (Lang::Kat, "ka"),
    (Lang::Kor, "ko"),
    (Lang::Nld, "nl"),
    (Lang::Pes, "fa"),
    (Lang::Pol, "pl"),
    (Lang::Por, "pt"),
    (Lang::Ron, "ro"),
    (Lang::Rus, "ru"),
    (Lang::Spa, "es"),
    (Lang::Swe, "sv"),
    (Lang::Tam, "ta"),
    (Lang::Tel, "te"),
    (Lang::Tha, "th"),
    (Lang::Tur, "tr"),
    (Lang::Ukr, "uk"),
    (Lang::Urd, "ur"),
    (Lang::Vie, "vi"),
];

/// Folders that hold a folder for each of several languages.
#[derive(Debug, Default)]
pub(crate) struct Folders(HashSet<String>);

impl Folders {
    /// Learns from the path of a file.
    pub(crate) fn see(&mut self, path: &str) {
        for (parent, name) in folders(path) {
            if certain(name).is_some() {
                self.0.insert(parent.to_owned());
            }
        }
    }

    /// The language that the path of a file says: `fr/page.md`, `docs/zh-cn/page.md`,
    /// `page.fr.md`. `from` is where to look: what is before it is known to be something else.
    pub(crate) fn language_of(&self, path: &str, from: usize) -> Option<String> {
        let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
        let file = stem.rsplit('/').next().unwrap_or_default();
        let suffix = file.rsplit_once('.').and_then(|(_, tag)| certain(tag));
        suffix.or_else(|| {
            folders(path)
                .filter(|(parent, _)| parent.len() + 1 >= from)
                .find_map(|(parent, name)| {
                    let tag = language_tag(name).filter(|tag| tag.len() == name.len());
                    let is_beside = self.0.contains(parent);
                    certain(name).or_else(|| tag.filter(|tag| is_beside && is_known(tag)))
                })
        })
    }
}

/// The folders of a path, each with the folder that it is in.
fn folders(path: &str) -> impl Iterator<Item = (&str, &str)> {
    path.match_indices('/').map(|(end, _)| {
        let whole = path.get(..end).unwrap_or_default();
        whole.rsplit_once('/').unwrap_or(("", whole))
    })
}

fn is_known(tag: &str) -> bool {
    let code = tag.split('-').next().unwrap_or_default();
    CODES.contains(&code) || WORDS.contains(&code)
}

/// The tag that `name` is, if it can hardly be anything else: `fr`, `pt-BR`, `zh_hans`.
fn certain(name: &str) -> Option<String> {
    let tag = language_tag(name)?;
    let is_certain = match tag.split_once('-') {
        None => CODES.contains(&&*tag),
        Some((_, region)) => is_known(&tag) && (region.len() == 2 || region.len() == 4),
    };
    is_certain.then_some(tag)
}

/// The language that a text is written in, if there is enough of it and no doubt.
pub(crate) fn of_text(prose: &str) -> Option<&'static str> {
    let text: String = prose.chars().take(MOST_LETTERS).collect();
    let n_letters = text.chars().filter(|c| c.is_alphabetic()).count();
    // A Chinese or Korean character says as much as three letters.
    if n_letters + text.len() / 3 < LEAST_LETTERS + LEAST_LETTERS / 3 {
        return None;
    }
    let found = whatlang::detect(&text)?;
    let known = RECOGNIZED.iter().find(|(lang, _)| *lang == found.lang());
    known.filter(|_| found.is_reliable()).map(|(_, tag)| *tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_say_languages() {
        let paths = [
            "docs/fr/a.md",
            "docs/it/a.md",
            "docs/zh-cn/a.md",
            "docs/guide/it/a.md",
            "docs/ml/a.md",
            "x/ml/a.md",
            "go/api/a.md",
            "a.fr.md",
            "a.pt-br.md",
            "v1.2.md",
            "i18n/en_US/x/a.md",
            "fr.md",
        ];
        let mut folders = Folders::default();
        for path in paths {
            folders.see(path);
        }
        let languages = paths.map(|path| folders.language_of(path, 0).unwrap_or_default());
        assert_eq!(
            languages,
            [
                "fr", "it", "zh-CN", "", "ml", "", "", "fr", "pt-BR", "", "en-US", ""
            ]
        );
        assert_eq!(folders.language_of("docs/fr/a.md", 8), None);
    }

    #[test]
    fn texts_say_languages() {
        let french = "Cette page explique comment installer le programme et comment le mettre à \
                      jour sans perdre les réglages que vous avez faits. ";
        assert_eq!(of_text(&french.repeat(5)), Some("fr"));
        assert_eq!(of_text(french), None, "too little");
        let bengali = "এই পাতায় প্রোগ্রামটি কীভাবে ইনস্টল করতে হয় তা ব্যাখ্যা করা হয়েছে। ";
        assert_eq!(of_text(&bengali.repeat(6)), Some("bn"));
    }
}
