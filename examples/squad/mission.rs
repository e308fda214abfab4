//! One mission: the world, the squad's mind and the player, tick by tick.

use std::time::{Duration, Instant};

use squad_htn::prelude::*;

use crate::brain::{Brain, Slice, Traffic};
use crate::player::{Order, Player};
use crate::sim::{Happening, World};

/// How a mission ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Every room is clear, and every suspect in cuffs or dead.
    Cleared,
    /// Nobody of the squad is left.
    Lost,
}

/// What happened in one tick.
#[derive(Clone, Debug)]
pub struct Turn {
    pub tick: u32,
    pub orders: Vec<Order>,
    pub happenings: Vec<Happening>,
    pub traffic: Traffic,
    /// What the director took: carrying plans out, and searching.
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

    /// A mission that was saved goes on.
    #[cfg(feature = "json")]
    pub fn resumed(world: World, brain: Brain, player: Player, slice: Slice) -> Mission {
        Mission {
            world,
            brain,
            player,
            slice,
        }
    }

    /// One tick: the world moves, the player speaks, the squad thinks.
    pub fn step(&mut self) -> Result<Turn, CapacityError> {
        let orders = self.sense()?;
        Ok(self.think(orders))
    }

    /// The first half of a tick: the world moves, the player speaks, and the squad knows of it.
    pub fn sense(&mut self) -> Result<Vec<Order>, CapacityError> {
        self.world.step();
        let orders: Vec<Order> = self.player.orders(self.world.tick).collect();
        for &order in &orders {
            self.brain.order(order, &mut self.world)?;
        }
        self.brain.sense(&mut self.world)?;
        Ok(orders)
    }

    /// The second half: the squad thinks.
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

    /// After the first half of a tick: the mission as the search of this tick finds it. What has ended is told, plans have
    /// moved on, and nothing is searched.
    #[cfg(feature = "explain")]
    pub fn before_search(&self) -> Mission {
        let mut mission = self.clone();
        mission.slice = Slice::Steps(0);
        mission.think(Vec::new());
        mission
    }

    /// How it ended; `None` while it goes on. Plans are always seen through, so that nothing is left behind.
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
