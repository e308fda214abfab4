//! Changes to the settings and the task of a director.

use super::answer::SearchOutcome;
use super::search::Job;
use super::{Director, DirectorState};
use crate::model::domain::{Domain, Row};
use crate::model::settings::DirectorSettings;
use crate::persist::journal::RecordedCall;

impl<D: Domain> Director<D> {
    /// Returns the settings. Change a copy and pass it to [`set_settings`](Self::set_settings), as in the example of
    /// [`Director`].
    pub fn settings(&self) -> DirectorSettings {
        self.squad.settings
    }

    /// Changes the settings. They apply from the next tick. [`Director`] has an example.
    ///
    /// A new priority applies to plans found from then on, and the next search is at most the new interval away. With a new
    /// policy, a search for the root task in progress restarts, and running plans continue. A new
    /// [`Policy::Replace`](crate::Policy::Replace) or [`Policy::Preempt`](crate::Policy::Preempt) compares new plans with the
    /// most recent of them.
    pub fn set_settings(&mut self, settings: DirectorSettings) {
        self.squad.note_call(|| RecordedCall::Settings(settings));
        if self.squad.settings.policy != settings.policy {
            // Policies differ in the facts that a search starts with, or in how its result is compared.
            self.restart_root_search();
        }
        self.squad.set_settings(settings);
        if let Some(planner) = self.resources.planner_mut() {
            planner.detect_loops(settings.detect_loops);
        }
    }

    /// Plans for another task from the next interval on, or at once with [`replan_now`](Self::replan_now). Running plans continue,
    /// and are repaired for the task that they were made for.
    ///
    /// [`Director`] has an example of a squad that gets other orders.
    pub fn set_task(&mut self, task: D::Task) {
        self.squad.note_call(|| {
            let mut row = Row::new();
            let code = D::task_to_row(task, &mut row);
            RecordedCall::Task(code, row)
        });
        if self.squad.task != task {
            self.restart_root_search();
            self.squad.answers.last = SearchOutcome::New;
        }
        self.squad.task = task;
    }

    /// Restarts a search for the root task, because its task or settings have changed.
    fn restart_root_search(&mut self) {
        if self.squad.job == Job::Root {
            self.squad.next_search = 0;
        }
        self.squad.forget_root_search();
    }
}

impl<D: Domain> DirectorState<D> {
    /// Stores the settings and passes on those that the executor has.
    fn set_settings(&mut self, settings: DirectorSettings) {
        let old = core::mem::replace(&mut self.settings, settings);
        let latest = self.executor.engine.now() + self.interval();
        self.next_search = self.next_search.min(latest);
        let engine = &mut self.executor.engine;
        engine.cx.settings.repair = Some(settings.repair);
        engine.cx.settings.max_repairs = settings.max_repairs;
        if old.sensor_timeout != settings.sensor_timeout {
            engine.set_sensor_timeout(settings.sensor_timeout);
        }
        if old.stall_timeout != settings.stall_timeout {
            engine.set_stall_timeout(settings.stall_timeout);
        }
    }

    /// Returns the ticks between two searches for the root task.
    pub fn interval(&self) -> u64 {
        self.settings.interval.max(1).into()
    }
}
