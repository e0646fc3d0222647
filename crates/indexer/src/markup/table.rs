//! Tables of HTML as tables of GitHub's Markdown.

use super::element::Writer;
use super::shape::{dedented, inline_code, name_is};
use super::tag::{Element, Node};
use super::text::Text;
use crate::names;

struct Cell {
    text: String,
    is_head: bool,
    columns: usize,
    rows: usize,
}

/// Writes the table `element`; what is no row (a caption) stands before it.
pub(super) fn write(writer: &Writer<'_>, element: &Element) -> Text {
    let line = writer.line(element.start);
    let mut before = Text::empty(line);
    let mut rows: Vec<(u32, Vec<Cell>)> = Vec::new();
    let mut is_layout = false;
    collect(
        writer,
        &element.children,
        &mut rows,
        &mut before,
        &mut is_layout,
    );
    rows.retain(|(_, cells)| !cells.is_empty());
    let n_columns = rows
        .iter()
        .map(|(_, cells)| cells.iter().map(|cell| cell.columns).sum())
        .max()
        .unwrap_or(0);
    if is_layout || n_columns < 2 {
        // A table in a table, or one column: boxes around text.
        let mut out = before;
        layout(writer, &element.children, &mut out);
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
    let has_head = rows
        .first()
        .is_some_and(|(_, cells)| cells.len() > 1 && cells.iter().all(|cell| cell.is_head));
    if !has_head {
        out.push(&format!("|{}\n", "  |".repeat(n_columns)), line);
        out.push(&format!("|{}\n", "---|".repeat(n_columns)), line);
    }
    for (i, (line, cells)) in rows.iter().enumerate() {
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
            row.push_str(&cell.text);
            row.push_str(" |");
            for k in 0..cell.columns {
                if let Some(left) = reach.get_mut(column + k) {
                    *left = cell.rows - 1;
                }
                if k > 0 {
                    row.push_str("  |");
                }
            }
            column += cell.columns;
        }
        row.push('\n');
        out.push(&row, *line);
        if i == 0 && has_head {
            out.push(&format!("|{}\n", "---|".repeat(n_columns)), *line);
        }
    }
    out
}

fn collect(
    writer: &Writer<'_>,
    nodes: &[Node],
    rows: &mut Vec<(u32, Vec<Cell>)>,
    before: &mut Text,
    is_layout: &mut bool,
) {
    for node in nodes {
        let Node::Element(element) = node else {
            continue;
        };
        if name_is(&element.tag, &["thead", "tbody", "tfoot"]) {
            collect(writer, &element.children, rows, before, is_layout);
        } else if name_is(&element.tag, &["tr"]) {
            let mut cells = Vec::new();
            for child in &element.children {
                if let Node::Element(cell) = child
                    && name_is(&cell.tag, &["td", "th"])
                {
                    *is_layout |= holds(&cell.children, "table");
                    cells.push(cell_of(writer, cell));
                }
            }
            rows.push((writer.line(element.start), cells));
        } else if name_is(&element.tag, &["td", "th"]) {
            // A row that nobody opened.
            let cell = cell_of(writer, element);
            match rows.last_mut() {
                Some((_, cells)) => cells.push(cell),
                None => rows.push((writer.line(element.start), vec![cell])),
            }
        } else {
            writer.nodes(std::slice::from_ref(node), before);
        }
    }
}

fn holds(nodes: &[Node], name: &str) -> bool {
    nodes.iter().any(|node| match node {
        Node::Element(element) => name_is(&element.tag, &[name]) || holds(&element.children, name),
        _ => false,
    })
}

fn cell_of(writer: &Writer<'_>, element: &Element) -> Cell {
    let span = |name: &str| {
        let span = element
            .tag
            .text(&[name])
            .and_then(|text| text.trim().parse().ok());
        span.unwrap_or(1_usize).clamp(1, 50)
    };
    Cell {
        text: one_line(&writer.content(element)),
        is_head: name_is(&element.tag, &["th"]),
        columns: span("colspan"),
        rows: span("rowspan"),
    }
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

fn layout(writer: &Writer<'_>, nodes: &[Node], out: &mut Text) {
    for node in nodes {
        let Node::Element(element) = node else {
            continue;
        };
        if name_is(&element.tag, &["thead", "tbody", "tfoot", "tr"]) {
            layout(writer, &element.children, out);
        } else if name_is(&element.tag, &["td", "th"]) {
            out.append(&dedented(&writer.content(element)));
            out.push("\n\n", writer.line(element.end));
        }
    }
}
