//! Turkish.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static TR: Speech = Speech {
    code: "tr",
    script: Script::Latin,
    function_words: &[
        "ama", "bir", "bu", "da", "daha", "de", "değil", "en", "gibi", "hangi", "hangisi", "için",
        "ile", "ise", "kaç", "kadar", "kim", "kime", "kimin", "mi", "mı", "mu", "mü", "midir",
        "nasıl", "ne", "neden", "nedir", "nelerdir", "nerede", "niçin", "niye", "olan", "olarak",
        "oldu", "olduğu", "sonra", "şu", "o", "var", "ve", "veya", "ya", "yok", "zaman",
    ],
    asks: &[
        (Ask::Difference, &["fark*", "vs"]),
        (Ask::Error, &["hata", "hatası"]),
        (Ask::Reason, &["neden", "niçin", "niye"]),
        (Ask::Number, &["kaç", "ne kadar", "en fazla", "yüzde"]),
        (Ask::Date, &["ne zaman", "hangi yıl*"]),
        (Ask::Name, &["kim", "kime", "kimin", "nerede", "hangi şehir*", "hangi ülke*"]),
        (Ask::Value, &["varsayılan", "hangi sürüm*"]),
        (Ask::Guide, &["nasıl"]),
        (Ask::Listing, &["nelerdir", "hangileri"]),
        (Ask::Definition, &["nedir", "ne demek"]),
        (Ask::Possible, &["mi", "mı", "mu", "mü"]),
        (Ask::Explanation, &["nasıl çalışır"]),
    ],
    numbers: &[
        "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz", "on", "yüz", "bin", "milyon",
        "milyar", "yarısı",
    ],
    reasons: &["çünkü", "nedeniyle", "dolayı"],
    answers: &["evet", "hayır"],
    copulas: &["dir", "dır", "olan", "bir"],
    pointers: &[
        "o", "bu", "bunlar", "onlar", "onun", "bunun", "ancak", "fakat", "ayrıca", "ama",
        "böylece",
    ],
    caveats: &["not", "uyarı", "önemli", "dikkat"],
    silence: Silence {
        text: "Belgeler{of} bu soruyu yanıtlamıyor.",
        of: " ({})",
        related: "İlgili olabilir:",
    },
    ..Speech::NONE
};
