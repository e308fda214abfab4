//! Lints that a crate forbids, so that `allow` has no effect.
#![forbid(
    unused_variables,
    unused_imports,
    unused_parens,
    unused_braces,
    unused_mut,
    unused_assignments,
    unused_must_use,
    unused_labels,
    unused_macros,
    unused_attributes,
    unreachable_code,
    unreachable_patterns,
    dead_code,
    path_statements,
    non_upper_case_globals,
    non_snake_case,
    non_camel_case_types,
    missing_debug_implementations,
    unsafe_code,
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    clippy::too_many_arguments,
    clippy::let_and_return,
    clippy::needless_return,
    clippy::redundant_closure_call,
    clippy::needless_bool
)]

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
struct Actor(u16);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Term)]
enum Place {
    Room(u8),
    Yard,
}

#[derive(PartialEq, Debug)]
struct Whole {
    part: u16,
}

#[derive(Debug)]
struct Game([Actor; 2]);

impl Game {
    fn distance(&self, a: Actor, b: Actor) -> f32 {
        f32::from(a.0) - f32::from(b.0)
    }
    fn all(&self) -> [Actor; 2] {
        self.0
    }
    fn boss(&self) -> Option<Actor> {
        self.0.first().copied()
    }
}

htn_domain! {
    domain strict(game: &Game);
    agent Actor;
    predicate enemy_near(Actor);
    predicate enemy_far(Actor);
    predicate enemy_gone();
    predicate ammo(Actor => u16);
    predicate at(Actor => Place);
    axiom near(a: Actor, b: Actor) { game.distance(a, b) < 3.0 }
    axiom never(a: Actor) { enemy_far(a) } else { enemy_far(a) }
    operator shoot(who: Actor, at: Actor) by who {
        if enemy_near(at) && near(who, at) && !never(who);
        while (match who.0 { 0 => false, n => n < 9 });
        cost 2.0;
        busy true;
        success delete enemy_near(at);
    }
    internal operator spend(a: Actor) { if ammo(a, n) && n > 0; add ammo(a, n - 1); undo fill(a); }
    internal operator fill(a: Actor) { if at(a, p) && p != Place::Yard; add ammo(a, 9); }
    method boss() -> Actor if let x: Actor in game.boss() { return x; }
    pub method all(who: Actor)
        if let x: Actor in game.all() && let n: usize = count(enemy_near(_)) && n > 0
            && let m: u16 = max(k; ammo(_, k)) && m > 0
            && let Some(b): Option<Actor> = game.boss() && (b == x || x != b)
            && ({ let y = x.0; y + 1 } == x.0 + 1) && (Whole { part: 3 } != Whole { part: x.0 })
        sort by (x.0, m)
    {
        for enemy_near(e) { spend(who); shoot(x, e); }
        unordered { alert(); clear(); }
        let first = boss();
        let same: Actor = first;
        if same == who || same != who { global_block(same); }
    }
    method alert() { add enemy_gone(); }
    method clear() { delete ammo(_, _); }
}

#[test]
fn domain_compiles_under_forbidden_lints() {
    let facts = [
        strict::Fact::EnemyNear(Actor(1)),
        strict::Fact::Ammo(Actor(1), 3),
        strict::Fact::At(Actor(1), Place::Room(2)),
    ];
    let state = strict::State::from_facts(facts).unwrap();
    let mut planner = strict::Planner::new();
    let task = strict::Task::All { who: Actor(1) };
    let game = Game([Actor(1), Actor(2)]);
    let plan = planner.find(&state, &game, task).unwrap().unwrap();
    let shots = plan
        .actions()
        .filter(|action| matches!(action, strict::Action::Shoot { .. }));
    assert_eq!(shots.count(), 1);
}
