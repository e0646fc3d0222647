//! The four tools, as data. To add one, write one file and one line in [`TOOLS`].

mod answer_query;
mod arguments;
mod get_documents;
mod schema;
mod search_documentation;
mod search_documents;

use index::{CorpusInfo, Index};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

pub use arguments::Arguments;
pub use schema::Schema;

use super::jsonrpc::ErrorData;
use super::protocol::{CallToolResult, ListToolsResult, TextContent, ToolAnnotations, ToolInfo};
use super::{Failure, documents, wording};

/// The tools in the order in which they are listed: what a model sees first it uses most.
pub static TOOLS: [Tool; 4] = [
    search_documents::TOOL,
    get_documents::TOOL,
    answer_query::TOOL,
    search_documentation::TOOL,
];

/// A tool.
pub struct Tool {
    /// What it is called by.
    pub name: &'static str,
    /// For a person.
    pub title: fn(&CorpusInfo) -> String,
    /// For a model: what it does and when to use which tool.
    pub description: fn(&CorpusInfo) -> String,
    /// What it takes.
    pub input_schema: Schema,
    /// What it answers.
    pub output_schema: Schema,
    /// Its title and what a call may do.
    pub annotations: fn(title: String) -> ToolAnnotations,
    /// Does it.
    pub call: fn(&Index<'_>, &Arguments<'_>) -> Result<Output, ToolError>,
}

/// What a tool has to say.
#[derive(Debug)]
pub struct Output {
    /// For a program, as the output schema says.
    structured: Box<RawValue>,
    /// For a model, where the structured content would not tell it enough.
    text: Option<String>,
}

impl Output {
    /// An output that speaks for itself.
    ///
    /// # Errors
    /// If `structured` cannot be written as JSON.
    pub fn new(structured: &impl Serialize) -> Result<Self, ToolError> {
        let structured =
            to_raw_value(structured).map_err(|error| ToolError::Internal(error.to_string()))?;
        Ok(Output {
            structured,
            text: None,
        })
    }

    /// This output, with `text` for a model.
    #[must_use]
    pub fn with_text(self, text: String) -> Self {
        Output {
            text: Some(text),
            ..self
        }
    }
}

/// Why a tool has nothing to say.
#[derive(Debug)]
pub enum ToolError {
    /// The arguments are wrong: told to the model, which can call again with better ones.
    Arguments(String),
    /// The server is at fault: told to its operator.
    Internal(String),
}

impl From<index::Error> for ToolError {
    fn from(error: index::Error) -> Self {
        ToolError::Internal(error.to_string())
    }
}

/// Answers `tools/list`.
pub(super) fn list(corpus: &CorpusInfo) -> ListToolsResult {
    let tools = TOOLS.iter().map(|tool| {
        let title = (tool.title)(corpus);
        ToolInfo {
            name: tool.name,
            description: wording::clip_paragraphs(&(tool.description)(corpus)),
            input_schema: &tool.input_schema,
            output_schema: &tool.output_schema,
            annotations: (tool.annotations)(title.clone()),
            title,
        }
    });
    ListToolsResult {
        tools: tools.collect(),
    }
}

/// Answers `tools/call`.
pub(super) fn call(
    index: &Index<'_>,
    params: &Map<String, Value>,
) -> Result<CallToolResult, Failure> {
    let name = params.get("name").and_then(Value::as_str).ok_or_else(|| {
        ErrorData::invalid_params(format!(
            "Invalid params: \"name\" is required and must be the name of a tool: {}",
            names()
        ))
    })?;
    let Some(tool) = TOOLS.iter().find(|tool| tool.name == name) else {
        return Err(ErrorData::invalid_params(format!(
            "Unknown tool: {}. Tools: {}",
            documents::echo(name),
            names()
        ))
        .into());
    };
    let empty = Map::new();
    let arguments = match params.get("arguments") {
        None | Some(Value::Null) => &empty,
        Some(Value::Object(arguments)) => arguments,
        Some(_) => {
            return Err(ErrorData::invalid_params(format!(
                "Invalid params: \"arguments\" of {name} must be an object"
            ))
            .into());
        }
    };
    match (tool.call)(index, &Arguments::new(tool.name, arguments)) {
        Ok(output) => Ok(present(output)),
        Err(ToolError::Arguments(message)) => Ok(CallToolResult {
            content: [TextContent::new(message)],
            structured_content: None,
            is_error: true,
        }),
        Err(ToolError::Internal(reason)) => Err(Failure::Internal(reason)),
    }
}

/// How an output becomes content. The specification wants the structured content repeated as text
/// for clients that read only that; this is the one place that decides in which form.
fn present(output: Output) -> CallToolResult {
    let text = output
        .text
        .unwrap_or_else(|| output.structured.get().to_owned());
    CallToolResult {
        content: [TextContent::new(text)],
        structured_content: Some(output.structured),
        is_error: false,
    }
}

fn names() -> String {
    TOOLS
        .iter()
        .map(|tool| tool.name)
        .collect::<Vec<_>>()
        .join(", ")
}
