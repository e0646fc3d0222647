//! `get_documents`: whole documents by their names.

use std::borrow::Cow;
use std::fmt::Write as _;

use index::{CorpusInfo, DocumentId, Index, NAME_PREFIX};
use serde::Serialize;
use serde_json::Value;

use super::arguments::type_of;
use super::{Arguments, Output, Schema, Tool, ToolError};
use crate::mcp::documents::{Reference, echo, find, suggestion};
use crate::mcp::protocol::ToolAnnotations;
use crate::mcp::quota::Quota;
use crate::mcp::{Server, wording};

/// Most names of a call.
const MAX_NAMES: usize = 20;

/// Most characters of a name.
const MAX_NAME: usize = 500;

/// Most bytes of Markdown in an answer of several documents. Far above what any client reads at
/// once; below what the Worker's memory can hold a few times over.
const MAX_CONTENT: usize = 2 << 20;

/// Names that a message goes into.
const MAX_PROBLEMS: usize = 5;

/// What names look like, and where they come from.
const ADVICE: &str = "Names look like \"documents/host/path\" and come from `parent` of a \
                      search_documents result or from `references` of an answer_query result";

pub(super) const TOOL: Tool = Tool {
    name: "get_documents",
    title,
    description,
    input_schema: Schema::object(
        const {
            &[(
                "names",
                Schema::array(
                    "Names of 1 to 20 documents, from `parent` of a search result or from \
                 `references` of an answer.",
                    &NAME,
                )
                .with_length(1, MAX_NAMES),
            )]
        },
        &["names"],
    ),
    output_schema: Schema::object(
        const {
            &[(
                "documents",
                Schema::array("The documents, in the order asked.", &DOCUMENT),
            )]
        },
        &[],
    ),
    annotations: ToolAnnotations::read_only,
    quota: Quota::Gets,
    call,
};

static NAME: Schema = Schema::string("documents/...");

static DOCUMENT: Schema = Schema::object(
    const {
        &[
            (
                "name",
                Schema::string("Name of the document (documents/...); cite it."),
            ),
            ("uri", Schema::string("Where a person reads it; cite it.")),
            (
                "content",
                Schema::string("The whole document, as Markdown."),
            ),
            (
                "description",
                Schema::string("What it is about, in one line."),
            ),
            ("title", Schema::string("Its title.")),
        ]
    },
    &[],
);

#[derive(Serialize)]
struct GetDocuments {
    documents: Vec<Document>,
}

#[derive(Serialize)]
struct Document {
    name: String,
    uri: String,
    content: String,
    description: String,
    title: String,
}

fn title(corpus: &CorpusInfo) -> String {
    format!("Read documents of {}", wording::title(corpus))
}

fn description(server: Server<'_>) -> String {
    let (search, answer) = (
        server.offers("search_documents"),
        server.offers("answer_query"),
    );
    let sources = match (search, answer) {
        (true, true) => {
            "`names` come from `parent` of a search_documents result or from `references` of an \
             answer_query result; do not make them up, search first."
        }
        (true, false) => {
            "`names` come from `parent` of a search_documents result; do not make them up, search \
             first."
        }
        (false, true) => {
            "`names` come from `references` of an answer_query result; do not make them up, ask \
             first."
        }
        (false, false) => "`names` look like documents/host/path; do not make them up.",
    };
    format!(
        "Returns whole documents of {} as Markdown, 1 to {MAX_NAMES} in one call, in the order \
         asked.\n\n\
         Use it when a passage of a search is not enough: for a complete tutorial, all options of \
         a command, or code with what stands around it. {sources} The URI of a document is taken \
         as well. Documents can be long: get those that you need, several in one call rather than \
         one by one.\n\n\
         Always cite the `name` or `uri` of the documents that the answer rests on.",
        wording::title(server.corpus())
    )
}

fn call(index: &Index<'_>, arguments: &Arguments<'_>) -> Result<Output, ToolError> {
    let names = read_names(arguments)?;
    let ids = look_up(index, arguments, &names)?;
    let mut size = 0;
    let mut documents = Vec::with_capacity(ids.len());
    for id in &ids {
        let document = index.document(*id)?;
        let content = index.content(&document)?;
        size += content.len();
        if size > MAX_CONTENT && !documents.is_empty() {
            return Err(arguments.error(format!(
                "these {} documents are too large for one answer; ask for the first {} alone, and \
                 for the others in further calls",
                ids.len(),
                documents.len()
            )));
        }
        documents.push(Document {
            name: document.name,
            uri: document.uri,
            content,
            description: document.description,
            title: document.title,
        });
    }
    let text = as_text(&documents);
    Output::new(&GetDocuments { documents }, text)
}

