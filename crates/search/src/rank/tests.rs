//! What is skipped while postings are read must not change what is found.

use std::fmt::Write as _;
use std::sync::LazyLock;

use index::{CorpusInfo, Index, IndexBytes, IndexWriter};
use proptest::prelude::*;

use super::{Hit, rank};
use crate::Options;
use crate::query::Query;
use crate::tests::{finish, page};

/// Documents of words `w0` to `w79`, the low numbers frequent: some of one section and some of sixty, more
/// sections in all than are scored at once.
static BYTES: LazyLock<IndexBytes> = LazyLock::new(|| {
    let mut state = 1_u32;
    let mut below = move |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % n
    };
    let mut writer = IndexWriter::new(CorpusInfo::default());
    for number in 1000..1900 {
        let mut word = |text: &mut String| {
            let rare = below(80) + 1;
            write!(text, " w{}", below(rare)).unwrap();
            below(60)
        };
        let language = if number < 1600 { "en" } else { "fr" };
        let mut text = format!("a.dev/{language}/{number}");
        let n_sections = if word(&mut text) == 0 {
            60
        } else {
            1 + number % 7
        };
        word(&mut text);
        for _ in 0..n_sections {
            text.push_str("\nSection");
            while word(&mut text) > 30 {}
            text.push(':');
            while word(&mut text) > 2 {}
        }
        writer.add(&page(&text)).unwrap();
    }
    finish(writer)
});

/// The hits for `query`, as many as `limit` says.
fn hits(index: &Index<'_>, query: &str, language: Option<&str>, limit: usize) -> Vec<Hit> {
    let options = Options {
        limit,
        language: language.map(str::to_owned),
        ..Options::default()
    };
    rank(index, &Query::new(index, query, &options), &options)
}

#[test]
fn a_document_of_many_pieces_is_one_document() {
    let mut writer = IndexWriter::new(CorpusInfo::default());
    let mut text = "a.dev/en/long Walrus".to_owned();
    for number in 0..4_500 {
        let word = match number {
            3 => "zebra",
            2_100 | 4_400 => "okra",
            _ => "filler",
        };
        write!(text, "\nSection {number}: {word} and what else there is.").unwrap();
    }
    writer.add(&page(&text)).unwrap();
    let bytes = finish(writer);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let found = |query: &str| hits(&index, query, None, 10);
    assert_eq!(found("okra").len(), 2);
    assert_eq!(found("okra -zebra"), []);
    assert_eq!(found("okra -walrus"), []);
    let score = |query: &str| found(query).first().map_or(0.0, |hit| hit.score);
    assert!(score("okra walrus") > score("okra filler"));
    let last = found("okra walrus")
        .into_iter()
        .find(|hit| hit.chunk.0 == 4_400);
    assert!(last.is_some_and(|hit| hit.score > score("okra")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn nothing_better_is_skipped(
        words in proptest::collection::vec((0..80_u32, 0..12_u32), 1..7),
        is_heading: bool,
        limit in 1..25_usize,
        language in proptest::option::of(prop_oneof!["en", "fr"]),
    ) {
        let index = Index::open(&BYTES.terms, &BYTES.knowledge).unwrap();
        let n_chunks = index.statistics().n_chunks;
        prop_assert!(n_chunks > 2 * 2048, "{n_chunks} chunks");
        let query: Vec<String> = words
            .iter()
            .map(|(word, kind)| match kind {
                0 => format!("-w{word}"),
                1 => format!("\"w{word} w{}\"", word / 2),
                _ => format!("w{word}"),
            })
            .collect();
        let start = if is_heading { "section " } else { "" };
        let query = format!("{start}{}", query.join(" "));
        let some = hits(&index, &query, language.as_deref(), limit);
        let mut all = hits(&index, &query, language.as_deref(), usize::MAX);
        all.truncate(limit);
        prop_assert_eq!(some.len(), all.len());
        for (one, other) in some.iter().zip(&all) {
            // Sums of the same numbers in another order.
            let same = (one.score - other.score).abs() <= 1e-4 * other.score;
            prop_assert!(same, "{}: {:?} in place of {:?}", query, one, other);
        }
    }
}
