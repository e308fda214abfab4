//! Failures, and what is planned again because of them.

use super::engine::{Engine, World};
use super::live::{Repairs, Stage};
use super::notes::Happened;
use crate::event::{Reason, Why};
use crate::machine::NONE;
use crate::tables::{Slot, TaskKind};

impl Engine {
    /// A step can't start and has nothing to wait for.
    pub(super) fn fail_step(&mut self, place: usize, at: usize, why: Why, world: &mut World<'_>) {
        let task = self.say(place, at);
        let failed = Happened::Failed {
            step: at as u32,
            task,
            action: None,
            why,
            lost: None,
        };
        self.note(place, failed);
        let node = self.step(place, at).node;
        self.has_failed(place, node);
        self.deal_with_failure(place, world);
    }

    /// Plans in order: into repair, wider, or abandoned.
    pub(super) fn deal_with_failures(&mut self, world: &mut World<'_>) {
        let mut at = 0;
        while let Some(&place) = self.order.get(at) {
            let abandoned = self.deal_with_failure(place as usize, world);
            at += usize::from(!abandoned);
        }
    }

    /// Deals with what failed of a plan, and tells whether it was abandoned.
    fn deal_with_failure(&mut self, place: usize, world: &mut World<'_>) -> bool {
        let live = self.plans[place];
        let repairs = self.settings.repairs;
        let used_up = repairs != Repairs::Game && live.repairs >= self.settings.max_repairs;
        let (Some(failed), false) = (live.failed, live.hopeless) else {
            if live.hopeless {
                self.abandon_unrepaired(place, world);
            }
            return live.hopeless;
        };
        if repairs == Repairs::Never || used_up {
            self.abandon_unrepaired(place, world);
            return true;
        }
        let again = live.stage == Stage::Repairing;
        let failed = if again {
            self.above_both(place, live.repair_at, failed)
        } else {
            failed
        };
        let wanted = match repairs {
            Repairs::Root => NONE,
            _ => self.lowest_repair(place, failed),
        };
        let answered = again && wanted == live.repair_at;
        let live = &mut self.plans[place];
        live.failed = None;
        live.stage = Stage::Repairing;
        // Where the game has lost its answer to an agent that left, it is asked again.
        if answered && (repairs != Repairs::Game || live.offer.is_some()) {
            return false;
        }
        live.offer = None;
        self.wish_for_repair(place, wanted);
        false
    }

    /// A repair at this node is wanted from now on.
    fn wish_for_repair(&mut self, place: usize, node: u32) {
        let live = &mut self.plans[place];
        live.repair_at = node;
        live.repair_serial += 1;
        live.moved = self.pulse.tick;
        let at = self.say_node(place, node);
        self.note(place, Happened::NeedsRepair { at });
    }

    fn abandon_unrepaired(&mut self, place: usize, world: &mut World<'_>) {
        let lost_agent = self.plans[place].lost_agent;
        let reason = if lost_agent {
            Reason::AgentLeft
        } else {
            Reason::NoRepair
        };
        self.abandon(place, reason, world);
    }

    /// The lowest task at or above a node that can be planned again: one after which no step has started, and whose
    /// returned value nothing uses. `NONE` is the root.
    pub(super) fn lowest_repair(&self, place: usize, mut node: u32) -> u32 {
        let live = &self.plans[place];
        while let Some(row) = self.shelf.nodes(&live.block).get(node as usize) {
            let method = self.tables.tasks[row.task.0 as usize].kind == TaskKind::Method;
            if row.parent == NONE {
                return NONE;
            }
            if method && row.ret == Slot::NONE && !self.has_started_behind(place, node) {
                return node;
            }
            node = row.parent;
        }
        NONE
    }

    /// Whether a step behind all those below a task has started.
    fn has_started_behind(&self, place: usize, node: u32) -> bool {
        let live = &self.plans[place];
        let last_started = live.course.reached.saturating_sub(1) as usize;
        let mut steps = last_started..live.block.steps.len();
        !steps.any(|step| self.is_below(place, step, node))
    }

    /// There is no plan for what is to be repaired: the task above is next. Where there is none, the plan is given up
    /// in the next tick.
    pub fn repair_above(&mut self, place: usize) {
        let live = self.plans[place];
        if live.repair_at == NONE {
            self.plans[place].hopeless = true;
            return;
        }
        let parent = self.shelf.nodes(&live.block)[live.repair_at as usize].parent;
        let above = self.lowest_repair(place, parent);
        self.wish_for_repair(place, above);
    }

    /// The first plan that wants a repair that was not found yet: its place, and the number of its wish.
    pub fn wants_repair(&self) -> Option<(usize, u32)> {
        let mut places = self.order.iter().map(|&place| place as usize);
        let serial = |place: usize| self.plans[place].repair_serial;
        places
            .find(|&place| self.still_wants(place, serial(place)))
            .map(|p| (p, serial(p)))
    }

    /// Whether a wish for a repair still stands.
    pub fn still_wants(&self, place: usize, serial: u32) -> bool {
        let live = &self.plans[place];
        let wants = live.stage == Stage::Repairing && live.offer.is_none() && !live.hopeless;
        wants && live.repair_serial == serial
    }
}
