//! Romanian.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static RO: Speech = Speech {
    code: "ro",
    script: Script::Latin,
    function_words: &[
        "a", "al", "ale", "au", "avea", "care", "ce", "cea", "cel", "cele", "cei", "cine", "cu",
        "câte", "câți", "cât", "când", "cum", "către", "de", "din", "despre", "după", "e", "ea",
        "ei", "el", "era", "erau", "este", "fi", "fost", "iar", "il", "în", "într", "la", "le",
        "lor", "lui", "mai", "nu", "o", "pe", "pentru", "pot", "prin", "sa", "sau", "se", "si",
        "sunt", "să", "și", "un", "una", "unde", "unei", "unui",
    ],
    asks: &[
        (Ask::Difference, &["diferenț*", "vs"]),
        (Ask::Error, &["eroare", "erori"]),
        (Ask::Reason, &["de ce"]),
        (Ask::Number, &["cât", "câte", "câți", "câtă", "maxim", "minim", "procent*"]),
        (Ask::Date, &["când", "ce an", "în ce an"]),
        (Ask::Name, &["cine", "unde", "ce oraș", "ce țară"]),
        (Ask::Value, &["implicit", "ce versiune"]),
        (Ask::Guide, &["cum", "cum pot"]),
        (Ask::Listing, &["care sunt"]),
        (Ask::Definition, &["ce este", "ce sunt", "ce înseamnă"]),
        (Ask::Explanation, &["cum funcționează"]),
    ],
    numbers: &[
        "doi", "două", "trei", "patru", "cinci", "șase", "șapte", "opt", "nouă", "zece", "sută",
        "mie", "mii", "milion*",
    ],
    reasons: &["deoarece", "pentru că", "fiindcă"],
    answers: &["da", "nu"],
    articles: &["un", "o"],
    copulas: &["este un", "este o", "este", "sunt"],
    pointers: &[
        "el", "ea", "ei", "ele", "acesta", "aceasta", "acest", "această", "dar", "de asemenea",
        "însă", "astfel",
    ],
    caveats: &["notă", "atenție", "important"],
    silence: Silence {
        text: "Documentația{of} nu răspunde la această întrebare.",
        of: " {}",
        related: "Poate avea legătură:",
    },
    ..Speech::NONE
};
