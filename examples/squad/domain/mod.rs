//! The behaviour of the squad as one domain with one root task: the squad domain of the SquadSmart paper (figure 2).
//! This file has the priorities; the parts, a file each, have the methods.
//!
//! Two rules keep plans apart. A plan first reserves what it needs for itself, before any step that waits for a busy
//! officer; otherwise the same plan would be found again while the first one waits. And each activity that can be interrupted
//! is a method of its own with an empty last branch: a repair chooses that branch, and the rest of the plan continues.

mod bodies;
mod books;
mod combat;
mod facts;
mod orders;
mod rooms;
#[path = "../../shared/mod.rs"]
mod shared;
mod suspects;
mod wounded;

use squad_htn::prelude::*;

use crate::memory::Memory;
use crate::sim::{DoorId, OFFICERS, PersonId, RoomId, Spot};
use crate::terms::{Line, Role, Team};

/// The maximum number of suspects, rooms and doors in a building.
pub const SUSPECTS: usize = 16;
pub const ROOMS: usize = 32;
pub const DOORS: usize = 48;

/// The distance in squares within which an officer joins to cover another one.
const NEARBY: u16 = 25;

htn_domain! {
    /// A squad of four clears a building.
    pub domain squad(know: &Memory);

    agent PersonId;

    use part facts::facts;
    use part shared::reservations<PersonId>;

    // ——— the root task: branches in order of priority ———

    pub method squad_tactical() {
        /// Removes the records of a fallen officer.
        branch cleanup_dead if fallen(who) && team(who, _) {
            cleanup_dead(who);
        }
        branch orders if order_waits() {
            handle_orders();
        }
        /// An idle officer shoots back.
        branch combat
            if available(who) && threatened(who, target)
                && let d: u16 = know.distance(who, target)
            sort by d
        {
            team_combat(who, target);
        }
        /// Relieves a guard after the fight.
        branch release_guard if guarding(who, _) && !threatened(_, _) {
            finish_action(who);
        }
        /// Guards a surrendered suspect while others fight.
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

    use part books::books;
    use part orders::orders;
    use part combat::combat;
    use part suspects::suspects;
    use part wounded::wounded;
    use part bodies::bodies;
    use part rooms::rooms;
}
