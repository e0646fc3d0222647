//! The term dictionary: here is a word, which terms of the corpus are forms of it, and where are
//! their postings?
//!
//! Terms are indexed as they stand in the text (lower-cased), not as stems: a query can then tell
//! `caching` from `cached` and still find both. The terms of one class, i.e. of one stem, stand
//! side by side in the fst, because a key begins with the class:
//!
//! ```text
//! key   = class                        the term is its class: "fetch"
//!       | class 0x00 keep suffix       the term is `keep` bytes of the class, then `suffix`:
//!                                      "happi" 0x00 4 "y" is "happy"
//! value = offset << 1                  the postings are at this offset of the section
//!       | chunk << 8 | weight << 1 | 1 the term occurs in this one chunk and in no title
//! ```
//!
//! Neither a class nor a term has a byte below 0x20 in it, so the keys of a class are those from
//! `class` to `class 0x01`, and a scan from any prefix of a word meets whole classes.
//! Most terms of a corpus occur once; their postings cost nothing beyond the fst's output.

mod near;

use std::collections::BTreeMap;

use fst::{IntoStreamer, Streamer};

use crate::analysis::{fold, squash};
use crate::error::Error;
use crate::postings::{Posting, TermPostings, Universe, write_lists};

const SEPARATOR: u8 = 0;
/// Most terms of a class. Stems have a few dozen forms at most; a class that is only the beginning
/// of its words could have as many as the corpus has words.
const MAX_FORMS: usize = 256;

/// Weights that an inlined posting can have, in halves.
const INLINE_WEIGHTS: u32 = 1 << 7;

/// The key of `term` in the class `class`.
pub(crate) fn key(class: &str, term: &str) -> Vec<u8> {
    let mut key = class.as_bytes().to_vec();
    if class != term {
        // A term is at most `MAX_TERM_BYTES` long, so a byte can count what it shares.
        let keep = class
            .bytes()
            .zip(term.bytes())
            .take_while(|(a, b)| a == b)
            .count();
        key.push(SEPARATOR);
        key.push(keep as u8);
        key.extend(term.bytes().skip(keep));
    }
    key
}

/// The class of a key.
fn class_of(key: &[u8]) -> &[u8] {
    let mut parts = key.split(|&byte| byte == SEPARATOR);
    parts.next().unwrap_or_default()
}

/// The class and the term of a key; `None` if it is not one.
fn split_key(key: &[u8]) -> Option<(&str, String)> {
    let Some(end) = key.iter().position(|&byte| byte == SEPARATOR) else {
        let class = std::str::from_utf8(key).ok()?;
        return Some((class, class.to_owned()));
    };
    let (class, rest) = (key.get(..end)?, key.get(end + 1..)?);
    let (&keep, suffix) = rest.split_first()?;
    let term = [class.get(..usize::from(keep))?, suffix].concat();
    Some((
        std::str::from_utf8(class).ok()?,
        String::from_utf8(term).ok()?,
    ))
}

/// The postings of one term while the index is written.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    pub(crate) text: Vec<Posting>,
    pub(crate) title: Vec<Posting>,
}

/// How many documents have one of the terms of these lists in their text; they begin with `first_chunks`.
pub(crate) fn count_documents<'l>(
    lists: impl IntoIterator<Item = &'l Lists>,
    first_chunks: &[u32],
) -> usize {
    let document = |posting: &Posting| first_chunks.partition_point(|&at| at <= posting.id);
    let lists = lists.into_iter();
    let mut documents: Vec<usize> = lists.flat_map(|it| it.text.iter().map(document)).collect();
    documents.sort_unstable();
    documents.dedup();
    documents.len()
}

/// Writes the fst and the postings section of `terms`, which are in key order, over documents that begin with
/// `first_chunks`.
pub(crate) fn write(
    terms: &BTreeMap<Vec<u8>, Lists>,
    first_chunks: &[u32],
    universe: Universe,
) -> Result<(Vec<u8>, Vec<u8>), Error> {
    let mut builder = fst::MapBuilder::memory();
    let mut postings = Vec::new();
    let terms: Vec<(&Vec<u8>, &Lists)> = terms.iter().collect();
    for class in terms.chunk_by(|(a, _), (b, _)| class_of(a) == class_of(b)) {
        let n_documents = count_documents(class.iter().map(|(_, lists)| *lists), first_chunks);
        for (key, lists) in class {
            let value = match lists.text.as_slice() {
                [only] if lists.title.is_empty() && only.weight < INLINE_WEIGHTS => {
                    u64::from(only.id) << 8 | u64::from(only.weight) << 1 | 1
                }
                text => {
                    let offset = postings.len() as u64;
                    write_lists(&mut postings, text, &lists.title, n_documents, universe);
                    offset << 1
                }
            };
            builder
                .insert(key, value)
                .map_err(|error| Error::malformed("terms", error))?;
        }
    }
    let terms = builder
        .into_inner()
        .map_err(|error| Error::malformed("terms", error))?;
    Ok((terms, postings))
}

