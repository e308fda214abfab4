//! A mission: the world, the squad's brain and the player, tick by tick.

use std::time::{Duration, Instant};

use squad_htn::prelude::*;

use crate::brain::{Brain, Slice, Traffic};
use crate::player::{Order, Player};
use crate::sim::{Happening, World};

/// The end of a mission.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every room is clear, and every suspect is handcuffed or dead.
    Cleared,
    /// All officers are dead.
    Lost,
}

/// The events of one tick.
#[derive(Clone, Debug)]
pub struct Turn {
    pub tick: u32,
    pub orders: Vec<Order>,
    pub happenings: Vec<Happening>,
    pub traffic: Traffic,
    /// The duration of the director's tick, execution and search.
    pub took: Duration,
}

/// A mission.
#[derive(Clone, Debug)]
pub struct Mission {
    pub world: World,
    pub brain: Brain,
    player: Player,
    pub slice: Slice,
}

impl Mission {
    pub fn new(world: World, player: Player, slice: Slice) -> Result<Mission, CapacityError> {
        Ok(Mission {
            brain: Brain::new(&world)?,
            world,
            player,
            slice,
        })
    }

    /// Recreates a loaded mission.
    #[cfg(feature = "json")]
    pub fn resumed(world: World, brain: Brain, player: Player, slice: Slice) -> Mission {
        Mission {
            world,
            brain,
            player,
            slice,
        }
    }

    /// Runs one tick: the world moves, the player gives orders, the squad thinks.
    pub fn step(&mut self) -> Result<Turn, CapacityError> {
        let orders = self.sense()?;
        Ok(self.think(orders))
    }

    /// Runs the first half of a tick: the world moves, the player gives orders, and the squad's facts are updated.
    pub fn sense(&mut self) -> Result<Vec<Order>, CapacityError> {
        self.world.step();
        let orders: Vec<Order> = self.player.orders(self.world.tick).collect();
        for &order in &orders {
            self.brain.order(order, &mut self.world)?;
        }
        self.brain.sense(&mut self.world)?;
        Ok(orders)
    }

    /// Runs the second half of a tick: the squad's director.
    pub fn think(&mut self, orders: Vec<Order>) -> Turn {
        let before = Instant::now();
        let traffic = self.brain.think(&mut self.world, self.slice);
        Turn {
            tick: self.world.tick,
            orders,
            happenings: self.world.take_happenings(),
            traffic,
            took: before.elapsed(),
        }
    }

    /// Returns a copy of the mission as the search of this tick sees it. Call it after the first half of a tick: in the copy, ended
    /// actions have been reported and plans have advanced, but nothing has been searched.
    #[cfg(feature = "explain")]
    pub fn before_search(&self) -> Mission {
        let mut mission = self.clone();
        mission.slice = Slice::Steps(0);
        mission.think(Vec::new());
        mission
    }

    /// Returns how the mission ended, or `None` while plans are in progress.
    pub fn end(&self) -> Option<End> {
        if !self.brain.is_idle() {
            return None;
        }
        if self.world.squad_lost() {
            return Some(End::Lost);
        }
        self.brain.mission_done().then_some(End::Cleared)
    }
}
