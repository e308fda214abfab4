//! Characters who pursue goals by weight, and the squads that they form: the F.E.A.R. of the lecture as one domain.
//!
//! Who wants what, and who can do what, are facts (`goal`, `can`), as they are data in that game. The domain says how a goal is
//! pursued with each action that there is. So a new kind of character is a new list, and no new domain.

mod assassin;
mod facts;
mod goals;
mod rat;
mod soldier;
mod squad;

use squad_htn::prelude::*;

use crate::level::{Level, Node};
use crate::terms::{Act, Goal, Line, SQUAD, Ward, Way, Who};

/// In metres: within reach of a blow, of a lunge, worth a walk, too far to shoot standing.
const MELEE: f32 = 2.0;
const LUNGE: f32 = 6.0;
const NEARBY: f32 = 8.0;
const FAR: f32 = 12.0;

pub const MAGAZINE: u8 = 6;

htn_domain! {
    /// See the module's documentation.
    pub domain fear(level: &Level);

    agent Who;

    use part facts::facts;
    use part soldier::soldier;
    use part assassin::assassin;
    use part rat::rat;
    use part goals::goals;
    use part squad::squad;
}
