//! The wake-up rules: a plan is visited only after a change that could let one of its steps start.
//!
//! | change | woken plans |
//! |---|---|
//! | the plan itself: it entered, was repaired, an action, a hold or its barrier ended | the plan |
//! | an agent becomes busy or free | plans with a step that names the agent and whose turn it is |
//! | the facts of a predicate | plans whose last visit evaluated a condition that reads them |
//! | a new tick | plans whose last visit evaluated a condition that calls the game |
//! | any | plans that wait for the claim of an earlier plan |
//! | the time of the sensors is over | plans that wait for sensors |
//!
//! A visit of any other plan would have the same result as the last one.

pub(super) mod inputs;
pub(super) mod watchers;
pub(super) mod while_checks;

use super::agents::AgentTable;
use super::indices::{AgentSlot, PlanSlot};
use super::plans::Plans;
use super::queue::Queue;
use super::setup::TickContext;
use crate::exec::plans::plan_record::{PlanRecord, PlanStage, Rank};
use crate::exec::wake::inputs::{DomainInputs, Inputs};
use crate::exec::wake::watchers::{FactVersions, Watchers};
use crate::model::pool::Memory;
use crate::store::Store;
use crate::tables::Tables;

/// The conditions under which a plan is visited again, stored in its record.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "(u64, u64)", into = "(u64, u64)")
)]
pub(crate) struct WakeState {
    /// The number of ends, see [`Visited`], at the last visit, if everything that could start then waited for busy agents.
    asleep: Option<u64>,
    /// The inputs of the conditions that the last visit evaluated.
    inputs: Inputs,
    /// The first tick in which a wait for sensors is over; `u64::MAX` for none.
    sensors_until: u64,
    /// The tick of its timer; `u64::MAX` for none.
    timer: u64,
    /// The last tick in which a step started or ended, or a repair was requested.
    moved: u64,
    /// The last tick in which a step with sensed effects succeeded.
    sensed: u64,
}

impl WakeState {
    pub const NEW: WakeState = WakeState {
        asleep: None,
        inputs: Inputs::NONE,
        sensors_until: u64::MAX,
        timer: u64::MAX,
        moved: 0,
        sensed: 0,
    };

    /// Returns the last tick in which a step started or ended, or a repair was requested.
    pub fn moved(&self) -> u64 {
        self.moved
    }

    pub fn set_moved(&mut self, tick: u64) {
        self.moved = tick;
    }

    /// Returns the last tick in which a step with sensed effects succeeded.
    pub fn sensed(&self) -> u64 {
        self.sensed
    }

    pub fn set_sensed(&mut self, tick: u64) {
        self.sensed = tick;
    }

    /// Returns the inputs of the conditions that the last visit evaluated.
    pub fn inputs(&self) -> Inputs {
        self.inputs
    }

    /// Records that not everything waits for busy agents, because the steps have changed or one of them started.
    pub fn end_sleep(&mut self) {
        self.asleep = None;
    }
}

/// The ticks in which the plan moved and was sensed last. The rest follows from them.
impl From<WakeState> for (u64, u64) {
    fn from(wake: WakeState) -> (u64, u64) {
        (wake.moved, wake.sensed)
    }
}

impl From<(u64, u64)> for WakeState {
    fn from((moved, sensed): (u64, u64)) -> WakeState {
        WakeState {
            moved,
            sensed,
            ..WakeState::NEW
        }
    }
}

/// The plans that have been visited since the last end of an action or a hold.
#[derive(Clone, Debug)]
struct Visited {
    /// The number of ends so far.
    ends: u64,
    /// The plans up to this rank have been visited, or had no reason for a visit.
    up_to: Option<Rank>,
}

impl Visited {
    fn restart(&mut self) {
        self.ends += 1;
        self.up_to = None;
    }

    fn advance_to(&mut self, rank: Rank) {
        self.up_to = self.up_to.max(Some(rank));
    }

    fn includes(&self, plan: &PlanRecord) -> bool {
        plan.wake.asleep == Some(self.ends) || self.up_to >= Some(plan.rank())
    }
}

/// The queues of plans that are visited, and the events that wake the other plans.
///
/// Invariant: a running plan with a step that could start or fail is queued for a visit, or an input that its [`WakeState`]
/// lists has changed and was not noticed yet. All queues but the timers are in the order of the plans.
#[derive(Clone)]
pub(super) struct WakeUps {
    visits: Queue<PlanSlot>,
    /// Plans that are visited as soon as an action or a hold ends: another agent that they need became busy.
    after_end: Queue<PlanSlot>,
    /// Plans that wait for something that was not reported yet.
    unreported: Queue<PlanSlot>,
    /// By the tick of the timer.
    timers: Queue<PlanSlot>,
    watchers: Watchers,
    facts: FactVersions,
    visited: Visited,
    /// True if a plan may be stalled.
    may_be_stalled: bool,
}

