//! The four tools: their contract, their wording, their results and their errors.

use std::fmt::Write as _;
use std::fs;

use index::Index;
use serde_json::{Value, json};

use crate::support::{self, call, golden, rpc, text, updating};

fn listed(index: &Index<'_>) -> Vec<Value> {
    rpc(index, "tools/list", json!({}))["result"]["tools"]
        .as_array()
        .unwrap()
        .clone()
}

/// Removes what is ours to write, so that the contract is left.
fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            // A property may be called `title` or `description`; then it is a schema.
            map.retain(|key, value| {
                !(matches!(key.as_str(), "title" | "description") && value.is_string()
                    || matches!(key.as_str(), "minItems" | "maxItems"))
            });
            map.values_mut().for_each(strip);
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

#[test]
fn tools_are_those_of_the_contract() {
    let contract = fs::read_to_string(support::root().join("tests/golden/contract.json")).unwrap();
    let contract: Value = serde_json::from_str(&contract).unwrap();
    let mut tools = Value::Array(listed(support::index()));
    for tool in tools.as_array().unwrap() {
        assert_eq!(tool["title"], tool["annotations"]["title"]);
        assert!(tool["title"].is_string() && tool["description"].is_string());
    }
    strip(&mut tools);
    assert_eq!(tools, contract["tools"]);
}

#[test]
fn schemas_hold_nothing_that_a_client_refuses() {
    fn check(schema: &Value) {
        let schema = schema.as_object().unwrap();
        for (key, value) in schema {
            match key.as_str() {
                "type" | "required" | "description" | "minItems" | "maxItems" => {}
                "items" => check(value),
                "properties" => value.as_object().unwrap().values().for_each(check),
                _ => panic!("{key} in a schema"),
            }
        }
    }
    for tool in listed(support::index()) {
        check(&tool["inputSchema"]);
        check(&tool["outputSchema"]);
    }
}

fn length(text: &Value) -> usize {
    text.as_str().unwrap().encode_utf16().count()
}

/// A corpus that says as much of itself as it can.
fn talkative() -> indexer::Built {
    let title = "Documentation de la documentation ".repeat(30);
    let description = "Une phrase qui ne finit jamais ".repeat(300);
    let mut toml = format!("title = \"{title}\"\ndescription = \"{description}\"\n");
    for n in 0..1_000 {
        write!(
            toml,
            "\n[[products]]\nname = \"Produit {n}\"\ndomain = \"p{n}.example.com\"\n"
        )
        .unwrap();
    }
    let page = "# A\n\nText.\n".to_owned();
    support::build(&[("corpus.toml", toml), ("p0.example.com/a.md", page)])
}

#[test]
fn wording_fits_whatever_the_corpus() {
    let built = talkative();
    let index = support::open(&built);
    for tool in listed(&index) {
        assert!(length(&tool["description"]) < 2_048, "{}", tool["name"]);
        assert!(
            !tool["description"].as_str().unwrap().ends_with('…'),
            "{}",
            tool["name"]
        );
    }
    let description = listed(&index)[0]["description"].clone();
    let description = description.as_str().unwrap();
    assert!(description.contains("Produit 0 (p0.example.com), Produit 1 (p1.example.com)"));
    let (_, more) = description.split_once(" and ").unwrap();
    assert!(more.contains(" more."), "{more}");
    let initialized = rpc(&index, "initialize", json!({}));
    assert!(length(&initialized["result"]["instructions"]) < 2_048);
}

#[test]
fn descriptions_say_what_the_contract_promises() {
    for tool in listed(support::index()) {
        let description = tool["description"].as_str().unwrap();
        let words: &[&str] = match tool["name"].as_str().unwrap() {
            "search_documents" => &[
                "Example (docs.example.com)",
                "error messages",
                "answer_query",
                "get_documents",
                "`parent`",
            ],
            "get_documents" => &["`parent`", "`references`", "search_documents"],
            "answer_query" => &["conceptual", "429", "search_documents", "`references`"],
            _ => &["`languageCode`", "search_documents", "en, fr"],
        };
        for word in words.iter().chain(&["cite", "Example Docs"]) {
            assert!(
                description.contains(word),
                "{word} in {}: {description}",
                tool["name"]
            );
        }
    }
}

