//! Links between documents: relative ones, those to files, and those from the root of a site become
//! URIs that a reader can open anywhere.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;

use crate::ahead::head;
use crate::corpus::Corpus;
use crate::markdown::{Lines, slice};
use crate::markup::{Code, Text};
use crate::page::{self, Findings, Place};

/// Extensions that a link to a page may leave out, or have in place of another.
const EXTENSIONS: [&str; 5] = ["md", "mdx", "markdown", "html", "ipynb"];
/// Stems of files that stand for their folder.
const FOLDER_FILES: [&str; 4] = ["index", "_index", "README", "readme"];

/// Where the documents of a corpus are read.
#[derive(Debug, Default)]
pub(crate) struct Targets {
    by_path: HashMap<String, String>,
    /// URIs and aliases, with the URI that they lead to.
    uris: HashMap<String, String>,
    /// Folders of sources, the longest first.
    folders: Vec<String>,
}

/// A link that leads nowhere: the line of its file and what it says.
pub(crate) type Broken = (u32, String);

/// What a link to another document of the corpus says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Link {
    /// Its text, without marks.
    pub text: String,
    /// The document.
    pub uri: String,
    /// The place in it; empty for the top.
    pub fragment: String,
}

/// A link to a place in a document of the corpus.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct PlaceLink {
    /// The line of the file that it is in.
    pub line: u32,
    /// What it says.
    pub target: String,
    /// The document; empty for the one that it is in.
    pub uri: String,
    /// The place.
    pub fragment: String,
}

impl Targets {
    /// The targets in a corpus.
    #[must_use]
    pub(crate) fn of(corpus: &Corpus) -> Targets {
        let found: Vec<(String, (String, Vec<String>))> = corpus
            .files
            .par_iter()
            .filter_map(|file| {
                let bytes = std::fs::read(&file.full_path).ok()?;
                let uris = page::uris(&file.place, &bytes)?;
                Some((file.place.path.clone(), uris))
            })
            .collect();
        let mut folders: Vec<String> = corpus
            .config
            .sources
            .iter()
            .map(|source| source.folder.clone())
            .collect();
        folders.sort_by_key(|folder| std::cmp::Reverse(folder.len()));
        let mut targets = Targets {
            folders,
            ..Targets::default()
        };
        for (_, (uri, aliases)) in &found {
            for alias in aliases {
                targets.uris.insert(alias.clone(), uri.clone());
            }
        }
        // After the aliases, so that a page keeps its own address.
        for (path, (uri, _)) in found {
            targets.uris.insert(uri.clone(), uri.clone());
            targets.by_path.insert(path, uri);
        }
        targets
    }

    /// Rewrites the links of the document at `place`.
    #[must_use]
    pub(crate) fn rewrite(&self, text: &Text, place: &Place, findings: &mut Findings) -> Text {
        let content = text.as_str();
        if !content.contains("](") && !content.contains("]: ") {
            return text.clone();
        }
        let code = Code::all(content, true);
        let reader = crate::markup::Reader::new(text);
        let mut edits = Vec::new();
        for range in destinations(content, &code) {
            let target = slice(content, &range);
            let line = || reader.line_of(range.start);
            let mut leads_to = |uri: &str, rest: &str| {
                let fragment = rest.split_once('#').map_or("", |(_, fragment)| fragment);
                if is_checkable(fragment) {
                    findings.places.push(PlaceLink {
                        line: line(),
                        target: target.to_owned(),
                        uri: uri.to_owned(),
                        fragment: fragment.to_owned(),
                    });
                }
            };
            match self.resolve(target, place) {
                Resolved::In(uri, rest) => {
                    leads_to(&uri, rest);
                    if let Some(text) = text_of(content, range.start) {
                        let fragment = rest.split_once('#').map_or("", |(_, fragment)| fragment);
                        findings.links.push(Link {
                            text,
                            uri: uri.clone(),
                            fragment: fragment.to_owned(),
                        });
                    }
                    edits.push((range, format!("{uri}{rest}")));
                }
                Resolved::As(uri) => edits.push((range, uri)),
                Resolved::Broken => findings.broken.push((line(), target.to_owned())),
                Resolved::Left if target.starts_with('#') => leads_to("", target),
                Resolved::Left => {}
            }
        }
        text.edited(edits)
    }

