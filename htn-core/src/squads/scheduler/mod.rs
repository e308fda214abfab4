//! A scheduler of many squads on one budget.

mod due;
mod machines;
mod members;
#[cfg(feature = "std")]
pub(crate) mod parallel;
mod planners;
mod rounds;
#[cfg(feature = "serde")]
mod saved;
mod turn;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;

use crate::exec::{DomainInputs, Frames, QueryContext};
use crate::model::budget::IntoBudget;
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::model::pool::Memory;
use crate::search::host::Bound;
use crate::squads::director::{Director, DirectorState, Job, SearchResources};
use crate::store::state::State;
#[cfg(feature = "reload")]
use crate::tables::Tables;

use due::Due;
use machines::Machines;
use members::{Member, Members};
pub use members::{SquadId, Usage};
use planners::Planners;
use turn::CappedBudget;

/// The number of frames that a squad of weight 1 may wait if its search is not urgent.
const PATIENCE: u64 = 32;

/// The default maximum of search steps per turn.
const TURN: u64 = 4_096;

/// Many squads that share planners and one budget per frame.
///
/// A squad is a [`Director`] without a planner of its own: the scheduler lends it one for the duration of a search.
/// [`keep_planners`](Self::keep_planners) sets the number of planners that stay when no search is in progress.
///
/// # Memory follows use
///
/// A planner allocates all memory that its limits allow. A squad's memory grows with its use, up to its limits, so that a squad
/// with a few short plans takes kilobytes, even with [`Limits::default`]. It doubles when it grows, and is kept: **a squad that
/// holds no more than it ever did does not allocate**. A squad that reaches a limit returns the same error as on its own, which
/// names the limit to raise. The memory that a squad needs only during its tick is shared: it exists once per thread and per set
/// of limits.
///
/// A squad that joins with [`add_director`](Self::add_director) has allocated all its memory already, and keeps it.
///
/// # Sleeping squads
///
/// A squad with nothing to do sleeps until its next search, and costs nothing per frame: the frames that pass are its ticks. A
/// squad returned by [`squad_mut`](Self::squad_mut) is checked in the next frame, because the call may have given it work. So
/// read commands and events only of the squads that are [`awake`](Self::awake).
///
/// Squads come and go, and the game can prefer some of them:
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain patrol;
///     agent u16;
///     operator walk(who: u16) by who {}
///     pub method watch(who: u16) { walk(who); }
/// }
/// # fn main() {
/// use patrol::{Director, SquadScheduler, Task};
///
/// let mut hq = SquadScheduler::with_limits(Limits::compact()).keep_planners(2).turn(1_000);
/// let near = hq.add(Task::Watch { who: 1 });
/// let far = hq.add_with_limits(Task::Watch { who: 2 }, Limits::compact().plans(1));
/// let third = hq.add_director(Director::with_limits(Task::Watch { who: 3 }, Limits::compact()));
/// assert_eq!(hq.len(), 3);
/// hq.set_weight(near, 8); // searches eight times as often
/// hq.set_paused(far, true);
///
/// for _frame in 0..3 {
///     hq.tick(|_squad| &(), Budget::unlimited());
/// }
/// assert!(hq.squad(near).is_some_and(|squad| squad.is_busy(1)));
/// assert!(hq.is_paused(far) == Some(true) && hq.squad(far).is_some_and(|squad| !squad.is_busy(2)));
/// assert!(hq.usage(near).is_some_and(|usage| usage.turns > 0 && usage.steps > 0));
/// assert_eq!((hq.frames(), hq.squads().count()), (3, 3));
///
/// // A removed squad keeps its plans and can be ticked alone, or be added again.
/// let director = hq.remove(third).unwrap();
/// assert!(director.is_busy(3) && hq.squad(third).is_none());
/// for (id, squad) in hq.squads_mut() {
///     squad.replan_now();
///     assert!(id.index() < 3);
/// }
/// # assert!(!hq.is_empty() && hq.planners() == 2);
/// # }
/// ```
///
/// # Turns
///
/// In each frame, all squads continue their plans, which uses no budget. Then the squads that have something to search for take
/// turns of at most [`turn`](Self::turn) steps until the budget is exhausted. A squad with urgent work (a plan that needs a
/// repair, [`replan_now`](Director::replan_now), an agent that left) is due at once, any other one within 32 frames divided by
/// its [weight](Self::set_weight). The squad whose time is earliest is next, so no squad starves: if the budget of a frame allows
/// `k` turns, or part of one (then `k` is 1), **each squad that is due has its turn within `32 / weight + squads / k` frames**,
/// rounded up. A search that needs more than one turn is put aside with its planner, and its squad is due again. With a budget of
/// steps, the result is the same on every machine and, with `tick_on` (or `tick_parallel` with the feature
/// `rayon`), for any number of threads.
///
/// ```
/// use squad_htn::prelude::*;
///
/// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// pub struct Guard(pub u16);
///
/// htn_domain! {
///     pub domain patrol;
///     agent Guard;
///     predicate guard(Guard) [8];
///     operator walk(who: Guard) by who {}
///     pub method watch() if guard(who) { walk(who); }
/// }
/// use patrol::{Fact, SquadScheduler, Task};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut hq = SquadScheduler::new();
/// for number in 0..50 {
///     let id = hq.add(Task::Watch);
///     let squad = hq.squad_mut(id).ok_or("it was just added")?;
///     squad.state_mut().insert(Fact::Guard(Guard(number)))?;
///     squad.set_settings(squad.settings().interval(10));
/// }
/// let (mut started, mut walks) = (Vec::new(), 0);
/// for _frame in 0..60 {
///     hq.tick(|_| &(), Budget::steps(200));
///     // Squads that slept have no commands.
///     for (id, squad) in hq.awake() {
///         for command in squad.commands() {
///             if let Command::Start { id: action, .. } = command {
///                 started.push((id, action));
///             }
///         }
///     }
///     for (id, action) in started.drain(..) {
///         // The game may have removed the squad since.
///         let Some(squad) = hq.squad_mut(id) else { continue };
///         squad.finish(action, Outcome::Success)?;
///         walks += 1;
///     }
/// }
/// assert!(walks > 200);
/// assert_eq!(hq.planners(), 1, "one is enough");
/// # Ok(())
/// # }
/// ```
pub struct SquadScheduler<D: Domain> {
    members: Members<D>,
    planners: Planners<D>,
    machines: Machines,
    /// The initial facts of squads. They share the parts that do not change.
    state: State<D>,
    inputs: Arc<DomainInputs>,
    turn: u64,
    frame: u64,
    /// The number of completed frames, shared with sleeping squads.
    frames: Arc<Frames>,
    /// True between the start and the end of a frame. A panic of the game leaves it set.
    is_open: bool,
    due: Due,
}

