//! The fragments that lead to headings.

use std::collections::{HashMap, HashSet};

/// Finds an anchor that the author gave at the end of a heading, and where it begins: `{#id}`,
/// `{: #id}` (kramdown), `[#id]` (Nextra), `\{#id\}` (escaped for MDX), `{/*id*/}` (a comment in MDX).
pub(crate) fn explicit(heading: &str) -> Option<(usize, &str)> {
    let line = heading
        .lines()
        .next()?
        .trim_end()
        .trim_end_matches('#')
        .trim_end();
    // `[#id]`, as Nextra has it.
    if let Some(inside) = line.strip_suffix(']')
        && let Some((title, id)) = inside.rsplit_once(" [#")
        && id
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    {
        return (!id.is_empty()).then_some((title.len(), id));
    }
    let inside = line.strip_suffix('}')?;
    let open = inside.rfind('{')?;
    let start = if inside.get(..open)?.ends_with('\\') {
        open - 1
    } else {
        open
    };
    let inside = inside.get(open + 1..)?.trim_end_matches('\\').trim();
    let comment = inside
        .strip_prefix("/*")
        .and_then(|rest| rest.strip_suffix("*/"));
    let id = match comment {
        Some(id) => id.trim(),
        None => inside
            .trim_start_matches(':')
            .trim_start()
            .strip_prefix('#')?
            .split(' ')
            .next()?,
    };
    let fits =
        !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || "{}#\"'<>".contains(c));
    (fits && start > 0).then_some((start, id))
}

/// What is the same in the anchors that generators make of one heading: they agree on letters and
/// digits, and not on what stands between them.
pub(crate) fn comparable(anchor: &str) -> String {
    let decoded = percent_encoding::percent_decode_str(anchor).decode_utf8_lossy();
    let letters = decoded.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Anchors as GitHub makes them, each once in a document.
#[derive(Default)]
pub(crate) struct Slugs {
    used: HashSet<String>,
    next: HashMap<String, u32>,
}

impl Slugs {
    /// An anchor that the author gave. A tilde is encoded, since one stands between an anchor and the
    /// number of a chunk.
    pub(crate) fn explicit(&mut self, anchor: &str) -> String {
        self.unique(&anchor.replace('~', "%7E"))
    }

    /// The anchor of a heading that has no other.
    pub(crate) fn of(&mut self, title: &str) -> String {
        let slug = index::slug(title, '-');
        self.unique(&slug)
    }

    /// The anchor, with a number after it if it is taken.
    fn unique(&mut self, slug: &str) -> String {
        let mut unique = slug.to_owned();
        let n = self.next.entry(slug.to_owned()).or_default();
        while !self.used.insert(unique.clone()) {
            *n += 1;
            unique = format!("{slug}-{n}");
        }
        unique
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_are_given_once() {
        let mut slugs = Slugs::default();
        let given = [
            slugs.explicit("x"),
            slugs.explicit("x"),
            slugs.of("X"),
            slugs.explicit("x-1"),
            slugs.explicit("a~1"),
            slugs.of("Y"),
            slugs.explicit("y"),
        ];
        assert_eq!(given, ["x", "x-1", "x-2", "x-1-1", "a%7E1", "y", "y-1"]);
    }
}
