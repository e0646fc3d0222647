//! The language of a document: from its path, else from its text.

use std::collections::{BTreeMap, HashMap, HashSet};

use index::Document;
use whatlang::Lang;

use crate::names::language_tag;
use crate::page::Findings;

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

/// The folders of a corpus that languages have.
#[derive(Debug, Default)]
pub(crate) struct Folders {
    /// What holds folders of languages, each with the tags of these.
    parents: HashMap<String, HashSet<String>>,
    /// Files below folders of a language, by its tag.
    counts: HashMap<String, usize>,
    /// Files in all.
    n_files: usize,
}

impl Folders {
    /// Learns from the path of a file.
    pub(crate) fn see(&mut self, path: &str) {
        self.n_files += 1;
        for (parent, name) in folders(path) {
            if let Some(tag) = certain(name) {
                *self.counts.entry(tag.clone()).or_default() += 1;
                let tags = self.parents.entry(parent.to_owned()).or_default();
                tags.insert(tag);
            }
        }
    }

    /// Whether enough files are below folders of a language for these to be no pages that have its
    /// code for a name, as the elements `th` and `tr` of HTML do.
    fn is_borne_out(&self, tag: &String) -> bool {
        self.n_files < MANY || self.counts.get(tag).is_some_and(|&n| n >= LEAST_DOCUMENTS)
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
                    let mut beside = self.parents.get(parent).into_iter().flatten();
                    let is_beside = beside.any(|tag| self.is_borne_out(tag));
                    let certain = certain(name).filter(|tag| self.is_borne_out(tag));
                    let is_word = |tag: &String| is_known(tag) && !CODES.contains(&tag.as_str());
                    certain.or_else(|| tag.filter(|tag| is_beside && is_word(tag)))
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

/// Documents of a corpus from which on a language that hardly any is in is a mistake, and how many
/// it takes not to be one.
const MANY: usize = 20;
const LEAST_DOCUMENTS: usize = 3;

/// Takes languages back that only texts say and hardly any document is in: a page of names or of
/// quotations looks like some other language now and then.
pub(crate) fn correct(documents: &mut BTreeMap<String, Document>, found: &[(String, Findings)]) {
    if documents.len() < MANY {
        return;
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for document in documents.values() {
        *counts.entry(document.language.clone()).or_default() += 1;
    }
    for (name, findings) in found {
        if let Some(language) = &findings.without_text_language
            && let Some(document) = documents.get_mut(name)
            && counts
                .get(&document.language)
                .is_some_and(|&n| n < LEAST_DOCUMENTS)
        {
            document.language.clone_from(language);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_of_one_page_among_many_is_a_mistake() {
        let page = |n: usize, language: &str| {
            let document = Document {
                language: language.to_owned(),
                ..Document::default()
            };
            (format!("{n:02}"), document)
        };
        let languages = |n_french: usize, n_all: usize| {
            let french = |n| if n < n_french { "fr" } else { "en" };
            let mut documents: BTreeMap<String, Document> =
                (0..n_all).map(|n| page(n, french(n))).collect();
            let findings = Findings {
                without_text_language: Some("en".to_owned()),
                ..Findings::default()
            };
            let found: Vec<_> = documents
                .keys()
                .take(n_french)
                .map(|name| (name.clone(), findings.clone()))
                .collect();
            correct(&mut documents, &found);
            documents
                .values()
                .filter(|one| one.language == "fr")
                .count()
        };
        assert_eq!(languages(1, 30), 0);
        assert_eq!(languages(1, 3), 1);
        assert_eq!(languages(3, 30), 3);
    }

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
        // Among many files one is a page with that name, three are a translation.
        for n in 0..30 {
            folders.see(&format!("element/p{n}.md"));
        }
        folders.see("element/th/index.md");
        assert_eq!(folders.language_of("element/th/index.md", 0), None);
        assert_eq!(folders.language_of("element/hr/index.md", 0), None);
        folders.see("element/th/a.md");
        folders.see("element/th/b.md");
        let thai = folders.language_of("element/th/index.md", 0);
        assert_eq!(thai.as_deref(), Some("th"));
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
