//! `cargo bench --bench memo`: the steps of searches with and without a memo of failures. All of them detect loops.
//!
//! `cargo bench --bench memo -- <instance> with` (or `without`) `<n>` solves one instance `n` times, for a profiler.

use std::hint::black_box;

use squad_htn::prelude::*;

htn_domain! {
    /// Trucks with little fuel and roads between places. Deliveries are done in order.
    domain transport;
    predicate truck_at(truck: u8 => place: u8) [4];
    predicate package_at(package: u8 => place: u8) [16];
    predicate fuel(truck: u8 => litres: u8) [4];
    predicate road(u8, u8) [128];
    operator drive(truck: u8, to: u8) {
        if fuel(truck, n) && n > 0;
        add truck_at(truck, to), fuel(truck, n - 1);
    }
    operator load(package: u8, truck: u8) { delete package_at(package, _); }
    operator unload(package: u8, truck: u8, at: u8) { add package_at(package, at); }
    pub method deliver(package: u8, to: u8) {
        branch done if package_at(package, to) {}
        branch carry if package_at(package, from) && truck_at(truck, _) {
            go(truck, from);
            load(package, truck);
            go(truck, to);
            unload(package, truck, to);
        }
    }
    method go(truck: u8, to: u8) {
        branch there if truck_at(truck, to) {}
        branch on if truck_at(truck, at) && road(at, next) { drive(truck, next); go(truck, to); }
    }
}

htn_domain! {
    /// Cities with an airport each, trucks in them and a plane between them.
    domain logistics;
    predicate item_at(item: u8 => place: u8) [16];
    predicate truck_at(truck: u8 => place: u8) [8];
    predicate plane_at(=> u8);
    predicate flights(=> u8);
    predicate city(place: u8 => city: u8) [32];
    predicate airport(city: u8 => place: u8) [8];
    operator drive(truck: u8, to: u8) { add truck_at(truck, to); }
    operator fly(to: u8) { if flights(n) && n > 0; add plane_at(to), flights(n - 1); }
    operator bring(item: u8, to: u8) { add item_at(item, to); }
    pub method deliver(item: u8, to: u8) if item_at(item, from) && city(from, a) && city(to, b) {
        within(item, a, b, to);
    }
    method within(item: u8, a: u8, b: u8, to: u8) {
        branch here if a == b { by_truck(item, to); }
        branch far if airport(a, out) && airport(b, home) {
            by_truck(item, out);
            by_plane(item, out, home);
            by_truck(item, to);
        }
    }
    method by_truck(item: u8, to: u8) {
        branch there if item_at(item, to) {}
        branch drive if item_at(item, at) && city(at, c) && truck_at(truck, now) && city(now, c) {
            go(truck, at);
            go(truck, to);
            bring(item, to);
        }
    }
    method go(truck: u8, to: u8) {
        branch there if truck_at(truck, to) {}
        branch drive { drive(truck, to); }
    }
    method by_plane(item: u8, from: u8, to: u8) { plane(from); plane(to); bring(item, to); }
    method plane(to: u8) { branch there if plane_at(to) {} }
    method plane(to: u8) if airport(_, stop) { fly(stop); plane(to); }
    method plane(to: u8) { fly(to); }
}

/// An instance: its name, and a search that returns its steps.
type Instance = (&'static str, fn(bool) -> (u64, bool));

const INSTANCES: [Instance; 5] = [
    ("transport, easy", |memo| transport(40, memo)),
    ("transport, little fuel", |memo| transport(12, memo)),
    ("transport, not enough fuel", |memo| transport(7, memo)),
    ("logistics, easy", |memo| logistics(40, memo)),
    ("logistics, few flights", |memo| logistics(5, memo)),
];

/// The steps after which a search is given up.
const GIVEN_UP: u64 = 50_000_000;

macro_rules! solved {
    ($domain:ident, $facts:expr, $tasks:expr, $memo:expr) => {{
        let state = $domain::State::from_facts($facts).expect("they fit");
        let mut planner = $domain::Planner::with_limits(Limits {
            depth: 1_000,
            ..Limits::default()
        });
        planner.detect_loops(true);
        if $memo {
            planner.remember(100_000).expect("there is memory");
        }
        planner.start_all(&state, &$tasks);
        let progress = planner.resume(&(), Budget::steps(GIVEN_UP));
        let progress = progress.expect("the limits suffice");
        (planner.stats().steps, progress != Progress::Paused)
    }};
}

/// Three deliveries on a grid of 3 by 4 places.
fn transport(fuel: u8, memo: bool) -> (u64, bool) {
    use transport::Fact::{Fuel, PackageAt, Road, TruckAt};
    let places = (0..12_u8).flat_map(|at| {
        let right = (at % 4 < 3).then(|| [Road(at, at + 1), Road(at + 1, at)]);
        let down = (at < 8).then(|| [Road(at, at + 4), Road(at + 4, at)]);
        right.into_iter().chain(down).flatten()
    });
    let facts = [
        TruckAt(1, 0),
        Fuel(1, fuel),
        PackageAt(1, 5),
        PackageAt(2, 2),
        PackageAt(3, 10),
    ];
    let tasks = [(1, 3), (2, 8), (3, 0)];
    let tasks = tasks.map(|(package, to)| transport::Task::Deliver { package, to });
    solved!(transport, places.chain(facts), tasks, memo)
}

/// Four deliveries between three cities.
fn logistics(flights: u8, memo: bool) -> (u64, bool) {
    use logistics::Fact::{Airport, City, Flights, ItemAt, PlaneAt, TruckAt};
    let cities = (0..3_u8).flat_map(|city| {
        let places = (0..4).map(move |place| City(10 * city + place, city));
        places.chain([Airport(city, 10 * city), TruckAt(city, 10 * city + 1)])
    });
    let items = (1..5_u8).map(|item| ItemAt(item, 10 * (item % 3) + 2));
    let facts = [PlaneAt(0), Flights(flights)];
    let tasks = [1, 2, 3, 4].map(|item: u8| logistics::Task::Deliver {
        item,
        to: 10 * ((item + 1) % 3) + 3,
    });
    solved!(logistics, cities.chain(items).chain(facts), tasks, memo)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` runs this too; it has nothing to test.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let arguments = arguments.iter().filter(|argument| *argument != "--bench");
    let arguments: Vec<&str> = arguments.map(String::as_str).collect();
    if let [name, memo, times] = arguments[..] {
        let (_, solve) = INSTANCES
            .into_iter()
            .find(|(known, _)| *known == name)
            .expect("its name");
        for _ in 0..times.parse().expect("a number") {
            black_box(solve(memo == "with"));
        }
        return;
    }
    println!("| instance | steps without a memo | with one |");
    println!("|---|---|---|");
    for (name, solve) in INSTANCES {
        let shown = [false, true].map(|memo| match solve(memo) {
            (steps, true) => steps.to_string(),
            (steps, false) => format!("more than {steps}"),
        });
        println!("| {name} | {} | {} |", shown[0], shown[1]);
    }
}
