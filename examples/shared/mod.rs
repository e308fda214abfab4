//! What several examples need: a part of domains.

use squad_htn::htn_part;

htn_part! {
    /// Keeps other plans away from somebody or something, from when a plan is found until it frees it.
    pub(crate) part reservations<Thing> {
        predicate reserved(Thing);

        /// Taken back where the plan is abandoned.
        internal operator reserve(it: Thing) {
            if !reserved(it);
            add reserved(it);
            undo free(it);
        }

        internal operator free(it: Thing) { delete reserved(it); }
    }
}
