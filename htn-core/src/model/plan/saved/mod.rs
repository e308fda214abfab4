//! Plans in a save: the nodes of the tree, the steps, and what is expected of the facts, each by what it is and not by where it
//! lies.
//!
//! | file | what |
//! |---|---|
//! | `node`, `step` | nodes and steps |
//! | `frame` | which of their words are saved |
//! | `map` | plans whose handles mean something else |

mod frame;
mod map;
mod node;
mod step;

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Changed, NodeRecord, Plan, PlanData, RawPlan, StepRecord};
use crate::model::domain::Domain;
use crate::model::limits::Limits;
use crate::persist::save::envelope;
use crate::persist::save::tasks::{InvalidSave, SavedTask, TaskCodec, ensure};
use crate::persist::save::terms::{LoadTerms, SaveTerms};
use crate::search::machine::{Frame, NONE};
use crate::store::Trail;
use crate::store::saved::mark_entry;
use crate::tables::{RelId, Tables};

use node::NodeSnapshot;
pub(crate) use step::StepSnapshot;

const PLAN: &str = "plan";

/// A plan, wherever its records lie.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanSnapshot<T> {
    /// Parents before children.
    pub nodes: Vec<NodeSnapshot<T>>,
    pub steps: Vec<StepSnapshot<T>>,
    pub changes: Vec<Changed>,
}

/// As the numbers of the predicate, the word and the rank.
impl Serialize for Changed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.rel.0, self.word, self.step).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Changed {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let (rel, word, step) = Deserialize::deserialize(deserializer)?;
        let rel = RelId(rel);
        Ok(Changed { rel, word, step })
    }
}

impl Changed {
    fn check(self, tables: &Tables, steps: usize) -> Result<(), InvalidSave> {
        let Changed { rel, step, .. } = self;
        let relation = tables.relations.get(usize::from(rel.0));
        ensure!(
            relation.is_some_and(|relation| relation.columns.len() == 1),
            "a change of predicate {}, which does not have one column",
            rel.0
        );
        ensure!(
            (step as usize) < steps,
            "a change by step {step}, of {steps}"
        );
        Ok(())
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

    /// What it takes of each limit.
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
            checks: nodes.map(NodeSnapshot::truth_len).sum(),
            ..Limits::zero()
        }
    }

    /// A plan of its own, of which no step has started.
    fn read_found<D: Domain>(&self, tables: &'static Tables) -> Result<Plan<D>, InvalidSave> {
        let absorbed = self.steps.iter().any(|step| step.absorbed);
        ensure!(!absorbed, "a step has started, and the plan does not run");
        self.read(tables).map(Plan::new)
    }

    /// The plan, with as much memory as it needs.
    pub fn read(&self, tables: &'static Tables) -> Result<PlanData, InvalidSave> {
        let mut data = PlanData::new(tables, &self.needs(tables));
        // Steps that had started when the plan was repaired are no part of what was planned.
        let planned = self.steps.iter().filter(|step| !step.absorbed).count();
        for (at, node) in self.nodes.iter().enumerate() {
            let row = node.read(tables, at, planned)?;
            let words = data.words.len() as u32;
            data.words.extend_from_slice(&node.words(tables));
            let truth = node.write_truth(&mut data.truth, planned)?;
            data.frames.push(Frame::of_node(NodeRecord {
                words,
                truth,
                ..row
            }));
        }
        for change in &self.changes {
            change.check(tables, planned)?;
        }
        let mut changes = self.changes.clone();
        changes.sort_by_key(|change| change.step);
        let mut changes = changes.into_iter().peekable();
        let mut ranks = 0..;
        for step in &self.steps {
            let row = step.read(tables, self.nodes.len())?;
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
}

/// Its steps and the tree of tasks above them, with the domain that they are of.
impl<D: SaveTerms> Serialize for Plan<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let content = PlanSnapshot::<SavedTask<D>>::of(self.data.view());
        envelope::save::<D, S>(PLAN, &content, serializer)
    }
}

/// It takes as much memory as it needs. A plan of another domain, or of another version of it, is refused.
impl<'de, D: LoadTerms> Deserialize<'de> for Plan<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let content = PhantomData::<PlanSnapshot<SavedTask<D>>>;
        let content = envelope::load::<D, De, _>(PLAN, content, deserializer)?;
        content.read_found(D::tables()).map_err(De::Error::custom)
    }
}
