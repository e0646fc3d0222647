//! Postings: where a term occurs, and with which weight.
//!
//! A posting is `(id, weight)`. Ids ascend; in the text list they are chunks, in the title list
//! documents. The weight counts occurrences in halves, so that a part of an identifier
//! (`number` in `signInWithPhoneNumber`) can weigh half of a word that stands by itself.
//!
//! The lists of a term, in the `postings` section of the index:
//!
//! ```text
//! lists = head [n_documents] [head_of_title text_bytes] text [title]
//! head  = n << 3 | shorter << 1 | in_title                 of the title, without in_title: n << 2 | shorter
//! ```
//!
//! `n_documents` is there if `n` is above 16: how many documents have the term or another of its class in
//! their text. Where no term of a class has more chunks, they are counted when they are asked for. What is of the
//! title is there if the term is in one. All of these are LEB128. A list is a string of bits that begins at a byte, the low
//! bits of a byte first, and for each posting holds
//!
//! - the gap to the id before, less one (of the first, the id), in Golomb-Rice code: the part above
//!   the low `k` bits as so many ones and a zero, then the `k` bits. `k` is what suits a list of
//!   `n` ids that are spread evenly, plus 1, less `shorter`: ids of one word come in clusters
//!   (Moffat and Turpin, "Compression and Coding Algorithms", 2002, section 3.3);
//! - its weight: a zero for [`ONE`], or a one and the Elias gamma code of `code_of` the weight.
//!
//! That is 9.4 bits a posting on the MDN web docs, where whole bytes take 12.7.

use crate::bits::{BitReader, BitWriter};
use crate::varint;

/// The weight of one whole occurrence.
pub const ONE: u32 = 2;

/// Postings of a list up to which nothing is stored of the documents that they are in.
const COUNTED: u32 = 16;

/// One entry of a list.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Posting {
    /// A chunk in a text list, a document in a title list.
    pub id: u32,
    /// Occurrences, in halves; at least 1.
    pub weight: u32,
}

/// How many ids there could be in the two lists of a term: chunks and documents of the corpus.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Universe {
    pub(crate) n_chunks: u32,
    pub(crate) n_documents: u32,
}

/// `k` of a list of `n` of `total` ids, for each value of `shorter`.
fn low_bits(n: u32, total: u32, shorter: u32) -> u32 {
    // The best k for gaps of a geometric distribution is near log2(ln 2 · mean).
    let mean = u64::from(total) * 11 / 16 / u64::from(n.max(1));
    (mean.max(1).ilog2() + 1).saturating_sub(shorter)
}

/// A weight other than [`ONE`] as a number from 1 on, the more frequent the smaller: 4, 6 and 8
/// are 1, 2 and 3; from there on odd and even weights take turns.
fn code_of(weight: u32) -> u32 {
    match weight {
        4 | 6 | 8 => weight / 2 - 1,
        odd if odd % 2 == 1 => 4 + odd / 2 * 2,
        even => even - 5,
    }
}

/// The weight that [`code_of`] gives this number for.
fn weight_of(code: u32) -> u32 {
    match code {
        1..=3 => (code + 1) * 2,
        even if even % 2 == 0 => even.saturating_sub(3),
        odd => odd.saturating_add(5),
    }
}

/// Appends the two lists of a term; `n_documents` have one of its class in their text. Ids must ascend in each list
/// and be below the universe's number, weights be at least 1.
pub(crate) fn write_lists(
    out: &mut Vec<u8>,
    text: &[Posting],
    title: &[Posting],
    n_documents: usize,
    universe: Universe,
) {
    let (shorter, text_bits) = write_list(text, universe.n_chunks);
    let in_title = u64::from(!title.is_empty());
    varint::write(out, (text.len() as u64) << 3 | shorter << 1 | in_title);
    if text.len() > COUNTED as usize {
        varint::write(out, n_documents as u64);
    }
    if title.is_empty() {
        out.extend(text_bits);
        return;
    }
    let (shorter, title_bits) = write_list(title, universe.n_documents);
    varint::write(out, (title.len() as u64) << 2 | shorter);
    varint::write(out, text_bits.len() as u64);
    out.extend(text_bits);
    out.extend(title_bits);
}

