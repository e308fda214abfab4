//! The systems that tick squads and issue their orders.

use bevy_app::RunFixedMainLoop;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::intern::Interned;
use bevy_ecs::lifecycle::{Add, Remove};
use bevy_ecs::message::MessageWriter;
use bevy_ecs::observer::On;
use bevy_ecs::prelude::{Changed, Commands, Local, Query, Res, ResMut, SystemSet, With, World};
use bevy_ecs::query::Allow;
use bevy_ecs::relationship::RelationshipTarget;
use bevy_ecs::schedule::{ScheduleLabel, Schedules};
use bevy_ecs::system::{StaticSystemParam, SystemParamValidationError};
use squad_htn::Command;
use std::any::type_name;

use crate::budget::{Shares, SquadBudget};
use crate::domain::SquadDomain;
use crate::error::{RaiseError, SquadError};
use crate::members::Members;
use crate::order;
use crate::squad::{Paused, Squad, SquadSettings};
use crate::squads::{Squads, TickResults};
use crate::threads::Pool;

/// The sets of a tick, in the schedule of the [`SquadHtnPlugin`](crate::SquadHtnPlugin): one after the other.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SquadSystems {
    /// For the game's own systems that update the facts of squads.
    Sense,
    /// Squads execute their plans, and search.
    Tick,
    /// Messages are written, then orders issued: entities are spawned and despawned, and observers run.
    Orders,
}

/// The turn of a domain within a tick, in the order of the plugins.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TurnOf {
    Tick(usize),
    Orders(usize),
}

/// Includes disabled squads, whose changes would otherwise be missed when they are enabled.
type NewSettings<D> = (With<Squad<D>>, Changed<SquadSettings>, Allow<Disabled>);

pub(crate) fn apply_settings<D: SquadDomain>(
    squads: Option<ResMut<Squads<D>>>,
    settings: Query<(Entity, &SquadSettings), NewSettings<D>>,
) {
    let Some(mut squads) = squads else { return };
    for (squad, settings) in &settings {
        squads.set_settings(squad, (*settings).into());
    }
}

pub(crate) fn tick<D: SquadDomain>(
    params: Result<StaticSystemParam<D::Params>, SystemParamValidationError>,
    squads: Option<ResMut<Squads<D>>>,
    budget: Option<Res<SquadBudget>>,
    shares: Option<ResMut<Shares>>,
    mut errors: MessageWriter<SquadError>,
    mut is_blind: Local<bool>,
) {
    let (Some(mut squads), Some(mut shares)) = (squads, shares) else {
        return;
    };
    let params = match params {
        Ok(params) => params.into_inner(),
        Err(missing) => {
            if !std::mem::replace(&mut *is_blind, true) {
                let (domain, missing) = (type_name::<D>(), missing.to_string());
                let error = SquadError::ParamsUnavailable { domain, missing };
                log::warn!("{error}");
                errors.write(error);
            }
            return;
        }
    };
    *is_blind = false;
    let budget = budget.map_or(SquadBudget::default(), |budget| *budget);
    let mut share = shares.take(squads.number, squads.len(), budget);
    let context = D::context(&params);
    let threads = squads.threads;
    let scheduler = squads.scheduler_mut();
    if threads {
        scheduler.tick_on(&Pool, |_| context, share.by_ref())
    } else {
        scheduler.tick(|_| context, share.by_ref())
    }
    shares.put_back(share.left());
}

