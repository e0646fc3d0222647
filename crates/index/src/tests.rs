//! What the writer writes, the reader reads.

use std::collections::BTreeSet;

use proptest::prelude::*;

use crate::analysis::rules;
use crate::postings::ONE;
use crate::{
    Chunk, ChunkId, CorpusInfo, Document, DocumentId, Frames, Heading, Index, IndexBytes,
    IndexWriter, analysis,
};

/// zstd frames that hold their block as it is: a raw block may have up to 128 KiB.
pub(crate) fn raw_frames(blocks: &[&[u8]]) -> Frames {
    let frames = blocks
        .iter()
        .map(|block| {
            // Magic number; a single segment with its size in four bytes; a last, raw block.
            let header = (block.len() as u32) << 3 | 1;
            let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0b1010_0000];
            frame.extend((block.len() as u32).to_le_bytes());
            frame.extend(&header.to_le_bytes()[..3]);
            frame.extend_from_slice(block);
            frame
        })
        .collect();
    Frames {
        frames,
        ..Frames::default()
    }
}

/// A document of a title, a lead and sections of one heading each.
fn document(uri: &str, language: &str, title: &str, sections: &[(&str, &str)]) -> Document {
    let mut document = Document {
        uri: uri.to_owned(),
        title: title.to_owned(),
        description: format!("About {title}"),
        language: language.to_owned(),
        path: "a/b.md".to_owned(),
        ..Document::default()
    };
    let mut line = 1;
    for (heading, text) in sections {
        let start = document.content.len();
        document
            .content
            .extend(["## ", heading, "\n\n", text, "\n\n"]);
        let at = document.headings.len() as u32;
        document.headings.push(Heading {
            parent: at.checked_sub(1),
            title: (*heading).to_owned(),
            anchor: heading.to_lowercase(),
            start: start as u32,
        });
        document.chunks.push(Chunk {
            range: start..document.content.len(),
            heading: Some(at),
            lines: line..=line + 3,
            text: format!("{heading}\n{text}"),
            links: String::new(),
            prefix: String::new(),
            suffix: if text.is_empty() {
                "```\n".to_owned()
            } else {
                String::new()
            },
        });
        line += 4;
    }
    document
}

fn documents() -> Vec<Document> {
    vec![
        document(
            "https://a.dev/cache",
            "en",
            "Caching pages",
            &[
                ("Cached", "Pages are cached. A cache is a cache."),
                ("Empty", ""),
            ],
        ),
        document(
            "http://a.dev/fr/cache",
            "fr",
            "Le cache général",
            &[("Général", "Les pages")],
        ),
        document(
            "https://a.dev/ja",
            "ja",
            "新幹線",
            &[("入門", "新幹線の入門 getElementById")],
        ),
    ]
}

fn bytes(documents: &[Document]) -> IndexBytes {
    let mut writer = IndexWriter::new(CorpusInfo::default());
    for document in documents {
        writer.add(document).unwrap();
    }
    writer.finish(raw_frames).unwrap()
}

#[test]
fn documents_are_read_back() {
    let documents = documents();
    let bytes = bytes(&documents);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    index.verify().unwrap();
    assert_eq!(index.statistics().n_chunks, 4);
    for (number, document) in documents.iter().enumerate() {
        let id = index.document_id(&document.name()).unwrap();
        assert_eq!(id, DocumentId(number as u32));
        let stored = index.document(id).unwrap();
        assert_eq!(stored.uri, document.uri);
        assert_eq!(stored.title, document.title);
        assert_eq!(stored.description, document.description);
        assert_eq!(stored.language, document.language);
        assert_eq!(stored.headings, document.headings);
        assert_eq!(index.content(&stored).unwrap(), document.content);
        for (stored_chunk, chunk) in stored.chunks.iter().zip(&document.chunks) {
            assert_eq!(stored_chunk.range, chunk.range);
            assert_eq!(stored_chunk.lines, chunk.lines);
            assert_eq!(stored_chunk.suffix, chunk.suffix);
            let text = index.chunk_text(&stored, stored_chunk).unwrap();
            assert_eq!(text, document.content[chunk.range.clone()]);
        }
    }
    assert_eq!(index.document_id("documents/a.dev"), None);
    assert_eq!(
        index.names_from("documents/a.dev/c", 9),
        ["documents/a.dev/cache"]
    );
    assert_eq!(index.document_of(ChunkId(1)), DocumentId(0));
    assert_eq!(index.document_of(ChunkId(2)), DocumentId(1));
}

