//! Query time: the index, read in place.

mod verify;

use std::ops::Range;

use fst::{Automaton, IntoStreamer, Streamer};
use serde::{Deserialize, Serialize};

use crate::analysis::{LANGUAGES, Language};
use crate::dictionary::{TermDictionary, TermInfo};
use crate::document::CorpusInfo;
use crate::error::Error;
use crate::ids::{ChunkId, DocumentId};
use crate::norms;
use crate::postings::Universe;
use crate::record;
use crate::store::Store;
use crate::stored::{StoredChunk, StoredDocument};
use crate::varint;

/// Changes whenever bytes written before could be misread.
pub const FORMAT_VERSION: u32 = 5;

/// Bytes of an entry of the `documents` section.
const DOCUMENT_ENTRY: usize = 8;

/// Most bytes that the length of a record takes.
const MOST_LENGTH: u32 = 5;

/// The MessagePack blob after its version.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Head<'a> {
    pub(crate) corpus: CorpusInfo,
    pub(crate) statistics: Statistics,
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) names: &'a [u8],
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) aliases: &'a [u8],
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) documents: &'a [u8],
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) languages: &'a [u8],
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) title_norms: &'a [u8],
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) document_norms: &'a [u8],
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) chunk_norms: &'a [u8],
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) postings: &'a [u8],
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) dictionary: &'a [u8],
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) frames: &'a [u8],
    #[serde(borrow, with = "serde_bytes")]
    pub(crate) frame_ends: &'a [u8],
}

/// What ranking needs to know of the collection as a whole. A corpus that is split over several
/// indexes has one set of these for all of them.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Statistics {
    /// Number of documents.
    pub n_documents: u32,
    /// Number of chunks.
    pub n_chunks: u32,
    /// Sum of the lengths of all chunks, in tokens as the norms tell them.
    pub text_length: u64,
    /// Sum of the lengths of all titles, likewise.
    pub title_length: u64,
}

impl Statistics {
    pub(crate) fn universe(&self) -> Universe {
        Universe {
            n_chunks: self.n_chunks,
            n_documents: self.n_documents,
        }
    }

    /// Mean length of a chunk in tokens, at least 1.
    #[must_use]
    pub fn average_chunk_length(&self) -> f32 {
        (self.text_length as f32 / self.n_chunks.max(1) as f32).max(1.0)
    }

    /// Mean length of a document in tokens, at least 1.
    #[must_use]
    pub fn average_document_length(&self) -> f32 {
        (self.text_length as f32 / self.n_documents.max(1) as f32).max(1.0)
    }

    /// Mean length of a title in tokens, at least 1.
    #[must_use]
    pub fn average_title_length(&self) -> f32 {
        (self.title_length as f32 / self.n_documents.max(1) as f32).max(1.0)
    }
}

/// An index over borrowed bytes. Opening one reads its head and nothing that grows with the
/// corpus.
pub struct Index<'a> {
    head: Head<'a>,
    names: fst::Map<&'a [u8]>,
    aliases: fst::Map<&'a [u8]>,
    terms: TermDictionary<'a>,
    languages: Vec<Language>,
    store: Store<'a>,
}

/// Lengths in tokens, each in one byte, in the order of the corpus.
#[derive(Clone, Copy, Debug)]
pub struct Norms<'a> {
    /// Of chunks, headings included.
    pub chunks: &'a [u8],
    /// Of documents: the sums of their chunks.
    pub documents: &'a [u8],
    /// Of the titles of documents, paths included.
    pub titles: &'a [u8],
}

impl<'a> Index<'a> {
    /// Opens the two files of an index.
    ///
    /// # Errors
    /// If they were written by another version, or are no index.
    pub fn open(terms: &'a [u8], knowledge: &'a [u8]) -> Result<Self, Error> {
        Index::open_with(terms, knowledge, LANGUAGES)
    }

