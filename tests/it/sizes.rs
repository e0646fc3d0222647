//! How many bytes a corpus takes: growth is seen where it is made, not when a deployment fails.

use std::fs;

use crate::support::{build, root};

/// Bytes of `terms.fst` and of `knowledge.msgpack` for [`pages`].
const SIZES: [usize; 2] = [7_330, 126_571];

/// Share of a size that it may differ by, in percent: what a library's new release may do.
const MARGIN: usize = 1;

/// Pages that never change: words of the licence as often as it uses them, below headings, with
/// links between the pages and a name in each section that no other has.
fn pages() -> Vec<(String, String)> {
    let licence = fs::read_to_string(root().join("LICENSE-APACHE")).unwrap();
    let words: Vec<&str> = licence
        .split(|c: char| !c.is_ascii_alphabetic())
        .filter(|word| !word.is_empty())
        .collect();
    let mut state = 1_u32;
    let mut word = || {
        // The constants of Numerical Recipes; the upper bits are the random ones.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        words[(state >> 8) as usize % words.len()]
    };
    let mut pages = Vec::new();
    for n in 0..150 {
        let mut text = format!("# {} {} {n}\n", word(), word());
        for section in 0..4 {
            text.extend(["\n## ", word(), " ", word(), "\n\n"]);
            for _ in 0..60 {
                text.extend([word(), " "]);
            }
            let own = format!("`{}_{n}_{section}`", word());
            let next = format!("(page-{}.md)", (n + 1) % 150);
            text.extend([&own, ", see [", word(), "]", &next, ".\n"]);
        }
        pages.push((format!("docs.example.com/page-{n}.md"), text));
    }
    pages
}

#[test]
fn an_index_does_not_grow_unseen() {
    let built = build(&pages());
    let sizes = [built.terms.len(), built.knowledge.len()];
    for (size, expected) in sizes.into_iter().zip(SIZES) {
        assert!(
            size.abs_diff(expected) * 100 <= expected * MARGIN,
            "terms.fst and knowledge.msgpack have {sizes:?} bytes, expected {SIZES:?} within \
             {MARGIN} %. If that is meant, say in the commit what it buys, and write the new sizes \
             into SIZES in tests/it/sizes.rs."
        );
    }
}
