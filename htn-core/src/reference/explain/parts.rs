//! Searches of parts of a domain, in the interpreter: one condition, or the body of one branch.

use alloc::rc::Rc;

use crate::reference::env::Env;
use crate::reference::observer::{ConditionPlace, Scope};
use crate::reference::rows::{BlockSource, Conjunct, Stmt};
use crate::reference::stack::StackGauge;
use crate::reference::todo::{OpenBody, Opened, Origin};
use crate::reference::{Error, FactSets, Interpreter, Level, PlanIter, TaskCall};

impl<'a> Interpreter<'a> {
    /// Measures the stack of searches from an earlier place.
    pub(in crate::reference) fn on_stack(self, stack: StackGauge) -> Interpreter<'a> {
        self.stack.set(stack);
        self
    }

    /// Returns the solutions of the condition of a branch, in the order of the search.
    pub(in crate::reference) fn guard<'s>(
        &'s self,
        scope: Scope,
        block: &'s BlockSource<'s>,
        env: Env,
        facts: &FactSets,
    ) -> impl Iterator<Item = Result<Env, Error>> + use<'s> {
        let level = Level {
            scope,
            ..self.level()
        };
        let place = ConditionPlace::Block { line: block.line };
        level.guard(level.new_box(), place, block, env, facts)
    }

    /// Returns the solutions of a condition by itself. Its box is the first one.
    pub(in crate::reference) fn solutions<'s>(
        &'s self,
        scope: Scope,
        condition: &'s [Conjunct<'s>],
        env: Env,
        facts: &FactSets,
    ) -> impl Iterator<Item = Result<Env, Error>> + use<'s> {
        let level = Level {
            scope,
            ..self.level()
        };
        let id = level.new_box();
        level.within(id).inner(condition, env, facts.clone())
    }

    /// Iterates over the plans for the body of a task's branch alone, for one solution of its condition. Its box is the first one.
    pub(in crate::reference) fn plans_of<'s>(
        &'s self,
        call: &TaskCall,
        scope: Scope,
        body: &'s [Stmt<'s>],
        env: Env,
        facts: FactSets,
    ) -> PlanIter<'s> {
        let origin = Rc::new(Origin {
            parent: 0,
            nesting: 0,
            scope,
            activation: None,
            open: self.level().opened(Opened::task(call), None, &facts),
        });
        self.plans_from(OpenBody::begin(body, env, &origin), facts)
    }
}
