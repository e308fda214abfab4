//! Snapshots of executors: their plans, actions and calls, without places in memory.
//!
//! | file | contents |
//! |---|---|
//! | `write` | makes a snapshot of an engine |
//! | `restore`, `plan` | check a snapshot and restore a new engine from it |
//! | `relink` | converts a snapshot to a reloaded domain |
//! | `cancelled` | the facts that cancelling every plan would leave |
//!
//! A restored engine is built from the snapshot by the functions that also build it in play.

mod cancelled;
mod plan;
#[cfg(feature = "reload")]
mod relink;
mod restore;
mod write;

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::Error as _;
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Executor;
use super::inbox::Request;
use super::indices::{ActionSlot, PlanSlot, StepIndex};
use super::status::StepState;
use crate::exec::plans::plan_record::PlanRecord;
use crate::exec::plans::wait::Wait;
use crate::model::domain::Domain;
use crate::model::event::saved::UnmetSnapshot;
use crate::model::event::{ActionId, Outcome, PlanId};
use crate::model::limits::Limits;
use crate::model::plan::saved::PlanSnapshot;
use crate::model::term::Term;
use crate::persist::save::envelope;
use crate::persist::save::map::{MapError, Mapping, mapper};
use crate::persist::save::tasks::{SavedTask, TaskCodec};
use crate::persist::save::terms::{LoadTerms, SaveTerms};

const EXECUTOR: &str = "executor";

/// The snapshot of an executor without its settings. Plans and actions are referred to by their slots, which are part of
/// their ids.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExecutorSnapshot<T> {
    pub tick: u64,
    pub plan_slots: SlotsSnapshot<PlanSlot>,
    pub action_slots: SlotsSnapshot<ActionSlot>,
    /// By rank.
    pub plans: Vec<LivePlanSnapshot<T>>,
    /// In the order in which they started.
    actions: Vec<ActionSnapshot>,
    /// In the order in which they came. Restored holds have the slots 0, 1, 2, …
    holds: Vec<HoldSnapshot>,
    reports: Vec<(ActionSlot, Outcome)>,
    requests: Vec<Request>,
    /// The steps of repaired plans as they were adopted.
    adopted: Vec<(PlanId, Vec<T>)>,
}

/// The slots of plans or actions that have been used.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SlotsSnapshot<I> {
    /// The number of the next plan or action.
    pub next: u64,
    /// Free slots, in the order in which the part keeps them.
    pub free: Vec<I>,
}

/// A plan that the executor holds.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LivePlanSnapshot<T> {
    pub record: PlanRecord,
    pub plan: PlanSnapshot<T>,
    pub progress: Vec<ProgressSnapshot>,
    /// The size of its block.
    words: u32,
    /// The steps that are undone if the plan is abandoned, the latest first, and the arguments of their `undo`.
    undo: Vec<(StepIndex, Vec<u64>)>,
    /// True if the next tick visits it even if nothing changes.
    visit: bool,
    replacement: Option<ReplacementSnapshot<T>>,
}

/// The progress of a step.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgressSnapshot {
    pub status: StepState,
    ended: u64,
    wait: Wait<UnmetSnapshot>,
}

/// A repair that takes the place of a plan in the next tick. The steps that have started are those of the plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplacementSnapshot<T> {
    plan: PlanSnapshot<T>,
    /// The size of its block without the steps that have started.
    words: u32,
    /// The bits of the cost of the plan up to and including each step.
    costs: Vec<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActionSnapshot {
    pub id: ActionId,
    pub plan: PlanSlot,
    pub step: StepIndex,
    pub since: u64,
    pub engages: bool,
}

/// An agent that a `block_on` holds until an action ends.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct HoldSnapshot {
    plan: PlanSlot,
    step: StepIndex,
    action: ActionSlot,
}

/// An executor and its settings. A director saves its executor without them, because it has settings of its own.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExecutorSave<T> {
    sensor_timeout: u32,
    stall_timeout: u32,
    executor: ExecutorSnapshot<T>,
}

/// Saves plans with the progress of each step, actions, holds, barriers, pending repairs, the calls of the game since the
/// last tick, and settings. Ids stay the same. The events and commands of the last tick are not saved: process them first.
///
/// Fails if an expression of the game panicked in the last tick and that tick has not been completed.
impl<D: SaveTerms> Serialize for Executor<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let settings = self.engine.cx.settings;
        let executor = self.engine.snapshot::<SavedTask<D>>();
        let save = ExecutorSave {
            sensor_timeout: settings.sensor_timeout,
            stall_timeout: settings.stall_timeout,
            executor: executor.map_err(S::Error::custom)?,
        };
        envelope::save_running::<D, S>(self.engine.cx.tables(), EXECUTOR, &save, serializer)
    }
}

