use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate urgency(u8, f32);
    operator go(n: u8) {}
    pub method work() if urgency(n, how) { priority how; go(n); }
    pub method call(n: u8) { priority n; go(n); }
    pub method rest() { priority 2.5; go(1); }
}

fn main() {}