    /// [`open`](Self::open), for a program that has the rules of these languages only. They must be those of
    /// the corpus: words of others would be looked for as other classes than they are indexed as.
    ///
    /// # Errors
    /// Likewise.
    pub fn open_with(
        terms: &'a [u8],
        knowledge: &'a [u8],
        languages: &[Language],
    ) -> Result<Self, Error> {
        let malformed = |error: rmp_serde::decode::Error| Error::malformed("knowledge", error);
        let mut deserializer = rmp_serde::Deserializer::from_read_ref(knowledge);
        let version = u32::deserialize(&mut deserializer).map_err(malformed)?;
        if version != FORMAT_VERSION {
            return Err(Error::Version {
                expected: FORMAT_VERSION,
                got: version,
            });
        }
        let head = Head::deserialize(&mut deserializer).map_err(malformed)?;
        let n_documents = head.statistics.n_documents as usize;
        let lengths = [
            (
                "documents",
                head.documents.len(),
                n_documents.saturating_add(1).saturating_mul(DOCUMENT_ENTRY),
            ),
            ("languages", head.languages.len(), n_documents),
            ("title norms", head.title_norms.len(), n_documents),
            ("document norms", head.document_norms.len(), n_documents),
            (
                "chunk norms",
                head.chunk_norms.len(),
                head.statistics.n_chunks as usize,
            ),
        ];
        for (section, got, expected) in lengths {
            if got != expected {
                let reason = format!("{got} bytes where {expected} were expected");
                return Err(Error::malformed(section, reason));
            }
        }
        Ok(Index {
            names: fst::Map::new(head.names).map_err(|error| Error::malformed("names", error))?,
            aliases: fst::Map::new(head.aliases)
                .map_err(|error| Error::malformed("aliases", error))?,
            terms: TermDictionary::open(terms, head.postings, head.statistics.universe())?,
            languages: rules_of_corpus(&head.corpus, languages),
            store: Store::open(head.dictionary, head.frames, head.frame_ends),
            head,
        })
    }

    /// What the corpus says of itself.
    #[must_use]
    pub fn corpus(&self) -> &CorpusInfo {
        &self.head.corpus
    }

