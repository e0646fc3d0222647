//! Documents from text without structure, as collections of judged queries have them.

use std::ops::Range;

use index::{Chunk, Document};

/// Most characters of a chunk: as many as the chunks of pages aim to stay below.
const CHUNK: usize = indexer::TARGET_MAX;

/// A document whose text is taken literally: nothing in it is Markdown.
pub(crate) fn document(
    uri: String,
    path: &str,
    title: &str,
    text: &str,
    language: &str,
) -> Document {
    let chunk = |range: Range<usize>| Chunk {
        text: text.get(range.clone()).unwrap_or_default().to_owned(),
        range,
        heading: None,
        lines: 1..=1,
        links: String::new(),
        prefix: String::new(),
        suffix: String::new(),
    };
    Document {
        uri,
        title: title.to_owned(),
        language: language.to_owned(),
        path: path.to_owned(),
        content: text.to_owned(),
        chunks: split(text).into_iter().map(chunk).collect(),
        ..Document::default()
    }
}

/// Cuts `text` into ranges of at most [`CHUNK`] characters that cover it: after the last sentence
/// that fits, else at the last white space, else anywhere. The pieces of a text are about equally
/// long: BM25 would rank a short rest above them.
fn split(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        let n_left = rest.chars().count();
        let length = if n_left <= CHUNK {
            rest.len()
        } else {
            // As many pieces as there must be, all alike.
            cut(rest, n_left.div_ceil(n_left.div_ceil(CHUNK)))
        };
        ranges.push(start..start + length);
        start += length;
    }
    ranges
}

/// Where to cut `text` after about `limit` of its characters, as a byte offset above 0.
fn cut(text: &str, limit: usize) -> usize {
    let mut sentence = None;
    let mut word = None;
    let mut before = ' ';
    let mut end = text.len();
    for (n, (i, c)) in text.char_indices().enumerate() {
        if n >= limit {
            end = i;
            break;
        }
        // A cut in the first half would leave a scrap.
        if n > limit / 2 {
            if matches!(before, '.' | '!' | '?' | '।' | '؟') && c.is_whitespace() {
                sentence = Some(i);
            } else if matches!(c, '。' | '！' | '？' | '\n') {
                sentence = Some(i + c.len_utf8());
            } else if c.is_whitespace() {
                word = Some(i);
            }
        }
        before = c;
    }
    sentence.or(word).unwrap_or(end)
}

#[cfg(test)]
mod tests {
    use super::{CHUNK, split};

    #[track_caller]
    fn check(text: &str) -> Vec<&str> {
        let ranges = split(text);
        let pieces: Vec<&str> = ranges
            .iter()
            .filter_map(|range| text.get(range.clone()))
            .collect();
        assert_eq!(pieces.concat(), text, "the pieces cover the text");
        assert!(pieces.iter().all(|piece| piece.chars().count() <= CHUNK));
        pieces
    }

    #[test]
    fn pieces_cover_the_text_and_end_with_sentences() {
        assert!(check("").is_empty());
        assert_eq!(check("Short. Text."), ["Short. Text."]);
        let prose = "A sentence of some length. ".repeat(200);
        assert!(
            check(&prose)
                .iter()
                .rev()
                .skip(1)
                .all(|piece| piece.ends_with('.'))
        );
        let japanese = "これは文です。".repeat(500);
        assert!(check(&japanese).iter().all(|piece| piece.ends_with('。')));
    }

    #[test]
    fn text_without_any_white_space_is_cut_between_characters() {
        let pieces = check(&"ก".repeat(3 * CHUNK + 1)).len();
        assert_eq!(pieces, 4);
    }
}
