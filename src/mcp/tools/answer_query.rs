//! `answer_query`: an answer in the corpus's own sentences, with the documents it is from.

use index::{CorpusInfo, Index};
use serde::Serialize;

use super::{Arguments, Output, Schema, Tool, ToolError};
use crate::mcp::protocol::ToolAnnotations;
use crate::mcp::wording;

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
    call,
};

static REFERENCE: Schema =
    Schema::string("Name of a document (documents/...); cite it, give it to get_documents.");

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct AnswerQuery {
    answer_text: String,
    references: Vec<String>,
}

fn title(corpus: &CorpusInfo) -> String {
    format!("Answer from {}", wording::title(corpus))
}

fn description(corpus: &CorpusInfo) -> String {
    format!(
        "Answers a question from {} alone: an answer grounded in the same documents that \
         search_documents searches, with the names of the documents it is from (`references`). \
         When the documents do not answer the question, it says so and `references` is empty.\n\n\
         Use it for a high-level conceptual question (what is, why, when to use, how does it \
         work). For exact code, CLI options, specific error messages, complete tutorials and \
         keyword look-ups prefer search_documents, then get_documents.\n\n\
         Its quota is limited: after a 429 quota error use search_documents instead. For more than \
         the answer says, give its `references` to get_documents. Always cite the `references` in \
         the answer to the user.",
        wording::title(corpus)
    )
}

fn call(index: &Index<'_>, arguments: &Arguments<'_>) -> Result<Output, ToolError> {
    let query = arguments.query("query", &["question", "userQuery", "q"])?;
    let answer = search::answer(index, query)?;
    let answer_text = if answer.text.trim().is_empty() {
        wording::nothing_found(index.corpus())
    } else {
        answer.text
    };
    Output::new(&AnswerQuery {
        answer_text,
        references: answer.references,
    })
}
