//! After the search: writes down the plan, and works out which conditions above its steps hold in which state of it.
//!
//! A check holds where its branch was chosen; that of a `for`, where its solutions were found, which was before the first
//! round. What comes of it is wanted from the first external step below the branch on, and only where steps write a
//! predicate that it reads.
//!
//! Most checks are whether a word is a fact of a predicate. Those, but for rounds, are told by the trail, which the plan keeps. For others
//! the facts are taken back, one step of the plan after another, and they are asked again after the steps that write what
//! they read. The facts stay taken back until the search goes on, which it mostly does not.
//!
//! Every round of every loop here is one step of the budget.
//!
//! | file | what it does |
//! |---|---|
//! | `known` | what is the same for all plans of a domain |
//! | `hand_over` | what the search has of a plan goes over to it, and back |
//! | `write` | finds the checks that must be asked |
//! | `writes` | which predicates the steps write, and when |
//! | `asks` | those checks |
//! | `ask` | goes back over the states, and asks them |

mod ask;
mod asks;
mod hand_over;
mod known;
#[cfg(feature = "serde")]
mod saved;
mod write;
mod writes;

use core::ops::Range;

use super::{Limit, Machine, NONE, Signal};
use crate::model::limits::Limits;
use crate::model::plan::{NodeRecord, PlanData, truth};
use crate::search::host::Host;
use crate::store::Store;
use crate::tables::Tables;

use asks::{CheckQueue, PendingCheck};
use hand_over::Lent;
use known::Known;
use writes::Writes;

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// Frames and steps are copied, since the search must keep its own.
    Copy,
    /// Words, those in use.
    Pack,
    /// The trail is copied.
    Trail,
    /// Frames: what is known of their checks is forgotten.
    Frames,
    /// Steps: what they do.
    Acts,
    /// Frames, last one first: their checks.
    Checks,
    /// A plan that was found for a repair is put together with what stays of the former one.
    Graft,
    /// Checks in the state after `at` steps, last state first.
    PendingCheck,
    /// The answer to the present check is being worked out.
    Asking,
    /// The facts go back to the state after `at` steps.
    Back,
    Through,
}

/// The registers of this work.
#[derive(Clone, Debug)]
pub(crate) struct ConditionTracker {
    known: Known,
    phase: Phase,
    at: usize,
    writes: Writes,
    /// The checks that are asked.
    asks: CheckQueue,
    /// How much of the trail is in force, where the facts have been taken back.
    trail_at: Option<u32>,
    top: u32,
    lent: Lent,
    /// Whether the plan is put together with others before its checks are asked.
    pub grafts: bool,
}

impl ConditionTracker {
    pub fn new(tables: &Tables, limits: &Limits) -> ConditionTracker {
        ConditionTracker {
            known: Known::new(tables),
            phase: Phase::Through,
            at: 0,
            writes: Writes::new(),
            asks: CheckQueue::new(limits.checks),
            trail_at: None,
            top: 0,
            lent: Lent::default(),
            grafts: false,
        }
    }

    pub fn bytes(&self) -> usize {
        self.known.bytes() + self.asks.bytes()
    }

    /// A plan was found. Whatever is not asked for is done with this.
    pub fn begin(&mut self, machine: &mut Machine, plan: &mut PlanData) {
        plan.externals.clear();
        plan.truth.clear();
        machine.state.note_heights();
        self.top = machine.state.work.top;
        if !self.grafts && self.known.asked == 0 {
            self.phase = Phase::Through;
            return self.hand_over(machine, plan, self.known.keeps_trail);
        }
        self.writes.clear();
        self.asks.clear();
        self.trail_at = None;
        if self.grafts {
            plan.clear();
            return self.go_on(Phase::Copy, 0);
        }
        plan.trail.clear();
        self.hand_over(machine, plan, false);
        self.after_words();
    }

    /// Whether the plan is written down.
    pub fn is_through(&self) -> bool {
        self.phase == Phase::Through
    }

    fn go_on(&mut self, phase: Phase, at: usize) {
        self.phase = phase;
        self.at = at;
    }

