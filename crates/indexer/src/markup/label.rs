//! What stands in the place of a box: `Note`, `Warning: Back up first`.

use crate::names;

/// Boxes that a reader must know to be boxes, by name in lower case without marks, and what they
/// are called.
const BOXES: &[(&str, &str)] = &[
    ("abstract", "Abstract"),
    ("admonition", "Note"),
    ("alert", "Note"),
    ("answer", "Answer"),
    ("aside", "Note"),
    ("attention", "Attention"),
    ("bug", "Bug"),
    ("callout", "Note"),
    ("canary", "Canary"),
    ("caution", "Caution"),
    ("check", "Check"),
    ("danger", "Danger"),
    ("deepdive", "Deep dive"),
    ("deprecated", "Deprecated"),
    ("error", "Error"),
    ("example", "Example"),
    ("experimental", "Experimental"),
    ("failure", "Failure"),
    ("faq", "Question"),
    ("hint", "Hint"),
    ("important", "Important"),
    ("info", "Info"),
    ("note", "Note"),
    ("pitfall", "Pitfall"),
    ("question", "Question"),
    ("quote", "Quote"),
    ("recap", "Recap"),
    ("solution", "Solution"),
    ("success", "Success"),
    ("summary", "Summary"),
    ("tip", "Tip"),
    ("todo", "To do"),
    ("warning", "Warning"),
    ("wip", "Work in progress"),
    ("youwilllearn", "You will learn"),
];

/// The name of a box, if `kind` is one.
pub(super) fn box_of(kind: &str) -> Option<&'static str> {
    let kind: String = kind
        .chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    let found = BOXES.iter().find(|(known, _)| *known == kind);
    found.map(|(_, name)| *name)
}

/// The label of a block of `kind` with `title`: empty if neither says anything.
pub(super) fn of(kind: &str, title: Option<&str>) -> String {
    let title = title.map(names::one_line).filter(|title| !title.is_empty());
    match (box_of(kind), title) {
        // `header="Note"` on a note.
        (Some(name), Some(title)) if title.trim_end_matches(':').eq_ignore_ascii_case(name) => {
            name.to_owned()
        }
        (Some(name), Some(title)) => format!("{name}: {title}"),
        (Some(name), None) => name.to_owned(),
        (None, Some(title)) => title,
        // `version-note`, `flutter-note`; layout kinds say nothing.
        (None, None) if kind.contains("note") || kind.contains("warning") => names::readable(kind),
        (None, None) => String::new(),
    }
}
