//! What search finds on the shipped corpus, by the questions of `tests/quality/shipped.toml`.

use std::fs;

use search::Options;
use serde::Deserialize;

use crate::support::{open, root};

/// Questions whose page has to come first, and that have to find it among the first five, of all.
/// A page that is added may take a place; a change of the ranking may not cost two.
const FLOORS: [usize; 2] = [16, 20];

#[derive(Deserialize)]
struct Questions {
    question: Vec<Question>,
}

#[derive(Deserialize)]
struct Question {
    query: String,
    document: String,
}

#[test]
fn the_right_page_comes_first() {
    let text = fs::read_to_string(root().join("tests/quality/shipped.toml")).unwrap();
    let Questions {
        question: questions,
    } = toml::from_str(&text).unwrap();
    let built = indexer::build(&root().join("corpus"), &indexer::BuildOptions::default()).unwrap();
    let index = open(&built);
    let options = Options {
        limit: 5,
        per_document: 1,
        ..Options::default()
    };
    let mut found = [0, 0];
    let mut report = String::new();
    for Question { query, document } in &questions {
        let passages = search::search(&index, query, &options).unwrap();
        let at = passages
            .iter()
            .position(|passage| passage.name == *document);
        found[0] += usize::from(at == Some(0));
        found[1] += usize::from(at.is_some());
        if at != Some(0) {
            report.extend(["\n", query, ": wanted ", document]);
        }
    }
    assert!(
        found[0] >= FLOORS[0] && found[1] >= FLOORS[1],
        "{found:?} of {}, at least {FLOORS:?}: {report}",
        questions.len()
    );
}
