//! JSON-RPC 2.0 as MCP uses it: what a message is, what an error is, and how either is written.

use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// Deepest nesting of a body. The deepest message of MCP needs about 10.
const MAX_DEPTH: usize = 64;

/// Most values (elements and members) of a body. A parsed value takes up to 30 times the memory of
/// its text (`0,`), so a body within the size limit could otherwise exhaust the Worker.
const MAX_VALUES: usize = 10_000;

/// What a request is known by. MCP allows neither `null` nor fractions.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Id {
    /// An integer.
    Number(serde_json::Number),
    /// Any string.
    String(String),
}

/// A message from a client.
#[derive(Debug)]
pub(crate) enum Message {
    /// Wants an answer.
    Request(Request),
    /// Wants none: it has no `id`.
    Notification,
    /// An answer to a request that this server never sends.
    Response,
}

/// A message that wants an answer.
#[derive(Debug)]
pub(crate) struct Request {
    /// To be repeated in the answer.
    pub(crate) id: Id,
    /// What to do, e.g. `tools/call`.
    pub(crate) method: String,
    /// With what; empty if there are none.
    pub(crate) params: Map<String, Value>,
}

/// Why a message cannot be answered, as the protocol says it. A tool that was called with the
/// wrong arguments has an answer: see [`ToolError`](super::tools::ToolError).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ErrorData {
    /// One of the codes that the constructors below give.
    pub(crate) code: i32,
    /// For a person or a model: what is wrong and what would be right.
    pub(crate) message: String,
    /// For a program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Value>,
}

impl ErrorData {
    /// The code of [`method_not_found`](Self::method_not_found).
    pub(crate) const METHOD_NOT_FOUND: i32 = -32601;

    /// The code of `missing_client_capability`.
    pub(crate) const MISSING_CLIENT_CAPABILITY: i32 = -32021;

    fn new(code: i32, message: impl Into<String>) -> Self {
        ErrorData {
            code,
            message: message.into(),
            data: None,
        }
    }

    /// The body is not JSON.
    pub(crate) fn parse_error(message: impl Into<String>) -> Self {
        ErrorData::new(-32700, message)
    }

    /// The body is JSON, but no message that may come here.
    pub(crate) fn invalid_request(message: impl Into<String>) -> Self {
        ErrorData::new(-32600, message)
    }

    /// There is no such method, or none in this revision of the protocol.
    pub(crate) fn method_not_found(message: impl Into<String>) -> Self {
        ErrorData::new(Self::METHOD_NOT_FOUND, message)
    }

    /// The parameters do not fit the method.
    pub(crate) fn invalid_params(message: impl Into<String>) -> Self {
        ErrorData::new(-32602, message)
    }

    /// The server is at fault.
    pub(crate) fn internal_error(message: impl Into<String>) -> Self {
        ErrorData::new(-32603, message)
    }

    /// The client has used a quota up. Of the codes that JSON-RPC leaves to servers.
    pub(crate) fn quota_exhausted(message: impl Into<String>) -> Self {
        ErrorData::new(-32000, message)
    }

    /// No resource has this URI, in the words of the revisions up to 2025-11-25.
    pub(crate) fn resource_not_found(message: impl Into<String>) -> Self {
        ErrorData::new(-32002, message)
    }

    /// A header and the body say different things (2026-07-28).
    pub(crate) fn header_mismatch(message: impl Into<String>) -> Self {
        ErrorData::new(-32020, message)
    }

    /// The client has not declared a capability that the request needs (2026-07-28). No tool of
    /// the documentation needs any.
    #[cfg(feature = "conformance")]
    pub(crate) fn missing_client_capability(message: impl Into<String>) -> Self {
        ErrorData::new(Self::MISSING_CLIENT_CAPABILITY, message)
    }

    /// The revision of the protocol is not spoken here.
    pub(crate) fn unsupported_protocol_version(message: impl Into<String>) -> Self {
        ErrorData::new(-32022, message)
    }

    /// This error, with `data` for a program.
    #[must_use]
    pub(crate) fn with_data(self, data: Value) -> Self {
        ErrorData {
            data: Some(data),
            ..self
        }
    }
}

/// An answer, as it is written.
#[derive(Serialize)]
struct Response<'a> {
    jsonrpc: &'static str,
    /// Left out if the request's id could not be read: MCP's schema allows no `null` here.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a ErrorData>,
}

impl Response<'_> {
    fn write(&self) -> String {
        // Nothing in a `Response` can fail to be written; the text is for a reader who doubts it.
        serde_json::to_string(self).unwrap_or_else(|_| {
            r#"{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"}}"#.to_owned()
        })
    }
}

/// The text of a successful answer.
#[must_use]
pub(crate) fn success(id: &Id, result: &RawValue) -> String {
    Response {
        jsonrpc: "2.0",
        id: Some(id),
        result: Some(result),
        error: None,
    }
    .write()
}

/// The text of an answer that is an error.
#[must_use]
pub(crate) fn failure(id: Option<&Id>, error: &ErrorData) -> String {
    Response {
        jsonrpc: "2.0",
        id,
        result: None,
        error: Some(error),
    }
    .write()
}

