//! `lab chunks`: the chunks of a folder, for other search engines to index.

use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use index::{Chunk, Document};
use indexer::corpus::Corpus;
use serde::Serialize;

/// Write the chunks of a folder as JSON, one object a line.
///
/// Each has its page and number as `_id`, the titles above it as `title`, its words as `text`, and
/// its Markdown as `content`.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of documentation.
    #[arg(value_name = "PATH")]
    path: PathBuf,
    /// Where to write.
    #[arg(value_name = "FILE.jsonl")]
    file: PathBuf,
}

/// A line.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(rename = "_id")]
    id: String,
    document: &'a str,
    uri: &'a str,
    title: String,
    text: &'a str,
    content: &'a str,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let file = arguments.file.display();
    let mut corpus = Corpus::open(&arguments.path)?;
    let mut out = BufWriter::new(
        fs::File::create(&arguments.file).with_context(|| format!("cannot write {file}"))?,
    );
    for (name, document) in indexer::read_documents(&mut corpus) {
        for (n, chunk) in document.chunks.iter().enumerate() {
            let line = Line {
                id: format!("{name}#{n}"),
                document: &name,
                uri: &document.uri,
                title: titles(&document, chunk).join(" › "),
                text: &chunk.text,
                content: document
                    .content
                    .get(chunk.range.clone())
                    .unwrap_or_default(),
            };
            serde_json::to_writer(&mut out, &line)?;
            out.write_all(b"\n")?;
        }
    }
    out.flush().with_context(|| format!("cannot write {file}"))
}

/// The title of the page and of each heading that encloses the chunk, the outermost first.
fn titles<'a>(document: &'a Document, chunk: &Chunk) -> Vec<&'a str> {
    let heading = |i: &u32| document.headings.get(*i as usize);
    let innermost = chunk.heading.as_ref().and_then(heading);
    let enclosing = |inner: &&index::Heading| inner.parent.as_ref().and_then(heading);
    let mut titles: Vec<&str> = std::iter::successors(innermost, enclosing)
        .map(|heading| heading.title.as_str())
        .collect();
    titles.push(&document.title);
    titles.reverse();
    titles
}
