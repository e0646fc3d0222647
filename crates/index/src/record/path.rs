//! The path of a source file, as the name of its document has it: most end as the name does, but for an extension, and
//! maybe in small letters.

/// A path, by the name of its document.
#[derive(Debug, Default, Eq, PartialEq)]
pub(super) struct Path<T> {
    pub(super) start: T,
    /// How many bytes of the end of the name follow, twice, and one more if in small letters.
    pub(super) middle: u64,
    pub(super) end: T,
}

/// The bytes at the end of a name and of what may be the end of a path that are the same.
fn common_end(name: &str, path: &str, is_same: impl Fn(char, char) -> bool) -> usize {
    let pairs = name.chars().rev().zip(path.chars().rev());
    let same = pairs.take_while(|(a, b)| a.len_utf8() == b.len_utf8() && is_same(*a, *b));
    same.map(|(a, _)| a.len_utf8()).sum()
}

impl<'a> Path<&'a str> {
    /// `path` by `name`: the most of the name that it ends with, before its extension or its last slash.
    pub(super) fn of(path: &'a str, name: &str) -> Self {
        let extension = path.rfind('.').unwrap_or(path.len());
        let file = path.rfind('/').unwrap_or(path.len());
        let mut best = (0, path.len(), 0);
        for end in [extension, file] {
            let Some(before) = path.get(..end) else {
                continue;
            };
            let exact = common_end(name, before, |a, b| a == b);
            let small = common_end(name, before, |a, b| a.to_ascii_lowercase() == b);
            let (length, is_small) = if exact >= small {
                (exact, 0)
            } else {
                (small, 1)
            };
            if length > best.0 {
                best = (length, end, is_small);
            }
        }
        let (length, end, is_small) = best;
        let (before, after) = path.split_at_checked(end).unwrap_or((path, ""));
        Path {
            start: before.get(..before.len() - length).unwrap_or_default(),
            middle: (length as u64) << 1 | is_small,
            end: after,
        }
    }
}

impl Path<String> {
    /// The whole path of the document that is called `name`.
    pub(super) fn whole(self, name: &str) -> Option<String> {
        let length = usize::try_from(self.middle >> 1).ok()?;
        let middle = name.get(name.len().checked_sub(length)?..)?;
        let mut whole = self.start;
        if self.middle & 1 == 0 {
            whole.push_str(middle);
        } else {
            whole.push_str(&middle.to_ascii_lowercase());
        }
        whole.push_str(&self.end);
        Some(whole)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Path;

    fn read_back(name: &str, path: &str) -> Option<String> {
        let Path { start, middle, end } = Path::of(path, name);
        let (start, end) = (start.to_owned(), end.to_owned());
        Path { start, middle, end }.whole(name)
    }

    #[test]
    fn a_path_is_mostly_the_name() {
        let paths = [
            ("documents/a.dev/b/c", "a.dev/b/c.md", "", 9, 0, ".md"),
            (
                "documents/a.dev/b/c",
                "src/b/c/index.md",
                "src",
                4,
                0,
                "/index.md",
            ),
            (
                "documents/a.dev/Web/API/X",
                "en/web/api/x.md",
                "en",
                10,
                1,
                ".md",
            ),
            ("documents/a.dev/b", "", "", 0, 0, ""),
            ("documents/a.dev/é", "x/é", "x", 3, 0, ""),
        ];
        for (name, path, start, length, small, end) in paths {
            let middle = length << 1 | small;
            assert_eq!(Path::of(path, name), Path { start, middle, end });
            assert_eq!(read_back(name, path).as_deref(), Some(path));
        }
    }

    proptest! {
        #[test]
        fn a_path_is_read_back(
            name in "[a-cA-Cé/.]{0,12}|\\PC{0,12}",
            path in "[a-cA-Cé/.]{0,12}|\\PC{0,12}",
            start: String,
        ) {
            for path in [format!("{start}{path}"), format!("{start}{}.md", name.to_lowercase())] {
                prop_assert_eq!(read_back(&name, &path), Some(path));
            }
        }

        #[test]
        fn no_path_panics(start: String, middle: u64, length in 0..20_u64, end: String, name: String) {
            for middle in [middle, length] {
                let (start, end) = (start.clone(), end.clone());
                Path { start, middle, end }.whole(&name);
            }
        }
    }
}