/// The structured content of a result. Whoever reads only its text learns the same.
fn structured(result: &Value) -> Value {
    fn check(value: &Value, text: &str) {
        match value {
            Value::String(string) => assert!(text.contains(string.trim_end()), "{string}\n{text}"),
            Value::Array(items) => items.iter().for_each(|item| check(item, text)),
            Value::Object(map) => map.values().for_each(|item| check(item, text)),
            _ => panic!("{value}"),
        }
    }
    assert_eq!(result.get("isError"), None, "{result}");
    let structured = result["structuredContent"].clone();
    check(&structured, text(result));
    structured
}

/// Sends a request to the endpoint for ChatGPT and gives the result.
fn openai(method: &str, params: Value) -> Value {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let mut request = support::post(&[], body.to_string());
    "/mcp/openai".clone_into(&mut request.path);
    support::json(&support::send(&request))["result"].clone()
}

#[test]
fn chatgpt_finds_its_two_tools_at_an_endpoint_of_their_own() {
    let tools = openai("tools/list", json!({}));
    let names: Vec<&Value> = tools["tools"].as_array().unwrap().iter().collect();
    assert_eq!(names.len(), 2);
    assert_eq!(names[0]["name"], "search");
    assert_eq!(names[1]["name"], "fetch");

    let call = |tool: &str, arguments: Value| {
        let result = openai("tools/call", json!({"name": tool, "arguments": arguments}));
        let as_text: Value = serde_json::from_str(text(&result)).unwrap();
        assert_eq!(as_text, result["structuredContent"]);
        as_text
    };
    let found = call("search", json!({"query": "shout"}));
    let expected = json!({
        "id": "documents/docs.example.com/cli",
        "title": "Command line",
        "url": "https://docs.example.com/cli",
    });
    assert_eq!(found["results"][0], expected);
    let page = call("fetch", json!({"id": found["results"][0]["id"]}));
    assert_eq!(page["url"], expected["url"]);
    assert!(page["text"].as_str().unwrap().contains("--shout"));
    assert_eq!(page["metadata"]["language"], "en");

    // What neither tool could follow is not there.
    let initialized = openai("initialize", json!({}));
    assert_eq!(initialized["capabilities"].get("prompts"), None);
    let instructions = initialized["instructions"].as_str().unwrap();
    assert!(!instructions.contains("get_documents"), "{instructions}");
}

#[test]
fn corpus_toml_leaves_tools_out() {
    let settings = "title = \"Few\"\n[tools]\nexclude = [\"get_documents\", \"answer_query\"]\n";
    let built = support::build(&[
        ("corpus.toml", settings),
        ("docs.example.com/a.md", "# A\n\nSome words.\n"),
    ]);
    let index = support::open(&built);
    let tools = listed(&index);
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["search_documents", "search_documentation"]);
    let unknown = rpc(&index, "tools/call", json!({"name": "answer_query"}));
    assert_eq!(unknown["error"]["code"], -32602);
    let initialized = rpc(&index, "initialize", json!({}));
    // No text sends a model to a tool that is not there.
    let texts = format!("{tools:?} {initialized}");
    for name in ["get_documents", "answer_query"] {
        assert!(!texts.contains(name), "{name} in {texts}");
    }
    assert_eq!(initialized["result"]["capabilities"].get("prompts"), None);
}

#[test]
fn the_indexer_knows_the_tools() {
    let names: Vec<&str> = server::mcp::tools::TOOLS
        .iter()
        .map(|tool| tool.name)
        .collect();
    assert_eq!(names, indexer::TOOLS);
}

#[test]
fn search_documents_finds_passages() {
    for key in ["query", "question", "userQuery", "q"] {
        let result = structured(&call("search_documents", json!({key: "install example"})));
        let results = result["results"].as_array().unwrap();
        assert!(!results.is_empty() && results.len() <= 5);
        for result in results {
            let keys: Vec<&String> = result.as_object().unwrap().keys().collect();
            assert_eq!(keys, ["content", "id", "parent"]);
        }
    }
}

