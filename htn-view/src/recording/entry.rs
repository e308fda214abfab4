//! The entries of a recording. Texts, facts and tasks are stored once and referred to by index.

use htn_core::tables::FactVerb;
use htn_core::{EventEffect, EventKind};

/// The index of a text in [`Tables`](super::Tables).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct TextId(pub u32);

/// The index of a fact or a task.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct CallId(pub u32);

/// The kind of a call.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum CallKind {
    Fact,
    Method,
    /// An operator that an agent carries out.
    External,
    Internal,
    /// `block_on`, `global_block`, `finish_action`, `stop_action`.
    Sync,
    Add,
    Delete,
    Protect,
    Release,
}

impl From<FactVerb> for CallKind {
    fn from(verb: FactVerb) -> Self {
        match verb {
            FactVerb::Add => CallKind::Add,
            FactVerb::Delete => CallKind::Delete,
            FactVerb::Protect => CallKind::Protect,
            FactVerb::Release => CallKind::Release,
        }
    }
}

/// `name(arguments)`: a fact or a task.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Call {
    pub kind: CallKind,
    pub name: TextId,
    pub args: Vec<TextId>,
    /// The arguments that are agents: a bit each.
    pub agents: u16,
    /// The agents that carry it out: a bit each.
    pub by: u16,
}

impl Call {
    /// Returns the arguments that have a bit.
    pub fn marked(&self, bits: impl Fn(&Call) -> u16) -> Vec<TextId> {
        let bits = bits(self);
        let args = self.args.iter().enumerate();
        let marked = args.filter(|(at, _)| bits >> at & 1 == 1);
        marked.map(|(_, arg)| *arg).collect()
    }
}

/// An event. The fields that its kind does not have are empty.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RecordedEvent {
    pub kind: EventKind,
    /// The number of the plan, or 0.
    pub plan: u64,
    pub step: Option<u32>,
    pub task: Option<CallId>,
    pub action: Option<u64>,
    /// The reason, or the condition that the step waits for.
    pub why: Option<TextId>,
    /// True if the step waits because a `block_on` holds an agent.
    pub held: bool,
    /// The action that the step waits for.
    pub on: Option<u64>,
    /// The agent that the step waits for.
    pub agent: Option<TextId>,
    /// The number of steps of a new plan, or of the plan that takes the place of this one.
    pub number: u64,
    /// True if the executor itself ended the action.
    pub stopped: bool,
}

impl RecordedEvent {
    /// Returns the state of the step after the event, if the event starts or ends a step.
    pub fn mark(&self) -> Option<StepMark> {
        match self.kind.effect() {
            EventEffect::StepStarted if self.action.is_some() => Some(StepMark::Running),
            EventEffect::StepStarted | EventEffect::StepFinished => Some(StepMark::Done),
            EventEffect::StepFailed => Some(StepMark::Failed),
            EventEffect::Nothing
            | EventEffect::PlanAdded
            | EventEffect::StepWaits
            | EventEffect::PlanBroken
            | EventEffect::PlanRepaired
            | EventEffect::PlanEnded => None,
        }
    }
}

/// The state of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StepMark {
    Waiting,
    Running,
    Done,
    Failed,
}

/// A step of a plan.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Step {
    pub call: CallId,
    pub node: Option<u32>,
    pub mark: StepMark,
    pub action: Option<u64>,
    /// The tick of its last change, if known.
    pub since: u64,
}

/// A compound task of a plan.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Node {
    pub parent: Option<u32>,
    /// The first step below it; if it has none, the first step of the next node. (A running plan does not know the
    /// position of a task without steps among the steps of its parent.)
    pub first: u32,
    /// `None` for the `if`, `while` or `for` of a body.
    pub call: Option<CallId>,
    pub name: TextId,
    /// The index of the method among those with this name.
    pub method: u32,
    pub branch: TextId,
    pub doc: TextId,
    /// Names and values.
    pub bindings: Vec<(TextId, TextId)>,
}

/// A version of a plan: as submitted, or after a repair.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PlanShape {
    pub plan: u64,
    pub priority: i64,
    pub nodes: Vec<Node>,
    pub steps: Vec<Step>,
}

/// A plan that needs a repair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Broken {
    pub plan: u64,
    /// The steps that are undone if their part of the plan is replaced.
    pub undoable: Vec<u32>,
}

/// The steps of a search in a tick, and in total.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Search {
    /// The plan to repair; 0 for the root task.
    pub repairs: u64,
    /// Steps in this tick.
    pub slice: u64,
    pub steps: u64,
    pub bindings: u64,
    pub backtracks: u64,
    pub deepest: u64,
    /// True if it continues in a later tick.
    pub paused: bool,
}

