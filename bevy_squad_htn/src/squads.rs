//! All squads of a domain.

use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_ecs::prelude::Resource;
use htn_core::domain::{Row, TaskCode};
use htn_core::identity::names_agent;
use squad_htn::{
    ActionId, Command, Director, DirectorSettings, Domain, Limits, Outcome, PlanId, SquadId,
    SquadScheduler, StepState, Term, Usage,
};
use std::collections::BTreeMap;
use std::fmt;

use crate::agent::AgentTerm;
use crate::domain::SquadDomain;
use crate::error::SquadError;
use crate::event::SquadEvent;

/// All squads of a domain with their [`Director`]s: a resource, indexed by the entities of the squads. The sensors of a
/// game change facts here.
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_squad_htn::prelude::*;
/// # htn_domain! {
/// #     pub domain patrol;
/// #     agent Agent;
/// #     predicate noise(u8) [8];
/// #     operator walk(who: Agent, to: u8) by who {}
/// # }
/// # impl SquadDomain for patrol::Domain {
/// #     type Params = ();
/// #     fn context(params: &()) -> &() { params }
/// # }
/// # #[derive(Component)]
/// # struct Ears { hear: u8 }
/// use patrol::{Domain, Fact};
///
/// /// In the set `SquadSystems::Sense`.
/// fn listen(mut squads: ResMut<Squads<Domain>>, guards: Query<(&Ears, &MemberOf)>) -> Result {
///     for (ears, member) in &guards {
///         if let Some(squad) = squads.get_mut(member.0) {
///             squad.state_mut().insert(Fact::Noise(ears.hear))?;
///         }
///     }
///     Ok(())
/// }
/// # fn main() {}
/// ```
///
/// A squad removes the facts about a member that leaves. The game removes facts that name other entities, for example
/// in observers:
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_squad_htn::prelude::*;
/// # htn_domain! {
/// #     pub domain brigade;
/// #     agent Agent;
/// #     predicate fire(Agent) [8];
/// #     operator walk(who: Agent) by who {}
/// #     pub method fight() if fire(f) { walk(f); }
/// # }
/// # impl SquadDomain for brigade::Domain {
/// #     type Params = ();
/// #     fn context(params: &()) -> &() { params }
/// # }
/// # use brigade::{Domain, Fact, Task};
/// # #[derive(Component)]
/// # struct Fire;
/// fn see_fire(event: On<Add<Fire>>, mut squads: ResMut<Squads<Domain>>) -> Result {
///     let fire = Agent::new(event.entity).ok_or("no agent")?;
///     for (_, director) in squads.iter_mut() {
///         director.state_mut().insert(Fact::Fire(fire))?;
///     }
///     Ok(())
/// }
///
/// fn forget_fire(event: On<Remove<Fire>>, mut squads: ResMut<Squads<Domain>>) {
///     for (_, director) in squads.iter_mut() {
///         director.state_mut().retain(|fact| !matches!(fact, Fact::Fire(fire) if fire.entity() == event.entity));
///     }
/// }
/// # fn main() {
/// # let mut app = App::new();
/// # app.add_plugins(SquadHtnPlugin::<Domain>::new(Update)).add_observer(see_fire).add_observer(forget_fire);
/// # let squad = app.world_mut().spawn(Squad::<Domain>::new(Task::Fight)).id();
/// # let count = |app: &App| app.world().resource::<Squads<Domain>>().get(squad).map(|director| director.state().len());
/// # let fire = app.world_mut().spawn(Fire).id();
/// # assert_eq!(count(&app), Some(1));
/// # app.world_mut().despawn(fire);
/// # assert_eq!(count(&app), Some(0));
/// # }
/// ```
#[derive(Resource)]
pub struct Squads<D: SquadDomain> {
    scheduler: SquadScheduler<D>,
    ids: EntityHashMap<SquadId>,
    /// In the order of their numbers.
    records: BTreeMap<SquadId, Record>,
    pub(crate) threads: bool,
    /// The index of the domain among those of the app.
    pub(crate) number: usize,
    /// True after [`SquadError::NoMemberFacts`] was raised.
    pub(crate) has_raised_no_member_facts: bool,
}

