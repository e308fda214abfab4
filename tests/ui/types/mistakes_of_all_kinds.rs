//! What the macro finds and what rustc finds comes out in one run, and nothing that follows from something else.
use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub struct Actor(pub u16);

#[derive(Clone, Copy, PartialEq, Debug, Term)]
pub struct Place(pub u16);

pub struct Game;

impl Game {
    pub fn distance(&self, _: Actor, _: Actor) -> f32 {
        0.0
    }
}

htn_domain! {
    pub domain d(game: &Game);

    agent Actor;
    predicate enemy(Actor) ["many"];
    predicate at(Actor => Place);
    predicate hidden(Actor, Place) [MOST];

    axiom near(a: Actor, b: Actor) { at(a, p) && game.distance(p, b) < 3.0 }

    internal operator forget(who: Actor) {
        delete hidden(who, _);
        cost 1;
    }

    operator go(who: Actor, to: Place) by who {
        start delete hidden(who);
        sensed add at(to, who);
    }

    pub method m(me: Actor) {
        branch unknown if enmy(t) && game.distance(me, t) < "far" { go(me, t.place()); }
        branch typed if enemy(t) && near(t, me) && game.distance(me, t) < "far" { go(me, t); }
        branch sorted if enemy(t) && at(t, p) && t != you sort by game.distanc(me, t) { go(me, p, t); }
        branch arity if at(p) && p == 3 && let n: u32 = count(enemy(_)) && n > "few" { go(me, Place(1)); }
        branch twice if enemy(t) && let t: Place = Place(1) && t == Place(1) { global_block(t); forget(Place(1)); }
        branch unread if enemy(t) u && w == x && t == 3 { go(v, me); }
        branch last { forgt(me); add enemy(Place(3)); }
    }
}

fn main() {
    let _: d::Task = d::Task::M { me: Actor(3) };
}
