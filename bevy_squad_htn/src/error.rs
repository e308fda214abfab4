//! What went wrong, and what to do about it.

use bevy_ecs::entity::Entity;
use bevy_ecs::error::{BevyError, FallbackErrorHandler, Result, Severity};
use bevy_ecs::message::{Message, Messages};
use bevy_ecs::prelude::{Command, World};
use bevy_ecs::world::DeferredWorld;
use squad_htn::CapacityError;
use std::fmt;

/// Something that a game does not want: a message, and a line in the log. Nothing is lost by it but what it says.
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
    /// There is a [`Squad`](crate::Squad) of a domain whose plugin was not added. It does nothing. This goes to the error handler, once for
    /// each squad. (If the app has no plugin of this crate, it is no message.)
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
    /// A fact had no room, and is not there.
    Full {
        /// The squad.
        squad: Entity,
        /// The fact.
        fact: String,
        /// What is full.
        full: CapacityError,
    },
    /// An entity can't be an agent, and is no member of the squad as far as the domain goes.
    NotAnAgent {
        /// The squad.
        squad: Entity,
        /// Who.
        entity: Entity,
        /// Whether the domain has agents at all.
        has_agents: bool,
    },
    /// An action was to begin whose agent is not there. It has failed, and the squad does without the agent.
    AgentIsGone {
        /// The squad.
        squad: Entity,
        /// The agent.
        agent: Entity,
        /// The action.
        action: String,
    },
    /// [`Finish`](crate::Finish) was triggered for an entity that is no order, or no longer. Nothing has changed.
    NotAnOrder {
        /// The entity.
        entity: Entity,
    },
    /// What a domain sees of the world is not there. Its squads stand still until it is.
    Blind {
        /// The type of the domain.
        domain: &'static str,
        /// What is not there.
        missing: String,
    },
}

impl fmt::Display for SquadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SquadError::NoPlugin { squad, domain } => write!(
                f,
                "squad {squad} is of a domain that the app does not know: \
                 add `SquadHtnPlugin::<{domain}>::default()` before it is spawned"
            ),
            SquadError::NoClock { domain, schedule } => write!(
                f,
                "the squads of {domain} do not tick, because nothing runs the schedule `{schedule}`: \
                 add Bevy's `TimePlugin` or `MinimalPlugins`, or let squads tick in another schedule \
                 with `SquadHtnPlugin::new(Update)`"
            ),
            SquadError::NoMemberFacts { squad, domain } => write!(
                f,
                "squad {squad} found no plan, and none of its facts is about any of its members: let \
                 `SquadDomain::member` of {domain} return a fact, or add facts about members in a system"
            ),
            SquadError::Full { squad, fact, full } => {
                write!(f, "squad {squad} has no room for {fact}: {full}")
            }
            SquadError::NotAnAgent {
                squad,
                entity,
                has_agents: false,
            } => write!(
                f,
                "{entity} can't be a member of squad {squad}, whose domain has no agents: \
                 let it say `agent Agent;`"
            ),
            SquadError::NotAnAgent { squad, entity, .. } => write!(
                f,
                "{entity} can't be a member of squad {squad}, since its generation is too large for \
                 an agent: spawn it anew"
            ),
            SquadError::AgentIsGone {
                squad,
                agent,
                action,
            } => write!(
                f,
                "squad {squad} wanted {action}, but there is no {agent} any more: let agents be \
                 `MemberOf` their squad, or remove the facts about them when they go"
            ),
            SquadError::NotAnOrder { entity } => write!(
                f,
                "{entity} is no order, or has ended: finish each once, and forget it when its \
                 `Order` is removed"
            ),
            SquadError::Blind { domain, missing } => write!(
                f,
                "the squads of {domain} stand still, because what they see of the world is not \
                 there: {missing}"
            ),
        }
    }
}

impl std::error::Error for SquadError {}

impl SquadError {
    /// Logs it, and makes it a message where the app has such.
    pub(crate) fn report(self, world: &mut DeferredWorld<'_>) {
        log::warn!("{self}");
        self.write(world);
    }

    /// Makes it a message where the app has such.
    pub(crate) fn write(self, world: &mut DeferredWorld<'_>) {
        if let Some(mut messages) = world.get_resource_mut::<Messages<SquadError>>() {
            messages.write(self);
        }
    }
}

/// Makes an error a message, and returns it to the error handler of the app.
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
