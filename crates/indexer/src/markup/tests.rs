//! What each generator writes, and what a reader gets.

use expect_test::{Expect, expect};

use super::*;

#[track_caller]
fn check_as(is_mdx: bool, text: &str, expected: &Expect) {
    let source = Source {
        path: "a.md",
        root: None,
        is_mdx,
        variables: &BTreeMap::new(),
        faults: &RefCell::default(),
    };
    let text = rewrite(Text::new(text.to_owned(), 1), &source);
    let (text, _) = take_anchors(&text);
    let (content, lines) = text.into_parts();
    assert_eq!(
        lines.len(),
        content.matches('\n').count() + 1,
        "a line for each row"
    );
    assert!(lines.is_sorted(), "{lines:?}");
    let left: Vec<&str> = crate::left_over::find(&content)
        .iter()
        .map(|left| left.name)
        .collect();
    assert!(left.is_empty(), "{left:?} in {content}");
    let mut shown = String::new();
    for (row, line) in content.lines().zip(lines) {
        shown.extend([format!("{line:02} {row}\n")]);
    }
    expected.assert_eq(&shown);
}

#[track_caller]
fn check(text: &str, expected: &Expect) {
    check_as(false, text, expected);
}

#[track_caller]
fn check_mdx(text: &str, expected: &Expect) {
    check_as(true, text, expected);
}

