//! Where sentences end, in every language.
//!
//! Unicode's rules (UAX 29) know the full stops of all scripts. Three things are added that they
//! leave to the application: abbreviations, code and brackets that hold full stops, and scripts
//! that mark the end of a sentence with a space or not at all.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::cues::{is_han_or_kana, is_south_east_asian};

/// What ends with a full stop and no sentence, in lower case, in their order.
static ABBREVIATIONS: &[&str] = &[
    "abb", "abs", "al", "approx", "art", "bzw", "ca", "cf", "co", "col", "corp", "dept", "dr",
    "ed", "eds", "etc", "ev", "evtl", "ex", "fig", "figs", "gen", "ggf", "hl", "inc", "incl", "jr",
    "lt", "ltd", "max", "mio", "mme", "mr", "mrs", "ms", "no", "nos", "nr", "p", "par", "pp",
    "prof", "rev", "sec", "sr", "st", "tab", "usw", "vgl", "vol", "vs", "z",
];

/// Characters from which on a stretch without full stops is a sentence of its own, in scripts that
/// put a space where a sentence ends.
const CLAUSE: usize = 90;

/// The sentences of `text`, which is one paragraph on one line, in their order, as ranges of bytes
/// without white space around them.
pub(super) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut sentences = Vec::new();
    let mut start = 0;
    let mut open = Open::default();
    for (at, piece) in text.split_sentence_bound_indices() {
        let end = at + piece.len();
        open.read(piece);
        let so_far = text.get(start..end).unwrap_or_default();
        let rest = text.get(end..).unwrap_or_default();
        if end < text.len() && (open.is_open(end - start) || goes_on(so_far, rest)) {
            continue;
        }
        push(text, start..end, &mut sentences);
        start = end;
        open = Open::default();
    }
    push(text, start..text.len(), &mut sentences);
    sentences
}

/// Adds a sentence; one of a script without full stops is divided at its spaces.
fn push(text: &str, range: Range<usize>, sentences: &mut Vec<Range<usize>>) {
    let sentence = text.get(range.clone()).unwrap_or_default();
    let south_east_asian = sentence.chars().filter(|&c| is_south_east_asian(c)).count();
    if south_east_asian * 2 < sentence.chars().count() {
        return push_trimmed(text, range, sentences);
    }
    let mut start = range.start;
    let mut length = 0;
    for (at, c) in sentence.char_indices() {
        length += 1;
        if c == ' ' && length >= CLAUSE {
            push_trimmed(text, start..range.start + at, sentences);
            (start, length) = (range.start + at, 0);
        }
    }
    push_trimmed(text, start..range.end, sentences);
}

fn push_trimmed(text: &str, range: Range<usize>, sentences: &mut Vec<Range<usize>>) {
    let sentence = text.get(range.clone()).unwrap_or_default();
    let start = range.start + (sentence.len() - sentence.trim_start().len());
    let end = start + sentence.trim().len();
    if start < end {
        sentences.push(start..end);
    }
}

/// Whether a full stop between these ends no sentence.
fn goes_on(before: &str, after: &str) -> bool {
    let before = before.trim_end();
    let next = after.trim_start().chars().next();
    if next.is_some_and(char::is_lowercase) {
        return true;
    }
    // What stands at the full stop, without what quotes or emphasizes it.
    let Some(word) = before.strip_suffix('.') else {
        return false;
    };
    let word = word
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | '"' | '*' | '_'))
        .next()
        .unwrap_or_default();
    let last = word.rsplit('.').next().unwrap_or_default().to_lowercase();
    let mut letters = last.chars();
    match (letters.next(), letters.next()) {
        (Some(one), None) if one.is_alphabetic() => true,
        // `am 7. Februar`, `1. Install it`.
        (Some(one), two) if one.is_ascii_digit() => {
            letters.next().is_none() && two.is_none_or(|two| two.is_ascii_digit()) && word == last
        }
        _ => ABBREVIATIONS.binary_search(&last.as_str()).is_ok(),
    }
}

