//! `lab build`: what an index of a folder would hold.

use std::path::PathBuf;

use clap::Args;

use crate::corpus;

/// Build the index of a folder in memory and print the summary.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of documentation.
    #[arg(default_value = "corpus")]
    path: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let built = corpus::build(&arguments.path)?;
    corpus::open(&built)?;
    println!("{}", built.summary);
    Ok(())
}
