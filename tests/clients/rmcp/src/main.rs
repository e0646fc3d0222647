//! The official Rust client against a running server, in each of its modes: lists tools, calls all
//! four, reads a resource, and gets errors as errors. Called by tests/worker/clients.test.mjs.

use rmcp::model::{CallToolRequestParams, ProtocolVersion, ReadResourceRequestParams};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::{ClientLifecycleMode, ClientServiceExt, ServiceError};
use serde_json::{Value, json};

const NAME: &str = "documents/knowledge-worker.example/start/quickstart";

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let url = std::env::args().nth(1).expect("usage: rmcp-client URL");
    let modern = || vec![ProtocolVersion::V_2026_07_28];
    for (mode, lifecycle) in [
        ("initialize", ClientLifecycleMode::Initialize),
        (
            "discover",
            ClientLifecycleMode::Discover {
                preferred_versions: modern(),
            },
        ),
        (
            "auto",
            ClientLifecycleMode::Auto {
                preferred_versions: modern(),
                legacy_version: None,
            },
        ),
    ] {
        check(&url, lifecycle).await;
        println!("rmcp, {mode}: ok");
    }
}

async fn check(url: &str, lifecycle: ClientLifecycleMode) {
    let transport = StreamableHttpClientTransport::from_uri(url);
    let client = ().serve_with_lifecycle(transport, lifecycle).await.expect("a connection");

    let tools = client.list_all_tools().await.expect("tools");
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    let expected = ["search_documents", "get_documents", "answer_query", "search_documentation"];
    assert_eq!(names, expected);

    for (tool, arguments, key) in [
        ("search_documents", json!({"query": "quickstart"}), "results"),
        ("get_documents", json!({"names": [NAME]}), "documents"),
        ("answer_query", json!({"query": "What is an MCP server?"}), "answerText"),
        ("search_documentation", json!({"userQuery": "quickstart"}), "results"),
    ] {
        let result = call(&client, tool, arguments).await.expect(tool);
        assert_eq!(result.pointer("/isError").unwrap_or(&json!(false)), false, "{tool}: {result}");
        let structured = &result["structuredContent"][key];
        assert!(!structured.is_null() && *structured != json!([]), "{tool}: {result}");
        assert!(result["content"][0]["text"].as_str().is_some_and(|text| !text.is_empty()));
    }

    let wrong = call(&client, "get_documents", json!({"names": ["documents/no/such"]})).await;
    assert_eq!(wrong.expect("a result")["isError"], true);
    match call(&client, "nope", json!({})).await {
        Err(ServiceError::McpError(error)) => assert_eq!(error.code.0, -32602),
        other => panic!("an unknown tool: {other:?}"),
    }

    let uri = "https://knowledge-worker.example/start/quickstart";
    let read = client.read_resource(ReadResourceRequestParams::new(uri)).await.expect("a resource");
    let read = serde_json::to_value(read).expect("JSON");
    assert!(read["contents"][0]["text"].as_str().is_some_and(|text| text.starts_with('#')));
    client.cancel().await.expect("an end");
}

async fn call(
    client: &rmcp::Peer<rmcp::RoleClient>,
    tool: &'static str,
    arguments: Value,
) -> Result<Value, ServiceError> {
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    let params = CallToolRequestParams::new(tool).with_arguments(arguments);
    let result = client.call_tool(params).await?;
    Ok(serde_json::to_value(result).expect("JSON"))
}
