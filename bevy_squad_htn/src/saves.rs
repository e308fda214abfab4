//! Squads in a save.

use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_ecs::prelude::World;
use bevy_ecs::relationship::RelationshipTarget;
use htn_core::identity::task_agents;
use serde::de::{DeserializeSeed, Error as _, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use squad_htn::save::{LoadReport, LoadTerms, MapError, SaveTerms};
use squad_htn::{ActionId, Director, DirectorSettings, Limits, Term};
use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::marker::PhantomData;

use crate::agent::{Agent, AgentTerm};
use crate::domain::SquadDomain;
use crate::members::{MemberOf, Members};
use crate::squad::{Paused, Squad, SquadSettings};
use crate::squads::{PendingDirector, SavedOrders, Squads, forget};

/// A squad for saving: its [`Director`] with its facts and plans, its members, its settings, and its open orders. Save
/// the components of members and other entities separately, with their entities.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::entity::EntityHashMap;
/// # use bevy_squad_htn::prelude::*;
/// # use bevy_squad_htn::{LoadedSquad, SavedSquad};
/// # htn_domain! {
/// #     pub domain patrol;
/// #     agent Agent;
/// #     predicate guard(Agent) [8];
/// #     operator walk(who: Agent) by who {}
/// #     pub method watch() if guard(who) { walk(who); }
/// # }
/// # impl SquadDomain for patrol::Domain {
/// #     type Params = ();
/// #     fn context(params: &()) -> &() { params }
/// #     fn member(who: Agent) -> Option<patrol::Fact> { Some(patrol::Fact::Guard(who)) }
/// # }
/// # use patrol::{Domain, Task};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut app = App::new();
/// # app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
/// # let squad = app.world_mut().spawn(Squad::<Domain>::new(Task::Watch)).id();
/// # let guard = app.world_mut().spawn(MemberOf(squad)).id();
/// # for _ in 0..3 { app.update(); }
/// let text = serde_json::to_string(&SavedSquad::<Domain>::all(app.world()))?;
///
/// // In another world, in which a guard has come that is to be the one of the save.
/// # let mut app = App::new();
/// # app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
/// # app.world_mut().spawn_empty();
/// let world = app.world_mut();
/// let mut entities = EntityHashMap::default();
/// entities.insert(guard, world.spawn_empty().id());
/// for squad in serde_json::from_str::<Vec<LoadedSquad<Domain>>>(&text)? {
///     let squad = squad.spawn(world, &mut entities)?;
///     assert_eq!(world.resource::<Squads<Domain>>().orders(squad).count(), 1);
///     assert_eq!(world.get::<MemberOf>(entities[&guard]), Some(&MemberOf(squad)));
/// }
/// # Ok(())
/// # }
/// ```
///
/// Serialization fails if the orders of the last tick have not been issued yet: save after
/// [`SquadSystems::Orders`](crate::SquadSystems::Orders), or between two updates of the app.
pub struct SavedSquad<'w, D: SquadDomain> {
    book: Book,
    director: &'w Director<D>,
    orders_are_issued: bool,
}

/// The record of a squad beside its director.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Book {
    entity: Id,
    members: Vec<Id>,
    weight: u32,
    paused: bool,
    settings: DirectorSettings,
    /// The open orders, the oldest first.
    orders: Vec<ActionId>,
    lost: Vec<ActionId>,
    gone: Vec<Id>,
}

/// An entity as its bits.
#[derive(Clone, Copy)]
struct Id(Entity);

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(self.0.to_bits())
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let bits = u64::deserialize(deserializer)?;
        let entity = Entity::try_from_bits(bits);
        let entity = entity
            .ok_or_else(|| De::Error::custom(format_args!("{bits} are not the bits of an entity")));
        entity.map(Id)
    }
}

