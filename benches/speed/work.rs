//! The pieces of work: each problem as a domain and by hand, on the same instance, with a check that the plans agree.

use std::cell::RefCell;
use std::hint::black_box;

use squad_htn::prelude::*;

use crate::domains::{blocks, logistics, queens, restrain};
use crate::hand;
use crate::measure::{Pair, compare};

/// Plans from start to end, as a game would.
fn plan<D: squad_htn::Domain>(
    planner: &mut squad_htn::Planner<D>,
    state: &squad_htn::State<D>,
    context: &D::Context<'_>,
    task: D::Task,
) {
    planner.start(state, task);
    let progress = planner.resume(context, Budget::unlimited());
    assert_eq!(progress, Ok(Progress::Found));
}

pub fn restrain(name: &str) -> Pair {
    use hand::restrain::{Restrain, Step};
    use restrain::restraint::{Domain, Fact, Task};
    let (state, game) = restrain::instance(name);
    let mut by_hand = Restrain::default();
    let flags = || vec![false; 1100];
    by_hand.enemy = flags();
    by_hand.dead = flags();
    by_hand.restrained = flags();
    by_hand.reserved = flags();
    by_hand.following_order = flags();
    for fact in state.facts() {
        match fact {
            Fact::SquadMember(a) => by_hand.squad.push(a.0),
            Fact::Surrendered(a) => by_hand.surrendered.push(a.0),
            Fact::Enemy(a) => by_hand.enemy[a.0 as usize] = true,
            Fact::Dead(a) => by_hand.dead[a.0 as usize] = true,
            Fact::Restrained(a) => by_hand.restrained[a.0 as usize] = true,
            Fact::Reserved(a) => by_hand.reserved[a.0 as usize] = true,
            Fact::FollowingOrder(a) => by_hand.following_order[a.0 as usize] = true,
            Fact::Restraining(..) => {}
        }
    }
    let distance = |a: u16, b: u16| game.distance(restrain::Actor(a), restrain::Actor(b));
    let mut planner = squad_htn::Planner::<Domain>::new();
    let mut steps = Vec::with_capacity(16);
    plan(&mut planner, &state, &game, Task::SquadRestrain);
    by_hand.solve(game.limit, distance, &mut steps);
    let ours: Vec<Step> = planner
        .plan()
        .into_iter()
        .flat_map(|plan| plan.tasks())
        .map(|task| match task {
            Task::Reserve { who } => Step::Reserve(who.0),
            Task::Free { who } => Step::Free(who.0),
            Task::Restrain { squad, target } => Step::Restrain(squad.0, target.0),
            Task::RestrainComplement { squad, target } => Step::Complement(squad.0, target.0),
            Task::GlobalBlock { a } => Step::GlobalBlock(a.0),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(ours, steps, "{name}: the plans differ");
    let game = &game;
    compare(
        || plan(&mut planner, &state, black_box(game), Task::SquadRestrain),
        || {
            by_hand.solve(black_box(game).limit, distance, &mut steps);
            black_box(&steps);
        },
    )
}

pub fn blocks(count: usize) -> Pair {
    use blocks::blocks::{Domain, Fact, Task};
    use hand::blocks::{Blocks, Step};
    let state = blocks::state(&format!("blocks{count}"));
    let mut start = Blocks::new(count);
    for fact in state.facts() {
        match fact {
            Fact::On(x, y) => start.put_on(x.0, y.0),
            Fact::Clear(x) => start.add_clear(x.0),
            Fact::GoalOn(x, y) => start.goal_put_on(x.0, y.0),
            Fact::GoalOnTable(x) => start.goal_to_table(x.0),
            Fact::GoalClear(x) => start.goal_to_clear(x.0),
            Fact::OnTable(_) | Fact::Holding(_) => {}
        }
    }
    let mut by_hand = start.clone();
    let mut planner = squad_htn::Planner::<Domain>::new();
    let mut steps = Vec::with_capacity(4 * count);
    plan(&mut planner, &state, &(), Task::Solve);
    by_hand.solve(&mut steps);
    let ours: Vec<Step> = planner
        .plan()
        .into_iter()
        .flat_map(|plan| plan.tasks())
        .map(|task| match task {
            Task::Pickup { x } => Step::Pickup(x.0),
            Task::Putdown { x } => Step::Putdown(x.0),
            Task::Unstack { x, y } => Step::Unstack(x.0, y.0),
            Task::Stack { x, y } => Step::Stack(x.0, y.0),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(ours, steps, "blocks {count}: the plans differ");
    compare(
        || plan(&mut planner, &state, &(), Task::Solve),
        || {
            by_hand.copy_from(black_box(&start));
            by_hand.solve(&mut steps);
            black_box(&steps);
        },
    )
}

pub fn logistics(count: usize) -> Pair {
    use hand::logistics::{Logistics, Step};
    use logistics::logistics::{Domain, Fact, Task};
    let state = logistics::state(&format!("logistics{count}"));
    let mut start = Logistics {
        at: vec![0; count + 1],
        goal: vec![0; count + 1],
        ..Logistics::default()
    };
    start.airport.resize(64, 0);
    start.truck_at.resize(64, 0);
    for fact in state.facts() {
        match fact {
            Fact::Airport(city, place) => start.airport[city.0 as usize] = place.0,
            Fact::TruckAt(truck, place) => start.truck_at[truck.0 as usize] = place.0,
            Fact::PlaneAt(_, place) => start.planes.push(place.0),
            Fact::At(package, place) => start.at[package.0 as usize] = place.0,
            Fact::Goal(package, place) => start.goal[package.0 as usize] = place.0,
            _ => {}
        }
    }
    let mut by_hand = start.clone();
    let mut planner = squad_htn::Planner::<Domain>::new();
    let mut steps = Vec::with_capacity(16 * count);
    let task = Task::DeliverFrom {
        package: logistics::Package(1),
    };
    plan(&mut planner, &state, &(), task);
    by_hand.solve(&mut steps);
    let ours: Vec<Step> = planner
        .plan()
        .into_iter()
        .flat_map(|plan| plan.tasks())
        .map(|task| match task {
            Task::Drive { truck, to } => Step::Drive(truck.0, to.0),
            Task::Fly { plane, to } => Step::Fly(plane.0, to.0),
            Task::LoadTruck { package, truck } => Step::LoadTruck(package.0, truck.0),
            Task::UnloadTruck { package, truck } => Step::UnloadTruck(package.0, truck.0),
            Task::LoadPlane { package, plane } => Step::LoadPlane(package.0, plane.0),
            Task::UnloadPlane { package, plane } => Step::UnloadPlane(package.0, plane.0),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(ours, steps, "logistics {count}: the plans differ");
    compare(
        || plan(&mut planner, &state, &(), task),
        || {
            by_hand.copy_from(black_box(&start));
            by_hand.solve(&mut steps);
            black_box(&steps);
        },
    )
}

pub fn queens(size: u8) -> Pair {
    use queens::queens_by_lines::{Domain, Fact, State, Task};
    let state = State::from_facts([Fact::Size(size)]).expect("one fact fits");
    let mut planner = squad_htn::Planner::<Domain>::new();
    let task = Task::Place { column: 1 };
    plan(&mut planner, &state, &(), task);
    let mut rows = [0; 32];
    hand::queens::solve(u32::from(size), &mut rows);
    let ours: Vec<u8> = planner
        .plan()
        .into_iter()
        .flat_map(|plan| plan.tasks())
        .map(|task| match task {
            Task::Put { row, .. } => row,
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(
        ours,
        rows[1..=size as usize],
        "queens {size}: the plans differ"
    );
    let rows = RefCell::new(rows);
    compare(
        || plan(&mut planner, &state, &(), task),
        || {
            hand::queens::solve(black_box(u32::from(size)), &mut rows.borrow_mut());
            black_box(&rows);
        },
    )
}
