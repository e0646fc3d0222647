//! `lab build`: what an index of a folder would hold.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;

use crate::corpus;

/// Build the index of a folder in memory and print the summary.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of documentation.
    #[arg(default_value = "corpus", env = "KNOWLEDGE_CORPUS")]
    path: PathBuf,
    /// Write terms.fst and knowledge.msgpack to this folder.
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Print the bytes of each part of the index.
    #[arg(long)]
    sizes: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let built = corpus::build(&arguments.path)?;
    let index = corpus::open(&built)?;
    if let Some(folder) = &arguments.output {
        let files = [
            ("terms.fst", &built.terms),
            ("knowledge.msgpack", &built.knowledge),
        ];
        fs::create_dir_all(folder)
            .and_then(|()| {
                files
                    .iter()
                    .try_for_each(|(name, bytes)| fs::write(folder.join(name), bytes))
            })
            .with_context(|| format!("cannot write to {}", folder.display()))?;
    }
    println!("{}", built.summary);
    if arguments.sizes {
        for (what, bytes) in index.sections() {
            println!("{bytes:>12}  {what}");
        }
    }
    Ok(())
}
