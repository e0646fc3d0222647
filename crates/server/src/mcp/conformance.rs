//! The fixtures of the official conformance suite (`@modelcontextprotocol/conformance`): tools,
//! prompts and resources that no documentation has, with the names and contents that the suite
//! prescribes. Compiled with the feature `conformance` only, which no deployment has.
//!
//! Only what a stateless server that answers with JSON can offer: nothing that needs a stream or a
//! request of the server's own. What a tool of 2026-07-28 has to know of the client it asks for in
//! its result (`input_required`); what it has to remember until the answer comes travels along as
//! `requestState`, sealed.

#![expect(
    clippy::indexing_slicing,
    reason = "of JSON objects that are made here"
)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "json!() is shortest passed by value"
)]

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

use super::era::Era;
use super::jsonrpc::ErrorData;
use super::protocol::ListToolsResult;
use super::{Failure, Keep, Server, prompts, result, tools};

/// A picture of one pixel.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// A sound without samples.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

/// The beginning of every fixture's address.
const SCHEME: &str = "test://";

/// The tools, with what each is for. None takes arguments but the last.
const TOOLS: &[(&str, &str)] = &[
    ("test_simple_text", "Returns a text"),
    ("test_image_content", "Returns a picture"),
    ("test_audio_content", "Returns a sound"),
    ("test_embedded_resource", "Returns a resource"),
    (
        "test_multiple_content_types",
        "Returns text, picture, resource",
    ),
    ("test_error_handling", "Fails"),
    ("test_missing_capability", "Needs the capability sampling"),
    (
        "test_streaming_elicitation",
        "Returns a text, and no stream",
    ),
    ("test_logging_tool", "Returns a text, and logs nothing"),
    ("test_input_required_result_elicitation", "Asks for a name"),
    (
        "test_input_required_result_sampling",
        "Asks for a completion",
    ),
    ("test_input_required_result_list_roots", "Asks for roots"),
    (
        "test_input_required_result_request_state",
        "Sends a state along",
    ),
    (
        "test_input_required_result_multiple_inputs",
        "Asks three things",
    ),
    ("test_input_required_result_multi_round", "Asks twice"),
    (
        "test_input_required_result_tampered_state",
        "Checks its state",
    ),
    (
        "test_input_required_result_capabilities",
        "Asks what the client can do",
    ),
];

/// Answers what is about fixtures; `None` leaves a request to the server proper.
pub(super) fn dispatch(
    server: Server<'_>,
    era: Era,
    method: &str,
    params: &Map<String, Value>,
) -> Option<Result<Box<RawValue>, Failure>> {
    let text = |key: &str| params.get(key).and_then(Value::as_str).unwrap_or_default();
    let (fixture, keep) = match method {
        "tools/list" if !params.contains_key("cursor") => {
            (Ok(list_tools(tools::list(server))), Keep::Yes)
        }
        "tools/call" if text("name").starts_with("test_") => {
            (call(era, text("name"), params)?, Keep::No)
        }
        "prompts/list" if !params.contains_key("cursor") => {
            (Ok(list_prompts(&json!(prompts::list(server)))), Keep::Yes)
        }
        "prompts/get" => (get_prompt(era, text("name"), params)?, Keep::No),
        "resources/read" => (Ok(read(text("uri"))?), Keep::Yes),
        "completion/complete" if is_about_fixture(params) => {
            let completion = json!({"completion": {"values": [], "total": 0, "hasMore": false}});
            (Ok(completion), Keep::No)
        }
        _ => return None,
    };
    Some(fixture.map_err(Failure::from).and_then(|fixture| {
        if fixture.get("resultType").is_some() {
            to_raw_value(&fixture).map_err(|error| Failure::Internal(error.to_string()))
        } else {
            result(server, era, keep, &fixture)
        }
    }))
}

