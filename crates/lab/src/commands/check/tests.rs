//! A folder with one of each thing that an author wants to hear of.

use expect_test::{Expect, expect};

use super::*;

/// The report on a folder: `== path` begins a file.
fn report_on(files: &str) -> Report {
    let folder = tempfile::tempdir().unwrap();
    for file in files.split("== ").filter(|file| !file.is_empty()) {
        let (path, content) = file.split_once('\n').unwrap();
        let path = folder.path().join("my-docs").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    report(&mut Corpus::open(&folder.path().join("my-docs")).unwrap())
}

#[track_caller]
fn check(files: &str, fails: bool, expected: &Expect) {
    let report = report_on(files);
    expected.assert_eq(&text(&report));
    assert_eq!(report.fails(), fails);
}

#[test]
fn a_folder_without_documents_fails_as_its_build_does() {
    let report = report_on("== corpus.toml\nexclude = [\"**/*\"]\n== a.md\nText.\n");
    assert!(report.fails());
    assert!(text(&report).starts_with("0 documents: there is nothing to serve\n"));
}

#[test]
fn everything_is_said() {
    let long = "A sentence that is said again and again. ".repeat(1_500);
    let files = format!(
        "== corpus.toml\n[[products]]\nname = \"Example\"\ndomain = \"x.org\"\n\
         == x.org/a.md\n# Same title\n\nText of a with a [link](b.md), [another](none.md#x) and [a third](b.md#none).\n\
         == x.org/b.md\n# Same title\n\nOther text.\n\n{{{{< unclosed \"x\" \n\n</Tabs\n\
         == x.org/copy.md\n# Same title\n\nOther text.\n\n{{{{< unclosed \"x\" \n\n</Tabs\n\
         == x.org/untitled.md\n- One\n- Two\n\
         == x.org/long.md\n# Long\n\n{long}\n\
         == x.org/fr/a.md\n---\ntitle: Titre\ndescription: Une page.\n---\nTexte.\n\
         == x.org/draft.md\n---\ndraft: true\n---\nNot yet.\n\
         == x.org/_part.md\nPart.\n\
         == x.org/bad.md\n---\ntitle: [\n---\nText.\n\
         == x.org/logo.png\nPNG\n\
         == other.org/z.md\n# Z\n\nText.\n"
    );
    check(
        &files,
        true,
        &expect![[r#"
            6 documents
            by language: 5 en, 1 fr
            by product: 5 Example, 1 other.org
            not read: 1 images, styles and other assets
            left out: 1 drafts
              x.org/draft.md
            left out: 1 partials (_*)
              x.org/_part.md
            note: 1 page has the text of another and is served once, under both names; the first: x.org/copy.md is x.org/b.md
            files or parts that cannot be used: 1
              x.org/bad.md:3: front matter is not YAML: while parsing a node, did not find expected node content
            links that lead nowhere: 2
              x.org/a.md:3: links to b.md#none, where nothing has the anchor #none
              x.org/a.md:3: links to none.md#x, which is not there
            markup left over: 1
              x.org/b.md:5: template: {{< unclosed "x"
            pages without a title, named after their file: 1
              x.org/untitled.md
            pages without a description and a first paragraph: 1
              x.org/untitled.md
            pages too large to be read in one call: 1
              x.org/long.md: 61508 characters
            titles of several pages: 1
              "Same title": x.org/a.md, x.org/b.md
            pages with the text of another, served once: 1
              x.org/copy.md is x.org/b.md
        "#]],
    );
}

#[test]
fn nothing_wrong() {
    check(
        "== x.org/a.md\n# A\n\nText with a [link](b.md).\n== x.org/b.md\n# B\n\nMore text.\n",
        false,
        &expect![[r"
            2 documents
            by language: 2 en
            by product: 2 x.org
            files or parts that cannot be used: 0
            links that lead nowhere: 0
            markup left over: 0
            pages without a title, named after their file: 0
            pages without a description and a first paragraph: 0
            pages too large to be read in one call: 0
            titles of several pages: 0
            pages with the text of another, served once: 0
        "]],
    );
}

#[test]
fn for_programs() {
    let report = report_on("== x.org/a.md\n# A\n\nText with a [link](b.md).\n");
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(
        json["broken_links"],
        serde_json::json!(["x.org/a.md:3: links to b.md, which is not there"])
    );
    assert_eq!(json["by_language"], serde_json::json!({"en": 1}));
}
