//! Index time: documents in, two byte strings out.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::analysis::{Kind, Language, analyze};
use crate::dictionary::{self, Lists, last_part_term, whole_title_term};
use crate::document::{CorpusInfo, Document, LanguageInfo};
use crate::error::Error;
use crate::norms;
use crate::postings::{ONE, Posting};
use crate::reader::{FORMAT_VERSION, Head, Statistics};
use crate::record;
use crate::store::{Frames, StoreWriter};
use crate::varint;

/// Letters of a common word at most, the share of the documents of its language that have it, how
/// many documents it takes to tell, and how many words are kept.
const MAX_COMMON_LETTERS: usize = 4;
const COMMON_PERCENT: usize = 30;
const MIN_COMMON_DOCUMENTS: u32 = 20;
const MAX_COMMON: usize = 64;

/// Places that a heading can be at and still tell anything as a whole.
const MAX_PLACES: usize = 16;

/// What a word of a link counts, in words of the text.
const LINK: u32 = 3;

/// The two files of an index.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct IndexBytes {
    /// The fst term index.
    pub terms: Vec<u8>,
    /// The MessagePack blob with everything else.
    pub knowledge: Vec<u8>,
}

/// Builds an index in memory. The bytes depend on the documents alone.
pub struct IndexWriter {
    corpus: CorpusInfo,
    /// Terms by language, then by their text.
    terms: BTreeMap<String, HashMap<String, Lists>>,
    /// Headings as wholes by language, each with the chunks that it is in.
    headings: BTreeMap<String, HashMap<String, Vec<Posting>>>,
    store: StoreWriter,
    names: fst::MapBuilder<Vec<u8>>,
    previous_name: String,
    /// Further names of documents, with their ordinals; the first of two documents keeps one.
    aliases: BTreeMap<String, u32>,
    documents: Vec<u8>,
    languages: Vec<String>,
    first_chunks: Vec<u32>,
    title_norms: Vec<u8>,
    document_norms: Vec<u8>,
    chunk_norms: Vec<u8>,
    statistics: Statistics,
}

