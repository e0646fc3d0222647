//! What models are told of the corpus: made from its title, products and languages, and cut to
//! what clients read of it.

use index::CorpusInfo;

use super::{Server, ToolSet};

/// Clients cut descriptions and instructions at 2,048 characters, silently. A character is a
/// UTF-16 code unit to most of them.
pub(super) const MAX_TEXT: usize = 2_047;

/// Share of a text that the list of products may take.
const MAX_PRODUCTS: usize = 900;

/// Share of a text that the list of languages may take.
const MAX_LANGUAGES: usize = 120;

/// Share of a text that words like those of a query may take.
const MAX_ALIKE: usize = 200;

/// What is left of a long title.
const MAX_TITLE: usize = 80;

/// What is left of a long description of the corpus.
const MAX_SUMMARY: usize = 400;

/// Length as clients count it.
pub(super) fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// `text` on one line, in at most `max` code units; whole words, if words fit at all.
pub(super) fn clip(text: &str, max: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if length(&text) <= max {
        return text;
    }
    let mut units = 0;
    let mut end = 0;
    for (start, character) in text.char_indices() {
        units += character.len_utf16();
        // One is left for the ellipsis.
        if units + 1 > max {
            break;
        }
        end = start + character.len_utf8();
    }
    let kept = text.get(..end).unwrap_or_default();
    let is_mid_word = !text.get(end..).is_some_and(|rest| rest.starts_with(' '));
    let kept = match kept.rsplit_once(' ') {
        Some((words, _)) if is_mid_word => words,
        _ => kept,
    };
    format!("{}…", kept.trim_end_matches([' ', ',', ';', ':']))
}

/// `text` in at most as many code units as clients read, its paragraphs kept. What the tools say
/// of themselves always fits; this holds it to that whatever the corpus brings.
pub(super) fn clip_paragraphs(text: &str) -> String {
    if length(text) <= MAX_TEXT {
        text.to_owned()
    } else {
        clip(text, MAX_TEXT)
    }
}

/// The items that fit into `max` code units, and how many more there are.
fn enumerate(items: &[String], max: usize) -> String {
    /// Code units of the longest end: ` and 4294967295 more`.
    const MORE: usize = 20;
    let mut text = String::new();
    for (n_listed, item) in items.iter().enumerate() {
        let separator = if n_listed == 0 { "" } else { ", " };
        let is_last = n_listed + 1 == items.len();
        let room = if is_last {
            max
        } else {
            max.saturating_sub(MORE)
        };
        if length(&text) + length(separator) + length(item) > room {
            let n_more = items.len() - n_listed;
            return match n_listed {
                0 => format!("{n_more} in number"),
                _ => format!("{text} and {n_more} more"),
            };
        }
        text.push_str(separator);
        text.push_str(item);
    }
    text
}

/// The title of the corpus.
pub(super) fn title(corpus: &CorpusInfo) -> String {
    let title = clip(&corpus.title, MAX_TITLE);
    if title.is_empty() {
        "this documentation".to_owned()
    } else {
        title
    }
}

/// The description of the corpus.
fn summary(corpus: &CorpusInfo) -> String {
    clip(&corpus.description, MAX_SUMMARY)
}

/// The products and where they are read: `ADK (adk.dev), Dart (dart.dev)`. Empty if the corpus
/// names none.
fn products(corpus: &CorpusInfo) -> String {
    let products: Vec<String> = corpus
        .products
        .iter()
        .map(|product| clip(&format!("{} ({})", product.name, product.domain), 120))
        .collect();
    enumerate(&products, MAX_PRODUCTS)
}

/// The languages, most documents first: `en, fr, bn`.
pub(super) fn languages(corpus: &CorpusInfo) -> String {
    let codes: Vec<String> = corpus
        .languages
        .iter()
        .map(|language| clip(&language.code, 35))
        .collect();
    enumerate(&codes, MAX_LANGUAGES)
}

/// What the corpus covers, in up to three sentences, each with a space before it.
pub(super) fn coverage(corpus: &CorpusInfo) -> String {
    let mut text = String::new();
    let (products, languages) = (products(corpus), languages(corpus));
    if products.is_empty() {
        let summary = summary(corpus);
        if !summary.is_empty() {
            text.push_str(" It covers: ");
            text.push_str(&summary);
            if !summary.ends_with(['.', '…', '!', '?', '।', '。']) {
                text.push('.');
            }
        }
    } else {
        text.push_str(" It covers these products and domains: ");
        text.push_str(&products);
        text.push('.');
    }
    if !languages.is_empty() {
        text.push_str(" Languages: ");
        text.push_str(&languages);
        text.push('.');
    }
    text
}

