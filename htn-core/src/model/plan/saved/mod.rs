//! Snapshots of plans: the nodes of the tree, the steps, and the changes of facts, without their places in memory.
//!
//! | file | contents |
//! |---|---|
//! | `node`, `step` | nodes and steps |
//! | `frame` | the words of both that are saved |

mod frame;
mod node;
#[cfg(feature = "reload")]
pub(crate) mod relink;
mod step;

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Changed, NodeRecord, Plan, PlanData, RawPlan, StepRecord};
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::model::term::Term;
use crate::persist::save::envelope;
use crate::persist::save::map::{MapError, Mapping, mapper};
use crate::persist::save::tasks::{InvalidSave, SavedTask, TaskCodec, ensure};
use crate::persist::save::terms::{LoadTerms, SaveTerms};
use crate::search::machine::{Frame, NONE};
use crate::store::Trail;
use crate::store::saved::mark_entry;
use crate::tables::Tables;

use node::NodeSnapshot;
pub(crate) use step::StepSnapshot;

const PLAN: &str = "plan";

/// A plan, wherever its records lie.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanSnapshot<T> {
    /// Parents before children.
    nodes: Vec<NodeSnapshot<T>>,
    pub steps: Vec<StepSnapshot<T>>,
    changes: Vec<Changed>,
}

impl Changed {
    fn validate(self, tables: &Tables, steps: usize) -> Result<(), InvalidSave> {
        let Changed { rel, step, .. } = self;
        let columns = tables
            .relations
            .get(usize::from(rel.0))
            .map(|relation| relation.columns);
        ensure!(
            columns.is_some_and(|columns| columns.len() == 1),
            "change of predicate {}, which does not exist or does not have one column",
            rel.0
        );
        ensure!(
            (step as usize) < steps,
            "change by step {step}, but the plan has {steps} steps"
        );
        Ok(())
    }

    fn map_terms(&mut self, mapping: &mut Mapping<'_>) {
        let relation = mapping.tables.relations.get(usize::from(self.rel.0));
        if let Some([column]) = relation.map(|relation| relation.columns) {
            mapping.word(column.ty, &mut self.word);
        }
    }
}

impl<T: TaskCodec> PlanSnapshot<T> {
    pub fn of(plan: RawPlan<'_>) -> Self {
        let nodes = plan.nodes().map(|(_, node)| NodeSnapshot::of(plan, node));
        let steps = plan.all().map(|step| StepSnapshot::of(plan, step));
        PlanSnapshot {
            nodes: nodes.collect(),
            steps: steps.collect(),
            changes: plan.sorted_changes(),
        }
    }

    /// Returns the memory that it needs.
    fn needs(&self, tables: &'static Tables) -> Limits {
        let (nodes, steps) = (self.nodes.iter(), self.steps.iter());
        let words = nodes
            .clone()
            .map(|node| node.words_len(tables))
            .sum::<usize>();
        Limits {
            steps: self.steps.len(),
            tasks: self.nodes.len(),
            bindings: words + steps.map(|step| step.words_len(tables)).sum::<usize>(),
            trail: self.changes.len() * Trail::WORDS,
            checks: nodes.map(NodeSnapshot::condition_history_len).sum(),
            ..Limits::zero()
        }
    }

