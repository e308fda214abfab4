//! A domain part that several examples use.

use squad_htn::htn_part;

htn_part! {
    /// Reserves a thing for one plan, from the moment the plan is found until it frees the thing.
    pub(crate) part reservations<Thing> {
        predicate reserved(Thing);

        /// Undone if the plan is abandoned.
        internal operator reserve(it: Thing) {
            if !reserved(it);
            add reserved(it);
            undo free(it);
        }

        internal operator free(it: Thing) { delete reserved(it); }
    }
}
