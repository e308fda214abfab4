//! The memory of a squad, and a check that nothing is allocated after set-up.

use squad_htn::prelude::*;
use squad_htn::{Domain, Executor, Planner, State};

use crate::allocations::calls_during;
use crate::brain::Slice;
use crate::domain::squad;
use crate::domains::restrain::restraint;
use crate::measure::{Side, thousands};
use crate::mission::Mission;
use crate::player::Player;
use crate::restraining;
use crate::sim::{self, World};
use crate::squads::{self, Company};
use crate::work;

pub fn print() {
    println!("| memory, bytes | State | Planner | Executor |");
    println!("|---|---|---|---|");
    sizes::<restraint::Domain>("restrain, `Limits::default`", Limits::new());
    sizes::<restraint::Domain>("restrain, `Limits::compact`", Limits::compact());
    sizes::<restraint::Domain>("restrain, as in `squads`", restraining::LIMITS);
    sizes::<squad::Domain>("example squad, `Limits::default`", Limits::new());
    sizes::<squad::Domain>("example squad, `Limits::compact`", Limits::compact());
    println!();

    println!("| after set-up | calls of the allocator |");
    println!("|---|---|");
    let mut every = 0;
    for name in work::NAMES {
        let mut work = work::named(name).expect("there is work of that name");
        every += calls_during(|| work.repeat(Side::Ours, 3));
    }
    println!("| three plans of each work | {every} |");
    let mut company = Company::new();
    let squads = calls_during(|| {
        for _ in 0..5 {
            company.second(Side::Ours, |_, _, _| ());
        }
    });
    println!("| five seconds of {} squads | {squads} |", squads::SQUADS);
    let (ticks, calls) = mission();
    println!("| {ticks} ticks of a mission of the example squad | {calls} |");
}

fn sizes<D: Domain>(name: &str, limits: Limits) {
    println!(
        "| {name} | {} | {} | {} |",
        thousands(State::<D>::new().bytes()),
        thousands(Planner::<D>::with_limits(limits).bytes()),
        thousands(Executor::<D>::with_limits(limits).bytes())
    );
}

const SEED: u64 = 6;
const SLICE: u64 = 20_000;
const TICKS: u32 = 4_000;
/// The simulation allocates in each tick, so the ticks that count are those of copies of the director.
const TICKS_BETWEEN_COPIES: u32 = 10;

/// Ticks that were looked at, and calls of the allocator in them.
fn mission() -> (u32, u64) {
    let map = sim::load("office", SEED).expect("there is such a map");
    let world = World::populated(map, SEED);
    let player = Player::meddling(&world, SEED);
    let mut mission =
        Mission::new(world, player, Slice::Steps(SLICE)).expect("the building's facts fit");
    let (mut ticks, mut calls) = (0, 0);
    while mission.end().is_none() && mission.world.tick < TICKS {
        mission.step().expect("what is sensed fits");
        if mission.world.tick.is_multiple_of(TICKS_BETWEEN_COPIES) {
            let mut director = mission.brain.director.clone();
            director.replan_now();
            ticks += 1;
            calls += calls_during(|| {
                director
                    .tick(&mission.brain.memory, Budget::steps(SLICE))
                    .for_each(drop);
            });
        }
    }
    (ticks, calls)
}
