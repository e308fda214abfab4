//! Domains in several parts, and items with `#[cfg(…)]`.

use squad_htn::prelude::*;

mod common;

use common::assert_plans;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
struct Actor(u8);

struct Game;

impl Game {
    fn near(&self, a: Actor, b: Actor) -> bool {
        a.0.abs_diff(b.0) < 3
    }
}

mod shared {
    use squad_htn::htn_part;

    htn_part! {
        /// Reserves a person or a thing for one plan.
        pub(crate) part reservations<Thing> {
            predicate reserved(Thing) [16];

            axiom free(it: Thing) { !reserved(it) }

            /// Reserves it until `release`.
            internal operator reserve(it: Thing) {
                if free(it);
                add reserved(it);
                undo release(it);
            }
            internal operator release(it: Thing) { delete reserved(it); }
        }
    }

    pub mod deeper {
        use squad_htn::htn_part;

        pub const LIMIT: u8 = 5;

        htn_part! {
            pub(crate) part movement {
                use part crate::shared::reservations<Actor>;

                predicate at(Actor => u8);

                /// Goes there.
                operator walk(who: Actor, to: u8) by who {
                    if to < crate::shared::deeper::LIMIT;
                    cost if game.near(who, Actor(to)) { 1.0 } else { 2.0 };
                    sensed add at(who, to);
                }

                method go(who: Actor, to: u8) {
                    reserve(who);
                    walk(who, to);
                    global_block(who);
                    release(who);
                }
            }
        }
    }
}

htn_domain! {
    domain walking(game: &Game);
    agent Actor;
    predicate crew(Actor);
    use part self::shared::deeper::movement;
    pub method all(to: u8) if crew(who) && free(who) && game.near(who, Actor(1)) { go(who, to); }
}

htn_domain! {
    domain doors;
    use part shared::reservations<u16>;
    predicate door(u16);
    pub method lock() if door(d) && free(d) { reserve(d); }
}

#[test]
fn parts_can_be_in_other_modules() {
    use walking::{Fact, State, Task};
    let facts = [
        Fact::Crew(Actor(1)),
        Fact::Crew(Actor(2)),
        Fact::Reserved(Actor(1)),
    ];
    let state = State::from_facts(facts).unwrap();
    let plan = "reserve(Actor(2)); walk(Actor(2), 3); global_block(Actor(2)); release(Actor(2))";
    assert_plans(&state, &Game, Task::All { to: 3 }, &[plan]);
    assert_plans(&state, &Game, Task::All { to: 5 }, &[]);
    let mut planner = walking::Planner::new();
    let plan = planner.find(&state, &Game, Task::All { to: 3 }).unwrap();
    assert_eq!(plan.unwrap().cost(), 1.0);
}

#[test]
fn part_can_be_used_for_two_types() {
    use doors::{Fact, State, Task};
    let state = State::from_facts([Fact::Door(300), Fact::Door(2), Fact::Reserved(300)]).unwrap();
    assert_plans(&state, &(), Task::Lock, &["reserve(2)"]);
}

#[test]
fn items_of_parts_keep_order_and_documentation() {
    let names = <walking::Domain as squad_htn::Domain>::tables().relations;
    let names: Vec<&str> = names.iter().map(|relation| relation.name).collect();
    assert_eq!(names, ["crew", "reserved", "at"]);
    let tasks = <walking::Domain as squad_htn::Domain>::tables().tasks;
    let walk = tasks.iter().find(|task| task.name == "walk").unwrap();
    assert_eq!(walk.doc, "Goes there.");
}

htn_domain! {
    domain configured;
    predicate number(u8);

    /// Documentation before and after the `cfg` attribute.
    #[cfg(test)]
    /// More.
    operator tell(n: u8) {}
    #[cfg(not(test))]
    operator tell(n: u8) { if there_is_no_such_predicate(n); }

    #[cfg(all(test, not(feature = "reference"), feature = "reference"))]
    use part there::is_no_such_part;
    #[cfg(any())]
    predicate unknown(MissingType);
    #[cfg(any())]
    use no::such::path;
    #[cfg(test)]
    use part shared::reservations<u8>;

    pub method all() if number(n) && free(n) { reserve(n); tell(n); }
}

#[test]
fn items_follow_their_cfg_attributes() {
    use configured::{Fact, State, Task};
    let state = State::from_facts([Fact::Number(1), Fact::Number(2), Fact::Reserved(1)]).unwrap();
    assert_plans(&state, &(), Task::All, &["reserve(2); tell(2)"]);
    let tasks = <configured::Domain as squad_htn::Domain>::tables().tasks;
    let tell = tasks.iter().find(|task| task.name == "tell").unwrap();
    assert!(tell.doc.ends_with("More."), "{}", tell.doc);
}
