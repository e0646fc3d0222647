//! Words that say how a question is put and not what it is about.
//!
//! They are indexed like all others. Those of English are left out of a query, which may be in it whatever the
//! documents are in, but only if it has other words, so `for` and `while` can be looked up. Those of other
//! languages weigh less than words that say what a question is about: to leave them out costs more than it gains.

use index::LanguageInfo;
use index::analysis::is_gram;

use crate::preference::primary;
use crate::speech::is_function_word;

/// English function words, question words and pronouns, in their order.
static STOP_WORDS: &[&str] = &[
    "a", "about", "am", "an", "and", "any", "are", "as", "at", "be", "been", "being", "but", "by",
    "can", "could", "did", "do", "does", "doing", "for", "from", "had", "has", "have", "having",
    "how", "i", "if", "in", "into", "is", "it", "its", "me", "my", "no", "not", "of", "on", "or",
    "our", "shall", "should", "so", "some", "such", "than", "that", "the", "their", "them", "then",
    "there", "these", "they", "this", "those", "to", "was", "we", "were", "what", "when", "where",
    "which", "who", "why", "will", "with", "would", "you", "your",
];

/// Whether a normalized word is one of them.
pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

/// Whether a normalized word is one of them in a language of the corpus: by what is known of the language, or because
/// most of its documents have it. Of a gram the latter says nothing: it is in many words.
pub(crate) fn is_common(language: &LanguageInfo, word: &str) -> bool {
    let is_own = if is_english(language) {
        is_stop_word(word)
    } else {
        is_function_word(&language.code, word)
    };
    is_own || (!is_gram(word) && language.common.iter().any(|common| common == word))
}

pub(crate) fn is_english(language: &LanguageInfo) -> bool {
    primary(&language.code).eq_ignore_ascii_case("en")
}

#[cfg(test)]
mod tests {
    use super::{STOP_WORDS, is_stop_word};

    #[test]
    fn the_list_is_sorted() {
        assert!(STOP_WORDS.is_sorted());
        assert!(is_stop_word("how") && is_stop_word("a") && !is_stop_word("cache"));
    }
}