/// A term of the corpus and where it occurs.
#[derive(Clone, Debug)]
pub struct TermInfo<'a> {
    /// The term as it stands in the text, lower-cased.
    pub term: String,
    /// Its postings.
    pub postings: TermPostings<'a>,
}

/// The dictionary, read in place.
pub struct TermDictionary<'a> {
    map: fst::Map<&'a [u8]>,
    postings: &'a [u8],
    universe: Universe,
}

/// The term under which a title or a heading is found as a whole: no word begins like it.
#[must_use]
pub fn whole_title_term(title: &str) -> String {
    let mut term = String::from(WHOLE_TITLE);
    term.push_str(&squash(title));
    term
}

/// The last part of a title that is a name with parts, as [`whole_title_term`]: of
/// `Vec::with_capacity` that of `with_capacity`. `None` of what is not one word.
pub(crate) fn last_part_term(title: &str) -> Option<String> {
    let name = title.trim_end_matches(|c: char| c.is_ascii_punctuation());
    let (before, last) = name.rsplit_once(['.', ':', '/', '#'])?;
    let is_name = !name.contains(char::is_whitespace) && before.contains(char::is_alphabetic);
    (is_name && last.chars().nth(2).is_some()).then(|| whole_title_term(last))
}

const WHOLE_TITLE: char = '=';

impl<'a> TermDictionary<'a> {
    pub(crate) fn open(
        terms: &'a [u8],
        postings: &'a [u8],
        universe: Universe,
    ) -> Result<Self, Error> {
        let map = fst::Map::new(terms).map_err(|error| Error::malformed("terms", error))?;
        Ok(TermDictionary {
            map,
            postings,
            universe,
        })
    }

    /// Bytes of the fst.
    pub(crate) fn n_bytes(&self) -> usize {
        self.map.as_fst().as_bytes().len()
    }

    /// Number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether the corpus has no term at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// Whether `term` is there as its own class, as terms with signs in them are.
    #[must_use]
    pub fn contains(&self, term: &str) -> bool {
        self.map.contains_key(term)
    }

