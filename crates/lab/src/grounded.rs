//! Whether what an answer says stands in the document that it cites: found again by a rule of its
//! own, not by the code that chose it.

use index::{Error, Index};
use search::{Answer, Statement};

/// Text as it is compared: no white space, no brackets of links, no link targets.
fn bare(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c == ']'
            && let Some(open @ ('(' | '[')) = chars.peek().copied()
        {
            let close = if open == '(' { ')' } else { ']' };
            let mut depth = 0;
            for c in chars.by_ref() {
                depth += i32::from(c == open) - i32::from(c == close);
                if depth == 0 {
                    break;
                }
            }
        } else if !c.is_whitespace() && !matches!(c, '[' | ']') {
            bare.push(c);
        }
    }
    bare
}

/// Whether the document that a statement cites has it.
pub(crate) fn is_grounded(index: &Index<'_>, statement: &Statement) -> Result<bool, Error> {
    let Some(id) = index.document_id(&statement.name) else {
        return Ok(false);
    };
    let content = index.content(&index.document(id)?)?;
    let statement = bare(&statement.text);
    Ok(!statement.is_empty() && bare(&content).contains(&statement))
}

/// What is wrong with an answer: statements that are in no document, text that is in no statement,
/// references that do not belong to it. Empty if all is well.
pub(crate) fn faults(index: &Index<'_>, answer: &Answer) -> Result<Vec<String>, Error> {
    let mut faults = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for statement in &answer.statements {
        if !is_grounded(index, statement)? {
            faults.push(format!("not in {}: {}", statement.name, statement.text));
        }
        if !names.contains(&statement.name.as_str()) {
            names.push(&statement.name);
        }
        if !answer.text.contains(&format!("[{}]", statement.number)) {
            faults.push(format!("no citation: {}", statement.text));
        }
    }
    if answer.references != names {
        faults.push(format!("references {:?} of {names:?}", answer.references));
    }
    if !answer.references.is_empty() {
        let body = answer
            .text
            .split("\n\nSources:\n")
            .next()
            .unwrap_or_default();
        let mut left = body.to_owned();
        for statement in &answer.statements {
            left = left.replacen(&statement.text, "", 1);
        }
        // Citations, numbers of steps, marks of items and heads of tables are left.
        let is_mark = |line: &&str| line.chars().all(|c| !c.is_alphabetic());
        let heads = left
            .lines()
            .filter(|line| !is_mark(line) && !line.contains('|'));
        faults.extend(heads.map(|line| format!("no statement: {line}")));
    }
    Ok(faults)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use index::DocumentId;
    use search::answer;

    use super::{bare, faults};
    use crate::corpus;

    #[test]
    fn link_targets_and_white_space_do_not_count() {
        assert_eq!(
            bare("See [the  guide](a.md#b),\nor [x][1]."),
            bare("See the guide, or x.")
        );
        assert_ne!(bare("See the guide."), bare("See a guide."));
    }

    /// Questions that the documents themselves suggest: every heading, alone and behind each of some
    /// question words, and every sentence cut to half.
    fn questions(index: &index::Index<'_>) -> Vec<String> {
        let mut questions = Vec::new();
        for id in (0..index.statistics().n_documents).map(DocumentId) {
            let document = index.document(id).unwrap();
            let headings = document.headings.iter().map(|heading| &heading.title);
            for title in headings.chain([&document.title]) {
                questions.extend([
                    title.clone(),
                    format!("What is {title}?"),
                    format!("How do I {title}?"),
                    format!("Why {title}?"),
                    format!("Error in {title}"),
                    format!("difference between {title} and {}", document.title),
                ]);
            }
            let content = index.content(&document).unwrap();
            for line in content.lines().filter(|line| line.len() > 40) {
                questions.push(line.chars().take(line.chars().count() / 2).collect());
            }
        }
        questions
    }

    #[test]
    fn all_that_is_said_stands_in_the_documents() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
        let built = corpus::build(&root).unwrap();
        let index = corpus::open(&built).unwrap();
        let questions = questions(&index);
        assert!(questions.len() > 3000, "{} questions", questions.len());
        let mut n_statements = 0;
        for question in &questions {
            let answer = answer(&index, question).unwrap();
            assert!(!answer.text.is_empty());
            assert_eq!(answer.references.is_empty(), answer.statements.is_empty());
            n_statements += answer.statements.len();
            let faults = faults(&index, &answer).unwrap();
            assert!(
                faults.is_empty(),
                "{question}\n{faults:#?}\n{}",
                answer.text
            );
        }
        assert!(n_statements > questions.len());
    }
}
