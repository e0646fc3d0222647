//! One file becomes one document.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use index::{Document, Heading};

use crate::ahead::head;
use crate::chunk::{self, Section};
use crate::error::Problem;
use crate::format::{self, FileKind};
use crate::front_matter::{self, FrontMatter};
use crate::links::{Broken, Link, PlaceLink, Targets};
use crate::markdown::{self, Markdown, Piece, slice};
use crate::markup::{self, Source};
use crate::names::{self, Uri};
use crate::{anchor, language, noise, unlink};

/// The longest description taken from a text, in characters.
const MAX_DESCRIPTION_CHARS: usize = 300;

/// Longer ids are none, in bytes.
const LONGEST_ID: usize = 200;

/// What is known of a file before it is read.
#[derive(Clone, Debug)]
pub struct Place {
    /// Relative to the root, with `/` between folders.
    pub path: String,
    /// How the file is read.
    pub kind: FileKind,
    /// Values of variables of the generator of the site, by name.
    pub variables: Arc<BTreeMap<String, String>>,
    /// Nothing says where it is read: `uri` is made of the name of the corpus.
    pub is_made_up: bool,
    /// Where the pages around it are read: what `slug` and its like are relative to.
    pub base: Uri,
    /// Where the document is read, unless its front matter says otherwise.
    pub uri: Uri,
    /// The language of the document, unless its front matter says otherwise: what its path or the
    /// configuration says of its folder.
    pub language: Option<String>,
    /// The language of the document if nothing else says it, not even its text.
    pub default_language: String,
    /// A title made of the file's name, for want of any other.
    pub fallback_title: String,
}

/// What a file holds.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Page {
    /// A document.
    Document(Box<Document>, Box<Findings>),
    /// No text and no title.
    NoText,
    /// No text and no title, and it leads elsewhere.
    Redirect,
    /// Its front matter says that it is not published.
    Draft,
}

/// What reading a document brings to light beside the document.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Findings {
    /// The language that the document has but for its text, if only its text says another.
    pub without_text_language: Option<String>,
    /// Links that lead nowhere.
    pub broken: Vec<Broken>,
    /// What its links to other documents say.
    pub links: Vec<Link>,
    /// Links to a place in a document, to be checked when all are read.
    pub places: Vec<PlaceLink>,
    /// Files that it asks for and that cannot be put there: line and reason.
    pub missing: Vec<(u32, String)>,
    /// The places in it that a link can lead to, as `anchor::comparable` has them.
    pub ids: HashSet<String>,
    /// Neither front matter nor a heading gives a title.
    pub is_untitled: bool,
}

