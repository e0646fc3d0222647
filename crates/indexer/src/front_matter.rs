//! Front matter: what a file says of itself before its text begins.
//!
//! Five forms are read: YAML between `---`, TOML between `+++`, JSON from `{` to its `}` (also in an
//! HTML comment, as go.dev has it), JSON between `;;;`, and the lines of keys that pages of devsite
//! begin with. The top-level keys that matter are kept as text, everything else is ignored. Text
//! must never be taken for front matter and thrown away, nor front matter be shown as text; where
//! the two pull apart, a problem says so.

mod yaml;

use crate::config::line_at;
use crate::names::{self, Uri};

/// Longer front matter is not read, in bytes: it is data, or text after a line that looks like a
/// delimiter.
const MAX_BYTES: usize = 64 * 1024;

/// What the front matter of a file says, as far as it is used.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct FrontMatter {
    /// One line.
    pub title: Option<String>,
    /// One line.
    pub description: Option<String>,
    /// Where the document is read, if not where its path says.
    pub uri: Option<Uri>,
    /// Where the document is read, relative to the pages around it.
    pub place: Option<Slug>,
    /// Where the document was read before, or is read as well: relative to the pages around it.
    pub aliases: Vec<Slug>,
    /// It is not published.
    pub is_draft: bool,
    /// It only leads to another page.
    pub is_redirect: bool,
    /// BCP 47 tag.
    pub language: Option<String>,
    /// When the document was updated, as written.
    pub updated: Option<String>,
}

/// `slug`, `permalink`, `url`, one of `aliases` or `redirect_from`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Slug(String);

impl Slug {
    /// The URI of a page at `uri` whose source is at `base`. A path with slashes is relative to
    /// the base; a single word stands for the last segment.
    #[must_use]
    pub(crate) fn uri(&self, base: &Uri, uri: &Uri) -> Option<Uri> {
        let Slug(slug) = self;
        if slug.contains("://") {
            return Uri::parse(slug).ok();
        }
        // A pattern, as Jekyll has it, or a query.
        if slug.contains([':', '?', '#', '{']) {
            return None;
        }
        let path = slug.trim_end_matches("index.html").trim_end_matches('/');
        Some(match path.contains('/') {
            true => base.join(path),
            false if path.is_empty() => base.clone(),
            false => uri.sibling(path),
        })
    }
}

impl Slug {
    /// The URI of a place that was another name of the page at `uri`. Generators differ in what a
    /// slash at the beginning is relative to; whoever writes the path of the base means the host.
    #[must_use]
    pub(crate) fn alias_uri(&self, base: &Uri, uri: &Uri) -> Option<Uri> {
        let path = self.0.trim_end_matches(".html").trim_end_matches(".md");
        if path.contains(char::is_whitespace) {
            return None;
        }
        let host = base.host_uri();
        let base_path = base.path();
        let is_from_host = !base_path.is_empty()
            && path
                .strip_prefix(base_path)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        Slug(path.to_owned()).uri(if is_from_host { &host } else { base }, uri)
    }
}

/// Line within the file (from 1) and reason.
pub(crate) type Fault = (u32, String);

/// A top-level key with a scalar value: the key in lower case, the value as text, its line. Each
/// item of a list is one entry, under the key with `[]` after it.
#[derive(Debug, Eq, PartialEq)]
struct Entry {
    key: String,
    value: String,
    line: u32,
}

/// A block of front matter in a file.
struct Block<'t> {
    form: Form,
    /// Between the delimiters; for JSON with its braces.
    text: &'t str,
    /// The line of the file that `text` begins in.
    line: u32,
    /// Where the text of the document begins.
    body: usize,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Form {
    Yaml,
    Toml,
    Json,
}

