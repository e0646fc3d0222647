//! What a question asks for: the kinds of questions, each a record of the words that tell it, of
//! what a sentence must have to answer it, and of the shape of a good answer.

use super::sentences::{is_han_or_kana, is_south_east_asian};

/// What a sentence that answers has beyond the words of the question.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Want {
    /// A number, in digits or in words.
    Number,
    /// A date or a year.
    Date,
    /// A name: a capital inside the sentence.
    Name,
    /// A reason.
    Reason,
    /// A value: a number or something in code.
    Value,
    /// What the subject is.
    Definition,
}

/// The shape of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    /// Statements at most, code and lists that belong to them not counted.
    pub(super) statements: usize,
    /// Words at most after the first statement, code not counted.
    pub(super) words: usize,
    /// Whether the steps near the best sentence are part of it.
    pub(super) steps: bool,
    /// Whether the code near it is.
    pub(super) code: bool,
    /// Whether further statements follow the first in its section, rather than being those of
    /// all passages that come nearest to the question.
    pub(super) goes_on: bool,
}

/// A fact: one sentence or two.
const FACT: Shape = Shape {
    statements: 2,
    words: 60,
    steps: false,
    code: false,
    goes_on: false,
};

/// An explanation: some sentences of one place.
const EXPLANATION: Shape = Shape {
    statements: 3,
    words: 90,
    steps: false,
    code: false,
    goes_on: true,
};

/// Instructions: steps and code.
const GUIDE: Shape = Shape {
    statements: 3,
    words: 220,
    steps: true,
    code: true,
    goes_on: true,
};

/// A kind of question.
#[derive(Debug)]
struct Record {
    want: Option<Want>,
    /// `None`: it says nothing of the shape, another kind may.
    shape: Option<Shape>,
    /// Words that tell it, lower case. `^` binds to the beginning of the question, `*` at the end
    /// allows any ending. What has no spaces in its script is looked for anywhere.
    cues: &'static [&'static str],
}

/// Words that ask for a difference.
#[rustfmt::skip]
static DIFFERENCE: &[&str] = &[
    "difference", "differences", "differ", "vs", "versus", "compared", "unterschied*",
    "différence*", "diferencia*", "diferença*", "পার্থক্য", "अंतर", "अन्तर", "الفرق", "区别", "区別",
    "違い", "차이*", "ต่างกัน", "แตกต่าง", "отлича*", "разница",
];

