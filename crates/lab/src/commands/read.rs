//! `lab read`: a document as an agent gets it.

use std::path::{Path, PathBuf};

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
    // As a shell completes it: with the folder before it, or `./`.
    let plain = |path| Path::strip_prefix(path, ".").unwrap_or(path);
    let file = plain(Path::new(&arguments.file));
    let file = file.strip_prefix(plain(&arguments.folder)).unwrap_or(file);
    let is_wanted = |path: &str| Path::new(path) == file;
    corpus.files.retain(|file| is_wanted(&file.place.path));
    let documents = indexer::read_documents(&mut corpus);
    let problems = corpus.problems.iter();
    let problems: Vec<_> = problems.filter(|one| is_wanted(&one.path)).collect();
    let Some(document) = documents.values().next() else {
        let rules = corpus.left_out.iter();
        let mut rules = rules.filter(|(_, paths)| paths.iter().any(|path| is_wanted(path)));
        let mut reasons: Vec<String> = problems.iter().map(ToString::to_string).collect();
        reasons.extend(rules.next().map(|(rule, _)| format!("left out: {rule}")));
        if reasons.is_empty() {
            reasons.push(
                "there is no such file of documentation; name it from this folder on".to_owned(),
            );
        }
        bail!(
            "no document {} in {}: {}",
            file.display(),
            arguments.folder.display(),
            reasons.join("\n")
        );
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
