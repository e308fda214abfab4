//! How a plan prints.
//!
//! What is printed is for a person to read, so it may take memory; but not more time than there are lines, however deep
//! the plan is.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::data::PlanData;
use super::tree::{bindings, branch};
use crate::domain::TaskCode;
use crate::machine::{Frame, NONE};
use crate::show::Shown;
use crate::tables::TaskKind;

/// Lines are indented no further than this: deeper ones say how deep they are, or the text would be as wide as it is
/// long.
const DEEPEST: u32 = 32;

/// Prints the tree: tasks before what is below them, and steps in the order of the plan. A task whose steps are
/// interrupted by those of another strand is named again where they go on.
pub(super) fn print(plan: &PlanData, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let places = Places::new(plan);
    let mut frames = 0;
    let mut present = NONE;
    for at in 0..=plan.steps.len() {
        let step = plan.steps.get(at);
        // Frames that were put to the plan do not say when they were begun: before what is below them.
        let needed = step.map_or(0, |step| step.frame.wrapping_add(1) as usize);
        while let Some(frame) = plan.frames.get(frames)
            && (frame.chosen as usize <= at || frames < needed)
        {
            if frame.is_node() && !is_closing_round(plan, frame) {
                print_node(plan, frames as u32, &places, "", f)?;
                present = frames as u32;
            }
            frames += 1;
        }
        let Some(step) = step else { break };
        let node = places.node_at(plan, step.frame);
        if !places.is_below(present, node) {
            print_node(plan, node, &places, "… ", f)?;
        }
        present = node;
        indent(places.depth_below(node), f)?;
        let (code, row) = plan.code(step);
        let tables = plan.tables;
        writeln!(f, "{}", Shown { tables, code, row })?;
    }
    Ok(())
}

fn print_node(
    plan: &PlanData,
    at: u32,
    places: &Places,
    prefix: &str,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let node = &plan.frames[at as usize];
    let row = &plan.tables.tasks[node.task.0 as usize];
    indent(places.depth_below(at) - 1, f)?;
    f.write_str(prefix)?;
    if row.kind == TaskKind::Block {
        f.write_str(row.name)?;
    } else {
        let args = &plan.frame_words(node)[..row.params.len()];
        let shown = Shown {
            tables: plan.tables,
            code: TaskCode::Task(node.task),
            row: args,
        };
        write!(f, "{shown}")?;
    }
    let name = branch(plan, node).map_or("", |branch| branch.name);
    if !name.is_empty() && name != row.name {
        write!(f, " [{name}]")?;
    }
    if prefix.is_empty() {
        for (i, binding) in bindings(plan, node).enumerate() {
            write!(f, "{} {binding}", if i == 0 { ":" } else { "," })?;
        }
    }
    writeln!(f)
}

/// Whether the node is only where a loop found that it was over, or an `if` that nothing held: nothing to show.
fn is_closing_round(plan: &PlanData, node: &Frame) -> bool {
    let row = &plan.tables.tasks[node.task.0 as usize];
    row.kind == TaskKind::Block && branch(plan, node).is_none_or(|branch| branch.name.is_empty())
}

fn indent(depth: u32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    (0..depth.min(DEEPEST)).try_for_each(|_| f.write_str("  "))?;
    match depth > DEEPEST {
        true => write!(f, "({depth}) "),
        false => Ok(()),
    }
}

/// Where the frames of a plan are in its tree.
struct Places(Vec<Place>);

#[derive(Clone, Copy)]
struct Place {
    /// How many nodes it and those above it are.
    depth: u32,
    /// Its number, where each frame is numbered before those below it, and these before all others.
    number: u32,
    /// How many frames it and those below it are.
    size: u32,
}

impl Places {
    fn new(plan: &PlanData) -> Places {
        let alone = Place {
            depth: 0,
            number: 0,
            size: 1,
        };
        let mut places = vec![alone; plan.frames.len()];
        // Parents come before their children.
        for (at, frame) in plan.frames.iter().enumerate().rev() {
            let size = places[at].size;
            if let Some(parent) = places.get_mut(frame.parent as usize) {
                parent.size += size;
            }
        }
        let mut next = vec![0; plan.frames.len()];
        let mut next_root = 0;
        for (at, frame) in plan.frames.iter().enumerate() {
            let parent = frame.parent as usize;
            let above = places.get(parent).map_or(0, |parent| parent.depth);
            let number = next.get_mut(parent).unwrap_or(&mut next_root);
            let place = &mut places[at];
            place.depth = above + u32::from(frame.is_node());
            place.number = *number;
            *number += place.size;
            next[at] = place.number + 1;
        }
        Places(places)
    }

    /// The frame of the node at or above a frame, or `NONE`.
    fn node_at(&self, plan: &PlanData, mut frame: u32) -> u32 {
        // Between two nodes there is one strand at most.
        while let Some(row) = plan.frames.get(frame as usize)
            && !row.is_node()
        {
            frame = row.parent;
        }
        frame
    }

    /// How far what is below a frame is indented.
    fn depth_below(&self, frame: u32) -> u32 {
        self.0.get(frame as usize).map_or(0, |place| place.depth)
    }

    /// Whether a frame is another one or below it; `NONE` is above all.
    fn is_below(&self, frame: u32, above: u32) -> bool {
        let Some(above) = self.0.get(above as usize) else {
            return true;
        };
        let below = above.number..above.number + above.size;
        let frame = self.0.get(frame as usize);
        frame.is_some_and(|frame| below.contains(&frame.number))
    }
}