#[test]
fn docusaurus() {
    check_mdx(
        "import Tabs from '@theme/Tabs';\nimport {\n  A,\n} from 'x';\n\n:::tip[Did you know?]\n\nText.\n\n:::\n\n<Tabs>\n  <TabItem value=\"npm\" label=\"npm\" default>\n    ```sh\n    npm i\n      x\n    ```\n  </TabItem>\n  <TabItem value=\"yarn\" label=\"Yarn\">\n\n    Use *yarn*.\n\n  </TabItem>\n</Tabs>\n\nVersion {' '} {frontmatter.x}is {`4`}.\n",
        &expect![[r"
            06 **Tip: Did you know?**
            06 
            08 Text.
            09 
            13 **npm**
            13 
            13 ```sh
            15 npm i
            16   x
            17 ```
            18 
            19 **Yarn**
            19 
            19 Use *yarn*.
            24 
            26 Version   is 4.
        "]],
    );
}

#[test]
fn starlight() {
    check_mdx(
        "<CardGrid>\n  <Card title=\"Fast\" icon=\"rocket\">\n    It is.\n  </Card>\n  <LinkCard title=\"Next\" href=\"/next/\" description=\"Go on.\" />\n</CardGrid>\n\n<Steps>\n\n1. One\n\n   <Aside type=\"caution\">\n     Careful.\n   </Aside>\n\n2. Two <Badge text=\"New\" />\n\n</Steps>\n\n<Since v=\"2.0\" />\n",
        &expect![[r"
            02 **Fast**
            02 
            02 It is.
            04 
            05 [Next](/next/)
            05 
            05 Go on.
            06 
            10 1. One
            11 
            12    **Caution**
            12 
            12    Careful.
            14 
            16 2. Two New
            18 
            20 Since 2.0
            20 
        "]],
    );
}

#[test]
fn react() {
    check(
        "## State {/*state-anchor*/}\n\n<Intro>\n\nHello <CodeStep step={1}>world</CodeStep>.\n\n</Intro>\n\n<DeepDive>\n\n#### Why? {/*why*/}\n\nSo <Math><MathI>y</MathI> = 2</Math>.\n\n</DeepDive>\n\nA <NAME> and List<String>.\n",
        &expect![[r"
            01 ## State
            02 
            05 Hello world.
            07 
            09 **Deep dive**
            09 
            11 #### Why?
            12 
            13 So y = 2.
            15 
            17 A \<NAME> and List\<String>.
        "]],
    );
}

#[test]
fn mkdocs() {
    check(
        "!!! note \"Read this\"\n    First.\n\n    - Item\n\n=== \"Python\"\n\n    ```py\n    x = 1\n    ```\n\n=== \"Go\"\n    Text.\n\nAfter { .annotate }\n\n![Logo](a.png){ width=300 }\n\n## Head {: #own .x }\n",
        &expect![[r"
            01 **Note: Read this**
            01 
            02 First.
            03 
            04 - Item
            05 
            06 **Python**
            06 
            08 ```py
            09 x = 1
            10 ```
            11 
            12 **Go**
            12 
            13 Text.
            14 
            15 After
            16 
            17 ![Logo](a.png)
            18 
            19 ## Head
        "]],
    );
}

#[test]
fn vitepress_and_github() {
    check(
        "::: warning\nHot.\n:::\n\n> [!NOTE]\n> Text.\n\n<details>\n<summary>More</summary>\n\nInside.\n\n</details>\n",
        &expect![[r"
            01 **Warning**
            01 
            02 Hot.
            03 
            05 > **Note**
            05 >
            06 > Text.
            07 
            09 **More**
            09 
            11 Inside.
            13 
        "]],
    );
}

#[test]
fn hugo() {
    check(
        "{{<Aside type=\"note\" header=\"Note\">}}\n\nText `{{<x>}}`.\n\n{{</Aside>}}\n\n{{% alert %}}\nHot\n{{% /alert %}}\n\n{{< youtube abc >}}\n\n{{<button href=\"/x\">}}Go{{</button>}}\n",
        &expect![[r"
            01 **Note**
            01 
            03 Text `{{<x>}}`.
            05 
            07 **Note**
            07 
            08 Hot
            09 
            13 [Go](/x)
        "]],
    );
}

#[test]
fn jekyll() {
    check(
        "{% comment %}\nno\n{% endcomment %}\n{% if x %}Yes{% endif %}\n\nText\n{:.no_toc}\n\nTerm\n: Meaning of it\n  goes on.\n\n{% highlight rb %}\nputs 1\n{% endhighlight %}\n\nVersion {{ site.version }}.\n",
        &expect![[r"
            04 Yes
            05 
            06 Text
            07 
            09 **Term**
            10 
            10 Meaning of it
            11 goes on.
            12 
            13 ```rb
            13 puts 1
            13 ```
            15 
            17 Version version.
        "]],
    );
}

#[test]
fn mdn() {
    check(
        "{{APIRef(\"DOM\")}}{{SeeCompatTable}}\n\nThe {{domxref(\"Element\")}} and {{htmlelement(\"p\")}}, {{glossary(\"DOM\", \"the DOM\")}}, {{bug(123)}}.\n\n- {{domxref(\"A.b\")}} {{readonlyInline}}\n  - : Text.\n\n{{Compat}}\n",
        &expect![[r"
            03 The `Element` and `<p>`, the DOM, bug 123.
            04 
            05 - `A.b` (read-only)
            06   - Text.
            07 
        "]],
    );
}

#[test]
fn html_in_markdown() {
    check(
        "<table>\n  <thead>\n    <tr><th>A</th><th colspan=2>B</th></tr>\n  </thead>\n  <tr>\n    <td rowspan=\"2\"><code>x|y</code></td>\n    <td><p>One<br>two</p></td><td><ul><li>a</li><li>b</li></ul></td>\n  </tr>\n  <tr><td><code>\\</code><td>d</tr>\n</table>\n\n<dl>\n  <dt>Term</dt>\n  <dd>Meaning &amp; more</dd>\n</dl>\n\n<p align=\"center\">\n  <img src=\"a.png\" alt=\"Logo\">\n  <a href=\"https://x.org\"><b>Site</b></a>\n</p>\n\n<pre><code class=\"language-js\">a &lt; b\n  <b>c</b></code></pre>\n\nH<sub>2</sub>O <!-- no --> a < b <https://x.org> &lt;b> <kbd>Esc</kbd>\n",
        &expect![[r"
            03 | A | B | |
            03 |---|---|---|
            05 | `x\|y` | One two | a; b |
            09 | | `\` | d |
            10 
            13 **Term**
            13 
            14 Meaning & more
            15 
            18 ![Logo](a.png)
            19 [**Site**](https://x.org)
            20 
            22 ```js
            23 a < b
            23   c
            23 ```
            23 
            25 H2O  a < b <https://x.org> \<b> `Esc`
        "]],
    );
}

#[test]
fn code_is_not_touched() {
    let code = "```md\n:::note\n<b>{{x}}</b> {% if %}\nimport a from 'b'\n```\n\n`<b>` ``{{x}}``\n\n    <i>{{y}}</i>\n";
    let source = Source {
        path: "a.md",
        root: None,
        is_mdx: false,
        variables: &BTreeMap::new(),
        faults: &RefCell::default(),
    };
    let text = rewrite(Text::new(code.to_owned(), 1), &source);
    assert_eq!(text.as_str(), code);
}

#[test]
fn fences_are_closed() {
    check(
        "> ```js\n> a\nText.\n\n- Item\n\n    ```js\n    b\n            ```\n\n```sh\nc\n",
        &expect![[r"
            01 > ```js
            02 > a
            03 > ```
            03 Text.
            04 
            05 - Item
            06 
            07     ```js
            08     b
            09     ```
            10 
            11 ```sh
            12 c
            13 ```
        "]],
    );
}

#[test]
fn tables_over_several_lines_and_wide_tables() {
    check(
        "| Field      | Text            |\n| :--------- | :-------------- |\n| `code`     | Status to       |\n:            : show, if any    :\n| b          | `a  |  b`       |\n",
        &expect![[r"
            01 | Field | Text |
            02 | :--- | :--- |
            03 | `code` | Status to show, if any |
            05 | b | `a  |  b` |
        "]],
    );
}

#[test]
fn constants_that_are_components_are_shown_where_they_are_used() {
    check_mdx(
        "export const hint = (\n  <Aside type=\"tip\">\n    Set it first.\n  </Aside>\n);\n\nText.\n\n{hint}\n",
        &expect![[r"
            07 Text.
            08 
            09 **Tip**
            09 
            09 Set it first.
            09 
        "]],
    );
}

#[test]
fn entities_that_are_shown_stay() {
    check(
        "Write `&lt;` as &amp;lt; and & as &amp;.\n",
        &expect![[r"
            01 Write `&lt;` as \&lt; and & as &.
        "]],
    );
}

#[test]
fn mintlify() {
    check_mdx(
        "<CodeGroup>\n\n```bash npm\nnpm i x\n```\n\n```bash yarn\nyarn add x\n```\n\n</CodeGroup>\n\n<ParamField body=\"name\" type=\"string\" required>\n  The name.\n</ParamField>\n\n<ResponseField name=\"size\" type=\"integer\" default={10} deprecated={false}>How many.</ResponseField>\n\n<AccordionGroup>\n  <Accordion title=\"Why?\">\n    Because.\n  </Accordion>\n</AccordionGroup>\n\n<Check>Done.</Check>\n",
        &expect![[r"
            03 ```bash npm
            04 npm i x
            05 ```
            06 
            07 ```bash yarn
            08 yarn add x
            09 ```
            11 
            13 **`name` (string, required)**
            13 
            14 The name.
            15 
            17 **`size` (integer, default `10`)**
            17 
            17 How many.
            17 
            20 **Why?**
            20 
            20 Because.
            23 
            25 **Check**
            25 
            25 Done.
            25 
        "]],
    );
}

#[test]
fn mdbook_and_devsite() {
    check(
        "# Title {#title}\n\n<aside class=\"note\">Read **this**.</aside>\n\n<div class=\"ds-selector-tabs\">\n<section>\n<h3>Java</h3>\n<pre class=\"prettyprint lang-java\">int a = 1;</pre>\n</section>\n</div>\n\n```rust,ignore\n# fn main() {}\nlet x = 1;\n```\n",
        &expect![[r"
            01 # Title
            02 
            03 **Note**
            03 
            03 Read **this**.
            03 
            07 ### Java
            07 
            08 ```java
            09 int a = 1;
            10 ```
            10 
            12 ```rust,ignore
            13 # fn main() {}
            14 let x = 1;
            15 ```
        "]],
    );
}

#[test]
fn formulas() {
    let text = "Sum $\\sum_{i=1}^{N} x_i$, $x_{n=0}$, \\(\\frac{a}{b}\\) and $$\\mathbf{x}_{.j}$$ at $5 or $6.\n";
    let expected = expect![[r"
        01 Sum $\sum_{i=1}^{N} x_i$, $x_{n=0}$, \(\frac{a}{b}\) and $$\mathbf{x}_{.j}$$ at $5 or $6.
    "]];
    check(text, &expected);
    check_mdx(text, &expected);
}

#[test]
fn code_of_templates() {
    check(
        "{% code title=\"index.js\" %}\n```js\nlet a;\n```\n{% endcode %}\n\n{{< highlight go \"linenos=table\" >}}\nif a <b> c {\n}\n{{< /highlight >}}\n\n{% highlight ruby %}\nputs 1\n{% endhighlight %}\n\nSee [link]({{< ref \"/parts/a.md\" >}}) and [page]({{ site.baseurl }}{% link b.md %}).\n\n{{< tabpane text=true >}}\n{{< tab header=\"**Language**:\" >}}\nText.\n{{< /tab >}}\n{{< /tabpane >}}\n",
        &expect![[r"
            01 **index.js**
            01 
            01 ```js
            01 let a;
            01 ```
            05 
            07 ```go
            07 if a <b> c {
            07 }
            07 ```
            10 
            12 ```ruby
            12 puts 1
            12 ```
            14 
            16 See [link](/parts/a.md) and [page](/b.md).
            17 
            19 **Language:**
            19 
            20 Text.
            22 
        "]],
    );
}

#[test]
fn marks_within_lines() {
    check(
        "[[toc]]\n\nPress ++ctrl+alt+del++ or ++f1++ :material-check: to ==mark== {++new++} {--old--} text.\n\nC++ and a == b, i++ and j++; [TOC] stays in a line. `==code==`\n",
        &expect![[r"
            03 Press Ctrl+Alt+Del or F1  to mark new  text.
            04 
            05 C++ and a == b, i++ and j++; [TOC] stays in a line. `==code==`
        "]],
    );
}

#[test]
fn titles_of_components() {
    check_mdx(
        "<Listing number=\"1-1\" file-name=\"src/main.rs\" caption=\"A guessing game\">\n\n```rust\nfn main() {}\n```\n\n</Listing>\n\n<Fragment slot=\"static\">\n\nStatic text.\n\n</Fragment>\n\n<Recipes titleText=\"Basic examples\" titleId=\"examples-basic\">\n\nText.\n\n</Recipes>\n\n<TeamMember name=\"Ann\" title=\"Engineer\">\n\nWrites.\n\n</TeamMember>\n\n<span class=\"tag\">Supported in ADK</span><span class=\"tag\">Python v1</span>\n\n<CodeBlock language=\"jsx\" title=\"a.js\">{`function f() {\n  return <h1>Hi</h1>;\n}`}</CodeBlock>\n\n<Icon name=\"star\" /> Text with <code>Array&lt;\\{ id: string \\}></code>.\n\n<aside class=\"note\"><b>Note:</b> An aside.</aside>\n\n<Endpoint method=\"get\" path=\"/pets\" />\n",
        &expect![[r"
            01 **Listing 1-1: A guessing game (src/main.rs)**
            01 
            03 ```rust
            04 fn main() {}
            05 ```
            07 
            09 **static**
            09 
            11 Static text.
            13 
            15 #### Basic examples
            15 
            17 Text.
            19 
            21 **Ann: Engineer**
            21 
            23 Writes.
            25 
            27 Supported in ADK Python v1
            28 
            29 **a.js**
            29 
            29 ```jsx
            30 function f() {
            31   return <h1>Hi</h1>;
            31 }
            31 ```
            31 
            33  Text with `Array<{ id: string }>`.
            34 
            35 **Note:** An aside.
            35 
            37 **`GET /pets`**
            37 
        "]],
    );
}

#[test]
fn containers_of_pandoc_and_mkdocstrings() {
    check(
        "::: {.callout-tip title=\"Tip with Title\"}\nText.\n:::\n\n::: mymod.MyClass\n\n::: details Title {open}\nMore.\n:::\n\n!!! note \"A **b** title\"\n    Inside.\n",
        &expect![[r"
            01 **Tip: Tip with Title**
            01 
            02 Text.
            03 
            05 **`mymod.MyClass`**
            05 
            07 **Title**
            07 
            08 More.
            09 
            11 **Note: A b title**
            11 
            12 Inside.
        "]],
    );
}
