//! What squads say.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use htn_core::{Domain, Event};
use std::fmt;

/// What happened in a tick of a squad, and why: a message. Prints as a line for a person.
///
/// They are written in the set [`Orders`](crate::SquadSystems::Orders), before the orders of the same tick are given: squad by
/// squad in the order of [`Squads::iter`](crate::Squads::iter), and for each of them in the order in which it happened.
#[derive(Message, Clone, Copy, PartialEq, Debug)]
pub struct SquadEvent<D: Domain> {
    /// The squad.
    pub squad: Entity,
    /// What happened.
    pub event: Event<D>,
}

impl<D: Domain> fmt::Display for SquadEvent<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "squad {}, {}", self.squad, self.event)
    }
}
