//! What a repair did to a plan: its tree before and after.

use std::fmt;

use crate::escape::{self, escape_xml};
use crate::recording::{CallId, PlanShape, Recorded, Step, StepMark};
use crate::story::{Repaired, Story, Version};
use crate::tree::{Item, items, node_text};

/// What became of a line of a plan's tree when the plan was repaired.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// It stays as it was, done or still to do.
    Kept,
    /// It went, and what it had brought about stays.
    Replaced,
    /// It went, and its `undo` took it back.
    Undone,
    /// It came with the repair.
    New,
}

/// How a step stood: one that went, before the repair; the others at the end of its tick.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlanDiffState {
    /// It had not started.
    Waiting,
    /// Its action ran; where the step was replaced, it was stopped.
    Running,
    /// It was carried out, or had ended well.
    Done,
    /// It had failed.
    Failed,
}

/// A line of a plan's tree: a task, or a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeLine {
    /// How many tasks are above it.
    pub depth: usize,
    /// The task, with the branch that was chosen for it, or the step.
    pub text: String,
    /// What became of it.
    pub change: Change,
    /// How it stood, where it is a step.
    pub step: Option<PlanDiffState>,
}

/// A plan that was repaired: its tree before and after, as one. What the repair brought stands behind what it took the place
/// of. Prints as a text for a person, a line for each task and step.
///
/// The [recording](crate::Recording) of a director [has them](Recorded::repairs).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepairedPlan {
    /// When the repair was adopted.
    pub tick: u64,
    /// The plan's number.
    pub plan: u64,
    /// The task that was planned again; `None` for all that the plan was made for.
    pub at: Option<String>,
    /// The tree.
    pub lines: Vec<TreeLine>,
}

impl Recorded {
    /// All repairs that were adopted, in order.
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
        for plan in &story.plans {
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
    /// Several tasks of a plan may be alike: it is the one without which both trees are the same. `None` where all was
    /// planned again.
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

/// For each node whether it is this one, or below it.
fn below(shape: &PlanShape, part: usize) -> Vec<bool> {
    let mut below = vec![false; shape.nodes.len()];
    // Parents come before their children.
    for (at, node) in shape.nodes.iter().enumerate() {
        below[at] = at == part || node.parent.is_some_and(|parent| below[parent as usize]);
    }
    below
}

/// A plan before a repair, or after it.
struct Side<'a> {
    recorded: &'a Recorded,
    shape: &'a PlanShape,
    /// What is right below each node, and last what is below none.
    items: Vec<Vec<Item>>,
    /// How each step stands.
    marks: Vec<StepMark>,
    /// The node that was planned again; `None` for all of it.
    part: Option<usize>,
    /// Whether each node is of that part.
    inside: Vec<bool>,
    /// Whether the part is gone, or new.
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

    /// All lines; where the new part begins, those of the old one come first. A plan may be as deep as it is long, so this
    /// does not recur.
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
    /// How many steps it is so with.
    pub fn steps(&self, change: Change) -> usize {
        let steps = self.lines.iter().filter(|line| line.step.is_some());
        steps.filter(|line| line.change == change).count()
    }
}

impl RepairedPlan {
    /// How [`to_html`](Self::to_html) looks: for the `style` of the page, dark and light.
    pub const CSS: &str = include_str!("repairs.css");

    /// The tree before and the tree after, side by side: a `div` for a page that has [`CSS`](Self::CSS).
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
        // Deeper ones would leave the page.
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

    /// How the line stood, in words.
    fn state(&self) -> &'static str {
        match (self.change, self.step) {
            (Change::Undone, _) => ", taken back",
            (Change::Replaced, Some(PlanDiffState::Running)) => ", stopped",
            (_, Some(PlanDiffState::Running)) => ", running",
            (_, Some(PlanDiffState::Done)) => ", done",
            (_, Some(PlanDiffState::Failed)) => ", failed",
            (_, Some(PlanDiffState::Waiting) | None) => "",
        }
    }
}

/// The task that was planned again, then the tree: before what is new stands a `+`, before what is gone a `-`, and a `~` where it
/// was taken back.
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
