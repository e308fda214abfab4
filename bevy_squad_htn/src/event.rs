//! Messages of squads.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use htn_core::{Domain, Event};
use std::fmt;

/// An event of a squad with its reason: a message. Prints as a line of text.
///
/// They are written in the set [`Orders`](crate::SquadSystems::Orders), before the orders of the same tick are issued:
/// squad by squad in the order of [`Squads::iter`](crate::Squads::iter), and for each squad in the order of events.
/// The [crate](crate) has an example.
#[derive(Message, Clone, Copy, PartialEq, Debug)]
pub struct SquadEvent<D: Domain> {
    /// The squad.
    pub squad: Entity,
    /// The event.
    pub event: Event<D>,
}

impl<D: Domain> fmt::Display for SquadEvent<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "squad {}, {}", self.squad, self.event)
    }
}
