//! Spanish.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static ES: Speech = Speech {
    code: "es",
    script: Script::Latin,
    function_words: &[
        "a", "al", "algo", "ante", "como", "con", "cuál", "cuáles", "cuando", "cuándo", "cuánta",
        "cuántas", "cuánto", "cuántos", "cómo", "de", "debe", "debo", "del", "desde", "donde",
        "dónde", "e", "el", "ella", "ellos", "en", "entre", "era", "es", "esa", "ese", "eso",
        "esta", "este", "esto", "está", "están", "fue", "fueron", "ha", "hace", "hacer", "han",
        "hay", "la", "las", "le", "les", "lo", "los", "me", "mi", "muy", "más", "no", "nos", "o",
        "para", "pero", "por", "porque", "puede", "puedo", "que", "quien", "quién", "quiénes",
        "qué", "se", "ser", "si", "sin", "sobre", "son", "su", "sus", "también", "te", "tiene",
        "tu", "u", "un", "una", "uno", "unos", "y", "ya",
    ],
    asks: &[
        (Ask::Difference, &["diferencia*", "diferente*", "vs", "versus", "comparación"]),
        (Ask::Error, &["fallo", "falla", "error", "errores", "excepción", "no funciona"]),
        (Ask::Reason, &["por qué", "por que"]),
        (Ask::Number, &[
            "cuánto*", "cuánta*", "máximo", "mínimo", "porcentaje", "límite", "límites",
            "qué tamaño",
        ]),
        (Ask::Date, &["cuándo", "qué año", "qué fecha"]),
        (Ask::Name, &["quién*", "dónde", "qué ciudad", "qué país", "qué empresa", "qué equipo"]),
        (Ask::Value, &[
            "por defecto", "predeterminado", "predeterminada", "qué versión", "qué puerto",
        ]),
        (Ask::Code, &["qué comando", "qué opción", "qué archivo", "qué función", "qué método"]),
        (Ask::Guide, &["cómo", "como puedo", "pasos", "^instalar", "^configurar", "^crear"]),
        (Ask::Listing, &["cuáles son", "cuáles", "qué tipos", "lista"]),
        (Ask::Definition, &["qué es", "qué son", "qué significa", "definición", "para qué sirve"]),
        (Ask::Possible, &[
            "^puedo", "^puede", "^se puede", "^es posible", "^hay", "^existe", "^es", "^soporta",
        ]),
        (Ask::Explanation, &["cómo funciona*", "explica", "cómo se", "cómo es"]),
    ],
    numbers: &[
        "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce",
        "cien", "mil", "millón", "millones", "mitad",
    ],
    reasons: &["porque", "debido", "ya que", "puesto que", "para que"],
    answers: &["sí", "no"],
    articles: &["el", "la", "los", "las", "un", "una", "unos", "unas"],
    copulas: &["es un", "es una", "es", "son", "significa", "permite"],
    verdicts: &["sí", "no", "puede", "no se", "posible", "soporta", "solo", "sólo", "debe"],
    contrasts: &["mientras que", "a diferencia", "en cambio", "sino", "diferencia", "pero"],
    pointers: &[
        "él", "ella", "ellos", "ellas", "esto", "este", "esta", "estos", "estas", "eso", "su",
        "sus", "pero", "también", "además", "por ejemplo", "sin embargo", "así", "entonces",
    ],
    caveats: &["nota", "aviso", "importante", "advertencia", "atención"],
    elsewhere: &[
        "véase", "ver también", "más información", "para más", "esta página", "esta sección",
        "consulte",
    ],
    silence: Silence {
        text: "La documentación{of} no responde a esta pregunta.",
        of: " de {}",
        related: "Quizá relacionado:",
    },
};
