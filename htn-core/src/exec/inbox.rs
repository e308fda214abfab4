//! The calls of the game since the last tick.

use super::indices::{ActionSlot, HoldSlot, PlanSlot};
use crate::model::event::Outcome;
use crate::model::pool::{Memory, Pool};

/// A call that the next tick processes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "snake_case")
)]
pub(crate) enum Request {
    Enter(PlanSlot),
    Cancel(PlanSlot),
    /// An agent left that steps of the plan name.
    PlanLostAgent(PlanSlot),
    ActionLostAgent(ActionSlot),
    HoldLostAgent(HoldSlot),
}

/// The calls since the last tick, in order: reported ends of actions, and everything else.
///
/// Invariant: a call marks its subject (an action, a hold, a plan), and only a new mark adds an entry. So the queues hold
/// at most one entry per mark and can't be full. An entry whose mark is gone is skipped: its subject has ended.
#[derive(Clone)]
pub(super) struct Inbox {
    reports: Pool<(ActionSlot, Outcome)>,
    requests: Pool<Request>,
}

impl Inbox {
    /// Reserves memory for this many plans and steps.
    pub fn new(plans: usize, steps: usize, memory: Memory) -> Inbox {
        Inbox {
            reports: memory.pool(steps),
            // A plan can enter, be cancelled and lose an agent; an action and a hold can lose one.
            requests: memory.pool(3 * plans + 2 * steps),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.reports.is_empty() && self.requests.is_empty()
    }

    pub fn add_report(&mut self, action: ActionSlot, outcome: Outcome) {
        self.reports.push((action, outcome));
    }

    pub fn add_request(&mut self, request: Request) {
        self.requests.push(request);
    }

    pub fn reports(&self) -> &[(ActionSlot, Outcome)] {
        &self.reports
    }

    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    pub fn clear_reports(&mut self) {
        self.reports.clear();
    }

    pub fn clear_requests(&mut self) {
        self.requests.clear();
    }

    pub fn bytes(&self) -> usize {
        self.reports.bytes() + self.requests.bytes()
    }
}
