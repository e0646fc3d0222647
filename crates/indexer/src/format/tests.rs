//! Pages of HTML, notebooks and text, as a reader gets them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;

/// Each line of the Markdown with the line of the file that it comes from.
#[track_caller]
fn check(kind: FileKind, body: &str, expected: &Expect) {
    let source = Source {
        path: "a",
        root: None,
        is_mdx: false,
        variables: &BTreeMap::new(),
        faults: &RefCell::default(),
    };
    let (text, head) = markdown(kind, body.to_owned(), 1, &source).unwrap();
    let mut shown = String::new();
    for said in [head.title, head.description, head.language]
        .into_iter()
        .flatten()
    {
        writeln!(shown, "({said})").unwrap();
    }
    for (row, line) in text.rows() {
        writeln!(shown, "{line:02} {}", row.trim_end()).unwrap();
    }
    expected.assert_eq(&shown);
}

#[test]
fn html() {
    check(
        FileKind::Html,
        "<!DOCTYPE html>\n<html lang=\"de\">\n<head><title>Seite &amp; mehr</title>\n<meta name=\"description\" content=\"Worum es geht.\">\n<style>p { color: red }</style></head>\n<body>\n<nav><a href=\"/\">Start</a></nav>\n<main>\n<h1>Titel</h1>\n<p>Ein <b>Satz</b> mit <code>a_b</code>, \"<code>f(<a href=\"/g\">g</a>, <i>x</i>)</code>\" und *Stern*.</p>\n<pre>$ cd &lt;ordner&gt;\n  <b>make</b></pre>\n<pre><code class=\"language-js\">let a = 1;\n</code></pre>\n<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>\n<ul><li>Eins</li><li>Zwei</li></ul>\n<script>alert(1)</script>\n</main>\n<footer>Fuss</footer>\n</body>\n</html>\n",
        &expect![[r#"
            (Seite & mehr)
            (Worum es geht.)
            (de)
            09 # Titel
            09 
            10 Ein **Satz** mit `a_b`, "`f(`[`g`](/g)`, x)`" und \*Stern\*.
            10 
            10 ```
            11 $ cd <ordner>
            12   make
            12 ```
            12 
            12 ```js
            13 let a = 1;
            13 ```
            13 
            13 | A | B |
            13 | - | - |
            13 | 1 | 2 |
            13 
            16 *   Eins
            16 *   Zwei
        "#]],
    );
}

#[test]
fn what_html_says_of_itself_is_read_in_any_case_and_with_any_quotes() {
    check(
        FileKind::Html,
        "<HTML hreflang=fr LANG='de-AT'>\n<TITLE>Seite</TITLE>\n<META content='Worum es geht.' NAME=Description>\n<BODY>\n<svg><title>Bild</title></svg>\n<P>Satz.</P>\n",
        &expect![[r"
            (Seite)
            (Worum es geht.)
            (de-AT)
            06 Satz.
        "]],
    );
}

#[test]
fn notebooks() {
    check(
        FileKind::Notebook,
        "{\n \"cells\": [\n  {\n   \"cell_type\": \"markdown\",\n   \"source\": [\n    \"# Title\\n\",\n    \"\\n\",\n    \"Some *text*.\"\n   ]\n  },\n  {\n   \"cell_type\": \"code\",\n   \"outputs\": [{\"data\": {\"image/png\": \"iVBO\"}}],\n   \"source\": [\n    \"x = 1\\n\",\n    \"print(x)\"\n   ]\n  },\n  {\"cell_type\": \"markdown\", \"source\": \"One string.\"},\n  {\"cell_type\": \"raw\", \"source\": \"No.\"}\n ],\n \"metadata\": {\"kernelspec\": {\"language\": \"julia\"}}\n}\n",
        &expect![[r"
            06 # Title
            07 
            08 Some *text*.
            08 
            15 ```julia
            15 x = 1
            16 print(x)
            16 ```
            16 
            19 One string.
            19 
        "]],
    );
}

#[test]
fn text_is_not_touched() {
    check(
        FileKind::Text,
        "A <b> & {{x}}\n\n    indented\n",
        &expect![[r"
            01 A <b> & {{x}}
            02 
            03     indented
        "]],
    );
}
