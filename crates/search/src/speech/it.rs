//! Italian.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static IT: Speech = Speech {
    code: "it",
    script: Script::Latin,
    function_words: &[
        "a", "ad", "ai", "al", "alla", "alle", "anche", "che", "chi", "ci", "come", "con", "cosa",
        "cui", "da", "dal", "dalla", "degli", "dei", "del", "della", "delle", "deve", "devo", "di",
        "dove", "e", "è", "ed", "era", "essere", "fa", "fare", "gli", "ha", "hanno", "i", "il",
        "in", "io", "la", "le", "lo", "ma", "mi", "nei", "nel", "nella", "nelle", "non", "o",
        "per", "perché", "più", "può", "posso", "qual", "quale", "quali", "quando", "quanta",
        "quante", "quanti", "quanto", "questa", "questo", "se", "si", "sono", "su", "sua", "sul",
        "sulla", "suo", "tra", "un", "una", "uno",
    ],
    asks: &[
        (Ask::Difference, &["differenza*", "vs", "versus"]),
        (Ask::Error, &["errore", "errori", "eccezione", "non funziona"]),
        (Ask::Reason, &["perché"]),
        (Ask::Number, &[
            "quanti", "quante", "quanto", "quanta", "massimo", "minimo", "limite", "percentuale",
        ]),
        (Ask::Date, &["quando", "quale anno", "che anno"]),
        (Ask::Name, &["chi", "dove", "quale città", "quale paese"]),
        (Ask::Value, &["predefinito", "predefinita", "quale versione"]),
        (Ask::Code, &["quale comando", "quale opzione", "quale file"]),
        (Ask::Guide, &["come", "come posso", "come si", "^installare", "^configurare"]),
        (Ask::Listing, &["quali sono", "quali"]),
        (Ask::Definition, &[
            "cos è", "che cos è", "cosa è", "cosa sono", "che cosa", "cosa significa",
        ]),
        (Ask::Possible, &["^posso", "^può", "^si può", "^è possibile"]),
        (Ask::Explanation, &["come funziona*", "spiega"]),
    ],
    numbers: &[
        "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci", "cento",
        "mille", "milione", "milioni", "metà",
    ],
    reasons: &["perché", "poiché", "a causa", "affinché"],
    answers: &["sì", "no"],
    articles: &["il", "lo", "la", "i", "gli", "le", "un", "uno", "una", "l"],
    copulas: &["è un", "è una", "è", "sono", "significa", "permette"],
    verdicts: &["sì", "no", "può", "non", "possibile", "supporta", "solo", "deve"],
    contrasts: &["mentre", "invece", "a differenza", "differenza", "ma"],
    pointers: &[
        "lui", "lei", "esso", "essa", "essi", "questo", "questa", "questi", "queste", "ma",
        "anche", "inoltre", "però", "quindi", "ad esempio", "tuttavia", "così",
    ],
    caveats: &["nota", "avviso", "importante", "attenzione"],
    elsewhere: &["vedi anche", "per saperne di più", "ulteriori informazioni", "questa pagina"],
    silence: Silence {
        text: "La documentazione{of} non risponde a questa domanda.",
        of: " di {}",
        related: "Forse correlato:",
    },
};
