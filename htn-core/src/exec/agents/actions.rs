//! Running actions and their ends.

use core::ops;

use crate::exec::indices::{ActionSlot, HoldSlot, PlanSlot, StepIndex};
use crate::exec::plans::Plans;
use crate::exec::plans::plan_record::Barrier;
use crate::exec::plans::step_info::{FAILURE, FINISH, SUCCESS};
use crate::exec::plans::view::LivePlan;
#[cfg(feature = "serde")]
use crate::exec::saved::{ActionSnapshot, SlotsSnapshot};
use crate::exec::slab::{Chain, Link, Reusable, Slab};
use crate::exec::world::World;
use crate::model::error::SearchError;
use crate::model::event::{ActionId, FailureCause, Outcome};
use crate::model::pool::Memory;

/// An action that runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Action {
    pub id: ActionId,
    pub plan: PlanSlot,
    pub step: StepIndex,
    /// The tick in which it started.
    pub since: u64,
    /// True if it engages its agents.
    pub engages: bool,
    /// True if the game has reported its end.
    reported: bool,
    /// True if an agent that it engages left since the last tick.
    agent_left: bool,
    /// The tick in which its `while` condition is checked, if a check is pending.
    while_due: u64,
    /// Links the actions of its plan.
    link: Link<ActionSlot>,
    /// The holds that end with it.
    holds: Chain<HoldSlot>,
    /// The plans whose barrier opens when it ends.
    barriers: Chain<PlanSlot>,
}

impl Action {
    const NONE: Action = Action {
        id: ActionId::NONE,
        plan: PlanSlot::new(0),
        step: StepIndex::FIRST,
        since: 0,
        engages: false,
        reported: false,
        agent_left: false,
        while_due: 0,
        link: Link::NONE,
        holds: Chain::EMPTY,
        barriers: Chain::EMPTY,
    };

    /// Returns true if its end was reported since the last tick.
    pub fn is_reported(&self) -> bool {
        self.reported
    }

    /// Returns true if an agent that it engages left since the last tick.
    pub fn lost_agent(&self) -> bool {
        self.agent_left
    }

    /// Returns the first hold that ends with it.
    pub fn first_hold(&self) -> Option<HoldSlot> {
        self.holds.first
    }

    /// Returns the first plan whose barrier opens when it ends.
    pub fn first_barrier(&self) -> Option<PlanSlot> {
        self.barriers.first
    }
}

impl Reusable<ActionSlot> for Action {
    fn next_free(&mut self) -> &mut Option<ActionSlot> {
        &mut self.link.after
    }
}

/// The actions that run.
///
/// Invariant: each is in the chain of its plan, in the order in which they started, and no two have the same number. A slot
/// without an action has the id [`ActionId::NONE`].
#[derive(Clone)]
pub(in crate::exec) struct RunningActions {
    rows: Slab<ActionSlot, Action>,
    /// The number of the next action.
    next: u64,
}

impl RunningActions {
    pub fn new(capacity: usize, memory: Memory) -> RunningActions {
        RunningActions {
            rows: Slab::new(capacity, memory),
            next: 1,
        }
    }

    /// Returns the slot of an action that runs.
    pub fn find(&self, id: ActionId) -> Option<ActionSlot> {
        let slot = id.slot();
        let action = self.rows.get(slot)?;
        (action.id == id).then_some(slot)
    }

    /// Returns true if an action with such a number has started, whether it runs or not.
    pub fn has_started(&self, id: ActionId) -> bool {
        id.number() < self.next
    }

    /// Returns the actions that run.
    pub fn all(&self) -> impl Iterator<Item = &Action> {
        let slots = (0..self.rows.reached()).map(ActionSlot::new);
        let rows = slots.map(|slot| &self.rows[slot]);
        rows.filter(|action| action.id != ActionId::NONE)
    }

    /// Returns the actions in the chain of a plan.
    pub fn in_plan(&self, plan: Chain<ActionSlot>) -> impl Iterator<Item = ActionSlot> {
        core::iter::successors(plan.first, |slot| self.after(*slot))
    }

    /// Returns the next action of the same plan.
    pub fn after(&self, slot: ActionSlot) -> Option<ActionSlot> {
        self.rows[slot].link.after
    }

    /// Starts an action, which is the last in the chain of its plan.
    pub fn begin(
        &mut self,
        (plan, step): (PlanSlot, StepIndex),
        since: u64,
        engages: bool,
        in_plan: &mut Chain<ActionSlot>,
    ) -> ActionSlot {
        let slot = self.rows.add(Action {
            plan,
            step,
            since,
            engages,
            ..Action::NONE
        });
        self.rows[slot].id = ActionId::new(self.next, slot);
        self.next += 1;
        in_plan.push(self.rows.rows_mut(), |action| &mut action.link, slot);
        slot
    }

