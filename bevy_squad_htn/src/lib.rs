#![doc = include_str!("../README.md")]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod actors;
mod agent;
mod budget;
mod debug;
mod domain;
mod error;
mod event;
#[cfg(feature = "live")]
mod live;
mod members;
mod order;
mod plugin;
#[cfg(feature = "bevy_reflect")]
mod reflect;
#[cfg(feature = "reload")]
mod reload;
#[cfg(feature = "serde")]
mod saves;
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
#[cfg(feature = "live")]
pub use live::{SquadLive, SquadLivePlugin};
pub use members::{MemberOf, Members};
pub use order::{Finish, Order, OrderState};
pub use plugin::SquadHtnPlugin;
#[cfg(feature = "reload")]
pub use reload::{SquadReload, SquadReloadPlugin};
#[cfg(feature = "serde")]
pub use saves::{LoadedSquad, SavedSquad};
pub use squad::{Paused, Squad, SquadSettings};
pub use squads::Squads;
pub use systems::SquadSystems;
#[cfg(feature = "view")]
pub use view::{SquadRecorder, SquadRecorderPlugin};

/// The names that a game with squads needs, including those for domains. (The prelude of squad-htn has an `Event` and a
/// `Command` that differ from those of Bevy's prelude; the event of a plan is `PlanEvent` here.)
pub mod prelude {
    #[doc(no_inline)]
    pub use crate::{
        Actors, Agent, Finish, MemberOf, Members, Order, OrderState, Orders, Paused, Squad,
        SquadBudget, SquadDomain, SquadError, SquadEvent, SquadHtnPlugin, SquadSettings,
        SquadSystems, Squads,
    };
    #[doc(no_inline)]
    pub use squad_htn::{
        AbandonReason, ActionId, CapacityError, DirectorSettings, Event as PlanEvent, FailureCause,
        Limits, NoPlanReason, Outcome, PlanId, Policy, Repair, Retry, StepState, Term, WaitFor,
        htn_domain, htn_part,
    };
}
