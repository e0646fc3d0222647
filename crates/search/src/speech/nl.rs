//! Dutch.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static NL: Speech = Speech {
    code: "nl",
    script: Script::Latin,
    function_words: &[
        "aan", "als", "bij", "dan", "dat", "de", "deze", "die", "dit", "door", "een", "en", "er",
        "ga", "het", "heb", "heeft", "hij", "hoe", "hoeveel", "hun", "ik", "in", "is", "je", "kan",
        "kun", "kunnen", "maar", "me", "met", "mijn", "moet", "na", "naar", "niet", "nog", "nu",
        "of", "om", "onder", "ons", "ook", "op", "over", "te", "tot", "u", "uit", "van", "voor",
        "waar", "waarom", "wanneer", "waren", "was", "wat", "we", "welk", "welke", "werd", "wie",
        "wil", "worden", "wordt", "ze", "zijn", "zou",
    ],
    asks: &[
        (Ask::Difference, &["verschil*", "vs", "versus"]),
        (Ask::Error, &["fout", "foutmelding", "mislukt", "werkt niet"]),
        (Ask::Reason, &["waarom"]),
        (Ask::Number, &[
            "hoeveel", "hoe groot", "hoe vaak", "hoe oud", "maximum", "minimum", "maximaal",
            "limiet", "percentage",
        ]),
        (Ask::Date, &["wanneer", "welk jaar", "hoe lang"]),
        (Ask::Name, &["wie", "wie is", "waar", "welke stad", "welk land"]),
        (Ask::Value, &["standaard", "welke versie"]),
        (Ask::Code, &["welke opdracht", "welke optie", "welk bestand", "welk commando"]),
        (Ask::Guide, &[
            "hoe kan ik", "hoe kan", "hoe moet ik", "hoe installeer", "hoe maak", "hoe stel",
            "hoe gebruik",
        ]),
        (Ask::Listing, &["welke"]),
        (Ask::Definition, &["wat is", "wat zijn", "wat betekent"]),
        (Ask::Possible, &["^kan", "^kun", "^is het mogelijk"]),
        (Ask::Explanation, &["hoe werkt"]),
    ],
    numbers: &[
        "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien", "honderd",
        "duizend", "miljoen", "helft",
    ],
    reasons: &["omdat", "want", "vanwege", "doordat", "zodat"],
    answers: &["ja", "nee"],
    articles: &["de", "het", "een"],
    copulas: &["is een", "is", "zijn", "betekent"],
    verdicts: &["ja", "nee", "kan", "niet", "alleen", "mogelijk", "moet"],
    contrasts: &["terwijl", "in tegenstelling", "verschil", "maar"],
    pointers: &[
        "hij", "zij", "ze", "dit", "deze", "die", "dat", "maar", "ook", "dan", "dus", "daarom",
        "echter", "bijvoorbeeld",
    ],
    caveats: &["opmerking", "waarschuwing", "belangrijk", "let op"],
    elsewhere: &["zie ook", "meer informatie", "lees meer", "deze pagina"],
    silence: Silence {
        text: "De documentatie{of} beantwoordt deze vraag niet.",
        of: " van {}",
        related: "Mogelijk verwant:",
    },
};
