//! What the game is told to do.

use core::fmt;
use core::marker::PhantomData;

use super::engine::Engine;
use crate::domain::Domain;
use crate::event::{ActionId, PlanId};

/// What the game is told to do.
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

impl<D: Domain> Clone for Command<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D: Domain> Copy for Command<D> {}

impl<D: Domain> PartialEq for Command<D> {
    fn eq(&self, other: &Self) -> bool {
        self.parts() == other.parts()
    }
}

impl<D: Domain> fmt::Display for Command<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, id, action, plan) = self.parts();
        let verb = if start { "start" } else { "stop" };
        write!(f, "{verb} action {id}: {action}, for plan {plan}")
    }
}

impl<D: Domain> fmt::Debug for Command<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The commands of a tick.
pub struct Commands<'a, D: Domain> {
    engine: &'a Engine,
    at: usize,
    end: usize,
    domain: PhantomData<fn() -> D>,
}

impl<'a, D: Domain> Commands<'a, D> {
    pub(super) fn new(engine: &'a Engine) -> Self {
        Commands {
            engine,
            at: 0,
            end: engine.command_count(),
            domain: PhantomData,
        }
    }
}

impl<D: Domain> Iterator for Commands<'_, D> {
    type Item = Command<D>;

    fn next(&mut self) -> Option<Command<D>> {
        while self.at < self.end {
            let (command, row) = self.engine.command(self.at)?;
            self.at += 1;
            let (id, plan) = (command.id, command.plan);
            if let Some(action) = D::action_from_row(command.task, row) {
                return Some(match command.start {
                    true => Command::Start { id, action, plan },
                    false => Command::Stop { id, action, plan },
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

impl<D: Domain> ExactSizeIterator for Commands<'_, D> {}

impl<D: Domain> Clone for Commands<'_, D> {
    fn clone(&self) -> Self {
        Commands { ..*self }
    }
}

impl<D: Domain> fmt::Debug for Commands<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
