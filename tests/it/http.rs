//! Everything around the protocol: paths, CORS, limits, the page for people.

use server::http::{self, Context};
use server::mcp::Quota;

use crate::support::{self, get, header, index, post, send};

const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

#[test]
fn both_spellings_of_the_path_work() {
    for path in ["/mcp", "/mcp/"] {
        let mut request = post(&[], PING);
        path.clone_into(&mut request.path);
        assert_eq!(send(&request).status, 200);
    }
}

#[test]
fn a_url_says_origin_and_path() {
    for (url, origin, path) in [
        ("http://127.0.0.1:8787/mcp", "http://127.0.0.1:8787", "/mcp"),
        (
            "https://Docs.example.com:443/mcp/?a=/b#c",
            "https://docs.example.com",
            "/mcp/",
        ),
        (
            "https://docs.example.com:80/",
            "https://docs.example.com:80",
            "/",
        ),
        ("http://[::1]:80", "http://[::1]", "/"),
        (
            "https://docs.example.com?mcp",
            "https://docs.example.com",
            "/",
        ),
        (
            "http://localhost@evil.com/mcp",
            "http://localhost@evil.com",
            "/mcp",
        ),
        (
            "https://xn--bcher-kva.example/mcp",
            "https://xn--bcher-kva.example",
            "/mcp",
        ),
        ("nonsense", "://nonsense", "/"),
        ("", "://", "/"),
    ] {
        let expected = (origin.to_owned(), path.to_owned());
        assert_eq!(http::located(url), expected, "{url}");
    }
}

#[test]
fn anything_else_is_not_found_as_json() {
    for path in [
        "/.well-known/oauth-protected-resource",
        "/.well-known/oauth-authorization-server/mcp",
        "/mcp/.well-known/openid-configuration",
        "/mcpx",
        "/favicon.ico",
        "",
    ] {
        let response = send(&get("GET", path));
        assert_eq!(response.status, 404, "{path}");
        assert_eq!(header(&response, "content-type"), Some("application/json"));
        assert!(support::json(&response)["error"].is_string());
    }
}

#[test]
fn media_type_decides_and_accept_does_not() {
    let check = |content_type: Option<&str>, status: u16| {
        let mut request = post(&[("accept", "text/html")], PING);
        request.headers.remove(0);
        if let Some(content_type) = content_type {
            request
                .headers
                .push(("Content-Type".to_owned(), content_type.to_owned()));
        }
        assert_eq!(send(&request).status, status, "{content_type:?}");
    };
    check(Some("application/json"), 200);
    check(Some("Application/JSON; charset=utf-8"), 200);
    check(Some("text/plain"), 415);
    check(Some("application/json-patch+json"), 415);
    check(None, 415);
}

#[test]
fn large_bodies_are_refused_whether_announced_or_not() {
    let announced = post(&[("content-length", "1048577")], "");
    let context = Context {
        index: index(),
        allowed_origins: None,
        exhausted: &[],
    };
    let unread = http::answer_unread(&context, &announced).expect("an answer without the body");
    assert_eq!(unread.status, 413);
    assert_eq!(send(&post(&[], vec![b' '; http::MAX_BODY + 1])).status, 413);
    assert_eq!(send(&post(&[], vec![b' '; http::MAX_BODY])).status, 400);
    assert!(http::answer_unread(&context, &post(&[], PING)).is_none());
}

#[test]
fn pages_may_read_answers_and_errors() {
    for (body, status) in [(PING, 200), ("nonsense", 400)] {
        let mut request = post(&[("origin", "https://playground.example")], body);
        "https://docs.example.com".clone_into(&mut request.origin);
        let response = send(&request);
        assert_eq!(response.status, status);
        assert_eq!(header(&response, "access-control-allow-origin"), Some("*"));
        assert_eq!(header(&response, "cache-control"), Some("no-store"));
    }
    let refused = send(&post(&[("origin", "https://playground.example")], PING));
    assert_eq!(refused.status, 403);
    assert_eq!(header(&refused, "access-control-allow-origin"), None);
}

#[test]
fn preflight_names_every_header_that_clients_send() {
    let mut request = get("OPTIONS", "/mcp");
    request
        .headers
        .push(("origin".to_owned(), "http://localhost:3000".to_owned()));
    let response = send(&request);
    assert_eq!((response.status, response.body.as_deref()), (204, None));
    let allowed = header(&response, "access-control-allow-headers").unwrap();
    for name in [
        "accept",
        "mcp-protocol-version",
        "mcp-session-id",
        "mcp-method",
        "mcp-name",
        "last-event-id",
    ] {
        assert!(allowed.contains(name), "{name}");
    }
    let bad = "x\r\nset-cookie: a=b";
    request
        .headers
        .push(("access-control-request-headers".to_owned(), bad.to_owned()));
    assert_eq!(
        header(&send(&request), "access-control-allow-headers"),
        Some(allowed)
    );
}

#[test]
fn a_rebound_host_is_refused() {
    let mut request = post(&[], PING);
    "http://evil.example.com".clone_into(&mut request.origin);
    assert_eq!(send(&request).status, 403);
}