/// The record of a squad beside its director.
struct Record {
    squad: Entity,
    /// Its open orders.
    orders: Vec<(ActionId, Entity)>,
    /// Actions whose agent has been despawned. The director ends those that occupied the agent by itself; the others
    /// are reported after its next tick.
    lost: Vec<ActionId>,
    /// Agents that have left since the last tick. The effects of their last actions may add facts about them in the
    /// next tick; these are removed after it.
    gone: Vec<Entity>,
    /// The settings last applied to the director. Settings that the game has changed in the director since then stay.
    settings: DirectorSettings,
    /// The last tick whose commands and events were issued.
    issued_tick: u64,
    /// The number of answered searches when a member last joined without a fact. `None` after the next answer.
    joined_without_fact: Option<u64>,
}

/// A director from elsewhere, with the record of its squad if it was saved.
pub(crate) struct PendingDirector<D: SquadDomain> {
    pub director: Director<D>,
    pub kept: Option<SavedOrders>,
}

/// The part of a record that is saved.
#[cfg_attr(not(feature = "serde"), allow(dead_code))]
#[derive(Default)]
pub(crate) struct SavedOrders {
    /// The settings of the director.
    pub settings: DirectorSettings,
    /// The actions with open orders, the oldest first.
    pub orders: Vec<ActionId>,
    pub lost: Vec<ActionId>,
    pub gone: Vec<Entity>,
    /// The members whose facts are complete.
    pub members: Vec<Entity>,
}

/// A running action.
pub(crate) type Begun<D> = (ActionId, PlanId, <D as Domain>::Action);

/// The results of the ticks since the last call of [`Squads::take_results`].
pub(crate) struct TickResults<D: SquadDomain> {
    pub events: Vec<SquadEvent<D>>,
    /// Ended actions whose orders are still open.
    pub over: Vec<(Entity, ActionId)>,
    pub commands: Vec<(SquadId, Command<D>)>,
    /// Squads without a plan that a member joined without a fact before their last search.
    pub unknown_members: Vec<Entity>,
    /// Squads that a breakpoint halted.
    pub halted: Vec<Entity>,
}

impl<D: SquadDomain> Squads<D> {
    pub(crate) fn new(scheduler: SquadScheduler<D>, number: usize, threads: bool) -> Self {
        Squads {
            scheduler,
            ids: EntityHashMap::default(),
            records: BTreeMap::new(),
            threads,
            number,
            has_raised_no_member_facts: false,
        }
    }

    /// Returns the director of a squad; `None` if the entity has no [`Squad`](crate::Squad) of this domain.
    pub fn get(&self, squad: Entity) -> Option<&Director<D>> {
        self.scheduler.squad(*self.ids.get(&squad)?)
    }

    /// Returns the director of a squad, to change its facts or to [plan now](Director::replan_now). Do not call
    /// [`tick`](Director::tick): the plugin does. [`Squads`](Self) has an example.
    pub fn get_mut(&mut self, squad: Entity) -> Option<&mut Director<D>> {
        self.scheduler.squad_mut(*self.ids.get(&squad)?)
    }

    /// Iterates over all squads, in the order of their messages and orders: that of their numbers. Numbers of removed
    /// squads are used again. [`Squad`](crate::Squad) has an example.
    pub fn iter(&self) -> impl Iterator<Item = (Entity, &Director<D>)> {
        let records = self.records.iter();
        records.filter_map(|(id, record)| Some((record.squad, self.scheduler.squad(*id)?)))
    }