impl IndexWriter {
    /// An index of no documents. The languages of `corpus` are filled in as documents come.
    #[must_use]
    pub fn new(corpus: CorpusInfo) -> Self {
        IndexWriter {
            corpus,
            terms: BTreeMap::new(),
            headings: BTreeMap::new(),
            store: StoreWriter::default(),
            names: fst::MapBuilder::memory(),
            previous_name: String::new(),
            aliases: BTreeMap::new(),
            documents: Vec::new(),
            languages: Vec::new(),
            first_chunks: Vec::new(),
            title_norms: Vec::new(),
            document_norms: Vec::new(),
            chunk_norms: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    /// Adds a document. Documents must come in the order of their names.
    ///
    /// # Errors
    /// If the name is not above the one before, the chunks do not cover the content one after the
    /// other, or the corpus outgrows the format.
    pub fn add(&mut self, document: &Document) -> Result<(), Error> {
        check(document)?;
        let name = document.name();
        if self.statistics.n_documents > 0 && name <= self.previous_name {
            let previous = std::mem::take(&mut self.previous_name);
            return Err(Error::OutOfOrder {
                previous,
                got: name,
            });
        }
        let id = self.statistics.n_documents;
        self.names
            .insert(&name, u64::from(id))
            .map_err(|error| Error::malformed("names", error))?;
        let record = record::write(document);
        let mut length = Vec::new();
        varint::write(&mut length, record.len() as u64);
        let offset = self.store.push(&length)?;
        self.store.push(&record)?;
        self.store.push(document.content.as_bytes())?;
        self.documents
            .extend(self.statistics.n_chunks.to_le_bytes());
        self.documents.extend(offset.to_le_bytes());
        self.first_chunks.push(self.statistics.n_chunks);
        for alias in &document.aliases {
            self.aliases.entry(alias.clone()).or_insert(id);
        }
        self.add_title(document, &name, id);
        self.add_headings(document);
        let mut length = 0u32;
        for chunk in 0..document.chunks.len() {
            length = length.saturating_add(self.add_chunk(document, chunk)?);
        }
        self.document_norms.push(norms::encode(length));
        self.languages.push(document.language.clone());
        self.statistics.n_documents += 1;
        self.previous_name = name;
        Ok(())
    }

    /// The title field: the words of the title, those of the path at half of their weight, the others
    /// that links to the document call it by likewise, and the title as a whole.
    fn add_title(&mut self, document: &Document, name: &str, id: u32) {
        let mut weights = HashMap::new();
        let title = weigh(&mut weights, &document.title, ONE);
        let path = name.splitn(3, '/').nth(2).unwrap_or_default();
        let path = weigh(&mut weights, path, ONE / 2);
        // A name of many parts is a long title: none of them is what it is about.
        let length = (title.words + title.parts / 2 + path.words) / ONE;
        self.title_norms.push(norms::encode(length));
        self.statistics.title_length += u64::from(norms::decode(norms::encode(length)));
        let mut links = HashMap::new();
        let text_of_links = document.chunks.first().map_or("", |chunk| &chunk.links);
        weigh(&mut links, text_of_links, ONE);
        for term in links.into_keys() {
            weights.entry(term).or_insert(ONE / 2);
        }
        let terms = self.terms.entry(document.language.clone()).or_default();
        if let Some(part) = last_part_term(&document.title) {
            weights.insert(part, ONE / 2);
        }
        weights.insert(whole_title_term(&document.title), ONE);
        for (term, weight) in weights {
            terms
                .entry(term)
                .or_default()
                .title
                .push(Posting { id, weight });
        }
    }

    /// The headings of a document as wholes, each in the chunk that has its line.
    fn add_headings(&mut self, document: &Document) {
        let headings = self.headings.entry(document.language.clone()).or_default();
        for heading in &document.headings {
            let start = heading.start as usize;
            let number = document
                .chunks
                .partition_point(|chunk| chunk.range.end <= start);
            if number == document.chunks.len() || !may_be_query(&heading.title) {
                continue;
            }
            let id = self.statistics.n_chunks.saturating_add(number as u32);
            let whole = Some((whole_title_term(&heading.title), ONE));
            let part = last_part_term(&heading.title).map(|term| (term, ONE / 2));
            for (term, weight) in whole.into_iter().chain(part) {
                let places: &mut Vec<Posting> = headings.entry(term).or_default();
                match places.last_mut() {
                    Some(last) if last.id == id => last.weight = last.weight.max(weight),
                    _ => places.push(Posting { id, weight }),
                }
            }
        }
    }

    /// The text field of a chunk: its text, once more the headings that lead to it, and what links to
    /// it say, which is how others call it. Returns its length in tokens.
    fn add_chunk(&mut self, document: &Document, number: usize) -> Result<u32, Error> {
        let Some(chunk) = document.chunks.get(number) else {
            return Ok(0);
        };
        let id = self.statistics.n_chunks;
        let mut weights = HashMap::new();
        let mut length = weigh(&mut weights, &chunk.text, ONE).words;
        let mut heading = chunk.heading;
        while let Some(entry) = heading.and_then(|at| document.headings.get(at as usize)) {
            length += weigh(&mut weights, &entry.title, ONE).words;
            heading = entry.parent;
        }
        length += weigh(&mut weights, &chunk.links, LINK * ONE).words;
        let length = length / ONE;
        self.chunk_norms.push(norms::encode(length));
        self.statistics.text_length += u64::from(norms::decode(norms::encode(length)));
        let terms = self.terms.entry(document.language.clone()).or_default();
        for (term, weight) in weights {
            terms
                .entry(term)
                .or_default()
                .text
                .push(Posting { id, weight });
        }
        self.statistics.n_chunks = id.checked_add(1).ok_or(Error::TooLarge {
            what: "the number of chunks",
        })?;
        Ok(length)
    }

    /// The finished index. `compress` makes one zstd frame of each block.
    ///
    /// # Errors
    /// If the corpus outgrows the format.
    pub fn finish(
        mut self,
        compress: impl FnOnce(&[&[u8]]) -> Frames,
    ) -> Result<IndexBytes, Error> {
        let end = self.store.push(&[])?;
        self.documents
            .extend(self.statistics.n_chunks.to_le_bytes());
        self.documents.extend(end.to_le_bytes());
        self.corpus.languages = count_languages(&self.languages);
        for language in &mut self.corpus.languages {
            if let Some(terms) = self.terms.get(&language.code) {
                language.common = common_words(terms, language.documents, &self.first_chunks);
            }
        }
        if self.corpus.languages.len() > usize::from(u8::MAX) {
            return Err(Error::TooLarge {
                what: "the number of languages",
            });
        }
        let languages: Vec<u8> = self
            .languages
            .iter()
            .map(|code| {
                let at = self
                    .corpus
                    .languages
                    .iter()
                    .position(|info| info.code == *code);
                at.unwrap_or_default() as u8
            })
            .collect();
        for (language, headings) in self.headings {
            let terms = self.terms.entry(language).or_default();
            let telling = headings
                .into_iter()
                .filter(|(_, places)| places.len() <= MAX_PLACES);
            for (term, places) in telling {
                terms.entry(term).or_default().text = places;
            }
        }
        let (terms, postings) = dictionary::write(
            &by_key(self.terms),
            &self.first_chunks,
            self.statistics.universe(),
        )?;
        let store = self.store.finish(compress)?;
        let names = self
            .names
            .into_inner()
            .map_err(|error| Error::malformed("names", error))?;
        let aliases = write_aliases(&self.aliases, &names)?;
        let head = Head {
            corpus: self.corpus,
            statistics: self.statistics,
            names: &names,
            aliases: &aliases,
            documents: &self.documents,
            languages: &languages,
            title_norms: &self.title_norms,
            document_norms: &self.document_norms,
            chunk_norms: &self.chunk_norms,
            postings: &postings,
            dictionary: &store.dictionary,
            frames: &store.frames,
            frame_ends: &store.frame_ends,
        };
        let mut knowledge = Vec::new();
        let mut serializer = rmp_serde::Serializer::new(&mut knowledge);
        FORMAT_VERSION
            .serialize(&mut serializer)
            .and_then(|()| head.serialize(&mut serializer))
            .map_err(|error| Error::malformed("knowledge", error))?;
        Ok(IndexBytes { terms, knowledge })
    }
}

/// Whether people type a heading as it stands: one word, as names of functions and options are, or
/// a question. Other headings are found by their words, and as wholes would say no more.
fn may_be_query(heading: &str) -> bool {
    let heading = heading.trim();
    !heading.contains(char::is_whitespace) || heading.ends_with(['?', '？', '؟'])
}

/// The aliases that are not names: those lead to their own documents.
fn write_aliases(aliases: &BTreeMap<String, u32>, names: &[u8]) -> Result<Vec<u8>, Error> {
    let malformed = |error: fst::Error| Error::malformed("aliases", error);
    let names = fst::Map::new(names).map_err(malformed)?;
    let others = aliases
        .iter()
        .filter(|(alias, _)| !names.contains_key(alias))
        .map(|(alias, id)| (alias, u64::from(*id)));
    let map = fst::Map::from_iter(others).map_err(malformed)?;
    Ok(map.into_fst().into_inner())
}

/// What the words of a text weigh together, and what the parts of its identifiers do.
#[derive(Default)]
struct Weighed {
    words: u32,
    parts: u32,
}

/// Adds the words of `text` to `weights`.
fn weigh(weights: &mut HashMap<String, u32>, text: &str, weight: u32) -> Weighed {
    let mut total = Weighed::default();
    analyze(text, |token| {
        let mut weight = weight;
        match token.kind {
            Kind::Word => total.words += weight,
            Kind::Part => {
                weight = weight.div_ceil(2);
                total.parts += weight;
            }
            Kind::Symbol => {}
        }
        match weights.get_mut(token.term) {
            Some(sum) => *sum += weight,
            None => {
                weights.insert(token.term.to_owned(), weight);
            }
        }
    });
    total
}

/// The terms of all languages under their keys. Languages that put a term into the same class
/// share its postings.
fn by_key(terms: BTreeMap<String, HashMap<String, Lists>>) -> BTreeMap<Vec<u8>, Lists> {
    let mut sorted: BTreeMap<Vec<u8>, Lists> = BTreeMap::new();
    for (language, terms) in terms {
        let language = Language::of_tag(&language);
        for (term, mut lists) in terms {
            let key = dictionary::key(&language.class(&term), &term);
            let entry = sorted.entry(key).or_default();
            entry.text.append(&mut lists.text);
            entry.title.append(&mut lists.title);
        }
    }
    // A document has one language, so no id comes from two of them.
    for lists in sorted.values_mut() {
        lists.text.sort_unstable_by_key(|posting| posting.id);
        lists.title.sort_unstable_by_key(|posting| posting.id);
    }
    sorted
}

/// The languages of the documents, the most frequent first.
fn count_languages(codes: &[String]) -> Vec<LanguageInfo> {
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for code in codes {
        *counts.entry(code).or_default() += 1;
    }
    let mut languages: Vec<LanguageInfo> = counts
        .into_iter()
        .map(|(code, documents)| LanguageInfo {
            code: code.to_owned(),
            documents,
            common: Vec::new(),
        })
        .collect();
    languages.sort_by_key(|language| std::cmp::Reverse(language.documents));
    languages
}

/// The short words that many of the `n_documents` documents of a language have.
fn common_words(
    terms: &HashMap<String, Lists>,
    n_documents: u32,
    first_chunks: &[u32],
) -> Vec<String> {
    if n_documents < MIN_COMMON_DOCUMENTS {
        return Vec::new();
    }
    let least = n_documents as usize * COMMON_PERCENT / 100;
    let short = terms.iter().filter(|(term, lists)| {
        lists.text.len() > least
            && term.chars().all(char::is_alphabetic)
            && term.chars().nth(MAX_COMMON_LETTERS).is_none()
    });
    let mut common: Vec<(usize, &String)> = short
        .map(|(term, lists)| (dictionary::count_documents([lists], first_chunks), term))
        .filter(|(n, _)| *n > least)
        .collect();
    common.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    common.truncate(MAX_COMMON);
    common.into_iter().map(|(_, term)| term.clone()).collect()
}

/// What the format takes for granted of a document.
fn check(document: &Document) -> Result<(), Error> {
    let fail = |reason: String| {
        Err(Error::Document {
            name: document.name(),
            reason,
        })
    };
    if !document.uri.contains("://") {
        return fail(format!("its URI {:?} has no scheme", document.uri));
    }
    if !document.headings.is_sorted_by_key(|heading| heading.start) {
        return fail("its headings are not in the order of its text".to_owned());
    }
    let mut end = 0;
    for chunk in &document.chunks {
        if chunk.range.start != end || document.content.get(chunk.range.clone()).is_none() {
            return fail(format!("no chunk covers its text from byte {end} on"));
        }
        if chunk
            .heading
            .is_some_and(|heading| heading as usize >= document.headings.len())
        {
            return fail(format!(
                "the chunk at byte {end} is under a heading it does not have"
            ));
        }
        end = chunk.range.end;
    }
    if end != document.content.len() {
        return fail(format!("no chunk covers its text from byte {end} on"));
    }
    for (number, heading) in document.headings.iter().enumerate() {
        if heading
            .parent
            .is_some_and(|parent| parent as usize >= number)
        {
            return fail(format!(
                "the heading {:?} comes before its parent",
                heading.title
            ));
        }
        if document.content.get(heading.start as usize..).is_none() {
            return fail(format!(
                "the heading {:?} is at no place of its text",
                heading.title
            ));
        }
    }
    Ok(())
}
