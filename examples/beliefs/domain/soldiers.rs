//! A soldier, who plans for himself from what he believes.

use squad_htn::prelude::*;

use crate::map::Map;
use crate::terms::{Answer, Foe, Order, Place, Soldier};

htn_domain! {
    /// One soldier: he saves his life, fights, tells what he knows, and does as he is told, in this order.
    pub domain soldier(map: &Map);

    agent Soldier;

    // What he knows of himself, and what is before his eyes.

    predicate me(=> Soldier);
    predicate here(=> Place);
    /// Those of his squad.
    predicate comrade(Soldier) [8];
    /// One more hit may be the last.
    predicate hurt();
    predicate under_fire();
    predicate bandages(=> u8);
    predicate in_sight(Foe) [8];
    /// Of this belief he is not sure any more.
    predicate doubtful(Foe) [8];
    /// All of his side are of one mind: there is no need to speak of enemies.
    predicate linked();

    // What he believes.

    predicate enemy(Foe => Place) [8];
    predicate killed(Foe) [8];
    predicate mate(Soldier => Place) [8];
    predicate dead(Soldier) [8];
    predicate leader(=> Soldier);
    predicate order(=> number: u16, what: Order);
    /// They were heard to say that they go there.
    predicate coming(Place) [16];

    // What he keeps in mind of what was said.

    /// Whom he has told where an enemy is, or has heard being told.
    predicate knows(Soldier, Foe => Place) [64];
    predicate answered(=> number: u16, what: Answer);

    /// An enemy who lives, as far as he knows.
    axiom foe_at(foe: Foe, at: Place) { enemy(foe, at) && !killed(foe) }

    /// Somebody who would hear him, if he is where he is believed to be.
    axiom listener(who: Soldier) {
        here(here) && mate(who, place) && !dead(who) && map.in_earshot(here, place)
    }

    /// Dead, or nobody has seen or heard him for so long that he must be.
    axiom gone(who: Soldier) { dead(who) || (comrade(who) && !dead(who) && !mate(who, _)) }

    axiom is_outranked(me: Soldier) { comrade(other) && other.0 < me.0 && !gone(other) }

    /// An order that would be the end of him: he is hurt and they are there, or they are far too many.
    axiom deadly(what: Order) {
        let Some(place): Option<Place> = what.attacked() && foe_at(_, place) && hurt()
    }
    axiom deadly(what: Order) {
        let Some(place): Option<Place> = what.attacked()
            && let foes: usize = count(foe_at(_, place))
            && let friends: usize = count(listener(_))
            && foes > friends + 1
    }

    /// An enemy who would see him there.
    axiom exposed(place: Place) { foe_at(_, at) && map.sees(at, place) }

    /// From here to the next place.
    operator walk(me: Soldier, from: Place, to: Place) by me {
        if here(from);
        sensed add here(to);
        cost map.far(from, to);
    }
    /// The same, after an enemy who was seen further on.
    operator stalk(me: Soldier, foe: Foe, at: Place, from: Place, to: Place) by me {
        if here(from) && foe_at(foe, at);
        sensed add here(to);
        cost map.far(from, to);
    }
    /// A burst at somebody whom he sees.
    operator shoot(me: Soldier, foe: Foe, at: Place) by me { if in_sight(foe) && enemy(foe, at); }
    /// Bursts at a place where somebody is said to be, to keep him down.
    operator suppress(me: Soldier, foe: Foe, at: Place) by me { if foe_at(foe, at); }
    /// Takes aim at where somebody may show himself.
    operator aim(me: Soldier, foe: Foe, at: Place) by me { if foe_at(foe, at); }
    operator bandage(me: Soldier) by me {
        if bandages(n) && n > 0;
        while !under_fire();
        success add bandages(n - 1);
        sensed delete hurt();
    }
    operator watch(me: Soldier) by me {}

    /// Tells all that he knows of the enemy. He takes it that those have heard it who are, as he believes, near enough.
    operator brief(me: Soldier, to: Soldier) by me {
        if listener(to);
        success add knows(who, foe, at) for listener(who) && foe_at(foe, at);
    }
    /// Answers his leader.
    operator answer(me: Soldier, number: u16, what: Answer) by me {
        if order(number, _);
        success add answered(number, what);
    }
    operator take_command(me: Soldier) by me { sensed add leader(me); }

    pub method act() {
        /// He saves his life, orders or not.
        branch save_life if hurt() && under_fire() && me(me) && here(here) && exposed(here) {
            break_off(me);
            hide(me, here);
        }
        branch fight_back if under_fire() && me(me) && here(here) && in_sight(foe) && enemy(foe, at)
            sort by map.far(here, at)
        {
            shoot(me, foe, at);
        }
        /// He sees nobody, and fires where he believes them to be.
        branch fire_back if under_fire() && me(me) && here(here) && foe_at(foe, at) && !doubtful(foe) && map.sees(here, at)
            sort by map.far(here, at)
        {
            suppress(me, foe, at);
        }
        /// The leader is gone, and nobody is left who comes before him.
        branch take_over if me(me) && leader(other) && other != me && gone(other) && !is_outranked(me) {
            take_command(me);
        }
        /// Somebody near does not know yet what he knows. Tells his leader first.
        branch tell if !linked() && me(me) && leader(chief) && listener(to)
            && foe_at(foe, at) && !doubtful(foe) && !knows(to, foe, at)
            sort by to != chief
        {
            brief(me, to);
        }
        branch fight if me(me) && here(here) && in_sight(foe) && enemy(foe, at) sort by map.far(here, at) {
            shoot(me, foe, at);
        }
        branch refuse if me(me) && order(number, what) && !answered(number, _) && deadly(what) {
            answer(me, number, Answer::Refused);
        }
        branch acknowledge if me(me) && order(number, _) && !answered(number, _) {
            answer(me, number, Answer::Copy);
        }
        branch patch_up if hurt() && bandages(n) && n > 0 && !in_sight(_) && !under_fire() && me(me) { bandage(me); }
        branch obey if me(me) && order(number, what) && answered(number, Answer::Copy) { obey(me, number, what); }
        /// Without an order he keeps near his leader.
        branch rejoin if me(me) && here(here) && leader(other) && mate(other, place) && !map.in_earshot(here, place)
            && let Some(next): Option<Place> = map.next(here, place)
        {
            walk(me, here, next);
        }
        branch hunt if !hurt() && me(me) && here(here) && foe_at(foe, at) && !doubtful(foe)
            && map.far(here, at) < 100.0 && !map.sees(here, at)
            && let Some(next): Option<Place> = map.next(here, at)
            sort by map.far(here, at)
        {
            stalk(me, foe, at, here, next);
        }
        branch lie_in_wait if me(me) && here(here) && foe_at(foe, at) && map.sees(here, at) { aim(me, foe, at); }
        branch look_out if me(me) { watch(me); }
    }

    /// Says that he gives an order up, where he has one.
    method break_off(me: Soldier) {
        branch ordered if order(number, _) && answered(number, Answer::Copy) { answer(me, number, Answer::Broken); }
        branch free {}
    }

    /// To where no enemy that he knows of sees him; else the best cover beside.
    method hide(me: Soldier, here: Place) {
        branch out_of_sight if let place: Place in map.beside(here) && !exposed(place) && !foe_at(_, place)
            sort by map.far(here, place)
        {
            walk(me, here, place);
        }
        branch in_cover if let place: Place in map.beside(here) && !foe_at(_, place) sort by map.cover(place) desc {
            walk(me, here, place);
        }
        branch stay { watch(me); }
    }

    method obey(me: Soldier, number: u16, what: Order) {
        branch support if let Some(target): Option<Place> = what.supported() && here(here) {
            support(me, number, here, target);
        }
        branch go if here(here) && let place: Place = what.place() {
            travel(me, here, place);
            answer(me, number, Answer::Done);
        }
    }

    /// From somewhere that sees the place, as long as somebody is believed to be there.
    method support(me: Soldier, number: u16, here: Place, target: Place) {
        branch nobody_left if !foe_at(_, target) { answer(me, number, Answer::Done); }
        branch in_position if here != target && map.sees(here, target) && foe_at(foe, target) { suppress(me, foe, target); }
        branch get_there if let view: Place in map.views(target) && !foe_at(_, view) sort by map.far(here, view) {
            travel(me, here, view);
        }
    }

    method travel(me: Soldier, from: Place, to: Place) {
        branch there if from == to {}
        branch on if let Some(next): Option<Place> = map.next(from, to) {
            walk(me, from, next);
            travel(me, next, to);
        }
    }
}
