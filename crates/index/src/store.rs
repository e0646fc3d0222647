//! The store: here is a stretch of the stored bytes, give me what it says.
//!
//! What is stored is one long string of bytes, cut into blocks of [`BLOCK_BYTES`] that are
//! compressed each by itself (zstd), all with one dictionary. A read decompresses the blocks that it touches and no other;
//! those read last stay decompressed, since the passages of one answer are often neighbours.
//!
//! What sizes cost on the MDN web docs (42.8 MB; `lab store`), as the share of the text that is left,
//! dictionary included, and the microseconds to decompress one block natively:
//!
//! | block | no dictionary | 128 KiB | 256 KiB | 512 KiB | 1 MiB |
//! |---:|---:|---:|---:|---:|---:|
//! | 8 KiB | .330, 10 | .241, 13 | .234, 13 | .230, 12 | .232, 12 |
//! | 16 KiB | .289, 17 | .224, 24 | .219, 22 | .216, 22 | .219, 21 |
//! | 32 KiB | .262, 29 | .216, 42 | .212, 41 | .210, 40 | .214, 40 |
//! | 64 KiB | .245, 51 | .213, 71 | .209, 72 | .208, 74 | .213, 78 |
//!
//! A search reads about six blocks: 32 KiB would save 0.6 percent of the text and cost a tenth of a millisecond of
//! each call, more in wasm; 8 KiB would save half of that for 1.4 percent.
//!
//! Not useful for finding anything: the store knows offsets only.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use zrip::{DecompressContext, Dictionary};

use crate::error::Error;

/// Bytes of a block before compression. Small blocks are quick to open, large ones compress
/// better.
pub(crate) const BLOCK_BYTES: usize = 16 * 1024;

/// Decompressed blocks that a store keeps: 4 MiB. What is asked once is often asked again; even among a thousand
/// different searches of the MDN web docs they save one block of twenty.
const CACHED_BLOCKS: usize = 256;

/// Collects what is to be stored.
#[derive(Debug, Default)]
pub(crate) struct StoreWriter {
    bytes: Vec<u8>,
}

impl StoreWriter {
    /// Appends `bytes` and returns the offset at which they begin.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<u32, Error> {
        let offset = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        // The end must be an offset too.
        u32::try_from(self.bytes.len()).map_err(|_| Error::TooLarge { what: "the text" })?;
        Ok(offset as u32)
    }

    /// Compresses the blocks.
    pub(crate) fn finish(
        self,
        compress: impl FnOnce(&[&[u8]]) -> Frames,
    ) -> Result<Sections, Error> {
        let blocks: Vec<&[u8]> = self.bytes.chunks(BLOCK_BYTES).collect();
        let Frames { dictionary, frames } = compress(&blocks);
        let mut ends = Vec::with_capacity(frames.len() * 4);
        let mut end = 0;
        for frame in &frames {
            end += frame.len();
            let end = u32::try_from(end).map_err(|_| Error::TooLarge { what: "the store" })?;
            ends.extend_from_slice(&end.to_le_bytes());
        }
        Ok(Sections {
            dictionary,
            frames: frames.concat(),
            frame_ends: ends,
        })
    }
}

/// Compressed blocks: one zstd frame for each, in their order.
#[derive(Clone, Debug, Default)]
pub struct Frames {
    /// What all frames refer to, in zstd's format; may be empty.
    pub dictionary: Vec<u8>,
    /// The frames.
    pub frames: Vec<Vec<u8>>,
}

/// The sections of an index that the store is in.
#[derive(Debug)]
pub(crate) struct Sections {
    pub(crate) dictionary: Vec<u8>,
    pub(crate) frames: Vec<u8>,
    /// Where each frame ends, as 32-bit little-endian integers.
    pub(crate) frame_ends: Vec<u8>,
}

/// The store, read block by block.
pub(crate) struct Store<'a> {
    dictionary: &'a [u8],
    frames: &'a [u8],
    ends: &'a [u8],
    state: Mutex<State>,
}

/// What reads leave behind for the next one.
#[derive(Default)]
struct State {
    /// Made at the first read: opening a store must not unpack the dictionary.
    decoder: Option<DecompressContext>,
    /// Numbers and contents of decompressed blocks, the one used last at the end.
    blocks: Vec<(usize, Arc<Vec<u8>>)>,
}

