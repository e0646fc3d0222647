//! A folder of documentation: which of its files are read, and where each is published.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use index::Document;
use walkdir::{DirEntry, WalkDir};

use crate::config::{self, Config, Pattern};
use crate::error::{Error, Problem};
use crate::format::{FileKind, KINDS};
use crate::page::Place;
use crate::{language, names};

/// Whether a path is one of a class of files.
type IsOne = fn(&str) -> bool;

/// Files that are parts of others or of a generator, and no pages.
const NO_PAGES: &[(&str, IsOne)] = &[
    ("partials (_*)", |path| {
        let stem = path.rsplit('/').next().unwrap_or_default();
        stem.starts_with('_') && !stem.starts_with("_index.")
    }),
    ("partials (folders of includes)", |path| {
        let folders = [
            "_includes",
            "_partials",
            "_snippets",
            "_layouts",
            "_templates",
            "_data",
        ];
        path.split('/').any(|part| folders.contains(&part))
    }),
    ("files of generators", |path| {
        let name = path.rsplit('/').next().unwrap_or_default().to_lowercase();
        let names = [
            "summary.md",
            "404.md",
            "404.html",
            "robots.txt",
            "llms.txt",
            "llms-full.txt",
            "cmakelists.txt",
        ];
        names.contains(&&*name)
            || name
                .strip_suffix(".txt")
                .is_some_and(|stem| stem.starts_with("requirements"))
    }),
];

/// Files that nobody expects to be read as text: one line of the summary for all of them.
const ASSETS: [&str; 34] = [
    "avif", "bmp", "bz2", "css", "drawio", "eot", "gif", "gz", "icns", "ico", "jpeg", "jpg", "mov",
    "mp3", "mp4", "ogg", "otf", "pdf", "png", "psd", "scss", "svg", "tar", "tif", "tiff", "ttf",
    "wasm", "wav", "webm", "webp", "woff", "woff2", "xz", "zip",
];

/// What the summary calls [`ASSETS`].
const ASSETS_CLASS: &str = "images, styles and other assets";

/// The rule of the patterns in `corpus.toml`.
pub const EXCLUDED: &str = "excluded by corpus.toml";
/// The rule of pages whose front matter says that they are not published.
pub const DRAFTS: &str = "drafts";
/// The rule of pages that only lead elsewhere.
pub const REDIRECTS: &str = "redirects";
/// The rule of files in which nothing is.
pub const NO_TEXT: &str = "files without text and title";

/// A corpus, its files found but not read.
#[derive(Debug)]
pub struct Corpus {
    /// The folder, without symbolic links.
    pub root: PathBuf,
    /// The name of the folder.
    pub name: String,
    /// What `corpus.toml` says.
    pub config: Config,
    /// The files to read, by path.
    pub files: Vec<File>,
    /// Files of other kinds: how many, by extension.
    pub not_read: BTreeMap<String, u32>,
    /// Files of a kind that is read and that are left out by a rule: paths, by what the rule says.
    pub left_out: BTreeMap<&'static str, Vec<String>>,
    /// What was wrong so far.
    pub problems: Vec<Problem>,
    /// Links to documents, and to places in them, that are not there.
    pub broken_links: Vec<Problem>,
    /// Pages with the text of another: the path that is kept, the path that is not.
    pub duplicates: Vec<(String, String)>,
    /// Pages whose title is made of the name of their file: paths.
    pub untitled: Vec<String>,
    /// What the owner of the corpus should know, though nothing is wrong.
    pub notes: Vec<String>,
}

/// A file to read.
#[derive(Debug)]
pub struct File {
    /// Where it is.
    pub full_path: PathBuf,
    /// What is known of its document.
    pub place: Place,
}

/// A file on the way: its path relative to the root, and the pieces that names are made of.
struct Found {
    path: String,
    full_path: PathBuf,
    kind: FileKind,
}

impl Found {
    /// The path without extension.
    fn stem_path(&self) -> &str {
        self.path
            .rsplit_once('.')
            .map_or(self.path.as_str(), |(stem, _)| stem)
    }

