//! `lab search`: the passages that a query finds.

use std::path::PathBuf;

use clap::Args;

use crate::corpus;

/// Print the passages that a query finds, with their scores.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of documentation.
    #[arg(long, value_name = "PATH", default_value = "corpus")]
    corpus: PathBuf,
    /// Number of passages.
    #[arg(long, value_name = "N", default_value_t = search::Options::default().limit)]
    limit: usize,
    /// Most passages of one document.
    #[arg(long, value_name = "N", default_value_t = search::Options::default().per_document)]
    per_document: usize,
    /// Prefer documents in this language (BCP 47).
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
    /// The query; several words need no quotes.
    #[arg(required = true)]
    query: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let built = corpus::build(&arguments.corpus)?;
    let index = corpus::open(&built)?;
    let options = search::Options {
        limit: arguments.limit,
        per_document: arguments.per_document,
        language: arguments.language.clone(),
        ..search::Options::default()
    };
    let passages = search::search(&index, &arguments.query.join(" "), &options)?;
    if passages.is_empty() {
        println!("nothing found");
    }
    for (i, passage) in passages.iter().enumerate() {
        println!(
            "{:>3}  {:.3}  {} #{}\n     {}\n",
            i + 1,
            passage.score,
            passage.name,
            passage.id,
            passage.content.trim_end().replace('\n', "\n     "),
        );
    }
    Ok(())
}
