//! The executor without the domain's types: its memory, and a tick from its first phase to its last.

use alloc::sync::Arc;

use super::actions::Action;
use super::agents::Agents;
use super::arena::SHARE;
use super::clock::{Clock, Frames};
use super::conditions::Seen;
use super::found_repairs::FoundRepairs;
use super::holds::Hold;
use super::indices::{ActionSlot, HoldSlot, NodeIndex, PlanSlot, StepIndex};
use super::inputs::DomainInputs;
use super::panics::{Asking, Ending, Guarded, Interruption};
use super::plan_record::Settings;
use super::plans::Plans;
use super::queue::Queue;
use super::requests::Request;
use super::shunned::Shunned;
use super::sizes::DomainSizes;
use super::slab::Slab;
use super::tick_log::TickLog;
use super::wake::{PlanQueues, Visited};
use super::watchers::{FactVersions, Watchers};
use super::world::World;
use crate::event::{ActionId, Outcome};
use crate::limits::{CheckedLimits, Limits};
use crate::machine::Machine;
use crate::plan::Changed;
use crate::pool::{Memory, Pool};
use crate::tables::Tables;

/// See the module's documentation.
#[derive(Clone)]
pub(crate) struct Engine {
    pub tables: &'static Tables,
    /// What the tables say of conditions that are looked at again: whether any is, and which predicates are asked for
    /// single words.
    pub(super) has_agents: bool,
    pub(super) asked: u64,
    /// The limits that its memory was allocated for, and those that it was made with.
    pub limits: Limits,
    pub(super) checked_limits: CheckedLimits,
    /// How its memory was taken.
    memory: Memory,
    pub settings: Settings,
    pub(super) clock: Clock,
    pub plans: Plans,
    pub(super) agents: Agents,
    pub(super) actions: Slab<ActionSlot, Action>,
    pub(super) holds: Slab<HoldSlot, Hold>,
    /// Finishes since the last tick, in the order of the calls.
    pub(super) reports: Pool<(ActionSlot, Outcome)>,
    /// Other calls since the last tick, in order.
    pub(super) requests: Pool<Request>,
    pub(super) queues: PlanQueues,
    pub(super) visited: Visited,
    /// Whether a plan may not have moved for too long.
    pub(super) may_be_stuck: bool,
    pub(super) inputs_of: Arc<DomainInputs>,
    pub(super) fact_versions: FactVersions,
    pub(super) plan_watchers: Watchers,
    pub(super) action_watchers: Watchers,
    /// Actions whose `while` condition is to be looked at, and while that is done, the last one that was.
    pub(super) suspects: Queue<ActionSlot>,
    pub(super) while_turn: Option<ActionId>,
    /// What was seen when a plan was last visited.
    pub(super) seen: Seen,
    /// The frame of the step that is looked at, and of the one that waits meanwhile.
    pub(super) frame: Pool<u64>,
    pub(super) set_aside: Pool<u64>,
    /// Scratch: other numbers of nodes and steps, and plans that were found.
    pub(super) node_numbers: Pool<Option<NodeIndex>>,
    pub(super) step_numbers: Pool<Option<StepIndex>>,
    pub(super) found_plans: Pool<PlanSlot>,
    /// Scratch: what a plan that was found for a repair changes, in order.
    pub(super) changes: Pool<Changed>,
    /// Scratch: what repairs that were found will do at once.
    pub(super) found_repairs: FoundRepairs,
    pub log: TickLog,
    /// The number of the next action.
    pub(super) next_action: u64,
    /// An action that is ending.
    pub(super) ending: Option<Ending>,
    pub(super) interruption: Interruption,
    /// For a director: plans that were abandoned for want of a repair, and whether a plan with an action in it has ended.
    pub shunned: Shunned,
    pub(super) ended_with_action: bool,
}

