//! `search` and `fetch`: the two tools that ChatGPT's connectors and deep research look for, under
//! the names and in the shapes that OpenAI documents. They are at an endpoint of their own, so that
//! no model has to choose between them and the four of the contract.

use std::collections::BTreeMap;

use index::{CorpusInfo, Index};
use search::Options;
use serde::Serialize;

use super::{Arguments, Output, Schema, Tool, ToolError};
use crate::mcp::documents::{Reference, echo, find, suggestion};
use crate::mcp::protocol::ToolAnnotations;
use crate::mcp::quota::Quota;
use crate::mcp::{Server, wording};

/// Documents in an answer of `search`.
const LIMIT: usize = 10;

/// Most characters of an id.
const MAX_ID: usize = index::MAX_NAME_CHARS;

pub(super) static TOOLS: [Tool; 2] = [
    Tool {
        name: "search",
        title: search_title,
        description: search_description,
        input_schema: Schema::object(
            const {
                &[(
                    "query",
                    Schema::string("Key words or a short question, at most 500 characters."),
                )]
            },
            &["query"],
        ),
        output_schema: Schema::object(
            const {
                &[(
                    "results",
                    Schema::array("The documents that fit best, best first.", &RESULT),
                )]
            },
            &["results"],
        ),
        annotations: ToolAnnotations::read_only,
        quota: Quota::Searches,
        call: search_documents,
    },
    Tool {
        name: "fetch",
        title: fetch_title,
        description: fetch_description,
        input_schema: Schema::object(
            const { &[("id", Schema::string("The `id` of a result of search."))] },
            &["id"],
        ),
        output_schema: Schema::object(
            const {
                &[
                    ("id", Schema::string("Name of the document.")),
                    ("title", Schema::string("Its title.")),
                    ("text", Schema::string("The whole document, as Markdown.")),
                    ("url", Schema::string("Where a person reads it; cite it.")),
                    ("metadata", METADATA),
                ]
            },
            &["id", "title", "text", "url"],
        ),
        annotations: ToolAnnotations::read_only,
        quota: Quota::Gets,
        call: fetch,
    },
];

static RESULT: Schema = Schema::object(
    const {
        &[
            ("id", Schema::string("Name of the document, for fetch.")),
            ("title", Schema::string("Its title.")),
            ("url", Schema::string("Where a person reads it; cite it.")),
        ]
    },
    &["id", "title", "url"],
);

const METADATA: Schema = Schema::object(
    const {
        &[
            ("description", Schema::string("What it is about.")),
            ("language", Schema::string("BCP 47 tag.")),
            ("updated", Schema::string("When it was last updated.")),
        ]
    },
    &[],
);

#[derive(Serialize)]
struct SearchResults {
    results: Vec<SearchResult>,
}

#[derive(Serialize)]
struct SearchResult {
    id: String,
    title: String,
    url: String,
}

#[derive(Serialize)]
struct FetchResult {
    id: String,
    title: String,
    text: String,
    url: String,
    /// What the document says of itself; nothing that it leaves open.
    metadata: BTreeMap<&'static str, String>,
}

fn search_title(corpus: &CorpusInfo) -> String {
    format!("Search {}", wording::title(corpus))
}

fn fetch_title(corpus: &CorpusInfo) -> String {
    format!("Fetch a document of {}", wording::title(corpus))
}

fn search_description(server: Server<'_>) -> String {
    format!(
        "Searches {} and returns the {LIMIT} documents that fit best, best first, each with the \
         `id` that fetch takes.{}\n\nUse it for any question that this documentation may answer: \
         code, options, error messages, concepts.",
        wording::title(server.corpus()),
        wording::coverage(server.corpus())
    )
}

fn fetch_description(server: Server<'_>) -> String {
    format!(
        "Returns a whole document of {} as Markdown. `id` comes from a result of search; do not \
         make it up. Cite its `url` in the answer to the user.",
        wording::title(server.corpus())
    )
}

fn search_documents(index: &Index<'_>, arguments: &Arguments<'_>) -> Result<Output, ToolError> {
    let query = arguments.query("query", &["question", "userQuery", "q"])?;
    let options = Options {
        limit: LIMIT,
        per_document: 1,
        ..Options::default()
    };
    let results = search::search(index, query, &options)?
        .into_iter()
        .map(|passage| SearchResult {
            id: passage.name,
            title: passage.title,
            url: passage.uri,
        })
        .collect();
    Output::json(&SearchResults { results })
}

fn fetch(index: &Index<'_>, arguments: &Arguments<'_>) -> Result<Output, ToolError> {
    let id = arguments
        .value("id", &["name", "uri", "url"])?
        .and_then(serde_json::Value::as_str)
        .map(str::trim)
        .filter(|id| !id.is_empty() && id.chars().count() <= MAX_ID)
        .ok_or_else(|| {
            arguments.error(format!(
                "\"id\" is required; it must be a string of 1 to {MAX_ID} characters: the `id` of \
                 a result of search"
            ))
        })?;
    let found = match Reference::read(id) {
        Reference::Document { name, .. } => find(index, &name),
        Reference::Bare(_) => None,
    };
    let found = found.ok_or_else(|| {
        arguments.error(format!(
            "there is no document \"{}\". {}",
            echo(id),
            suggestion(index, id)
        ))
    })?;
    let document = index.document(found)?;
    let text = index.content(&document)?;
    let metadata = [
        ("description", document.description),
        ("language", document.language),
        ("updated", document.updated),
    ];
    Output::json(&FetchResult {
        id: document.name,
        title: document.title,
        text,
        url: document.uri,
        metadata: metadata
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .collect(),
    })
}
