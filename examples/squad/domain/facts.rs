//! What the squad knows, and what follows from it.

use squad_htn::htn_part;

htn_part! {
    pub(super) part facts {
        // ——— the squad ———

        /// Alive, and not under the player's control.
        predicate squad_member(PersonId) [OFFICERS];
        predicate team(PersonId => Team) [OFFICERS];
        predicate wounded(PersonId) [OFFICERS];
        predicate fallen(PersonId) [OFFICERS];

        // ——— suspects, as far as they were seen ———

        predicate sees(who: PersonId, whom: PersonId) [OFFICERS * SUSPECTS];
        predicate hostile(PersonId) [SUSPECTS];
        /// The room where a hostile suspect was last seen.
        predicate lurks(PersonId => RoomId) [SUSPECTS];
        predicate surrendered(PersonId) [SUSPECTS];
        predicate restrained(PersonId) [SUSPECTS];
        /// On the floor; nobody has looked closer yet.
        predicate down(PersonId) [SUSPECTS];
        predicate dead(PersonId) [SUSPECTS];

        // ——— the building ———

        predicate room(RoomId) [ROOMS];
        predicate door(DoorId, from: RoomId, to: RoomId) [2 * DOORS];
        predicate open(DoorId) [DOORS];
        /// Every corner has been seen.
        predicate swept(RoomId) [ROOMS];
        /// And it has been announced.
        predicate cleared(RoomId) [ROOMS];

        // ——— orders of the player ———

        predicate ordered_clear();
        predicate ordered_goto(PersonId => Spot) [OFFICERS];
        predicate ordered_cancel(PersonId) [OFFICERS];

        // ——— the squad's own books ———

        predicate clearing();
        predicate mission_done();
        predicate following_order(PersonId) [OFFICERS];
        predicate role(PersonId => Role) [OFFICERS];
        predicate last_in(=> Team);
        predicate called_out(PersonId) [SUSPECTS];
        predicate reported(PersonId) [SUSPECTS];
        predicate restraining(who: PersonId, target: PersonId) [OFFICERS];
        predicate guarding(who: PersonId, target: PersonId) [OFFICERS];
        /// By number: a step that names an officer waits until he is free, and this is noted at once.
        predicate tended(u8) [OFFICERS];

        // ——— axioms ———

        axiom different(a: PersonId, b: PersonId) { a != b }
        /// No other plan has him.
        axiom available(who: PersonId) { squad_member(who) && !reserved(who) && !tended(who.0) }
        axiom everyone_available() { forall(squad_member(who) => available(who)) }
        axiom threatened(who: PersonId, by: PersonId) { sees(who, by) && hostile(by) }
        axiom calm(who: PersonId) { !threatened(who, _) }
        /// Ours to plan for, with nobody to fight in view. What has an officer among its parameters tests it for itself, so
        /// that a repair does not count on one who has left.
        axiom fit(who: PersonId) { squad_member(who) && calm(who) }
        axiom safe(place: RoomId) { swept(place) && !lurks(_, place) }
        axiom ready(pair: Team, who: PersonId) { team(who, pair) && available(who) }

        axiom order_waits() { ordered_cancel(_) }
        axiom order_waits() { ordered_goto(who, _) && !following_order(who) }
        axiom order_waits() { ordered_clear() }

        /// Seen, or known to be somewhere in the room: whoever glimpsed somebody goes after him.
        axiom to_fight(target: PersonId, place: RoomId) { lurks(target, place) }
        axiom to_fight(target: PersonId, _place: RoomId) { role(who, Role::Advance) && threatened(who, target) }

        /// One of those who went in has somebody to fight in view: all of them stop.
        axiom contact() { role(who, Role::Advance) && threatened(who, _) }

        /// Whose turn it is to look from the next point.
        axiom turn(number: u8, who: PersonId) {
            let pair: usize = count(role(_, Role::Advance))
                && role(who, Role::Advance)
                && let before: usize = count(role(other, Role::Advance) && other < who)
                && usize::from(number) % pair == before
        }
    }
}
