//! `lab answer`: what the corpus answers to a question.

use std::path::PathBuf;

use clap::Args;

use crate::corpus;
use crate::grounded;

/// Print the answers to questions, each with its evidence and scores.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of documentation.
    #[arg(
        long,
        value_name = "PATH",
        default_value = "corpus",
        env = "KNOWLEDGE_CORPUS"
    )]
    corpus: PathBuf,
    /// Questions, each in quotes.
    #[arg(required = true)]
    questions: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let built = corpus::build(&arguments.corpus)?;
    let index = corpus::open(&built)?;
    for question in &arguments.questions {
        let answer = search::answer(&index, question)?;
        println!("# {question}\n\n{}\n", answer.text.trim_end());
        println!("references: {}", answer.references.join(", "));
        println!("confidence: {:.2}", answer.confidence);
        for statement in &answer.statements {
            println!(
                "{:>7.2}  [{}] {:?}, lines {}-{}",
                statement.score,
                statement.number,
                statement.kind,
                statement.lines.start(),
                statement.lines.end()
            );
        }
        for fault in grounded::faults(&index, &answer)? {
            println!("wrong: {fault}");
        }
        println!();
    }
    Ok(())
}
