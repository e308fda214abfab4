//! A squad leader: how he leads. His actions as a soldier are in the domain `soldier`.

use squad_htn::prelude::*;

use crate::map::Map;
use crate::terms::{Answer, Foe, Mission, Order, Place, Soldier};

htn_domain! {
    /// Leads a squad: gives orders within earshot, and reports to headquarters by radio.
    pub domain leader(map: &Map);

    agent Soldier;

    predicate me(=> Soldier);
    /// A member of his squad, including himself.
    predicate member(Soldier) [8];

    // Beliefs.

    /// The place of a member, including himself.
    predicate at(Soldier => Place) [8];
    predicate dead(Soldier) [8];
    predicate enemy(Foe => Place) [8];
    predicate killed(Foe) [8];
    /// The current mission. A later one replaces it.
    predicate mission(=> number: u16, what: Mission);
    /// The order that he assumes a member to follow.
    predicate ordered(Soldier => Order) [8];
    /// The last answer of a member, for a while.
    predicate answer(Soldier => Answer) [8];
    /// A place that the enemy was overheard to go to.
    predicate coming(Place) [16];

    // Reported to headquarters.

    predicate hq_foes(Place => usize) [16];
    predicate hq_strength(=> usize);
    predicate hq_coming(Place) [16];
    predicate hq_answer(=> number: u16, what: Answer);

    /// An enemy who is alive, as far as he knows.
    axiom foe_at(foe: Foe, place: Place) { enemy(foe, place) && !killed(foe) }

    /// A member who is alive, as far as he knows.
    axiom alive(who: Soldier) { member(who) && !dead(who) }

    /// A member within earshot, including himself, if his beliefs are right.
    axiom reached(who: Soldier) {
        me(me) && at(me, here) && alive(who) && at(who, place) && map.in_earshot(here, place)
    }

    /// A member within earshot who has not refused or abandoned an order lately.
    axiom willing(who: Soldier) {
        reached(who) && !answer(who, Answer::Refused) && !answer(who, Answer::Broken)
    }

    /// The order of each member in an assault on a place. The farthest willing member suppresses the enemies there, and the
    /// others attack; members who have refused suppress, too.
    axiom part_in_assault(who: Soldier, place: Place, what: Order) {
        reached(who)
            && first(
                willing(far) && at(far, from) && map.far(from, place) > 0.0
                sort by -map.far(from, place)
            )
            && let what: Order = (if who == far { Order::Support(place) } else { Order::Attack(place) })
            && willing(who)
    }
    axiom part_in_assault(who: Soldier, place: Place, what: Order) {
        reached(who) && !willing(who) && let what: Order = Order::Support(place)
    }

    /// Headquarters know the number of enemies, up to a difference of one.
    axiom hq_knows(place: Place, many: usize) { hq_foes(place, told) && told.abs_diff(many) < 2 }

    /// Gives an order to a member. Orders to himself are not spoken.
    operator order(me: Soldier, who: Soldier, what: Order) by me {
        if alive(who);
        sensed add ordered(who, what);
    }
    /// Reports the number of enemies at a place.
    operator report_foes(me: Soldier, place: Place, many: usize) by me {
        success add hq_foes(place, many);
    }
    /// Reports the number of surviving members.
    operator report_strength(me: Soldier, many: usize) by me { success add hq_strength(many); }
    /// Reports where the enemy was overheard to go.
    operator report_coming(me: Soldier, place: Place) by me { success add hq_coming(place); }
    /// Reports the end of a mission.
    operator report(me: Soldier, number: u16, what: Answer) by me {
        success add hq_answer(number, what);
    }

    pub method lead() {
        /// He is at the place and knows of no enemy there.
        branch done
            if me(me) && mission(number, what) && !hq_answer(number, _)
                && let place: Place = what.place() && !foe_at(_, place) && at(me, place)
        {
            report(me, number, Answer::Done);
        }
        /// He is the only survivor, too weak to take a place.
        branch given_up
            if me(me) && mission(number, what) && what.is_take() && !hq_answer(number, _)
                && let left: usize = count(alive(_)) && left < 2
        {
            report(me, number, Answer::Broken);
        }
        /// A member within earshot needs another order.
        branch orders
            if me(me) && mission(_, what) && let place: Place = what.place() && orders_due(place)
        {
            hand_out(me, place);
        }
        /// Reports by radio have a lower priority: losses first, then enemies, then overheard destinations.
        branch losses if me(me) && let left: usize = count(alive(_)) && !hq_strength(left) {
            report_strength(me, left);
        }
        branch contact
            if me(me) && enemy(_, place) && let many: usize = count(foe_at(_, place)) && many > 0
                && !hq_knows(place, many)
        {
            report_foes(me, place, many);
        }
        branch overheard if me(me) && coming(place) && !hq_coming(place) {
            report_coming(me, place);
        }
        branch nothing {}
    }

    /// A member needs another order.
    axiom orders_due(place: Place) { wanted(who, place, what) && !ordered(who, what) }

    /// The wanted order: an assault if enemies are believed to be there; otherwise all go there.
    axiom wanted(who: Soldier, place: Place, what: Order) {
        first(foe_at(_, place)) && part_in_assault(who, place, what)
    } else {
        reached(who) && let what: Order = Order::Go(place)
    }

    /// Gives the orders one by one, because each takes a sentence.
    method hand_out(me: Soldier, place: Place) {
        for wanted(who, place, what) && !ordered(who, what) { order(me, who, what); }
    }
}