impl<'w, D: SquadDomain> SavedSquad<'w, D> {
    /// Returns a squad; `None` if the entity has no [`Squad`] of this domain.
    pub fn of(world: &'w World, squad: Entity) -> Option<Self> {
        let squads = world.get_resource::<Squads<D>>()?;
        let director = squads.get(squad)?;
        let (kept, orders_are_issued) = squads.kept(squad)?;
        let members = world.get::<Members>(squad);
        let members = members.map_or(Vec::new(), |members| members.iter().map(Id).collect());
        Some(SavedSquad {
            book: Book {
                entity: Id(squad),
                members,
                weight: world.get::<Squad<D>>(squad)?.get_weight(),
                paused: world.get::<Paused>(squad).is_some(),
                settings: kept.settings,
                orders: kept.orders,
                lost: kept.lost,
                gone: kept.gone.into_iter().map(Id).collect(),
            },
            director,
            orders_are_issued,
        })
    }

    /// Returns all squads of the domain, in the order of [`Squads::iter`](crate::Squads::iter). Loading them in this
    /// order keeps it. [`SavedSquad`](Self) has an example.
    pub fn all(world: &'w World) -> Vec<Self> {
        let Some(squads) = world.get_resource::<Squads<D>>() else {
            return Vec::new();
        };
        let all = squads.iter().map(|(squad, _)| squad);
        all.filter_map(|squad| SavedSquad::of(world, squad))
            .collect()
    }

    /// Returns the squad's entity. [`SavedSquad`](Self) has an example.
    pub fn entity(&self) -> Entity {
        self.book.entity.0
    }
}

impl<D: SquadDomain + SaveTerms> Serialize for SavedSquad<'_, D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !self.orders_are_issued {
            return Err(S::Error::custom(format_args!(
                "the orders of squad {} have not been issued yet; help: save after `SquadSystems::Orders`",
                self.book.entity.0
            )));
        }
        let mut pair = serializer.serialize_tuple(2)?;
        // The director first: its format and domain explain why the rest cannot be read.
        pair.serialize_element(self.director)?;
        pair.serialize_element(&self.book)?;
        pair.end()
    }
}

impl<D: SquadDomain> fmt::Debug for SavedSquad<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SavedSquad")
            .field("entity", &self.book.entity.0)
            .field("director", &self.director)
            .finish_non_exhaustive()
    }
}

/// A [saved](SavedSquad) squad, to be spawned in this world or another one.
pub struct LoadedSquad<D: SquadDomain> {
    book: Book,
    director: Director<D>,
    /// True if it was loaded without its plans, from another version of the domain.
    is_matching: bool,
}

/// Deserializes with [`Limits::default`]; see [`deserialize_with_limits`](LoadedSquad::deserialize_with_limits).
impl<'de, D: SquadDomain + LoadTerms> Deserialize<'de> for LoadedSquad<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        Self::deserialize_with_limits(deserializer, Limits::default())
    }
}

