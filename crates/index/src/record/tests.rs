//! What is written of a document beside its text is read back, whatever it says.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use super::{Record, read, unzigzag, write, zigzag};
use crate::document::{Chunk, Document, Heading};
use crate::slug::slug;
use crate::stored::StoredChunk;

/// What titles and anchors may be: mostly words, and anything.
const TEXT: &str = "[A-Z a-zßİ!_-]{0,12}|(?s).{0,8}";

/// What `document` must be read back as.
fn expected(document: &Document) -> Record {
    let stored = |chunk: &Chunk| StoredChunk {
        range: chunk.range.clone(),
        heading: chunk.heading,
        lines: chunk.lines.clone(),
        prefix: chunk.prefix.clone(),
        suffix: chunk.suffix.clone(),
    };
    let scheme = document.uri.split_once("://").map(|(scheme, _)| scheme);
    Record {
        title: document.title.clone(),
        description: document.description.clone(),
        updated: document.updated.clone(),
        scheme: scheme.unwrap_or_default().to_owned(),
        path: document.path.clone(),
        headings: document.headings.clone(),
        chunks: document.chunks.iter().map(stored).collect(),
    }
}

fn headings() -> impl Strategy<Value = Vec<Heading>> {
    let start = prop_oneof![0..50_u32, any::<u32>()];
    let heading = (TEXT, TEXT, 0..4_u8, start, option::of(any::<u32>()));
    vec(heading, 0..12).prop_map(|headings| {
        let mut start = 0_u32;
        let heading =
            |(number, (title, anchor, rule, gap, parent)): (u32, (String, _, _, _, _))| {
                start = start.saturating_add(gap);
                let anchor = match rule {
                    0 => anchor,
                    1 => slug(&title, '-'),
                    2 => slug(&title, '_'),
                    _ => format!("{}-1", slug(&title, '-')),
                };
                // A parent comes before its headings.
                let parent = Option::and_then(parent, |parent: u32| parent.checked_rem(number));
                Heading {
                    parent,
                    title,
                    anchor,
                    start,
                }
            };
        (0_u32..).zip(headings).map(heading).collect()
    })
}

fn chunks() -> impl Strategy<Value = Vec<Chunk>> {
    let line = prop_oneof![0..9_u32, any::<u32>()];
    let wrap = || prop_oneof![3 => Just(String::new()), 1 => "(?s).{0,8}"];
    let chunk = (
        1..300_usize,
        option::of(0..12_u32),
        (line.clone(), line),
        wrap(),
        wrap(),
    );
    vec(chunk, 0..12).prop_map(|chunks| {
        let mut end = 0;
        let chunk = |(length, heading, (first, n_lines), prefix, suffix)| {
            let start = end;
            end += length;
            Chunk {
                range: start..end,
                heading,
                lines: first..=u32::saturating_add(first, n_lines),
                text: String::new(),
                links: String::new(),
                prefix,
                suffix,
            }
        };
        chunks.into_iter().map(chunk).collect()
    })
}

prop_compose! {
    fn document()(
        scheme in "https|http|[a-z]{0,3}",
        [rest, path] in ["[a-cA-C/.é]{0,9}", "[a-cA-C/.é]{0,9}|(?s).{0,9}"],
        [title, description, updated] in [TEXT, TEXT, TEXT],
        headings in headings(),
        chunks in chunks(),
    ) -> Document {
        Document {
            uri: format!("{scheme}://{rest}"),
            title,
            description,
            updated,
            path,
            headings,
            chunks,
            ..Document::default()
        }
    }
}

#[test]
fn counts_that_no_bytes_follow_are_errors() {
    for counts in [[u32::MAX, 0, 0], [0, u32::MAX, 0], [0, 0, u32::MAX]] {
        let mut bytes = Vec::new();
        super::write_numbers(&mut bytes, counts.map(u64::from));
        bytes.extend([0; 99]);
        assert!(read(&bytes, "").is_err());
    }
}

#[test]
fn a_chunk_that_is_not_there_has_no_wrap() {
    // No heading, no chunk, one wrap: of the chunk 0.
    let mut bytes = vec![0, 0, 1, 0, 0];
    bytes.extend([b'\n'; 8]);
    assert!(read(&bytes, "").is_err());
}

proptest! {
    #[test]
    fn zigzag_goes_back(value: i64) {
        prop_assert_eq!(unzigzag(zigzag(value)), value);
    }

    #[test]
    fn records_are_read_back(document in document()) {
        let bytes = write(&document);
        prop_assert_eq!(read(&bytes, &document.name()).unwrap(), expected(&document));
    }

    #[test]
    fn a_record_that_is_cut_or_followed_is_an_error(document in document(), more: u8) {
        let mut bytes = write(&document);
        let name = document.name();
        for length in 0..bytes.len() {
            prop_assert!(read(&bytes[..length], &name).is_err(), "{} bytes", length);
        }
        bytes.push(more);
        prop_assert!(read(&bytes, &name).is_err());
    }

    #[test]
    fn no_bytes_panic(document in document(), at: usize, byte: u8, bytes: Vec<u8>, name: String) {
        let _ = read(&bytes, &name);
        let mut damaged = write(&document);
        let at = at % damaged.len();
        damaged[at] = byte;
        let _ = read(&damaged, &document.name());
    }
}
