//! The Model Context Protocol over HTTP POST: one stateless function from a body to an answer.
//!
//! No session, no stream, no state: whatever a request needs, it brings along. `era` tells which
//! revision's rules it lives by; the methods below know nothing of it but three differences.

pub(crate) mod jsonrpc;
pub mod tools;

mod completion;
#[cfg(feature = "conformance")]
mod conformance;
mod documents;
pub(crate) mod era;
mod excerpt;
mod prompts;
mod protocol;
mod quota;
mod resources;
mod wording;

use index::{CorpusInfo, Index};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value};

pub use era::Headers;
pub use quota::Quota;
pub use tools::ToolSet;

use era::{Announced, Era};
use jsonrpc::{ErrorData, Id, Message, Request};
use protocol::{
    DiscoverResult, Empty, Implementation, InitializeResult, Modern, ServerCapabilities,
};

/// Most messages of a batch.
const MAX_BATCH: usize = 20;

/// Most characters of the description in a registry.
const MAX_SHORT: usize = 100;

/// Bytes of answers after which the rest of a batch is refused: each answer may be large, and all
/// of them have to fit into the Worker's memory at once.
const MAX_BATCH_ANSWER: usize = 4 << 20;

/// What answers: the documents, and the tools that are offered for them.
#[derive(Clone, Copy)]
pub struct Server<'a> {
    /// The documents.
    pub index: &'a Index<'a>,
    /// Which tools; everything else is the same at every endpoint.
    pub tools: ToolSet,
    /// What the client has used up.
    pub exhausted: &'a [Quota],
}

impl<'a> Server<'a> {
    /// What the corpus says of itself.
    fn corpus(&self) -> &'a CorpusInfo {
        self.index.corpus()
    }
}

/// What goes back.
#[derive(Debug)]
pub struct Reply {
    /// Of HTTP.
    pub status: u16,
    /// JSON, or nothing.
    pub body: Option<String>,
    /// For the operator: what went wrong inside. Never anything that the client sent.
    pub log: Option<String>,
}

impl Reply {
    /// Nothing to say.
    fn accepted() -> Self {
        Reply {
            status: 202,
            body: None,
            log: None,
        }
    }

    /// A message that is not answered by a method.
    fn refusal(status: u16, id: Option<&Id>, error: &ErrorData) -> Self {
        Reply {
            status,
            body: Some(jsonrpc::failure(id, error)),
            log: None,
        }
    }
}

/// Why a method has no result.
#[derive(Debug)]
enum Failure {
    /// The client is told why.
    Protocol(ErrorData),
    /// The operator is told why.
    Internal(String),
}

impl From<ErrorData> for Failure {
    fn from(error: ErrorData) -> Self {
        Failure::Protocol(error)
    }
}

impl From<index::Error> for Failure {
    fn from(error: index::Error) -> Self {
        Failure::Internal(error.to_string())
    }
}

/// The body of a POST: one message, several, or why it is neither.
#[derive(Debug)]
pub struct Body(Result<Value, ErrorData>);

impl Body {
    /// Parses it.
    #[must_use]
    pub fn parse(body: &[u8]) -> Self {
        Body(jsonrpc::parse(body))
    }
}

/// Answers the body of a POST.
#[must_use]
pub fn handle(server: Server<'_>, headers: &Headers<'_>, body: Body) -> Reply {
    let message = match body.0 {
        Ok(Value::Array(messages)) => return handle_batch(server, headers, messages),
        Ok(value) => Message::read(value),
        Err(error) => return Reply::refusal(400, None, &error),
    };
    match (message, headers.announced()) {
        (Err((id, error)), _) => Reply::refusal(400, id.as_ref(), &error),
        (Ok(Message::Request(request)), _) => match era::of_request(&request, headers) {
            Ok(era) => answer(server, era, &request),
            Err(error) => Reply::refusal(400, Some(&request.id), &error),
        },
        (Ok(_), Announced::Unknown(version)) => {
            Reply::refusal(400, None, &era::unsupported(version))
        }
        (Ok(Message::Response), Announced::Modern) => {
            let error = ErrorData::invalid_request(
                "Invalid Request: this server sends no requests, so it takes no responses",
            );
            Reply::refusal(400, None, &error)
        }
        (Ok(Message::Notification | Message::Response), _) => Reply::accepted(),
    }
}

