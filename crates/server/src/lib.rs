//! The server without a runtime: [`http::handle`] is a function of an index and a request.

pub mod http;
pub mod mcp;

mod card;
mod pages;

/// What a server is called that is published under no name of its own.
const NAME: &str = "knowledge-worker";
