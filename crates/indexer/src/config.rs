//! `corpus.toml`: what the owner of a corpus may say about it.
//!
//! Unknown keys are errors: a misspelt key that is silently ignored costs more than it saves.

use std::collections::BTreeMap;
use std::sync::Arc;

use globset::{GlobBuilder, GlobMatcher};
use serde::Deserialize;
use toml::Spanned;

use crate::error::Problem;
use crate::names::{self, Uri};

/// The file's name, at the root of the corpus.
pub(crate) const FILE_NAME: &str = "corpus.toml";

/// The tools that `exclude` under `[tools]` may name.
pub const TOOLS: [&str; 4] = [
    "search_documents",
    "get_documents",
    "answer_query",
    "search_documentation",
];

/// `corpus.toml`, checked. Everything in it is optional.
#[derive(Debug, Default)]
pub struct Config {
    /// The title of the documentation.
    pub title: Option<String>,
    /// One paragraph: what it covers.
    pub description: Option<String>,
    /// BCP 47 tag of documents that do not say theirs; `en` unless set.
    pub language: Option<String>,
    /// A file that cannot be used fails the build.
    pub strict: bool,
    /// Mebibytes that the Worker may have; what the platform allows unless set.
    pub max_mib: Option<u64>,
    /// Only files that match one of these are read; all if empty.
    pub include: Vec<Pattern>,
    /// Files that match one of these are not read.
    pub exclude: Vec<Pattern>,
    /// The products that the corpus documents.
    pub products: Vec<index::Product>,
    /// Folders that are published elsewhere than their path says.
    pub sources: Vec<Source>,
    /// Values of variables of the generator of the site, by the names that pages use: `site.shop`.
    pub variables: Arc<BTreeMap<String, String>>,
    /// The tools that the server does not offer.
    pub excluded_tools: Vec<String>,
    /// How the server is published.
    pub server: Option<index::ServerInfo>,
}

/// A glob over paths relative to the root.
#[derive(Debug)]
pub struct Pattern {
    /// As written, for messages.
    pub glob: String,
    /// Its line in `corpus.toml`.
    pub line: u32,
    matcher: GlobMatcher,
}

impl Pattern {
    /// Whether the file at `path` (relative, `/` between folders) matches.
    #[must_use]
    pub fn matches(&self, path: &str) -> bool {
        self.matcher.is_match(path)
    }
}

