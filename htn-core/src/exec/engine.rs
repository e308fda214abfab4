//! The executor without the domain's types: its memory, and a tick from its first phase to its last.

use alloc::sync::Arc;

use super::actions::RunningActions;
use super::agents::AgentTable;
use super::claims::Claims;
use super::clock::Frames;
use super::evaluator::{Evaluator, GameCall, Guarded};
use super::found_repairs::FoundRepairs;
use super::inbox::Inbox;
use super::indices::{NodeIndex, PlanSlot, StepIndex};
use super::inputs::DomainInputs;
use super::plans::Plans;
use super::rejected_plans::RejectedPlans;
use super::repairs::Repairs;
use super::setup::TickContext;
use super::sizes::DomainSizes;
use super::tick_log::TickLog;
use super::turns::TurnLists;
use super::wake::WakeUps;
use super::while_checks::WhileChecks;
use super::world::World;
use crate::model::event::ActionId;
use crate::model::limits::Limits;
use crate::model::plan::SHARE;
use crate::model::pool::Memory;
use crate::model::settings::Repair;
use crate::search::machine::QueryMachine;
use crate::tables::Tables;

/// The parts of an executor.
#[derive(Clone)]
pub(crate) struct Engine {
    pub(super) cx: TickContext,
    pub plans: Plans,
    pub(super) agents: AgentTable,
    pub(super) actions: RunningActions,
    pub(super) inbox: Inbox,
    pub(super) wakes: WakeUps,
    pub(super) whiles: WhileChecks,
    pub(super) eval: Evaluator,
    pub(super) claims: Claims,
    pub(super) repairs: Repairs,
    pub log: TickLog,
    pub rejected: RejectedPlans,
}

impl Engine {
    pub fn new(
        tables: &'static Tables,
        inputs: Arc<DomainInputs>,
        limits: Limits,
        memory: Memory,
    ) -> Engine {
        let sizes = DomainSizes::of(tables);
        let cx = TickContext::new(tables, inputs, limits, memory);
        let limits = cx.limits();
        let (steps, slots) = (limits.steps * SHARE, Plans::slots(limits));
        let mentions = steps * sizes.agents;
        let changes = if cx.asked() == 0 { 0 } else { limits.checks };
        let simulated = FoundRepairs::new(steps, mentions, memory);
        Engine {
            plans: Plans::new(tables, limits, &sizes, memory),
            agents: AgentTable::new(mentions, steps, memory),
            actions: RunningActions::new(steps, memory),
            inbox: Inbox::new(slots, steps, memory),
            wakes: WakeUps::new(tables, cx.inputs(), slots, memory),
            whiles: WhileChecks::new(tables, steps, memory),
            eval: Evaluator::new(sizes.frame, memory),
            claims: Claims::new(slots, memory),
            repairs: Repairs::new(slots, limits, changes, simulated, memory),
            log: TickLog::new(tables, limits, memory),
            rejected: RejectedPlans::none(),
            cx,
        }
    }

    /// Prepares it for a director: plans that could not be repaired are remembered.
    pub fn remember_rejected(&mut self) {
        let args = DomainSizes::of(self.cx.tables()).args;
        self.rejected = RejectedPlans::new(self.cx.limits(), 1 + args, self.cx.memory());
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
        self.cx.clock.quiet
    }

    /// A tick in which there is nothing to do; false where there may be something.
    #[inline]
    pub fn quiet_tick(&mut self) -> bool {
        let is_quiet = self.cx.clock.quiet && !self.cx.clock.unfinished;
        if is_quiet {
            self.cx.clock.advance();
        }
        is_quiet
    }

    #[inline(never)]
    fn busy_tick(&mut self, world: &mut World<'_>) {
        if !self.cx.clock.unfinished {
            self.cx.clock.advance();
            self.log.begin(self.cx.now());
            self.cx.clock.quiet = self.is_idle();
            if self.cx.clock.quiet {
                return;
            }
        }
        self.cx.clock.unfinished = true;
        let guarded = &mut Guarded::new(self, world);
        guarded.engine.phases(guarded.world);
        guarded.over = true;
    }

    /// All that was to be done in a tick is done, and the game learns of it.
    #[inline]
    pub fn tick_is_over(&mut self) {
        if core::mem::take(&mut self.cx.clock.unfinished) {
            self.cx.clock.quiet = self.is_idle();
        }
    }

    /// It is quiet, and has had its tick in this frame of a scheduler: from now on, frames are its ticks.
    pub fn fall_asleep(&mut self, frame: u64, frames: &Arc<Frames>) {
        self.cx.clock.fall_asleep(frame, frames);
    }

