//! Polish.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static PL: Speech = Speech {
    code: "pl",
    script: Script::Latin,
    function_words: &[
        "a", "aby", "ale", "bez", "być", "był", "była", "było", "były", "co", "czy", "czym", "dla",
        "do", "gdzie", "go", "i", "ich", "ile", "jak", "jaka", "jaki", "jakie", "jakich", "jako",
        "je", "jego", "jej", "jest", "kiedy", "kim", "kto", "która", "które", "który", "ma",
        "mogę", "można", "na", "nie", "o", "od", "oraz", "po", "pod", "przez", "przy", "są", "się",
        "ta", "tak", "tego", "ten", "to", "tym", "w", "we", "z", "za", "że",
    ],
    asks: &[
        (Ask::Difference, &["różnic*", "vs"]),
        (Ask::Error, &["błąd", "błędy", "nie działa"]),
        (Ask::Reason, &["dlaczego", "czemu"]),
        (Ask::Number, &["ile", "jak wiele", "maksymaln*", "limit"]),
        (Ask::Date, &["kiedy", "którym roku", "jak długo"]),
        (Ask::Name, &["kto", "gdzie"]),
        (Ask::Value, &["domyśln*", "która wersja"]),
        (Ask::Guide, &["jak", "jak mogę"]),
        (Ask::Listing, &["jakie są", "jakie"]),
        (Ask::Definition, &["co to jest", "czym jest", "co to"]),
        (Ask::Possible, &["^czy"]),
        (Ask::Explanation, &["jak działa"]),
    ],
    numbers: &[
        "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem", "dziewięć", "dziesięć", "sto",
        "tysiąc", "milion*",
    ],
    reasons: &["ponieważ", "bo", "gdyż"],
    answers: &["tak", "nie"],
    copulas: &["to", "jest", "są", "oznacza"],
    pointers: &[
        "on", "ona", "ono", "oni", "to", "ten", "ta", "te", "ale", "także", "więc", "jednak",
    ],
    caveats: &["uwaga", "ostrzeżenie"],
    elsewhere: &["zobacz też", "więcej informacji"],
    silence: Silence {
        text: "Dokumentacja{of} nie odpowiada na to pytanie.",
        of: " {}",
        related: "Może powiązane:",
    },
    ..Speech::NONE
};