/// All kinds. The first that a question has gives the shape of its answer; what each wants counts.
#[rustfmt::skip]
static RECORDS: &[Record] = &[
    // The difference between two things: a sentence about each.
    Record {
        want: None,
        shape: Some(Shape {
            statements: 3,
            words: 100,
            ..FACT
        }),
        cues: DIFFERENCE,
    },
    // An error: what it means and what helps.
    Record {
        want: None,
        shape: Some(Shape {
            code: true,
            ..EXPLANATION
        }),
        cues: &[
            "fails", "failed", "error", "errors", "exception", "fehler", "fehlermeldung",
            "erreur*", "fallo", "त्रुटि", "ত্রুটি", "خطأ", "错误", "報錯", "エラー", "오류*",
            "ข้อผิดพลาด", "ошибк*",
        ],
    },
    Record {
        want: Some(Want::Reason),
        shape: Some(EXPLANATION),
        cues: &[
            "why", "what is the reason", "warum", "weshalb", "wieso", "aus welchem grund",
            "pourquoi", "por qué", "por que", "কেন", "क्यों", "لماذا", "لم", "为什么", "为何", "なぜ",
            "왜", "ทำไม", "เพราะเหตุใด", "почему", "зачем", "waarom", "dlaczego", "neden",
            "perché", "tại sao", "γιατί", "de ce",
        ],
    },
    Record {
        want: Some(Want::Number),
        shape: Some(FACT),
        cues: &[
            "how many", "how much", "how old", "how far", "how tall", "how high", "how large",
            "how big", "how often", "how fast", "how deep", "percentage", "percent",
            "what number", "the number of", "what size", "limit", "limits", "maximum", "minimum",
            "at most", "max", "population", "average", "wie viel*", "wieviel*", "wie alt",
            "wie weit", "wie groß", "wie hoch", "wie oft", "wie häufig", "wie schnell",
            "wie tief", "prozent*", "anzahl", "durchschnittlich*", "höchstens", "combien",
            "maximum", "cuánto*", "cuánta*", "quanto*", "quanta*", "কত*", "কয়টি", "कितन*",
            "प्रतिशत", "كم", "بكم", "نسبة", "عدد", "多少", "几", "多大", "多长", "多高", "多远", "百分",
            "いくつ", "何人", "どのくらい", "얼마*", "몇", "กี่", "เท่าไ", "จำนวน", "เปอร์เซ็นต์", "сколько",
            "hoeveel", "ile", "kaç", "quanti", "quante", "bao nhiêu", "πόσ*", "cât", "câte",
        ],
    },
    Record {
        want: Some(Want::Date),
        shape: Some(FACT),
        cues: &[
            "when", "what year", "which year", "what date", "what day", "what month",
            "what century", "which century", "what decade", "how long", "wann", "welchem jahr",
            "welches jahr", "welchem datum", "welchem monat", "welchem jahrhundert", "wie lange",
            "quand", "quelle année", "cuándo", "qué año", "quando", "কখন", "কবে", "कब",
            "किस वर्ष", "किस साल", "متى", "أي عام", "أي سنة", "何时", "什么时候", "哪年", "哪一年", "いつ",
            "何年", "언제*", "เมื่อใด", "เมื่อไ", "ปีใด", "ปีไหน", "когда", "каком году", "wanneer",
            "kiedy", "ne zaman", "khi nào", "năm nào", "πότε", "ποια χρονιά", "când", "ce an",
        ],
    },
    Record {
        want: Some(Want::Name),
        shape: Some(FACT),
        cues: &[
            "who", "whom", "whose", "what person", "what company", "what team", "what group",
            "what country", "what city", "what state", "which company", "which team",
            "which country", "which city", "where", "wer", "wem", "wen", "wessen", "wo",
            "welche stadt", "welches land", "welcher spieler", "welches unternehmen", "qui",
            "où", "quién*", "dónde", "quem", "onde", "কে", "কোথায়", "कौन", "किसने", "कहाँ",
            "من", "أين", "谁", "哪里", "誰", "どこ", "누구*", "어디*", "ใคร", "ที่ไหน", "кто", "где",
            "wie is", "kto", "kim", "chi", "dove", "ai là", "ở đâu", "ποιος", "ποια", "πού",
            "cine", "unde",
        ],
    },
    // A default or a version.
    Record {
        want: Some(Want::Value),
        shape: Some(FACT),
        cues: &[
            "default", "defaults", "by default", "what version", "which version", "what port",
            "which port", "what command", "which command", "what flag", "which flag",
            "what option", "which option", "standardmäßig", "welche version", "par défaut",
            "quelle version", "quelle commande", "por defecto", "ডিফল্ট", "डिफ़ॉल्ट", "默认",
            "デフォルト", "既定", "기본값", "ค่าเริ่มต้น", "по умолчанию",
        ],
    },
    Record {
        want: None,
        shape: Some(GUIDE),
        cues: &[
            "how do i", "how do you", "how do we", "how to", "how can i", "how can you",
            "how can we", "how should i", "how would i", "steps to", "how could i", "^install*",
            "^configure", "^set up", "^create", "^deploy", "wie kann ich", "wie kann man",
            "wie mache ich", "wie richte ich", "wie installier*", "comment", "cómo", "como",
            "কীভাবে", "কিভাবে", "कैसे", "كيف", "如何", "怎么", "怎樣", "怎样", "どうやって", "方法", "するには",
            "어떻게", "อย่างไร", "ยังไง", "как", "hoe kan ik", "nasıl",
        ],
    },
    Record {
        want: Some(Want::Definition),
        shape: Some(FACT),
        cues: &[
            "what is", "what s", "what are", "was ist", "was sind", "qu est ce qu*", "qué es",
            "o que é", "কী", "কি", "क्या है", "ما هو", "ما هي", "是什么", "什么是", "とは", "은 무엇",
            "는 무엇", "란 무엇", "คืออะไร", "что такое", "wat is", "cos è", "nedir", "là gì",
            "τι είναι", "ce este",
        ],
    },
    Record {
        want: None,
        shape: Some(EXPLANATION),
        cues: &[
            "how does", "how is", "how are", "how did", "explain", "wie funktionier*",
        ],
    },
];

