//! The strategies of the HTN team for a domination game. The team's decisions are all made here; a bot's reactions to
//! enemies on its way are part of the game (`game/reactions.rs`).

use squad_htn::prelude::*;

use crate::game::Map;
use crate::terms::{BOTS, Bot, Duty, Foe, Idea, POINTS, Strategy, WAYPOINTS, Waypoint};

/// The distance at which a search party looks for enemies, in metres on foot.
const BEAT: std::ops::RangeInclusive<f32> = 4.0..=15.0;
/// The maximum size of a search party.
const PARTY: usize = 3;
/// The detour in metres that a bot accepts to reach a point that no teammate is on the way to.
const DETOUR: f32 = 4.0;
/// The detour if all bots are assigned at once.
const TEAM_DETOUR: f32 = 10.0;
/// The detour in metres that is as good as guarding a point.
const GUARDING: f32 = 40.0;
/// Enemies at this distance from a point are at it, in metres on foot.
const AT_POINT: f32 = 15.0;

htn_domain! {
    /// A team of bots that holds domination points. The map is known to all; everything else is reported by the server.
    pub domain domination(map: &Map);

    agent Bot;

    // Reported by the server.

    /// A bot of our team is alive.
    predicate bot(Bot) [BOTS];
    /// The waypoint that a bot passed last.
    predicate at(Bot => Waypoint) [BOTS];
    /// A domination point.
    predicate point(Waypoint) [POINTS];
    /// A domination point that our team holds.
    predicate ours(Waypoint) [POINTS];
    /// A visible enemy, and the waypoint that it is near.
    predicate sighted(Foe => Waypoint) [BOTS];
    /// The tick in which one of our bots last was at a waypoint.
    predicate visited(Waypoint => u32) [WAYPOINTS];

    // Chosen by the designer.

    predicate strategy(=> Strategy);
    /// An idea that the strategy `WholeTeam` follows.
    predicate idea(Idea) [8];

    // Maintained by plans.

    /// The duty of a bot and the leader of its party. A bot that acts alone leads itself.
    predicate duty(Bot => leader: Bot, Duty) [BOTS];
    /// A point that a bot is on the way to.
    predicate claimed(Waypoint, Bot) [BOTS];
    /// The points that the strategy wants to hold.
    predicate chosen(Waypoint) [POINTS];
    /// The destination of a search party.
    predicate heading(leader: Bot => Waypoint) [BOTS];

    /// A living bot without a duty.
    axiom idle(who: Bot) { bot(who) && !duty(who, _, _) }

    /// A chosen point that our team does not hold, with its distance. Each bot on the way to it adds a detour, so that the
    /// bots spread out, but not across the whole map.
    axiom errand(here: Waypoint, point: Waypoint, metres: f32) {
        chosen(point) && !ours(point)
            && let others: usize = count(claimed(point, _))
            && let metres: f32 = map.metres(here, point) + DETOUR * others as f32
    }

    /// The distance to the nearest errand, or 0 if no errand is left.
    axiom nearest_errand(here: Waypoint, metres: f32) {
        let metres: f32 = min(far; errand(here, _, far))
    } else {
        let metres: f32 = 0.0
    }

    /// The distance of a point from the nearest chosen point, or from the team if none is chosen.
    axiom apart(point: Waypoint, metres: f32) {
        let metres: f32 = min(map.metres(from, point); chosen(from) && from != point)
    } else {
        let metres: f32 = min(map.metres(from, point); at(_, from))
    }

    /// A point to send a bot to, with its cost: the way, and a number of metres for each disadvantage.
    axiom offer(here: Waypoint, point: Waypoint, metres: f32) {
        chosen(point)
            && (!ours(point) || idea(Idea::Guard) || forall(chosen(any) => ours(any)))
            && let others: usize = count(claimed(point, _))
            && crowding(others, crowd) && guarding(point, guard)
            && outnumbered(point, others, danger)
            && let metres: f32 = map.metres(here, point) + crowd + guard + danger
    }

    axiom crowding(others: usize, metres: f32) {
        !idea(Idea::SpreadOut) && let metres: f32 = 0.0
    } else {
        idea(Idea::Pairs) && let metres: f32 = TEAM_DETOUR * (others / 2) as f32
    } else {
        let metres: f32 = TEAM_DETOUR * others as f32
    }

    axiom guarding(point: Waypoint, metres: f32) {
        idea(Idea::Guard) && ours(point) && let metres: f32 = GUARDING
    } else {
        let metres: f32 = 0.0
    }

    axiom outnumbered(point: Waypoint, others: usize, metres: f32) {
        idea(Idea::NeverOutnumbered)
            && let foes: usize = count(sighted(_, near) && map.metres(near, point) <= AT_POINT)
            && let metres: f32 = TEAM_DETOUR * foes.saturating_sub(others + 1) as f32
    } else {
        let metres: f32 = 0.0
    }

    /// The root task of the team. Each plan covers the bots that are idle.
    pub method win_domination() {
        /// Two bots take all points and patrol between them; the rest search and destroy.
        branch control_all_points
            if strategy(Strategy::ControlAllPoints)
                && idle(_)
                && let team: usize = count(bot(_)) && team >= 2
                && let all: usize = count(point(_))
        {
            choose_points(all);
            give_tasks(2);
        }
        /// All bots take all points, and none searches. This strategy is not in the paper.
        branch everybody_on_points
            if strategy(Strategy::EverybodyOnPoints) && idle(_) && let all: usize = count(point(_))
        {
            choose_points(all);
            give_tasks(BOTS);
        }
        /// All bots are assigned at once. With [`Idea::Reassign`], the team ends this plan whenever something is reported, so that
        /// the next plan has all bots again.
        branch whole_team
            if strategy(Strategy::WholeTeam) && idle(_) && let all: usize = count(point(_))
        {
            choose_points(all);
            assign_all();
        }
        /// All bots take half of the points plus one and patrol between them. One bot is enough, so this is also the
        /// fallback for a team that is too small for `control_all_points`.
        branch control_half_plus_one if idle(_) && let all: usize = count(point(_)) {
            choose_points(all / 2 + 1);
            give_tasks(BOTS);
        }
    }

    /// Chooses the points to hold: those near the team and near each other.
    method choose_points(wanted: usize) {
        branch too_few
            if let now: usize = count(chosen(_)) && now < wanted
                && point(point) && !chosen(point) && apart(point, metres)
            sort by metres
        {
            choose(point);
            choose_points(wanted);
        }
        branch too_many
            if let now: usize = count(chosen(_)) && now > wanted
                && chosen(point) && apart(point, metres)
            sort by metres desc
        {
            drop(point);
            choose_points(wanted);
        }
        /// Swaps a lost point, unless a bot is on the way to it, for one that our team holds.
        branch one_that_we_hold_instead
            if chosen(lost) && !ours(lost) && !claimed(lost, _) && point(held) && ours(held)
                && !chosen(held)
        {
            drop(lost);
            choose(held);
        }
        /// Swaps a lost point, unless a bot is on the way to it, for one nearer to an idle bot.
        branch a_nearer_one_instead
            if chosen(lost) && !ours(lost) && !claimed(lost, _) && point(point) && !chosen(point)
                && idle(who) && at(who, here) && map.metres(here, point) < map.metres(here, lost)
        {
            drop(lost);
            choose(point);
        }
        branch as_many_as_wanted {}
    }

    /// Assigns up to `captors` bots to points, the one nearest to an errand first; the rest form search parties. Each task's
    /// closing steps come after the next tasks, so that planning for the next bot sees who is on the way where.
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

    /// Assigns a bot and a point, and then the others.
    method assign_all() {
        branch nearest_first
            if idea(Idea::NearestFirst) && idle(who) && at(who, here) && offer(here, point, metres)
            sort by metres
        {
            assign(who, point);
        }
        branch in_order_of_numbers
            if !idea(Idea::NearestFirst) && idle(who) && at(who, here) && offer(here, point, metres)
            sort by (who.0, metres)
        {
            assign(who, point);
        }
        branch everybody_has_a_task {}
    }

    method assign(who: Bot, point: Waypoint) {
        enlist(who, who, Duty::Points);
        claim(who, point);
        go(who, point);
        assign_all();
        unclaim(who);
        dismiss(who, who);
    }

    method go(who: Bot, point: Waypoint) {
        branch take if !ours(point) { capture(who, point); }
        branch keep { hold(who, point); }
    }

    /// Takes a point, or else patrols to the chosen point with the oldest visit.
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

    /// Searches for enemies with the idle bots that are near.
    method search_and_destroy(leader: Bot) {
        let there = next_waypoint(leader);
        head_for(leader, there);
        enlist(leader, leader, Duty::Search);
        gather(leader);
        for duty(mate, leader, Duty::Search) { advance(mate, there); }
    }

    /// Adds the nearest idle bot until the party is full.
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

    /// Ends a party. Its bots stay together: none gets a new duty until all have arrived.
    method break_up(leader: Bot) {
        for duty(mate, leader, Duty::Search) && mate != leader { block_on(leader, mate); }
        for duty(mate, leader, Duty::Search) && mate != leader { dismiss(mate, leader); }
        for heading(leader, there) { halt(leader, there); }
        dismiss(leader, leader);
    }

    /// Chooses where to look for enemies.
    method next_waypoint(leader: Bot) -> Waypoint {
        /// Near a visible enemy, if it is not far.
        branch enemy_in_sight
            if at(leader, here) && sighted(_, there) && !heading(_, there)
                && map.metres(here, there) <= *BEAT.end()
            sort by map.metres(here, there)
        {
            return there;
        }
        /// At a point that the enemies hold or contest.
        branch point_of_theirs
            if at(leader, here) && point(there) && !ours(there) && !heading(_, there)
                && let others: usize = count(claimed(there, _))
            sort by (others, map.metres(here, there))
        {
            return there;
        }
        /// At the waypoint with the oldest visit, not too far away.
        branch sweep
            if at(leader, here) && visited(there, when) && BEAT.contains(&map.metres(here, there))
            sort by when
        {
            return there;
        }
        branch anywhere if at(leader, here) && visited(there, when) && there != here sort by when {
            return there;
        }
    }

    /// Goes to a domination point to take it. The effect is not assumed: other bots plan as if the point were not ours until
    /// the server reports that it is.
    operator capture(who: Bot, point: Waypoint) by who {
        if !ours(point);
        sensed add at(who, point);
    }

    /// Goes to a domination point to guard it, as long as our team holds all chosen points.
    operator patrol(who: Bot, point: Waypoint) by who {
        while forall(chosen(any) => ours(any));
        sensed add at(who, point);
    }

    /// Goes to a domination point that our team holds, and looks round there.
    operator hold(who: Bot, point: Waypoint) by who {
        while ours(point);
        sensed add at(who, point);
    }

    /// Goes to a waypoint to find enemies there.
    operator advance(who: Bot, waypoint: Waypoint) by who {
        sensed add at(who, waypoint);
    }

    /// Assigns a duty. Its undo, `dismiss`, also names the leader, so it waits until the leader is free: until the party has
    /// arrived.
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
    /// Deletes the claim of a bot, whichever point it is for: a repair may have replaced the point.
    internal operator unclaim(who: Bot) { delete claimed(_, who); }

    internal operator head_for(leader: Bot, there: Waypoint) {
        add heading(leader, there);
        undo halt(leader, there);
    }
    internal operator halt(leader: Bot, there: Waypoint) { delete heading(leader, there); }

    internal operator choose(point: Waypoint) { add chosen(point); }
    internal operator drop(point: Waypoint) { delete chosen(point); }
}
