//! Records a director once a tick.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use htn_core::domain::{Domain, Row};
use htn_core::{Director, EventEffect, Halt, PlanStatus, Searching, Stats, StepState, Term};

use super::clock::{Clock, Turn};
use super::entry::{Broken, CallId, Entry, Node, PlanShape, Search, Step, StepMark, TextId, What};
use super::fact_log::FactLog;
use super::interner::{CallCode, Interner};
use super::recorded::Recorded;
use crate::names::Value;

/// The default of the maximum memory of a recording.
const LIMIT: usize = 64 << 20;

/// Records a director: events, changes of facts, plans and their repairs, and the steps of searches.
///
/// ```
/// use htn_view::{Recorded, Recording};
/// use squad_htn::prelude::*;
///
/// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// pub struct Medic(pub u16);
///
/// htn_domain! {
///     pub domain ward;
///     agent Medic;
///     predicate medic(Medic) [8];
///     predicate wounded(u16) [8];
///     operator bandage(who: Medic, patient: u16) by who { success delete wounded(patient); }
///     pub method help() if wounded(patient) && medic(who) { bandage(who, patient); }
/// }
/// use ward::{Director, Domain, Fact, Task};
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let mut director = Director::new(Task::Help);
///     director.state_mut().insert(Fact::Medic(Medic(1)))?;
///     director.state_mut().insert(Fact::Wounded(12))?;
///     let mut recording = Recording::<Domain>::new()
///         .limit(16 << 20)
///         .names(|value| value.get("Medic").map(|Medic(number)| format!("medic {number}")));
///     for _frame in 0..10 {
///         for command in director.tick(&(), Budget::micros(500)) {
///             if let Command::Start { id, .. } = command {
///                 director.finish(id, Outcome::Success)?;
///             }
///         }
///         recording.tick(&director);
///     }
///
///     recording.note("medic 1", "goes home");
///     let file = recording.to_bytes();
///     let recorded = Recorded::read(&file)?;
///     recorded.is_of::<Domain>()?;
///     assert!(!recorded.is_empty() && recorded.forgotten() == 0);
///     assert_eq!((recorded.domain(), recorded.ticks()), ("ward", 1..=10));
///     assert!(recorded.log(60.0).contains("medic 1    started bandage(medic 1, 12)"));
///     std::fs::write(std::env::temp_dir().join("ward.json"), recorded.timeline(60.0))?; // for Perfetto
///     assert_eq!(recording.into_recorded().len(), recorded.len());
///     Ok(())
/// }
/// ```
pub struct Recording<D: Domain> {
    pub(super) recorded: Recorded,
    pub(super) interner: Interner,
    pub(super) clock: Clock<D>,
    facts: FactLog,
    limit: usize,
    /// The approximate size of the entries.
    bytes: usize,
    searched: Searched,
    plans: Vec<u64>,
    /// Why the director was last halted.
    halted: Option<Halt>,
    #[cfg(feature = "explain")]
    pub(super) reasons: super::why::Reasons<D>,
    #[cfg(feature = "feed")]
    pub(super) now: super::update::Now,
    domain: PhantomData<fn() -> D>,
}

/// The state of the planner at the last tick.
#[derive(Clone, Copy, Default)]
struct Searched {
    stats: Stats,
    /// The steps of all searches.
    spent: u64,
    answers: u64,
    /// The task of a paused search.
    job: Option<Searching>,
    /// The plan that last needed a repair.
    broken: u64,
}

impl<D: Domain> Recording<D> {
    /// Creates an empty recording, with a limit of 64 MB. The example of [`Recording`](Self) uses it.
    pub fn new() -> Self {
        Recording {
            recorded: Recorded::of::<D>(),
            interner: Interner::new(D::tables()),
            clock: Clock::new(),
            facts: FactLog::new(D::tables().relations.len()),
            limit: LIMIT,
            bytes: 0,
            searched: Searched::default(),
            plans: Vec::new(),
            halted: None,
            #[cfg(feature = "explain")]
            reasons: super::why::Reasons::new(),
            #[cfg(feature = "feed")]
            now: super::update::Now::new(),
            domain: PhantomData,
        }
    }

