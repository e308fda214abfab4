//! Fights: on the way to a door, in a room, and anywhere else.

use squad_htn::htn_part;

htn_part! {
    pub(super) part combat {
        /// Fights a suspect until he is no longer a danger.
        operator engage(who: PersonId, target: PersonId) by who {
            if squad_member(who);
            sensed delete hostile(target), lurks(target, _);
        }

        /// Waits until the sensors report that the suspect is no longer a danger. It names the officer, so that he stays reserved
        /// until then.
        internal operator see_it_is_over(_who: PersonId, target: PersonId) { if !hostile(target); }

        method team_combat(who: PersonId, target: PersonId) {
            reserve(who);
            call_out(who, target);
            fight(who, target);
            free(who);
        }
        method fight(who: PersonId, target: PersonId) {
            branch shoot if squad_member(who) && threatened(who, target) {
                engage(who, target);
                see_it_is_over(who, target);
            }
            branch over {}
        }
        method call_out(who: PersonId, target: PersonId) {
            branch known if called_out(target) {}
            branch first_seen {
                mark_called_out(target);
                play_vo(who, Line::Contact(target), false);
            }
        }
        /// A fight on the way to a door. All who see the suspect take part.
        method combat_start_arrive(target: PersonId) {
            branch fight if role(who, _) && threatened(who, target) {
                for role(other, _) && sees(other, target) {
                    call_out(other, target);
                    engage(other, target);
                }
                for role(other, _) { global_block(other); }
            }
            branch over {}
        }
        /// A fight in a room. Those who went in take part; the others cover the door and shoot from there.
        method clear_combat(target: PersonId, place: RoomId) {
            branch fight if to_fight(target, place) {
                // The nearest first: steps that name the same target start in their order, and he should not wait for others.
                for role(who, Role::Advance) && let d: u16 = know.distance(who, target) sort by d {
                    call_out(who, target);
                    engage(who, target);
                }
                for role(who, Role::Advance) { global_block(who); }
            }
            branch over {}
        }
    }
}
