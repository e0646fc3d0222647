//! `lab questions`: at which rank each question finds the page that should come first.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use serde::Deserialize;

use crate::corpus;

/// How far down to look for the right page.
const DEPTH: usize = 100;

/// Print the rank of the right page for each question of a file.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Questions: `[[question]]` with `query` and `document`, as in tests/quality/.
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,
    /// Folder of documentation.
    #[arg(
        long,
        value_name = "PATH",
        default_value = "corpus",
        env = "KNOWLEDGE_CORPUS"
    )]
    corpus: PathBuf,
}

/// A file of questions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Questions {
    question: Vec<Question>,
}

/// A query and the name of the document that should come first.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    query: String,
    document: String,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let file = arguments.file.display();
    let text =
        fs::read_to_string(&arguments.file).with_context(|| format!("cannot read {file}"))?;
    let Questions {
        question: questions,
    } = toml::from_str(&text).with_context(|| format!("{file}"))?;

    let built = corpus::build(&arguments.corpus)?;
    let index = corpus::open(&built)?;
    // A question whose page is not there would look like a bad ranking.
    for Question { document, .. } in &questions {
        anyhow::ensure!(
            index.document_id(document).is_some(),
            "{file}: the corpus has no {document}; nearest: {}",
            search::nearest_names(&index, document, 3).join(", ")
        );
    }

    let options = search::Options {
        limit: DEPTH,
        per_document: 1,
        ..search::Options::default()
    };
    let (mut first, mut within_five) = (0, 0);
    for Question { query, document } in &questions {
        let passages = search::search(&index, query, &options)?;
        let rank = passages
            .iter()
            .position(|passage| passage.name == *document)
            .map(|i| i + 1);
        first += usize::from(rank == Some(1));
        within_five += usize::from(rank.is_some_and(|rank| rank <= 5));
        let rank = rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        println!("{rank:>3}  {query}");
        if let Some(above) = passages.first().filter(|passage| passage.name != *document) {
            println!("     wanted {document}\n     first  {}", above.name);
        }
    }
    println!(
        "{first} of {n} first, {within_five} of {n} within five",
        n = questions.len()
    );
    Ok(())
}
