//! The four tools, as data. To add one, write one file and one line in [`TOOLS`].

mod answer_query;
mod arguments;
mod get_documents;
mod openai;
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
use super::quota::Quota;
use super::{Failure, Server, documents, wording};

/// The tools of the contract, in the order in which they are listed: what a model sees first it
/// uses most.
pub static TOOLS: [Tool; 4] = [
    search_documents::TOOL,
    get_documents::TOOL,
    answer_query::TOOL,
    search_documentation::TOOL,
];

/// Words that a query which finds nothing is answered with.
const MAX_ALIKE: usize = 5;

/// Which tools an endpoint offers.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum ToolSet {
    /// The four of the contract, without those that `corpus.toml` excludes.
    Contract,
    /// The two that ChatGPT looks for: `search` and `fetch`.
    OpenAi,
}

impl Server<'_> {
    /// The tools that are offered.
    pub fn tools(&self) -> impl Iterator<Item = &'static Tool> {
        let corpus = self.corpus();
        let tools: &'static [Tool] = match self.tools {
            ToolSet::Contract => &TOOLS,
            ToolSet::OpenAi => &openai::TOOLS,
        };
        tools
            .iter()
            .filter(|tool| !corpus.excluded_tools.iter().any(|name| name == tool.name))
    }

    /// Whether there is a tool of that name.
    pub(super) fn offers(&self, name: &str) -> bool {
        self.tools().any(|tool| tool.name == name)
    }

    /// The names of the tools, for a message.
    fn tool_names(&self) -> String {
        let names: Vec<&str> = self.tools().map(|tool| tool.name).collect();
        names.join(", ")
    }
}

/// A tool.
pub struct Tool {
    /// What it is called by.
    pub name: &'static str,
    /// For a person.
    pub title: fn(&CorpusInfo) -> String,
    /// For a model: what it does and when to use which of the tools that are offered.
    pub description: fn(Server<'_>) -> String,
    /// What it takes.
    pub input_schema: Schema,
    /// What it answers.
    pub output_schema: Schema,
    /// Its title and what a call may do.
    pub annotations: fn(title: String) -> ToolAnnotations,
    /// What its calls count against.
    pub quota: Quota,
    /// Does it.
    pub call: fn(&Index<'_>, &Arguments<'_>) -> Result<Output, ToolError>,
}

/// What a tool has to say, in two forms. Most clients read one of them: Claude Code, Codex and
/// Cursor the structured content, Gemini CLI the text. So either has to say everything.
#[derive(Debug)]
pub struct Output {
    /// For a program, as the output schema says.
    structured: Box<RawValue>,
    /// For a model: Markdown as it stands in the documents, not as an escaped string of JSON.
    text: String,
}

impl Output {
    /// `structured` and, for whoever reads only text, the same as `text`.
    ///
    /// # Errors
    /// If `structured` cannot be written as JSON.
    pub fn new(structured: &impl Serialize, text: String) -> Result<Self, ToolError> {
        Ok(Output {
            text,
            ..Output::json(structured)?
        })
    }

    /// `structured`, and its JSON as text.
    ///
    /// # Errors
    /// If `structured` cannot be written as JSON.
    pub fn json(structured: &impl Serialize) -> Result<Self, ToolError> {
        let structured =
            to_raw_value(structured).map_err(|error| ToolError::Internal(error.to_string()))?;
        let text = structured.get().to_owned();
        Ok(Output { structured, text })
    }
}

/// Why a tool has nothing to say.
#[derive(Debug)]
pub enum ToolError {
    /// The arguments are wrong: told to the model, which can call again with better ones.
    Arguments(String),
    /// The client has called too often: told to the model, which can wait or use another tool.
    Quota(String),
    /// The server is at fault: told to its operator.
    Internal(String),
}

impl From<index::Error> for ToolError {
    fn from(error: index::Error) -> Self {
        ToolError::Internal(error.to_string())
    }
}

/// What the calls of the tool with this name count against, whichever endpoint offers it.
pub(super) fn quota_of(name: &str) -> Option<Quota> {
    let mut tools = TOOLS.iter().chain(&openai::TOOLS);
    tools.find(|tool| tool.name == name).map(|tool| tool.quota)
}

/// Answers `tools/list`.
pub(super) fn list(server: Server<'_>) -> ListToolsResult {
    let corpus = server.corpus();
    let tools = server.tools().map(|tool| {
        let title = (tool.title)(corpus);
        ToolInfo {
            name: tool.name,
            description: wording::clip_paragraphs(&(tool.description)(server)),
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
    server: Server<'_>,
    params: &Map<String, Value>,
) -> Result<CallToolResult, Failure> {
    let name = params.get("name").and_then(Value::as_str).ok_or_else(|| {
        ErrorData::invalid_params(format!(
            "Invalid params: \"name\" is required and must be the name of a tool: {}",
            server.tool_names()
        ))
    })?;
    let Some(tool) = server.tools().find(|tool| tool.name == name) else {
        return Err(ErrorData::invalid_params(format!(
            "Unknown tool: {}. Tools: {}",
            documents::echo(name),
            server.tool_names()
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
    let result = if server.exhausted.contains(&tool.quota) {
        let mut tools = server.tools();
        let search = tools.find(|tool| tool.quota == Quota::Searches);
        Err(ToolError::Quota(
            tool.quota.message(tool.name, search.map(|tool| tool.name)),
        ))
    } else {
        (tool.call)(server.index, &Arguments::new(tool.name, arguments))
    };
    match result {
        Ok(output) => Ok(CallToolResult {
            content: [TextContent::new(output.text)],
            structured_content: Some(output.structured),
            is_error: false,
        }),
        Err(ToolError::Arguments(message) | ToolError::Quota(message)) => Ok(CallToolResult {
            content: [TextContent::new(message)],
            structured_content: None,
            is_error: true,
        }),
        Err(ToolError::Internal(reason)) => Err(Failure::Internal(reason)),
    }
}

/// What to say when a query finds nothing.
fn nothing_found(index: &Index<'_>, query: &str) -> String {
    if !search::has_words(query) {
        return wording::no_words(index.corpus());
    }
    let alike = search::nearest_terms(index, query, MAX_ALIKE);
    wording::nothing_found(index.corpus(), &alike)
}

/// Passages as a client's model reads them: numbered, each a heading and its text; or what to do if
/// there are none, which then is the message beside the results as well.
fn passages_text<'p>(
    index: &Index<'_>,
    query: &str,
    passages: impl Iterator<Item = (String, &'p str)>,
) -> (String, Option<String>) {
    let numbered: Vec<String> = (1..)
        .zip(passages)
        .map(|(number, (heading, text))| format!("[{number}] {heading}\n\n{}", text.trim_end()))
        .collect();
    if numbered.is_empty() {
        let message = nothing_found(index, query);
        return (message.clone(), Some(message));
    }
    (numbered.join("\n\n"), None)
}
