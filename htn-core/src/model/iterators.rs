//! The iterators of plans and executors, as named types that a struct can hold.

use core::fmt;
use core::marker::PhantomData;
use core::ops::Range;

use crate::exec::{Engine, LivePlan, PlanStatus, PlanStep};
use crate::model::domain::{Domain, TaskCode};
use crate::model::event::Event;
use crate::model::plan::{Binding, RawPlan, StepIndex, TreeNode};
use crate::tables::{Type, Var};

/// Declares iterators over indexed items.
macro_rules! places {
    ($(#[$doc:meta])* $name:ident of $from:ty, $item:ty, |$of:ident, $place:ident| $get:expr) => {
        $(#[$doc])*
        #[derive(Clone)]
        pub struct $name<'a, D: Domain> {
            of: $from,
            left: Range<usize>,
            domain: PhantomData<fn() -> D>,
        }

        impl<'a, D: Domain> $name<'a, D> {
            pub(crate) fn new(of: $from, count: usize) -> Self {
                let (left, domain) = (0..count, PhantomData);
                $name { of, left, domain }
            }
        }

        impl<'a, D: Domain> Iterator for $name<'a, D> {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                let ($of, $place) = (self.of, self.left.next()?);
                Some($get)
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.left.size_hint()
            }
        }

        impl<D: Domain> ExactSizeIterator for $name<'_, D> {}

        impl<D: Domain> fmt::Debug for $name<'_, D> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_list().entries(self.clone()).finish()
            }
        }
    };
}

places! {
    /// Every step of a plan as a task, in order. Returned by [`Plan::tasks`](crate::Plan::tasks) and
    /// [`PlanStatus::tasks`](crate::PlanStatus::tasks).
    ///
    /// The example of [`Plan`](crate::Plan) collects them.
    Tasks of RawPlan<'a>, D::Task, |plan, place| {
        let (code, row) = plan.task(StepIndex::new(place));
        D::task_from_row(code, row)
    }
}

places! {
    /// The nodes of a plan's tree, parents before children. Returned by [`Tree::nodes`](crate::Tree::nodes).
    ///
    /// [`Tree`](crate::Tree) has an example.
    Nodes of RawPlan<'a>, TreeNode<'a, D>, |plan, place| TreeNode::new(plan, place)
}

places! {
    /// The plans that an executor holds, in order. Returned by [`Executor::plans`](crate::Executor::plans).
    ///
    /// [`PlanStatus`](crate::PlanStatus) has an example.
    Plans of &'a Engine, PlanStatus<'a, D>, |engine, place| {
        PlanStatus::new(engine, engine.live.plans.order()[place])
    }
}

places! {
    /// The events of a tick, in order. Returned by [`Executor::events`](crate::Executor::events) and
    /// [`Director::events`](crate::Director::events).
    ///
    /// [`Event`](crate::Event) has an example.
    Events of &'a Engine, Event<D>, |engine, place| {
        engine.live.log.typed(engine.live.log.events(engine.now())[place])
    }
}

places! {
    /// The steps of a running plan with their state. Returned by [`PlanStatus::steps`](crate::PlanStatus::steps).
    ///
    /// The example of [`PlanStatus`](crate::PlanStatus) compares their states.
    Steps of (&'a Engine, LivePlan<'a>), PlanStep<D>, |of, place| {
        PlanStep::new(of.0, of.1, StepIndex::new(place))
    }
}

/// The external steps of a plan, in order. Returned by [`Plan::actions`](crate::Plan::actions); [`Plan`](crate::Plan) has
/// an example.
#[derive(Clone)]
pub struct Actions<'a, D: Domain> {
    plan: RawPlan<'a>,
    left: Range<usize>,
    domain: PhantomData<fn() -> D>,
}

impl<'a, D: Domain> Actions<'a, D> {
    pub(crate) fn new(plan: RawPlan<'a>) -> Self {
        Actions {
            plan,
            left: 0..plan.steps().len(),
            domain: PhantomData,
        }
    }
}

impl<D: Domain> Iterator for Actions<'_, D> {
    type Item = D::Action;

    fn next(&mut self) -> Option<D::Action> {
        let plan = self.plan;
        self.left
            .find_map(|place| match plan.task(StepIndex::new(place)) {
                (TaskCode::Task(task), row) => D::action_from_row(task, row),
                (TaskCode::Fact(..), _) => None,
            })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (0, Some(self.left.len()))
    }
}

impl<D: Domain> fmt::Debug for Actions<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// Variables and their values. Returned by [`TreeNode::bindings`]; [`Tree`](crate::Tree) has an example.
#[derive(Clone)]
pub struct Bindings<'a> {
    types: &'static [Type],
    vars: core::slice::Iter<'static, Var>,
    frame: &'a [u64],
}

impl<'a> Bindings<'a> {
    pub(crate) fn new(types: &'static [Type], vars: &'static [Var], frame: &'a [u64]) -> Self {
        let vars = vars.iter();
        Bindings { types, vars, frame }
    }
}

impl Iterator for Bindings<'_> {
    type Item = Binding;

    fn next(&mut self) -> Option<Binding> {
        let var = self.vars.next()?;
        let word = self.frame.get(usize::from(var.slot.0)).copied();
        let ty = &self.types[usize::from(var.ty.0)];
        Some(Binding::new(var.name, word.unwrap_or(0), ty))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.vars.size_hint()
    }
}

impl ExactSizeIterator for Bindings<'_> {}

impl fmt::Debug for Bindings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