    /// The terms of `class`, in the order of their keys, no more than 256 of them.
    #[must_use]
    pub fn forms(&self, class: &str) -> Vec<TermInfo<'a>> {
        let mut end = class.as_bytes().to_vec();
        end.push(SEPARATOR + 1);
        let mut stream = self.map.range().ge(class).lt(end).into_stream();
        let mut forms = Vec::new();
        while forms.len() < MAX_FORMS
            && let Some((key, value)) = stream.next()
        {
            if let Some((_, term)) = split_key(key)
                && let Some(postings) = self.postings_of(value)
            {
                forms.push(TermInfo { term, postings });
            }
        }
        forms
    }

    /// The terms within `max_distance` edits of `word`, 1 or 2, each with the number of edits; no
    /// more than `limit`. A swap of neighbours is one edit. Who makes two mistakes hardly makes one
    /// at the first letter, so terms two edits away begin as the word does: that leaves a fraction
    /// of the dictionary to walk.
    #[must_use]
    pub fn near(&self, word: &str, max_distance: u8, limit: usize) -> Vec<(TermInfo<'a>, u8)> {
        let near = near::Near::new(word, max_distance);
        // As the class of a term begins, without its accent.
        let first: String = word.chars().take(1).collect();
        let first: String = fold(&first).chars().take(1).collect();
        let prefix = if max_distance > 1 { first.as_str() } else { "" };
        self.near_terms(&near, prefix, limit)
            .map(|info| {
                let distance = near.distance(&info.term);
                (info, distance)
            })
            .collect()
    }

    /// The titles and headings one edit from `whole`, which is a [`whole_title_term`]; no more than
    /// `limit`.
    #[must_use]
    pub fn near_whole(&self, whole: &str, limit: usize) -> Vec<TermInfo<'a>> {
        let near = near::Near::new(whole, 1);
        self.near_terms(&near, &WHOLE_TITLE.to_string(), limit)
            .collect()
    }

    fn near_terms(
        &self,
        near: &near::Near,
        prefix: &str,
        limit: usize,
    ) -> impl Iterator<Item = TermInfo<'a>> {
        let keys = near.keys(self.map.as_fst(), prefix, limit).into_iter();
        keys.filter_map(|(key, value)| {
            let (_, term) = split_key(&key)?;
            let postings = self.postings_of(value)?;
            Some(TermInfo { term, postings })
        })
    }

    /// The terms that begin with `prefix`, no more than `limit`: first those whose class is shorter
    /// than it, as a stem may be, then the others in the order of their keys.
    #[must_use]
    pub fn starting_with(&self, prefix: &str, limit: usize) -> Vec<TermInfo<'a>> {
        let mut found = Vec::new();
        let folded = fold(prefix);
        // Stems are rarely more than this much shorter than their words.
        for cut in 1..6 {
            let end = folded
                .char_indices()
                .rev()
                .nth(cut - 1)
                .map_or(0, |(at, _)| at);
            let class = folded.get(..end).unwrap_or_default();
            if class.chars().nth(2).is_none() {
                break;
            }
            found.extend(
                self.forms(class)
                    .into_iter()
                    .filter(|info| info.term.starts_with(prefix) && info.term.len() > prefix.len()),
            );
        }
        let others = self.classes_from(&folded, limit.saturating_sub(found.len()), |term| {
            term.starts_with(prefix)
        });
        found.extend(others);
        found.truncate(limit);
        found
    }

    /// The terms whose class begins with `start`, no more than `limit`, in the order of their keys.
    #[must_use]
    pub fn sharing(&self, start: &str, limit: usize) -> Vec<TermInfo<'a>> {
        self.classes_from(&fold(start), limit, |_| true)
    }

    /// Those of them that `is_wanted`; `start` is without accents, as classes are.
    fn classes_from(
        &self,
        start: &str,
        limit: usize,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<TermInfo<'a>> {
        let mut found = Vec::new();
        let mut stream = self.map.range().ge(start).into_stream();
        while found.len() < limit
            && let Some((key, value)) = stream.next()
            && key.starts_with(start.as_bytes())
        {
            if let Some((_, term)) = split_key(key)
                && is_wanted(&term)
                && let Some(postings) = self.postings_of(value)
            {
                found.push(TermInfo { term, postings });
            }
        }
        found
    }

    fn postings_of(&self, value: u64) -> Option<TermPostings<'a>> {
        if value & 1 == 1 {
            let weight = (value >> 1) as u32 % INLINE_WEIGHTS;
            let posting = Posting {
                id: u32::try_from(value >> 8).ok()?,
                weight,
            };
            return Some(TermPostings::single(posting));
        }
        let lists = self.postings.get(usize::try_from(value >> 1).ok()?..)?;
        TermPostings::read(lists, self.universe)
    }

    /// Reads every term and every posting, as the last act of a build.
    ///
    /// # Errors
    /// If a key is not one, or its postings are damaged or out of range.
    pub(crate) fn verify(&self) -> Result<(), Error> {
        let Universe {
            n_chunks,
            n_documents,
        } = self.universe;
        self.map
            .as_fst()
            .verify()
            .map_err(|error| Error::malformed("terms", error))?;
        let mut stream = self.map.stream();
        while let Some((entry, value)) = stream.next() {
            let (class, term) =
                split_key(entry).ok_or_else(|| Error::malformed("terms", "a key is no key"))?;
            if key(class, &term) != entry {
                return Err(Error::malformed("terms", format!("{term}: not its key")));
            }
            let lists = self
                .postings_of(value)
                .ok_or_else(|| Error::malformed("postings", format!("{term}: no lists")))?;
            for (list, n) in [(lists.text, n_chunks), (lists.title, n_documents)] {
                let expected = list.remaining() as usize;
                let ids: Vec<u32> = list.map(|posting| posting.id).collect();
                if ids.len() != expected || ids.last().is_some_and(|&id| id >= n) {
                    return Err(Error::malformed(
                        "postings",
                        format!("{term}: damaged list"),
                    ));
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{key, split_key};

    proptest! {
        #[test]
        fn a_key_gives_its_class_and_term_back(
            class in "[a-zé\u{4e00}-\u{4e10}]{1,12}",
            term in "[a-zé\u{4e00}-\u{4e10}]{1,12}",
        ) {
            let key = key(&class, &term);
            prop_assert_eq!(split_key(&key), Some((class.as_str(), term)));
        }
    }
}