/// Words that say how a question is put and not what it is about, in lower case, of the languages
/// that are asked in most; what has no spaces is a part of such a word.
#[rustfmt::skip]
static FUNCTION_WORDS: &[&str] = &[
    "a", "about", "after", "all", "an", "and", "any", "are", "as", "at", "be", "been", "being",
    "before", "between", "but", "by", "can", "could", "did", "do", "does", "doing", "during",
    "each", "for", "from", "had", "has", "have", "having", "he", "her", "his",
    "how", "i", "if", "in", "into", "is", "it", "its", "many", "may",
    "me", "might", "more", "most", "much", "must", "my", "no", "not",
    "of", "on", "or", "other", "our", "out", "over", "shall", "she", "should",
    "so", "some", "such", "than", "that", "the", "their", "them", "then", "these", "they",
    "this", "those", "through", "to", "was", "we",
    "were", "what", "when", "where", "which", "while", "who", "whom", "whose", "why", "will",
    "with", "would", "you", "your", "aber", "als", "am", "auf", "aus", "bei", "bis", "da", "das",
    "dass", "dem", "den", "der", "des", "die", "diese", "dieser", "dieses", "durch", "ein",
    "eine", "einem", "einen", "einer", "eines", "er", "es", "für", "gab", "geht", "gibt",
    "haben", "hat", "hatte", "hatten", "ich", "ihr", "im", "ins", "ist", "kann", "können", "man",
    "mit", "nach", "nicht", "oder", "sein", "seine", "seinen", "sich", "sie", "sind", "über",
    "um", "und", "unter", "viel", "viele", "vielen", "vom", "von", "vor", "wann", "war", "waren",
    "warum", "welche", "welchem", "welchen", "welcher", "welches", "wem", "wen", "wer", "werden",
    "wessen", "wie", "wird", "wo", "wofür", "wohin", "womit", "wurde", "wurden", "zu", "zum",
    "zur", "zwischen", "au", "aux", "avec", "ce", "ces", "cette", "comment", "d", "dans", "de",
    "du", "elle", "en", "est", "et", "il", "ils", "je", "l", "la", "le", "les", "leur", "lui",
    "mais", "ne", "ou", "où", "par", "pas", "plus", "pour", "pourquoi", "qu", "quand", "que",
    "quel", "quelle", "quelles", "quels", "qui", "s", "sa", "se", "ses", "son", "sont", "sur",
    "un", "une", "vous", "y", "été", "être", "combien", "quoi", "al", "como", "con", "cuál",
    "cuáles", "cuándo", "cuánto", "cuántos", "del", "dónde", "el", "ella", "ellos", "era",
    "esta", "este", "fue", "fueron", "ha", "las", "lo", "los", "más", "o", "para", "pero", "por",
    "qué", "quién", "ser", "si", "sin", "sobre", "su", "sus", "una", "ao", "com", "dos", "e",
    "em", "foi", "na", "nas", "nos", "os", "qual", "quais", "quando", "quem", "são", "seu",
    "sua", "uma", "onde", "quanto", "quantos", "अपने", "इस", "उस", "एक", "और", "कब", "कर",
    "करता", "करते", "करने", "कहा", "कहाँ", "का", "किन", "किया", "किस", "किसका", "किसके", "किसने",
    "की", "कितना", "कितनी", "कितने", "के", "कैसे", "को", "कौन", "क्या", "क्यों", "जब", "जाता",
    "जाती", "जाते", "तो", "था", "थी", "थे", "द्वारा", "ने", "नहीं", "पर", "भी", "में", "या",
    "ये", "यह", "रहा", "रही", "लिए", "वह", "वाले", "वे", "सा", "सी", "से", "हुआ", "हुई", "हुए",
    "है", "हैं", "हो", "होता", "होती", "होते", "আমি", "আর", "আপনি", "এই", "একটি", "এবং", "এর",
    "ও", "করতে", "করা", "করে", "করেন", "কখন", "কত", "কবে", "কি", "কী", "কীভাবে", "কিভাবে", "কে",
    "কেন", "কোথায়", "কোন", "জন্য", "তা", "থেকে", "দিয়ে", "না", "বা", "যায়", "সে", "হয়", "أن",
    "أو", "أي", "أين", "إلى", "التي", "الذي", "الذين", "الى", "بين", "تم", "ثم", "خلال", "ذلك",
    "على", "عن", "عند", "في", "قد", "كان", "كانت", "كم", "كيف", "لا", "لماذا", "لم", "ما",
    "ماذا", "متى", "مع", "من", "هذا", "هذه", "هل", "هو", "هي", "و", "был", "была", "были",
    "было", "в", "во", "где", "для", "и", "из", "или", "как", "какая", "какие", "какой", "когда",
    "кто", "на", "не", "о", "от", "по", "почему", "с", "сколько", "такое", "что", "чем", "это",
    "я", "aan", "bij", "dat", "deze", "een", "het", "hoe", "hoeveel", "hij", "met", "naar",
    "niet", "om", "op", "te", "uit", "van", "voor", "waar", "waarom", "wanneer", "wat", "welke",
    "wordt", "zijn", "bir", "bu", "hangi", "için", "ile", "kaç", "kim", "mi", "mı", "nasıl",
    "neden", "nerede", "ve", "olarak", "che", "chi", "come", "cosa", "della", "di", "dove",
    "gli", "nel", "per", "perché", "quale", "quali", "quanti", "sono", "cine", "câte", "când",
    "cu", "din", "în", "pe", "pentru", "și", "sunt", "unde", "και", "το", "τα", "η", "ο", "οι",
    "του", "της", "των", "τον", "την", "με", "για", "από", "σε", "στο", "στη", "στην", "που",
    "πού", "πότε", "πώς", "πόσο", "πόσα", "πόσοι", "ποιος", "ποια", "ποιο", "τι", "είναι",
    "ήταν", "cái", "các", "có", "của", "cho", "gì", "khi", "là", "nào", "những", "nhiêu", "như",
    "thế", "trong", "và", "với", "được", "ai", "đâu", "bao", "다", "무엇", "누구", "어디", "언제", "어떻게",
    "왜", "얼마", "몇", "어떤", "무슨", "것", "수", "什么", "多少", "哪个", "哪些", "哪里", "哪儿", "哪种", "哪一", "哪年",
    "谁", "何时", "如何", "怎么", "怎样", "为什么", "几个", "几次", "是什么", "的是", "了多少", "有多少", "是谁", "什么时候",
    "什么是", "吗", "呢", "何", "なに", "どの", "どこ", "どれ", "いつ", "だれ", "誰", "とは", "ですか", "ますか", "なぜ",
    "どう", "どうやって", "いくつ", "です", "ます", "อะไร", "อย่างไร", "ที่ไหน", "เมื่อไหร่", "เมื่อใด", "ใคร",
    "ทำไม", "กี่", "เท่าไหร่", "เท่าไร", "เท่าใด", "ไหน", "ใด", "ของ", "ที่", "เป็น", "คือ",
    "และ", "ใน", "การ", "ความ", "มี", "ได้", "ให้", "จาก", "หรือ",
];