    fn resolve<'l>(&self, target: &'l str, place: &Place) -> Resolved<'l> {
        let is_elsewhere = target.contains(':')
            || target.starts_with(['#', '?', '{', '$', '@', '~'])
            || target.starts_with("//");
        if target.is_empty() || is_elsewhere {
            return Resolved::Left;
        }
        let end = target.find(['#', '?']).unwrap_or(target.len());
        let (path, rest) = target.split_at(end);
        let path = percent_encoding::percent_decode_str(path).decode_utf8_lossy();
        let (stem, extension) = match path.rsplit_once('.') {
            Some((stem, extension))
                if !extension.contains('/') && !stem.is_empty() && !stem.ends_with(['.', '/']) =>
            {
                (stem, extension)
            }
            _ => (&*path, ""),
        };
        let is_page = extension.is_empty() || EXTENSIONS.contains(&extension);
        if let Some(uri) = self.find(&path, stem, is_page, place) {
            return Resolved::In(uri.to_owned(), rest);
        }
        if !is_page {
            return Resolved::Left;
        }
        // Outside of the corpus, but on its site.
        if path.starts_with('/') && !place.is_made_up {
            let host = format!("https://{}", place.base.host());
            let path = stem.trim_end_matches('/');
            return Resolved::As(format!("{host}{path}{rest}"));
        }
        // Pages of HTML are often made by other tools than the one that reads this tree.
        let is_source = !extension.starts_with("htm") && EXTENSIONS.contains(&extension);
        let names_file = is_source && !path.starts_with('/');
        if names_file {
            Resolved::Broken
        } else {
            Resolved::Left
        }
    }

    fn find(&self, path: &str, stem: &str, is_page: bool, place: &Place) -> Option<&str> {
        let folder = place.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let mut files: Vec<String> = Vec::new();
        if let Some(rooted) = path.strip_prefix('/') {
            let source = self
                .folders
                .iter()
                .find(|folder| place.path.starts_with(&***folder));
            files.extend(source.map(|folder| format!("{folder}/{rooted}")));
            files.push(rooted.to_owned());
        } else {
            files.push(format!("{folder}/{path}"));
        }
        for file in &files {
            let Some(file) = normal(file) else {
                continue;
            };
            if let Some(uri) = self.by_path.get(&file) {
                return Some(uri);
            }
            if is_page {
                let bare = EXTENSIONS
                    .iter()
                    .find_map(|extension| file.strip_suffix(extension)?.strip_suffix('.'))
                    .unwrap_or(&file);
                for extension in EXTENSIONS {
                    if let Some(uri) = self.by_path.get(&format!("{bare}.{extension}")) {
                        return Some(uri);
                    }
                    for name in FOLDER_FILES {
                        let inside = format!("{bare}/{name}.{extension}");
                        if let Some(uri) = self.by_path.get(inside.trim_start_matches('/')) {
                            return Some(uri);
                        }
                    }
                }
            }
        }
        // By URI: from the root of the site, from the base, from the page as a folder.
        let mut uris: Vec<String> = Vec::new();
        let own = place.uri.to_string();
        if let Some(rooted) = stem.strip_prefix('/') {
            uris.push(format!("https://{}/{rooted}", place.base.host()));
            uris.push(format!("{}/{rooted}", place.base));
        } else {
            uris.push(format!("{own}/{stem}"));
            if let Some((parent, _)) = own.rsplit_once('/') {
                uris.push(format!("{parent}/{stem}"));
            }
        }
        uris.iter().find_map(|uri| {
            let (scheme, rest) = uri.split_once("://")?;
            let uri = format!("{scheme}://{}", normal(rest)?);
            self.uris.get(&uri).map(String::as_str)
        })
    }
}

enum Resolved<'l> {
    /// A document of the corpus, and what follows: query and fragment.
    In(String, &'l str),
    As(String),
    Left,
    Broken,
}

/// Whether a fragment names a place of the text: no text fragment, no state of a page.
fn is_checkable(fragment: &str) -> bool {
    let is_state = fragment.contains([':', '=', '/', '{', '$']);
    !fragment.is_empty() && fragment != "top" && !is_state
}

/// A path without `.`, `..` and empty parts; `None` above the root.
fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Longer targets of links are text, in bytes.
const LONGEST_TARGET: usize = 5_000;

/// Longest text of a link that says what its target is, in bytes.
const LONGEST_TEXT: usize = 120;

/// The text of the link whose target begins at `target`, without marks.
fn text_of(content: &str, target: usize) -> Option<String> {
    let before = slice(content, &(0..target));
    let before = before
        .strip_suffix('<')
        .unwrap_or(before)
        .strip_suffix("](")?;
    let mut depth = 0_usize;
    let mut start = None;
    for (at, c) in before.char_indices().rev() {
        match c {
            _ if before.len() - at > LONGEST_TEXT => break,
            ']' => depth += 1,
            '[' if depth == 0 => {
                start = Some(at + 1);
                break;
            }
            '[' => depth -= 1,
            _ => {}
        }
    }
    let text = before
        .get(start?..)?
        .replace(['`', '*', '[', ']', '\\'], "");
    Some(crate::names::one_line(&text)).filter(|text| text.chars().any(char::is_alphabetic))
}

/// Where the targets of links are (not of images), in order.
fn destinations(content: &str, code: &Code) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut lines = Lines::of(content);
    // How far the line was looked through, and whether its last bracket is that of an image.
    let mut looked = 0;
    let mut is_image = false;
    for at in code.find(content, "](") {
        let line = lines.at(at);
        if looked < line.start {
            looked = line.start;
            is_image = false;
        }
        if let Some(open) = slice(content, &(looked..at)).rfind('[') {
            is_image = slice(content, &(line.start..looked + open)).ends_with('!');
        }
        looked = at;
        if is_image {
            continue;
        }
        let start = at + 2;
        let rest = head(slice(content, &(start..line.end)), LONGEST_TARGET);
        if let Some(inside) = rest.strip_prefix('<') {
            if let Some(end) = inside.find('>') {
                found.push(start + 1..start + 1 + end);
            }
            continue;
        }
        let mut depth = 0_usize;
        let end = rest.find(|c: char| {
            match c {
                '(' => depth += 1,
                ')' if depth == 0 => return true,
                ')' => depth -= 1,
                _ => return c.is_whitespace(),
            }
            false
        });
        found.extend(end.map(|end| start..start + end));
    }
    let mut lines = Lines::of(content);
    for at in code.find(content, "]: ") {
        let line = lines.at(at);
        let name = slice(content, &line).trim_start();
        if name.starts_with('[') && !name.starts_with("[^") {
            let rest = slice(content, &(at + 3..line.end));
            let from = at + 3 + (rest.len() - rest.trim_start().len());
            let word = rest.split_whitespace().next().unwrap_or_default();
            if !word.starts_with('<') {
                found.push(from..from + word.len());
            }
        }
    }
    found.sort_by_key(|range| range.start);
    found
}
