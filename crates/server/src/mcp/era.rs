//! The two eras of the protocol, and which of them a request belongs to.
//!
//! Up to 2025-11-25 a client shakes hands with `initialize`; since 2026-07-28 every request says
//! in its `_meta` what it speaks, and repeats it in headers. One endpoint serves both, because a
//! request tells them apart by itself: the body decides, the headers are then held against it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::jsonrpc::{ErrorData, Request};

/// The stateless revision.
pub(crate) const MODERN: &str = "2026-07-28";

/// The revisions with a handshake, newest first.
pub(crate) const LEGACY: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];

/// The key of `_meta` by which a request claims to be of the modern era.
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";

/// The other key of `_meta` that the modern era requires.
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

/// Which set of rules a request is answered by.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Era {
    /// 2024-11-05 to 2025-11-25.
    Legacy,
    /// 2026-07-28.
    Modern,
}

/// The headers that the protocol knows, without surrounding white space.
#[derive(Clone, Copy, Debug, Default)]
pub struct Headers<'a> {
    /// `MCP-Protocol-Version`.
    pub protocol_version: Option<&'a str>,
    /// `Mcp-Method`.
    pub method: Option<&'a str>,
    /// `Mcp-Name`.
    pub name: Option<&'a str>,
}

/// What the version header alone says.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Announced<'a> {
    /// A legacy revision, or nothing: Gemini CLI and Claude.ai send no header after `initialize`.
    Legacy {
        /// Whether that revision has batches: 2025-06-18 removed them.
        batches: bool,
    },
    /// 2026-07-28.
    Modern,
    /// Something else.
    Unknown(&'a str),
}

impl<'a> Headers<'a> {
    /// What the version header says.
    #[must_use]
    pub fn announced(&self) -> Announced<'a> {
        match self.protocol_version {
            None | Some("2025-03-26" | "2024-11-05") => Announced::Legacy { batches: true },
            Some("2025-11-25" | "2025-06-18") => Announced::Legacy { batches: false },
            Some(MODERN) => Announced::Modern,
            Some(version) => Announced::Unknown(version),
        }
    }
}

/// Whether `params` claim to be of the modern era. A `_meta` with other keys claims nothing: Codex
/// sends a `progressToken` in every legacy request.
#[must_use]
pub(crate) fn claims_modern(params: Option<&Value>) -> bool {
    params
        .and_then(|params| params.get("_meta"))
        .is_some_and(|meta| meta.get(VERSION_KEY).is_some())
}

/// Tells which era a request belongs to.
///
/// # Errors
/// If the request contradicts itself or speaks a revision that this server does not. The order of
/// the checks is the one that the SDKs' servers have, and that the conformance suite expects.
pub(crate) fn of_request(request: &Request, headers: &Headers<'_>) -> Result<Era, ErrorData> {
    let meta = request.params.get("_meta");
    let Some(claim) = meta.and_then(|meta| meta.get(VERSION_KEY)) else {
        return of_request_without_claim(request, headers);
    };
    let Some(claim) = claim.as_str() else {
        return Err(missing(&[VERSION_KEY], "a string"));
    };
    if !meta
        .and_then(|meta| meta.get(CAPABILITIES_KEY))
        .is_some_and(Value::is_object)
    {
        return Err(missing(&[CAPABILITIES_KEY], "an object"));
    }
    if let Some(version) = headers.protocol_version
        && version != claim
    {
        return Err(mismatch("MCP-Protocol-Version", Some(version), claim));
    }
    if claim != MODERN {
        return Err(unsupported(claim));
    }
    if headers.protocol_version.is_none() {
        return Err(mismatch("MCP-Protocol-Version", None, claim));
    }
    if headers.method != Some(&request.method) {
        return Err(mismatch("Mcp-Method", headers.method, &request.method));
    }
    let name_key = match request.method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" => "uri",
        _ => return Ok(Era::Modern),
    };
    let name = request.params.get(name_key).and_then(Value::as_str);
    let names_agree = match headers.name {
        Some(value) => name.is_some() && decode_name(value).as_deref() == name,
        // Without a name in the body either, the method says what it misses.
        None => name.is_none(),
    };
    if !names_agree {
        return Err(mismatch(
            "Mcp-Name",
            headers.name,
            name.unwrap_or("(missing)"),
        ));
    }
    Ok(Era::Modern)
}

fn of_request_without_claim(request: &Request, headers: &Headers<'_>) -> Result<Era, ErrorData> {
    match headers.announced() {
        // A client that begins must always get through, whatever its header says: only a modern
        // header on a handshake that the modern era does not have is a contradiction.
        Announced::Modern if request.method == "initialize" => {
            Err(ErrorData::header_mismatch(format!(
                "Header mismatch: {MODERN} has no initialize; send MCP-Protocol-Version {} or none",
                LEGACY[0]
            )))
        }
        Announced::Modern => Err(missing(&[VERSION_KEY, CAPABILITIES_KEY], "present")),
        Announced::Legacy { .. } => Ok(Era::Legacy),
        Announced::Unknown(_) if request.method == "initialize" => Ok(Era::Legacy),
        Announced::Unknown(version) => Err(unsupported(version)),
    }
}

/// The error for a revision that is not spoken here.
#[must_use]
pub(crate) fn unsupported(version: &str) -> ErrorData {
    ErrorData::unsupported_protocol_version(format!(
        "Unsupported protocol version (supported: {MODERN}; with initialize: {})",
        LEGACY.join(", ")
    ))
    .with_data(json!({ "supported": [MODERN], "requested": version }))
}

fn missing(keys: &[&str], what: &str) -> ErrorData {
    let keys: Vec<String> = keys.iter().map(|key| format!("_meta[\"{key}\"]")).collect();
    ErrorData::invalid_params(format!(
        "Invalid params: {} must be {what}",
        keys.join(" and ")
    ))
}

fn mismatch(header: &str, got: Option<&str>, expected: &str) -> ErrorData {
    ErrorData::header_mismatch(match got {
        Some(got) => {
            format!("Header mismatch: {header} is '{got}', the body says '{expected}'")
        }
        None => format!("Header mismatch: {header} is missing, the body says '{expected}'"),
    })
}

/// The value of `Mcp-Name`: as it stands, or `=?base64?...?=` for what a header cannot hold. `None`
/// if that cannot be decoded.
fn decode_name(value: &str) -> Option<String> {
    let Some(encoded) = value
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="))
    else {
        return Some(value.to_owned());
    };
    String::from_utf8(STANDARD.decode(encoded).ok()?).ok()
}
