//! Files to documents: titles, lines, chunks; and the properties that all of them have.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use index::{Chunk, Document};
use proptest::prelude::*;

use std::sync::Arc;

use super::*;
use crate::chunk::LIMIT;

fn place() -> Place {
    Place {
        path: "a/some-file.md".to_owned(),
        kind: FileKind::Markdown,
        variables: Arc::default(),
        is_made_up: false,
        base: Uri::parse("https://x.org").unwrap(),
        uri: Uri::parse("https://x.org/a").unwrap(),
        language: None,
        default_language: "en".to_owned(),
        fallback_title: "Some file".to_owned(),
    }
}

pub(crate) fn document(text: &str) -> Document {
    match read(&place(), text.as_bytes(), None, None).unwrap() {
        Page::Document(document, _) => *document,
        other => panic!("{other:?}"),
    }
}

/// Title and description, then each chunk: lines, breadcrumbs, content.
pub(crate) fn check(text: &str, expected: &Expect) {
    let document = document(text);
    properties(&document, text).unwrap();
    let description: String = document.description.chars().take(40).collect();
    let mut shown = format!("{} -- {description}\n", document.title);
    for chunk in &document.chunks {
        let mut crumbs = Vec::new();
        let mut at = chunk.heading;
        while let Some(heading) = at.and_then(|id| document.headings.get(id as usize)) {
            crumbs.insert(0, format!("{} #{}", heading.title, heading.anchor));
            at = heading.parent;
        }
        writeln!(
            shown,
            "[{}-{}] {}",
            chunk.lines.start(),
            chunk.lines.end(),
            crumbs.join(" > ")
        )
        .unwrap();
        let content = shown_chunk(&document, chunk);
        let lines: Vec<&str> = content.lines().collect();
        for same in lines.chunk_by(|a, b| a == b) {
            let short: String = same[0].chars().take(40).collect();
            let times = if same.len() > 1 {
                format!(" ({} times)", same.len())
            } else {
                String::new()
            };
            writeln!(shown, "| {short}{times}").unwrap();
        }
    }
    expected.assert_eq(&shown);
}

fn check_problem(bytes: &[u8], expected: &Expect) {
    expected.assert_eq(&read(&place(), bytes, None, None).unwrap_err().to_string());
}

fn shown_chunk(document: &Document, chunk: &Chunk) -> String {
    format!(
        "{}{}{}",
        chunk.prefix,
        &document.content[chunk.range.clone()],
        chunk.suffix
    )
}

/// What every document promises.
pub(crate) fn properties(document: &Document, source: &str) -> Result<(), TestCaseError> {
    let mut end = 0;
    let lines: Vec<&str> = source.lines().collect();
    for chunk in &document.chunks {
        prop_assert_eq!(chunk.range.start, end, "a gap or an overlap");
        prop_assert!(chunk.range.end > end, "an empty chunk");
        end = chunk.range.end;
        let shown = shown_chunk(document, chunk);
        prop_assert!(
            shown.chars().count() <= LIMIT,
            "{} characters",
            shown.chars().count()
        );
        prop_assert!(chunk.prefix.is_empty() || chunk.prefix.ends_with('\n'));
        prop_assert!(*chunk.lines.start() >= 1 && chunk.lines.start() <= chunk.lines.end());
        prop_assert!(*chunk.lines.end() as usize <= lines.len().max(1));
        // Where no rule has anything to do, the last line of the chunk is the line of the source
        // that it says.
        if source.contains(['<', '{', '&', '!', ':', '=', '/', '?']) {
            continue;
        }
        let last = document.content[chunk.range.clone()]
            .lines()
            .last()
            .unwrap_or_default()
            .trim();
        let line = lines
            .get(*chunk.lines.end() as usize - 1)
            .copied()
            .unwrap_or_default();
        let title = format!("# {}", document.title);
        // A fence that the source does not close is closed.
        let is_closing = last.len() > 2 && last.chars().all(|c| matches!(c, '`' | '~'));
        // Tables lose what only pads their cells.
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        prop_assert!(
            words(line).contains(&words(last)) || last == title || is_closing,
            "{line:?} should hold {last:?}"
        );
    }
    prop_assert_eq!(end, document.content.len());
    prop_assert!(document.content.ends_with('\n'));
    Ok(())
}

