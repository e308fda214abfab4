//! Prints plans as indented trees.
//!
//! Printing allocates, but its time is linear in the number of lines however deep the plan is.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::indices::{NodeIndex, StepIndex};
use super::raw::RawPlan;
use super::records::{NodeRecord, StepKind, StepRecord};
use super::tree::bindings;
use crate::model::show::Shown;
use crate::tables::TaskKind;

/// The maximum indentation. Deeper lines print their depth instead.
const DEEPEST: u32 = 32;

/// Prints the tree: each task before its subtasks, and steps in the order of the plan. If steps of another strand interrupt
/// those of a task, the task is printed again when they resume.
pub(super) fn print(plan: RawPlan<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let (places, begins) = (TreePlaces::new(plan), plan.begins());
    let mut nodes = plan.all_nodes().zip(begins).peekable();
    let mut present = None;
    for at in 0..=plan.steps().len() {
        let step = plan.steps().get(at);
        // Grafted nodes do not record their begin, so they are printed before their first step.
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
        if node.is_some() && matches!(step.kind, StepKind::Later(_)) {
            // The node says it all.
            continue;
        }
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
    let name = match plan.branch(node) {
        Some(branch) => branch.name,
        None if node.is_later(plan.tables) => "later",
        None => "",
    };
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

/// Returns true for the end of a loop and for an `if` without a branch that held: they print nothing.
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

/// The positions in the tree of a plan's nodes, indexed like the node records.
struct TreePlaces(Vec<TreePlace>);

#[derive(Clone, Copy)]
struct TreePlace {
    /// The number of ancestors, including itself.
    depth: u32,
    /// Its number in preorder.
    number: u32,
    /// The number of descendants, including itself.
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

    /// Returns the indentation of the children of a node.
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
