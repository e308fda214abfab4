//! The search: an interpreter for the ops of a domain, with backtracking over tasks, effects and conditions.
//!
//! All state is plain data in memory that is allocated once. To pause is to return, and a paused search can be cloned. The
//! facts are not part of it: a planner runs it on a copy of them, an executor on those of the game.
//!
//! | file | contents |
//! |---|---|
//! | `run` | the loop over ops, until the budget ends, a plan is found or a limit is reached |
//! | `builder` | the plan so far: frames, steps, costs, the current task |
//! | `slots` | the memory of variables |
//! | `choice` | the stack of choice points, and backtracking |
//! | `solve` | conditions; `axiom_calls` the axioms that they call |
//! | `effect` | steps of the plan and their effects |
//! | `roots` | the tasks that the game set |
//! | `agenda` | the strands of `unordered` blocks; `strands` their order |
//! | `loops` | detection of a task that begins below itself |
//! | `memo` | a memo of tasks that have failed |
//! | `protections` | the facts that the plan protects |
//! | `bounds` | lower bounds of costs, for the best plan |
//! | `cost` | the cost of the plan and its bound |
//! | `query` | queries and effects outside of a search, for executors |
//! | `expect` | the states of a found plan in which its checks hold |

mod agenda;
mod axiom_calls;
mod bounds;
mod builder;
mod choice;
mod cost;
mod effect;
mod expect;
mod loops;
mod memo;
mod protections;
mod query;
mod roots;
mod run;
mod slots;
mod solve;
mod strands;

use alloc::boxed::Box;

use crate::model::error::SearchError;
use crate::model::limits::{LimitKind, Limits};
use crate::model::stats::Stats;
use crate::search::host::Host;
use crate::search::solve::Workspace;
use crate::store::{Full, Store};
use crate::tables::{Callee, Op, RelId, Tables, unpack_code};

use agenda::Agenda;
use axiom_calls::AxiomCalls;
use bounds::CostBounds;
pub(crate) use builder::Frame;
use builder::{PlanBuilder, ReturnTo};
use choice::ChoiceStack;
pub(crate) use expect::ConditionTracker;
use loops::Loops;
use memo::Memo;
use protections::Protections;
pub(crate) use query::QueryMachine;
pub(crate) use roots::RootTask;
use roots::Roots;
use slots::Slots;

/// In place of a number: no frame, strand or row.
pub(crate) const NONE: u32 = u32::MAX;

/// A limit that was reached. Small, because every op may return one; [`Machine::error`] adds the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Kind(LimitKind),
    Predicate(RelId),
}

impl From<Full> for Limit {
    fn from(full: Full) -> Limit {
        match full {
            Full::Relation(rel) => Limit::Predicate(rel),
            Full::Trail => Limit::Kind(LimitKind::Trail),
        }
    }
}

/// The reason why the machine stopped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Signal {
    /// The granted budget is used up.
    Paused,
    /// All tasks are done: the plan is complete.
    Found,
    /// A query holds, or the effects of a moment are applied.
    Holds,
    /// No choice is left.
    Failed,
    /// The answer of an expression is pending.
    Waiting,
    Full(Limit),
}

/// The state that says what the machine does next.
#[derive(Clone, Copy, Default)]
struct Registers {
    /// The next op.
    pc: u32,
    /// The first slot of the current frame.
    fp: u32,
    /// True while the machine answers a query. It then stops at the end of a precondition or a moment.
    asks: bool,
    /// True if the machine backtracks next: the trail above the newest choice point is still to be undone.
    failing: bool,
}

/// The events that need more than the ops do. Both are false for most searches.
#[derive(Clone, Copy, Default)]
struct Hooks {
    /// A task is about to begin.
    tasks: bool,
    /// Backtracking is about to remove frames.
    frames: bool,
}

/// The state of a search, and the ops that change it.
///
/// Invariant: the heights in a choice point are at most those of the stacks while the choice point exists.
struct SearchState {
    tables: &'static Tables,
    registers: Registers,
    slots: Slots,
    plan: PlanBuilder,
    roots: Roots,
    choices: ChoiceStack,
    agenda: Agenda,
    loops: Loops,
    memo: Option<Box<Memo>>,
    bounds: Option<Box<CostBounds>>,
    /// True while the search is for the best plan.
    uses_bounds: bool,
    hooks: Hooks,
    protections: Protections,
    calls: AxiomCalls,
    /// The budget, the trail and the collected rows: what the domain's functions work with.
    work: Workspace,
    stats: Stats,
}

/// An interpreter for the ops of a domain: see the module's documentation.
#[derive(Clone)]
pub(crate) struct Machine {
    code: Box<[Op]>,
    limits: Limits,
    state: SearchState,
}

/// The sizes of all that grows with the search.
struct Heights {
    bindings: usize,
    steps: usize,
    choices: usize,
    tasks: usize,
}

