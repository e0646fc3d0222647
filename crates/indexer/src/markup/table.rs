//! Tables of HTML as tables of GitHub's Markdown.

use super::element::Writer;
use super::shape::{dedented, inline_code, name_is};
use super::text::Text;
use super::tree::{Element, Node};
use crate::names;

/// The cells of a row, and where the row begins.
struct Row<'n> {
    start: usize,
    cells: Vec<&'n Element>,
}

/// Writes the table `element`; what is no row (a caption) stands before it.
pub(super) fn write(writer: &Writer<'_>, element: &Element) -> Text {
    let line = writer.line(element.start);
    let mut rows: Vec<Row<'_>> = Vec::new();
    let mut others: Vec<&Node> = Vec::new();
    collect(&element.children, &mut rows, &mut others);
    rows.retain(|row| !row.cells.is_empty());
    let mut before = Text::empty(line);
    for node in others {
        writer.nodes(std::slice::from_ref(node), &mut before);
    }
    let width = |row: &Row<'_>| row.cells.iter().map(|cell| span(cell, "colspan")).sum();
    let n_columns = rows.iter().map(width).max().unwrap_or(0);
    let mut cells = rows.iter().flat_map(|row| &row.cells);
    if n_columns < 2 || cells.any(|cell| holds(&cell.children, "table")) {
        // A table in a table, or one column: boxes around text.
        let mut out = before;
        for cell in rows.iter().flat_map(|row| &row.cells) {
            out.append(&dedented(&writer.content(cell)));
            out.push("\n\n", writer.line(cell.end));
        }
        return out;
    }
    let mut out = Text::empty(line);
    let before = before.trimmed();
    if !before.as_str().is_empty() {
        out.append(&before);
        out.push("\n\n", line);
    }
    // Cells that reach down from rows above: how many rows are left, by column.
    let mut reach = vec![0_usize; n_columns];
    let is_head = |cell: &&Element| name_is(&cell.tag, &["th"]);
    let has_head = rows
        .first()
        .is_some_and(|row| row.cells.len() > 1 && row.cells.iter().all(is_head));
    if !has_head {
        out.push(&format!("|{}\n", "  |".repeat(n_columns)), line);
        out.push(&format!("|{}\n", "---|".repeat(n_columns)), line);
    }
    for (i, Row { start, cells }) in rows.iter().enumerate() {
        let mut row = String::from("|");
        let mut cells = cells.iter();
        let mut column = 0;
        while column < n_columns {
            if let Some(left) = reach.get_mut(column).filter(|left| **left > 0) {
                *left -= 1;
                row.push_str("  |");
                column += 1;
                continue;
            }
            let Some(cell) = cells.next() else {
                row.push_str("  |");
                column += 1;
                continue;
            };
            row.push(' ');
            row.push_str(&one_line(&writer.content(cell)));
            row.push_str(" |");
            let (columns, rows) = (span(cell, "colspan"), span(cell, "rowspan"));
            for k in 0..columns {
                if let Some(left) = reach.get_mut(column + k) {
                    *left = rows - 1;
                }
                if k > 0 {
                    row.push_str("  |");
                }
            }
            column += columns;
        }
        row.push('\n');
        let line = writer.line(*start);
        out.push(&row, line);
        if i == 0 && has_head {
            out.push(&format!("|{}\n", "---|".repeat(n_columns)), line);
        }
    }
    out
}

/// The rows of a table, and what stands in it that is no row.
fn collect<'n>(nodes: &'n [Node], rows: &mut Vec<Row<'n>>, others: &mut Vec<&'n Node>) {
    for node in nodes {
        let Node::Element(element) = node else {
            continue;
        };
        if name_is(&element.tag, &["thead", "tbody", "tfoot"]) {
            collect(&element.children, rows, others);
        } else if name_is(&element.tag, &["tr"]) {
            let cells = element.children.iter().filter_map(|child| match child {
                Node::Element(cell) if name_is(&cell.tag, &["td", "th"]) => Some(cell),
                _ => None,
            });
            rows.push(Row {
                start: element.start,
                cells: cells.collect(),
            });
        } else if name_is(&element.tag, &["td", "th"]) {
            // A row that nobody opened.
            match rows.last_mut() {
                Some(row) => row.cells.push(element),
                None => rows.push(Row {
                    start: element.start,
                    cells: vec![element],
                }),
            }
        } else {
            others.push(node);
        }
    }
}

fn holds(nodes: &[Node], name: &str) -> bool {
    nodes.iter().any(|node| match node {
        Node::Element(element) => name_is(&element.tag, &[name]) || holds(&element.children, name),
        _ => false,
    })
}

/// How many columns or rows a cell reaches over.
fn span(cell: &Element, name: &str) -> usize {
    let span = cell.tag.text(&[name]);
    let span = span.and_then(|text| text.trim().parse().ok());
    span.unwrap_or(1_usize).clamp(1, 50)
}

/// The blocks of a cell in one line: items of a list with semicolons, fences as inline code.
fn one_line(content: &Text) -> String {
    let content = dedented(content);
    let mut parts: Vec<String> = Vec::new();
    let mut code: Option<Vec<&str>> = None;
    for line in content.as_str().lines() {
        if line.trim_start().starts_with("```") {
            match code.take() {
                Some(lines) => parts.push(inline_code(&lines.join(" "))),
                None => code = Some(Vec::new()),
            }
        } else if let Some(lines) = &mut code {
            lines.push(line.trim());
        } else {
            let line = line.trim();
            let item = line.strip_prefix("- ");
            match (item, parts.last_mut()) {
                (Some(item), Some(last)) if !last.ends_with([':', ';', ',']) => {
                    last.push(';');
                    parts.push(item.to_owned());
                }
                (Some(item), _) => parts.push(item.to_owned()),
                (None, _) => parts.push(line.to_owned()),
            }
        }
    }
    if let Some(lines) = code {
        parts.push(lines.join(" "));
    }
    let line = names::one_line(&parts.join(" "));
    let mut escaped = String::with_capacity(line.len());
    for c in line.chars() {
        if c == '|' && !escaped.ends_with('\\') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