/// Reads a document from the bytes of its file. `root` is where files are that are put into
/// others.
///
/// # Errors
/// Not UTF-8, broken front matter, a name that is too long.
pub(crate) fn read(
    place: &Place,
    bytes: &[u8],
    root: Option<&Path>,
    targets: Option<&Targets>,
) -> Result<Page, Problem> {
    let problem = |line: u32, reason: String| Problem::new(&place.path, line, reason);
    let text = format::decode(bytes).map_err(|(line, reason)| problem(line, reason))?;
    let (front_matter, body) = match place.kind {
        // JSON as well, but no front matter.
        FileKind::Notebook => (FrontMatter::default(), 0),
        _ => front_matter::split(&text).map_err(|(line, reason)| problem(line, reason))?,
    };
    if front_matter.is_draft {
        return Ok(Page::Draft);
    }
    let own = uri_of(place, &front_matter);
    let uri = own.to_string();
    check_name(&uri).map_err(|reason| problem(1, reason))?;
    let (n_skipped, body) = trim_blank_lines(&text, body);
    // The lines of a notebook are JSON; its cells are looked at one by one.
    let body = match place.kind {
        FileKind::Notebook => body,
        kind => noise::shortened(&body, kind == FileKind::Html).into_owned(),
    };
    let faults = RefCell::default();
    let source = Source {
        path: &place.path,
        root,
        is_mdx: place.kind == FileKind::Mdx,
        variables: &place.variables,
        faults: &faults,
    };
    let mut findings = Findings::default();
    let is_redirect = front_matter.is_redirect || body.contains("http-equiv=\"refresh\"");
    let Converted {
        body,
        lines,
        anchors,
        head,
    } = convert(place, body, n_skipped + 1, &source, targets, &mut findings)
        .map_err(|(line, reason)| problem(line, reason))?;
    let body = body.as_str();
    let front_title = front_matter.title.clone();
    let mut front_matter = front_matter;
    if body.trim().is_empty() && front_matter.title.is_none() {
        return Ok(if is_redirect {
            Page::Redirect
        } else {
            Page::NoText
        });
    }

    let found = Markdown::parse(body, &anchors);
    let title_heading = title_heading(&found, front_title.is_some());
    if found.headings.first().is_none_or(|first| first.level > 1) {
        front_matter.title = front_matter.title.or(head.title);
    }
    let title = front_matter
        .title
        .or_else(|| Some(found.headings.get(title_heading?)?.title.clone()));
    findings.is_untitled = title.is_none();
    findings.missing = faults.into_inner();
    findings.ids = ids(&text, &found);
    let title = title.unwrap_or_else(|| place.fallback_title.clone());
    let page = match title_heading {
        Some(_) => Shown {
            content: body.to_owned(),
            markdown: found,
            title_heading,
            n_added: 0,
        },
        None => Shown::with_title(&title, body, &found),
    };
    let description = front_matter
        .description
        .or(head.description)
        .or_else(|| first_paragraph(&page))
        .unwrap_or_default();
    let (headings, sections) = outline(&page);
    let chunks = chunks(&page, &sections, &lines, &text);
    let said = front_matter.language.or_else(|| place.language.clone());
    let language = said
        .or(head.language)
        .unwrap_or_else(|| language_of_text(&page, &place.default_language, &mut findings));
    let aliases = front_matter.aliases.iter();
    let aliases = aliases
        .filter_map(|alias| alias.alias_uri(&place.base, &own))
        .map(|alias| index::name_of_uri(&alias.to_string()))
        .collect();
    Ok(Page::Document(
        Box::new(Document {
            uri,
            title,
            description,
            language,
            updated: front_matter.updated.unwrap_or_default(),
            path: place.path.clone(),
            content: page.content,
            headings,
            chunks,
            aliases,
        }),
        Box::new(findings),
    ))
}

/// Where the document of a file is read, and where else; `None` if its front matter cannot be read.
#[must_use]
pub(crate) fn uris(place: &Place, bytes: &[u8]) -> Option<(String, Vec<String>)> {
    if place.kind == FileKind::Notebook {
        return Some((place.uri.to_string(), Vec::new()));
    }
    let text = format::decode(bytes).ok()?;
    let (front_matter, _) = front_matter::split(&text).ok()?;
    let uri = uri_of(place, &front_matter);
    let aliases = front_matter.aliases.iter();
    let aliases = aliases
        .filter_map(|alias| alias.alias_uri(&place.base, &uri))
        .map(|alias| alias.to_string())
        .collect();
    (!front_matter.is_draft).then(|| (uri.to_string(), aliases))
}

fn uri_of(place: &Place, front_matter: &FrontMatter) -> Uri {
    let slug = || front_matter.place.as_ref()?.uri(&place.base, &place.uri);
    let uri = front_matter.uri.clone().or_else(slug);
    uri.unwrap_or_else(|| place.uri.clone())
}