impl Heights {
    // A test whether any is greater at all would cost more than the maximum of each.
    #[inline(always)]
    fn note(self, used: &mut Limits) {
        used.bindings = used.bindings.max(self.bindings);
        used.steps = used.steps.max(self.steps);
        used.choices = used.choices.max(self.choices);
        used.tasks = used.tasks.max(self.tasks);
    }
}

impl Machine {
    /// Allocates all the memory that the limits allow.
    pub fn new(tables: &'static Tables, limits: Limits) -> Machine {
        Machine {
            code: [&*unpack_code(tables.code), &roots::ROOT_STRAND]
                .concat()
                .into(),
            limits,
            state: SearchState {
                tables,
                registers: Registers::default(),
                slots: Slots::new(limits.bindings),
                plan: PlanBuilder::new(&limits),
                roots: Roots::default(),
                choices: ChoiceStack::new(limits.choices),
                agenda: Agenda::new(limits.tasks),
                loops: Loops::none(),
                memo: None,
                bounds: None,
                uses_bounds: false,
                hooks: Hooks::default(),
                protections: Protections::new(tables, &limits),
                calls: AxiomCalls::default(),
                work: Workspace::new(limits.trail, limits.sort, limits.depth),
                stats: Stats::default(),
            },
        }
    }

    /// Returns the tables that it executes.
    pub fn tables(&self) -> &'static Tables {
        self.state.tables
    }

    /// Returns true if loop detection is enabled.
    #[cfg(any(feature = "serde", feature = "reload"))]
    pub fn looks_for_loops(&self) -> bool {
        self.state.loops.is_enabled()
    }

    /// Prepares for a new search. The caller copies the facts to the store next.
    pub fn reset(&mut self, store: &mut Store) {
        let state = &mut self.state;
        store.give_up(&mut state.work.trail);
        state.registers = Registers::default();
        state.slots.forget_highest();
        state.plan.clear();
        state.choices.clear();
        state.agenda.clear();
        state.loops.forget();
        if let Some(memo) = &mut state.memo {
            memo.clear();
        }
        if let Some(bounds) = &mut state.bounds {
            bounds.clear();
        }
        state.protections.clear();
        state.calls = AxiomCalls::default();
        state.work.reset();
        state.stats = Stats::default();
    }

    pub fn bytes(&self) -> usize {
        let state = &self.state;
        state.slots.bytes()
            + self.limits.trail * size_of::<u64>()
            + state.choices.bytes()
            + state.plan.bytes()
            + state.loops.bytes()
            + state.memo.as_ref().map_or(0, |memo| memo.bytes())
            + state.bounds.as_ref().map_or(0, |bounds| bounds.bytes())
            + state.protections.bytes()
            + state.work.stacks.bytes()
            + state.agenda.bytes()
            + size_of_val(&*self.code)
    }

    /// Returns the statistics of the search so far.
    pub fn stats(&self) -> Stats {
        self.state.stats()
    }

    /// Runs up to `granted` steps, and subtracts their number from it.
    pub fn run(&mut self, store: &mut Store, host: &dyn Host, granted: &mut i64) -> Signal {
        let before = *granted;
        self.state.work.left = before;
        let signal = self.state.run(&self.code, store, host);
        if let (Ok(Signal::Found), Some(memo)) = (signal, &mut self.state.memo) {
            memo.found(self.state.plan.frames().len());
        }
        *granted = self.state.work.left;
        self.state.stats.steps += (before - *granted) as u64;
        signal.unwrap_or_else(Signal::Full)
    }

    /// Begins to evaluate the code at `entry` over a frame of `size` slots that begins with these words. The next
    /// [`run`](Self::run) returns [`Signal::Holds`] or [`Signal::Failed`].
    pub fn begin_query(&mut self, entry: u32, size: u32, frame: &[u64]) -> Result<(), Limit> {
        self.begin_solving();
        self.load_query(entry, size, frame)
    }

    /// Prepares the choice points and calls for a query.
    fn begin_solving(&mut self) {
        let state = &mut self.state;
        state.registers.asks = true;
        state.choices.begin_query();
        state.work.level = 0;
        state.calls = AxiomCalls::default();
    }

    /// Claims a frame of `size` slots that begins with these words, for the code at `entry`.
    #[inline]
    fn load_query(&mut self, entry: u32, size: u32, frame: &[u64]) -> Result<(), Limit> {
        let state = &mut self.state;
        let words = size.max(frame.len() as u32);
        let at = state.slots.claim(&mut state.work.top, words)?;
        (state.registers.pc, state.registers.fp) = (entry, at);
        state.slots[at as usize..][..frame.len()].copy_from_slice(frame);
        Ok(())
    }

    /// Removes the choice points of the query.
    pub fn end_query(&mut self) {
        self.state.choices.end_query();
        self.state.registers.asks = false;
    }

    /// Returns the expression whose answer was pending last.
    pub fn pending(&self) -> &'static str {
        let polls = self.state.tables.polls;
        let number = usize::from(self.state.work.pending);
        polls.get(number).copied().unwrap_or_default()
    }

    /// Returns a limit as an error for the game.
    pub fn error(&self, limit: Limit) -> SearchError {
        match limit {
            Limit::Kind(kind) => SearchError::Limit {
                kind,
                capacity: self.limits.get(kind),
            },
            Limit::Predicate(rel) => {
                let relation = &self.state.tables.relations[rel.0 as usize];
                SearchError::PredicateFull {
                    predicate: relation.name,
                    capacity: relation.capacity,
                }
            }
        }
    }

    /// Sets the cost that further plans must stay below. A bound of NaN allows any cost.
    pub fn set_bound(&mut self, cost: f32) {
        self.state.plan.set_bound(cost);
        if let Some(memo) = &mut self.state.memo {
            memo.record(cost.is_nan());
        }
    }

    /// Makes the trail keep the hash of the facts, or not.
    pub fn keep_hash(&mut self, store: &mut Store, on: bool) {
        store.keep_hash(&mut self.state.work.trail, on);
    }

    /// Discards all choice points except the `keep` oldest, so that the next plan begins differently. Returns true if there
    /// were more.
    pub fn prune_choices(&mut self, keep: usize) -> bool {
        self.state.choices.truncate(keep)
    }

    /// Makes the next [`run`](Self::run) return to the newest choice point, to search for the next plan or solution.
    pub fn find_next(&mut self) {
        self.state.registers.failing = true;
    }
}

