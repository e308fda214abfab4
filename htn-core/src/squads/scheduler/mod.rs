//! Many squads on one budget.

mod due;
mod machines;
mod members;
#[cfg(feature = "std")]
mod parallel;
mod planners;
mod rounds;
#[cfg(feature = "serde")]
mod saved;
mod turn;

use alloc::boxed::Box;
use alloc::sync::Arc;
use core::fmt;

use crate::exec::{DomainInputs, Executor, Frames, QueryContext};
use crate::model::budget::IntoBudget;
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::model::pool::Memory;
use crate::search::host::Bound;
use crate::squads::director::{Director, DirectorState, Job, SearchResources};
use crate::store::state::State;

use due::Due;
use machines::Machines;
use members::{Member, Members};
pub use members::{SquadId, Usage};
#[cfg(feature = "std")]
pub use parallel::Workers;
use planners::Planners;
use turn::CappedBudget;

/// How many frames a squad of weight 1 may be put off for the sake of others, where nothing about it is urgent.
const PATIENCE: u64 = 32;

/// How many search steps a turn has at most.
const TURN: u64 = 4_096;

/// Many squads that share planners, and one budget a frame.
///
/// A squad takes part as a [`Director`] without a planner of its own: it is lent one for as long as a search of it lasts.
/// [`keep_planners`](Self::keep_planners) says how many planners stay when no search is under way.
///
/// # Memory follows use
///
/// A planner has all that its limits allow. Of squads, limits are limits and no more: their memory grows with what they
/// hold, so that one with a few short plans takes kilobytes, even with [`Limits::default`]. It grows in steps that double it, and
/// is kept: **a squad that holds no more than it ever did does not allocate**. What is more than a limit allows is the error
/// that it would be on its own, and names the limit to raise. What a squad needs only while it is at work is not its own
/// either: it is there once for each thread, and for each of the different limits that squads have.
///
/// A squad that was [alone](Self::add_director) before has all its memory already, and keeps it.
///
/// # Squads that sleep
///
/// Who has nothing to do sleeps until its next search, and a frame does nothing for it: its ticks are the frames that pass.
/// Whoever is given out by [`squad_mut`](Self::squad_mut) is looked at in the next frame, in case it was given something to
/// do. So look for commands and events among those who are [`awake`](Self::awake), and ask for more only where there is
/// something to tell.
///
/// # Who is next
///
/// In each frame all squads go on with their plans; that takes no budget. Then those that have something to search for
/// take turns of at most [`turn`](Self::turn) steps, until the budget is used up. A squad that becomes due is to have its turn at once where it is
/// urgent (a plan needs a repair, [`replan_now`](Director::replan_now), an agent that left), else within 32 frames divided by its
/// [weight](Self::set_weight); who should have had it first is next. So nobody starves: where a frame's budget is enough for
/// `k` turns, or for a part of one (then `k` is 1), **each squad that is due has its turn within `32 / weight + squads / k`
/// frames**, rounded up. A search that a turn is not
/// enough for is put aside with its planner, and its squad is due again. With a budget of steps, what happens is the same on every
/// machine and, with [`tick_on`](Self::tick_on) (or the feature `rayon` and `tick_parallel`), on any number of threads.
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
///     let squad = hq.squad_mut(id).ok_or("it has just come")?;
///     squad.state_mut().insert(Fact::Guard(Guard(number)))?;
///     squad.set_settings(squad.settings().interval(10));
/// }
/// let (mut begun, mut walks) = (Vec::new(), 0);
/// for _frame in 0..60 {
///     hq.tick(|_| &(), Budget::steps(200));
///     // Who has slept has no commands.
///     for (id, squad) in hq.awake() {
///         for command in squad.commands() {
///             if let Command::Start { id: action, .. } = command {
///                 begun.push((id, action));
///             }
///         }
///     }
///     for (id, action) in begun.drain(..) {
///         // It may have been dismissed meanwhile.
///         let Some(squad) = hq.squad_mut(id) else { continue };
///         squad.finish(action, Outcome::Success)?;
///         walks += 1;
///     }
/// }
/// assert!(walks > 200);
/// assert_eq!(hq.planners(), 1, "one was enough");
/// # Ok(())
/// # }
/// ```
pub struct SquadScheduler<D: Domain> {
    members: Members<D>,
    planners: Planners<D>,
    machines: Machines,
    /// What squads begin with. What does not change of it, they share.
    state: State<D>,
    inputs: Arc<DomainInputs>,
    turn: u64,
    frame: u64,
    /// The frames that are over, for who sleeps.
    frames: Arc<Frames>,
    /// Whether the frame has begun and not ended: a panic of the game has cut it off.
    is_open: bool,
    due: Due,
}

