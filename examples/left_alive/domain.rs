//! What the platoon knows how to do.

use squad_htn::prelude::*;

use crate::field::{Enemy, Field, Place, Vehicle};

htn_domain! {
    /// A platoon of vehicles against another one, in a country whose roads are shelled.
    pub domain armour(field: &Field);

    agent Vehicle;

    /// Ours, and able to drive.
    predicate ready(Vehicle) [8];
    /// Hit once: the next hit is the last.
    predicate damaged(Vehicle) [8];
    predicate at(Vehicle => Place) [8];
    /// Where an enemy is.
    predicate spotted(Enemy => Place) [16];
    predicate road(Place, Place) [128];
    /// Under fire for now, in both directions.
    predicate closed(Place, Place) [128];
    predicate depot(Place) [4];

    /// A plan has this vehicle.
    predicate committed(Vehicle) [8];
    /// A plan is after this enemy.
    predicate marked(Enemy) [16];
    /// A plan has this firing position.
    predicate held(Place) [16];

    internal operator commit(who: Vehicle) { if !committed(who); add committed(who); undo release(who); }
    internal operator release(who: Vehicle) { delete committed(who); }
    internal operator mark(target: Enemy) { if !marked(target); add marked(target); undo unmark(target); }
    internal operator unmark(target: Enemy) { delete marked(target); }
    internal operator hold(who: Vehicle, place: Place) { if !held(place); add held(place); undo leave(who, place); }
    /// Names the vehicle, so that it waits until that has arrived.
    internal operator leave(who: Vehicle, place: Place) { delete held(place); }

    /// One road. Where it comes under fire, the vehicle turns back.
    operator drive(who: Vehicle, from: Place, to: Place) by who {
        if at(who, from);
        while !closed(from, to);
        success add at(who, to);
    }

    /// Fires for as long as somebody else needs it.
    operator suppress(who: Vehicle, target: Enemy) by who {
        while in_sight(who, target);
    }

    /// A salvo. It ends well where the target is destroyed.
    operator strike(who: Vehicle, target: Enemy) by who {
        while in_sight(who, target);
        success delete spotted(target, _);
    }

    operator mend(who: Vehicle) by who {
        if at(who, place) && depot(place);
        success delete damaged(who);
    }

    axiom in_sight(who: Vehicle, target: Enemy) {
        at(who, here) && spotted(target, there) && field.sees(here, there)
    }

    axiom free(who: Vehicle) { ready(who) && !committed(who) && !damaged(who) }

    /// What the platoon does next.
    pub method fight() {
        /// Who was hit goes home first.
        branch refit if ready(who) && damaged(who) && !committed(who) {
            commit(who);
            go_home(who);
            mend(who);
            release(who);
        }
        /// The vehicle and the enemy that are closest to each other.
        branch assault
            if spotted(target, there) && !marked(target)
                && ready(lead) && !committed(lead) && !damaged(lead) && at(lead, here)
            sort by field.metres(here, there)
        {
            commit(lead);
            mark(target);
            attack(lead, target);
            unmark(target);
            fall_back(lead);
            release(lead);
        }
    }

    method attack(lead: Vehicle, target: Enemy) {
        /// One keeps its head down while the other comes from elsewhere.
        branch by_two
            if free(wing) && !damaged(wing) && at(wing, here) && spotted(target, there)
            sort by field.metres(here, there)
        {
            commit(wing);
            keep_down(lead, target);
            destroy(wing, target);
            finish_action(lead);
            release(wing);
        }
        branch alone { destroy(lead, target); }
    }

    method keep_down(who: Vehicle, target: Enemy) {
        into_sight(who, target);
        suppress(who, target);
    }

    method destroy(who: Vehicle, target: Enemy) {
        into_sight(who, target);
        strike(who, target);
        global_block(who);
    }

    /// A position that sees the target, and that nobody else is on the way to.
    method into_sight(who: Vehicle, target: Enemy) {
        branch from_here if in_sight(who, target) {}
        branch from_there
            if at(who, here) && spotted(target, there)
                && let position: Place in field.views(there)
                && !held(position)
            sort by field.metres(here, position)
        {
            hold(who, position);
            travel(who, position);
            leave(who, position);
        }
    }

    /// Road by road, each nearer to where it goes. Only the best one is looked at: where it leads nowhere, another place will
    /// do, and not each of the many other ways to this one.
    method travel(who: Vehicle, to: Place) {
        branch there if at(who, to) {}
        branch next_road
            if first(
                at(who, here) && road(here, next) && !closed(here, next)
                    && field.metres(next, to) < field.metres(here, to)
                sort by field.metres(here, next) + field.metres(next, to)
            )
        {
            drive(who, here, next);
            travel(who, to);
        }
    }

    /// Out of everybody's sight, if there is such a place within two roads.
    method fall_back(who: Vehicle) {
        branch covered if at(who, here) && !seen(here) {}
        branch to_cover if at(who, here) && road(here, next) && !closed(here, next) && !seen(next) {
            drive(who, here, next);
        }
        branch stay {}
    }

    axiom seen(place: Place) { spotted(_, there) && field.sees(place, there) }

    method go_home(who: Vehicle) {
        branch nearest if at(who, here) && depot(home) sort by field.metres(here, home) {
            travel(who, home);
        }
    }
}
