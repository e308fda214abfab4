//! Labels with the activities of agents.

use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::intern::Interned;
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::message::MessageReader;
use bevy_ecs::observer::On;
use bevy_ecs::prelude::{Commands, Component, DetectChangesMut, Query, Res};
use bevy_ecs::query::Allow;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::relationship::RelationshipTarget;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use std::collections::BTreeSet;
use std::marker::PhantomData;

use crate::agent::AgentTerm;
use crate::domain::SquadDomain;
use crate::event::SquadEvent;
use crate::members::{MemberOf, Members};
use crate::squads::Squads;
use crate::systems::SquadSystems;

/// The action or wait of an agent, with its plan: `walk(4v0, 7) for plan 3 since tick 40`. [`SquadDebugPlugin`] adds it
/// to members of squads with events; a game with `Text2d` or a gizmo draws it with one system:
///
/// ```
/// # use bevy_ecs::prelude::*;
/// # use bevy_squad_htn::AgentLabel;
/// # #[derive(Component)]
/// # struct Text2d(String);
/// fn draw(mut texts: Query<(&mut Text2d, &AgentLabel), Changed<AgentLabel>>) {
///     for (mut text, label) in &mut texts {
///         text.0.clone_from(&label.0);
///     }
/// }
/// ```
#[derive(Component, Clone, PartialEq, Eq, Default, Debug)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(
    feature = "bevy_reflect",
    reflect(Component, Clone, PartialEq, Default, Debug)
)]
pub struct AgentLabel(pub String);

/// Updates the [`AgentLabel`] of each agent from the messages of the squads. It costs nothing for squads without
/// messages. Add it with the schedule of the [`SquadHtnPlugin`](crate::SquadHtnPlugin).
pub struct SquadDebugPlugin<D: SquadDomain> {
    schedule: Interned<dyn ScheduleLabel>,
    domain: PhantomData<fn() -> D>,
}

impl<D: SquadDomain> SquadDebugPlugin<D> {
    /// Creates the plugin for squads that tick in this schedule.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        SquadDebugPlugin {
            schedule: schedule.intern(),
            domain: PhantomData,
        }
    }
}

/// Uses [`FixedUpdate`].
impl<D: SquadDomain> Default for SquadDebugPlugin<D> {
    fn default() -> Self {
        SquadDebugPlugin::new(FixedUpdate)
    }
}

impl<D: SquadDomain> Plugin for SquadDebugPlugin<D> {
    fn build(&self, app: &mut App) {
        #[cfg(feature = "bevy_reflect")]
        app.register_type::<AgentLabel>();
        let label = label::<D>.after(SquadSystems::Orders);
        // The order of the plugins does not matter.
        app.add_message::<SquadEvent<D>>()
            .add_observer(unlabel)
            .add_systems(self.schedule, label);
    }
}

fn label<D: SquadDomain>(
    mut events: MessageReader<SquadEvent<D>>,
    squads: Option<Res<Squads<D>>>,
    members: Query<&Members, Allow<Disabled>>,
    mut labels: Query<&mut AgentLabel, Allow<Disabled>>,
    mut commands: Commands,
) {
    let moved: BTreeSet<Entity> = events.read().map(|event| event.squad).collect();
    let Some(squads) = squads else { return };
    for squad in moved {
        let (Some(director), Ok(members)) = (squads.get(squad), members.get(squad)) else {
            continue;
        };
        for member in members.iter() {
            let agent = D::Agent::from_entity(member);
            let doing = agent.and_then(|agent| director.executor().doing(agent));
            let label = doing.map_or(String::from("idle"), |doing| doing.to_string());
            match labels.get_mut(member) {
                Ok(mut old) => drop(old.set_if_neq(AgentLabel(label))),
                Err(_) => drop(commands.entity(member).try_insert(AgentLabel(label))),
            }
        }
    }
}

fn unlabel(event: On<Remove<MemberOf>>, mut commands: Commands) {
    commands.entity(event.entity).try_remove::<AgentLabel>();
}
