//! How callers name a document, and what to tell them when there is none by that name.

use std::fmt::Write as _;

use index::{DocumentId, Index, NAME_PREFIX};

/// Characters of a name that are repeated in a message.
const MAX_ECHO: usize = 200;

/// What a caller gave to name a document.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Reference<'a> {
    /// A document, given by its resource name or by a URI.
    Document {
        /// The resource name.
        name: String,
        /// What stands after `#`: a place in the document; empty for none.
        fragment: &'a str,
        /// Whether it was given as a URI, whose fragment may be anything.
        is_uri: bool,
    },
    /// Neither: no `documents/` before it and no scheme.
    Bare(&'a str),
}

impl<'a> Reference<'a> {
    /// Reads `documents/...` or `https://...`, and what models make of them: in quotes, backticks or
    /// angle brackets, as a link of Markdown, with a slash before it. The query of a URI is left off,
    /// its scheme and host may be in capitals, its port the usual one.
    pub(super) fn read(given: &'a str) -> Self {
        let marks = |c: char| c.is_whitespace() || matches!(c, '`' | '"' | '\'' | '<' | '>');
        let mut bare = given.trim_matches(marks);
        if let Some((_, target)) = bare.split_once("](")
            && bare.starts_with('[')
        {
            bare = target.trim_end_matches(')').trim_matches(marks);
        }
        let (before, fragment) = bare.split_once('#').unwrap_or((bare, ""));
        let address = before.split('?').next().unwrap_or_default();
        let rooted = address.strip_prefix('/').unwrap_or(address);
        if rooted.starts_with(NAME_PREFIX) {
            return Reference::Document {
                name: rooted.to_owned(),
                fragment,
                is_uri: false,
            };
        }
        let rest = address.split_once("://").filter(|(scheme, _)| {
            scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")
        });
        let Some((_, rest)) = rest else {
            return Reference::Bare(bare);
        };
        let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let host = host.to_ascii_lowercase();
        let host = [":443", ":80"]
            .iter()
            .find_map(|port| host.strip_suffix(port))
            .unwrap_or(&host);
        Reference::Document {
            name: format!("{NAME_PREFIX}{host}{path}"),
            fragment,
            is_uri: true,
        }
    }
}

/// Ends of addresses that make no difference: people copy them from address bars and from
/// repositories.
const ENDS: [&str; 6] = ["/", ".md", ".mdx", ".html", "/index", "/README"];

/// The document of that name, or of the name without what makes no difference, or of the name in
/// the other of the two ways to write a URI: browsers copy `/caf%C3%A9` and people type `/café`.
pub(super) fn find(index: &Index<'_>, name: &str) -> Option<DocumentId> {
    find_as_written(index, name).or_else(|| find_as_written(index, &respelled(name)?))
}

fn find_as_written(index: &Index<'_>, name: &str) -> Option<DocumentId> {
    let mut bare = name;
    while let Some(shorter) = ENDS.iter().find_map(|end| bare.strip_suffix(end)) {
        if let Some(id) = index.document_id(bare) {
            return Some(id);
        }
        bare = shorter;
    }
    index
        .document_id(bare)
        .or_else(|| index.document_id(&format!("{bare}/")))
}

/// ASCII that names have in percent-encoding, beside white space and controls.
const ENCODED: &str = "\"#%<>?[\\]^`{|}";

/// `name` as the indexer would write it: letters beyond ASCII as they are, what cannot stand in a
/// URI encoded, in capitals. `None` if it is written so, or is no text.
fn respelled(name: &str) -> Option<String> {
    let mut spelled = String::with_capacity(name.len());
    for c in decoded(name)?.chars() {
        if c.is_whitespace() || c.is_control() || ENCODED.contains(c) {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(spelled, "%{byte:02X}");
            }
        } else {
            spelled.push(c);
        }
    }
    (spelled != name).then_some(spelled)
}

/// `text` without percent-encoding, or `None` if it is no text then.
pub(super) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        let encoded = after.split_first_chunk().filter(|_| byte == b'%');
        let encoded = encoded.and_then(|(&[high, low], after)| {
            let digit = |byte: u8| char::from(byte).to_digit(16);
            Some(((digit(high)? << 4 | digit(low)?) as u8, after))
        });
        let (byte, after) = encoded.unwrap_or((byte, after));
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

/// `given`, short enough to be repeated in a message.
pub(super) fn echo(given: &str) -> String {
    match given.char_indices().nth(MAX_ECHO) {
        Some((end, _)) => format!("{}...", given.get(..end).unwrap_or_default()),
        None => given.to_owned(),
    }
}

/// A sentence that names the existing documents whose names are nearest to `name`.
pub(super) fn suggestion(index: &Index<'_>, name: &str) -> String {
    let respelled = respelled(name);
    let names = search::nearest_names(index, respelled.as_deref().unwrap_or(name), 3);
    if names.is_empty() {
        "No existing name is near to it".to_owned()
    } else {
        format!("Nearest existing names: {}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::{Reference, decoded, respelled};

    #[test]
    fn a_name_is_spelled_as_the_indexer_does_it() {
        for (given, expected) in [
            ("documents/x/caf%C3%A9", Some("documents/x/café")),
            ("documents/x/caf%c3%a9", Some("documents/x/café")),
            ("documents/x/a b", Some("documents/x/a%20b")),
            ("documents/x/a%20b", None),
            ("documents/x/50%", Some("documents/x/50%25")),
            ("documents/x/q%3fx%23y", Some("documents/x/q%3Fx%23y")),
            ("documents/x/it%27s", Some("documents/x/it's")),
            ("documents%2Fx%2Fa", Some("documents/x/a")),
            ("documents/x/\u{3000}", Some("documents/x/%E3%80%80")),
            ("documents/x/%ff", None),
            ("documents/x/%+f%", Some("documents/x/%25+f%25")),
            ("documents/x/%é", Some("documents/x/%25é")),
        ] {
            assert_eq!(respelled(given).as_deref(), expected, "{given}");
        }
        assert_eq!(decoded("d%C3%A9j%C3%A0~2..").as_deref(), Some("déjà~2.."));
    }

    #[test]
    fn names_and_uris_in_whatever_stands_around_them() {
        let read = |given: &'static str| match Reference::read(given) {
            Reference::Document {
                name,
                fragment,
                is_uri,
            } => (name, fragment, is_uri),
            Reference::Bare(bare) => panic!("{bare:?} is bare"),
        };
        let name = |fragment| ("documents/x.org/a".to_owned(), fragment, false);
        let uri = |fragment| ("documents/x.org/a".to_owned(), fragment, true);
        for given in [
            "documents/x.org/a",
            " `documents/x.org/a` ",
            "/documents/x.org/a?b=1",
        ] {
            assert_eq!(read(given), name(""), "{given}");
        }
        assert_eq!(read("documents/x.org/a#b.."), name("b.."));
        for given in [
            "https://x.org/a",
            "HTTP://X.org:80/a",
            "<https://x.org:443/a?utm=1>",
            "[A page](https://x.org/a)",
        ] {
            assert_eq!(read(given), uri(""), "{given}");
        }
        assert_eq!(read("https://x.org/a?q=1#b"), uri("b"));
        assert_eq!(Reference::read("\"x.org/a\""), Reference::Bare("x.org/a"));
    }
}