#[test]
fn the_rules_of_its_own_languages_are_all_that_an_index_needs() {
    let bytes = bytes(&documents());
    let all = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let own: Vec<_> = all.languages().iter().filter_map(|l| l.name()).collect();
    assert_eq!(own, ["EN", "FR"]);
    let own = [rules::EN, rules::FR];
    let own = Index::open_with(&bytes.terms, &bytes.knowledge, &own).unwrap();
    assert_eq!(own.languages(), all.languages());
    assert_eq!(own.rules_of("fr-CA").class("généraux"), "general");
    assert_eq!(own.rules_of("ja").class("généraux"), "generaux");
}

#[test]
fn forms_of_a_word_are_found_by_its_class() {
    let bytes = bytes(&documents());
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let text = |class: &str| {
        let mut found = Vec::new();
        for form in index.terms().forms(class) {
            for posting in form.postings.text {
                found.push((form.term.clone(), posting.id, posting.weight));
            }
        }
        found
    };
    // A heading counts once more in its own chunk, and once in those under it.
    let cached = |chunk, weight| ("cached".to_owned(), chunk, weight);
    let cache = ("cache".to_owned(), 0, 2 * ONE);
    assert_eq!(text("cach"), [cache, cached(0, 3 * ONE), cached(1, ONE)]);
    assert_eq!(text("general"), [("général".into(), 2, 2 * ONE)]);
    assert_eq!(text("新幹"), [("新幹".into(), 3, ONE)]);
    assert_eq!(text("element"), [("element".into(), 3, ONE / 2)]);
    let title = &index.terms().forms("cach")[0];
    let title: Vec<_> = title
        .postings
        .title
        .clone()
        .map(|posting| posting.id)
        .collect();
    assert_eq!(title, [0, 1]);
}

/// The title field has what links call a document, beside what it calls itself, and no word twice for that.
#[test]
fn links_to_a_document_are_like_its_title() {
    let mut page = document(
        "https://a.dev/storage",
        "en",
        "Key value store",
        &[("One", "text")],
    );
    page.chunks[0].links = "persist a value\nkv".to_owned();
    let bytes = bytes(&[page]);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let weight = |class: &str| -> u32 {
        let forms = index.terms().forms(class);
        let postings = forms.into_iter().flat_map(|form| form.postings.title);
        postings.map(|posting| posting.weight).sum()
    };
    assert_eq!(weight("valu"), ONE);
    assert_eq!(weight("persist"), ONE / 2);
    assert_eq!(weight("kv"), ONE / 2);
    assert_eq!(weight("text"), 0);
}

/// A document that has two forms of a word, or a word in two chunks, has it once.
#[test]
fn documents_with_a_word_are_counted_once() {
    let documents = |n: usize| -> Vec<Document> {
        let page = |number: usize| {
            let sections = [("One", "cache and cached"), ("Two", "caches")];
            let uri = format!("https://a.dev/{number:03}");
            let sections = if number.is_multiple_of(2) {
                &sections[..]
            } else {
                &[]
            };
            document(&uri, "en", "Page", sections)
        };
        (0..n).map(page).collect()
    };
    // Few are counted, many are stored.
    for n in [2, 20, 200] {
        let bytes = bytes(&documents(n));
        let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
        let forms = index.terms().forms("cach");
        assert_eq!(forms.len(), 3);
        assert_eq!(index.n_documents_with(&forms) as usize, n / 2);
        assert_eq!(index.n_documents_with(&[]), 0);
    }
}

#[test]
fn the_same_documents_give_the_same_bytes() {
    assert_eq!(bytes(&documents()), bytes(&documents()));
}

#[test]
fn names_must_ascend() {
    let mut writer = IndexWriter::new(CorpusInfo::default());
    let documents = documents();
    writer.add(&documents[1]).unwrap();
    assert!(writer.add(&documents[1]).is_err());
    assert!(writer.add(&documents[0]).is_err());
}

#[test]
fn chunks_must_cover_the_text() {
    let mut document = documents().remove(0);
    document.chunks.pop();
    assert!(
        IndexWriter::new(CorpusInfo::default())
            .add(&document)
            .is_err()
    );
}