/// Brackets and code that are open.
#[derive(Default)]
struct Open {
    brackets: i32,
    in_code: bool,
}

impl Open {
    fn read(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '`' => self.in_code = !self.in_code,
                '(' | '[' if !self.in_code => self.brackets += 1,
                ')' | ']' if !self.in_code => self.brackets -= 1,
                _ => {}
            }
        }
    }

    /// Whether something is open, after so many bytes. What is never closed is a slip of the
    /// writer and must not hold the sentence open for long.
    fn is_open(&self, length: usize) -> bool {
        (self.brackets > 0 || self.in_code) && length < 400
    }
}

/// How many words `text` has: runs between spaces; two characters are a word of Chinese and
/// Japanese, five one of the scripts of South-East Asia, about the means of running text.
#[must_use]
pub fn words(text: &str) -> usize {
    let (mut spaced, mut han, mut asian) = (0, 0, 0);
    let mut in_word = false;
    for c in text.chars() {
        if is_han_or_kana(c) || is_south_east_asian(c) {
            han += usize::from(is_han_or_kana(c));
            asian += usize::from(is_south_east_asian(c));
            in_word = false;
        } else if c.is_whitespace() {
            in_word = false;
        } else if !in_word && (c.is_alphanumeric() || c == '`') {
            in_word = true;
            spaced += 1;
        }
    }
    spaced + usize::div_ceil(han, 2) + usize::div_ceil(asian, 5)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{ABBREVIATIONS, sentences, words};

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> = sentences(text)
            .into_iter()
            .map(|range| &text[range])
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn full_stops_of_all_scripts_end_sentences() {
        check("One. Two! Three?", &["One.", "Two!", "Three?"]);
        check("এটি একটি। এটি দুই।", &["এটি একটি।", "এটি দুই।"]);
        check(
            "新幹線は速い。切符は駅で買う。",
            &["新幹線は速い。", "切符は駅で買う。"],
        );
        check("ما هذا؟ هذا كتاب.", &["ما هذا؟", "هذا كتاب."]);
    }

    #[test]
    fn abbreviations_numbers_code_and_brackets_do_not() {
        assert!(ABBREVIATIONS.is_sorted());
        check(
            "Use e.g. Rust 1.85. Then go.",
            &["Use e.g. Rust 1.85.", "Then go."],
        );
        check(
            "Am 7. Februar kam Dr. Ott. Er ging.",
            &["Am 7. Februar kam Dr. Ott.", "Er ging."],
        );
        check("Call `a. B` now. Done.", &["Call `a. B` now.", "Done."]);
        check(
            "It (see X. Y is) works. Done.",
            &["It (see X. Y is) works.", "Done."],
        );
        check("Since 2015. It works.", &["Since 2015.", "It works."]);
    }

    #[test]
    fn a_script_without_full_stops_is_divided_at_spaces() {
        let clause = "ก".repeat(60);
        let text = [clause.as_str(); 5].join(" ");
        assert_eq!(sentences(&text).len(), 3);
    }

    #[test]
    fn words_are_counted_in_every_script() {
        assert_eq!(words("Two words."), 2);
        assert_eq!(words("新幹線は"), 2);
        assert_eq!(words("- | `x` 1"), 2);
    }

    proptest! {
        #[test]
        fn sentences_are_all_of_the_text_but_space(text in "[^\n]{0,200}") {
            let mut end = 0;
            let mut left = String::new();
            for range in sentences(&text) {
                prop_assert!(range.start >= end);
                left.push_str(&text[end..range.start]);
                prop_assert_eq!(text[range.clone()].trim(), &text[range.clone()]);
                end = range.end;
            }
            left.push_str(&text[end..]);
            prop_assert!(left.trim().is_empty());
        }
    }
}
