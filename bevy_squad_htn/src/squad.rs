//! Squads as entities.

use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::{Component, World};
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::relationship::RelationshipTarget;
use bevy_ecs::world::DeferredWorld;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use squad_htn::{Director, DirectorSettings, Limits, Policy, Repair, Retry};
use std::any::type_name;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::domain::SquadDomain;
use crate::error::{RaiseError, SquadError};
use crate::members::Members;
use crate::order;
use crate::squads::{PendingDirector, Squads};
use crate::systems::is_halted;

/// A squad: an entity that plans for a task, and issues orders to its [members](crate::MemberOf).
///
/// Its facts, plans and searches are in its [`Director`], in [`Squads`]. Inserting this component again changes the
/// task and the weight of the squad, and nothing else. Removing or despawning it stops everything: its orders are
/// despawned, and its members are free. A squad without members plans with the facts that it has.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_squad_htn::prelude::*;
/// # htn_domain! {
/// #     pub domain patrol;
/// #     agent Agent;
/// #     predicate post(u8) [8];
/// #     predicate guard(Agent) [8];
/// #     operator walk(who: Agent, to: u8) by who {}
/// #     pub method watch() if guard(who) && post(p) { walk(who, p); }
/// # }
/// # impl SquadDomain for patrol::Domain {
/// #     type Params = ();
/// #     fn context(params: &()) -> &() { params }
/// #     fn member(who: Agent) -> Option<patrol::Fact> { Some(patrol::Fact::Guard(who)) }
/// # }
/// use patrol::{Domain, Fact, Task};
///
/// # fn main() {
/// # let mut app = App::new();
/// # app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
/// # let world = app.world_mut();
/// let squad = world.spawn((
///     Squad::<Domain>::new(Task::Watch)
///         .facts([Fact::Post(1), Fact::Post(2)])
///         .weight(4)
///         .limits(Limits::compact()),
///     SquadSettings { interval: 10, ..Default::default() },
/// )).id();
/// let guard = world.spawn(MemberOf(squad)).id();
///
/// let director = world.resource::<Squads<Domain>>().get(squad).expect("it is there");
/// assert_eq!(director.state().to_string(), format!("post(1)\npost(2)\nguard({guard})"));
///
/// let squads = world.resource::<Squads<Domain>>();
/// assert_eq!((squads.len(), squads.iter().count(), squads.orders(squad).count()), (1, 1, 0));
/// assert!(!squads.is_empty() && squads.usage(squad).is_some());
/// assert_eq!(world.get::<Squad<Domain>>(squad).map(Squad::task), Some(Task::Watch));
/// # }
/// ```
///
/// Its reflected fields are `text`, the task as the domain prints it, and `weight`. Other properties are in its
/// [`SquadSettings`].
#[derive(Component)]
#[component(immutable, on_insert = add_squad::<D>, on_remove = remove_squad::<D>, clone_behavior = Ignore)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(
    feature = "bevy_reflect",
    reflect(type_path = false, from_reflect = false, where D: SquadDomain)
)]
#[cfg_attr(feature = "bevy_reflect", reflect(Component, Debug))]
#[require(SquadSettings)]
pub struct Squad<D: SquadDomain> {
    #[cfg_attr(feature = "bevy_reflect", reflect(ignore))]
    task: D::Task,
    /// The task as text, for code that does not know its type.
    #[cfg(feature = "bevy_reflect")]
    text: String,
    weight: u32,
    #[cfg_attr(feature = "bevy_reflect", reflect(ignore))]
    limits: Option<Limits>,
    #[cfg_attr(feature = "bevy_reflect", reflect(ignore))]
    facts: Vec<D::Fact>,
    /// Moved to the director at spawning.
    #[cfg_attr(feature = "bevy_reflect", reflect(ignore))]
    arriving: Mutex<Option<Box<PendingDirector<D>>>>,
}

#[cfg(feature = "bevy_reflect")]
crate::reflect::type_path_of_domain!(Squad, "squad");

impl<D: SquadDomain> Squad<D> {
    /// Creates a squad that plans for this task. [`Squad`](Self) has an example.
    pub fn new(task: D::Task) -> Self {
        Squad {
            task,
            #[cfg(feature = "bevy_reflect")]
            text: task.to_string(),
            weight: 1,
            limits: None,
            facts: Vec::new(),
            arriving: Mutex::new(None),
        }
    }

    /// Creates a squad that continues with this director: with its facts, plans and settings, and an
    /// [order](crate::Order) for each running action. The director may be loaded or come from another world; its agents
    /// are entities of this world. If the entity is a squad already, only the task changes.
    pub fn from_director(director: Director<D>) -> Self {
        let kept = None;
        Squad::arriving(PendingDirector { director, kept })
    }

    pub(crate) fn arriving(arriving: PendingDirector<D>) -> Self {
        let task = arriving.director.task();
        Squad {
            arriving: Mutex::new(Some(Box::new(arriving))),
            ..Squad::new(task)
        }
    }

    /// Adds initial facts. A fact that does not fit is [an error](SquadError::Full).
    #[must_use]
    pub fn facts(mut self, facts: impl IntoIterator<Item = D::Fact>) -> Self {
        self.facts.extend(facts);
        self
    }

