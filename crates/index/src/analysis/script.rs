//! Scripts that do not put spaces between words.
//!
//! Without a dictionary of each language, overlapping n-grams find every sub-phrase. Two
//! characters are a word or most of one in Chinese and Japanese and a stem in Korean, where they
//! beat words and single syllables; in the scripts of South-East Asia, where a letter is a sound
//! and marks count as characters, three do better than two.

/// What a run of one script is split into.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Script {
    /// Words with something between them.
    Spaced,
    /// Chinese characters, kana and bopomofo: they mix inside one word.
    HanKana,
    Hangul,
    /// Thai, Lao, Khmer and Myanmar.
    SouthEastAsian,
}

impl Script {
    /// Blocks of the Unicode standard.
    pub(crate) fn of(c: char) -> Script {
        match u32::from(c) {
            0x0e00..=0x0eff
            | 0x1000..=0x109f
            | 0x1780..=0x17ff
            | 0xa9e0..=0xa9ff
            | 0xaa60..=0xaa7f => Script::SouthEastAsian,
            0x1100..=0x11ff | 0x3130..=0x318f | 0xa960..=0xa97f | 0xac00..=0xd7ff => Script::Hangul,
            0x2e80..=0x2fdf
            | 0x3005..=0x3007
            | 0x3021..=0x312f
            | 0x31a0..=0x31bf
            | 0x31f0..=0x31ff
            | 0x3400..=0x4dbf
            | 0x4e00..=0x9fff
            | 0xf900..=0xfaff
            | 0x1b000..=0x1b16f
            | 0x20000..=0x3ffff => Script::HanKana,
            _ => Script::Spaced,
        }
    }

    /// How many characters a gram has; `None` if words stand by themselves.
    pub(crate) fn gram_length(self) -> Option<usize> {
        match self {
            Script::Spaced => None,
            Script::HanKana | Script::Hangul => Some(2),
            Script::SouthEastAsian => Some(3),
        }
    }
}
