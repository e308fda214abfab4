//! The machine that goes through a domain's code: one backtracking search over tasks and effects, with conditions that
//! are functions of the domain.
//!
//! All of its state is plain data in memory taken at set-up, so pausing is returning, and a paused search can be
//! cloned. The facts are not in it: the planner runs it over its copy of them, the executor over the game's.
//!
//! | file | what it does |
//! |---|---|
//! | `run` | the loop: one op after another until the budget, a plan or an error |
//! | `solve` | conditions, and the axioms that they call |
//! | `choice` | choice points, and what failing restores |
//! | `task` | frames of tasks, the tasks the game asked for |
//! | `agenda` | the strands of `unordered` blocks |
//! | `strands` | `unordered`: which strand is next |
//! | `effect` | steps of the plan and their effects |
//! | `loops` | whether a task is begun below itself |
//! | `cost` | what the plan costs, and what it may |
//! | `question` | questions and effects on their own, for the executor |
//! | `expect` | which conditions hold in which state of a plan that was found |

mod agenda;
mod choice;
mod cost;
mod effect;
mod expect;
mod loops;
mod question;
mod run;
mod solve;
mod strands;
mod task;

use alloc::boxed::Box;
use alloc::vec;

use crate::model::error::SearchError;
use crate::model::limits::{LimitKind, Limits};
use crate::model::plan::{StepKind, StepRecord};
use crate::model::pool::Pool;
use crate::model::stats::Stats;
use crate::search::solve::Workspace;
use crate::store::{Full, Store};
use crate::tables::unpack_code;
use crate::tables::{Op, RelId, Slot, Tables, TaskKind};

use agenda::Agenda;
use choice::Choice;
use cost::Costs;
pub(crate) use expect::ConditionTracker;
use loops::Loops;
use solve::Pending;
pub(crate) use task::Frame;

/// No frame, strand or row.
pub(crate) const NONE: u32 = u32::MAX;

/// A limit that was reached. Small, because every op may return one; [`Machine::error`] has the whole story.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Kind(LimitKind),
    Predicate(RelId),
}

/// Of a store that took no more.
impl From<Full> for Limit {
    fn from(full: Full) -> Limit {
        match full {
            Full::Relation(rel) => Limit::Predicate(rel),
            Full::Trail => Limit::Kind(LimitKind::Trail),
        }
    }
}

/// Why the machine stopped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Signal {
    /// The steps granted are used up.
    Paused,
    /// All tasks are done: there is a plan.
    Found,
    /// A question is answered with yes, or the effects of a moment are through.
    Holds,
    /// Every choice has failed.
    Failed,
    /// A limit was reached.
    Full(Limit),
}

/// Whether the machine plans or answers a question about the facts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Plan,
    PendingCheck,
}

/// See the module's documentation.
pub(crate) struct Machine {
    pub tables: &'static Tables,
    /// What it runs. Empty while it does: then the loop has it.
    pub code: Box<[Op]>,
    pub limits: Limits,

    // Registers.
    mode: Mode,
    pc: u32,
    /// Base of the current frame's slots.
    fp: u32,
    /// The frame of the task being worked on.
    pub frame: u32,
    /// How deep it is, and the strand that it is in, or `NONE`.
    depth: u32,
    strand: u32,
    /// How many axioms are open.
    axioms: u32,
    /// The condition that the budget was used up in.
    pending: Option<Pending>,
    /// Whether a failure is being undone: the newest choice point of the stack is next.
    failing: bool,
    /// Choice points below this belong to whoever asked the present question.
    floor: u32,

    // Memory.
    pub slots: Box<[u64]>,
    choices: Pool<Choice>,
    pub frames: Pool<Frame>,
    /// The frames that are no nodes of the plan's tree, in order.
    pub anonymous_frames: Pool<u32>,
    /// What tasks were begun over what facts, while loops are looked for.
    loops: Loops,
    pub steps: Pool<StepRecord>,
    /// What the domain's functions work with: the budget, collected rows, the first free slot, the trail.
    pub work: Workspace,
    agenda: Agenda,

    pub costs: Costs,
    /// Where the words of the tasks that the game asked for end.
    roots_end: u32,
    detect_loops: bool,
    pub stats: Stats,
}