/// The places that a link can lead to: headings, and whatever the source gives an id.
fn ids(source: &str, found: &Markdown) -> HashSet<String> {
    let mut ids: HashSet<String> = HashSet::new();
    for heading in &found.headings {
        ids.insert(anchor::comparable(&heading.anchor));
        ids.insert(anchor::comparable(&heading.title));
    }
    for mark in ["id=", "name=", "{#", "id:", "{/*", "anchor="] {
        for (at, _) in source.match_indices(mark) {
            let rest = slice(source, &(at + mark.len()..source.len()));
            // An attribute without its quotes would be the rest of the text.
            let rest = head(rest, LONGEST_ID);
            let rest = rest.trim_start_matches([' ', '"', '\'', '{', '\\', '`']);
            let is_end = |c: char| c.is_whitespace() || "\"'}>*\\`".contains(c);
            let id = rest.split(is_end).next().unwrap_or_default();
            if !id.is_empty() && id.len() < rest.len() {
                ids.insert(anchor::comparable(id));
            }
        }
    }
    ids
}

/// Whether the name that follows from a URI is one that can be asked for.
fn check_name(uri: &str) -> Result<(), String> {
    let n_chars = index::name_of_uri(uri).chars().count();
    if n_chars <= names::MAX_NAME_CHARS {
        return Ok(());
    }
    Err(format!(
        "its name would have {n_chars} characters, {} are the most: shorten the path, or set `uri`",
        names::MAX_NAME_CHARS
    ))
}

/// The chunks of a text. `lines`: the line of the file for each line of it that is not added;
/// `source`: the file.
fn chunks(page: &Shown, sections: &[Section], lines: &[u32], source: &str) -> Vec<index::Chunk> {
    let rows: Vec<&str> = page.content.split('\n').collect();
    let ends = page.content.match_indices('\n');
    let row_starts: Vec<usize> = ends.map(|(at, _)| at + 1).collect();
    let row_of = |at: usize| row_starts.partition_point(|start| *start <= at);
    let source: Vec<&str> = source.lines().collect();
    let n_lines = source.len().max(1) as u32;
    let line_of = |row: usize| {
        let line = lines.get(row.saturating_sub(page.n_added)).or(lines.last());
        line.copied().unwrap_or(1).min(n_lines)
    };
    let source_line = |line: u32| source.get(line as usize - 1).map_or("", |line| line.trim());
    let is_blank = |row: usize| rows.get(row).is_none_or(|text| text.trim().is_empty());
    let lines_of = |range: Range<usize>| {
        let text = slice(&page.content, &range);
        let first = line_of(row_of(range.start));
        let last_row = row_of(range.start + text.trim_end().len().saturating_sub(1));
        let mut last = line_of(last_row).max(first);
        // One row may hold what several lines of the file say, such as a table row of HTML: they
        // end before the next row begins.
        if rows.get(last_row).map(|text| text.trim()) != Some(source_line(last)) {
            let next = (last_row + 1..rows.len()).find(|row| !is_blank(*row));
            let end = next.map_or(n_lines, |row| line_of(row).saturating_sub(1));
            let is_said = |line: &u32| !source_line(*line).is_empty();
            last = (last..=end).rev().find(is_said).unwrap_or(last);
        }
        first..=last
    };
    chunk::chunks(&page.content, &page.markdown, sections, lines_of)
}

/// The text of a document as it will be shown, and its structure.
struct Shown {
    content: String,
    markdown: Markdown,
    /// The heading that is the title, as an index into all headings.
    title_heading: Option<usize>,
    /// How many lines `content` has before the first of its source.
    n_added: usize,
}

/// The text of a file as Markdown and nothing else.
struct Converted {
    body: String,
    /// The line of the file for each line of `body`.
    lines: Vec<u32>,
    /// Anchors that the author gave, by the start of the heading's line.
    anchors: BTreeMap<usize, String>,
    /// What the file says of itself in its own format.
    head: format::Head,
}