/// Answers several messages at once, as revisions before 2025-06-18 have it.
fn handle_batch(server: Server<'_>, headers: &Headers<'_>, messages: Vec<Value>) -> Reply {
    let is_modern = |message: &Value| era::claims_modern(message.get("params"));
    let is_initialize = |message: &Value| message.get("method") == Some(&"initialize".into());
    let error = if let Announced::Unknown(version) = headers.announced() {
        Some(era::unsupported(version))
    } else if headers.announced() != (Announced::Legacy { batches: true })
        || messages.iter().any(is_modern)
    {
        Some(ErrorData::invalid_request(
            "Invalid Request: batches ended with revision 2025-06-18; send one message at a time",
        ))
    } else if messages.is_empty() {
        Some(ErrorData::invalid_request(
            "Invalid Request: the batch is empty",
        ))
    } else if messages.iter().any(is_initialize) {
        Some(ErrorData::invalid_request(
            "Invalid Request: initialize must not be in a batch",
        ))
    } else if messages.len() > MAX_BATCH {
        Some(ErrorData::invalid_request(format!(
            "Invalid Request: {} messages in a batch; at most {MAX_BATCH} may be in one",
            messages.len()
        )))
    } else {
        None
    };
    if let Some(error) = error {
        return Reply::refusal(400, None, &error);
    }

    let mut answers: Vec<String> = Vec::new();
    let mut log: Option<String> = None;
    let mut size = 0;
    for message in messages {
        let reply = match Message::read(message) {
            Ok(Message::Request(request)) if size > MAX_BATCH_ANSWER => {
                let error = ErrorData::invalid_request(
                    "Invalid Request: the answers of this batch are too large together; \
                     send this message by itself",
                );
                Reply::refusal(200, Some(&request.id), &error)
            }
            Ok(Message::Request(request)) => answer(server, Era::Legacy, &request),
            Ok(Message::Notification | Message::Response) => continue,
            Err((id, error)) => Reply::refusal(200, id.as_ref(), &error),
        };
        size += reply.body.as_ref().map_or(0, String::len);
        answers.extend(reply.body);
        log = log.or(reply.log);
    }
    if answers.is_empty() {
        return Reply::accepted();
    }
    Reply {
        status: 200,
        body: Some(format!("[{}]", answers.join(","))),
        log,
    }
}

/// Answers one request by its method.
fn answer(server: Server<'_>, era: Era, request: &Request) -> Reply {
    let error = match dispatch(server, era, &request.method, &request.params) {
        Ok(result) => {
            let body = Some(jsonrpc::success(&request.id, &result));
            return Reply {
                status: 200,
                body,
                log: None,
            };
        }
        Err(Failure::Protocol(error)) => error,
        Err(Failure::Internal(reason)) => {
            let error = ErrorData::internal_error(
                "Internal error: the server could not read its own index. Nothing is wrong with \
                 the request; it may be tried again once. Its operator finds the reason in the log",
            );
            return Reply {
                // The method is one of ours: others do not get far enough to fail here.
                log: Some(format!("internal error in {}: {reason}", request.method)),
                ..Reply::refusal(200, Some(&request.id), &error)
            };
        }
    };
    Reply::refusal(status_of(era, &error), Some(&request.id), &error)
}

/// The HTTP status of an error that a method gave.
fn status_of(era: Era, error: &ErrorData) -> u16 {
    match (era, error.code) {
        (Era::Modern, ErrorData::METHOD_NOT_FOUND) => 404,
        (Era::Modern, ErrorData::MISSING_CLIENT_CAPABILITY) => 400,
        // Legacy clients take any 4xx for a broken transport, so an error is theirs in band.
        _ => 200,
    }
}

