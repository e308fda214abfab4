//! Bodies: where they are, whether they live, what they say.

use squad_htn::prelude::*;

use crate::domain::soldier::Action;
use crate::map::{Map, straight};
use crate::terms::{Answer, Order, Place, Soldier};

/// Metres in a tick.
const PACE: f32 = 0.4;

pub const HEALTHY: i32 = 100;
/// Below this somebody is hurt.
pub const HURT: i32 = 50;
/// For how many ticks he who was shot at keeps his head down.
const DOWN: u64 = 20;

/// Which of his minds something is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    Own,
    Lead,
}

pub struct Body {
    /// The place that he counts as being at: the nearer one, where he is between two.
    pub place: Place,
    /// In metres.
    pub position: (f32, f32),
    /// Where he walks to, which is a place beside.
    pub walks_to: Option<Place>,
    pub health: i32,
    /// Until when bullets are about his ears.
    pub fire_until: u64,
    pub fired_at: Option<u64>,
    pub doing: Option<Doing>,
    pub mouth: Vec<Speech>,
}

/// An action of a soldier's that takes its time.
#[derive(Clone, Copy, Debug)]
pub struct Doing {
    pub id: ActionId,
    pub action: Action,
    /// When it ends; walks end where they end.
    pub ends: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct Speech {
    pub line: Line,
    /// Ticks that it still takes.
    pub left: u64,
    pub level: Level,
    pub id: ActionId,
}

/// What is said.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Line {
    /// All that the speaker knows of the enemy.
    Brief {
        to: Soldier,
    },
    Answer {
        number: u16,
        what: Answer,
    },
    TakeCommand,
    Order {
        to: Soldier,
        what: Order,
    },
    // To headquarters:
    Foes {
        place: Place,
        many: usize,
    },
    Strength {
        many: usize,
    },
    Coming {
        place: Place,
    },
    Report {
        number: u16,
        what: Answer,
    },
}

impl Line {
    /// In ticks.
    pub fn length(self) -> u64 {
        match self {
            Line::Answer { .. } => 6,
            Line::Order { .. } => 12,
            Line::Brief { .. } => 14,
            Line::TakeCommand => 15,
            _ => 20,
        }
    }

    pub fn is_for_headquarters(self) -> bool {
        matches!(
            self,
            Line::Foes { .. }
                | Line::Strength { .. }
                | Line::Coming { .. }
                | Line::Report { .. }
                | Line::TakeCommand
        )
    }
}

impl Body {
    pub fn new(at: Place, map: &Map) -> Body {
        Body {
            place: at,
            position: map.at(at),
            walks_to: None,
            health: HEALTHY,
            fire_until: 0,
            fired_at: None,
            doing: None,
            mouth: Vec::new(),
        }
    }

    pub fn lives(&self) -> bool {
        self.health > 0
    }

    pub fn distance(&self, other: &Body) -> f32 {
        straight(self.position, other.position)
    }

    pub fn is_under_fire(&self, now: u64) -> bool {
        now < self.fire_until
    }

    pub fn is_shot_at(&mut self, now: u64) {
        self.fire_until = now + DOWN;
    }

    /// One tick on his way; who was stopped runs on to the nearer end. Tells whether he has arrived where he goes.
    pub fn step(&mut self, map: &Map) -> bool {
        let goal = map.at(self.walks_to.unwrap_or(self.place));
        let left = straight(self.position, goal);
        if left <= PACE {
            self.position = goal;
            self.place = self.walks_to.unwrap_or(self.place);
            return self.walks_to.take().is_some();
        }
        let (x, y) = self.position;
        let part = PACE / left;
        self.position = (x + part * (goal.0 - x), y + part * (goal.1 - y));
        if let Some(to) = self.walks_to
            && left < straight(self.position, map.at(self.place))
        {
            self.place = to;
        }
        false
    }

    /// Whether he can be seen from afar.
    pub fn is_conspicuous(&self, now: u64) -> bool {
        self.walks_to.is_some() || self.fired_at.is_some_and(|tick| now < tick + 10)
    }
}