impl<D: Domain> SquadScheduler<D> {
    /// Creates a scheduler without squads, whose planners and squads have [`Limits::default`]. [`SquadScheduler`] has an
    /// example.
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// Creates a scheduler without squads. These are the limits of planners and, unless [others](Self::add_with_limits)
    /// are given, of squads. [`SquadScheduler`] has an example.
    pub fn with_limits(limits: Limits) -> Self {
        let mut state = State::new();
        state.store_mut().keep_journal(false);
        SquadScheduler {
            members: Members::default(),
            planners: Planners::new(limits),
            machines: Machines::default(),
            state,
            inputs: Arc::new(DomainInputs::of(D::tables())),
            turn: TURN,
            frame: 0,
            frames: Arc::default(),
            is_open: false,
            due: Due::default(),
        }
    }

    /// Keeps this many planners when no search needs them. Others are created when they are needed, which allocates, and
    /// dropped at the end of a frame in which they are not. The first 256 of those that are kept are created at once.
    /// Default: 1. [`SquadScheduler`] has an example.
    #[must_use]
    pub fn keep_planners(mut self, count: usize) -> Self {
        self.planners.keep(count);
        self
    }

    /// Sets the maximum number of steps per turn, at least 1. Shorter turns let more squads search in each frame, and
    /// leave more searches in progress at once. Default: 4,096. [`SquadScheduler`] has an example.
    #[must_use]
    pub fn turn(mut self, steps: u64) -> Self {
        self.turn = steps.max(1);
        self
    }