impl WakeUps {
    /// Reserves memory for this many plans.
    pub fn new(tables: &Tables, inputs: &DomainInputs, plans: usize, memory: Memory) -> WakeUps {
        let queue = || Queue::new(plans, memory);
        WakeUps {
            visits: queue(),
            after_end: queue(),
            unreported: queue(),
            timers: queue(),
            watchers: Watchers::new(tables, plans, memory),
            facts: FactVersions::new(tables, inputs),
            visited: Visited {
                ends: 0,
                up_to: None,
            },
            may_be_stalled: false,
        }
    }

    /// Returns true if no plan is queued, has a timer or watches an input.
    pub fn is_idle(&self) -> bool {
        self.visits.is_empty() && self.timers.is_empty() && self.watchers.is_empty()
    }

    /// Queues a plan for a visit: it may have something to start, or be over.
    pub fn wake(&mut self, slot: PlanSlot, plans: &Plans) {
        if plans[slot].stage == PlanStage::Running {
            self.visits.put(slot, plans.in_order());
        }
    }

    /// Wakes the plans that name an agent which has become busy.
    pub fn agent_taken(&mut self, agent: AgentSlot, agents: &AgentTable, plans: &Plans) {
        for mention in agents.turns(agent) {
            let record = &plans[mention.plan];
            if record.stage == PlanStage::Running {
                // A plan that waits only for busy agents can't start anything before something ends.
                let sleeps = self.visited.includes(record) && record.wake.asleep.is_some();
                let queue = if sleeps {
                    &mut self.after_end
                } else {
                    &mut self.visits
                };
                queue.put(mention.plan, plans.in_order());
            }
        }
    }

    /// Wakes the plans that name an agent after an action or a hold of it ended.
    pub fn agent_released(&mut self, agent: AgentSlot, agents: &AgentTable, plans: &Plans) {
        for mention in agents.turns(agent) {
            self.wake(mention.plan, plans);
        }
    }

    /// Wakes the plans that sleep until an action or a hold ends, because one has ended.
    pub fn something_ended(&mut self, plans: &Plans) {
        self.visited.restart();
        while let Some(slot) = self.after_end.pop(plans.in_order()) {
            self.wake(slot, plans);
        }
    }

    /// Returns true if facts have to be compared before the first visit of a tick.
    pub fn needs_facts(&self) -> bool {
        !self.visits.is_empty() || !self.watchers.is_empty()
    }

    /// Wakes the plans with conditions that read changed facts. Returns the changed inputs.
    ///
    /// Must be called before the first visit of a tick and after each visit, even if no plan watches yet: a plan that
    /// begins to watch relies on the facts at that time.
    pub fn notice_facts(&mut self, store: &Store, plans: &Plans) -> Inputs {
        let changed = Inputs::facts(self.facts.changed(store));
        if changed != Inputs::NONE {
            self.notice(changed, plans);
        }
        changed
    }

    /// Wakes the plans that depend on these inputs.
    pub fn notice(&mut self, changed: Inputs, plans: &Plans) {
        if self.watchers.is_empty() {
            return;
        }
        for slot in self.watchers.of(changed) {
            self.visits.put(slot, plans.in_order());
        }
    }

    /// Returns the predicates that conditions read.
    pub fn facts(&self) -> &FactVersions {
        &self.facts
    }

    /// Starts the next visit, if a plan is queued for one.
    pub fn begin_visit(&mut self, plans: &Plans) -> Option<PlanSlot> {
        let slot = self.visits.first()?;
        self.visited.advance_to(plans[slot].rank());
        Some(slot)
    }

    /// Ends the visit of a plan. Its own changes have queued it again, but the visit has already seen them.
    pub fn end_visit(&mut self, slot: PlanSlot, plans: &Plans) {
        self.visits.remove(slot, plans.in_order());
        self.after_end.remove(slot, plans.in_order());
    }

    /// Ends the visits of a tick.
    pub fn end_visits(&mut self) {
        self.visited.advance_to(Rank::LAST);
    }

    /// Records that everything that could start of a plan waits for busy agents.
    pub fn put_to_sleep(&self, record: &mut PlanRecord) {
        record.wake.asleep = Some(self.visited.ends);
    }