/// The subject of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WhyAbout {
    /// A plan that was found.
    Planned,
    /// No plan was found, or none was accepted.
    NoPlan,
    /// A part of a plan that was planned again.
    Repaired,
    /// Why a task of an abandoned plan could not be planned again.
    Abandoned,
}

/// The subject of a line of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineAbout {
    Search,
    Done,
    Failed,
    Unfinished,
    Chosen,
    Refused,
    InVain,
    NotLookedAt,
    NoFurther,
    Detail,
    Cut,
}

/// A line of an explanation.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct WhyLine {
    pub depth: u32,
    pub about: LineAbout,
    /// The task, if the line is about one.
    pub call: Option<CallId>,
    pub text: TextId,
}

/// An explanation of a search.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Why {
    pub about: WhyAbout,
    /// The number of the plan, or 0.
    pub plan: u64,
    /// The facts are those at the end of this tick.
    pub known: u64,
    /// True if the explained search had the same result as the recorded one.
    pub same: bool,
    pub lines: Vec<WhyLine>,
}

/// The number of attempts of a branch, by result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tally {
    pub task: TextId,
    pub method: u32,
    pub branch: u32,
    pub tried: u64,
    pub held: u64,
    pub taken: u64,
}

/// The content of an entry.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum What {
    Event(RecordedEvent),
    Facts {
        added: Vec<CallId>,
        removed: Vec<CallId>,
    },
    Plan(PlanShape),
    Broken(Broken),
    Search(Search),
    /// A note: speaker and text.
    Note(TextId, TextId),
    /// The number of events that exceeded the executor's capacity.
    Missed(u64),
    Why(Why),
    /// The counts of branches, with the number of searches.
    Branches(u64, Vec<Tally>),
    /// The director's clock went back to this tick: another director, or the same one rolled back. Plans, steps and
    /// actions before this entry do not continue after it, even if they have the same numbers.
    Restarted(u64),
    /// The director was halted, with the reason.
    Halted(TextId),
}

/// An entry of a recording.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Entry {
    pub tick: u64,
    pub what: What,
}

impl Entry {
    /// Returns its approximate size in memory.
    pub fn bytes(&self) -> usize {
        size_of::<Entry>()
            + match &self.what {
                What::Event(_) | What::Search(_) | What::Note(..) => 0,
                What::Missed(_) | What::Restarted(_) | What::Halted(_) => 0,
                What::Facts { added, removed } => 4 * (added.len() + removed.len()),
                What::Why(why) => size_of::<WhyLine>() * why.lines.len(),
                What::Branches(_, tallies) => size_of::<Tally>() * tallies.len(),
                What::Broken(broken) => 4 * broken.undoable.len(),
                What::Plan(shape) => {
                    let bindings: usize = shape.nodes.iter().map(|node| node.bindings.len()).sum();
                    size_of::<Node>() * shape.nodes.len()
                        + size_of::<Step>() * shape.steps.len()
                        + 8 * bindings
                }
            }
    }

    /// Visits all indices of texts and calls in it.
    pub fn visit(&mut self, text: &mut dyn FnMut(&mut TextId), call: &mut dyn FnMut(&mut CallId)) {
        match &mut self.what {
            What::Event(event) => {
                event.why.iter_mut().for_each(&mut *text);
                event.agent.iter_mut().for_each(text);
                event.task.iter_mut().for_each(call);
            }
            What::Facts { added, removed } => added.iter_mut().chain(removed).for_each(call),
            What::Plan(shape) => shape.visit(text, call),
            What::Note(who, what) => {
                text(who);
                text(what);
            }
            What::Halted(reason) => text(reason),
            What::Why(why) => why.visit(text, call),
            What::Branches(_, tallies) => tallies.iter_mut().for_each(|of| text(&mut of.task)),
            What::Broken(_) | What::Search(_) | What::Missed(_) | What::Restarted(_) => {}
        }
    }
}

impl Why {
    pub fn visit(&mut self, text: &mut dyn FnMut(&mut TextId), call: &mut dyn FnMut(&mut CallId)) {
        for line in &mut self.lines {
            line.call.iter_mut().for_each(&mut *call);
            text(&mut line.text);
        }
    }
}

impl PlanShape {
    pub fn visit(&mut self, text: &mut dyn FnMut(&mut TextId), call: &mut dyn FnMut(&mut CallId)) {
        for node in &mut self.nodes {
            node.call.iter_mut().for_each(&mut *call);
            text(&mut node.name);
            text(&mut node.branch);
            text(&mut node.doc);
            for (name, value) in &mut node.bindings {
                text(name);
                text(value);
            }
        }
        for step in &mut self.steps {
            call(&mut step.call);
        }
    }
}
