use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate job(u8);
    operator go(n: u8) {}

    pub method work() {
        branch late if job(n) { go(n); priority 3; }
        branch twice if job(n) { priority 3; priority 4; go(n); }
        branch inside { if job(n) { priority 3; go(n); } help(); }
    }
    method help() { priority 5; go(1); }
}

fn main() {}
