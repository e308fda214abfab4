//! Mistakes in domains, one file each: see `tests/mistakes.rs`. And parts of domains, for domains of other crates.

use squad_htn::htn_part;

/// What a part refers to in its own crate.
pub const LIMIT: u8 = 3;

/// Parts in a module of their own.
pub mod parts {
    use super::htn_part;

    htn_part! {
        /// Keeps other plans away from something.
        pub part reservations<Thing> {
            predicate reserved(Thing) [16];
            internal operator reserve(it: Thing) { if !reserved(it); add reserved(it); undo release(it); }
            internal operator release(it: Thing) { delete reserved(it); }
        }
    }

    htn_part! {
        /// Counts, as far as this crate allows.
        pub part counting {
            predicate counted(=> u8);
            internal operator up() { if counted(n) && n < crate::LIMIT; add counted(n + 1); }
        }
    }

    htn_part! {
        /// With mistakes, for who takes it in.
        pub part mistaken {
            internal operator lose(who: u8) { delete reservd(who); }
            internal operator hold(who: u8) { if reserved(who, 1); }
        }
    }
}

htn_part! {
    /// Another one of the same name.
    pub part counting {
        predicate other(=> u8);
    }
}
