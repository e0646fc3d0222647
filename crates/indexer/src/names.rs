//! Names: from the path of a file to the URI that it is read at.

use std::fmt;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use unicode_normalization::UnicodeNormalization;

use crate::config::Config;

/// The longest resource name that `get_documents` accepts, in characters.
pub(crate) use index::MAX_NAME_CHARS;

/// ASCII that cannot stand in a path segment of a URI. `%` is among them because a path is a plain
/// name, not an encoded one. Letters beyond ASCII stay: browsers encode them when they send a
/// request, and a model copies `bn/শুরু` without mistakes but not three times as many hex digits.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// File stems (in lower case) that stand for their folder, the strongest first: `_index` is Hugo's.
const FOLDER_STEMS: [&str; 3] = ["index", "_index", "readme"];

/// Where a document is read: with scheme, without a slash at its end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Uri(String);

impl Uri {
    /// Checks and trims a URI that a person wrote.
    ///
    /// # Errors
    /// In words: no scheme, no host, or a part that a name cannot have.
    pub fn parse(text: &str) -> Result<Uri, String> {
        let text = text.trim();
        let Some((scheme, rest)) = text.split_once("://") else {
            return Err(format!(
                "{text:?} has no scheme, write \"https://{}\"",
                text.trim_start_matches('/')
            ));
        };
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
        if !is_scheme {
            return Err(format!("{text:?}: {scheme:?} is no scheme"));
        }
        if rest.trim_matches('/').is_empty() || rest.starts_with('/') {
            return Err(format!("{text:?} has no host"));
        }
        // A fragment names a part of a document, and names of documents are made of URIs.
        if rest.contains('#') {
            return Err(format!(
                "{text:?} has a fragment (#): a document is named without one"
            ));
        }
        let mut uri = format!("{}://", scheme.to_ascii_lowercase());
        // Already a URI: only what nobody can paste is encoded.
        for c in rest.trim_end_matches('/').nfc() {
            if c.is_whitespace() || c.is_control() || "\"<>\\^`{|}".contains(c) {
                push_encoded(&mut uri, c);
            } else {
                uri.push(c);
            }
        }
        Ok(Uri(uri))
    }

    /// The URI of `path` (plain segments with `/` between them) below this one.
    #[must_use]
    pub fn join(&self, path: &str) -> Uri {
        let mut uri = self.0.clone();
        for segment in path.split('/').filter(|segment| !segment.is_empty()) {
            uri.push('/');
            push_segment(&mut uri, segment);
        }
        Uri(uri)
    }

    /// The URI beside this one whose last segment is `name`.
    #[must_use]
    pub fn sibling(&self, name: &str) -> Uri {
        let start = self.0.find("://").map_or(0, |at| at + 3);
        match self.0.rfind('/').filter(|at| *at > start) {
            Some(at) => Uri(self.0.get(..at).unwrap_or_default().to_owned()).join(name),
            None => self.join(name),
        }
    }

    /// The root of its site.
    #[must_use]
    pub fn host_uri(&self) -> Uri {
        let path = self.path();
        Uri(self
            .0
            .get(..self.0.len() - path.len())
            .unwrap_or_default()
            .to_owned())
    }

    /// The path, from its first slash on; empty at the root of the site.
    #[must_use]
    pub fn path(&self) -> &str {
        let start = self.0.find("://").map_or(0, |at| at + 3);
        let rest = self.0.get(start..).unwrap_or_default();
        rest.find('/')
            .and_then(|at| rest.get(at..))
            .unwrap_or_default()
    }

