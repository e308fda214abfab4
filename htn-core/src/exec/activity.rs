//! The activity of an agent.

use core::fmt;

use super::engine::Engine;
use super::indices::AgentSlot;
use super::plans::wait::Wait;
use super::status::waiting;
use crate::model::domain::{Domain, TaskCode};
use crate::model::event::{ActionId, PlanId, Waiting};

/// The current action of an agent, or the step of it that waits. Prints as `restrain(a1, t7) for plan 3 since tick 40`.
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
