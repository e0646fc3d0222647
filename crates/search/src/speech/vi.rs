//! Vietnamese.

use super::{Ask, Script, Silence, Speech};

#[rustfmt::skip]
pub(super) static VI: Speech = Speech {
    code: "vi",
    script: Script::Latin,
    function_words: &[
        "ai", "bao", "bao nhiêu", "bằng", "bị", "cho", "các", "cái", "có", "của", "cùng", "do",
        "gì", "hay", "họ", "khi", "không", "là", "làm", "lại", "mà", "mấy", "mỗi", "một", "nào",
        "này", "nhiêu", "như", "nhưng", "những", "nó", "nơi", "ra", "rằng", "sao", "sau", "sẽ",
        "tại", "thế", "thì", "thể", "trong", "trên", "tôi", "từ", "và", "vào", "về", "vì", "với",
        "đang", "đã", "đâu", "đây", "đó", "đến", "để", "được", "ở",
    ],
    asks: &[
        (Ask::Difference, &["khác nhau", "khác biệt"]),
        (Ask::Error, &["lỗi"]),
        (Ask::Reason, &["tại sao", "vì sao"]),
        (Ask::Number, &["bao nhiêu", "mấy", "tối đa"]),
        (Ask::Date, &["khi nào", "năm nào", "bao giờ"]),
        (Ask::Name, &["ai", "là ai", "ở đâu", "thành phố nào"]),
        (Ask::Value, &["mặc định", "phiên bản nào"]),
        (Ask::Guide, &["làm thế nào", "làm sao", "cách"]),
        (Ask::Definition, &["là gì"]),
        (Ask::Explanation, &["như thế nào", "hoạt động"]),
    ],
    numbers: &[
        "hai", "ba", "bốn", "năm", "sáu", "bảy", "tám", "chín", "mười", "trăm", "nghìn", "triệu",
        "tỷ",
    ],
    reasons: &["vì", "bởi", "do"],
    answers: &["có", "không"],
    articles: &["một"],
    copulas: &["là"],
    pointers: &["nó", "họ", "ông", "bà", "này", "đó", "nhưng", "tuy nhiên"],
    caveats: &["lưu ý", "cảnh báo", "chú ý"],
    silence: Silence {
        text: "Tài liệu{of} không trả lời câu hỏi này.",
        of: " {}",
        related: "Có thể liên quan:",
    },
    ..Speech::NONE
};
