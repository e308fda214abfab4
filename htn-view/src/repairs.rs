//! The effect of a repair on a plan: its tree before and after.

use std::fmt;

use crate::escape::{self, escape_xml};
use crate::recording::{CallId, PlanShape, Recorded, Step, StepMark};
use crate::story::{Repaired, Story, Version};
use crate::tree::{Item, items, node_text};

/// The effect of a repair on a line of a plan's tree: see [`TreeLine::change`]. [`Recorded::repairs`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// It stays, whether finished or pending.
    Kept,
    /// It was removed, and its effects stay.
    Replaced,
    /// It was removed, and its `undo` reverted its effects.
    Undone,
    /// It was added.
    New,
}

/// The state of a step of a [`TreeLine`]: of a removed one, before the repair; of the others, at the end of its tick.
/// [`Recorded::repairs`] has an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlanDiffState {
    /// It had not started.
    Waiting,
    /// Its action was running; if the step was removed, the action was stopped.
    Running,
    /// It had been carried out, or had succeeded.
    Done,
    /// It had failed.
    Failed,
}

/// A line of a plan's tree: a task, or a step. See [`RepairedPlan::lines`]. [`Recorded::repairs`] has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeLine {
    /// The number of tasks above it.
    pub depth: usize,
    /// The task, with the branch that was chosen for it, or the step.
    pub text: String,
    /// The effect of the repair.
    pub change: Change,
    /// The state of the step, if it is one.
    pub step: Option<PlanDiffState>,
}

/// A repaired plan: its tree before and after, combined. Added lines follow the lines that they replace. Prints as
/// text, one line per task and step.
///
/// [`Recorded::repairs`] returns them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepairedPlan {
    /// The tick in which the repair was adopted.
    pub tick: u64,
    /// The plan's number.
    pub plan: u64,
    /// The task that was planned again; `None` for the whole plan.
    pub at: Option<String>,
    /// The tree.
    pub lines: Vec<TreeLine>,
}

impl Recorded {
    /// Returns all adopted repairs, in order.
    ///
    /// ```
    /// use htn_view::{Change, Recording};
    /// use squad_htn::prelude::*;
    ///
    /// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// pub struct Tank(pub u16);
    ///
    /// htn_domain! {
    ///     pub domain armour;
    ///     agent Tank;
    ///     predicate open(u16) [8];
    ///     operator load(who: Tank) by who {}
    ///     operator drive(who: Tank, way: u16) by who { if open(way); }
    ///     pub method attack(who: Tank) { load(who); global_block(who); approach(who); }
    ///     method approach(who: Tank) if open(way) { drive(who, way); }
    /// }
    /// use armour::{Action, Director, Fact, Task};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let mut director = Director::new(Task::Attack { who: Tank(1) }).interval(1_000);
    /// director.state_mut().insert(Fact::Open(1))?;
    /// director.state_mut().insert(Fact::Open(2))?;
    /// let mut recording = Recording::<armour::Domain>::new();
    /// for _frame in 0..10 {
    ///     for command in director.tick(&(), Budget::steps(1_000)) {
    ///         let Command::Start { id, action, .. } = command else { continue };
    ///         // The first way is mined.
    ///         let mined = matches!(action, Action::Drive { way: 1, .. });
    ///         if mined {
    ///             director.state_mut().remove(Fact::Open(1));
    ///         }
    ///         director.finish(id, if mined { Outcome::Failure } else { Outcome::Success })?;
    ///     }
    ///     recording.tick(&director);
    /// }
    ///
    /// let repairs = recording.repairs();
    /// assert_eq!(repairs[0].to_string(), "\
    /// tick 5: plan 1 is repaired at approach(Tank(1))
    ///     attack(Tank(1))
    ///       load(Tank(1)), done
    ///       global_block(Tank(1)), done
    ///   -   approach(Tank(1)): way = 1
    ///   -     drive(Tank(1), 1), failed
    ///   +   approach(Tank(1)): way = 2
    ///   +     drive(Tank(1), 2), running
    /// ");
    /// assert_eq!(repairs[0].lines[2].change, Change::Kept);
    /// # Ok(())
    /// # }
    /// ```
    pub fn repairs(&self) -> Vec<RepairedPlan> {
        let story = Story::of(self);
        let mut repairs = Vec::new();
        for plan in story.plans.iter() {
            for pair in plan.versions.windows(2) {
                if let [before, after] = pair
                    && let Some(repaired) = &after.repaired
                {
                    repairs.push(RepairedPlan {
                        tick: after.from,
                        plan: plan.plan,
                        at: repaired.at.map(|at| self.show(at)),
                        lines: lines(self, before, after, repaired),
                    });
                }
            }
        }
        repairs.sort_by_key(|repair| repair.tick);
        repairs
    }
}