fn convert(
    place: &Place,
    body: String,
    first_line: u32,
    source: &Source<'_>,
    targets: Option<&Targets>,
    findings: &mut Findings,
) -> Result<Converted, front_matter::Fault> {
    let (text, head) = format::markdown(place.kind, body, first_line, source)?;
    let text = unlink::unlink(&text, &mut findings.broken);
    let text = match targets {
        Some(targets) => targets.rewrite(&text, place, findings),
        None => text,
    };
    let (text, anchors) = markup::take_anchors(&text);
    let (body, lines) = text.trimmed().into_parts();
    let body = format!("{}\n", body.trim_end());
    Ok(Converted {
        body,
        lines,
        anchors,
        head,
    })
}

impl Shown {
    /// Puts the title on top of a text that does not have it: whoever gets the whole document, or
    /// its first chunk, gets its title. The title stands as it is, without escapes, since models
    /// read it and nothing renders it; its words are therefore not taken from the Markdown.
    fn with_title(title: &str, body: &str, found: &Markdown) -> Shown {
        let content = if body.trim().is_empty() {
            format!("# {title}\n")
        } else {
            format!("# {title}\n\n{body}")
        };
        let mut markdown = Markdown::parse(&content, &BTreeMap::new());
        let line = content.find('\n').unwrap_or(content.len());
        markdown.pieces.retain(|piece| piece.range.start > line);
        let piece = |range, text| Piece {
            range,
            text,
            is_alt: false,
        };
        let title_pieces = [
            piece(2..line, None),
            piece(line..line, Some("\n".to_owned())),
        ];
        markdown.pieces.splice(0..0, title_pieces);
        // The site shows the title outside of the text: its anchor is not taken.
        let n_new = markdown.headings.len().saturating_sub(found.headings.len());
        for (heading, alone) in markdown
            .headings
            .iter_mut()
            .skip(n_new)
            .zip(&found.headings)
        {
            heading.anchor.clone_from(&alone.anchor);
        }
        let n_added = if body.trim().is_empty() { 0 } else { 2 };
        Shown {
            content,
            markdown,
            title_heading: (n_new > 0).then_some(0),
            n_added,
        }
    }
}

/// The number of lines before the first that is not blank, from `body` on, and the text from
/// there, which ends with one line end. Indentation of the first line stays: it may be code.
fn trim_blank_lines(text: &str, body: usize) -> (u32, String) {
    let front = slice(text, &(0..body));
    let rest = slice(text, &(body..text.len()));
    let first = rest.len() - rest.trim_start().len();
    let start = markdown::line_start(rest, first);
    // JSON may end within a line.
    let n_before = front.matches('\n').count() + slice(rest, &(0..start)).matches('\n').count();
    (
        n_before as u32,
        format!("{}\n", slice(rest, &(start..rest.len())).trim_end()),
    )
}

/// The heading that is the document's own title: the first one, if it is of level 1 or if there is
/// no other title.
fn title_heading(markdown: &Markdown, has_title: bool) -> Option<usize> {
    markdown
        .headings
        .first()
        .filter(|first| first.level == 1 || !has_title)
        .map(|_| 0)
}

/// The headings without the title, and the sections that they begin.
fn outline(page: &Shown) -> (Vec<Heading>, Vec<Section>) {
    let mut headings = Vec::new();
    let mut sections = vec![Section {
        start: 0,
        level: 0,
        heading: None,
    }];
    let mut open: Vec<(u8, u32)> = Vec::new();
    for (i, found) in page.markdown.headings.iter().enumerate() {
        if page.title_heading == Some(i) {
            continue;
        }
        while open.last().is_some_and(|(level, _)| *level >= found.level) {
            open.pop();
        }
        let id = headings.len() as u32;
        headings.push(Heading {
            parent: open.last().map(|(_, id)| *id),
            title: found.title.clone(),
            anchor: found.anchor.clone(),
            start: found.range.start as u32,
        });
        open.push((found.level, id));
        sections.push(Section {
            start: found.range.start,
            level: found.level,
            heading: Some(id),
        });
    }
    (headings, sections)
}

