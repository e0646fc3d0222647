//! `lab read`: a document as an agent gets it.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;
use indexer::corpus::Corpus;

/// Print what becomes of one file of a corpus: its content, or its chunks.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The folder of documentation.
    folder: PathBuf,
    /// The file in it.
    file: String,
    /// Print the chunks, each with its lines in the file.
    #[arg(long)]
    chunks: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut corpus = Corpus::open(&arguments.folder)?;
    let is_wanted = |path: &str| path == arguments.file;
    corpus.files.retain(|file| is_wanted(&file.place.path));
    let documents = indexer::read_documents(&mut corpus);
    let problems = corpus.problems.iter();
    let problems: Vec<_> = problems.filter(|one| is_wanted(&one.path)).collect();
    let Some(document) = documents.values().next() else {
        let reasons: Vec<String> = problems.iter().map(ToString::to_string).collect();
        bail!("no document: {}", reasons.join("\n"));
    };
    // What is left out of a page that is served all the same.
    for problem in problems {
        eprintln!("{problem}");
    }
    println!("{}\n{}\n", document.uri, document.description);
    if !arguments.chunks {
        println!("{}", document.content);
        return Ok(());
    }
    for chunk in &document.chunks {
        let text = document
            .content
            .get(chunk.range.clone())
            .unwrap_or_default();
        println!("---- lines {}-{}", chunk.lines.start(), chunk.lines.end());
        println!("{}{text}{}", chunk.prefix, chunk.suffix);
    }
    Ok(())
}
