//! Claims: an agent that an important plan waits to have is not engaged for a lesser one.

use super::conditions::Verdict;
use super::engine::Engine;
use super::indices::{ActionSlot, AgentSlot, PlanSlot, StepIndex};
use super::plan_record::Stage;
use super::wait::Wait;
use super::world::World;
use crate::pool::Pool;

impl Engine {
    /// A plan before this one that claims an agent that the step would engage.
    pub(super) fn claimed(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        world: &mut World<'_>,
    ) -> Option<Wait> {
        self.collect_claiming(slot, step);
        if self.queues.claiming.is_empty() {
            return None;
        }
        // The values that the step would start with are still needed.
        core::mem::swap(&mut self.frame, &mut self.set_aside);
        let mut claim = None;
        while let Some(other) = self.queues.claiming.pop(self.plans.in_order()) {
            if claim.is_none() {
                claim = self.claim_of(other, slot, step, world);
            }
        }
        core::mem::swap(&mut self.frame, &mut self.set_aside);
        claim
    }

    /// Collects the plans before this one of which a step names an agent that this step would engage.
    fn collect_claiming(&mut self, slot: PlanSlot, step: StepIndex) {
        let plans = &self.plans;
        let plan = plans.view(slot);
        for number in plan.info(step).by() {
            let mention = plans.mention(slot, step, number);
            for mention in self.agents.turns(self.agents.mention(mention).agent) {
                let other = &plans[mention.plan];
                // Who names the agent and waits for another one names two.
                if other.stage == Stage::Running
                    && other.turns.joins
                    && plans.goes_before(mention.plan, slot)
                {
                    let claiming = &mut self.queues.claiming;
                    claiming.put(mention.plan, plans.in_order());
                }
            }
        }
    }

    /// The claim of another plan on an agent that a step would engage.
    fn claim_of(
        &mut self,
        other: PlanSlot,
        slot: PlanSlot,
        step: StepIndex,
        world: &mut World<'_>,
    ) -> Option<Wait> {
        let end = self.plans.view(other).open_end();
        let mut next = self.plans[other].turns.ready;
        while let Some(lead) = next
            && lead < end
        {
            if let Some(agent) = self.shared_agent(slot, step, other, lead)
                && self.waits_only_for_agents(other, lead, world)
                && !self.waits_for_action_of(other, slot)
            {
                return Some(Wait::Claim {
                    agent: self.agents.get(agent).word,
                    plan: self.plans[other].id,
                });
            }
            next = self.plans.state(other, lead).turn.next;
        }
        None
    }

    /// An agent that the step would engage and that the other plan's group names.
    fn shared_agent(
        &self,
        slot: PlanSlot,
        step: StepIndex,
        other: PlanSlot,
        lead: StepIndex,
    ) -> Option<AgentSlot> {
        let (plan, other) = (self.plans.view(slot), self.plans.view(other));
        let agent = |mention| self.agents.mention(mention).agent;
        let is_named = |agent_of: AgentSlot| {
            let mut named = other.group(lead).flat_map(|step| other.mentions(step));
            named.any(|mention| agent(mention) == agent_of)
        };
        let by = plan.info(step).by();
        let mut agents = by.map(|number| agent(self.plans.mention(slot, step, number)));
        agents.find(|agent| is_named(*agent))
    }

    fn waits_only_for_agents(
        &mut self,
        slot: PlanSlot,
        lead: StepIndex,
        world: &mut World<'_>,
    ) -> bool {
        self.busy_agent(slot, lead).is_some()
            && self.group_verdict(slot, lead, world) == Verdict::Holds
    }

    /// Whether a plan waits, directly or through others, for an action of another one.
    fn waits_for_action_of(&mut self, waits: PlanSlot, owner: PlanSlot) -> bool {
        // A breadth-first walk over the plans: those found so far are in `found`.
        let mut found = core::mem::replace(&mut self.found_plans, Pool::new(0));
        found.clear();
        found.push(waits);
        let mut at = 0;
        let mut reached = false;
        while let Some(&slot) = found.get(at)
            && !reached
        {
            at += 1;
            self.each_waited_for(slot, &mut |other, by_action| {
                reached |= by_action && other == owner;
                if !found.contains(&other) {
                    found.push(other);
                }
            });
        }
        self.found_plans = found;
        reached
    }

    /// The plans that a plan waits for: those whose actions keep an agent of its steps busy or its barrier closed
    /// (then `each` is told so), and those before it that claim an agent which one of its steps would engage.
    fn each_waited_for(&self, slot: PlanSlot, each: &mut dyn FnMut(PlanSlot, bool)) {
        let plan = self.plans.view(slot);
        let mut action = |slot: ActionSlot| each(self.actions[slot].plan, true);
        if let Some(barrier) = plan.record.barrier {
            action(barrier.action);
        }
        for step in plan.all().skip(plan.record.turns.first.index()) {
            if plan.state(step).has_started() || plan.info(step).synchronises() {
                continue;
            }
            for mention in plan.mentions(step) {
                let agent = self.agents.get(self.agents.mention(mention).agent);
                agent.engaged_by.into_iter().for_each(&mut action);
                let after = |hold: &_| self.holds[*hold].of_agent.after;
                for hold in core::iter::successors(agent.holds.first, after) {
                    action(self.holds[hold].action);
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
