//! Suspects with their hands up: cuffs, and a weapon on them meanwhile.

use squad_htn::htn_part;

htn_part! {
    pub(super) part suspects {
        /// Cuffs a suspect. A fight breaks it off.
        operator restrain(who: PersonId, target: PersonId) by who {
            while surrendered(target) && fit(who);
            start add restraining(who, target);
            finish delete restraining(who, target);
            sensed delete surrendered(target);
            sensed add restrained(target);
        }
        /// Keeps a weapon on him meanwhile; never ends by itself.
        operator restrain_complement(who: PersonId, target: PersonId) by who {}
        /// Never ends by itself.
        operator guard(who: PersonId, target: PersonId) by who {
            while surrendered(target) && fit(who);
            start add guarding(who, target);
            finish delete guarding(who, target);
        }

        internal operator see_him_cuffed(_who: PersonId, target: PersonId) { if restrained(target); }

        /// Until somebody ends it; he is restrained when all is quiet.
        method guard_target(who: PersonId, target: PersonId) {
            reserve(who); reserve(target);
            play_vo(who, Line::DontMove(target), false);
            watch(who, target);
            free(who); free(target);
        }
        method watch(who: PersonId, target: PersonId) {
            branch now if surrendered(target) && fit(who) {
                guard(who, target);
                global_block(who);
            }
            branch later {}
        }
        method squad_restrain(who: PersonId, target: PersonId) {
            branch with_complement
                if available(partner) && different(who, partner) && fit(partner)
                    && let d: u16 = know.distance(partner, target)
                    && d < NEARBY
                sort by d
            {
                reserve(who); reserve(partner); reserve(target);
                cuff_together(who, partner, target);
                free(who); free(partner); free(target);
            }
            branch alone {
                reserve(who); reserve(target);
                cuff(who, target);
                free(who); free(target);
            }
        }
        /// What is broken off is left; it is found again when all is quiet.
        method cuff_together(who: PersonId, partner: PersonId, target: PersonId) {
            branch now if surrendered(target) && fit(who) && fit(partner) {
                restrain(who, target);
                restrain_complement(partner, target);
                global_block(who);
                see_him_cuffed(who, target);
                finish_action(partner);
            }
            branch later {}
        }
        method cuff(who: PersonId, target: PersonId) {
            branch now if surrendered(target) && fit(who) {
                restrain(who, target);
                global_block(who);
                see_him_cuffed(who, target);
            }
            branch later {}
        }
    }
}
