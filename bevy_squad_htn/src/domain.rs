//! The requirements for domains in a Bevy app.

use bevy_ecs::system::{ReadOnlySystemParam, SystemParamItem};
use htn_core::Domain;

use crate::agent::AgentTerm;

/// A domain whose squads are entities of a Bevy app. Its expressions read the world through [`Params`](Self::Params).
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
/// /// The part of the world that conditions read.
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
///     fn context<'c>(params: &'c View<'_, '_>) -> &'c View<'c, 'c> { params }
///     fn member(who: Agent) -> Option<escort::Fact> { Some(escort::Fact::Guard(who)) }
/// }
/// # fn main() {}
/// ```
///
/// A domain without context uses `()` as `Params`, and a domain without `agent` works as well (see [`AgentTerm`]).
pub trait SquadDomain:
    for<'c> Domain<Context<'c>: Sync, Agent: AgentTerm, Task: From<<Self as Domain>::Action>>
{
    /// A read-only system parameter, through which the expressions of the domain read the world.
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
    ///     fn context<'c>(params: &'c View<'_, '_>) -> &'c View<'c, 'c> { params }
    /// }
    /// # fn main() {}
    /// ```
    ///
    /// If the parameter is not available, for example because a resource is missing, the squads do nothing, and
    /// [`SquadError::ParamsUnavailable`](crate::SquadError::ParamsUnavailable) reports the resource. The parameter cannot
    /// contain [`Squads`](crate::Squads) of the same domain, because these change while the conditions read it.
    type Params: ReadOnlySystemParam + 'static;

    /// Converts the parameter to the domain's context. If the context *is* the parameter, this is `{ params }`.
    /// The [crate](crate) has an example.
    fn context<'c>(params: &'c SystemParamItem<'_, '_, Self::Params>) -> &'c Self::Context<'c>;

    /// Returns the fact that an agent is a member of the squad. It is added when an agent joins, with
    /// [`MemberOf`](crate::MemberOf), and removed with all other facts about the agent when it leaves. Default: `None`;
    /// then the game must add facts about members, or the squad finds no plan, and
    /// [`SquadError::NoMemberFacts`](crate::SquadError::NoMemberFacts) reports it.
    fn member(agent: Self::Agent) -> Option<Self::Fact> {
        let _ = agent;
        None
    }

    /// Returns true if a fact is about an agent and must be removed when the agent leaves. Facts with a column of the
    /// agent type are found without it: this is for agents inside other values, such as `Target::Who(agent)`.
    fn is_about(fact: Self::Fact, agent: Self::Agent) -> bool {
        let _ = (fact, agent);
        false
    }
}