/// Whether a word of the question, as the analyzer gives it, says nothing of its subject.
pub(super) fn is_function_word(term: &str) -> bool {
    // Longer words of scripts without spaces come in overlapping pieces.
    let is_piece = || {
        let first = term.chars().next();
        first.is_some_and(|c| is_han_or_kana(c) || is_south_east_asian(c))
            && FUNCTION_WORDS.iter().any(|word| word.contains(term))
    };
    FUNCTION_WORDS.contains(&term) || has_one(DIFFERENCE, &format!(" {term} ")) || is_piece()
}

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) struct Question {
    /// The question, in lower case, its words with one space around each.
    words: String,
    pub(super) wants: Vec<Want>,
    pub(super) shape: Shape,
}

impl Question {
    pub(super) fn new(text: &str) -> Question {
        let words = spaced(text);
        let mut wants = Vec::new();
        let mut shape = None;
        for record in RECORDS {
            if has_one(record.cues, &words) {
                wants.extend(record.want.filter(|want| !wants.contains(want)));
                shape = shape.or(record.shape);
            }
        }
        Question {
            words,
            wants,
            shape: shape.unwrap_or(FACT),
        }
    }

    /// Whether the question has this word, in lower case.
    pub(super) fn has_word(&self, word: &str) -> bool {
        has_cue(&self.words, word)
    }
}

