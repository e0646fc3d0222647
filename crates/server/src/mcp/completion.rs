//! `completion/complete`: names of documents by their beginning, straight from the fst.

use index::NAME_PREFIX;
use serde_json::{Map, Value};

use super::jsonrpc::ErrorData;
use super::protocol::{CompleteResult, Completion};
use super::{Server, prompts, resources};

/// Most values that the protocol lets an answer hold.
const MAX_VALUES: usize = 100;

/// What a value is that can be completed.
enum Wanted {
    /// A resource name.
    Name,
    /// The part of a document's URI behind `https://`.
    Path,
    /// Free text: nothing to offer.
    Text,
}

/// Answers `completion/complete`.
pub(super) fn complete(
    server: Server<'_>,
    params: &Map<String, Value>,
) -> Result<CompleteResult, ErrorData> {
    let at = |object: &str, key: &str| {
        params
            .get(object)
            .and_then(|object| object.get(key))
            .and_then(Value::as_str)
    };
    let required = |object: &str, key: &str| {
        at(object, key).ok_or_else(|| {
            ErrorData::invalid_params(format!(
                "Invalid params: \"{object}.{key}\" is required and must be a string"
            ))
        })
    };
    let argument = required("argument", "name")?;
    let value = required("argument", "value")?;
    let wanted = match required("ref", "type")? {
        "ref/prompt" => {
            let prompt = prompts::find(server, required("ref", "name")?)?;
            if !prompt.arguments.iter().any(|known| known.name == argument) {
                return Err(no_argument(argument, prompt.name));
            }
            if prompt.takes_name(argument) {
                Wanted::Name
            } else {
                Wanted::Text
            }
        }
        "ref/resource" => match required("ref", "uri")? {
            resources::TEMPLATE if argument == "path" => Wanted::Path,
            resources::TEMPLATE => return Err(no_argument(argument, resources::TEMPLATE)),
            uri => {
                return Err(ErrorData::invalid_params(format!(
                    "Unknown resource template: {}. The one there is: {}",
                    super::documents::echo(uri),
                    resources::TEMPLATE
                )));
            }
        },
        _ => {
            return Err(ErrorData::invalid_params(
                "Invalid params: \"ref.type\" must be \"ref/prompt\" or \"ref/resource\"",
            ));
        }
    };
    let begin = value.trim_start();
    let begin = begin.strip_prefix(NAME_PREFIX).unwrap_or(begin);
    let begin = begin.split_once("://").map_or(begin, |(_, rest)| rest);
    let prefix = format!("{NAME_PREFIX}{begin}");
    let mut values = match wanted {
        Wanted::Text => Vec::new(),
        Wanted::Name | Wanted::Path => server.index.names_from(&prefix, MAX_VALUES + 1),
    };
    let has_more = values.len() > MAX_VALUES;
    values.truncate(MAX_VALUES);
    if let Wanted::Path = wanted {
        for value in &mut values {
            *value = value.strip_prefix(NAME_PREFIX).unwrap_or(value).to_owned();
        }
    }
    let total = (!has_more).then_some(values.len());
    Ok(CompleteResult {
        completion: Completion {
            values,
            total,
            has_more,
        },
    })
}

fn no_argument(argument: &str, of: &str) -> ErrorData {
    ErrorData::invalid_params(format!(
        "Unknown argument of {of}: {}",
        super::documents::echo(argument)
    ))
}
