//! Claims: an agent that an earlier plan waits for is not engaged for a later one.

use crate::exec::indices::{ActionSlot, AgentSlot, PlanSlot, StepIndex};
use crate::exec::live::LiveState;
use crate::exec::plans::Plans;
use crate::exec::plans::plan_record::PlanStage;
use crate::exec::plans::wait::Wait;
use crate::exec::queue::Queue;
use crate::model::pool::{Memory, Pool};

/// Scratch memory for claims, and for the search for plans that wait for each other.
///
/// Invariant: between two calls of a visit, no plan is queued here.
#[derive(Clone)]
pub(in crate::exec) struct Claims {
    /// Plans that may claim an agent.
    claiming: Queue<PlanSlot>,
    /// Plans that a search has reached, in that order.
    reached: Pool<PlanSlot>,
}

impl Claims {
    /// Reserves memory for this many plans.
    pub fn new(plans: usize, memory: Memory) -> Claims {
        Claims {
            claiming: Queue::new(plans, memory),
            reached: memory.pool(plans),
        }
    }

    /// Removes the plans that an interrupted call left.
    pub fn clear(&mut self, plans: &Plans) {
        while self.pop(plans).is_some() {}
    }

    pub fn is_empty(&self) -> bool {
        self.claiming.is_empty()
    }

    /// Removes and returns the first plan that may claim an agent.
    pub fn pop(&mut self, plans: &Plans) -> Option<PlanSlot> {
        self.claiming.pop(plans.in_order())
    }

    /// Queues the plans before this one with a step that names an agent which the given step would engage.
    pub fn collect(&mut self, slot: PlanSlot, step: StepIndex, live: &LiveState) {
        let LiveState { plans, agents, .. } = live;
        for number in plans.view(slot).info(step).by() {
            let mention = plans.mention(slot, step, number);
            for mention in agents.turns(agents.named(mention)) {
                let other = &plans[mention.plan];
                // A plan that names the agent and waits for another one names two.
                if other.stage == PlanStage::Running
                    && other.turns.joins
                    && plans.goes_before(mention.plan, slot)
                {
                    self.claiming.put(mention.plan, plans.in_order());
                }
            }
        }
    }

    /// Searches the plans that a plan waits for, directly or through others. `waited_for` calls its argument for each plan
    /// that one waits for directly, and returns true to end the search. Returns true if it did.
    pub fn search(
        &mut self,
        from: PlanSlot,
        mut waited_for: impl FnMut(PlanSlot, &mut dyn FnMut(PlanSlot)) -> bool,
    ) -> bool {
        let reached = &mut self.reached;
        reached.clear();
        reached.push(from);
        let mut at = 0;
        while let Some(&slot) = reached.get(at) {
            at += 1;
            let is_over = waited_for(slot, &mut |other| {
                if !reached.contains(&other) {
                    reached.push(other);
                }
            });
            if is_over {
                return true;
            }
        }
        false
    }

    /// Returns true if a plan waits, directly or through others, for an action of `owner`.
    pub fn leads_to(&mut self, owner: PlanSlot, waits: PlanSlot, live: &LiveState) -> bool {
        self.search(waits, |slot, add| {
            let mut reached = false;
            live.each_waited_for(slot, &mut |other, by_action| {
                reached |= by_action && other == owner;
                add(other);
            });
            reached
        })
    }

    pub fn bytes(&self) -> usize {
        self.claiming.bytes() + self.reached.bytes()
    }
}

impl LiveState {
    /// Returns an agent that a step would engage and that a group of another plan names.
    pub(in crate::exec) fn shared_agent(
        &self,
        (slot, step): (PlanSlot, StepIndex),
        (other, lead): (PlanSlot, StepIndex),
    ) -> Option<AgentSlot> {
        let (plan, other) = (self.plans.view(slot), self.plans.view(other));
        let is_named = |agent: AgentSlot| {
            let mut named = other.group(lead).flat_map(|step| other.mentions(step));
            named.any(|mention| self.agents.named(mention) == agent)
        };
        let by = plan.info(step).by();
        let mut agents = by.map(|number| self.agents.named(self.plans.mention(slot, step, number)));
        agents.find(|agent| is_named(*agent))
    }

    /// Calls `each` for the plans that a plan waits for: with true for those whose actions keep an agent of its steps busy
    /// or its barrier closed, and with false for those before it that claim an agent which one of its steps would engage.
    fn each_waited_for(&self, slot: PlanSlot, each: &mut dyn FnMut(PlanSlot, bool)) {
        let plan = self.plans.view(slot);
        let mut action = |slot: ActionSlot| each(self.actions[slot].plan, true);
        if let Some(barrier) = plan.record.footprint.barrier {
            action(barrier.action);
        }
        for step in plan.all().skip(plan.record.turns.first.index()) {
            if plan.state(step).has_started() || plan.info(step).synchronises() {
                continue;
            }
            for mention in plan.mentions(step) {
                let agent = self.agents.named(mention);
                self.agents
                    .engaged_by(agent)
                    .into_iter()
                    .for_each(&mut action);
                for hold in self.agents.holds_on(agent) {
                    action(hold.action);
                }
            }
        }
        for lead in plan.open_leads() {
            if let Wait::Claim { plan, .. } = plan.state(lead).wait {
                let claiming = self.plans.find(plan);
                claiming.into_iter().for_each(|other| each(other, false));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_follows_waits_through_cycles_and_ends() {
        let mut claims = Claims::new(4, Memory::Reserved);
        // 0 waits for 1 and 2, and these for each other.
        let waits: [&[usize]; 4] = [&[1, 2], &[2], &[1], &[]];
        let mut leads_to = |from: usize, to: usize| {
            claims.search(PlanSlot::new(from), |slot, add| {
                let waited_for = waits[slot.index()];
                waited_for.iter().for_each(|slot| add(PlanSlot::new(*slot)));
                waited_for.contains(&to)
            })
        };
        assert!(leads_to(0, 2) && leads_to(1, 1) && leads_to(2, 1));
        assert!(!leads_to(0, 3) && !leads_to(3, 0) && !leads_to(0, 0));
    }
}
