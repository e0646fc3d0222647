//! tantivy over the same documents as knowledge-worker: English stemming, title and text as two
//! fields of equal weight, terms OR-ed.
//!
//! `run SET RUN` writes rankings of a judged set in the format of TREC. `index CHUNKS FOLDER` makes
//! an index of one JSON object a line, and `replay FOLDER QUERIES ROUNDS` measures searches in it.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use cpu_time::ThreadTime;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tantivy::collector::TopDocs;
use tantivy::query::{BooleanQuery, Occur, Query, TermQuery};
use tantivy::schema::{
    Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions, Value as _,
};
use tantivy::{DocAddress, Index, Searcher, TantivyDocument, Term, doc};

/// Bytes that the writer may use.
const MEMORY: usize = 256 << 20;

/// As many passages as a tool call returns.
const PASSAGES: usize = 5;

/// How far down a ranking is measured.
const DEPTH: usize = 100;

/// A line of `corpus.jsonl`, or a chunk.
#[derive(Deserialize)]
struct Line {
    #[serde(rename = "_id")]
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

/// A line of `queries.jsonl`.
#[derive(Deserialize)]
struct Judged {
    #[serde(rename = "_id")]
    id: String,
    text: String,
}

struct Fields {
    id: Field,
    title: Field,
    text: Field,
}

impl Fields {
    fn of(schema: &Schema) -> tantivy::Result<Fields> {
        Ok(Fields {
            id: schema.get_field("id")?,
            title: schema.get_field("title")?,
            text: schema.get_field("text")?,
        })
    }
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["run", set, run] => rank_set(Path::new(set), run),
        ["index", chunks, folder] => {
            fs::create_dir_all(folder)?;
            fill(
                &Index::create_in_dir(folder, schema())?,
                &json_lines(Path::new(chunks))?,
            )
        }
        ["replay", folder, queries, rounds] => replay(folder, Path::new(queries), rounds.parse()?),
        _ => bail!("usage: run SET RUN | index CHUNKS FOLDER | replay FOLDER QUERIES ROUNDS"),
    }
}

fn schema() -> Schema {
    let mut schema = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer("en_stem")
        .set_index_option(IndexRecordOption::WithFreqs);
    let text = TextOptions::default()
        .set_indexing_options(indexing)
        .set_stored();
    schema.add_text_field("id", STRING | STORED);
    schema.add_text_field("title", text.clone());
    schema.add_text_field("text", text);
    schema.build()
}

/// Adds the documents, in one segment.
fn fill(index: &Index, documents: &[Line]) -> anyhow::Result<()> {
    let Fields { id, title, text } = Fields::of(&index.schema())?;
    let mut writer = index.writer_with_num_threads(1, MEMORY)?;
    for line in documents {
        writer.add_document(doc!(
            id => line.id.as_str(), title => line.title.as_str(), text => line.text.as_str()
        ))?;
    }
    writer.commit()?;
    let segments = index.searchable_segment_ids()?;
    if segments.len() > 1 {
        writer.merge(&segments).wait()?;
    }
    writer.garbage_collect_files().wait()?;
    writer.wait_merging_threads()?;
    Ok(())
}

/// Any document that has one of the words of `text` in one of the fields.
fn query(index: &Index, fields: &Fields, text: &str) -> anyhow::Result<BooleanQuery> {
    let mut analyzer = index.tokenizers().get("en_stem").context("no en_stem")?;
    let mut words = Vec::new();
    analyzer
        .token_stream(text)
        .process(&mut |token| words.push(token.text.clone()));
    words.sort_unstable();
    words.dedup();
    let clauses = words.iter().flat_map(|word| {
        [fields.title, fields.text].map(|field| {
            let term = Term::from_field_text(field, word);
            let query = TermQuery::new(term, IndexRecordOption::WithFreqs);
            (Occur::Should, Box::new(query) as Box<dyn Query>)
        })
    });
    Ok(BooleanQuery::new(clauses.collect()))
}

fn search(
    index: &Index,
    searcher: &Searcher,
    fields: &Fields,
    text: &str,
    limit: usize,
) -> anyhow::Result<Vec<(f32, DocAddress)>> {
    let query = query(index, fields, text)?;
    Ok(searcher.search(&query, &TopDocs::with_limit(limit).order_by_score())?)
}

fn rank_set(set: &Path, run: &str) -> anyhow::Result<()> {
    let index = Index::create_in_ram(schema());
    fill(&index, &json_lines(&set.join("corpus.jsonl"))?)?;
    let fields = Fields::of(&index.schema())?;
    let searcher = index.reader()?.searcher();
    let mut out = BufWriter::new(File::create(run)?);
    for judged in json_lines::<Judged>(&set.join("queries.jsonl"))? {
        let hits = search(&index, &searcher, &fields, &judged.text, DEPTH)?;
        for (i, (score, address)) in hits.into_iter().enumerate() {
            let document: TantivyDocument = searcher.doc(address)?;
            let id = document.get_first(fields.id).and_then(|id| id.as_str());
            let (query, rank) = (&judged.id, i + 1);
            writeln!(
                out,
                "{query}\tQ0\t{}\t{rank}\t{score}\ttantivy",
                id.context("no id")?
            )?;
        }
    }
    Ok(out.flush()?)
}

/// Prints the CPU times of `rounds` rounds of searches with their passages, after a warming one.
fn replay(folder: &str, queries: &Path, rounds: usize) -> anyhow::Result<()> {
    let index = Index::open_in_dir(folder)?;
    let fields = Fields::of(&index.schema())?;
    let searcher = index.reader()?.searcher();
    let queries: Vec<String> = json_lines(queries)?;
    let mut times = Vec::with_capacity(queries.len() * rounds);
    let (mut max_ms, mut slowest) = (0.0, "");
    for round in 0..=rounds {
        for text in &queries {
            let start = ThreadTime::now();
            for (_, address) in search(&index, &searcher, &fields, text, PASSAGES)? {
                black_box(searcher.doc::<TantivyDocument>(address)?);
            }
            let milliseconds = start.elapsed().as_secs_f64() * 1e3;
            if round == 0 {
                continue;
            }
            if milliseconds > max_ms {
                (max_ms, slowest) = (milliseconds, text);
            }
            times.push(milliseconds);
        }
    }
    times.sort_by(f64::total_cmp);
    let at =
        |share: f64| times.get((times.len().saturating_sub(1) as f64 * share).round() as usize);
    let [median_ms, p99_ms] = [0.5, 0.99].map(|share| at(share).copied().unwrap_or(0.0));
    let times = serde_json::json!({
        "median_ms": median_ms, "p99_ms": p99_ms, "max_ms": max_ms, "slowest": slowest
    });
    println!("{times}");
    Ok(())
}

/// One value a line.
fn json_lines<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = BufReader::new(file).lines();
    lines
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect()
}
