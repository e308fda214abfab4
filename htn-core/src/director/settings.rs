//! What a game can set: when a director is made, and while it runs.

use super::Director;
use super::answer::Answer;
use super::search::Job;
use crate::domain::{Domain, Row};
use crate::executor::Repairs;
use crate::journal::{Call, TaskName};

/// How a director repairs a plan of which something failed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Repair {
    /// Plans the lowest task again for which that is possible.
    #[default]
    Subtree,
    /// Plans the root task again.
    Replan,
    /// Not at all: the plan is abandoned.
    Abandon,
}

/// What a director does with the plans that it finds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Policy {
    /// Adds each to those that run. Reservations keep them apart.
    #[default]
    Accumulate,
    /// Runs one at a time: a new one takes over only where it is better. It is searched for as if the running one had
    /// made way: the `finish` effects of its actions brought about, and its reservations taken back.
    ///
    /// The choices of method and branch are compared first, from the root down: the earlier one is better. Where they
    /// are all the same, the branches' `sort by`: the lesser one is better.
    Replace,
    /// As [`Replace`](Self::Replace), but plans are compared in the order of the search: from the root down, task by task, the
    /// choice of method and branch, and where it is the same what that branch sorts by, before anything below it.
    ///
    /// A plan with the actions that are left of the running one is no better, however it comes about: who has drawn his weapon and
    /// shoots does not begin to shoot again because he need not draw.
    ///
    /// This is for goals with weights, which change while plans run: `sort by weight desc` at the root decides, however the
    /// goals are pursued below.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    ///
    /// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// pub enum Goal { Attack, Patrol }
    ///
    /// htn_domain! {
    ///     domain guard;
    ///     agent u8;
    ///     predicate goal(Goal => weight: f32);
    ///     operator shoot(who: u8) by who {}
    ///     operator walk(who: u8) by who {}
    ///     pub method live(who: u8) if goal(goal, weight) sort by weight desc { pursue(who, goal); }
    ///     method pursue(who: u8, goal: Goal) if goal == Goal::Attack { shoot(who); }
    ///     method pursue(who: u8, goal: Goal) if goal == Goal::Patrol { walk(who); }
    /// }
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// use guard::{Director, Fact, Task};
    ///
    /// let mut director = Director::new(Task::Live { who: 1 }).policy(Policy::Preempt).interval(1);
    /// director.state_mut().insert(Fact::Goal(Goal::Attack, 0.8))?;
    /// director.state_mut().insert(Fact::Goal(Goal::Patrol, 0.7))?;
    /// let mut told = Vec::new();
    /// for tick in 0..12 {
    ///     match tick {
    ///         4 => director.state_mut().insert(Fact::Goal(Goal::Patrol, 0.9))?, // takes over
    ///         8 => director.state_mut().insert(Fact::Goal(Goal::Patrol, 0.85))?, // still first: goes on
    ///         _ => false,
    ///     };
    ///     told.extend(director.tick(&(), Budget::steps(100)).map(|command| command.to_string()));
    /// }
    /// assert_eq!(told, [
    ///     "start action 1: shoot(1), for plan 1",
    ///     "stop action 1: shoot(1), for plan 1",
    ///     "start action 2: walk(1), for plan 2",
    /// ]);
    /// # Ok(())
    /// # }
    /// ```
    Preempt,
}

impl Policy {
    /// Whether one plan runs at a time.
    pub(super) fn takes_turns(self) -> bool {
        self != Policy::Accumulate
    }
}

/// What a director tries after an action whose failure the game has reported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Retry {
    /// The first plan that the repair finds, also where that begins with the action that has just failed.
    #[default]
    Same,
    /// The first plan whose first action is another one, or has other arguments. Where there is none, the first plan after
    /// all.
    Other,
}

impl<D: Domain> Director<D> {
    /// Every how many ticks it plans for the root task; 30 at first.
    #[must_use]
    pub fn interval(mut self, ticks: u32) -> Self {
        self.set_interval(ticks);
        self
    }

