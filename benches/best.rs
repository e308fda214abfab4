//! `cargo bench --bench best`: the steps of searches for the best plan, with and without lower bounds of costs.

use squad_htn::Domain;
use squad_htn::prelude::*;

htn_domain! {
    /// Making things out of other things, in one way or another.
    domain crafting;
    predicate wood(=> u32);
    operator fell() { if wood(n); add wood(n + 1); cost 3.0; }
    operator buy_wood() { if wood(n); add wood(n + 1); cost 5.0; }
    operator saw() { if wood(n) && n > 0; add wood(n - 1); cost 2.0; }
    operator split() { if wood(n) && n > 0; add wood(n - 1); cost 4.0; }
    operator glue() { cost 1.0; }
    operator nail() { cost 2.0; }
    operator paint() { cost 6.0; }
    operator oil() { cost 3.0; }
    method get_wood() { buy_wood(); }
    method get_wood() { fell(); }
    method plank() { get_wood(); split(); }
    method plank() { get_wood(); saw(); }
    method join() { nail(); }
    method join() { glue(); }
    method finish() { paint(); }
    method finish() { oil(); }
    method leg() { plank(); join(); }
    pub method table() { plank(); leg(); leg(); leg(); finish(); }
}

htn_domain! {
    /// Rooms to be cleared one after another, each in one of several ways.
    domain breaching;
    predicate grenades(=> u32);
    predicate locked(u8) [8];
    operator kick(door: u8) { if !locked(door); cost 2.0; }
    operator blast(door: u8) { cost 6.0; }
    operator pick(door: u8) { cost 9.0; }
    operator throw() { if grenades(n) && n > 0; add grenades(n - 1); cost 1.0; }
    operator rush(door: u8) { cost 8.0; }
    operator sweep(door: u8) { cost 4.0; }
    method open(door: u8) { pick(door); }
    method open(door: u8) { blast(door); }
    method open(door: u8) { kick(door); }
    method clear(door: u8) { rush(door); }
    method clear(door: u8) { throw(); sweep(door); }
    method room(door: u8) { open(door); clear(door); }
    pub method house() { room(1); room(2); room(3); room(4); room(5); }
}

htn_domain! {
    /// Packages and one truck. All steps cost 1.
    domain delivery;
    predicate package(item: u8, from: u8, to: u8) [8];
    predicate truck_at(=> u8);
    operator load(item: u8, at: u8) { if truck_at(at); }
    operator unload(item: u8, at: u8) { if truck_at(at); }
    operator drive(to: u8) { add truck_at(to); }
    pub method deliver_all() {
        unordered for package(item, from, to) {
            go(from);
            now load(item, from);
            go(to);
            now unload(item, to);
        }
    }
    method go(to: u8) {
        branch there if truck_at(to) {}
        branch drive { drive(to); }
    }
}

htn_domain! {
    /// Jobs for a crew. The cost of a job depends on who does it, and is an expression.
    domain crew;
    predicate worker(u8) [8];
    predicate busy(u8) [8];
    operator work(who: u8, job: u8) {
        if !busy(who);
        add busy(who);
        cost f32::from(1 + who * 7 % 5 + job * who % 3);
    }
    method assign(job: u8) if worker(who) && !busy(who) { work(who, job); }
    pub method all() { assign(1); assign(2); assign(3); assign(4); assign(5); }
}

htn_domain! {
    /// A way through a town. The length of a road is an expression, and crossing a bridge costs 20.
    domain route;
    predicate at(=> u8);
    predicate road(u8, u8, km: u32) [64];
    operator drive(to: u8, km: u32) { add at(to); cost km as f32; }
    operator pay_toll() { cost 20.0; }
    pub method go(to: u8) {
        branch there if at(to) {}
        branch on if at(here) && road(here, next, km) { drive(next, km); go(to); }
    }
    /// Over the bridge at 4, and back.
    pub method round_trip() { go(4); pay_toll(); go(9); pay_toll(); go(4); }
}

/// Prints the row of a domain.
fn row<D>(name: &str, what: &str, state: &squad_htn::State<D>, task: D::Task)
where
    D: for<'c> Domain<Context<'c> = ()>,
{
    let search = |bounds: bool| {
        let mut planner = squad_htn::Planner::<D>::new();
        planner.use_bounds(bounds);
        let best = planner.find_best(state, &(), task, Budget::unlimited());
        let best = best.expect("the limits suffice").expect("there is a plan");
        assert!(best.proven);
        let cost = best.plan.cost();
        (planner.stats().steps, cost)
    };
    let (without, with) = (search(false), search(true));
    assert_eq!(without.1, with.1, "{name}");
    let saved = 100 - 100 * with.0 / without.0;
    println!(
        "| {name} | {what} | {} | {} | {} | {saved}% |",
        with.1, without.0, with.0
    );
}

fn main() {
    // `cargo test --benches` runs this too; it has nothing to test.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("| domain | costs | best | steps without bounds | with | saved |");
    println!("|---|---|---|---|---|---|");
    let state = crafting::State::from_facts([crafting::Fact::Wood(0)]).expect("it fits");
    row("crafting", "numbers", &state, crafting::Task::Table);
    let facts = [1, 3].map(breaching::Fact::Locked);
    let facts = facts.into_iter().chain([breaching::Fact::Grenades(2)]);
    let state = breaching::State::from_facts(facts).expect("they fit");
    row("breaching", "numbers", &state, breaching::Task::House);
    let facts = [(1, 0, 3), (2, 1, 3), (3, 2, 0)];
    let facts = facts.map(|(item, from, to)| delivery::Fact::Package(item, from, to));
    let facts = facts.into_iter().chain([delivery::Fact::TruckAt(0)]);
    let state = delivery::State::from_facts(facts).expect("they fit");
    row(
        "delivery",
        "1 for each step",
        &state,
        delivery::Task::DeliverAll,
    );
    let state = crew::State::from_facts((1..=7).map(crew::Fact::Worker)).expect("they fit");
    row("crew", "expressions", &state, crew::Task::All);
    let roads = (0..10).flat_map(|n| [(n, (n + 1) % 10, 7), (n, (n + 2) % 10, 9 + u32::from(n))]);
    let roads = roads.map(|(from, to, km)| route::Fact::Road(from, to, km));
    let state = route::State::from_facts(roads.chain([route::Fact::At(0)])).expect("they fit");
    row(
        "route",
        "expressions, and numbers for tolls",
        &state,
        route::Task::RoundTrip,
    );
}
