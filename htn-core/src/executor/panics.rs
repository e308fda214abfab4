//! When an expression of the game panics in a tick, and the game goes on.
//!
//! What is being done is noted before the game is asked. On the way out the facts are put back to before it; the next call
//! goes on with the same tick, and begins with what is to become of that: a step that asked has failed, an action that
//! ended has ended without the effects of that moment, and what could not be taken back is tried once more. Whatever else
//! there was to do is still in its queue.

use super::actions::ActionEnd;
use super::engine::Engine;
use super::indices::{ActionSlot, PlanSlot, StepIndex};
use super::plan_record::Stage;
use super::world::World;
use crate::error::SearchError;
use crate::event::{AbandonReason, ActionId, FailureCause};

/// What the game is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Asking {
    Nothing,
    /// Whether a step can start, and what it does then.
    Step(PlanSlot, StepIndex),
    /// The `while` condition of an action.
    While(ActionId),
    /// The effects at the end of an action, which is in [`Engine::ending`].
    End,
    /// What takes a step back.
    Undo(PlanSlot, StepIndex),
}

/// An action that is ending.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    pub action: ActionSlot,
    pub end: ActionEnd,
    /// How many of its moments have come.
    pub moments: usize,
    /// Why effects were lost.
    pub lost: Option<SearchError>,
}

/// What a tick may leave behind where the game has panicked.
#[derive(Clone, Debug)]
pub(super) struct Interruption {
    pub asking: Asking,
    /// What it was asked for when it did, where nothing was made of that yet.
    pending: Asking,
    /// It has in the last call.
    happened: bool,
}

impl Interruption {
    pub const NONE: Interruption = Interruption {
        asking: Asking::Nothing,
        pending: Asking::Nothing,
        happened: false,
    };
}

/// An engine at work on the facts of the game. Where that comes to an early end, the facts are put back to where they
/// stood when the last thing was done as a whole.
pub(super) struct Guarded<'a, 'w> {
    pub engine: &'a mut Engine,
    pub world: &'a mut World<'w>,
    pub over: bool,
}

impl<'a, 'w> Guarded<'a, 'w> {
    pub fn new(engine: &'a mut Engine, world: &'a mut World<'w>) -> Self {
        Guarded {
            engine,
            world,
            over: false,
        }
    }
}

impl Drop for Guarded<'_, '_> {
    fn drop(&mut self) {
        if !self.over {
            self.world.take_back();
            let interruption = &mut self.engine.interruption;
            interruption.happened = true;
            match core::mem::replace(&mut interruption.asking, Asking::Nothing) {
                // The action is still in `Engine::ending`.
                Asking::Nothing | Asking::End => {}
                asked => interruption.pending = asked,
            }
            self.engine.stir();
        }
    }
}

impl Engine {
    /// Whether the game has panicked in the last call. An action that was ending ends then.
    pub(super) fn was_interrupted(&mut self, world: &mut World<'_>) -> bool {
        let happened = core::mem::take(&mut self.interruption.happened);
        if happened {
            self.while_turn = None;
            while let Some(slot) = self.queues.claiming.first() {
                self.queues.claiming.remove(slot, self.plans.in_order());
            }
            if let Some(ending) = &mut self.ending {
                ending.lost = ending.lost.or(Some(SearchError::Panicked));
            }
            self.go_on_ending(world);
        }
        happened
    }

    /// Returns true if the `while` condition of this action panicked and the tick has yet to end the action for it.
    pub(super) fn while_panicked(&self, id: ActionId) -> bool {
        matches!(self.interruption.pending, Asking::While(other) if other == id)
    }

    /// Makes of it what is to be made of it. What the game has reported meanwhile was taken up before.
    pub(super) fn go_on(&mut self, world: &mut World<'_>) {
        let asked = core::mem::replace(&mut self.interruption.pending, Asking::Nothing);
        match asked {
            Asking::Nothing | Asking::End => {}
            Asking::Step(slot, step) => {
                let waits = self.plans[slot].stage == Stage::Running
                    && !self.plans.state(slot, step).has_started();
                if waits {
                    self.fail_step(slot, step, FailureCause::Panicked, world);
                }
            }
            Asking::While(id) => {
                if let Some(action) = self.find_action(id) {
                    self.end_action(action, ActionEnd::Failed(FailureCause::Panicked), world);
                }
            }
            // It is tried once more, or something would be reserved for ever.
            Asking::Undo(slot, step) => {
                let row = self.plans.state_mut(slot, step);
                if core::mem::replace(&mut row.undo.panicked, true) {
                    self.log_failed_undo(slot, step, FailureCause::Panicked);
                    self.strike_off(slot, step);
                }
            }
        }
        while let Some((slot, reason)) = self.doomed() {
            self.abandon(slot, reason, world);
        }
    }

    /// A plan that is being given up.
    fn doomed(&self) -> Option<(PlanSlot, AbandonReason)> {
        let mut plans = self.plans.order().iter();
        plans.find_map(|slot| Some((*slot, self.plans[*slot].doomed?)))
    }
}
