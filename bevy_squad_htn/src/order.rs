//! Actions as entities.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::observer::On;
use bevy_ecs::prelude::{Component, World};
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::world::DeferredWorld;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use htn_core::identity::task_actors;
use squad_htn::{ActionId, Outcome, PlanId};
use std::fmt;

use crate::actors::Actors;
use crate::agent::AgentTerm;
use crate::domain::SquadDomain;
use crate::error::SquadError;
use crate::squads::{Begun, Squads};

/// A running action: an entity of its own, with its [`Actors`]. The [crate](crate) has an example.
///
/// An observer of `On<Add<Order<D>>>` starts it in the game, and one of `On<Remove<Order<D>>>` cleans up, whatever the cause
/// of its end. Each runs exactly once. The game can keep the state of the action in components of the same entity, which
/// are removed with it.
///
/// | cause of the end | [`OrderState`] at removal | outcome for the squad |
/// |---|---|---|
/// | [`Finish::success`] | `Succeeded` | success |
/// | [`Finish::failure`] | `Failed` | failure |
/// | the plan stops it | `Stopped` | the squad has ended it itself |
/// | the game despawns the entity or removes this component | `Running` | failure |
/// | one of its agents is despawned | `Running` | failure, because the agent left |
/// | its squad is despawned | `Running` | none |
///
/// In all cases the entity is despawned.
///
/// An order that is [`Disabled`](bevy_ecs::entity_disabling::Disabled) is hidden from queries, and nothing else changes: its
/// plan waits for it, and it ends like any other. Observers that read it with a query need the filter `Allow<Disabled>`.
///
/// Its reflected fields are `squad` and `text`, the action as the domain prints it.
#[derive(Component)]
#[component(immutable, on_remove = has_ended::<D>, clone_behavior = Ignore)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(
    feature = "bevy_reflect",
    reflect(type_path = false, from_reflect = false, where D: SquadDomain)
)]
#[cfg_attr(feature = "bevy_reflect", reflect(Component, Debug))]
#[require(OrderState)]
pub struct Order<D: SquadDomain> {
    squad: Entity,
    #[cfg_attr(feature = "bevy_reflect", reflect(ignore))]
    id: ActionId,
    #[cfg_attr(feature = "bevy_reflect", reflect(ignore))]
    plan: PlanId,
    #[cfg_attr(feature = "bevy_reflect", reflect(ignore))]
    action: D::Action,
    /// The action as text, for code that does not know its type.
    #[cfg(feature = "bevy_reflect")]
    text: String,
}

#[cfg(feature = "bevy_reflect")]
crate::reflect::type_path_of_domain!(Order, "order");

impl<D: SquadDomain> Order<D> {
    /// Returns the action. The [crate](crate) has an example.
    pub fn action(&self) -> D::Action {
        self.action
    }

    /// Returns the squad whose plan it is part of.
    pub fn squad(&self) -> Entity {
        self.squad
    }

    /// Returns the plan that it is part of.
    pub fn plan(&self) -> PlanId {
        self.plan
    }

    /// Returns its number in the squad, which events use as well.
    pub fn id(&self) -> ActionId {
        self.id
    }
}

impl<D: SquadDomain> fmt::Debug for Order<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Order")
            .field("action", &self.action)
            .field("squad", &self.squad)
            .field("plan", &self.plan)
            .field("id", &self.id)
            .finish()
    }
}

/// The state of an [`Order`]: useful in observers of `On<Remove<Order<D>>>`; before that it is `Running`.
/// The [crate](crate) has an example.
#[derive(Component, Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(
    feature = "bevy_reflect",
    reflect(Component, Clone, PartialEq, Default, Debug)
)]
#[component(clone_behavior = Ignore)]
pub enum OrderState {
    /// The order is running.
    #[default]
    Running,
    /// The game reported success.
    Succeeded,
    /// The game reported failure.
    Failed,
    /// The squad stopped it.
    Stopped,
}

/// Reports the end of an order: `commands.trigger(Finish::success(order))`. The order is then despawned, and the squad
/// processes the end in its next tick. For an order that has already ended, this is [`SquadError::NotAnOrder`], and
/// nothing changes. The [crate](crate) has an example.
#[derive(EntityEvent, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finish {
    /// The order.
    #[event_target]
    pub order: Entity,
    /// The outcome.
    pub outcome: Outcome,
}

