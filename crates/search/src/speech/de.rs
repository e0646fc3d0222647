//! German.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static DE: Speech = Speech {
    code: "de",
    script: Script::Latin,
    function_words: &[
        "aber", "als", "am", "an", "auf", "aus", "auch", "bei", "bis", "da", "damit", "das",
        "dass", "dem", "den", "denn", "der", "des", "die", "diese", "diesem", "diesen", "dieser",
        "dieses", "doch", "durch", "ein", "eine", "einem", "einen", "einer", "eines", "er", "es",
        "etwas", "für", "gab", "geht", "gibt", "haben", "hat", "hatte", "hatten", "ich", "ihr",
        "ihre", "im", "in", "ins", "ist", "kann", "kannst", "können", "man", "mein", "meine",
        "mich", "mir", "mit", "muss", "müssen", "nach", "nicht", "noch", "nun", "nur", "ob",
        "oder", "sein", "seine", "seinen", "sich", "sie", "sind", "so", "sollte", "sollten",
        "soll", "über", "um", "und", "uns", "unser", "unter", "viel", "viele", "vielen", "vom",
        "von", "vor", "wann", "war", "waren", "warum", "was", "weshalb", "wieso", "welche",
        "welchem", "welchen", "welcher", "welches", "wem", "wen", "wenn", "wer", "werde", "werden",
        "wessen", "wie", "will", "wir", "wird", "wo", "wofür", "wozu", "woher", "wohin", "womit",
        "wurde", "wurden", "würde", "zu", "zum", "zur", "zwischen", "bedeutet", "heißt", "mache",
        "macht", "machen",
    ],
    asks: &[
        (Ask::Difference, &["unterschied*", "unterscheide*", "vs", "versus", "vergleich"]),
        (Ask::Error, &[
            "fehler", "fehlermeldung", "schlägt fehl", "fehlgeschlagen", "funktioniert nicht",
        ]),
        (Ask::Reason, &["warum", "weshalb", "wieso", "aus welchem grund"]),
        (Ask::Number, &[
            "wie viel*", "wieviel*", "wie alt", "wie weit", "wie groß", "wie hoch", "wie oft",
            "wie häufig", "wie schnell", "wie tief", "prozent*", "anzahl", "durchschnittlich*",
            "höchstens", "mindestens", "maximal*", "minimal*", "grenze",
        ]),
        (Ask::Date, &[
            "wann", "welchem jahr", "welches jahr", "welchem datum", "welchem monat",
            "welchem jahrhundert", "wie lange",
        ]),
        (Ask::Name, &[
            "wer", "wem", "wen", "wessen", "wo", "welche stadt", "welches land", "welcher spieler",
            "welches unternehmen",
        ]),
        (Ask::Value, &["standardmäßig", "standardwert", "voreinstellung", "welche version"]),
        (Ask::Code, &[
            "welcher befehl", "welche option", "welches flag", "welche datei", "welche funktion",
            "welcher schlüssel",
        ]),
        (Ask::Guide, &[
            "wie kann ich", "wie kann man", "wie mache ich", "wie richte ich", "wie installier*",
            "wie erstell*", "wie aktivier*", "wie konfigurier*", "wie verwende ich",
            "wie benutze ich",
        ]),
        (Ask::Listing, &["welche", "nenne"]),
        (Ask::Definition, &["was ist", "was sind", "was bedeutet", "was heißt"]),
        (Ask::Possible, &[
            "^kann", "^können", "^gibt es", "^ist", "^sind", "^muss", "^unterstützt", "^darf",
        ]),
        (Ask::Explanation, &["wie funktionier*", "erkläre", "wie werden", "wie wird"]),
    ],
    numbers: &[
        "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf",
        "hälfte", "hundert", "tausend", "million*", "milliarde*",
    ],
    reasons: &["weil", "denn", "aufgrund", "wegen", "grund", "damit", "um"],
    answers: &["ja", "nein"],
    articles: &["der", "die", "das", "ein", "eine", "einen"],
    copulas: &["ist", "sind", "bezeichnet", "bedeutet"],
    verdicts: &["ja", "nein", "kann", "nicht", "unterstützt", "nur", "möglich", "muss"],
    contrasts: &["während", "hingegen", "dagegen", "anders als", "im gegensatz", "statt", "jedoch"],
    pointers: &[
        "er", "sie", "es", "sein", "seine", "seiner", "ihr", "ihre", "dies", "diese", "dieser",
        "dieses", "dadurch", "daher", "deshalb", "damit", "dabei", "jedoch", "außerdem", "auch",
        "aber", "dann", "somit", "dazu", "dafür", "hierzu", "trotzdem", "dennoch",
    ],
    caveats: &["hinweis", "achtung", "wichtig", "warnung"],
    elsewhere: &[
        "siehe auch", "siehe", "weitere informationen", "mehr dazu", "in diesem",
        "auf dieser seite", "mehr über",
    ],
    silence: Silence {
        text: "Die Dokumentation{of} beantwortet diese Frage nicht.",
        of: " von {}",
        related: "Möglicherweise verwandt:",
    },
};