/// Whether a completion is wanted for the one prompt whose arguments the suite completes.
fn is_about_fixture(params: &Map<String, Value>) -> bool {
    let reference = params.get("ref");
    let name = reference.and_then(|reference| reference.get("name"));
    name.is_some_and(|name| name == "test_prompt_with_arguments")
}

fn list_tools(list: ListToolsResult) -> Value {
    let mut tools: Vec<Value> = list.tools.iter().map(|tool| json!(tool)).collect();
    tools.extend(TOOLS.iter().map(|(name, description)| {
        json!({"name": name, "description": description, "inputSchema": {"type": "object"}})
    }));
    tools.push(json!({
        "name": "json_schema_2020_12_tool",
        "description": "Has a schema with all of JSON Schema 2020-12",
        "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {"address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            }},
            "properties": {
                "name": {"type": "string"},
                "address": {"$ref": "#/$defs/address"},
                "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                "phone": {"type": "string"},
                "email": {"type": "string"},
            },
            "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
            "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
            "then": {"required": ["phone"]},
            "else": {"required": ["email"]},
            "additionalProperties": false,
        },
    }));
    json!({ "tools": tools })
}

fn list_prompts(list: &Value) -> Value {
    let mut prompts = list["prompts"].as_array().cloned().unwrap_or_default();
    let argument = |name: &str| json!({"name": name, "description": "Any text", "required": true});
    for (name, arguments) in [
        ("test_simple_prompt", json!([])),
        (
            "test_prompt_with_arguments",
            json!([argument("arg1"), argument("arg2")]),
        ),
        (
            "test_prompt_with_embedded_resource",
            json!([argument("resourceUri")]),
        ),
        ("test_prompt_with_image", json!([])),
        ("test_input_required_result_prompt", json!([])),
    ] {
        prompts.push(json!({"name": name, "description": "A fixture", "arguments": arguments}));
    }
    json!({ "prompts": prompts })
}

fn content(blocks: Value) -> Value {
    json!({ "content": blocks })
}

