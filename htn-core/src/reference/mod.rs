//! The meaning of a domain, written once: rows in the shape of the source, and a naive interpreter that reads them.
//!
//! It defines the language: the compiled search is tested against it. It also reports how a condition fails, conjunct by conjunct
//! ([`Observer`]). It allocates, recurs and copies facts, so games do not plan with it.
//!
//! With the feature `reference`, a compiled domain has its rows ([`Domain::reference`](crate::Domain::reference)).
//! The [module of `squad-htn`](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.

mod compiled;
mod conditions;
#[cfg(feature = "explain")]
#[doc(hidden)]
pub mod describe;
mod effects;
mod env;
mod error;
#[cfg(feature = "explain")]
#[doc(hidden)]
pub mod explain;
mod facts;
mod host;
mod observer;
#[doc(hidden)]
pub mod rows;
mod search;
mod sides;
mod stack;
mod tasks;
mod todo;
#[cfg(feature = "explain")]
#[doc(hidden)]
pub mod trace;

#[cfg(test)]
mod tests;

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

pub use compiled::ReferenceDomain;
pub(crate) use env::Env;
pub use error::Error;
pub use facts::FactSets;
pub use host::Compiled;
#[doc(hidden)]
pub use host::{
    Expression, ExpressionHost, Expressions, Fold, Items, KeyWords, TextValue, key, part, value,
};
#[doc(hidden)]
pub use observer::{
    BoxEvent, BoxItem, ConditionPlace, NoopObserver, Observer, Port, Refused, Scope,
};
use rows::DomainSource;
use search::Ways;
#[doc(hidden)]
pub use sides::{SideOf, Sides, looks, shown_key};
use stack::StackGauge;
use todo::{Exited, Left, Way, Work};

use crate::model::domain::TaskCode;

/// A task to plan for. The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskCall {
    /// Its number in the rows.
    pub task: u16,
    /// Its arguments.
    pub args: Vec<u64>,
}

/// A step of a plan. The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
#[derive(Clone, PartialEq, Debug)]
pub struct ReferenceStep {
    /// The task of the step.
    pub code: TaskCode,
    /// Its arguments.
    pub args: Vec<u64>,
    /// Its cost.
    pub cost: f32,
}

/// The bounds of an interpretation. The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Tasks, blocks, axioms and conjuncts that are open at once, one inside the other. Default: 512.
    pub depth: usize,
    /// Bytes of the thread's stack that a search may use. A search that needs more ends with [`Error::TooDeep`], as one
    /// that exceeds `depth` does. Without optimisation a level needs several times as many bytes as with it. Default:
    /// 512 KiB, which leaves room on a thread of 1 MiB.
    pub stack: usize,
    /// Steps of a plan, and rounds of loops.
    pub length: usize,
    /// The number of conjuncts evaluated, facts visited and statements begun.
    pub work: u64,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds {
            depth: 512,
            stack: 512 << 10,
            length: 4_096,
            work: u64::MAX,
        }
    }
}

/// The interpreter of a domain. The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
pub struct Interpreter<'a> {
    rows: &'a DomainSource<'a>,
    host: &'a dyn ExpressionHost,
    observer: &'a dyn Observer,
    bounds: Bounds,
    /// The remaining work.
    work: Cell<u64>,
    stack: Cell<StackGauge>,
    /// See [`Interpreter::detect_loops`].
    loops: bool,
    trace: Trace,
}

impl<'a> Interpreter<'a> {
    /// Creates an interpreter with the default bounds and without an observer.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
    pub fn new(rows: &'a DomainSource<'a>, host: &'a dyn ExpressionHost) -> Interpreter<'a> {
        Interpreter {
            rows,
            host,
            observer: &NoopObserver,
            bounds: Bounds::default(),
            work: Cell::new(u64::MAX),
            stack: Cell::new(StackGauge::from_here(Bounds::default().stack)),
            loops: false,
            trace: Trace::default(),
        }
    }

    /// Sets the bounds. The work is shared by all searches of the interpreter.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
    pub fn within(mut self, bounds: Bounds) -> Interpreter<'a> {
        self.bounds = bounds;
        self.work.set(bounds.work);
        self.stack.set(StackGauge::from_here(bounds.stack));
        self
    }

    /// Refuses to expand a method's task if one of its unfinished ancestors is the same task with the same arguments in
    /// the same set of facts, as `Planner::detect_loops` does. Default: false.
    pub fn detect_loops(mut self, on: bool) -> Interpreter<'a> {
        self.loops = on;
        self
    }

    /// Sets the observer.
    pub fn watched_by(mut self, observer: &'a dyn Observer) -> Interpreter<'a> {
        self.observer = observer;
        self
    }

    /// Returns the outermost level.
    fn level(&self) -> Level<'_> {
        Level {
            rows: self.rows,
            host: self.host,
            observer: self.observer,
            work: &self.work,
            stack: &self.stack,
            loops: self.loops,
            depth: self.bounds.depth,
            trace: self.observer.traces().then_some(&self.trace),
            parent: 0,
            nesting: 0,
            scope: Scope::Nothing,
            root: true,
        }
    }

    /// Iterates over all plans for these tasks in sequence, in the order of the search.
    /// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
    pub fn plans(&self, facts: FactSets, tasks: &[TaskCall]) -> PlanIter<'_> {
        let all = tasks
            .iter()
            .map(|call| Rc::new(Work::Task(call.clone(), None)));
        self.plans_from(Rc::new(Work::InOrder(all.collect())), facts)
    }

    fn plans_from<'s>(&'s self, todo: todo::Todo<'s>, facts: FactSets) -> PlanIter<'s> {
        PlanIter {
            level: self.level(),
            length: self.bounds.length,
            begin: Some(Way {
                todo,
                facts,
                steps: Vec::new(),
                priority: None,
            }),
            open: Vec::new(),
            steps: Vec::new(),
            priorities: Vec::new(),
        }
    }
}