/// `text` in lower case, what is no letter or digit as one space, a space at both ends.
pub(super) fn spaced(text: &str) -> String {
    let mut spaced = String::from(" ");
    for c in text.chars().flat_map(char::to_lowercase) {
        // Marks of Indic scripts and Thai are part of words and no letters.
        if c.is_alphanumeric()
            || matches!(u32::from(c), 0x0300..=0x036f | 0x0591..=0x06ff | 0x0900..=0x0eff)
        {
            spaced.push(c);
        } else if !spaced.ends_with(' ') {
            spaced.push(' ');
        }
    }
    if !spaced.ends_with(' ') {
        spaced.push(' ');
    }
    spaced
}

/// Whether `words`, as [`spaced`] makes them, have a cue.
pub(super) fn has_cue(words: &str, cue: &str) -> bool {
    if cue
        .chars()
        .next()
        .is_some_and(|c| is_han_or_kana(c) || is_south_east_asian(c))
    {
        return words.contains(cue);
    }
    let (at_start, cue) = cue
        .strip_prefix('^')
        .map_or((false, cue), |cue| (true, cue));
    let (any_ending, cue) = cue
        .strip_suffix('*')
        .map_or((false, cue), |cue| (true, cue));
    words.match_indices(cue).any(|(at, _)| {
        let before = words.get(..at).unwrap_or_default();
        let after = words.get(at + cue.len()..).unwrap_or_default();
        before.ends_with(' ')
            && (!at_start || before == " ")
            && (any_ending || after.starts_with(' '))
    })
}

fn has_one(cues: &[&str], words: &str) -> bool {
    cues.iter().any(|cue| has_cue(words, cue))
}

/// Words that say a number, in lower case.
#[rustfmt::skip]
static NUMBERS: &[&str] = &[
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "half", "third", "hundred", "thousand", "million", "billion", "dozen", "once",
    "twice", "unlimited", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun",
    "zehn", "elf", "zwölf", "hälfte", "hundert", "tausend", "million*", "milliarde*", "deux",
    "trois", "quatre", "cinq", "sept", "huit", "neuf", "dix", "cent", "mille", "dos", "tres",
    "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "dois", "três", "दो", "तीन",
    "चार", "पांच", "पाँच", "छह", "सात", "आठ", "नौ", "दस", "सौ", "हजार", "लाख", "करोड़", "দুই",
    "দুটি", "তিন", "চার", "পাঁচ", "দশ", "اثنان", "ثلاثة", "أربعة", "خمسة", "ستة", "سبعة",
    "ثمانية", "تسعة", "عشرة", "مئة", "ألف", "مليون", "два", "три", "четыре", "пять", "шесть",
    "семь", "восемь", "девять", "десять", "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "百",
    "千", "万", "两", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า", "สิบ", "ร้อย", "พัน",
    "ล้าน",
];

