//! `get_documents`: whole documents by their names, and parts of those that are too long.

use std::borrow::Cow;
use std::fmt::Write as _;

use index::{CorpusInfo, Index, MAX_NAME_CHARS, NAME_PREFIX, StoredDocument};
use serde::Serialize;
use serde_json::Value;

use super::arguments::type_of;
use super::{Arguments, Output, Schema, Tool, ToolError};
use crate::mcp::documents::{Reference, decoded, echo, find, suggestion};
use crate::mcp::excerpt::{self, Part};
use crate::mcp::protocol::ToolAnnotations;
use crate::mcp::quota::Quota;
use crate::mcp::{Server, wording};

/// Most names of a call.
const MAX_NAMES: usize = 20;

/// Most characters of an answer, all documents together and in either of its two forms. Clients cut
/// or refuse what is longer.
const MAX_ANSWER: usize = 50_000;

/// What the JSON of a document has beside its fields, and of the list beside its documents.
const AROUND: usize = 100;

/// Sections that a message names.
const MAX_SECTIONS: usize = 20;

/// Names that a message goes into.
const MAX_PROBLEMS: usize = 5;

/// What names look like, and where they come from.
const ADVICE: &str = "Names look like \"documents/host/path\" and come from `parent` of a \
                      search_documents result or from `references` of an answer_query result";

pub(super) const TOOL: Tool = Tool {
    name: "get_documents",
    title,
    description,
    input_schema: Schema::object(
        const {
            &[(
                "names",
                Schema::array(
                    "Names of 1 to 20 documents, from `parent` of a search result or from \
                 `references` of an answer.",
                    &NAME,
                )
                .with_length(1, MAX_NAMES),
            )]
        },
        &["names"],
    ),
    output_schema: Schema::object(
        const {
            &[(
                "documents",
                Schema::array("The documents, in the order asked.", &DOCUMENT),
            )]
        },
        &[],
    ),
    annotations: ToolAnnotations::read_only,
    quota: Quota::Gets,
    call,
};

static NAME: Schema = Schema::string("documents/...");

static DOCUMENT: Schema = Schema::object(
    const {
        &[
            (
                "name",
                Schema::string("Name of the document (documents/...); cite it."),
            ),
            ("uri", Schema::string("Where a person reads it; cite it.")),
            (
                "content",
                Schema::string("The document or section, as Markdown."),
            ),
            (
                "description",
                Schema::string("What it is about, in one line."),
            ),
            ("title", Schema::string("Its title.")),
        ]
    },
    &[],
);

#[derive(Serialize)]
struct GetDocuments {
    documents: Vec<Document>,
}

#[derive(Serialize)]
struct Document {
    name: String,
    uri: String,
    content: String,
    description: String,
    title: String,
}

fn title(corpus: &CorpusInfo) -> String {
    format!("Read documents of {}", wording::title(corpus))
}

fn description(server: Server<'_>) -> String {
    let (search, answer) = (
        server.offers("search_documents"),
        server.offers("answer_query"),
    );
    let sources = match (search, answer) {
        (true, true) => {
            "`names` come from `parent` of a search_documents result or from `references` of an \
             answer_query result; do not make them up, search first."
        }
        (true, false) => {
            "`names` come from `parent` of a search_documents result; do not make them up, search \
             first."
        }
        (false, true) => {
            "`names` come from `references` of an answer_query result; do not make them up, ask \
             first."
        }
        (false, false) => "`names` look like documents/host/path; do not make them up.",
    };
    format!(
        "Returns whole documents of {} as Markdown, 1 to {MAX_NAMES} in one call, in the order \
         asked.\n\n\
         Use it when a passage of a search is not enough: for a complete tutorial, all options of \
         a command, or code with what stands around it. {sources} The URI of a document is taken \
         as well. An answer has at most {} characters, all documents together. A document that \
         is longer comes with its outline and as much as fits, and says where it is cut and which \
         name to read on with. Add `#` and the anchor of a section to a name, \
         documents/host/page#anchor, to get that section with those below it; add two dots, \
         documents/host/page#anchor.., for everything from there on. Get what you need, several \
         in one call rather than one by one.\n\n\
         Always cite the `name` or `uri` of the documents that the answer rests on.",
        wording::title(server.corpus()),
        index::grouped(MAX_ANSWER),
    )
}

