//! The agents of orders and the orders of agents: many to many, while Bevy's relationships are one to many.

use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::{Component, EntityWorldMut};
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::world::DeferredWorld;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};

/// The agents that carry out an order, in the order of the operator's parameters; empty for a domain without agents.
/// The [crate](crate) has an example.
#[derive(Component, Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(
    feature = "bevy_reflect",
    reflect(Component, Clone, PartialEq, Default, Debug)
)]
#[component(
    immutable,
    on_insert = add_orders,
    on_discard = remove_orders,
    clone_behavior = Ignore
)]
pub struct Actors(Vec<Entity>);

impl Actors {
    pub(crate) fn new(agents: Vec<Entity>) -> Self {
        Actors(agents)
    }

    /// Returns the first agent.
    pub fn lead(&self) -> Option<Entity> {
        self.0.first().copied()
    }

    /// Returns all agents.
    pub fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        self.0.iter().copied()
    }
}

/// The orders of an agent, the oldest first: entities with an [`Order`](crate::Order). They are despawned with the
/// agent. The [crate](crate) has an example.
#[derive(Component, Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(
    feature = "bevy_reflect",
    reflect(Component, Clone, PartialEq, Default, Debug)
)]
#[component(on_despawn = despawn_orders, clone_behavior = Ignore)]
pub struct Orders(Vec<Entity>);

impl Orders {
    /// Returns all orders.
    pub fn iter(&self) -> impl Iterator<Item = Entity> + '_ {
        self.0.iter().copied()
    }

    /// Returns the number of orders.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if the agent has no orders.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn agents_of(world: &DeferredWorld<'_>, order: Entity) -> Vec<Entity> {
    let actors = world.get::<Actors>(order);
    actors.map_or(Vec::new(), |actors| actors.0.clone())
}

fn add_orders(mut world: DeferredWorld<'_>, HookContext { entity: order, .. }: HookContext) {
    for agent in agents_of(&world, order) {
        if let Some(mut orders) = world.get_mut::<Orders>(agent) {
            orders.0.push(order);
        } else if let Ok(mut agent) = world.commands().get_entity(agent) {
            agent.queue_silenced(move |mut agent: EntityWorldMut<'_>| {
                agent.entry::<Orders>().or_default().get_mut().0.push(order);
            });
        }
    }
}

fn remove_orders(mut world: DeferredWorld<'_>, HookContext { entity: order, .. }: HookContext) {
    for agent in agents_of(&world, order) {
        if let Some(mut orders) = world.get_mut::<Orders>(agent) {
            orders.0.retain(|other| *other != order);
        }
    }
}

fn despawn_orders(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    let orders = world.get::<Orders>(entity);
    let orders = orders.map_or(Vec::new(), |orders| orders.0.clone());
    for order in orders {
        world.commands().entity(order).try_despawn();
    }
}