/// The result of `method`, as JSON.
fn dispatch(
    server: Server<'_>,
    era: Era,
    method: &str,
    params: &Map<String, Value>,
) -> Result<Box<RawValue>, Failure> {
    #[cfg(feature = "conformance")]
    if let Some(result) = conformance::dispatch(server, era, method, params) {
        return result;
    }
    let (index, corpus) = (server.index, server.corpus());
    match (method, era) {
        ("initialize", Era::Legacy) => result(server, era, Keep::No, &initialize(server, params)),
        ("ping", Era::Legacy) => result(server, era, Keep::No, &Empty {}),
        ("server/discover", Era::Modern) => {
            let discovery = DiscoverResult {
                supported_versions: [era::MODERN],
                capabilities: capabilities(server),
                instructions: wording::instructions(server),
            };
            result(server, era, Keep::Yes, &discovery)
        }
        ("tools/list", _) => {
            refuse_cursor(params)?;
            result(server, era, Keep::Yes, &tools::list(server))
        }
        ("tools/call", _) => result(server, era, Keep::No, &tools::call(server, params)?),
        ("resources/list", _) => result(server, era, Keep::Yes, &resources::list(index, params)?),
        ("resources/templates/list", _) => {
            refuse_cursor(params)?;
            result(server, era, Keep::Yes, &resources::templates(corpus))
        }
        ("resources/read", _) if server.exhausted.contains(&Quota::Gets) => {
            Err(ErrorData::quota_exhausted(Quota::Gets.message("resources/read", None)).into())
        }
        ("resources/read", _) => result(
            server,
            era,
            Keep::Yes,
            &resources::read(index, era, params)?,
        ),
        ("prompts/list", _) if prompts::are_offered(server) => {
            refuse_cursor(params)?;
            result(server, era, Keep::Yes, &prompts::list(server))
        }
        ("prompts/get", _) if prompts::are_offered(server) => {
            result(server, era, Keep::No, &prompts::get(server, params)?)
        }
        ("completion/complete", _) => result(
            server,
            era,
            Keep::No,
            &completion::complete(server, params)?,
        ),
        (method, _) => {
            let message = format!("Method not found: {}", documents::echo(method));
            Err(ErrorData::method_not_found(message).into())
        }
    }
}

/// What can be asked for.
fn capabilities(server: Server<'_>) -> ServerCapabilities {
    ServerCapabilities::new(prompts::are_offered(server))
}

/// Whether a client may keep a result for a while.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Keep {
    Yes,
    No,
}

/// `result` as JSON, with what its era puts around it.
fn result<T: Serialize>(
    server: Server<'_>,
    era: Era,
    keep: Keep,
    result: &T,
) -> Result<Box<RawValue>, Failure> {
    let written = match era {
        Era::Legacy => to_raw_value(result),
        Era::Modern => to_raw_value(&Modern::new(
            result,
            keep == Keep::Yes,
            &implementation(server.corpus()),
        )),
    };
    written.map_err(|error| Failure::Internal(error.to_string()))
}

fn initialize<'a>(server: Server<'a>, params: &Map<String, Value>) -> InitializeResult<'a> {
    // A client that asks for something else, or for nothing, gets the newest and may leave.
    let wanted = params.get("protocolVersion").and_then(Value::as_str);
    let [newest, ..] = era::LEGACY;
    InitializeResult {
        protocol_version: era::LEGACY
            .into_iter()
            .find(|version| wanted == Some(version))
            .unwrap_or(newest),
        capabilities: capabilities(server),
        server_info: implementation(server.corpus()),
        instructions: wording::instructions(server),
    }
}

/// Who answers: as the server is published, if it is.
pub(crate) fn implementation(corpus: &CorpusInfo) -> Implementation<'_> {
    let (name, version) = match &corpus.server {
        Some(server) => (server.name.as_str(), server.version.as_str()),
        None => (crate::NAME, env!("CARGO_PKG_VERSION")),
    };
    Implementation {
        name,
        title: wording::title(corpus),
        version,
    }
}

/// For lists of one page: no cursor leads anywhere.
fn refuse_cursor(params: &Map<String, Value>) -> Result<(), ErrorData> {
    match params.get("cursor") {
        None | Some(Value::Null) => Ok(()),
        Some(_) => Err(ErrorData::invalid_params(
            "Invalid cursor: this list has one page, call it without a cursor",
        )),
    }
}

/// What the documentation covers, in the 100 characters that registries take.
pub(crate) fn short_description(corpus: &CorpusInfo) -> String {
    let description = wording::clip(&corpus.description, MAX_SHORT);
    if description.is_empty() {
        wording::clip(
            &format!("Search and read {}", wording::title(corpus)),
            MAX_SHORT,
        )
    } else {
        description
    }
}