/// The documents for a reader of text: before each what to cite it by.
fn as_text(documents: &[Document]) -> String {
    let mut text = String::new();
    for (number, document) in (1..).zip(documents) {
        let _ = write!(
            text,
            "[{number}] {}\n{}\n{}\n",
            document.name, document.uri, document.title
        );
        if !document.description.is_empty() {
            let _ = writeln!(text, "{}", document.description);
        }
        let _ = write!(text, "\n{}\n\n", document.content.trim_end());
    }
    text.truncate(text.trim_end().len());
    text
}

/// The names as they were given: a list of strings, or what clients and models make of one.
fn read_names<'a>(arguments: &Arguments<'a>) -> Result<Vec<Cow<'a, str>>, ToolError> {
    let aliases = ["name", "uri", "url", "uris", "urls", "parent", "references"];
    let hint = format!(
        "it must be an array of 1 to {MAX_NAMES} strings, for example \
         {{\"names\": [\"documents/example.com/guide\"]}}. {ADVICE}"
    );
    let names: Vec<Cow<'a, str>> = match arguments.value("names", &aliases)? {
        None => return Err(arguments.error(format!("\"names\" is required; {hint}"))),
        // Some clients send an array as its JSON text, or one name without the array.
        Some(Value::String(text)) => match serde_json::from_str::<Vec<String>>(text) {
            Ok(names) => names.into_iter().map(Cow::Owned).collect(),
            Err(_) if text.trim().is_empty() => Vec::new(),
            Err(_) => vec![Cow::Borrowed(text)],
        },
        Some(Value::Array(items)) => {
            let mut names = Vec::with_capacity(items.len().min(MAX_NAMES));
            for item in items.iter().take(MAX_NAMES + 1) {
                let Value::String(name) = item else {
                    let got = type_of(item);
                    return Err(arguments.error(format!("\"names\" holds {got}; {hint}")));
                };
                names.push(Cow::Borrowed(name.as_str()));
            }
            if items.len() > MAX_NAMES {
                return Err(too_many(arguments, items.len()));
            }
            names
        }
        Some(other) => {
            return Err(arguments.error(format!("\"names\" is {}; {hint}", type_of(other))));
        }
    };
    if names.is_empty() {
        return Err(arguments.error(format!("\"names\" is empty; {hint}")));
    }
    if names.len() > MAX_NAMES {
        return Err(too_many(arguments, names.len()));
    }
    Ok(names)
}

fn too_many(arguments: &Arguments<'_>, n_names: usize) -> ToolError {
    arguments.error(format!(
        "\"names\" holds {n_names} names, at most {MAX_NAMES} are allowed; split them over several \
         calls"
    ))
}

/// The documents in the order of their names, each once; all or none, so that an answer never
/// lacks silently what was asked for.
fn look_up(
    index: &Index<'_>,
    arguments: &Arguments<'_>,
    names: &[Cow<'_, str>],
) -> Result<Vec<DocumentId>, ToolError> {
    let mut ids = Vec::with_capacity(names.len());
    let mut problems = Vec::new();
    for given in names {
        let n_characters = given.chars().count();
        if n_characters > MAX_NAME {
            problems.push(format!(
                "the name \"{}\" has {n_characters} characters, at most {MAX_NAME} are allowed",
                echo(given)
            ));
            continue;
        }
        match Reference::read(given) {
            Reference::Name(name) => match find(index, &name) {
                Some(id) if ids.contains(&id) => {}
                Some(id) => ids.push(id),
                None => problems.push(format!(
                    "there is no document \"{}\". {}",
                    echo(given),
                    suggestion(index, &name)
                )),
            },
            Reference::Bare(bare) => {
                let name = format!("{NAME_PREFIX}{bare}");
                let instead = if find(index, &name).is_some() {
                    format!("Use \"{name}\"")
                } else {
                    suggestion(index, &name)
                };
                problems.push(format!(
                    "\"{}\" is not the name of a document: names begin with \"{NAME_PREFIX}\". \
                     {instead}",
                    echo(bare)
                ));
            }
        }
    }
    if problems.is_empty() {
        return Ok(ids);
    }
    let n_more = problems.len().saturating_sub(MAX_PROBLEMS);
    problems.truncate(MAX_PROBLEMS);
    if n_more > 0 {
        problems.push(format!("and {n_more} more"));
    }
    Err(arguments.error(match problems.as_slice() {
        [problem] => format!("{problem}. {ADVICE}"),
        problems => format!("\n- {}\n{ADVICE}", problems.join("\n- ")),
    }))
}
