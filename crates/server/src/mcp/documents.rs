//! How callers name a document, and what to tell them when there is none by that name.

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

/// The document of that name, or of the name without what makes no difference.
pub(super) fn find(index: &Index<'_>, name: &str) -> Option<DocumentId> {
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

/// `given`, short enough to be repeated in a message.
pub(super) fn echo(given: &str) -> String {
    match given.char_indices().nth(MAX_ECHO) {
        Some((end, _)) => format!("{}...", given.get(..end).unwrap_or_default()),
        None => given.to_owned(),
    }
}

/// A sentence that names the existing documents whose names are nearest to `name`.
pub(super) fn suggestion(index: &Index<'_>, name: &str) -> String {
    let names = search::nearest_names(index, name, 3);
    if names.is_empty() {
        "No existing name is near to it".to_owned()
    } else {
        format!("Nearest existing names: {}", names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::Reference;

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
