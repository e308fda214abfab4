//! Headquarters: they see nothing themselves, and know what the radio tells.

use squad_htn::prelude::*;

use crate::map::Map;
use crate::terms::{Answer, Mission, Place, Squad};

htn_domain! {
    /// Sends squads to the places that matter, from what was reported.
    pub domain command(map: &Map);

    agent Squad;

    predicate squad(Squad) [4];
    predicate objective(Place) [8];

    // What they believe.

    predicate at(Squad => Place) [4];
    predicate strength(Squad => usize) [4];
    predicate foes(Place => usize) [16];
    /// Reported as taken by this squad.
    predicate taken(Place => Squad) [8];
    predicate coming(Place) [16];
    predicate answer(Squad => number: u16, what: Answer) [4];

    /// Somebody has taken over who does not know what for.
    predicate new_leader(Squad) [4];
    /// Nobody answered the last call.
    predicate silent(Squad) [4];

    // What they have said.

    predicate mission(Squad => Mission) [4];

    /// What a squad can cope with, as far as is known.
    axiom strong_enough(squad: Squad, place: Place) {
        strength(squad, left) && left > 1
            && let foes: usize = sum(many; foes(place, many)) && foes <= left + 1
    }

    /// It has none, has done it, or has given it up.
    axiom free(squad: Squad) {
        squad(squad) && !silent(squad) && first(!mission(squad, _) || answer(squad, _, _) || new_leader(squad))
    }

    axiom somebody_takes(place: Place) { mission(other, Mission::Take(place)) && !answer(other, _, Answer::Broken) }

    axiom somebody_holds(place: Place) { mission(_, Mission::Hold(place)) }

    axiom is_holding(squad: Squad) { mission(squad, what) && !what.is_take() }

    /// By radio, to whoever leads it.
    operator assign(squad: Squad, what: Mission) by squad {
        if squad(squad);
        success add mission(squad, what);
        success delete answer(squad, _, _);
        success delete new_leader(squad);
    }

    pub method command() {
        /// A place of ours is in danger: they were heard to say that they go there, or seen there.
        branch defend if taken(place, _) && (coming(place) || foes(place, _)) && !somebody_holds(place)
            && free(squad) && at(squad, from)
            sort by map.far(from, place)
        {
            assign(squad, Mission::Hold(place));
        }
        branch take if objective(place) && !taken(place, _) && !somebody_takes(place)
            && free(squad) && at(squad, from) && strong_enough(squad, place)
            sort by map.far(from, place)
        {
            assign(squad, Mission::Take(place));
        }
        branch all_taken if free(squad) && !is_holding(squad) && objective(place) && at(squad, from)
            sort by map.far(from, place)
        {
            assign(squad, Mission::Hold(place));
        }
        branch nothing {}
    }
}
