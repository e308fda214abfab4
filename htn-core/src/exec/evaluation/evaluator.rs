//! The evaluation that is in progress, and what remains of it if the game panics.
//!
//! The evaluator records what it evaluates before it calls the game. If an expression of the game panics, the facts are
//! rolled back to the last commit. The next call resumes the same tick, and begins with the consequence: a step that was
//! evaluated fails, an action that was ending ends without the effects of that moment, and an undo is tried once more. All
//! other work is still in its queue.

use crate::exec::agents::actions::ActionEnd;
use crate::exec::indices::{ActionSlot, PlanSlot, StepIndex};
use crate::exec::plans::step_info::START;
use crate::exec::plans::view::LivePlan;
use crate::exec::wake::inputs::Inputs;
use crate::exec::world::World;
use crate::model::error::SearchError;
use crate::model::event::{ActionId, FailureCause};
use crate::model::pool::{Memory, Pool};
use crate::tables::{Check, OperatorRow, Run, Tables, TaskId};

/// The purpose of a call of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::exec) enum GameCall {
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
pub(in crate::exec) struct PendingEnd {
    pub action: ActionSlot,
    pub end: ActionEnd,
    /// The number of its moments whose effects were applied.
    pub moments: usize,
    /// Why effects were lost.
    pub lost: Option<SearchError>,
}

/// The result of the last attempt to start the groups of a plan.
#[derive(Clone, Copy, Debug)]
pub(in crate::exec) struct VisitSummary {
    /// The inputs of the conditions that were evaluated.
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

/// The scratch memory for conditions and effects, and the current call of the game.
///
/// Invariant: while an expression of the game runs, `call` has its purpose, so that a panic can be attributed. Between
/// ticks, a pending call or an unfinished ending exists only if the game panicked in the last tick.
#[derive(Clone)]
pub(in crate::exec) struct Evaluator {
    pub summary: VisitSummary,
    /// The frame of the step that is evaluated.
    pub frame: Pool<u64>,
    /// The frame of a step, while steps of other plans are evaluated.
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

    /// Records the purpose of the next calls of the game.
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

    /// Adds inputs of the visited plan.
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

    /// Returns true if the action will end in the next tick, because the game panicked in its effects or in its `while`
    /// condition.
    pub fn will_end(&self, slot: ActionSlot, id: ActionId) -> bool {
        self.ending.is_some_and(|ending| ending.action == slot)
            || self.pending == GameCall::While(id)
    }

    /// Records a panic of the game.
    pub fn panicked(&mut self) {
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

    /// Evaluates the precondition of an operator over the values in `frame`. If only another solution than the planned one
    /// holds, `frame` has its values afterwards.
    pub fn ask_precondition(
        &mut self,
        operator: &OperatorRow,
        size: u16,
        world: &mut World<'_>,
    ) -> Result<bool, SearchError> {
        let Some(check) = &operator.holds else {
            return Ok(true);
        };
        if world.fact_holds(check, &self.frame) {
            return Ok(true);
        }
        let mut answer = world.evaluate(check.entry, check.frame, &self.frame);
        if answer == Ok(false) {
            answer = world.evaluate(operator.entry, size, &self.frame);
        }
        if answer == Ok(true) {
            self.frame.copy_from_slice(world.solution(size));
        }
        answer
    }

    /// Returns the first of these conjuncts that has the same answer over the values in `frame` as all of them, which do not
    /// hold.
    pub fn find_failed_conjunct(
        &self,
        pieces: Run,
        answer: Result<bool, SearchError>,
        tables: &'static Tables,
        world: &mut World<'_>,
    ) -> Option<&'static Check> {
        let pieces = &tables.checks[pieces.at as usize..][..usize::from(pieces.len)];
        let mut pieces = pieces.iter();
        pieces.find(|piece| world.evaluate(piece.entry, piece.frame, &self.frame) == answer)
    }

    /// Undoes a step. Returns why that changed nothing, if it did not.
    pub fn undo(
        &mut self,
        plan: LivePlan<'_>,
        step: StepIndex,
        world: &mut World<'_>,
    ) -> Option<FailureCause> {
        let undo = plan.info(step).undo()?;
        let tables = plan.tables;
        let task = &tables.tasks[undo.task.0 as usize];
        if world.host.is_absent() && asks_game(tables, undo.task) && world.host.skips(undo.task) {
            return Some(FailureCause::CannotUndo);
        }
        match world.evaluate(task.entry, task.frame, plan.undo_args(step)) {
            Ok(true) => {}
            Ok(false) => return Some(FailureCause::CannotUndo),
            Err(full) => return Some(FailureCause::Full(full)),
        }
        let operator = world.machine.solved()?;
        self.set_frame(world.solution(task.frame));
        let operator = &tables.operators[operator.0 as usize];
        if operator.writes[START].is_empty() {
            return None;
        }
        let done = world.carry_out(operator.moments[START], task.frame, &self.frame);
        done.err().map(FailureCause::Full)
    }

    pub fn bytes(&self) -> usize {
        self.frame.bytes() + self.set_aside.bytes()
    }
}

/// Returns true if the precondition or the effects of an internal operator see the context.
fn asks_game(tables: &Tables, task: TaskId) -> bool {
    let mut operators = tables.operators.iter();
    operators.any(|operator| operator.task == task && operator.asks_game != 0)
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
