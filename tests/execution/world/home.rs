//! The ways to run a director: alone or in a scheduler, which lends it a planner and a machine, and with fixed or growing
//! memory. Its behaviour must be the same.

use std::ops::{Deref, DerefMut};

use squad_htn::prelude::*;
use squad_htn::{Commands, Director, Domain, SquadId, SquadScheduler};

/// A director and the way it is run.
pub enum Home<D: Domain> {
    Alone(Box<Director<D>>),
    SquadScheduler(Box<SquadScheduler<D>>, SquadId),
}

/// The ways to run a director.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Alone,
    /// In a scheduler, with the memory of a lone director.
    SquadScheduler,
    /// In a scheduler, with growing memory.
    Growing,
}

impl<D: Domain> Home<D> {
    /// Creates a director with these settings.
    pub fn new(
        place: Place,
        task: D::Task,
        limits: Limits,
        set: impl FnOnce(Director<D>) -> Director<D>,
    ) -> Self {
        let mut scheduler = SquadScheduler::with_limits(limits).turn(u64::MAX);
        let director = match place {
            Place::Alone | Place::SquadScheduler => Director::with_limits(task, limits),
            Place::Growing => {
                let id = scheduler.add(task);
                scheduler.remove(id).expect("it has just come")
            }
        };
        let director = set(director);
        if place == Place::Alone {
            return Home::Alone(Box::new(director));
        }
        let id = scheduler.add_director(director);
        Home::SquadScheduler(Box::new(scheduler), id)
    }

    pub fn tick<'c>(&mut self, context: &'c D::Context<'c>, slice: u64) -> Commands<D>
    where
        D: 'c,
    {
        match self {
            Home::Alone(director) => director.tick(context, Budget::steps(slice)),
            Home::SquadScheduler(scheduler, id) => {
                scheduler.tick(|_| context, Budget::steps(slice));
                scheduler.squad(*id).expect("an existing squad").commands()
            }
        }
    }
}

impl<D: Domain> Deref for Home<D> {
    type Target = Director<D>;

    fn deref(&self) -> &Director<D> {
        match self {
            Home::Alone(director) => director,
            Home::SquadScheduler(scheduler, id) => scheduler.squad(*id).expect("an existing squad"),
        }
    }
}

impl<D: Domain> DerefMut for Home<D> {
    fn deref_mut(&mut self) -> &mut Director<D> {
        match self {
            Home::Alone(director) => director,
            Home::SquadScheduler(scheduler, id) => {
                scheduler.squad_mut(*id).expect("an existing squad")
            }
        }
    }
}