impl<'a> Store<'a> {
    pub(crate) fn open(dictionary: &'a [u8], frames: &'a [u8], ends: &'a [u8]) -> Self {
        Store {
            dictionary,
            frames,
            ends,
            state: Mutex::default(),
        }
    }

    /// The stored bytes `range`.
    pub(crate) fn read(&self, range: Range<u32>) -> Result<Vec<u8>, Error> {
        let range = range.start as usize..range.end as usize;
        // More than all blocks hold is no range of this store: room for it would be as large as it says.
        let most = self.ends.len() / 4 * BLOCK_BYTES;
        let mut read = Vec::with_capacity(range.len().min(most));
        while read.len() < range.len() {
            let at = range.start + read.len();
            let block = self.block(at / BLOCK_BYTES)?;
            let from = at % BLOCK_BYTES;
            let to = block.len().min(from + range.len() - read.len());
            match block.get(from..to) {
                Some(piece) if !piece.is_empty() => read.extend_from_slice(piece),
                _ => return Err(Error::malformed("store", "a range past its end")),
            }
        }
        Ok(read)
    }

    fn block(&self, number: usize) -> Result<Arc<Vec<u8>>, Error> {
        // The state is only a cache: what a panic elsewhere left in it is as good as before.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = state
            .blocks
            .iter()
            .position(|(cached, _)| *cached == number)
        {
            let entry = state.blocks.remove(at);
            let block = Arc::clone(&entry.1);
            state.blocks.push(entry);
            return Ok(block);
        }
        let frame = self
            .frame(number)
            .ok_or_else(|| Error::malformed("store", "no such block"))?;
        let mut block = Vec::with_capacity(BLOCK_BYTES);
        let decoder = match &mut state.decoder {
            Some(decoder) => decoder,
            none => none.insert(self.decoder()?),
        };
        decoder
            .decompress_into_with_limit(frame, &mut block, BLOCK_BYTES)
            .map_err(|error| Error::malformed("store", error))?;
        let block = Arc::new(block);
        if state.blocks.len() == CACHED_BLOCKS {
            state.blocks.remove(0);
        }
        state.blocks.push((number, Arc::clone(&block)));
        Ok(block)
    }

    fn decoder(&self) -> Result<DecompressContext, Error> {
        if self.dictionary.is_empty() {
            return Ok(DecompressContext::new());
        }
        let dictionary = Dictionary::from_bytes(self.dictionary)
            .map_err(|error| Error::malformed("dictionary", error))?;
        Ok(DecompressContext::with_dict(dictionary))
    }

    fn frame(&self, number: usize) -> Option<&'a [u8]> {
        let end_of = |number: usize| {
            let bytes = self.ends.get(number * 4..number * 4 + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
        };
        let start = if number == 0 { 0 } else { end_of(number - 1)? };
        self.frames.get(start..end_of(number)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK_BYTES, Store, StoreWriter};
    use crate::tests::raw_frames;

    #[test]
    fn ranges_are_read_across_blocks() {
        let stored: Vec<u8> = (0..BLOCK_BYTES * 20 + 77)
            .map(|n| (n % 251) as u8)
            .collect();
        let mut writer = StoreWriter::default();
        for piece in stored.chunks(10_007) {
            writer.push(piece).unwrap();
        }
        let sections = writer.finish(raw_frames).unwrap();
        let store = Store::open(&[], &sections.frames, &sections.frame_ends);
        for start in (0..stored.len()).step_by(9_973) {
            for length in [0, 1, 100, BLOCK_BYTES, BLOCK_BYTES * 3] {
                let range = start..(start + length).min(stored.len());
                let read = store.read(range.start as u32..range.end as u32).unwrap();
                assert!(read == stored[range]);
            }
        }
        assert!(store.read(0..stored.len() as u32 + 1).is_err());
    }

    #[test]
    fn damaged_frames_are_errors() {
        let mut writer = StoreWriter::default();
        writer.push(&[7; 1000]).unwrap();
        let sections = writer.finish(raw_frames).unwrap();
        let (mut frames, ends) = (sections.frames, sections.frame_ends);
        assert!(Store::open(&[1, 2, 3], &frames, &ends).read(0..10).is_err());
        frames[2] ^= 0xff;
        assert!(Store::open(&[], &frames, &ends).read(0..10).is_err());
        assert!(Store::open(&[], &[], &ends).read(0..10).is_err());
        assert!(Store::open(&[], &frames, &[]).read(0..10).is_err());
    }
}
