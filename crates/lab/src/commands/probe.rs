//! `lab probe`: does search find headings by what people type of them? Queries are made from the
//! headings and titles of a folder, so that any documentation can be asked about itself.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;

use clap::Args;
use index::analysis::{is_gram, letters};
use index::{DocumentId, Index};
use search::Options;

use crate::corpus;
use crate::measures::percent;

/// Letters of a name that a query is made of, at least.
const MIN_NAME: usize = 6;

/// Characters of a piece of a heading in a script without spaces.
const PIECE: usize = 5;

/// How far down the right document counts for each kind.
const DEPTH: usize = 5;

/// Print how often a heading is found by its name, parts of it, and misspellings. Right is any
/// document that has such a heading.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Folders of documentation.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Queries of each kind at most, spread over the folder.
    #[arg(long, value_name = "N", default_value_t = 300)]
    most: usize,
    /// Print the queries for which another document comes first, with both.
    #[arg(long)]
    misses: bool,
}

/// What a query is made of a name that reads like code.
type Made = fn(&str) -> Option<String>;
const KINDS: [(&str, Made); 5] = [
    ("full name", |name| Some(name.to_owned())),
    ("last part", last_part),
    ("split words", split_words),
    ("one letter missing", without_a_letter),
    ("first 70 %", beginning),
];

/// Hits of one kind of query.
#[derive(Clone, Copy, Default)]
struct Found {
    n: usize,
    first: usize,
    in_five: usize,
    empty: usize,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    println!("| folder | kind | queries | hit@1 | hit@5 | empty |");
    println!("|---|---|---:|---:|---:|---:|");
    for path in &arguments.paths {
        let built = corpus::build(path)?;
        let index = corpus::open(&built)?;
        let (names, pieces) = headings(&index)?;
        let folder = path
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        for (kind, make) in KINDS {
            // Whatever would make the same query is as right as what it was made of.
            let mut queries = Right::new();
            for (name, documents) in &names {
                if let Some(query) = make(name) {
                    queries.entry(query).or_default().extend(documents);
                }
            }
            // And so is what only begins like it.
            for (query, right) in &mut queries {
                let begun = names.range(query.clone()..);
                let begun = begun.take_while(|(name, _)| name.starts_with(query.as_str()));
                right.extend(begun.flat_map(|(_, documents)| documents));
            }
            print_row(&index, &folder, kind, &queries, arguments)?;
        }
        let kind = "piece of a heading without spaces";
        print_row(&index, &folder, kind, &pieces, arguments)?;
    }
    Ok(())
}

type Right = BTreeMap<String, BTreeSet<u32>>;

/// Headings that are names of code, and pieces of headings in scripts without spaces, each with the
/// documents that have it.
fn headings(index: &Index<'_>) -> anyhow::Result<(Right, Right)> {
    let (mut names, mut all) = (Right::new(), BTreeSet::new());
    for id in 0..index.statistics().n_documents {
        let document = index.document(DocumentId(id))?;
        let titles = document.headings.iter().map(|heading| &heading.title);
        for title in titles.chain([&document.title]) {
            if is_name(title) {
                names.entry(title.clone()).or_default().insert(id);
            }
            all.insert(title.clone());
        }
    }
    let mut pieces = Right::new();
    let grams = |text: &str| {
        letters(text)
            .chars()
            .all(|c| is_gram(c.encode_utf8(&mut [0; 4])))
    };
    for (number, heading) in all.iter().enumerate() {
        if let Some(piece) = piece(heading, number).filter(|piece| grams(piece)) {
            pieces.entry(piece.to_owned()).or_default();
        }
    }
    for id in 0..index.statistics().n_documents {
        let document = index.document(DocumentId(id))?;
        let text = format!("{}\n{}", document.title, index.content(&document)?);
        for (piece, right) in &mut pieces {
            if text.contains(piece.as_str()) {
                right.insert(id);
            }
        }
    }
    Ok((names, pieces))
}

/// [`PIECE`] characters or more out of a heading, from another place for each number. Words that
/// have spaces around them stay whole.
fn piece(heading: &str, number: usize) -> Option<&str> {
    let starts: Vec<usize> = if heading.contains(' ') {
        let spaces = heading.match_indices(' ');
        [0].into_iter()
            .chain(spaces.map(|(at, _)| at + 1))
            .collect()
    } else {
        heading.char_indices().map(|(at, _)| at).collect()
    };
    let ends = |start: &usize| {
        let (at, _) = heading.get(*start..)?.char_indices().nth(PIECE - 1)?;
        let boundary = |end: &&usize| **end > start + at;
        let next = starts.iter().find(boundary).copied();
        Some(*start..next.unwrap_or(heading.len()))
    };
    let ranges: Vec<Range<usize>> = starts.iter().filter_map(ends).collect();
    let range = ranges.get(number.checked_rem(ranges.len())?)?;
    heading.get(range.clone()).map(str::trim)
}