fn lines(
    recorded: &Recorded,
    before: &Version,
    after: &Version,
    repaired: &Repaired,
) -> Vec<TreeLine> {
    let splice = Splice::find(&before.shape, &after.shape, repaired);
    let mut old = Side::new(recorded, &before.shape, splice.map(|splice| splice.before));
    (old.gone, old.marks) = (true, before.marks());
    old.undoable = &repaired.undoable;
    let new = Side::new(recorded, &after.shape, splice.map(|splice| splice.after));
    let mut lines = Vec::new();
    match splice {
        Some(splice) => new.tree(Some((&old, splice.before)), &mut lines),
        None => {
            old.tree(None, &mut lines);
            new.tree(None, &mut lines);
        }
    }
    lines
}

/// The task that was planned again: its node in the tree before, and in the one after.
#[derive(Clone, Copy)]
struct Splice {
    before: usize,
    after: usize,
}

impl Splice {
    /// Finds the task that was planned again. Several tasks of a plan may be equal: it is the one without which both
    /// trees are equal. Returns `None` if the whole plan was replaced.
    fn find(before: &PlanShape, after: &PlanShape, repaired: &Repaired) -> Option<Splice> {
        let at = repaired.at?;
        let alike = |shape: &PlanShape| -> Vec<usize> {
            let nodes = shape.nodes.iter().enumerate();
            let alike = nodes.filter(|(_, node)| node.call == Some(at));
            alike.map(|(index, _)| index).collect()
        };
        let rest = |shape: &PlanShape, part: usize| -> Vec<CallId> {
            let below = below(shape, part);
            let stays = |step: &&Step| step.node.is_none_or(|node| !below[node as usize]);
            let steps = shape.steps.iter().filter(stays);
            steps.map(|step| step.call).collect()
        };
        let afters = alike(after).into_iter();
        let afters: Vec<_> = afters.map(|node| (node, rest(after, node))).collect();
        alike(before).into_iter().find_map(|node| {
            let rest = rest(before, node);
            let (after, _) = afters.iter().find(|(_, other)| *other == rest)?;
            Some(Splice {
                before: node,
                after: *after,
            })
        })
    }
}

/// Returns for each node whether it is this one, or below it.
fn below(shape: &PlanShape, part: usize) -> Vec<bool> {
    let mut below = vec![false; shape.nodes.len()];
    // Parents come before their children.
    for (at, node) in shape.nodes.iter().enumerate() {
        below[at] = at == part || node.parent.is_some_and(|parent| below[parent as usize]);
    }
    below
}

/// A version of a plan: before or after a repair.
struct Side<'a> {
    recorded: &'a Recorded,
    shape: &'a PlanShape,
    /// The children of each node, and finally those without a parent.
    items: Vec<Vec<Item>>,
    /// The state of each step.
    marks: Vec<StepMark>,
    /// The node that was planned again; `None` for the whole plan.
    part: Option<usize>,
    /// For each node, whether it belongs to that part.
    inside: Vec<bool>,
    /// True if the part was removed; false if it was added.
    gone: bool,
    undoable: &'a [u32],
}

impl<'a> Side<'a> {
    fn new(recorded: &'a Recorded, shape: &'a PlanShape, part: Option<usize>) -> Side<'a> {
        Side {
            recorded,
            shape,
            items: items(shape),
            marks: shape.steps.iter().map(|step| step.mark).collect(),
            part,
            inside: match part {
                Some(part) => below(shape, part),
                None => vec![true; shape.nodes.len()],
            },
            gone: false,
            undoable: &[],
        }
    }

    /// Writes all lines; removed lines come before added ones. A plan may be as deep as it is long, so this does not
    /// recurse.
    fn tree(&self, old: Option<(&Side<'_>, usize)>, lines: &mut Vec<TreeLine>) {
        let roots = self.items[self.shape.nodes.len()].iter().rev();
        let mut left: Vec<_> = roots.map(|item| (self, *item, 0)).collect();
        let mut old = old;
        while let Some((side, item, depth)) = left.pop() {
            match item {
                Item::Step(step) => lines.push(side.step_line(step, depth)),
                Item::Node(node) => {
                    if Some(node) == self.part
                        && let Some((old, part)) = old.take()
                    {
                        left.push((side, item, depth));
                        left.push((old, Item::Node(part), depth));
                        continue;
                    }
                    lines.push(side.node_line(node, depth));
                    let below = side.items[node].iter().rev();
                    left.extend(below.map(|item| (side, *item, depth + 1)));
                }
            }
        }
    }

    fn change(&self, node: Option<usize>) -> Change {
        let inside = match node {
            Some(node) => self.inside[node],
            None => self.part.is_none(),
        };
        match (inside, self.gone) {
            (false, _) => Change::Kept,
            (true, true) => Change::Replaced,
            (true, false) => Change::New,
        }
    }

    fn node_line(&self, index: usize, depth: usize) -> TreeLine {
        TreeLine {
            depth,
            text: node_text(self.recorded.tables(), &self.shape.nodes[index]),
            change: self.change(Some(index)),
            step: None,
        }
    }

    fn step_line(&self, index: usize, depth: usize) -> TreeLine {
        let step = &self.shape.steps[index];
        let change = match self.change(step.node.map(|node| node as usize)) {
            Change::Replaced if self.undoable.contains(&(index as u32)) => Change::Undone,
            change => change,
        };
        TreeLine {
            depth,
            text: self.recorded.show(step.call),
            change,
            step: Some(match self.marks[index] {
                StepMark::Waiting => PlanDiffState::Waiting,
                StepMark::Running => PlanDiffState::Running,
                StepMark::Done => PlanDiffState::Done,
                StepMark::Failed => PlanDiffState::Failed,
            }),
        }
    }
}

