//! The part of JSON Schema that every client takes. There is no field here for what some refuse:
//! `$schema`, `$ref`, `anyOf`, `format`, `additionalProperties`.

use serde::{Serialize, Serializer};

/// What a value may be.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Schema {
    r#type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<&'static Schema>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_items: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_items: Option<usize>,
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "write_properties"
    )]
    properties: Option<Properties>,
    #[serde(skip_serializing_if = "<[&str]>::is_empty")]
    required: &'static [&'static str],
}

/// The keys of an object in the order in which they are shown.
type Properties = &'static [(&'static str, Schema)];

impl Schema {
    const fn of_type(r#type: &'static str) -> Self {
        Schema {
            r#type,
            description: None,
            items: None,
            min_items: None,
            max_items: None,
            properties: None,
            required: &[],
        }
    }

    /// A string.
    pub(super) const fn string(description: &'static str) -> Self {
        Schema {
            description: Some(description),
            ..Schema::of_type("string")
        }
    }

    /// A list.
    pub(super) const fn array(description: &'static str, items: &'static Schema) -> Self {
        Schema {
            description: Some(description),
            items: Some(items),
            ..Schema::of_type("array")
        }
    }

    /// A list of so many items.
    pub(super) const fn with_length(self, min: usize, max: usize) -> Self {
        Schema {
            min_items: Some(min),
            max_items: Some(max),
            ..self
        }
    }

    /// An object.
    pub(super) const fn object(properties: Properties, required: &'static [&'static str]) -> Self {
        Schema {
            properties: Some(properties),
            required,
            ..Schema::of_type("object")
        }
    }
}

fn write_properties<S: Serializer>(
    properties: &Option<Properties>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let pairs = properties.unwrap_or_default();
    serializer.collect_map(pairs.iter().map(|(key, schema)| (key, schema)))
}
