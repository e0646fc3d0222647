//! What every chunk promises, checked from outside: by the text of the chunk and of its file alone.

use std::collections::HashSet;
use std::ops::Range;

use comrak::nodes::NodeValue;
use comrak::{Arena, Options, parse_document};
use index::{Chunk, Document, MAX_PASSAGE_CHARS};

/// The line ends between the breadcrumbs of a passage and its text.
const LINE_ENDS: usize = 2;

/// Chunks that break a promise, as counts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flaws {
    /// All chunks.
    pub(crate) n: usize,
    /// A gap or an overlap before it, or an end of the text that none reaches.
    pub(crate) gaps: usize,
    /// A fence that nothing closes.
    pub(crate) open_fences: usize,
    /// Rows of a table without the table's head.
    pub(crate) headless_tables: usize,
    /// A passage of more than 2,000 characters.
    pub(crate) too_long: usize,
    /// Under 40 characters, though its document has more.
    pub(crate) fragments: usize,
    /// Outside of 400 to 1,600 characters.
    pub(crate) uneven: usize,
    /// Most of its words are not on the lines of the file that it says.
    pub(crate) wrong_lines: usize,
}

impl Flaws {
    pub(crate) fn add(&mut self, other: &Flaws) {
        self.n += other.n;
        self.gaps += other.gaps;
        self.open_fences += other.open_fences;
        self.headless_tables += other.headless_tables;
        self.too_long += other.too_long;
        self.fragments += other.fragments;
        self.uneven += other.uneven;
        self.wrong_lines += other.wrong_lines;
    }
}

/// Checks the chunks of a document against each other and against the `source` of its file. `say`
/// gets an example of each flaw.
pub(crate) fn flaws(document: &Document, source: &str, mut say: impl FnMut(&str, &str)) -> Flaws {
    let mut flaws = Flaws::default();
    let lines: Vec<&str> = source.split('\n').collect();
    let tables = tables(&document.content);
    // The line of the content that the chunk begins on, from 1.
    let mut line = 1;
    let mut end = 0;
    for chunk in &document.chunks {
        flaws.n += 1;
        let range = chunk.range.clone();
        let text = document.content.get(range.clone()).unwrap_or_default();
        let whole = format!("{}{text}{}", chunk.prefix, chunk.suffix);
        let length = whole.trim().chars().count();
        let mut count = |flaw: &mut usize, is_flawed: bool, name: &str| {
            if is_flawed {
                *flaw += 1;
                let short: String = text.chars().take(100).collect();
                let at = format!("{}:{}", document.path, chunk.lines.start());
                say(name, &format!("{at}: {}", short.replace('\n', "⏎")));
            }
        };
        count(
            &mut flaws.gaps,
            range.start != end || range.is_empty(),
            "gap",
        );
        count(&mut flaws.open_fences, has_open_fence(&whole), "open fence");
        let is_inside = tables.iter().any(|rows| rows.contains(&line));
        let is_headless = is_inside && !chunk.prefix.contains('|');
        count(&mut flaws.headless_tables, is_headless, "headless table");
        line += text.matches('\n').count();
        let passage = length + crumbs(document, chunk).min(search::MAX_BREADCRUMBS) + LINE_ENDS;
        count(&mut flaws.too_long, passage > MAX_PASSAGE_CHARS, "too long");
        let is_fragment = length < 40 && document.chunks.len() > 1;
        count(&mut flaws.fragments, is_fragment, "fragment");
        flaws.uneven += usize::from(!(400..=1_600).contains(&length));
        let is_elsewhere = !is_on_its_lines(chunk, text, &lines);
        count(&mut flaws.wrong_lines, is_elsewhere, "wrong lines");
        end = range.end;
    }
    flaws.gaps += usize::from(end != document.content.len());
    flaws
}

fn crumbs(document: &Document, chunk: &Chunk) -> usize {
    let mut length = document.title.chars().count() + 2;
    let mut at = chunk.heading;
    while let Some(heading) = at.and_then(|at| document.headings.get(at as usize)) {
        length += heading.title.chars().count() + 3;
        at = heading.parent;
    }
    length
}

fn has_open_fence(text: &str) -> bool {
    let arena = Arena::new();
    let root = parse_document(&arena, text, &Options::default());
    root.descendants()
        .any(|node| match &node.data.borrow().value {
            NodeValue::CodeBlock(block) => block.fenced && !block.closed,
            _ => false,
        })
}

/// The tables of a text, as the lines of their rows after the head.
fn tables(text: &str) -> Vec<Range<usize>> {
    let arena = Arena::new();
    let mut options = Options::default();
    options.extension.table = true;
    let root = parse_document(&arena, text, &options);
    let nodes = root.descendants().map(|node| node.data.borrow());
    nodes
        .filter(|data| matches!(data.value, NodeValue::Table(_)))
        .map(|data| data.sourcepos.start.line + 1..data.sourcepos.end.line + 1)
        .collect()
}

/// Whether at least half of the longer words of a chunk are on the lines that it says.
fn is_on_its_lines(chunk: &Chunk, text: &str, lines: &[&str]) -> bool {
    let (first, last) = (*chunk.lines.start() as usize, *chunk.lines.end() as usize);
    let Some(lines) = lines.get(first.saturating_sub(1)..last.min(lines.len())) else {
        return false;
    };
    let source = lines.join("\n");
    let is_long = |word: &&str| word.chars().count() > 4;
    // The title is put on top of texts that do not have it.
    let body = text.lines().filter(|line| !line.starts_with("# "));
    let words: HashSet<&str> = body
        .flat_map(|line| line.split(|c: char| !c.is_alphanumeric()))
        .filter(is_long)
        .collect();
    let n_there = words.iter().filter(|word| source.contains(**word)).count();
    n_there * 2 >= words.len()
}
