//! Golden transcripts of the protocol in all its revisions, and what they do not reach.

use serde_json::{Value, json};

use crate::support::{self, get, golden, header, post, rpc, send, send_to};

/// Whether all of `expected` is in `actual`: objects may have more keys, lists that end with "..."
/// more items.
fn contains(actual: &Value, expected: &Value) -> bool {
    match (actual, expected) {
        (Value::Object(actual), Value::Object(expected)) => expected.iter().all(|(key, value)| {
            actual
                .get(key)
                .is_some_and(|actual| contains(actual, value))
        }),
        (Value::Array(actual), Value::Array(expected)) => {
            if let Some((Value::String(more), expected)) = expected.split_last()
                && more == "..."
            {
                return actual.len() >= expected.len()
                    && actual
                        .iter()
                        .zip(expected)
                        .all(|(actual, value)| contains(actual, value));
            }
            actual.len() == expected.len()
                && actual
                    .iter()
                    .zip(expected)
                    .all(|(actual, value)| contains(actual, value))
        }
        _ => actual == expected,
    }
}

/// Each line of protocol.jsonl is a request and what must be in its answer.
#[test]
fn transcripts() {
    let mut failures = Vec::new();
    let lines = golden("protocol.jsonl");
    assert!(lines.len() >= 59, "{} transcripts", lines.len());
    for line in lines {
        let name = line["name"].as_str().unwrap();
        let headers = line["headers"].as_object().unwrap();
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str().unwrap()))
            .collect();
        let body = match (line.get("text"), line.get("body")) {
            (Some(text), _) => text.as_str().unwrap().to_owned(),
            (None, Some(body)) => body.to_string(),
            (None, None) => String::new(),
        };
        let mut request = post(&headers, body);
        if headers.iter().any(|(key, _)| *key == "content-type") {
            request.headers.remove(0);
        }
        if let Some(method) = line.get("method") {
            method.as_str().unwrap().clone_into(&mut request.method);
        }
        let response = send(&request);
        let mut wrong = Vec::new();
        if Some(u64::from(response.status)) != line["status"].as_u64() {
            wrong.push(format!("status {}", response.status));
        }
        for (key, value) in line
            .get("answer_headers")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            if header(&response, key) != value.as_str() {
                wrong.push(format!("header {key}: {:?}", header(&response, key)));
            }
        }
        match line.get("answer") {
            None if response.body.is_some() => wrong.push("a body".to_owned()),
            None => {}
            Some(_) if response.body.is_none() => wrong.push("no body".to_owned()),
            Some(expected) => {
                let actual = support::json(&response);
                if !contains(&actual, expected) {
                    wrong.push("not what was expected".to_owned());
                }
                for pointer in line
                    .get("absent")
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
                {
                    if actual.pointer(pointer.as_str().unwrap()).is_some() {
                        wrong.push(format!("{pointer} is there"));
                    }
                }
            }
        }
        if !wrong.is_empty() {
            failures.push(format!("{name}: {}\n{:?}", wrong.join(", "), response.body));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// A request of the 2026-07-28 revision with all its headers.
fn modern(method: &str, name: Option<&str>, mut params: Value) -> server::http::Request {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = json!({"jsonrpc": "2.0", "id": "m", "method": method, "params": params});
    let mut headers = vec![
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", method),
    ];
    headers.extend(name.map(|name| ("Mcp-Name", name)));
    post(&headers, body.to_string())
}

#[test]
fn resources_are_listed_page_by_page_each_once() {
    let files: Vec<(String, String)> = (0..250)
        .map(|n| {
            (
                format!("docs.example.com/page-{n:03}.md"),
                format!("# Page {n}\n\nText {n}.\n"),
            )
        })
        .collect();
    let built = support::build(&files);
    let index = support::open(&built);
    let mut names = Vec::new();
    let mut params = json!({});
    let mut n_pages = 0;
    loop {
        let answer = rpc(&index, "resources/list", params);
        let result = &answer["result"];
        names.extend(
            result["resources"]
                .as_array()
                .unwrap()
                .iter()
                .map(|resource| resource["name"].clone()),
        );
        n_pages += 1;
        match result.get("nextCursor") {
            Some(cursor) => params = json!({"cursor": cursor}),
            None => break,
        }
    }
    let expected: Vec<String> = (0..250)
        .map(|n| format!("documents/docs.example.com/page-{n:03}"))
        .collect();
    assert_eq!(names, expected);
    assert!(n_pages > 2);

    let cursor = rpc(&index, "resources/list", json!({}))["result"]["nextCursor"].clone();
    let of_another_corpus = rpc(
        support::index(),
        "resources/list",
        json!({"cursor": cursor}),
    );
    assert_eq!(of_another_corpus["error"]["code"], -32602);
    for garbage in [
        json!("zzz"),
        json!(""),
        json!(7),
        json!("MA"),
        json!("MTAwLzI1MAo="),
    ] {
        let answer = rpc(&index, "resources/list", json!({"cursor": garbage}));
        assert_eq!(answer["error"]["code"], -32602, "{garbage}");
    }
    let answer = rpc(&index, "resources/list", json!({"cursor": null}));
    assert!(answer.get("result").is_some());
}

#[test]
fn a_document_is_read_by_its_uri_or_its_name() {
    for uri in [
        "https://docs.example.com/intro",
        "documents/docs.example.com/intro",
        "http://docs.example.com/intro#concepts",
        "https://docs.example.com/intro/?utm=1",
    ] {
        let answer = rpc(support::index(), "resources/read", json!({"uri": uri}));
        let contents = &answer["result"]["contents"][0];
        assert_eq!(contents["uri"], "https://docs.example.com/intro", "{uri}");
        assert!(
            contents["text"]
                .as_str()
                .unwrap()
                .starts_with("# Introduction"),
            "{uri}"
        );
    }
    let folder = rpc(
        support::index(),
        "resources/read",
        json!({"uri": "https://docs.example.com/guide/"}),
    );
    assert!(folder.get("result").is_some(), "{folder}");
    // A body may have nearly a megabyte: what is no name of anything costs no more than a long name does.
    let long = |text: &str| json!({"uri": text.repeat(800_000 / text.len())});
    for params in [long("a "), long("|"), long("a/"), long("site:\"")] {
        let answer = rpc(support::index(), "resources/read", params);
        assert_eq!(answer["error"]["code"], -32002);
    }
    for params in [json!({}), json!({"uri": 1})] {
        let answer = rpc(support::index(), "resources/read", params);
        assert_eq!(answer["error"]["code"], -32602);
    }
}

#[test]
fn prompts_say_what_they_lack() {
    let index = support::index();
    let compare = |arguments: Value| {
        rpc(
            index,
            "prompts/get",
            json!({"name": "compare_documents", "arguments": arguments}),
        )
    };
    let good = compare(json!({
        "first": "documents/docs.example.com/intro",
        "second": "https://docs.example.com/install",
        "aspect": null,
    }));
    let text = good["result"]["messages"][0]["content"]["text"]
        .as_str()
        .unwrap();
    assert!(
        text.contains("documents/docs.example.com/install"),
        "{text}"
    );
    for (arguments, word) in [
        (
            json!({"first": "documents/docs.example.com/intro"}),
            "second",
        ),
        (
            json!({"first": "documents/docs.example.com/intr", "second": "x"}),
            "first",
        ),
        (json!({"first": 3}), "string"),
        (json!([]), "object"),
    ] {
        let answer = compare(arguments);
        assert_eq!(answer["error"]["code"], -32602);
        assert!(
            answer["error"]["message"].as_str().unwrap().contains(word),
            "{answer}"
        );
    }
    let unknown = rpc(index, "prompts/get", json!({"name": "nope"}));
    assert!(
        unknown["error"]["message"]
            .as_str()
            .unwrap()
            .contains("answer_question")
    );
}

#[test]
fn names_complete() {
    let complete = |reference: Value, argument: &str, value: &str| {
        let params = json!({"ref": reference, "argument": {"name": argument, "value": value}});
        rpc(support::index(), "completion/complete", params)
    };
    let prompt = json!({"type": "ref/prompt", "name": "compare_documents"});
    for value in [
        "docs.example.com/int",
        "documents/docs.example.com/int",
        "https://docs.example.com/int",
    ] {
        let answer = complete(prompt.clone(), "first", value);
        let expected = json!({
            "values": ["documents/docs.example.com/intro"], "total": 1, "hasMore": false
        });
        assert_eq!(answer["result"]["completion"], expected, "{value}");
    }
    let free_text = complete(prompt.clone(), "aspect", "in");
    assert_eq!(free_text["result"]["completion"]["values"], json!([]));
    for (reference, argument) in [
        (prompt, "third"),
        (json!({"type": "ref/prompt", "name": "nope"}), "first"),
        (json!({"type": "ref/resource", "uri": "docs://{x}"}), "x"),
        (
            json!({"type": "ref/resource", "uri": "https://{+path}"}),
            "x",
        ),
        (json!({"type": "ref/nope"}), "x"),
        (json!(null), "x"),
    ] {
        let answer = complete(reference.clone(), argument, "");
        assert_eq!(answer["error"]["code"], -32602, "{reference} {argument}");
    }
}

#[test]
fn a_batch_is_bounded_and_answers_what_it_can() {
    let send = |batch: Value| send(&post(&[], batch.to_string()));
    let ping = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    assert_eq!(send(Value::Array(vec![ping.clone(); 20])).status, 200);
    assert_eq!(send(Value::Array(vec![ping.clone(); 21])).status, 400);
    let initialize = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}});
    assert_eq!(send(json!([ping, initialize])).status, 400);
    let modern = json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {
        "_meta": {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}}});
    assert_eq!(send(json!([modern])).status, 400);

    let cancel =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let response = send(json!([ping, cancel, 7, {"id": 3, "jsonrpc": "1.0"}]));
    let answers = support::json(&response);
    assert_eq!(answers[0], json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    assert_eq!(answers[1]["error"]["code"], -32600);
    assert_eq!(answers[1].get("id"), None);
    assert_eq!(answers[2]["id"], 3);
    assert_eq!(answers.as_array().unwrap().len(), 3);
}

