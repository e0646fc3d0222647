//! Terms with signs in them: flags, operators, versions, names such as `C++` and `.NET`.
//!
//! They come beside the words that they are made of, so that `--no-cache` is found as such and
//! `no cache` still finds it. What signs mean depends on what stands around them (`**bold**` is no
//! operator, `` `**` `` is one), so each kind says what must be before and after it. Only ASCII
//! signs; letters are compared without case, as everywhere.

use std::ops::Range;

/// Longest run of signs that is an operator: `>>>=`.
const MAX_OPERATOR: usize = 4;

/// Longest word before `++` or `#`: `C++`, `F#`, `i++`. Longer ones are code or headings.
const MAX_PLUS_WORD: usize = 2;

/// Runs of signs that are punctuation of prose, Markdown or code unless something encloses them.
const PUNCTUATION: &[&str] = &[
    "--", "...", "..", "//", "/*", "*/", "/**", "**", "/>", "-->", "<!--", "||", "==", "***",
];

/// What is never an operator: the rules and tables of Markdown.
fn is_rule(run: &[u8]) -> bool {
    run.iter().all(|sign| matches!(sign, b'-' | b':'))
        && !matches!(run, b"-" | b"--" | b":" | b"::")
}

/// The term that begins at `at`, if one does. Letters in it are as they stand in the text.
pub(super) fn symbol_at(text: &str, at: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let first = *bytes.get(at)?;
    let before = at.checked_sub(1).and_then(|at| bytes.get(at)).copied();
    if !opens(before) {
        return None;
    }
    let rest = bytes.get(at..)?;
    let length = match first {
        b'-' => flag(rest).or_else(|| operator(rest, before)),
        b'.' => dotted_name(rest).or_else(|| operator(rest, before)),
        b'v' | b'V' => version(rest, 1),
        b'0'..=b'9' => version(rest, 0),
        _ if is_sign(first) => operator(rest, before),
        _ => None,
    };
    let length = length.or_else(|| plus_name(rest))?;
    // The number of a version is the same with and without its `v`.
    let start = at
        + usize::from(matches!(first, b'v' | b'V') && rest.get(1).is_some_and(u8::is_ascii_digit));
    Some(start..at + length)
}

/// Whether a term with signs may begin after this byte. What is not ASCII may be a sign of its own
/// script, or a letter of one without spaces.
fn opens(before: Option<u8>) -> bool {
    before.is_none_or(|byte| {
        byte.is_ascii_whitespace()
            || !byte.is_ascii()
            || matches!(
                byte,
                b'`' | b'"' | b'\'' | b'(' | b'[' | b'{' | b',' | b';' | b'|'
            )
    })
}

/// Whether one may end before this byte.
fn closes(after: Option<u8>) -> bool {
    after.is_none_or(|byte| {
        byte.is_ascii_whitespace()
            || !byte.is_ascii()
            || matches!(
                byte,
                b'`' | b'"' | b'\'' | b')' | b']' | b'}' | b',' | b';' | b'|'
            )
    })
}

/// Whether the sentence or the word may end before this byte.
fn ends(after: Option<u8>) -> bool {
    closes(after) || after.is_some_and(|byte| matches!(byte, b'.' | b':' | b'?' | b'!'))
}

fn is_sign(byte: u8) -> bool {
    matches!(
        byte,
        b'=' | b'!'
            | b'<'
            | b'>'
            | b'&'
            | b'|'
            | b'?'
            | b'+'
            | b'-'
            | b'*'
            | b'/'
            | b'%'
            | b'^'
            | b'~'
            | b':'
            | b'.'
            | b'@'
            | b'$'
    )
}

fn count(bytes: &[u8], is: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| is(**byte)).count()
}

/// `--no-cache`, `-l`, `-32601`.
fn flag(rest: &[u8]) -> Option<usize> {
    let dashes = count(rest, |byte| byte == b'-');
    let name = rest.get(dashes..)?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let mut length = count(name, is_name);
    while length > 0 && matches!(name.get(length - 1), Some(b'-' | b'_')) {
        length -= 1;
    }
    let begins = name.first().is_some_and(u8::is_ascii_alphanumeric);
    (dashes <= 2 && begins && length > 0).then_some(dashes + length)
}

