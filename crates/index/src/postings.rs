//! Postings: where a term occurs, and with which weight.
//!
//! A posting is `(id, weight)`. Ids ascend; in the text list they are chunks, in the title list
//! documents. The weight counts occurrences in halves, so that a part of an identifier
//! (`number` in `signInWithPhoneNumber`) can weigh half of a word that stands by itself.
//!
//! The lists of a term, in the `postings` section of the index:
//!
//! ```text
//! lists    = n_text n_title [text_bytes] text title     text_bytes only if n_title > 0
//! posting  = (gap << 1 | other) [weight]                weight only if other = 1, else ONE
//! ```
//!
//! All numbers are LEB128. The first gap of a list is its first id, every other gap is the
//! distance to the id before, less one.

use crate::varint;

/// The weight of one whole occurrence.
pub const ONE: u32 = 2;

/// One entry of a list.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Posting {
    /// A chunk in a text list, a document in a title list.
    pub id: u32,
    /// Occurrences, in halves; at least 1.
    pub weight: u32,
}

/// Appends the two lists of a term. Ids must ascend in each, weights be at least 1.
pub(crate) fn write_lists(out: &mut Vec<u8>, text: &[Posting], title: &[Posting]) {
    varint::write(out, text.len() as u64);
    varint::write(out, title.len() as u64);
    let mut bytes = Vec::with_capacity(text.len() * 2);
    write_list(&mut bytes, text);
    if !title.is_empty() {
        varint::write(out, bytes.len() as u64);
    }
    out.append(&mut bytes);
    write_list(out, title);
}

fn write_list(out: &mut Vec<u8>, list: &[Posting]) {
    let mut next = 0;
    for posting in list {
        let gap = u64::from(posting.id - next);
        next = posting.id + 1;
        if posting.weight == ONE {
            varint::write(out, gap << 1);
        } else {
            varint::write(out, gap << 1 | 1);
            varint::write(out, u64::from(posting.weight));
        }
    }
}

/// The lists of a term, none of them decoded yet.
#[derive(Clone, Debug, Default)]
pub struct TermPostings<'a> {
    /// Where the term occurs in the text of chunks.
    pub text: Postings<'a>,
    /// Which documents have the term in their title.
    pub title: Postings<'a>,
}

impl<'a> TermPostings<'a> {
    /// Reads the head of the lists that begin `bytes`; `None` if they are damaged.
    pub(crate) fn read(mut bytes: &'a [u8]) -> Option<Self> {
        let n_text = varint::read_u32(&mut bytes)?;
        let n_title = varint::read_u32(&mut bytes)?;
        let text_bytes = if n_title > 0 {
            varint::read_u32(&mut bytes)? as usize
        } else {
            0
        };
        let title = Postings::new(bytes.get(text_bytes..)?, n_title);
        Some(TermPostings {
            text: Postings::new(bytes, n_text),
            title,
        })
    }

    /// The lists of a term that occurs in the text of one chunk and nowhere else.
    pub(crate) fn single(posting: Posting) -> Self {
        let text = Postings {
            bytes: &[],
            remaining: 0,
            next_id: 0,
            single: Some(posting),
        };
        TermPostings {
            text,
            title: Postings::default(),
        }
    }
}

/// An iterator over one list. Damaged bytes end it.
#[derive(Clone, Debug, Default)]
pub struct Postings<'a> {
    bytes: &'a [u8],
    remaining: u32,
    /// The smallest id that the next posting can have.
    next_id: u32,
    single: Option<Posting>,
}

impl<'a> Postings<'a> {
    fn new(bytes: &'a [u8], remaining: u32) -> Self {
        Postings {
            bytes,
            remaining,
            next_id: 0,
            single: None,
        }
    }

    /// How many postings are still to come.
    #[must_use]
    pub fn remaining(&self) -> u32 {
        self.remaining + u32::from(self.single.is_some())
    }

    fn read(&mut self) -> Option<Posting> {
        let head = varint::read(&mut self.bytes)?;
        let gap = u32::try_from(head >> 1).ok()?;
        let weight = if head & 1 == 0 {
            ONE
        } else {
            varint::read_u32(&mut self.bytes)?
        };
        let id = self.next_id.checked_add(gap)?;
        self.next_id = id.checked_add(1)?;
        Some(Posting { id, weight })
    }
}

impl Iterator for Postings<'_> {
    type Item = Posting;

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

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;

    use super::{Posting, TermPostings, write_lists};

    fn lists() -> impl Strategy<Value = Vec<Posting>> {
        btree_map(0..u32::MAX, 1..1000u32, 0..50).prop_map(|map| {
            map.into_iter()
                .map(|(id, weight)| Posting { id, weight })
                .collect()
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(text in lists(), title in lists()) {
            let mut bytes = Vec::new();
            write_lists(&mut bytes, &text, &title);
            bytes.extend_from_slice(b"the lists of the next term");
            let read = TermPostings::read(&bytes).unwrap();
            prop_assert_eq!(read.text.remaining() as usize, text.len());
            prop_assert_eq!(read.text.collect::<Vec<_>>(), text);
            prop_assert_eq!(read.title.collect::<Vec<_>>(), title);
        }

        #[test]
        fn any_bytes_end(bytes in vec(any::<u8>(), 0..200)) {
            if let Some(lists) = TermPostings::read(&bytes) {
                prop_assert!(lists.text.count() <= bytes.len());
                prop_assert!(lists.title.count() <= bytes.len());
            }
        }
    }
}
