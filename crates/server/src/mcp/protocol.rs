//! The wire: what MCP's methods answer, under the specification's own names.
//!
//! One set of types serves every revision, because clients ignore fields that are newer than they
//! are. What only the 2026-07-28 revision has is put around a result by [`Modern`].

use serde::Serialize;
use serde_json::value::RawValue;

use super::tools::Schema;

/// How long a client may keep what changes with a deployment only: an hour.
const TTL_MS: u32 = 3_600_000;

/// Who speaks. Short, because since 2026-07-28 it is in every result.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Implementation<'a> {
    /// The server as it is published, or the program.
    pub name: &'a str,
    /// The documentation that it serves.
    pub title: String,
    /// Of what `name` names.
    pub version: &'a str,
}

/// `{}`: the answer to `ping`, and a capability without options.
#[derive(Debug, Default, Serialize)]
pub(super) struct Empty {}

/// What the server offers, and nothing that it does not.
#[derive(Debug, Serialize)]
pub(super) struct ServerCapabilities {
    tools: Empty,
    resources: Empty,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompts: Option<Empty>,
    completions: Empty,
}

impl ServerCapabilities {
    /// The capabilities of a server with or without prompts.
    #[must_use]
    pub(super) fn new(has_prompts: bool) -> Self {
        ServerCapabilities {
            tools: Empty {},
            resources: Empty {},
            prompts: has_prompts.then_some(Empty {}),
            completions: Empty {},
        }
    }
}

/// Answer to `initialize`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InitializeResult<'a> {
    /// The revision that both sides now speak.
    pub protocol_version: &'static str,
    /// What can be asked for.
    pub capabilities: ServerCapabilities,
    /// Who answers.
    pub server_info: Implementation<'a>,
    /// For the model: when to use what.
    pub instructions: String,
}

/// Answer to `server/discover`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DiscoverResult {
    /// The revisions that need no handshake.
    pub supported_versions: [&'static str; 1],
    /// What can be asked for.
    pub capabilities: ServerCapabilities,
    /// For the model: when to use what.
    pub instructions: String,
}

/// Answer to `tools/list`.
#[derive(Debug, Serialize)]
pub(super) struct ListToolsResult {
    /// In a fixed order.
    pub tools: Vec<ToolInfo>,
}

/// A tool as a client sees it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToolInfo {
    /// What it is called by.
    pub name: &'static str,
    /// For a person.
    pub title: String,
    /// For a model.
    pub description: String,
    /// What it takes.
    pub input_schema: &'static Schema,
    /// What its structured content is.
    pub output_schema: &'static Schema,
    /// What a call may do.
    pub annotations: ToolAnnotations,
}

/// What a call of a tool may do. The same for every tool here: all of them only read, from a
/// closed set of documents.
#[expect(clippy::struct_excessive_bools, reason = "the specification has it so")]
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ToolAnnotations {
    /// For a person, where a client is older than `title` of the tool itself.
    pub title: String,
    read_only_hint: bool,
    destructive_hint: bool,
    idempotent_hint: bool,
    open_world_hint: bool,
}

impl ToolAnnotations {
    /// The annotations of a tool that only reads from what the server holds.
    #[must_use]
    pub fn read_only(title: String) -> Self {
        ToolAnnotations {
            title,
            read_only_hint: true,
            destructive_hint: false,
            idempotent_hint: true,
            open_world_hint: false,
        }
    }
}

/// Answer to `tools/call`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CallToolResult {
    /// What a model reads. Never empty: some clients show nothing then.
    pub content: [TextContent; 1],
    /// What a program reads. Every answer of a tool with an output schema has it, errors apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structured_content: Option<Box<RawValue>>,
    /// The call was wrong; the content says what would be right.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
}

/// Text, as content.
#[derive(Debug, Serialize)]
pub(super) struct TextContent {
    r#type: &'static str,
    text: String,
}

impl TextContent {
    /// `text` as content.
    #[must_use]
    pub(super) fn new(text: String) -> Self {
        TextContent {
            r#type: "text",
            text,
        }
    }
}

