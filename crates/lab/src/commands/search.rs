//! `lab search`: the passages that a query finds.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::Args;
use index::Index;
use search::{Explanation, Options};

use crate::corpus;

/// Print the passages that a query finds, with their scores.
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
    /// Number of passages.
    #[arg(long, value_name = "N", default_value_t = search::Options::default().limit)]
    limit: usize,
    /// Most passages of one document.
    #[arg(long, value_name = "N", default_value_t = search::Options::default().per_document)]
    per_document: usize,
    /// Prefer documents in this language (BCP 47).
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
    /// Print how the query was understood and the parts of each score, in place of the passages.
    #[arg(long)]
    explain: bool,
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
    let query = arguments.query.join(" ");
    if arguments.explain {
        print!("{}", explained(&index, &query, &options)?);
        return Ok(());
    }
    let passages = search::search(&index, &query, &options)?;
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

/// The words of a query, then a table row for each part of the score of each hit.
fn explained(index: &Index<'_>, query: &str, options: &Options) -> anyhow::Result<String> {
    let Explanation {
        words,
        phrases,
        excluded,
        hits,
    } = search::explain(index, query, options)?;
    let mut text = String::new();
    for word in &words {
        let forms: Vec<String> = word
            .forms
            .iter()
            .map(|(term, weight)| format!("{term} ×{weight:.2}"))
            .collect();
        let forms = if forms.is_empty() {
            "not in the corpus".to_owned()
        } else {
            forms.join(", ")
        };
        writeln!(
            text,
            "{}: document {:.2}, chunk {:.2}, title {:.2}; {forms}",
            word.word, word.document_weight, word.chunk_weight, word.title_weight
        )?;
    }
    for (what, list) in [("phrases", &phrases), ("left out", &excluded)] {
        if !list.is_empty() {
            writeln!(text, "{what}: {}", list.join(", "))?;
        }
    }
    for (i, hit) in hits.iter().enumerate() {
        let document = index.document(hit.hit.document)?;
        let number = (hit.hit.chunk.0 - index.chunks_of(hit.hit.document).start) as usize;
        writeln!(
            text,
            "\n{:>3}  {:.3}  {} #{}",
            i + 1,
            hit.hit.score,
            document.name,
            document.chunk_id(number)
        )?;
        for (what, of_words) in [
            ("text", &hit.text),
            ("title", &hit.title),
            ("chunk", &hit.chunk),
        ] {
            let parts = words.iter().zip(of_words).filter(|(_, part)| **part > 0.0);
            let parts: Vec<String> = parts
                .map(|(word, part)| format!("{} {part:.2}", word.word))
                .collect();
            let sum: f32 = of_words.iter().sum();
            writeln!(text, "     {what:<12} {sum:>7.2}  {}", parts.join(", "))?;
        }
        for (what, part) in [
            ("whole title", hit.whole_title),
            ("best chunk", hit.best_chunk),
            ("first chunk", hit.lead),
            ("behind best", -hit.behind),
            ("× language", hit.language),
            ("second look", hit.second_look),
        ] {
            writeln!(text, "     {what:<12} {:>7.2}", part + 0.0)?;
        }
    }
    Ok(text)
}