impl SearchState {
    fn stats(&self) -> Stats {
        let mut stats = self.stats;
        self.heights().note(&mut stats.used);
        stats.used.bindings = stats.used.bindings.max(self.slots.highest());
        stats.used.trail = self.work.trail.high_water();
        stats.used.sort = self.work.stacks.highest();
        stats.deepest = self.plan.deepest();
        stats.used.depth = stats.deepest;
        stats.remembered = self.memo.as_ref().map_or(0, |memo| memo.refused());
        stats
    }

    #[inline(always)]
    fn heights(&self) -> Heights {
        Heights {
            bindings: self.work.top as usize,
            steps: self.plan.steps().len(),
            choices: self.choices.len(),
            tasks: self.plan.frames().len(),
        }
    }

    /// Updates the high-water marks. Call this before any of the heights falls.
    #[inline(always)]
    fn note_heights(&mut self) {
        self.heights().note(&mut self.stats.used);
    }

    /// Returns the hash of what the result of a task depends on, apart from its arguments: the facts and their protections.
    fn hash_of_state(&self, store: &Store) -> u64 {
        store.hash().wrapping_add(self.protections.hash())
    }

    /// Updates the hooks after loop detection, the memo or bounds were enabled or disabled.
    fn update_hooks(&mut self) {
        let frames = self.memo.is_some() || self.uses_bounds;
        self.hooks = Hooks {
            tasks: frames || self.loops.is_enabled(),
            frames,
        };
    }

    /// Returns true if the machine answers a query.
    #[inline]
    fn is_asking(&self) -> bool {
        self.registers.asks
    }

    /// Begins a compound task over the slots from `fp` on. Returns its first op and its slots, or `None` if it is
    /// [refused](Self::is_refused).
    #[inline(always)]
    fn begin(
        &mut self,
        of: &Callee,
        fp: usize,
        to: ReturnTo,
        store: &Store,
    ) -> Result<Option<(usize, usize)>, Limit> {
        let depth = self.plan.next_depth()?;
        if self.hooks.tasks && self.is_refused(of.task, fp, to, store)? {
            return Ok(None);
        }
        self.plan.begin(of, fp as u32, to, depth)?;
        Ok(Some((of.entry.0 as usize, fp)))
    }

    /// Ends the current task and returns to its parent.
    fn end_task(&mut self) {
        self.note_end();
        let (pc, fp) = self.plan.end();
        (self.registers.pc, self.registers.fp) = (pc as u32, fp as u32);
    }
}

/// Copies only the slots that the search has used. The others are written before they are read.
impl Clone for SearchState {
    fn clone(&self) -> SearchState {
        SearchState {
            slots: self.slots.clone_used(self.stats().used.bindings),
            plan: self.plan.clone(),
            choices: self.choices.clone(),
            agenda: self.agenda.clone(),
            loops: self.loops.clone(),
            memo: self.memo.clone(),
            bounds: self.bounds.clone(),
            protections: self.protections.clone(),
            calls: self.calls.clone(),
            work: self.work.clone(),
            ..*self
        }
    }
}