#[test]
fn no_document_crowds_out_the_others() {
    // Sections too long to share a chunk.
    let page = |title: &str| {
        let section = |n: u32| {
            let filler = |m| format!("Sentence {n}x{m} is here to fill the section. ");
            let filler: String = (0..50).map(filler).collect();
            format!("## Part {n}\n\nThe zeppelin of part {n}. {filler}\n\n")
        };
        format!("# {title}\n\n{}", (1..=6).map(section).collect::<String>())
    };
    let files = [
        ("a.example.com/1.md", page("One")),
        ("a.example.com/2.md", page("Two")),
    ];
    let built = support::build(&files);
    let params = json!({"name": "search_documents", "arguments": {"query": "zeppelin"}});
    let answer = rpc(&support::open(&built), "tools/call", params);
    let results = answer["result"]["structuredContent"]["results"]
        .as_array()
        .unwrap();
    for name in ["documents/a.example.com/1", "documents/a.example.com/2"] {
        assert_eq!(
            results
                .iter()
                .filter(|result| result["parent"] == name)
                .count(),
            2,
            "{name}"
        );
    }
}

#[test]
fn nothing_found_is_a_success_that_helps() {
    for (tool, key) in [
        ("search_documents", "query"),
        ("search_documentation", "userQuery"),
    ] {
        let result = call(tool, json!({key: "xylophone"}));
        assert_eq!(result.get("isError"), None);
        // Whichever of the two forms a client shows, it helps.
        let structured = json!({"results": [], "message": text(&result)});
        assert_eq!(result["structuredContent"], structured);
        assert!(
            text(&result).contains("Example (docs.example.com)"),
            "{}",
            text(&result)
        );
    }
    let result = structured(&call("answer_query", json!({"query": "xylophone"})));
    assert_eq!(result["references"], json!([]));
    assert!(!result["answerText"].as_str().unwrap().is_empty());
}

/// That nothing has some signs does not say what the documents cover.
#[test]
fn a_query_of_signs_alone_is_told_to_use_words() {
    for (tool, key) in [
        ("search_documents", "query"),
        ("search_documentation", "userQuery"),
        ("answer_query", "query"),
    ] {
        let result = call(tool, json!({key: "?!... --- ;;"}));
        assert_eq!(result.get("isError"), None);
        assert!(text(&result).contains("no words"), "{}", text(&result));
        assert!(
            !text(&result).contains("tell the user"),
            "{}",
            text(&result)
        );
    }
}

#[test]
fn search_documentation_prefers_the_language() {
    let first = |code: Value| {
        let arguments = json!({"userQuery": "install example", "languageCode": code});
        let result = structured(&call("search_documentation", arguments));
        let keys: Vec<&String> = result["results"][0].as_object().unwrap().keys().collect();
        assert_eq!(keys, ["content", "title", "uri"]);
        result["results"][0]["uri"].clone()
    };
    assert_eq!(first(json!("fr")), "https://docs.example.com/fr/install");
    assert_eq!(first(json!("fr_CA")), "https://docs.example.com/fr/install");
    assert_eq!(first(json!("en")), "https://docs.example.com/install");
    let without = first(json!(null));
    assert_eq!(first(json!("")), without);
}

#[test]
fn answer_query_names_its_sources() {
    let result = structured(&call(
        "answer_query",
        json!({"query": "How do I install Example?"}),
    ));
    assert!(result["answerText"].as_str().unwrap().contains("install"));
    let references = result["references"].as_array().unwrap();
    assert!(
        references[0]
            .as_str()
            .unwrap()
            .starts_with("documents/docs.example.com/")
    );
}