fn call(index: &Index<'_>, arguments: &Arguments<'_>) -> Result<Output, ToolError> {
    let names = read_names(arguments)?;
    let wanted = look_up(index, arguments, &names)?;
    let mut documents: Vec<Document> = wanted
        .iter()
        .map(|(document, part)| Document {
            name: excerpt::name(document, part),
            uri: excerpt::uri(document, part),
            content: String::new(),
            description: document.description.clone(),
            title: excerpt::title(document, part),
        })
        .collect();
    let used: usize = documents.iter().map(Document::length).sum();
    let Some(room) = MAX_ANSWER.checked_sub(AROUND + used) else {
        return Err(arguments.error(format!(
            "the titles and descriptions of these {} documents alone fill an answer; ask for fewer \
             in one call",
            documents.len()
        )));
    };
    let contents = contents(index, &wanted, &documents, room)?;
    for (document, content) in documents.iter_mut().zip(contents) {
        document.content = content;
    }
    let text = as_text(&documents);
    Output::new(&GetDocuments { documents }, text)
}

impl Document {
    /// Its length as JSON, with what separates it from the next.
    fn length(&self) -> usize {
        let Document {
            name,
            uri,
            content,
            description,
            title,
        } = self;
        let fields = [name, uri, content, description, title];
        AROUND
            + fields
                .map(|field| excerpt::length(field))
                .iter()
                .sum::<usize>()
    }
}

/// The texts of the parts, at most `room` long together: as many as possible whole, as much as fits
/// of the first of the others, and for the rest how to get them.
fn contents(
    index: &Index<'_>,
    wanted: &[(StoredDocument, Part)],
    documents: &[Document],
    room: usize,
) -> Result<Vec<String>, ToolError> {
    let mut contents: Vec<String> = documents
        .iter()
        .map(|document| excerpt::notice(&document.name, MAX_ANSWER))
        .collect();
    let notices: usize = contents.iter().map(|text| excerpt::length(text)).sum();
    let mut left = room.saturating_sub(notices);
    // The shortest first, so that one long document does not keep several short ones out.
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|at| wanted.get(*at).map(|(_, part)| part.range.len()));
    let mut long = Vec::new();
    for at in order {
        let (Some((document, part)), Some(content)) = (wanted.get(at), contents.get_mut(at)) else {
            continue;
        };
        let room = left + excerpt::length(content);
        match excerpt::all(index, document, part, room)? {
            Some(text) => {
                left = room - excerpt::length(&text);
                *content = text;
            }
            None => long.push(at),
        }
    }
    if let Some(first) = long.into_iter().min()
        && let (Some((document, part)), Some(content)) =
            (wanted.get(first), contents.get_mut(first))
    {
        let room = left + excerpt::length(content);
        if room >= excerpt::LEAST {
            *content = excerpt::beginning(index, document, part, room, MAX_ANSWER)?;
        }
    }
    Ok(contents)
}

/// The documents for a reader of text: before each what to cite it by.
fn as_text(documents: &[Document]) -> String {
    let mut text = String::new();
    for (number, document) in (1..).zip(documents) {
        let _ = write!(
            text,
            "[{number}] {}\n{}\n{}\n",
            document.name, document.uri, document.title
        );
        if !document.description.is_empty() {
            let _ = writeln!(text, "{}", document.description);
        }
        let _ = write!(text, "\n{}\n\n", document.content.trim_end());
    }
    text.truncate(text.trim_end().len());
    text
}

/// The names as they were given: a list of strings, or what clients and models make of one.
fn read_names<'a>(arguments: &Arguments<'a>) -> Result<Vec<Cow<'a, str>>, ToolError> {
    let aliases = ["name", "uri", "url", "uris", "urls", "parent", "references"];
    let hint = format!(
        "it must be an array of 1 to {MAX_NAMES} strings, for example \
         {{\"names\": [\"documents/example.com/guide\"]}}. {ADVICE}"
    );
    let names: Vec<Cow<'a, str>> = match arguments.value("names", &aliases)? {
        None => return Err(arguments.error(format!("\"names\" is required; {hint}"))),
        // Some clients send an array as its JSON text, or one name without the array.
        Some(Value::String(text)) => match serde_json::from_str::<Vec<String>>(text) {
            Ok(names) => names.into_iter().map(Cow::Owned).collect(),
            Err(_) if text.trim().is_empty() => Vec::new(),
            Err(_) => vec![Cow::Borrowed(text)],
        },
        Some(Value::Array(items)) => {
            let mut names = Vec::with_capacity(items.len().min(MAX_NAMES));
            for item in items.iter().take(MAX_NAMES + 1) {
                let Value::String(name) = item else {
                    let got = type_of(item);
                    return Err(arguments.error(format!("\"names\" holds {got}; {hint}")));
                };
                names.push(Cow::Borrowed(name.as_str()));
            }
            if items.len() > MAX_NAMES {
                return Err(too_many(arguments, items.len()));
            }
            names
        }
        Some(other) => {
            return Err(arguments.error(format!("\"names\" is {}; {hint}", type_of(other))));
        }
    };
    if names.is_empty() {
        return Err(arguments.error(format!("\"names\" is empty; {hint}")));
    }
    if names.len() > MAX_NAMES {
        return Err(too_many(arguments, names.len()));
    }
    Ok(names)
}

