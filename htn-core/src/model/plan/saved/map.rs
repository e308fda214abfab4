//! Plans whose handles mean something else now.

use super::frame::FrameVars;
use super::node::NodeTask;
use super::{NodeSnapshot, PlanSnapshot, StepSnapshot};
use crate::model::domain::Domain;
use crate::model::plan::{Changed, Plan};
use crate::model::term::Term;
use crate::persist::save::map::{MapError, Mapping, mapper};
use crate::persist::save::tasks::{SavedTask, TaskCodec};

impl<D: Domain> Plan<D> {
    /// Replaces every term of a type, wherever it is: see [`State::map_terms`](crate::State::map_terms). Takes memory.
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
    /// Where two terms become one, the plan expects of the facts about it what it expected of those about either: it may fail
    /// where it would not have to, and is repaired then as any other.
    ///
    /// # Errors
    ///
    /// A word of the plan is none of its type, because a type does not keep what [`Term`] promises.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) -> Result<(), MapError> {
        let mut content = PlanSnapshot::<SavedTask<D>>::of(self.data.view());
        content.map(&mut Mapping::new(D::tables(), &mut mapper(map)));
        self.data = content.read(D::tables())?;
        Ok(())
    }

    /// Replaces every agent: [`map_terms`](Plan::map_terms) for the domain's agent type.
    ///
    /// # Errors
    ///
    /// As of `map_terms`.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) -> Result<(), MapError> {
        self.map_terms(map)
    }
}

impl<T: TaskCodec> PlanSnapshot<T> {
    pub fn map(&mut self, mapping: &mut Mapping<'_>) {
        self.nodes.iter_mut().for_each(|node| node.map(mapping));
        self.steps.iter_mut().for_each(|step| step.map(mapping));
        let changes = self.changes.iter_mut();
        changes.for_each(|change| change.map(mapping));
    }
}

impl<T: TaskCodec> NodeSnapshot<T> {
    pub fn map(&mut self, mapping: &mut Mapping<'_>) {
        if let NodeTask::Task(task) = &mut self.task {
            mapping.task(task);
        }
        if let Some(task) = self.task_row(mapping.tables) {
            let branches = mapping.tables.branches;
            let branch = self
                .branch
                .and_then(|number| branches.get(usize::from(number)));
            FrameVars::of_node(task, branch).map(&mut self.vars, mapping);
        }
    }
}

impl<T: TaskCodec> StepSnapshot<T> {
    pub fn map(&mut self, mapping: &mut Mapping<'_>) {
        mapping.task(&mut self.task);
        let operator = self.operator_row(mapping.tables);
        FrameVars::of_step(operator).map(&mut self.vars, mapping);
    }
}

impl FrameVars {
    fn map(self, values: &mut [Option<u64>], mapping: &mut Mapping<'_>) {
        for ((_, ty), word) in self.slots().zip(values) {
            if let Some(word) = word {
                mapping.word(ty, word);
            }
        }
    }
}

impl Changed {
    fn map(&mut self, mapping: &mut Mapping<'_>) {
        let relation = mapping.tables.relations.get(usize::from(self.rel.0));
        if let Some([column]) = relation.map(|relation| relation.columns) {
            mapping.word(column.ty, &mut self.word);
        }
    }
}
