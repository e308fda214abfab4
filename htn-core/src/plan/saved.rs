//! Plans in a save: the nodes of the tree, the steps, and what is expected of the facts, each by what it is and not by where it
//! lies.

use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Plan;
use super::data::{Mark, PlanData, Step, StepKind};
use super::{Changed, truth};
use crate::domain::TaskCode;
use crate::error::LimitKind;
use crate::limits::Limits;
use crate::machine::{Frame, NONE};
use crate::save::envelope;
use crate::save::tasks::{Spelled, Spelling, Wrong, must};
use crate::save::terms::{LoadTerms, SaveTerms};
use crate::store::{Trail, entry_about};
use crate::tables::{BranchRow, OperatorId, RelId, Slot, Tables, TaskId, TaskKind, Var};

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

/// A compound task of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeContent<T> {
    task: NodeTask<T>,
    /// The words of its frame behind its parameters.
    frame: Vec<u64>,
    method: u16,
    branch: Option<u16>,
    /// Where the task around it has the value that it returns.
    returns: Option<u16>,
    parent: Option<u32>,
    /// After how many steps the branch was chosen.
    chosen: u32,
    expects: Option<Vec<CheckContent>>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum NodeTask<T> {
    Task(T),
    /// An `if`, `while` or `for`, by its number: its captures are in its frame.
    Block(u16),
}

/// In which planned states a condition holds: whether in the first one, and the last states before each change.
#[derive(Serialize, Deserialize)]
pub(crate) struct CheckContent(bool, Vec<u32>);

/// A step of a plan.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepContent<T> {
    pub task: T,
    /// Which operator of that name; none for an `add` or `delete` of a body.
    operator: Option<u16>,
    /// The words of its frame behind its parameters.
    frame: Vec<u64>,
    pub node: Option<u32>,
    /// The bits of what it costs: of a plan that was found, with all steps before it.
    pub cost: u32,
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
    pub fn read(self, tables: &Tables, steps: usize) -> Result<Changed, Wrong> {
        let ChangeContent(rel, word, step) = self;
        let relation = tables.relations.get(usize::from(rel));
        must!(
            relation.is_some_and(|relation| relation.columns.len() == 1),
            "a change of a predicate {rel}, which has not one column"
        );
        must!(
            (step as usize) < steps,
            "a change by step {step}, of {steps}"
        );
        let rel = RelId(rel);
        Ok(Changed { rel, word, step })
    }
}

/// What is known of a node, checked.
pub(crate) struct NodeRow {
    pub task: TaskId,
    pub method: u16,
    pub branch: u16,
    pub ret: Slot,
    pub parent: Option<u32>,
    pub chosen: u32,
}

/// A node with its words, to be written.
pub(crate) fn node_content<T: Spelling>(
    tables: &'static Tables,
    row: NodeRow,
    words: &[u64],
    truth: &[u64],
    first: u32,
) -> NodeContent<T> {
    let task = &tables.tasks[usize::from(row.task.0)];
    let branch = tables.branches.get(usize::from(row.branch));
    let (spelled, frame) = match task.kind {
        TaskKind::Block => (NodeTask::Block(row.task.0), words),
        _ => {
            let (args, frame) = words.split_at(task.params.len());
            (
                NodeTask::Task(T::new(TaskCode::Task(row.task), args)),
                frame,
            )
        }
    };
    let vars = branch.map_or(&[][..], |branch| branch.vars);
    let checks = branch.map_or(0, |branch| u32::from(branch.checks.len));
    let expects = (first != NONE).then(|| {
        let rows = first..first + checks;
        rows.map(|row| CheckContent::of(truth, row as usize))
            .collect()
    });
    NodeContent {
        task: spelled,
        frame: without_stale(tables, vars, frame, words.len() - frame.len()),
        method: row.method,
        branch: branch.map(|_| row.branch),
        returns: (row.ret != Slot::NONE).then_some(row.ret.0),
        parent: row.parent,
        chosen: row.chosen,
        expects,
    }
}

/// The words of a frame from `from` on. A variable that has no value may have had one in an earlier search, of any type:
/// that is left out.
fn without_stale(tables: &Tables, vars: &[Var], frame: &[u64], from: usize) -> Vec<u64> {
    let mut frame = frame.to_vec();
    for var in vars {
        if let Some(at) = usize::from(var.slot.0).checked_sub(from)
            && let Some(word) = frame.get_mut(at)
            && !is_value(tables, var, *word)
        {
            *word = 0;
        }
    }
    frame
}

fn is_value(tables: &Tables, var: &Var, word: u64) -> bool {
    let ty = tables.types.get(usize::from(var.ty.0));
    ty.is_none_or(|ty| (ty.is_value)(word))
}

/// Whether the words of a frame from `from` on are values of these variables, where they have one.
fn are_values(tables: &Tables, vars: &[Var], frame: &[u64], from: usize) -> Result<(), Wrong> {
    for var in vars {
        let word = usize::from(var.slot.0).checked_sub(from);
        let word = word.and_then(|at| frame.get(at)).copied().unwrap_or(0);
        must!(
            word == 0 || is_value(tables, var, word),
            "{word} is no word of the variable `{}`",
            var.name
        );
    }
    Ok(())
}

