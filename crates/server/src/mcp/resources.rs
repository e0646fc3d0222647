//! `resources/*`: every document as a resource, under the URI that a person reads it at.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use index::{CorpusInfo, DocumentId, Index};
use serde_json::{Map, Value, json};

use super::documents::{self, Reference};
use super::era::Era;
use super::jsonrpc::ErrorData;
use super::protocol::{
    ListResourceTemplatesResult, ListResourcesResult, ReadResourceResult, Resource,
    ResourceTemplate, TextResourceContents,
};
use super::{Failure, wording};

/// Every document is Markdown.
const MIME_TYPE: &str = "text/markdown";

/// Resources on one page of the list. The title of each has to be decompressed.
const PAGE: u32 = 50;

/// The URIs of the documents, as a template whose `path` can be completed.
pub(super) const TEMPLATE: &str = "https://{+path}";

/// Answers `resources/list`.
pub(super) fn list(
    index: &Index<'_>,
    params: &Map<String, Value>,
) -> Result<ListResourcesResult, Failure> {
    let n_documents = index.statistics().n_documents;
    let start = match params.get("cursor") {
        None | Some(Value::Null) => 0,
        Some(cursor) => cursor
            .as_str()
            .and_then(|cursor| read_cursor(cursor, n_documents))
            .ok_or_else(|| {
                ErrorData::invalid_params(
                    "Invalid cursor: give nextCursor of the page before as it is, \
                     or begin again without a cursor",
                )
            })?,
    };
    let end = start.saturating_add(PAGE).min(n_documents);
    let mut resources = Vec::new();
    for ordinal in start..end {
        let document = index.document(DocumentId(ordinal))?;
        resources.push(Resource {
            uri: document.uri,
            name: document.name,
            title: document.title,
            description: document.description,
            mime_type: MIME_TYPE,
        });
    }
    let next_cursor = (end < n_documents).then(|| write_cursor(end, n_documents));
    Ok(ListResourcesResult {
        resources,
        next_cursor,
    })
}

/// A cursor that leads to the document `start`. The number of documents is in it so that a cursor
/// of another deployment's corpus is refused instead of skipping documents.
fn write_cursor(start: u32, n_documents: u32) -> String {
    URL_SAFE_NO_PAD.encode(format!("{start}/{n_documents}"))
}

/// Where `cursor` leads, if it is one that [`write_cursor`] wrote for this corpus.
fn read_cursor(cursor: &str, n_documents: u32) -> Option<u32> {
    let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
    let start: u32 = text.split_once('/')?.0.parse().ok()?;
    let is_ours = start > 0 && start < n_documents && cursor == write_cursor(start, n_documents);
    is_ours.then_some(start)
}

/// Answers `resources/templates/list`.
pub(super) fn templates(corpus: &CorpusInfo) -> ListResourceTemplatesResult {
    ListResourceTemplatesResult {
        resource_templates: [ResourceTemplate {
            uri_template: TEMPLATE,
            name: "document",
            title: format!("A document of {}", wording::title(corpus)),
            description: "A whole document as Markdown, by the URI that a person reads it at. \
                          Its resource name (documents/...) can be read as well."
                .to_owned(),
            mime_type: MIME_TYPE,
        }],
    }
}

/// Answers `resources/read`.
pub(super) fn read(
    index: &Index<'_>,
    era: Era,
    params: &Map<String, Value>,
) -> Result<ReadResourceResult, Failure> {
    let uri = params.get("uri").and_then(Value::as_str).ok_or_else(|| {
        ErrorData::invalid_params("Invalid params: \"uri\" is required and must be a string")
    })?;
    let document = match Reference::read(uri) {
        Reference::Document { name, .. } => documents::find(index, &name),
        Reference::Bare(_) => None,
    };
    let Some(id) = document else {
        let message = format!(
            "Resource not found: {}. {}",
            documents::echo(uri),
            documents::suggestion(index, uri)
        );
        let error = match era {
            Era::Legacy => ErrorData::resource_not_found(message),
            Era::Modern => ErrorData::invalid_params(message),
        };
        return Err(error.with_data(json!({ "uri": uri })).into());
    };
    let document = index.document(id)?;
    let text = index.content(&document)?;
    Ok(ReadResourceResult {
        contents: [TextResourceContents {
            uri: document.uri,
            mime_type: MIME_TYPE,
            text,
        }],
    })
}