#[test]
fn the_page_for_people_tells_what_this_is() {
    let response = send(&get("GET", "/"));
    assert_eq!(response.status, 200);
    let page = response.body.unwrap();
    for word in [
        "Example Docs",
        "http://localhost:8787/mcp",
        "search_documents",
        "Documents: 5",
        "docs.example.com",
    ] {
        assert!(page.contains(word), "{word} in {page}");
    }
    let head = send(&get("HEAD", "/"));
    assert_eq!((head.status, head.body), (200, None));
    assert_eq!(send(&get("POST", "/")).status, 405);
}

#[test]
fn the_card_says_what_initialize_says() {
    let settings = "title = \"Example Docs\"\ndescription = \"All about it.\"\n[server]\n\
                    name = \"com.example/docs\"\nversion = \"2.1.0\"\n\
                    url = \"https://docs.example.com/mcp\"\n";
    let built = support::build(&[
        ("corpus.toml", settings),
        ("docs.example.com/a.md", "# A\n\nWords.\n"),
    ]);
    let index = support::open(&built);
    let mut request = get("GET", "/mcp/server-card");
    "https://docs.example.com".clone_into(&mut request.origin);
    let response = support::send_to(&index, &request);
    assert_eq!(header(&response, "access-control-allow-origin"), Some("*"));
    let card = support::json(&response);
    let initialized = support::rpc(&index, "initialize", serde_json::json!({}));
    let info = &initialized["result"]["serverInfo"];
    for key in ["name", "version", "title"] {
        assert_eq!(card[key], info[key], "{key}");
    }
    assert_eq!(card["name"], "com.example/docs");
    assert_eq!(card["remotes"][0]["url"], "https://docs.example.com/mcp");

    let tag = header(&response, "etag").unwrap().to_owned();
    for (known, status) in [(tag.as_str(), 304), ("W/\"0\", *", 304), ("\"0\"", 200)] {
        let mut request = get("GET", "/mcp/server-card");
        "https://docs.example.com".clone_into(&mut request.origin);
        request
            .headers
            .push(("If-None-Match".to_owned(), known.to_owned()));
        let response = support::send_to(&index, &request);
        assert_eq!(response.status, status, "{known}");
        assert_eq!(response.body.is_none(), status == 304);
        assert_eq!(header(&response, "etag"), Some(tag.as_str()));
    }
    let catalog = support::json(&support::send_to(
        &index,
        &get("GET", "/.well-known/ai-catalog.json"),
    ));
    let entry = &catalog["entries"][0];
    assert_eq!(entry["identifier"], "urn:air:example.com:mcp:docs");
    assert_eq!(entry["url"], "http://localhost:8787/mcp/server-card");
    assert_eq!(send(&post(&[], PING)).status, 200);
    let mut posted = post(&[], PING);
    "/mcp/server-card".clone_into(&mut posted.path);
    let refused = send(&posted);
    assert_eq!(refused.status, 405);
    assert_eq!(header(&refused, "allow"), Some("GET, HEAD, OPTIONS"));
}

#[test]
fn what_announces_the_server_is_public_to_every_page() {
    let allowed = ["https://a.example".to_owned()];
    let context = Context {
        index: index(),
        allowed_origins: Some(&allowed),
        exhausted: &[],
    };
    for path in ["/mcp/server-card", "/.well-known/ai-catalog.json"] {
        for method in ["GET", "OPTIONS"] {
            let mut request = get(method, path);
            "https://docs.example.com".clone_into(&mut request.origin);
            request
                .headers
                .push(("Origin".to_owned(), "https://b.example".to_owned()));
            let response = http::handle(&context, &request);
            assert!(response.status < 300, "{method} {path}");
            assert_eq!(header(&response, "access-control-allow-origin"), Some("*"));
            // The documents are not.
            "/mcp".clone_into(&mut request.path);
            assert_eq!(http::handle(&context, &request).status, 403);
        }
    }
    let mut rebound = get("GET", "/mcp/server-card");
    "http://evil.example.com".clone_into(&mut rebound.origin);
    assert_eq!(http::handle(&context, &rebound).status, 403);
}

#[test]
fn past_a_quota_a_tool_says_when_and_what_to_call() {
    let call = |tool: &str, arguments: &str| {
        let context = Context {
            index: index(),
            allowed_origins: None,
            exhausted: &[Quota::Answers, Quota::Gets],
        };
        let body = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments}}}}}"#
        );
        let response = http::handle(&context, &post(&[], body));
        assert_eq!(response.status, 200);
        support::json(&response)["result"].clone()
    };
    for (tool, arguments) in [
        ("answer_query", r#"{"query":"What is it?"}"#),
        ("get_documents", r#"{"names":["documents/a"]}"#),
    ] {
        let result = call(tool, arguments);
        assert_eq!(result["isError"], true);
        let text = result["content"][0]["text"].as_str().expect("a text");
        assert!(text.starts_with("429 RESOURCE_EXHAUSTED"), "{text}");
        assert!(text.contains("60 seconds"), "{text}");
        assert_eq!(text.contains("search_documents"), tool == "answer_query");
    }
    let result = call("search_documents", r#"{"query":"install"}"#);
    assert_eq!(result["isError"], serde_json::Value::Null);
}
