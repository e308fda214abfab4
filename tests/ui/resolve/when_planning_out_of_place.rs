use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u16);

htn_domain! {
    domain d;
    agent Actor;

    predicate job(u8);
    predicate free(Actor);
    axiom ready(job: u8) { job(job) && when_planning(free(_)) }
    internal operator take(job: u8) { if when_planning(free(_)); undo leave(job); }
    internal operator leave(job: u8) { if when_planning(free(_)); delete job(job); }
    operator go(who: Actor, job: u8) by who {
        while when_planning(free(who));
        success delete job(job) for when_planning(free(_));
    }

    pub method negated() if ready(j) && free(who) && !when_planning(free(who)) { take(j); go(who, j); }
    pub method either() if job(j) && (free(_) || when_planning(job(_))) { take(j); }
    pub method in_parentheses() if (job(j) && when_planning(free(_))) && j > 1 { take(j); }
    pub method first_of() if first(job(j) && when_planning(free(_))) { take(j); }
    pub method twice() if job(j) && when_planning(when_planning(free(_))) { take(j); }
    pub method counted() {
        let n: usize = count(when_planning(free(_)));
        if n > 1 && when_planning(n > 2) { add job(1) for when_planning(job(1)); }
    }
}

fn main() {}