impl Engine {
    pub fn new(
        tables: &'static Tables,
        inputs_of: Arc<DomainInputs>,
        limits: Limits,
        memory: Memory,
    ) -> Engine {
        let sizes = DomainSizes::of(tables);
        let checked_limits = CheckedLimits::new(limits);
        let limits = checked_limits.usable();
        let steps = limits.steps * SHARE;
        let slots = Plans::slots(&limits);
        let asked = tables.asked_by_word();
        Engine {
            tables,
            has_agents: tables.has_agents(),
            asked,
            limits,
            checked_limits,
            memory,
            settings: Settings {
                sensor_timeout: 2,
                stall_timeout: 0,
                repair: None,
                max_repairs: u32::MAX,
            },
            clock: Clock::START,
            plans: Plans::new(tables, &limits, &sizes, memory),
            agents: Agents::new(steps * sizes.agents, memory),
            actions: Slab::new(steps, memory),
            holds: Slab::new(steps, memory),
            reports: memory.pool(steps),
            // A plan can enter, be cancelled and lose an agent; an action and a hold can lose one.
            requests: memory.pool(3 * slots + 2 * steps),
            queues: PlanQueues::new(slots, memory),
            visited: Visited::NONE,
            may_be_stuck: false,
            fact_versions: FactVersions::new(tables, &inputs_of),
            inputs_of,
            plan_watchers: Watchers::new(tables, slots, memory),
            action_watchers: Watchers::new(tables, steps, memory),
            suspects: Queue::new(steps, memory),
            while_turn: None,
            seen: Seen::NOTHING,
            frame: memory.pool(sizes.frame),
            set_aside: memory.pool(sizes.frame),
            node_numbers: memory.pool(limits.tasks),
            step_numbers: memory.pool(limits.steps),
            found_plans: memory.pool(slots),
            changes: memory.pool(if asked == 0 { 0 } else { limits.checks }),
            found_repairs: FoundRepairs::new(steps, steps * sizes.agents, memory),
            log: TickLog::new(tables, &limits, memory),
            next_action: 1,
            ending: None,
            interruption: Interruption::NONE,
            shunned: Shunned::none(),
            ended_with_action: false,
        }
    }

    /// It is a director's: plans that could not be repaired are remembered.
    pub fn shun_plans(&mut self) {
        let args = DomainSizes::of(self.tables).args;
        self.shunned = Shunned::new(&self.limits, 1 + args, self.memory);
    }

    /// Returns an engine with the same memory and settings, and no plans.
    #[cfg(feature = "serde")]
    pub(super) fn blank(&self) -> Engine {
        let (inputs, limits, memory) = self.made_with();
        let mut engine = Engine::new(self.tables, inputs, limits, memory);
        engine.settings = self.settings;
        engine.shunned = self.shunned.blank();
        engine
    }

    /// What it was made with.
    #[cfg(feature = "serde")]
    pub fn made_with(&self) -> (Arc<DomainInputs>, Limits, Memory) {
        let limits = self.checked_limits.requested;
        (self.inputs_of.clone(), limits, self.memory)
    }

    /// One tick, but for the search that a director does at its end.
    #[inline]
    pub fn tick(&mut self, world: &mut World<'_>) {
        if !self.quiet_tick() {
            self.busy_tick(world);
        }
    }

    /// Whether there is nothing to do until something is called or told.
    pub fn is_quiet(&self) -> bool {
        self.clock.quiet
    }

    /// A tick in which there is nothing to do; false where there may be something.
    #[inline]
    pub fn quiet_tick(&mut self) -> bool {
        let is_quiet = self.clock.quiet && !self.clock.unfinished;
        if is_quiet {
            self.clock.advance();
        }
        is_quiet
    }

    #[inline(never)]
    fn busy_tick(&mut self, world: &mut World<'_>) {
        if !self.clock.unfinished {
            self.clock.advance();
            self.log.begin(self.clock.now());
            self.clock.quiet = self.is_idle();
            if self.clock.quiet {
                return;
            }
        }
        self.clock.unfinished = true;
        let guarded = &mut Guarded::new(self, world);
        guarded.engine.phases(guarded.world);
        guarded.over = true;
    }

    /// All that was to be done in a tick is done, and the game learns of it.
    #[inline]
    pub fn tick_is_over(&mut self) {
        if core::mem::take(&mut self.clock.unfinished) {
            self.clock.quiet = self.is_idle();
        }
    }