#[test]
fn titles() {
    check(
        "# A *b*\n\nText one.\n",
        &expect![[r"
        A b -- Text one.
        [1-3] 
        | # A *b*
        | 
        | Text one.
    "]],
    );
    check(
        "---\ntitle: From front matter\n---\n\nIntro.\n\n## From front matter\n\nText.\n",
        &expect![[r"
            From front matter -- Intro.
            [5-9] 
            | # From front matter
            | 
            | Intro.
            | 
            | ## From front matter
            | 
            | Text.
        "]],
    );
    check(
        "---\ntitle: Short\n---\n# Long title\n\nText.\n",
        &expect![[r"
            Short -- Text.
            [4-6] 
            | # Long title
            | 
            | Text.
        "]],
    );
    check(
        "## Second level\n\nText.\n\n## Next\n\nText.\n",
        &expect![[r"
            Second level -- Text.
            [1-7] 
            | ## Second level
            | 
            | Text.
            | 
            | ## Next
            | 
            | Text.
        "]],
    );
    check(
        "Only text.\n",
        &expect![[r"
        Some file -- Only text.
        [1-1] 
        | # Some file
        | 
        | Only text.
    "]],
    );
    check(
        "---\ntitle: '<a> and #'\ndescription: Nothing else.\n---\n",
        &expect![[r"
            <a> and # -- Nothing else.
            [4-4] 
            | # <a> and #
        "]],
    );
    check(
        "\u{feff}---\r\ntitle: T\r\n---\r\n\r\n\r\nOne\r\ntwo.\r\n",
        &expect![[r"
            T -- One two.
            [6-7] 
            | # T
            | 
            | One
            | two.
        "]],
    );
}

#[test]
fn descriptions() {
    let describe = |text: &str| document(text).description;
    assert_eq!(
        describe(
            "# T\n\n[![badge](a.svg)](b)\n\n{{Ref(\"x\")}}\n\n{{Ref}} The *first*\nparagraph."
        ),
        "The first paragraph."
    );
    assert_eq!(
        describe("# T\n\nimport A from 'a'\n\n:::note\n\n> Quote\n\nProse."),
        "Prose."
    );
    let long = describe(&format!(
        "# T\n\nOne sentence that is of some length. {}",
        "word ".repeat(100)
    ));
    assert!(
        long.ends_with("word…") && long.chars().count() <= 300,
        "{long}"
    );
    let long = describe(&format!(
        "# T\n\n{}. More {}",
        "word ".repeat(30).trim(),
        "word ".repeat(100)
    ));
    assert!(long.ends_with("word."), "{long}");
}

#[test]
fn problems_have_a_line() {
    check_problem(
        b"# T\n\0",
        &expect!["a/some-file.md:2: holds a NUL byte: this is no text"],
    );
    assert_eq!(
        read(&place(), b"---\nlang: fr\n---\n\n", None, None),
        Ok(Page::NoText)
    );
    assert_eq!(read(&place(), b"", None, None), Ok(Page::NoText));
    check_problem(
        b"---\ntitle: a\ntags: [a\n---\n",
        &expect![
            "a/some-file.md:4: front matter is not YAML: while parsing a flow sequence, expected ',' or ']'"
        ],
    );
    check_problem(
        format!("---\nuri: https://x.org/{}\n---\nA", "y".repeat(500)).as_bytes(),
        &expect![
            "a/some-file.md:1: its name would have 516 characters, 500 are the most: shorten the path, or set `uri`"
        ],
    );
}

#[test]
fn old_encodings_are_read() {
    let read = |bytes: &[u8]| match read(&place(), bytes, None, None) {
        Ok(Page::Document(document, _)) => document.content,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        read(b"# T\n\nUn caf\xE9 \xE0 Nice\n"),
        "# T\n\nUn caf\u{e9} \u{e0} Nice\n"
    );
    let utf_16: Vec<u8> = "\u{feff}# T\n\nCaf\u{e9}\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert_eq!(read(&utf_16), "# T\n\nCaf\u{e9}\n");
}

/// Markdown that is made of what documents are made of.
fn markdown_text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        "#{1,4} [a-z]{1,9}",
        "[a-zé ক।.]{0,200}",
        "( {0,6})(```|~~~~|````)(js)?",
        "( {0,4})[-*] [a-z ]{0,40}",
        "> [a-z ]{0,20}",
        "\\| [a-z]{0,30} \\| [a-z]{0,30} \\|",
        Just("|---|---|".to_owned()),
        "</?(div|b|Tabs)>",
        Just("---".to_owned()),
        Just(String::new()),
        Just(String::new()),
        "[a-z. ]{1700,4000}",
        "x{1500,3600}",
    ];
    proptest::collection::vec(line, 0..60).prop_map(|lines| lines.join("\n"))
}

proptest! {
    // Enough to meet each kind of line beside each other; the texts are long.
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn any_bytes_give_a_document_or_a_problem(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        if let Err(problem) = read(&place(), &bytes, None, None) {
            prop_assert!(problem.line >= 1);
        }
    }

    #[test]
    fn any_text_keeps_the_promises(text in "(\\PC|\n){0,400}") {
        if let Ok(Page::Document(document, _)) = read(&place(), text.as_bytes(), None, None) {
            properties(&document, &text)?;
        }
    }

    #[test]
    fn documents_keep_the_promises(text in markdown_text()) {
        if let Ok(Page::Document(document, _)) = read(&place(), text.as_bytes(), None, None) {
            properties(&document, &text)?;
        }
    }
}
