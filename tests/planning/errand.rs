//! A small domain with a bit of everything, for tests of the planner itself.

use squad_htn::prelude::*;

htn_domain! {
    /// Carrying parcels along a road of numbered places.
    pub domain errand;

    predicate at(=> u16);
    predicate road(u16, u16) [256];
    predicate parcel(u16, u16) [64];
    predicate carried(u16) [8];
    predicate visited(u16) [256];

    axiom reachable(from: u16, to: u16) { road(from, to) }
    axiom reachable(from: u16, to: u16) { road(from, x) && reachable(x, to) }

    /// Walks to the next place.
    operator walk(to: u16) {
        if at(here) && road(here, to);
        add at(to), visited(to);
        cost 2.0;
    }

    internal operator pick(parcel: u16) {
        if at(here) && parcel(parcel, here);
        delete parcel(parcel, here);
        add carried(parcel);
    }

    /// Brings every parcel to a place.
    pub method collect(to: u16) {
        while first(parcel(_, place) sort by place) {
            travel(place);
            for parcel(p, place) { pick(p); }
        }
        travel(to);
    }

    pub method travel(to: u16) {
        /// Nothing is left to do.
        branch is_there if at(to) {}
        branch one_step if at(here) && road(here, to) { walk(to); }
        branch on_the_way if at(here) && road(here, next) && reachable(next, to) {
            walk(next);
            travel(to);
        }
    }

    pub method wander() if at(here) && road(here, next) && !visited(next) sort by next desc {
        walk(next);
        wander();
    }
    method wander() {}

    pub method endless() if at(_) { endless(); }
    pub method too_many() { for let n: u16 in 0..9 { add carried(n); } }
}

pub use errand::{Fact, Planner, State, Task};

/// Returns places 0 to `n` in a row, with a way round every second one, and parcels at 2 and 3.
pub fn row(n: u16) -> State {
    let mut facts = vec![Fact::At(0), Fact::Visited(0)];
    facts.extend((0..n).map(|place| Fact::Road(place, place + 1)));
    facts.extend(
        (0..n.saturating_sub(1))
            .step_by(2)
            .map(|place| Fact::Road(place, place + 2)),
    );
    facts.extend([Fact::Parcel(1, 3), Fact::Parcel(2, 2), Fact::Parcel(3, 3)]);
    State::from_facts(facts).expect("the facts fit")
}
