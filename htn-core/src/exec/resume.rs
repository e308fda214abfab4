//! Resuming a tick in which an expression of the game panicked.

use super::actions::ActionEnd;
use super::engine::Engine;
use super::evaluator::GameCall;
use super::indices::PlanSlot;
use super::plan_record::PlanStage;
use super::world::World;
use crate::model::event::{AbandonReason, FailureCause};

impl Engine {
    /// Returns true if the game panicked in the last call. An action that was ending ends then.
    pub(super) fn was_interrupted(&mut self, world: &mut World<'_>) -> bool {
        let panicked = self.eval.take_panicked();
        if panicked {
            self.whiles.end();
            self.claims.clear(&self.plans);
            self.resume_ending(world);
        }
        panicked
    }

    /// Handles the call in which the game panicked. Ends that were reported since have been processed before.
    pub(super) fn handle_panic(&mut self, world: &mut World<'_>) {
        match self.eval.take_pending() {
            GameCall::Nothing | GameCall::End => {}
            GameCall::Step(slot, step) => {
                let waits = self.plans[slot].stage == PlanStage::Running
                    && !self.plans.state(slot, step).has_started();
                if waits {
                    self.fail_step(slot, step, FailureCause::Panicked, world);
                }
            }
            GameCall::While(id) => {
                if let Some(action) = self.actions.find(id) {
                    self.end_action(action, ActionEnd::Failed(FailureCause::Panicked), world);
                }
            }
            // One more attempt, or something would be reserved for ever.
            GameCall::Undo(slot, step) => {
                let row = self.plans.state_mut(slot, step);
                if core::mem::replace(&mut row.undo.panicked, true) {
                    self.log_failed_undo(slot, step, FailureCause::Panicked);
                    self.remove_undo(slot, step);
                }
            }
        }
        while let Some((slot, reason)) = self.abandoning() {
            self.abandon(slot, reason, world);
        }
    }

    /// Returns a plan that is being abandoned.
    fn abandoning(&self) -> Option<(PlanSlot, AbandonReason)> {
        let mut plans = self.plans.order().iter();
        plans.find_map(|slot| Some((*slot, self.plans[*slot].abandoning?)))
    }
}
