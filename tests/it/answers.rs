//! What is answered from the shipped corpus, by the questions of `tests/quality/answers.toml`.

use std::fs;

use index::Index;
use search::Answer;
use serde::Deserialize;

use crate::support::{open, root};

/// Questions whose first statement has to say the right thing, whose first statement has to be from
/// the right section, that have to be answered at all, and that have to be refused, of all. A page
/// that is added may take one; a change of how answers are found may not.
const FLOORS: [usize; 4] = [37, 38, 49, 29];

/// What the names of the documents begin with.
const SITE: &str = "documents/knowledge-worker.example/";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Questions {
    answered: Vec<Answered>,
    refused: Vec<Refused>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answered {
    question: String,
    says: String,
    from: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Refused {
    question: String,
}

/// The section that the first statement is from, as `document#anchor`.
fn section(answer: &Answer) -> Option<String> {
    let first = answer.statements.first()?;
    let document = first.name.strip_prefix(SITE)?;
    let sources = answer.text.split_once("\n\nSources:\n")?.1;
    let source = sources
        .lines()
        .find(|line| line.starts_with(&format!("[{}] ", first.number)))?;
    let anchor = source
        .rsplit_once(" (")
        .and_then(|(uri, _)| uri.rsplit_once('#'));
    Some(anchor.map_or_else(
        || document.to_owned(),
        |(_, anchor)| format!("{document}#{anchor}"),
    ))
}

fn answer(index: &Index<'_>, question: &str) -> Answer {
    search::answer(index, question).unwrap()
}

#[test]
fn the_first_statement_answers() {
    let text = fs::read_to_string(root().join("tests/quality/answers.toml")).unwrap();
    let Questions { answered, refused } = toml::from_str(&text).unwrap();
    let built = indexer::build(&root().join("corpus"), &indexer::BuildOptions::default()).unwrap();
    let index = open(&built);
    let mut found = [0; 4];
    let mut report = String::new();
    for Answered {
        question,
        says,
        from,
    } in &answered
    {
        let answer = answer(&index, question);
        let first = answer.statements.first();
        let first = first.map_or("", |first| first.text.as_str());
        let section = section(&answer).unwrap_or_default();
        let says = first.to_lowercase().contains(&says.to_lowercase());
        let is_from =
            |place: &String| section == *place || section.split('#').next() == Some(place.as_str());
        let is_right = from.iter().any(is_from);
        found[0] += usize::from(says);
        found[1] += usize::from(is_right);
        found[2] += usize::from(!answer.references.is_empty());
        if !says || !is_right {
            report.extend(["\n? ", question, "\n  ", first, "\n  ", &section]);
        }
    }
    for Refused { question } in &refused {
        let answer = answer(&index, question);
        found[3] += usize::from(answer.references.is_empty());
        if !answer.references.is_empty() {
            report.extend(["\n! ", question, "\n  ", &answer.text]);
        }
    }
    let is_enough = found
        .iter()
        .zip(FLOORS)
        .all(|(found, floor)| *found >= floor);
    assert!(
        is_enough,
        "{found:?} of {} and {}, at least {FLOORS:?}: {report}",
        answered.len(),
        refused.len()
    );
}

#[test]
fn a_refusal_is_in_the_language_of_the_question() {
    let built = indexer::build(&root().join("corpus"), &indexer::BuildOptions::default()).unwrap();
    let index = open(&built);
    let check = |question: &str, begins: &str| {
        let answer = answer(&index, question);
        assert!(answer.references.is_empty(), "{}", answer.text);
        assert!(answer.text.starts_with(begins), "{}", answer.text);
    };
    check("How do I bake bread?", "The documentation");
    check("Wie backe ich Brot?", "Die Dokumentation");
    check("Comment faire du pain ?", "La documentation");
    check("¿Quién ganó la copa del mundo?", "La documentación");
    check("Como fazer pão caseiro?", "A documentação");
    check("パンの作り方を教えてください", "ドキュメント");
    check("빵은 어떻게 굽나요?", "문서");
    check("怎么做面包", "文档");
    check("रोटी कैसे बनाते हैं?", "दस्तावेज़");
    check("রুটি কীভাবে বানাব?", "ডকুমেন্টেশনে");
    check("كيف أخبز الخبز؟", "لا تجيب");
    check("ทำขนมปังอย่างไร", "เอกสาร");
}
