//! The village: durations and risks. The planner and the simulation use the same numbers; only the simulation uses random
//! ones.

use crate::domain::siege::Fact;
use crate::terms::{Entry, Place, Route, Skill, Unit};

/// The village, which is the context of the domain.
#[derive(Clone, Debug, Default)]
pub struct Town;

impl Town {
    /// Returns the ability of a unit, from 0 (none) to 1 (expert).
    pub fn fit(&self, who: Unit, skill: Skill) -> f32 {
        let skills: &[(Skill, f32)] = match who {
            Unit::Scouts => &[
                (Skill::Observe, 1.0),
                (Skill::Feint, 0.6),
                (Skill::Climb, 0.6),
            ],
            Unit::Sniper => &[(Skill::Shoot, 1.0), (Skill::Observe, 0.8)],
            Unit::Gunners => &[(Skill::Suppress, 1.0), (Skill::Feint, 0.5)],
            Unit::Mortar => &[(Skill::Shell, 1.0), (Skill::Smoke, 0.9)],
            Unit::Sappers => &[(Skill::Blast, 1.0), (Skill::Smoke, 0.6), (Skill::Ram, 0.5)],
            Unit::Red => &[(Skill::Storm, 1.0), (Skill::Ram, 0.7), (Skill::Feint, 0.8)],
            Unit::Blue => &[
                (Skill::Storm, 0.9),
                (Skill::Climb, 0.9),
                (Skill::Feint, 0.8),
            ],
        };
        let known = skills.iter().find(|(known, _)| *known == skill);
        known.map_or(0.0, |(_, fit)| *fit)
    }

    /// Returns the duration of a march, in minutes.
    pub fn march(&self, who: Unit, from: Place, to: Place, by: Route) -> f32 {
        let ((x, y), (to_x, to_y)) = (position(from), position(to));
        let blocks = (x - to_x).abs() + (y - to_y).abs();
        let pace = match who {
            Unit::Gunners | Unit::Mortar => 1.5,
            Unit::Scouts => 0.8,
            _ => 1.0,
        };
        let detour = match by {
            Route::Street => 1.0,
            Route::Alleys => 1.6,
        };
        halves(f32::from(blocks) * pace * detour)
    }

    /// Returns the risk of a march, in percent.
    pub fn march_risk(&self, to: Place, by: Route) -> f32 {
        let near_the_hall = matches!(to, Place::Square | Place::Yard | Place::Roofs);
        match (by, near_the_hall) {
            (Route::Street, true) => 12.0,
            (Route::Street, false) => 6.0,
            (Route::Alleys, true) => 5.0,
            (Route::Alleys, false) => 2.0,
        }
    }

    /// Returns the risk of an action away from the hall, in percent. It is lower for experts.
    pub fn risk(&self, who: Unit, skill: Skill) -> f32 {
        let base = match skill {
            Skill::Observe | Skill::Smoke => 8.0,
            Skill::Shoot | Skill::Suppress | Skill::Shell => 12.0,
            Skill::Feint => 20.0,
            Skill::Blast => 22.0,
            Skill::Climb => 30.0,
            Skill::Ram => 45.0,
            Skill::Storm => 50.0,
        };
        base * (1.6 - self.fit(who, skill))
    }

    /// Returns the risk of an action at the hall, in percent. Each support reduces it by a fifth.
    pub fn risk_at_the_hall(&self, who: Unit, skill: Skill, helps: usize) -> f32 {
        self.risk(who, skill) * 0.8_f32.powi(helps.min(8) as i32)
    }

    /// Returns the initial facts.
    pub fn facts(&self) -> Vec<Fact> {
        let mut facts = vec![
            Fact::Charges(Unit::Sappers, 2),
            Fact::Rounds(Unit::Mortar, 3),
            Fact::Foot(Entry::Door, Place::Square),
            Fact::Foot(Entry::Wall, Place::Yard),
            Fact::Foot(Entry::Skylight, Place::Roofs),
            Fact::Overlooks(Place::Tower, Entry::Door),
            Fact::Overlooks(Place::Tower, Entry::Skylight),
            Fact::Overlooks(Place::Corner, Entry::Door),
            Fact::Overlooks(Place::Corner, Entry::Wall),
            Fact::Overlooks(Place::Mill, Entry::Wall),
            Fact::Overlooks(Place::Mill, Entry::Skylight),
        ];
        for who in Unit::ALL {
            facts.push(Fact::Ready(who));
            facts.push(Fact::At(who, Place::Farm));
            for skill in Skill::ALL {
                if self.fit(who, skill) > 0.0 {
                    facts.push(Fact::Can(who, skill));
                }
            }
        }
        facts
    }
}

/// Returns the position of a place, in blocks.
fn position(place: Place) -> (i8, i8) {
    match place {
        Place::Farm => (0, 0),
        Place::Mill => (6, 1),
        Place::Tower => (2, 5),
        Place::Corner => (4, 2),
        Place::Square => (4, 5),
        Place::Yard => (7, 3),
        Place::Roofs => (6, 6),
        Place::Hall => (6, 5),
    }
}

/// Rounds to half minutes, but not to zero.
fn halves(minutes: f32) -> f32 {
    ((minutes * 2.0).round() / 2.0).max(0.5)
}
