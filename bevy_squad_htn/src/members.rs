//! The members of squads.

use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::{Discard, Insert};
use bevy_ecs::observer::On;
use bevy_ecs::prelude::{Component, World};
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::world::DeferredWorld;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};

use crate::domain::SquadDomain;
use crate::squads::Squads;

/// The squad that an agent belongs to: a relationship. An agent is a member of at most one squad; when it joins
/// another, it leaves the first. The [crate](crate) has an example.
///
/// When an agent joins, the domain's fact [for members](SquadDomain::member) is added to the squad. When this component is
/// removed or the agent is despawned, all facts about the agent are removed from the squad. From the next tick on, the
/// squad plans without it: its actions fail, and plans that rely on it are repaired.
///
/// An agent that is [`Disabled`](bevy_ecs::entity_disabling::Disabled) stays a member, because Bevy keeps its
/// relationships: its facts and orders stay, and it gets new orders. Queries of the game and of conditions skip it. To
/// plan without it, remove this component, or test in a condition of the domain that a query finds the agent.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(feature = "bevy_reflect", reflect(Component, Clone, PartialEq, Debug))]
#[relationship(relationship_target = Members)]
pub struct MemberOf(#[entities] pub Entity);

/// The members of a squad, in the order in which they joined: the other side of [`MemberOf`]. Despawning the squad does
/// not despawn them. The [crate](crate) has an example.
#[derive(Component, Default, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(feature = "bevy_reflect", reflect(Component, Default, Debug))]
#[relationship_target(relationship = MemberOf)]
pub struct Members(Vec<Entity>);

// The observers below read the world directly, because a query skips disabled agents.

/// Adds an agent to its new squad.
pub(crate) fn on_join<D: SquadDomain>(event: On<Insert<MemberOf>>, mut world: DeferredWorld<'_>) {
    let agent = event.entity;
    if let Some(&MemberOf(squad)) = world.get::<MemberOf>(agent)
        && let Some(mut squads) = world.get_resource_mut::<Squads<D>>()
        && let Err(error) = squads.joined(squad, agent)
    {
        error.report(&mut world);
    }
}

/// Removes an agent from the squad that it has left.
pub(crate) fn on_leave<D: SquadDomain>(event: On<Discard<MemberOf>>, mut world: DeferredWorld<'_>) {
    let agent = event.entity;
    if let Some(&MemberOf(squad)) = world.get::<MemberOf>(agent) {
        // Inserting the same relationship again discards the old one first. Then the agent has not left, which only a
        // later command can see.
        world.commands().queue(move |world: &mut World| {
            let is_back = world.get::<MemberOf>(agent) == Some(&MemberOf(squad));
            if !is_back && let Some(mut squads) = world.get_resource_mut::<Squads<D>>() {
                squads.left(squad, agent);
            }
        });
    }
}