impl CheckContent {
    fn of(truth: &[u64], row: usize) -> CheckContent {
        let (first, changes) = truth::changes_of(truth, row);
        CheckContent(first, changes.collect())
    }
}

impl<T: Spelling> NodeContent<T> {
    /// Checks node number `at` of a plan with so many steps.
    pub fn read(&self, tables: &'static Tables, at: usize, steps: usize) -> Result<NodeRow, Wrong> {
        let (id, args) = match &self.task {
            NodeTask::Block(number) => (TaskId(*number), 0),
            NodeTask::Task(task) => match task.code() {
                TaskCode::Task(id) => (id, task.words().len()),
                _ => return Err(Wrong("a node that is no compound task".into())),
            },
        };
        let Some(task) = tables.tasks.get(usize::from(id.0)) else {
            return Err(Wrong("a node of a task that there is not".into()));
        };
        let (kind, args_of) = match self.task {
            NodeTask::Block(_) => (TaskKind::Block, 0),
            NodeTask::Task(_) => (TaskKind::Method, task.params.len()),
        };
        let name = task.name;
        must!(task.kind == kind, "node {at}, `{name}`, is of another kind");
        must!(
            args == args_of && self.frame.len() + args == usize::from(task.frame),
            "node {at}, `{name}`, has not as many words as its frame"
        );
        // What is no alternative of a task has any number here.
        let of_task = |method: u16| {
            let row = tables.methods.get(usize::from(method));
            row.is_some_and(|row| row.task == id)
        };
        must!(
            kind == TaskKind::Block || of_task(self.method),
            "node {at}, `{name}`, has no method {}",
            self.method
        );
        let parent = self.parent;
        must!(
            parent.is_none_or(|parent| (parent as usize) < at),
            "node {at} comes before its parent"
        );
        must!(
            self.chosen as usize <= steps,
            "node {at} was chosen after more steps than there are"
        );
        let branch = self.branch_row(tables)?;
        let vars = branch.map_or(&[][..], |branch| branch.vars);
        let from = usize::from(task.frame) - self.frame.len();
        are_values(tables, vars, &self.frame, from)?;
        let checks = branch.map_or(0, |branch| usize::from(branch.checks.len));
        let known = self.expects.as_ref().is_none_or(|all| all.len() == checks);
        must!(
            known,
            "node {at} expects not as many conditions as its branch has"
        );
        let places = branch.map_or(&[][..], |branch| {
            &tables.checks[branch.checks.at as usize..][..checks]
        });
        let tests = places.iter().filter_map(|check| check.word);
        let mut slots = tests.map(|test| test.slot.0);
        must!(
            slots.all(|slot| slot < task.frame),
            "node {at}, `{name}`, has the branch of another task"
        );
        Ok(NodeRow {
            task: id,
            method: self.method,
            branch: self.branch.unwrap_or(u16::MAX),
            ret: self.returns.map_or(Slot::NONE, Slot),
            parent,
            chosen: self.chosen,
        })
    }

    fn branch_row(&self, tables: &'static Tables) -> Result<Option<&'static BranchRow>, Wrong> {
        let Some(number) = self.branch else {
            return Ok(None);
        };
        let row = tables.branches.get(usize::from(number));
        must!(row.is_some(), "there is no branch {number}");
        Ok(row)
    }

    /// All words of its frame.
    pub fn words(&self) -> impl Iterator<Item = &[u64]> {
        let args = match &self.task {
            NodeTask::Task(task) => task.words(),
            NodeTask::Block(_) => &[],
        };
        [args, &self.frame].into_iter()
    }

    pub fn words_len(&self) -> usize {
        self.words().map(<[_]>::len).sum()
    }

    /// How many words the answers to its conditions take.
    pub fn truth_len(&self) -> usize {
        let rows = self.expects.iter().flatten();
        rows.map(|CheckContent(_, changes)| 1 + changes.len()).sum()
    }

    /// Puts the answers to its conditions behind `truth`, where there is room; returns the first row, or `NONE`.
    pub fn write_truth(&self, truth: &mut Vec<u64>, steps: usize) -> Result<u32, Wrong> {
        let Some(checks) = &self.expects else {
            return Ok(NONE);
        };
        let first = truth.len();
        truth.resize(first + checks.len(), 0);
        for (row, CheckContent(holds, changes)) in (first..).zip(checks) {
            must!(
                changes.is_sorted_by(|a, b| a < b),
                "what is known of a condition is in no order"
            );
            let last = changes.last().is_none_or(|last| *last as usize <= steps);
            must!(last, "a condition changes after more steps than there are");
            truth::write(truth, row, *holds, changes);
        }
        Ok(first as u32)
    }
}

/// A step with its words, to be written.
pub(crate) fn step_content<T: Spelling>(
    tables: &'static Tables,
    kind: StepKind,
    words: &[u64],
    node: Option<u32>,
    cost: f32,
) -> StepContent<T> {
    let (code, operator, params) = match kind {
        StepKind::Operator(id) => {
            let task = tables.operators[usize::from(id.0)].task;
            let params = tables.tasks[usize::from(task.0)].params.len();
            (TaskCode::Task(task), Some(id.0), params)
        }
        StepKind::Add(rel) => (TaskCode::Add(rel), None, words.len()),
        StepKind::Delete(rel) => (TaskCode::Delete(rel), None, words.len()),
    };
    let (args, frame) = words.split_at(params);
    let vars = operator.map_or(&[][..], |id| tables.operators[usize::from(id)].vars);
    StepContent {
        task: T::new(code, args),
        operator,
        frame: without_stale(tables, vars, frame, params),
        node,
        cost: cost.to_bits(),
    }
}

impl<T: Spelling> StepContent<T> {
    /// Checks a step of a plan with so many nodes.
    pub fn read(&self, tables: &'static Tables, nodes: usize) -> Result<StepKind, Wrong> {
        let known = self.node.is_none_or(|node| (node as usize) < nodes);
        must!(known, "a step below a node that there is not");
        match (self.task.code(), self.operator) {
            (TaskCode::Task(id), Some(number)) => {
                let operator = tables.operators.get(usize::from(number));
                let operator = operator.filter(|operator| operator.task == id);
                let Some(operator) = operator else {
                    return Err(Wrong("a step by the operator of another task".into()));
                };
                let task = &tables.tasks[usize::from(id.0)];
                let params = task.params.len();
                must!(
                    params + self.frame.len() == usize::from(task.frame),
                    "a step `{}` that has not as many words as its frame",
                    task.name
                );
                are_values(tables, operator.vars, &self.frame, params)?;
                Ok(StepKind::Operator(OperatorId(number)))
            }
            (TaskCode::Add(rel), None) if self.frame.is_empty() => Ok(StepKind::Add(rel)),
            (TaskCode::Delete(rel), None) if self.frame.is_empty() => Ok(StepKind::Delete(rel)),
            _ => Err(Wrong("a step that is none".into())),
        }
    }

