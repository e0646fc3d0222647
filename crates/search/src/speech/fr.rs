//! French.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static FR: Speech = Speech {
    code: "fr",
    script: Script::Latin,
    function_words: &[
        "à", "a", "ai", "au", "aux", "avec", "avoir", "c", "ce", "cela", "ces", "cet", "cette",
        "comment", "combien", "d", "dans", "de", "des", "dois", "doit", "du", "elle", "elles",
        "en", "entre", "est", "et", "être", "eu", "faire", "fait", "faut", "il", "ils", "j", "je",
        "l", "la", "le", "les", "leur", "leurs", "lui", "m", "ma", "mais", "me", "mes", "moi",
        "mon", "n", "ne", "nos", "notre", "nous", "on", "ont", "ou", "où", "par", "pas", "peut",
        "peux", "plus", "pour", "pourquoi", "puis", "qu", "quand", "que", "quel", "quelle",
        "quelles", "quels", "qui", "quoi", "s", "sa", "sans", "se", "sera", "ses", "si", "son",
        "sont", "sous", "sur", "t", "te", "tu", "un", "une", "va", "vos", "votre", "vous", "y",
        "été", "était",
    ],
    asks: &[
        (Ask::Difference, &[
            "différence*", "différent*", "diffère*", "distinguer", "vs", "versus", "comparaison",
        ]),
        (Ask::Error, &["erreur*", "échoue", "exception", "ne marche pas", "ne fonctionne pas"]),
        (Ask::Reason, &["pourquoi", "pour quelle raison"]),
        (Ask::Number, &[
            "combien", "maximum", "minimum", "pourcentage", "limite", "limites", "nombre de",
            "quelle taille",
        ]),
        (Ask::Date, &["quand", "quelle année", "quelle date", "en quelle"]),
        (Ask::Name, &[
            "qui", "où", "quelle ville", "quel pays", "quelle entreprise", "quelle équipe",
        ]),
        (Ask::Value, &["par défaut", "quelle version", "valeur par défaut", "quel port"]),
        (Ask::Code, &[
            "quelle commande", "quelle option", "quel fichier", "quelle fonction",
            "quelle méthode", "quelle clé", "quel hook", "quel outil",
        ]),
        (Ask::Guide, &[
            "comment", "comment faire", "étapes", "^installer", "^configurer", "^créer",
            "^ajouter",
        ]),
        (Ask::Listing, &["quels sont", "quelles sont", "quels", "quelles", "liste"]),
        (Ask::Definition, &[
            "qu est ce qu*", "qu est ce", "c est quoi", "que signifie", "définition",
            "à quoi sert", "que fait",
        ]),
        (Ask::Possible, &[
            "^peut", "^peux", "^est ce qu*", "^puis je", "^faut il", "peut on", "existe t il",
            "y a t il",
        ]),
        (Ask::Explanation, &["comment fonctionne*", "comment marche*", "expliquer", "explique"]),
    ],
    numbers: &[
        "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze",
        "cent", "mille", "million*", "milliard*",
    ],
    reasons: &["parce que", "parce qu", "car", "afin", "puisque", "raison", "pour que"],
    answers: &["oui", "non"],
    articles: &["le", "la", "les", "l", "un", "une", "des", "du"],
    copulas: &["est un", "est une", "est", "sont", "désigne", "permet", "permettent", "c est"],
    verdicts: &[
        "oui", "non", "peut", "peuvent", "pas", "possible", "supporte", "prend en charge",
        "seulement", "doit", "jamais",
    ],
    contrasts: &[
        "contrairement", "tandis", "alors que", "plutôt", "différence", "en revanche", "mais",
    ],
    pointers: &[
        "il", "elle", "ils", "elles", "ce", "cela", "ceci", "cette", "ces", "celui", "celle",
        "son", "sa", "ses", "leur", "leurs", "mais", "alors", "donc", "aussi", "ainsi",
        "par exemple", "ça", "c", "toutefois", "cependant", "pourtant", "néanmoins", "pour cela",
        "dans ce cas", "en revanche", "de plus", "et", "ou", "sinon",
    ],
    caveats: &["remarque", "attention", "avertissement", "important"],
    elsewhere: &[
        "voir aussi", "pour en savoir plus", "en savoir plus", "cette page", "cette section",
        "ce guide", "dans ce", "dans cette", "consultez",
    ],
    silence: Silence {
        text: "La documentation{of} ne répond pas à cette question.",
        of: " de {}",
        related: "Peut-être en rapport :",
    },
};