    fn folder(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    fn stem(&self) -> &str {
        let path = self.stem_path();
        path.rsplit_once('/').map_or(path, |(_, stem)| stem)
    }
}

impl Corpus {
    /// Looks through the folder `root`.
    ///
    /// # Errors
    /// The folder cannot be read, or its `corpus.toml` cannot be used.
    pub fn open(root: &Path) -> Result<Corpus, Error> {
        let unreadable = |error: std::io::Error| {
            let reason = match error.kind() {
                ErrorKind::NotFound => "there is no such folder".to_owned(),
                _ => error.to_string(),
            };
            Error::Root {
                path: root.to_owned(),
                reason,
            }
        };
        let real_root = root.canonicalize().map_err(unreadable)?;
        if !real_root.is_dir() {
            return Err(Error::Root {
                path: root.to_owned(),
                reason: "it is not a folder".to_owned(),
            });
        }
        let config = match fs::read_to_string(real_root.join(config::FILE_NAME)) {
            Ok(text) => Config::parse(&text).map_err(Error::Config)?,
            Err(error) if error.kind() == ErrorKind::NotFound => Config::default(),
            Err(error) => {
                return Err(Error::Config(Problem::new(
                    config::FILE_NAME,
                    1,
                    error.to_string(),
                )));
            }
        };
        let name = real_root
            .file_name()
            .map_or("corpus".into(), |name| name.to_string_lossy().into_owned());
        let mut corpus = Corpus {
            root: real_root,
            name,
            config,
            files: Vec::new(),
            not_read: BTreeMap::new(),
            left_out: BTreeMap::new(),
            problems: Vec::new(),
            broken_links: Vec::new(),
            duplicates: Vec::new(),
            untitled: Vec::new(),
            notes: Vec::new(),
        };
        let found = corpus.walk();
        corpus.place(found);
        corpus.check_sources();
        Ok(corpus)
    }

