//! The executor without the domain's types: its parts, and a tick from the first phase to the last.

use alloc::sync::Arc;

use super::agents::claims::Claims;
use super::evaluation::evaluator::{Evaluator, GameCall};
use super::guard::Guarded;
use super::inbox::Inbox;
use super::indices::{PlanSlot, StepIndex};
use super::lifecycle::Lifecycle;
use super::live::LiveState;
use super::plans::Plans;
use super::plans::sizes::DomainSizes;
use super::plans::step_info::SENSED;
use super::repairs::Repairs;
use super::repairs::rejected_plans::RejectedPlans;
use super::repairs::repair_search::RepairSearch;
use super::repairs::simulation::{FoundRepairs, Simulation};
use super::setup::TickContext;
use super::tick_log::RawEvent;
use super::visit::Visits;
use super::wake::inputs::DomainInputs;
use super::world::World;
use crate::model::event::PlanId;
use crate::model::limits::Limits;
use crate::model::plan::SHARE;
use crate::model::pool::Memory;
use crate::search::machine::QueryMachine;
use crate::tables::Tables;

/// The parts of an executor.
///
/// Invariant: between two ticks nothing is evaluated, and no failure is unhandled. If the clock is quiet, the next tick has
/// nothing to do.
#[derive(Clone)]
pub(crate) struct Engine {
    pub cx: TickContext,
    pub live: LiveState,
    pub(super) inbox: Inbox,
    pub(super) eval: Evaluator,
    pub(super) claims: Claims,
    pub(super) repairs: Repairs,
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
        let changes = if cx.asked() == 0 { 0 } else { limits.checks };
        let simulated = FoundRepairs::new(steps, steps * sizes.agents, memory);
        Engine {
            live: LiveState::new(&cx, &sizes),
            inbox: Inbox::new(slots, steps, memory),
            eval: Evaluator::new(sizes.frame, memory),
            claims: Claims::new(slots, memory),
            repairs: Repairs::new(slots, limits, changes, simulated, memory),
            rejected: RejectedPlans::none(),
            cx,
        }
    }

    /// Reserves the memory in which a director remembers plans that could not be repaired.
    pub fn remember_rejected(&mut self) {
        let args = DomainSizes::of(self.cx.tables()).args;
        self.rejected = RejectedPlans::new(self.cx.limits(), 1 + args, self.cx.memory());
    }

    /// Executes one tick, except for the search that a director makes at its end.
    #[inline]
    pub fn tick(&mut self, world: &mut World<'_>) {
        if !self.quiet_tick() {
            self.busy_tick(world);
        }
    }

    /// Counts a tick in which there is nothing to do. Returns false if there may be something.
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
            self.live.log.begin(self.cx.now());
            self.cx.clock.quiet = self.is_idle();
            if self.cx.clock.quiet {
                return;
            }
        }
        self.cx.clock.unfinished = true;
        let guarded = Guarded::new(self, world);
        guarded.engine.phases(guarded.world);
        guarded.finish();
    }

    /// Executes the phases of a tick. A phase that a panic of the game interrupted is resumed by the next call.
    fn phases(&mut self, world: &mut World<'_>) {
        let mut visits = Visits {
            life: Lifecycle {
                cx: &self.cx,
                live: &mut self.live,
                eval: &mut self.eval,
                repairs: &mut self.repairs,
                rejected: &mut self.rejected,
                world: world.reborrow(),
            },
            claims: &mut self.claims,
            slot: PlanSlot::new(0),
        };
        let (life, inbox) = (&mut visits.life, &mut self.inbox);
        let resumed = life.resume(visits.claims);
        let live = &mut *life.live;
        live.wakes.fire_timers(&mut live.plans, life.cx);
        life.take_reports(inbox);
        if resumed {
            life.handle_panic();
        }
        life.check_whiles();
        life.take_requests(inbox);
        life.handle_failures();
        life.adopt_replacements();
        visits.run();
        self.live.log_waits();
        self.eval.begin_call(GameCall::Nothing);
    }

    /// Ends a tick after all its work is done, including the search of a director.
    #[inline]
    pub fn end_tick(&mut self) {
        if core::mem::take(&mut self.cx.clock.unfinished) {
            self.cx.clock.quiet = self.is_idle();
        }
    }

    /// Returns true if nothing can happen until the game calls.
    fn is_idle(&self) -> bool {
        self.inbox.is_empty()
            && self.live.wakes.is_idle()
            && self.repairs.is_idle()
            && self.live.whiles.is_empty()
    }

    pub fn set_sensor_timeout(&mut self, ticks: u32) {
        self.cx.settings.sensor_timeout = ticks;
        self.cx.clock.mark_dirty();
        for at in 0..self.live.plans.order().len() {
            self.live.wake(self.live.plans.order()[at]);
        }
    }

    pub fn set_stall_timeout(&mut self, ticks: u32) {
        self.cx.settings.stall_timeout = ticks;
        self.cx.clock.mark_dirty();
        let LiveState { plans, wakes, .. } = &mut self.live;
        for at in 0..plans.order().len() {
            wakes.set_timer(plans.order()[at], plans, &self.cx);
        }
    }

    /// Returns the number of the last tick.
    pub fn now(&self) -> u64 {
        self.cx.now()
    }

    /// Returns a machine that evaluates conditions for such an engine.
    pub fn machine(&self) -> QueryMachine {
        self.cx.machine()
    }

    /// Returns the first plan that wants a repair, and the serial of its request.
    pub fn wants_repair(&self) -> Option<(PlanSlot, u32)> {
        let slot = self.repairs.first_requested()?;
        Some((slot, self.live.plans[slot].repair.serial))
    }

    /// Returns the search for a repair of a plan that wants one.
    pub fn repair_search(&mut self, slot: PlanSlot) -> RepairSearch<'_> {
        RepairSearch {
            cx: &mut self.cx,
            live: &mut self.live,
            eval: &mut self.eval,
            repairs: &mut self.repairs,
            slot,
        }
    }

    /// Drops the repairs that were found and not adopted yet, so that they are searched for again.
    pub fn drop_found_repairs(&mut self) {
        for at in 0..self.live.plans.order().len() {
            let slot = self.live.plans.order()[at];
            if self.live.plans[slot].repair.replacement.is_some() {
                self.repairs.drop_replacement(slot, &mut self.live);
                self.cx.clock.mark_dirty();
            }
        }
    }

    /// Changes the facts of a search as if a plan had been replaced.
    pub fn simulate_replacing(&mut self, slot: PlanSlot, world: &mut World<'_>) {
        let (cx, live, eval) = (&self.cx, &self.live, &mut self.eval);
        let found = &mut self.repairs.simulated;
        Simulation::new(cx, live, eval, found, world.reborrow()).replacing(slot);
    }

    /// Applies the `sensed` effects of a step, if the plan exists and has such a step.
    pub fn apply_sensed(&mut self, plan: PlanId, step: usize, world: &mut World<'_>) {
        if let Some(slot) = self.live.plans.find(plan)
            && let plan = self.live.plans.view(slot)
            && step < plan.steps().len()
        {
            plan.apply_moments(StepIndex::new(step), &[SENSED], world);
        }
    }

    /// Undoes everything that a plan would undo if it were abandoned, calls `look`, and rolls the facts back.
    pub fn without(
        &mut self,
        slot: PlanSlot,
        world: &mut World<'_>,
        look: impl FnOnce(&mut Engine, &mut World<'_>),
    ) {
        let guarded = Guarded::new(self, world);
        let plan = guarded.engine.live.plans.view(slot);
        for step in plan.undo_chain() {
            guarded.engine.eval.undo(plan, step, guarded.world);
        }
        look(guarded.engine, guarded.world);
        guarded.world.rollback();
        guarded.finish();
    }

    /// Logs an event of the director, whose search is no phase of the tick.
    pub fn log_event_of_director(&mut self, event: RawEvent) {
        self.cx.clock.unfinished = true;
        self.live.log.begin(event.tick());
        self.live.log.add(event);
    }

    pub fn bytes(&self) -> usize {
        self.live.bytes()
            + self.inbox.bytes()
            + self.eval.bytes()
            + self.claims.bytes()
            + self.repairs.bytes()
            + self.rejected.bytes()
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

    /// Returns the arguments that it was made with.
    pub fn made_with(&self) -> (Arc<DomainInputs>, Limits, Memory) {
        let limits = self.cx.requested_limits();
        (self.cx.shared_inputs(), limits, self.cx.memory())
    }
}
