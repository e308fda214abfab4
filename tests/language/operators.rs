//! Operators: preconditions, effects and their moments, alternatives, costs.

use squad_htn::prelude::*;

use crate::common::{How, all_plans, assert_plans, search};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u8);

htn_domain! {
    domain moments;
    agent Actor;

    predicate log(u8);
    predicate danger();
    predicate free(Actor);
    predicate busy_with(Actor, u8);

    operator act(who: Actor) by who {
        sensed add log(4);
        failure add log(5);
        success add log(3);
        finish add log(2);
        start add log(1);
    }
    operator turn(who: Actor) by who {
        start add busy_with(who, 1);
        finish delete busy_with(who, 1);
    }
    operator keep(who: Actor) by who {
        start add busy_with(who, 2);
        failure delete busy_with(who, 2);
        success delete log(1);
        success add log(1);
    }
    operator careful(who: Actor) by who {
        if free(who);
        while !danger();
    }
    operator together(a: Actor, b: Actor) by a, b { busy a != b; }
    operator shout(who: Actor) by who { busy false; cost 0.25; }
    internal operator mark(n: u8) { if !log(n); add log(n); undo unmark(n); }
    internal operator unmark(n: u8) { delete log(n); }
    internal operator note(n: u8) {}

    method in_order() { act(Actor(1)); for log(x) { note(x); } }
    method over() { turn(Actor(1)); branch_on_busy(Actor(1)); }
    operator slip(who: Actor) by who { failure add busy_with(who, 3); }
    method slipped() { slip(Actor(1)); branch_on_busy(Actor(1)); }
    method kept() { keep(Actor(1)); branch_on_busy(Actor(1)); }
    method branch_on_busy(who: Actor) {
        branch busy if busy_with(who, _) { note(1); }
        branch idle { note(0); }
    }
    method watch() { careful(Actor(1)); }
    method all_kinds() {
        mark(1); act(Actor(1)); together(Actor(1), Actor(2)); shout(Actor(2));
        block_on(Actor(1), Actor(2)); global_block(Actor(1)); finish_action(Actor(2));
        stop_action(Actor(1));
        add log(9); delete log(9);
        unmark(1);
    }
}

#[test]
fn planner_applies_all_effects_but_failure() {
    use moments::{State, Task};
    let plans = ["act(Actor(1)); note(1); note(2); note(3); note(4)"];
    assert_plans(&State::new(), &(), Task::InOrder, &plans);
    assert_plans(&State::new(), &(), Task::Over, &["turn(Actor(1)); note(0)"]);
    assert_plans(&State::new(), &(), Task::Kept, &["keep(Actor(1)); note(1)"]);
    // The result is the same if the body contains nothing else.
    let slipped = ["slip(Actor(1)); note(0)"];
    assert_plans(&State::new(), &(), Task::Slipped, &slipped);
}

#[test]
fn while_is_part_of_the_precondition() {
    use moments::{Fact, State, Task};
    let mut facts = State::from_facts([Fact::Free(Actor(1))]).unwrap();
    assert_plans(&facts, &(), Task::Watch, &["careful(Actor(1))"]);
    facts.insert(Fact::Danger).unwrap();
    assert_plans(&facts, &(), Task::Watch, &[]);
}

#[test]
fn internal_operators_cost_nothing_by_default() {
    use moments::{Action, Planner, State, Task};
    let found = search(&State::new(), &(), &[Task::AllKinds], How::default());
    assert_eq!(found.costs, [2.25]);
    let steps = [
        "mark(1)",
        "act(Actor(1))",
        "together(Actor(1), Actor(2))",
        "shout(Actor(2))",
        "block_on(Actor(1), Actor(2))",
        "global_block(Actor(1))",
        "finish_action(Actor(2))",
        "stop_action(Actor(1))",
        "add log(9)",
        "delete log(9)",
        "unmark(1)",
    ];
    assert_eq!(found.plans, [steps]);

    let mut planner = Planner::new();
    let plan = planner
        .find(&State::new(), &(), Task::AllKinds)
        .unwrap()
        .unwrap();
    let actions: Vec<Action> = plan.actions().collect();
    let expected = [
        Action::Act { who: Actor(1) },
        Action::Together {
            a: Actor(1),
            b: Actor(2),
        },
        Action::Shout { who: Actor(2) },
    ];
    assert_eq!(actions, expected);
}

