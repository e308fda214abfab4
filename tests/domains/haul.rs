//! Hauling: the nearest truck with room fetches a crate, loads other crates there that fit, and delivers all of them.

use squad_htn::prelude::*;

use super::random::Random;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Truck(pub u16);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Crate(pub u16);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Place(pub u16);

/// The positions of the places.
pub struct Roads {
    pub places: Vec<(f32, f32)>,
}

impl Roads {
    pub fn way(&self, from: Place, to: Place) -> f32 {
        let from = self.places[usize::from(from.0)];
        let to = self.places[usize::from(to.0)];
        (from.0 - to.0).abs() + (from.1 - to.1).abs()
    }
}

htn_domain! {
    pub domain haul(roads: &Roads);

    predicate truck(Truck) [16];
    predicate broken(Truck) [16];
    predicate parked(Truck => Place) [16];
    predicate load(Truck => u32) [16];
    predicate room(Truck => u32) [16];
    predicate waits(Crate => Place) [128];
    predicate weight(Crate => u32) [128];
    predicate goal(Crate => Place) [128];
    predicate inside(Crate => Truck) [128];

    axiom fits(truck: Truck, box_: Crate) {
        load(truck, n) && room(truck, most) && weight(box_, w) && n + w <= most
    }

    operator drive(truck: Truck, to: Place) { add parked(truck, to); }

    operator put_in(truck: Truck, box_: Crate) {
        if waits(box_, p) && parked(truck, p) && load(truck, n) && weight(box_, w);
        delete waits(box_, p);
        add inside(box_, truck), load(truck, n + w);
    }

    operator unload(truck: Truck, box_: Crate) {
        if inside(box_, truck) && load(truck, n) && weight(box_, w);
        delete inside(box_, truck);
        add load(truck, n - w);
    }

    pub method deliver_all() {
        branch next
            if waits(box_, from)
                && first(
                    truck(t) && !broken(t) && fits(t, box_) && parked(t, p)
                    sort by roads.way(p, from)
                )
        {
            trip(t, from);
            deliver_all();
        }
        branch done {}
    }

    method trip(truck: Truck, from: Place) {
        go(truck, from);
        while waits(box_, from) && fits(truck, box_) { put_in(truck, box_); }
        while inside(box_, truck) && goal(box_, to) && parked(truck, p) sort by roads.way(p, to) {
            drop_at(truck, to);
        }
    }

    method drop_at(truck: Truck, to: Place) {
        go(truck, to);
        for inside(box_, truck) && goal(box_, to) { unload(truck, box_); }
    }

    method go(truck: Truck, to: Place) {
        branch there if parked(truck, to) {}
        branch drive { drive(truck, to); }
    }
}

const TRUCKS: u16 = 8;
const CRATES: u16 = 60;
const PLACES: usize = 12;

/// Every fourth truck is broken; crates weigh 1 to 9, trucks hold 12 to 20.
pub fn instance(seed: u64) -> (haul::State, Roads) {
    use haul::Fact;
    let mut random = Random(seed);
    let roads = Roads {
        places: (0..PLACES).map(|_| random.place()).collect(),
    };
    let mut facts = Vec::new();
    for truck in (0..TRUCKS).map(Truck) {
        facts.push(Fact::Truck(truck));
        if truck.0 % 4 == 3 {
            facts.push(Fact::Broken(truck));
        }
        facts.push(Fact::Parked(truck, Place(random.below(PLACES) as u16)));
        facts.push(Fact::Load(truck, 0));
        facts.push(Fact::Room(truck, 12 + random.below(9) as u32));
    }
    for box_ in (0..CRATES).map(Crate) {
        let from = random.below(PLACES);
        let to = (from + 1 + random.below(PLACES - 1)) % PLACES;
        facts.push(Fact::Waits(box_, Place(from as u16)));
        facts.push(Fact::Goal(box_, Place(to as u16)));
        facts.push(Fact::Weight(box_, 1 + random.below(9) as u32));
    }
    let state = haul::State::from_facts(facts).expect("the instance fits");
    (state, roads)
}
