//! A small corpus, built as build.rs builds one, and a client that has no wire.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use index::Index;
use indexer::{BuildOptions, Built};
use serde_json::{Map, Value, json};
use server::http::{self, Context, Request, Response};

/// The documents that most tests ask: path and text.
const CORPUS: &[(&str, &str)] = &[
    (
        "corpus.toml",
        r#"title = "Example Docs"
description = "How to install and run the Example program."

[[products]]
name = "Example"
domain = "docs.example.com"
"#,
    ),
    (
        "docs.example.com/intro.md",
        "# Introduction\n\nThe Example program greets people.\n\n\
         ## Concepts\n\nA greeting has a recipient and a tone.\n",
    ),
    (
        "docs.example.com/install.md",
        "# Install\n\nHow to install the Example program.\n\n\
         ## Linux\n\nRun `apt install example` to install it.\n\n\
         ## Windows\n\nRun `winget install example` to install it.\n\n\
         ## Mac\n\nRun `brew install example` to install it.\n",
    ),
    (
        "docs.example.com/cli.md",
        "# Command line\n\nAll options of the `example` command.\n\n\
         ## --shout\n\nWith `--shout` the greeting is in capitals.\n",
    ),
    (
        "docs.example.com/guide/index.md",
        "# Guide\n\nA tour of the features, one after the other.\n",
    ),
    (
        "docs.example.com/fr/install.md",
        "---\nlanguage: fr\n---\n# Installation\n\nComment installer le programme Example.\n\n\
         ## Linux\n\nLancez `apt install example` pour l'installer.\n",
    ),
];

static BUILT: LazyLock<Built> = LazyLock::new(|| build(CORPUS));
static INDEX: LazyLock<Index<'static>> = LazyLock::new(|| open(&BUILT));

/// The index of the small corpus.
pub(crate) fn index() -> &'static Index<'static> {
    &INDEX
}

/// Builds the index of a corpus of these files.
pub(crate) fn build<P: AsRef<Path>, T: AsRef<[u8]>>(files: &[(P, T)]) -> Built {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let root = std::env::temp_dir().join(format!("knowledge-it-{}-{number}", std::process::id()));
    for (path, text) in files {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let built = indexer::build(&root, &BuildOptions::default()).unwrap();
    fs::remove_dir_all(&root).unwrap();
    built
}

/// Opens what was built.
pub(crate) fn open(built: &Built) -> Index<'_> {
    Index::open(&built.terms, &built.knowledge).unwrap()
}

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A POST of `body` to the endpoint on this machine, with the headers that it needs and `headers`.
pub(crate) fn post(headers: &[(&str, &str)], body: impl Into<Vec<u8>>) -> Request {
    let mut all = vec![("content-type".to_owned(), "application/json".to_owned())];
    all.extend(
        headers
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned())),
    );
    Request {
        method: "POST".to_owned(),
        origin: "http://localhost:8787".to_owned(),
        path: "/mcp".to_owned(),
        headers: all,
        body: body.into(),
    }
}

/// A request without a body.
pub(crate) fn get(method: &str, path: &str) -> Request {
    Request {
        method: method.to_owned(),
        origin: "http://localhost:8787".to_owned(),
        path: path.to_owned(),
        ..Request::default()
    }
}

/// Sends `request` to a server of the small corpus.
pub(crate) fn send(request: &Request) -> Response {
    send_to(index(), request)
}

/// Sends `request` to a server of `index`.
pub(crate) fn send_to(index: &Index<'_>, request: &Request) -> Response {
    http::handle(
        &Context {
            index,
            allowed_origins: None,
            exhausted: &[],
        },
        request,
    )
}

/// The value of a header of an answer.
pub(crate) fn header<'a>(response: &'a Response, name: &str) -> Option<&'a str> {
    let found: Vec<_> = response
        .headers
        .iter()
        .filter(|(key, _)| *key == name)
        .collect();
    assert!(found.len() <= 1, "{name} is there {} times", found.len());
    found.first().map(|(_, value)| value.as_str())
}

/// The JSON of an answer.
pub(crate) fn json(response: &Response) -> Value {
    serde_json::from_str(response.body.as_deref().expect("a body")).expect("JSON")
}

/// Calls `method` as a legacy client and gives its whole answer.
pub(crate) fn rpc(index: &Index<'_>, method: &str, params: Value) -> Value {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let response = send_to(index, &post(&[], body.to_string()));
    assert_eq!(response.status, 200, "{method}");
    json(&response)
}

/// Calls a tool of the small corpus and gives the result.
pub(crate) fn call(tool: &str, arguments: Value) -> Value {
    let answer = rpc(
        index(),
        "tools/call",
        json!({"name": tool, "arguments": arguments}),
    );
    answer
        .get("result")
        .cloned()
        .unwrap_or_else(|| panic!("{tool}: {answer}"))
}

/// The text of a result.
pub(crate) fn text(result: &Value) -> &str {
    result
        .pointer("/content/0/text")
        .and_then(Value::as_str)
        .expect("text content")
}

/// The lines of a file in tests/golden, as JSON objects.
pub(crate) fn golden(name: &str) -> Vec<Map<String, Value>> {
    let path = root().join("tests/golden").join(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Whether UPDATE_GOLDEN is set: then golden files are written instead of compared.
pub(crate) fn updating() -> bool {
    std::env::var_os("UPDATE_GOLDEN").is_some()
}