    /// It is quiet, and has had its tick in this frame of a headquarters: from now on, frames are its ticks.
    pub fn fall_asleep(&mut self, frame: u64, frames: &Arc<Frames>) {
        self.clock.fall_asleep(frame, frames);
    }

    /// Ticks are its own business again.
    #[inline]
    pub fn wake_up(&mut self) {
        self.clock.wake_up();
    }

    /// It leaves its headquarters.
    pub fn leave(&mut self) {
        self.clock.leave();
    }

    fn phases(&mut self, world: &mut World<'_>) {
        let goes_on = self.was_interrupted(world);
        self.ring_alarms();
        self.take_reports(world);
        if goes_on {
            self.go_on(world);
        }
        self.look_at_whiles(world);
        self.take_requests(world);
        self.deal_with_failures(world);
        self.adopt_replacements(world);
        self.visit_all(world);
        self.log_waits();
        self.interruption.asking = Asking::Nothing;
    }

    /// Whether nothing can happen until the game calls.
    fn is_idle(&self) -> bool {
        let queues = &self.queues;
        let called = !self.reports.is_empty() || !self.requests.is_empty();
        let waits = !queues.visits.is_empty()
            || !queues.failing.is_empty()
            || !queues.replaced.is_empty()
            || !queues.alarms.is_empty();
        let watches = !self.plan_watchers.is_empty() || !self.action_watchers.is_empty();
        !called && !waits && !watches
    }

    /// Something was called or told: the next tick has something to do.
    pub(super) fn stir(&mut self) {
        self.clock.quiet = false;
    }

    /// Whether the last tick is not over: the game has panicked in it.
    #[cfg(feature = "serde")]
    pub(super) fn is_interrupted(&self) -> bool {
        self.clock.unfinished
    }

    /// The number of the last tick, in an engine that is new.
    #[cfg(feature = "serde")]
    pub(super) fn set_tick(&mut self, tick: u64) {
        self.clock.set(tick);
    }

    pub fn set_sensor_timeout(&mut self, ticks: u32) {
        self.settings.sensor_timeout = ticks;
        self.stir();
        for at in 0..self.plans.order().len() {
            self.wake(self.plans.order()[at]);
        }
    }

    pub fn set_stall_timeout(&mut self, ticks: u32) {
        self.settings.stall_timeout = ticks;
        self.stir();
        for at in 0..self.plans.order().len() {
            self.set_alarm(self.plans.order()[at]);
        }
    }

    /// The number of the last tick.
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// A machine for the questions of such an engine.
    pub fn machine(&self) -> Machine {
        let sizes = DomainSizes::of(self.tables);
        Machine::new(self.tables, sizes.for_questions(&self.limits))
    }

    /// The frame of a task of a plan.
    pub fn node_frame(&self, slot: PlanSlot, node: NodeIndex) -> &[u64] {
        let plan = self.plans.view(slot);
        plan.node_frame(&plan.nodes()[node.index()])
    }

    /// The plan and the step of an action.
    pub fn owner(&self, action: ActionId) -> Option<(PlanSlot, StepIndex)> {
        let action = &self.actions[self.find_action(action)?];
        Some((action.plan, action.step))
    }

    /// The bytes that it takes.
    pub fn bytes(&self) -> usize {
        let calls = self.reports.bytes() + self.requests.bytes();
        let watchers = self.plan_watchers.bytes() + self.action_watchers.bytes();
        self.plans.bytes()
            + self.agents.bytes()
            + self.actions.bytes()
            + self.holds.bytes()
            + calls
            + self.queues.bytes()
            + self.suspects.bytes()
            + watchers
            + self.frame.bytes()
            + self.set_aside.bytes()
            + self.found_plans.bytes()
            + self.node_numbers.bytes()
            + self.step_numbers.bytes()
            + self.changes.bytes()
            + self.found_repairs.bytes()
            + self.shunned.bytes()
            + self.log.bytes()
    }
}
