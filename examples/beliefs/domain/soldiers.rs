//! A soldier, who plans for himself from his beliefs.

use squad_htn::prelude::*;

use crate::map::Map;
use crate::terms::{Answer, Foe, Order, Place, Soldier};

htn_domain! {
    /// A soldier: saves his life, fights, reports enemies, and follows orders, in this priority.
    pub domain soldier(map: &Map);

    agent Soldier;

    // Knowledge of himself and of what he sees.

    predicate me(=> Soldier);
    predicate here(=> Place);
    /// A member of his squad.
    predicate comrade(Soldier) [8];
    /// Another hit may be fatal.
    predicate hurt();
    predicate under_fire();
    predicate bandages(=> u8);
    predicate in_sight(Foe) [8];
    /// An enemy whose believed position is no longer certain.
    predicate doubtful(Foe) [8];
    /// His side shares all knowledge, so reports about enemies are superfluous.
    predicate linked();

    // Beliefs.

    predicate enemy(Foe => Place) [8];
    predicate killed(Foe) [8];
    /// The place of another soldier of his side.
    predicate mate(Soldier => Place) [8];
    predicate dead(Soldier) [8];
    predicate leader(=> Soldier);
    /// The current order. A later one replaces it.
    predicate order(=> number: u16, what: Order);
    /// A place that the enemy was overheard to go to.
    predicate coming(Place) [16];

    // Memory of conversations.

    /// A soldier who, as far as he knows, has heard where an enemy is.
    predicate knows(Soldier, Foe => Place) [64];
    /// His answer to the order of that number.
    predicate answered(=> number: u16, what: Answer);

    /// An enemy who is alive, as far as he knows.
    axiom foe_at(foe: Foe, at: Place) { enemy(foe, at) && !killed(foe) }

    /// A soldier of his side within earshot, if his beliefs are right.
    axiom listener(who: Soldier) {
        here(here) && mate(who, place) && !dead(who) && map.in_earshot(here, place)
    }

    /// A comrade who is dead, or was not seen or heard for so long that he counts as dead.
    axiom gone(who: Soldier) { dead(who) || (comrade(who) && !dead(who) && !mate(who, _)) }

    /// A surviving comrade has a higher rank.
    axiom is_outranked(me: Soldier) { comrade(other) && other.0 < me.0 && !gone(other) }

    /// An attack that would kill him: he is hurt and enemies are there, or there are far too many of them.
    axiom deadly(what: Order) {
        let Some(place): Option<Place> = what.attacked() && foe_at(_, place) && hurt()
    }
    axiom deadly(what: Order) {
        let Some(place): Option<Place> = what.attacked()
            && let foes: usize = count(foe_at(_, place))
            && let friends: usize = count(listener(_))
            && foes > friends + 1
    }

    /// A known enemy would see him there.
    axiom exposed(place: Place) { foe_at(_, at) && map.sees(at, place) }

    /// Walks to an adjacent place.
    operator walk(me: Soldier, from: Place, to: Place) by me {
        if here(from);
        sensed add here(to);
        cost map.far(from, to);
    }
    /// Walks to an adjacent place in pursuit of an enemy.
    operator stalk(me: Soldier, foe: Foe, at: Place, from: Place, to: Place) by me {
        if here(from) && foe_at(foe, at);
        sensed add here(to);
        cost map.far(from, to);
    }
    /// Fires a burst at a visible enemy.
    operator shoot(me: Soldier, foe: Foe, at: Place) by me { if in_sight(foe) && enemy(foe, at); }
    /// Fires bursts at a place where an enemy is believed to be.
    operator suppress(me: Soldier, foe: Foe, at: Place) by me { if foe_at(foe, at); }
    /// Aims at a place where an enemy may appear.
    operator aim(me: Soldier, foe: Foe, at: Place) by me { if foe_at(foe, at); }
    /// Bandages himself. This takes long, and he has one bandage.
    operator bandage(me: Soldier) by me {
        if bandages(n) && n > 0;
        while !under_fire();
        success add bandages(n - 1);
        sensed delete hurt();
    }
    /// Looks around.
    operator watch(me: Soldier) by me {}

    /// Reports all that he knows about the enemy. He assumes that everyone whom he believes to be within earshot has heard it.
    operator brief(me: Soldier, to: Soldier) by me {
        if listener(to);
        success add knows(who, foe, at) for listener(who) && foe_at(foe, at);
    }
    /// Answers an order.
    operator answer(me: Soldier, number: u16, what: Answer) by me {
        if order(number, _);
        success add answered(number, what);
    }
    /// Announces to comrades and headquarters that he is the leader.
    operator take_command(me: Soldier) by me { sensed add leader(me); }

    pub method act() {
        /// Saves his life, whatever his orders.
        branch save_life if hurt() && under_fire() && me(me) && here(here) && exposed(here) {
            break_off(me);
            hide(me, here);
        }
        /// Shoots back at a visible enemy.
        branch fight_back
            if under_fire() && me(me) && here(here) && in_sight(foe) && enemy(foe, at)
            sort by map.far(here, at)
        {
            shoot(me, foe, at);
        }
        /// Suppresses the place where he believes his attackers to be.
        branch fire_back
            if under_fire() && me(me) && here(here) && foe_at(foe, at) && !doubtful(foe)
                && map.sees(here, at)
            sort by map.far(here, at)
        {
            suppress(me, foe, at);
        }
        /// The leader is gone, and no surviving comrade has a higher rank.
        branch take_over
            if me(me) && leader(other) && other != me && gone(other) && !is_outranked(me)
        {
            take_command(me);
        }
        /// A soldier within earshot does not know what he knows. The leader hears it first.
        branch tell
            if !linked() && me(me) && leader(chief) && listener(to)
                && foe_at(foe, at) && !doubtful(foe) && !knows(to, foe, at)
            sort by to != chief
        {
            brief(me, to);
        }
        /// Shoots at a visible enemy.
        branch fight
            if me(me) && here(here) && in_sight(foe) && enemy(foe, at)
            sort by map.far(here, at)
        {
            shoot(me, foe, at);
        }
        /// Answers an order: refuses a deadly one.
        branch refuse if me(me) && order(number, what) && !answered(number, _) && deadly(what) {
            answer(me, number, Answer::Refused);
        }
        branch acknowledge if me(me) && order(number, _) && !answered(number, _) {
            answer(me, number, Answer::Copy);
        }
        branch patch_up
            if hurt() && bandages(n) && n > 0 && !in_sight(_) && !under_fire() && me(me)
        {
            bandage(me);
        }
        branch obey if me(me) && order(number, what) && answered(number, Answer::Copy) {
            obey(me, number, what);
        }
        /// Without an order he stays near his leader.
        branch rejoin
            if me(me) && here(here) && leader(other) && mate(other, place)
                && !map.in_earshot(here, place)
                && let Some(next): Option<Place> = map.next(here, place)
        {
            walk(me, here, next);
        }
        /// Without anything to do, he pursues an enemy whose position is certain,
        branch hunt
            if !hurt() && me(me) && here(here) && foe_at(foe, at) && !doubtful(foe)
                && map.far(here, at) < 100.0 && !map.sees(here, at)
                && let Some(next): Option<Place> = map.next(here, at)
            sort by map.far(here, at)
        {
            stalk(me, foe, at, here, next);
        }
        /// or waits for an enemy to appear,
        branch lie_in_wait if me(me) && here(here) && foe_at(foe, at) && map.sees(here, at) {
            aim(me, foe, at);
        }
        /// or looks around.
        branch look_out if me(me) { watch(me); }
    }

    /// Tells the leader that he abandons his order, if he has one.
    method break_off(me: Soldier) {
        branch ordered if order(number, _) && answered(number, Answer::Copy) {
            answer(me, number, Answer::Broken);
        }
        branch free {}
    }

    /// Moves out of the sight of all known enemies, or else to the best cover nearby.
    method hide(me: Soldier, here: Place) {
        branch out_of_sight
            if let place: Place in map.beside(here) && !exposed(place) && !foe_at(_, place)
            sort by map.far(here, place)
        {
            walk(me, here, place);
        }
        branch in_cover
            if let place: Place in map.beside(here) && !foe_at(_, place)
            sort by map.cover(place) desc
        {
            walk(me, here, place);
        }
        branch stay { watch(me); }
    }

    /// Carries out an order, and reports its completion.
    method obey(me: Soldier, number: u16, what: Order) {
        branch support if let Some(target): Option<Place> = what.supported() && here(here) {
            support(me, number, here, target);
        }
        branch go if here(here) && let place: Place = what.place() {
            travel(me, here, place);
            answer(me, number, Answer::Done);
        }
    }

    /// Suppresses a place from a position that sees it, as long as an enemy is believed to be there.
    method support(me: Soldier, number: u16, here: Place, target: Place) {
        branch nobody_left if !foe_at(_, target) { answer(me, number, Answer::Done); }
        branch in_position if here != target && map.sees(here, target) && foe_at(foe, target) {
            suppress(me, foe, target);
        }
        branch get_there
            if let view: Place in map.views(target) && !foe_at(_, view)
            sort by map.far(here, view)
        {
            travel(me, here, view);
        }
    }

    /// Walks from place to place.
    method travel(me: Soldier, from: Place, to: Place) {
        branch there if from == to {}
        branch on if let Some(next): Option<Place> = map.next(from, to) {
            walk(me, from, next);
            travel(me, next, to);
        }
    }
}
