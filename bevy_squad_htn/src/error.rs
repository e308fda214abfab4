//! Errors of squads, with remedies.

use bevy_ecs::entity::Entity;
use bevy_ecs::error::{BevyError, FallbackErrorHandler, Result, Severity};
use bevy_ecs::message::{Message, Messages};
use bevy_ecs::prelude::{Command, World};
use bevy_ecs::world::DeferredWorld;
use squad_htn::CapacityError;
use std::fmt;

/// An error: a message, and a line in the log. The rest of the squad is not affected.
///
/// Mistakes in the setup of the app ([`NoPlugin`](Self::NoPlugin), [`NoClock`](Self::NoClock),
/// [`NoMemberFacts`](Self::NoMemberFacts)) go to the app's error handler instead of the log. Bevy's default handler panics for the first
/// two and logs the third, which goes to the standard error if there is no logger. An app may set its own:
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_squad_htn::prelude::*;
/// let mut app = App::new();
/// app.set_error_handler(|error, _context| match error.downcast_ref::<SquadError>() {
///     Some(error) => eprintln!("squads: {error}"),
///     None => panic!("{error}"),
/// });
/// ```
#[derive(Message, Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SquadError {
    /// A [`Squad`](crate::Squad) has a domain whose plugin was not added. It does nothing. This goes to the error
    /// handler, once for each squad. (If the app has no plugin of this crate, there is no message.)
    NoPlugin {
        /// The squad.
        squad: Entity,
        /// The type of the domain.
        domain: &'static str,
    },
    /// Squads tick in `FixedUpdate` or another fixed schedule, but nothing runs it, because the app has no `TimePlugin`. This
    /// goes to the error handler, once for each domain, when the app has had squads for ten updates.
    NoClock {
        /// The type of the domain.
        domain: &'static str,
        /// The schedule of the plugin.
        schedule: String,
    },
    /// A squad found no plan, and no fact of it is about any of its members: the domain has no fact [for
    /// members](crate::SquadDomain::member), and the game has added none. This goes to the error handler as a warning, once for each
    /// domain.
    NoMemberFacts {
        /// The squad.
        squad: Entity,
        /// The type of the domain.
        domain: &'static str,
    },
    /// A predicate is full, and the fact was not added.
    Full {
        /// The squad.
        squad: Entity,
        /// The fact.
        fact: String,
        /// The error of the state.
        full: CapacityError,
    },
    /// An entity cannot be an agent. It is a member, but the domain does not know it.
    NotAnAgent {
        /// The squad.
        squad: Entity,
        /// The entity.
        entity: Entity,
        /// True if the domain has agents.
        has_agents: bool,
    },
    /// The agent of a new action does not exist. The action has failed, and the agent is removed from the squad.
    AgentDespawned {
        /// The squad.
        squad: Entity,
        /// The agent.
        agent: Entity,
        /// The action.
        action: String,
    },
    /// [`Finish`](crate::Finish) was triggered for an entity that is not an active order. Nothing has changed.
    NotAnOrder {
        /// The entity.
        entity: Entity,
    },
    /// The system parameters of a domain are not available. Its squads are suspended until they are.
    ParamsUnavailable {
        /// The type of the domain.
        domain: &'static str,
        /// The missing parameter.
        missing: String,
    },
}

impl fmt::Display for SquadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SquadError::NoPlugin { squad, domain } => write!(
                f,
                "squad {squad}: no plugin for its domain; \
                 help: add `SquadHtnPlugin::<{domain}>::default()` before spawning it"
            ),
            SquadError::NoClock { domain, schedule } => write!(
                f,
                "squads of {domain} do not tick, because nothing runs the schedule `{schedule}`; \
                 help: add Bevy's `TimePlugin` or `MinimalPlugins`, or use another schedule \
                 with `SquadHtnPlugin::new(Update)`"
            ),
            SquadError::NoMemberFacts { squad, domain } => write!(
                f,
                "squad {squad}: found no plan, and has no facts about its members; help: return a fact \
                 from `SquadDomain::member` of {domain}, or add facts about members in a system"
            ),
            SquadError::Full { squad, fact, full } => {
                write!(f, "squad {squad}: cannot add {fact}: {full}")
            }
            SquadError::NotAnAgent {
                squad,
                entity,
                has_agents: false,
            } => write!(
                f,
                "{entity} cannot join squad {squad}: the domain declares no agents; \
                 help: add `agent Agent;` to the domain"
            ),
            SquadError::NotAnAgent { squad, entity, .. } => write!(
                f,
                "{entity} cannot join squad {squad}: its generation is too large for an agent; \
                 help: spawn a new entity for it"
            ),
            SquadError::AgentDespawned {
                squad,
                agent,
                action,
            } => write!(
                f,
                "squad {squad}: cannot start {action}: agent {agent} no longer exists; help: add \
                 `MemberOf` to agents, or remove their facts when they despawn"
            ),
            SquadError::NotAnOrder { entity } => write!(
                f,
                "{entity} is not an active order; help: trigger `Finish` once per order, and drop the \
                 entity when its `Order` is removed"
            ),
            SquadError::ParamsUnavailable { domain, missing } => write!(
                f,
                "squads of {domain} are suspended: their `Params` are not available: {missing}"
            ),
        }
    }
}

impl std::error::Error for SquadError {}

impl SquadError {
    /// Logs the error, and writes it as a message if the app has such messages.
    pub(crate) fn report(self, world: &mut DeferredWorld<'_>) {
        log::warn!("{self}");
        self.write(world);
    }

    /// Writes the error as a message if the app has such messages.
    pub(crate) fn write(self, world: &mut DeferredWorld<'_>) {
        if let Some(mut messages) = world.get_resource_mut::<Messages<SquadError>>() {
            messages.write(self);
        }
    }
}

/// Writes an error as a message, and returns it to the error handler of the app.
pub(crate) struct RaiseError(pub SquadError);

impl Command for RaiseError {
    type Out = Result;

    fn apply(self, world: &mut World) -> Result {
        let RaiseError(error) = self;
        let severity = match error {
            SquadError::NoPlugin { .. } | SquadError::NoClock { .. } => Severity::Panic,
            _ => Severity::Warning,
        };
        error.clone().write(&mut world.into());
        // Bevy's default handler only logs a warning, and an app without a logger would show nothing.
        let is_logged = log::max_level() >= log::Level::Warn;
        let has_handler = world.contains_resource::<FallbackErrorHandler>();
        if severity == Severity::Warning && !is_logged && !has_handler {
            eprintln!("{error}");
        }
        Err(BevyError::new(severity, error))
    }
}
