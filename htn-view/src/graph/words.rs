//! Mermaid and DOT.

use std::fmt::Write;

use super::{Graph, NodeKind};
use crate::escape::is_invisible;

impl Graph {
    /// The graph as a Mermaid flowchart, which Markdown of many places draws: methods are round, operators are boxes,
    /// internal operators have a double side, and synchronisation operators are hexagons.
    pub fn to_mermaid(&self) -> String {
        let mut text = String::from("flowchart LR\n");
        for (at, node) in self.nodes.iter().enumerate() {
            let name = mermaid(&node.name);
            let _ = match node.kind {
                NodeKind::Method => writeln!(text, "    n{at}([\"{name}\"])"),
                NodeKind::External => writeln!(text, "    n{at}[\"{name}\"]:::external"),
                NodeKind::Internal => writeln!(text, "    n{at}[[\"{name}\"]]:::internal"),
                NodeKind::Sync => writeln!(text, "    n{at}{{{{\"{name}\"}}}}:::internal"),
            };
        }
        let mut links: Vec<(usize, u64)> = Vec::new();
        let mut count = 0;
        for (at, node) in self.nodes.iter().enumerate() {
            for branch in &node.branches {
                let label = mermaid(&branch.label);
                let label = match label.is_empty() {
                    true => String::new(),
                    false => format!("|\"{label}\"|"),
                };
                let arrow = match branch.taken {
                    Some(0) => "-.->",
                    _ => "-->",
                };
                for to in &branch.to {
                    let _ = writeln!(text, "    n{at} {arrow}{label} n{to}");
                    if let Some(taken @ 1..) = branch.taken {
                        links.push((count, taken));
                    }
                    count += 1;
                }
            }
        }
        for (link, taken) in links {
            let width = stroke(taken, self.most_taken());
            let _ = writeln!(text, "    linkStyle {link} stroke-width:{width:.1}px");
        }
        text.push_str("    classDef external stroke-width:2px\n");
        text.push_str("    classDef internal stroke-dasharray:3 2\n");
        text
    }

    /// The graph in DOT, for Graphviz.
    pub fn to_dot(&self) -> String {
        let mut text = format!("digraph {} {{\n", dot(&self.name));
        text.push_str("    rankdir=LR;\n    node [fontname=\"sans-serif\", fontsize=11];\n");
        text.push_str("    edge [fontname=\"sans-serif\", fontsize=9];\n");
        for (at, node) in self.nodes.iter().enumerate() {
            let style = match node.kind {
                NodeKind::Method => "shape=box, style=rounded",
                NodeKind::External => "shape=box, style=filled, fillcolor=\"#cfe3ff\"",
                NodeKind::Internal => "shape=box, style=dashed",
                NodeKind::Sync => "shape=hexagon, style=dashed",
            };
            let (name, doc) = (dot(&node.name), dot(&node.doc));
            let _ = writeln!(text, "    n{at} [label={name}, tooltip={doc}, {style}];");
        }
        for (at, node) in self.nodes.iter().enumerate() {
            for branch in &node.branches {
                let label = dot(&branch.label);
                let style = match branch.taken {
                    None => String::new(),
                    Some(0) => ", style=dashed, color=\"#c4352b\"".to_owned(),
                    Some(taken) => {
                        let width = stroke(taken, self.most_taken());
                        format!(", penwidth={width:.1}, tooltip=\"taken {taken} times\"")
                    }
                };
                for to in &branch.to {
                    let _ = writeln!(text, "    n{at} -> n{to} [label={label}{style}];");
                }
            }
        }
        text.push_str("}\n");
        text
    }
}

/// How wide the line of a branch is that was taken so often.
pub(super) fn stroke(taken: u64, most: u64) -> f64 {
    1.0 + 4.0 * (taken as f64 + 1.0).ln() / (most.max(1) as f64 + 1.0).ln()
}

fn mermaid(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '"' | '#' | '<' | '>' | '&' | '`' | '\\' | ';' | '|' | '{' | '}' | '[' | ']' => {
                let _ = write!(safe, "#{};", letter as u32);
            }
            '\n' => safe.push(' '),
            letter if is_invisible(letter) => {
                let _ = write!(safe, "U+{:04X}", letter as u32);
            }
            letter => safe.push(letter),
        }
    }
    safe
}

fn dot(text: &str) -> String {
    let mut safe = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => safe.push_str("\\\""),
            '\\' => safe.push_str("\\\\"),
            '\n' => safe.push_str("\\n"),
            letter if is_invisible(letter) => {
                let _ = write!(safe, "U+{:04X}", letter as u32);
            }
            letter => safe.push(letter),
        }
    }
    safe.push('"');
    safe
}