    /// Removes an action from the chain of its plan. Its slot stays reserved until [`RunningActions::free`].
    pub fn unlink(&mut self, slot: ActionSlot, in_plan: &mut Chain<ActionSlot>) {
        in_plan.remove(self.rows.rows_mut(), |action| &mut action.link, slot);
    }

    /// Frees the slot of an action that nothing refers to any more.
    pub fn free(&mut self, slot: ActionSlot) {
        self.rows.give_back(slot, Action::NONE);
    }

    /// Marks an action as reported. Returns true if it was not yet.
    pub fn mark_reported(&mut self, slot: ActionSlot) -> bool {
        !core::mem::replace(&mut self.rows[slot].reported, true)
    }

    /// Marks an action that lost an agent. Returns true if it was not marked yet.
    pub fn mark_agent_left(&mut self, slot: ActionSlot) -> bool {
        !core::mem::replace(&mut self.rows[slot].agent_left, true)
    }

    /// Renumbers the step of an action.
    pub fn renumber(&mut self, slot: ActionSlot, step: StepIndex) {
        self.rows[slot].step = step;
    }

    /// Returns the chain of the holds that end with an action.
    pub fn holds_mut(&mut self, slot: ActionSlot) -> &mut Chain<HoldSlot> {
        &mut self.rows[slot].holds
    }

    /// Sets the tick in which the `while` condition of an action is checked.
    pub fn set_while_due(&mut self, slot: ActionSlot, tick: u64) {
        self.rows[slot].while_due = tick;
    }

    /// Returns the tick and the action by which `while` checks are ordered.
    pub fn while_order(&self, slot: ActionSlot) -> (u64, ActionId) {
        let action = &self.rows[slot];
        (action.while_due, action.id)
    }

    /// Closes the barrier of a plan until an action ends.
    pub fn close_barrier(&mut self, plans: &mut Plans, plan: PlanSlot, barrier: Barrier) {
        plans[plan].footprint.barrier = Some(barrier);
        let barriers = &mut self.rows[barrier.action].barriers;
        barriers.push(
            plans.records_mut(),
            |plan| &mut plan.footprint.barrier_link,
            plan,
        );
    }

    /// Opens the barrier of a plan. Returns false if it is not closed.
    pub fn open_barrier(&mut self, plans: &mut Plans, plan: PlanSlot) -> bool {
        let Some(barrier) = plans[plan].footprint.barrier.take() else {
            return false;
        };
        let barriers = &mut self.rows[barrier.action].barriers;
        barriers.remove(
            plans.records_mut(),
            |plan| &mut plan.footprint.barrier_link,
            plan,
        );
        true
    }

    pub fn bytes(&self) -> usize {
        self.rows.bytes()
    }
}

#[cfg(feature = "serde")]
impl RunningActions {
    /// Returns which slots have been used, and the actions in the order in which they started.
    pub fn snapshot(&self) -> (SlotsSnapshot<ActionSlot>, alloc::vec::Vec<ActionSnapshot>) {
        let slots = SlotsSnapshot {
            next: self.next,
            free: self.rows.freed(|action| action.link.after).collect(),
        };
        let mut actions: alloc::vec::Vec<_> = self.all().map(Action::snapshot).collect();
        actions.sort_unstable_by_key(|action| action.id);
        (slots, actions)
    }

    /// Returns true if an action is in this slot.
    pub fn is_used(&self, slot: ActionSlot) -> bool {
        let action = self.rows.get(slot);
        action.is_some_and(|action| action.id != ActionId::NONE)
    }

    /// Sets the number of the next action.
    pub fn set_next(&mut self, next: u64) {
        self.next = next;
    }

    /// Sets which slots are free, beside a number of used ones. [`RunningActions::resume`] puts the actions into those.
    pub fn restore_slots(&mut self, free: &[ActionSlot], used: usize) {
        for _ in 0..used + free.len() {
            self.rows.add(Action::NONE);
        }
        for slot in free.iter().rev() {
            self.rows.give_back(*slot, Action::NONE);
        }
    }

    /// Puts an action of a save into its slot.
    pub fn resume(&mut self, action: &ActionSnapshot, in_plan: &mut Chain<ActionSlot>) {
        let slot = action.id.slot();
        self.rows[slot] = Action {
            id: action.id,
            plan: action.plan,
            step: action.step,
            since: action.since,
            engages: action.engages,
            ..Action::NONE
        };
        in_plan.push(self.rows.rows_mut(), |action| &mut action.link, slot);
    }
}

#[cfg(feature = "serde")]
impl Action {
    fn snapshot(&self) -> ActionSnapshot {
        let Action {
            id,
            plan,
            step,
            since,
            engages,
            // These follow from the calls of the game, the holds and the barriers, or are set again in the next tick.
            reported: _,
            agent_left: _,
            while_due: _,
            link: _,
            holds: _,
            barriers: _,
        } = *self;
        ActionSnapshot {
            id,
            plan,
            step,
            since,
            engages,
        }
    }
}

