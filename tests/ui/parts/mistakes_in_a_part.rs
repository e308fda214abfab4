use squad_htn::prelude::*;

mod shared {
    use squad_htn::htn_part;

    htn_part! {
        pub(crate) part reservations<Thing> {
            predicate reserved(Thing);
            internal operator reserve(it: Thing) { if !reservd(it); add reserved(it); }
            internal operator release(it: Thing) { delete reserved(it, 1); }
            axiom odd(it: Thing) { it.is_odd() }
        }
    }
}

htn_domain! {
    domain d;
    use part shared::reservations<u8>;
    operator go() {}
}

fn main() {}
