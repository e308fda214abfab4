//! The behaviour of the platoon.

use squad_htn::prelude::*;

use crate::field::{Enemy, Field, Place, Vehicle};

htn_domain! {
    /// A platoon of vehicles fights another one. Shells close roads for a while.
    pub domain armour(field: &Field);

    agent Vehicle;

    /// A vehicle that can drive.
    predicate ready(Vehicle) [8];
    /// A vehicle that was hit once. The next hit destroys it.
    predicate damaged(Vehicle) [8];
    predicate at(Vehicle => Place) [8];
    /// The place of an enemy.
    predicate spotted(Enemy => Place) [16];
    predicate road(Place, Place) [128];
    /// A road under fire, in both directions.
    predicate closed(Place, Place) [128];
    predicate depot(Place) [4];

    /// A vehicle used by a plan.
    predicate committed(Vehicle) [8];
    /// An enemy targeted by a plan.
    predicate marked(Enemy) [16];
    /// A firing position used by a plan.
    predicate held(Place) [16];

    internal operator commit(who: Vehicle) {
        if !committed(who);
        add committed(who);
        undo release(who);
    }
    internal operator release(who: Vehicle) { delete committed(who); }
    internal operator mark(target: Enemy) {
        if !marked(target);
        add marked(target);
        undo unmark(target);
    }
    internal operator unmark(target: Enemy) { delete marked(target); }
    internal operator hold(who: Vehicle, place: Place) {
        if !held(place);
        add held(place);
        undo leave(who, place);
    }
    /// Waits until the vehicle has arrived, because it is an agent of this step.
    internal operator leave(who: Vehicle, place: Place) { delete held(place); }

    /// Drives along one road. If the road comes under fire, the vehicle turns back.
    operator drive(who: Vehicle, from: Place, to: Place) by who {
        if at(who, from);
        while !closed(from, to);
        success add at(who, to);
    }

    /// Fires until it is stopped.
    operator suppress(who: Vehicle, target: Enemy) by who {
        while in_sight(who, target);
    }

    /// Fires a salvo. Succeeds if it destroys the target.
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

    /// Chooses what the platoon does next.
    pub method fight() {
        /// A damaged vehicle drives to a depot.
        branch refit if ready(who) && damaged(who) && !committed(who) {
            commit(who);
            go_home(who);
            mend(who);
            release(who);
        }
        /// Attacks with the vehicle and the enemy that are closest to each other.
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
        /// One vehicle suppresses the target while another one destroys it.
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

    /// Drives to a position with a view of the target, unless another plan holds it.
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

    /// Drives road by road, each nearer to the destination. `first` restricts the choice to the best road: if it leads nowhere, the
    /// planner tries another destination instead of many other ways to this one.
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

    /// Drives out of the enemies' sight, if such a place is adjacent.
    method fall_back(who: Vehicle) {
        branch covered if at(who, here) && !seen(here) {}
        branch to_cover
            if at(who, here) && road(here, next) && !closed(here, next) && !seen(next)
        {
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
