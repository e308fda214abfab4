//! Bodies: position, health and speech.

use squad_htn::prelude::*;

use crate::domain::soldier::Action;
use crate::map::{Map, straight};
use crate::terms::{Answer, Order, Place, Soldier};

/// Walking distance per tick, in metres.
const PACE: f32 = 0.4;

pub const HEALTHY: i32 = 100;
/// Soldiers with less health than this are hurt.
pub const HURT: i32 = 50;
/// The number of ticks for which a soldier counts as under fire after a shot at him.
const DOWN: u64 = 20;

/// The part of a mind that an action belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// The soldier himself.
    Own,
    /// The leader of a squad.
    Lead,
}

/// The body of a soldier.
pub struct Body {
    /// The nearest place.
    pub place: Place,
    /// In metres.
    pub position: (f32, f32),
    /// The adjacent place that he walks to.
    pub walks_to: Option<Place>,
    /// The link between two places that he is on. Bodies never leave the links.
    way: (Place, Place),
    pub health: i32,
    /// The first tick in which he is no longer under fire.
    pub fire_until: u64,
    pub fired_at: Option<u64>,
    pub doing: Option<OngoingAction>,
    pub mouth: Vec<Speech>,
}

/// An action of a soldier in progress.
#[derive(Clone, Copy, Debug)]
pub struct OngoingAction {
    pub id: ActionId,
    pub action: Action,
    /// The tick in which it ends. Walks have `u64::MAX`: they end on arrival.
    pub ends: u64,
}

/// A line that is being spoken.
#[derive(Clone, Copy, Debug)]
pub struct Speech {
    pub line: Line,
    /// The remaining ticks.
    pub left: u64,
    pub level: Level,
    pub id: ActionId,
}

/// The content of speech.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Line {
    /// All that the speaker knows about the enemy.
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
    // By radio, to headquarters:
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
    /// Returns the duration in ticks.
    pub fn length(self) -> u64 {
        match self {
            Line::Answer { .. } => 6,
            Line::Order { .. } => 12,
            Line::Brief { .. } => 14,
            Line::TakeCommand => 15,
            _ => 20,
        }
    }

    /// Returns true if it is sent by radio.
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
            way: (at, at),
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

    /// Records that he was shot at.
    pub fn mark_under_fire(&mut self, now: u64) {
        self.fire_until = now + DOWN;
    }

    /// Starts walking to an adjacent place.
    pub fn set_out(&mut self, to: Place) {
        self.walks_to = Some(to);
    }

    /// Walks for one tick and returns true on arrival. If he stopped between places, he continues to the nearer one.
    pub fn step(&mut self, map: &Map) -> bool {
        let to = self.walks_to.unwrap_or(self.place);
        let is_on_way = [self.way.0, self.way.1].contains(&to);
        let goal = if is_on_way { to } else { self.place };
        let left = straight(self.position, map.at(goal));
        if left <= PACE {
            (self.position, self.place) = (map.at(goal), goal);
            if goal != to {
                self.way = (goal, to);
                return false;
            }
            self.way = (to, to);
            return self.walks_to.take().is_some();
        }
        let ((x, y), (a, b)) = (self.position, map.at(goal));
        let part = PACE / left;
        self.position = (x + part * (a - x), y + part * (b - y));
        if is_on_way && left < straight(self.position, map.at(self.place)) {
            self.place = to;
        }
        false
    }

    /// Returns true if he is easy to notice: he walks, or fired a moment ago.
    pub fn is_conspicuous(&self, now: u64) -> bool {
        self.walks_to.is_some() || self.fired_at.is_some_and(|tick| now < tick + 10)
    }
}
