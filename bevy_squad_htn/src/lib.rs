//! Squads in Bevy.
#![forbid(unsafe_code)]

mod actors;
mod agent;
mod budget;
mod debug;
mod domain;
mod error;
mod event;
mod map;
mod members;
mod order;
mod plugin;
mod squad;
mod squads;
mod systems;
mod threads;
#[cfg(feature = "view")]
mod view;

pub use actors::{Actors, Orders};
pub use agent::{Agent, AgentTerm};
pub use budget::SquadBudget;
pub use debug::{AgentLabel, SquadDebugPlugin};
pub use domain::SquadDomain;
pub use error::SquadError;
pub use event::SquadEvent;
pub use map::{map_fact, map_task};
pub use members::{MemberOf, Members};
pub use order::{Finish, Order, OrderState};
pub use plugin::SquadHtnPlugin;
pub use squad::{Paused, Squad, SquadSettings};
pub use squads::Squads;
pub use systems::SquadSystems;
#[cfg(feature = "view")]
pub use view::{SquadRecorder, SquadRecorderPlugin};

/// What a game that has squads needs at hand.
pub mod prelude {
    pub use crate::{
        Actors, Agent, Finish, MemberOf, Members, Order, OrderState, Orders, Paused, Squad,
        SquadBudget, SquadDomain, SquadError, SquadEvent, SquadHtnPlugin, SquadSettings,
        SquadSystems, Squads,
    };
}