fn text_block(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image_block() -> Value {
    json!({"type": "image", "data": PNG, "mimeType": "image/png"})
}

fn resource_block(uri: &str, mime_type: &str, text: &str) -> Value {
    json!({"type": "resource", "resource": {"uri": uri, "mimeType": mime_type, "text": text}})
}

fn call(era: Era, name: &str, params: &Map<String, Value>) -> Option<Result<Value, ErrorData>> {
    Some(Ok(match name {
        "test_simple_text" => content(json!([text_block(
            "This is a simple text response for testing."
        )])),
        "test_image_content" => content(json!([image_block()])),
        "test_audio_content" => {
            content(json!([{"type": "audio", "data": WAV, "mimeType": "audio/wav"}]))
        }
        "test_embedded_resource" => content(json!([resource_block(
            "test://embedded-resource",
            "text/plain",
            "This is an embedded resource content."
        )])),
        "test_multiple_content_types" => content(json!([
            text_block("Multiple content types test:"),
            image_block(),
            resource_block(
                "test://mixed-content-resource",
                "application/json",
                r#"{"test":"data","value":123}"#
            ),
        ])),
        "test_error_handling" => json!({
            "content": [text_block("This tool intentionally returns an error for testing")],
            "isError": true,
        }),
        "test_missing_capability" if era == Era::Modern && !declares(params, "sampling") => {
            let error = ErrorData::missing_client_capability("This tool needs sampling");
            let data = json!({"requiredCapabilities": {"sampling": {}}});
            return Some(Err(error.with_data(data)));
        }
        "test_missing_capability" | "test_streaming_elicitation" | "test_logging_tool" => {
            content(json!([text_block("done")]))
        }
        _ if era == Era::Modern => return ask(name, params),
        _ => return None,
    }))
}

fn get_prompt(
    era: Era,
    name: &str,
    params: &Map<String, Value>,
) -> Option<Result<Value, ErrorData>> {
    let argument = |key: &str| {
        let value = params.get("arguments").and_then(|list| list.get(key));
        value.and_then(Value::as_str).ok_or_else(|| {
            ErrorData::invalid_params(format!("Missing required argument of {name}: {key}"))
        })
    };
    let messages = |blocks: &[Value]| {
        let messages: Vec<Value> = blocks
            .iter()
            .map(|block| json!({"role": "user", "content": block}))
            .collect();
        json!({ "messages": messages })
    };
    Some(match name {
        "test_simple_prompt" => Ok(messages(&[text_block(
            "This is a simple prompt for testing.",
        )])),
        "test_prompt_with_arguments" => argument("arg1").and_then(|one| {
            let two = argument("arg2")?;
            let text = format!("Prompt with arguments: arg1='{one}', arg2='{two}'");
            Ok(messages(&[text_block(&text)]))
        }),
        "test_prompt_with_embedded_resource" => argument("resourceUri").map(|uri| {
            messages(&[
                resource_block(uri, "text/plain", "Embedded resource content for testing."),
                text_block("Please process the embedded resource above."),
            ])
        }),
        "test_prompt_with_image" => Ok(messages(&[
            image_block(),
            text_block("Please analyze the image above."),
        ])),
        "test_input_required_result_prompt" if era == Era::Modern => {
            let question = elicit("What context should the prompt use?", "context", "string");
            match answer(params, "user_context") {
                Some(_) => Ok(messages(&[text_block("The context is known now.")])),
                None => Ok(input_required(json!({ "user_context": question }), None)),
            }
        }
        _ => return None,
    })
}

fn read(uri: &str) -> Option<Value> {
    let path = uri.strip_prefix(SCHEME)?;
    let contents = match path {
        "static-text" => json!({
            "uri": uri,
            "mimeType": "text/plain",
            "text": "This is the content of the static text resource.",
        }),
        "static-binary" => json!({"uri": uri, "mimeType": "image/png", "blob": PNG}),
        _ => {
            let id = path.strip_prefix("template/")?.strip_suffix("/data")?;
            let data =
                json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
            json!({"uri": uri, "mimeType": "application/json", "text": data.to_string()})
        }
    };
    Some(json!({ "contents": [contents] }))
}

/// Whether the client has declared a capability in `_meta`.
fn declares(params: &Map<String, Value>, capability: &str) -> bool {
    let meta = params.get("_meta");
    let declared = meta.and_then(|meta| meta.get("io.modelcontextprotocol/clientCapabilities"));
    declared.is_some_and(|declared| declared.get(capability).is_some())
}

/// What the client answered to the input request `key`, if it did and it is an answer.
fn answer<'a>(params: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    let answer = params.get("inputResponses")?.get(key)?;
    answer.is_object().then_some(answer)
}

