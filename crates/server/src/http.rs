//! HTTP without a runtime: a request as values, a response as values, and the function between.
//!
//! The order of the checks is the order in which clients expect the errors: who asks, CORS, where,
//! how, in which format, how much; only then is the body looked at.

mod client;
mod origin;

use index::Index;

use crate::mcp::{self, Body, Quota, ToolSet, jsonrpc};
use crate::{card, pages};
use jsonrpc::ErrorData;
use origin::Verdict;

pub use client::client_of;

/// Most bytes of a body. A caller that reads a body may stop one byte later.
pub const MAX_BODY: usize = 1 << 20;

/// What clients may send to us, for those that do not ask in the preflight.
const ALLOW_HEADERS: &str = "content-type, accept, authorization, mcp-protocol-version, \
                             mcp-method, mcp-name, mcp-session-id, last-event-id, if-none-match";

/// What pages may read of the answer, beyond the few that they always may.
const EXPOSE_HEADERS: &str =
    "Mcp-Session-Id, MCP-Protocol-Version, WWW-Authenticate, Retry-After, ETag";

/// What answers rest on.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The documents.
    pub index: &'a Index<'a>,
    /// The origins whose pages may ask, e.g. `https://app.example.com`. `None`: all, over https.
    pub allowed_origins: Option<&'a [String]>,
    /// What the client has used up.
    pub exhausted: &'a [Quota],
}

/// What came in.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// `POST`
    pub method: String,
    /// Scheme and authority that it was sent to: `https://docs.example.com`.
    pub origin: String,
    /// `/mcp`
    pub path: String,
    /// Names in any case.
    pub headers: Vec<(String, String)>,
    /// Empty as long as it has not been read.
    pub body: Vec<u8>,
}

impl Request {
    /// The value of a header, without surrounding white space: workerd leaves it at the end.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        Some(value.trim_matches([' ', '\t']))
    }
}

/// Origin and path of the URL of a request, which HTTP has made absolute: of
/// `https://docs.example.com:443/mcp?x` `https://docs.example.com` and `/mcp`.
#[must_use]
pub fn located(url: &str) -> (String, String) {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let default_port = match scheme {
        "https" => ":443",
        _ => ":80",
    };
    let host = authority.strip_suffix(default_port).unwrap_or(authority);
    let path = if path.is_empty() { "/" } else { path };
    let origin = format!("{scheme}://{}", host.to_ascii_lowercase());
    (origin, path.to_owned())
}

/// What goes out.
#[derive(Clone, Debug)]
pub struct Response {
    /// `200`
    pub status: u16,
    /// Names in lower case, each once.
    pub headers: Vec<(&'static str, String)>,
    /// JSON, the text of a page, or nothing.
    pub body: Option<String>,
    /// A line for the operator's log. Never anything that a client sent.
    pub log: Option<String>,
}

impl Response {
    fn new(status: u16) -> Self {
        Response {
            status,
            headers: Vec::new(),
            body: None,
            log: None,
        }
    }

    fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.headers.push((name, value.into()));
        self
    }

    fn with_body(mut self, content_type: &str, body: String) -> Self {
        self.body = Some(body);
        self.with("content-type", content_type)
            .with("x-content-type-options", "nosniff")
    }

    /// A JSON-RPC error outside of any message: there is no id to repeat.
    fn error(status: u16, message: impl Into<String>) -> Self {
        let error = ErrorData::invalid_request(message);
        Response::new(status).with_json(jsonrpc::failure(None, &error))
    }

    fn with_json(self, body: String) -> Self {
        self.with_body("application/json", body)
            .with("cache-control", "no-store")
    }

    /// The answer if not even the index could be opened.
    #[must_use]
    pub fn broken(reason: &str) -> Self {
        let error = ErrorData::internal_error(
            "Internal error: the server could not open its index. Its operator finds the reason \
             in the log",
        );
        let response = Response::new(500).with_json(jsonrpc::failure(None, &error));
        Response {
            log: Some(format!("the index could not be opened: {reason}")),
            ..response
        }
    }
}

/// What is served where.
#[derive(Clone, Copy)]
enum Route {
    Mcp(ToolSet),
    Card,
    Catalog,
    Home,
}

impl Route {
    fn of(path: &str) -> Option<Self> {
        Some(match path {
            "/mcp" | "/mcp/" => Route::Mcp(ToolSet::Contract),
            "/mcp/openai" | "/mcp/openai/" => Route::Mcp(ToolSet::OpenAi),
            "/mcp/server-card" => Route::Card,
            "/.well-known/ai-catalog.json" => Route::Catalog,
            "/" => Route::Home,
            _ => return None,
        })
    }

    /// The methods that are answered there.
    fn methods(self) -> &'static str {
        match self {
            Route::Mcp(_) => "POST, OPTIONS",
            Route::Card | Route::Catalog | Route::Home => "GET, HEAD, OPTIONS",
        }
    }
}

/// Answers a request.
#[must_use]
pub fn handle(context: &Context<'_>, request: &Request) -> Response {
    if let Some(response) = answer_unread(context, request) {
        return response;
    }
    match parse(context, request) {
        Ok(body) => answer(context, request, body),
        Err(response) => response,
    }
}

/// The body of a request that [`answer_unread`] leaves, as far as it was read.
///
/// # Errors
/// The answer, if there is too much of it.
pub fn parse(context: &Context<'_>, request: &Request) -> Result<Body, Response> {
    if request.body.len() > MAX_BODY {
        return Err(with_cors(context, request, too_large()));
    }
    Ok(Body::parse(&request.body))
}