impl Machine {
    /// Takes all the memory that `limits` allow.
    pub fn new(tables: &'static Tables, limits: Limits) -> Machine {
        Machine {
            tables,
            code: unpack_code(tables.code),
            limits,
            mode: Mode::Plan,
            pc: 0,
            fp: 0,
            frame: NONE,
            depth: 0,
            strand: NONE,
            axioms: 0,
            pending: None,
            failing: false,
            floor: 0,
            slots: vec![0; limits.bindings].into(),
            choices: Pool::new(limits.choices),
            frames: Pool::new(limits.tasks),
            anonymous_frames: Pool::new(limits.tasks),
            loops: Loops::none(),
            steps: Pool::new(limits.steps),
            work: Workspace::new(limits.trail, limits.sort, limits.depth),
            agenda: Agenda::new(limits.tasks),
            costs: Costs::NONE,
            roots_end: 0,
            detect_loops: false,
            stats: Stats::default(),
        }
    }

    /// Back to the beginning. The facts are to be copied next.
    pub fn reset(&mut self, store: &mut Store) {
        store.give_up(&mut self.work.trail);
        self.choices.clear();
        self.frames.clear();
        self.anonymous_frames.clear();
        self.steps.clear();
        self.work.stacks.clear();
        self.work.stacks.forget_highest();
        self.agenda.clear();
        self.loops.forget();
        self.mode = Mode::Plan;
        self.leave_frames();
        self.work.top = 0;
        self.work.level = 0;
        self.axioms = 0;
        self.pending = None;
        self.failing = false;
        self.floor = 0;
        self.costs = Costs::NONE;
        self.stats = Stats::default();
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        (self.slots.len() + self.limits.trail) * size_of::<u64>()
            + self.choices.bytes()
            + self.frames.bytes()
            + self.anonymous_frames.bytes()
            + self.loops.bytes()
            + self.steps.bytes()
            + self.work.stacks.bytes()
            + self.agenda.bytes()
            + size_of_val(&*self.code)
    }

    /// What the search took.
    pub fn stats(&self) -> Stats {
        let mut stats = self.stats;
        self.heights().note(&mut stats.used);
        stats.used.trail = self.work.trail.highest();
        stats.used.sort = self.work.stacks.highest();
        stats.used.depth = stats.deepest;
        stats
    }

    #[inline]
    fn set(&mut self, slot: Slot, word: u64) {
        self.slots[self.fp as usize + slot.0 as usize] = word;
    }

    /// What there was no room for.
    #[cold]
    fn what_is_full(&mut self) -> Limit {
        core::mem::replace(&mut self.work.full, Limit::Kind(LimitKind::Sort))
    }

    /// The slots of the current frame, for a Rust expression.
    #[inline]
    fn window(&self) -> &[u64] {
        &self.slots[self.fp as usize..self.work.top as usize]
    }

    /// Takes `words` slots at the top; returns the first.
    #[inline]
    fn claim(&mut self, words: u32) -> Result<u32, Limit> {
        let at = self.work.top;
        let top = at + words;
        if top as usize > self.slots.len() {
            return Err(Limit::Kind(LimitKind::Bindings));
        }
        self.work.top = top;
        self.stats.used.bindings = self.stats.used.bindings.max(top as usize);
        Ok(at)
    }

    /// A limit, as the game sees it.
    pub fn error(&self, limit: Limit) -> SearchError {
        match limit {
            Limit::Kind(kind) => SearchError::Limit {
                kind,
                capacity: self.limits.get(kind),
            },
            Limit::Predicate(rel) => {
                let relation = &self.tables.relations[rel.0 as usize];
                SearchError::PredicateFull {
                    predicate: relation.name,
                    capacity: relation.capacity,
                }
            }
        }
    }

    /// Whether a task of this kind is a step of the plan.
    fn is_primitive(kind: TaskKind) -> bool {
        !matches!(kind, TaskKind::Method | TaskKind::Block)
    }
}

/// Of the slots, those are copied that the search has used, since the others are written before they are read: who clones
/// in each frame pays for what there is, and not for the limits.
impl Clone for Machine {
    fn clone(&self) -> Machine {
        let used = self.stats().used.bindings;
        let mut slots: Box<[u64]> = vec![0; self.slots.len()].into();
        slots[..used].copy_from_slice(&self.slots[..used]);
        Machine {
            code: self.code.clone(),
            slots,
            choices: self.choices.clone(),
            frames: self.frames.clone(),
            anonymous_frames: self.anonymous_frames.clone(),
            loops: self.loops.clone(),
            steps: self.steps.clone(),
            work: self.work.clone(),
            agenda: self.agenda.clone(),
            ..*self
        }
    }
}