/// The language of a page that only its text can tell.
fn language_of_text(page: &Shown, default: &str, findings: &mut Findings) -> String {
    // What the text says agrees with `en-GB` by saying `en`.
    let of_text = language::of_text(&prose(page));
    match of_text.filter(|tag| default.split('-').next() != Some(tag)) {
        None => default.to_owned(),
        Some(tag) => {
            findings.without_text_language = Some(default.to_owned());
            tag.to_owned()
        }
    }
}

/// The paragraphs, as far as they are needed to see the language.
fn prose(page: &Shown) -> String {
    let mut prose = String::new();
    for range in &page.markdown.paragraphs {
        prose.push_str(&page.markdown.prose(&page.content, range));
        prose.push('\n');
        if prose.len() > 12_000 {
            break;
        }
    }
    prose
}

/// Paragraphs that are looked at for one that is a sentence.
const LEAD: usize = 4;

/// The first paragraph that is a sentence, as one line; without one near the top, the first that is
/// prose: versions, authors and what a page is for stand above many texts.
fn first_paragraph(page: &Shown) -> Option<String> {
    let first_section = page
        .markdown
        .headings
        .iter()
        .find(|heading| heading.level > 1);
    let end = first_section.map_or(usize::MAX, |heading| heading.range.start);
    let mut lead = paragraphs(page).take(LEAD).take_while(|(at, _)| *at < end);
    let is_sentence = |text: &str| {
        let marks = ['.', '!', '?', ':', '。', '！', '？', '।', '…', '：'];
        text.trim_end_matches([')', '"', '”', '*', '_', '`'])
            .ends_with(marks)
    };
    let sentence = lead.find(|(_, text)| is_sentence(text));
    let first = sentence.or_else(|| paragraphs(page).next());
    first.map(|(_, text)| text)
}

/// Paragraphs that are prose, each with its start, as one line.
fn paragraphs(page: &Shown) -> impl Iterator<Item = (usize, String)> {
    page.markdown.paragraphs.iter().filter_map(|range| {
        let source = slice(&page.content, range);
        // The label of a box or tab.
        let inside = source
            .trim()
            .strip_prefix("**")
            .and_then(|rest| rest.strip_suffix("**"));
        let is_label = inside.is_some_and(|label| !label.contains("**"));
        let prose = page.markdown.prose(&page.content, range);
        let is_prose = !is_label && prose.chars().any(char::is_alphabetic);
        is_prose.then(|| (range.start, shorten(&prose, MAX_DESCRIPTION_CHARS)))
    })
}

/// Cuts one line at the end of a sentence, or else of a word, so that it has at most `max`
/// characters.
fn shorten(line: &str, max: usize) -> String {
    let Some((end, _)) = line.char_indices().nth(max) else {
        return line.to_owned();
    };
    let window = slice(line, &(0..end));
    let marks = ['.', '!', '?', '。', '！', '？', '।'];
    let mut sentence = window
        .match_indices(marks)
        .map(|(at, mark)| at + mark.len())
        .filter(|at| {
            let wide = window
                .get(..*at)
                .is_some_and(|cut| cut.ends_with(['。', '！', '？']));
            wide || line.get(*at..).is_some_and(|rest| rest.starts_with(' '))
        });
    if let Some(at) = sentence.next_back().filter(|at| at * 3 > window.len()) {
        return slice(window, &(0..at)).to_owned();
    }
    let room = window.char_indices().nth(max - 1).map_or(0, |(at, _)| at);
    let window = slice(window, &(0..room));
    let word = window
        .rfind(' ')
        .filter(|at| at * 2 > window.len())
        .unwrap_or(room);
    format!(
        "{}…",
        slice(window, &(0..word)).trim_end_matches([' ', ',', ';', ':'])
    )
}

#[cfg(test)]
pub(crate) mod tests;
