//! English.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static EN: Speech = Speech {
    code: "en",
    script: Script::Latin,
    function_words: &[
        "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
        "been", "being", "before", "between", "but", "by", "can", "could", "did", "do", "does",
        "doing", "during", "each", "else", "ever", "for", "from", "had", "has", "have", "having",
        "he", "her", "here", "him", "his", "how", "i", "if", "in", "instead", "into", "is", "it",
        "its", "just", "know", "many", "may", "me", "mean", "means", "might", "more", "most",
        "much", "must", "my", "no", "not", "of", "on", "one", "or", "other", "our", "out", "over",
        "own", "please", "shall", "she", "should", "so", "some", "such", "tell", "than", "that",
        "the", "their", "them", "then", "there", "these", "they", "thing", "things", "this",
        "those", "through", "to", "too", "up", "us", "very", "want", "was", "we", "were", "what",
        "when", "where", "whether", "which", "while", "who", "whom", "whose", "why", "will",
        "with", "would", "you", "your", "s", "t", "re", "ve", "ll", "don", "doesn",
    ],
    asks: &[
        (Ask::Difference, &[
            "difference", "differences", "differ", "differs", "vs", "versus", "compared",
            "compare", "comparison", "distinguish",
        ]),
        (Ask::Error, &[
            "fails", "failed", "failing", "error", "errors", "exception", "crash", "crashes",
            "warning says", "not working", "doesn t work", "broken",
        ]),
        (Ask::Reason, &["why", "what is the reason", "what s the reason", "how come"]),
        (Ask::Number, &[
            "how many", "how much", "how old", "how far", "how tall", "how high", "how large",
            "how big", "how often", "how fast", "how deep", "how small", "how short", "percentage",
            "percent", "what number", "the number of", "what size", "limit", "limits", "maximum",
            "minimum", "at most", "at least", "max", "min", "population", "average", "timeout",
            "retries", "size of", "length of", "version", "versions",
        ]),
        (Ask::Date, &[
            "when", "what year", "which year", "what date", "what day", "what month",
            "what century", "which century", "what decade", "how long", "release date",
        ]),
        (Ask::Name, &[
            "who", "whom", "whose", "what person", "what company", "what team", "what group",
            "what country", "what city", "what state", "which company", "which team",
            "which country", "which city", "where",
        ]),
        (Ask::Value, &[
            "default", "defaults", "by default", "what version", "which version", "what port",
            "which port", "minimum version", "required version", "default value",
        ]),
        (Ask::Code, &[
            "which tool", "what tool", "what command", "which command", "what flag", "which flag",
            "what option", "which option", "which file", "what file", "which key", "what key",
            "which field", "what field", "which setting", "what setting", "which function",
            "what function", "which method", "what method", "which parameter", "what parameter",
            "which argument", "which property", "what property", "which attribute",
            "what attribute", "which header", "what header", "which variable", "what variable",
            "environment variable", "the command to", "the flag to", "which class", "what class",
            "which hook", "which api", "which package", "command to", "flag to", "option to",
            "syntax",
        ]),
        (Ask::Guide, &[
            "how do i", "how do you", "how do we", "how to", "how can i", "how can you",
            "how can we", "how should i", "how should we", "how would i", "steps to",
            "how could i", "way to", "^install*", "^configure", "^set up", "^setup", "^create",
            "^deploy", "^add", "^enable", "^disable",
        ]),
        (Ask::Listing, &[
            "which", "list of", "^list", "what kinds", "what types", "what are the", "what sorts",
            "examples of", "what options", "what commands", "what languages", "what formats",
            "what features",
        ]),
        (Ask::Definition, &[
            "what is", "what s", "what are", "^define", "definition of", "meaning of", "what does",
            "^explain",
        ]),
        (Ask::Possible, &[
            "^can", "^could", "^does", "^do", "^is", "^are", "^should", "^must", "^will", "^may",
            "^has", "^have", "is it possible", "are there", "is there",
        ]),
        (Ask::Explanation, &["how does", "how is", "how are", "how did", "explain", "how do"]),
    ],
    numbers: &[
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve", "half", "third", "hundred", "thousand", "million", "billion", "dozen", "once",
        "twice", "unlimited",
    ],
    reasons: &[
        "because", "since", "due to", "so that", "reason", "reasons", "therefore", "in order to",
        "to avoid",
    ],
    answers: &["yes", "no"],
    articles: &["a", "an", "the"],
    copulas: &[
        "is a", "is an", "is the", "are", "is", "refers to", "means", "lets you", "allows you",
        "provides", "represents",
    ],
    verdicts: &[
        "yes", "no", "can", "cannot", "can t", "supports", "supported", "support", "unsupported",
        "not", "only", "possible", "must", "allowed", "available", "requires", "need", "doesn t",
        "don t", "isn t", "currently",
    ],
    contrasts: &[
        "unlike", "whereas", "while", "difference", "differences", "differs", "instead", "but",
        "however", "rather than", "compared", "in contrast", "similar", "both",
    ],
    pointers: &[
        "he", "she", "it", "they", "his", "her", "hers", "its", "their", "this", "these", "those",
        "that", "such", "however", "but", "then", "therefore", "thus", "hence", "instead",
        "otherwise", "conversely", "consequently", "and", "or", "so", "also", "for example",
        "for instance", "in this case", "in that case", "as a result", "again", "likewise",
        "similarly", "additionally", "moreover", "furthermore", "besides", "the latter",
        "the former", "the above", "as mentioned", "if so", "if not", "by contrast", "in contrast",
        "in addition", "on the other hand", "finally", "still", "alternatively", "with this",
        "without this", "for this", "to do this", "by this", "using this", "because of this",
        "of these", "if this", "the second", "the third", "as such", "yet", "in other words",
        "with that",
    ],
    caveats: &["note", "notes", "warning", "caution", "important"],
    elsewhere: &[
        "see also", "see the", "for more", "for details", "for further", "learn more", "read more",
        "refer to", "check out", "this page", "this section", "this guide", "this document",
        "this article", "this tutorial", "this chapter", "in this", "next steps", "back to",
        "click here", "the following table lists the links", "to learn more", "for information",
        "feel free", "have a question",
    ],
    silence: Silence {
        text: "The documentation{of} does not answer this question.",
        of: " of {}",
        related: "May be related:",
    },
};
