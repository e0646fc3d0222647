//! Folders: which files are read, and under which names.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;
use crate::tests::folder;

/// Each file with its URI, language and title; then what was left out.
fn check(files: &str, expected: &Expect) {
    let folder = folder(files);
    let corpus = Corpus::open(&folder.path().join("my-docs")).unwrap();
    let mut shown = String::new();
    for File {
        place:
            Place {
                path,
                uri,
                language,
                default_language,
                fallback_title,
                ..
            },
        ..
    } in &corpus.files
    {
        let language = language.as_ref().unwrap_or(default_language);
        writeln!(shown, "{path}: {uri} {language} {fallback_title:?}").unwrap();
    }
    for (class, n) in &corpus.not_read {
        writeln!(shown, "not read: {n} {class}").unwrap();
    }
    for (rule, paths) in &corpus.left_out {
        writeln!(shown, "{rule}: {}", paths.join(", ")).unwrap();
    }
    for line in corpus
        .problems
        .iter()
        .map(ToString::to_string)
        .chain(corpus.notes)
    {
        writeln!(shown, "{line}").unwrap();
    }
    expected.assert_eq(&shown);
}

#[test]
fn names_follow_paths() {
    check(
        "
== adk.dev/index.md
== adk.dev/README.md
== adk.dev/get-started/python.md
== adk.dev/get-started/README.md
== adk.dev/both/_index.md
== adk.dev/both/Readme.markdown
== adk.dev/a b/v1.2.mdx
",
        &expect![[r#"
            adk.dev/README.md: https://adk.dev/README en "README"
            adk.dev/a b/v1.2.mdx: https://adk.dev/a%20b/v1.2 en "V1.2"
            adk.dev/both/Readme.markdown: https://adk.dev/both/Readme en "Readme"
            adk.dev/both/_index.md: https://adk.dev/both en "Both"
            adk.dev/get-started/README.md: https://adk.dev/get-started en "Get started"
            adk.dev/get-started/python.md: https://adk.dev/get-started/python en "Python"
            adk.dev/index.md: https://adk.dev en "Adk.dev"
        "#]],
    );
}

#[test]
fn folders_without_a_host_are_below_the_name_of_the_corpus() {
    check(
        "== index.md\n== guide/a_b.md\n",
        &expect![[r#"
            guide/a_b.md: https://my-docs/guide/a_b en "A b"
            index.md: https://my-docs en "My docs"
        "#]],
    );
}

#[test]
fn sources_includes_and_excludes() {
    check(
        r#"
== corpus.toml
language = "de"
exclude = ["drafts/**", "nothing/*"]
[[sources]]
folder = "docs"
uri = "https://x.org/d"
language = "fr"
[[sources]]
folder = "dcos"
uri = "https://y.org"
== docs/index.md
== docs/a.md
== drafts/deep/b.md
== z.org/c.md
"#,
        &expect![[r#"
            docs/a.md: https://x.org/d/a fr "A"
            docs/index.md: https://x.org/d fr "Docs"
            z.org/c.md: https://z.org/c de "C"
            excluded by corpus.toml: drafts/deep/b.md
            corpus.toml:8: folder = "dcos" holds no document
            corpus.toml:2: no file matches "nothing/*"
        "#]],
    );
    check(
        "== corpus.toml\ninclude = [\"docs/**\"]\n== docs/a.md\n== b.md\n== src/c.md\n",
        &expect![[r#"
            docs/a.md: https://my-docs/docs/a en "A"
            excluded by corpus.toml: b.md, src/c.md
        "#]],
    );
}

#[test]
fn other_files_are_counted() {
    check(
        "
== x.org/a.MD
== x.org/a.png
== x.org/b.SVG
== x.org/c.html
== x.org/LICENSE
== .git/config.md
== x.org/.hidden.md
== node_modules/a/b.md
== build/CACHEDIR.TAG
== build/b.md
== x.org/target/c.md
",
        &expect![[r#"
            x.org/a.MD: https://x.org/a en "A"
            x.org/c.html: https://x.org/c en "C"
            x.org/target/c.md: https://x.org/target/c en "C"
            not read: 2 images, styles and other assets
            not read: 1 without extension
        "#]],
    );
}

#[cfg(unix)]
#[test]
fn links_stay_inside() {
    use std::os::unix::fs::symlink;
    let folder = folder("== x.org/a.md\n== x.org/deep/b.md\n");
    let root = folder.path().join("my-docs");
    symlink(root.join("x.org"), root.join("x.org/deep/up")).unwrap();
    symlink("/", root.join("x.org/out")).unwrap();
    symlink("a.md", root.join("x.org/c.md")).unwrap();
    symlink("nothing.md", root.join("x.org/d.md")).unwrap();
    let corpus = Corpus::open(&root).unwrap();
    let paths: Vec<&str> = corpus
        .files
        .iter()
        .map(|file| file.place.path.as_str())
        .collect();
    assert_eq!(paths, ["x.org/a.md", "x.org/c.md", "x.org/deep/b.md"]);
    let problems: Vec<String> = corpus.problems.iter().map(ToString::to_string).collect();
    expect![[r"
        x.org/d.md:1: cannot be read: No such file or directory (os error 2)
        x.org/deep/up:1: is a link to a folder around it: not followed
        x.org/out:1: is a link to a folder around it: not followed"]]
    .assert_eq(&problems.join("\n"));
}

#[test]
fn a_root_that_is_none() {
    let folder = folder("== a.md\n");
    let message = |path: &str| {
        let error = Corpus::open(&folder.path().join(path))
            .unwrap_err()
            .to_string();
        error.replace(&*folder.path().to_string_lossy(), "TMP")
    };
    expect!["cannot read the corpus folder TMP/nothing: there is no such folder; create it, or set KNOWLEDGE_CORPUS to the folder to serve"].assert_eq(&message("nothing"));
    expect!["cannot read the corpus folder TMP/my-docs/a.md: it is not a folder; create it, or set KNOWLEDGE_CORPUS to the folder to serve"].assert_eq(&message("my-docs/a.md"));
}
