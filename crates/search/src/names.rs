//! Which documents could a name have meant?

use index::{Index, MAX_NAME_CHARS, NAME_PREFIX};

use crate::Options;
use crate::query::Query;
use crate::rank::rank;

/// Documents that are compared with the name.
const CANDIDATES: usize = 30;

/// Characters of a name that are compared.
const COMPARED: usize = 160;

/// Up to `limit` names of documents, those most like `name` first: documents that share words of
/// their path or title with it, and those beside it.
#[must_use]
pub fn nearest_names(index: &Index<'_>, name: &str, limit: usize) -> Vec<String> {
    let path = name.strip_prefix(NAME_PREFIX).unwrap_or(name);
    // No document has a longer name; whoever sends one is told so elsewhere, or sends noise.
    let end = path.char_indices().nth(MAX_NAME_CHARS);
    let path = path
        .get(..end.map_or(path.len(), |(at, _)| at))
        .unwrap_or_default();
    let options = Options {
        limit: CANDIDATES,
        per_document: 1,
        ..Options::default()
    };
    let query = Query::new(index, path, &options);
    let hits = rank(index, &query, &options);
    let mut names: Vec<String> = hits
        .iter()
        .filter_map(|hit| index.name(hit.document))
        .collect();
    // Neighbours: what begins with ever fewer of its folders.
    let mut folder = format!("{NAME_PREFIX}{path}");
    while names.len() < CANDIDATES && folder.len() > NAME_PREFIX.len() {
        for neighbour in index.names_from(&folder, CANDIDATES) {
            if !names.contains(&neighbour) {
                names.push(neighbour);
            }
        }
        let end = folder
            .trim_end_matches('/')
            .rfind('/')
            .map_or(0, |slash| slash + 1);
        folder.truncate(end);
    }
    let head = |name: &str| name.chars().take(COMPARED).collect::<String>();
    let wanted = head(&format!("{NAME_PREFIX}{path}"));
    let mut scored: Vec<(f64, String)> = names
        .into_iter()
        .map(|name| {
            (
                strsim::normalized_damerau_levenshtein(&wanted, &head(&name)),
                name,
            )
        })
        .collect();
    scored.sort_by(|(a, a_name), (b, b_name)| b.total_cmp(a).then_with(|| a_name.cmp(b_name)));
    scored
        .into_iter()
        .take(limit)
        .map(|(_, name)| name)
        .collect()
}
