//! `search_documentation`: the best passages with title and URI, of one language first.

use index::{CorpusInfo, Index};
use search::Options;
use serde::Serialize;

use super::{Arguments, Output, Schema, Tool, ToolError, passages_text};
use crate::mcp::protocol::ToolAnnotations;
use crate::mcp::quota::Quota;
use crate::mcp::{Server, wording};

pub(super) const TOOL: Tool = Tool {
    name: "search_documentation",
    title,
    description,
    input_schema: Schema::object(
        const {
            &[
                (
                    "userQuery",
                    Schema::string(
                        "The user's question in the user's words, at most 500 characters.",
                    ),
                ),
                (
                    "languageCode",
                    Schema::string(
                        "Language of the question as a BCP 47 tag, e.g. \"en\" or \"pt-BR\". Documents \
                     in it are preferred. Leave it out if it is not known.",
                    ),
                ),
            ]
        },
        &["userQuery"],
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
            ("title", Schema::string("Title of the document.")),
            ("uri", Schema::string("Where a person reads it; cite it.")),
            ("content", Schema::string("The passage, as Markdown.")),
        ]
    },
    &[],
);

#[derive(Serialize)]
struct SearchDocumentation {
    results: Vec<Snippet>,
    /// What to try, if nothing matches: some clients show their model the structured form alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
}

#[derive(Serialize)]
struct Snippet {
    title: String,
    uri: String,
    content: String,
}

fn title(corpus: &CorpusInfo) -> String {
    format!("Search {} by language", wording::title(corpus))
}

fn description(server: Server<'_>) -> String {
    let corpus = server.corpus();
    let languages = wording::languages(corpus);
    let languages = if languages.is_empty() {
        String::new()
    } else {
        format!(" Languages: {languages}.")
    };
    let whole = match (
        server.offers("search_documents"),
        server.offers("get_documents"),
    ) {
        (true, true) => {
            " To go on with whole documents use search_documents, whose `parent` get_documents \
             takes (it also takes the `uri` of a result here)."
        }
        (false, true) => {
            " To go on with a whole document give the `uri` of a result to get_documents."
        }
        (_, false) => "",
    };
    format!(
        "Searches {} with the user's own question and returns the best passages with the title of \
         the document and the URI that a person reads it at, best first. `languageCode` says \
         which language the question is in: documents in that language are preferred, others are not left out.{languages}\n\n\
         Use it when the language matters or when the user wants links to read.{whole} Always \
         cite the URIs of the sources in the answer.",
        wording::title(corpus)
    )
}

fn call(index: &Index<'_>, arguments: &Arguments<'_>) -> Result<Output, ToolError> {
    let query = arguments.query("userQuery", &["query", "question", "q"])?;
    let language = arguments.language("languageCode")?;
    if let Some(tag) = &language
        && !search::has_language(index.corpus(), tag)
    {
        return Err(arguments.error(format!(
            "\"languageCode\" is \"{tag}\", and no document is in that language; the documents \
             are in {}. Give one of these, or leave it out",
            wording::languages(index.corpus())
        )));
    }
    let passages = search::search(
        index,
        query,
        &Options {
            language,
            ..Options::default()
        },
    )?;
    let results: Vec<Snippet> = passages
        .into_iter()
        .map(|passage| Snippet {
            title: passage.title,
            uri: passage.uri,
            content: passage.content,
        })
        .collect();
    let shown = results.iter().map(|snippet| {
        (
            format!("{}\n{}", snippet.title, snippet.uri),
            snippet.content.as_str(),
        )
    });
    let (text, message) = passages_text(index, query, shown);
    Output::new(&SearchDocumentation { results, message }, text)
}