/// Reads the front matter of `text` (`\n` line ends) and says at which byte the document begins:
/// at 0 if there is none.
///
/// # Errors
/// Front matter that is broken, with the line of the file.
pub(crate) fn split(text: &str) -> Result<(FrontMatter, usize), Fault> {
    let Some(block) = find(text) else {
        return Ok((FrontMatter::default(), 0));
    };
    let in_file = |(line, reason): Fault| (line + block.line - 1, reason);
    // Two thematic breaks with text between them.
    if block.form == Form::Yaml && !yaml::looks_like_mapping(block.text) {
        return Ok((FrontMatter::default(), 0));
    }
    if block.text.len() > MAX_BYTES {
        let reason = format!("front matter is longer than {} kB", MAX_BYTES / 1024);
        return Err((block.line, reason));
    }
    let entries = match block.form {
        Form::Yaml => match yaml::read(block.text).map_err(in_file)? {
            Some(entries) => entries,
            None => return Ok((FrontMatter::default(), 0)),
        },
        Form::Toml => toml(block.text).map_err(in_file)?,
        Form::Json => json(block.text).map_err(in_file)?,
    };
    let front_matter = FrontMatter::from_entries(&entries).map_err(in_file)?;
    Ok((front_matter, block.body))
}

impl FrontMatter {
    fn from_entries(entries: &[Entry]) -> Result<FrontMatter, Fault> {
        // The first key that has a value wins; YAML's own rule for a repeated key is "error",
        // the generators' rule is "the last one".
        let find = |keys: &[&str]| {
            keys.iter().find_map(|key| {
                entries
                    .iter()
                    .rev()
                    .find(|entry| entry.key == *key && !entry.value.is_empty())
            })
        };
        let text = |keys: &[&str]| find(keys).map(|entry| names::one_line(&entry.value));
        let uri = find(&["uri"]).map(|entry| {
            Uri::parse(&entry.value)
                .map_err(|reason| (entry.line, format!("front matter: uri: {reason}")))
        });
        Ok(FrontMatter {
            title: text(&["title"]).or_else(|| text(&["sidebar_label", "shorttitle", "linktitle"])),
            description: text(&["description", "summary", "excerpt"]),
            uri: uri.transpose()?,
            place: text(&["slug", "permalink", "url"]).map(Slug),
            aliases: entries
                .iter()
                .filter(|entry| {
                    let key = entry.key.trim_end_matches("[]");
                    ["aliases", "alias", "redirect_from"].contains(&key) && !entry.value.is_empty()
                })
                .map(|entry| Slug(entry.value.clone()))
                .collect(),
            is_redirect: find(&["redirect", "redirect_to", "redirect_url"]).is_some(),
            is_draft: find(&["draft"]).is_some_and(|entry| entry.value == "true")
                || find(&["published"]).is_some_and(|entry| entry.value == "false"),
            language: find(&["language", "lang"])
                .and_then(|entry| names::language_tag(&entry.value)),
            updated: text(&[
                "updated",
                "lastmod",
                "last_updated",
                "lastupdated",
                "last_modified_at",
                "date",
            ]),
        })
    }
}

fn find(text: &str) -> Option<Block<'_>> {
    let first = text.split('\n').next().unwrap_or_default();
    match first.trim_end() {
        "---" => fenced(text, Form::Yaml, &["---", "..."]),
        "+++" => fenced(text, Form::Toml, &["+++"]),
        ";;;" => fenced(text, Form::Json, &[";;;"]),
        first if first.starts_with("Project: /") || first.starts_with("Book: /") => devsite(text),
        _ => braced(text),
    }
}

/// The lines that pages of devsite begin with, up to the first blank one: keys and values.
fn devsite(text: &str) -> Option<Block<'_>> {
    let end = text.find("\n\n")?;
    Some(Block {
        form: Form::Yaml,
        text: text.get(..end)?,
        line: 1,
        body: end,
    })
}

/// A block between two delimiter lines. Without a closing line there is no block: the first line
/// is a thematic break, or text.
fn fenced<'t>(text: &'t str, form: Form, closing: &[&str]) -> Option<Block<'t>> {
    let start = text.find('\n')? + 1;
    let rest = text.get(start..)?;
    // A thematic break, and the title of the page.
    if form == Form::Yaml && rest.starts_with('\n') && rest.trim_start().starts_with("# ") {
        return None;
    }
    let mut at = start;
    for line in text.get(start..)?.split_inclusive('\n') {
        if closing.contains(&line.trim_end()) {
            return Some(Block {
                form,
                text: text.get(start..at)?,
                line: 2,
                body: at + line.len(),
            });
        }
        at += line.len();
    }
    None
}

