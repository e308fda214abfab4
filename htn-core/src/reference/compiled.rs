//! Compiled domains, by the types of their modules.

use super::error::Error;
use super::facts::FactSets;
use super::host::Expressions;
use super::rows::DomainSource;
use super::{ReferenceStep, TaskCall};
use crate::model::domain::{Domain, Row, TaskCode};

/// A domain as the macro emits it for the interpreter.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
pub struct ReferenceDomain<D: Domain> {
    /// The domain.
    pub rows: &'static DomainSource<'static>,
    /// The Rust expressions of the domain.
    pub expressions: &'static Expressions<D>,
}

impl<D: Domain> ReferenceDomain<D> {
    /// Facts, in order. The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
    pub fn facts(&self, facts: impl IntoIterator<Item = D::Fact>) -> Result<FactSets, Error> {
        let predicates = &self.rows.predicates;
        let mut all = FactSets::new(predicates.len());
        for fact in facts {
            let mut row = Row::new();
            let predicate = D::fact_to_row(fact, &mut row).0;
            all.add(predicate, row.to_vec(), predicates)?;
        }
        Ok(all)
    }

    /// A task to plan for; `None` for `add` and `delete`, which are steps, not tasks.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
    pub fn call(&self, task: D::Task) -> Option<TaskCall> {
        let mut row = Row::new();
        match D::task_to_row(task, &mut row) {
            TaskCode::Task(task) => Some(TaskCall {
                task: task.0,
                args: row.to_vec(),
            }),
            TaskCode::Fact(..) => None,
        }
    }

    /// Returns the task of a step. The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
    pub fn task(&self, step: &ReferenceStep) -> D::Task {
        D::task_from_row(step.code, &step.args)
    }
}