    /// What it does with the plans that it finds; [`Policy::Accumulate`] at first.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.set_policy(policy);
        self
    }

    /// The priority of the plans that it finds; 0 at first.
    #[must_use]
    pub fn priority(mut self, priority: i32) -> Self {
        self.set_priority(priority);
        self
    }

    /// How it repairs; [`Repair::Subtree`] at first.
    #[must_use]
    pub fn repair(mut self, repair: Repair) -> Self {
        self.set_repair(repair);
        self
    }

    /// After how many repairs a plan is abandoned where something of it fails again; 8 at first.
    #[must_use]
    pub fn max_repairs(mut self, repairs: u32) -> Self {
        self.set_max_repairs(repairs);
        self
    }

    /// As [`Executor::sense_grace`](crate::Executor::sense_grace).
    #[must_use]
    pub fn sense_grace(mut self, ticks: u32) -> Self {
        self.set_sense_grace(ticks);
        self
    }

    /// As [`Executor::wait_limit`](crate::Executor::wait_limit).
    #[must_use]
    pub fn wait_limit(mut self, ticks: u32) -> Self {
        self.set_wait_limit(ticks);
        self
    }

    /// As [`Planner::detect_loops`](crate::Planner::detect_loops).
    #[must_use]
    pub fn detect_loops(mut self, on: bool) -> Self {
        self.set_detect_loops(on);
        self
    }

    /// Whether it takes a plan whose steps are those of a plan that has not ended, with [`Policy::Accumulate`]; no at first.
    /// A domain that reserves what it uses never finds one.
    #[must_use]
    pub fn duplicates(mut self, on: bool) -> Self {
        self.set_duplicates(on);
        self
    }

    /// Whether it plans for the root task at once, and not at the next interval, when a plan with an action in it has ended
    /// and none is left; yes at first. After a search without a plan the interval holds.
    #[must_use]
    pub fn when_idle(mut self, on: bool) -> Self {
        self.set_when_idle(on);
        self
    }

    /// What it tries after an action whose failure the game has reported; [`Retry::Same`] at first.
    #[must_use]
    pub fn retry(mut self, retry: Retry) -> Self {
        self.set_retry(retry);
        self
    }

    /// For how many ticks it does not take a plan again that was abandoned for want of a repair: none was found, none was
    /// allowed, or `max_repairs` were used up. Two intervals at first; 0 for not at all. It remembers four such plans for
    /// each that may run at once ([`Limits::plans`](crate::Limits::plans)).
    #[must_use]
    pub fn retry_after(mut self, ticks: u32) -> Self {
        self.set_retry_after(ticks);
        self
    }

    /// As [`interval`](Self::interval), while it runs: the next search is at most that far away. A squad that nobody sees can
    /// think less often.
    pub fn set_interval(&mut self, ticks: u32) {
        self.squad.note_call(|| Call::Interval(ticks));
        self.squad.interval = u64::from(ticks.max(1));
        let latest = self.squad.executor.engine.now() + self.squad.interval;
        self.squad.next_search = self.squad.next_search.min(latest);
    }

    /// As [`policy`](Self::policy), while it runs. Plans that run go on; with [`Policy::Replace`] and
    /// [`Policy::Preempt`], what is found from now on is compared with the youngest of them.
    pub fn set_policy(&mut self, policy: Policy) {
        self.squad.note_call(|| Call::Policy(policy));
        if self.squad.policy != policy {
            // Each begins with facts of its own, or compares in its own way what it finds.
            self.search_anew();
        }
        self.squad.policy = policy;
    }

    /// As [`priority`](Self::priority), for the plans that are found from now on.
    pub fn set_priority(&mut self, priority: i32) {
        self.squad.note_call(|| Call::Priority(priority));
        self.squad.priority = priority;
    }

    /// Plans for another task from now on: at the next interval, or at once with [`replan_now`](Self::replan_now). Plans that
    /// run go on, and are repaired for the task that they were made for.
    pub fn set_task(&mut self, task: D::Task) {
        self.squad.note_call(|| {
            let mut row = Row::new();
            let code = D::task_to_row(task, &mut row);
            Call::Task(TaskName::of(D::tables(), code), row)
        });
        if self.squad.task != task {
            self.search_anew();
            self.squad.answers.last = Answer::News;
        }
        self.squad.task = task;
    }

    /// A search for the root task that is under way is for something else: it begins anew.
    fn search_anew(&mut self) {
        if self.squad.job == Job::Root {
            self.squad.next_search = 0;
        }
        self.squad.forget_root_search();
    }

    /// As [`repair`](Self::repair), while it runs: for what fails from now on.
    pub fn set_repair(&mut self, repair: Repair) {
        self.squad.note_call(|| Call::Repair(repair));
        self.squad.executor.engine.settings.repairs = match repair {
            Repair::Subtree => Repairs::Subtree,
            Repair::Replan => Repairs::Root,
            Repair::Abandon => Repairs::Never,
        };
    }

    /// As [`max_repairs`](Self::max_repairs), while it runs.
    pub fn set_max_repairs(&mut self, repairs: u32) {
        self.squad.note_call(|| Call::MaxRepairs(repairs));
        self.squad.executor.engine.settings.max_repairs = repairs;
    }

    /// As [`sense_grace`](Self::sense_grace), while it runs.
    pub fn set_sense_grace(&mut self, ticks: u32) {
        self.squad.note_call(|| Call::SenseGrace(ticks));
        self.squad.executor.engine.set_sense_grace(ticks);
    }

    /// As [`wait_limit`](Self::wait_limit), while it runs.
    pub fn set_wait_limit(&mut self, ticks: u32) {
        self.squad.note_call(|| Call::WaitLimit(ticks));
        self.squad.executor.engine.set_wait_limit(ticks);
    }

    /// As [`duplicates`](Self::duplicates), while it runs.
    pub fn set_duplicates(&mut self, on: bool) {
        self.squad.note_call(|| Call::Duplicates(on));
        self.squad.duplicates = on;
    }

    /// As [`when_idle`](Self::when_idle), while it runs.
    pub fn set_when_idle(&mut self, on: bool) {
        self.squad.note_call(|| Call::WhenIdle(on));
        self.squad.when_idle = on;
    }

    /// As [`retry`](Self::retry), while it runs.
    pub fn set_retry(&mut self, retry: Retry) {
        self.squad.note_call(|| Call::Retry(retry));
        self.squad.retry = retry;
    }

    pub(crate) fn set_detect_loops(&mut self, on: bool) {
        self.squad.note_call(|| Call::DetectLoops(on));
        self.squad.detect_loops = on;
        if let Some(planner) = self.desk.planner_mut() {
            planner.detect_loops(on);
        }
    }

    /// As [`retry_after`](Self::retry_after), for plans that are abandoned from now on.
    pub fn set_retry_after(&mut self, ticks: u32) {
        self.squad.note_call(|| Call::RetryAfter(ticks));
        self.squad.retry_after = Some(ticks);
    }
}
