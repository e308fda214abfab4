//! Which plans are to be visited: those for which anything has changed that could let a step start.
//!
//! | what has changed | who is woken |
//! |---|---|
//! | the plan itself: it entered, was repaired, an action, a hold or its barrier ended | the plan |
//! | an agent is busy, or not any more | plans with a step whose turn it is that names it |
//! | the facts of a predicate | plans in which a condition was looked at that reads it |
//! | a tick has passed | plans in which a condition was looked at that calls an expression of the game |
//! | anything at all | plans that wait for one before them to have an agent |
//! | the time for the sensors is over | plans that wait for them |
//!
//! All others would find what they found last time.

use super::engine::Engine;
use super::indices::{AgentSlot, PlanSlot};
use super::inputs::Inputs;
use super::plan_record::{PlanRecord, Rank, Stage};
use super::plans::Plans;
use super::queue::Queue;
use super::world::World;
use crate::pool::Memory;
use crate::store::Store;

/// Plans that something is to be done for. All of these queues but the alarms go in the order of the plans.
#[derive(Clone)]
pub(super) struct PlanQueues {
    /// To be visited.
    pub visits: Queue<PlanSlot>,
    /// To be visited as soon as an action or a hold ends: another agent that they need is busy now.
    pub after_end: Queue<PlanSlot>,
    /// They wait for something that was not told yet.
    pub untold: Queue<PlanSlot>,
    /// Something of them failed.
    pub failing: Queue<PlanSlot>,
    /// A replacement was found for them.
    pub replaced: Queue<PlanSlot>,
    /// A repair is to be searched for them.
    pub wishing: Queue<PlanSlot>,
    /// By [`PlanRecord::alarm`].
    pub alarms: Queue<PlanSlot>,
    /// Scratch: plans that may claim an agent.
    pub claiming: Queue<PlanSlot>,
}

impl PlanQueues {
    pub fn new(slots: usize, memory: Memory) -> PlanQueues {
        let queue = || Queue::new(slots, memory);
        PlanQueues {
            visits: queue(),
            after_end: queue(),
            untold: queue(),
            failing: queue(),
            replaced: queue(),
            wishing: queue(),
            alarms: queue(),
            claiming: queue(),
        }
    }

    /// The plan is over.
    pub fn remove(&mut self, slot: PlanSlot, plans: &Plans) {
        for queue in [
            &mut self.visits,
            &mut self.after_end,
            &mut self.untold,
            &mut self.failing,
            &mut self.replaced,
            &mut self.wishing,
        ] {
            queue.remove(slot, plans.in_order());
        }
        self.alarms.remove(slot, by_alarm(plans));
    }

    pub fn bytes(&self) -> usize {
        let work = [
            &self.visits,
            &self.after_end,
            &self.untold,
            &self.failing,
            &self.replaced,
            &self.wishing,
            &self.alarms,
            &self.claiming,
        ];
        work.into_iter().map(Queue::bytes).sum()
    }
}

/// Which plans have been visited since an action or a hold ended last.
#[derive(Clone, Debug)]
pub(super) struct Visited {
    /// How often anything ended.
    pub ends: u64,
    /// All up to this one have been visited, or would have been, had there been a reason; `None` for none.
    up_to: Option<Rank>,
}

impl Visited {
    pub const NONE: Visited = Visited {
        ends: 0,
        up_to: None,
    };

    /// All of them.
    #[cfg(feature = "serde")]
    pub const ALL: Visited = Visited {
        ends: 0,
        up_to: Some(Rank::LAST),
    };

    fn begin_anew(&mut self) {
        self.ends += 1;
        self.up_to = None;
    }

    /// The visits have come to this plan.
    pub fn come_to(&mut self, rank: Rank) {
        self.up_to = self.up_to.max(Some(rank));
    }

    fn includes(&self, plan: &PlanRecord) -> bool {
        plan.asleep == Some(self.ends) || self.up_to >= Some(plan.rank())
    }
}

fn by_alarm(plans: &Plans) -> impl Fn(PlanSlot, PlanSlot) -> bool + '_ {
    |a, b| plans[a].alarm < plans[b].alarm
}

impl Engine {
    /// A plan may have something to start, or be over.
    pub(super) fn wake(&mut self, slot: PlanSlot) {
        if self.plans[slot].stage == Stage::Running {
            self.queues.visits.put(slot, self.plans.in_order());
        }
    }

