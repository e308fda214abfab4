//! What of an executor is in a save. Numbers of plans, actions and holds are those of their lists here.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::super::plan_record::PlanStage;
use crate::model::event::{ActionId, Outcome, PlanId};
use crate::model::plan::saved::PlanSnapshot;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExecutorContent<T> {
    pub tick: u64,
    /// In order.
    pub plans: Vec<LiveContent<T>>,
    /// In the order in which they started.
    pub actions: Vec<ActionContent>,
    /// Each behind those of its plan, of its agent and of its action that came before it.
    pub holds: Vec<HoldContent>,
    /// What the game called since the last tick: finishes, and all else.
    pub reports: Vec<ReportContent>,
    pub requests: Vec<RequestContent>,
    /// The steps of plans as they were taken, where they were repaired since.
    pub taken: Vec<(PlanId, Vec<T>)>,
    /// The numbers of the next plan and the next action.
    pub next_plan: u64,
    pub next_action: u64,
    /// Places of plans and actions that are over, in the order in which they are given to others: last and first one first.
    pub free_plans: Vec<u32>,
    pub free_actions: Vec<u32>,
}

impl<T> ExecutorContent<T> {
    /// Returns the same counters without plans.
    pub fn without_plans<U>(&self) -> ExecutorContent<U> {
        ExecutorContent {
            tick: self.tick,
            plans: Vec::new(),
            actions: Vec::new(),
            holds: Vec::new(),
            reports: Vec::new(),
            requests: Vec::new(),
            taken: Vec::new(),
            next_plan: self.next_plan,
            next_action: self.next_action,
            free_plans: Vec::new(),
            free_actions: Vec::new(),
        }
    }
}

/// A plan that is carried out.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LiveContent<T> {
    pub id: PlanId,
    pub priority: i32,
    pub stage: StageContent,
    pub plan: PlanSnapshot<T>,
    /// How its steps stand.
    pub states: Vec<StateContent>,
    /// How many words it takes.
    pub words: u32,
    /// What has to be taken back, the latest first.
    pub undo: Vec<UndoContent>,
    pub barrier: Option<BarrierContent>,
    pub sensed: u64,
    pub moved: u64,
    /// It is visited in the next tick, whether or not anything has changed.
    pub visit: bool,
    pub acted: bool,
    pub repairs: u32,
    pub repair_serial: u32,
    pub replaces: Option<PlanId>,
    pub lost_agent: bool,
    pub same: Option<PlanId>,
    /// The action whose failure the game reported.
    pub reported: Option<u32>,
    /// The node that is planned again; none for the whole plan.
    pub repair_at: Option<u32>,
    pub unrepairable: bool,
    pub replacement: Option<ReplacementContent<T>>,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StateContent {
    Waiting(Option<WaitContent>),
    Running,
    /// And when it ended.
    Done(u64),
    Failed(u64),
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum WaitContent {
    Engaged { agent: u64, action: ActionId },
    Held { agent: u64, action: ActionId },
    Effect { step: u32, condition: UnmetContent },
    Sensors { until: u64, condition: UnmetContent },
    Claim { agent: u64, plan: PlanId },
}

/// A condition that does not hold, and the values of its variables.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct UnmetContent(pub CheckContent, pub [u64; 4]);

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CheckContent {
    Check(u32),
    /// Of an operator: its precondition, and its `while`.
    Holds(u16),
    During(u16),
}

#[derive(Serialize, Deserialize)]
pub(crate) struct UndoContent(pub u32, pub Vec<u64>);

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BarrierContent {
    pub step: u32,
    pub action: u32,
    pub unreported: bool,
}

/// What takes the place of a plan in the next tick.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplacementContent<T> {
    pub plan: PlanSnapshot<T>,
    pub words: u32,
    /// The bits of the cost of the plan up to and including each of its steps, those that have started too.
    pub costs: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionContent {
    pub id: ActionId,
    pub plan: u32,
    pub step: u32,
    pub since: u64,
    pub engages: bool,
}

/// An agent that a `block_on` holds: the plan, the step, and the action that it waits for.
#[derive(Serialize, Deserialize)]
pub(crate) struct HoldContent(pub u32, pub u32, pub u32);

#[derive(Serialize, Deserialize)]
pub(crate) struct ReportContent(pub u32, pub Outcome);

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RequestContent {
    Enter(u32),
    Cancel(u32),
    /// And the node with all that it had to do with the plan; none for the whole plan.
    PlanLostAgent(u32, Option<u32>),
    ActionLostAgent(u32),
    HoldLostAgent(u32),
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum StageContent {
    Submitted,
    Running,
    Repairing,
}

impl StageContent {
    pub fn of(stage: PlanStage) -> StageContent {
        match stage {
            PlanStage::Free | PlanStage::Submitted => StageContent::Submitted,
            PlanStage::Running => StageContent::Running,
            PlanStage::Repairing => StageContent::Repairing,
        }
    }

    pub fn read(self) -> PlanStage {
        match self {
            StageContent::Submitted => PlanStage::Submitted,
            StageContent::Running => PlanStage::Running,
            StageContent::Repairing => PlanStage::Repairing,
        }
    }
}