    /// Counts of the collection.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.head.statistics
    }

    /// The term dictionary.
    #[must_use]
    pub fn terms(&self) -> &TermDictionary<'a> {
        &self.terms
    }

    /// The rules of the languages of the corpus, each once.
    #[must_use]
    pub fn languages(&self) -> &[Language] {
        &self.languages
    }

    /// The rules for a language of the corpus.
    #[must_use]
    pub fn rules_of(&self, tag: &str) -> Language {
        Language::among(&self.languages, tag)
    }

    /// The document with this resource name, or with this alias.
    #[must_use]
    pub fn document_id(&self, name: &str) -> Option<DocumentId> {
        self.names
            .get(name)
            .or_else(|| self.aliases.get(name))
            .and_then(|id| u32::try_from(id).ok())
            .map(DocumentId)
    }

    /// The resource name of a document.
    #[must_use]
    pub fn name(&self, id: DocumentId) -> Option<String> {
        let name = self.names.as_fst().get_key(u64::from(id.0))?;
        String::from_utf8(name).ok()
    }

    /// Up to `limit` resource names that begin with `prefix`, in their order.
    #[must_use]
    pub fn names_from(&self, prefix: &str, limit: usize) -> Vec<String> {
        let automaton = fst::automaton::Str::new(prefix).starts_with();
        let mut stream = self.names.search(automaton).into_stream();
        let mut names = Vec::new();
        while names.len() < limit
            && let Some((name, _)) = stream.next()
        {
            names.extend(String::from_utf8(name.to_vec()));
        }
        names
    }

    /// The chunks of a document.
    #[must_use]
    pub fn chunks_of(&self, id: DocumentId) -> Range<u32> {
        let first = |id| self.entry(id).map_or(0, |(first_chunk, _)| first_chunk);
        first(id.0)..first(id.0.saturating_add(1))
    }

    /// The document that a chunk is of.
    #[must_use]
    pub fn document_of(&self, chunk: ChunkId) -> DocumentId {
        self.document_from(DocumentId(0), chunk)
    }

    /// [`document_of`](Self::document_of) a chunk that is of the document `from` or of one after it: the
    /// sooner found the nearer it is.
    #[must_use]
    pub fn document_from(&self, from: DocumentId, chunk: ChunkId) -> DocumentId {
        let begins_by = |id| {
            self.entry(id)
                .is_some_and(|(first_chunk, _)| first_chunk <= chunk.0)
        };
        // The last document that begins at or before the chunk is at `low` or between it and `high`.
        let n_documents = self.head.statistics.n_documents;
        let (mut low, mut step) = (from.0, 1_u32);
        let mut high = loop {
            let next = low.saturating_add(step);
            if next >= n_documents {
                break n_documents;
            }
            if !begins_by(next) {
                break next;
            }
            (low, step) = (next, step.saturating_mul(2));
        };
        while high.saturating_sub(low) > 1 {
            let middle = low.midpoint(high);
            if begins_by(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        DocumentId(low)
    }

    /// How many documents have one of the terms of a class in their text; `forms` are all of them.
    #[must_use]
    pub fn n_documents_with(&self, forms: &[TermInfo<'_>]) -> u32 {
        let mut stored = forms.iter().filter_map(|form| form.postings.n_documents);
        stored.next().unwrap_or_else(|| {
            let postings = forms.iter().flat_map(|form| form.postings.text.clone());
            let documents = postings.map(|posting| self.document_of(ChunkId(posting.id)));
            let mut documents: Vec<DocumentId> = documents.collect();
            documents.sort_unstable();
            documents.dedup();
            documents.len() as u32
        })
    }

    /// The lengths of all chunks, documents and titles, each as a norm: see
    /// [`norm_length`](crate::norm_length).
    #[must_use]
    pub fn norms(&self) -> Norms<'a> {
        Norms {
            chunks: self.head.chunk_norms,
            documents: self.head.document_norms,
            titles: self.head.title_norms,
        }
    }

    /// Length of a chunk in tokens, headings included.
    #[must_use]
    pub fn chunk_length(&self, chunk: ChunkId) -> u32 {
        self.head
            .chunk_norms
            .get(chunk.0 as usize)
            .map_or(0, |&norm| norms::decode(norm))
    }

    /// Length of a document in tokens: the sum of its chunks.
    #[must_use]
    pub fn document_length(&self, id: DocumentId) -> u32 {
        self.head
            .document_norms
            .get(id.0 as usize)
            .map_or(0, |&norm| norms::decode(norm))
    }

    /// Length of the title of a document in tokens, its path included.
    #[must_use]
    pub fn title_length(&self, id: DocumentId) -> u32 {
        self.head
            .title_norms
            .get(id.0 as usize)
            .map_or(0, |&norm| norms::decode(norm))
    }

    /// The language of a document, as a BCP 47 tag.
    #[must_use]
    pub fn language_of(&self, id: DocumentId) -> &str {
        let language = self.head.corpus.languages.get(self.language_number(id));
        language.map_or("", |language| language.code.as_str())
    }

    /// The language of a document, as its place among the languages of the corpus.
    #[must_use]
    pub fn language_number(&self, id: DocumentId) -> usize {
        let number = self.head.languages.get(id.0 as usize);
        usize::from(number.copied().unwrap_or_default())
    }

    /// The documents whose URI, without its scheme, is `place` or is below it.
    #[must_use]
    pub fn documents_under(&self, place: &str) -> Vec<Range<u32>> {
        let name = [crate::NAME_PREFIX, place].concat();
        let below = self.first_from(&format!("{name}/"))..self.first_from(&format!("{name}0"));
        let itself = self.first_from(&name);
        let is_itself = self.name(DocumentId(itself)).as_ref() == Some(&name);
        let itself = is_itself.then_some(itself..itself + 1);
        itself
            .into_iter()
            .chain([below])
            .filter(|range| !range.is_empty())
            .collect()
    }

    /// The first document whose name is not before `name`.
    fn first_from(&self, name: &str) -> u32 {
        let (mut low, mut high) = (0, self.head.statistics.n_documents);
        while low < high {
            let middle = low.midpoint(high);
            match self.name(DocumentId(middle)) {
                Some(other) if other.as_str() < name => low = middle + 1,
                _ => high = middle,
            }
        }
        low
    }

    /// A document without its text.
    ///
    /// # Errors
    /// If there is no such document or the store is damaged.
    pub fn document(&self, id: DocumentId) -> Result<StoredDocument, Error> {
        let missing = || Error::malformed("documents", format!("no document {}", id.0));
        let (_, start) = self.entry(id.0).ok_or_else(missing)?;
        let (_, end) = self.entry(id.0.saturating_add(1)).ok_or_else(missing)?;
        let front = self
            .store
            .read(start..end.min(start.saturating_add(MOST_LENGTH)))?;
        let mut after = front.as_slice();
        let length = varint::read_u32(&mut after);
        let start = start.saturating_add((front.len() - after.len()) as u32);
        let content = length
            .and_then(|length| start.checked_add(length))
            .filter(|content| *content <= end)
            .ok_or_else(|| Error::malformed("store", "a record without an end"))?;
        let name = self.name(id).ok_or_else(missing)?;
        let record = record::read(&self.store.read(start..content)?, &name)?;
        let rest = name.strip_prefix(crate::NAME_PREFIX).unwrap_or(&name);
        Ok(StoredDocument {
            id,
            uri: format!("{}://{rest}", record.scheme),
            language: self.language_of(id).to_owned(),
            path: record.path,
            chunks: record.chunks,
            title: record.title,
            description: record.description,
            updated: record.updated,
            headings: record.headings,
            name,
            content: content..end,
        })
    }

    /// The whole text of a document.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn content(&self, document: &StoredDocument) -> Result<String, Error> {
        self.text(document.content.clone())
    }

    /// A part of the text of a document. What the range has beyond the text is left off, and so are
    /// the bytes of a character that it divides.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn part(&self, document: &StoredDocument, range: Range<usize>) -> Result<String, Error> {
        let at = |offset: usize| {
            let offset = offset.min(document.n_bytes()) as u32;
            document.content.start.saturating_add(offset)
        };
        let start = at(range.start);
        let mut bytes = self.store.read(start..at(range.end).max(start))?;
        let end = match std::str::from_utf8(&bytes) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => bytes.len(),
        };
        bytes.truncate(end);
        String::from_utf8(bytes).map_err(|error| Error::malformed("store", error))
    }

    /// The text of one chunk, without what stands before and after it.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn chunk_text(
        &self,
        document: &StoredDocument,
        chunk: &StoredChunk,
    ) -> Result<String, Error> {
        let at = |offset: usize| document.content.start.saturating_add(offset as u32);
        self.text(at(chunk.range.start)..at(chunk.range.end))
    }

    fn text(&self, range: Range<u32>) -> Result<String, Error> {
        String::from_utf8(self.store.read(range)?).map_err(|error| Error::malformed("store", error))
    }

    /// First chunk and offset in the store of the `id`-th document. The entry after the last
    /// document says where both end.
    fn entry(&self, id: u32) -> Option<(u32, u32)> {
        let start = (id as usize).checked_mul(DOCUMENT_ENTRY)?;
        let number = |at: usize| {
            let bytes = self.head.documents.get(at..at + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        Some((number(start)?, number(start + 4)?))
    }

    /// What the index consists of: for each part what it is for, in words, and its bytes.
    #[must_use]
    pub fn sections(&self) -> Vec<(&'static str, usize)> {
        let head = &self.head;
        let norms = [head.title_norms, head.document_norms, head.chunk_norms];
        vec![
            ("text, compressed", head.frames.len()),
            ("dictionary of the text", head.dictionary.len()),
            ("where words occur", head.postings.len()),
            ("words", self.terms.n_bytes()),
            ("names of documents", head.names.len() + head.aliases.len()),
            (
                "places and lengths",
                head.documents.len()
                    + head.languages.len()
                    + head.frame_ends.len()
                    + norms.iter().map(|norms| norms.len()).sum::<usize>(),
            ),
        ]
    }
}

/// The rules of the languages of a corpus, without repetition.
fn rules_of_corpus(corpus: &CorpusInfo, known: &[Language]) -> Vec<Language> {
    let mut languages = Vec::new();
    for language in &corpus.languages {
        let language = Language::among(known, &language.code);
        if !languages.contains(&language) {
            languages.push(language);
        }
    }
    languages
}
