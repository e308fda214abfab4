use squad_htn::prelude::*;

htn_domain! {
    domain d;

    predicate road(u32, u32);
    predicate home(u32);
    operator go(to: u32) { duration length as f32; add home(to) for road(to, length) && length > 1; }
}

fn main() {}
