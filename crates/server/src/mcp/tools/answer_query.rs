//! `answer_query`: an answer in the corpus's own sentences, with the documents it is from.

use index::{CorpusInfo, Index};
use serde::Serialize;

use super::{Arguments, Output, Schema, Tool, ToolError};
use crate::mcp::protocol::ToolAnnotations;
use crate::mcp::quota::Quota;
use crate::mcp::{Server, wording};

pub(super) const TOOL: Tool = Tool {
    name: "answer_query",
    title,
    description,
    input_schema: Schema::object(
        const {
            &[(
                "query",
                Schema::string("The question as a full sentence, at most 500 characters."),
            )]
        },
        &["query"],
    ),
    output_schema: Schema::object(
        const {
            &[
                (
                    "answerText",
                    Schema::string("The answer, in sentences of the documents."),
                ),
                (
                    "references",
                    Schema::array(
                        "Names of the documents that the answer is from.",
                        &REFERENCE,
                    ),
                ),
            ]
        },
        &[],
    ),
    annotations: ToolAnnotations::read_only,
    quota: Quota::Answers,
    call,
};

static REFERENCE: Schema = Schema::string("Name of a document (documents/...); cite it.");

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AnswerQuery {
    answer_text: String,
    references: Vec<String>,
}

fn title(corpus: &CorpusInfo) -> String {
    format!("Answer from {}", wording::title(corpus))
}

fn description(server: Server<'_>) -> String {
    let search = server.offers("search_documents");
    let get = server.offers("get_documents");
    let instead = match (search, get) {
        (true, true) => {
            " For exact code, CLI options, specific error messages, complete tutorials and keyword \
             look-ups prefer search_documents, then get_documents."
        }
        (true, false) => {
            " For exact code, CLI options, specific error messages and keyword look-ups prefer \
             search_documents."
        }
        (false, _) => "",
    };
    let quota = if search {
        "Its quota is limited: after a 429 quota error use search_documents instead."
    } else {
        "Its quota is limited: after a 429 quota error wait before you ask again."
    };
    let more = if get {
        " For more than the answer says, give its `references` to get_documents."
    } else {
        ""
    };
    format!(
        "Answers a question from {} alone: an answer grounded in the documents, with the names of \
         the documents it is from (`references`). When the documents do not answer the question, \
         it says so and `references` is empty.\n\n\
         Use it for a high-level conceptual question (what is, why, when to use, how does it \
         work).{instead}\n\n\
         {quota}{more} Always cite the `references` in the answer to the user.",
        wording::title(server.corpus())
    )
}

fn call(index: &Index<'_>, arguments: &Arguments<'_>) -> Result<Output, ToolError> {
    let query = arguments.query("query", &["question", "userQuery", "q"])?;
    let answer = search::answer(index, query)?;
    let answer_text = if answer.references.is_empty() && answer.related.is_empty() {
        super::nothing_found(index, query)
    } else {
        answer.text
    };
    let mut text = answer_text.clone();
    if !answer.references.is_empty() {
        text.push_str("\n\nReferences: ");
        text.push_str(&answer.references.join(", "));
    }
    let answer = AnswerQuery {
        answer_text,
        references: answer.references,
    };
    Output::new(&answer, text)
}
