//! A squad leader: what he does to lead. What he does with his own hands is in the domain of soldiers.

use squad_htn::prelude::*;

use crate::map::Map;
use crate::terms::{Answer, Foe, Mission, Order, Place, Soldier};

htn_domain! {
    /// Leads a squad: hands out orders within earshot, and reports to headquarters by radio.
    pub domain leader(map: &Map);

    agent Soldier;

    predicate me(=> Soldier);
    /// His squad, himself among them.
    predicate member(Soldier) [8];

    // What he believes.

    predicate at(Soldier => Place) [8];
    predicate dead(Soldier) [8];
    predicate enemy(Foe => Place) [8];
    predicate killed(Foe) [8];
    predicate mission(=> number: u16, what: Mission);
    /// What each of them does, as he takes it: he has told them so, or they have.
    predicate ordered(Soldier => Order) [8];
    predicate answer(Soldier => Answer) [8];
    /// They were heard to say that they go there.
    predicate coming(Place) [16];

    // What he has told headquarters.

    predicate hq_foes(Place => usize) [16];
    predicate hq_strength(=> usize);
    predicate hq_coming(Place) [16];
    predicate hq_answer(=> number: u16, what: Answer);

    axiom foe_at(foe: Foe, place: Place) { enemy(foe, place) && !killed(foe) }

    axiom alive(who: Soldier) { member(who) && !dead(who) }

    /// Who would hear him, if he is where he is believed to be; himself among them.
    axiom reached(who: Soldier) {
        me(me) && at(me, here) && alive(who) && at(who, place) && map.in_earshot(here, place)
    }

    /// Who has not said of late that he can't.
    axiom willing(who: Soldier) {
        reached(who) && !answer(who, Answer::Refused) && !answer(who, Answer::Broken)
    }

    /// What each is to do against those at the place: one keeps them down, the others go in; who has refused keeps them
    /// down, too.
    axiom part_in_assault(who: Soldier, place: Place, what: Order) {
        reached(who)
            && first(willing(far) && at(far, from) && map.far(from, place) > 0.0 sort by -map.far(from, place))
            && let what: Order = (if who == far { Order::Support(place) } else { Order::Attack(place) })
            && willing(who)
    }
    axiom part_in_assault(who: Soldier, place: Place, what: Order) {
        reached(who) && !willing(who) && let what: Order = Order::Support(place)
    }

    /// One more or less is not worth a call.
    axiom hq_knows(place: Place, many: usize) { hq_foes(place, told) && told.abs_diff(many) < 2 }

    /// Tells somebody what to do; himself, too, which takes no words.
    operator order(me: Soldier, who: Soldier, what: Order) by me {
        if alive(who);
        sensed add ordered(who, what);
    }
    /// Tells headquarters how many they are, where.
    operator report_foes(me: Soldier, place: Place, many: usize) by me { success add hq_foes(place, many); }
    operator report_strength(me: Soldier, many: usize) by me { success add hq_strength(many); }
    operator report_coming(me: Soldier, place: Place) by me { success add hq_coming(place); }
    operator report(me: Soldier, number: u16, what: Answer) by me { success add hq_answer(number, what); }

    pub method lead() {
        branch done if me(me) && mission(number, what) && !hq_answer(number, _)
            && let place: Place = what.place() && !foe_at(_, place) && at(me, place)
        {
            report(me, number, Answer::Done);
        }
        /// Less than half of them are left: others have to see to it.
        branch given_up if me(me) && mission(number, what) && what.is_take() && !hq_answer(number, _)
            && let left: usize = count(alive(_)) && left < 2
        {
            report(me, number, Answer::Broken);
        }
        branch orders if me(me) && mission(_, what) && let place: Place = what.place() && orders_due(place) {
            hand_out(me, place);
        }
        branch losses if me(me) && let left: usize = count(alive(_)) && !hq_strength(left) {
            report_strength(me, left);
        }
        branch contact if me(me) && enemy(_, place) && let many: usize = count(foe_at(_, place)) && many > 0
            && !hq_knows(place, many)
        {
            report_foes(me, place, many);
        }
        branch overheard if me(me) && coming(place) && !hq_coming(place) { report_coming(me, place); }
        branch nothing {}
    }

    axiom orders_due(place: Place) { wanted(who, place, what) && !ordered(who, what) }

    /// Where enemies are believed to be, an assault; else all go there.
    axiom wanted(who: Soldier, place: Place, what: Order) { first(foe_at(_, place)) && part_in_assault(who, place, what) }
        else { reached(who) && let what: Order = Order::Go(place) }

    method hand_out(me: Soldier, place: Place) {
        for wanted(who, place, what) && !ordered(who, what) { order(me, who, what); }
    }
}
