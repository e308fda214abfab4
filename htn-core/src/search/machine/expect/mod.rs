//! Completes a found plan, and computes in which of its states the checks above its steps hold.
//!
//! A check holds when its branch is chosen; that of a `for` when its solutions are found, which is before the first
//! round. Its results matter from the first external step below the branch on, and only if steps write a predicate that
//! it reads.
//!
//! Most checks are whether a word is a fact of a predicate. Except for rounds, the trail of the plan has their results.
//! For all others the facts are undone step by step, and the checks are evaluated in each state whose step writes what
//! they read. The facts stay undone until the search resumes, which is rare.
//!
//! Every iteration of every loop here is one step of the budget.
//!
//! | file | contents |
//! |---|---|
//! | `known` | data that is the same for all plans of a domain |
//! | `hand_over` | swaps the memory of the search with that of the plan, and copies it back |
//! | `write` | finds the checks to evaluate |
//! | `writes` | the predicates that the steps write, and when |
//! | `check_queue` | the queue of those checks |
//! | `evaluate` | evaluates them in the states of the plan, last state first |
//! | `saved` | the start of a search, for saves |

mod check_queue;
mod evaluate;
mod hand_over;
mod known;
#[cfg(feature = "serde")]
mod saved;
mod write;
mod writes;

use core::ops::Range;

use super::{Limit, Machine, NONE, Signal};
use crate::model::limits::Limits;
use crate::model::plan::{NodeRecord, PlanData, condition_history};
use crate::search::host::Host;
use crate::store::Store;
use crate::tables::Tables;

use check_queue::{CheckQueue, PendingCheck};
use hand_over::Lent;
use known::Known;
use writes::Writes;

/// The progress of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Copies frames and steps, because the search must keep its own.
    Copy,
    /// Copies the words in use.
    Pack,
    /// Copies the trail.
    Trail,
    /// Clears the results of the checks of all frames.
    Frames,
    /// Collects the predicates that the steps write.
    Acts,
    /// Finds the checks of the frames, last frame first.
    Checks,
    /// Waits until the caller has grafted the plan onto the plan that it repairs.
    Graft,
    /// Evaluates checks in the state after `at` steps, last state first.
    NextCheck,
    /// Runs the machine for the current check.
    Evaluating,
    /// Undoes the facts to the state after `at` steps.
    Back,
    Through,
}

/// Computes the states in which the checks of a plan hold.
#[derive(Clone, Debug)]
pub(crate) struct ConditionTracker {
    known: Known,
    phase: Phase,
    at: usize,
    writes: Writes,
    /// The checks to evaluate.
    queue: CheckQueue,
    /// The height of the trail that is in force, if facts have been undone.
    trail_at: Option<u32>,
    top: u32,
    lent: Lent,
    /// True if the plan is grafted onto another one before its checks are evaluated.
    pub grafts: bool,
}

impl ConditionTracker {
    pub fn new(tables: &Tables, limits: &Limits) -> ConditionTracker {
        ConditionTracker {
            known: Known::new(tables),
            phase: Phase::Through,
            at: 0,
            writes: Writes::new(),
            queue: CheckQueue::new(limits.checks),
            trail_at: None,
            top: 0,
            lent: Lent::default(),
            grafts: false,
        }
    }

    pub fn bytes(&self) -> usize {
        self.known.bytes() + self.queue.bytes()
    }

    /// Begins with a plan that was found. If the domain needs no results of checks, this completes it.
    pub fn begin(&mut self, machine: &mut Machine, plan: &mut PlanData) {
        plan.externals.clear();
        plan.condition_history.clear();
        machine.state.note_heights();
        self.top = machine.state.work.top;
        if !self.grafts && self.known.asked == 0 {
            self.phase = Phase::Through;
            return self.hand_over(machine, plan, self.known.keeps_trail);
        }
        self.writes.clear();
        self.queue.clear();
        self.trail_at = None;
        if self.grafts {
            plan.clear();
            return self.continue_with(Phase::Copy, 0);
        }
        plan.trail.clear();
        self.hand_over(machine, plan, false);
        self.after_words();
    }

    /// Returns true if the plan is complete.
    pub fn is_through(&self) -> bool {
        self.phase == Phase::Through
    }

    fn continue_with(&mut self, phase: Phase, at: usize) {
        self.phase = phase;
        self.at = at;
    }

    /// Continues after the words.
    fn after_words(&mut self) {
        let phase = if self.known.keeps_trail {
            Phase::Trail
        } else {
            Phase::Frames
        };
        self.continue_with(phase, 0);
    }

    /// Continues after the steps.
    fn after_acts(&mut self, plan: &PlanData) {
        match self.writes.any {
            0 => self.after_checks(plan),
            _ => self.continue_with(Phase::Checks, plan.frames.len()),
        }
    }