impl<D: Domain> SquadScheduler<D> {
    /// Without squads; planners and executors have [`Limits::default`].
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// Without squads. Planners take as much memory as these limits say, and squads at most as much, unless
    /// [others](Self::add_with_limits) are asked for.
    pub fn with_limits(limits: Limits) -> Self {
        let mut state = State::new();
        state.store_mut().keep_journal(false);
        SquadScheduler {
            members: Members::default(),
            planners: Planners::new(limits),
            machines: Machines::default(),
            state,
            inputs: Executor::<D>::inputs(),
            turn: TURN,
            frame: 0,
            frames: Arc::default(),
            is_open: false,
            due: Due::default(),
        }
    }

    /// Keeps this many planners when no search needs them. Others are created when they are needed, which allocates, and
    /// dropped at the end of a frame in which they are not. The first 256 of those that are kept are created at once. Default: 1.
    #[must_use]
    pub fn keep_planners(mut self, count: usize) -> Self {
        self.planners.keep(count);
        self
    }

    /// How many steps a turn has at most; 4,096 at first, and at least 1. With shorter turns more squads have one in each frame,
    /// and more searches are under way at once.
    #[must_use]
    pub fn turn(mut self, steps: u64) -> Self {
        self.turn = steps.max(1);
        self
    }

    /// A new squad, which plans for this task.
    pub fn add(&mut self, task: D::Task) -> SquadId {
        self.add_with_limits(task, self.planners.limits)
    }

    /// A new squad whose executor has limits of its own. Of its planner they say nothing: that is shared. (Each of the different
    /// limits that squads have takes a machine for their questions, once for each thread: of default limits 4 MB, which are
    /// hardly touched.)
    pub fn add_with_limits(&mut self, task: D::Task, limits: Limits) -> SquadId {
        let (state, inputs) = (self.state.clone(), self.inputs.clone());
        self.insert(DirectorState::new(
            task,
            state,
            inputs,
            limits,
            Memory::Growing,
        ))
    }

    /// A squad that was on its own, or at another scheduler, with everything as it stands, its memory too. A search that is
    /// under way goes on where it is, with the planner that the squad has brought along.
    pub fn add_director(&mut self, director: Director<D>) -> SquadId {
        let Director { mut squad, desk } = director;
        let searches = squad.job != Job::Idle && !squad.deciding;
        let planner = desk.into_planner();
        let planner = planner.filter(|planner| searches && !planner.search.is_poisoned());
        if planner.is_none() {
            squad.restart_search();
        }
        let id = self.insert(squad);
        if let (Some(planner), Some(member)) = (planner, self.members.get_mut(id)) {
            self.planners.take_in(planner, &mut member.director);
        }
        id
    }

    fn insert(&mut self, squad: DirectorState<D>) -> SquadId {
        let desk = SearchResources::shared();
        let member = self.member(Director { squad, desk });
        let id = self.members.add(member);
        self.due.reserve(self.members.len());
        id
    }

    /// One with a machine for its questions.
    fn member(&mut self, director: Director<D>) -> Box<Member<D>> {
        let machines = self.machines.add_squad(&director.squad.executor.engine);
        Box::new(Member::new(director, machines))
    }

    /// The squad leaves: its director, with everything as it stands, but without a planner, which it has where it is
    /// [taken in again](Self::add_director); a search that is under way begins anew then. Ticked on its own, it carries on with its plans, and takes memory for that at
    /// its first tick. `None` where there is no such squad. Stop its actions yourself, or
    /// [cancel](Director::cancel) its plans and let it tick once before.
    pub fn remove(&mut self, id: SquadId) -> Option<Director<D>> {
        let member = self.members.remove(id)?;
        self.machines.remove_squad(member.machines);
        let mut director = member.director;
        let was_poisoned = (director.squad).begin_anew_after_panic(director.desk.planner());
        if !was_poisoned && director.is_searching() {
            director.squad.restart_search();
        }
        self.planners.take_back(id, &mut director);
        self.planners.tidy();
        Some(director)
    }

    /// A squad.
    pub fn squad(&self, id: SquadId) -> Option<&Director<D>> {
        self.members.get(id).map(|member| &member.director)
    }

    /// A squad: to change its facts and settings, and to report how actions ended. One that slept is looked at in the next frame.
    /// Leave its [`tick`](Director::tick) to the scheduler.
    pub fn squad_mut(&mut self, id: SquadId) -> Option<&mut Director<D>> {
        self.members.wake(id).map(|member| &mut member.director)
    }