/// JSON that begins the file. `{{macro}}`, `{% tag %}` and `{#anchor}` begin files as well.
fn braced(text: &str) -> Option<Block<'_>> {
    let (open, close) = if text.starts_with("<!--{") {
        ("<!--", "-->")
    } else {
        ("", "")
    };
    let inside = text.get(open.len()..)?;
    if !inside
        .strip_prefix('{')?
        .trim_start()
        .starts_with(['"', '}'])
    {
        return None;
    }
    let mut values =
        serde_json::Deserializer::from_str(inside).into_iter::<serde::de::IgnoredAny>();
    let end = match values.next()? {
        Ok(_) => values.byte_offset(),
        // Broken: it reaches to the first line that closes it, and parsing it again says why.
        Err(_) => inside.find("\n}").map_or(inside.len(), |at| at + 2),
    };
    let mut body = open.len() + end;
    let rest = text.get(body..)?.trim_start();
    if let Some(after) = rest.strip_prefix(close) {
        body = text.len() - after.len();
    }
    Some(Block {
        form: Form::Json,
        text: inside.get(..end)?,
        line: 1,
        body,
    })
}

fn toml(text: &str) -> Result<Vec<Entry>, Fault> {
    let table: toml::Table = toml::from_str(text).map_err(|error| {
        let line = line_at(text, error.span().map_or(0, |span| span.start));
        (
            line,
            format!("front matter is not TOML: {}", error.message().trim()),
        )
    })?;
    let entry = |(key, value): (String, toml::Value)| {
        let value = match value {
            toml::Value::String(text) => text,
            toml::Value::Integer(value) => value.to_string(),
            toml::Value::Float(value) => value.to_string(),
            toml::Value::Boolean(value) => value.to_string(),
            toml::Value::Datetime(value) => value.to_string(),
            toml::Value::Array(items) => {
                let texts = items.iter().filter_map(|item| item.as_str());
                return list(text, &key, texts);
            }
            toml::Value::Table(_) => return Vec::new(),
        };
        vec![Entry {
            line: line_of_key(text, &key),
            key: key.to_lowercase(),
            value,
        }]
    };
    Ok(table.into_iter().flat_map(entry).collect())
}

fn json(text: &str) -> Result<Vec<Entry>, Fault> {
    let map: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(text).map_err(|error| {
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default();
            (
                error.line().max(1) as u32,
                format!("front matter is not JSON: {reason}"),
            )
        })?;
    let entry = |(key, value): (String, serde_json::Value)| {
        let value = match value {
            serde_json::Value::String(text) => text,
            serde_json::Value::Bool(_) | serde_json::Value::Number(_) => value.to_string(),
            serde_json::Value::Array(items) => {
                let texts = items.iter().filter_map(|item| item.as_str());
                return list(text, &key, texts);
            }
            _ => return Vec::new(),
        };
        vec![Entry {
            line: line_of_key(text, &key),
            key: key.to_lowercase(),
            value,
        }]
    };
    Ok(map.into_iter().flat_map(entry).collect())
}

/// The entries of a list of texts.
fn list<'t>(text: &str, key: &str, items: impl Iterator<Item = &'t str>) -> Vec<Entry> {
    let entry = |item: &str| Entry {
        key: format!("{}[]", key.to_lowercase()),
        value: item.to_owned(),
        line: line_of_key(text, key),
    };
    items.map(entry).collect()
}

/// The first line that begins with `key`, quoted or not: good enough for a message.
fn line_of_key(text: &str, key: &str) -> u32 {
    let begins = |line: &str| {
        line.trim_start_matches([' ', '\t', '"', '\'', '{'])
            .starts_with(key)
    };
    text.lines()
        .position(begins)
        .map_or(1, |line| line as u32 + 1)
}

#[cfg(test)]
mod tests;
