//! Data among text: base64, minified code. Nobody searches for a word of it, and a model that reads
//! it learns nothing.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Longer runs of ASCII without white space are no words, in bytes. The longest names of functions
/// and the longest URIs of links are shorter.
const LONGEST_WORD: usize = 200;
/// Longer lines that are [`is_dense`] are no text, in bytes.
const LONGEST_DENSE: usize = 500;
/// Longer data of a `data:` URI is left out of what is shown, in bytes.
const LONGEST_DATA: usize = 300;
/// Longer runs of ASCII without white space are cut in what is shown, in bytes.
const LONGEST_RUN: usize = 5_000;
/// Longer lines that are [`is_dense`] are cut in what is shown, in bytes.
const LONGEST_LINE: usize = 20_000;
/// What is shown of a run or a line that is cut, in bytes.
const KEPT: usize = 200;

/// A text without what is only data, to be analyzed.
pub(crate) fn words(text: &str) -> Cow<'_, str> {
    let is_noise = |line: &str| line.len() > LONGEST_DENSE && is_dense(line);
    let is_word = |run: &&str| run.len() <= LONGEST_WORD || !run.is_ascii();
    let runs = |line: &str| line.split(char::is_whitespace).all(|run| is_word(&run));
    if text.lines().all(|line| !is_noise(line) && runs(line)) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::new();
    for line in text.lines().filter(|line| !is_noise(line)) {
        let words: Vec<&str> = line.split(char::is_whitespace).filter(is_word).collect();
        kept.push_str(&words.join(" "));
        kept.push('\n');
    }
    Cow::Owned(kept)
}

/// ASCII with hardly any spaces. Prose has one to five other characters, code one to eight; of
/// languages that are written without spaces nothing is ASCII.
fn is_dense(line: &str) -> bool {
    let bytes = line.trim().as_bytes();
    let n_spaces = bytes.iter().filter(|b| b.is_ascii_whitespace()).count();
    let n_others = bytes.iter().filter(|b| !b.is_ascii()).count();
    n_spaces * 14 < bytes.len() && n_others * 20 < bytes.len()
}

/// A text in which data is cut and the cut is noted, line by line. `is_markup`: lines may be long
/// because tags have no line ends between them.
pub(crate) fn shortened(text: &str, is_markup: bool) -> Cow<'_, str> {
    if text.lines().all(|line| line.len() <= LONGEST_DATA) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if line.len() <= LONGEST_DATA {
            out.push_str(line);
        } else if !is_markup && line.len() > LONGEST_LINE && is_dense(line) {
            let body = line.trim_end();
            let n_left = cut(body, &mut out);
            write!(out, " [{n_left} characters left out]").ok();
            out.push_str(line.get(body.len()..).unwrap_or_default());
        } else {
            for run in line.split_inclusive(|c: char| c.is_whitespace() || c == '<' || c == '>') {
                shorten_run(run, &mut out);
            }
        }
    }
    Cow::Owned(out)
}

/// Adds a run without white space (one at its end aside), data cut. What says so has no space in it,
/// since it may stand in the target of a link.
fn shorten_run(run: &str, out: &mut String) {
    let mark = ";base64,";
    let mut rest = run;
    while let Some(at) = rest.find(mark) {
        let (head, data) = rest.split_at(at + mark.len());
        let is_data = |c: char| c.is_ascii_alphanumeric() || "+/=%_-".contains(c);
        let end = data.find(|c| !is_data(c)).unwrap_or(data.len());
        out.push_str(head);
        if end > LONGEST_DATA {
            write!(out, "[{end}-characters-left-out]").ok();
        } else {
            out.push_str(data.get(..end).unwrap_or_default());
        }
        rest = data.get(end..).unwrap_or_default();
    }
    if rest.len() > LONGEST_RUN && rest.is_ascii() {
        let body = rest.trim_end();
        let n_left = cut(body, out);
        write!(out, "[{n_left}-characters-left-out]").ok();
        out.push_str(rest.get(body.len()..).unwrap_or_default());
    } else {
        out.push_str(rest);
    }
}

/// Adds the beginning of `text` and says how many characters are not added.
fn cut(text: &str, out: &mut String) -> usize {
    let end = (0..=KEPT).rev().find(|end| text.is_char_boundary(*end));
    let (kept, left) = text.split_at(end.unwrap_or(0));
    out.push_str(kept);
    left.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_cut_and_the_cut_is_noted() {
        let data = "iVBORw0KGgo=".repeat(50);
        assert_eq!(
            shortened(&format!("A ![x](data:image/png;base64,{data}) b\n"), false),
            "A ![x](data:image/png;base64,[600-characters-left-out]) b\n"
        );
        let blob = "Zm9v".repeat(2_000);
        let shown = shortened(&blob, false);
        assert!(shown.ends_with("Zm9v[7800-characters-left-out]"), "{shown}");
        let minified = "function(a,b){return a+b};".repeat(1_000);
        let shown = shortened(&minified, false);
        assert!(shown.ends_with(" [25800 characters left out]"), "{shown}");
        let tags = "<p>One</p>".repeat(5_000);
        assert_eq!(shortened(&tags, true), tags);
        let chinese = "没有空格的长行".repeat(5_000);
        assert_eq!(shortened(&chinese, false), chinese);
    }

    #[test]
    fn data_has_no_words() {
        let blob = "Zm9v+".repeat(60);
        assert_eq!(words(&format!("See {blob} here\nand")), "See here\nand\n");
        assert_eq!(words(&"a(b,c);return d;".repeat(40)), "");
        let prose = "Some words in a sentence. ".repeat(60);
        assert_eq!(words(&prose), prose);
        let chinese = "没有空格的长行".repeat(200);
        assert_eq!(words(&chinese), chinese);
    }
}