impl ops::Index<ActionSlot> for RunningActions {
    type Output = Action;
    #[inline]
    fn index(&self, slot: ActionSlot) -> &Action {
        &self.rows[slot]
    }
}

/// The cause of the end of an action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::exec) enum ActionEnd {
    /// The game reported it.
    Reported(Outcome),
    /// A `finish_action` ended it as a success.
    Finished,
    /// The executor found a failure, and the plan needs a repair.
    Failed(FailureCause),
    /// Its plan or its part of the plan has ended. Counts as a failure, without a repair.
    Stopped,
}

impl ActionEnd {
    /// Returns true if the action succeeded.
    pub fn is_success(self) -> bool {
        matches!(
            self,
            ActionEnd::Finished | ActionEnd::Reported(Outcome::Success)
        )
    }

    /// Returns true if the plan has to be repaired. A `busy false` action that `stop_action` ends has only been cut short:
    /// a repair would start it again.
    pub fn fails_plan(self, engages: bool) -> bool {
        match self {
            ActionEnd::Failed(FailureCause::Interrupted { .. }) => engages,
            ActionEnd::Failed(_) | ActionEnd::Reported(Outcome::Failure) => true,
            ActionEnd::Reported(Outcome::Success) | ActionEnd::Finished | ActionEnd::Stopped => {
                false
            }
        }
    }

    /// Returns the moments of its effects.
    pub fn moments(self) -> &'static [usize] {
        if self.is_success() {
            &[FINISH, SUCCESS]
        } else {
            &[FINISH, FAILURE]
        }
    }

    /// Returns why the step failed, if it did.
    pub fn failure(self) -> Option<FailureCause> {
        match self {
            ActionEnd::Reported(Outcome::Success) | ActionEnd::Finished => None,
            ActionEnd::Reported(Outcome::Failure) => Some(FailureCause::Reported),
            ActionEnd::Failed(why) => Some(why),
            ActionEnd::Stopped => Some(FailureCause::Stopped),
        }
    }
}

impl LivePlan<'_> {
    /// Applies the effects of some moments of a step. If a predicate is full, the effects of that moment are lost; the
    /// first such error is returned.
    pub(in crate::exec) fn apply_moments(
        self,
        step: StepIndex,
        moments: &[usize],
        world: &mut World<'_>,
    ) -> Option<SearchError> {
        let info = self.info(step);
        let operator = info.operator?;
        let mut lost = None;
        for &moment in moments {
            if operator.writes[moment].is_empty() {
                continue;
            }
            if operator.moment_calls_game(moment) && world.host.skips(operator.task) {
                continue;
            }
            let (entry, size) = (operator.moments[moment], info.size);
            let done = world.carry_out(entry, size, self.frame(step));
            world.commit();
            lost = lost.or(done.err());
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::exec::wake::inputs::Inputs;
    use crate::exec::wake::while_checks::WhileChecks;
    use crate::tables::Tables;

    #[test]
    fn ids_are_not_reused_with_their_slots() {
        let mut actions = RunningActions::new(2, Memory::Reserved);
        let (mut chain, at) = (Chain::EMPTY, (PlanSlot::new(0), StepIndex::FIRST));
        let first = actions.begin(at, 1, true, &mut chain);
        let second = actions.begin(at, 1, false, &mut chain);
        let id = actions[first].id;
        assert!(actions.in_plan(chain).eq([first, second]));
        actions.unlink(first, &mut chain);
        actions.free(first);
        let third = actions.begin(at, 2, true, &mut chain);
        assert_eq!((third, actions.find(id)), (first, None));
        assert!(actions.has_started(id) && actions.in_plan(chain).eq([second, third]));
        assert_eq!(actions.all().count(), 2);
    }

    #[test]
    fn while_checks_go_in_order_and_once_per_tick() {
        let mut actions = RunningActions::new(4, Memory::Reserved);
        let mut checks = WhileChecks::new(&Tables::EMPTY, 4, Memory::Reserved);
        let (mut chain, at) = (Chain::EMPTY, (PlanSlot::new(0), StepIndex::FIRST));
        let slots: Vec<_> = (0..3)
            .map(|_| actions.begin(at, 1, true, &mut chain))
            .collect();
        slots
            .iter()
            .for_each(|slot| checks.watch(*slot, Inputs::GAME));
        checks.begin();
        checks.notice(Inputs::GAME, &mut actions, 7);
        let mut checked = Vec::new();
        while let Some(slot) = checks.next(&actions, 7) {
            checked.push(slot);
            checks.clear_check(slot, &actions);
            // A change after its turn is for the next tick.
            checks.notice(Inputs::GAME, &mut actions, 7);
        }
        assert_eq!(checked, slots);
        checks.end();
        checks.begin();
        assert_eq!(checks.next(&actions, 8), Some(slots[0]));
        checks.unwatch(slots[0], Inputs::GAME, &actions);
        assert_eq!(checks.next(&actions, 8), Some(slots[1]));
    }
}