/// Answer to `resources/list`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListResourcesResult {
    /// One page of them.
    pub resources: Vec<Resource>,
    /// Where the next page begins; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

/// A document as a client sees it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Resource {
    /// Where a person reads it.
    pub uri: String,
    /// `documents/...`
    pub name: String,
    /// For a person.
    pub title: String,
    /// One line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Always Markdown.
    pub mime_type: &'static str,
}

/// Answer to `resources/templates/list`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ListResourceTemplatesResult {
    /// The one there is.
    pub resource_templates: [ResourceTemplate; 1],
}

/// A family of resources.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResourceTemplate {
    /// RFC 6570.
    pub uri_template: &'static str,
    /// For a program.
    pub name: &'static str,
    /// For a person.
    pub title: String,
    /// For a model.
    pub description: String,
    /// Always Markdown.
    pub mime_type: &'static str,
}

/// Answer to `resources/read`.
#[derive(Debug, Serialize)]
pub(super) struct ReadResourceResult {
    /// The document.
    pub contents: [TextResourceContents; 1],
}

/// The text of a resource.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TextResourceContents {
    /// Where a person reads it, also if it was asked for by its name.
    pub uri: String,
    /// Always Markdown.
    pub mime_type: &'static str,
    /// The whole document.
    pub text: String,
}

/// Answer to `prompts/list`.
#[derive(Debug, Serialize)]
pub(super) struct ListPromptsResult {
    /// In a fixed order.
    pub prompts: Vec<PromptInfo>,
}

/// A prompt as a client sees it.
#[derive(Debug, Serialize)]
pub(super) struct PromptInfo {
    /// What it is asked for by.
    pub name: &'static str,
    /// For a person.
    pub title: &'static str,
    /// For a person.
    pub description: &'static str,
    /// What it takes; all of them strings.
    pub arguments: &'static [PromptArgument],
}

/// An argument of a prompt.
#[derive(Debug, Serialize)]
pub(super) struct PromptArgument {
    /// The key.
    pub name: &'static str,
    /// For a person.
    pub description: &'static str,
    /// Whether the prompt needs it.
    pub required: bool,
}

/// Answer to `prompts/get`.
#[derive(Debug, Serialize)]
pub(super) struct GetPromptResult {
    /// For a person.
    pub description: &'static str,
    /// What to put before the model.
    pub messages: [PromptMessage; 1],
}

/// A turn of a conversation.
#[derive(Debug, Serialize)]
pub(super) struct PromptMessage {
    role: &'static str,
    content: TextContent,
}

impl PromptMessage {
    /// A turn of the user.
    #[must_use]
    pub(super) fn user(text: String) -> Self {
        PromptMessage {
            role: "user",
            content: TextContent::new(text),
        }
    }
}

/// Answer to `completion/complete`.
#[derive(Debug, Serialize)]
pub(super) struct CompleteResult {
    /// What could stand there.
    pub completion: Completion,
}

/// What could stand for a value that begins as given.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Completion {
    /// At most 100.
    pub values: Vec<String>,
    /// How many there are, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<usize>,
    /// Whether there are more than `values`.
    pub has_more: bool,
}

/// A result as 2026-07-28 wants it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Modern<'a, T> {
    result_type: &'static str,
    #[serde(flatten)]
    result: &'a T,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl_ms: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_scope: Option<&'static str>,
    #[serde(rename = "_meta")]
    meta: Meta<'a>,
}

#[derive(Serialize)]
struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/serverInfo")]
    server_info: &'a Implementation<'a>,
}

impl<'a, T> Modern<'a, T> {
    /// `result`, which a client may keep if it is `cacheable`.
    #[must_use]
    pub(super) fn new(result: &'a T, cacheable: bool, server_info: &'a Implementation<'a>) -> Self {
        Modern {
            result_type: "complete",
            result,
            ttl_ms: cacheable.then_some(TTL_MS),
            cache_scope: cacheable.then_some("public"),
            meta: Meta { server_info },
        }
    }
}
