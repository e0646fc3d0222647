//! `prompts/*`: what a person can start from a menu of the client.

use index::Index;
use serde_json::{Map, Value};

use super::documents::{self, Reference};
use super::jsonrpc::ErrorData;
use super::protocol::{
    GetPromptResult, ListPromptsResult, PromptArgument, PromptInfo, PromptMessage,
};
use super::{Server, wording};

/// A prompt, as data. To add one, add it here and to `Kind`.
pub(super) struct Prompt {
    pub(super) name: &'static str,
    title: &'static str,
    description: &'static str,
    pub(super) arguments: &'static [PromptArgument],
    /// The tools that its text tells the model to use.
    tools: &'static [&'static str],
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    AnswerQuestion,
    CompareDocuments,
}

static PROMPTS: [Prompt; 2] = [
    Prompt {
        name: "answer_question",
        title: "Answer a question from the documentation",
        description: "Finds the answer in the documentation and cites the documents it is from.",
        arguments: &[PromptArgument {
            name: "question",
            description: "The question, in any words.",
            required: true,
        }],
        tools: &["search_documents", "get_documents"],
        kind: Kind::AnswerQuestion,
    },
    Prompt {
        name: "compare_documents",
        title: "Compare two documents",
        description: "Reads two documents whole and says what they share and where they differ.",
        arguments: &[
            PromptArgument {
                name: "first",
                description: "A document, by its name (documents/...) or URI.",
                required: true,
            },
            PromptArgument {
                name: "second",
                description: "The other document, by its name (documents/...) or URI.",
                required: true,
            },
            PromptArgument {
                name: "aspect",
                description: "What to compare them for, e.g. \"installation\".",
                required: false,
            },
        ],
        tools: &["get_documents"],
        kind: Kind::CompareDocuments,
    },
];

impl Prompt {
    /// Whether `argument` is the name of a document.
    pub(super) fn takes_name(&self, argument: &str) -> bool {
        matches!(self.kind, Kind::CompareDocuments) && matches!(argument, "first" | "second")
    }
}

/// The prompts whose tools are all there.
fn offered(server: Server<'_>) -> impl Iterator<Item = &'static Prompt> {
    PROMPTS.iter().filter(move |prompt| {
        let mut tools = prompt.tools.iter();
        tools.all(|tool| server.offers(tool))
    })
}

/// Whether there is any.
pub(super) fn are_offered(server: Server<'_>) -> bool {
    offered(server).next().is_some()
}

/// The prompt of that name.
pub(super) fn find(server: Server<'_>, name: &str) -> Result<&'static Prompt, ErrorData> {
    offered(server)
        .find(|prompt| prompt.name == name)
        .ok_or_else(|| {
            let known: Vec<&str> = offered(server).map(|prompt| prompt.name).collect();
            ErrorData::invalid_params(format!(
                "Unknown prompt: {}. Prompts: {}",
                documents::echo(name),
                known.join(", ")
            ))
        })
}

/// Answers `prompts/list`.
pub(super) fn list(server: Server<'_>) -> ListPromptsResult {
    let prompts = offered(server).map(|prompt| PromptInfo {
        name: prompt.name,
        title: prompt.title,
        description: prompt.description,
        arguments: prompt.arguments,
    });
    ListPromptsResult {
        prompts: prompts.collect(),
    }
}

/// Answers `prompts/get`.
pub(super) fn get(
    server: Server<'_>,
    params: &Map<String, Value>,
) -> Result<GetPromptResult, ErrorData> {
    let name = params.get("name").and_then(Value::as_str).ok_or_else(|| {
        ErrorData::invalid_params("Invalid params: \"name\" is required and must be a string")
    })?;
    let index = server.index;
    let prompt = find(server, name)?;
    let empty = Map::new();
    let arguments = match params.get("arguments") {
        None | Some(Value::Null) => &empty,
        Some(Value::Object(arguments)) => arguments,
        Some(_) => {
            return Err(ErrorData::invalid_params(
                "Invalid params: \"arguments\" must be an object of strings",
            ));
        }
    };
    let optional = |key: &str| match arguments.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.trim())),
        Some(_) => Err(ErrorData::invalid_params(format!(
            "Invalid params: argument \"{key}\" of {name} must be a string"
        ))),
    };
    let required = |key: &str| {
        optional(key)?.ok_or_else(|| {
            ErrorData::invalid_params(format!("Missing required argument of {name}: {key}"))
        })
    };
    let title = wording::title(index.corpus());
    let text = match prompt.kind {
        Kind::AnswerQuestion => format!(
            "Answer this question from {title}, and from nothing else:\n\n{}\n\n\
             Find the passages with search_documents; where a passage is not enough, read the \
             whole document with get_documents by its `parent`. Copy code, commands and option \
             names exactly. Cite the source of each statement by its name (documents/...) or URI. \
             If the documentation does not answer the question, say so.",
            required("question")?
        ),
        Kind::CompareDocuments => {
            let first = name_of(index, "first", required("first")?)?;
            let second = name_of(index, "second", required("second")?)?;
            let aspect = optional("aspect")?
                .map_or_else(String::new, |aspect| format!(", for this aspect: {aspect}"));
            format!(
                "Compare two documents of {title}{aspect}.\n\n1. {first}\n2. {second}\n\n\
                 Get both with one call of get_documents. Say what they share, where they differ \
                 and where they contradict each other, and cite each by its name or URI. Keep to \
                 what they say."
            )
        }
    };
    Ok(GetPromptResult {
        description: prompt.description,
        messages: [PromptMessage::user(text)],
    })
}

/// The name of the document that `argument` means.
fn name_of(index: &Index<'_>, argument: &str, given: &str) -> Result<String, ErrorData> {
    let found = match Reference::read(given) {
        Reference::Document { name, .. } => documents::find(index, &name),
        Reference::Bare(_) => None,
    };
    found.and_then(|id| index.name(id)).ok_or_else(|| {
        ErrorData::invalid_params(format!(
            "Invalid params: argument \"{argument}\" is the name of no document: {}. {}",
            documents::echo(given),
            documents::suggestion(index, given)
        ))
    })
}
