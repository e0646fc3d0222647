//! What a person sees who opens the server in a browser.

use std::fmt::Write as _;

use index::Index;

use crate::mcp::{Server, ToolSet};

/// The page at `/`, as plain text.
#[must_use]
pub(crate) fn home(index: &Index<'_>, origin: &str) -> String {
    let corpus = index.corpus();
    let statistics = index.statistics();
    let mut page = format!("{}\n\n", corpus.title);
    if !corpus.description.is_empty() {
        let _ = write!(page, "{}\n\n", corpus.description);
    }
    let _ = write!(
        page,
        "This is an MCP server: coding agents search, read and cite this documentation through it.\n\
         Endpoint: {origin}/mcp (Streamable HTTP, no key)\n\
         For ChatGPT: {origin}/mcp/openai\n\
         Documents: {}, in {} passages\n",
        statistics.n_documents, statistics.n_chunks
    );
    let languages: Vec<String> = corpus
        .languages
        .iter()
        .map(|language| format!("{} ({})", language.code, language.documents))
        .collect();
    if !languages.is_empty() {
        let _ = writeln!(page, "Languages: {}", languages.join(", "));
    }
    if !corpus.products.is_empty() {
        page.push_str("\nProducts\n");
        for product in &corpus.products {
            let _ = writeln!(page, "  {} - {}", product.name, product.domain);
        }
    }
    page.push_str("\nTools\n");
    let server = Server {
        index,
        tools: ToolSet::Contract,
        exhausted: &[],
    };
    for tool in server.tools() {
        let _ = writeln!(page, "  {} - {}", tool.name, (tool.title)(corpus));
    }
    let _ = write!(
        page,
        "\nConnect, for example\n  \
         claude mcp add --transport http docs {origin}/mcp\n  \
         codex mcp add docs --url {origin}/mcp\n  \
         gemini mcp add --transport http docs {origin}/mcp\n"
    );
    page
}
