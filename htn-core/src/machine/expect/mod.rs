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
//! | `write` | writes nodes and steps down, and finds the checks that must be asked |
//! | `writes` | which predicates the steps write, and when |
//! | `asks` | those checks |
//! | `ask` | goes back over the states, and asks them |

mod ask;
mod asks;
mod known;
mod write;
mod writes;

use alloc::boxed::Box;
use alloc::vec;

use super::{Limit, Machine, NONE, Signal};
use crate::host::Host;
use crate::limits::Limits;
use crate::plan::{PlanData, truth};
use crate::store::Store;
use crate::tables::{Op, Tables};

use asks::{Ask, Asks};
use known::Known;
use writes::Writes;

/// How many words are copied in one step of the budget.
const WORDS_AT_ONCE: usize = 128;

/// The words from one on that are copied in one step, and whether those are the last.
#[inline(always)]
fn chunk(words: &[u64], from: usize) -> (&[u64], bool) {
    let left = &words[from..];
    match left.get(..WORDS_AT_ONCE) {
        Some(chunk) => (chunk, false),
        None => (left, true),
    }
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    /// The trail.
    Trail,
    /// Frames: the nodes.
    Nodes,
    /// Steps of the plan.
    Steps,
    /// Words, those in use.
    Pack,
    /// Nodes, last one first: their checks.
    Checks,
    /// A plan that was found for a repair is put together with what stays of the former one.
    Graft,
    /// Checks in the state after `at` steps, last state first.
    Ask,
    /// The answer to the present check is being worked out.
    Asking,
    /// The facts go back to the state after `at` steps.
    Back,
    Through,
}

/// The registers of this work.
#[derive(Clone, Debug)]
pub(crate) struct Expectations {
    known: Known,
    phase: Phase,
    at: usize,
    /// By frame: its node.
    nodes: Box<[u32]>,
    writes: Writes,
    /// The checks that are asked.
    asks: Asks,
    /// How much of the trail is in force, where the facts have been taken back.
    trail_at: Option<u32>,
    top: u32,
    /// The words of the search are with the plan; the first so many are back.
    given_back: Option<usize>,
    /// Whether the plan is put together with others before its checks are asked.
    pub grafts: bool,
}

impl Expectations {
    pub fn new(tables: &Tables, code: &[Op], limits: &Limits) -> Expectations {
        Expectations {
            known: Known::new(tables, code),
            phase: Phase::Through,
            at: 0,
            nodes: vec![NONE; limits.tasks].into(),
            writes: Writes::new(),
            asks: Asks::new(limits.checks),
            trail_at: None,
            top: 0,
            given_back: None,
            grafts: false,
        }
    }

    pub fn bytes(&self) -> usize {
        self.known.bytes() + size_of_val(&*self.nodes) + self.asks.bytes()
    }

    pub fn begin(&mut self, machine: &mut Machine, plan: &mut PlanData) {
        plan.clear();
        self.writes.clear();
        self.asks.clear();
        self.trail_at = None;
        self.top = machine.top;
        if !self.grafts {
            let words = machine.top as usize;
            plan.words.take_over(&mut machine.slots, words);
            self.given_back = Some(0);
        }
        let phase = match self.known.keeps_trail {
            true => Phase::Trail,
            false => Phase::Nodes,
        };
        self.go_on(phase, 0);
    }

    fn go_on(&mut self, phase: Phase, at: usize) {
        self.phase = phase;
        self.at = at;
    }

    /// The steps are written down.
    fn after_steps(&mut self, machine: &Machine, plan: &PlanData) {
        match self.grafts {
            true => self.go_on(Phase::Pack, 0),
            false => self.after_words(machine, plan),
        }
    }

    /// And all their words.
    fn after_words(&mut self, machine: &Machine, plan: &PlanData) {
        match self.writes.any {
            0 => self.after_writing(machine),
            _ => self.go_on(Phase::Checks, plan.nodes.len()),
        }
    }

    /// The plan is written down.
    fn after_writing(&mut self, machine: &Machine) {
        match self.grafts {
            true => self.phase = Phase::Graft,
            false => self.begin_to_ask(machine),
        }
    }