#[test]
fn what_is_no_message_is_refused_with_its_id() {
    for (body, id) in [
        (
            r#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#,
            Some(json!(7)),
        ),
        (r#"{"jsonrpc":"2.0","id":"a","method":1}"#, Some(json!("a"))),
        (
            r#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#,
            Some(json!(7)),
        ),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, None),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, None),
        (r#""ping""#, None),
    ] {
        let response = send(&post(&[], body));
        assert_eq!(response.status, 400, "{body}");
        let answer = support::json(&response);
        assert_eq!(answer["error"]["code"], -32600, "{body}");
        assert_eq!(answer.get("id"), id.as_ref(), "{body}");
    }
}

#[test]
fn bodies_that_would_exhaust_memory_are_refused() {
    for body in [
        "[".repeat(100_000),
        format!("[{}0]", "0,".repeat(400_000)),
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"a":{}1{}}}}}"#,
            "[".repeat(70),
            "]".repeat(70)
        ),
    ] {
        let response = send(&post(&[], body));
        assert_eq!(response.status, 400);
    }
    // Brackets and commas inside of strings are text.
    let query = "[{,".repeat(20_000);
    let body =
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": format!("\"{query}")}});
    assert_eq!(send(&post(&[], body.to_string())).status, 200);
}

#[test]
fn a_client_that_begins_gets_through() {
    let body = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}});
    for headers in [
        &[][..],
        &[("mcp-protocol-version", "2030-01-01")],
        &[("Mcp-Method", "other")],
    ] {
        let response = send(&post(headers, body.to_string()));
        assert_eq!(response.status, 200);
        assert_eq!(
            support::json(&response)["result"]["protocolVersion"],
            "2025-11-25"
        );
    }
}