    /// The plan has its words.
    fn after_words(&mut self) {
        let phase = if self.known.keeps_trail {
            Phase::Trail
        } else {
            Phase::Frames
        };
        self.go_on(phase, 0);
    }

    /// What its steps do is noted.
    fn after_acts(&mut self, plan: &PlanData) {
        match self.writes.any {
            0 => self.after_checks(plan),
            _ => self.go_on(Phase::Checks, plan.frames.len()),
        }
    }

    /// All is written down but the answers to checks.
    fn after_checks(&mut self, plan: &PlanData) {
        if self.grafts {
            self.phase = Phase::Graft
        } else {
            self.begin_to_ask(plan)
        }
    }

    fn begin_to_ask(&mut self, plan: &PlanData) {
        self.asks.walk_all();
        let phase = if self.asks.is_empty() {
            Phase::Through
        } else {
            Phase::PendingCheck
        };
        self.go_on(phase, plan.steps.len());
    }

    /// Whether the plan is written down, and waits for the nodes that are to be put to it.
    pub fn waits_for_graft(&self) -> bool {
        self.phase == Phase::Graft
    }

    /// Frames were put to the plan around its own, which are the `fresh` ones now. They were chosen before the search
    /// began: nothing is known of their checks. Those whether a word is a fact are asked here, at the end of the plan.
    pub fn graft(&mut self, fresh: Range<usize>, plan: &mut PlanData, store: &Store) {
        self.asks.shift_frames(fresh.start as u32);
        for at in (0..fresh.start).chain(fresh.end..plan.frames.len()) {
            let NodeRecord {
                branch,
                words,
                truth: first,
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
                    truth::begin(&mut plan.truth, row as usize, holds);
                    continue;
                }
                let ask = PendingCheck {
                    check: checks.at + i,
                    frame: at as u32,
                    row,
                    from: plan.externals[at],
                    opens: false,
                };
                self.asks.push(check.reads, ask);
            }
        }
        self.begin_to_ask(plan);
    }

    /// Puts everything back to where the plan ends, so that the search can go on from there; false where the steps are
    /// used up first. The plan keeps what it has: it may be the best one.
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

    /// Forgets what has been taken back already, so that a new search can begin. What the last one has changed can't be
    /// taken back where the trail is still with the plan.
    pub fn forget(&mut self, machine: &mut Machine, store: &mut Store) {
        if let Some(at) = self.trail_at.take() {
            machine.state.work.trail.cut(at);
        }
        self.phase = Phase::Through;
        if core::mem::take(&mut self.lent).trail {
            store.must_be_copied();
        }
    }

    /// One phase after another, as far as the steps granted go.
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
        // Also those that the machine has counted itself.
        machine.state.stats.steps = counted + (before - *granted) as u64;
        let used = &mut machine.state.stats.used;
        used.checks = used.checks.max(plan.truth.len());
        match (result, self.phase) {
            (Err(limit), _) => Signal::Full(limit),
            (Ok(()), Phase::Graft | Phase::Through) => Signal::Found,
            (Ok(()), _) => Signal::Paused,
        }
    }

    fn get_on(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<(), Limit> {
        while *granted > 0 {
            match self.phase {
                Phase::Copy => self.copy_search(machine, plan, granted),
                Phase::Pack => self.pack_words(machine, plan, granted),
                Phase::Trail => self.copy_trail(machine, plan, granted),
                Phase::Frames => self.clear_frames(plan, granted),
                Phase::Acts => self.note_acts(plan, granted),
                Phase::Checks => self.find_checks(plan, granted)?,
                Phase::PendingCheck | Phase::Back => self.ask(machine, plan, store, granted)?,
                Phase::Asking => match machine.run(store, host, granted) {
                    Signal::Holds => self.answered(machine, plan, true)?,
                    Signal::Failed => self.answered(machine, plan, false)?,
                    Signal::Full(limit) => return Err(limit),
                    Signal::Paused | Signal::Found => {}
                },
                _ => break,
            }
        }
        Ok(())
    }
}