    /// Adds a squad that plans for this task, and returns its id. [`SquadScheduler`] has an example.
    pub fn add(&mut self, task: D::Task) -> SquadId {
        self.add_with_limits(task, self.planners.limits)
    }

    /// Adds a squad whose executor has limits of its own. Planners are shared, and keep the limits of the scheduler. The
    /// example of [`SquadScheduler`] has such a squad.
    ///
    /// Squads with different limits need different machines that evaluate their conditions: one per thread and per
    /// different limits, with 4 MB for the default limits, most of which is never touched.
    pub fn add_with_limits(&mut self, task: D::Task, limits: Limits) -> SquadId {
        let (state, inputs) = (self.state.clone(), self.inputs.clone());
        self.insert(DirectorState::new(
            self.planners.tables,
            task,
            state,
            inputs,
            limits,
            Memory::Growing,
        ))
    }

    /// Adds a squad that was on its own, or in another scheduler, with all its state and memory. A search in progress
    /// continues with the planner that the squad brings along. [`SquadScheduler`] has an example.
    pub fn add_director(&mut self, director: Director<D>) -> SquadId {
        let Director {
            mut squad,
            resources,
        } = director;
        let searches = squad.job != Job::Idle && !squad.deciding;
        let planner = resources.into_planner();
        let planner = planner.filter(|planner| searches && !planner.search.is_poisoned());
        if planner.is_none() {
            squad.restart_search();
        }
        let id = self.insert(squad);
        if let (Some(planner), Some(member)) = (planner, self.members.get_mut(id)) {
            self.planners.adopt(planner, &mut member.director);
        }
        id
    }

    /// Creates planners and squads with these tables from now on.
    #[cfg(feature = "reload")]
    pub(crate) fn use_tables(&mut self, tables: &'static Tables) {
        self.planners.reload(tables);
        self.inputs = Arc::new(DomainInputs::of(tables));
        // It has no facts.
        if let Ok(state) = self.state.with_tables(tables) {
            self.state = state;
        }
    }

    /// Ends the reloads of squads whose plans were continued in this frame.
    #[cfg(feature = "reload")]
    fn finish_reloads(&mut self) {
        for (id, sleep_state, member) in self.members.frame() {
            if !member.director.is_reloading() || !sleep_state.was_run(self.frame) {
                continue;
            }
            self.planners.reclaim(id, &mut member.director);
            member.director.finish_reload();
            let machines = self.machines.add_squad(member.engine());
            self.machines.remove_squad(member.machines);
            member.machines = machines;
            sleep_state.wake(member);
        }
    }

    fn insert(&mut self, squad: DirectorState<D>) -> SquadId {
        let resources = SearchResources::shared();
        let member = self.member(Director { squad, resources });
        let id = self.members.add(member);
        self.due.reserve(self.members.len());
        id
    }

    /// Returns a member with a machine for its conditions.
    fn member(&mut self, director: Director<D>) -> Box<Member<D>> {
        let machines = self.machines.add_squad(&director.squad.executor.engine);
        Box::new(Member::new(director, machines))
    }

    /// Removes a squad and returns its director with all its state, but without a planner; if it is [added
    /// again](Self::add_director), it gets one, and a search in progress starts again. Ticked on its own, it continues
    /// its plans, and allocates memory for that in its first tick. `None` if the squad does not exist. Stop its actions
    /// yourself, or [cancel](Director::cancel) its plans and let it tick once before. [`SquadScheduler`] has an example.
    pub fn remove(&mut self, id: SquadId) -> Option<Director<D>> {
        let member = self.members.remove(id)?;
        self.machines.remove_squad(member.machines);
        let mut director = member.director;
        let was_poisoned = (director.squad).restart_after_panic(director.resources.planner());
        if !was_poisoned && director.is_searching() {
            director.squad.restart_search();
        }
        self.planners.reclaim(id, &mut director);
        self.planners.tidy();
        Some(director)
    }

