//! Templates: `{{macro("x")}}`, `{{< shortcode >}}`, `{% tag %}`, and whatever looks like them.

mod expression;

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::ops::Range;

use super::Source;
use super::code::Code;
use super::text::Text;
use crate::ahead::Ahead;
use crate::markdown::slice;
use expression::expression;

/// Words that steer a template and say nothing.
const CONTROL: &[&str] = &[
    "if",
    "else",
    "elsif",
    "elseif",
    "unless",
    "case",
    "when",
    "for",
    "range",
    "with",
    "end",
    "template",
    "define",
    "block",
    "break",
    "continue",
    "assign",
    "set",
    "capture",
    "import",
    "from",
    "extends",
    "macro",
    "load",
    "url",
    "csrf_token",
    "include",
    "render",
    "partial",
    "cycle",
    "tablerow",
    "increment",
    "decrement",
    "raw",
    "verbatim",
    "endraw",
    "liquid",
    "echo",
    "layout",
    "else if",
    "autoescape",
    "spaceless",
    "comment",
];

/// Templates whose body is code.
const CODE: &[&str] = &["highlight", "code", "codeblock", "prettify"];

/// Replaces templates by what a reader would see.
pub(super) fn rewrite(text: &Text, source: &Source<'_>) -> Text {
    let content = text.as_str();
    let code = Code::all(content, !source.is_mdx);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    let mut reading = Reading {
        content,
        closers: closers(content),
        ahead: Ahead::of(content),
        variables: source.variables,
        is_mdx: source.is_mdx,
    };
    let mut at = 0;
    while let Some(open) = next_open(content, at) {
        let rest = content.get(open..).unwrap_or_default();
        if let Some(range) = code.at(open) {
            at = range.end.max(open + 2);
            continue;
        }
        if content
            .get(..open)
            .is_some_and(|before| before.ends_with('\\'))
        {
            at = open + 2;
            continue;
        }
        let Some((length, replacement)) = reading.one(open, rest) else {
            at = open + 2;
            continue;
        };
        at = open + length;
        edits.push((open..at, replacement));
    }
    text.edited(edits)
}

fn next_open(content: &str, at: usize) -> Option<usize> {
    let rest = content.get(at..)?;
    let found = rest.match_indices('{').map(|(at, _)| at).find(|at| {
        rest.get(at + 1..)
            .is_some_and(|after| after.starts_with(['{', '%']))
    })?;
    Some(at + found)
}

/// What closes a shortcode or a tag, anywhere in the text: `tabs` for `{{< /tabs >}}` and
/// `{% endtabs %}`.
fn closers(content: &str) -> HashSet<&str> {
    let closer = |(at, _): (usize, &'_ str)| {
        let inside = slice(content, &(at + 1..content.len())).strip_prefix(['<', '%'])?;
        let inside = inside.trim_start_matches(['-', ' ']);
        let name = match inside.strip_prefix('/') {
            Some(name) => name.trim_start_matches(' '),
            None => inside.strip_prefix("end")?.trim_start_matches('_'),
        };
        let is_end = |c: char| c.is_whitespace() || matches!(c, '>' | '%' | '}');
        let name = name.get(..name.find(is_end)?)?;
        Some(name.trim_end_matches('-'))
    };
    content.match_indices('{').filter_map(closer).collect()
}

/// The state while templates are read.
struct Reading<'t> {
    content: &'t str,
    /// Names that something closes.
    closers: HashSet<&'t str>,
    ahead: Ahead,
    variables: &'t BTreeMap<String, String>,
    is_mdx: bool,
}

