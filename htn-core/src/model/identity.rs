//! Equality, names and agents of facts, tasks and actions, for all domains. Generated code calls it.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::model::domain::{Domain, Row, TaskCode};
use crate::model::term::Term;
use crate::tables::{Param, RelId, TaskId, TaskRow};

/// Returns true if two facts are equal. Facts are compared by their words everywhere.
pub fn same_fact<D: Domain>(one: D::Fact, other: D::Fact) -> bool {
    let (mut left, mut right) = (Row::new(), Row::new());
    let rels = (
        D::fact_to_row(one, &mut left),
        D::fact_to_row(other, &mut right),
    );
    rels.0 == rels.1 && left == right
}

/// Hashes a fact by its words.
pub fn hash_fact<D: Domain, H: Hasher>(fact: D::Fact, hasher: &mut H) {
    let mut row = Row::new();
    D::fact_to_row(fact, &mut row).0.hash(hasher);
    row.hash(hasher);
}

/// Returns true if two tasks are equal by their words.
pub fn same_task<D: Domain>(one: D::Task, other: D::Task) -> bool {
    let (mut left, mut right) = (Row::new(), Row::new());
    let codes = (
        D::task_to_row(one, &mut left),
        D::task_to_row(other, &mut right),
    );
    codes.0 == codes.1 && left == right
}

/// Hashes a task by its words.
pub fn hash_task<D: Domain, H: Hasher>(task: D::Task, hasher: &mut H) {
    let mut row = Row::new();
    let (kind, number) = match D::task_to_row(task, &mut row) {
        TaskCode::Task(task) => (0_u8, task.0),
        TaskCode::Fact(verb, rel) => (1 + verb as u8, rel.0),
    };
    (kind, number).hash(hasher);
    row.hash(hasher);
}

/// Returns the name of a task in the domain, or the keyword of a statement about a fact, such as `add`.
pub fn task_name<D: Domain>(task: D::Task) -> &'static str {
    match D::task_to_row(task, &mut Row::new()) {
        TaskCode::Task(task) => table_row::<D>(task).map_or("", |row| row.name),
        TaskCode::Fact(verb, _) => verb.word(),
    }
}

/// Returns the doc comment of a task, or an empty text if it has none.
pub fn task_doc<D: Domain>(task: D::Task) -> &'static str {
    match D::task_to_row(task, &mut Row::new()) {
        TaskCode::Task(task) => table_row::<D>(task).map_or("", |row| row.doc),
        TaskCode::Fact(..) => "",
    }
}

/// Returns the agents of a task.
pub fn task_agents<D: Domain>(task: D::Task) -> Agents<D> {
    let mut row = Row::new();
    let params = match D::task_to_row(task, &mut row) {
        TaskCode::Task(task) => table_row::<D>(task).map_or(&[][..], |task| task.params),
        TaskCode::Fact(_, rel) => columns::<D>(rel),
    };
    Agents::new(agent_words(params, &row))
}

/// Returns the agents that carry out a task: those after `by`. Empty unless the task is an external operator.
pub fn task_actors<D: Domain>(task: D::Task) -> Agents<D> {
    let mut row = Row::new();
    let code = D::task_to_row(task, &mut row);
    let mut operators = D::tables().operators.iter();
    let operator = operators.find(|operator| TaskCode::Task(operator.task) == code);
    let by = operator.map_or(0, |operator| operator.by);
    let places = row.iter().enumerate();
    let actors = places.filter(|(place, _)| by & 1 << place != 0);
    Agents::new(actors.map(|(_, word)| *word))
}

/// Returns true if a fact has the agent in a column of the agent type.
pub fn names_agent<D: Domain>(fact: D::Fact, agent: D::Agent) -> bool {
    let mut row = Row::new();
    let rel = D::fact_to_row(fact, &mut row);
    let mut named = agent_words(columns::<D>(rel), &row);
    named.any(|word| word == agent.to_word())
}

fn table_row<D: Domain>(task: TaskId) -> Option<&'static TaskRow> {
    D::tables().tasks.get(usize::from(task.0))
}

fn columns<D: Domain>(rel: RelId) -> &'static [Param] {
    let relation = D::tables().relations.get(usize::from(rel.0));
    relation.map_or(&[], |relation| relation.columns)
}

/// Iterates over the words of a row in columns of the agent type.
fn agent_words(params: &[Param], row: &Row) -> impl Iterator<Item = u64> {
    let named = params.iter().zip(row).filter(|(param, _)| param.agent);
    named.map(|(_, word)| *word)
}

/// The agents of a task or of an action: its arguments of the domain's agent type, in order.
///
/// ```
/// use squad_htn::prelude::*;
///
/// htn_domain! {
///     pub domain porters;
///     agent u8;
///     operator carry(weight: u32, front: u8, back: u8) by front, back {}
///     pub method work() { carry(80, 1, 2); }
/// }
/// # fn main() {
/// let carry = porters::Action::Carry { weight: 80, front: 1, back: 2 };
/// assert_eq!(carry.agents().collect::<Vec<_>>(), [1, 2]);
/// # }
/// ```
#[derive(Clone)]
pub struct Agents<D: Domain> {
    words: Row,
    at: usize,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Agents<D> {
    fn new(words: impl Iterator<Item = u64>) -> Self {
        Agents {
            words: words.collect(),
            at: 0,
            domain: PhantomData,
        }
    }
}

impl<D: Domain> Iterator for Agents<D> {
    type Item = D::Agent;

    fn next(&mut self) -> Option<D::Agent> {
        let word = *self.words.get(self.at)?;
        self.at += 1;
        Some(D::Agent::from_word(word))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.words.len() - self.at;
        (left, Some(left))
    }
}

impl<D: Domain> ExactSizeIterator for Agents<D> {}

impl<D: Domain> fmt::Debug for Agents<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