    /// Returns the plan, with as much memory as it needs.
    pub fn read(&self, tables: &'static Tables) -> Result<PlanData, InvalidSave> {
        let mut data = PlanData::new(tables, &self.needs(tables));
        // The nodes cover the planned steps only. Absorbed steps had started before a repair.
        let planned = self.steps.iter().filter(|step| !step.absorbed).count();
        for (at, node) in self.nodes.iter().enumerate() {
            let valid = node.read(tables, at, planned);
            let words = data.words.len() as u32;
            let row = valid.and_then(|row| {
                data.words.extend_from_slice(&node.words(tables));
                let history_row =
                    node.write_condition_history(&mut data.condition_history, planned)?;
                Ok(NodeRecord {
                    words,
                    history_row,
                    ..row
                })
            });
            let row = row.map_err(|error| error.within("node", at))?;
            data.frames.push(Frame::of_node(row));
        }
        for change in &self.changes {
            change.validate(tables, planned)?;
        }
        let mut changes = self.changes.clone();
        changes.sort_by_key(|change| change.step);
        let mut changes = changes.into_iter().peekable();
        let mut ranks = 0..;
        for (at, step) in self.steps.iter().enumerate() {
            let row = step.read(tables, self.nodes.len());
            let row = row.map_err(|error| error.within("step", at))?;
            let rank = if step.absorbed { None } else { ranks.next() };
            let words = data.words.len() as u32;
            data.words.extend_from_slice(&step.words(tables));
            data.steps.push(StepRecord {
                words,
                rank: rank.unwrap_or(NONE),
                trail: data.trail.len() as u32,
                ..row
            });
            while let Some(change) = changes.next_if(|change| Some(change.step) == rank) {
                data.trail
                    .extend_from_slice(&[mark_entry(change.rel, change.word)]);
            }
        }
        Ok(data)
    }

    pub fn map_terms(&mut self, mapping: &mut Mapping<'_>) {
        self.nodes
            .iter_mut()
            .for_each(|node| node.map_terms(mapping));
        self.steps
            .iter_mut()
            .for_each(|step| step.map_terms(mapping));
        self.changes
            .iter_mut()
            .for_each(|change| change.map_terms(mapping));
    }
}

/// Saves the steps and the tree of tasks above them.
impl<D: SaveTerms> Serialize for Plan<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let snapshot = PlanSnapshot::<SavedTask<D>>::of(self.data.view());
        envelope::save_running::<D, S>(self.data.tables, PLAN, &snapshot, serializer)
    }
}

/// Loads a plan, which allocates as much memory as it needs. A plan of another domain, or of another version of it, is
/// refused.
impl<'de, D: LoadTerms> Deserialize<'de> for Plan<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let snapshot = PhantomData::<PlanSnapshot<SavedTask<D>>>;
        let snapshot = envelope::load::<D, De, _>(PLAN, snapshot, deserializer)?;
        if snapshot.steps.iter().any(|step| step.absorbed) {
            return Err(De::Error::custom(
                "a step has started, but the plan does not run",
            ));
        }
        snapshot
            .read(D::tables())
            .map(Plan::new)
            .map_err(De::Error::custom)
    }
}

impl<D: Domain> Plan<D> {
    /// Replaces every term of a type, wherever it is: see [`State::map_terms`](crate::State::map_terms). Allocates memory.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// # pub struct Guard(pub u16);
    /// # htn_domain! {
    /// #     pub domain patrol;
    /// #     agent Guard;
    /// #     operator walk(who: Guard) by who {}
    /// # }
    /// # use patrol::{Planner, State, Task};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (state, mut planner) = (State::new(), Planner::new());
    /// # let found = planner.find(&state, &(), Task::Walk { who: Guard(1) })?;
    /// let mut plan = found.unwrap().clone();
    /// plan.map_agents(|Guard(number)| Guard(number + 100))?;
    /// assert_eq!(plan.tasks().next(), Some(Task::Walk { who: Guard(101) }));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// If two terms become one, the plan expects of facts about it what it expected of facts about both. So it may be repaired
    /// although the other plan would not have failed.
    ///
    /// # Errors
    ///
    /// A word of the plan is not a valid value of its type, because a type breaks the contract of [`Term`].
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) -> Result<(), MapError> {
        let mut snapshot = PlanSnapshot::<SavedTask<D>>::of(self.data.view());
        let tables = self.data.tables;
        snapshot.map_terms(&mut Mapping::new(tables, &mut mapper(map)));
        self.data = snapshot.read(tables)?;
        Ok(())
    }

    /// Replaces every agent: [`map_terms`](Plan::map_terms) for the domain's agent type. Its [example](Plan::map_terms)
    /// uses this function.
    ///
    /// # Errors
    ///
    /// The errors of `map_terms`.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) -> Result<(), MapError> {
        self.map_terms(map)
    }
}
