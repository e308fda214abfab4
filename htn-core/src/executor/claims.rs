//! Claims: an agent that an important plan waits to have is not engaged for a lesser one.

use super::conditions::Verdict;
use super::engine::{Engine, World};
use super::live::Stage;
use super::shelf::Status;
use super::wait::Wait;
use crate::event::ActionId;
use crate::machine::NONE;

impl Engine {
    /// A plan before this one that claims an agent that the step would engage.
    pub(super) fn claimed(
        &mut self,
        place: usize,
        step: usize,
        world: &mut World<'_>,
    ) -> Option<Wait> {
        // The values that the step would start with are still needed.
        core::mem::swap(&mut self.frame, &mut self.set_aside);
        let wait = self.claim_on(place, step, world);
        core::mem::swap(&mut self.frame, &mut self.set_aside);
        wait
    }

    fn claim_on(&mut self, place: usize, step: usize, world: &mut World<'_>) -> Option<Wait> {
        for at in 0..self.order.len() {
            let other = self.order[at] as usize;
            if other == place {
                break;
            }
            // Who names the agent and waits for another one names two.
            if self.plans[other].stage != Stage::Running || !self.plans[other].course.joins {
                continue;
            }
            let end = self.end_of_visit(other);
            let mut lead = self.plans[other].course.ready;
            while lead != NONE && lead < end {
                if let Some(agent) = self.shared_agent(place, step, other, lead as usize)
                    && self.waits_only_for_agents(other, lead as usize, world)
                    && !self.waits_for_action_of(other, place)
                {
                    return Some(Wait::Claim {
                        agent,
                        plan: self.plans[other].id,
                    });
                }
                lead = self.step(other, lead as usize).next;
            }
        }
        None
    }

    /// Where the steps end of which any could start: nothing starts behind a barrier that is closed, or that has not
    /// started.
    pub(super) fn end_of_visit(&self, place: usize) -> u32 {
        let live = &self.plans[place];
        let closed = live.barrier.map_or(NONE, |(step, _)| step);
        closed.min(live.course.next_block.saturating_add(1))
    }

    /// An agent that the step would engage and that the other plan's group names.
    fn shared_agent(&self, place: usize, step: usize, other: usize, lead: usize) -> Option<u64> {
        let row = self.step(place, step);
        let mut by = self.kind(row).by(self.words(place, row));
        by.find(|&agent| self.group_names(other, lead, agent))
    }

    fn group_names(&self, place: usize, lead: usize, agent: u64) -> bool {
        (lead..self.group_end(place, lead)).any(|step| self.names(place, step, agent))
    }

    /// Whether an agent is one of a step's.
    pub(super) fn names(&self, place: usize, step: usize, agent: u64) -> bool {
        let step = self.step(place, step);
        self.kind(step)
            .agents(self.words(place, step))
            .any(|other| other == agent)
    }

    fn waits_only_for_agents(&mut self, place: usize, lead: usize, world: &mut World<'_>) -> bool {
        let end = self.group_end(place, lead);
        self.busy_agent(place, lead, end).is_some()
            && self.group_verdict(place, lead, end, world) == Verdict::Holds
    }

    /// Whether a plan waits, directly or through others, for an action of another one.
    fn waits_for_action_of(&mut self, waits: usize, owner: usize) -> bool {
        // A breadth-first walk over the plans: those found so far are in `numbers`.
        let mut found = core::mem::replace(&mut self.numbers, crate::pool::Pool::new(0));
        found.clear();
        found.push(waits as u32);
        let mut at = 0;
        let mut reached = false;
        while let Some(&place) = found.get(at)
            && !reached
        {
            at += 1;
            self.each_waited_for(place as usize, &mut |other, by_action| {
                reached |= by_action && other == owner;
                if !found.contains(&(other as u32)) {
                    found.push(other as u32);
                }
            });
        }
        self.numbers = found;
        reached
    }

    /// The plans that a plan waits for: those whose actions keep an agent of its steps busy or its barrier closed
    /// (then `each` is told so), and those before it that claim an agent which one of its steps would engage.
    fn each_waited_for(&self, place: usize, each: &mut dyn FnMut(usize, bool)) {
        let live = &self.plans[place];
        let mut action = |id: ActionId| {
            if let Some(at) = self.action(id) {
                each(self.actions[at].place as usize, true);
            }
        };
        if let Some((_, id)) = live.barrier {
            action(id);
        }
        let steps = self.shelf.steps(&live.block);
        for step in steps[live.course.first as usize..].iter() {
            let kind = self.kind(step);
            if step.status != Status::Waiting || kind.synchronises() {
                continue;
            }
            for agent in kind.agents(self.words(place, step)) {
                let Some(busy) = self.busy.get(agent) else {
                    continue;
                };
                busy.action.into_iter().for_each(&mut action);
                if busy.holds > 0 {
                    let holds = self.holds.iter().filter(|hold| hold.agent == agent);
                    holds.for_each(|hold| action(hold.action));
                }
            }
        }
        let mut lead = live.course.ready;
        while lead != NONE && lead < self.end_of_visit(place) {
            if let Wait::Claim { plan, .. } = self.step(place, lead as usize).wait {
                self.place_of(plan)
                    .into_iter()
                    .for_each(|other| each(other, false));
            }
            lead = self.step(place, lead as usize).next;
        }
    }
}
