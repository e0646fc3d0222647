//! `lab store`: what the size of a block and of the dictionary cost and bring.

use std::hint::black_box;
use std::path::PathBuf;

use clap::Args;
use cpu_time::ThreadTime;
use indexer::corpus::Corpus;
use zrip::{DecompressContext, Dictionary};

/// One of this many blocks is compressed; the whole would take minutes and say the same.
const SAMPLE: usize = 7;

/// Print, for blocks and dictionaries of several sizes, the bytes that the text of a folder takes
/// and the time that it takes to read one block.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folder of documentation.
    #[arg(default_value = "corpus", env = "KNOWLEDGE_CORPUS")]
    path: PathBuf,
    /// Sizes of blocks in KiB.
    #[arg(long, value_delimiter = ',', default_values_t = [8, 16, 32, 64])]
    blocks: Vec<usize>,
    /// Sizes of dictionaries in KiB.
    #[arg(long, value_delimiter = ',', default_values_t = [0, 128, 256, 512, 1024])]
    dictionaries: Vec<usize>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut corpus = Corpus::open(&arguments.path)?;
    let documents = indexer::read_documents(&mut corpus);
    let text: Vec<u8> = documents
        .values()
        .flat_map(|document| document.content.bytes())
        .collect();
    println!("| block, KiB | dictionary, KiB | share of the text | µs a block |");
    println!("|---:|---:|---:|---:|");
    for &block in &arguments.blocks {
        for &dictionary in &arguments.dictionaries {
            let (share, micros) = measure(&text, block * 1024, dictionary * 1024)?;
            println!("| {block} | {dictionary} | {share:.4} | {micros:.1} |");
        }
    }
    Ok(())
}

/// The share of `text` that is left of it, and the time to decompress one block in microseconds.
fn measure(text: &[u8], block: usize, dictionary: usize) -> anyhow::Result<(f64, f64)> {
    let blocks: Vec<&[u8]> = text.chunks(block).step_by(SAMPLE).collect();
    let dictionary = indexer::pack::train(&text.chunks(block).collect::<Vec<_>>(), dictionary);
    let frames = indexer::pack::compress(&blocks, &dictionary)?;
    let compressed: usize = frames.iter().map(Vec::len).sum();
    let total: usize = blocks.iter().map(|block| block.len()).sum();
    let share = compressed as f64 / total as f64 + dictionary.len() as f64 / text.len() as f64;
    let mut decoder = if dictionary.is_empty() {
        DecompressContext::new()
    } else {
        DecompressContext::with_dict(Dictionary::from_bytes(&dictionary)?)
    };
    let mut plain = Vec::with_capacity(block);
    let start = ThreadTime::now();
    for frame in &frames {
        plain.clear();
        decoder.decompress_into(frame, &mut plain)?;
        black_box(&plain);
    }
    let micros = start.elapsed().as_secs_f64() * 1e6 / frames.len() as f64;
    Ok((share, micros))
}
