//! What a domain needs to be played in a Bevy app.

use bevy_ecs::system::{ReadOnlySystemParam, SystemParamItem};
use htn_core::Domain;

use crate::agent::AgentTerm;

/// A domain whose squads are entities of a Bevy app. Its expressions see the world through [`Params`](Self::Params).
///
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_ecs::system::SystemParam;
/// use bevy_squad_htn::{Agent, SquadDomain};
/// use squad_htn::prelude::*;
///
/// #[derive(Component)]
/// struct Position(f32);
///
/// /// What conditions see of the world.
/// #[derive(SystemParam)]
/// struct View<'w, 's> {
///     positions: Query<'w, 's, &'static Position>,
/// }
///
/// impl View<'_, '_> {
///     fn distance(&self, a: Agent, b: Agent) -> f32 {
///         let at = |agent: Agent| self.positions.get(agent.entity()).map_or(f32::MAX, |at| at.0);
///         (at(a) - at(b)).abs()
///     }
/// }
///
/// htn_domain! {
///     domain escort(view: &View<'_, '_>);
///     agent Agent;
///     predicate guard(Agent) [8];
///     predicate ward(Agent) [8];
///     operator follow(who: Agent, ward: Agent) by who {}
///     pub method escort() if ward(w) && guard(who) && view.distance(who, w) > 2.0 { follow(who, w); }
/// }
///
/// impl SquadDomain for escort::Domain {
///     type Params = View<'static, 'static>;
///     fn context<'c>(eyes: &'c View<'_, '_>) -> &'c View<'c, 'c> { eyes }
///     fn member(who: Agent) -> Option<escort::Fact> { Some(escort::Fact::Guard(who)) }
/// }
/// # fn main() {}
/// ```
///
/// A domain without context has the eyes `()`, and a domain without `agent` goes as well (see [`AgentTerm`]).
pub trait SquadDomain:
    for<'c> Domain<Context<'c>: Sync, Agent: AgentTerm, Task: From<<Self as Domain>::Action>>
{
    /// A read-only system parameter, through which the expressions of the domain see the world.
    ///
    /// All its lifetimes are `'static` here, because Bevy replaces them when it runs the system: write
    /// `type Params = View<'static, 'static>;`. Without lifetimes, rustc reports "missing lifetime specifiers" and proposes
    /// `impl<'a>`, which is not the solution:
    ///
    /// ```compile_fail,E0106
    /// # use bevy_ecs::prelude::*;
    /// # use bevy_ecs::system::SystemParam;
    /// # use bevy_squad_htn::{Agent, SquadDomain};
    /// # use squad_htn::prelude::*;
    /// # #[derive(SystemParam)]
    /// # struct View<'w, 's> { agents: Query<'w, 's, Entity> }
    /// # htn_domain! { domain escort(view: &View<'_, '_>); agent Agent; }
    /// impl SquadDomain for escort::Domain {
    ///     type Params = View; // View<'static, 'static>
    ///     fn context<'c>(eyes: &'c View<'_, '_>) -> &'c View<'c, 'c> { eyes }
    /// }
    /// # fn main() {}
    /// ```
    ///
    /// If the parameter is not available, say because a resource is missing, the squads do nothing, and
    /// [`SquadError::Blind`](crate::SquadError::Blind) says so. It can't have [`Squads`](crate::Squads) of the same domain in it,
    /// since they are changed while it looks.
    type Params: ReadOnlySystemParam + 'static;

    /// The eyes as the domain's context. Where the context *is* the parameter, this is `{ eyes }`.
    fn context<'c>(eyes: &'c SystemParamItem<'_, '_, Self::Params>) -> &'c Self::Context<'c>;

    /// The fact that one is a member of the squad. It is added when somebody joins one, with
    /// [`MemberOf`](crate::MemberOf), and is gone with all others about him when he leaves. None unless the domain says so: then
    /// the game adds facts about members, or the squad finds no plan for them, and
    /// [`SquadError::NoMemberFacts`](crate::SquadError::NoMemberFacts) says why.
    fn member(agent: Self::Agent) -> Option<Self::Fact> {
        let _ = agent;
        None
    }

    /// Whether a fact is about an agent and to be taken out when he leaves. Facts with a column of the domain's agent type are
    /// found without it: this is for agents that are part of other values, such as `Target::Who(agent)`.
    fn is_about(fact: Self::Fact, agent: Self::Agent) -> bool {
        let _ = (fact, agent);
        false
    }
}
