//! Raw HTML (and, crudely, JSX) inside Markdown: which of its bytes a reader sees.

use std::ops::Range;

use crate::ahead::Ahead;
use crate::markdown::{Piece, slice};

/// Elements that do not part words: `f<b>o</b>o` is one word, `a<br>b` are two. No `span`: what is
/// written with it is mostly badges, one beside the other.
const INLINE: [&str; 21] = [
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "em", "font", "i", "ins", "mark", "q",
    "s", "small", "strong", "sub", "sup", "u", "wbr",
];

/// Elements whose content is no text.
const UNSEEN: [&str; 3] = ["script", "style", "template"];

/// Whether `tag` (`<b>`, `</b>`) belongs to an element that does not part words.
#[must_use]
pub(crate) fn is_inline(tag: &str) -> bool {
    let name = tag_name(tag);
    INLINE
        .iter()
        .any(|inline| inline.eq_ignore_ascii_case(name))
}

fn tag_name(tag: &str) -> &str {
    let rest = tag.trim_start_matches(['<', '/']);
    let end = rest
        .find(|c: char| !c.is_alphanumeric() && c != '-' && c != '.')
        .unwrap_or(rest.len());
    rest.get(..end).unwrap_or_default()
}

/// Adds what is visible in `range`, a block of HTML: everything but tags, comments, scripts and
/// styles. A tag that does not end is text.
pub(crate) fn visible(text: &str, range: Range<usize>, pieces: &mut Vec<Piece>) {
    let mut at = range.start;
    let mut seen_from = at;
    let mut ahead = Ahead::of(slice(text, &range));
    let mut show = |range: Range<usize>, space: bool| {
        let end = range.end;
        if !range.is_empty() {
            pieces.push(Piece {
                range,
                text: None,
                is_alt: false,
            });
        }
        if space {
            let at = end.saturating_sub(1);
            pieces.push(Piece {
                range: at..at,
                text: Some(" ".to_owned()),
                is_alt: false,
            });
        }
    };
    while let Some(open) = slice(text, &(at..range.end)).find('<') {
        let open = at + open;
        let rest = slice(text, &(open..range.end));
        let Some(length) = markup_length(rest, &mut ahead) else {
            at = open + 1;
            continue;
        };
        show(seen_from..open, !is_inline(rest));
        at = open + length;
        seen_from = at;
    }
    show(seen_from..range.end, false);
}

/// The length of the tag, comment or unseen element that `text` begins with.
fn markup_length(text: &str, ahead: &mut Ahead) -> Option<usize> {
    if text.starts_with("<!--") {
        return ahead.find(text, "-->").map(|at| at + 3);
    }
    if !text
        .get(1..)?
        .starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?' | '>'))
    {
        return None;
    }
    let near = ahead.within(text);
    let Some(tag) = tag_length(near) else {
        ahead.in_vain(near.len());
        return None;
    };
    let name = tag_name(text).to_ascii_lowercase();
    if UNSEEN.contains(&&*name) && !text.starts_with("</") {
        let close = format!("</{name}");
        let end = ahead.find_by(&close, || {
            let end = text.to_ascii_lowercase().find(&close)?;
            Some(end + text.get(end..)?.find('>')? + 1)
        });
        if end.is_some() {
            return end;
        }
    }
    Some(tag)
}

/// The length of a tag: to its `>`, quotes and `{expressions}` passed over.
fn tag_length(text: &str) -> Option<usize> {
    let mut quote = None;
    let mut braces = 0_usize;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '{') => braces += 1,
            (None, '}') => braces = braces.saturating_sub(1),
            (None, '>') if braces == 0 => return Some(at + 1),
            // Text, or whatever is inside quotes.
            _ => {}
        }
    }
    // An apostrophe or a brace that is not closed: the first `>` must do.
    text.find('>').map(|at| at + 1)
}
