//! Who belongs to a squad.

use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::{Discard, Insert};
use bevy_ecs::message::MessageWriter;
use bevy_ecs::observer::On;
use bevy_ecs::prelude::{Commands, Component, Query, ResMut, World};
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};

use crate::domain::SquadDomain;
use crate::error::SquadError;
use crate::squads::Squads;

/// The squad that an agent belongs to: a relationship. An agent is a member of one squad at most; where it becomes one of
/// another, it leaves the former one first.
///
/// When it joins, the squad knows the fact that the domain has [for members](SquadDomain::member). When it leaves, be it that
/// this is removed or the agent despawned, the squad forgets all facts about it, and does without it from the next tick on: its
/// actions have failed, and plans that count on it are repaired.
#[derive(Component, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(feature = "bevy_reflect", reflect(Component, Clone, PartialEq, Debug))]
#[relationship(relationship_target = Members)]
pub struct MemberOf(#[entities] pub Entity);

/// The members of a squad, in the order in which they came. They stay when it is despawned.
#[derive(Component, Default, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(feature = "bevy_reflect", reflect(Component, Default, Debug))]
#[relationship_target(relationship = MemberOf)]
pub struct Members(Vec<Entity>);

pub(crate) fn joins<D: SquadDomain>(
    event: On<Insert<MemberOf>>,
    members: Query<&MemberOf>,
    squads: Option<ResMut<Squads<D>>>,
    mut errors: MessageWriter<SquadError>,
) {
    if let (Some(mut squads), Ok(MemberOf(squad))) = (squads, members.get(event.entity))
        && let Err(error) = squads.joined(*squad, event.entity)
    {
        log::warn!("{error}");
        errors.write(error);
    }
}

pub(crate) fn leaves<D: SquadDomain>(
    event: On<Discard<MemberOf>>,
    members: Query<&MemberOf>,
    mut commands: Commands,
) {
    let agent = event.entity;
    if let Ok(MemberOf(squad)) = members.get(agent).copied() {
        // Where the same is inserted again, nobody leaves; that is known when it is done.
        commands.queue(move |world: &mut World| {
            let is_back = world.get::<MemberOf>(agent) == Some(&MemberOf(squad));
            if !is_back && let Some(mut squads) = world.get_resource_mut::<Squads<D>>() {
                squads.left(squad, agent);
            }
        });
    }
}
