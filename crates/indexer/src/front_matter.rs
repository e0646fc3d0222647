//! Front matter: what a file says of itself before its text begins.
//!
//! Four forms are read: YAML between `---`, TOML between `+++`, JSON from `{` to its `}` (also in an
//! HTML comment, as go.dev has it), JSON between `;;;`. The top-level keys that matter are kept as
//! text, everything else is ignored. Text must never be taken for front matter and thrown away,
//! nor front matter be shown as text; where the two pull apart, a problem says so.

use saphyr_parser::{Event, Parser};

use crate::config::line_at;
use crate::names::{self, Uri};

/// What the front matter of a file says, as far as it is used.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct FrontMatter {
    /// One line.
    pub title: Option<String>,
    /// One line.
    pub description: Option<String>,
    /// Where the document is read, if not where its path says.
    pub uri: Option<Uri>,
    /// BCP 47 tag.
    pub language: Option<String>,
    /// When the document was updated, as written.
    pub updated: Option<String>,
}

/// Line within the file (from 1) and reason.
pub type Fault = (u32, String);

/// A top-level key with a scalar value: the key in lower case, the value as text, its line.
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
pub fn split(text: &str) -> Result<(FrontMatter, usize), Fault> {
    let Some(block) = find(text) else {
        return Ok((FrontMatter::default(), 0));
    };
    let in_file = |(line, reason): Fault| (line + block.line - 1, reason);
    let entries = match block.form {
        Form::Yaml => match yaml(block.text).map_err(in_file)? {
            Some(entries) => entries,
            // Two thematic breaks with text between them.
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
            title: text(&["title"]),
            description: text(&["description", "summary", "excerpt"]),
            uri: uri.transpose()?,
            language: find(&["language", "lang"])
                .and_then(|entry| names::language_tag(&entry.value)),
            updated: text(&["updated", "lastmod", "last_updated", "date"]),
        })
    }
}

fn find(text: &str) -> Option<Block<'_>> {
    let first = text.split('\n').next().unwrap_or_default();
    match first.trim_end() {
        "---" => fenced(text, Form::Yaml, &["---", "..."]),
        "+++" => fenced(text, Form::Toml, &["+++"]),
        ";;;" => fenced(text, Form::Json, &[";;;"]),
        _ => braced(text),
    }
}

/// A block between two delimiter lines. Without a closing line there is no block: the first line
/// is a thematic break, or text.
fn fenced<'t>(text: &'t str, form: Form, closing: &[&str]) -> Option<Block<'t>> {
    let start = text.find('\n')? + 1;
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
            toml::Value::Array(_) | toml::Value::Table(_) => return None,
        };
        Some(Entry {
            line: line_of_key(text, &key),
            key: key.to_lowercase(),
            value,
        })
    };
    Ok(table.into_iter().filter_map(entry).collect())
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
            _ => return None,
        };
        Some(Entry {
            line: line_of_key(text, &key),
            key: key.to_lowercase(),
            value,
        })
    };
    Ok(map.into_iter().filter_map(entry).collect())
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