    /// Sets the inputs that a plan watches.
    pub fn set_inputs(
        &mut self,
        slot: PlanSlot,
        inputs: Inputs,
        sensors_until: u64,
        plans: &mut Plans,
        cx: &TickContext,
    ) {
        let state = &mut plans[slot].wake;
        let before = core::mem::replace(&mut state.inputs, inputs);
        if before != inputs {
            self.watchers.change(slot, before, inputs);
        }
        if state.sensors_until != sensors_until {
            state.sensors_until = sensors_until;
            self.set_timer(slot, plans, cx);
        }
    }

    /// Sets the timer of a plan to the first tick in which it stalls or its wait for sensors ends.
    pub fn set_timer(&mut self, slot: PlanSlot, plans: &mut Plans, cx: &TickContext) {
        let record = &plans[slot];
        let stalls = cx.stalls_at(record.wake.moved);
        let stalls = stalls.filter(|_| record.has_entered());
        let tick = stalls.unwrap_or(u64::MAX).min(record.wake.sensors_until);
        self.put_timer(slot, tick, plans);
    }

    fn put_timer(&mut self, slot: PlanSlot, tick: u64, plans: &mut Plans) {
        self.timers.remove(slot, by_timer(plans));
        plans[slot].wake.timer = tick;
        if tick != u64::MAX {
            self.timers.put(slot, by_timer(plans));
        }
    }

    /// Wakes the plans whose timers have expired.
    pub fn fire_timers(&mut self, plans: &mut Plans, cx: &TickContext) {
        let now = cx.now();
        while let Some(slot) = self.timers.first()
            && plans[slot].wake.timer <= now
        {
            if plans[slot].wake.sensors_until <= now {
                plans[slot].wake.sensors_until = u64::MAX;
                self.wake(slot, plans);
            }
            self.set_timer(slot, plans, cx);
            if plans[slot].wake.timer <= now {
                // It has stalled, unless it moves in this tick.
                self.may_be_stalled = true;
                self.put_timer(slot, now + 1, plans);
            }
        }
    }

    /// Returns the first plan that has made no progress for `stall_timeout` ticks.
    pub fn stalled_plan(&mut self, plans: &Plans, cx: &TickContext) -> Option<PlanSlot> {
        if !self.may_be_stalled {
            return None;
        }
        let now = cx.now();
        let stalled = plans.order().iter().copied().find(|slot| {
            let record = &plans[*slot];
            let stalls = cx.stalls_at(record.wake.moved);
            record.has_entered() && stalls.is_some_and(|tick| tick <= now)
        });
        self.may_be_stalled = stalled.is_some();
        stalled
    }

    /// Records that a plan waits for something that was not reported yet.
    pub fn report_waits(&mut self, slot: PlanSlot, plans: &Plans) {
        self.unreported.put(slot, plans.in_order());
    }

    /// Returns the next plan that waits for something that was not reported yet.
    pub fn next_unreported(&mut self, plans: &Plans) -> Option<PlanSlot> {
        self.unreported.pop(plans.in_order())
    }

    /// Removes a plan that has ended.
    pub fn remove(&mut self, slot: PlanSlot, plans: &mut Plans, cx: &TickContext) {
        self.set_inputs(slot, Inputs::NONE, u64::MAX, plans, cx);
        for queue in [&mut self.visits, &mut self.after_end, &mut self.unreported] {
            queue.remove(slot, plans.in_order());
        }
        self.timers.remove(slot, by_timer(plans));
    }

    pub fn bytes(&self) -> usize {
        let queues = [
            &self.visits,
            &self.after_end,
            &self.unreported,
            &self.timers,
        ];
        queues.into_iter().map(Queue::bytes).sum::<usize>() + self.watchers.bytes()
    }
}

#[cfg(feature = "serde")]
impl WakeUps {
    /// Returns true if a plan is queued for a visit.
    pub fn is_queued(&self, slot: PlanSlot) -> bool {
        self.visits.has(slot)
    }

    /// Wakes a loaded plan. One that waits for busy agents sleeps on, unless it was to be visited when it was saved.
    pub fn restore(
        &mut self,
        slot: PlanSlot,
        waits_for_agents: bool,
        visit: bool,
        plans: &mut Plans,
    ) {
        if waits_for_agents {
            self.put_to_sleep(&mut plans[slot]);
            self.after_end.put(slot, plans.in_order());
        }
        if visit || !waits_for_agents {
            self.visits.put(slot, plans.in_order());
        }
    }

    /// Ends the restoring of plans: all have been visited, and all facts have changed.
    pub fn end_restore(&mut self) {
        self.end_visits();
        self.facts.forget();
    }
}

fn by_timer(plans: &Plans) -> impl Fn(PlanSlot, PlanSlot) -> bool + '_ {
    |a, b| plans[a].wake.timer < plans[b].wake.timer
}
