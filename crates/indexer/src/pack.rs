//! Compression of the text: a dictionary of what its blocks have in common, and one zstd frame for
//! each of them.

use std::io;

use index::Frames;
use rayon::prelude::*;
use zstd::bulk::Compressor;
use zstd::dict::EncoderDictionary;

/// How hard the text is compressed. It is unpacked at any level with the same effort, and bytes in
/// the Worker are scarcer than seconds here.
const LEVEL: i32 = 19;

/// The dictionary is at most this long, and at most this share of what it is for: each byte of it
/// is in the Worker too.
const MAX_DICTIONARY: usize = 512 * 1024;
const DICTIONARY_SHARE: usize = 64;

/// Below this length a dictionary is not worth its overhead.
const MIN_DICTIONARY: usize = 8 * 1024;

/// Bytes that a dictionary is learned from, in multiples of its length, and bytes of one sample.
/// More of the text makes it no better.
const LEARNED_FROM: usize = 64;
const SAMPLE: usize = 4096;

/// Compresses blocks of one text. The result depends on the blocks alone.
///
/// # Errors
/// If zstd fails.
pub fn pack(blocks: &[&[u8]]) -> io::Result<Frames> {
    let length: usize = blocks.iter().map(|block| block.len()).sum();
    let dictionary = train(blocks, (length / DICTIONARY_SHARE).min(MAX_DICTIONARY));
    let frames = compress(blocks, &dictionary)?;
    Ok(Frames { dictionary, frames })
}

/// A dictionary of at most `length` bytes for `blocks`; empty if one that short is of no use or
/// the blocks have too little in common.
#[must_use]
pub fn train(blocks: &[&[u8]], length: usize) -> Vec<u8> {
    if length < MIN_DICTIONARY {
        return Vec::new();
    }
    let pieces = blocks.iter().flat_map(|block| block.chunks(SAMPLE));
    let every = (pieces.clone().count() * SAMPLE / (length * LEARNED_FROM)).max(1);
    let samples: Vec<&[u8]> = pieces.step_by(every).collect();
    // zstd refuses samples that a dictionary would not help with.
    zstd::dict::from_samples(&samples, length).unwrap_or_default()
}

/// One zstd frame for each block.
///
/// # Errors
/// If zstd fails.
pub fn compress(blocks: &[&[u8]], dictionary: &[u8]) -> io::Result<Vec<Vec<u8>>> {
    let prepared = EncoderDictionary::copy(dictionary, LEVEL);
    let compressor = || {
        if dictionary.is_empty() {
            Compressor::new(LEVEL)
        } else {
            Compressor::with_prepared_dictionary(&prepared)
        }
    };
    let frame = |compressor: &mut io::Result<Compressor<'_>>, block: &&[u8]| match compressor {
        Ok(compressor) => compressor.compress(block),
        Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
    };
    blocks.par_iter().map_init(compressor, frame).collect()
}