/// Reads YAML and repairs, line by line, values that people leave unquoted. `None`: this is no
/// front matter at all.
fn yaml(text: &str) -> Result<Option<Vec<Entry>>, Fault> {
    if !looks_like_mapping(text) {
        return Ok(None);
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Each round quotes one value; a value is never quoted twice, so this ends.
    loop {
        match yaml_entries(&lines.join("\n")) {
            Ok(entries) => {
                // `Note: ...` between two rules is text, but so is `My key: ...`; keys of front
                // matter are single words.
                return Ok(entries.filter(|entries| {
                    entries.is_empty()
                        || entries.iter().any(|e| !e.key.contains(char::is_whitespace))
                }));
            }
            Err((line, reason)) => {
                if !quote_value(&mut lines, line) {
                    return Err((line, format!("front matter is not YAML: {reason}")));
                }
            }
        }
    }
}

/// Whether the first line that says anything is a key, or there is no such line.
fn looks_like_mapping(text: &str) -> bool {
    let says = |line: &&str| !line.trim().is_empty() && !line.starts_with('#');
    let Some(first) = text.lines().find(says) else {
        return true;
    };
    if first.starts_with('{') {
        return true;
    }
    key_of(first)
        .is_some_and(|(indent, key, _)| indent == 0 && !key.starts_with(['-', '*', '>', '`']))
}

/// Splits `  key: value` into indent, key and value.
fn key_of(line: &str) -> Option<(usize, &str, &str)> {
    let trimmed = line.trim_start_matches(' ');
    let indent = line.len() - trimmed.len();
    let colon = trimmed.match_indices(':').map(|(at, _)| at).find(|at| {
        trimmed
            .get(at + 1..)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
    })?;
    let key = trimmed.get(..colon)?.trim_end();
    (!key.is_empty()).then_some((indent, key, trimmed.get(colon + 1..)?.trim()))
}

/// Puts the value around `line` (from 1) in quotes if it reads like text that somebody left
/// unquoted: with a colon, or beginning with a character that means something to YAML. Keeps the
/// number of lines.
fn quote_value(lines: &mut [String], line: u32) -> bool {
    let last = (line as usize).clamp(1, lines.len().max(1)) - 1;
    for at in (0..=last).rev() {
        let Some((indent, key, value)) = lines.get(at).and_then(|line| key_of(line)) else {
            continue;
        };
        let deeper = |line: &String| {
            line.trim().is_empty() || line.len() - line.trim_start_matches(' ').len() > indent
        };
        let n_more = lines
            .get(at + 1..)
            .unwrap_or_default()
            .iter()
            .take_while(|l| deeper(l))
            .count();
        if at + n_more < last {
            return false;
        }
        let is_text = !value.is_empty()
            && match value.chars().next() {
                Some('|' | '>') => value.trim_end_matches(['+', '-']).len() > 1,
                // Quotes and brackets around a part of the value, not around all of it.
                Some(q @ ('"' | '\'')) => value.matches(q).count() > 1 && !value.ends_with(q),
                Some('[') => !value.ends_with(']') && value.contains(']'),
                Some('{') => !value.ends_with('}') && value.contains('}'),
                _ => true,
            };
        if !is_text {
            // `key:` above a nested key: the fault may be in the key that encloses neither.
            if value.is_empty() && at < last {
                return false;
            }
            if value.is_empty() {
                continue;
            }
            return false;
        }
        let mut whole = value.to_owned();
        for more in lines.get(at + 1..=at + n_more).unwrap_or_default() {
            if !more.trim().is_empty() {
                whole.push(' ');
                whole.push_str(more.trim());
            }
        }
        let quoted = format!("{:indent$}{key}: '{}'", "", whole.replace('\'', "''"));
        for (i, line) in lines.iter_mut().skip(at).take(n_more + 1).enumerate() {
            *line = if i == 0 {
                quoted.clone()
            } else {
                String::new()
            };
        }
        return true;
    }
    false
}

/// The scalar entries of the top-level mapping; `None` if the document is something else.
fn yaml_entries(text: &str) -> Result<Option<Vec<Entry>>, Fault> {
    let mut entries = Vec::new();
    let mut depth = 0_usize;
    let mut key: Option<(String, u32)> = None;
    let mut is_mapping = true;
    for event in Parser::new_from_str(text) {
        let (event, span) = event
            .map_err(|error| (error.marker().line().max(1) as u32, error.info().to_owned()))?;
        match event {
            Event::MappingStart(..) | Event::SequenceStart(..) => {
                if depth == 0 && matches!(event, Event::SequenceStart(..)) {
                    is_mapping = false;
                }
                // A collection is the value of its key, or (rarely) a key itself.
                if depth == 1 {
                    key = if key.is_some() {
                        None
                    } else {
                        Some((String::new(), 0))
                    };
                }
                depth += 1;
            }
            Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
            Event::Scalar(value, style, ..) => {
                if depth == 0 {
                    // Comments alone parse as one empty scalar.
                    is_mapping &= value.is_empty() || value == "~";
                } else if depth == 1 {
                    let line = span.start.line().max(1) as u32;
                    match key.take() {
                        None => key = Some((value.to_lowercase(), line)),
                        Some((key, line)) => {
                            let plain = style == saphyr_parser::ScalarStyle::Plain;
                            let is_null =
                                plain && matches!(&*value, "~" | "null" | "Null" | "NULL");
                            let value = if is_null {
                                String::new()
                            } else {
                                value.into_owned()
                            };
                            entries.push(Entry { key, value, line });
                        }
                    }
                }
            }
            Event::Alias(_) if depth == 1 => {
                key = if key.is_some() {
                    None
                } else {
                    Some((String::new(), 0))
                };
            }
            _ => {}
        }
    }
    Ok(is_mapping.then_some(entries))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::*;

    /// What is read, then the text that is left.
    fn check(text: &str, expected: &Expect) {
        let shown = match split(text) {
            Ok((front_matter, body)) => {
                let FrontMatter {
                    title,
                    description,
                    uri,
                    language,
                    updated,
                } = front_matter;
                let uri = uri.map(|uri| uri.to_string());
                let mut shown = String::new();
                for (key, value) in [
                    ("title", title),
                    ("description", description),
                    ("uri", uri),
                    ("language", language),
                    ("updated", updated),
                ] {
                    if let Some(value) = value {
                        shown.push_str(&format!("{key}={value}\n"));
                    }
                }
                format!("{shown}| {}", &text[body..])
            }
            Err((line, reason)) => format!("{line}: {reason}"),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn yaml_front_matter() {
        check(
            "---\ntitle: Install\ndescription: >\n  How to\n  install.\nlang: pt_br\ndate: 2024-01-02\ntags: [a, b]\nweight: 3\n---\nText\n",
            &expect![[r#"
                title=Install
                description=How to install.
                language=pt-BR
                updated=2024-01-02
                | Text
            "#]],
        );
        check("---\n---\nText", &expect!["| Text"]);
        check("---\n# nothing\n\n---\nText", &expect!["| Text"]);
        check(
            "---\ntitle: 1.10\nupdated: 1700000000\nlanguage: null\n...\nText",
            &expect![[r#"
            title=1.10
            updated=1700000000
            | Text"#]],
        );
        check(
            "---\ntitle: [a, b]\nsummary: S\nextra:\n  title: nested\n---\n",
            &expect![[r#"
            description=S
            | "#]],
        );
        check(
            "---\nuri: https://x.org/a/\n---\n",
            &expect![[r#"
            uri=https://x.org/a
            | "#]],
        );
        check(
            "---\ntitle: a\nuri: /a/\n---\n",
            &expect![[r#"3: front matter: uri: "/a/" has no scheme, write "https://a/""#]],
        );
    }

    #[test]
    fn values_that_should_have_been_quoted() {
        check(
            "---\ntitle: Foo: bar's \"baz\"\ndescription: a: b: c\n---\nText",
            &expect![[r#"
            title=Foo: bar's "baz"
            description=a: b: c
            | Text"#]],
        );
        check(
            "---\ntitle: `x` and y\ndescription: @foo/bar is it\n---\n",
            &expect![[r#"
            title=`x` and y
            description=@foo/bar is it
            | "#]],
        );
        check(
            "---\ntitle: \"Foo\" and bar\ndescription: [Beta] all of it\n---\n",
            &expect![[r#"
            title="Foo" and bar
            description=[Beta] all of it
            | "#]],
        );
        check(
            "---\ntitle: A\ndescription: one two\n  three: four\n  five\nlang: fr\n---\n",
            &expect!["4: front matter is not YAML: mapping values are not allowed in this context"],
        );
        check(
            "---\ntitle: *emphasis* first\n---\n",
            &expect![[r#"
            title=*emphasis* first
            | "#]],
        );
        check(
            "---\nmeta:\n  title: Foo: bar\ntitle: B\n---\n",
            &expect![[r#"
            title=B
            | "#]],
        );
    }

    #[test]
    fn broken_front_matter_says_where() {
        check(
            "---\ntitle: \"unclosed\nlang: en\n---\nText",
            &expect!["2: front matter is not YAML: invalid indentation in quoted scalar"],
        );
        check(
            "---\ntitle: A\n\tlang: en\n---\nText",
            &expect![
                "3: front matter is not YAML: tabs disallowed within this context (block indentation)"
            ],
        );
        check(
            "---\ntitle: A\ntags: [a, b\nlang: en\n---\nText",
            &expect!["4: front matter is not YAML: illegal placement of ':' indicator"],
        );
        check(
            "+++\ntitle = A\n+++\nText",
            &expect![
                "2: front matter is not TOML: string values must be quoted, expected literal string"
            ],
        );
        check(
            "{\n\"title\": \"A\",\n}\nText",
            &expect!["3: front matter is not JSON: trailing comma"],
        );
    }

    #[test]
    fn other_forms() {
        check(
            "+++\ntitle = \"A\"\ndate = 2024-01-02T03:04:05Z\n[extra]\ntitle = \"no\"\n+++\nText",
            &expect![[r#"
            title=A
            updated=2024-01-02T03:04:05Z
            | Text"#]],
        );
        check(
            "{\n  \"Title\": \"A\",\n  \"date\": \"2024\"\n}\n\nText",
            &expect![[r#"
            title=A
            updated=2024
            | Text"#]],
        );
        check(
            "<!--{\n  \"Title\": \"A\"\n}-->\nText",
            &expect![[r#"
            title=A
            | 
            Text"#]],
        );
        check(
            ";;;\n{\"title\": \"A\"}\n;;;\nText",
            &expect![[r#"
            title=A
            | Text"#]],
        );
    }

    #[test]
    fn text_is_not_front_matter() {
        for text in [
            "---\n\nJust a rule.\n\n---\n\nMore",
            "---\nA rule, then text\n---\n",
            "---\ntitle: never closed\n",
            "---\n- a: b\n---\n",
            "---\nTwo words: a text\n---\nMore",
            "{{macro}}\n{\n}",
            "{% include a %}",
            "{#id}\n",
            "+++ no\n+++\n",
            "----\ntitle: a\n----\n",
            "",
            "---",
        ] {
            assert_eq!(split(text), Ok((FrontMatter::default(), 0)), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_split_or_refused(text in "(---|\\+\\+\\+|;;;|\\{|)\n?(.|\n|: |\\- |\"|'|\\[|title: )*\n?(---|\\+\\+\\+|;;;|\\}|)\n?.*") {
            match split(&text) {
                Ok((_, body)) => prop_assert!(text.is_char_boundary(body)),
                Err((line, _)) => prop_assert!(line >= 1 && line as usize <= text.lines().count() + 1),
            }
        }
    }
}
