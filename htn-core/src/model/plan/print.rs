//! How a plan prints.
//!
//! What is printed is for a person to read, so it may take memory; but not more time than there are lines, however deep
//! the plan is.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::indices::{NodeIndex, StepIndex};
use super::raw::RawPlan;
use super::records::{NodeRecord, StepRecord};
use super::tree::bindings;
use crate::model::show::Shown;
use crate::tables::TaskKind;

/// Lines are indented no further than this: deeper ones say how deep they are, or the text would be as wide as it is
/// long.
const DEEPEST: u32 = 32;

/// Prints the tree: tasks before what is below them, and steps in the order of the plan. A task whose steps are
/// interrupted by those of another strand is named again where they go on.
pub(super) fn print(plan: RawPlan<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (places, begins) = (TreePlaces::new(plan), plan.begins());
    let mut nodes = plan.all_nodes().zip(begins).peekable();
    let mut present = None;
    for at in 0..=plan.steps().len() {
        let step = plan.steps().get(at);
        // Nodes that were grafted do not say when they were begun: before what is below them.
        let needed = step.and_then(StepRecord::node);
        while let Some(((index, node), _)) =
            nodes.next_if(|((index, _), begin)| *begin <= at || Some(*index) <= needed)
        {
            if !node.is_anonymous() && !is_closing_round(plan, node) {
                print_node(plan, index, &places, "", f)?;
                present = Some(index);
            }
        }
        let Some(step) = step else { break };
        let node = plan.named(step.node());
        if let Some(node) = node
            && !places.is_below(present, node)
        {
            print_node(plan, node, &places, "… ", f)?;
        }
        present = node;
        indent(places.depth_below(node), f)?;
        let (code, row) = plan.task(StepIndex::new(at));
        let tables = plan.tables;
        writeln!(f, "{}", Shown { tables, code, row })?;
    }
    Ok(())
}

fn print_node(
    plan: RawPlan<'_>,
    at: NodeIndex,
    places: &TreePlaces,
    prefix: &str,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let node = plan.node_at(at);
    let task = &plan.tables.tasks[node.task.0 as usize];
    indent(places.depth_below(Some(at)) - 1, f)?;
    f.write_str(prefix)?;
    if task.kind == TaskKind::Block {
        f.write_str(task.name)?;
    } else {
        let (code, row) = plan.node_task(node);
        let tables = plan.tables;
        write!(f, "{}", Shown { tables, code, row })?;
    }
    let name = plan.branch(node).map_or("", |branch| branch.name);
    if !name.is_empty() && name != task.name {
        write!(f, " [{name}]")?;
    }
    if prefix.is_empty() {
        for (i, binding) in bindings(plan, node).enumerate() {
            write!(f, "{} {binding}", if i == 0 { ":" } else { "," })?;
        }
    }
    writeln!(f)
}

/// Returns true if the node is only where a loop ended, or an `if` of which nothing held: nothing to show.
fn is_closing_round(plan: RawPlan<'_>, node: &NodeRecord) -> bool {
    let task = &plan.tables.tasks[node.task.0 as usize];
    let branch = plan.branch(node);
    task.kind == TaskKind::Block && branch.is_none_or(|branch| branch.name.is_empty())
}

fn indent(depth: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    (0..depth.min(DEEPEST)).try_for_each(|_| f.write_str("  "))?;
    if depth > DEEPEST {
        write!(f, "({depth}) ")?;
    }
    Ok(())
}

/// Where the nodes of a plan, anonymous ones included, are in its tree.
struct TreePlaces(Vec<TreePlace>);

#[derive(Clone, Copy)]
struct TreePlace {
    /// The number of nodes at and above it.
    depth: u32,
    /// Its number, if each node is numbered before those below it, and these before all others.
    number: u32,
    /// The number of nodes at and below it.
    size: u32,
}

impl TreePlaces {
    fn new(plan: RawPlan<'_>) -> TreePlaces {
        let alone = TreePlace {
            depth: 0,
            number: 0,
            size: 1,
        };
        let mut places = vec![alone; plan.record_count()];
        // Parents come before their children.
        for (at, node) in plan.all_nodes().rev() {
            let size = places[at.index()].size;
            if let Some(parent) = places.get_mut(node.parent as usize) {
                parent.size += size;
            }
        }
        let mut next = vec![0; places.len()];
        let mut next_root = 0;
        for (at, node) in plan.all_nodes() {
            let (at, parent) = (at.index(), node.parent as usize);
            let above = places.get(parent).map_or(0, |parent| parent.depth);
            let number = next.get_mut(parent).unwrap_or(&mut next_root);
            let place = &mut places[at];
            place.depth = above + u32::from(!node.is_anonymous());
            place.number = *number;
            *number += place.size;
            next[at] = place.number + 1;
        }
        TreePlaces(places)
    }

    /// The indentation of what is below a node.
    fn depth_below(&self, node: Option<NodeIndex>) -> u32 {
        node.map_or(0, |node| self.0[node.index()].depth)
    }

    /// Returns true if a node is another one or below it.
    fn is_below(&self, node: Option<NodeIndex>, above: NodeIndex) -> bool {
        let above = self.0[above.index()];
        let below = above.number..above.number + above.size;
        node.is_some_and(|node| below.contains(&self.0[node.index()].number))
    }
}
