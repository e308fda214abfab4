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
/// another, it leaves the first.
///
/// When an agent joins, the squad gets the domain's fact [for members](SquadDomain::member). When this component is
/// removed or the agent is despawned, the squad removes all facts about the agent, and plans without it from the next
/// tick on: its actions have failed, and plans that rely on it are repaired.
///
/// An agent that is [`Disabled`](bevy_ecs::entity_disabling::Disabled) stays a member, as Bevy keeps its relationships: its facts and
/// orders stay, and it gets new orders. Queries do not see it, neither those of the game nor those of conditions. Remove this
/// component if the squad shall plan without it, or let a condition of the domain test that it is visible.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(feature = "bevy_reflect", reflect(Component, Clone, PartialEq, Debug))]
#[relationship(relationship_target = Members)]
pub struct MemberOf(#[entities] pub Entity);

/// The members of a squad, in the order in which they joined: the other side of [`MemberOf`]. They stay when the squad is despawned.
#[derive(Component, Default, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(feature = "bevy_reflect", reflect(Component, Default, Debug))]
#[relationship_target(relationship = MemberOf)]
pub struct Members(Vec<Entity>);

// These look at the world directly: a query would not see a disabled agent.

pub(crate) fn joins<D: SquadDomain>(event: On<Insert<MemberOf>>, mut world: DeferredWorld<'_>) {
    let agent = event.entity;
    if let Some(&MemberOf(squad)) = world.get::<MemberOf>(agent)
        && let Some(mut squads) = world.get_resource_mut::<Squads<D>>()
        && let Err(error) = squads.joined(squad, agent)
    {
        error.report(&mut world);
    }
}

pub(crate) fn leaves<D: SquadDomain>(event: On<Discard<MemberOf>>, mut world: DeferredWorld<'_>) {
    let agent = event.entity;
    if let Some(&MemberOf(squad)) = world.get::<MemberOf>(agent) {
        // If the same relationship is inserted again, no member leaves, which is known only afterwards.
        world.commands().queue(move |world: &mut World| {
            let is_back = world.get::<MemberOf>(agent) == Some(&MemberOf(squad));
            if !is_back && let Some(mut squads) = world.get_resource_mut::<Squads<D>>() {
                squads.left(squad, agent);
            }
        });
    }
}
