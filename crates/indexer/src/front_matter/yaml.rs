//! YAML as people write it: values that they leave unquoted are quoted.

use saphyr_parser::{Event, Parser};

use super::{Entry, Fault};

/// How many values of YAML are repaired in one file: all of it is parsed again for each.
const MAX_REPAIRS: usize = 100;

/// Reads YAML and repairs, line by line, values that people leave unquoted. `None`: this is no
/// front matter at all.
pub(super) fn read(text: &str) -> Result<Option<Vec<Entry>>, Fault> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // Each round quotes one value.
    let mut n_repairs = 0;
    loop {
        match entries(&lines.join("\n")) {
            Ok(entries) => {
                // `Note: ...` between two rules is text, but so is `My key: ...`; keys of front
                // matter are single words.
                return Ok(entries.filter(|entries| {
                    entries.is_empty()
                        || entries.iter().any(|e| !e.key.contains(char::is_whitespace))
                }));
            }
            Err((line, reason)) => {
                n_repairs += 1;
                if n_repairs > MAX_REPAIRS || !quote_value(&mut lines, line) {
                    return Err((line, format!("front matter is not YAML: {reason}")));
                }
            }
        }
    }
}

/// Whether the first line that says anything is a key, or there is no such line.
pub(super) fn looks_like_mapping(text: &str) -> bool {
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
        if let Some(joined) = join_quoted(lines.get(at..).unwrap_or_default(), value) {
            let head = format!("{:indent$}{key}: ", "");
            for (i, line) in lines.iter_mut().skip(at).take(joined.n_lines).enumerate() {
                *line = if i == 0 {
                    format!("{head}{}", joined.value)
                } else {
                    String::new()
                };
            }
            return true;
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

/// A quoted value on one line.
struct Joined {
    value: String,
    n_lines: usize,
}

/// Joins a value that begins with a quote and ends with it lines later, not indented as YAML wants
/// it. The line of another key ends the search.
fn join_quoted(lines: &[String], value: &str) -> Option<Joined> {
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    if value.matches(quote).count() != 1 {
        return None;
    }
    let mut joined = value.to_owned();
    for (i, line) in lines.iter().enumerate().skip(1) {
        if key_of(line).is_some() {
            return None;
        }
        joined.push(' ');
        joined.push_str(line.trim());
        if line.contains(quote) {
            return line.trim_end().ends_with(quote).then_some(Joined {
                value: joined,
                n_lines: i + 1,
            });
        }
    }
    None
}

/// The scalar entries of the top-level mapping; `None` if the document is something else.
fn entries(text: &str) -> Result<Option<Vec<Entry>>, Fault> {
    let mut entries = Vec::new();
    let mut depth = 0_usize;
    let mut key: Option<(String, u32)> = None;
    // The key whose value is the open list.
    let mut list: Option<(String, u32)> = None;
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
                    let is_list = matches!(event, Event::SequenceStart(..));
                    list = key.clone().filter(|_| is_list);
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
                } else if depth == 2
                    && let Some((key, line)) = &list
                {
                    entries.push(Entry {
                        key: format!("{key}[]"),
                        value: value.into_owned(),
                        line: *line,
                    });
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
