//! The activity of an agent.

use core::fmt;

use super::engine::Engine;
use super::indices::AgentSlot;
use super::plans::wait::Wait;
use super::status::waiting;
use crate::model::domain::{Domain, TaskCode};
use crate::model::event::{ActionId, PlanId, Waiting};

/// The current action of an agent, or the step of it that waits. Prints as `restrain(a1, t7) for plan 3 since tick 40`.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     domain assault;
///     agent u8;
///     predicate at_post(u8) [4];
///     operator walk(who: u8) by who { success add at_post(who); }
///     operator cover(who: u8, other: u8) by who { if at_post(other); }
///     pub method advance() { walk(1); cover(2, 1); }
/// }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use assault::{Action, Executor, Planner, State, Task};
///
/// let (mut state, mut planner, mut executor) = (State::new(), Planner::new(), Executor::new());
/// executor.submit(planner.find(&state, &(), Task::Advance)?.unwrap(), 0)?;
/// executor.tick(&mut state, &());
///
/// let first = executor.doing(1).unwrap();
/// assert_eq!((first.action, first.since), (Some(Action::Walk { who: 1 }), 1));
/// assert_eq!(first.to_string(), "walk(1) for plan 1 since tick 1");
///
/// let second = executor.doing(2).unwrap();
/// let waits = second.waits.unwrap();
/// assert_eq!((second.action, waits.step), (None, 1));
/// assert!(matches!(waits.until, WaitFor::Finished { agent: 1, .. }));
/// assert!(executor.doing(3).is_none());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct AgentActivity<D: Domain> {
    /// The plan that it is for.
    pub plan: PlanId,
    /// Its current action: the one that engages it, or else the latest one that it performs without being engaged; `None`
    /// if it waits.
    pub action: Option<D::Action>,
    /// The number of that action.
    pub id: Option<ActionId>,
    /// The tick in which the action started, or in which the plan last moved.
    pub since: u64,
    /// The step that names it and waits, with the reason, if it has no action.
    pub waits: Option<Waiting<D>>,
}

impl<D: Domain> AgentActivity<D> {
    pub(super) fn of(engine: &Engine, agent: u64) -> Option<Self> {
        let agent = engine.live.agents.find(agent)?;
        Self::acting(engine, agent).or_else(|| Self::waiting(engine, agent))
    }

    fn acting(engine: &Engine, agent: AgentSlot) -> Option<Self> {
        let action = &engine.live.actions[engine.live.current_action(agent)?];
        let plan = engine.live.plans.view(action.plan);
        let doing = match plan.task(action.step) {
            (TaskCode::Task(task), args) => D::action_from_row(task, args),
            _ => None,
        };
        Some(AgentActivity {
            plan: plan.record.id,
            action: doing,
            id: Some(action.id),
            since: action.since,
            waits: None,
        })
    }

    /// Returns the first plan with a waiting step that names the agent and whose turn it is.
    fn waiting(engine: &Engine, agent: AgentSlot) -> Option<Self> {
        let mut plans = engine.live.plans.order().iter();
        plans.find_map(|slot| {
            let plan = engine.live.plans.view(*slot);
            let names = |mention| engine.live.agents.mention(mention).agent == agent;
            let mut leads = plan.open_leads();
            let lead = leads.find(|lead| {
                let mut group = plan.group(*lead);
                let named = group.any(|step| plan.mentions(step).any(names));
                named && plan.state(*lead).wait != Wait::None
            })?;
            Some(AgentActivity {
                plan: plan.record.id,
                action: None,
                id: None,
                since: plan.record.wake.moved(),
                waits: waiting(engine, *slot, lead, plan.state(lead).wait),
            })
        })
    }
}

impl<D: Domain> fmt::Display for AgentActivity<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (plan, since) = (self.plan, self.since);
        match (&self.action, &self.waits) {
            (Some(action), _) => write!(f, "{action} for plan {plan} since tick {since}"),
            (None, Some(waits)) => write!(f, "waits for plan {plan} since tick {since}: {waits}"),
            (None, None) => write!(f, "waits for plan {plan} since tick {since}"),
        }
    }
}