    /// Sets the approximate maximum of its memory in bytes. A full recording drops the older half of its entries, and
    /// [counts them](Recorded::forgotten). [`Recording`](Self) has an example.
    #[must_use]
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes.max(1 << 16);
        self
    }

    /// Sets the names of values: `Ash` instead of `PersonId(0)`. The closure is called once for each value and returns
    /// `None` to keep the `Debug` output. Agents with the same name share a row, so give each its own. Names also apply
    /// inside other values: `Patient(Ash)`; see [`Value`]. [`Recording`](Self) has an example.
    #[must_use]
    pub fn names(mut self, names: impl Fn(Value<'_>) -> Option<String> + Send + 'static) -> Self {
        self.interner.names = Some(Box::new(names));
        self
    }

    /// Records a tick. Call it once after each [`Director::tick`]. See the example of [`Recording`](Self).
    ///
    /// The director may be another one than before, or the same one as it was earlier: the next mission, a save that was
    /// loaded, a rollback to a clone. If its clock goes back, a new segment begins, which the log and the report show; see
    /// [`Recorded::ticks`]. A second call for the same tick records only the events that came in between.
    pub fn tick(&mut self, director: &Director<D>) {
        let tick = self.follow(director);
        let again = self.clock.is_recorded();
        if !again {
            self.record_facts(tick, director);
        }
        self.record_events(tick, director);
        if !again {
            self.record_search(tick, director);
        }
        self.clock.fresh = false;
        if let Some(halt) = director
            .halted()
            .filter(|halt| Some(*halt) != self.halted.as_ref())
        {
            let reason = self.text(&halt.to_string());
            self.push(tick, What::Halted(reason));
            self.halted = Some(halt.clone());
        }
        #[cfg(feature = "feed")]
        self.now.look(director);
        self.stay_within_limit();
    }

    /// Returns the recording's number of the director's last tick. Begins a new segment if the director's clock went back.
    pub(super) fn follow(&mut self, director: &Director<D>) -> u64 {
        match self.clock.turn(director) {
            Turn::Same | Turn::Forward => {}
            Turn::First => {
                let tick = director.executor().ticks();
                self.clock.restart(director, tick);
                self.recorded.begins = tick;
                // Notes before the first tick belong to it.
                for entry in &mut self.recorded.entries {
                    entry.tick = tick;
                }
            }
            Turn::Back => {
                let tick = self.recorded.ends.saturating_add(1);
                self.clock.restart(director, tick);
                self.push(tick, What::Restarted(director.executor().ticks()));
                self.plans.clear();
                self.searched = Searched::default();
                #[cfg(feature = "explain")]
                {
                    self.reasons = super::why::Reasons::new();
                }
            }
        }
        let tick = self.clock.follow(director);
        self.recorded.ends = self.recorded.ends.max(tick);
        tick
    }

    /// Adds a note of the game to the last tick: the speaker and a text. The log of the report shows it.
    /// [`Recording`](Self) has an example.
    pub fn note(&mut self, who: &str, what: &str) {
        let (who, what) = (self.text(who), self.text(what));
        self.push(self.recorded.ends, What::Note(who, what));
    }

    /// Returns the recorded mission. [`Recording`](Self) has an example.
    pub fn into_recorded(self) -> Recorded {
        self.recorded
    }

    /// Adds an entry. Entries are in the order of their ticks.
    pub(super) fn push(&mut self, tick: u64, what: What) {
        let last = self.recorded.entries.back();
        let tick = last.map_or(tick, |last| last.tick.max(tick));
        let entry = Entry { tick, what };
        self.bytes += entry.bytes();
        self.recorded.entries.push_back(entry);
    }

    pub(super) fn stay_within_limit(&mut self) {
        // Indices of texts are many and small: they are summed up only if the limit may be reached.
        let tables = &self.recorded.tables;
        let least = self.bytes + 100 * (tables.texts.len() + tables.calls.len());
        if 4 * least < self.limit || self.bytes + tables.bytes() <= self.limit {
            return;
        }
        let renumbered = self.recorded.forget_half(&mut self.bytes);
        #[cfg(feature = "feed")]
        {
            self.now.renumbered += 1;
        }
        self.interner.renumber(&self.recorded.tables, &renumbered);
    }

    fn record_facts(&mut self, tick: u64, director: &Director<D>) {
        let (mut added, mut removed) = (Vec::new(), Vec::new());
        let (interner, tables) = (&mut self.interner, &mut self.recorded.tables);
        self.facts.compare(director.state(), |rel, row, is_added| {
            let fact = interner.call(tables, CallCode::Fact(rel), row);
            if is_added { &mut added } else { &mut removed }.push(fact);
        });
        if !added.is_empty() || !removed.is_empty() {
            self.push(tick, What::Facts { added, removed });
        }
    }

    fn record_events(&mut self, tick: u64, director: &Director<D>) {
        let missed = director.executor().events_missed();
        let again = self.clock.is_recorded();
        if missed > 0 && !again {
            self.push(tick, What::Missed(missed));
        }
        let known = self.clock.record(director);
        for event in director.events().skip(known) {
            let recorded = self.recorded_event(&event);
            let (effect, plan) = (recorded.kind.effect(), recorded.plan);
            self.push(tick, What::Event(recorded));
            match effect {
                EventEffect::PlanBroken => {
                    self.searched.broken = plan;
                    self.record_broken(tick, plan, director);
                }
                // Here, not at the end of the tick, because later entries use the new numbers of its steps.
                EventEffect::PlanAdded | EventEffect::PlanRepaired => {
                    self.plans.retain(|known| *known != plan);
                    self.record_plans(tick, director);
                }
                EventEffect::PlanEnded => self.plans.retain(|known| *known != plan),
                EventEffect::StepStarted | EventEffect::StepFinished | EventEffect::StepFailed => {}
                EventEffect::StepWaits | EventEffect::Nothing => {}
            }
        }
        // A director that ran before the recording has plans without an event `Planned`.
        if missed > 0 || self.clock.fresh {
            self.record_plans(tick, director);
        }
    }

    /// Records the steps that a repair of this plan would undo, unless the plan has ended.
    fn record_broken(&mut self, tick: u64, plan: u64, director: &Director<D>) {
        let mut plans = director.executor().plans();
        let status = plans.find(|status| status.id.number() == plan && status.needs_repair);
        if let Some(status) = status {
            let steps = 0..status.steps().count();
            let undoable = steps.filter(|step| status.would_be_undone(*step));
            let undoable = undoable.map(|step| step as u32).collect();
            self.push(tick, What::Broken(Broken { plan, undoable }));
        }
    }

    /// Records plans that have changed.
    fn record_plans(&mut self, tick: u64, director: &Director<D>) {
        for status in director.executor().plans() {
            let plan = status.id.number();
            if !self.plans.contains(&plan) {
                self.plans.push(plan);
                let shape = self.shape(tick, &status);
                self.push(tick, What::Plan(shape));
            }
        }
    }

    fn record_search(&mut self, tick: u64, director: &Director<D>) {
        let mut before = self.searched;
        let (stats, answers) = (director.search_stats(), director.answers());
        let spent = director.search_steps().all();
        let job = director.searching();
        self.searched.spent = spent;
        self.searched.stats = stats;
        self.searched.answers = answers;
        self.searched.job = job;
        // Steps that a director searched before the recording do not belong to this tick.
        if self.clock.fresh && director.executor().ticks() > 1 {
            before = self.searched;
        }
        if stats == before.stats && answers == before.answers {
            return;
        }
        let repairs = match (job, before.job) {
            (Some(Searching::Repair(plan)), _) => plan.number(),
            (Some(_), _) => 0,
            (None, _) if answers != before.answers => 0,
            (None, Some(Searching::Repair(plan))) => plan.number(),
            (None, _) => before.broken.max(self.searched.broken),
        };
        let search = Search {
            repairs,
            slice: spent.saturating_sub(before.spent),
            steps: stats.steps,
            bindings: stats.bindings,
            backtracks: stats.backtracks,
            deepest: stats.deepest as u64,
            paused: job.is_some(),
        };
        self.push(tick, What::Search(search));
    }

    pub(super) fn text(&mut self, text: &str) -> TextId {
        self.interner.text(&mut self.recorded.tables, text)
    }

    pub(super) fn task(&mut self, task: D::Task) -> CallId {
        let mut row = Row::new();
        let code = D::task_to_row(task, &mut row);
        let tables = &mut self.recorded.tables;
        self.interner.call(tables, code.into(), &row)
    }

    pub(super) fn agent(&mut self, agent: D::Agent) -> TextId {
        let domain = D::tables();
        let params = domain.tasks.iter().flat_map(|task| task.params);
        let agents = params.filter(|param| param.agent).map(|param| param.ty);
        let columns = domain.relations.iter().flat_map(|rel| rel.columns);
        let more = columns
            .filter(|column| column.agent)
            .map(|column| column.ty);
        match agents.chain(more).next() {
            Some(ty) => {
                let tables = &mut self.recorded.tables;
                self.interner.value(tables, ty, agent.to_word())
            }
            None => self.text(&format!("{agent:?}")),
        }
    }

    /// Returns the present version of a plan.
    fn shape(&mut self, tick: u64, status: &PlanStatus<'_, D>) -> PlanShape {
        let tree = status.tree();
        let mut nodes = Vec::with_capacity(tree.len());
        for node in tree.nodes() {
            let bindings: Vec<_> = node.bindings().collect();
            let bindings = bindings.into_iter().map(|binding| {
                let name = self.text(binding.name);
                let tables = &mut self.recorded.tables;
                (name, self.interner.bound(tables, binding))
            });
            nodes.push(Node {
                bindings: bindings.collect(),
                parent: node.parent().map(|parent| parent as u32),
                first: node.steps().start as u32,
                call: node.task().map(|task| self.task(task)),
                name: self.text(node.name()),
                method: node.method() as u32,
                branch: self.text(if node.is_later() {
                    "later"
                } else {
                    node.branch()
                }),
                doc: self.text(node.doc()),
            });
        }
        let steps = status.steps().enumerate().map(|(at, step)| Step {
            call: self.task(step.task),
            node: tree.above(at).map(|node| node.index() as u32),
            mark: match step.state {
                StepState::Waiting => StepMark::Waiting,
                StepState::Running => StepMark::Running,
                StepState::Done => StepMark::Done,
                StepState::Failed => StepMark::Failed,
            },
            action: step.action.map(|action| action.number()),
            since: tick,
        });
        PlanShape {
            plan: status.id.number(),
            priority: i64::from(status.priority),
            steps: steps.collect(),
            nodes,
        }
    }
}

impl<D: Domain> Default for Recording<D> {
    fn default() -> Self {
        Self::new()
    }
}

/// The mission recorded so far.
impl<D: Domain> Deref for Recording<D> {
    type Target = Recorded;

    fn deref(&self) -> &Recorded {
        &self.recorded
    }
}

impl<D: Domain> fmt::Debug for Recording<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_tuple("Recording");
        debug.field(&format_args!("{}", self.recorded)).finish()
    }
}