/// Answers a request by its body.
#[must_use]
pub fn answer(context: &Context<'_>, request: &Request, body: Body) -> Response {
    let headers = mcp::Headers {
        protocol_version: request.header("mcp-protocol-version"),
        method: request.header("mcp-method"),
        name: request.header("mcp-name"),
    };
    let Some(Route::Mcp(tools)) = Route::of(&request.path) else {
        return with_cors(context, request, not_found());
    };
    let server = mcp::Server {
        index: context.index,
        tools,
        exhausted: context.exhausted,
    };
    let reply = mcp::handle(server, &headers, body);
    let response = Response {
        log: reply.log,
        ..Response::new(reply.status)
    };
    let response = match reply.body {
        Some(body) => response.with_json(body),
        None => response.with("cache-control", "no-store"),
    };
    with_cors(context, request, response)
}

/// The answer, if it does not depend on the body; the body need not be read then.
#[must_use]
pub fn answer_unread(context: &Context<'_>, request: &Request) -> Option<Response> {
    if let Verdict::Refused(reason) = judge(context, request) {
        let response = Response::error(403, format!("Forbidden: {reason}"));
        return Some(response.with("vary", "Origin"));
    }
    let mut response = answer_head(context, request)?;
    if request.method == "HEAD" {
        response.body = None;
    }
    Some(with_cors(context, request, response))
}

fn answer_head(context: &Context<'_>, request: &Request) -> Option<Response> {
    if request.method == "OPTIONS" {
        return Some(preflight(request));
    }
    let Some(route) = Route::of(&request.path) else {
        return Some(not_found());
    };
    match (route, request.method.as_str()) {
        (Route::Mcp(_), "POST") => {}
        (Route::Mcp(_), _) => {
            let message = "Method not allowed: send JSON-RPC messages with POST; this server \
                           opens no streams and keeps no sessions";
            return Some(Response::error(405, message).with("allow", route.methods()));
        }
        (Route::Home, "GET" | "HEAD") => {
            let home = pages::home(context.index, &request.origin);
            let response = Response::new(200).with_body("text/plain; charset=utf-8", home);
            return Some(response.with("cache-control", "public, max-age=300"));
        }
        (Route::Card, "GET" | "HEAD") => {
            let card = card::server_card(context.index.corpus(), &request.origin);
            return Some(listing(request, card::CARD_TYPE, card));
        }
        (Route::Catalog, "GET" | "HEAD") => {
            let catalog = card::catalog(context.index.corpus(), &request.origin);
            return Some(listing(request, card::CATALOG_TYPE, catalog));
        }
        (Route::Card | Route::Catalog | Route::Home, _) => {
            let message = "Method not allowed: the MCP endpoint is /mcp";
            return Some(Response::error(405, message).with("allow", route.methods()));
        }
    }
    let media_type = request.header("content-type").unwrap_or_default();
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    if !media_type.eq_ignore_ascii_case("application/json") {
        return Some(Response::error(
            415,
            "Content-Type must be application/json",
        ));
    }
    (announced_length(request).unwrap_or(0) > MAX_BODY as u64).then(too_large)
}

/// Bytes of the body, if the client said so.
#[must_use]
pub fn announced_length(request: &Request) -> Option<u64> {
    request.header("content-length")?.parse().ok()
}

/// A file that says what this server is: kept for an hour, then asked for by its tag.
fn listing(request: &Request, media_type: &str, body: String) -> Response {
    let tag = format!("\"{:016x}\"", fnv1a(body.as_bytes()));
    let is_known = request.header("if-none-match").is_some_and(|known| {
        let mut tags = known.split(',').map(str::trim);
        tags.any(|known| known == "*" || known.trim_start_matches("W/") == tag)
    });
    let response = if is_known {
        Response::new(304)
    } else {
        Response::new(200).with_body(media_type, body)
    };
    response
        .with("etag", tag)
        .with("cache-control", "public, max-age=3600")
}

/// The 64-bit FNV-1a hash: the same on every instance, which is all that a tag needs.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn too_large() -> Response {
    Response::error(
        413,
        format!("The body is too large: at most {MAX_BODY} bytes are read"),
    )
}

/// JSON also here: a client that looks for OAuth metadata stumbles over anything else.
fn not_found() -> Response {
    let body = r#"{"error":"not_found","message":"Nothing is here. The MCP endpoint is /mcp"}"#;
    Response::new(404).with_json(body.to_owned())
}

fn judge(context: &Context<'_>, request: &Request) -> Verdict {
    // Who looks for servers may read what says that one is here, wherever its page is from.
    let is_listing = matches!(Route::of(&request.path), Some(Route::Card | Route::Catalog));
    let origin = request.header("origin").filter(|_| !is_listing);
    match origin::judge(&request.origin, origin, context.allowed_origins) {
        Verdict::Welcome(_) if is_listing => Verdict::Welcome(Some("*".to_owned())),
        verdict => verdict,
    }
}

fn preflight(request: &Request) -> Response {
    let wanted = request
        .header("access-control-request-headers")
        .filter(|wanted| {
            let is_list = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ',' | ' ');
            !wanted.is_empty() && wanted.len() <= 1_000 && wanted.chars().all(is_list)
        });
    Response::new(204)
        .with(
            "access-control-allow-methods",
            Route::of(&request.path).map_or("POST, OPTIONS", Route::methods),
        )
        .with(
            "access-control-allow-headers",
            wanted.unwrap_or(ALLOW_HEADERS),
        )
        .with("access-control-max-age", "86400")
}

/// `response`, readable for the page that asked.
fn with_cors(context: &Context<'_>, request: &Request, response: Response) -> Response {
    let response = match judge(context, request) {
        Verdict::Welcome(Some(origin)) => response
            .with("access-control-allow-origin", origin)
            .with("access-control-expose-headers", EXPOSE_HEADERS),
        Verdict::Welcome(None) | Verdict::Refused(_) => response,
    };
    response.with("vary", "Origin")
}
