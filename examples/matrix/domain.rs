//! The seizure of the town hall. This domain makes all decisions; the rest of the example ranks, executes and reviews
//! the plans.
//!
//! Alternatives are methods of the same name, so each of them gives different plans. Work that is already done is a branch, so
//! the same domain plans from the assembly area and from the situation after a failure.

use squad_htn::prelude::*;

use crate::terms::{Entry, Floor, Help, Place, Route, Skill, Unit};
use crate::town::Town;

htn_domain! {
    /// The opponent seizes the town hall.
    pub domain siege(town: &Town);

    agent Unit;

    // ——— knowledge ———

    /// A unit that can fight.
    predicate ready(Unit) [8];
    predicate at(Unit => Place) [8];
    predicate can(Unit, Skill) [40];
    /// The place from which to enter.
    predicate foot(Entry => Place) [4];
    /// A place with a view of the guards of an entry.
    predicate overlooks(Place, Entry) [16];
    predicate charges(Unit => u8) [8];
    predicate rounds(Unit => u8) [8];

    // ——— progress ———

    /// Active support for breaking in at an entry.
    predicate support(Entry, Help) [16];
    /// A unit that fires until it is stopped.
    predicate firing(Unit) [8];
    predicate breached(Entry) [4];
    predicate swept(Floor) [4];
    predicate seized();

    // ——— assignments of the plan ———

    predicate tasked(Unit) [8];
    predicate ordered(Unit, Help) [8];

    /// A unit without a task. Each unit has one task per plan.
    axiom free(who: Unit) { ready(who) && !tasked(who) }
    /// All ordered support is active.
    axiom all_set(way: Entry) { forall(ordered(_, help) => support(way, help)) }

    // ——— the mission ———

    pub method seize() {
        branch done if seized() {}
        /// All floors are swept: a unit in the hall raises the flag.
        branch swept
            if swept(Floor::Ground) && swept(Floor::Upper) && ready(who) && at(who, Place::Hall)
        {
            raise_flag(who);
        }
        /// A unit is already in the hall.
        branch inside if ready(who) && at(who, Place::Hall) && can(who, Skill::Storm) {
            sweep_all();
        }
        /// An entry is already breached.
        branch through_the_breach
            if breached(way) && let by: Route in [Route::Alleys, Route::Street]
        {
            go_in(way, by);
        }
        /// Chooses an entry and a route.
        branch by_force
            if let way: Entry in Entry::ALL
                && let by: Route in [Route::Alleys, Route::Street]
        {
            look(way, by);
            deceive(way, by);
            cover(way, by);
            screen(way, by);
            break_in(way, by);
            go_in(way, by);
        }
    }

    /// All units that are not at the farm pull back.
    pub method withdraw() { for ready(who) && !at(who, Place::Farm) { pull_back(who); } }

    // ——— support before the breach: optional, except for fire ———

    /// A unit observes the entry.
    method look(way: Entry, by: Route) {
        branch done if support(way, Help::Eyes) {}
        branch send { send_eyes(way, by); }
    }
    method send_eyes(way: Entry, by: Route)
        if free(who) && can(who, Skill::Observe) && overlooks(spot, way)
    {
        assign(who);
        order(who, Help::Eyes);
        reach(who, spot, by);
        observe(who, way);
    }
    method send_eyes(way: Entry, by: Route) {}

    /// A unit feints at another entry.
    method deceive(way: Entry, by: Route) {
        branch done if support(way, Help::Feint) {}
        branch send { send_feint(way, by); }
    }
    method send_feint(way: Entry, by: Route) {}
    method send_feint(way: Entry, by: Route)
        if free(who) && can(who, Skill::Feint) && foot(other, spot) && other != way
    {
        assign(who);
        order(who, Help::Feint);
        reach(who, spot, by);
        feint(who, other, way);
    }

    /// Fire suppresses the guards.
    method cover(way: Entry, by: Route) {
        branch done if support(way, Help::Fire) {}
        branch send { send_fire(way, by); }
    }
    method send_fire(way: Entry, by: Route)
        if free(who) && can(who, Skill::Suppress) && overlooks(spot, way)
    {
        assign(who);
        order(who, Help::Fire);
        reach(who, spot, by);
        suppress(who, way);
    }
    method send_fire(way: Entry, by: Route)
        if free(who) && can(who, Skill::Shoot) && overlooks(spot, way)
    {
        assign(who);
        order(who, Help::Fire);
        reach(who, spot, by);
        shoot_guards(who, way);
    }
    method send_fire(way: Entry, by: Route)
        if free(who) && can(who, Skill::Shell) && rounds(who, n) && n > 0
    {
        assign(who);
        order(who, Help::Fire);
        shell(who, way);
    }

    /// Smoke conceals units that cross open ground.
    method screen(way: Entry, by: Route) {
        branch done if support(way, Help::Screen) {}
        branch send { send_smoke(way, by); }
    }
    method send_smoke(way: Entry, by: Route)
        if free(who) && can(who, Skill::Smoke) && rounds(who, n) && n > 0
    {
        assign(who);
        order(who, Help::Screen);
        smoke(who, way);
    }
    method send_smoke(way: Entry, by: Route) {}

    // ——— the breach ———

    method break_in(way: Entry, by: Route)
        if free(who) && can(who, Skill::Blast) && charges(who, n) && n > 0 && foot(way, spot)
    {
        assign(who);
        reach(who, spot, by);
        blast(who, way);
    }
    method break_in(way: Entry, by: Route)
        if way == Entry::Door && free(who) && can(who, Skill::Ram) && foot(way, spot)
    {
        assign(who);
        reach(who, spot, by);
        ram(who, way);
    }
    method break_in(way: Entry, by: Route)
        if way == Entry::Skylight && free(who) && can(who, Skill::Climb) && foot(way, spot)
    {
        assign(who);
        reach(who, spot, by);
        climb(who, way);
    }

    // ——— inside ———

    /// Two units together, the better one in the lead,
    method go_in(way: Entry, by: Route)
        if free(a) && can(a, Skill::Storm) && free(b) && can(b, Skill::Storm)
            && town.fit(a, Skill::Storm) > town.fit(b, Skill::Storm)
            && foot(way, spot)
    {
        assign(a);
        assign(b);
        reach(a, spot, by);
        reach(b, spot, by);
        storm_together(a, b, way);
        cease_fire(a);
        sweep_all();
    }
    /// or one unit alone.
    method go_in(way: Entry, by: Route) if free(who) && can(who, Skill::Storm) && foot(way, spot) {
        assign(who);
        reach(who, spot, by);
        storm(who, way);
        cease_fire(who);
        sweep_all();
    }

    /// Stops supporting fire once the storming units are in the hall. No other step of the plan starts before that.
    method cease_fire(storming: Unit) {
        branch somebody_fires if firing(_) {
            global_block(storming);
            for firing(who) { finish_action(who); stand_down(who); }
        }
        branch nobody {}
    }

    method sweep_all() {
        branch two
            if inside(a) && inside(b) && a != b && !swept(Floor::Ground) && !swept(Floor::Upper)
        {
            sweep(a, Floor::Ground);
            sweep(b, Floor::Upper);
            raise_flag(a);
        }
        branch one if inside(who) {
            for let floor: Floor in [Floor::Ground, Floor::Upper] && !swept(floor) {
                sweep(who, floor);
            }
            raise_flag(who);
        }
    }
    axiom inside(who: Unit) { ready(who) && at(who, Place::Hall) && can(who, Skill::Storm) }

    method reach(who: Unit, spot: Place, by: Route) {
        branch there if at(who, spot) {}
        branch on_the_way { march(who, spot, by); }
    }

    // ——— actions: costs are probabilities of failure in percent, durations are in minutes ———

    operator march(who: Unit, to: Place, by: Route) by who {
        if at(who, from);
        success add at(who, to);
        cost town.march_risk(to, by);
        duration town.march(who, from, to, by);
    }
    operator observe(who: Unit, way: Entry) by who {
        success add support(way, Help::Eyes);
        cost town.risk(who, Skill::Observe);
        duration 3.0;
    }
    operator feint(who: Unit, at: Entry, way: Entry) by who {
        success add support(way, Help::Feint);
        cost town.risk(who, Skill::Feint);
        duration 5.0;
    }
    /// Lasts until it is stopped.
    operator suppress(who: Unit, way: Entry) by who {
        start add support(way, Help::Fire), firing(who);
        failure delete support(way, Help::Fire), firing(who);
        cost town.risk(who, Skill::Suppress);
        duration f32::INFINITY;
    }
    operator shoot_guards(who: Unit, way: Entry) by who {
        success add support(way, Help::Fire);
        cost town.risk(who, Skill::Shoot);
        duration 4.0;
    }
    operator shell(who: Unit, way: Entry) by who {
        if rounds(who, n) && n > 0;
        start add rounds(who, n - 1);
        success add support(way, Help::Fire);
        cost town.risk(who, Skill::Shell);
        duration 3.0;
    }
    operator smoke(who: Unit, way: Entry) by who {
        if rounds(who, n) && n > 0;
        start add rounds(who, n - 1);
        success add support(way, Help::Screen);
        cost town.risk(who, Skill::Smoke);
        duration 2.0;
    }
    operator blast(who: Unit, way: Entry) by who {
        if charges(who, n) && n > 0 && all_set(way) && let helps: usize = count(support(way, _));
        start add charges(who, n - 1);
        success add breached(way);
        cost town.risk_at_the_hall(who, Skill::Blast, helps);
        duration 2.0;
    }
    operator ram(who: Unit, way: Entry) by who {
        if all_set(way) && let helps: usize = count(support(way, _));
        success add breached(way);
        cost town.risk_at_the_hall(who, Skill::Ram, helps);
        duration 1.5;
    }
    operator climb(who: Unit, way: Entry) by who {
        if all_set(way) && let helps: usize = count(support(way, _));
        success add breached(way);
        cost town.risk_at_the_hall(who, Skill::Climb, helps);
        duration 4.0;
    }
    operator storm(who: Unit, way: Entry) by who {
        if breached(way) && let helps: usize = count(support(way, _));
        success add at(who, Place::Hall);
        cost town.risk_at_the_hall(who, Skill::Storm, helps);
        duration 2.5;
    }
    operator storm_together(a: Unit, b: Unit, way: Entry) by a, b {
        if breached(way) && let helps: usize = count(support(way, _));
        success add at(a, Place::Hall), at(b, Place::Hall);
        cost town.risk_at_the_hall(a, Skill::Storm, helps + 1);
        duration 2.0;
    }
    operator sweep(who: Unit, floor: Floor) by who {
        success add swept(floor);
        cost town.risk_at_the_hall(who, Skill::Storm, 3);
        duration 4.0;
    }
    operator raise_flag(who: Unit) by who {
        if swept(Floor::Ground) && swept(Floor::Upper);
        success add seized();
        cost 1.0;
        duration 1.0;
    }
    operator pull_back(who: Unit) by who {
        if at(who, from);
        success add at(who, Place::Farm);
        cost 2.0;
        duration town.march(who, from, Place::Farm, Route::Alleys);
    }

    // ——— assignments, undone if the plan is abandoned ———

    internal operator assign(who: Unit) { if !tasked(who); add tasked(who); undo relieve(who); }
    internal operator relieve(who: Unit) { delete tasked(who); }
    internal operator order(who: Unit, help: Help) {
        add ordered(who, help);
        undo call_off(who, help);
    }
    internal operator call_off(who: Unit, help: Help) { delete ordered(who, help); }
    internal operator stand_down(who: Unit) { delete firing(who); }
}

pub use siege::{Action, Executor, Fact, Plan, Planner, State, Task};