/// Asks the user for `field`.
fn elicit(message: &str, field: &str, r#type: &str) -> Value {
    json!({"method": "elicitation/create", "params": {
        "message": message,
        "requestedSchema": {
            "type": "object",
            "properties": {field: {"type": r#type}},
            "required": [field],
        },
    }})
}

/// Asks the client's model.
fn sample(question: &str) -> Value {
    json!({"method": "sampling/createMessage", "params": {
        "messages": [{"role": "user", "content": text_block(question)}],
        "maxTokens": 100,
    }})
}

/// A result that asks for input instead of giving one.
fn input_required(requests: Value, state: Option<&str>) -> Value {
    let mut result = json!({"resultType": "input_required", "inputRequests": requests});
    if let Some(state) = state {
        result["requestState"] = seal(state).into();
    }
    result
}

/// `state` for a client to bring back. The seal keeps a test from changing it by accident; against
/// an attacker it would have to be a MAC with a secret key.
fn seal(state: &str) -> String {
    let mut hasher = DefaultHasher::new();
    ("fixtures of the conformance suite", state).hash(&mut hasher);
    let seal = format!("{:016x}", hasher.finish());
    format!("{}.{seal}", URL_SAFE_NO_PAD.encode(state))
}

/// The state that the client brought back, if it brought one.
fn unseal(params: &Map<String, Value>) -> Result<Option<String>, ErrorData> {
    let Some(sealed) = params.get("requestState") else {
        return Ok(None);
    };
    let sealed = sealed.as_str().unwrap_or_default();
    let encoded = sealed.split('.').next().unwrap_or_default();
    let state = URL_SAFE_NO_PAD.decode(encoded).ok();
    state
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .filter(|state| seal(state) == sealed)
        .map(Some)
        .ok_or_else(|| ErrorData::invalid_params("requestState is not what this server sent"))
}

/// The tools that ask for input: rounds of a conversation without a memory.
fn ask(name: &str, params: &Map<String, Value>) -> Option<Result<Value, ErrorData>> {
    let state = match unseal(params) {
        Ok(state) => state,
        Err(error) => return Some(Err(error)),
    };
    let state = state.as_deref();
    let given = |key: &str| answer(params, key).is_some();
    let done = |text: &str| content(json!([text_block(text)]));
    let confirm = || json!({"confirm": elicit("Please confirm", "ok", "boolean")});
    Some(Ok(match name {
        "test_input_required_result_elicitation" => {
            let name = answer(params, "user_name").and_then(|answer| answer.get("content"));
            match name
                .and_then(|content| content.get("name"))
                .and_then(Value::as_str)
            {
                Some(name) => done(&format!("Hello, {name}!")),
                None => input_required(
                    json!({"user_name": elicit("What is your name?", "name", "string")}),
                    None,
                ),
            }
        }
        "test_input_required_result_sampling" => match answer(params, "capital_question") {
            Some(answer) => done(&answer["content"]["text"].to_string()),
            None => input_required(
                json!({"capital_question": sample("What is the capital of France?")}),
                None,
            ),
        },
        "test_input_required_result_list_roots" => match answer(params, "client_roots") {
            Some(answer) => done(&answer["roots"].to_string()),
            None => input_required(
                json!({"client_roots": {"method": "roots/list", "params": {}}}),
                None,
            ),
        },
        "test_input_required_result_request_state"
        | "test_input_required_result_tampered_state" => {
            if given("confirm") && state == Some("confirm") {
                done("state-ok")
            } else {
                input_required(confirm(), Some("confirm"))
            }
        }
        "test_input_required_result_multiple_inputs" => {
            let keys = ["user_name", "greeting", "client_roots"];
            if keys.iter().all(|key| given(key)) && state == Some("three") {
                done("All three are there.")
            } else {
                let requests = json!({
                    "user_name": elicit("What is your name?", "name", "string"),
                    "greeting": sample("Generate a greeting"),
                    "client_roots": {"method": "roots/list", "params": {}},
                });
                input_required(requests, Some("three"))
            }
        }
        "test_input_required_result_multi_round" => match state {
            Some("round 2") if given("step2") => done("Both steps are done."),
            Some("round 1") if given("step1") => {
                let question = elicit("Step 2: What is your favorite color?", "color", "string");
                input_required(json!({ "step2": question }), Some("round 2"))
            }
            _ => {
                let question = elicit("Step 1: What is your name?", "name", "string");
                input_required(json!({ "step1": question }), Some("round 1"))
            }
        },
        "test_input_required_result_capabilities" => {
            let mut requests = Map::new();
            if declares(params, "sampling") {
                requests.insert("greeting".to_owned(), sample("Generate a greeting"));
            }
            if declares(params, "elicitation") {
                let question = elicit("What is your name?", "name", "string");
                requests.insert("user_name".to_owned(), question);
            }
            if requests.is_empty() || requests.keys().any(|key| given(key)) {
                done("Nothing more to ask.")
            } else {
                input_required(Value::Object(requests), None)
            }
        }
        _ => return None,
    }))
}