/// A folder and the URI that it is published at.
#[derive(Debug)]
pub struct Source {
    /// Relative to the root, without slashes at its ends; empty for the root itself.
    pub folder: String,
    /// The URI of the folder, without a slash at its end.
    pub uri: Uri,
    /// BCP 47 tag of its documents.
    pub language: Option<String>,
    /// Its line in `corpus.toml`.
    pub line: u32,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawConfig {
    title: Option<String>,
    description: Option<String>,
    language: Option<Spanned<String>>,
    strict: bool,
    max_mib: Option<Spanned<i64>>,
    include: Vec<Spanned<String>>,
    exclude: Vec<Spanned<String>>,
    products: Vec<RawProduct>,
    sources: Vec<RawSource>,
    variables: BTreeMap<String, String>,
    tools: RawTools,
    server: Option<RawServer>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct RawTools {
    exclude: Vec<Spanned<String>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawServer {
    name: Spanned<String>,
    version: Spanned<String>,
    url: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProduct {
    name: Spanned<String>,
    domain: Spanned<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSource {
    folder: Spanned<String>,
    uri: Spanned<String>,
    language: Option<Spanned<String>>,
}

/// The tools that a corpus leaves out, each once; or what is wrong with them, and where.
fn excluded_tools(names: Vec<Spanned<String>>) -> Result<Vec<String>, (usize, String)> {
    let mut excluded: Vec<String> = Vec::new();
    for tool in names {
        let start = tool.span().start;
        let tool = tool.into_inner();
        if !TOOLS.contains(&tool.as_str()) {
            let reason = format!(
                "exclude: there is no tool {tool:?}; the tools are {}",
                TOOLS.join(", ")
            );
            return Err((start, reason));
        }
        if !excluded.contains(&tool) {
            excluded.push(tool);
        }
        if excluded.len() == TOOLS.len() {
            return Err((start, "exclude: no tool is left".to_owned()));
        }
    }
    Ok(excluded)
}

impl Config {
    /// Reads the text of `corpus.toml`.
    ///
    /// # Errors
    /// Not TOML, an unknown key, a wrong type, a bad glob, URI or language tag: with its line.
    pub fn parse(text: &str) -> Result<Config, Problem> {
        let problem =
            |offset: usize, reason: String| Problem::new(FILE_NAME, line_at(text, offset), reason);
        let raw: RawConfig = toml::from_str(text).map_err(|error| {
            problem(
                error.span().map_or(0, |span| span.start),
                error.message().trim().to_owned(),
            )
        })?;
        let language = |tag: Option<Spanned<String>>| -> Result<Option<String>, Problem> {
            tag.map(|tag| {
                names::language_tag(tag.get_ref()).ok_or_else(|| {
                    problem(
                        tag.span().start,
                        format!(
                            "language = {:?} is no BCP 47 tag like \"en\" or \"pt-BR\"",
                            tag.get_ref()
                        ),
                    )
                })
            })
            .transpose()
        };
        let patterns = |globs: Vec<Spanned<String>>| -> Result<Vec<Pattern>, Problem> {
            globs
                .into_iter()
                .map(|glob| {
                    let start = glob.span().start;
                    // `*` stays inside a folder, as in .gitignore and shells; `**` crosses them.
                    let matcher = GlobBuilder::new(glob.get_ref().trim_start_matches("./"))
                        .literal_separator(true)
                        .build()
                        .map_err(|error| problem(start, error.to_string()))?
                        .compile_matcher();
                    let line = line_at(text, start);
                    Ok(Pattern {
                        glob: glob.into_inner(),
                        line,
                        matcher,
                    })
                })
                .collect()
        };
        let mut sources: Vec<Source> = Vec::new();
        for source in raw.sources {
            let line = line_at(text, source.folder.span().start);
            let folder = source
                .folder
                .get_ref()
                .trim_start_matches("./")
                .trim_matches('/');
            let folder = if folder == "." { "" } else { folder }.to_owned();
            if sources.iter().any(|other| other.folder == folder) {
                let reason = format!("folder = {:?} is mapped twice", source.folder.get_ref());
                return Err(Problem::new(FILE_NAME, line, reason));
            }
            let uri = Uri::parse(source.uri.get_ref())
                .map_err(|reason| problem(source.uri.span().start, format!("uri: {reason}")))?;
            sources.push(Source {
                folder,
                uri,
                language: language(source.language)?,
                line,
            });
        }
        let products = raw.products.iter().map(product);
        let products = products.collect::<Result<_, _>>();
        let excluded_tools =
            excluded_tools(raw.tools.exclude).map_err(|(at, why)| problem(at, why))?;
        let server = match raw.server {
            None => None,
            Some(server) => Some(server_info(server).map_err(|(at, why)| problem(at, why))?),
        };
        Ok(Config {
            variables: Arc::new(raw.variables),
            title: raw
                .title
                .map(|title| names::one_line(&title))
                .filter(|title| !title.is_empty()),
            description: raw
                .description
                .map(|text| names::one_line(&text))
                .filter(|text| !text.is_empty()),
            language: language(raw.language)?,
            strict: raw.strict,
            max_mib: mebibytes(raw.max_mib).map_err(|(at, why)| problem(at, why))?,
            include: patterns(raw.include)?,
            exclude: patterns(raw.exclude)?,
            products: products.map_err(|(at, why)| problem(at, why))?,
            sources,
            excluded_tools,
            server,
        })
    }

    /// The source that the file at `path` belongs to: the one with the longest folder.
    #[must_use]
    pub fn source_of(&self, path: &str) -> Option<&Source> {
        self.sources
            .iter()
            .filter(|source| source.rest_of(path).is_some())
            .max_by_key(|source| source.folder.len())
    }
}

impl Source {
    /// What follows the folder in `path`, if `path` is inside it.
    #[must_use]
    pub fn rest_of<'p>(&self, path: &'p str) -> Option<&'p str> {
        if self.folder.is_empty() {
            return Some(path);
        }
        path.strip_prefix(self.folder.as_str())?.strip_prefix('/')
    }
}

/// A product; or what is wrong with it, and where.
fn product(raw: &RawProduct) -> Result<index::Product, (usize, String)> {
    let name = names::one_line(raw.name.get_ref());
    if name.is_empty() {
        return Err((
            raw.name.span().start,
            "name: the product has none".to_owned(),
        ));
    }
    let domain = index::name_of_uri(raw.domain.get_ref().trim());
    let domain = domain.trim_start_matches(index::NAME_PREFIX);
    let domain = domain.trim_end_matches('/');
    if domain.is_empty() {
        let reason = format!(
            "domain: say where {name} is read, with its path if products share a host, like \"adk.dev\""
        );
        return Err((raw.domain.span().start, reason));
    }
    Ok(index::Product {
        name,
        domain: domain.to_owned(),
    })
}

/// The size that a Worker may have, of at least one mebibyte.
fn mebibytes(size: Option<Spanned<i64>>) -> Result<Option<u64>, (usize, String)> {
    let Some(size) = size else {
        return Ok(None);
    };
    match u64::try_from(*size.get_ref()) {
        Ok(mebibytes @ 1..) => Ok(Some(mebibytes)),
        _ => Err((
            size.span().start,
            format!("max_mib = {} is no size: write at least 1", size.get_ref()),
        )),
    }
}

/// `[server]`, held against the rules of the MCP registry; else where it breaks them, and how.
fn server_info(raw: RawServer) -> Result<index::ServerInfo, (usize, String)> {
    let starts = (
        raw.name.span().start,
        raw.version.span().start,
        raw.url.span().start,
    );
    let server = index::ServerInfo {
        name: raw.name.into_inner(),
        version: raw.version.into_inner(),
        url: raw.url.into_inner(),
    };
    let is_part = |part: &str, others: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || others.contains(c))
    };
    let is_name = server.name.len() <= 200
        && server
            .name
            .split_once('/')
            .is_some_and(|(domain, name)| is_part(domain, ".-") && is_part(name, "._-"));
    if !is_name {
        let reason = format!(
            "name = {:?} is no domain backwards, a slash and a name, like \"com.example/docs\"",
            server.name
        );
        return Err((starts.0, reason));
    }
    // The registry refuses ranges.
    if server.version.len() > 255 || !is_part(&server.version, ".-+") {
        let reason = format!(
            "version = {:?} is no version like \"1.0.0\"",
            server.version
        );
        return Err((starts.1, reason));
    }
    let host = server.url.strip_prefix("https://").unwrap_or_default();
    if !is_part(host.split(['/', ':']).next().unwrap_or_default(), ".-") || host.contains(' ') {
        let reason = format!(
            "url = {:?} is no address like \"https://docs.example.com/mcp\"",
            server.url
        );
        return Err((starts.2, reason));
    }
    Ok(server)
}

/// The line of the byte at `offset`, counted from 1.
pub(crate) fn line_at(text: &str, offset: usize) -> u32 {
    let before = text.as_bytes().iter().take(offset);
    1 + before.filter(|byte| **byte == b'\n').count() as u32
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn check_error(text: &str, expected: &Expect) {
        expected.assert_eq(&Config::parse(text).unwrap_err().to_string());
    }

    #[test]
    fn reads_everything_it_documents() {
        let config = Config::parse(
            r#"
title = "Example Docs"
description = """
One
paragraph."""
language = "en"
strict = true
exclude = ["drafts/**"]

[[products]]
name = "ADK"
domain = "https://adk.dev/"

[[sources]]
folder = "adk-docs/docs/"
uri = "https://adk.dev/"

[[sources]]
folder = "adk-docs"
uri = "https://example.com/adk"
language = "pt_br"

[tools]
exclude = ["answer_query"]

[server]
name = "com.example/docs"
version = "1.0.0"
url = "https://docs.example.com/mcp"
"#,
        )
        .unwrap();
        assert_eq!(config.excluded_tools, ["answer_query"]);
        assert_eq!(config.server.as_ref().unwrap().name, "com.example/docs");
        assert_eq!(config.description.as_deref(), Some("One paragraph."));
        assert_eq!(config.products[0].domain, "adk.dev");
        assert!(config.exclude[0].matches("drafts/a/b.md"));
        assert!(!config.exclude[0].matches("a/drafts/b.md"));
        assert_eq!(
            config
                .source_of("adk-docs/docs/a.md")
                .unwrap()
                .uri
                .to_string(),
            "https://adk.dev"
        );
        let wider = config.source_of("adk-docs/docs.md").unwrap();
        assert_eq!(wider.uri.to_string(), "https://example.com/adk");
        assert_eq!(wider.language.as_deref(), Some("pt-BR"));
        assert!(config.source_of("other/a.md").is_none());
    }

    #[test]
    fn errors_name_key_and_line() {
        check_error(
            "title = \"x\"\nexlude = []\n",
            &expect![
                "corpus.toml:2: unknown field `exlude`, expected one of `title`, `description`, `language`, `strict`, `max_mib`, `include`, `exclude`, `products`, `sources`, `variables`, `tools`, `server`"
            ],
        );
        check_error(
            "\n[[sources]]\nfolder = \"a\"\nuri = \"adk.dev\"\n",
            &expect![[r#"corpus.toml:4: uri: "adk.dev" has no scheme, write "https://adk.dev""#]],
        );
        check_error(
            "strict = 3\n",
            &expect!["corpus.toml:1: invalid type: integer `3`, expected a boolean"],
        );
        for size in [0, -1] {
            let reason = format!("corpus.toml:2: max_mib = {size} is no size: write at least 1");
            let text = format!("strict = true\nmax_mib = {size}\n");
            assert_eq!(Config::parse(&text).unwrap_err().to_string(), reason);
        }
        check_error(
            "language = \"english language\"",
            &expect![[
                r#"corpus.toml:1: language = "english language" is no BCP 47 tag like "en" or "pt-BR""#
            ]],
        );
        check_error(
            "exclude = [\n\"a/{b\"]",
            &expect![
                "corpus.toml:2: error parsing glob 'a/{b': unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)"
            ],
        );
        check_error(
            "[tools]\nexclude = [\"search_docs\"]",
            &expect![[
                r#"corpus.toml:2: exclude: there is no tool "search_docs"; the tools are search_documents, get_documents, answer_query, search_documentation"#
            ]],
        );
        let all = format!("[tools]\nexclude = {TOOLS:?}");
        check_error(&all, &expect!["corpus.toml:2: exclude: no tool is left"]);
        let server = |name: &str, version: &str, url: &str| {
            format!("[server]\nname = \"{name}\"\nversion = \"{version}\"\nurl = \"{url}\"")
        };
        check_error(
            &server("docs", "1.0.0", "https://example.com/mcp"),
            &expect![[
                r#"corpus.toml:2: name = "docs" is no domain backwards, a slash and a name, like "com.example/docs""#
            ]],
        );
        check_error(
            &server("com.example/docs", "^1.0", "https://example.com/mcp"),
            &expect![[r#"corpus.toml:3: version = "^1.0" is no version like "1.0.0""#]],
        );
        check_error(
            &server("com.example/docs", "1.0.0", "http://localhost/mcp"),
            &expect![[
                r#"corpus.toml:4: url = "http://localhost/mcp" is no address like "https://docs.example.com/mcp""#
            ]],
        );
        check_error(
            "[[products]]\nname = \" \"\ndomain = \"a.dev\"",
            &expect!["corpus.toml:2: name: the product has none"],
        );
        check_error(
            "[[products]]\nname = \"A\"\ndomain = \"https://\"",
            &expect![[
                r#"corpus.toml:3: domain: say where A is read, with its path if products share a host, like "adk.dev""#
            ]],
        );
        check_error(
            "title = ",
            &expect!["corpus.toml:1: string values must be quoted, expected literal string"],
        );
    }
}
