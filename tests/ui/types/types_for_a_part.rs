use squad_htn::prelude::*;

htn_part! {
    /// Keeps other plans away from something.
    pub part reservations<Thing> {
        predicate reserved(Thing) [16];
        internal operator reserve(it: Thing) { if !reserved(it); add reserved(it); undo release(it); }
        internal operator release(it: Thing) { delete reserved(it); }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Handle(u8);

mod without_term {
    use super::*;

    htn_domain! {
        domain d;
        use part reservations<Handle>;
        method m(it: u8) { }
    }
}

mod unknown {
    use super::*;

    htn_domain! {
        domain d;
        use part reservations<Actr>;
        method m(it: u8) { }
    }
}

mod too_large {
    use super::*;

    htn_domain! {
        domain d;
        use part reservations<(u64, u8)>;
        method m(it: u8) { }
    }
}

mod other_type {
    use super::*;

    htn_domain! {
        domain d;
        use part reservations<u8>;
        method m(it: u16) { reserve(it); release(it); }
    }
}

fn main() {}
