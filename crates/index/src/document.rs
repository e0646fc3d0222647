//! Documents as the indexer hands them to the writer, and as a reader gets them back.

use std::ops::{Range, RangeInclusive};

use serde::{Deserialize, Serialize};

/// What a corpus says of itself: the head of the index.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct CorpusInfo {
    /// The title of the documentation, e.g. `Example Docs`.
    pub title: String,
    /// One paragraph: what the documentation covers.
    pub description: String,
    /// The products that the corpus documents, in the order in which to list them.
    pub products: Vec<Product>,
    /// The languages of the documents, those with the most documents first.
    pub languages: Vec<LanguageInfo>,
    /// The names of the tools that are not offered.
    pub excluded_tools: Vec<String>,
    /// How the server is published, if it is.
    pub server: Option<ServerInfo>,
}

/// A server as registries and catalogues list it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct ServerInfo {
    /// Domain of the publisher backwards, then a name: `com.example/docs`.
    pub name: String,
    /// Of the server as it is published, e.g. `1.0.0`.
    pub version: String,
    /// The endpoint: `https://docs.example.com/mcp`.
    pub url: String,
}

/// One product and the host that its documentation is read at.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Product {
    /// The name of the product, e.g. `ADK`.
    pub name: String,
    /// Host, and path if products share a host, without scheme or trailing slash: `adk.dev`.
    pub domain: String,
}

/// A language of the corpus.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct LanguageInfo {
    /// BCP 47 tag as the documents give it, e.g. `fr` or `pt-BR`.
    pub code: String,
    /// Number of documents in it.
    pub documents: u32,
    /// The short words that nearly every document in it has: they tell the language and not the
    /// subject. The most common first; none if there are too few documents to tell.
    pub common: Vec<String>,
}

/// A document to be indexed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Document {
    /// Where a person reads it, with scheme: `https://adk.dev/get-started/python`. The name of
    /// the document follows from it.
    pub uri: String,
    /// One line.
    pub title: String,
    /// One line; empty if the document says nothing that could serve.
    pub description: String,
    /// BCP 47 tag.
    pub language: String,
    /// When the document was last updated, as its front matter says it; empty if it does not.
    pub updated: String,
    /// The file, relative to the root of the corpus, with `/` between folders.
    pub path: String,
    /// The whole document as Markdown, `\n` line ends.
    pub content: String,
    /// Its headings in the order of the text.
    pub headings: Vec<Heading>,
    /// Its chunks in the order of the text; together they cover `content` without gap or overlap.
    pub chunks: Vec<Chunk>,
    /// Further names that lead to it: of pages with the same text, of places it was at before. One
    /// that is the name of a document leads to that document.
    pub aliases: Vec<String>,
}

/// The prefix of every resource name.
pub const NAME_PREFIX: &str = "documents/";

/// Most characters of a resource name.
pub const MAX_NAME_CHARS: usize = 500;

/// Most characters of a passage with the line of breadcrumbs above it.
pub const MAX_PASSAGE_CHARS: usize = 2_000;

/// The resource name of the document at `uri`: `documents/` and the URI without its scheme.
#[must_use]
pub fn name_of_uri(uri: &str) -> String {
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    format!("{NAME_PREFIX}{rest}")
}

impl Document {
    /// The resource name: `documents/adk.dev/get-started/python`.
    #[must_use]
    pub fn name(&self) -> String {
        name_of_uri(&self.uri)
    }
}

/// A heading inside a document, its title excluded.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Heading {
    /// Index among the headings of the document of the heading that encloses this one.
    pub parent: Option<u32>,
    /// Plain text, no markup.
    pub title: String,
    /// The fragment that leads to it: `install-the-sdk`.
    pub anchor: String,
    /// The byte of `content` that its line begins at; no heading begins before the one before it.
    pub start: u32,
}

/// A stretch of a document that is found and shown as one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Chunk {
    /// Bytes of the document's `content`.
    pub range: Range<usize>,
    /// The innermost heading that the chunk is under, as an index into `headings`.
    pub heading: Option<u32>,
    /// Lines of the source file, counted from 1.
    pub lines: RangeInclusive<u32>,
    /// The text of the chunk without markup, to be analyzed: words, code, alternative texts of
    /// images, no link targets. The heading line that begins the chunk is part of it.
    pub text: String,
    /// What links from elsewhere to this place say, one a line: searched with the text, never shown.
    pub links: String,
    /// What must stand before the range so that it reads by itself: the opening line of a fence,
    /// the head of a table. Empty for nearly all chunks; ends with a line end otherwise.
    pub prefix: String,
    /// What must stand after it: the closing line of a fence.
    pub suffix: String,
}
