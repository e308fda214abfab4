//! How an HTN team wins a domination game. Everything that the team decides is decided here; what a bot does when it is
//! shot at on its way is its own business.

use squad_htn::prelude::*;

use crate::game::Map;
use crate::terms::{BOTS, Bot, Duty, Foe, POINTS, Strategy, WAYPOINTS, Waypoint};

/// A party looks for enemies at waypoints that are at least and at most so far away, in metres on foot.
const BEAT: std::ops::RangeInclusive<f32> = 4.0..=15.0;
/// As many go together, at most.
const PARTY: usize = 3;
/// How much farther a bot goes, in metres, for a point that nobody else is on the way to.
const DETOUR: f32 = 4.0;

htn_domain! {
    /// A team of bots that holds domination points. The map is what everybody knows; all else is what the server reports.
    pub domain domination(map: &Map);

    agent Bot;

    // What the server reports.

    /// A bot of ours is in the game.
    predicate bot(Bot) [BOTS];
    /// The waypoint that it passed last.
    predicate at(Bot => Waypoint) [BOTS];
    /// A domination point.
    predicate point(Waypoint) [POINTS];
    /// A domination point that we hold.
    predicate ours(Waypoint) [POINTS];
    /// An enemy whom one of us sees, and the waypoint that it is near.
    predicate sighted(Foe => Waypoint) [BOTS];
    /// When one of us was last at a waypoint, in ticks of the match.
    predicate visited(Waypoint => u32) [WAYPOINTS];

    // What the designer wants.

    predicate strategy(=> Strategy);

    // What plans keep account of.

    /// What a bot is there for, and whom it goes with: itself where it goes alone.
    predicate duty(Bot => leader: Bot, Duty) [BOTS];
    /// A point that somebody is on the way to.
    predicate claimed(Waypoint, Bot) [BOTS];
    /// The points that the strategy is about.
    predicate chosen(Waypoint) [POINTS];
    /// Where a search party is on the way to.
    predicate heading(leader: Bot => Waypoint) [BOTS];

    /// In the game, with nothing to do.
    axiom idle(who: Bot) { bot(who) && !duty(who, _, _) }

    /// Ought to be ours and is not. Who goes for it from here has so far to go, and farther for each who is on the way
    /// already: so they spread out, but not across the whole map.
    axiom errand(here: Waypoint, point: Waypoint, metres: f32) {
        chosen(point) && !ours(point)
            && let others: usize = count(claimed(point, _))
            && let metres: f32 = map.metres(here, point) + DETOUR * others as f32
    }

    /// How far it is to the nearest of them; no way at all where there is none.
    axiom nearest_errand(here: Waypoint, metres: f32) {
        let metres: f32 = min(far; errand(here, _, far))
    } else {
        let metres: f32 = 0.0
    }

    /// How far a point lies from those that are chosen already; from the team, where none is.
    axiom apart(point: Waypoint, metres: f32) {
        let metres: f32 = min(map.metres(from, point); chosen(from) && from != point)
    } else {
        let metres: f32 = min(map.metres(from, point); at(_, from))
    }

    /// The team's task. It is planned again and again, each time for those who have nothing to do.
    pub method win_domination() {
        /// Two take all points and patrol between them; the rest search and destroy.
        branch control_all_points
            if strategy(Strategy::ControlAllPoints)
                && idle(_)
                && let team: usize = count(bot(_)) && team >= 2
                && let all: usize = count(point(_))
        {
            choose_points(all);
            give_tasks(2);
        }
        /// All take all points, and nobody searches. The paper does not have it.
        branch everybody_on_points
            if strategy(Strategy::EverybodyOnPoints) && idle(_) && let all: usize = count(point(_))
        {
            choose_points(all);
            give_tasks(BOTS);
        }
        /// All take half of the points and one more, and patrol between those. It takes a single bot, so it is what is
        /// left where the team is too small for the other one.
        branch control_half_plus_one if idle(_) && let all: usize = count(point(_)) {
            choose_points(all / 2 + 1);
            give_tasks(BOTS);
        }
    }

    /// Which points the strategy is about: those near the team, and near one another.
    method choose_points(many: usize) {
        branch too_few
            if let now: usize = count(chosen(_)) && now < many
                && point(point) && !chosen(point) && apart(point, metres)
            sort by metres
        {
            choose(point);
            choose_points(many);
        }
        branch too_many
            if let now: usize = count(chosen(_)) && now > many
                && chosen(point) && apart(point, metres)
            sort by metres desc
        {
            drop(point);
            choose_points(many);
        }
        /// One that is lost is open to choice again, unless somebody is on the way to it.
        branch one_that_we_hold_instead
            if chosen(lost) && !ours(lost) && !claimed(lost, _) && point(held) && ours(held) && !chosen(held)
        {
            drop(lost);
            choose(held);
        }
        branch a_nearer_one_instead
            if chosen(lost) && !ours(lost) && !claimed(lost, _) && point(point) && !chosen(point)
                && idle(who) && at(who, here) && map.metres(here, point) < map.metres(here, lost)
        {
            drop(lost);
            choose(point);
        }
        branch as_many_as_wanted {}
    }

    /// So many for the points, first whoever is nearest to one that has to be taken; the rest form parties. What ends a task
    /// stands behind the tasks of the others: whoever is planned for next has to see who is on the way where.
    method give_tasks(captors: usize) {
        branch points
            if let now: usize = count(duty(_, _, Duty::Points)) && now < captors
                && idle(who) && at(who, here) && nearest_errand(here, metres)
            sort by metres
        {
            enlist(who, who, Duty::Points);
            look_after_points(who);
            give_tasks(captors);
            unclaim(who);
            dismiss(who, who);
        }
        branch rest if idle(leader) {
            search_and_destroy(leader);
            give_tasks(captors);
            break_up(leader);
        }
        branch everybody_has_a_task {}
    }

    /// Takes a point, or else goes to the one where nobody has been for longest.
    method look_after_points(who: Bot) {
        branch take if at(who, here) && errand(here, point, metres) sort by metres {
            claim(who, point);
            capture(who, point);
        }
        branch patrol_between_them
            if chosen(point) && visited(point, when) && let others: usize = count(claimed(point, _))
            sort by (others, when)
        {
            claim(who, point);
            patrol(who, point);
        }
    }

    /// Goes for enemies, with those who are near and have nothing to do.
    method search_and_destroy(leader: Bot) {
        let there = next_waypoint(leader);
        head_for(leader, there);
        enlist(leader, leader, Duty::Search);
        gather(leader);
        for duty(mate, leader, Duty::Search) { advance(mate, there); }
    }

    /// Whoever is nearest joins, until the party is large enough.
    method gather(leader: Bot) {
        branch one_more
            if let party: usize = count(duty(_, leader, Duty::Search)) && party < PARTY
                && at(leader, here)
                && idle(mate) && at(mate, from) && map.metres(from, here) <= *BEAT.end()
            sort by map.metres(from, here)
        {
            enlist(mate, leader, Duty::Search);
            gather(leader);
        }
        branch all_are_here {}
    }

    /// The end of a party: nobody goes on before all are there.
    method break_up(leader: Bot) {
        for duty(mate, leader, Duty::Search) && mate != leader { block_on(leader, mate); }
        for duty(mate, leader, Duty::Search) && mate != leader { dismiss(mate, leader); }
        for heading(leader, there) { halt(leader, there); }
        dismiss(leader, leader);
    }

    /// Where to look for enemies.
    method next_waypoint(leader: Bot) -> Waypoint {
        /// Where one of us sees one, if that is not far.
        branch enemy_in_sight
            if at(leader, here) && sighted(_, there) && !heading(_, there) && map.metres(here, there) <= *BEAT.end()
            sort by map.metres(here, there)
        {
            return there;
        }
        /// Where they have been, and will be again.
        branch point_of_theirs
            if at(leader, here) && point(there) && !ours(there) && !heading(_, there)
                && let others: usize = count(claimed(there, _))
            sort by (others, map.metres(here, there))
        {
            return there;
        }
        /// Where nobody of us has been for longest, not too far away.
        branch sweep
            if at(leader, here) && visited(there, when) && BEAT.contains(&map.metres(here, there))
            sort by when
        {
            return there;
        }
        branch anywhere if at(leader, here) && visited(there, when) && there != here sort by when { return there; }
    }

    /// Goes to a domination point to take it. No plan counts on it: the others go on as if it were not ours until the server
    /// says that it is.
    operator capture(who: Bot, point: Waypoint) by who {
        if !ours(point);
        sensed add at(who, point);
    }

    /// Goes to a domination point to see that it stays ours, as long as there is nothing to take.
    operator patrol(who: Bot, point: Waypoint) by who {
        while forall(chosen(any) => ours(any));
        sensed add at(who, point);
    }

    /// Goes to a waypoint to find enemies there.
    operator advance(who: Bot, waypoint: Waypoint) by who {
        sensed add at(who, waypoint);
    }

    /// Has a task from now on. `remove` names the leader too, and so it waits until he is free: until his party is there.
    internal operator enlist(who: Bot, leader: Bot, duty: Duty) {
        if idle(who);
        add duty(who, leader, duty);
        undo dismiss(who, leader);
    }
    internal operator dismiss(who: Bot, leader: Bot) { delete duty(who, leader, _); }

    internal operator claim(who: Bot, point: Waypoint) {
        if !claimed(_, who);
        add claimed(point, who);
        undo unclaim(who);
    }
    /// Whatever it was: a repair may have given it another point than the plan had at first.
    internal operator unclaim(who: Bot) { delete claimed(_, who); }

    internal operator head_for(leader: Bot, there: Waypoint) {
        add heading(leader, there);
        undo halt(leader, there);
    }
    internal operator halt(leader: Bot, there: Waypoint) { delete heading(leader, there); }

    internal operator choose(point: Waypoint) { add chosen(point); }
    internal operator drop(point: Waypoint) { delete chosen(point); }
}