impl<D: SquadDomain + LoadTerms> LoadedSquad<D> {
    /// Loads a squad with other limits.
    ///
    /// # Errors
    ///
    /// The data is not a squad of this domain, or exceeds a limit, which the error names.
    pub fn deserialize_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        limits: Limits,
    ) -> Result<Self, De::Error> {
        let domain = PhantomData;
        let seed = DirectorSeed::<D> { limits, domain };
        let (book, director) = deserializer.deserialize_tuple(2, SquadVisitor(seed))?;
        Ok(LoadedSquad {
            book,
            director,
            is_matching: false,
        })
    }

    /// Loads a squad from a save of another version of the domain, without its plans and orders. Members and settings are kept,
    /// and the facts and the task as far as [`Director::load_matching`] can keep them; the report lists everything else. When
    /// it is spawned, the domain's facts [for members](SquadDomain::member) are inserted for all members.
    ///
    /// ```
    /// # use bevy_app::prelude::*;
    /// # use bevy_ecs::entity::EntityHashMap;
    /// # use bevy_squad_htn::prelude::*;
    /// # use bevy_squad_htn::{LoadedSquad, SavedSquad};
    /// # mod last_week {
    /// #     use bevy_squad_htn::prelude::*;
    /// #     htn_domain! {
    /// #         pub domain patrol;
    /// #         agent Agent;
    /// #         predicate guard(Agent) [8];
    /// #         operator walk(who: Agent) by who {}
    /// #         pub method watch() if guard(who) { walk(who); }
    /// #     }
    /// #     impl SquadDomain for patrol::Domain {
    /// #         type Params = ();
    /// #         fn context(params: &()) -> &() { params }
    /// #         fn member(who: Agent) -> Option<patrol::Fact> { Some(patrol::Fact::Guard(who)) }
    /// #     }
    /// # }
    /// # htn_domain! {
    /// #     pub domain patrol;
    /// #     agent Agent;
    /// #     predicate guard(Agent) [8];
    /// #     operator run(who: Agent) by who {}
    /// #     pub method watch() if guard(who) { run(who); }
    /// # }
    /// # impl SquadDomain for patrol::Domain {
    /// #     type Params = ();
    /// #     fn context(params: &()) -> &() { params }
    /// #     fn member(who: Agent) -> Option<patrol::Fact> { Some(patrol::Fact::Guard(who)) }
    /// # }
    /// # use patrol::Domain;
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let text = {
    /// #     use last_week::patrol::{Domain, Task};
    /// #     let mut app = App::new();
    /// #     app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
    /// #     let squad = app.world_mut().spawn(Squad::<Domain>::new(Task::Watch)).id();
    /// #     app.world_mut().spawn(MemberOf(squad));
    /// #     for _ in 0..3 { app.update(); }
    /// #     serde_json::to_string(&SavedSquad::<Domain>::all(app.world()))?
    /// # };
    /// # let mut app = App::new();
    /// # app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
    /// # let world = app.world_mut();
    /// # let mut entities = EntityHashMap::default();
    /// // A save from before the last patch of the domain.
    /// assert!(serde_json::from_str::<Vec<LoadedSquad<Domain>>>(&text).is_err());
    /// let mut save = serde_json::Deserializer::from_str(&text);
    /// for (squad, report) in LoadedSquad::<Domain>::all_matching(&mut save, None)? {
    ///     println!("squad {}: {report}", squad.entity());
    ///     assert_eq!(report.plans.len(), 1);
    ///     squad.spawn(world, &mut entities)?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// The data is not a save of a squad of a domain of this name, or its task does not exist any more and `task` is `None`.
    pub fn matching<'de, De: Deserializer<'de>>(
        deserializer: De,
        task: Option<D::Task>,
    ) -> Result<(Self, LoadReport), De::Error> {
        Self::matching_with_limits(deserializer, task, Limits::default())
    }

    /// Like [`matching`](LoadedSquad::matching), with limits of its own.
    ///
    /// # Errors
    ///
    /// As of `matching`.
    pub fn matching_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        task: Option<D::Task>,
        limits: Limits,
    ) -> Result<(Self, LoadReport), De::Error> {
        MatchingSeed::<D> { task, limits }.deserialize(deserializer)
    }

    /// Loads a list of squads as [`matching`](LoadedSquad::matching) loads one: what
    /// [`SavedSquad::all`] has saved.
    ///
    /// # Errors
    ///
    /// As of `matching`.
    pub fn all_matching<'de, De: Deserializer<'de>>(
        deserializer: De,
        task: Option<D::Task>,
    ) -> Result<Vec<(Self, LoadReport)>, De::Error> {
        let limits = Limits::default();
        deserializer.deserialize_seq(ListVisitor(MatchingSeed::<D> { task, limits }))
    }
}

/// Reads a squad, whose director is read by the seed.
struct SquadVisitor<S>(S);

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for SquadVisitor<S> {
    type Value = (Book, S::Value);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a director, and its squad")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut pair: A) -> Result<Self::Value, A::Error> {
        let missing = |at| A::Error::invalid_length(at, &"a director, and its squad");
        let director = pair.next_element_seed(self.0)?;
        let director = director.ok_or_else(|| missing(0))?;
        let book = pair.next_element()?.ok_or_else(|| missing(1))?;
        Ok((book, director))
    }
}