#[test]
fn get_documents_takes_names_in_many_spellings() {
    let (cli, intro) = (
        "documents/docs.example.com/cli",
        "documents/docs.example.com/intro",
    );
    for (arguments, expected) in [
        (json!({"names": [intro, cli]}), vec![intro, cli]),
        (json!({"names": [cli, intro, cli]}), vec![cli, intro]),
        (
            json!({"names": format!("[\"{intro}\", \"{cli}\"]")}),
            vec![intro, cli],
        ),
        (json!({"names": intro}), vec![intro]),
        (json!({"name": intro}), vec![intro]),
        (
            json!({"names": null, "uri": "https://docs.example.com/cli"}),
            vec![cli],
        ),
        (
            json!({"url": ["https://docs.example.com/cli#--shout"]}),
            vec!["documents/docs.example.com/cli#--shout"],
        ),
        (
            json!({"url": ["HTTPS://Docs.Example.com:443/cli.html#of-its-site"]}),
            vec![cli],
        ),
        (
            json!({"names": [intro], "extra": {"ignored": true}}),
            vec![intro],
        ),
        (json!({"names": vec![intro; 20]}), vec![intro]),
    ] {
        let result = structured(&call("get_documents", arguments.clone()));
        let names: Vec<&Value> = result["documents"]
            .as_array()
            .unwrap()
            .iter()
            .map(|d| &d["name"])
            .collect();
        assert_eq!(names, expected, "{arguments}");
    }
    let result = structured(&call("get_documents", json!({"names": [cli]})));
    let expected = json!({
        "name": cli,
        "uri": "https://docs.example.com/cli",
        "title": "Command line",
        "description": "All options of the `example` command.",
        "content": "# Command line\n\nAll options of the `example` command.\n\n\
                    ## --shout\n\nWith `--shout` the greeting is in capitals.\n",
    });
    let document = &result["documents"][0];
    for key in ["name", "uri", "title", "content"] {
        assert_eq!(document[key], expected[key], "{key}");
    }
    assert!(
        document["description"]
            .as_str()
            .unwrap()
            .starts_with("All options of the")
    );
}

#[test]
fn get_documents_takes_what_browsers_make_of_a_name() {
    let name = "documents/docs.example.com/শুরু/a%20b";
    let built = support::build(&[(
        "docs.example.com/শুরু/a b.md",
        "# Start\n\nA start.\n\n## Déjà vu\n\nSeen.\n",
    )]);
    let index = support::open(&built);
    let encoded = "docs.example.com/%E0%A6%B6%E0%A7%81%E0%A6%B0%E0%A7%81/a%20b";
    for (given, fragment) in [
        (name.to_owned(), ""),
        ("documents/docs.example.com/শুরু/a b".to_owned(), ""),
        (format!("https://{encoded}"), ""),
        (format!("documents/{}/", encoded.to_lowercase()), ""),
        (format!("https://{encoded}#d%C3%A9j%C3%A0-vu"), "#déjà-vu"),
        (
            format!("documents/{encoded}#d%c3%a9j%c3%a0-vu.."),
            "#déjà-vu..",
        ),
    ] {
        let documents = get(&index, &[&given]);
        assert_eq!(documents[0]["name"], format!("{name}{fragment}"), "{given}");
    }
}

/// A page of `n` sections with two sections below each, and one of code that is long.
fn long_page(n: usize) -> String {
    let mut page = "# Long\n\nThe introduction.\n\n".to_owned();
    for section in 1..=n {
        let text = format!("Sentence of section {section}, \"quoted\". ").repeat(20);
        let section = format!(
            "## Section {section}\n\n{text}\n\n### First of {section}\n\n{text}\n\n### Second of {section}\n\n{text}\n\n"
        );
        page.push_str(&section);
    }
    let code = "let some_variable = some_function();\n".repeat(200);
    page + "## Code\n\n```rust\n" + &code + "```\n\nThe end.\n"
}

/// The documents of an answer; both of its forms are within the limit.
fn get(index: &index::Index<'_>, names: &[&str]) -> Vec<Value> {
    let params = json!({"name": "get_documents", "arguments": {"names": names}});
    let result = rpc(index, "tools/call", params)["result"].clone();
    assert_ne!(result["isError"], true, "{}", text(&result));
    let units = |text: &str| text.encode_utf16().count();
    let json = result["structuredContent"].to_string();
    assert!(units(&json) <= 50_000, "{} units of JSON", units(&json));
    assert!(
        units(text(&result)) <= 50_000,
        "{} units",
        units(text(&result))
    );
    structured(&result)["documents"].as_array().unwrap().clone()
}