    /// The host, with a port if there is one.
    #[must_use]
    pub fn host(&self) -> &str {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        rest.split('/').next().unwrap_or_default()
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Encodes a plain name. NFC, because file systems differ in the form that they hand out and a
/// model writes the composed one.
fn push_segment(uri: &mut String, segment: &str) {
    let segment: String = segment.nfc().collect();
    for c in segment.chars() {
        if c.is_ascii() || c.is_whitespace() || c.is_control() {
            push_encoded(uri, c);
        } else {
            uri.push(c);
        }
    }
}

fn push_encoded(uri: &mut String, c: char) {
    uri.extend(utf8_percent_encode(c.encode_utf8(&mut [0; 4]), ESCAPED));
}

/// The URI of a file, and whether its host was made up.
#[derive(Debug, Eq, PartialEq)]
pub(crate) struct Placement {
    /// Where the document is read.
    pub uri: Uri,
    /// Where the folder around it is read that has a URI of its own: that of the source, or the
    /// host.
    pub base: Uri,
    /// No configuration and no folder named a host: the name of the corpus folder stands for it.
    pub made_up: bool,
}

/// The rank of a file among those that stand for their folder, the strongest 0; `None` for others.
#[must_use]
pub(crate) fn folder_rank(stem: &str) -> Option<usize> {
    let stem = stem.to_ascii_lowercase();
    FOLDER_STEMS.iter().position(|known| *known == stem)
}

/// Places the file at `path`, its extension taken off. `is_folder`: it stands for its folder.
#[must_use]
pub(crate) fn place(config: &Config, root_name: &str, path: &str, is_folder: bool) -> Placement {
    let path = match path.rsplit_once('/') {
        Some((folder, _)) if is_folder => folder,
        None if is_folder => "",
        _ => path,
    };
    // The file that stands for a source's own folder has that folder as its path.
    let source = config.sources.iter().filter_map(|source| {
        let rest = if is_folder && path == source.folder {
            Some("")
        } else {
            source.rest_of(path)
        };
        rest.map(|rest| (source, rest))
    });
    if let Some((source, rest)) = source.max_by_key(|(source, _)| source.folder.len()) {
        return Placement {
            uri: source.uri.join(rest),
            base: source.uri.clone(),
            made_up: false,
        };
    }
    let made_up = !path.split('/').next().is_some_and(is_host);
    let mut uri = String::from("https:/");
    for segment in made_up
        .then_some(root_name)
        .into_iter()
        .chain(path.split('/'))
    {
        if !segment.is_empty() {
            uri.push('/');
            push_segment(&mut uri, segment);
        }
    }
    let uri = Uri(uri);
    Placement {
        base: Uri(format!("https://{}", uri.host())),
        uri,
        made_up,
    }
}

/// Whether a folder's name looks like a host: labels with dots between, the last one of letters
/// (so that `v1.2` is none).
fn is_host(name: &str) -> bool {
    let name = name.split_once(':').map_or(name, |(host, _)| host);
    let label = |label: &str| {
        !label.is_empty()
            && label
                .chars()
                .all(|c| c.is_alphanumeric() || c == '-' || c == '_')
    };
    name.rsplit_once('.').is_some_and(|(first, last)| {
        first.split('.').all(label)
            && last.chars().count() >= 2
            && last.chars().all(char::is_alphabetic)
    })
}

/// A file or folder name as a title: `get-started` is `Get started`.
#[must_use]
pub(crate) fn readable(stem: &str) -> String {
    let spaced: String = stem
        .chars()
        .map(|c| if c == '-' || c == '_' { ' ' } else { c })
        .collect();
    let text = one_line(&spaced);
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => stem.to_owned(),
    }
}

/// All white space as single spaces.
#[must_use]
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A BCP 47 tag in its usual case (`pt_br` is `pt-BR`), or `None` if it is none. The first part
/// has two or three letters: longer ones are registered for no language, while `language: python`
/// is common in front matter.
#[must_use]
pub(crate) fn language_tag(text: &str) -> Option<String> {
    let mut tag = String::new();
    for (i, part) in text.trim().split(['-', '_']).enumerate() {
        let fits = if i == 0 {
            (2..=3).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphabetic())
        } else {
            (1..=8).contains(&part.len()) && part.chars().all(|c| c.is_ascii_alphanumeric())
        };
        if !fits {
            return None;
        }
        if i > 0 {
            tag.push('-');
        }
        let part = part.to_ascii_lowercase();
        match part.len() {
            2 if i > 0 => tag.push_str(&part.to_ascii_uppercase()),
            4 if i > 0 && part.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                tag.push_str(&readable(&part));
            }
            _ => tag.push_str(&part),
        }
    }
    Some(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(config: &str, path: &str, is_folder: bool, expected: &str) {
        let config = Config::parse(config).unwrap();
        let placement = place(&config, "my docs", path, is_folder);
        let mark = if placement.made_up { " (made up)" } else { "" };
        assert_eq!(format!("{}{mark}", placement.uri), expected);
    }

    #[test]
    fn the_path_gives_the_name() {
        check(
            "",
            "adk.dev/get-started/python",
            false,
            "https://adk.dev/get-started/python",
        );
        check(
            "",
            "adk.dev/get-started/index",
            true,
            "https://adk.dev/get-started",
        );
        check("", "adk.dev/index", true, "https://adk.dev");
        check("", "guide/a", false, "https://my%20docs/guide/a (made up)");
        check("", "README", true, "https://my%20docs (made up)");
        check("", "v1.2/a", false, "https://my%20docs/v1.2/a (made up)");
        check(
            "",
            "adk.dev/a b/100%/শুরু/q?#",
            false,
            "https://adk.dev/a%20b/100%25/শুরু/q%3F%23",
        );
        check("", "adk.dev/Cafe\u{301}", false, "https://adk.dev/Café");
        check("", "adk.dev/a\u{a0}b", false, "https://adk.dev/a%C2%A0b");
    }

    #[test]
    fn sources_give_the_name() {
        let config = "[[sources]]\nfolder='adk/docs'\nuri='https://adk.dev/'\n[[sources]]\nfolder='adk'\nuri='https://x.org/all'";
        check(config, "adk/docs/index", true, "https://adk.dev");
        check(config, "adk/docs/a/b", false, "https://adk.dev/a/b");
        check(config, "adk/docs/a/index", true, "https://adk.dev/a");
        check(config, "adk/docs", false, "https://x.org/all/docs");
        check(config, "adk/README", true, "https://x.org/all");
        check(
            "[[sources]]\nfolder='.'\nuri='https://x.org'",
            "a/b",
            false,
            "https://x.org/a/b",
        );
    }

    #[test]
    fn uris() {
        assert_eq!(
            Uri::parse(" https://adk.dev/a b/ ").unwrap().to_string(),
            "https://adk.dev/a%20b"
        );
        assert_eq!(
            Uri::parse("HTTPS://adk.dev/a%20b").unwrap().to_string(),
            "https://adk.dev/a%20b"
        );
        assert_eq!(Uri::parse("https://adk.dev/a").unwrap().host(), "adk.dev");
        for wrong in [
            "/a/b",
            "https://",
            "https:///a",
            "1x://a",
            "https://a/b#c",
            "",
        ] {
            assert!(Uri::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn language_tags() {
        assert_eq!(language_tag("pt_br").as_deref(), Some("pt-BR"));
        assert_eq!(language_tag("ZH-hans-cn").as_deref(), Some("zh-Hans-CN"));
        assert_eq!(language_tag("bn").as_deref(), Some("bn"));
        for wrong in ["", "python", "en US", "e", "en-", "1a"] {
            assert_eq!(language_tag(wrong), None, "{wrong}");
        }
    }
}
