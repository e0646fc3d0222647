//! What each kind of evidence is worth: the numbers of the ranking, all in one place.
//!
//! They were chosen on a few collections and validated on others; there is one set of them for
//! every corpus and every language. `lab sweep` measures other values.

/// The numbers of the ranking. A weight of 1 is that of a word in the text of a document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// How soon more occurrences stop to count, in the whole text of a document. Above Lucene's
    /// 1.2: pages of documentation repeat a word because they are about it.
    pub k1: f32,
    /// `k1` of a single chunk.
    pub chunk_k1: f32,
    /// `k1` of the title, where words hardly ever repeat.
    pub title_k1: f32,
    /// How much the length of a document counts: 0 not at all, 1 in full.
    pub b: f32,
    /// `b` of a single chunk.
    pub chunk_b: f32,
    /// `b` of the title.
    pub title_b: f32,
    /// The BM25 of the whole text of a document.
    pub text: f32,
    /// The BM25 of its title, beside what title words count as text.
    pub title: f32,
    /// The BM25 of its best chunk.
    pub best_chunk: f32,
    /// The BM25 of its first chunk: what a page says first is what it is about.
    pub lead: f32,
    /// What a chunk loses for each point that it is behind the best chunk of its document.
    pub behind_best: f32,
    /// What an occurrence of the very word of the query counts beyond another form of it.
    pub exact: f32,
    /// A part of an identifier of the query beside the identifier itself.
    pub part: f32,
    /// A term with signs in it, beside its words.
    pub symbol: f32,
    /// A short word that most documents in the language of the query have.
    pub common: f32,
    /// Two letters of hiragana, in which Japanese writes its grammar.
    pub hiragana: f32,
    /// A term that is one edit from a word that the corpus lacks.
    pub one_edit: f32,
    /// A term that is two edits from it.
    pub two_edits: f32,
    /// A term that it begins, times the share of the term that it is.
    pub prefix: f32,
    /// A title that is the query but for spaces and punctuation: this share of what all words of
    /// the query weigh.
    pub whole_title: f32,
    /// A title that is the query with all its signs, beside one that is but for them: this share of
    /// the best score.
    pub same_title: f32,
    /// A heading that is the query, or begins with it, beside such a title.
    pub whole_heading: f32,
    /// A title that begins with the query, times the share of the title that it is.
    pub title_start: f32,
    /// What a document in the language that was asked for scores, as a factor.
    pub language: f32,
    /// What a document in the language that the query is in scores, as a factor.
    pub guessed_language: f32,
    /// What a document in English scores if the query could be in any language, as a factor.
    pub original_language: f32,
    /// Two words of the query that stand next to each other in a passage as they do in the query.
    pub adjacent: f32,
    /// Two such words that stand near each other.
    pub near: f32,
    /// A run of a script without spaces that stands in a passage as it does in the query: this
    /// share of the best score.
    pub literal: f32,
}

impl Weights {
    /// The weights that are used.
    pub const DEFAULT: Weights = Weights {
        k1: 1.6,
        chunk_k1: 2.0,
        title_k1: 1.2,
        b: 0.75,
        chunk_b: 0.75,
        title_b: 0.75,
        text: 1.0,
        title: 0.8,
        best_chunk: 0.3,
        lead: 0.2,
        behind_best: 1.0,
        exact: 0.3,
        part: 0.5,
        symbol: 1.0,
        common: 0.6,
        hiragana: 0.3,
        one_edit: 0.8,
        two_edits: 0.5,
        prefix: 0.7,
        whole_title: 1.0,
        same_title: 0.2,
        whole_heading: 1.8,
        title_start: 0.5,
        language: 2.0,
        guessed_language: 1.5,
        original_language: 1.2,
        adjacent: 1.0,
        near: 0.5,
        literal: 1.0,
    };

    /// The weight with this name, to be changed; `None` if there is no such weight.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut f32> {
        Some(match name {
            "k1" => &mut self.k1,
            "chunk_k1" => &mut self.chunk_k1,
            "title_k1" => &mut self.title_k1,
            "b" => &mut self.b,
            "chunk_b" => &mut self.chunk_b,
            "title_b" => &mut self.title_b,
            "text" => &mut self.text,
            "title" => &mut self.title,
            "best_chunk" => &mut self.best_chunk,
            "lead" => &mut self.lead,
            "behind_best" => &mut self.behind_best,
            "exact" => &mut self.exact,
            "part" => &mut self.part,
            "symbol" => &mut self.symbol,
            "common" => &mut self.common,
            "hiragana" => &mut self.hiragana,
            "one_edit" => &mut self.one_edit,
            "two_edits" => &mut self.two_edits,
            "prefix" => &mut self.prefix,
            "whole_title" => &mut self.whole_title,
            "same_title" => &mut self.same_title,
            "whole_heading" => &mut self.whole_heading,
            "title_start" => &mut self.title_start,
            "language" => &mut self.language,
            "guessed_language" => &mut self.guessed_language,
            "original_language" => &mut self.original_language,
            "adjacent" => &mut self.adjacent,
            "near" => &mut self.near,
            "literal" => &mut self.literal,
            _ => return None,
        })
    }
}

impl Default for Weights {
    fn default() -> Self {
        Weights::DEFAULT
    }
}