    /// Returns a squad, to read its plans and events; `None` if it does not exist. [`SquadScheduler`] has an example.
    pub fn squad(&self, id: SquadId) -> Option<&Director<D>> {
        self.members.get(id).map(|member| &member.director)
    }

    /// Returns a squad, to change its facts and settings and to report the ends of actions; `None` if it does not exist.
    /// A sleeping squad is checked in the next frame. Leave its [`tick`](Director::tick) to the scheduler, as in the
    /// example of [`SquadScheduler`].
    pub fn squad_mut(&mut self, id: SquadId) -> Option<&mut Director<D>> {
        self.members.wake(id).map(|member| &mut member.director)
    }

    /// Iterates over all squads in the order of their numbers. [`awake`](Self::awake) visits only those with commands or
    /// events; [`SquadScheduler`] has an example of both.
    pub fn squads(&self) -> impl Iterator<Item = (SquadId, &Director<D>)> {
        let all = self.members.iter();
        all.map(|(id, member)| (id, &member.director))
    }

    /// Iterates over all squads, to change them as with [`squad_mut`](Self::squad_mut). [`SquadScheduler`] has an
    /// example.
    pub fn squads_mut(&mut self) -> impl Iterator<Item = (SquadId, &mut Director<D>)> {
        let all = self.members.wake_all();
        all.map(|(id, member)| (id, &mut member.director))
    }

    /// Iterates over the squads that had work in the last frame, in the order of their numbers. All others slept: they
    /// have neither commands nor events of that frame, and cost next to nothing to skip. [`SquadScheduler`] has an
    /// example.
    pub fn awake(&self) -> impl Iterator<Item = (SquadId, &Director<D>)> {
        let awake = self.members.awake(self.frame);
        awake.map(|(id, member)| (id, &member.director))
    }

    /// Returns the number of squads. [`SquadScheduler`] has an example.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Returns true if there are no squads.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sets the weight of a squad, from 1 to 32: its searches are due that many times sooner. Returns false if the squad
    /// does not exist. Default: 1. [`SquadScheduler`] has an example.
    pub fn set_weight(&mut self, id: SquadId, weight: u32) -> bool {
        let member = self.members.get_mut(id);
        member
            .map(|member| member.schedule.weight = u64::from(weight).clamp(1, PATIENCE))
            .is_some()
    }

    /// Pauses or resumes a squad. A paused squad neither continues its plans nor searches, and keeps the commands and
    /// events of its last tick. Reports of the game are processed when it resumes, and a search that was in progress
    /// starts again. Returns false if the squad does not exist. The example of [`SquadScheduler`] pauses one.
    ///
    /// A squad that is [halted](Director::halted) at a breakpoint is paused as well, and continues with this call or with its
    /// own [`resume`](Director::resume). Its search keeps its planner and continues.
    pub fn set_paused(&mut self, id: SquadId, paused: bool) -> bool {
        if self.is_paused(id) == Some(paused) {
            return true;
        }
        let Some(member) = self.members.wake(id) else {
            return false;
        };
        if !paused && member.director.resume() && !member.schedule.paused {
            return true;
        }
        member.set_paused(paused);
        if paused {
            self.planners.reclaim(id, &mut member.director);
        }
        true
    }

    /// Returns true if a squad is paused; `None` if it does not exist. See the example of [`SquadScheduler`].
    pub fn is_paused(&self, id: SquadId) -> Option<bool> {
        let member = self.members.get(id)?;
        Some(member.schedule.paused || member.director.squad.is_halted())
    }

    /// Makes every search in progress start again in the next frame: [`Director::restart_search`] for all squads.
    pub fn restart_searches(&mut self) {
        for (id, _, member) in self.members.frame() {
            let director = &mut member.director;
            if director.is_searching() {
                director.restart_search();
                // After a panic of the game, it still counts as searching until the next frame.
                if !director.is_searching() {
                    self.planners.reclaim(id, director);
                }
            }
        }
        self.planners.tidy();
    }

