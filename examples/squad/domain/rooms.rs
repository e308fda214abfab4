//! Clearing a room: one pair goes in, and the other pair covers the door.

use squad_htn::htn_part;

htn_part! {
    pub(super) part rooms {
        internal operator join(who: PersonId, part: Role) {
            if !reserved(who);
            add reserved(who), role(who, part);
            undo leave(who);
        }
        internal operator leave(who: PersonId) { delete reserved(who), role(who, _); }
        /// Records which pair went in.
        internal operator take_turns() {
            if role(who, Role::Advance) && team(who, pair);
            add last_in(pair);
        }
        internal operator mark_clear(place: RoomId) {
            if safe(place);
            add cleared(place);
        }

        /// Takes a position at the door.
        operator arrive(who: PersonId, spot: Spot) by who {
            while fit(who);
        }
        /// Watches a door and shoots at enemies who fight. Ends only when it is stopped.
        operator cover(who: PersonId, spot: Spot) by who {}
        operator open_door(who: PersonId, door: DoorId) by who {
            sensed add open(door);
        }
        /// Advances to the next point of the room.
        operator advance(who: PersonId, spot: Spot, into: RoomId) by who {
            while squad_member(who) && !contact();
            sensed add swept(into);
            sensed delete lurks(_, into);
        }

        method squad_clear(door: DoorId, near: RoomId, far: RoomId) {
            assign_parts();
            clear_room(door, near, far);
            take_turns();
            for role(who, _) { leave(who); }
        }
        /// Assigns a role to each officer. All steps are internal, so their conditions need not hold while the room is cleared.
        method assign_parts() {
            /// The pair that covered last time goes in.
            branch in_turn
                if last_in(rear) && ready(rear, _)
                    && let front: Team = rear.other() && ready(front, _)
            {
                for ready(front, who) { join(who, Role::Advance); }
                for ready(rear, who) { join(who, Role::Cover); }
            }
            /// One pair is lost: one officer goes in, and the other one covers.
            branch split if available(point) && available(rear) && different(point, rear) {
                join(point, Role::Advance);
                join(rear, Role::Cover);
            }
            branch alone if available(point) {
                join(point, Role::Advance);
            }
        }
        method clear_room(door: DoorId, near: RoomId, far: RoomId)
            if first(role(lead, Role::Advance))
        {
            team_arrive(door, near, far, lead);
            for role(who, Role::Cover) { cover(who, know.cover_point(door, near, who)); }
            open_up(lead, door, far);
            sweep(door, near, far, 0);
            call_clear(lead, far);
            for role(who, Role::Cover) { finish_action(who); }
        }
        method team_arrive(door: DoorId, near: RoomId, far: RoomId, lead: PersonId) {
            branch in_place if forall(role(who, _) => know.at_door(who, door)) {}
            /// The plan was repaired after an officer fell: the others continue from inside the room.
            branch inside if open(door) && role(who, Role::Advance) && know.is_in(who, far) {}
            branch combat if role(who, _) && threatened(who, target) {
                combat_start_arrive(target);
                team_arrive(door, near, far, lead);
            }
            branch stack_up {
                play_vo(lead, Line::Door(door), false);
                // The others wait until he has finished speaking.
                for role(who, _) && different(who, lead) { block_on(who, lead); }
                for role(who, _) { arrive(who, know.arrive_point(door, near, who)); }
                for role(who, _) { global_block(who); }
            }
        }
        method open_up(lead: PersonId, door: DoorId, far: RoomId) {
            branch is_open if open(door) {}
            branch push {
                play_vo(lead, Line::GoingIn(far), false);
                open_door(lead, door);
                global_block(lead);
            }
        }
        /// Advances from point to point. An enemy on the way is fought first.
        method sweep(door: DoorId, near: RoomId, far: RoomId, number: u8) {
            branch combat if to_fight(target, far) {
                clear_combat(target, far);
                sweep(door, near, far, number);
            }
            /// The plan was repaired, and the whole room has been seen by now.
            branch seen
                if number == 0 && safe(far) && role(who, Role::Advance) && know.is_in(who, far)
            {}
            branch next
                if let Some(spot): Option<Spot> = know.advance_point(door, near, number)
                    && turn(number, who)
            {
                advance(who, spot, far);
                sweep(door, near, far, number + 1);
            }
            branch done {
                for role(who, Role::Advance) { global_block(who); }
            }
        }
        method call_clear(lead: PersonId, far: RoomId) if safe(far) {
            play_vo(lead, Line::Clear(far), true);
            global_block(lead);
            mark_clear(far);
        }
    }
}
