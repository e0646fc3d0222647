//! Answers from a page or two.

use index::{Chunk, CorpusInfo, Heading, Index, IndexBytes, IndexWriter};
use proptest::prelude::*;

use crate::tests::{finish, index, page};
use crate::{AnswerWeights, answer, answer_with};

#[test]
fn answers_are_sentences_of_the_corpus() {
    let index = index();
    let found = answer(&index, "When do the tokens of a user expire?").unwrap();
    let first = "Tokens expire after one hour and are renewed without the user. [1]\n";
    assert!(found.text.starts_with(first), "{}", found.text);
    let source = "[1] Authentication > Tokens: https://a.dev/auth#tokens (";
    assert!(found.text.contains(source), "{}", found.text);
    assert_eq!(found.references, ["documents/a.dev/auth"]);
    assert_eq!(found.statements[0].number, 1);
}

#[test]
fn of_a_question_only_so_much_is_read_as_of_a_query() {
    let index = index();
    let question = format!("{:2000}", "When do the tokens of a user expire?");
    let long = format!(
        "{question} What is a cache? Wie lange? {}",
        "a".repeat(9_000)
    );
    let (long, short) = (
        answer(&index, &long).unwrap(),
        answer(&index, &question).unwrap(),
    );
    assert_eq!(long, short);
}

#[test]
fn what_the_corpus_does_not_answer_is_not_answered() {
    let index = index();
    let nothing = answer(&index, "What do zebras eat for breakfast?").unwrap();
    assert!(nothing.references.is_empty() && nothing.statements.is_empty());
    assert!(nothing.text.contains("does not answer"), "{}", nothing.text);
    let near = answer(&index, "Which zebras sign breakfast with xylophones?").unwrap();
    assert!(near.references.is_empty());
    assert_eq!(near.related.first().unwrap(), "documents/a.dev/auth");
    assert!(
        near.text
            .contains("May be related:\n- Authentication: https://a.dev/auth")
    );
}

/// An index of one page with this text, as one chunk.
fn index_of(text: &str) -> IndexBytes {
    let mut document = page("a.dev/guide Guide");
    text.clone_into(&mut document.content);
    document.headings.push(Heading {
        parent: None,
        start: 0,
        title: "Install".to_owned(),
        anchor: "install".to_owned(),
    });
    document.chunks.push(Chunk {
        range: 0..text.len(),
        heading: None,
        lines: 1..=text.lines().count().max(1) as u32,
        text: text.to_owned(),
        links: String::new(),
        prefix: String::new(),
        suffix: String::new(),
    });
    let mut writer = IndexWriter::new(CorpusInfo::default());
    writer.add(&document).unwrap();
    finish(writer)
}

/// The answer of a page to a question, whatever its confidence, without the sources.
#[track_caller]
fn check_answer(page: &str, question: &str, expected: &str) {
    let bytes = index_of(page);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let weights = AnswerWeights {
        enough: 0.0,
        ..AnswerWeights::DEFAULT
    };
    let answer = answer_with(&index, question, &weights).unwrap();
    let (body, _) = answer.text.split_once("\n\nSources:\n").unwrap();
    assert_eq!(body, expected);
}

#[test]
fn instructions_come_with_their_steps_and_code() {
    check_answer(
        "# Guide\n\n## Install\n\nTo install the tool, do this:\n\n1. Download\n   the [archive](x.md).\n2. Run it:\n\n   ```sh\n   ./tool\n   ```\n\n**Note**: It needs Linux.\n",
        "How do I install the tool?",
        "To install the tool, do this: [1]\n\n1. Download the archive. [1]\n2. Run it: [1]\n\n```sh\n./tool\n```\n\n[1]\n\n**Note**: It needs Linux. [1]",
    );
}

#[test]
fn a_pronoun_leads_only_behind_what_it_stands_for() {
    check_answer(
        "Ada wrote the compiler. She finished it in 1843.",
        "When was the compiler finished?",
        "Ada wrote the compiler. She finished it in 1843. [1]",
    );
}