htn_domain! {
    domain effects;

    predicate left(u8);
    predicate right(u8);
    predicate ammo(u8 => u16);
    predicate at(u8, u8);
    predicate item(u8, u32);

    operator swap() {
        delete left(x) for left(x);
        delete right(x) for right(x);
        add right(x) for left(x);
        add left(x) for right(x);
    }
    operator shoot(who: u8) {
        if ammo(who, n) && n > 0;
        add ammo(who, n - 1);
    }
    operator leave(who: u8) { delete at(who, _); }
    operator vacate(place: u8) { delete at(_, place); }
    operator clear_all() { delete at(_, _), left(_); }
    operator pick(x: u8) {}
    operator any() { if left(x); delete left(x); add right(x); }
    operator best() { if item(x, n) sort by n desc; add left(x); cost n as f32; }
    operator either() { if left(x); add right(x); }
    operator either() { if item(x, n) && n > 5; add right(x); cost 3.5; }
    operator copies() { add right(x + 100), at(x, x) for left(x) && x != 2; }
    operator best_of(most: u8) {
        if item(x, n) sort by n desc;
        while let k: u8 in [x, most];
        add left(k);
    }
    operator sorted() { add right(x) for item(x, n) sort by n; }
    internal operator drop_first(x: u8) { delete left(x); add left(x); }

    method exchange() { swap(); show_left(); show_right(); }
    method show_left() { for left(x) { pick(x); } }
    method show_right() { for right(x) { pick(x); } }
    method fire() { shoot(1); shoot(1); }
    method leaves(who: u8) { leave(who); show_at(); }
    method vacates(place: u8) { vacate(place); show_at(); }
    method clears() { clear_all(); show_at(); show_left(); }
    method show_at() { for at(x, _y) { pick(x); } }
    method take_any() { any(); show_right(); }
    method take_best() { best(); show_left(); }
    method take_best_of(most: u8) { best_of(most); show_left(); }
    method take_either() { either(); show_right(); }
    method copy() { copies(); show_right(); show_at(); }
    method sort() { sorted(); show_right(); }
    method requeue() { drop_first(1); show_left(); }
}

use effects::Fact::{Ammo, At, Item, Left, Right};
use effects::{State, Task};

fn state(facts: impl IntoIterator<Item = effects::Fact>) -> State {
    State::from_facts(facts).unwrap()
}

#[test]
fn effect_fors_are_solved_before_any_effect() {
    let facts = state([Left(1), Left(2), Right(3)]);
    assert_plans(
        &facts,
        &(),
        Task::Exchange,
        &["swap(); pick(3); pick(1); pick(2)"],
    );
}

#[test]
fn for_may_filter_compute_and_sort() {
    let facts = state([Left(1), Left(2), Left(3)]);
    let plans = ["copies(); pick(101); pick(103); pick(1); pick(3)"];
    assert_plans(&facts, &(), Task::Copy, &plans);
    let facts = state([Item(1, 30), Item(2, 10), Item(3, 20)]);
    assert_plans(
        &facts,
        &(),
        Task::Sort,
        &["sorted(); pick(2); pick(3); pick(1)"],
    );
}

#[test]
fn number_that_changes_is_a_keyed_predicate() {
    assert_plans(
        &state([Ammo(1, 2)]),
        &(),
        Task::Fire,
        &["shoot(1); shoot(1)"],
    );
    assert_plans(&state([Ammo(1, 1)]), &(), Task::Fire, &[]);
}

#[test]
fn underscore_in_delete_matches_every_row() {
    let facts = state([At(1, 5), At(2, 5), At(1, 6), At(3, 6), Left(9)]);
    assert_plans(
        &facts,
        &(),
        Task::Leaves { who: 1 },
        &["leave(1); pick(2); pick(3)"],
    );
    assert_plans(
        &facts,
        &(),
        Task::Vacates { place: 5 },
        &["vacate(5); pick(1); pick(3)"],
    );
    assert_plans(&facts, &(), Task::Clears, &["clear_all()"]);
}

#[test]
fn delete_and_an_add_of_the_same_fact_put_it_last() {
    let facts = state([Left(1), Left(2)]);
    assert_plans(
        &facts,
        &(),
        Task::Requeue,
        &["drop_first(1); pick(2); pick(1)"],
    );
}

#[test]
fn each_solution_of_a_precondition_is_a_choice() {
    let facts = state([Left(1), Left(2)]);
    assert_plans(
        &facts,
        &(),
        Task::TakeAny,
        &["any(); pick(1)", "any(); pick(2)"],
    );
}

#[test]
fn precondition_may_sort_and_set_the_cost() {
    let facts = state([Item(1, 10), Item(2, 30), Item(3, 20)]);
    let plans = ["best(); pick(2)", "best(); pick(3)", "best(); pick(1)"];
    assert_plans(&facts, &(), Task::TakeBest, &plans);
    let costs = search(&facts, &(), &[Task::TakeBest], How::default()).costs;
    assert_eq!(costs, [31.0, 21.0, 11.0]);
}

#[test]
fn operators_of_one_name_are_alternatives_in_order() {
    let facts = state([Item(7, 10), Item(8, 1), Left(1), Left(2)]);
    let plans = [
        "either(); pick(1)",
        "either(); pick(2)",
        "either(); pick(7)",
    ];
    assert_plans(&facts, &(), Task::TakeEither, &plans);
    let costs = search(&facts, &(), &[Task::TakeEither], How::default()).costs;
    assert_eq!(costs, [2.0, 2.0, 4.5]);
}

#[test]
fn operator_can_be_planned_alone() {
    let plans = all_plans(&state([Ammo(3, 1)]), &(), Task::Shoot { who: 3 });
    assert_eq!(plans, [["shoot(3)"]]);
    assert!(all_plans(&state([Ammo(3, 0)]), &(), Task::Shoot { who: 3 }).is_empty());
}

#[test]
fn sorted_solutions_survive_nested_collections() {
    let facts = state([Item(1, 6), Item(2, 8), Item(3, 7)]);
    assert_plans(
        &facts,
        &(),
        Task::TakeBestOf { most: 9 },
        &[
            "best_of(9); pick(2)",
            "best_of(9); pick(9)",
            "best_of(9); pick(3)",
            "best_of(9); pick(9)",
            "best_of(9); pick(1)",
            "best_of(9); pick(9)",
        ],
    );
}
