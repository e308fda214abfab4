//! The state of evaluating conditions and effects, and what remains of it if the game panics.
//!
//! What is evaluated is recorded before the game is called. If an expression of the game panics, the facts are rolled back to
//! before it. The next call resumes the same tick, and begins with the consequence: a step that was evaluated has failed, an action
//! that ended has ended without the effects of that moment, and an undo is tried once more. Everything else that was to be
//! done is still in its queue.

use super::actions::ActionEnd;
use super::engine::Engine;
use super::indices::{ActionSlot, PlanSlot, StepIndex};
use super::inputs::Inputs;
use super::world::World;
use crate::model::error::SearchError;
use crate::model::event::ActionId;
use crate::model::pool::{Memory, Pool};

/// What the game is called for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum GameCall {
    Nothing,
    /// The conditions of a step, and its effects when it starts.
    Step(PlanSlot, StepIndex),
    /// The `while` condition of an action.
    While(ActionId),
    /// The effects at the end of the action that is ending.
    End,
    /// The undo of a step.
    Undo(PlanSlot, StepIndex),
}

/// An action that is ending.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingEnd {
    pub action: ActionSlot,
    pub end: ActionEnd,
    /// How many of its moments have come.
    pub moments: usize,
    /// Why effects were lost.
    pub lost: Option<SearchError>,
}

/// What a visit found in the groups of a plan.
#[derive(Clone, Copy, Debug)]
pub(super) struct VisitSummary {
    /// What the conditions that were evaluated depend on.
    pub inputs: Inputs,
    /// The first tick in which a wait for sensors is over; `u64::MAX` for none.
    pub sensors_until: u64,
    /// True if a group waits for something that was not reported yet.
    pub unreported: bool,
}

impl VisitSummary {
    pub const NOTHING: VisitSummary = VisitSummary {
        inputs: Inputs::NONE,
        sensors_until: u64::MAX,
        unreported: false,
    };
}

/// The scratch memory in which conditions and effects are evaluated, and the call of the game that is under way.
///
/// Invariant: while an expression of the game runs, `call` says what for, so that a panic can be attributed. Between ticks nothing
/// is called; an unfinished ending or a pending call is left only by a tick in which the game panicked.
#[derive(Clone)]
pub(super) struct Evaluator {
    pub summary: VisitSummary,
    /// The frame of the step that is evaluated.
    pub frame: Pool<u64>,
    /// The frame of a step that waits while steps of other plans are evaluated.
    set_aside: Pool<u64>,
    call: GameCall,
    /// The call in which the game panicked, until it is handled.
    pending: GameCall,
    /// True if the game panicked in the last call of `tick`.
    panicked: bool,
    ending: Option<PendingEnd>,
}

impl Evaluator {
    /// Reserves memory for frames of this many words.
    pub fn new(frame: usize, memory: Memory) -> Evaluator {
        Evaluator {
            summary: VisitSummary::NOTHING,
            frame: memory.pool(frame),
            set_aside: memory.pool(frame),
            call: GameCall::Nothing,
            pending: GameCall::Nothing,
            panicked: false,
            ending: None,
        }
    }

    /// Records what the game is called for from now on.
    #[inline]
    pub fn begin_call(&mut self, call: GameCall) {
        self.call = call;
    }

    /// Sets the frame of the step that is evaluated.
    pub fn set_frame(&mut self, words: &[u64]) {
        self.frame.clear();
        self.frame.extend_from_slice(words);
    }

    /// Sets the frame aside, or restores it.
    pub fn swap_frames(&mut self) {
        core::mem::swap(&mut self.frame, &mut self.set_aside);
    }

    /// Adds to what the conditions of the visited plan depend on.
    #[inline]
    pub fn depends_on(&mut self, inputs: Inputs) {
        self.summary.inputs = self.summary.inputs.and(inputs);
    }

    /// Begins to end an action.
    pub fn begin_ending(&mut self, action: ActionSlot, end: ActionEnd) {
        self.ending = Some(PendingEnd {
            action,
            end,
            moments: 0,
            lost: None,
        });
    }

    /// Returns the call in which the game panicked, if that is not handled yet, and the action that is ending.
    #[cfg(feature = "serde")]
    pub fn interrupted(&self) -> (GameCall, Option<PendingEnd>) {
        (self.pending, self.ending)
    }

    /// Returns the action that is ending.
    pub fn ending_mut(&mut self) -> Option<&mut PendingEnd> {
        self.ending.as_mut()
    }

    /// Ends the ending of an action.
    pub fn take_ending(&mut self) -> Option<PendingEnd> {
        self.ending.take()
    }

    /// Returns true if the end of this action is certain and still to be reported: the game panicked in its effects, or in
    /// its `while` condition.
    pub fn will_end(&self, slot: ActionSlot, id: ActionId) -> bool {
        self.ending.is_some_and(|ending| ending.action == slot)
            || self.pending == GameCall::While(id)
    }

    /// Records a panic of the game.
    fn panicked(&mut self) {
        self.panicked = true;
        match core::mem::replace(&mut self.call, GameCall::Nothing) {
            // The action is still in `ending`.
            GameCall::Nothing | GameCall::End => {}
            call => self.pending = call,
        }
    }

    /// Returns true if the game panicked in the last call of `tick`. Effects of an action that was ending are lost then.
    pub fn take_panicked(&mut self) -> bool {
        let panicked = core::mem::take(&mut self.panicked);
        if panicked && let Some(ending) = &mut self.ending {
            ending.lost = ending.lost.or(Some(SearchError::Panicked));
        }
        panicked
    }

    /// Returns the call in which the game panicked, which is then handled.
    pub fn take_pending(&mut self) -> GameCall {
        core::mem::replace(&mut self.pending, GameCall::Nothing)
    }

    pub fn bytes(&self) -> usize {
        self.frame.bytes() + self.set_aside.bytes()
    }
}

/// An engine at work on the facts of the game. If that ends early, because the game panicked, the facts are rolled back to the
/// last commit.
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
            self.world.rollback();
            self.engine.eval.panicked();
            self.engine.mark_dirty();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_attributed_to_the_last_call_once() {
        let mut eval = Evaluator::new(4, Memory::Reserved);
        let id = ActionId::new(1, ActionSlot::new(2));
        eval.begin_call(GameCall::While(id));
        eval.panicked();
        assert!(eval.will_end(id.slot(), id));
        assert!(eval.take_panicked() && !eval.take_panicked());
        assert_eq!(eval.take_pending(), GameCall::While(id));
        assert_eq!(eval.take_pending(), GameCall::Nothing);
    }

    #[test]
    fn an_ending_survives_a_panic_and_loses_its_effects() {
        let mut eval = Evaluator::new(4, Memory::Reserved);
        eval.begin_ending(ActionSlot::new(2), ActionEnd::Finished);
        eval.begin_call(GameCall::End);
        eval.panicked();
        assert!(eval.take_panicked());
        assert_eq!(eval.take_pending(), GameCall::Nothing);
        let ending = eval.take_ending().expect("it is still ending");
        assert_eq!(ending.lost, Some(SearchError::Panicked));
    }
}
