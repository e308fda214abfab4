//! The tree of a plan: children and texts of nodes.

use crate::recording::{Node, PlanShape, Tables, TextId};

/// A child of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Item {
    Node(usize),
    Step(usize),
}

/// Returns the text of a compound task with the chosen branch and its bindings.
pub(crate) fn node_text(tables: &Tables, node: &Node) -> String {
    let text = |id: TextId| tables.text(id);
    let mut line = match node.call {
        Some(call) => tables.show(call),
        None => text(node.name).to_owned(),
    };
    if !text(node.branch).is_empty() {
        line += &format!(" [{}]", text(node.branch));
    }
    for (at, (name, value)) in node.bindings.iter().enumerate() {
        let sign = if at == 0 { ":" } else { "," };
        line += &format!("{sign} {} = {}", text(*name), text(*value));
    }
    line
}

/// Returns the children of each node, in the order of the steps, and finally those without a parent.
pub(crate) fn items(shape: &PlanShape) -> Vec<Vec<Item>> {
    let place = |node: Option<u32>| node.map_or(shape.nodes.len(), |node| node as usize);
    let mut items = vec![Vec::new(); shape.nodes.len() + 1];
    for (at, node) in shape.nodes.iter().enumerate() {
        items[place(node.parent)].push((node.first as usize, Item::Node(at)));
    }
    for (at, step) in shape.steps.iter().enumerate() {
        items[place(step.node)].push((at, Item::Step(at)));
    }
    let in_order = |mut items: Vec<(usize, Item)>| {
        items.sort();
        items.into_iter().map(|(_, item)| item).collect()
    };
    items.into_iter().map(in_order).collect()
}