    /// Iterates over all squads in the same order, to change their facts. [`Squads`](Self) has an example.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Entity, &mut Director<D>)> {
        let all = self.scheduler.squads_mut();
        all.filter_map(|(id, director)| Some((self.records.get(&id)?.squad, director)))
    }

    /// Returns the number of squads. [`Squad`](crate::Squad) has an example.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns true if there are no squads. [`Squad`](crate::Squad) has an example.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns the steps and the waiting time of a squad's searches. [`Squad`](crate::Squad) has an example.
    pub fn usage(&self, squad: Entity) -> Option<Usage> {
        self.scheduler.usage(*self.ids.get(&squad)?)
    }

    /// Iterates over the open orders of a squad, the oldest first. [`Squad`](crate::Squad) has an example.
    pub fn orders(&self, squad: Entity) -> impl Iterator<Item = Entity> + '_ {
        let record = self.ids.get(&squad).and_then(|id| self.records.get(id));
        let orders = record.map_or(&[][..], |record| &record.orders);
        orders.iter().map(|(_, order)| *order)
    }

    /// Returns the scheduler of the squads.
    pub fn scheduler(&self) -> &SquadScheduler<D> {
        &self.scheduler
    }

    /// Makes all squads take a reloaded domain over in their next tick. Returns the number of squads whose facts do not fit its
    /// capacities, and which keep the domain that they have.
    #[cfg(feature = "reload")]
    pub fn reload(&mut self, domain: &squad_htn::reload::ReloadedDomain<D>) -> usize {
        self.scheduler.reload(domain).len()
    }

    pub(crate) fn scheduler_mut(&mut self) -> &mut SquadScheduler<D> {
        &mut self.scheduler
    }

    /// Returns the entity of the squad that has this number now, if any.
    pub(crate) fn entity(&self, id: SquadId) -> Option<Entity> {
        self.records.get(&id).map(|record| record.squad)
    }

    fn record(&mut self, squad: Entity) -> Option<(&mut Record, &mut Director<D>)> {
        let id = self.ids.get(&squad)?;
        let director = self.scheduler.squad_mut(*id)?;
        Some((self.records.get_mut(id)?, director))
    }

    /// Adds a squad, or changes its task. Actions of a given director continue.
    pub(crate) fn add(
        &mut self,
        squad: Entity,
        task: D::Task,
        limits: Option<Limits>,
        arriving: Option<PendingDirector<D>>,
    ) -> Vec<Begun<D>> {
        if let Some(director) = self.get_mut(squad) {
            director.set_task(task);
            return Vec::new();
        }
        let mut record = Record {
            squad,
            orders: Vec::new(),
            lost: Vec::new(),
            gone: Vec::new(),
            settings: DirectorSettings::default(),
            issued_tick: 0,
            joined_without_fact: None,
        };
        let mut begun = Vec::new();
        let id = match (arriving, limits) {
            (Some(PendingDirector { mut director, kept }), _) => {
                begun = running(&director);
                record.issued_tick = director.executor().ticks();
                if let Some(kept) = kept {
                    begun = resume_orders(&mut director, begun, &kept);
                    record.settings = kept.settings;
                    (record.lost, record.gone) = (kept.lost, kept.gone);
                }
                self.scheduler.add_director(director)
            }
            (None, Some(limits)) => self.scheduler.add_with_limits(task, limits),
            (None, None) => self.scheduler.add(task),
        };
        self.ids.insert(squad, id);
        self.records.insert(id, record);
        begun
    }

    /// Removes a squad. The caller despawns its orders.
    pub(crate) fn remove(&mut self, squad: Entity) -> Vec<Entity> {
        let Some(id) = self.ids.remove(&squad) else {
            return Vec::new();
        };
        self.scheduler.remove(id);
        let record = self.records.remove(&id);
        let orders = record.map_or(Vec::new(), |record| record.orders);
        orders.into_iter().map(|(_, order)| order).collect()
    }

    pub(crate) fn set_settings(&mut self, squad: Entity, settings: DirectorSettings) {
        if let Some((record, director)) = self.record(squad)
            && record.settings != settings
        {
            record.settings = settings;
            director.set_settings(settings);
        }
    }

    pub(crate) fn set_weight(&mut self, squad: Entity, weight: u32) {
        if let Some(id) = self.ids.get(&squad) {
            self.scheduler.set_weight(*id, weight);
        }
    }

    pub(crate) fn set_paused(&mut self, squad: Entity, paused: bool) {
        if let Some(id) = self.ids.get(&squad)
            && self.scheduler.is_paused(*id) != Some(paused)
        {
            self.scheduler.set_paused(*id, paused);
        }
    }

    pub(crate) fn add_fact(&mut self, squad: Entity, fact: D::Fact) -> Result<(), SquadError> {
        let Some(director) = self.get_mut(squad) else {
            return Ok(());
        };
        let added = director.state_mut().insert(fact);
        added.map(drop).map_err(|full| {
            let fact = fact.to_string();
            SquadError::Full { squad, fact, full }
        })
    }

    /// Adds a member to a squad. A squad of another domain is ignored.
    pub(crate) fn joined(&mut self, squad: Entity, entity: Entity) -> Result<(), SquadError> {
        let Some((record, _)) = self.record(squad) else {
            return Ok(());
        };
        record.gone.retain(|other| *other != entity);
        let agent = D::Agent::from_entity(entity).ok_or(SquadError::NotAnAgent {
            squad,
            entity,
            has_agents: D::Agent::BITS > 0,
        })?;
        if let Some(fact) = D::member(agent) {
            return self.add_fact(squad, fact);
        }
        if let Some((record, director)) = self.record(squad) {
            record.joined_without_fact = Some(director.answers());
        }
        Ok(())
    }

    /// Removes a member from a squad. Returns true if it had a fact about the member.
    pub(crate) fn left(&mut self, squad: Entity, entity: Entity) -> bool {
        let Some(agent) = D::Agent::from_entity(entity) else {
            return false;
        };
        let Some((record, director)) = self.record(squad) else {
            return false;
        };
        if !record.gone.contains(&entity) {
            record.gone.push(entity);
        }
        let forgotten = forget(director, agent);
        director.agent_left(agent);
        forgotten > 0
    }

    pub(crate) fn begun(&mut self, squad: Entity, id: ActionId, order: Entity) {
        if let Some((record, _)) = self.record(squad) {
            record.orders.push((id, order));
        }
    }

    /// Returns the saved part of a squad's record, and whether the orders of its last tick were issued.
    #[cfg(feature = "serde")]
    pub(crate) fn kept(&self, squad: Entity) -> Option<(SavedOrders, bool)> {
        let id = self.ids.get(&squad)?;
        let (record, director) = (self.records.get(id)?, self.scheduler.squad(*id)?);
        let kept = SavedOrders {
            settings: record.settings,
            orders: record.orders.iter().map(|(id, _)| *id).collect(),
            lost: record.lost.clone(),
            gone: record.gone.clone(),
            members: Vec::new(),
        };
        Some((kept, record.issued_tick == director.executor().ticks()))
    }

    /// Records the end of an action by the squad, and returns its order if it is open.
    pub(crate) fn stopped(&mut self, squad: Entity, id: ActionId) -> Option<Entity> {
        let (record, _) = self.record(squad)?;
        let at = record.orders.iter().position(|(other, _)| *other == id)?;
        Some(record.orders.remove(at).1)
    }

    /// Reports the end of an order by the game, unless the squad has stopped its action.
    fn take_order(&mut self, squad: Entity, order: Entity) -> Option<ActionId> {
        let (record, _) = self.record(squad)?;
        let at = record
            .orders
            .iter()
            .position(|(_, other)| *other == order)?;
        Some(record.orders.remove(at).0)
    }

    /// Reports the outcome of an order by the game.
    pub(crate) fn ended(&mut self, squad: Entity, order: Entity, outcome: Outcome) {
        if let Some(id) = self.take_order(squad, order)
            && let Some(director) = self.get_mut(squad)
        {
            // The director may have ended it already, because its agent left.
            let _ = director.finish(id, outcome);
        }
    }

    /// Fails an order, because an agent of it was despawned.
    pub(crate) fn agent_lost(&mut self, squad: Entity, order: Entity) {
        if let Some(id) = self.take_order(squad, order) {
            self.not_begun(squad, id);
        }
    }

    /// Fails a new action, because an agent of it does not exist.
    pub(crate) fn not_begun(&mut self, squad: Entity, id: ActionId) {
        if let Some((record, _)) = self.record(squad) {
            record.lost.push(id);
        }
    }

    /// Returns the results of the squads' last ticks, once each.
    pub(crate) fn take_results(&mut self) -> TickResults<D> {
        let (mut events, mut commands) = (Vec::new(), Vec::new());
        let (mut over, mut unknown_members) = (Vec::new(), Vec::new());
        let mut halted = Vec::new();
        for (id, record) in &mut self.records {
            let Some(director) = self.scheduler.squad(*id) else {
                continue;
            };
            let tick = director.executor().ticks();
            if record.issued_tick == tick {
                continue;
            }
            record.issued_tick = tick;
            let squad = record.squad;
            events.extend(director.events().map(|event| SquadEvent { squad, event }));
            halted.extend(director.halted().map(|_| squad));
            // An order is still open after the end of its action only if the end was reported before the squad was
            // added here.
            let ended = director.events().filter_map(|event| event.ended_action());
            let is_open = |id: &ActionId| record.orders.iter().any(|(other, _)| other == id);
            over.extend(ended.filter(is_open).map(|id| (squad, id)));
            commands.extend(director.commands().map(|command| (*id, command)));
            if let Some(answers) = record.joined_without_fact
                && answers < director.answers()
            {
                record.joined_without_fact = None;
                if director.executor().plans().next().is_none() {
                    unknown_members.push(squad);
                }
            }
            // Skip `squad_mut` if there is nothing to report, because it wakes the squad.
            if record.lost.is_empty() && record.gone.is_empty() {
                continue;
            }
            let Some(director) = self.scheduler.squad_mut(*id) else {
                continue;
            };
            for action in record.lost.drain(..) {
                let _ = director.finish(action, Outcome::Failure);
            }
            for agent in record.gone.drain(..).filter_map(D::Agent::from_entity) {
                forget(director, agent);
            }
        }
        TickResults {
            events,
            over,
            commands,
            unknown_members,
            halted,
        }
    }

    /// Returns true if a fact of the squad is about this entity.
    pub(crate) fn has_fact_about(&self, squad: Entity, entity: Entity) -> bool {
        let (director, agent) = (self.get(squad), D::Agent::from_entity(entity));
        director.zip(agent).is_some_and(|(director, agent)| {
            let mut facts = director.state().facts();
            facts.any(|fact| is_about::<D>(fact, agent))
        })
    }
}