/// Writes messages, then issues orders one after the other. The observers of each run before the next.
pub(crate) fn give_orders<D: SquadDomain>(world: &mut World) {
    let Some(mut squads) = world.get_resource_mut::<Squads<D>>() else {
        return;
    };
    let TickResults {
        events,
        over,
        commands,
        unknown_members,
        halted,
    } = squads.take_results();
    world.write_message_batch(events);
    for squad in unknown_members {
        check_member_facts::<D>(world, squad);
    }
    for (squad, id) in over {
        order::stop::<D>(world, squad, id);
    }
    for (id, command) in commands {
        // An observer of an earlier order may have despawned the squad.
        let squads = world.get_resource::<Squads<D>>();
        let Some(squad) = squads.and_then(|squads| squads.entity(id)) else {
            continue;
        };
        match command {
            Command::Start { id, action, plan } => {
                order::begin::<D>(world, squad, (id, plan, action));
            }
            Command::Stop { id, .. } => order::stop::<D>(world, squad, id),
        }
    }
    // After its orders, which the observers of `Paused` may look at.
    for squad in halted {
        if let Ok(mut squad) = world.get_entity_mut(squad) {
            squad.insert_if_new(Paused);
        }
    }
}

/// Raises an error for the first squad without facts about its members.
fn check_member_facts<D: SquadDomain>(world: &mut World, squad: Entity) {
    let members = world.get::<Members>(squad);
    let members: Vec<Entity> = members.map_or(Vec::new(), |members| members.iter().collect());
    let Some(mut squads) = world.get_resource_mut::<Squads<D>>() else {
        return;
    };
    let is_known = |member: &Entity| squads.has_fact_about(squad, *member);
    if members.is_empty() || squads.has_raised_no_member_facts || members.iter().any(is_known) {
        return;
    }
    squads.has_raised_no_member_facts = true;
    let domain = type_name::<D>();
    let error = SquadError::NoMemberFacts { squad, domain };
    world.commands().queue(RaiseError(error));
}

/// The number of updates with squads after which their schedule must have run.
const UPDATES_WITHOUT_CLOCK: u32 = 10;

/// A system that raises an error if nothing runs the fixed schedule in which squads tick.
pub(crate) fn check_clock<D: SquadDomain>(
    schedule: Interned<dyn ScheduleLabel>,
) -> impl FnMut(Option<Res<Squads<D>>>, Res<Schedules>, Commands) {
    let mut updates = 0;
    move |squads, schedules, mut commands| {
        let has_squads = squads.is_some_and(|squads| !squads.is_empty());
        if updates == UPDATES_WITHOUT_CLOCK || !has_squads {
            return;
        }
        // The clock is a system in this schedule. A game may also run the other one itself.
        let fixed_loop = schedules.get(RunFixedMainLoop);
        let has_clock = fixed_loop.is_some_and(|fixed_loop| fixed_loop.systems_len() > 0);
        let ticks = schedules.get(schedule);
        if has_clock || ticks.is_none_or(|ticks| ticks.systems().is_ok()) {
            updates = UPDATES_WITHOUT_CLOCK;
            return;
        }
        updates += 1;
        if updates == UPDATES_WITHOUT_CLOCK {
            let (domain, schedule) = (type_name::<D>(), format!("{schedule:?}"));
            commands.queue(RaiseError(SquadError::NoClock { domain, schedule }));
        }
    }
}

/// The components that halt a squad, each alone.
type Halting = (Paused, Disabled);

/// Returns true if a squad has one of them.
pub(crate) fn is_halted(world: &World, squad: Entity) -> bool {
    world.get::<Paused>(squad).is_some() || world.get::<Disabled>(squad).is_some()
}

pub(crate) fn halt<D: SquadDomain>(event: On<Add<Halting>>, squads: Option<ResMut<Squads<D>>>) {
    if let Some(mut squads) = squads {
        squads.set_paused(event.entity, true);
    }
}

/// Resumes a squad that has none of them after this.
pub(crate) fn resume<D: SquadDomain>(
    event: On<Remove<Halting>>,
    squads: Option<Res<Squads<D>>>,
    mut commands: Commands,
) {
    let squad = event.entity;
    if squads.is_some_and(|squads| squads.get(squad).is_some()) {
        // At removal, the components still exist. Both may be removed at once.
        commands.queue(move |world: &mut World| {
            let is_halted = is_halted(world, squad);
            if let Some(mut squads) = world.get_resource_mut::<Squads<D>>() {
                squads.set_paused(squad, is_halted);
            }
        });
    }
}