fn content(document: &Value) -> &str {
    document["content"].as_str().unwrap()
}

/// The name in what an excerpt ends with.
fn next_name(content: &str) -> &str {
    let (_, rest) = content.rsplit_once("To read on: {\"names\": [\"").unwrap();
    rest.split('"').next().unwrap()
}

#[test]
fn a_long_document_is_read_piece_by_piece_and_nothing_is_lost() {
    let page = long_page(60);
    let built = support::build(&[("a.example.com/long.md", &page)]);
    let index = support::open(&built);
    let first = get(&index, &["documents/a.example.com/long"]);
    let shown = content(&first[0]);
    assert!(shown.starts_with("> This document has "), "{shown}");
    assert!(shown.contains("- Section 60 ("), "the outline is whole");
    assert!(shown.contains("  - Second of 60 ("), "with all levels");
    let mut pieces = vec![shown.to_owned()];
    let mut name = next_name(shown).to_owned();
    loop {
        let next = get(&index, &[&name]);
        assert_eq!(next[0]["name"], name.as_str());
        let shown = content(&next[0]).to_owned();
        let is_last = !shown.contains("To read on: ");
        if !is_last {
            assert_ne!(next_name(&shown), name, "no progress");
            name = next_name(&shown).to_owned();
        }
        pieces.push(shown);
        assert!(pieces.len() < 20);
        if is_last {
            break;
        }
    }
    // Without what is said about them, the pieces are the document.
    let texts: String = pieces
        .iter()
        .map(|piece| {
            let start = piece.find("\n---\n\n").filter(|_| piece.starts_with('>'));
            let text = &piece[start.map_or(0, |at| at + 6)..];
            text.split("\n> Cut here").next().unwrap().to_owned()
        })
        .collect();
    // The fence is closed and opened again where it is cut.
    let words = |text: &str| {
        let is_fence = |word: &&str| word.starts_with("```");
        let words = text.split_whitespace().filter(|word| !is_fence(word));
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(
        words(&texts) == words(&page),
        "{} words for {}",
        words(&texts).len(),
        words(&page).len()
    );
    let fences = pieces.iter().map(|piece| piece.matches("```").count());
    assert!(fences.into_iter().all(|n| n % 2 == 0), "fences are closed");
}

#[test]
fn a_section_is_a_document_of_its_own() {
    let built = support::build(&[("a.example.com/long.md", long_page(60))]);
    let index = support::open(&built);
    let page = "documents/a.example.com/long";
    let name = format!("{page}#section-7");
    let section = get(&index, &[&name, &format!("{page}#first-of-9")]);
    assert_eq!(section[0]["name"], name);
    assert_eq!(section[0]["uri"], "https://a.example.com/long#section-7");
    assert_eq!(section[0]["title"], "Long > Section 7");
    let shown = content(&section[0]);
    assert!(shown.starts_with("## Section 7\n"), "{shown}");
    assert!(shown.contains("### Second of 7\n"), "with what is below it");
    assert!(!shown.contains("Section 8"), "and no more");
    assert_eq!(section[1]["title"], "Long > Section 9 > First of 9");
    assert!(content(&section[1]).starts_with("### First of 9\n"));
    let end = get(&index, &[&format!("{page}#section-60..")]);
    assert!(content(&end[0]).starts_with("## Section 60\n"));
    assert!(content(&end[0]).ends_with("The end.\n"));
    let params =
        json!({"name": "get_documents", "arguments": {"names": [format!("{page}#nowhere")]}});
    let result = rpc(&index, "tools/call", params)["result"].clone();
    assert_eq!(result["isError"], true);
    assert!(
        text(&result).contains("#section-1, #first-of-1"),
        "{}",
        text(&result)
    );
}

#[test]
fn short_documents_come_whole_beside_long_ones() {
    let built = support::build(&[
        ("a.example.com/1.md", long_page(60)),
        ("a.example.com/2.md", "# Short\n\nText.\n".to_owned()),
        ("a.example.com/3.md", long_page(61)),
    ]);
    let index = support::open(&built);
    let names = ["1", "2", "3"].map(|name| format!("documents/a.example.com/{name}"));
    let documents = get(&index, &[&names[0], &names[1], &names[2]]);
    assert!(content(&documents[0]).contains("To read on: "));
    assert_eq!(content(&documents[1]), "# Short\n\nText.\n");
    let left_out = content(&documents[2]);
    assert!(left_out.starts_with("> Not in this answer"), "{left_out}");
    assert!(left_out.contains(&format!("{{\"names\": [\"{}\"]}}", names[2])));
}

#[test]
fn an_outline_that_is_too_long_says_what_it_leaves_out() {
    let mut page = "# Changes\n\n".to_owned();
    for version in 0..4_000 {
        let entry = format!("## Version 1.{version}\n\n- Fixed the bug number {version}.\n\n");
        page.push_str(&entry);
    }
    let built = support::build(&[("a.example.com/changes.md", page)]);
    let index = support::open(&built);
    let documents = get(&index, &["documents/a.example.com/changes"]);
    let shown = content(&documents[0]);
    assert!(
        shown.contains("sections after and below these are not listed."),
        "{shown}"
    );
    assert!(shown.contains("- Fixed the bug number 100."));
    assert!(next_name(shown).starts_with("documents/a.example.com/changes#version-1"));
}

#[test]
fn a_page_with_two_names_is_found_by_both() {
    let built = support::build(&[
        (
            "a.example.com/one.md",
            "---\naliases: [/before]\n---\n# One\n\nThe purple llama.\n",
        ),
        ("a.example.com/two.md", "# One\n\nThe purple llama.\n"),
    ]);
    let index = support::open(&built);
    for name in ["one", "two", "before"] {
        let documents = get(&index, &[&format!("documents/a.example.com/{name}")]);
        assert_eq!(documents[0]["name"], "documents/a.example.com/one");
    }
    let params = json!({"name": "search_documents", "arguments": {"query": "purple llama"}});
    let result = structured(&rpc(&index, "tools/call", params)["result"].clone());
    assert_eq!(result["results"].as_array().unwrap().len(), 1);
}

#[test]
fn long_queries_are_counted_in_characters() {
    let result = call("search_documents", json!({"query": "é".repeat(500)}));
    assert_eq!(result.get("isError"), None);
    let result = call("search_documents", json!({"query": "é".repeat(501)}));
    assert!(text(&result).contains("501 characters"));
}

/// What goes wrong and what the model is told, tool by tool. UPDATE_GOLDEN=1 writes what it is told.
#[test]
fn errors_say_what_would_be_right() {
    let mut written = String::new();
    let mut failures = Vec::new();
    for line in golden("tool_errors.jsonl") {
        let (tool, arguments) = (line["tool"].as_str().unwrap(), &line["arguments"]);
        let result = call(tool, arguments.clone());
        assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
        assert_eq!(result.get("structuredContent"), None);
        let text = text(&result);
        if line["text"] != text {
            failures.push(format!(
                "{tool} {arguments}\n  got {text}\n  not {}",
                line["text"]
            ));
        }
        let updated = json!({"tool": tool, "arguments": arguments, "text": text});
        writeln!(written, "{updated}").unwrap();
    }
    if updating() {
        fs::write(
            support::root().join("tests/golden/tool_errors.jsonl"),
            written,
        )
        .unwrap();
    } else {
        assert!(failures.is_empty(), "{}", failures.join("\n"));
    }
}

#[test]
fn a_malformed_call_is_a_protocol_error() {
    for params in [
        json!({}),
        json!({"name": 1}),
        json!({"name": "nope", "arguments": {}}),
        json!({"name": "search_documents", "arguments": []}),
        json!({"name": "search_documents", "arguments": "query"}),
    ] {
        let answer = rpc(support::index(), "tools/call", params.clone());
        assert_eq!(answer["error"]["code"], -32602, "{params}");
    }
    let unknown = rpc(support::index(), "tools/call", json!({"name": "nope"}));
    let message = unknown["error"]["message"].as_str().unwrap();
    assert!(
        message.contains("search_documents, get_documents, answer_query"),
        "{message}"
    );
}