/// Returns the running actions of a director, plan by plan.
fn running<D: SquadDomain>(director: &Director<D>) -> Vec<Begun<D>> {
    let plans = director.executor().plans();
    let steps = plans.flat_map(|plan| plan.steps().map(move |step| (plan.id, step)));
    let running = steps.filter(|(_, step)| step.state == StepState::Running);
    let actions = running.filter_map(|(plan, step)| {
        let mut row = Row::new();
        let TaskCode::Task(task) = D::task_to_row(step.task, &mut row) else {
            return None;
        };
        Some((step.action?, plan, D::action_from_row(task, &row)?))
    });
    actions.collect()
}

/// Returns the running actions with open orders, in the order of issue. Fails the others in the director, because
/// nothing else would report their ends.
fn resume_orders<D: SquadDomain>(
    director: &mut Director<D>,
    running: Vec<Begun<D>>,
    kept: &SavedOrders,
) -> Vec<Begun<D>> {
    let place = |id: ActionId| kept.orders.iter().position(|other| *other == id);
    let (mut ordered, ended): (Vec<_>, Vec<_>) = running
        .into_iter()
        .partition(|(id, ..)| place(*id).is_some());
    for (id, ..) in ended {
        if !kept.lost.contains(&id) {
            let _ = director.finish(id, Outcome::Failure);
        }
    }
    ordered.sort_by_key(|(id, ..)| place(*id));
    ordered
}

/// Removes the facts about an agent and returns their number.
pub(crate) fn forget<D: SquadDomain>(director: &mut Director<D>, agent: D::Agent) -> usize {
    let is_kept = |fact| !is_about::<D>(fact, agent);
    director.state_mut().retain(is_kept)
}

fn is_about<D: SquadDomain>(fact: D::Fact, agent: D::Agent) -> bool {
    names_agent::<D>(fact, agent) || D::is_about(fact, agent)
}

impl<D: SquadDomain> fmt::Debug for Squads<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.scheduler, f)
    }
}
