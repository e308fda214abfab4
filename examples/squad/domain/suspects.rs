//! Surrendered suspects: one officer handcuffs, another one keeps a weapon on the suspect.

use squad_htn::htn_part;

htn_part! {
    pub(super) part suspects {
        /// Handcuffs a suspect. A fight interrupts it.
        operator restrain(who: PersonId, target: PersonId) by who {
            while surrendered(target) && fit(who);
            start add restraining(who, target);
            finish delete restraining(who, target);
            sensed delete surrendered(target);
            sensed add restrained(target);
        }
        /// Keeps a weapon on the suspect meanwhile. Ends only when it is stopped.
        operator restrain_complement(who: PersonId, target: PersonId) by who {}
        /// Guards a surrendered suspect. Ends only when it is stopped.
        operator guard(who: PersonId, target: PersonId) by who {
            while surrendered(target) && fit(who);
            start add guarding(who, target);
            finish delete guarding(who, target);
        }

        /// Waits until the sensors report the handcuffs.
        internal operator see_him_cuffed(_who: PersonId, target: PersonId) {
            if restrained(target);
        }

        /// Guards a suspect until the fight is over. Restraining him is a later plan.
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
        /// Handcuffs a suspect under cover. An interrupted attempt is dropped; a later plan tries again.
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