impl Reading<'_> {
    /// The length of the template that `rest`, from `open` on, begins with, and what to put in its
    /// place.
    fn one(&mut self, open: usize, rest: &str) -> Option<(usize, String)> {
        for (mark, close) in [("{{<", ">}}"), ("{{%", "%}}")] {
            if rest.starts_with(mark) {
                let end = self.ahead.find(rest, close)?;
                let inside = slice(rest, &(3..end)).trim();
                let (name, arguments) = inside
                    .split_once(char::is_whitespace)
                    .unwrap_or((inside, ""));
                if CODE.contains(&name)
                    && self.closers.contains(name)
                    && let Some((body, after)) = body_of(rest, end + 3, name)
                {
                    return Some((after, code_block(arguments, body)));
                }
                return Some((end + 3, self.shortcode(inside)));
            }
        }
        if rest.starts_with("{%") {
            let end = self.ahead.find(rest, "%}")?;
            let inside = slice(rest, &(2..end)).trim_matches('-').trim();
            return self.tag(rest, end + 2, inside);
        }
        if self.is_mdx {
            return None;
        }
        let near = self.ahead.within(rest);
        let Some(end) = close_of_braces(near) else {
            self.ahead.in_vain(near.len());
            return None;
        };
        let inside = slice(rest, &(2..end)).trim_matches('-');
        // Braces in code that nobody marked as code.
        let is_raw = inside
            .trim_start()
            .trim_start_matches(char::is_alphanumeric)
            .starts_with(" `");
        if !is_raw && (inside.contains("\n\n") || inside.len() > 2000) || inside.trim().is_empty() {
            self.ahead.in_vain(end);
            return None;
        }
        let blank = [' ', '\t'];
        let whole_before = slice(self.content, &(0..open));
        let before = whole_before.trim_end_matches(blank);
        let after = slice(rest, &(end + 2..rest.len())).trim_start_matches(blank);
        let alone = (before.is_empty() || before.ends_with('\n') || before.ends_with("}}"))
            && (after.is_empty() || after.starts_with('\n') || after.starts_with("{{"));
        let path = inside.split('|').next().unwrap_or_default().trim();
        if let Some(value) = self.variables.get(path) {
            return Some((end + 2, value.clone()));
        }
        if is_variable(path) && is_target(whole_before) {
            let last = path.rsplit('.').next().unwrap_or(path).to_lowercase();
            let is_root = BASES.contains(&last.replace(['_', '-'], "").as_str());
            // Without spaces, so that it stays one target until links are looked at.
            let unknown = || format!("{{{{{path}}}}}");
            return Some((end + 2, if is_root { String::new() } else { unknown() }));
        }
        let shown = expression(inside, alone);
        if shown.is_none() {
            self.ahead.in_vain(end);
        }
        Some((end + 2, shown?))
    }

    /// A Hugo shortcode becomes the component that it is.
    fn shortcode(&self, inside: &str) -> String {
        // `{{</* x */>}}` shows a shortcode.
        if let Some(shown) = inside.strip_prefix("/*") {
            return format!("`{{{{< {} >}}}}`", shown.trim_end_matches("*/").trim());
        }
        if let Some(name) = inside.strip_prefix('/') {
            return format!("</{}>", component_name(name.trim()));
        }
        let inside = inside.trim_end_matches('/').trim_end();
        // A reference is the target of a link.
        if let Some((_, path)) = inside.split_once("ref ")
            && let Some((_, path)) = arguments_of(path).into_iter().next()
            && (inside.starts_with("ref") || inside.starts_with("relref"))
        {
            return path;
        }
        let (name, arguments) = inside
            .split_once(char::is_whitespace)
            .unwrap_or((inside, ""));
        if CONTROL.contains(&name) {
            return String::new();
        }
        let is_paired = self.closers.contains(name);
        opening(name, arguments, is_paired, |key, value| {
            is_paired || key != "title" || value.contains(' ')
        })
    }

    /// A Liquid, Jinja or Markdoc tag, closed at `end`: its length with what belongs to it.
    fn tag(&mut self, rest: &str, end: usize, inside: &str) -> Option<(usize, String)> {
        let name_end = inside
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))
            .unwrap_or(inside.len());
        let (name, arguments) = inside.split_at(name_end);
        if let Some(closed) = inside.strip_prefix('/') {
            return Some((end, format!("</{}>", component_name(closed.trim()))));
        }
        let mut body_end = |close: &str| {
            self.ahead.find_by(close, || {
                let mut from = end;
                loop {
                    let at = from + rest.get(from..)?.find("{%")?;
                    let after = at + rest.get(at..)?.find("%}")?;
                    let word = slice(rest, &(at + 2..after)).trim_matches('-').trim();
                    if word.split_whitespace().next() == Some(close) {
                        return Some((at, after + 2));
                    }
                    from = after + 2;
                }
            })
        };
        match name {
            "" => None,
            "comment" => Some(
                body_end("endcomment")
                    .map_or((end, String::new()), |(_, after)| (after, String::new())),
            ),
            "raw" | "verbatim" => {
                let (at, after) = body_end(&format!("end{name}"))?;
                Some((after, slice(rest, &(end..at)).to_owned()))
            }
            _ if CODE.contains(&name) => {
                let (at, after) = body_end(&format!("end{name}"))?;
                Some((after, code_block(arguments, slice(rest, &(end..at)))))
            }
            "trans" | "blocktrans" => {
                Some((end, arguments.trim().trim_matches(['"', '\'']).to_owned()))
            }
            // From the root of the site.
            "link" | "post_url" => {
                let path = arguments.trim().trim_matches(['"', '\'']);
                Some((end, format!("/{}", path.trim_start_matches('/'))))
            }
            _ => {
                if let Some(opened) = name.strip_prefix("end").filter(|opened| !opened.is_empty()) {
                    let is_control = CONTROL.contains(&opened);
                    let close = format!("</{}>", component_name(opened.trim_start_matches('_')));
                    return Some((end, if is_control { String::new() } else { close }));
                }
                if CONTROL.contains(&name) {
                    return Some((end, String::new()));
                }
                let is_paired = self.closers.contains(name);
                // Words between percent signs, as in a format string.
                if !is_paired && !arguments.is_empty() && !arguments.starts_with([' ', '\n', '=']) {
                    return None;
                }
                Some((end, opening(name, arguments, is_paired, |_, _| true)))
            }
        }
    }
}