    /// Returns the usage of a squad; `None` if it does not exist. [`SquadScheduler`] has an example.
    pub fn usage(&self, id: SquadId) -> Option<Usage> {
        self.members.get(id).map(|member| member.schedule.usage)
    }

    /// Returns the number of planners, lent and idle. See the example of [`SquadScheduler`].
    pub fn planners(&self) -> usize {
        self.planners.len()
    }

    /// Returns the limits of its planners, and of squads that were added without limits of their own.
    pub fn limits(&self) -> Limits {
        self.planners.limits
    }

    /// Returns the number of frames. See the example of [`SquadScheduler`].
    pub fn frames(&self) -> u64 {
        self.frame
    }

    /// Returns the bytes that its squads and planners have allocated.
    pub fn bytes(&self) -> usize {
        let squads = self
            .members
            .iter()
            .map(|(_, member)| member.director.bytes());
        let planners = self.planners.idle_bytes();
        let shared = planners + self.machines.bytes() + self.state.bytes();
        size_of::<Self>() + squads.sum::<usize>() + shared
    }

    /// Runs one frame of all squads: each continues its plans, then searches share the budget. `context` returns the part of the game
    /// that the expressions of the domain see, for each squad. The commands to a squad are its [`commands`](Director::commands); its
    /// [`events`](Director::events) report what happened.
    ///
    /// If an expression of the game panics and the game catches the panic, the next call continues this frame, as with
    /// [`Director::tick`]. Wait for that call before you read commands: squads whose plans have not been continued yet still have
    /// those of the previous frame.
    ///
    /// [`SquadScheduler`] has an example.
    pub fn tick<'c>(
        &mut self,
        context: impl Fn(SquadId) -> &'c D::Context<'c>,
        mut budget: impl IntoBudget,
    ) where
        D: 'c,
    {
        self.begin_frame();
        for (id, sleep_state, member) in self.members.frame() {
            if sleep_state.sleeps(self.frame) || !member.wake_up(sleep_state, self.frame) {
                continue;
            }
            if !member.has_run_plans(sleep_state, self.frame) {
                let host = &Bound::<D>::new(member.engine().cx.tables(), context(id));
                let machine = self.machines.get(member.machines, member.engine());
                member.run_plans(&mut QueryContext { host, machine }, sleep_state, self.frame);
            }
            match member.turn_deadline(self.frame) {
                Some(by) => self.due.add(by, id),
                None => {
                    self.planners.reclaim(id, &mut member.director);
                    member.try_sleep(sleep_state, self.frame, &self.frames);
                }
            }
        }
        while let Some(round) = self.next_round(&mut budget, 1) {
            for mut turn in round {
                if let Some(member) = self.members.get_mut(turn.id) {
                    self.planners.lend(turn.id, &mut member.director);
                    let host = &Bound::<D>::new(member.engine().cx.tables(), context(turn.id));
                    let machine = self.machines.get(member.machines, member.engine());
                    let mut source = CappedBudget::new(&mut budget, turn.steps);
                    member.search(&mut QueryContext { host, machine }, &mut source);
                    turn.used = source.used;
                }
                self.end_turn(turn);
            }
        }
        self.end_frame();
    }
}

impl<D: Domain> Default for SquadScheduler<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Domain> Clone for SquadScheduler<D> {
    fn clone(&self) -> Self {
        let mut due = Due::default();
        due.reserve(self.members.len());
        let frames = Frames::default();
        // A frame in progress has not ended.
        frames.end(self.frame - u64::from(self.is_open));
        SquadScheduler {
            members: self.members.clone(),
            planners: self.planners.clone(),
            machines: self.machines.clone(),
            state: self.state.clone(),
            inputs: self.inputs.clone(),
            frames: Arc::new(frames),
            due,
            ..*self
        }
    }
}

impl<D: Domain> fmt::Debug for SquadScheduler<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SquadScheduler")
            .field("squads", &self.len())
            .field("planners", &self.planners())
            .field("frames", &self.frame)
            .finish_non_exhaustive()
    }
}
