//! What the game is told to do.

use core::fmt;
use core::marker::PhantomData;

use alloc::sync::Arc;

use super::command_log::CommandLog;
use crate::model::domain::Domain;
use crate::model::event::{ActionId, PlanId};

/// What the game is told to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Command<D: Domain> {
    /// Begin an action. Tell its end with `finish`.
    Start {
        /// The action.
        id: ActionId,
        /// What it is.
        action: D::Action,
        /// The plan it is part of.
        plan: PlanId,
    },
    /// End an action now. It is over: its end is not reported.
    Stop {
        /// The action.
        id: ActionId,
        /// What it is.
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

/// The commands of a tick. They borrow nothing, so that `finish` and all else can be called while they are gone through.
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
///         // What takes no time in this game has ended at once.
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
/// Who keeps them beyond the next tick makes that tick allocate: collect what is wanted for longer.
#[derive(Clone)]
pub struct Commands<D: Domain> {
    log: Option<Arc<CommandLog>>,
    at: usize,
    end: usize,
    domain: PhantomData<fn() -> D>,
}

impl<D: Domain> Commands<D> {
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