    /// All squads, in the order of their numbers.
    pub fn squads(&self) -> impl Iterator<Item = (SquadId, &Director<D>)> {
        let all = self.members.iter();
        all.map(|(id, member)| (id, &member.director))
    }

    /// All squads, to change them as [one](Self::squad_mut).
    pub fn squads_mut(&mut self) -> impl Iterator<Item = (SquadId, &mut Director<D>)> {
        let all = self.members.wake_all();
        all.map(|(id, member)| (id, &mut member.director))
    }

    /// The squads that the last frame had something to do for, in the order of their numbers. All others slept: they have
    /// neither commands nor events of that frame, and it costs next to nothing to pass them by.
    pub fn awake(&self) -> impl Iterator<Item = (SquadId, &Director<D>)> {
        let awake = self.members.awake(self.frame);
        awake.map(|(id, member)| (id, &member.director))
    }

    /// How many squads there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How much sooner than others a squad has its turn: from 1, as at first, to 32. False where there is no such squad.
    pub fn set_weight(&mut self, id: SquadId, weight: u32) -> bool {
        let member = self.members.get_mut(id);
        member
            .map(|member| member.schedule.weight = u64::from(weight).clamp(1, PATIENCE))
            .is_some()
    }

    /// Makes frames pass a squad by, or stop doing so: it neither goes on with its plans nor searches, and has the commands and
    /// events of its last tick still. What the game reports meanwhile is taken up when it goes on; a search that was under way
    /// begins anew then. False where there is no such squad.
    pub fn set_paused(&mut self, id: SquadId, paused: bool) -> bool {
        if self.is_paused(id) == Some(paused) {
            return true;
        }
        let Some(member) = self.members.wake(id) else {
            return false;
        };
        member.set_paused(paused);
        if paused {
            self.planners.take_back(id, &mut member.director);
        }
        true
    }

    /// Whether frames pass a squad by; `None` where there is no such squad.
    pub fn is_paused(&self, id: SquadId) -> Option<bool> {
        self.members.get(id).map(|member| member.schedule.paused)
    }

    /// Makes every search in progress start again in the next frame: [`Director::restart_search`] for all squads.
    pub fn restart_searches(&mut self) {
        for (id, _, member) in self.members.frame() {
            let director = &mut member.director;
            if director.is_searching() {
                director.restart_search();
                // After a panic of the game, it still counts as searching until the next frame.
                if !director.is_searching() {
                    self.planners.take_back(id, director);
                }
            }
        }
        self.planners.tidy();
    }

    /// What a squad has used and how long it has waited.
    pub fn usage(&self, id: SquadId) -> Option<Usage> {
        self.members.get(id).map(|member| member.schedule.usage)
    }

    /// How many planners there are: those that squads have, and those that nobody has.
    pub fn planners(&self) -> usize {
        self.planners.len()
    }

    /// The limits of its planners, and of squads that were not enlisted with others.
    pub fn limits(&self) -> Limits {
        self.planners.limits
    }

    /// How many frames there were.
    pub fn frames(&self) -> u64 {
        self.frame
    }

    /// The bytes that it takes: squads and planners.
    pub fn bytes(&self) -> usize {
        let squads = self
            .members
            .iter()
            .map(|(_, member)| member.director.bytes());
        let planners = self.planners.idle_bytes();
        let shared = planners + self.machines.bytes() + self.state.bytes();
        size_of::<Self>() + squads.sum::<usize>() + shared
    }

    /// One frame of all squads: each goes on with its plans, then searches share the budget. The closure gives what the
    /// expressions of the domain see of the game, for each squad. What a squad is to do is told by its
    /// [`commands`](Director::commands), what happened by its [`events`](Director::events).
    ///
    /// Where an expression of the game panics and the game catches that, the next call goes on with this frame, as with
    /// [`Director::tick`]: wait for it before you look at commands, since squads that had yet to go on with their plans still
    /// have those of the frame before.
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
            if !member.has_carried_on(sleep_state, self.frame) {
                let host = &Bound::<D>::new(context(id));
                let machine = self.machines.get(member.machines, member.engine());
                member.carry_on(&mut QueryContext { host, machine }, sleep_state, self.frame);
            }
            match member.look(self.frame) {
                Some(by) => self.due.add(by, id),
                None => {
                    self.planners.take_back(id, &mut member.director);
                    member.rest(sleep_state, self.frame, &self.frames);
                }
            }
        }
        while let Some(round) = self.next_round(&mut budget, 1) {
            for mut turn in round {
                if let Some(member) = self.members.get_mut(turn.id) {
                    self.planners.lend(turn.id, &mut member.director);
                    let host = &Bound::<D>::new(context(turn.id));
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
        // One that is under way is not over.
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
