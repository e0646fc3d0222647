//! Anchors that follow from the titles of headings.

use crate::analysis::is_word_char;

/// The title in small letters, without punctuation, `separator` for each space: with `-` as GitHub makes
/// anchors, before it makes them unique.
#[must_use]
pub fn slug(title: &str, separator: char) -> String {
    let lower = title.to_lowercase();
    let chars = lower.chars().filter_map(|c| match c {
        ' ' => Some(separator),
        '-' | '_' => Some(c),
        _ => is_word_char(c).then_some(c),
    });
    chars.collect()
}
