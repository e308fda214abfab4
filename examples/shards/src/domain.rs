//! The domain of a squad that wanders along a ring of places, and the ways of the ring.

use serde::{Deserialize, Serialize};
use squad_htn::prelude::*;

/// A place on the ring.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term, Serialize, Deserialize)]
pub struct Place(pub u16);

/// A member of a squad.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
pub enum Member {
    Lead,
    Wing,
}

/// The number of places for each shard.
pub const WIDTH: u16 = 12;

/// The ring, in as many parts of equal size as there are shards.
#[derive(Clone, Copy, Debug)]
pub struct Ring {
    pub shards: u16,
}

impl Ring {
    pub fn places(self) -> u16 {
        self.shards * WIDTH
    }

    /// Returns the shard to which a place belongs.
    pub fn shard(self, at: Place) -> u16 {
        at.0 / WIDTH
    }

    /// Returns the next place on the shorter way.
    pub fn next(self, from: Place, to: Place) -> Place {
        let all = self.places();
        let ahead = (to.0 + all - from.0) % all;
        let step = if ahead <= all / 2 { 1 } else { all - 1 };
        Place((from.0 + step) % all)
    }
}

htn_domain! {
    pub domain wander(ring: &Ring);

    agent Member;

    predicate at(Member => Place) [2];
    /// Chosen by the game.
    predicate goal(=> Place);

    pub method wander() if goal(to) { travel(to); }

    method travel(to: Place) {
        branch both_are_there if at(Member::Lead, to) && at(Member::Wing, to) {
            rest(Member::Lead);
        }
        branch lead_goes if at(Member::Lead, here) && here != to {
            walk(Member::Lead, ring.next(here, to));
            follow();
            travel(to);
        }
        branch wing_goes if at(Member::Wing, here) {
            walk(Member::Wing, ring.next(here, to));
            travel(to);
        }
    }

    /// Lets the second member walk if the first is two places ahead.
    method follow() {
        branch far_behind
            if at(Member::Lead, lead) && at(Member::Wing, wing) && ring.next(wing, lead) != lead
        {
            walk(Member::Wing, ring.next(wing, lead));
        }
        branch near {}
    }

    operator walk(who: Member, to: Place) by who { success add at(who, to); }
    operator rest(who: Member) by who { success delete goal(_); }
}
