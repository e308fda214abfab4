//! The state of a director: everything except the planner.

use alloc::boxed::Box;
use alloc::sync::Arc;

use crate::exec::{DomainInputs, Executor, QueryContext};
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::model::pool::{Memory, Pool};
use crate::model::settings::DirectorSettings;
use crate::model::stats::Stats;
use crate::persist::journal::{JournalWriter, RecordedCall};
use crate::store::state::State;
use crate::tables::Tables;

use super::answer::Answers;
use super::breakpoints::Debugger;
use super::search::{AwaitedAnswer, Job, Other, SearchSteps};

/// The facts, running plans and settings of a squad, and the state of its search.
pub(crate) struct DirectorState<D: Domain> {
    pub task: D::Task,
    pub state: State<D>,
    pub executor: Executor<D>,
    pub settings: DirectorSettings,
    /// The tick in which the next search for the root task begins.
    pub next_search: u64,
    /// True if repairs have delayed the search for the root task beyond its tick, or dropped it.
    pub held_up: bool,
    pub job: Job,
    /// True while a plan for the root task is compared and submitted. A panic of the game leaves it set.
    pub deciding: bool,
    pub other: Other,
    /// The answer that the search in progress waits for.
    pub awaited: Option<AwaitedAnswer>,
    pub answers: Answers,
    /// Statistics of the last search, and totals of all searches.
    pub stats: Stats,
    pub search_steps: SearchSteps,
    /// Memory for two sort keys.
    pub keys: Pool<u64>,
    /// The journal, if one is kept.
    pub journal: Option<Box<JournalWriter<D>>>,
    /// The breakpoints, if there are any.
    pub debugger: Option<Box<Debugger<D>>>,
}

impl<D: Domain> DirectorState<D> {
    pub fn new(
        tables: &'static Tables,
        task: D::Task,
        state: State<D>,
        inputs: Arc<DomainInputs>,
        limits: Limits,
        memory: Memory,
    ) -> Self {
        let mut executor = Executor::without_machine(tables, inputs, limits, memory);
        let settings = DirectorSettings::default();
        let engine = &mut executor.engine;
        engine.cx.settings.repair = Some(settings.repair);
        engine.cx.settings.max_repairs = settings.max_repairs;
        engine.remember_rejected();
        let sorts = tables.branches.iter().filter_map(|branch| branch.sort);
        let words = sorts
            .map(|(_, words)| usize::from(words))
            .max()
            .unwrap_or(0);
        DirectorState {
            task,
            state,
            executor,
            settings,
            next_search: 1,
            held_up: false,
            job: Job::Idle,
            deciding: false,
            other: Other::WANTED,
            awaited: None,
            answers: Answers::NONE,
            stats: Stats::default(),
            search_steps: SearchSteps::default(),
            keys: memory.pool(2 * words),
            journal: None,
            debugger: None,
        }
    }

    /// Runs the part of a tick before searches: continues the plans.
    pub fn run_plans(&mut self, queries: &mut QueryContext<'_>) {
        if let Some(journal) = &mut self.journal {
            journal.begin_tick(self.state.store());
        }
        let ticks = self.retry_after_ticks();
        self.executor.engine.rejected.set_ticks(ticks);
        let world = &mut queries.over(self.state.store_mut());
        self.executor.engine.tick(world);
        #[cfg(feature = "reload")]
        {
            let (executor, facts) = (&mut self.executor, self.state.store_mut());
            let (reload, engine) = (&executor.reload, &mut executor.engine);
            crate::reload::abandon_outdated(reload, engine, queries, facts);
        }
        self.look_at_ends();
    }

    /// Ends the tick of the executor and of the journal.
    pub fn end_tick(&mut self) {
        self.executor.engine.end_tick();
        if let Some(journal) = &mut self.journal {
            journal.end_tick(&self.executor, self.state.store());
        }
        if let Some(debugger) = &mut self.debugger {
            debugger.end_tick(&self.executor, &self.state);
        }
    }

    /// Starts a new search for the root task in the next tick.
    pub fn replan_now(&mut self) {
        self.next_search = 0;
        // Repeated calls must not starve repairs: they come first again.
        self.held_up = false;
        self.forget_root_search();
    }

    /// Drops a search for the root task, which is obsolete.
    pub fn forget_root_search(&mut self) {
        if self.job == Job::Root {
            self.job = Job::Idle;
        }
    }

    /// Makes a search in progress start again at its next turn.
    pub fn restart_search(&mut self) {
        self.note_call(|| RecordedCall::RestartSearch);
        if self.job == Job::Root {
            self.next_search = 0;
        }
        self.job = Job::Idle;
    }

    /// As [`Director::agent_left`](super::Director::agent_left).
    pub fn agent_left(&mut self, agent: u64) {
        self.note_call(|| RecordedCall::AgentLeft(agent));
        self.executor.engine.agent_left(agent);
        self.executor.engine.drop_found_repairs();
        match self.job {
            Job::Idle => {}
            Job::Root => self.replan_now(),
            Job::Repair { .. } => self.job = Job::Idle,
        }
    }

    /// Returns the allocated bytes.
    pub fn bytes(&self) -> usize {
        let own = self.keys.bytes();
        self.state.bytes() + self.executor.bytes() + own
    }

    /// Returns the number of ticks for which an abandoned plan is rejected.
    pub fn retry_after_ticks(&self) -> u64 {
        let ticks = self.settings.retry_after;
        ticks.map_or(2 * self.interval(), u64::from)
    }
}

impl<D: Domain> Clone for DirectorState<D> {
    fn clone(&self) -> Self {
        DirectorState {
            state: self.state.clone(),
            executor: self.executor.clone(),
            keys: self.keys.clone(),
            // A journal records one director, not its copies, and breakpoints halt one.
            journal: None,
            debugger: None,
            ..*self
        }
    }
}