fn too_many(arguments: &Arguments<'_>, n_names: usize) -> ToolError {
    arguments.error(format!(
        "\"names\" holds {n_names} names, at most {MAX_NAMES} are allowed; split them over several \
         calls"
    ))
}

/// The documents and parts in the order of their names, each once; all or none, so that an answer
/// never lacks silently what was asked for.
fn look_up(
    index: &Index<'_>,
    arguments: &Arguments<'_>,
    names: &[Cow<'_, str>],
) -> Result<Vec<(StoredDocument, Part)>, ToolError> {
    let mut wanted: Vec<(StoredDocument, Part)> = Vec::with_capacity(names.len());
    let mut problems = Vec::new();
    for given in names {
        // A letter beyond ASCII is up to twelve characters of an address.
        let n_characters = decoded(given).map_or(given.len(), |name| name.chars().count());
        if n_characters > MAX_NAME_CHARS {
            problems.push(format!(
                "the name \"{}\" has {n_characters} characters, at most {MAX_NAME_CHARS} are allowed",
                echo(given)
            ));
            continue;
        }
        let (name, fragment, is_uri) = match Reference::read(given) {
            Reference::Document {
                name,
                fragment,
                is_uri,
            } => (name, fragment, is_uri),
            Reference::Bare(bare) => {
                problems.push(no_name(index, bare));
                continue;
            }
        };
        let Some(id) = find(index, &name) else {
            problems.push(format!(
                "there is no document \"{}\". {}",
                echo(given),
                suggestion(index, &name)
            ));
            continue;
        };
        let document = index.document(id)?;
        // The fragment of a URI may be one of its site alone: then the whole document is meant.
        let part = excerpt::find(&document, fragment)
            .or_else(|| excerpt::find(&document, &decoded(fragment)?));
        match part.or_else(|| excerpt::find(&document, "").filter(|_| is_uri)) {
            Some(part) => {
                let is_there =
                    |(other, its): &(StoredDocument, Part)| other.id == id && *its == part;
                if !wanted.iter().any(is_there) {
                    wanted.push((document, part));
                }
            }
            None => problems.push(no_section(&document, fragment)),
        }
    }
    if problems.is_empty() {
        return Ok(wanted);
    }
    let n_more = problems.len().saturating_sub(MAX_PROBLEMS);
    problems.truncate(MAX_PROBLEMS);
    if n_more > 0 {
        problems.push(format!("and {n_more} more"));
    }
    Err(arguments.error(match problems.as_slice() {
        [problem] => format!("{problem}. {ADVICE}"),
        problems => format!("\n- {}\n{ADVICE}", problems.join("\n- ")),
    }))
}

fn no_name(index: &Index<'_>, bare: &str) -> String {
    let name = format!("{NAME_PREFIX}{bare}");
    let instead = if find(index, &name).is_some() {
        format!("Use \"{name}\"")
    } else {
        suggestion(index, &name)
    };
    format!(
        "\"{}\" is not the name of a document: names begin with \"{NAME_PREFIX}\". {instead}",
        echo(bare)
    )
}

fn no_section(document: &StoredDocument, fragment: &str) -> String {
    let anchors: Vec<&str> = document
        .headings
        .iter()
        .take(MAX_SECTIONS)
        .map(|heading| heading.anchor.as_str())
        .collect();
    let n_more = document.headings.len() - anchors.len();
    let sections = match (anchors.as_slice(), n_more) {
        ([], _) => "It has no sections: ask for it without #".to_owned(),
        (anchors, 0) => format!("Its sections: #{}", anchors.join(", #")),
        (anchors, _) => format!("Its first sections: #{}", anchors.join(", #")),
    };
    format!(
        "\"{}\" has no section \"#{}\". {sections}",
        document.name,
        echo(fragment)
    )
}
