//! Text tables with wrapped columns.

/// Formats a table with columns of these widths. Cells are lists of lines; a long line continues in the next one, indented.
pub fn print(widths: &[usize], rows: &[Vec<Vec<String>>]) -> String {
    let mut text = String::new();
    let ruler = widths
        .iter()
        .map(|width| "-".repeat(*width))
        .collect::<Vec<_>>()
        .join("-+-");
    for (number, row) in rows.iter().enumerate() {
        if number > 0 {
            text += &format!("{ruler}\n");
        }
        let cells: Vec<Vec<String>> = row
            .iter()
            .zip(widths)
            .map(|(cell, width)| wrapped(cell, *width))
            .collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        for line in 0..height {
            let columns = cells.iter().zip(widths).map(|(cell, width)| {
                let part = cell.get(line).map_or("", String::as_str);
                format!("{part:width$}")
            });
            text += columns.collect::<Vec<_>>().join(" | ").trim_end();
            text.push('\n');
        }
    }
    text
}

fn wrapped(cell: &[String], width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in cell {
        let mut rest = line.clone();
        while rest.chars().count() > width {
            let end = rest
                .char_indices()
                .nth(width)
                .map_or(rest.len(), |(at, _)| at);
            // A word longer than the column is split.
            let indent = rest.len() - rest.trim_start().len();
            let cut = rest[..end]
                .rfind(' ')
                .filter(|at| *at > indent)
                .unwrap_or(end);
            lines.push(rest[..cut].to_owned());
            rest = format!("  {}", rest[cut..].trim_start());
        }
        lines.push(rest);
    }
    lines
}