    /// All words of its frame.
    pub fn words(&self) -> impl Iterator<Item = &[u64]> {
        [self.task.words(), &self.frame].into_iter()
    }

    pub fn words_len(&self) -> usize {
        self.words().map(<[_]>::len).sum()
    }
}

impl<T: Spelling> PlanContent<T> {
    /// What it takes of each limit.
    fn needs(&self) -> Limits {
        let nodes = self.nodes.iter();
        let words = nodes.clone().map(NodeContent::words_len).sum::<usize>();
        Limits {
            steps: self.steps.len(),
            tasks: self.nodes.len(),
            bindings: words + self.steps.iter().map(StepContent::words_len).sum::<usize>(),
            trail: self.changes.len() * Trail::WORDS,
            checks: nodes.map(NodeContent::truth_len).sum(),
            ..Limits::zero()
        }
    }
}

impl PlanData {
    /// What of it is saved.
    pub fn content<T: Spelling>(&self) -> PlanContent<T> {
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

    /// A plan that was saved; within these limits, or one that takes as much memory as it needs.
    pub fn read<T: Spelling>(
        tables: &'static Tables,
        content: &PlanContent<T>,
        limits: Option<&Limits>,
    ) -> Result<PlanData, Wrong> {
        let needs = content.needs();
        if let Some(limits) = limits {
            needs.must_fit(limits)?;
        }
        let mut data = PlanData::new(tables, limits.unwrap_or(&needs));
        let steps = content.steps.len();
        for (at, node) in content.nodes.iter().enumerate() {
            let row = node.read(tables, at, steps)?;
            let fp = data.words.len() as u32;
            node.words()
                .for_each(|words| data.words.extend_from_slice(words));
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
            step.words()
                .for_each(|words| data.words.extend_from_slice(words));
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
        let content = self.data.content::<Spelled<D>>();
        envelope::save::<D, S>(PLAN, &content, serializer)
    }
}

/// It takes as much memory as it needs. A plan of another domain, or of another version of it, is refused.
impl<'de, D: LoadTerms> Deserialize<'de> for Plan<D> {
    fn deserialize<De: Deserializer<'de>>(deserializer: De) -> Result<Self, De::Error> {
        let content = PhantomData::<PlanContent<Spelled<D>>>;
        let content = envelope::load::<D, De, _>(PLAN, content, deserializer)?;
        let data = PlanData::read(D::tables(), &content, None);
        data.map(Plan::new).map_err(De::Error::custom)
    }
}

impl Limits {
    /// Whether what needs so much of each fits into others.
    pub(crate) fn must_fit(&self, others: &Limits) -> Result<(), Wrong> {
        let each = [
            (LimitKind::Steps, self.steps, others.steps),
            (LimitKind::Tasks, self.tasks, others.tasks),
            (LimitKind::Bindings, self.bindings, others.bindings),
            (LimitKind::Checks, self.checks, others.checks),
            (LimitKind::Trail, self.trail, others.trail),
        ];
        match each.iter().find(|(_, needs, has)| needs > has) {
            Some((what, needs, has)) => Err(Wrong::limit(*what, *has, *needs)),
            None => Ok(()),
        }
    }
}
