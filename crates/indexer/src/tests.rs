//! Folders to indexes.

use expect_test::{Expect, expect};

use super::*;

/// A folder `my-docs` with files in it: `== path` begins a file, what follows is its text.
pub(crate) fn folder(files: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("my-docs");
    std::fs::create_dir_all(&root).unwrap();
    for file in files.split("== ").skip(1) {
        let (path, text) = file.split_once('\n').unwrap();
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

fn build_folder(files: &str, options: &BuildOptions) -> Result<Built, Error> {
    build(&folder(files).path().join("my-docs"), options)
}

/// The error without the path of the folder.
fn check_error(files: &str, options: &BuildOptions, expected: &Expect) {
    let folder = folder(files);
    let error = build(&folder.path().join("my-docs"), options).unwrap_err();
    let root = folder.path().canonicalize().unwrap();
    expected.assert_eq(&error.to_string().replace(&*root.to_string_lossy(), "TMP"));
}

const DOCS: &str = "
== x.org/index.md
# The X

X is a thing.
== x.org/guide/install.md
---
title: Install: the guide
language: fr
---
Run `install`.
== x.org/guide/install/index.md
# Same name
== x.org/broken.md
---
title: \"
---
== y.org/a.txt
";

#[test]
fn a_folder_becomes_an_index() {
    let built = build_folder(DOCS, &BuildOptions::default()).unwrap();
    let index = Index::open(&built.terms, &built.knowledge).unwrap();
    assert_eq!(
        index.names_from("documents/", 9),
        ["documents/x.org", "documents/x.org/guide/install"]
    );
    let id = index.document_id("documents/x.org/guide/install").unwrap();
    let document = index.document(id).unwrap();
    assert_eq!(
        index.content(&document).unwrap(),
        "# Install: the guide\n\nRun `install`.\n"
    );
    let mut summary = built.summary;
    summary.seconds = 0.0;
    summary.root = "TMP".to_owned();
    expect![[r"
        My docs from TMP
        2 documents (1 en, 1 fr), 2 chunks, 10 terms
        60 B of text, 505 B embedded (136 B terms, 369 B knowledge), built in 0.0 s
        note: 1 file holds no text and no title, and so no document; the first: y.org/a.txt
        2 problems, each left out of the index:
          x.org/broken.md:2: front matter is not YAML: while scanning a quoted scalar, found unexpected end of stream
          x.org/guide/install/index.md:1: has the same name as x.org/guide/install.md: documents/x.org/guide/install; rename one, or set `uri`
    "]].assert_eq(&summary.to_string());
    expect![[r#"
        CorpusInfo {
            title: "My docs",
            description: "Documentation of My docs.",
            products: [
                Product {
                    name: "My docs",
                    domain: "x.org",
                },
            ],
            languages: [
                LanguageInfo {
                    code: "en",
                    documents: 1,
                    common: [],
                },
                LanguageInfo {
                    code: "fr",
                    documents: 1,
                    common: [],
                },
            ],
            excluded_tools: [],
            server: None,
        }"#]]
    .assert_eq(&format!("{:#?}", index.corpus()));
}

#[test]
fn same_folder_same_bytes() {
    let build = || build_folder(DOCS, &BuildOptions::default()).unwrap();
    let (one, two) = (build(), build());
    assert!(one.terms == two.terms && one.knowledge == two.knowledge);
}

#[test]
fn strict_mode_fails_on_problems() {
    let strict = BuildOptions { strict: Some(true) };
    check_error(
        DOCS,
        &strict,
        &expect![[r"
        strict mode, and 2 files or parts of the corpus cannot be used:
          x.org/broken.md:2: front matter is not YAML: while scanning a quoted scalar, found unexpected end of stream
          x.org/guide/install/index.md:1: has the same name as x.org/guide/install.md: documents/x.org/guide/install; rename one, or set `uri`"]],
    );
    check_error(
        "== corpus.toml\nstrict = true\n== a.md\n---\ntitle: \"\n---\n",
        &BuildOptions::default(),
        &expect![[r"
            strict mode, and 1 file or part of the corpus cannot be used:
              a.md:2: front matter is not YAML: while scanning a quoted scalar, found unexpected end of stream"]],
    );
    let lenient = BuildOptions {
        strict: Some(false),
    };
    let built = build_folder(
        "== corpus.toml\nstrict = true\n== a.md\n+++\nx\n+++\n== b.md\nB\n",
        &lenient,
    );
    assert_eq!(built.unwrap().summary.n_documents, 1);
}

#[test]
fn nothing_to_serve_is_an_error() {
    check_error(
        "== a.rst\n== b.adoc\n",
        &BuildOptions::default(),
        &expect![
            "no document in TMP/my-docs: looked for files that end in .md, .markdown, .mdx, .html, .htm, .txt, .ipynb in it and below; found 2 files of other kinds"
        ],
    );
    check_error(
        "== a.md\n",
        &BuildOptions::default(),
        &expect![
            "no document in TMP/my-docs: looked for files that end in .md, .markdown, .mdx, .html, .htm, .txt, .ipynb in it and below; 1 file holds no text and no title, and so no document; the first: a.md"
        ],
    );
    check_error(
        "== corpus.toml\ntitel = 'x'\n",
        &BuildOptions::default(),
        &expect![
            "corpus.toml:1: unknown field `titel`, expected one of `title`, `description`, `language`, `strict`, `include`, `exclude`, `products`, `sources`, `tools`, `server`"
        ],
    );
}

#[test]
fn includes_partials_drafts_links_and_slugs() {
    let folder = folder(
        "== corpus.toml\n[[sources]]\nfolder = 'docs'\nuri = 'https://x.org/docs'\n== docs/a.md\n# A\n\n--8<-- \"_part.md\"\n\n```rs\n{{#include code.rs:one}}\n```\n\nSee [B](./b.md#x), [B](/docs/b), [C](c.md), [site](/other/).\n== docs/_part.md\nFrom a part.\n== docs/code.rs\n// ANCHOR: one\nlet x = 1;\n// ANCHOR_END: one\n== docs/b.md\n---\ntitle: B\nslug: guide/bee\n---\nText.\n== docs/d.md\n---\ndraft: true\n---\nNo.\n",
    );
    let mut corpus = Corpus::open(&folder.path().join("my-docs")).unwrap();
    let documents = read_documents(&mut corpus);
    let names: Vec<&str> = documents.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["documents/x.org/docs/a", "documents/x.org/docs/guide/bee"]
    );
    expect![[r"
        # A

        From a part.

        ```rs
        let x = 1;
        ```

        See [B](https://x.org/docs/guide/bee#x), [B](https://x.org/docs/guide/bee), [C](c.md), [site](https://x.org/other).
    "]]
    .assert_eq(&documents["documents/x.org/docs/a"].content);
    assert_eq!(
        corpus
            .broken_links
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        [
            "docs/a.md:9: links to ./b.md#x, where nothing has the anchor #x",
            "docs/a.md:9: links to c.md, which is not there"
        ]
    );
    assert_eq!(corpus.left_out["drafts"], ["docs/d.md"]);
}

#[test]
fn the_shipped_corpus_is_clean() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut corpus = Corpus::open(&root).unwrap();
    let documents = read_documents(&mut corpus);
    for document in documents.values() {
        let left = left_over::find(&document.content);
        assert!(left.is_empty(), "{}: {left:?}", document.path);
    }
    assert!(corpus.broken_links.is_empty(), "{:?}", corpus.broken_links);
    assert!(corpus.problems.is_empty(), "{:?}", corpus.problems);
}
