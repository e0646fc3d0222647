//! Tags of HTML and JSX, and how they are read.

use crate::markdown::slice;

/// A tag as it is written.
#[derive(Debug)]
pub(super) struct Tag {
    /// As written; empty for the fragment `<>`.
    pub(super) name: String,
    pub(super) attributes: Vec<Attribute>,
    pub(super) is_end: bool,
    pub(super) is_self_closing: bool,
    pub(super) length: usize,
}

#[derive(Debug)]
pub(super) struct Attribute {
    /// As written.
    pub(super) name: String,
    pub(super) value: Value,
}

#[derive(Debug)]
pub(super) enum Value {
    None,
    /// In quotes or bare.
    Text(String),
    /// In braces, without them.
    Expression(String),
}

impl Tag {
    /// The text of the first of the attributes `names` that has one; entities decoded.
    pub(super) fn text(&self, names: &[&str]) -> Option<String> {
        names.iter().find_map(|name| {
            let attribute = self
                .attributes
                .iter()
                .find(|attribute| attribute.name.eq_ignore_ascii_case(name))?;
            let text = match &attribute.value {
                Value::None => return None,
                Value::Text(text) => htmlize::unescape(text).into_owned(),
                Value::Expression(code) => string_literal(code)?,
            };
            Some(text).filter(|text| !text.trim().is_empty())
        })
    }
}

impl Tag {
    /// The expression that the attribute `name` is.
    pub(super) fn expression(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find_map(|attribute| match &attribute.value {
            Value::Expression(code) if attribute.name.eq_ignore_ascii_case(name) => {
                Some(code.trim())
            }
            _ => None,
        })
    }
}

/// The string that the expression `code` is, if it is nothing else.
pub(super) fn string_literal(code: &str) -> Option<String> {
    let code = code.trim();
    let q = code
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let inside = code.get(1..)?.strip_suffix(q)?;
    let ends_early = inside.match_indices(q).any(|(at, _)| {
        !inside
            .get(..at)
            .is_some_and(|before| before.ends_with('\\'))
    });
    (!ends_early && !inside.contains("${")).then(|| {
        inside
            .replace("\\n", "\n")
            .replace("\\`", "`")
            .replace("\\'", "'")
            .replace("\\\"", "\"")
    })
}

/// Reads the tag that `text` begins with.
///
/// # Errors
/// No tag: how many bytes had to be looked at.
pub(super) fn read(text: &str) -> Result<Tag, usize> {
    let bytes = text.as_bytes();
    let mut at = 1;
    let is_end = bytes.get(at) == Some(&b'/');
    at += usize::from(is_end);
    let name_start = at;
    while bytes
        .get(at)
        .is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b':'))
    {
        at += 1;
    }
    let name = slice(text, &(name_start..at)).to_owned();
    if !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(at);
    }
    // `<https://...>` and `<a@b.c>` are links.
    if name.ends_with(':') || bytes.get(at) == Some(&b'@') {
        return Err(at);
    }
    let mut tag = Tag {
        name,
        attributes: Vec::new(),
        is_end,
        is_self_closing: false,
        length: 0,
    };
    loop {
        let rest = slice(text, &(at..text.len()));
        let trimmed = rest.trim_start();
        let had_space = trimmed.len() < rest.len();
        at += rest.len() - trimmed.len();
        // A paragraph ends, the tag did not.
        if slice(text, &(at - (rest.len() - trimmed.len())..at))
            .matches('\n')
            .count()
            > 2
        {
            return Err(at);
        }
        match trimmed.as_bytes().first().ok_or(at)? {
            b'>' => {
                tag.length = at + 1;
                return Ok(tag);
            }
            b'/' => {
                let rest = slice(trimmed, &(1..trimmed.len()));
                if !rest.trim_start().starts_with('>') {
                    return Err(at);
                }
                tag.is_self_closing = true;
                at += 1;
            }
            // `width="1", height="2"`: a mistake that browsers forgive.
            b',' if matches!(tag.attributes.last(), Some(last) if matches!(last.value, Value::Text(_))) =>
            {
                at += 1;
            }
            b'{' => {
                at += braces(trimmed).ok_or(text.len())?;
            }
            _ if tag.name.is_empty() || !had_space && tag.attributes.is_empty() => return Err(at),
            _ => {
                let (attribute, length) = attribute(trimmed).map_err(|n| at + n)?;
                tag.attributes.push(attribute);
                at += length;
            }
        }
    }
}

/// Reads the attribute that `text` begins with, and says how long it is.
///
/// # Errors
/// No attribute: how many bytes had to be looked at.
fn attribute(text: &str) -> Result<(Attribute, usize), usize> {
    let all = text.len();
    let fits = |c: char| {
        c.is_alphanumeric()
            || matches!(
                c,
                '_' | ':' | '-' | '.' | '@' | '#' | '*' | '[' | ']' | '(' | ')' | '$'
            )
    };
    let end = text.find(|c: char| !fits(c)).unwrap_or(text.len());
    if end == 0 {
        return Err(0);
    }
    let (name, rest) = text.split_at(end);
    let name = name.to_owned();
    let spaces = rest.len() - rest.trim_start().len();
    let Some(value) = rest.trim_start().strip_prefix('=') else {
        let none = Value::None;
        return Ok((Attribute { name, value: none }, end));
    };
    let at = end + spaces + 1 + (value.len() - value.trim_start().len());
    let value = value.trim_start();
    let (value, length) = match value.chars().next().ok_or(all)? {
        q @ ('"' | '\'') => {
            let inside = slice(value, &(1..value.len()));
            let close = inside.find(q).ok_or(all)?;
            (
                Value::Text(slice(inside, &(0..close)).to_owned()),
                close + 2,
            )
        }
        '{' => {
            let close = braces(value).ok_or(all)?;
            let inside = slice(value, &(1..close - 1)).to_owned();
            (Value::Expression(inside), close)
        }
        _ => {
            let is_end = |c: char| c.is_whitespace() || c == '>';
            let close = value.find(is_end).ok_or(all)?;
            // `<name key=<value>>` is how usage is written.
            if slice(value, &(0..close)).contains('<') {
                return Err(at + close);
            }
            (Value::Text(slice(value, &(0..close)).to_owned()), close)
        }
    };
    Ok((Attribute { name, value }, at + length))
}

/// The length of the `{...}` that `text` begins with; strings, templates and comments are passed
/// over.
pub(super) fn braces(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote: Option<char> = None;
    let mut chars = text.char_indices().peekable();
    let mut before = '\0';
    while let Some((at, c)) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => {
                chars.next();
            }
            (Some(open), _) if open == c => quote = None,
            (Some('"' | '\''), '\n') => quote = None,
            (None, '/') if text.get(at..)?.starts_with("/*") => {
                let end = at + text.get(at..)?.find("*/")? + 2;
                while chars.peek().is_some_and(|(at, _)| *at < end) {
                    chars.next();
                }
            }
            // An apostrophe in the text of a nested component is no quote.
            (None, '"' | '`') => quote = Some(c),
            (None, '\'') if !before.is_alphanumeric() => quote = Some(c),
            (None, '{') => depth += 1,
            (None, '}') => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            // Text, or whatever is inside quotes.
            _ => {}
        }
        before = c;
    }
    None
}