/// Reads a squad of another version of the domain.
struct MatchingSeed<D: SquadDomain> {
    task: Option<D::Task>,
    limits: Limits,
}

impl<D: SquadDomain> Clone for MatchingSeed<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: SquadDomain> Copy for MatchingSeed<D> {}

impl<'de, D: SquadDomain + LoadTerms> DeserializeSeed<'de> for MatchingSeed<D> {
    type Value = (LoadedSquad<D>, LoadReport);

    fn deserialize<De: Deserializer<'de>>(
        self,
        deserializer: De,
    ) -> Result<Self::Value, De::Error> {
        let seed = MatchingDirectorSeed(self);
        let (mut book, (director, report)) =
            deserializer.deserialize_tuple(2, SquadVisitor(seed))?;
        // They belong to plans that no longer exist.
        book.orders.clear();
        book.lost.clear();
        let squad = LoadedSquad {
            book,
            director,
            is_matching: true,
        };
        Ok((squad, report))
    }
}

struct MatchingDirectorSeed<D: SquadDomain>(MatchingSeed<D>);

impl<'de, D: SquadDomain + LoadTerms> DeserializeSeed<'de> for MatchingDirectorSeed<D> {
    type Value = (Director<D>, LoadReport);

    fn deserialize<De: Deserializer<'de>>(
        self,
        deserializer: De,
    ) -> Result<Self::Value, De::Error> {
        let MatchingSeed { task, limits } = self.0;
        Director::load_matching_with_limits(deserializer, task, limits)
    }
}

/// Reads a list of squads of another version of the domain.
struct ListVisitor<D: SquadDomain>(MatchingSeed<D>);

impl<'de, D: SquadDomain + LoadTerms> Visitor<'de> for ListVisitor<D> {
    type Value = Vec<(LoadedSquad<D>, LoadReport)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of squads")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut squads = Vec::new();
        while let Some(squad) = list.next_element_seed(self.0)? {
            squads.push(squad);
        }
        Ok(squads)
    }
}

struct DirectorSeed<D> {
    limits: Limits,
    domain: PhantomData<fn() -> D>,
}

impl<'de, D: SquadDomain + LoadTerms> DeserializeSeed<'de> for DirectorSeed<D> {
    type Value = Director<D>;

    fn deserialize<De: Deserializer<'de>>(
        self,
        deserializer: De,
    ) -> Result<Self::Value, De::Error> {
        Director::deserialize_with_limits(deserializer, self.limits)
    }
}

impl<D: SquadDomain> LoadedSquad<D> {
    /// Returns the squad's entity in the save. [`SavedSquad`] has an example.
    pub fn entity(&self) -> Entity {
        self.book.entity.0
    }

