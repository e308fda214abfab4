//! Executors whose handles mean something else now.

use super::content::*;
use crate::exec::Executor;
use crate::model::domain::Domain;
use crate::model::term::Term;
use crate::persist::save::map::{MapError, Mapping, mapper};
use crate::persist::save::tasks::{SavedTask, TaskCodec};
use crate::tables::{Check, OperatorRow, Tables};

impl<D: Domain> Executor<D> {
    /// Replaces every term of a type, wherever it is: see [`State::map_terms`](crate::State::map_terms). The facts are the game's to
    /// replace, before the next tick. It goes on as it would have, with the others in their place; the events and commands of
    /// the last tick are gone, as after loading. Takes memory.
    ///
    /// Two terms may become one as far as that could have come about: agents that were both to do something then do it one after
    /// the other, and of what plans expect of facts that are one now, they may find that it is not so, and are repaired.
    ///
    /// # Errors
    ///
    /// It could not have come about, such as an agent that two actions engage at once; or an expression of the game has panicked in
    /// the last tick. Nothing is replaced then.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) -> Result<(), MapError> {
        let mut content = self.engine.content::<SavedTask<D>>()?;
        content.map(&mut Mapping::new(D::tables(), &mut mapper(map)));
        let mut engine = self.engine.blank();
        engine.restore(&content)?;
        self.engine = engine;
        Ok(())
    }

    /// Replaces every agent: [`map_terms`](Executor::map_terms) for the domain's agent type.
    ///
    /// # Errors
    ///
    /// As of `map_terms`.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) -> Result<(), MapError> {
        self.map_terms(map)
    }
}

impl<T: TaskCodec> ExecutorContent<T> {
    pub fn map(&mut self, mapping: &mut Mapping<'_>) {
        self.plans.iter_mut().for_each(|plan| plan.map(mapping));
        let taken = self.taken.iter_mut();
        taken.for_each(|(_, steps)| mapping.tasks(steps));
    }
}

impl<T: TaskCodec> LiveContent<T> {
    fn map(&mut self, mapping: &mut Mapping<'_>) {
        for UndoContent(step, args) in &mut self.undo {
            let step = self.plan.steps.get(*step as usize);
            let operator = step.and_then(|step| step.operator_row(mapping.tables));
            if let Some(undo) = operator.and_then(|operator| operator.undo) {
                let params = mapping.tables.tasks[usize::from(undo.task.0)].params;
                *args = mapping.row(params, args).to_vec();
            }
        }
        self.plan.map(mapping);
        for state in &mut self.states {
            if let StateContent::Waiting(Some(wait)) = state {
                wait.map(mapping);
            }
        }
        if let Some(replacement) = &mut self.replacement {
            replacement.plan.map(mapping);
        }
    }
}

impl WaitContent {
    fn map(&mut self, mapping: &mut Mapping<'_>) {
        match self {
            WaitContent::Engaged { agent, .. }
            | WaitContent::Held { agent, .. }
            | WaitContent::Claim { agent, .. } => {
                if let Some(ty) = mapping.tables.agent_type() {
                    mapping.word(ty, agent);
                }
            }
            WaitContent::Effect { condition, .. } | WaitContent::Sensors { condition, .. } => {
                let UnmetContent(check, words) = condition;
                if let Some(check) = check.find(mapping.tables) {
                    let vars = check.vars.iter().zip(words);
                    vars.for_each(|(var, word)| mapping.word(var.ty, word));
                }
            }
        }
    }
}

impl CheckContent {
    /// The condition itself.
    pub fn find(self, tables: &'static Tables) -> Option<&'static Check> {
        let operator =
            |number| -> Option<&'static OperatorRow> { tables.operators.get(usize::from(number)) };
        match self {
            CheckContent::Check(number) => tables.checks.get(number as usize),
            CheckContent::Holds(number) => operator(number)?.holds.as_ref(),
            CheckContent::During(number) => operator(number)?.during.as_ref(),
        }
    }
}
