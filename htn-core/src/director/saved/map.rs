//! Directors whose handles mean something else now.

use super::{DirectorContent, read};
use crate::director::Director;
use crate::domain::Domain;
use crate::planner::saved::LoadedFacts;
use crate::save::map::{MapError, Mapping, mapper};
use crate::save::tasks::{InvalidSave, SavedTask, TaskCodec};
use crate::term::Term;

impl<D: Domain> Director<D> {
    /// Replaces every term of a type, wherever it is: in its facts, its task and its plans. For handles that are
    /// others after loading, such as an engine's entities. It goes on as it would have, with the others in their place, as long as
    /// nothing in the domain looks into them (`sort by` a handle does). The events and commands of the last tick are gone,
    /// as after loading, and a search in progress starts again in the next tick. Takes memory.
    ///
    /// ```
    /// use squad_htn::prelude::*;
    ///
    /// #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    /// pub struct Guard(pub u16);
    ///
    /// htn_domain! {
    ///     pub domain patrol;
    ///     agent Guard;
    ///     predicate guard(Guard) [8];
    ///     operator walk(who: Guard) by who {}
    ///     operator salute(who: Guard) by who {}
    ///     pub method round() if guard(who) { walk(who); salute(who); }
    /// }
    /// use patrol::{Director, Fact, Task};
    ///
    /// fn main() -> Result<(), Box<dyn std::error::Error>> {
    ///     let mut director = Director::new(Task::Round);
    ///     director.state_mut().insert(Fact::Guard(Guard(1)))?;
    ///     for _frame in 0..2 {
    ///         director.tick(&(), Budget::unlimited());
    ///     }
    ///     assert!(director.is_busy(Guard(1)), "he walks");
    ///
    ///     director.map_agents(|Guard(number)| Guard(number + 100))?;
    ///     assert!(director.is_busy(Guard(101)) && !director.is_busy(Guard(1)));
    ///     assert!(director.state().contains(Fact::Guard(Guard(101))));
    ///     Ok(())
    /// }
    /// ```
    ///
    /// What it means that two terms become one is said of [facts](crate::State::map_terms) and of
    /// [plans that are carried out](crate::Executor::map_terms).
    ///
    /// # Errors
    ///
    /// As of these; and it keeps a [journal](Director::keep_journal), in which it has other terms: end that first. Nothing is
    /// replaced then.
    pub fn map_terms<T: Term>(&mut self, map: impl FnMut(T) -> T) -> Result<(), MapError> {
        *self = self.mapped(&mut Mapping::new(D::tables(), &mut mapper(map)))?;
        Ok(())
    }

    /// Replaces every agent: [`map_terms`](Director::map_terms) for the domain's agent type.
    ///
    /// # Errors
    ///
    /// As of `map_terms`.
    pub fn map_agents(&mut self, map: impl FnMut(D::Agent) -> D::Agent) -> Result<(), MapError> {
        self.map_terms(map)
    }

    /// The same director with other terms.
    fn mapped(&self, mapping: &mut Mapping<'_>) -> Result<Director<D>, MapError> {
        if self.squad.keeper.is_some() {
            let why = "a journal is kept, in which they are others; help: call `end_journal` first";
            return Err(InvalidSave(why.into()).into());
        }
        let facts = LoadedFacts(mapping.facts_of(self.squad.state.store()));
        let mut content = self.content()?;
        content.map(mapping);
        let mut task = self.spelled_task();
        mapping.task(&mut task);
        let task = D::task_from_row(task.code(), task.words());
        let (squad, desk) = (self.squad.blank(task), self.desk.blank());
        Ok(read(content, facts, Director { squad, desk })?)
    }
}

impl<D: Domain> DirectorContent<SavedTask<D>> {
    fn map(&mut self, mapping: &mut Mapping<'_>) {
        self.executor.map(mapping);
        let shunned = self.shunned.iter_mut();
        shunned.for_each(|(_, steps)| mapping.tasks(steps));
    }
}
