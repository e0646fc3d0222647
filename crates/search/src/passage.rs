//! What a reader gets for a hit: a passage that can be read by itself.

use index::{Error, Index, StoredDocument};

use crate::rank::Hit;

/// Longest line of breadcrumbs, in characters. With the longest chunk and the two line ends between
/// them it leaves a passage below [`index::MAX_PASSAGE_CHARS`].
pub const MAX_BREADCRUMBS: usize = 250;

/// A chunk, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// Resource name of its document.
    pub name: String,
    /// Where a person reads the document, with scheme, without fragment.
    pub uri: String,
    /// Title of the document.
    pub title: String,
    /// Id of the chunk, unique in its document.
    pub id: String,
    /// Markdown: a line of breadcrumbs unless the text begins with them, then the text. Below
    /// 2,000 characters, code fences closed.
    pub content: String,
    /// As in [`Hit`].
    pub score: f32,
}

/// The passage of a hit.
///
/// # Errors
/// If the index is damaged.
pub(crate) fn passage(index: &Index<'_>, hit: &Hit) -> Result<Passage, Error> {
    let document = index.document(hit.document)?;
    let number = (hit.chunk.0 - index.chunks_of(hit.document).start) as usize;
    Ok(Passage {
        id: document.chunk_id(number),
        content: content(index, &document, number)?,
        name: document.name,
        uri: document.uri,
        title: document.title,
        score: hit.score,
    })
}

/// What is shown of the `number`-th chunk of a document.
fn content(index: &Index<'_>, document: &StoredDocument, number: usize) -> Result<String, Error> {
    let Some(chunk) = document.chunks.get(number) else {
        return Ok(String::new());
    };
    let text = index.chunk_text(document, chunk)?;
    let text = text.trim_matches('\n');
    let mut breadcrumbs = vec![document.title.as_str()];
    breadcrumbs.extend(document.breadcrumbs(chunk.heading));
    // The heading that begins the text need not be said twice.
    let first_line = text.lines().next().unwrap_or_default();
    if first_line.starts_with('#') && chunk.prefix.is_empty() {
        breadcrumbs.pop();
    }
    let mut content = shorten(&breadcrumbs.join(" > "), MAX_BREADCRUMBS);
    if !content.is_empty() {
        content.push_str("\n\n");
    }
    content.push_str(&chunk.prefix);
    content.push_str(text);
    if !chunk.suffix.is_empty() {
        content.push('\n');
        content.push_str(chunk.suffix.trim_end_matches('\n'));
    }
    Ok(content)
}

/// `line`, cut to `limit` characters with an ellipsis as the last.
fn shorten(line: &str, limit: usize) -> String {
    match line.char_indices().nth(limit) {
        None => line.to_owned(),
        Some(_) => line.chars().take(limit - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn lines_are_cut_by_characters() {
        assert_eq!(shorten("abc", 3), "abc");
        assert_eq!(shorten("নমস্কার", 4), "নমস…");
    }
}