/// The shortest form of a list, and its value of `shorter`.
fn write_list(list: &[Posting], total: u32) -> (u64, Vec<u8>) {
    let n = list.len() as u32;
    let forms = (0..4).map(|shorter| {
        let k = low_bits(n, total, shorter);
        let mut bits = BitWriter::default();
        let mut next = 0;
        for posting in list {
            let gap = posting.id - next;
            next = posting.id + 1;
            bits.unary(gap >> k);
            bits.low(gap, k);
            if posting.weight == ONE {
                bits.unary(0);
            } else {
                // A one, then gamma: the number of bits after the first in unary, then those.
                let code = code_of(posting.weight);
                bits.low(1, 1);
                bits.unary(code.ilog2());
                bits.low(code, code.ilog2());
            }
        }
        (u64::from(shorter), bits.finish())
    });
    forms
        .min_by_key(|(_, bytes)| bytes.len())
        .unwrap_or_default()
}

/// The lists of a term, none of them decoded yet.
#[derive(Clone, Debug, Default)]
pub struct TermPostings<'a> {
    /// Where the term occurs in the text of chunks.
    pub text: Postings<'a>,
    /// Which documents have the term in their title.
    pub title: Postings<'a>,
    /// How many documents have a term of its class in their text; `None` if this one has too few chunks to tell.
    pub(crate) n_documents: Option<u32>,
}

impl<'a> TermPostings<'a> {
    /// Reads the head of the lists that begin `bytes`; `None` if they are damaged.
    pub(crate) fn read(mut bytes: &'a [u8], universe: Universe) -> Option<Self> {
        let head = varint::read(&mut bytes)?;
        let n_text = u32::try_from(head >> 3).ok()?;
        let text_k = low_bits(n_text, universe.n_chunks, (head >> 1) as u32 & 3);
        let mut lists = TermPostings::default();
        if n_text > COUNTED {
            lists.n_documents = Some(varint::read_u32(&mut bytes)?);
        }
        if head & 1 == 1 {
            let head = varint::read(&mut bytes)?;
            let n_title = u32::try_from(head >> 2).ok()?;
            let title_k = low_bits(n_title, universe.n_documents, head as u32 & 3);
            let text_bytes = varint::read_u32(&mut bytes)? as usize;
            lists.title = Postings::new(bytes.get(text_bytes..)?, n_title, title_k);
        }
        lists.text = Postings::new(bytes, n_text, text_k);
        Some(lists)
    }

    /// The lists of a term that occurs in the text of one chunk and nowhere else.
    pub(crate) fn single(posting: Posting) -> Self {
        let text = Postings {
            single: Some(posting),
            ..Postings::default()
        };
        TermPostings {
            text,
            ..TermPostings::default()
        }
    }
}

/// An iterator over one list. Damaged bytes end it.
#[derive(Clone, Debug, Default)]
pub struct Postings<'a> {
    bits: BitReader<'a>,
    /// Low bits of a gap.
    k: u32,
    remaining: u32,
    /// The smallest id that the next posting can have.
    next_id: u32,
    single: Option<Posting>,
}

impl<'a> Postings<'a> {
    fn new(bytes: &'a [u8], remaining: u32, k: u32) -> Self {
        Postings {
            bits: BitReader::new(bytes),
            k,
            remaining,
            ..Postings::default()
        }
    }

    /// How many postings are still to come.
    #[must_use]
    pub fn remaining(&self) -> u32 {
        self.remaining + u32::from(self.single.is_some())
    }

    #[inline]
    fn read(&mut self) -> Option<Posting> {
        // Nearly all postings are at hand as a whole.
        let (bits, n) = self.bits.peek();
        let high = bits.trailing_ones();
        let mut length = high + self.k + 2;
        if length > n {
            return self.read_any();
        }
        let low = bits >> (high + 1) & ((1 << self.k) - 1);
        let mut weight = ONE;
        if bits >> (length - 1) & 1 == 1 {
            let code = bits.checked_shr(length).unwrap_or_default();
            let more = code.trailing_ones();
            length += 2 * more + 1;
            if length > n || more >= 32 {
                return self.read_any();
            }
            weight = weight_of((1 << more | (code >> more >> 1 & ((1 << more) - 1))) as u32);
        }
        self.bits.skip(length);
        let id = u64::from(self.next_id) + (u64::from(high) << self.k | low);
        let id = u32::try_from(id).ok()?;
        self.next_id = id.checked_add(1)?;
        Some(Posting { id, weight })
    }

