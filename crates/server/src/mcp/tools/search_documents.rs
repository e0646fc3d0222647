//! `search_documents`: the best passages, each with the name of its document.

use index::{CorpusInfo, Index};
use search::Options;
use serde::Serialize;

use super::{Arguments, Output, Schema, Tool, ToolError, passages_text};
use crate::mcp::protocol::ToolAnnotations;
use crate::mcp::quota::Quota;
use crate::mcp::{Server, wording};

pub(super) const TOOL: Tool = Tool {
    name: "search_documents",
    title,
    description,
    input_schema: Schema::object(
        const {
            &[(
                "query",
                Schema::string(
                    "Key words or a short question, at most 500 characters. Put identifiers, options \
                 and error messages in exactly as they are written.",
                ),
            )]
        },
        &["query"],
    ),
    output_schema: Schema::object(
        const {
            &[(
                "results",
                Schema::array("The best passages, best first.", &RESULT),
            )]
        },
        &[],
    ),
    annotations: ToolAnnotations::read_only,
    quota: Quota::Searches,
    call,
};

static RESULT: Schema = Schema::object(
    const {
        &[
            (
                "parent",
                Schema::string("Name of the document (documents/...); cite it."),
            ),
            (
                "id",
                Schema::string("Id of the passage inside its document."),
            ),
            ("content", Schema::string("The passage, as Markdown.")),
        ]
    },
    &[],
);

#[derive(Serialize)]
struct SearchDocuments {
    results: Vec<Chunk>,
    /// What to try, if nothing matches: some clients show their model the structured form alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Serialize)]
struct Chunk {
    parent: String,
    id: String,
    content: String,
}

fn title(corpus: &CorpusInfo) -> String {
    format!("Search {}", wording::title(corpus))
}

fn description(server: Server<'_>) -> String {
    let answer = if server.offers("answer_query") {
        " For a high-level conceptual question prefer answer_query."
    } else {
        ""
    };
    let language = if server.offers("search_documentation") {
        " To get titles and URIs, or documents in a certain language first, use \
         search_documentation."
    } else {
        ""
    };
    let get = if server.offers("get_documents") {
        "If a passage is not enough to answer, get the whole document with get_documents by its \
         `parent`. "
    } else {
        ""
    };
    let limit = Options::default().limit;
    format!(
        "Searches {} and returns the {limit} passages that fit best, verbatim as Markdown, each \
         with the name of its document (`parent`).{}\n\n\
         Use it for exact code, API names, CLI options, configuration, specific error messages, \
         tutorials and keyword look-ups.{answer}{language}\n\n\
         {get}Always cite the `parent` of the passages that the answer rests on.",
        wording::title(server.corpus()),
        wording::coverage(server.corpus())
    )
}

fn call(index: &Index<'_>, arguments: &Arguments<'_>) -> Result<Output, ToolError> {
    let query = arguments.query("query", &["question", "userQuery", "q"])?;
    let passages = search::search(index, query, &Options::default())?;
    let results: Vec<Chunk> = passages
        .into_iter()
        .map(|passage| Chunk {
            parent: passage.name,
            id: passage.id,
            content: passage.content,
        })
        .collect();
    let shown = results.iter().map(|chunk| {
        (
            format!("{} (id {})", chunk.parent, chunk.id),
            chunk.content.as_str(),
        )
    });
    let (text, message) = passages_text(index, query, shown);
    Output::new(&SearchDocuments { results, message }, text)
}
