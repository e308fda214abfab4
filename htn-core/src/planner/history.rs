//! What a search was told since it began, so that another one can go the same way; and a search that has yet to.
//!
//! A search that is saved is what it began with and how far it has come. One that was loaded is *behind*: with the first call
//! that has a context it goes over those steps again, which nobody is charged for, and then goes on. Nothing of the machine's
//! inside is in a save, so nothing in a save can break it.

use alloc::vec::Vec;
use core::ops::Range;

use super::{Planner, Progress, Search, Stage};
use crate::domain::Domain;
use crate::host::Host;
use crate::plan::PlanData;
use crate::stats::Stats;

/// What a search was told on its way, besides to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Turn {
    /// To give up all choices but the first so many, after a plan that was found.
    Leap(u64),
    /// To look for loops, or not to.
    Loops(bool),
}

/// What a search was told since it began.
#[derive(Clone, Default, Debug)]
pub(crate) struct History {
    /// Whether one has begun, and whether it looked for loops then.
    pub begun: bool,
    pub loops: bool,
    /// After how many steps it was told what.
    pub turns: Vec<(u64, Turn)>,
    /// Plans that were found up to this step had to be cheaper than the ones before.
    pub bounded: u64,
    /// How many plans were found.
    pub plans: u64,
    /// How far it should be, where it is not.
    pub behind: Option<Behind>,
    /// It has found a plan on the way there that it had not found when it was saved, and nobody knows of it yet.
    pub ahead: bool,
}

/// How far a search should be.
#[derive(Clone, Debug)]
pub(crate) struct Behind {
    pub stats: Stats,
    pub plans: u64,
    /// Whether the plan that it has found is yet to be looked at.
    pub found: bool,
    /// What it was answered, where that was kept.
    #[cfg(feature = "answers")]
    pub tape: Option<alloc::boxed::Box<crate::tape::Tape>>,
}

impl History {
    /// A search begins.
    pub fn begin(&mut self, loops: bool) {
        self.begun = true;
        self.loops = loops;
        self.turns.clear();
        self.bounded = 0;
        self.plans = 0;
        self.behind = None;
        self.ahead = false;
    }
}

impl Search {
    /// Whether it is to look for loops, as it was told last.
    pub fn looks_for_loops(&self) -> bool {
        let mut told = self.history.turns.iter().rev();
        let told = told.find_map(|turn| match turn {
            (_, Turn::Loops(on)) if self.is_behind() => Some(*on),
            _ => None,
        });
        told.unwrap_or(self.machine.looks_for_loops())
    }

    /// Takes down that it is to look for loops from now on; false where it is not to do so yet, because it is behind.
    pub fn note_loops(&mut self, on: bool) -> bool {
        if self.history.begun && !self.is_over() && on != self.looks_for_loops() {
            let turn = (self.steps_taken(), Turn::Loops(on));
            self.history.turns.push(turn);
        }
        !self.is_behind()
    }

    /// Whether it has found a plan that nobody knows of yet, before it was asked to go on.
    pub fn take_ahead(&mut self) -> bool {
        core::mem::take(&mut self.history.ahead) && !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.is_poisoned() || matches!(self.stage, Stage::NoPlan | Stage::Full(_))
    }

    /// Whether it has to go over what it has done before it goes on.
    pub fn is_behind(&self) -> bool {
        self.history.behind.is_some() && !self.is_over()
    }

    /// Whether it may find a plan, or another one.
    pub fn is_under_way(&self) -> bool {
        !self.is_over()
    }

    /// Takes down that it leapt.
    pub fn note_leap(&mut self, oldest: usize) {
        let turn = (self.steps_taken(), Turn::Leap(oldest as u64));
        self.history.turns.push(turn);
    }

    /// How many steps it has taken, or should have.
    fn steps_taken(&self) -> u64 {
        let behind = self.history.behind.as_ref();
        behind.map_or(self.machine.stats.steps, |behind| behind.stats.steps)
    }

    /// Goes over what it should have done.
    fn go_again(
        &mut self,
        plan: &mut PlanData,
        behind: &Behind,
        host: &dyn Host,
        graft: &mut dyn FnMut(&mut PlanData) -> Option<Range<usize>>,
    ) {
        let goal = behind.stats.steps;
        let mut at = 0;
        plan.clear();
        self.stage = Stage::Searching;
        self.history.plans = 0;
        loop {
            let done = self.machine.stats.steps;
            let turn = self.history.turns.get(at).copied();
            match turn {
                Some((steps, Turn::Loops(on))) if steps <= done => {
                    self.look_for_loops(on);
                    at += 1;
                    continue;
                }
                Some((steps, Turn::Leap(oldest)))
                    if steps <= done && self.stage == Stage::Found =>
                {
                    self.machine
                        .leap(usize::try_from(oldest).unwrap_or(usize::MAX));
                    at += 1;
                    continue;
                }
                // The context says something else than it did: there was no plan.
                Some((steps, Turn::Leap(_))) if steps < done => {
                    at += 1;
                    continue;
                }
                _ => {}
            }
            // A plan may have been found without a further step. Where the facts are kept in another way, since their handles
            // are others, it takes some steps more or less to find it.
            let is_there = done >= goal && self.history.plans >= behind.plans;
            if is_there || done > 2 * goal {
                break;
            }
            let stop = turn.map_or(goal, |(steps, _)| steps.min(goal));
            let mut granted = i64::try_from(stop.saturating_sub(done).max(1)).unwrap_or(i64::MAX);
            match self.run(plan, host, &mut granted) {
                Ok(Progress::Paused) => {}
                Ok(Progress::Found) if self.waits_for_graft() => match graft(plan) {
                    Some(fresh) => self.graft(fresh, plan),
                    None => {
                        self.stage = Stage::NoPlan;
                        break;
                    }
                },
                Ok(Progress::Found) if self.history.plans > behind.plans => {
                    self.history.ahead = true;
                    return;
                }
                Ok(Progress::Found) => {
                    if self.machine.stats.steps <= self.history.bounded {
                        self.must_be_cheaper(plan.cost());
                    }
                }
                Ok(Progress::NoPlan) | Err(_) => break,
            }
        }
        if !behind.found {
            self.go_on();
        }
    }
}

impl<D: Domain> Planner<D> {
    /// Goes over what a search that was loaded has done before it was saved. `graft` puts what stays of a plan to one that was
    /// found for its repair.
    pub(crate) fn catch_up(
        &mut self,
        host: &dyn Host,
        graft: &mut dyn FnMut(&mut PlanData) -> Option<Range<usize>>,
    ) {
        if !self.search.is_behind() {
            return;
        }
        #[cfg_attr(not(feature = "answers"), expect(unused_mut))]
        let Some(mut behind) = self.search.history.behind.take() else {
            return;
        };
        let (search, plan) = (&mut self.search, &mut self.plan.data);
        search.guarded(|search| {
            #[cfg(feature = "answers")]
            search.begin_playing(host, &mut behind);
            search.go_again(plan, &behind, host, graft);
            #[cfg(feature = "answers")]
            search.end_playing(host);
        });
    }
}
