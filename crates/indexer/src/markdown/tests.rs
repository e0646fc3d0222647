//! Texts: headings, anchors, plain text, fences.

use std::fmt::Write as _;

use expect_test::{Expect, expect};

use super::*;

/// Headings as `level title #anchor`, then the plain text.
fn check(text: &str, expected: &Expect) {
    let markdown = Markdown::parse(text, &BTreeMap::new());
    let mut shown = String::new();
    for HeadingAt {
        level,
        title,
        anchor,
        ..
    } in &markdown.headings
    {
        writeln!(shown, "{level} {title} #{anchor}").unwrap();
    }
    let plain: String = markdown
        .pieces
        .iter()
        .map(|piece| piece.as_str(text))
        .collect();
    for line in plain.lines().filter(|line| !line.trim().is_empty()) {
        writeln!(shown, "| {}", line.trim()).unwrap();
    }
    expected.assert_eq(&shown);
}

#[test]
fn headings_and_anchors() {
    check(
        "# `foo()` & *Bar*\n\nSetext\n===\n\n## A: b, c! {#own}\n\n## A: b, c!\n\n## a-b_c\n\n## শুরু করা\n\n## X\n## X\n## x-1\n",
        &expect![[r"
            1 foo() & Bar #foo--bar
            1 Setext #setext
            2 A: b, c! #own
            2 A: b, c! #a-b-c
            2 a-b_c #a-b_c
            2 শুরু করা #শুরু-করা
            2 X #x
            2 X #x-1
            2 x-1 #x-1-1
            | foo() & Bar
            | Setext
            | A: b, c!
            | A: b, c!
            | a-b_c
            | শুরু করা
            | X
            | X
            | x-1
        "]],
    );
    check(
        "## One {: #a .b }\n## Two \\{#b\\}\n## Three {/*c-d*/}\n## Four {{Macro}}\n## Five {#e} ##\n## {#f}\n",
        &expect![[r"
        2 One #a
        2 Two #b
        2 Three #c-d
        2 Four {{Macro}} #four-macro
        2 Five #e
        | One
        | Two
        | Three
        | Four {{Macro}}
        | Five
    "]],
    );
    check(
        "> # quoted\n\n- # listed\n\n    # code\n\n```\n# code\n```\n",
        &expect![[r"
        | quoted
        | listed
        | code
        | # code
    "]],
    );
}

#[test]
fn plain_text() {
    check(
        "A [link](http://x.org \"t\") and ![alt *text*](i.png) &amp; `co\nde` \\* <b>bo</b>ld a<br>b <http://y.org>\nsoft  \nhard",
        &expect![[r"
        | A link and alt text & co de * bold a b http://y.org soft
        | hard
    "]],
    );
    check(
        "| a | b |\n|---|---|\n| c | d |\n| e | f |\n\n- x\n- y\n  - z\n\n1. q\n\n   r\n",
        &expect![[r"
        | a b
        | c d
        | e f
        | x
        | y
        | z
        | q
        | r
    "]],
    );
    check(
        "```js title=\"x\"\nlet a = 1;\n```\n\n    indented\n\n[ref]: http://x.org\n\n[^1]: Note.\n",
        &expect![[r"
        | let a = 1;
        | indented
        | Note.
    "]],
    );
    check(
        "<Card title=\"T\"\n  href={() => a > b}>\n  In *card*\n</Card>\n\n<!-- no\n\nno -->\n\n<style>\nno {}\n</style>\n\n<p>One</p><p>Two</p>\n",
        &expect![[r#"
        | <Card title="T" href={() => a > b}> In card
        | One  Two
    "#]],
    );
}

#[test]
fn fences_know_how_to_be_cut() {
    let text = "- a\n\n  ~~~~js x\n  1\n\n  2\n  ~~~~\n\n> ```\n> q\n";
    let markdown = Markdown::parse(text, &BTreeMap::new());
    let [listed, quoted] = &markdown.wraps[..] else {
        panic!("{:?}", markdown.wraps)
    };
    assert_eq!(slice(text, &listed.range), "  1\n\n  2\n");
    assert_eq!(
        (&*listed.prefix, &*listed.suffix),
        ("  ~~~~js x\n", "  ~~~~\n")
    );
    assert!(!listed.is_open && quoted.is_open);
    assert_eq!((&*quoted.prefix, &*quoted.suffix), ("> ```\n", "> ```\n"));
    assert!(markdown.wrap_at(listed.range.start).is_none());
    assert!(markdown.wrap_at(listed.range.start + 1).is_some());
    assert!(markdown.wrap_at(listed.range.end).is_none());
    assert!(markdown.wrap_at(text.len()).is_some());
}