/// Whether what stands `before` a template is the beginning of the target of a link. Only a part of
/// a target is known then: no link at all is better than one that leads elsewhere.
fn is_target(before: &str) -> bool {
    // Targets are short.
    let mut start = before.len().saturating_sub(500);
    while !before.is_char_boundary(start) {
        start += 1;
    }
    let line = slice(before, &(start..before.len()))
        .rsplit('\n')
        .next()
        .unwrap_or_default();
    ["](", "]: "].iter().any(|mark| {
        let target = line.rsplit_once(mark).map(|(_, target)| target);
        target.is_some_and(|target| !target.trim_start().contains([' ', ')']))
    })
}

/// Variables of the address that a site is at.
const BASES: &[&str] = &["baseurl", "relativeurl", "basepath", "root", "base"];

fn is_variable(path: &str) -> bool {
    path.starts_with(|c: char| c.is_alphabetic() || c == '$')
        && path
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '$'))
}

/// What stands between a shortcode that ends at `from` and the one that closes it, and where that
/// ends.
fn body_of<'t>(rest: &'t str, from: usize, name: &str) -> Option<(&'t str, usize)> {
    let body = rest.get(from..)?;
    let closing = ["{{<", "{{%"].iter().find_map(|open| {
        let at = body.find(&format!("{open} /{name}"));
        at.or_else(|| body.find(&format!("{open}/{name}")))
    })?;
    let length = slice(body, &(closing..body.len())).find("}}")? + 2;
    Some((slice(body, &(0..closing)), from + closing + length))
}

/// The fence that a template makes of its body; one that is there already stays what it is.
fn code_block(arguments: &str, body: &str) -> String {
    let arguments = arguments_of(arguments);
    let named = |keys: &[&str]| {
        arguments.iter().find_map(|(key, value)| {
            let key = key.as_deref()?;
            keys.contains(&key).then_some(value.as_str())
        })
    };
    let title = named(&["title", "filename", "file", "caption"]);
    let label = title.map_or_else(String::new, |title| format!("\n**{title}**\n"));
    if body.trim_start().starts_with(['`', '~']) {
        return format!("{label}\n{}\n", body.trim_matches('\n'));
    }
    let first = arguments.first().filter(|(key, _)| key.is_none());
    let first = first.map_or("", |(_, value)| value.as_str());
    let language = named(&["lang", "language"]).unwrap_or(first);
    format!("{label}\n{}\n", super::fenced(language, body))
}

/// Where the `}}` stands that closes the `{{` that `rest` begins with; quotes are passed over.
fn close_of_braces(rest: &str) -> Option<usize> {
    let mut quote = None;
    let mut after_argument = true;
    for (at, c) in rest.char_indices().skip(2) {
        match (quote, c) {
            (Some(open), _) if open == c => {
                quote = None;
                after_argument = false;
            }
            (Some(_), _) => {}
            // An apostrophe inside a word is no quote.
            (None, '"' | '\'' | '`') if after_argument => quote = Some(c),
            (None, '}') if rest.get(at..)?.starts_with("}}") => return Some(at),
            _ => after_argument = !c.is_alphanumeric(),
        }
    }
    rest.find("}}")
}

/// The tag that opens the component which a template is, closed as well unless it `is_paired`, with
/// those of its arguments that say something. What has no key is its title.
fn opening(
    name: &str,
    arguments: &str,
    is_paired: bool,
    says: impl Fn(&str, &str) -> bool,
) -> String {
    let mut tag = format!("<{}", component_name(name));
    for (key, value) in arguments_of(arguments) {
        let key = key.as_deref().unwrap_or("title");
        if says(key, &value) {
            write!(tag, " {key}=\"{}\"", value.replace('"', "&quot;")).ok();
        }
    }
    tag.push_str(if is_paired { ">" } else { " />" });
    tag
}

/// Components begin with a capital.
fn component_name(name: &str) -> String {
    let name: String = name
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || c == '-' {
                c
            } else {
                '-'
            }
        })
        .collect();
    let mut chars = name.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// `a="b c" 'd' e=f`: keys, where there are any, and values.
pub(super) fn arguments_of(text: &str) -> Vec<(Option<String>, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let mut key = None;
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'))
            .unwrap_or(rest.len());
        if end > 0
            && let Some(after) = rest.get(end..)
            && let Some(value) = after.trim_start().strip_prefix(['=', ':'])
        {
            key = rest.get(..end).map(str::to_owned);
            rest = value.trim_start();
        }
        let quote = rest
            .chars()
            .next()
            .filter(|c| matches!(c, '"' | '\'' | '`'));
        let (value, after) = if let Some(q) = quote {
            let inside = rest.get(1..).unwrap_or_default();
            inside.split_once(q).unwrap_or((inside, ""))
        } else {
            let end = rest
                .find(|c: char| c.is_whitespace() || c == ',')
                .unwrap_or(rest.len());
            rest.split_at(end)
        };
        if !value.is_empty() || key.is_some() {
            found.push((key, value.to_owned()));
        }
        rest = after.trim_start_matches([' ', ',', '\n', '\t']);
    }
    found
}