impl Finish {
    /// Reports success. The [crate](crate) has an example.
    pub fn success(order: Entity) -> Self {
        let outcome = Outcome::Success;
        Finish { order, outcome }
    }

    /// Reports failure. The [crate](crate) has an example.
    pub fn failure(order: Entity) -> Self {
        let outcome = Outcome::Failure;
        Finish { order, outcome }
    }
}

/// Ends the order of a [`Finish`] event.
pub(crate) fn finish(event: On<Finish>, mut world: DeferredWorld<'_>) {
    let entity = event.order;
    // Read from the world, because a query skips a disabled order.
    match world.get_mut::<OrderState>(entity) {
        Some(mut state) if *state == OrderState::Running => {
            *state = match event.outcome {
                Outcome::Success => OrderState::Succeeded,
                Outcome::Failure => OrderState::Failed,
            };
            world.commands().entity(entity).try_despawn();
        }
        _ => {
            let error = SquadError::NotAnOrder { entity };
            // Only a debug message: the squad may have stopped it just before the game reported its end.
            log::debug!("{error}");
            error.write(&mut world);
        }
    }
}

/// Reports the end to the squad, unless the squad has stopped the order itself or was removed.
fn has_ended<D: SquadDomain>(
    mut world: DeferredWorld<'_>,
    HookContext { entity, .. }: HookContext,
) {
    let Some(&Order { squad, .. }) = world.get::<Order<D>>(entity) else {
        return;
    };
    let state = world.get::<OrderState>(entity).copied();
    let actors = world.get::<Actors>(entity);
    let gone = actors.into_iter().flat_map(Actors::iter);
    let gone: Vec<Entity> = gone
        .filter(|agent| world.get_entity(*agent).is_err())
        .collect();
    world.commands().entity(entity).try_despawn();
    let Some(mut squads) = world.get_resource_mut::<Squads<D>>() else {
        return;
    };
    match state {
        Some(OrderState::Succeeded) => squads.ended(squad, entity, Outcome::Success),
        Some(OrderState::Running) if !gone.is_empty() => {
            squads.agent_lost(squad, entity);
            for agent in gone {
                squads.left(squad, agent);
            }
        }
        _ => squads.ended(squad, entity, Outcome::Failure),
    }
}

/// Starts an action: spawns its order.
pub(crate) fn begin<D: SquadDomain>(
    world: &mut World,
    squad: Entity,
    (id, plan, action): Begun<D>,
) {
    let agents = task_actors::<D>(action.into()).map(AgentTerm::entity);
    let agents: Vec<Entity> = agents.collect();
    let gone = agents
        .iter()
        .filter(|agent| world.get_entity(**agent).is_err());
    let mut gone: Vec<Entity> = gone.copied().collect();
    let Some(mut squads) = world.get_resource_mut::<Squads<D>>() else {
        return;
    };
    if !gone.is_empty() {
        squads.not_begun(squad, id);
        // A former member was removed from the squad's facts when it left.
        gone.retain(|agent| squads.left(squad, *agent));
        for agent in gone {
            let action = action.to_string();
            let error = SquadError::AgentDespawned {
                squad,
                agent,
                action,
            };
            error.report(&mut world.into());
        }
        return;
    }
    let order = world.spawn_empty().id();
    if let Some(mut squads) = world.get_resource_mut::<Squads<D>>() {
        squads.begun(squad, id, order);
    }
    if let Ok(mut entity) = world.get_entity_mut(order) {
        entity.insert((
            Order::<D> {
                squad,
                id,
                plan,
                action,
                #[cfg(feature = "bevy_reflect")]
                text: action.to_string(),
            },
            Actors::new(agents),
        ));
    }
}

/// Stops an action, unless it has already ended.
pub(crate) fn stop<D: SquadDomain>(world: &mut World, squad: Entity, id: ActionId) {
    let squads = world.get_resource_mut::<Squads<D>>();
    let Some(order) = squads.and_then(|mut squads| squads.stopped(squad, id)) else {
        return;
    };
    if let Ok(mut order) = world.get_entity_mut(order) {
        if let Some(mut state) = order.get_mut::<OrderState>() {
            *state = OrderState::Stopped;
        }
        order.despawn();
    }
}
