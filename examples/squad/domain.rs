//! Everything the squad can do, as one domain under one root task: the squad domain of the SquadSmart paper (figure 2).
//! It is one file because a domain is one call of the macro.
//!
//! How its plans are kept apart: what a plan needs to itself it reserves first, and nothing that waits for a busy officer
//! stands before that; else the same plan would be found again and again while the first one waits. What can be broken
//! off is a method of its own, whose last branch does nothing: a repair takes it, and the rest of the plan goes on.

use squad_htn::prelude::*;

use crate::memory::Memory;
use crate::sim::{DoorId, OFFICERS, PersonId, RoomId, Spot};
use crate::terms::{Line, Role, Team};

/// The most suspects, rooms and doors of a building.
pub const SUSPECTS: usize = 16;
pub const ROOMS: usize = 32;
pub const DOORS: usize = 48;

/// Squares within which an officer comes along to cover another one.
const NEARBY: u16 = 25;

htn_domain! {
    /// A squad of four clears a building.
    pub domain squad(know: &Memory);

    agent PersonId;

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
    predicate reserved(PersonId) [OFFICERS + SUSPECTS];
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

    // ——— the root: what comes first is more important ———

    pub method squad_tactical() {
        /// Whoever fell is taken off the books.
        branch cleanup_dead if fallen(who) && team(who, _) {
            cleanup_dead(who);
        }
        branch orders if order_waits() {
            handle_orders();
        }
        /// Whoever has nothing better to do shoots back.
        branch combat
            if available(who) && threatened(who, target)
                && let d: u16 = know.distance(who, target)
            sort by d
        {
            team_combat(who, target);
        }
        /// The fight is over: those who guard can go on.
        branch release_guard if guarding(who, _) && !threatened(_, _) {
            finish_action(who);
        }
        /// As long as others fight, a suspect with his hands up is only watched.
        branch guard
            if threatened(_, _)
                && surrendered(target) && !reserved(target)
                && available(who) && sees(who, target) && calm(who)
                && let d: u16 = know.distance(who, target)
            sort by d
        {
            guard_target(who, target);
        }
        branch restrain
            if surrendered(target) && !reserved(target)
                && available(who) && calm(who)
                && let d: u16 = know.distance(who, target)
            sort by d
        {
            squad_restrain(who, target);
        }
        branch bandage
            if wounded(patient) && squad_member(patient) && !tended(patient.0) && calm(patient)
                && available(medic) && different(medic, patient) && calm(medic)
                && let d: u16 = know.distance(medic, patient)
            sort by d
        {
            team_bandage(medic, patient);
        }
        branch bandage_alone
            if wounded(who) && available(who) && calm(who)
                && !(squad_member(other) && different(other, who))
        {
            bandage_alone(who);
        }
        branch investigate
            if down(body) && !reserved(body)
                && available(who) && calm(who)
                && let d: u16 = know.distance(who, body)
            sort by d
        {
            poke_dead(who, body);
        }
        branch report
            if restrained(target) && !reported(target)
                && squad_member(who)
                && let d: u16 = know.distance(who, target)
            sort by d
        {
            mark_reported(target);
            play_vo(who, Line::InCustody(target), false);
        }
        branch clear
            if clearing() && everyone_available()
                && door(door, near, far) && cleared(near) && !cleared(far)
                && let way: u32 = know.way_to(door)
            sort by way
        {
            squad_clear(door, near, far);
        }
        branch all_clear
            if clearing() && !reserved(_)
                && !(room(r) && !cleared(r)) && !surrendered(_) && !down(_)
                && first(squad_member(lead))
        {
            reserve(lead);
            play_vo(lead, Line::BuildingClear, true);
            global_block(lead);
            end_mission();
            free(lead);
        }
    }

    // ——— bookkeeping ———

    /// Keeps other plans away from somebody.
    internal operator reserve(who: PersonId) {
        if !reserved(who);
        add reserved(who);
        undo free(who);
    }
    internal operator free(who: PersonId) { delete reserved(who); }

    /// Takes everything off the books that names a dead officer.
    internal operator forget(who: PersonId) {
        delete team(who, _), role(who, _), reserved(who), following_order(who);
        delete ordered_goto(who, _), ordered_cancel(who), guarding(who, _), restraining(who, _), wounded(who);
    }

    internal operator mark_called_out(target: PersonId) { add called_out(target); }
    internal operator mark_reported(target: PersonId) { add reported(target); }

    // ——— voice lines ———

    /// A voice line. Where it `blocks`, the officer does nothing else until he has said it.
    operator play_vo(who: PersonId, line: Line, blocks: bool) by who {
        busy blocks;
        cost 0.1;
    }

    method cleanup_dead(who: PersonId) {
        branch told if squad_member(speaker) && let d: u16 = know.distance(speaker, who) sort by d {
            forget(who);
            play_vo(speaker, Line::OfficerDown(who), false);
        }
        branch nobody_left {
            forget(who);
        }
    }

    // ——— orders ———

    method handle_orders() {
        branch cancel if ordered_cancel(who) {
            cancel_order(who);
        }
        branch go_to if ordered_goto(who, spot) && !following_order(who) {
            orders_goto(who, spot);
        }
        branch clear if ordered_clear() {
            orders_clear();
        }
    }

    method orders_clear() {
        branch said if squad_member(lead) {
            begin_mission();
            play_vo(lead, Line::Roger, false);
        }
        branch nobody_free {
            begin_mission();
        }
    }
    internal operator begin_mission() {
        delete ordered_clear();
        add clearing();
    }
    internal operator end_mission() {
        delete clearing();
        add mission_done();
    }

    /// Goes there and stays until told otherwise.
    method orders_goto(who: PersonId, spot: Spot) {
        take_control(who);
        play_vo(who, Line::Roger, false);
        go_to(who, spot);
        stay(who, spot);
        release_control(who);
    }
    method stay(who: PersonId, spot: Spot) {
        branch hold if ordered_goto(who, spot) {
            play_vo(who, Line::InPosition, false);
            hold(who, spot);
        }
        branch relieved {}
    }
    method cancel_order(who: PersonId) {
        branch under_way if following_order(who) {
            finish_action(who);
            drop_order(who);
            play_vo(who, Line::Roger, false);
        }
        branch not_begun {
            drop_order(who);
            release_control(who);
        }
    }
    internal operator take_control(who: PersonId) {
        if !following_order(who);
        add following_order(who);
        undo release_control(who);
    }
    internal operator release_control(who: PersonId) {
        delete following_order(who), ordered_goto(who, _);
        add squad_member(who) for !fallen(who);
    }
    internal operator drop_order(who: PersonId) {
        delete ordered_goto(who, _), ordered_cancel(who);
    }
    operator go_to(who: PersonId, spot: Spot) by who {}
    /// Never ends by itself.
    operator hold(who: PersonId, spot: Spot) by who {}

    // ——— combat ———

    /// Takes a suspect on until he is no danger any more.
    operator engage(who: PersonId, target: PersonId) by who {
        if squad_member(who);
        sensed delete hostile(target), lurks(target, _);
    }

    /// A step with a condition on what an action has brought about waits until the sensors report it. It names the officer,
    /// so that he is not free before.
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
    /// On the way to a door: all who see him.
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
    /// In a room: those who went in. The others cover, and shoot anyway.
    method clear_combat(target: PersonId, place: RoomId) {
        branch fight if to_fight(target, place) {
            // The nearest first: steps that name one target start in their order, and he should not wait for others.
            for role(who, Role::Advance) && let d: u16 = know.distance(who, target) sort by d {
                call_out(who, target);
                engage(who, target);
            }
            for role(who, Role::Advance) { global_block(who); }
        }
        branch over {}
    }

    // ——— suspects with their hands up ———

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

    // ——— the wounded ———

    internal operator tend(patient: u8) {
        if !tended(patient);
        add tended(patient);
        undo leave_alone(patient);
    }
    internal operator leave_alone(patient: u8) { delete tended(patient); }
    /// Keeps both busy.
    operator bandage(medic: PersonId, patient: PersonId) by medic, patient {
        while fit(medic) && fit(patient);
        sensed delete wounded(patient);
    }
    operator bandage_self(who: PersonId) by who {
        while fit(who);
        sensed delete wounded(who);
    }

    internal operator see_him_well(_medic: PersonId, patient: PersonId) { if !wounded(patient); }

    method team_bandage(medic: PersonId, patient: PersonId) {
        reserve(medic); tend(patient.0);
        play_vo(medic, Line::Bandaging(patient), false);
        treat(medic, patient);
        free(medic);
        leave_alone(patient.0);
    }
    method treat(medic: PersonId, patient: PersonId) {
        branch now if wounded(patient) && fit(medic) && fit(patient) {
            bandage(medic, patient);
            global_block(medic);
            see_him_well(medic, patient);
        }
        branch later {}
    }
    method bandage_alone(who: PersonId) {
        reserve(who);
        treat_self(who);
        free(who);
    }
    method treat_self(who: PersonId) {
        branch now if wounded(who) && fit(who) {
            bandage_self(who);
            see_him_well(who, who);
        }
        branch later {}
    }

    // ——— bodies ———

    operator investigate(who: PersonId, body: PersonId) by who {
        while fit(who);
    }
    operator poke(who: PersonId, body: PersonId) by who {
        while fit(who);
        sensed delete down(body);
        sensed add dead(body);
    }
    /// Never ends by itself.
    operator cover_target(who: PersonId, target: PersonId) by who {}

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

    // ——— clearing a room ———

    internal operator join(who: PersonId, part: Role) {
        if !reserved(who);
        add reserved(who), role(who, part);
        undo leave(who);
    }
    internal operator leave(who: PersonId) { delete reserved(who), role(who, _); }
    /// Notes which pair went in.
    internal operator take_turns() {
        if role(who, Role::Advance) && team(who, pair);
        add last_in(pair);
    }
    internal operator mark_clear(place: RoomId) {
        if safe(place);
        add cleared(place);
    }

    /// Goes to his place at the door.
    operator arrive(who: PersonId, spot: Spot) by who {
        while fit(who);
    }
    /// Watches a door, and shoots at whoever shoots; never ends by itself.
    operator cover(who: PersonId, spot: Spot) by who {}
    operator open_door(who: PersonId, door: DoorId) by who {
        sensed add open(door);
    }
    /// Goes on to the next point of the room.
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
    /// Only steps that take no time: its conditions need not hold while the room is cleared.
    method assign_parts() {
        /// The pair that covered last time goes in, the other one covers.
        branch in_turn
            if last_in(rear) && ready(rear, _)
                && let front: Team = rear.other() && ready(front, _)
        {
            for ready(front, who) { join(who, Role::Advance); }
            for ready(rear, who) { join(who, Role::Cover); }
        }
        /// One pair is gone: one goes in, the other one covers.
        branch split if available(point) && available(rear) && different(point, rear) {
            join(point, Role::Advance);
            join(rear, Role::Cover);
        }
        branch alone if available(point) {
            join(point, Role::Advance);
        }
    }
    method clear_room(door: DoorId, near: RoomId, far: RoomId) if first(role(lead, Role::Advance)) {
        team_arrive(door, near, far, lead);
        for role(who, Role::Cover) { cover(who, know.cover_point(door, near, who)); }
        open_up(lead, door, far);
        sweep(door, near, far, 0);
        call_clear(lead, far);
        for role(who, Role::Cover) { finish_action(who); }
    }
    method team_arrive(door: DoorId, near: RoomId, far: RoomId, lead: PersonId) {
        branch in_place if forall(role(who, _) => know.at_door(who, door)) {}
        /// The plan was made anew after somebody fell: the others go on from where they are.
        branch inside if open(door) && role(who, Role::Advance) && know.is_in(who, far) {}
        branch combat if role(who, _) && threatened(who, target) {
            combat_start_arrive(target);
            team_arrive(door, near, far, lead);
        }
        branch stack_up {
            play_vo(lead, Line::Door(door), false);
            // The others hear him out before they move.
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
    /// From one point to the next; whoever is met on the way is fought first.
    method sweep(door: DoorId, near: RoomId, far: RoomId, number: u8) {
        branch combat if to_fight(target, far) {
            clear_combat(target, far);
            sweep(door, near, far, number);
        }
        /// The plan was made anew, and all has been seen by now.
        branch seen if number == 0 && safe(far) && role(who, Role::Advance) && know.is_in(who, far) {}
        branch next
            if let Some(spot): Option<Spot> = know.advance_point(door, near, number) && turn(number, who)
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