/// `??=`, `=>`, `::`; and a single sign that is enclosed: `` `%` ``, `(+)`.
fn operator(rest: &[u8], before: Option<u8>) -> Option<usize> {
    // No further than tells that it is too long: a page may be a line of signs.
    let length = count(rest.get(..rest.len().min(MAX_OPERATOR + 1))?, is_sign);
    let run = rest.get(..length)?;
    let after = rest.get(length).copied();
    let is_enclosed = matches!(
        (before, after),
        (Some(b'`'), Some(b'`')) | (Some(b'('), Some(b')')) | (Some(b'"'), Some(b'"'))
    );
    let is_plain = length > 1 && !PUNCTUATION.iter().any(|common| common.as_bytes() == run);
    let fits = (1..=MAX_OPERATOR).contains(&length) && closes(after) && !is_rule(run);
    (fits && (is_plain || is_enclosed)).then_some(length)
}

/// `1.2.3`, `v1.2`: with `v` one dot is enough, without it two are.
fn version(rest: &[u8], letters: usize) -> Option<usize> {
    let number = rest.get(letters..)?;
    let mut length = count(number, |byte| byte.is_ascii_digit());
    let mut dots = 0;
    while length > 0 && number.get(length) == Some(&b'.') {
        let digits = count(number.get(length + 1..)?, |byte| byte.is_ascii_digit());
        if digits == 0 {
            break;
        }
        length += 1 + digits;
        dots += 1;
    }
    let is_word = number.get(length).is_some_and(u8::is_ascii_alphanumeric);
    (dots + letters >= 2 && dots > 0 && !is_word).then_some(letters + length)
}

/// `.NET`, `.gitignore`; not `.then(` nor `.button {`.
fn dotted_name(rest: &[u8]) -> Option<usize> {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let length = count(rest.get(1..)?, is_name);
    let after = rest.get(1 + length..)?;
    let is_selector = after.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    let begins = rest.get(1).is_some_and(u8::is_ascii_alphabetic);
    (begins && length > 1 && ends(after.first().copied()) && !is_selector).then_some(1 + length)
}

/// `C++`, `C#`.
fn plus_name(rest: &[u8]) -> Option<usize> {
    let letters = count(rest, |byte| byte.is_ascii_alphabetic());
    let signs = match rest.get(letters..)? {
        [b'+', b'+', ..] => 2,
        [b'#', ..] => 1,
        _ => return None,
    };
    let after = rest.get(letters + signs).copied();
    ((1..=MAX_PLUS_WORD).contains(&letters) && ends(after)).then_some(letters + signs)
}

#[cfg(test)]
mod tests {
    use super::symbol_at;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let starts = text.char_indices().map(|(at, _)| at);
        let found: Vec<&str> = starts
            .filter_map(|at| symbol_at(text, at))
            .map(|range| &text[range])
            .collect();
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn flags() {
        check("run `grep -l` with --no-cache=yes", &["-l", "--no-cache"]);
        check("error -32601, and [--all|-a]", &["-32601", "--all", "-a"]);
        check("- an item\n-- a dash --- and well-known, a - b", &[]);
        check("使用--verbose选项", &["--verbose"]);
    }

    #[test]
    fn operators() {
        check("a ??= b && c => d", &["??=", "&&", "=>"]);
        check("`===` or `%`, Addition (+)", &["===", "%", "+"]);
        check("**bold** text... | --- | :-- | // not ** <br />", &[]);
        check("the `**` and `||` operators", &["**", "||"]);
        check("Vec::new() https://x.dev a+b is it? yes!", &[]);
    }

    #[test]
    fn versions() {
        check("v1.2.3 and 10.0.1, v0.9.", &["1.2.3", "10.0.1", "0.9"]);
        check("1.5 em, 3.14, 1.2.3rc1, v8", &[]);
    }

    #[test]
    fn names() {
        check("C++, C# and F#.", &["C++", "C#", "F#"]);
        check("On .NET? Edit .gitignore.", &[".NET", ".gitignore"]);
        check(".button { } x\n.then(y) count++ a#b .5", &[]);
    }
}
