//! A domain with a condition of every kind that can fail.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug, Term)]
pub struct Man(pub u8);

pub struct Game {
    pub reach: f32,
}

impl Game {
    fn distance(&self, who: Man, door: u8) -> f32 {
        f32::from(who.0) * 10.0 + f32::from(door)
    }

    fn key_of(&self, door: u8) -> Option<u8> {
        (door > 5).then_some(door * 10)
    }
}

htn_domain! {
    pub domain raid(game: &Game);
    agent Man;

    predicate man(Man);
    predicate door(u8);
    predicate locked(u8);
    predicate shield(Man);
    predicate medic(Man);
    predicate has_key(Man, u8);
    predicate guarded(u8, by: u8);

    axiom armed(who: Man) { shield(who) }
    axiom armed(who: Man) { medic(who) && has_key(who, _) }
    axiom ready(who: Man, target: u8) { man(who) && armed(who) && !guarded(target, _) }
    axiom free(target: u8) { !locked(target) } else { !guarded(target, _) }

    operator kick(who: Man, target: u8) by who {
        if !locked(target);
        success add has_key(who, target);
    }
    operator unlock(who: Man, target: u8) by who {
        if has_key(who, target) && game.distance(who, target) < game.reach;
        success delete locked(target);
    }
    operator wait(who: Man) by who {}

    pub method enter(target: u8) {
        branch kicked if man(who) && game.distance(who, target) < 4.0 { kick(who, target); }
        branch quietly if man(who) && has_key(who, target) {
            come_near(who);
            unlock(who, target);
            kick(who, target);
        }
        branch loudly if ready(who, target) { kick(who, target); }
        branch all if forall(man(who) => shield(who)) {}
        branch either if (shield(Man(9)) || medic(Man(9))) && locked(target) {}
        branch lucky if first(medic(who) sort by game.distance(who, target)) { wait(who); }
        branch open if free(target) {}
        branch keyed if let Some(key): Option<u8> = game.key_of(target) && door(key) {}
    }
    method come_near(who: Man) {
        branch only { wait(who); }
    }

    pub method guess(target: u8) {
        branch first if locked(target) {
            let best: u8 = min(d; door(d) && d > 100);
            kick(Man(best), best);
        }
    }
    pub method guess(target: u8) { branch second if door(target) { wait(Man(1)); } }
    pub method guess(target: u8) { branch third { wait(Man(2)); } }

    pub method all_doors() {
        for door(d) { if locked(d) { unlock(Man(1), d); } else { kick(Man(1), d); } }
    }
    pub method both() {
        unordered { wait(Man(1)); wait(Man(2)); }
    }
    pub method pick() {
        branch one if man(who) && let d: f32 = game.distance(who, 0) sort by d desc { wait(who); }
        branch nobody {}
    }
    pub method endless(n: u32) { endless(n + 1); }
    pub method choices() {
        branch many if man(a) && man(b) && man(c) { wait(a); wait(b); wait(c); kick(Man(1), 9); }
    }
}

pub use raid::Fact;

/// Three soldiers, the second one with a key; doors 1 and 9 are locked, and door 2 is open.
pub fn place() -> (Game, raid::State) {
    let facts = [
        Fact::Man(Man(1)),
        Fact::Man(Man(2)),
        Fact::Man(Man(3)),
        Fact::Door(1),
        Fact::Door(2),
        Fact::Locked(1),
        Fact::Locked(9),
        Fact::HasKey(Man(2), 1),
    ];
    let state = raid::State::from_facts(facts).expect("they fit");
    (Game { reach: 15.0 }, state)
}
