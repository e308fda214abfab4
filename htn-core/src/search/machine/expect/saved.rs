//! The start of a search, for saves.

use alloc::vec::Vec;
use core::iter::successors;

use super::super::Machine;
use super::super::roots::task_at;
use super::ConditionTracker;
use crate::model::domain::{Row, TaskCode};
use crate::model::plan::PlanData;
use crate::store::Entry;

impl ConditionTracker {
    /// Returns the tasks that the game set, and the changes of the facts that the search has made and not undone.
    pub fn beginning<'a>(
        &self,
        machine: &'a Machine,
        plan: &'a PlanData,
    ) -> (Vec<(TaskCode, Row)>, &'a [Entry]) {
        let state = &machine.state;
        let words = if self.lent.rest {
            &*plan.words
        } else {
            &*state.slots
        };
        let entries = if self.lent.trail {
            &*plan.trail
        } else {
            state.work.trail.entries()
        };
        let height = self.trail_at.map_or(entries.len(), |at| at as usize);
        let first = (!state.roots.is_empty()).then_some(0);
        let roots = successors(first, |fp| state.roots.after(*fp, state.tables, words));
        let tasks = roots.map(|fp| {
            let (root, args) = task_at(fp, state.tables, words);
            (root.code(), args.iter().copied().collect())
        });
        (tasks.collect(), &entries[..height])
    }
}

impl Machine {
    /// Returns true if the tasks of the search may interleave.
    pub fn has_unordered_tasks(&self) -> bool {
        self.state.roots.are_unordered()
    }
}
