//! The commands of a tick: which actions the game starts and stops.

use core::fmt;
use core::marker::PhantomData;

use alloc::sync::Arc;

use super::tick_log::command_log::CommandLog;
use crate::model::domain::Domain;
use crate::model::event::{ActionId, PlanId};

/// A command to the game. [`Executor::tick`](crate::Executor::tick) and [`Director::tick`](crate::Director::tick) return
/// them; [`Director`](crate::Director) has an example of a game that obeys both kinds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Command<D: Domain> {
    /// Start an action. Report its end with `finish`.
    Start {
        /// The action.
        id: ActionId,
        /// Its task.
        action: D::Action,
        /// The plan it is part of.
        plan: PlanId,
    },
    /// Stop an action now. It has ended for the executor, so its end must not be reported.
    Stop {
        /// The action.
        id: ActionId,
        /// Its task.
        action: D::Action,
        /// The plan it is part of.
        plan: PlanId,
    },
}

impl<D: Domain> Command<D> {
    fn parts(&self) -> (bool, ActionId, D::Action, PlanId) {
        match *self {
            Command::Start { id, action, plan } => (true, id, action, plan),
            Command::Stop { id, action, plan } => (false, id, action, plan),
        }
    }
}

impl<D: Domain> fmt::Display for Command<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, id, action, plan) = self.parts();
        let verb = if start { "start" } else { "stop" };
        write!(f, "{verb} action {id}: {action}, for plan {plan}")
    }
}

/// The commands of a tick. They borrow nothing, so that `finish` and other methods can be called while iterating.
///
/// ```
/// # use squad_htn::prelude::*;
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
/// # pub struct Guard(pub u16);
/// # htn_domain! {
/// #     pub domain patrol;
/// #     agent Guard;
/// #     predicate guard(Guard) [8];
/// #     operator salute(who: Guard) by who {}
/// #     pub method parade() if guard(who) { salute(who); }
/// # }
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let mut director = patrol::Director::new(patrol::Task::Parade);
/// # director.state_mut().insert(patrol::Fact::Guard(Guard(1)))?;
/// # let mut saluted = 0;
/// # for _ in 0..2 {
/// for command in director.tick(&(), Budget::micros(500)) {
///     if let Command::Start { id, .. } = command {
///         // In this game a salute takes no time.
///         director.finish(id, Outcome::Success)?;
///         # saluted += 1;
///     }
/// }
/// # }
/// # assert_eq!(saluted, 1);
/// # Ok(())
/// # }
/// ```
///
/// If commands are held until the next tick, that tick allocates memory. Collect them into a list to keep them longer.
#[derive(Clone)]
pub struct Commands<D: Domain> {
    log: Option<Arc<CommandLog>>,
    at: usize,
    end: usize,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Commands<D> {
    /// Returns no commands.
    pub(crate) fn none() -> Self {
        Commands::new(None)
    }

    pub(super) fn new(log: Option<Arc<CommandLog>>) -> Self {
        Commands {
            at: 0,
            end: log.as_ref().map_or(0, |log| log.len()),
            log,
            domain: PhantomData,
        }
    }
}

impl<D: Domain> Iterator for Commands<D> {
    type Item = Command<D>;

    fn next(&mut self) -> Option<Command<D>> {
        while self.at < self.end {
            let (command, row) = self.log.as_ref()?.get(self.at)?;
            self.at += 1;
            let (id, plan) = (command.id, command.plan);
            if let Some(action) = D::action_from_row(command.task, row) {
                return Some(if command.start {
                    Command::Start { id, action, plan }
                } else {
                    Command::Stop { id, action, plan }
                });
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end - self.at;
        (left, Some(left))
    }
}

impl<D: Domain> ExactSizeIterator for Commands<D> {}

impl<D: Domain> fmt::Debug for Commands<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
