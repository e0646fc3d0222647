//! Blocks of front matter: what is read, what is repaired, what is text.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;

/// What is read, then the text that is left.
fn check(text: &str, expected: &Expect) {
    let shown = match split(text) {
        Ok((front_matter, body)) => {
            let FrontMatter {
                title,
                description,
                uri,
                language,
                updated,
                ..
            } = front_matter;
            let uri = uri.map(|uri| uri.to_string());
            let mut shown = String::new();
            for (key, value) in [
                ("title", title),
                ("description", description),
                ("uri", uri),
                ("language", language),
                ("updated", updated),
            ] {
                if let Some(value) = value {
                    writeln!(shown, "{key}={value}").unwrap();
                }
            }
            format!("{shown}| {}", &text[body..])
        }
        Err((line, reason)) => format!("{line}: {reason}"),
    };
    expected.assert_eq(&shown);
}

#[test]
fn yaml_front_matter() {
    check(
        "---\ntitle: Install\ndescription: >\n  How to\n  install.\nlang: pt_br\ndate: 2024-01-02\ntags: [a, b]\nweight: 3\n---\nText\n",
        &expect![[r"
            title=Install
            description=How to install.
            language=pt-BR
            updated=2024-01-02
            | Text
        "]],
    );
    check("---\n---\nText", &expect!["| Text"]);
    check("---\n# nothing\n\n---\nText", &expect!["| Text"]);
    check(
        "---\ntitle: 1.10\nupdated: 1700000000\nlanguage: null\n...\nText",
        &expect![[r"
        title=1.10
        updated=1700000000
        | Text"]],
    );
    check(
        "---\ntitle: [a, b]\nsummary: S\nextra:\n  title: nested\n---\n",
        &expect![[r"
        description=S
        | "]],
    );
    check(
        "---\nuri: https://x.org/a/\n---\n",
        &expect![[r"
        uri=https://x.org/a
        | "]],
    );
    check(
        "---\ntitle: a\nuri: /a/\n---\n",
        &expect![[r#"3: front matter: uri: "/a/" has no scheme, write "https://a/""#]],
    );
}

#[test]
fn values_that_should_have_been_quoted() {
    check(
        "---\ntitle: Foo: bar's \"baz\"\ndescription: a: b: c\n---\nText",
        &expect![[r#"
        title=Foo: bar's "baz"
        description=a: b: c
        | Text"#]],
    );
    check(
        "---\ntitle: `x` and y\ndescription: @foo/bar is it\n---\n",
        &expect![[r"
        title=`x` and y
        description=@foo/bar is it
        | "]],
    );
    check(
        "---\ntitle: \"Foo\" and bar\ndescription: [Beta] all of it\n---\n",
        &expect![[r#"
        title="Foo" and bar
        description=[Beta] all of it
        | "#]],
    );
    check(
        "---\ntitle: A\ndescription: one two\n  three: four\n  five\nlang: fr\n---\n",
        &expect!["4: front matter is not YAML: mapping values are not allowed in this context"],
    );
    check(
        "---\ntitle: *emphasis* first\n---\n",
        &expect![[r"
        title=*emphasis* first
        | "]],
    );
    check(
        "---\nmeta:\n  title: Foo: bar\ntitle: B\n---\n",
        &expect![[r"
        title=B
        | "]],
    );
}

#[test]
fn quotes_that_close_lines_later() {
    check(
        "---\ntitle: T\ndescription: \"One.\nTwo.\"\nlang: fr\n---\n",
        &expect![[r"
            title=T
            description=One. Two.
            language=fr
            | "]],
    );
}

#[test]
fn broken_front_matter_says_where() {
    check(
        "---\ntitle: \"unclosed\nlang: en\n---\nText",
        &expect!["2: front matter is not YAML: invalid indentation in quoted scalar"],
    );
    check(
        "---\ntitle: A\n\tlang: en\n---\nText",
        &expect![
            "3: front matter is not YAML: tabs disallowed within this context (block indentation)"
        ],
    );
    check(
        "---\ntitle: A\ntags: [a, b\nlang: en\n---\nText",
        &expect!["4: front matter is not YAML: illegal placement of ':' indicator"],
    );
    check(
        "+++\ntitle = A\n+++\nText",
        &expect![
            "2: front matter is not TOML: string values must be quoted, expected literal string"
        ],
    );
    check(
        "{\n\"title\": \"A\",\n}\nText",
        &expect!["3: front matter is not JSON: trailing comma"],
    );
}

#[test]
fn other_forms() {
    check(
        "+++\ntitle = \"A\"\ndate = 2024-01-02T03:04:05Z\n[extra]\ntitle = \"no\"\n+++\nText",
        &expect![[r"
        title=A
        updated=2024-01-02T03:04:05Z
        | Text"]],
    );
    check(
        "{\n  \"Title\": \"A\",\n  \"date\": \"2024\"\n}\n\nText",
        &expect![[r"
        title=A
        updated=2024
        | Text"]],
    );
    check(
        "<!--{\n  \"Title\": \"A\"\n}-->\nText",
        &expect![[r"
        title=A
        | 
        Text"]],
    );
    check(
        ";;;\n{\"title\": \"A\"}\n;;;\nText",
        &expect![[r"
        title=A
        | Text"]],
    );
}

#[test]
fn devsite() {
    check(
        "Project: /x/_project.yaml\nBook: /x/_book.yaml\ndescription: What: all of it.\n\n# Title\n",
        &expect![[r"
            description=What: all of it.
            | 

            # Title
        "]],
    );
}

#[test]
fn text_is_not_front_matter() {
    for text in [
        "---\n\nJust a rule.\n\n---\n\nMore",
        "---\nA rule, then text\n---\n",
        "---\ntitle: never closed\n",
        "---\n- a: b\n---\n",
        "---\nTwo words: a text\n---\nMore",
        "{{macro}}\n{\n}",
        "{% include a %}",
        "{#id}\n",
        "+++ no\n+++\n",
        "----\ntitle: a\n----\n",
        "",
        "---",
    ] {
        assert_eq!(split(text), Ok((FrontMatter::default(), 0)), "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_split_or_refused(text in "(---|\\+\\+\\+|;;;|\\{|)\n?(.|\n|: |\\- |\"|'|\\[|title: )*\n?(---|\\+\\+\\+|;;;|\\}|)\n?.*") {
        match split(&text) {
            Ok((_, body)) => prop_assert!(text.is_char_boundary(body)),
            Err((line, _)) => prop_assert!(line >= 1 && line as usize <= text.lines().count() + 1),
        }
    }
}