/// Words that give a reason, in lower case.
#[rustfmt::skip]
static REASONS: &[&str] = &[
    "because", "since", "due to", "so that", "reason", "reasons", "therefore", "in order to",
    "weil", "denn", "aufgrund", "wegen", "grund", "damit", "um", "parce que", "car", "afin",
    "puisque", "porque", "debido", "কারণ", "क्योंकि", "कारण", "لأن", "بسبب", "因为", "由于", "ため",
    "ので", "때문*", "เพราะ", "เนื่องจาก", "потому", "поскольку",
];

/// Forms of `to be`, and what does their work, in lower case.
#[rustfmt::skip]
static COPULAS: &[&str] = &[
    "is a", "is an", "is the", "are", "is", "refers to", "means", "ist", "sind", "est", "sont",
    "es un", "es una", "é um", "é uma", "হল", "হলো", "है", "هو", "هي", "是", "とは", "です", "คือ",
    "это",
];

/// How well a sentence gives what is wanted, between 0 and 1.
pub(super) fn satisfies(want: Want, question: &Question, sentence: &str) -> f32 {
    let words = spaced(sentence);
    let one_of = |cues: &[&str]| {
        cues.iter()
            .any(|cue| has_cue(&words, cue) && !question.has_word(cue))
    };
    let new_digits = || {
        let digits = words
            .split(' ')
            .filter(|word| word.chars().any(char::is_numeric));
        digits
            .filter(|word| !question.has_word(word))
            .collect::<Vec<_>>()
    };
    let yes = |yes: bool| if yes { 1.0 } else { 0.0 };
    match want {
        Want::Number => yes(!new_digits().is_empty() || one_of(NUMBERS)),
        Want::Date => {
            let numbers = new_digits();
            let is_year = |word: &&str| {
                let digits: String = word.chars().filter(char::is_ascii_digit).collect();
                digits.len() == 4 && digits.starts_with(['1', '2'])
            };
            if numbers.iter().any(is_year) {
                1.0
            } else {
                0.2 * yes(!numbers.is_empty())
            }
        }
        Want::Name => {
            let mut words = sentence.split_whitespace().skip(1);
            yes(words.any(|word| {
                let word = word.trim_matches(|c: char| !c.is_alphanumeric());
                word.starts_with(char::is_uppercase)
                    && !question.has_word(word.to_lowercase().as_str())
            }))
        }
        Want::Reason => yes(one_of(REASONS)),
        Want::Value => yes(sentence.contains('`') || !new_digits().is_empty()),
        Want::Definition => {
            let head: String = words.chars().take(40).collect();
            yes(COPULAS.iter().any(|cue| has_cue(&format!("{head} "), cue)))
        }
    }
}

/// Words that point to something said before, in lower case: a sentence that begins with one is
/// not understood by itself.
#[rustfmt::skip]
static POINTERS: &[&str] = &[
    "he", "she", "it", "they", "his", "her", "hers", "its", "their", "this", "these", "those",
    "that", "such", "however", "but", "then", "therefore", "thus", "hence", "instead",
    "otherwise", "conversely", "consequently", "and", "or", "so", "for example", "for instance",
    "in this case", "in that case", "as a result", "er", "sie", "es", "sein",
    "seine", "seiner", "ihr", "ihre", "dies", "diese", "dieser", "dieses", "dadurch", "daher",
    "deshalb", "damit", "dabei", "jedoch", "außerdem", "auch", "aber", "dann", "somit", "il",
    "elle", "ils", "elles", "ce", "cela", "ceci", "cette", "ces", "celui", "celle", "son", "sa",
    "ses", "leur", "leurs", "mais", "alors", "donc", "aussi", "ainsi", "par exemple", "él",
    "ella", "ellos", "esto", "este", "esta", "estos", "estas", "su", "sus", "pero", "también",
    "ele", "ela", "eles", "isto", "isso", "वह", "वे", "यह", "ये", "इस", "उस", "इसके", "उन्होंने",
    "उनके", "इसका", "এটি", "এটা", "এই", "সে", "তিনি", "তারা", "এর", "তবে", "هو", "هي", "هم",
    "هذا", "هذه", "ولكن", "لكن", "كما", "وقد", "它", "他", "她", "这", "此", "其", "因此", "但", "然而",
    "これ", "それ", "この", "その", "しかし", "また", "이것", "그것", "그는", "그녀", "이는", "하지만", "그러나", "เขา",
    "มัน", "นี่", "они", "он", "она", "это", "этот", "эта", "эти",
];

