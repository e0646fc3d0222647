//! What a tool was called with. Models get keys and types wrong in known ways: what is meant beyond
//! doubt is taken; for the rest the message says what would be right.

use serde_json::{Map, Value};

use super::ToolError;
use crate::mcp::documents::echo;

/// Most characters of a query.
const MAX_QUERY: usize = 500;

/// The arguments of a call.
pub struct Arguments<'a> {
    tool: &'static str,
    map: &'a Map<String, Value>,
}

impl<'a> Arguments<'a> {
    /// The arguments that `tool` was called with.
    #[must_use]
    pub fn new(tool: &'static str, map: &'a Map<String, Value>) -> Self {
        Arguments { tool, map }
    }

    /// An error about the arguments of this tool.
    pub(super) fn error(&self, message: impl AsRef<str>) -> ToolError {
        ToolError::Arguments(format!(
            "Invalid arguments for tool {}: {}",
            self.tool,
            message.as_ref()
        ))
    }

    /// The value of `key` or, if it is unset, that of the one alias that is set. `null` is unset.
    pub(super) fn value(
        &self,
        key: &str,
        aliases: &[&str],
    ) -> Result<Option<&'a Value>, ToolError> {
        let set = |key: &str| self.map.get(key).filter(|value| !value.is_null());
        if let Some(value) = set(key) {
            return Ok(Some(value));
        }
        let mut found = aliases.iter().filter_map(|alias| set(alias));
        match (found.next(), found.next()) {
            (_, Some(_)) => Err(self.error(format!(
                "\"{key}\" is missing, and more than one other argument could be meant by it; \
                 use \"{key}\""
            ))),
            (first, None) => Ok(first),
        }
    }

    /// The query of a search or an answer.
    pub(super) fn query(&self, key: &str, aliases: &[&str]) -> Result<&'a str, ToolError> {
        let hint = format!(
            "it must be a string of 1 to {MAX_QUERY} characters, \
             for example {{\"{key}\": \"how do I get started\"}}"
        );
        let query = match self.value(key, aliases)? {
            None => return Err(self.error(format!("\"{key}\" is required; {hint}"))),
            Some(Value::String(query)) => query.trim(),
            Some(other) => {
                return Err(self.error(format!("\"{key}\" is {}; {hint}", type_of(other))));
            }
        };
        if query.is_empty() {
            return Err(self.error(format!("\"{key}\" is blank; {hint}")));
        }
        let n_characters = query.chars().count();
        if n_characters > MAX_QUERY {
            return Err(self.error(format!(
                "\"{key}\" has {n_characters} characters, at most {MAX_QUERY} are allowed; keep \
                 the words that matter, or ask several shorter questions"
            )));
        }
        Ok(query)
    }

    /// An optional BCP 47 tag, e.g. `pt-BR`.
    pub(super) fn language(&self, key: &str) -> Result<Option<String>, ToolError> {
        /// Longest tag that RFC 5646 asks programs to hold.
        const MAX_TAG: usize = 35;
        let hint = "it must be a BCP 47 language tag such as \"en\" or \"pt-BR\", or left out";
        let code = match self.value(key, &["language", "language_code", "lang"])? {
            None => return Ok(None),
            Some(Value::String(code)) => code.trim().replace('_', "-"),
            Some(other) => {
                return Err(self.error(format!("\"{key}\" is {}; {hint}", type_of(other))));
            }
        };
        if code.is_empty() {
            return Ok(None);
        }
        let is_tag = code.len() <= MAX_TAG
            && code.split('-').all(|subtag| {
                matches!(subtag.len(), 1..=8) && subtag.bytes().all(|b| b.is_ascii_alphanumeric())
            });
        if is_tag {
            Ok(Some(code))
        } else {
            Err(self.error(format!("\"{key}\" is \"{}\"; {hint}", echo(&code))))
        }
    }
}

/// The JSON type of `value`, with an article.
pub(super) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
