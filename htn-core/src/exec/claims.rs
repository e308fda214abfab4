//! Claims: an agent that an important plan waits to have is not engaged for a lesser one.

use super::actions::RunningActions;
use super::agents::AgentTable;
use super::conditions::ConditionVerdict;
use super::engine::Engine;
use super::indices::{ActionSlot, AgentSlot, PlanSlot, StepIndex};
use super::plan_record::PlanStage;
use super::plans::Plans;
use super::queue::Queue;
use super::wait::Wait;
use super::world::World;
use crate::model::pool::{Memory, Pool};

/// Scratch memory for claims, and for the search for plans that wait for each other.
///
/// Invariant: both are empty, or their content is without meaning, except within one call.
#[derive(Clone)]
pub(super) struct Claims {
    /// Plans that may claim an agent.
    claiming: Queue<PlanSlot>,
    /// Plans that a search has reached, in the order in which it did.
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

    /// Forgets what a call left that was interrupted.
    pub fn clear(&mut self, plans: &Plans) {
        while self.claiming.pop(plans.in_order()).is_some() {}
    }

    /// Collects the plans before this one of which a step names an agent that this step would engage.
    fn collect(&mut self, slot: PlanSlot, step: StepIndex, plans: &Plans, agents: &AgentTable) {
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

    /// Searches the plans that a plan waits for, directly or through others. `waited_for` calls its argument for each plan that
    /// one waits for directly, and returns true to end the search. Returns whether it did.
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

    pub fn bytes(&self) -> usize {
        self.claiming.bytes() + self.reached.bytes()
    }
}

impl Engine {
    /// A plan before this one that claims an agent that the step would engage.
    pub(super) fn claimed(
        &mut self,
        slot: PlanSlot,
        step: StepIndex,
        world: &mut World<'_>,
    ) -> Option<Wait> {
        self.claims.collect(slot, step, &self.plans, &self.agents);
        if self.claims.claiming.is_empty() {
            return None;
        }
        // The values that the step would start with are still needed.
        self.eval.swap_frames();
        let mut claim = None;
        while let Some(other) = self.claims.claiming.pop(self.plans.in_order()) {
            if claim.is_none() {
                claim = self.claim_of(other, slot, step, world);
            }
        }
        self.eval.swap_frames();
        claim
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
                    agent: self.agents.word(agent),
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
        let agent = |mention| self.agents.named(mention);
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
            && self.group_verdict(slot, lead, world) == ConditionVerdict::Holds
    }

    /// Whether a plan waits, directly or through others, for an action of another one.
    fn waits_for_action_of(&mut self, waits: PlanSlot, owner: PlanSlot) -> bool {
        let Engine {
            claims,
            plans,
            agents,
            actions,
            ..
        } = self;
        claims.search(waits, |slot, add| {
            let mut reached = false;
            each_waited_for(slot, plans, agents, actions, &mut |other, by_action| {
                reached |= by_action && other == owner;
                add(other);
            });
            reached
        })
    }
}

/// Calls `each` for the plans that a plan waits for: those whose actions keep an agent of its steps busy or its barrier closed
/// (with true), and those before it that claim an agent which one of its steps would engage.
fn each_waited_for(
    slot: PlanSlot,
    plans: &Plans,
    agents: &AgentTable,
    actions: &RunningActions,
    each: &mut dyn FnMut(PlanSlot, bool),
) {
    let plan = plans.view(slot);
    let mut action = |slot: ActionSlot| each(actions[slot].plan, true);
    if let Some(barrier) = plan.record.barrier {
        action(barrier.action);
    }
    for step in plan.all().skip(plan.record.turns.first.index()) {
        if plan.state(step).has_started() || plan.info(step).synchronises() {
            continue;
        }
        for mention in plan.mentions(step) {
            let agent = agents.named(mention);
            agents.engaged_by(agent).into_iter().for_each(&mut action);
            for hold in agents.holds_on(agent) {
                action(hold.action);
            }
        }
    }
    for lead in plan.open_leads() {
        if let Wait::Claim { plan, .. } = plan.state(lead).wait {
            let claiming = plans.find(plan);
            claiming.into_iter().for_each(|other| each(other, false));
        }
    }
}
