//! What each kind of evidence is worth: the numbers of the ranking, all in one place.
//!
//! They were chosen on a few collections and validated on others; there is one set of them for
//! every corpus and every language. `lab sweep` measures other values.

use crate::table::table;

table! {
    /// The numbers of the ranking. A weight of 1 is that of a word in the text of a document.
    Weights {
        /// How soon more occurrences stop to count, in the whole text of a document. Above Lucene's
        /// 1.2: pages of documentation repeat a word because they are about it.
        k1 = 1.6,
        /// `k1` of a single chunk.
        chunk_k1 = 2.0,
        /// `k1` of the title. High: a word that is in the title and in the path counts for both.
        title_k1 = 5.0,
        /// How much the length of a document counts: 0 not at all, 1 in full.
        b = 0.75,
        /// `b` of a single chunk.
        chunk_b = 0.6,
        /// `b` of the title.
        title_b = 0.85,
        /// The BM25 of the whole text of a document.
        text = 1.0,
        /// The BM25 of its title, beside what title words count as text.
        title = 0.8,
        /// The BM25 of its best chunk.
        best_chunk = 0.3,
        /// The BM25 of its first chunk: what a page says first is what it is about.
        lead = 0.4,
        /// What a chunk loses for each point that it is behind the best chunk of its document.
        behind_best = 1.0,
        /// What an occurrence of the very word of the query counts beyond another form of it.
        exact = 0.3,
        /// A part of an identifier of the query beside the identifier itself.
        part = 0.45,
        /// A term with signs in it, beside its words.
        symbol = 1.0,
        /// A word that says in the language of the query how a thing is said, and not what.
        common = 0.4,
        /// Two letters of hiragana, in which Japanese writes its grammar.
        hiragana = 0.3,
        /// A term that is one edit from a word that the corpus lacks.
        one_edit = 0.8,
        /// A term that is two edits from it.
        two_edits = 0.5,
        /// A term that it begins, times the share of the term that it is.
        prefix = 0.7,
        /// A term that begins as a word of the query does, beside that word.
        kindred = 0.2,
        /// A title that is the query but for spaces and punctuation: this share of what all words of
        /// the query weigh.
        whole_title = 1.5,
        /// A title that is the query with all its signs, beside one that is but for them: this share
        /// of the best score.
        same_title = 0.2,
        /// A heading that is the query, or begins with it, beside such a title.
        whole_heading = 1.8,
        /// A title that begins with the query, times the share of the title that it is.
        title_start = 0.8,
        /// Likewise, of a query that is a name which is not typed to its end.
        name_start = 3.0,
        /// What a document in the language that was asked for scores, as a factor.
        language = 2.0,
        /// What a document in the language that the query is in scores, as a factor.
        guessed_language = 1.5,
        /// What a document in English scores if the query could be in any language, as a factor.
        original_language = 1.2,
        /// Two words of the query that stand next to each other in a passage as they do in the query.
        adjacent = 1.5,
        /// Two such words that stand near each other.
        near = 0.5,
        /// A run of a script without spaces that stands in a passage as it does in the query: this
        /// share of the best score.
        literal = 1.0,
    }
}
