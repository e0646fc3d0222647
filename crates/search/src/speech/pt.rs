//! Portuguese.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static PT: Speech = Speech {
    code: "pt",
    script: Script::Latin,
    function_words: &[
        "a", "ao", "aos", "as", "com", "como", "da", "das", "de", "deve", "devo", "do", "dos", "e",
        "ela", "ele", "eles", "em", "entre", "era", "essa", "esse", "esta", "este", "está", "eu",
        "faz", "fazer", "foi", "foram", "há", "isso", "já", "lhe", "mais", "mas", "me", "meu",
        "minha", "muito", "na", "nas", "no", "nos", "não", "num", "numa", "o", "onde", "os", "ou",
        "para", "pela", "pelo", "pode", "por", "porque", "posso", "quais", "qual", "quando",
        "quanta", "quantas", "quanto", "quantos", "que", "quem", "quê", "se", "sem", "ser", "seu",
        "sua", "são", "também", "te", "tem", "um", "uma", "você",
    ],
    asks: &[
        (Ask::Difference, &["diferença*", "diferente*", "vs", "versus", "comparação"]),
        (Ask::Error, &["erro", "erros", "falha", "exceção", "não funciona"]),
        (Ask::Reason, &["por que", "por quê", "porquê"]),
        (Ask::Number, &[
            "quanto*", "quanta*", "máximo", "mínimo", "porcentagem", "limite", "limites",
        ]),
        (Ask::Date, &["quando", "que ano", "qual ano", "que data"]),
        (Ask::Name, &["quem", "onde", "que cidade", "que país", "qual empresa"]),
        (Ask::Value, &["por padrão", "padrão", "qual versão", "que versão", "qual porta"]),
        (Ask::Code, &["qual comando", "que comando", "qual opção", "qual arquivo", "qual função"]),
        (Ask::Guide, &[
            "como", "como faço", "como posso", "passos", "^instalar", "^configurar", "^criar",
        ]),
        (Ask::Listing, &["quais são", "quais", "lista"]),
        (Ask::Definition, &["o que é", "o que são", "o que significa", "para que serve"]),
        (Ask::Possible, &["^posso", "^pode", "^é possível", "^há", "^existe"]),
        (Ask::Explanation, &["como funciona*", "explique"]),
    ],
    numbers: &[
        "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove", "dez", "cem", "mil",
        "milhão", "milhões", "metade",
    ],
    reasons: &["porque", "devido", "já que", "pois", "para que"],
    answers: &["sim", "não"],
    articles: &["o", "a", "os", "as", "um", "uma"],
    copulas: &["é um", "é uma", "é", "são", "significa", "permite"],
    verdicts: &["sim", "não", "pode", "possível", "suporta", "apenas", "deve"],
    contrasts: &["enquanto", "ao contrário", "diferença", "em vez", "mas"],
    pointers: &[
        "ele", "ela", "eles", "elas", "isto", "isso", "este", "esta", "estes", "estas", "seu",
        "sua", "mas", "também", "além disso", "por exemplo", "no entanto", "porém", "então",
        "assim",
    ],
    caveats: &["nota", "aviso", "importante", "atenção"],
    elsewhere: &["veja também", "mais informações", "saiba mais", "esta página", "esta seção"],
    silence: Silence {
        text: "A documentação{of} não responde a esta pergunta.",
        of: " de {}",
        related: "Talvez relacionado:",
    },
};
