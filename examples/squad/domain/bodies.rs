//! Suspects on the floor, who may only play dead.

use squad_htn::htn_part;

htn_part! {
    pub(super) part bodies {
        operator investigate(who: PersonId, body: PersonId) by who {
            while fit(who);
        }
        operator poke(who: PersonId, body: PersonId) by who {
            while fit(who);
            sensed delete down(body);
            sensed add dead(body);
        }
        /// Keeps a weapon on a suspect. Ends only when it is stopped.
        operator cover_target(who: PersonId, target: PersonId) by who {}

        /// Waits until the sensors report what the body is.
        internal operator see_what_it_is(_who: PersonId, body: PersonId) { if !down(body); }

        method poke_dead(who: PersonId, body: PersonId) {
            branch covered
                if available(partner) && different(who, partner) && fit(partner)
                    && let d: u16 = know.distance(partner, body)
                    && d < NEARBY
                sort by d
            {
                reserve(who); reserve(partner); reserve(body);
                poke_covered(who, partner, body);
                free(who); free(partner); free(body);
            }
            branch alone {
                reserve(who); reserve(body);
                poke_alone(who, body);
                free(who); free(body);
            }
        }
        method poke_covered(who: PersonId, partner: PersonId, body: PersonId) {
            branch now if down(body) && fit(who) && fit(partner) {
                cover_target(partner, body);
                investigate(who, body);
                poke(who, body);
                global_block(who);
                see_what_it_is(who, body);
                finish_action(partner);
            }
            branch later {}
        }
        method poke_alone(who: PersonId, body: PersonId) {
            branch now if down(body) && fit(who) {
                investigate(who, body);
                poke(who, body);
                global_block(who);
                see_what_it_is(who, body);
            }
            branch later {}
        }
    }
}
