//! Mermaid and DOT.

use std::fmt::Write;

use super::{Fared, Graph, Heat, NodeKind};
use crate::escape;

impl Graph {
    /// Returns the graph as a Mermaid flowchart, which many Markdown viewers draw: methods are round, operators are
    /// boxes, internal operators have a double side, and synchronisation operators are hexagons. [`Graph`](Self) has an
    /// example.
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
        let mut styles = String::new();
        let mut count = 0;
        for (at, node) in self.nodes.iter().enumerate() {
            for branch in &node.branches {
                let label = [&mermaid(&branch.label), &branch.figures(self.searched)[..]];
                let label = if label.concat().is_empty() {
                    String::new()
                } else {
                    format!("|\"{}\"|", label.join(" ").trim())
                };
                let arrow = match branch.heat.map(Heat::fared) {
                    Some(Fared::NeverTried) => "-.->",
                    _ => "-->",
                };
                for to in &branch.to {
                    let _ = writeln!(text, "    n{at} {arrow}{label} n{to}");
                    if let Some(heat) = branch.heat {
                        let (width, colour) = (self.stroke(heat.tried), heat.fared().colour());
                        let _ = writeln!(
                            styles,
                            "    linkStyle {count} stroke:{colour},stroke-width:{width:.1}px"
                        );
                    }
                    count += 1;
                }
            }
        }
        text.push_str(&styles);
        text.push_str("    classDef external stroke-width:2px\n");
        text.push_str("    classDef internal stroke-dasharray:3 2\n");
        text
    }

    /// Returns the graph in DOT, for Graphviz.
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
                let figures = branch.figures(self.searched);
                let label = [&branch.label[..], &figures[..]].join(" ");
                let label = dot(label.trim());
                let style = branch.heat.map_or(String::new(), |heat| {
                    let (fared, width) = (heat.fared(), self.stroke(heat.tried));
                    let dashed = match fared {
                        Fared::NeverTried => ", style=dashed",
                        _ => "",
                    };
                    let (colour, words) = (fared.colour(), heat.words(self.searched));
                    format!(
                        ", color=\"{colour}\", penwidth={width:.1}, tooltip=\"{words}\"{dashed}"
                    )
                });
                for to in &branch.to {
                    let _ = writeln!(text, "    n{at} -> n{to} [label={label}{style}];");
                }
            }
        }
        text.push_str("}\n");
        text
    }
}

fn mermaid(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '"' | '#' | '<' | '>' | '&' | '`' | '\\' | ';' | '|' | '{' | '}' | '[' | ']' => {
                let _ = write!(safe, "#{};", letter as u32);
            }
            '\n' => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    escape::line(&safe)
}

fn dot(text: &str) -> String {
    let safe = escape::escape(text, |letter| {
        Some(match letter {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            _ => return None,
        })
    });
    format!("\"{safe}\"")
}