    /// Ticks are its own business again.
    #[inline]
    pub fn wake_up(&mut self) {
        self.cx.clock.wake_up();
    }

    /// It leaves its scheduler.
    pub fn leave(&mut self) {
        self.cx.clock.leave();
    }

    fn phases(&mut self, world: &mut World<'_>) {
        let goes_on = self.was_interrupted(world);
        self.wakes.fire_timers(&mut self.plans, &self.cx);
        self.take_reports(world);
        if goes_on {
            self.handle_panic(world);
        }
        self.check_whiles(world);
        self.take_requests(world);
        self.handle_failures(world);
        self.adopt_replacements(world);
        self.visit_all(world);
        self.log_waits();
        self.eval.begin_call(GameCall::Nothing);
    }

    /// Returns the parts that keep the turns of steps.
    #[inline]
    pub(super) fn turns(&mut self) -> TurnLists<'_> {
        TurnLists {
            plans: &mut self.plans,
            agents: &mut self.agents,
        }
    }

    /// Returns true if nothing can happen until the game calls.
    fn is_idle(&self) -> bool {
        self.inbox.is_empty()
            && self.wakes.is_idle()
            && self.repairs.is_idle()
            && self.whiles.is_empty()
    }

    /// Records that the next tick has something to do.
    pub(super) fn mark_dirty(&mut self) {
        self.cx.clock.quiet = false;
    }

    pub fn set_sensor_timeout(&mut self, ticks: u32) {
        self.cx.settings.sensor_timeout = ticks;
        self.mark_dirty();
        for at in 0..self.plans.order().len() {
            self.wakes.wake(self.plans.order()[at], &self.plans);
        }
    }

    pub fn set_stall_timeout(&mut self, ticks: u32) {
        self.cx.settings.stall_timeout = ticks;
        self.mark_dirty();
        for at in 0..self.plans.order().len() {
            let slot = self.plans.order()[at];
            self.wakes.set_timer(slot, &mut self.plans, &self.cx);
        }
    }

    /// The number of the last tick.
    pub fn now(&self) -> u64 {
        self.cx.clock.now()
    }

    /// Returns a machine that evaluates conditions for such an engine.
    pub fn machine(&self) -> QueryMachine {
        self.cx.machine()
    }

    /// Returns the limits that its memory was allocated for.
    pub fn limits(&self) -> &Limits {
        self.cx.limits()
    }

    /// Returns the limits that it was made with.
    pub fn requested_limits(&self) -> Limits {
        self.cx.requested_limits()
    }

    /// Sets how a director repairs plans, and how often.
    pub fn set_repair(&mut self, repair: Repair, max_repairs: u32) {
        self.cx.settings.repair = Some(repair);
        self.cx.settings.max_repairs = max_repairs;
    }

    /// The frame of a task of a plan.
    pub fn node_frame(&self, slot: PlanSlot, node: NodeIndex) -> &[u64] {
        let plan = self.plans.view(slot);
        plan.node_frame(plan.node_at(node))
    }

    /// The plan and the step of an action.
    pub fn owner(&self, action: ActionId) -> Option<(PlanSlot, StepIndex)> {
        let action = &self.actions[self.actions.find(action)?];
        Some((action.plan, action.step))
    }

    /// Returns the bytes that it takes.
    pub fn bytes(&self) -> usize {
        self.plans.bytes()
            + self.agents.bytes()
            + self.actions.bytes()
            + self.inbox.bytes()
            + self.wakes.bytes()
            + self.whiles.bytes()
            + self.eval.bytes()
            + self.claims.bytes()
            + self.repairs.bytes()
            + self.rejected.bytes()
            + self.log.bytes()
    }
}

#[cfg(feature = "serde")]
impl Engine {
    /// Returns an engine with the same memory and settings, and no plans.
    pub(super) fn blank(&self) -> Engine {
        let (inputs, limits, memory) = self.made_with();
        let mut engine = Engine::new(self.cx.tables(), inputs, limits, memory);
        engine.cx.settings = self.cx.settings;
        engine.rejected = self.rejected.blank();
        engine
    }

    /// Returns what it was made with.
    pub fn made_with(&self) -> (Arc<DomainInputs>, Limits, Memory) {
        let limits = self.cx.requested_limits();
        (self.cx.shared_inputs(), limits, self.cx.memory())
    }

    /// Whether the last tick is not over: the game has panicked in it.
    pub(super) fn is_interrupted(&self) -> bool {
        self.cx.clock.unfinished
    }

    /// The number of the last tick, in an engine that is new.
    pub(super) fn set_tick(&mut self, tick: u64) {
        self.cx.clock.set(tick);
    }

    pub(super) fn settings(&self) -> super::setup::Settings {
        self.cx.settings
    }
}