    /// An agent is busy from now on.
    pub(super) fn agent_is_taken(&mut self, agent: AgentSlot) {
        for mention in self.agents.turns(agent) {
            let record = &self.plans[mention.plan];
            if record.stage == Stage::Running {
                // A plan that waits for busy agents only can't start anything before something ends. Which of them it waits
                // for is looked up then.
                let queue = match self.visited.includes(record) && record.asleep.is_some() {
                    true => &mut self.queues.after_end,
                    false => &mut self.queues.visits,
                };
                queue.put(mention.plan, self.plans.in_order());
            }
        }
    }

    /// What an agent was busy with has ended.
    pub(super) fn agent_is_released(&mut self, agent: AgentSlot) {
        for mention in self.agents.turns(agent) {
            if self.plans[mention.plan].stage == Stage::Running {
                let visits = &mut self.queues.visits;
                visits.put(mention.plan, self.plans.in_order());
            }
        }
    }

    /// An action or a hold has ended.
    pub(super) fn something_ended(&mut self) {
        self.visited.begin_anew();
        while let Some(slot) = self.queues.after_end.pop(self.plans.in_order()) {
            self.wake(slot);
        }
    }

    /// A visit, or the end of a plan, has changed something.
    pub(super) fn something_happened(&mut self, world: &World<'_>) {
        self.notice_facts(world.store);
        self.wake_watching(Inputs::OTHERS);
    }

    /// Wakes all whose conditions depend on facts that have changed. This has to be called before the first visit of a tick and
    /// after each one, also where nobody watches yet: whoever does from then on relies on the facts of now.
    pub(super) fn notice_facts(&mut self, store: &Store) {
        let changed = self.fact_versions.changed(store);
        if changed != 0 {
            let changed = Inputs::facts(changed);
            self.wake_watching(changed);
            self.suspect_watching(changed);
        }
    }

    /// Wakes the plans that depend on what has changed.
    pub(super) fn wake_watching(&mut self, changed: Inputs) {
        if self.plan_watchers.is_empty() {
            return;
        }
        let slots = Plans::slots(&self.limits);
        for slot in self.plan_watchers.of(changed, slots) {
            self.queues.visits.put(slot, self.plans.in_order());
        }
    }

    /// What a plan's conditions depend on from now on.
    pub(super) fn set_inputs(&mut self, slot: PlanSlot, inputs: Inputs, sensors_until: u64) {
        let record = &mut self.plans[slot];
        let before = core::mem::replace(&mut record.inputs, inputs);
        if before != inputs {
            self.plan_watchers.change(slot, before, inputs);
        }
        if self.plans[slot].sensors_until != sensors_until {
            self.plans[slot].sensors_until = sensors_until;
            self.set_alarm(slot);
        }
    }

    /// When a plan is looked at again at the latest.
    pub(super) fn set_alarm(&mut self, slot: PlanSlot) {
        let record = &self.plans[slot];
        let entered = matches!(record.stage, Stage::Running | Stage::Repairing);
        let stuck = match u64::from(self.settings.stall_timeout) {
            limit if limit > 0 && entered => record.moved + limit,
            _ => u64::MAX,
        };
        self.put_alarm(slot, stuck.min(record.sensors_until));
    }

    fn put_alarm(&mut self, slot: PlanSlot, tick: u64) {
        self.queues.alarms.remove(slot, by_alarm(&self.plans));
        self.plans[slot].alarm = tick;
        if tick != u64::MAX {
            self.queues.alarms.put(slot, by_alarm(&self.plans));
        }
    }

    /// Looks at the plans whose time has come.
    pub(super) fn ring_alarms(&mut self) {
        let now = self.now();
        while let Some(slot) = self.queues.alarms.first()
            && self.plans[slot].alarm <= now
        {
            if self.plans[slot].sensors_until <= now {
                self.plans[slot].sensors_until = u64::MAX;
                self.wake(slot);
            }
            self.set_alarm(slot);
            if self.plans[slot].alarm <= now {
                // It has not moved for too long. Whether it does so in this tick is seen at its end.
                self.may_be_stuck = true;
                self.put_alarm(slot, now + 1);
            }
        }
    }
}
