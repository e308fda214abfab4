//! Messages of squads.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use htn_core::{Domain, Event};
use std::fmt;

/// An event of a squad with its reason: a message. Prints as a line of text.
///
/// They are written in the set [`Orders`](crate::SquadSystems::Orders), before the orders of the same tick are issued:
/// squad by squad in the order of [`Squads::iter`](crate::Squads::iter), and for each squad in the order of events.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bevy_squad_htn::prelude::*;
/// # htn_domain! {
/// #     pub domain patrol;
/// #     agent Agent;
/// #     operator walk(who: Agent) by who {}
/// #     pub method go(who: Agent) { walk(who); }
/// # }
/// # impl SquadDomain for patrol::Domain {
/// #     type Params = ();
/// #     fn context(params: &()) -> &() { params }
/// # }
/// # use patrol::Domain;
/// /// After the set `SquadSystems::Orders`.
/// fn print_events(mut events: MessageReader<SquadEvent<Domain>>) {
///     for event in events.read() {
///         println!("{event}");
///     }
/// }
/// # fn main() {
/// # let mut app = App::new();
/// # app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
/// # app.add_systems(Update, print_events.after(SquadSystems::Orders));
/// # app.update();
/// # }
/// ```
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
