//! Whatever comes in, something orderly goes out.

use proptest::prelude::*;
use serde_json::{Value, json};
use server::http::Request;

use crate::support::{post, send};

/// JSON that is near enough to a message to get far.
fn near_message() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop::sample::select(vec![
            "2.0",
            "search_documents",
            "get_documents",
            "answer_query",
            "search_documentation",
            "answer_question",
            "compare_documents",
            "2026-07-28",
            "2025-11-25",
            "install",
            "documents/docs.example.com/intro",
            "https://docs.example.com/cli",
            "https://{+path}",
            "ref/prompt",
            "ref/resource",
            "documents/",
            "https://",
            "[\"documents/\"]",
        ])
        .prop_map(Value::from),
    ];
    let key = prop::sample::select(vec![
        "name",
        "arguments",
        "query",
        "userQuery",
        "languageCode",
        "names",
        "uri",
        "cursor",
        "ref",
        "argument",
        "type",
        "value",
        "first",
        "second",
        "question",
        "_meta",
        "protocolVersion",
        "io.modelcontextprotocol/protocolVersion",
        "io.modelcontextprotocol/clientCapabilities",
    ]);
    let value = scalar.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key.clone().prop_map(str::to_owned), inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    });
    let method = prop::sample::select(vec![
        "initialize",
        "ping",
        "server/discover",
        "tools/list",
        "tools/call",
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
        "notifications/initialized",
        "nope",
    ]);
    (method, value.clone(), value).prop_map(|(method, id, params)| {
        json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    })
}

fn headers() -> impl Strategy<Value = Vec<(String, String)>> {
    let name = prop::sample::select(vec![
        "mcp-protocol-version",
        "Mcp-Method",
        "mcp-name",
        "origin",
        "content-length",
        "content-type",
        "access-control-request-headers",
    ]);
    let value = prop_oneof![
        ".{0,20}",
        prop::sample::select(vec![
            "2026-07-28",
            "2025-03-26",
            "tools/call",
            "search_documents",
            "=?base64?",
            "?=",
            "=?base64??=",
            "http://localhost",
            "null",
            "99999999999999999999",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec((name.prop_map(str::to_owned), value), 0..4)
}

fn check(request: &Request) -> Result<(), TestCaseError> {
    let response = send(request);
    prop_assert!(
        (200..500).contains(&response.status),
        "status {}",
        response.status
    );
    prop_assert_eq!(&response.log, &None);
    let is_page = request.path == "/" && request.method == "GET";
    if let Some(body) = response.body.filter(|_| !is_page) {
        let value: Value = serde_json::from_str(&body)
            .map_err(|error| TestCaseError::fail(format!("{error}: {body}")))?;
        prop_assert!(value.is_object() || value.is_array());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_request_is_answered(
        method in prop_oneof![Just("POST".to_owned()), "[A-Z]{0,7}"],
        origin in prop_oneof![Just("https://docs.example.com".to_owned()), ".{0,20}"],
        path in prop_oneof![Just("/mcp".to_owned()), "/.{0,10}", Just("/".to_owned())],
        headers in headers(),
        body in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        check(&Request { method, origin, path, headers, body })?;
    }

    #[test]
    fn any_message_is_answered(message in near_message(), headers in headers()) {
        let mut request = post(&[], message.to_string());
        "https://docs.example.com".clone_into(&mut request.origin);
        check(&request)?;
        request.headers.extend(headers);
        check(&request)?;
        let batch = json!([message.clone(), message]);
        check(&Request { body: batch.to_string().into_bytes(), ..request })?;
    }

    #[test]
    fn damaged_json_is_answered(message in near_message(), at in any::<usize>(), byte in any::<u8>()) {
        let mut body = message.to_string().into_bytes();
        let at = at % body.len();
        body[at] = byte;
        check(&post(&[], body))?;
    }
}