#[test]
fn damaged_bytes_are_errors() {
    let bytes = bytes(&documents());
    assert!(Index::open(&[], &bytes.knowledge).is_err());
    assert!(Index::open(&bytes.terms, &bytes.knowledge[..bytes.knowledge.len() - 1]).is_err());
    let mut other_version = bytes.knowledge.clone();
    other_version[0] ^= 1;
    let error = Index::open(&bytes.terms, &other_version)
        .err()
        .unwrap()
        .to_string();
    assert!(error.contains("format version"), "{error}");
    // A flipped byte may change a word and no structure; what must not happen is a panic.
    for at in 0..bytes.knowledge.len() {
        let mut damaged = bytes.knowledge.clone();
        damaged[at] ^= 0x55;
        if let Ok(index) = Index::open(&bytes.terms, &damaged) {
            let _ = index.verify();
        }
    }
    // The dictionary has a checksum of its own.
    for at in 0..bytes.terms.len() {
        let mut damaged = bytes.terms.clone();
        damaged[at] ^= 0x55;
        if let Ok(index) = Index::open(&damaged, &bytes.knowledge) {
            assert!(index.verify().is_err(), "byte {at}");
        }
    }
}

/// A word is misspelled in its own script.
#[test]
fn terms_near_a_word_are_of_its_script() {
    let words = "привет हिन्दी tiếng abcd abcक";
    let pages = [document("https://a.dev/a", "vi", "T", &[("One", words)])];
    let bytes = bytes(&pages);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let near = |word: &str| -> Vec<String> {
        let near = index.terms().near(word, 1, 10).into_iter();
        near.map(|(info, _)| info.term).collect()
    };
    assert_eq!(near("привет"), ["привет"]);
    assert_eq!(near("приве"), ["привет"]);
    assert_eq!(near("हिन्द"), ["हिन्दी"]);
    assert_eq!(near("tieng"), ["tiếng"]);
    assert_eq!(near("abcf"), ["abcd"]);
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let all = bytes(&documents());
    let fewer = bytes(&documents()[..1]);
    // The terms of more documents than there are.
    let index = Index::open(&all.terms, &fewer.knowledge).unwrap();
    assert!(index.verify().is_err());
}

proptest! {
    #[test]
    fn terms_near_a_word_are_those_of_all_terms_that_are(
        texts in proptest::collection::vec("[abc]{1,7}|[abé]{1,7}", 1..40),
        word in "[abc]{3,7}|[abé]{3,7}",
    ) {
        let text = texts.join(" ");
        let mut document = documents().remove(1);
        // Its name has words of its own, which are left aside.
        document.title = "T".to_owned();
        document.headings.clear();
        document.content = format!("{text}\n");
        document.chunks = vec![Chunk {
            heading: None,
            range: 0..document.content.len(),
            text: document.content.clone(),
            ..document.chunks[0].clone()
        }];
        let bytes = bytes(&[document]);
        let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
        let mut terms = BTreeSet::new();
        analysis::analyze(&text, |token| { terms.insert(token.term.to_owned()); });
        let same_start = |term: &str| term.chars().next() == word.chars().next();
        for most in [1, 2] {
            let mut found: Vec<(String, u8)> = index
                .terms()
                .near(&word, most, usize::MAX)
                .into_iter()
                .map(|(info, edits)| (info.term, edits))
                .filter(|(term, _)| terms.contains(term))
                .collect();
            found.sort();
            let expected: Vec<(String, u8)> = terms
                .iter()
                .map(|term| (term.clone(), strsim::osa_distance(term, &word) as u8))
                .filter(|(term, edits)| *edits <= most && (most == 1 || same_start(term)))
                .collect();
            // A letter of the class that lost its accent is an edit too: with accents, some are missed.
            if text.is_ascii() && word.is_ascii() {
                prop_assert_eq!(found, expected);
            } else {
                prop_assert!(found.iter().all(|found| expected.contains(found)), "{:?}", found);
            }
        }
        let mut found: Vec<String> = index
            .terms()
            .starting_with(&word, usize::MAX)
            .into_iter()
            .map(|info| info.term)
            .filter(|term| terms.contains(term) && *term != word)
            .collect();
        found.sort();
        found.dedup();
        let expected: Vec<&String> = terms.iter().filter(|term| term.starts_with(&word) && **term != word).collect();
        prop_assert_eq!(found.iter().collect::<Vec<_>>(), expected);
    }
}
