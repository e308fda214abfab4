//! Parts of domains, for domains of other crates. The compile-fail cases are in `tests/cases.rs`.

use squad_htn::htn_part;

/// A constant that a part uses.
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
        /// Counts up to the limit of this crate.
        pub part counting {
            predicate counted(=> u8);
            internal operator up() { if counted(n) && n < crate::LIMIT; add counted(n + 1); }
        }
    }

    htn_part! {
        /// A part with mistakes.
        pub part mistaken {
            internal operator lose(who: u8) { delete reservd(who); }
            internal operator hold(who: u8) { if reserved(who, 1); }
        }
    }
}

htn_part! {
    /// A second part with this name.
    pub part counting {
        predicate other(=> u8);
    }
}