/// What to say when nothing was found: as a success, because nothing failed.
/// `alike` are words of the documents that are like those of the query.
pub(super) fn nothing_found(corpus: &CorpusInfo, alike: &[String]) -> String {
    let alike = match alike {
        [] => String::new(),
        words => format!(" The nearest words in it: {}.", enumerate(words, MAX_ALIKE)),
    };
    let text = format!(
        "Nothing in {} matches this query.{alike}{} Try fewer words, other words for the same thing, or \
         the exact name of a command, function or option. If it still finds nothing, tell the \
         user that this documentation does not cover the question.",
        title(corpus),
        coverage(corpus)
    );
    clip(&text, MAX_TEXT)
}

/// What to say to a query of signs alone that are in no document: of what the documents cover it tells nothing.
pub(super) fn no_words(corpus: &CorpusInfo) -> String {
    let text = format!(
        "This query has no words, and nothing in {} has its signs. Ask with a word, a name or a whole question.",
        title(corpus)
    );
    clip(&text, MAX_TEXT)
}

/// The instructions of the server: which of its tools when.
pub(super) fn instructions(server: Server<'_>) -> String {
    guide(server.corpus(), server.tools, |tool| server.offers(tool))
}

/// The instructions for the tools of a set that `offers` says are there.
fn guide(corpus: &CorpusInfo, tools: ToolSet, offers: impl Fn(&str) -> bool) -> String {
    let mut text = format!(
        "Search and read {}.{} Look here before answering from memory.",
        title(corpus),
        coverage(corpus)
    );
    let after_quota = if offers("search_documents") {
        "answer_query gives a grounded answer to a high-level conceptual question; its quota is \
         limited: after a 429 quota error use search_documents."
    } else {
        "answer_query gives a grounded answer to a high-level conceptual question; its quota is \
         limited."
    };
    let of_contract = [
        (
            "search_documents",
            "search_documents finds passages: for exact code, API names, CLI options, \
             configuration, error messages, tutorials and keyword look-ups.",
        ),
        (
            "get_documents",
            "get_documents reads whole documents when a passage is not enough: take its names from \
             `parent` of a search result or from `references` of an answer, never make them up.",
        ),
        ("answer_query", after_quota),
        (
            "search_documentation",
            "search_documentation finds passages with title and URI, preferring documents in the \
             language of the question.",
        ),
    ];
    let of_openai = [
        ("search", "search finds documents by a query."),
        (
            "fetch",
            "fetch reads a whole document by the `id` of a search result, never made up.",
        ),
    ];
    let sentences: &[(&str, &str)] = match tools {
        ToolSet::Contract => &of_contract,
        ToolSet::OpenAi => &of_openai,
    };
    for (tool, sentence) in sentences {
        if offers(tool) {
            text.push(' ');
            text.push_str(sentence);
        }
    }
    text.push_str(match tools {
        ToolSet::Contract => {
            " Always cite the resource names (documents/...) or URIs of the sources to the user."
        }
        ToolSet::OpenAi => " Always cite the URLs of the sources to the user.",
    });
    clip(&text, MAX_TEXT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use index::{LanguageInfo, Product};

    #[test]
    fn clip_keeps_whole_words() {
        assert_eq!(clip("one two three", 13), "one two three");
        assert_eq!(clip("one two three", 12), "one two…");
        assert_eq!(clip("one two three", 8), "one two…");
        assert_eq!(clip("one two three", 7), "one…");
        assert_eq!(clip("unbroken", 4), "unb…");
        assert_eq!(clip("a\n b\t c", 9), "a b c");
    }

    #[test]
    fn clip_counts_as_javascript_does() {
        assert_eq!(length("😀"), 2);
        assert_eq!(clip("😀😀😀", 5), "😀😀…");
    }

    #[test]
    fn a_list_that_does_not_fit_says_how_many_are_missing() {
        let items: Vec<String> = (0..50).map(|n| format!("Product{n} (p{n}.dev)")).collect();
        let text = enumerate(&items, 100);
        assert!(length(&text) <= 100, "{text}");
        assert_eq!(
            text,
            "Product0 (p0.dev), Product1 (p1.dev), Product2 (p2.dev), Product3 (p3.dev) and 46 more"
        );
        assert_eq!(enumerate(&items, 5), "50 in number");
    }

    #[test]
    fn instructions_fit_whatever_the_corpus() {
        let corpus = CorpusInfo {
            title: "ডকুমেন্টেশন ".repeat(100),
            description: "😀".repeat(5_000),
            products: (0..2_000)
                .map(|n| Product {
                    name: format!("Product {n}"),
                    domain: format!("p{n}.dev"),
                })
                .collect(),
            languages: (0..300)
                .map(|n| LanguageInfo {
                    code: format!("x{n}"),
                    documents: n,
                    common: Vec::new(),
                })
                .collect(),
            ..CorpusInfo::default()
        };
        let instructions = |tools| guide(&corpus, tools, |_| true);
        for text in [
            instructions(ToolSet::Contract),
            instructions(ToolSet::OpenAi),
            nothing_found(&corpus, &vec!["😀".repeat(16); 100]),
        ] {
            assert!(length(&text) <= MAX_TEXT);
            assert!(!text.ends_with('…'), "nothing of ours was cut: {text}");
        }
    }
}
