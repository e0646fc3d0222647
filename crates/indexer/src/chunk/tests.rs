//! Where documents are divided, as a reader sees it.

use expect_test::expect;

use crate::page::tests::{check, document, properties};

#[test]
fn small_sections_are_merged() {
    check(
        "# T\n\nIntro.\n\n## A\n\n### A1\n\nText.\n\n### A2\n\nText.\n\n## B\n\nText.\n",
        &expect![[r"
            T -- Intro.
            [1-17] 
            | # T
            | 
            | Intro.
            | 
            | ## A
            | 
            | ### A1
            | 
            | Text.
            | 
            | ### A2
            | 
            | Text.
            | 
            | ## B
            | 
            | Text.
        "]],
    );
    let long = "Some words in a sentence. ".repeat(30);
    check(
        &format!("# T\n\n## A\n\n{long}\n\n### A1\n\nSmall.\n\n## B\n\nSmall.\n\n## C\n\n{long}\n"),
        &expect![[r"
            T -- Some words in a sentence. Some words in 
            [1-9] 
            | # T
            | 
            | ## A
            | 
            | Some words in a sentence. Some words in 
            | 
            | ### A1
            | 
            | Small.
            | 
            [11-17] B #b
            | ## B
            | 
            | Small.
            | 
            | ## C
            | 
            | Some words in a sentence. Some words in 
        "]],
    );
}

#[test]
fn long_sections_are_cut_between_blocks() {
    let paragraph = "Some words in a sentence. ".repeat(20);
    check(
        &format!(
            "# T\n\n## A\n\n{paragraph}\n\n{paragraph}\n\n{paragraph}\n\n{paragraph}\n\n{paragraph}\n"
        ),
        &expect![[r"
            T -- Some words in a sentence. Some words in 
            [1-7] 
            | # T
            | 
            | ## A
            | 
            | Some words in a sentence. Some words in 
            | 
            | Some words in a sentence. Some words in 
            | 
            [9-13] A #a
            | Some words in a sentence. Some words in 
            | 
            | Some words in a sentence. Some words in 
            | 
            | Some words in a sentence. Some words in 
        "]],
    );
    let items: Vec<String> = (1..=6)
        .map(|i| format!("{i}. {paragraph}\n\n   More.\n"))
        .collect();
    check(
        &format!("# T\n\nSteps:\n\n{}", items.concat()),
        &expect![[r"
        T -- Steps:
        [1-10] 
        | # T
        | 
        | Steps:
        | 
        | 1. Some words in a sentence. Some words 
        | 
        |    More.
        | 2. Some words in a sentence. Some words 
        | 
        |    More.
        [11-16] 
        | 3. Some words in a sentence. Some words 
        | 
        |    More.
        | 4. Some words in a sentence. Some words 
        | 
        |    More.
        [17-22] 
        | 5. Some words in a sentence. Some words 
        | 
        |    More.
        | 6. Some words in a sentence. Some words 
        | 
        |    More.
    "]],
    );
}

#[test]
fn fences_stay_whole_or_are_fenced_again() {
    let code = "let some_variable = some_function();\n".repeat(20);
    check(
        &format!(
            "# T\n\n{}\n\n```js\n{code}```\n\n```js\n{code}```\n",
            "Words. ".repeat(40)
        ),
        &expect![[r"
            T -- Words. Words. Words. Words. Words. Words
            [1-26] 
            | # T
            | 
            | Words. Words. Words. Words. Words. Words
            | 
            | ```js
            | let some_variable = some_function(); (20 times)
            | ```
            | 
            [28-49] 
            | ```js
            | let some_variable = some_function(); (20 times)
            | ```
        "]],
    );
    let code = "  let some_variable = some_function();\n".repeat(25);
    check(
        &format!("# T\n\n- Item:\n\n  ```js title=\"x\"\n{code}\n{code}  ```\n"),
        &expect![[r#"
            T -- 
            [1-30] 
            | # T
            | 
            | - Item:
            | 
            |   ```js title="x"
            |   let some_variable = some_function(); (25 times)
            | 
            |   ```
            [32-57] 
            |   ```js title="x"
            |   let some_variable = some_function(); (25 times)
            |   ```
        "#]],
    );
}

#[test]
fn fences_in_components_and_tabs_are_fences() {
    let code = "        let some_variable = some_function();\n".repeat(20);
    check(
        &format!(
            "# T\n\n=== \"Java\"\n    ```java\n{code}\n    # no heading\n{code}    ```\n\nText.\n"
        ),
        &expect![[r"
            T -- Text.
            [1-49] 
            | # T
            | 
            | **Java**
            | 
            | ```java
            |     let some_variable = some_function(); (20 times)
            | 
            | # no heading
            |     let some_variable = some_function(); (20 times)
            | ```
            | 
            | Text.
        "]],
    );
}

#[test]
fn a_fence_that_ends_after_a_blank_line_in_a_component() {
    let code = "  let some_variable = some_function();\n".repeat(22);
    let tab = format!("  <Tab>\n  ```js\n{code}\n{code}  ```\n  </Tab>\n");
    check(
        &format!("# T\n\n<Tabs>\n{tab}{tab}</Tabs>\n\nText.\n"),
        &expect![[r"
            T -- Text.
            [1-51] 
            | # T
            | 
            | ```js
            | let some_variable = some_function(); (22 times)
            | 
            | let some_variable = some_function(); (22 times)
            | ```
            | 
            [53-104] 
            | ```js
            | let some_variable = some_function(); (22 times)
            | 
            | let some_variable = some_function(); (22 times)
            | ```
            | 
            | Text.
        "]],
    );
}

#[test]
fn tables_repeat_their_head() {
    let rows = "| some cell | another cell with some words |\n".repeat(50);
    check(
        &format!("# T\n\n| Name | Text |\n|---|---|\n{rows}"),
        &expect![[r"
            T -- 
            [1-29] 
            | # T
            | 
            | | Name | Text |
            | |---|---|
            | | some cell | another cell with some wor (25 times)
            [30-54] 
            | | Name | Text |
            | |---|---|
            | | some cell | another cell with some wor (25 times)
        "]],
    );
}

#[test]
fn one_endless_line_is_cut_too() {
    let base64 = "QUJD".repeat(1200);
    for text in [
        format!("# T\n\n{base64}"),
        format!("```\n{base64}\n```"),
        format!("| a |\n|-|\n| b |\n| {base64} |"),
    ] {
        properties(&document(&text), &text).unwrap();
    }
    let bengali = "ক্ষি".repeat(1000);
    properties(&document(&bengali), &bengali).unwrap();
}
