//! What waits for the end of an action besides steps: agents that a `block_on` holds, and closed `global_block`s.

use super::engine::Engine;
use super::indices::{ActionSlot, AgentSlot, HoldSlot, PlanSlot, StepIndex};
use super::plan_record::Barrier;
use super::slab::{Link, Reusable};

/// An agent that a `block_on` holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hold {
    pub agent: AgentSlot,
    /// The action that it waits for.
    pub action: ActionSlot,
    pub plan: PlanSlot,
    pub step: StepIndex,
    /// The agent left since the last tick.
    pub agent_left: bool,
    // Its places among the holds of its plan, of its agent and of its action.
    pub(super) in_plan: Link<HoldSlot>,
    pub(super) of_agent: Link<HoldSlot>,
    of_action: Link<HoldSlot>,
}

#[cfg(feature = "serde")]
impl Hold {
    /// Those before it in its chains.
    pub fn before(&self) -> impl Iterator<Item = HoldSlot> {
        let links = [self.in_plan, self.of_agent, self.of_action];
        links.into_iter().filter_map(|link| link.before)
    }
}

impl Reusable<HoldSlot> for Hold {
    fn next_free(&mut self) -> &mut Option<HoldSlot> {
        &mut self.in_plan.after
    }
}

impl Engine {
    /// Holds an agent until an action ends.
    pub(super) fn hold(
        &mut self,
        plan: PlanSlot,
        step: StepIndex,
        agent: AgentSlot,
        action: ActionSlot,
    ) {
        let slot = self.holds.add(Hold {
            agent,
            action,
            plan,
            step,
            agent_left: false,
            in_plan: Link::NONE,
            of_agent: Link::NONE,
            of_action: Link::NONE,
        });
        let rows = self.holds.rows_mut();
        let in_plan = &mut self.plans[plan].holds;
        in_plan.push(rows, |hold| &mut hold.in_plan, slot);
        let of_action = &mut self.actions[action].holds;
        of_action.push(rows, |hold| &mut hold.of_action, slot);
        let agent_row = self.agents.get_mut(agent);
        agent_row.holds.push(rows, |hold| &mut hold.of_agent, slot);
        self.agent_is_taken(agent);
    }

    /// Ends a hold.
    pub(super) fn release(&mut self, slot: HoldSlot) {
        let hold = self.holds[slot];
        let rows = self.holds.rows_mut();
        let in_plan = &mut self.plans[hold.plan].holds;
        in_plan.remove(rows, |hold| &mut hold.in_plan, slot);
        let of_action = &mut self.actions[hold.action].holds;
        of_action.remove(rows, |hold| &mut hold.of_action, slot);
        let agent = self.agents.get_mut(hold.agent);
        agent.holds.remove(rows, |hold| &mut hold.of_agent, slot);
        let ended = Hold {
            agent_left: false,
            ..hold
        };
        self.holds.give_back(slot, ended);
        self.agent_is_released(hold.agent);
        self.something_ended();
        self.wake(hold.plan);
    }

    /// Closes a plan's barrier until an action ends.
    pub(super) fn close_barrier(&mut self, plan: PlanSlot, step: StepIndex, action: ActionSlot) {
        self.plans[plan].barrier = Some(Barrier {
            step,
            action,
            untold: true,
        });
        let barriers = &mut self.actions[action].barriers;
        barriers.push(
            self.plans.records_mut(),
            |plan| &mut plan.barrier_link,
            plan,
        );
    }

    /// Opens a plan's barrier, where it is closed.
    pub(super) fn open_barrier(&mut self, plan: PlanSlot) {
        if let Some(barrier) = self.plans[plan].barrier.take() {
            let barriers = &mut self.actions[barrier.action].barriers;
            barriers.remove(
                self.plans.records_mut(),
                |plan| &mut plan.barrier_link,
                plan,
            );
            self.wake(plan);
        }
    }
}