/// The interpreter at one level of nested tasks and conjuncts.
#[derive(Clone, Copy)]
struct Level<'a> {
    rows: &'a DomainSource<'a>,
    host: &'a dyn ExpressionHost,
    observer: &'a dyn Observer,
    work: &'a Cell<u64>,
    stack: &'a Cell<StackGauge>,
    loops: bool,
    /// The number of levels that may follow.
    depth: usize,
    /// The trace, if an observer wants events.
    trace: Option<&'a Trace>,
    /// The enclosing box, and the nesting depth inside of it.
    parent: u64,
    nesting: u32,
    /// The item whose variables are bound here.
    scope: Scope,
    /// True outside of all bodies.
    root: bool,
}

/// The boxes of a search.
#[derive(Default)]
struct Trace {
    /// The number of boxes so far.
    boxes: Cell<u64>,
    /// Boxes of completed bodies, in order. Backtracking visits them in reverse.
    exited: RefCell<Vec<Exited>>,
}

impl Level<'_> {
    /// Allocates a box.
    fn new_box(self) -> u64 {
        self.trace.map_or(0, |trace| {
            trace.boxes.set(trace.boxes.get() + 1);
            trace.boxes.get()
        })
    }

    /// Returns the level inside of a box.
    fn within(self, parent: u64) -> Self {
        let nesting = self.nesting + 1;
        Level {
            parent,
            nesting,
            ..self
        }
    }

    fn tell(self, port: Port, id: u64, item: BoxItem<'_>, env: &Env, facts: &FactSets) {
        if self.trace.is_some() {
            self.observer.event(&BoxEvent {
                port,
                id,
                parent: self.parent,
                nesting: self.nesting,
                item,
                scope: self.scope,
                env,
                facts,
            });
        }
    }

    /// Returns the next level down.
    fn deeper(self) -> Result<Self, Error> {
        let depth = self.depth.checked_sub(1).ok_or(Error::TooDeep)?;
        if self.stack.get().exceeds(1) {
            return Err(Error::TooDeep);
        }
        Ok(Level { depth, ..self })
    }

    /// Deducts one unit of work.
    fn works(self) -> Result<(), Error> {
        let left = self.work.get().checked_sub(1).ok_or(Error::TooMuch)?;
        self.work.set(left);
        Ok(())
    }
}

/// The plans of a search, one at a time. After an error there are no more.
/// The [module](https://docs.rs/squad-htn/latest/squad_htn/reference/) has an example.
pub struct PlanIter<'a> {
    level: Level<'a>,
    length: usize,
    /// The start, until the first plan is requested.
    begin: Option<Way<'a>>,
    /// For each chosen step: the remaining alternatives, the number of steps before it, and the number of bodies completed before
    /// it.
    open: Vec<(Ways<'a>, usize, usize)>,
    /// The chosen steps.
    steps: Vec<ReferenceStep>,
    /// The priority of each way on the path to the plan.
    priorities: Vec<Option<i32>>,
}

impl<'a> PlanIter<'a> {
    /// Returns the next plan.
    fn search(&mut self) -> Result<Option<Vec<ReferenceStep>>, Error> {
        if let Some(begin) = self.begin.take()
            && self.take(begin)?
        {
            return Ok(Some(Vec::new()));
        }
        while let Some((ways, steps, exited)) = self.open.last_mut() {
            self.steps.truncate(*steps);
            self.level.redo(*exited);
            match ways.next() {
                Some(way) => {
                    if self.take(way?)? {
                        return Ok(Some(self.steps.clone()));
                    }
                }
                None => _ = self.open.pop(),
            }
        }
        Ok(None)
    }

    /// Returns the priority of the last plan: that of the first task whose branch has one.
    pub fn priority(&self) -> Option<i32> {
        self.priorities.iter().copied().flatten().next()
    }

    /// Chooses an alternative. Returns true if no work remains after it.
    fn take(&mut self, way: Way<'a>) -> Result<bool, Error> {
        self.priorities.truncate(self.open.len());
        self.priorities.push(way.priority);
        self.steps.extend(way.steps);
        match self.level.settled(&way.todo, &way.facts)? {
            Left::Through(_) => return Ok(true),
            Left::Dead => {}
            Left::Open(_) if self.open.len() >= self.length => return Err(Error::TooLong),
            Left::Open(todo) => {
                let exited = self.level.trace;
                let exited = exited.map_or(0, |trace| trace.exited.borrow().len());
                let ways = self.level.ways(&todo, way.facts);
                self.open.push((ways, self.steps.len(), exited));
            }
        }
        Ok(false)
    }
}

impl Iterator for PlanIter<'_> {
    type Item = Result<Vec<ReferenceStep>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let plan = self.search().transpose();
        if let Some(Err(_)) = plan {
            self.open.clear();
        }
        plan
    }
}
