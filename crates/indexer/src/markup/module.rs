//! `import` and `export` of MDX.

use std::collections::HashMap;
use std::ops::Range;

use super::Source;
use super::code::Code;
use super::tag;
use super::text::Text;
use crate::ahead::{Ahead, head};
use crate::markdown::{next_line, slice};

/// Longer statements import nothing, in bytes.
const LONGEST_IMPORT: usize = 4_000;

/// Takes the statements away. In Markdown that is no MDX only what cannot be prose.
pub(super) fn rewrite(text: &Text, source: &Source<'_>) -> Text {
    let content = text.as_str();
    let code = Code::fences(content);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    // Constants that are components with text in them, by name.
    let mut shown: HashMap<&str, &str> = HashMap::new();
    let mut ahead = Ahead::of(content);
    let mut at = 0;
    while at < content.len() {
        let next = next_line(content, at);
        let line = slice(content, &(at..next));
        let is_statement = line.starts_with("import ") || line.starts_with("export ");
        if !is_statement || code.at(at).is_some() {
            at = next;
            continue;
        }
        let rest = slice(content, &(at..content.len()));
        let length = if line.starts_with("import ") {
            import(head(rest, LONGEST_IMPORT))
        } else {
            export(rest, source.is_mdx, &mut ahead)
        };
        match length {
            Some(length) => {
                let end = next_line(content, at + length.saturating_sub(1));
                shown.extend(constant(slice(content, &(at..end))));
                edits.push((at..end, String::new()));
                at = end;
            }
            None => at = next,
        }
    }
    if !shown.is_empty() {
        for open in code.find(content, "{") {
            let inside = slice(content, &(open + 1..content.len()));
            let end = inside.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
            let name = inside.get(..end.unwrap_or(0)).unwrap_or_default();
            let is_closed = slice(inside, &(name.len()..inside.len())).starts_with('}');
            if let Some(body) = shown.get(name).filter(|_| is_closed) {
                edits.push((open..open + name.len() + 2, (*body).to_owned()));
            }
        }
    }
    edits.sort_by_key(|(range, _)| range.start);
    text.edited(edits)
}

/// The name and the text of `export const name = (<Note>...</Note>);`.
fn constant(statement: &str) -> Option<(&str, &str)> {
    let (name, value) = statement.strip_prefix("export const ")?.split_once('=')?;
    let value = value.trim().trim_end_matches(';').trim_end();
    let value = value.strip_prefix('(')?.strip_suffix(')')?.trim();
    let is_component = value.starts_with('<') && value.ends_with('>');
    is_component.then_some((name.trim(), value))
}

/// `import A, { B } from 'x';`, `import 'x';`, over several lines too.
fn import(rest: &str) -> Option<usize> {
    let end = rest.find("\n\n").unwrap_or(rest.len());
    let block = rest.get(..end)?;
    let after = block.strip_prefix("import ")?.trim_start();
    let from = if after.starts_with(['"', '\'']) {
        block.len() - after.len()
    } else {
        let at = block.find(" from ").or_else(|| block.find("\nfrom "))? + 6;
        // One statement: names, braces, commas.
        let names = block.get(7..at - 6)?;
        let fits = |c: char| c.is_alphanumeric() || c.is_whitespace() || "{},*_$".contains(c);
        if !names.chars().all(fits) {
            return None;
        }
        at
    };
    let tail = block.get(from..)?;
    let path = tail.trim_start();
    let q = path.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let close = path.get(1..)?.find(q)? + 2;
    Some(from + (tail.len() - path.len()) + close)
}

/// `export const x = {...};`, `export default ...`.
fn export(rest: &str, is_mdx: bool, ahead: &mut Ahead) -> Option<usize> {
    let line = rest.lines().next()?;
    let word = line.split_whitespace().nth(1)?;
    let is_code = [
        "const", "let", "var", "function", "default", "async", "class", "{", "*",
    ];
    if !is_code.contains(&word.trim_end_matches('*')) && !word.starts_with('{') {
        return None;
    }
    if !is_mdx && !line.contains(['=', '(', '{']) {
        return None;
    }
    // To the end of the brackets that it opens.
    let near = ahead.within(rest);
    let mut depth = 0_i32;
    let mut at = 0;
    for line in near.split_inclusive('\n') {
        let mut from = 0;
        while let Some(found) = line
            .get(from..)
            .and_then(|l| l.find(['{', '(', '[', '}', ')', ']']))
        {
            let c = line
                .as_bytes()
                .get(from + found)
                .copied()
                .unwrap_or_default();
            depth += if matches!(c, b'{' | b'(' | b'[') {
                1
            } else {
                -1
            };
            from += found + 1;
        }
        at += line.len();
        let goes_on =
            line.trim_end().ends_with(['=', ',', '>', '+']) && !line.trim_end().ends_with("/>");
        if depth <= 0 && !goes_on {
            return Some(at);
        }
    }
    // Never closed: the braces that the parser of expressions sees, or the line.
    let open = near.find('{')?;
    let length = tag::braces(slice(near, &(open..near.len())));
    if length.is_none() {
        ahead.in_vain(near.len());
    }
    Some(length.map_or(line.len(), |length| open + length))
}