    /// Sets how much sooner than others the squad gets its turn to search, from 1 to 32. Default: 1. See
    /// [`SquadScheduler`](squad_htn::SquadScheduler). [`Squad`](Self) has an example.
    #[must_use]
    pub fn weight(mut self, weight: u32) -> Self {
        self.weight = weight;
        self
    }

    /// Sets the limits of its plans, until the squad is removed. Default: those of [the
    /// plugin](crate::SquadHtnPlugin::limits). [`Squad`](Self) has an example.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = Some(limits);
        self
    }

    #[cfg(feature = "serde")]
    pub(crate) fn get_weight(&self) -> u32 {
        self.weight
    }

    /// Returns the task. [`Squad`](Self) has an example.
    pub fn task(&self) -> D::Task {
        self.task
    }
}

impl<D: SquadDomain> fmt::Debug for Squad<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Squad")
            .field("task", &self.task)
            .field("weight", &self.weight)
            .finish_non_exhaustive()
    }
}

fn add_squad<D: SquadDomain>(
    mut world: DeferredWorld<'_>,
    HookContext { entity, .. }: HookContext,
) {
    if world.get_resource::<Squads<D>>().is_none() {
        let (squad, domain) = (entity, type_name::<D>());
        let error = SquadError::NoPlugin { squad, domain };
        return world.commands().queue(RaiseError(error));
    }
    let is_halted = is_halted(&world, entity);
    let settings = world.get::<SquadSettings>(entity).copied();
    let members = world.get::<Members>(entity);
    let members: Vec<Entity> = members.map_or(Vec::new(), |members| members.iter().collect());
    let Some(squad) = world.get::<Squad<D>>(entity) else {
        return;
    };
    let (task, weight, limits) = (squad.task, squad.weight, squad.limits);
    let facts = squad.facts.clone();
    let arriving = squad.arriving.lock();
    let arriving = arriving.unwrap_or_else(PoisonError::into_inner).take();
    let kept = arriving
        .as_ref()
        .and_then(|arriving| arriving.kept.as_ref());
    let known = kept.map_or(Vec::new(), |kept| kept.members.clone());
    let Some(mut squads) = world.get_resource_mut::<Squads<D>>() else {
        return;
    };
    let running = squads.add(entity, task, limits, arriving.map(|arriving| *arriving));
    squads.set_settings(entity, settings.unwrap_or_default().into());
    squads.set_weight(entity, weight);
    squads.set_paused(entity, is_halted);
    let facts = facts.into_iter().map(|fact| squads.add_fact(entity, fact));
    let errors = facts.collect::<Vec<_>>().into_iter();
    let joining = members.into_iter().filter(|who| !known.contains(who));
    let errors = errors.chain(joining.map(|who| squads.joined(entity, who)));
    let errors: Vec<SquadError> = errors.filter_map(Result::err).collect();
    for error in errors {
        error.report(&mut world);
    }
    for action in running {
        let begin = move |world: &mut World| order::begin::<D>(world, entity, action);
        world.commands().queue(begin);
    }
}

fn remove_squad<D: SquadDomain>(
    mut world: DeferredWorld<'_>,
    HookContext { entity, .. }: HookContext,
) {
    let Some(mut squads) = world.get_resource_mut::<Squads<D>>() else {
        return;
    };
    let orders = squads.remove(entity);
    let mut commands = world.commands();
    for order in orders {
        commands.entity(order).try_despawn();
    }
}

/// Pauses a [`Squad`]: it neither continues its plans nor searches. Its orders stay, and their ends count when it
/// continues. To pause the squads of all domains, add a run condition to the set [`Tick`](crate::SquadSystems::Tick).
/// [`Disabled`](bevy_ecs::entity_disabling::Disabled) on the squad has the same effect.
///
/// A squad whose director [halts](squad_htn::Director::halted) at a breakpoint gets this component. Remove it to continue, or call
/// [`step`](squad_htn::Director::step) of the director first to continue for a step.
#[derive(Component, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(
    feature = "bevy_reflect",
    reflect(Component, Clone, PartialEq, Default, Debug)
)]
pub struct Paused;

macro_rules! declare {
    ($(
        $(#[$doc:meta])*
        $name:ident($arg:ty): $type:ty = $default:expr $(, $ignore:ident)?;
    )*) => {
        /// The [settings of the director](DirectorSettings) of a squad, as a component.
        ///
        /// Every squad has it. Changes apply from its next tick. Settings changed in the director itself hold until
        /// this component changes.
        #[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
        #[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
        #[cfg_attr(
            feature = "bevy_reflect",
            reflect(Component, Clone, PartialEq, Default, Debug)
        )]
        pub struct SquadSettings {
            $(
                #[doc = concat!("See [`DirectorSettings::", stringify!($name), "`](field@DirectorSettings::", stringify!($name), ").")]
                $(#[cfg_attr(feature = "bevy_reflect", reflect($ignore))])?
                pub $name: $type,
            )*
        }

        impl From<DirectorSettings> for SquadSettings {
            fn from(settings: DirectorSettings) -> Self {
                SquadSettings { $($name: settings.$name),* }
            }
        }

        impl From<SquadSettings> for DirectorSettings {
            fn from(settings: SquadSettings) -> Self {
                let mut director = DirectorSettings::default();
                $(director.$name = settings.$name;)*
                director
            }
        }
    };
}

squad_htn::__director_settings!(declare);

impl Default for SquadSettings {
    fn default() -> Self {
        DirectorSettings::default().into()
    }
}
