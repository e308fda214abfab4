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

use super::Changed;
use super::Plan;
use super::data::{Mark, PlanData, Step};
use crate::limits::Limits;
use crate::machine::{Frame, NONE};
use crate::save::envelope;
use crate::save::tasks::{InvalidSave, SavedTask, TaskCodec, ensure};
use crate::save::terms::{LoadTerms, SaveTerms};
use crate::store::{Trail, entry_about};
use crate::tables::{RelId, Tables};

pub(crate) use node::{NodeContent, NodeRow, node_content};
pub(crate) use step::{StepContent, step_content};

const PLAN: &str = "plan";

/// A plan that was found.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanContent<T> {
    /// Parents before children.
    pub nodes: Vec<NodeContent<T>>,
    pub steps: Vec<StepContent<T>>,
    pub changes: Vec<ChangeContent>,
}

/// That a fact comes or goes by a step: the predicate, the word, and the step's number.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct ChangeContent(pub u16, pub u64, pub u32);

impl From<Changed> for ChangeContent {
    fn from(changed: Changed) -> Self {
        ChangeContent(changed.rel.0, changed.word, changed.step)
    }
}

impl ChangeContent {
    pub fn read(self, tables: &Tables, steps: usize) -> Result<Changed, InvalidSave> {
        let ChangeContent(rel, word, step) = self;
        let relation = tables.relations.get(usize::from(rel));
        ensure!(
            relation.is_some_and(|relation| relation.columns.len() == 1),
            "a change of a predicate {rel}, which has not one column"
        );
        ensure!(
            (step as usize) < steps,
            "a change by step {step}, of {steps}"
        );
        let rel = RelId(rel);
        Ok(Changed { rel, word, step })
    }
}

impl<T: TaskCodec> PlanContent<T> {
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
            checks: nodes.map(NodeContent::truth_len).sum(),
            ..Limits::zero()
        }
    }
}

impl PlanData {
    /// What of it is saved.
    pub fn content<T: TaskCodec>(&self) -> PlanContent<T> {
        let node = |frame| Some(self.node_at(frame)).filter(|node| *node != NONE);
        let nodes = self.nodes().map(|(frame, row)| {
            let known = NodeRow {
                task: row.task,
                method: row.method,
                branch: row.branch,
                ret: row.ret,
                parent: node(row.parent),
                chosen: row.chosen,
            };
            let words = self.frame_words(row);
            node_content(self.tables, known, words, &self.truth, self.truth_of(frame))
        });
        let steps = self.steps.iter().map(|step| {
            let words = self.step_words(step);
            step_content(self.tables, step.kind, words, node(step.frame), step.cost)
        });
        let mut changes: Vec<Changed> = self.changes(self.tables.asked_by_word()).collect();
        changes.sort_unstable();
        PlanContent {
            nodes: nodes.collect(),
            steps: steps.collect(),
            changes: changes.into_iter().map(ChangeContent::from).collect(),
        }
    }

    /// Returns a plan that was saved. It has as much memory as it needs.
    pub fn read<T: TaskCodec>(
        tables: &'static Tables,
        content: &PlanContent<T>,
    ) -> Result<PlanData, InvalidSave> {
        let mut data = PlanData::new(tables, &content.needs(tables));
        let steps = content.steps.len();
        for (at, node) in content.nodes.iter().enumerate() {
            let row = node.read(tables, at, steps)?;
            let fp = data.words.len() as u32;
            data.words.extend_from_slice(&node.words(tables));
            data.frames.push(Frame {
                task: row.task,
                method: row.method,
                branch: row.branch,
                ret: row.ret,
                parent: row.parent.unwrap_or(NONE),
                ret_pc: 0,
                fp,
                depth: 0,
                strand: NONE,
                chosen: row.chosen,
            });
            let truth = node.write_truth(&mut data.truth, steps)?;
            let external = NONE;
            data.marks.push(Mark { external, truth });
        }
        if data.marks.iter().all(|mark| mark.truth == NONE) {
            data.marks.clear();
        }
        let mut changes = Vec::with_capacity(content.changes.len());
        for change in &content.changes {
            changes.push(change.read(tables, steps)?);
        }
        changes.sort_by_key(|change| change.step);
        let mut changes = changes.into_iter().peekable();
        for (at, step) in content.steps.iter().enumerate() {
            let kind = step.read(tables, content.nodes.len())?;
            let fp = data.words.len() as u32;
            data.words.extend_from_slice(&step.words(tables));
            data.steps.push(Step {
                kind,
                fp,
                frame: step.node.unwrap_or(NONE),
                trail: data.trail.len() as u32,
                cost: f32::from_bits(step.cost),
            });
            while let Some(change) = changes.next_if(|change| change.step as usize == at) {
                data.trail
                    .extend_from_slice(&[entry_about(change.rel, change.word)]);
            }
        }
        Ok(data)
    }
}

/// Its steps and the tree of tasks above them, with the domain that they are of.
impl<D: SaveTerms> Serialize for Plan<D> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let content = self.data.content::<SavedTask<D>>();
        envelope::save::<D, S>(PLAN, &content, serializer)
    }
}

/// It takes as much memory as it needs. A plan of another domain, or of another version of it, is refused.
impl<'de, D: LoadTerms> Deserialize<'de> for Plan<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let content = PhantomData::<PlanContent<SavedTask<D>>>;
        let content = envelope::load::<D, De, _>(PLAN, content, deserializer)?;
        let data = PlanData::read(D::tables(), &content);
        data.map(Plan::new).map_err(De::Error::custom)
    }
}
