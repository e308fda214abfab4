//! The facts that the squad knows, and axioms about them.

use squad_htn::htn_part;

htn_part! {
    pub(super) part facts {
        // ——— the squad ———

        /// An officer who is alive and not under the player's control.
        predicate squad_member(PersonId) [OFFICERS];
        predicate team(PersonId => Team) [OFFICERS];
        predicate wounded(PersonId) [OFFICERS];
        predicate fallen(PersonId) [OFFICERS];

        // ——— suspects, as last seen ———

        predicate sees(who: PersonId, whom: PersonId) [OFFICERS * SUSPECTS];
        predicate hostile(PersonId) [SUSPECTS];
        /// The room where a hostile suspect was last seen.
        predicate lurks(PersonId => RoomId) [SUSPECTS];
        predicate surrendered(PersonId) [SUSPECTS];
        predicate restrained(PersonId) [SUSPECTS];
        /// A suspect on the floor who has not been examined.
        predicate down(PersonId) [SUSPECTS];
        predicate dead(PersonId) [SUSPECTS];

        // ——— the building ———

        predicate room(RoomId) [ROOMS];
        predicate door(DoorId, from: RoomId, to: RoomId) [2 * DOORS];
        predicate open(DoorId) [DOORS];
        /// A room of which every corner has been seen.
        predicate swept(RoomId) [ROOMS];
        /// A swept room that has been announced as clear.
        predicate cleared(RoomId) [ROOMS];

        // ——— orders of the player ———

        predicate ordered_clear();
        predicate ordered_goto(PersonId => Spot) [OFFICERS];
        predicate ordered_cancel(PersonId) [OFFICERS];

        // ——— the squad's own records ———

        predicate clearing();
        predicate mission_done();
        predicate following_order(PersonId) [OFFICERS];
        predicate role(PersonId => Role) [OFFICERS];
        predicate last_in(=> Team);
        predicate called_out(PersonId) [SUSPECTS];
        predicate reported(PersonId) [SUSPECTS];
        predicate restraining(who: PersonId, target: PersonId) [OFFICERS];
        predicate guarding(who: PersonId, target: PersonId) [OFFICERS];
        /// A patient, by number. A step that names an officer waits until he is free; this record must not wait.
        predicate tended(u8) [OFFICERS];

        // ——— axioms ———

        axiom different(a: PersonId, b: PersonId) { a != b }
        /// An officer whom no other plan uses.
        axiom available(who: PersonId) { squad_member(who) && !reserved(who) && !tended(who.0) }
        axiom everyone_available() { forall(squad_member(who) => available(who)) }
        axiom threatened(who: PersonId, by: PersonId) { sees(who, by) && hostile(by) }
        axiom calm(who: PersonId) { !threatened(who, _) }
        /// A member of the squad with no enemy in view. Methods and operators test it for each of their officers, so that a
        /// repair does not rely on one who has left.
        axiom fit(who: PersonId) { squad_member(who) && calm(who) }
        axiom safe(place: RoomId) { swept(place) && !lurks(_, place) }
        axiom ready(pair: Team, who: PersonId) { team(who, pair) && available(who) }

        axiom order_waits() { ordered_cancel(_) }
        axiom order_waits() { ordered_goto(who, _) && !following_order(who) }
        axiom order_waits() { ordered_clear() }

        /// An enemy in view of an advancing officer, or one known to be in the room. Those only glimpsed are pursued too.
        axiom to_fight(target: PersonId, place: RoomId) { lurks(target, place) }
        axiom to_fight(target: PersonId, _place: RoomId) {
            role(who, Role::Advance) && threatened(who, target)
        }

        /// An advancing officer has an enemy in view, so all advancing officers stop.
        axiom contact() { role(who, Role::Advance) && threatened(who, _) }

        /// The advancing officer whose turn it is to go to point `number`.
        axiom turn(number: u8, who: PersonId) {
            let pair: usize = count(role(_, Role::Advance))
                && role(who, Role::Advance)
                && let before: usize = count(role(other, Role::Advance) && other < who)
                && usize::from(number) % pair == before
        }
    }
}
