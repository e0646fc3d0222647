//! What catalogues and clients find without speaking the protocol: the server card at
//! `/mcp/server-card`, and the catalogue at `/.well-known/ai-catalog.json` that leads to it
//! (SEP-2127, an experimental extension of MCP).

use index::CorpusInfo;
use serde_json::json;

use crate::mcp::{self, era};

/// The media type of the card.
pub(crate) const CARD_TYPE: &str = "application/mcp-server-card+json";

/// The media type of the catalogue.
pub(crate) const CATALOG_TYPE: &str = "application/ai-catalog+json";

/// The domain of the publisher, forwards, and the name of the server there: as `corpus.toml` says
/// it, or else taken from the address that the server was asked at.
fn publisher(corpus: &CorpusInfo, origin: &str) -> (String, String) {
    let published = corpus.server.as_ref();
    if let Some((domain, name)) = published.and_then(|server| server.name.split_once('/')) {
        return (backwards(domain), name.to_owned());
    }
    let authority = origin.split_once("://").map_or(origin, |(_, rest)| rest);
    let host = authority
        .rsplit_once(':')
        .map_or(authority, |(host, port)| {
            let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
            if is_port { host } else { authority }
        });
    // An IPv6 address has brackets and colons, which a name may not have.
    let host = host.replace(':', "-");
    let host = host
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-'));
    (host.collect(), crate::NAME.to_owned())
}

/// `docs.example.com` from `com.example.docs`, and the other way round.
fn backwards(domain: &str) -> String {
    domain.rsplit('.').collect::<Vec<_>>().join(".")
}

/// The server card, as JSON. What it says of the server is what `initialize` says.
pub(crate) fn server_card(corpus: &CorpusInfo, origin: &str) -> String {
    let (domain, name) = publisher(corpus, origin);
    let server = mcp::implementation(corpus);
    let mut versions = vec![era::MODERN];
    versions.extend(era::LEGACY);
    json!({
        "$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
        "name": format!("{}/{name}", backwards(&domain)),
        "version": server.version,
        "title": server.title,
        "description": mcp::short_description(corpus),
        "websiteUrl": format!("{origin}/"),
        "remotes": [{
            "type": "streamable-http",
            "url": format!("{origin}/mcp"),
            "supportedProtocolVersions": versions,
        }],
    })
    .to_string()
}

/// The catalogue, as JSON.
pub(crate) fn catalog(corpus: &CorpusInfo, origin: &str) -> String {
    let (domain, name) = publisher(corpus, origin);
    json!({
        "specVersion": "1.0",
        "entries": [{
            "identifier": format!("urn:air:{domain}:mcp:{name}"),
            "type": CARD_TYPE,
            "url": format!("{origin}/mcp/server-card"),
        }],
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_publisher_is_who_corpus_toml_says_or_the_host() {
        let mut corpus = CorpusInfo::default();
        for (origin, domain) in [
            ("https://docs.example.com", "docs.example.com"),
            ("http://localhost:8787", "localhost"),
            ("http://[::1]:8787", "--1"),
        ] {
            let expected = (domain.to_owned(), "knowledge-worker".to_owned());
            assert_eq!(publisher(&corpus, origin), expected);
        }
        corpus.server = Some(index::ServerInfo {
            name: "com.example/docs".to_owned(),
            version: "1.0.0".to_owned(),
            url: "https://docs.example.com/mcp".to_owned(),
        });
        let expected = ("example.com".to_owned(), "docs".to_owned());
        assert_eq!(publisher(&corpus, "https://x.workers.dev"), expected);
    }
}
