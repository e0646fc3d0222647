//! How callers name a document, and what to tell them when there is none by that name.

use std::borrow::Cow;

use index::{DocumentId, Index, NAME_PREFIX};

/// Characters of a name that are repeated in a message.
const MAX_ECHO: usize = 200;

/// What a caller gave to name a document.
#[derive(Debug)]
pub(super) enum Reference<'a> {
    /// A resource name, given as such or as a URI.
    Name(Cow<'a, str>),
    /// Neither: no `documents/` before it and no scheme.
    Bare(&'a str),
}

impl<'a> Reference<'a> {
    /// Reads `documents/...` or `https://...`; the fragment and the query of a URI lead to places
    /// in a document and are left off.
    pub(super) fn read(given: &'a str) -> Self {
        let given = given.trim();
        if given.starts_with(NAME_PREFIX) {
            return Reference::Name(given.into());
        }
        let rest = given
            .strip_prefix("https://")
            .or_else(|| given.strip_prefix("http://"));
        match rest.and_then(|rest| rest.split(['#', '?']).next()) {
            Some(rest) => Reference::Name(format!("{NAME_PREFIX}{rest}").into()),
            None => Reference::Bare(given),
        }
    }
}

/// The document of that name. A slash at the end and the suffix `.md` make no difference: people
/// copy both from address bars and from repositories.
pub(super) fn find(index: &Index<'_>, name: &str) -> Option<DocumentId> {
    let without = name.trim_end_matches('/');
    let without = without.strip_suffix(".md").unwrap_or(without);
    index
        .document_id(name)
        .or_else(|| index.document_id(without))
        .or_else(|| index.document_id(&format!("{without}/")))
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
