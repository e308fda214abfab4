use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u16);

htn_domain! {
    domain d;

    predicate job(u8);
    predicate free(Actor);
    predicate near(Actor, u8);
    operator go(who: Actor) {}
    operator mark(job: u8) { if when_planning(near(w, job)); add free(w); }

    pub method in_the_body() if job(j) && when_planning(free(w)) { go(w); mark(j); }
    pub method named_again() if job(j) && when_planning(free(w)) && near(w, j) { mark(j); }
    pub method in_a_test() if job(j) && when_planning(near(_, n)) && n > j { mark(j); }
    pub method in_a_block() if job(j) && when_planning(free(w)) {
        if near(w, j) { mark(j); }
    }
    pub method after_a_block() {
        if when_planning(free(w)) { mark(1); }
        go(w);
    }
}

fn main() {}
