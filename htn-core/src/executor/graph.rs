//! Who waits for whom.
//!
//! A step waits for earlier steps of its plan, for actions that run, or for a step of a plan before its own that
//! claims an agent. Actions end by themselves, so a ring could only be made of steps; and since every wait goes to an
//! earlier step or an earlier plan, there is none. This looks at what is really waited for, and does not trust that.

use super::engine::Engine;
use super::live::Stage;
use super::shelf::Status;
use super::wait::Wait;
use crate::machine::NONE;
use crate::pool::Pool;

impl Engine {
    /// A plan that waits for itself, through whatever other plans.
    pub(super) fn plan_in_ring(&mut self) -> Option<usize> {
        let mut numbers = core::mem::replace(&mut self.numbers, Pool::new(0));
        let found = self
            .order
            .iter()
            .map(|&place| place as usize)
            .find(|&place| {
                !self.waits_go_back(place) || self.claims_come_back(place, &mut numbers)
            });
        self.numbers = numbers;
        found
    }

    /// Whether every wait of a plan's steps for its own steps is for an earlier one.
    fn waits_go_back(&self, place: usize) -> bool {
        let live = &self.plans[place];
        if live.stage != Stage::Running {
            return true;
        }
        let steps = self.shelf.steps(&live.block);
        let mut turn = live.course.ready;
        while turn != NONE {
            let step = &steps[turn as usize];
            if let Wait::Effect { step: other, .. } = step.wait
                && other >= turn
            {
                return false;
            }
            turn = step.next;
        }
        // Somebody's turn it must be, unless a barrier is closed or all have started.
        let first = steps.get(live.course.first as usize);
        first.is_none_or(|step| step.status != Status::Waiting || live.course.ready != NONE)
    }

    /// Whether the claims that a plan waits for lead back to it.
    fn claims_come_back(&self, place: usize, found: &mut Pool<u32>) -> bool {
        found.clear();
        let mut at = 0;
        let mut from = place;
        loop {
            let live = &self.plans[from];
            let mut turn = live.course.ready;
            while live.stage == Stage::Running && turn != NONE {
                let step = &self.shelf.steps(&live.block)[turn as usize];
                if let Wait::Claim { plan, .. } = step.wait
                    && let Some(other) = self.place_of(plan)
                {
                    if other == place {
                        return true;
                    }
                    if !found.contains(&(other as u32)) {
                        found.push(other as u32);
                    }
                }
                turn = step.next;
            }
            match found.get(at) {
                Some(&next) => from = next as usize,
                None => return false,
            }
            at += 1;
        }
    }
}
