//! Headquarters: they see nothing themselves, and know only what the radio reports.

use squad_htn::prelude::*;

use crate::map::Map;
use crate::terms::{Answer, Mission, Place, Soldier, Squad};

htn_domain! {
    /// Sends squads to the objectives, based on their reports.
    pub domain command(map: &Map);

    agent Squad;

    predicate squad(Squad) [4];
    predicate objective(Place) [8];

    // Beliefs.

    /// The place of its leader at his last call.
    predicate at(Squad => Place) [4];
    predicate led_by(Squad => Soldier) [4];
    predicate strength(Squad => usize) [4];
    /// The number of enemies reported at a place, for a while.
    predicate foes(Place => usize) [16];
    /// A place that a squad has reported as taken.
    predicate taken(Place => Squad) [8];
    /// A place that the enemy was overheard to go to.
    predicate coming(Place) [16];
    /// The squad's answer to its mission.
    predicate answer(Squad => number: u16, what: Answer) [4];

    /// The squad has a new leader, who does not know its mission.
    predicate new_leader(Squad) [4];
    /// The squad did not answer the last call.
    predicate silent(Squad) [4];

    // Given missions.

    predicate mission(Squad => Mission) [4];

    /// A squad that is stronger than the enemies reported at a place.
    axiom strong_enough(squad: Squad, place: Place) {
        strength(squad, left) && left > 1
            && let foes: usize = sum(many; foes(place, many)) && foes <= left + 1
    }

    /// A squad whose mission has ended, or that has none.
    axiom free(squad: Squad) {
        squad(squad) && !silent(squad)
            && first(!mission(squad, _) || answer(squad, _, _) || new_leader(squad))
    }

    /// A squad is on its way to take the place.
    axiom somebody_takes(place: Place) {
        mission(other, Mission::Take(place)) && !answer(other, _, Answer::Broken)
    }

    /// A squad was sent to hold the place.
    axiom somebody_holds(place: Place) { mission(_, Mission::Hold(place)) }

    /// The squad has a mission to hold a place.
    axiom is_holding(squad: Squad) { mission(squad, what) && !what.is_take() }

    /// Gives a mission by radio to the squad's leader, as far as he is known.
    operator call(squad: Squad, who: Soldier, what: Mission) by squad {
        if led_by(squad, who);
        success add mission(squad, what);
        success delete answer(squad, _, _);
        success delete new_leader(squad);
    }

    pub method command() {
        /// Holds a taken place that is in danger: the enemy was overheard to go there, or was seen there.
        branch defend
            if taken(place, _) && (coming(place) || foes(place, _)) && !somebody_holds(place)
                && free(squad) && at(squad, from)
            sort by map.far(from, place)
        {
            assign(squad, Mission::Hold(place));
        }
        /// Takes the place nearest to a squad that is strong enough for it.
        branch take
            if objective(place) && !taken(place, _) && !somebody_takes(place)
                && free(squad) && at(squad, from) && strong_enough(squad, place)
            sort by map.far(from, place)
        {
            assign(squad, Mission::Take(place));
        }
        /// Nothing is left to take, or the enemy is too strong: free squads hold the nearest place.
        branch all_taken
            if free(squad) && !is_holding(squad) && objective(place) && at(squad, from)
            sort by map.far(from, place)
        {
            assign(squad, Mission::Hold(place));
        }
        branch nothing {}
    }

    method assign(squad: Squad, what: Mission) if led_by(squad, who) { call(squad, who, what); }
}