#[test]
fn rows_come_with_the_head_of_their_table() {
    check_answer(
        "| option | default |\n|---|---|\n| `--port` of the server | 8787 |\n| `--host` | all |\n",
        "What is the default port of the server?",
        "| option | default |\n|---|---|\n| `--port` of the server | 8787 |\n\n[1]",
    );
}

#[test]
fn a_definition_leads() {
    check_answer(
        "Ducts are fast. Every duct has a name. A duct is a way for air. See the list of ducts.",
        "What is a duct?",
        "A duct is a way for air. [1]\n\nDucts are fast. [1]",
    );
}

#[test]
fn a_yes_goes_with_what_it_begins() {
    check_answer(
        "# Guide\n\n## Install\n\nYes. The lid does that from above.\n\nWho can install has a name.\n",
        "Can I install?",
        "Yes. The lid does that from above. [1]",
    );
}

#[test]
fn a_list_that_is_asked_for_comes_whole() {
    check_answer(
        "## Ducts\n\n| kind | use |\n|---|---|\n| round ducts | for air |\n| square ducts | for rooms |\n| flat ducts | for floors |\n",
        "Which ducts are square?",
        "| kind | use |\n|---|---|\n| round ducts | for air |\n| square ducts | for rooms |\n| flat ducts | for floors |\n\n[1]",
    );
}

#[test]
fn what_sends_the_reader_on_does_not_lead() {
    check_answer(
        "For more on closing ducts, see the guide. Ducts close by themselves.",
        "How do ducts close?",
        "Ducts close by themselves. [1]",
    );
}

/// Steps of which some are in the next chunk of their section.
#[test]
fn steps_that_a_chunk_cuts_come_whole() {
    let chunks = [
        "## Install\n\nInstall the duct:\n\n1. Open the box.\n2. Take the lid.\n",
        "3. Close the lid.\n4. Wait.\n\nIt is done now.\n",
    ];
    let mut document = page("a.dev/guide Guide");
    document.content = chunks.concat();
    document.headings.push(Heading {
        parent: None,
        start: 0,
        title: "Install".to_owned(),
        anchor: "install".to_owned(),
    });
    let mut start = 0;
    for text in chunks {
        document.chunks.push(Chunk {
            range: start..start + text.len(),
            heading: Some(0),
            lines: 1..=1,
            text: text.to_owned(),
            links: String::new(),
            prefix: String::new(),
            suffix: String::new(),
        });
        start += text.len();
    }
    let mut writer = IndexWriter::new(CorpusInfo::default());
    writer.add(&document).unwrap();
    let bytes = finish(writer);
    let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
    let answer = answer(&index, "How do I install the duct?").unwrap();
    assert!(
        answer.text.contains("4. Wait. [1]"),
        "{} {:?}",
        answer.text,
        answer.evidence
    );
    assert!(!answer.text.contains("more steps"), "{}", answer.text);
}

#[test]
fn what_has_no_subject_is_not_answered() {
    let index = index();
    for question in [
        "What is it?",
        "how do I do this",
        "1 2 3",
        "??",
        "qwrtz xcvbn",
    ] {
        let answer = answer(&index, question).unwrap();
        assert!(answer.references.is_empty(), "{question}: {}", answer.text);
    }
}

proptest! {
    #[test]
    fn whatever_a_page_says_an_answer_repeats_it(
        text in "([-*#>|`1.\\[\\]() \t]{0,6}[a-cä।。ก]{1,3}[ .:!?\n]{1,3}){1,60}",
        question in "[a-c ]{1,12}",
    ) {
        let bytes = index_of(&text);
        let index = Index::open(&bytes.terms, &bytes.knowledge).unwrap();
        let weights = AnswerWeights { enough: 0.0, ..AnswerWeights::DEFAULT };
        let answer = answer_with(&index, &question, &weights).unwrap();
        let is_mark = |c: char| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')');
        let bare = |text: &str| text.replace(is_mark, "");
        for statement in &answer.statements {
            // Without the targets of links, what is left of a statement is in order in the page.
            let mut page = text.chars();
            let in_order = bare(&statement.text).chars().all(|c| page.any(|other| other == c));
            prop_assert!(in_order, "{:?}", statement.text);
        }
        prop_assert_eq!(answer.references.is_empty(), answer.statements.is_empty());
    }
}
