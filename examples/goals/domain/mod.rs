//! Characters who pursue weighted goals, and the squads that they form: the lecture's F.E.A.R. as one domain.
//!
//! Goals and actions of characters are facts (`goal`, `can`), as they are data in the original game. The domain defines how the
//! existing actions reach a goal. A new kind of character is therefore a new list of actions, not a new domain.

mod assassin;
mod facts;
mod goals;
mod rat;
mod soldier;
mod squad;

use squad_htn::prelude::*;

use crate::level::{Level, Node};
use crate::terms::{Act, Goal, Line, SQUAD, Ward, Way, Who};

/// Distances in metres: reach of a blow, reach of a lunge, worth a walk, too far for shooting upright.
const MELEE: f32 = 2.0;
const LUNGE: f32 = 6.0;
const NEARBY: f32 = 8.0;
const FAR: f32 = 12.0;

pub const MAGAZINE: u8 = 6;

htn_domain! {
    /// Characters and squads with weighted goals.
    pub domain fear(level: &Level);

    agent Who;

    use part facts::facts;
    use part soldier::soldier;
    use part assassin::assassin;
    use part rat::rat;
    use part goals::goals;
    use part squad::squad;
}