/// Loads an executor with [`Limits::default`]. [`deserialize_with_limits`](Executor::deserialize_with_limits) accepts
/// others.
impl<'de, D: LoadTerms> Deserialize<'de> for Executor<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        Self::deserialize_with_limits(deserializer, Limits::default())
    }
}

impl<D: LoadTerms> Executor<D> {
    /// Loads an executor with these limits, from any deserializer. The
    /// [guide](https://docs.rs/squad-htn/latest/squad_htn/_guide/saving/) has an example.
    ///
    /// # Errors
    ///
    /// The data is not a save of an executor of this domain, or its content does not fit: then the error names the limit.
    pub fn deserialize_with_limits<'de, De: Deserializer<'de>>(
        deserializer: De,
        limits: Limits,
    ) -> Result<Self, De::Error> {
        let save = PhantomData::<ExecutorSave<SavedTask<D>>>;
        let save = envelope::load::<D, De, _>(EXECUTOR, save, deserializer)?;
        let mut executor = Executor::with_limits(limits);
        let engine = &mut executor.engine;
        engine.set_sensor_timeout(save.sensor_timeout);
        engine.set_stall_timeout(save.stall_timeout);
        let restored = engine.restore(&save.executor);
        let restored = restored.and_then(|()| engine.check_busy(D::busy_of));
        restored.map_err(De::Error::custom)?;
        Ok(executor)
    }
}

impl<D: Domain> Executor<D> {
    /// Replaces every term of a type, wherever it is: see [`State::map_terms`](crate::State::map_terms). The facts belong
    /// to the game, which must map them before the next tick. The executor continues with the new terms. The events and
    /// commands of the last tick are removed, as by loading. Allocates memory.
    ///
    /// If two terms become one, the plans must be possible with it. Agents that were both to do something then do it one
    /// after the other. Plans whose expectations of two facts contradict each other after the facts became one are
    /// repaired.
    ///
    /// [`Director::map_terms`](crate::Director::map_terms) has an example.
    ///
    /// # Errors
    ///
    /// The result is not possible, for example because two actions engage the same agent, or an expression of the game
    /// panicked in the last tick. Nothing is replaced then.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) -> Result<(), MapError> {
        let mut snapshot = self.engine.snapshot::<SavedTask<D>>()?;
        snapshot.map_terms(&mut Mapping::new(self.engine.cx.tables(), &mut mapper(map)));
        let mut engine = self.engine.blank();
        engine.restore(&snapshot)?;
        self.engine = engine;
        Ok(())
    }

    /// Replaces every agent: [`map_terms`](Executor::map_terms) for the domain's agent type.
    /// [`Director::map_terms`](crate::Director::map_terms) has an example of it.
    ///
    /// # Errors
    ///
    /// The errors of `map_terms`.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) -> Result<(), MapError> {
        self.map_terms(map)
    }
}

impl<T: TaskCodec> ExecutorSnapshot<T> {
    pub fn map_terms(&mut self, mapping: &mut Mapping<'_>) {
        for plan in &mut self.plans {
            plan.map_terms(mapping);
        }
        for (_, steps) in &mut self.adopted {
            mapping.tasks(steps);
        }
    }
}

impl<T: TaskCodec> LivePlanSnapshot<T> {
    fn map_terms(&mut self, mapping: &mut Mapping<'_>) {
        for (step, args) in &mut self.undo {
            let step = self.plan.steps.get(step.index());
            let operator = step.and_then(|step| step.operator_row(mapping.tables));
            if let Some(undo) = operator.and_then(|operator| operator.undo) {
                let params = mapping.tables.tasks[usize::from(undo.task.0)].params;
                mapping.row(params, args);
            }
        }
        self.plan.map_terms(mapping);
        for step in &mut self.progress {
            step.wait.map_terms(mapping);
        }
        if let Some(replacement) = &mut self.replacement {
            replacement.plan.map_terms(mapping);
        }
    }
}

impl Wait<UnmetSnapshot> {
    fn map_terms(&mut self, mapping: &mut Mapping<'_>) {
        match self {
            Wait::Engaged { agent, .. } | Wait::Held { agent, .. } | Wait::Claim { agent, .. } => {
                if let Some(ty) = mapping.tables.agent_type() {
                    mapping.word(ty, agent);
                }
            }
            Wait::Effect { condition, .. }
            | Wait::Sensors { condition, .. }
            | Wait::Answer { condition } => {
                if let Some(check) = condition.check(mapping.tables) {
                    let vars = check.vars.iter().zip(&mut condition.words);
                    vars.for_each(|(var, word)| mapping.word(var.ty, word));
                }
            }
            Wait::None | Wait::Action(_) | Wait::Repair => {}
        }
    }
}