/// At most `most` of a map, evenly over it.
fn spread(of: &Right, most: usize) -> impl Iterator<Item = (&String, &BTreeSet<u32>)> {
    of.iter().step_by(of.len().div_ceil(most.max(1)).max(1))
}

/// Whether a heading is a name of code: one word, with a sign or a capital within it.
fn is_name(title: &str) -> bool {
    let is_inner_capital = title
        .chars()
        .zip(title.chars().skip(1))
        .any(|(a, b)| a.is_lowercase() && b.is_uppercase());
    let is_joined = title.trim_matches('-').contains(['_', '.', ':', '-', '/']);
    title.chars().count() >= MIN_NAME
        && title.is_ascii()
        && !title.contains(char::is_whitespace)
        && title.contains(|c: char| c.is_ascii_alphabetic())
        && (is_inner_capital || is_joined)
}

fn last_part(name: &str) -> Option<String> {
    let name = name.trim_end_matches(['(', ')']);
    let part = name.rsplit(['.', ':', '/']).next()?;
    (part.len() >= 4 && part.len() < name.len()).then(|| part.to_owned())
}

fn split_words(name: &str) -> Option<String> {
    let mut words = String::new();
    let mut before = ' ';
    for c in name.chars() {
        if c.is_uppercase() && before.is_lowercase() {
            words.push(' ');
        }
        words.push(if c.is_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            ' '
        });
        before = c;
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    (words.len() > 1).then(|| words.join(" "))
}

fn without_a_letter(name: &str) -> Option<String> {
    let at = name.len() / 2;
    Some(format!("{}{}", name.get(..at)?, name.get(at + 1..)?))
}

fn beginning(name: &str) -> Option<String> {
    name.get(..(name.len() * 7).div_ceil(10)).map(str::to_owned)
}

fn print_row(
    index: &Index<'_>,
    folder: &str,
    kind: &str,
    queries: &Right,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    if queries.is_empty() {
        return Ok(());
    }
    let options = Options {
        limit: DEPTH,
        per_document: 1,
        ..Options::default()
    };
    let mut found = Found::default();
    let name = |id: DocumentId| anyhow::Ok(index.document(id)?.name);
    for (query, right) in spread(queries, arguments.most) {
        let hits = search::hits(index, query, &options)?;
        let at = hits.iter().position(|hit| right.contains(&hit.document.0));
        found.n += 1;
        found.first += usize::from(at == Some(0));
        found.in_five += usize::from(at.is_some());
        found.empty += usize::from(hits.is_empty());
        if arguments.misses && at != Some(0) {
            let first = hits.first().map(|hit| name(hit.document)).transpose()?;
            let right = right.first().map(|id| name(DocumentId(*id))).transpose()?;
            eprintln!(
                "{kind}: {query}\n  first {}\n  not   {}",
                first.unwrap_or_default(),
                right.unwrap_or_default()
            );
        }
    }
    println!(
        "| {folder} | {kind} | {} | {:.1} % | {:.1} % | {} |",
        found.n,
        percent(found.first, found.n),
        percent(found.in_five, found.n),
        found.empty
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{beginning, is_name, last_part, piece, split_words, without_a_letter};

    #[test]
    fn queries_of_a_name() {
        assert!(is_name("esp_wifi_set_mode") && is_name("build.rollupOptions"));
        assert!(!is_name("Install") && !is_name("how to install") && !is_name("--all"));
        assert_eq!(
            last_part("Vec::with_capacity"),
            Some("with_capacity".into())
        );
        assert_eq!(last_part("onError"), None);
        assert_eq!(
            split_words("build.rollupOptions"),
            Some("build rollup options".into())
        );
        assert_eq!(without_a_letter("abcdef"), Some("abcef".into()));
        assert_eq!(piece("新幹線の時刻表", 1), Some("幹線の時刻"));
        assert_eq!(piece("사용자 정의 오류", 1), Some("정의 오류"));
        assert_eq!(beginning("abcdefghij"), Some("abcdefg".into()));
    }
}