/// Whether a sentence points to something before it.
pub(super) fn points_back(sentence: &str) -> bool {
    let head: String = sentence.chars().take(30).collect();
    let words = spaced(&head);
    let start = words.trim_start();
    POINTERS.iter().any(|pointer| {
        start.strip_prefix(pointer).is_some_and(|rest| {
            rest.starts_with(' ')
                || pointer
                    .chars()
                    .all(|c| is_han_or_kana(c) || is_south_east_asian(c))
        })
    })
}

/// Words that begin a caveat, in lower case.
#[rustfmt::skip]
static CAVEATS: &[&str] = &[
    "note", "notes", "warning", "caution", "important", "hinweis", "achtung", "wichtig",
    "remarque", "attention", "avertissement", "nota", "aviso", "দ্রষ্টব্য", "সতর্কতা", "注意",
    "警告", "참고", "주의", "หมายเหตุ", "внимание",
];

/// Whether a sentence, or the label of a box, begins like a caveat.
pub(super) fn is_caveat(sentence: &str) -> bool {
    let head: String = sentence.chars().take(30).collect();
    CAVEATS.iter().any(|cue| {
        spaced(&head)
            .trim_start()
            .strip_prefix(cue)
            .is_some_and(|rest| rest.starts_with(' '))
    })
}

#[cfg(test)]
mod tests {
    use super::{FACT, GUIDE, Question, Want, is_caveat, points_back, satisfies};

    #[test]
    fn questions_want_what_they_ask_for() {
        let check = |question: &str, wants: &[Want]| {
            assert_eq!(Question::new(question).wants, wants, "{question}");
        };
        check("How many points did they score?", &[Want::Number]);
        check("Wie viele Punkte gab es?", &[Want::Number]);
        check("黑豹队的防守丢了多少分？", &[Want::Number]);
        check("In what year did it begin?", &[Want::Date]);
        check("Qui a écrit Hamlet ?", &[Want::Name]);
        check(
            "What is the default port?",
            &[Want::Value, Want::Definition],
        );
        check("Shows everything whole", &[]);
        assert_eq!(Question::new("How do I deploy it?").shape, GUIDE);
        assert_eq!(Question::new("How many are there?").shape, FACT);
    }

    #[test]
    fn sentences_give_what_is_wanted_if_the_question_does_not() {
        let question = Question::new("How many names may one call of 2015 have?");
        let gives = |want, text| satisfies(want, &question, text) > 0.5;
        assert!(gives(Want::Number, "A call has at most 20 names."));
        assert!(gives(
            Want::Number,
            "A call has at most twenty, or two dozen."
        ));
        assert!(!gives(Want::Number, "It was in 2015."));
        assert!(gives(Want::Date, "It was in 1999."));
        assert!(gives(Want::Name, "It was Ada."));
        assert!(!gives(Want::Name, "Ada it was."));
    }

    #[test]
    fn sentences_that_point_back_are_known_by_their_beginning() {
        assert!(
            points_back("It is fast.") && points_back("**This** works.") && points_back("这是一个")
        );
        assert!(!points_back("Italy is a country.") && !points_back("The cache is fast."));
        assert!(is_caveat("**Note:** This fails.") && !is_caveat("Notebooks are read."));
    }
}
