use squad_htn::prelude::*;

htn_domain! {
    domain d;

    #[inline]
    predicate enemy(u32);
}

fn main() {}