    fn begin_to_ask(&mut self, machine: &Machine) {
        self.asks.walk_all();
        let phase = match self.asks.is_empty() {
            true => Phase::Through,
            false => Phase::Ask,
        };
        self.go_on(phase, machine.steps.len());
    }

    /// Whether the plan is written down, and waits for the nodes that are to be put to it.
    pub fn waits_for_graft(&self) -> bool {
        self.phase == Phase::Graft
    }

    /// The nodes of the plan from this one on were put to it. They were chosen before the search began: nothing is known
    /// of their checks. Those whether a word is a fact are asked here, at the end of the plan.
    pub fn graft(&mut self, from: usize, machine: &Machine, plan: &mut PlanData, store: &Store) {
        let nodes = plan.nodes.iter().enumerate().skip(from);
        for (at, node) in nodes.filter(|(_, node)| node.truth != NONE) {
            let checks = plan.tables.branches[node.branch.0 as usize].checks;
            let frame = &plan.words[node.words as usize..];
            for (i, check) in (0..).zip(self.known.checks(checks)) {
                let row = node.truth + i;
                if let Some(test) = check.word {
                    let word = frame[test.slot.0 as usize];
                    let holds = store.rel(test.rel).has_one(word) == test.there;
                    truth::begin(&mut plan.truth, row as usize, holds);
                    continue;
                }
                let ask = Ask {
                    check: checks.at + i,
                    node: at as u32,
                    row,
                    from: node.external,
                    opens: false,
                };
                self.asks.push(check.reads, ask);
            }
        }
        self.begin_to_ask(machine);
    }

    /// Puts words and facts back to where the plan ends, so that the search can go on from there; false where the steps
    /// are used up first. The plan keeps its words: it may be the best one.
    pub fn restore(
        &mut self,
        machine: &mut Machine,
        plan: &PlanData,
        store: &mut Store,
        granted: &mut i64,
    ) -> bool {
        let before = *granted;
        while *granted > 0
            && let Some(at) = self.given_back
        {
            *granted -= 1;
            let (words, is_last) = chunk(&plan.words, at);
            machine.slots[at..at + words.len()].copy_from_slice(words);
            self.given_back = (!is_last).then_some(at + words.len());
        }
        while *granted > 0
            && let Some(at) = self.trail_at
        {
            if at < machine.trail.mark() {
                *granted -= 1;
                self.trail_at = Some(store.step_forward(&mut machine.trail, at));
            } else {
                self.trail_at = None;
            }
        }
        machine.stats.steps += (before - *granted) as u64;
        self.given_back.is_none() && self.trail_at.is_none()
    }

    /// Forgets what has been taken back already, so that a new search can begin.
    pub fn forget(&mut self, machine: &mut Machine) {
        if let Some(at) = self.trail_at.take() {
            machine.trail.cut(at);
        }
        self.given_back = None;
        self.phase = Phase::Through;
    }

    /// One phase after another, as far as the steps granted go.
    #[inline(always)]
    pub fn run(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Signal {
        let (before, counted) = (*granted, machine.stats.steps);
        if *granted > 0 {
            self.write(machine, plan, granted);
        }
        let result = match self.phase {
            Phase::Through => Ok(()),
            _ => self.get_on(machine, plan, store, host, granted),
        };
        // Also those that the machine has counted itself.
        machine.stats.steps = counted + (before - *granted) as u64;
        let used = &mut machine.stats.used;
        used.checks = used.checks.max(plan.truth.len());
        match (result, self.phase) {
            (Err(limit), _) => Signal::Full(limit),
            (Ok(()), Phase::Graft | Phase::Through) => Signal::Found,
            (Ok(()), _) => Signal::Paused,
        }
    }

    /// What few plans need.
    #[inline(never)]
    fn get_on(
        &mut self,
        machine: &mut Machine,
        plan: &mut PlanData,
        store: &mut Store,
        host: &dyn Host,
        granted: &mut i64,
    ) -> Result<(), Limit> {
        if *granted <= 0 {
            return Ok(());
        }
        if self.phase == Phase::Pack {
            self.pack_words(machine, plan, granted);
        }
        if self.phase == Phase::Checks {
            self.find_checks(machine, plan, granted)?;
        }
        while *granted > 0 {
            match self.phase {
                Phase::Ask | Phase::Back => self.ask(machine, plan, store, granted)?,
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