impl RepairedPlan {
    /// Returns the number of steps with this change. [`Recorded::repairs`] has an example.
    pub fn steps(&self, change: Change) -> usize {
        let steps = self.lines.iter().filter(|line| line.step.is_some());
        steps.filter(|line| line.change == change).count()
    }
}

impl RepairedPlan {
    /// The style sheet of [`to_html`](Self::to_html), for dark and light pages.
    pub const CSS: &str = include_str!("repairs.css");

    /// Returns the trees before and after, side by side: a `div` for a page with [`CSS`](Self::CSS).
    /// [`Recorded::repairs`] has an example.
    pub fn to_html(&self) -> String {
        let title = match &self.at {
            Some(at) => format!("plan {} is repaired at {}", self.plan, escape_xml(at)),
            None => format!("plan {} is repaired from the root", self.plan),
        };
        let sides = [
            ("before", [Change::Replaced, Change::Undone]),
            ("after", [Change::New, Change::New]),
        ];
        let mut html = format!("<div class=\"repair\"><p>{title}</p>\n");
        for (name, changes) in sides {
            html += &format!("<div class=\"{name}\"><h4>{name}</h4>\n");
            let of_side =
                |line: &&TreeLine| line.change == Change::Kept || changes.contains(&line.change);
            for line in self.lines.iter().filter(of_side) {
                html += &line.to_html();
            }
            html += "</div>\n";
        }
        html + "</div>\n"
    }
}

impl TreeLine {
    fn to_html(&self) -> String {
        let class = match self.change {
            Change::Kept => "kept",
            Change::Replaced => "replaced",
            Change::Undone => "undone",
            Change::New => "new",
        };
        let step = self.step.map_or("task", |_| "step");
        // Deeper lines would leave the page.
        let indent = self.depth.min(16);
        let (text, state) = (
            escape_xml(&self.text),
            self.state().trim_start_matches(", "),
        );
        let state = match state {
            "" => String::new(),
            state => format!(" <small>{state}</small>"),
        };
        format!(
            "<div class=\"{class} {step}\" style=\"margin-left:{indent}em\">{text}{state}</div>\n"
        )
    }

    /// Returns the state of the line, in words.
    fn state(&self) -> &'static str {
        match (self.change, self.step) {
            (Change::Undone, _) => ", undone",
            (Change::Replaced, Some(PlanDiffState::Running)) => ", stopped",
            (_, Some(PlanDiffState::Running)) => ", running",
            (_, Some(PlanDiffState::Done)) => ", done",
            (_, Some(PlanDiffState::Failed)) => ", failed",
            (_, Some(PlanDiffState::Waiting) | None) => "",
        }
    }
}

/// The task that was planned again, then the tree. Added lines start with `+`, removed ones with `-`, and undone ones
/// with `~`.
impl fmt::Display for RepairedPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RepairedPlan { tick, plan, at, .. } = self;
        match at {
            Some(at) => {
                let at = escape::line(at);
                writeln!(f, "tick {tick}: plan {plan} is repaired at {at}")?;
            }
            None => writeln!(f, "tick {tick}: plan {plan} is repaired from the root")?,
        }
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl fmt::Display for TreeLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.change {
            Change::Kept => ' ',
            Change::Replaced => '-',
            Change::Undone => '~',
            Change::New => '+',
        };
        let state = self.state();
        let indent = 2 * self.depth;
        let text = escape::line(&self.text);
        write!(f, "  {sign} {:indent$}{text}{state}", "")
    }
}