/// Reads the JSON of a body.
///
/// # Errors
/// If it is not JSON, or larger than any message of MCP.
pub(crate) fn parse(body: &[u8]) -> Result<Value, ErrorData> {
    // A byte order mark, which RFC 8259 lets a parser leave aside.
    let body = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    check_bounds(body)?;
    let parsed = serde_json::from_slice(body);
    let parsed = parsed.or_else(|error| match with_whole_characters(body) {
        Some(body) => serde_json::from_slice(&body),
        None => Err(error),
    });
    parsed.map_err(|error| {
        ErrorData::parse_error(format!("Parse error: the body is not JSON: {error}"))
    })
}

/// `body` with U+FFFD for each half of a character beyond the first 65,536, as JavaScript sends one
/// when it has cut a text to so many units; `None` if there is none.
fn with_whole_characters(body: &[u8]) -> Option<Vec<u8>> {
    let unit = |at: usize| {
        let digits = body.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut whole = Vec::with_capacity(body.len());
    let (mut at, mut n_halves) = (0, 0);
    while let Some(&byte) = body.get(at) {
        let is_low = |unit: u32| matches!(unit, 0xdc00..=0xdfff);
        let length = match (byte, unit(at)) {
            (b'\\', Some(0xd800..=0xdbff)) if unit(at + 6).is_some_and(is_low) => 12,
            (b'\\', Some(0xd800..=0xdfff)) => {
                n_halves += 1;
                whole.extend_from_slice(b"\\ufffd");
                at += 6;
                continue;
            }
            (b'\\', _) => 2,
            _ => 1,
        };
        whole.extend_from_slice(body.get(at..at + length).unwrap_or_default());
        at += length;
    }
    (n_halves > 0).then_some(whole)
}

/// Refuses a body that nests too deep or holds too many values, before memory is spent on it.
/// Exact for JSON; of anything else the parser reads no more than was counted here.
fn check_bounds(body: &[u8]) -> Result<(), ErrorData> {
    let (mut depth, mut values) = (0_usize, 0_usize);
    let (mut in_string, mut escaped) = (false, false);
    for byte in body {
        if in_string {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => in_string = false,
                _ => {}
            }
            continue;
        }
        match byte {
            b'"' => in_string = true,
            b'[' | b'{' => {
                depth += 1;
                values += 1;
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' => values += 1,
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Err(ErrorData::invalid_request(format!(
                "Invalid Request: the body nests deeper than {MAX_DEPTH} levels"
            )));
        }
        if values > MAX_VALUES {
            return Err(ErrorData::invalid_request(format!(
                "Invalid Request: the body holds more than {MAX_VALUES} values"
            )));
        }
    }
    Ok(())
}

impl Message {
    /// Reads one message.
    ///
    /// # Errors
    /// If it is none, with its id if that can be read.
    pub(crate) fn read(value: Value) -> Result<Message, (Option<Id>, ErrorData)> {
        let Value::Object(mut message) = value else {
            return Err((None, invalid("a message is a JSON object")));
        };
        let id = match message.remove("id") {
            None => None,
            Some(Value::String(id)) => Some(Id::String(id)),
            Some(Value::Number(id)) if id.is_i64() || id.is_u64() => Some(Id::Number(id)),
            Some(_) => return Err((None, invalid("\"id\" must be a string or an integer"))),
        };
        if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
            return Err((id, invalid("\"jsonrpc\" must be \"2.0\"")));
        }
        let method = match message.remove("method") {
            Some(Value::String(method)) => method,
            None if message.contains_key("result") || message.contains_key("error") => {
                return Ok(Message::Response);
            }
            _ => return Err((id, invalid("\"method\" must be a string"))),
        };
        let params = match message.remove("params") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(params)) => params,
            Some(_) => return Err((id, invalid("\"params\" must be an object"))),
        };
        Ok(match id {
            Some(id) => Message::Request(Request { id, method, params }),
            None => Message::Notification,
        })
    }
}

fn invalid(reason: &str) -> ErrorData {
    ErrorData::invalid_request(format!("Invalid Request: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn half_a_character_is_not_the_end_of_a_message() {
        for (body, expected) in [
            (r#""\ud83d\ude00 \ud83d""#, Some("\u{1f600} \u{fffd}")),
            (
                r#""\ude00\ud83d\ud83d\ude00""#,
                Some("\u{fffd}\u{fffd}\u{1f600}"),
            ),
            (r#""\\ud83d \ud83d\n""#, Some("\\ud83d \u{fffd}\n")),
            (r#""\ud83d\u0041""#, Some("\u{fffd}A")),
            (r#""\ud83""#, None),
            (r#""\ud83d"#, None),
            (r#""\ud83d\"#, None),
        ] {
            let parsed = parse(body.as_bytes()).ok();
            assert_eq!(parsed.as_ref().and_then(|v| v.as_str()), expected, "{body}");
        }
    }
}