    /// All files that are read, by path.
    fn walk(&mut self) -> Vec<Found> {
        let mut found = Vec::new();
        let mut matched = vec![false; self.config.include.len() + self.config.exclude.len()];
        let mut entries = WalkDir::new(&self.root)
            .follow_links(true)
            .sort_by_file_name()
            .into_iter();
        while let Some(entry) = entries.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.problems.extend(self.walk_problem(&error));
                    continue;
                }
            };
            if entry.depth() == 0 {
                continue;
            }
            if let Some(problem) = self.link_out(&entry) {
                self.problems.push(problem);
            } else if !is_skipped(&entry) {
                if entry.file_type().is_file() {
                    self.sort_file(&entry, &mut matched, &mut found);
                }
                continue;
            }
            if entry.file_type().is_dir() {
                entries.skip_current_dir();
            }
        }
        let patterns = self.config.include.iter().chain(&self.config.exclude);
        for (pattern, _) in patterns.zip(&matched).filter(|(_, matched)| !**matched) {
            let Pattern { glob, line, .. } = pattern;
            self.notes.push(format!(
                "{}:{line}: no file matches {glob:?}",
                config::FILE_NAME
            ));
        }
        // By path as a whole: sorting names folder by folder puts `a/b` after `a.md`.
        found.sort_by(|a: &Found, b: &Found| a.path.cmp(&b.path));
        found
    }

    /// Takes a file, or counts it.
    fn sort_file(&mut self, entry: &DirEntry, matched: &mut [bool], found: &mut Vec<Found>) {
        let Some(path) = self.relative(entry.path()) else {
            let path = entry.path().to_string_lossy();
            self.problems
                .push(Problem::new(path, 1, "its name is not UTF-8: rename it"));
            return;
        };
        if path == config::FILE_NAME {
            return;
        }
        let extension = entry
            .path()
            .extension()
            .map(|extension| extension.to_string_lossy().to_lowercase());
        let extension = extension.unwrap_or_default();
        let Some((_, kind)) = KINDS.iter().find(|(known, _)| *known == extension) else {
            let class = match extension.as_str() {
                "" => "without extension".to_owned(),
                asset if ASSETS.contains(&asset) => ASSETS_CLASS.to_owned(),
                other => format!(".{other}"),
            };
            *self.not_read.entry(class).or_default() += 1;
            return;
        };
        if let Some((rule, _)) = NO_PAGES.iter().find(|(_, is_one)| is_one(&path)) {
            self.leave_out(rule, path);
            return;
        }
        let n_includes = self.config.include.len();
        let mut is_included = n_includes == 0;
        let mut is_excluded = false;
        let patterns = self.config.include.iter().chain(&self.config.exclude);
        for (i, (pattern, matched)) in patterns.zip(matched).enumerate() {
            if pattern.matches(&path) {
                *matched = true;
                is_included |= i < n_includes;
                is_excluded |= i >= n_includes;
            }
        }
        if is_included && !is_excluded {
            found.push(Found {
                path,
                full_path: entry.path().to_owned(),
                kind: *kind,
            });
        } else {
            self.leave_out(EXCLUDED, path);
        }
    }

    /// Notes a file that is left out by a rule.
    pub(crate) fn leave_out(&mut self, rule: &'static str, path: String) {
        self.left_out.entry(rule).or_default().push(path);
    }

    /// Gives each file its place.
    fn place(&mut self, found: Vec<Found>) {
        // The strongest of the files that could stand for a folder does; the others keep their names.
        let mut strongest: HashMap<String, usize> = HashMap::new();
        for file in &found {
            if let Some(rank) = names::folder_rank(file.stem()) {
                let strongest = strongest.entry(file.folder().to_owned()).or_insert(rank);
                *strongest = rank.min(*strongest);
            }
        }
        let mut language_folders = language::Folders::default();
        for file in &found {
            language_folders.see(&file.path);
        }
        for file in found {
            let rank = names::folder_rank(file.stem());
            let is_folder = rank.is_some() && strongest.get(file.folder()).copied() == rank;
            let placement = names::place(&self.config, &self.name, file.stem_path(), is_folder);
            let folder_name = match file.folder().rsplit('/').next() {
                None | Some("") => self.name.as_str(),
                Some(name) => name,
            };
            let source = self.config.source_of(&file.path);
            // Below the folder of a source: what that folder is called, its owner knows.
            let from = source.map_or(0, |source| source.folder.len() + 1);
            let language = language_folders
                .language_of(&file.path, from)
                .or_else(|| source.and_then(|source| source.language.clone()));
            let place = Place {
                kind: file.kind,
                variables: Arc::clone(&self.config.variables),
                is_made_up: placement.made_up,
                base: placement.base,
                uri: placement.uri,
                language,
                default_language: self
                    .config
                    .language
                    .clone()
                    .unwrap_or_else(|| "en".to_owned()),
                fallback_title: names::readable(if is_folder { folder_name } else { file.stem() }),
                path: file.path,
            };
            self.files.push(File {
                full_path: file.full_path,
                place,
            });
        }
    }

    /// Notes that nothing said where so many documents are read.
    pub(crate) fn note_made_up(&mut self, n_documents: usize) {
        if n_documents > 0 {
            self.notes.push(format!(
                "the URIs of {} are made up (https://{}/...): say in {} where they are read, e.g. \
                 [[sources]] folder = \".\" uri = \"https://example.com/docs\", or name the top folder after its host",
                crate::summary::count(n_documents, "document", "documents"),
                self.name,
                config::FILE_NAME,
            ));
        }
    }

    /// Notes the products that none of the documents is of: a misspelt domain.
    pub(crate) fn note_empty_products(&mut self, documents: &BTreeMap<String, Document>) {
        for product in &self.config.products {
            let name = [index::NAME_PREFIX, &product.domain].concat();
            let below = format!("{name}/");
            let mut from = documents.range(below.clone()..);
            let is_there = documents.contains_key(&name)
                || from
                    .next()
                    .is_some_and(|(name, _)| name.starts_with(&below));
            if !is_there {
                self.notes.push(format!(
                    "{}: no document is of the product {:?}: none is read at {}",
                    config::FILE_NAME,
                    product.name,
                    product.domain,
                ));
            }
        }
    }

    /// A source without a document is a misspelt folder.
    fn check_sources(&mut self) {
        for source in &self.config.sources {
            if !self
                .files
                .iter()
                .any(|file| source.rest_of(&file.place.path).is_some())
            {
                let reason = format!("folder = {:?} holds no document", source.folder);
                self.problems
                    .push(Problem::new(config::FILE_NAME, source.line, reason));
            }
        }
    }

    /// Links are followed inside the root only: what is served must be what is in the folder.
    fn link_out(&self, entry: &DirEntry) -> Option<Problem> {
        if !entry.path_is_symlink() {
            return None;
        }
        let target = entry.path().canonicalize().ok()?;
        if target.starts_with(&self.root) {
            return None;
        }
        let path = self.relative(entry.path())?;
        let reason = format!(
            "is a link out of the corpus, to {}: not followed; copy the files, or set KNOWLEDGE_CORPUS",
            target.display()
        );
        Some(Problem::new(path, 1, reason))
    }

    fn walk_problem(&self, error: &walkdir::Error) -> Option<Problem> {
        let full_path = error.path().unwrap_or(&self.root);
        if full_path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'))
        {
            return None;
        }
        let path = self
            .relative(full_path)
            .unwrap_or_else(|| full_path.to_string_lossy().into_owned());
        let reason = match (error.loop_ancestor(), error.io_error()) {
            (Some(_), _) => "is a link to a folder around it: not followed".to_owned(),
            (None, Some(io)) => format!("cannot be read: {io}"),
            (None, None) => format!("cannot be read: {error}"),
        };
        Some(Problem::new(path, 1, reason))
    }

    /// The path below the root, with `/` between folders.
    fn relative(&self, path: &Path) -> Option<String> {
        let parts = path.strip_prefix(&self.root).ok()?.components();
        let parts: Option<Vec<&str>> = parts.map(|part| part.as_os_str().to_str()).collect();
        Some(parts?.join("/"))
    }
}

/// Hidden files, installed packages, and folders that tools mark as caches (`target` of Cargo; a
/// folder of documents may well be called that).
fn is_skipped(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let is_dir = entry.file_type().is_dir();
    name.starts_with('.')
        || is_dir && (name == "node_modules" || entry.path().join("CACHEDIR.TAG").exists())
}

#[cfg(test)]
mod tests;
