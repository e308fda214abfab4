//! The checks of `while` conditions: those of actions for which an input has changed.

use crate::exec::agents::actions::RunningActions;
use crate::exec::indices::ActionSlot;
use crate::exec::queue::Queue;
use crate::exec::wake::inputs::Inputs;
use crate::exec::wake::watchers::Watchers;
use crate::model::event::ActionId;
use crate::model::pool::Memory;
use crate::tables::Tables;

/// The pending checks of `while` conditions.
///
/// Invariant: an action with a pending check runs and has a `while` condition. In one tick each condition is checked at
/// most once, in the order in which the actions started: a change after its turn makes it due in the next tick.
#[derive(Clone)]
pub(in crate::exec) struct WhileChecks {
    watchers: Watchers,
    pending: Queue<ActionSlot>,
    /// While checks run, the action that was checked last.
    turn: Option<ActionId>,
}

impl WhileChecks {
    /// Reserves memory for this many actions.
    pub fn new(tables: &Tables, actions: usize, memory: Memory) -> WhileChecks {
        WhileChecks {
            watchers: Watchers::new(tables, actions, memory),
            pending: Queue::new(actions, memory),
            turn: None,
        }
    }

    /// Returns true if no action that runs has a `while` condition.
    pub fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// Adds an action whose `while` condition depends on the given inputs.
    pub fn watch(&mut self, slot: ActionSlot, inputs: Inputs) {
        if inputs != Inputs::NONE {
            self.watchers.change(slot, Inputs::NONE, inputs);
        }
    }

    /// Removes an action that was added with the same inputs.
    pub fn unwatch(&mut self, slot: ActionSlot, inputs: Inputs, actions: &RunningActions) {
        if inputs != Inputs::NONE {
            self.watchers.change(slot, inputs, Inputs::NONE);
            self.clear_check(slot, actions);
        }
    }

    /// Makes the conditions that depend on what has changed due: in this tick if their turn is still to come.
    pub fn notice(&mut self, changed: Inputs, actions: &mut RunningActions, now: u64) {
        if self.watchers.is_empty() {
            return;
        }
        for slot in self.watchers.of(changed) {
            let comes = self.turn.is_some_and(|turn| turn < actions[slot].id);
            actions.set_while_due(slot, now + u64::from(!comes));
            self.pending.put(slot, in_turn(actions));
        }
    }

    /// Starts the checks of a tick.
    pub fn begin(&mut self) {
        self.turn = Some(ActionId::NONE);
    }

    /// Returns the action that is to be checked next in this tick.
    pub fn next(&mut self, actions: &RunningActions, now: u64) -> Option<ActionSlot> {
        let slot = self.pending.first()?;
        let (due, id) = actions.while_order(slot);
        if due > now {
            return None;
        }
        self.turn = Some(id);
        Some(slot)
    }

    /// Removes the pending check of an action.
    pub fn clear_check(&mut self, slot: ActionSlot, actions: &RunningActions) {
        self.pending.remove(slot, in_turn(actions));
    }

    /// Ends the checks of a tick.
    pub fn end(&mut self) {
        self.turn = None;
    }

    pub fn bytes(&self) -> usize {
        self.watchers.bytes() + self.pending.bytes()
    }
}

/// The order of checks.
fn in_turn(actions: &RunningActions) -> impl Fn(ActionSlot, ActionSlot) -> bool + '_ {
    |a, b| actions.while_order(a) < actions.while_order(b)
}