#[test]
fn legacy_metadata_is_no_claim() {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list",
        "params": {"_meta": {"progressToken": 0}}});
    let headers = [("Mcp-Method", "initialize"), ("Mcp-Name", "x")];
    assert_eq!(send(&post(&headers, body.to_string())).status, 200);
}

#[test]
fn headers_are_trimmed_and_names_decoded() {
    let arguments = json!({"name": "search_documents", "arguments": {"query": "install"}});
    let request = modern(
        "tools/call",
        Some(" search_documents \t"),
        arguments.clone(),
    );
    assert_eq!(send(&request).status, 200);
    for name in [
        "Search_documents",
        "=?BASE64?c2VhcmNoX2RvY3VtZW50cw==?=",
        "=?base64?c2VhcmNoX2RvY3VtZW50cw?=",
    ] {
        let response = send(&modern("tools/call", Some(name), arguments.clone()));
        assert_eq!(response.status, 400, "{name}");
        assert_eq!(support::json(&response)["error"]["code"], -32020);
        assert_eq!(support::json(&response)["id"], "m");
    }
}

#[test]
fn both_eras_get_the_same_instructions() {
    let legacy = rpc(support::index(), "initialize", json!({}));
    let modern = support::json(&send(&modern("server/discover", None, json!({}))));
    let instructions = legacy["result"]["instructions"].as_str().unwrap();
    assert_eq!(modern["result"]["instructions"], instructions);
    for tool in [
        "search_documents",
        "get_documents",
        "answer_query",
        "search_documentation",
    ] {
        assert!(instructions.contains(tool), "{tool}");
    }
}

#[test]
fn a_damaged_index_is_an_internal_error_with_a_line_for_the_log() {
    let built = support::build(&[("docs.example.com/a.md", "# A\n\nSecret words.\n")]);
    // Opening reads the head only, so damage at the end shows when a document is read.
    let damaged = (1..built.knowledge.len()).rev().take(400).find_map(|at| {
        let mut knowledge = built.knowledge.clone();
        knowledge[at] ^= 0x55;
        let index = index::Index::open(&built.terms, &knowledge).ok()?;
        let body = json!({"jsonrpc": "2.0", "id": 5, "method": "resources/read",
            "params": {"uri": "https://docs.example.com/a"}});
        let response = send_to(&index, &post(&[], body.to_string()));
        (support::json(&response)["error"]["code"] == -32603).then_some(response)
    });
    let response = damaged.expect("some byte whose damage is noticed");
    assert_eq!(support::json(&response)["id"], 5);
    let log = response.log.unwrap();
    assert!(
        log.starts_with("internal error in resources/read: "),
        "{log}"
    );
    assert!(!log.contains('\n'), "{log}");
}

#[test]
fn get_opens_no_stream() {
    for method in ["GET", "HEAD", "DELETE", "PUT", "BREW"] {
        for path in ["/mcp", "/mcp/"] {
            let response = send(&get(method, path));
            assert_eq!(response.status, 405);
            assert_eq!(header(&response, "allow"), Some("POST, OPTIONS"));
        }
    }
}