    /// Continues when only the results of checks are missing.
    fn after_checks(&mut self, plan: &PlanData) {
        if self.grafts {
            self.phase = Phase::Graft
        } else {
            self.begin_to_ask(plan)
        }
    }

    fn begin_to_ask(&mut self, plan: &PlanData) {
        self.queue.walk_all();
        let phase = if self.queue.is_empty() {
            Phase::Through
        } else {
            Phase::NextCheck
        };
        self.continue_with(phase, plan.steps.len());
    }

    /// Returns true if the plan waits for its [graft](Self::graft).
    pub fn waits_for_graft(&self) -> bool {
        self.phase == Phase::Graft
    }

    /// Continues after a graft, which has added frames around those of the search, the `fresh` ones. They were chosen
    /// before the search began, so nothing is known of their checks. Checks about words are evaluated here, at the end
    /// of the plan.
    pub fn graft(&mut self, fresh: Range<usize>, plan: &mut PlanData, store: &Store) {
        self.queue.shift_frames(fresh.start as u32);
        for at in (0..fresh.start).chain(fresh.end..plan.frames.len()) {
            let NodeRecord {
                branch,
                words,
                history_row: first,
                ..
            } = plan.frames[at].node;
            if first == NONE {
                continue;
            }
            let checks = plan.tables.branches[usize::from(branch)].checks;
            let words = &plan.words[words as usize..];
            for (i, check) in (0..).zip(self.known.checks(checks)) {
                let row = first + i;
                if let Some(test) = check.word {
                    let word = words[test.slot.0 as usize];
                    let holds = store.rel(test.rel).has_one(word) == test.there;
                    condition_history::begin(&mut plan.condition_history, row as usize, holds);
                    continue;
                }
                let pending = PendingCheck {
                    check: checks.at + i,
                    frame: at as u32,
                    row,
                    from: plan.externals[at],
                    opens: false,
                };
                self.queue.push(check.reads, pending);
            }
        }
        self.begin_to_ask(plan);
    }

    /// Restores the state at the end of the plan, so that the search can resume from there. Returns false if the
    /// granted budget ends before. The plan keeps its data, because it may be the best one.
    pub fn restore(
        &mut self,
        machine: &mut Machine,
        plan: &PlanData,
        store: &mut Store,
        granted: &mut i64,
    ) -> bool {
        let before = *granted;
        self.give_back(machine, plan, granted);
        while *granted > 0
            && let Some(at) = self.trail_at
        {
            if at < machine.state.work.trail.mark() {
                *granted -= 1;
                self.trail_at = Some(store.step_forward(&mut machine.state.work.trail, at));
            } else {
                self.trail_at = None;
            }
        }
        machine.state.stats.steps += (before - *granted) as u64;
        !self.lent.any() && self.trail_at.is_none()
    }

    /// Prepares for a new search. If the plan still has the trail, the changes of the last search cannot be undone.
    pub fn forget(&mut self, machine: &mut Machine, store: &mut Store) {
        if let Some(at) = self.trail_at.take() {
            machine.state.work.trail.truncate(at);
        }
        self.phase = Phase::Through;
        if core::mem::take(&mut self.lent).trail {
            store.must_be_copied();
        }
    }

    /// Runs one phase after another, within the granted budget.
    pub fn run(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Signal {
        let (before, counted) = (*granted, machine.state.stats.steps);
        let result = self.get_on(machine, plan, store, host, granted);
        // Includes the steps that the machine has counted itself.
        machine.state.stats.steps = counted + (before - *granted) as u64;
        let used = &mut machine.state.stats.used;
        used.checks = used.checks.max(plan.condition_history.len());
        match (result, self.phase) {
            (Err(limit), _) => Signal::Full(limit),
            (Ok(Signal::Waiting), _) => Signal::Waiting,
            (Ok(_), Phase::Graft | Phase::Through) => Signal::Found,
            (Ok(_), _) => Signal::Paused,
        }
    }

    fn get_on(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<Signal, Limit> {
        while *granted > 0 {
            match self.phase {
                Phase::Copy => self.copy_search(machine, plan, granted),
                Phase::Pack => self.pack_words(machine, plan, granted),
                Phase::Trail => self.copy_trail(machine, plan, granted),
                Phase::Frames => self.clear_frames(plan, granted),
                Phase::Acts => self.note_acts(plan, granted),
                Phase::Checks => self.find_checks(plan, granted)?,
                Phase::NextCheck | Phase::Back => self.evaluate(machine, plan, store, granted)?,
                Phase::Evaluating => match machine.run(store, host, granted) {
                    Signal::Holds => self.record_answer(machine, plan, true)?,
                    Signal::Failed => self.record_answer(machine, plan, false)?,
                    Signal::Full(limit) => return Err(limit),
                    Signal::Waiting => return Ok(Signal::Waiting),
                    Signal::Paused | Signal::Found => {}
                },
                _ => break,
            }
        }
        Ok(Signal::Paused)
    }
}
