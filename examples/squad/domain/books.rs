//! The squad's own records, and its voice lines.

use squad_htn::htn_part;

htn_part! {
    pub(super) part books {
        // ——— records ———

        /// Deletes all records about a dead officer.
        internal operator forget(who: PersonId) {
            delete team(who, _), role(who, _), reserved(who), following_order(who);
            delete ordered_goto(who, _), ordered_cancel(who), guarding(who, _), restraining(who, _),
                wounded(who);
        }

        internal operator mark_called_out(target: PersonId) { add called_out(target); }
        internal operator mark_reported(target: PersonId) { add reported(target); }

        // ——— voice lines ———

        /// A voice line. If it `blocks`, the officer does nothing else until it ends.
        operator play_vo(who: PersonId, line: Line, blocks: bool) by who {
            busy blocks;
            cost 0.1;
        }

        method cleanup_dead(who: PersonId) {
            branch told
                if squad_member(speaker) && let d: u16 = know.distance(speaker, who)
                sort by d
            {
                forget(who);
                play_vo(speaker, Line::OfficerDown(who), false);
            }
            branch nobody_left {
                forget(who);
            }
        }
    }
}
