//! Folders to indexes.

use std::fmt::Write as _;

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
        60 B of text, 516 B embedded (136 B terms, 380 B knowledge), built in 0.0 s
        left out: 1 files without text and title
        2 problems, each a file or a part of one that is not served:
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
            "no document in TMP/my-docs: looked for files that end in .md, .markdown, .mdx, .html, .htm, .txt, .ipynb in it and below; left out 1 files without text and title, the first: a.md"
        ],
    );
    check_error(
        "== corpus.toml\ntitel = 'x'\n",
        &BuildOptions::default(),
        &expect![
            "corpus.toml:1: unknown field `titel`, expected one of `title`, `description`, `language`, `strict`, `max_mib`, `include`, `exclude`, `products`, `sources`, `variables`, `tools`, `server`"
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

/// What is read of a folder, and what is said of it.
fn read_folder(files: &str) -> (Corpus, BTreeMap<String, Document>) {
    let folder = folder(files);
    let mut corpus = Corpus::open(&folder.path().join("my-docs")).unwrap();
    let documents = read_documents(&mut corpus);
    (corpus, documents)
}

#[test]
fn pages_with_the_same_text_are_one_with_all_names() {
    let files = "== x.org/a.md\n# A\n\nText.\n== x.org/b.md\n# A\n\nText.\n== x.org/c.md\n# A\n== x.org/d.md\n# A\n";
    let built = build_folder(files, &BuildOptions::default()).unwrap();
    let index = Index::open(&built.terms, &built.knowledge).unwrap();
    assert_eq!(
        index.names_from("documents/", 9),
        [
            "documents/x.org/a",
            "documents/x.org/c",
            "documents/x.org/d"
        ],
        "pages without text are not the same page"
    );
    let id = index.document_id("documents/x.org/b").unwrap();
    assert_eq!(index.name(id).unwrap(), "documents/x.org/a");
    assert_eq!(
        built.summary.notes,
        [
            "1 page has the text of another and is served once, under both names; the first: x.org/b.md is x.org/a.md"
        ]
    );
}

#[test]
fn notes_count_the_documents_that_are_served() {
    let files = "== corpus.toml\n[[products]]\nname = 'X'\ndomain = 'x.org/x'\n\
        [[products]]\nname = 'Y'\ndomain = 'x.og'\n\
        == a.md\n# A\n\nText.\n== b.md\n---\nurl: https://x.org/x/b\n---\n# B\n\nMore.\n== c.md\n";
    let built = build_folder(files, &BuildOptions::default()).unwrap();
    assert_eq!(
        built.summary.notes,
        [
            "the URIs of 1 document are made up (https://my-docs/...): say in corpus.toml where they are read, \
             e.g. [[sources]] folder = \".\" uri = \"https://example.com/docs\", or name the top folder after its host",
            "corpus.toml: no document is of the product \"Y\": none is read at x.og",
        ]
    );
}

#[test]
fn a_page_that_is_not_translated_is_in_the_language_of_the_corpus() {
    let (_, documents) = read_folder(
        "== corpus.toml\nlanguage = 'en'\n== x.org/a/de/page.md\n# P\n\nText.\n== x.org/a/en/page.md\n# P\n\nText.\n== x.org/a/fr/page.md\n# P\n\nTexte.\n",
    );
    let names: Vec<_> = documents.keys().collect();
    assert_eq!(
        names,
        ["documents/x.org/a/en/page", "documents/x.org/a/fr/page"]
    );
    assert_eq!(documents["documents/x.org/a/fr/page"].language, "fr");
}

#[test]
fn aliases_are_names() {
    let (_, documents) = read_folder(
        "== corpus.toml\n[[sources]]\nfolder = 'docs'\nuri = 'https://x.org/docs'\n== docs/new.md\n---\naliases:\n  - /docs/old/\n  - older\n  - other\n---\n# New\n\nText.\n== docs/other.md\n---\nredirect_from: /was/other.html\n---\n# Other\n\nSee [new](/docs/old/).\n",
    );
    let new = &documents["documents/x.org/docs/new"];
    assert_eq!(
        new.aliases,
        ["documents/x.org/docs/old", "documents/x.org/docs/older"],
        "`other` is another page"
    );
    let other = &documents["documents/x.org/docs/other"];
    assert_eq!(other.aliases, ["documents/x.org/docs/was/other"]);
    assert!(other.content.contains("(https://x.org/docs/new)"));
}

#[test]
fn what_cannot_be_put_in_is_said() {
    let (corpus, documents) = read_folder(
        "== x.org/a.md\n# A\n\n```{literalinclude} code.py\n:lines: 2-3\n```\n\n.. literalinclude:: code.py\n   :start-after: one\n   :end-before: four\n   :language: py\n\n.. literalinclude:: none.py\n\nUse `{{#include x.md}}`.\n== x.org/code.py\none\ntwo\nthree\nfour\n",
    );
    expect![[r"
        # A

        ```py
        two
        three
        ```

        ```py
        two
        three
        ```

        Use `{{#include x.md}}`.
    "]]
    .assert_eq(&documents["documents/x.org/a"].content);
    let problems: Vec<_> = corpus.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        ["x.org/a.md:12: asks for none.py, which is not in the folder"]
    );
}

#[test]
fn a_file_that_puts_itself_in_has_an_end() {
    let lines = "{{#include a.md}}\n".repeat(300);
    let (corpus, documents) = read_folder(&format!("== x.org/a.md\n# A\n\n{lines}"));
    assert_eq!(documents.len(), 1);
    assert!(documents["documents/x.org/a"].content.len() < 5_000_000);
    let problems: Vec<String> = corpus.problems.iter().map(ToString::to_string).collect();
    assert!(problems.len() < 700, "{}", problems.len());
    assert_eq!(
        problems.first().map(String::as_str),
        Some("x.org/a.md:3: asks for a.md, which is more than a page has room for")
    );
    let (_, documents) =
        read_folder("== x.org/a.md\n# A\n\n{{< code file=\"b.py\" >}}\n== x.org/b.py\nprint(1)\n");
    let content = &documents["documents/x.org/a"].content;
    assert!(content.contains("print(1)"), "a shortcode alone: {content}");
}

#[test]
fn a_corpus_that_is_too_large_tells_what_takes_the_room() {
    let Err(error) = build_folder(
        "== corpus.toml\nmax_mib = 1\n== x.org/guide/a.md\nA\n== x.org/reference/b.md\nB, long.\n",
        &BuildOptions::default(),
    ) else {
        panic!("the code alone is more than 1 MiB");
    };
    // The sizes of the parts change with the format.
    let lines: Vec<String> = error.to_string().lines().map(str::to_owned).collect();
    let has = |part: &str| lines.iter().any(|line| line.contains(part));
    assert!(has("may be 1 MiB") && has("  where words occur"), "{error}");
    assert!(has("14 B  x.org/reference/") && has("max_mib"), "{error}");
}

#[test]
fn what_a_rule_leaves_out_does_not_fail_a_strict_build() {
    let strict = BuildOptions { strict: Some(true) };
    let files = "== x.org/a.md\nA\n== x.org/_part.md\nP\n== x.org/SUMMARY.md\nS\n== x.org/draft.md\n---\ndraft: true\n---\nD\n== x.org/empty.md\n== x.org/moved.md\n---\nredirect: /a\n---\n== x.org/b.md\nA\n";
    let summary = build_folder(files, &strict).unwrap().summary;
    assert_eq!(summary.left_out.values().sum::<u32>(), 5, "{summary}");
    check_error(
        "== x.org/a.md\n{{#include none.md}}\n\nText.\n",
        &strict,
        &expect![[r"
            strict mode, and 1 file or part of the corpus cannot be used:
              x.org/a.md:1: asks for none.md, which is not in the folder"]],
    );
}

#[test]
fn the_same_page_in_many_languages() {
    let french = "Cette page explique comment installer le programme et comment le mettre à jour \
                  sans perdre les réglages que vous avez faits. "
        .repeat(5);
    let (_, documents) = read_folder(&format!(
        "== x.org/page.md\n# Page\n\nEnglish.\n== x.org/ja/page.md\n# ページ\n\n本文。\n== x.org/pt-br/page.md\n# Página\n\nTexto.\n== x.org/ar/page.md\n# صفحة\n\nنص 😀.\n== x.org/page.de.md\n# Seite\n\nText.\n== x.org/text.md\n# Texte\n\n{french}\n== x.org/fr/named.md\n---\nlang: it\n---\n# Pagina\n\nTesto.\n"
    ));
    let languages: Vec<(&str, &str)> = documents
        .values()
        .map(|document| (document.path.as_str(), document.language.as_str()))
        .collect();
    assert_eq!(
        languages,
        [
            ("x.org/ar/page.md", "ar"),
            ("x.org/fr/named.md", "it"),
            ("x.org/ja/page.md", "ja"),
            ("x.org/page.md", "en"),
            ("x.org/page.de.md", "de"),
            ("x.org/pt-br/page.md", "pt-BR"),
            ("x.org/text.md", "fr"),
        ]
    );
}

/// Each of these was once looked at to the end of its line or text, for each that is there.
#[test]
fn openers_that_nothing_closes_end_well() {
    let units = [
        "{ ",
        "{{ ",
        "{{a ",
        "{{< a ",
        "{{< a >}} ",
        "{% a ",
        "{% raw %} ",
        "{: .a ",
        "{a=\"b ",
        "{#a ",
        "<!-- ",
        "<? ",
        "<!a ",
        "<pre> ",
        "<script> ",
        "<a ",
        "<a b=",
        "<a b={ ",
        "<a>b</a> ",
        "a<br> ",
        "<span>a</span> ",
        "<T> ",
        "[a](b) ",
        "![a](b) ",
        "](a ",
        "[a]: b ",
        "` ",
        "a `b ",
        "*a ",
        "| a ",
        "|  ",
        "~~~ ",
        "::: ",
        "&amp; ",
        "id=",
        "export const a = {\n",
        "export const a = (<b>)\n",
        "import {\n",
        "> ~~~ a\n\n",
        "word ",
    ];
    let mut files = String::new();
    for (i, unit) in units.iter().enumerate() {
        let text = unit.repeat(20_000 / unit.len());
        let extension = ["md", "mdx", "html"][i % 3];
        write!(
            files,
            "== x.org/{i}.{extension}\n{text}\n\nEnd.\n\n{text}\n"
        )
        .unwrap();
        write!(files, "== x.org/{i}/a.md\n{text}\n\nEnd.\n\n{text}\n").unwrap();
    }
    read_folder(&files);
    let mut keys = String::new();
    for n in 0..5_000 {
        writeln!(keys, "k{n}: a: b").unwrap();
    }
    let (corpus, _) = read_folder(&format!("== x.org/a.md\n---\n{keys}---\nText.\n"));
    let said: Vec<String> = corpus.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "x.org/a.md:102: front matter is not YAML: mapping values are not allowed in this context"
        ]
    );
    let long = format!("title: T\nkeys: {}\n", "key ".repeat(20_000));
    let (corpus, _) = read_folder(&format!("== x.org/a.md\n---\n{long}---\nText.\n"));
    let said: Vec<String> = corpus.problems.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["x.org/a.md:2: front matter is longer than 64 kB"]);
}

#[test]
fn depth_ends_well() {
    let nested =
        |n: usize, open: &str, close: &str| format!("{}Deep {}\n", open.repeat(n), close.repeat(n));
    let deepest = |open: &str, close: &str| nested(100_000, open, close);
    let around = |open: &str, close: &str| nested(5_000, open, close);
    let files = [
        ("div.md", deepest("<div>\n", "</div>\n")),
        ("line.md", around("<b> ", "</b> ")),
        ("open.md", around("<div>\n", "")),
        ("names.md", around("a <T> ", "")),
        ("component.mdx", around("<Note>\n", "</Note>\n")),
        ("list.md", around("<ul><li>\n", "</li></ul>\n")),
        (
            "table.md",
            around("<table><tr><td>\n", "</td></tr></table>\n"),
        ),
        ("table40.md", nested(40, "<table><tr><td>a</td><td>\n", "")),
        (
            "table40-closed.md",
            nested(40, "<table><tr><td>a</td><td>\n", "</td></tr></table>\n"),
        ),
        ("quote.md", deepest("> ", "")),
        ("items.md", deepest("- ", "")),
        ("div.html", deepest("<div>\n", "</div>\n")),
        ("shallow.html", nested(100, "<ul><li>\n", "</li></ul>\n")),
        ("mark.html", around("<b><i>\n", "")),
        ("crossed.html", around("<b><i></b>", "")),
        ("pre.html", around("<pre><span>\n", "")),
        ("quote.html", around("<blockquote>\n", "</blockquote>\n")),
        (
            "data.md",
            format!("{{\"title\":\"T\",\"a\":{}}}\n\nDeep\n", deepest("[", "]")),
        ),
        (
            "yaml.md",
            format!("---\ntitle: T\na: {}---\nDeep\n", deepest("[", "]")),
        ),
        (
            "toml.md",
            format!("+++\ntitle = 'T'\na = {}+++\nDeep\n", deepest("[", "]")),
        ),
        (
            "cells.ipynb",
            format!("{{\"cells\":[],\"metadata\":{}}}\n", deepest("[", "]")),
        ),
    ];
    for (path, text) in files {
        let (corpus, documents) = read_folder(&format!("== x.org/{path}\n{text}"));
        let is_read = documents.values().all(|d| d.content.contains("Deep"));
        assert!(is_read, "{path}");
        let n = documents.len() + corpus.problems.len();
        assert_eq!(n, 1, "{path}: read, or said to be broken");
    }
}

#[test]
fn a_mess_ends_well() {
    let headings: Vec<String> = (0..4_000)
        .map(|n| format!("## 1.{n}\n\n- Fixed.\n\n"))
        .collect();
    let headings = headings.concat();
    let deep = format!("{}Deep\n{}", "<div>\n".repeat(100), "</div>\n".repeat(100));
    let quotes = format!("{} Quoted\n", ">".repeat(100));
    let list: Vec<String> = (0..100)
        .map(|n| format!("{}- Item\n", "  ".repeat(n)))
        .collect();
    let list = list.concat();
    let blob = "iVBORw0KGgo+".repeat(50_000);
    let minified = "function(a,b){return a+b};".repeat(20_000);
    let table = "| some cell | another cell |\n".repeat(20_000);
    let prose = "Each of these sections says the same as all others, in a page that never ends.\n";
    let huge = format!(
        "## Section\n\n{}\n- Item\n- Other item\n\n",
        prose.repeat(60)
    )
    .repeat(1_050);
    assert!(huge.len() > 5_000_000);
    let (corpus, documents) = read_folder(&format!(
        "== x.org/changes.md\n# Changes\n\n{headings}\n== x.org/deep.md\n# Deep\n\n{deep}\n{quotes}\n{list}\n== x.org/data.md\n# Data\n\n![Logo](data:image/png;base64,{blob})\n\n```js\n{minified}\n```\n\nText.\n== x.org/table.md\n# Table\n\n| A | B |\n|---|---|\n{table}\n== x.org/huge.md\n{huge}"
    ));
    assert!(documents["documents/x.org/huge"].content.trim_end() == huge.trim_end());
    assert!(corpus.problems.is_empty(), "{:?}", corpus.problems);
    assert_eq!(documents["documents/x.org/changes"].headings.len(), 4_000);
    let deep = &documents["documents/x.org/deep"].content;
    assert!(deep.contains("Deep") && deep.contains("Quoted") && !deep.contains("<div>"));
    let data = &documents["documents/x.org/data"];
    assert!(data.content.len() < 1_000, "{}", data.content);
    let words: String = data
        .chunks
        .iter()
        .map(|chunk| chunk.text.as_str())
        .collect();
    assert_eq!(words.split_whitespace().next_back(), Some("Text."));
    for chunk in documents.values().flat_map(|document| &document.chunks) {
        assert!(chunk.text.chars().count() <= chunk::LIMIT);
    }
    let table = &documents["documents/x.org/table"];
    let is_headed =
        |chunk: &index::Chunk| chunk.prefix.starts_with("| A | B |") || chunk.range.start == 0;
    assert!(table.chunks.len() > 300 && table.chunks.iter().all(is_headed));
}

#[test]
fn links_that_only_the_generator_knows_are_text() {
    let (corpus, documents) = read_folder(
        "== corpus.toml\n[variables]\n\"site.known\" = \"https://k.org\"\n== x.org/a.md\n# A\n\nSee [the *shop*]({{site.shop}}/x), [k]({{ site.known }}/y), [one][ref], [ref] and [b]({{site.baseurl}}/b).\n\n[ref]: {{ site.repo }}/blob/x.md\n== x.org/b.md\n# B\n\nText.\n",
    );
    expect![[r"
        # A

        See the *shop*, [k](https://k.org/y), one, ref and [b](https://x.org/b).
    "]]
    .assert_eq(&documents["documents/x.org/a"].content);
    let broken: Vec<String> = corpus
        .broken_links
        .iter()
        .map(ToString::to_string)
        .collect();
    expect![[r"
        x.org/a.md:3: links to {{site.shop}}/x, whose variable only the generator of the site knows: give its value under [variables] in corpus.toml
        x.org/a.md:5: links to {{site.repo}}/blob/x.md, whose variable only the generator of the site knows: give its value under [variables] in corpus.toml"]].assert_eq(&broken.join("\n"));
}

#[test]
fn a_page_may_begin_with_a_thematic_break() {
    let (corpus, documents) = read_folder(
        "== x.org/a.md\n---\n\n# Real title\n\nIntro: prose.\n\n## Sub\n\nText.\n\n---\n\nAfter.\n",
    );
    assert!(corpus.problems.is_empty(), "{:?}", corpus.problems);
    assert_eq!(documents["documents/x.org/a"].title, "Real title");
    assert!(documents["documents/x.org/a"].content.ends_with("After.\n"));
}

#[test]
fn a_description_is_a_sentence() {
    let (_, documents) = read_folder(
        "== x.org/a.md\n# A\n\nSince 2.0.0\n\nA page about one thing.\n\nMore.\n== x.org/b.md\n# B\n\nOnly words\n\n## C\n\nA sentence.\n",
    );
    assert_eq!(
        documents["documents/x.org/a"].description,
        "A page about one thing."
    );
    assert_eq!(documents["documents/x.org/b"].description, "Only words");
}

#[test]
fn a_place_has_what_links_to_it_say() {
    let (_, documents) = read_folder(
        "== x.org/a.md\n# A\n\nSee [the **other** `page`](b.md), [it](b.md#part-two), [`it`](b.md#part-two) and [self](a.md).\n== x.org/b.md\n# B\n\nText of one.\n\n## Part two\n\nText of two.\n== x.org/c.md\n# C\n\n[Again](b.md#nowhere) and [![An image](i.png)](b.md).\n",
    );
    let links: Vec<&str> = documents["documents/x.org/b"]
        .chunks
        .iter()
        .map(|chunk| chunk.links.as_str())
        .collect();
    assert_eq!(links, ["again\nit\nthe other page"]);
    assert_eq!(documents["documents/x.org/a"].chunks[0].links, "");
}

#[test]
fn partials_by_each_generator() {
    let (corpus, documents) = read_folder(
        "== x.org/a.mdx\nimport Part from './_part.mdx';\nimport Other from '@site/x.org/_other.md'\n\n# A\n\n<Part />\n\n<Other name=\"x\"></Other>\n\n<Snippet file=\"s.mdx\" />\n== x.org/_part.mdx\nPart text.\n== x.org/_other.md\nOther text.\n== x.org/snippets/_s.mdx\nUnused.\n== snippets/s.mdx\nSnippet text.\n== x.org/b.md\n# B\n\n<!--@include: ./_lines.md{2,3}-->\n\n--8<--\n_other.md\n_part.mdx\n--8<--\n\n{{#playground code.rs}}\n\n{% include note.html content=\"Important text.\" %}\n\n{% include gone.html text='Of its own.' %}\n== x.org/_lines.md\nOne.\nTwo.\nThree.\nFour.\n== x.org/code.rs\n# hidden\nfn main() {}\n== _includes/note.html\n<div class=\"note\">{{ include.content }}</div>\n",
    );
    assert!(corpus.problems.is_empty(), "{:?}", corpus.problems);
    expect![[r"
        # A

        Part text.

        Other text.

        Snippet text.
    "]]
    .assert_eq(&documents["documents/x.org/a"].content);
    expect![[r"
        # B

        Two.
        Three.

        Other text.
        Part text.

        ```rust
        # hidden
        fn main() {}
        ```

        Important text.

        Of its own.
    "]]
    .assert_eq(&documents["documents/x.org/b"].content);
}
