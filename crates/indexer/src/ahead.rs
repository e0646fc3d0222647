//! Looking ahead for ends that may not be there. A page of a hundred thousand openers that nothing
//! closes must not be read to its end for each of them.

/// How often a text may be read over in vain before only what is near is read.
const PATIENCE: usize = 32;
/// How far is near, in bytes: what is closed at all is mostly closed within it.
const NEAR: usize = 500;

/// What is known of the rest of a text that is read from its beginning to its end.
#[derive(Debug, Default)]
pub(crate) struct Ahead {
    /// What is not in the rest of the text.
    gone: Vec<String>,
    /// How many bytes may still be read in vain.
    patience: usize,
}

impl Ahead {
    /// Nothing is known of `text` yet.
    pub(crate) fn of(text: &str) -> Ahead {
        Ahead {
            gone: Vec::new(),
            patience: PATIENCE * text.len(),
        }
    }

    /// Where `mark` is in the rest of the text. Once it was not there, it is not there later.
    pub(crate) fn find(&mut self, rest: &str, mark: &str) -> Option<usize> {
        self.find_by(mark, || rest.find(mark))
    }

    /// What `find` finds in the rest of the text. Once it was not there, it is not there later.
    pub(crate) fn find_by<T>(&mut self, what: &str, find: impl Fn() -> Option<T>) -> Option<T> {
        if self.gone.iter().any(|gone| gone == what) {
            return None;
        }
        let found = find();
        if found.is_none() {
            self.gone.push(what.to_owned());
        }
        found
    }

    /// As much of `rest` as is worth looking at.
    pub(crate) fn within<'t>(&self, rest: &'t str) -> &'t str {
        if self.patience > 0 {
            rest
        } else {
            head(rest, NEAR)
        }
    }

    /// So many bytes were read and nothing was found that ends.
    pub(crate) fn in_vain(&mut self, n_bytes: usize) {
        self.patience = self.patience.saturating_sub(n_bytes);
    }
}

/// The first `most` bytes of a text, or a few less: characters stay whole.
pub(crate) fn head(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev();
    let end = end.into_iter().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_is_not_looked_for() {
        let mut ahead = Ahead::of("a -->");
        assert_eq!(ahead.find("a -->", "-->"), Some(2));
        assert_eq!(ahead.find("a", "-->"), None);
        assert_eq!(ahead.find("-->", "-->"), None, "the rest only gets shorter");
        assert_eq!(ahead.find("-->", "--"), Some(0));
    }

    #[test]
    fn patience_ends() {
        let text = "語".repeat(400);
        let mut ahead = Ahead::of(&text);
        ahead.in_vain(31 * text.len());
        assert_eq!(ahead.within(&text), text);
        ahead.in_vain(text.len());
        assert_eq!(ahead.within(&text), "語".repeat(166));
        assert_eq!(ahead.within("near"), "near");
    }
}
