//! Building a base: wanted buildings are built in order of priority, and workers gather minerals when money is short.

use squad_htn::prelude::*;

use super::random::Random;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Unit(pub u16);

/// A place to build on, or a patch of minerals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub struct Site(pub u16);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Term)]
pub enum Kind {
    Depot,
    Barracks,
    Factory,
    Lab,
    Tower,
    Port,
}

impl Kind {
    pub fn cost(self) -> u32 {
        [100, 150, 250, 200, 75, 300][self as usize]
    }

    pub fn priority(self) -> u32 {
        [3, 0, 1, 2, 5, 4][self as usize]
    }

    pub fn supply(self) -> u32 {
        [0, 2, 3, 1, 1, 4][self as usize]
    }
}

/// Positions, relative to the base.
pub struct Map {
    pub sites: Vec<(f32, f32)>,
    pub units: Vec<(f32, f32)>,
}

impl Map {
    pub fn walk(&self, unit: Unit, site: Site) -> f32 {
        let from = self.units[usize::from(unit.0)];
        let to = self.sites[usize::from(site.0)];
        (from.0 - to.0).abs() + (from.1 - to.1).abs()
    }

    pub fn distance_from_base(&self, site: Site) -> f32 {
        let (x, y) = self.sites[usize::from(site.0)];
        x.abs() + y.abs()
    }
}

htn_domain! {
    pub domain rts(map: &Map);

    predicate worker(Unit) [32];
    predicate busy(Unit) [32];
    predicate minerals(=> u32);
    predicate supply(=> u32);
    predicate free_site(Site) [64];
    predicate building(Site => Kind) [64];
    predicate finished(Site) [64];
    predicate patch(Site => u32) [16];
    predicate wanted(Kind => u32) [8];
    predicate requires(Kind, Kind) [16];

    axiom have(kind: Kind) { building(site, kind) && finished(site) }

    axiom unlocked(kind: Kind) { forall(requires(kind, other) => have(other)) }

    axiom lacking(kind: Kind) {
        wanted(kind, goal) && let built: usize = count(building(_, kind)) && (built as u32) < goal
    }

    operator construct(who: Unit, site: Site, kind: Kind) {
        if minerals(m) && m >= kind.cost() && supply(s) && s >= kind.supply() && free_site(site);
        add minerals(m - kind.cost()), supply(s - kind.supply()), building(site, kind),
            finished(site), busy(who);
        delete free_site(site);
        cost 2.0;
    }

    operator gather(who: Unit, from: Site) {
        if patch(from, left) && left >= 50 && minerals(m);
        add patch(from, left - 50), minerals(m + 50), busy(who);
    }

    operator wait() { delete busy(_); }

    operator grow() {
        if supply(s);
        add supply(s + 8);
    }

    pub method develop() {
        branch more_supply
            if supply(s) && s < 4 && !(building(x, Kind::Depot) && !finished(x)) && lacking(_)
        {
            build(Kind::Depot);
            develop();
        }
        branch next if lacking(kind) && unlocked(kind) sort by kind.priority() {
            build(kind);
            develop();
        }
        branch done {}
    }

    method build(kind: Kind) {
        branch now
            if minerals(m) && m >= kind.cost()
                && first(free_site(site) sort by map.distance_from_base(site))
                && first(worker(who) && !busy(who) sort by map.walk(who, site))
        {
            construct(who, site, kind);
            if kind == Kind::Depot { grow(); }
        }
        branch gather_first
            if first(
                worker(who) && !busy(who) && patch(p, left) && left >= 50
                sort by map.walk(who, p)
            )
        {
            gather(who, p);
            build(kind);
        }
        branch all_busy {
            wait();
            build(kind);
        }
    }
}

const WORKERS: u16 = 12;
const FREE_SITES: u16 = 32;
const PATCHES: u16 = 8;
const MINERALS: u32 = 400;
const IN_A_PATCH: u32 = 1_000;
const WANTED: [(Kind, u32); 6] = [
    (Kind::Tower, 6),
    (Kind::Depot, 2),
    (Kind::Port, 2),
    (Kind::Lab, 3),
    (Kind::Factory, 3),
    (Kind::Barracks, 4),
];
const REQUIRES: [(Kind, Kind); 6] = [
    (Kind::Barracks, Kind::Depot),
    (Kind::Factory, Kind::Barracks),
    (Kind::Lab, Kind::Factory),
    (Kind::Tower, Kind::Barracks),
    (Kind::Port, Kind::Lab),
    (Kind::Port, Kind::Factory),
];

/// Returns an empty base on a map with enough minerals for all wanted buildings.
pub fn instance(seed: u64) -> (rts::State, Map) {
    use rts::Fact;
    let mut random = Random(seed);
    let map = Map {
        sites: (0..FREE_SITES + PATCHES).map(|_| random.place()).collect(),
        units: (0..WORKERS).map(|_| random.place()).collect(),
    };
    let mut facts = vec![Fact::Minerals(MINERALS), Fact::Supply(6)];
    facts.extend((0..WORKERS).map(|unit| Fact::Worker(Unit(unit))));
    facts.extend((0..FREE_SITES).map(|site| Fact::FreeSite(Site(site))));
    let patches = FREE_SITES..FREE_SITES + PATCHES;
    facts.extend(patches.map(|site| Fact::Patch(Site(site), IN_A_PATCH)));
    facts.extend(WANTED.map(|(kind, count)| Fact::Wanted(kind, count)));
    facts.extend(REQUIRES.map(|(kind, other)| Fact::Requires(kind, other)));
    let state = rts::State::from_facts(facts).expect("the instance fits");
    (state, map)
}
