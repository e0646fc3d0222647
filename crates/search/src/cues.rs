//! Words looked for in a text: the text is made plain once, and cues are found in it.

/// `text` in lower case, what is no letter or digit as one space, a space at both ends.
pub(crate) fn spaced(text: &str) -> String {
    let mut spaced = String::with_capacity(text.len() + 2);
    spaced.push(' ');
    for c in text.chars() {
        // Marks of Indic scripts and Thai are part of words and no letters. These scripts have no
        // lower case, and to look their characters up one by one takes long.
        if matches!(u32::from(c), 0x0300..=0x036f | 0x0591..=0x06ff | 0x0900..=0x0eff) {
            spaced.push(c);
        } else if c.is_alphanumeric() {
            spaced.extend(c.to_lowercase());
        } else if !spaced.ends_with(' ') {
            spaced.push(' ');
        }
    }
    if !spaced.ends_with(' ') {
        spaced.push(' ');
    }
    spaced
}

/// Thai, Lao, Khmer and Myanmar.
pub(crate) fn is_south_east_asian(c: char) -> bool {
    matches!(u32::from(c), 0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff)
}

/// Chinese characters and kana.
pub(crate) fn is_han_or_kana(c: char) -> bool {
    matches!(u32::from(c), 0x3040..=0x30ff | 0x3400..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff)
}

/// Whether a character is of a script that puts no spaces between words.
pub(crate) fn is_pieced(c: char) -> bool {
    is_han_or_kana(c) || is_south_east_asian(c)
}

/// Whether `words`, as [`spaced`] makes them, have a cue. `^` binds it to the beginning, `*` at the
/// end allows any ending; what has no spaces in its script is looked for anywhere.
pub(crate) fn has_cue(words: &str, cue: &str) -> bool {
    if cue.starts_with(is_pieced) {
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

/// Whether `words` have one of the cues.
pub(crate) fn has_one(cues: &[&str], words: &str) -> bool {
    cues.iter().any(|cue| has_cue(words, cue))
}

#[cfg(test)]
mod tests {
    use super::{has_cue, spaced};

    #[test]
    fn cues_are_words_unless_they_say_otherwise() {
        let check = |text: &str, cue: &str| has_cue(&spaced(text), cue);
        assert!(check("What's the default?", "what s") && !check("Somewhat", "what"));
        assert!(check("Wie viele?", "wie viel*") && !check("Wie viele?", "wie viel"));
        assert!(check("Install it", "^install*") && !check("To install it", "^install*"));
        assert!(check("这是什么？", "什么"));
    }
}
