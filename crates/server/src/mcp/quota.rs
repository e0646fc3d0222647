//! Quotas: how often a client may call which tools. The counting is the runtime's, by rate-limit
//! bindings; here is what counts against which, and what a client is told past it.

use serde_json::Value;

use super::{Body, MAX_BATCH, tools};

/// What the calls of a tool count against.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Quota {
    /// Passages and lists of documents.
    Searches,
    /// Whole documents.
    Gets,
    /// Answers.
    Answers,
}

impl Quota {
    /// All of them.
    pub const ALL: [Quota; 3] = [Quota::Searches, Quota::Gets, Quota::Answers];

    /// The rate-limit binding in wrangler.toml that counts it.
    #[must_use]
    pub fn binding(self) -> &'static str {
        match self {
            Quota::Searches => "SEARCH_LIMIT",
            Quota::Gets => "GET_LIMIT",
            Quota::Answers => "ANSWER_LIMIT",
        }
    }

    /// What a model reads when its client has used the quota up. `search` is the name of the tool
    /// that is offered for searching, if one is.
    pub(super) fn message(self, tool: &str, search: Option<&str>) -> String {
        // Periods of rate-limit bindings are 10 or 60 seconds.
        let instead = match (self, search) {
            (Quota::Answers, Some(search)) => format!(", or use {search}, which has its own quota"),
            _ => String::new(),
        };
        format!(
            "429 RESOURCE_EXHAUSTED: the quota of {tool} for this client is used up. Try again in \
             60 seconds{instead}."
        )
    }
}

impl Body {
    /// What the messages in it count against, one item for each that does.
    pub fn quotas(&self) -> impl Iterator<Item = Quota> {
        let messages = match &self.0 {
            Ok(Value::Array(messages)) if messages.len() <= MAX_BATCH => messages.as_slice(),
            // A longer batch is refused as a whole.
            Ok(Value::Array(_)) | Err(_) => &[],
            Ok(message) => std::slice::from_ref(message),
        };
        messages
            .iter()
            .filter_map(|message| match message.get("method")?.as_str()? {
                "tools/call" => tools::quota_of(message.get("params")?.get("name")?.as_str()?),
                "resources/read" => Some(Quota::Gets),
                _ => None,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_reads_count_and_nothing_else_does() {
        let quotas = |body: &str| Body::parse(body.as_bytes()).quotas().collect::<Vec<_>>();
        let call = |name: &str| {
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{name}"}}}}"#
            )
        };
        for (name, quota) in [
            ("search_documents", Quota::Searches),
            ("search_documentation", Quota::Searches),
            ("search", Quota::Searches),
            ("get_documents", Quota::Gets),
            ("fetch", Quota::Gets),
            ("answer_query", Quota::Answers),
        ] {
            assert_eq!(quotas(&call(name)), [quota], "{name}");
        }
        let read = r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x"}}"#;
        assert_eq!(quotas(read), [Quota::Gets]);
        let batch = format!("[{},{}]", call("answer_query"), call("answer_query"));
        assert_eq!(quotas(&batch), [Quota::Answers; 2]);
        for body in [
            call("nothing").as_str(),
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
            r#"{"method":"prompts/get","params":{"name":"answer_query"}}"#,
            "[]",
            "nonsense",
        ] {
            assert_eq!(quotas(body), [], "{body}");
        }
    }
}
