//! `lab answer`: what the corpus answers to a question.

use std::path::PathBuf;

use clap::Args;

use crate::corpus;

/// Print the answer to a question, and the documents it was made from.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of documentation.
    #[arg(long, value_name = "PATH", default_value = "corpus")]
    corpus: PathBuf,
    /// The question; several words need no quotes.
    #[arg(required = true)]
    question: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let built = corpus::build(&arguments.corpus)?;
    let index = corpus::open(&built)?;
    let answer = search::answer(&index, &arguments.question.join(" "))?;
    println!("{}\n", answer.text.trim_end());
    if answer.references.is_empty() {
        println!("no references");
    }
    for name in &answer.references {
        println!("{name}");
    }
    Ok(())
}