    /// Returns the members' entities in the save.
    pub fn members(&self) -> impl Iterator<Item = Entity> + '_ {
        self.book.members.iter().map(|member| member.0)
    }

    /// Returns its director, as it was saved.
    pub fn director(&self) -> &Director<D> {
        &self.director
    }

    /// Spawns the squad: its plans continue, each running action has an [order](crate::Order) again (observers run once
    /// for each), and its members are added. A search in progress starts again. [`SavedSquad`] has an example.
    ///
    /// `entities` maps entities of the save to those of this world: members, and all other entities that its facts
    /// name. The squad's own entity is spawned if it is not in the map. An agent that is missing in the map or the
    /// world counts as having left: facts about it are removed, and plans that rely on it are repaired. Missing
    /// entities are added to the map with an entity that is never spawned, so that all squads of a save agree on it.
    ///
    /// # Errors
    ///
    /// Two entities of the save are the same in this world, and their roles conflict. Then the world has not changed.
    pub fn spawn(
        mut self,
        world: &mut World,
        entities: &mut EntityHashMap<Entity>,
    ) -> Result<Entity, MapError> {
        let mut finder = Finder {
            world,
            entities,
            nobodies: BTreeSet::new(),
        };
        map_agents(&mut self.director, |entity| finder.find(entity))?;
        let members = self.book.members.iter();
        let members: Vec<Entity> = members.map(|member| finder.find(member.0)).collect();
        let gone = self.book.gone.iter();
        let mut gone: Vec<Entity> = gone.map(|one| finder.find(one.0)).collect();
        for nobody in finder.nobodies {
            if let Some(agent) = D::Agent::from_entity(nobody)
                && (is_planned_for(&self.director, agent) || forget(&mut self.director, agent) > 0)
            {
                forget(&mut self.director, agent);
                self.director.agent_left(agent);
                gone.push(nobody);
            }
        }
        let squad = match entities.get(&self.book.entity.0) {
            Some(squad) if world.get_entity(*squad).is_ok() => *squad,
            _ => world.spawn_empty().id(),
        };
        entities.insert(self.book.entity.0, squad);
        let members = members
            .into_iter()
            .filter(|member| world.get_entity(*member).is_ok());
        let members: Vec<Entity> = members.collect();
        for member in &members {
            if let Ok(mut member) = world.get_entity_mut(*member) {
                member.insert(MemberOf(squad));
            }
        }
        let settings = self.book.settings;
        let kept = SavedOrders {
            settings,
            orders: self.book.orders,
            lost: self.book.lost,
            gone,
            // The domain may use another fact for members now.
            members: if self.is_matching {
                Vec::new()
            } else {
                members
            },
        };
        let (director, kept) = (self.director, Some(kept));
        let component =
            Squad::arriving(PendingDirector { director, kept }).weight(self.book.weight);
        let mut entity = world.entity_mut(squad);
        if self.book.paused {
            entity.insert(Paused);
        }
        entity.insert((component, SquadSettings::from(settings)));
        Ok(squad)
    }
}

/// Maps entities of a save to those of a world.
struct Finder<'a> {
    world: &'a mut World,
    entities: &'a mut EntityHashMap<Entity>,
    /// Mapped entities that do not exist.
    nobodies: BTreeSet<Entity>,
}

impl Finder<'_> {
    fn find(&mut self, entity: Entity) -> Entity {
        let world = &mut *self.world;
        let found = self.entities.entry(entity).or_insert_with(|| {
            let nobody = world.spawn_empty().id();
            world.despawn(nobody);
            nobody
        });
        if self.world.get_entity(*found).is_err() {
            self.nobodies.insert(*found);
        }
        *found
    }
}

/// Replaces every entity in a director.
fn map_agents<D: SquadDomain>(
    director: &mut Director<D>,
    mut find: impl FnMut(Entity) -> Entity,
) -> Result<(), MapError> {
    let nobody = || D::Agent::from_entity(Entity::PLACEHOLDER);
    director.map_terms(|agent: Agent| {
        let found = find(agent.entity());
        Agent::new(found).unwrap_or(Agent::PLACEHOLDER)
    })?;
    // Those that contain an `Agent` have been replaced with it.
    director.map_agents(|agent| match holds_agent(agent) {
        true => agent,
        false => {
            let found = D::Agent::from_entity(find(agent.entity()));
            found.or_else(nobody).unwrap_or(agent)
        }
    })
}

/// Returns true if a term is an [`Agent`] or contains one.
fn holds_agent(term: impl Term) -> bool {
    let mut holds = false;
    term.map_terms(&mut |term: &mut dyn Any| holds |= term.is::<Agent>());
    holds
}

/// Returns true if a step of a plan names an agent.
fn is_planned_for<D: SquadDomain>(director: &Director<D>, agent: D::Agent) -> bool {
    let mut tasks = director.executor().plans().flat_map(|plan| plan.tasks());
    tasks.any(|task| task_agents::<D>(task).any(|other| other == agent))
}