    /// As [`read`](Self::read), of bits that need not be at hand.
    fn read_any(&mut self) -> Option<Posting> {
        let high = self.bits.unary()?;
        let gap = high.checked_shl(self.k)? | self.bits.low(self.k)?;
        let id = self.next_id.checked_add(gap)?;
        self.next_id = id.checked_add(1)?;
        let weight = if self.bits.low(1)? == 0 {
            ONE
        } else {
            let length = self.bits.unary().filter(|length| *length < 32)?;
            weight_of(1 << length | self.bits.low(length)?)
        };
        Some(Posting { id, weight })
    }

    /// The postings from here on, one of them always at hand.
    #[must_use]
    pub fn ahead(self) -> Ahead<'a> {
        let mut ahead = Ahead {
            at_hand: None,
            rest: self,
        };
        ahead.at_hand = ahead.rest.next();
        ahead
    }
}

impl Iterator for Postings<'_> {
    type Item = Posting;

    #[inline]
    fn next(&mut self) -> Option<Posting> {
        if self.remaining == 0 {
            return self.single.take();
        }
        let posting = self.read();
        self.remaining = if posting.is_some() {
            self.remaining - 1
        } else {
            0
        };
        posting
    }
}

/// A list of which the next posting is known.
#[derive(Clone, Debug, Default)]
pub struct Ahead<'a> {
    at_hand: Option<Posting>,
    rest: Postings<'a>,
}

impl Ahead<'_> {
    /// The next posting.
    #[must_use]
    pub fn peek(&self) -> Option<Posting> {
        self.at_hand
    }

    /// The id of the next posting.
    #[must_use]
    pub fn next_id(&self) -> Option<u32> {
        self.at_hand.map(|posting| posting.id)
    }

    /// Takes the postings with ids below `end`.
    #[inline]
    pub fn take_below(&mut self, end: u32, mut each: impl FnMut(Posting)) {
        let Some(mut posting) = self.at_hand.filter(|posting| posting.id < end) else {
            return;
        };
        // What is read lives in registers while it lasts.
        let mut rest = self.rest.clone();
        self.at_hand = loop {
            each(posting);
            match rest.next() {
                Some(next) if next.id < end => posting = next,
                next => break next,
            }
        };
        self.rest = rest;
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;

    use super::{COUNTED, Posting, TermPostings, Universe, code_of, weight_of, write_lists};

    const TOTAL: u32 = 100_000;

    const UNIVERSE: Universe = Universe {
        n_chunks: TOTAL,
        n_documents: TOTAL,
    };

    fn lists() -> impl Strategy<Value = Vec<Posting>> {
        btree_map(0..TOTAL, 1..1000u32, 0..50).prop_map(|map| {
            map.into_iter()
                .map(|(id, weight)| Posting { id, weight })
                .collect()
        })
    }

    #[test]
    fn a_weight_and_its_number_tell_each_other() {
        let mut numbers: Vec<u32> = (1..1000).filter(|&w| w != 2).map(code_of).collect();
        for (weight, number) in (1..1000).filter(|&w| w != 2).zip(&numbers) {
            assert_eq!(weight_of(*number), weight);
        }
        numbers.sort_unstable();
        assert!(numbers.iter().take(500).copied().eq(1..=500));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(text in lists(), title in lists(), n_documents in 0..50usize) {
            let mut bytes = Vec::new();
            write_lists(&mut bytes, &text, &title, n_documents, UNIVERSE);
            bytes.extend_from_slice(b"the lists of the next term");
            let read = TermPostings::read(&bytes, UNIVERSE).unwrap();
            prop_assert_eq!(read.text.remaining() as usize, text.len());
            let stored = (text.len() > COUNTED as usize).then_some(n_documents as u32);
            prop_assert_eq!(read.n_documents, stored);
            prop_assert_eq!(read.text.collect::<Vec<_>>(), text);
            prop_assert_eq!(read.title.collect::<Vec<_>>(), title);
        }

        #[test]
        fn any_bytes_end(bytes in vec(any::<u8>(), 0..200)) {
            if let Some(lists) = TermPostings::read(&bytes, UNIVERSE) {
                prop_assert!(lists.text.count() <= bytes.len() * 4);
                prop_assert!(lists.title.count() <= bytes.len() * 4);
            }
        }
    }
}
