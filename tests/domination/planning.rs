//! The HTN team: its strategies, the orders of its bots, and the source of its facts.

use squad_htn::prelude::*;

use crate::domain::domination::{Fact, rows};
use crate::game::{Map, Order, Report, Rules, Server, Skill};
use crate::rules::point;
use crate::study::play_one;
use crate::tactics::WHOLE_TEAM;
use crate::teams::{Htn, Kind, Match, destination};
use crate::terms::{Bot, Duty, Strategy, Waypoint};

const ALL: Strategy = Strategy::ControlAllPoints;
const HALF: Strategy = Strategy::ControlHalfPlusOne;

/// Returns a team that has just spawned, one bot per spawn point in turn, and its first orders.
fn team(map: &Map, strategy: Strategy, size: u8) -> (Htn, Vec<(Bot, Order)>) {
    let mut htn = Htn::new(map, strategy).expect("there is room for the facts");
    let spawned = |number: u8| Report::Spawned {
        bot: Bot(number),
        at: map.spawns[usize::from(number) % map.spawns.len()],
    };
    let reports: Vec<Report> = (0..size).map(spawned).collect();
    let orders = hear(&mut htn, map, 0, &reports);
    (htn, orders)
}

/// Returns the orders that the team gives in the tick of these reports.
fn hear(htn: &mut Htn, map: &Map, now: u32, reports: &[Report]) -> Vec<(Bot, Order)> {
    let mut orders = Vec::new();
    htn.think(map, now, reports, &mut orders, &mut |_| ())
        .expect("there is room for the facts");
    orders
}

fn goals(orders: &[(Bot, Order)]) -> Vec<(Bot, Waypoint)> {
    let goal = |(bot, order): &(Bot, Order)| Some((*bot, order.goal()?));
    orders.iter().filter_map(goal).collect()
}

/// Returns the root branch of the youngest plan.
fn strategy(htn: &Htn) -> &'static str {
    let plans = htn.director.executor().plans();
    let youngest = plans.last().expect("there is a plan");
    youngest
        .plan()
        .tree()
        .node(0)
        .map_or("", |root| root.branch())
}

fn yard() -> Map {
    Map::yard().expect("the example's map")
}

#[test]
fn control_all_points_sends_two_and_searches_with_one() {
    let map = yard();
    let (htn, orders) = team(&map, ALL, 3);
    assert_eq!(strategy(&htn), "control_all_points");
    assert_eq!(rows::chosen(htn.director.state()).count(), 3);
    let duties: Vec<Duty> = rows::duty(htn.director.state())
        .map(|(_, _, duty)| duty)
        .collect();
    assert_eq!(
        duties.iter().filter(|duty| **duty == Duty::Points).count(),
        2
    );
    assert_eq!(
        duties.iter().filter(|duty| **duty == Duty::Search).count(),
        1
    );
    let captures = htn
        .errands()
        .iter()
        .filter(|errand| errand.action.name() == "capture");
    let mut captured: Vec<Waypoint> = captures
        .map(|errand| destination(errand.action).1)
        .collect();
    captured.dedup();
    assert_eq!(captured.len(), 2);
    assert_eq!(goals(&orders).len(), 3);
}

#[test]
fn control_half_plus_one_sends_all_to_two_points() {
    let map = yard();
    let (htn, orders) = team(&map, HALF, 3);
    assert_eq!(strategy(&htn), "control_half_plus_one");
    let chosen: Vec<Waypoint> = rows::chosen(htn.director.state()).collect();
    assert_eq!(chosen.len(), 2);
    let goals = goals(&orders);
    assert_eq!(goals.len(), 3);
    assert!(goals.iter().all(|(_, to)| chosen.contains(to)));
    assert!(
        chosen
            .iter()
            .all(|point| goals.iter().any(|(_, to)| to == point))
    );
}

#[test]
fn everybody_on_points_forms_no_search_party() {
    let map = yard();
    for size in [1, 3, 8] {
        let (htn, orders) = team(&map, Strategy::EverybodyOnPoints, size);
        assert_eq!(strategy(&htn), "everybody_on_points");
        let mut duties = rows::duty(htn.director.state());
        assert!(duties.all(|(_, _, duty)| duty == Duty::Points));
        let goals = goals(&orders);
        assert_eq!(goals.len(), usize::from(size));
        assert!(goals.iter().all(|(_, to)| map.letter(*to).is_some()));
    }
}

#[test]
fn too_small_team_falls_back_to_half_plus_one() {
    let map = yard();
    let (htn, orders) = team(&map, ALL, 1);
    assert_eq!(strategy(&htn), "control_half_plus_one");
    assert_eq!(goals(&orders).len(), 1);

    // A team that becomes too small falls back until it is large enough again.
    let (mut htn, _) = team(&map, ALL, 2);
    assert_eq!(strategy(&htn), "control_all_points");
    let orders = hear(&mut htn, &map, 10, &[Report::Died { bot: Bot(0) }]);
    assert_eq!(strategy(&htn), "control_half_plus_one");
    assert!(goals(&orders).iter().all(|(bot, _)| *bot == Bot(1)));
    assert_eq!(rows::chosen(htn.director.state()).count(), 2);
    let at = map.spawns[0];
    hear(&mut htn, &map, 50, &[Report::Spawned { bot: Bot(0), at }]);
    assert_eq!(strategy(&htn), "control_all_points");
    assert_eq!(rows::chosen(htn.director.state()).count(), 3);

    let (htn, orders) = team(&map, ALL, 0);
    assert_eq!(
        (orders.len(), htn.director.executor().plans().count()),
        (0, 0)
    );
}

#[test]
fn search_party_moves_together_and_waits() {
    let map = yard();
    let mut htn = Htn::new(&map, ALL).expect("there is room for the facts");
    let at = map.spawns[0];
    let reports: Vec<Report> = (0..5)
        .map(|number| Report::Spawned {
            bot: Bot(number),
            at,
        })
        .collect();
    hear(&mut htn, &map, 0, &reports);
    let party: Vec<(Bot, Waypoint)> = htn
        .errands()
        .iter()
        .filter(|errand| errand.action.name() == "advance")
        .map(|errand| destination(errand.action))
        .collect();
    assert_eq!(party.len(), 3);
    let there = party[0].1;
    assert!(party.iter().all(|(_, to)| *to == there));
    // Two have arrived, and wait for the third.
    let arrived = |bot| Report::Arrived { bot, at: there };
    let orders = hear(
        &mut htn,
        &map,
        40,
        &[arrived(party[0].0), arrived(party[1].0)],
    );
    assert_eq!(orders, []);
    let orders = hear(&mut htn, &map, 60, &[arrived(party[2].0)]);
    let next = goals(&orders);
    assert_eq!(next.len(), 3, "{orders:?}");
    assert!(
        next.iter()
            .all(|(bot, to)| party.iter().any(|(mate, _)| mate == bot) && *to == next[0].1)
    );
}

#[test]
fn patrol_follows_capture_and_yields_to_lost_point() {
    let map = yard();
    let (mut htn, _) = team(&map, HALF, 2);
    let chosen: Vec<Waypoint> = rows::chosen(htn.director.state()).collect();
    let taken = chosen.iter().map(|point| Report::Holds {
        point: *point,
        ours: true,
    });
    hear(&mut htn, &map, 50, &taken.collect::<Vec<_>>());
    let actions: Vec<&str> = htn
        .errands()
        .iter()
        .map(|errand| errand.action.name())
        .collect();
    assert_eq!(actions, ["patrol", "patrol"]);
    // Both bots are in one plan, but patrol to different points.
    let [a, b] = [0, 1].map(|index: usize| destination(htn.errands()[index].action).1);
    assert_ne!(a, b);
    let lost = chosen[0];
    let orders = hear(
        &mut htn,
        &map,
        90,
        &[Report::Holds {
            point: lost,
            ours: false,
        }],
    );
    assert!(goals(&orders).iter().any(|(_, to)| *to == lost));
    assert!(
        htn.errands()
            .iter()
            .any(|errand| errand.action.name() == "capture")
    );
}

#[test]
fn held_point_replaces_lost_chosen_point() {
    let map = yard();
    let (mut htn, orders) = team(&map, HALF, 1);
    let first = goals(&orders)[0].1;
    let chosen = |htn: &Htn| rows::chosen(htn.director.state()).collect::<Vec<Waypoint>>();
    let before = chosen(&htn);
    let mut points = map.points.iter().map(|(point, _)| *point);
    let third = points.find(|point| !before.contains(point));
    let third = third.expect("there are three");
    let holds = |point| Report::Holds { point, ours: true };
    hear(&mut htn, &map, 50, &[holds(third), holds(first)]);
    let mut after = chosen(&htn);
    after.sort();
    let mut held = [first, third];
    held.sort();
    assert_eq!(after, held);
}

#[test]
fn bots_follow_their_plans() {
    let map = yard();
    for (strategy, size) in [(ALL, 3), (HALF, 3), (ALL, 5), (ALL, 8)] {
        let rules = Rules {
            size,
            ..Rules::default()
        };
        let mut game =
            Match::new(&map, rules, [Kind::Htn(strategy), Kind::Improved], 4).expect("a match");
        let mut told = 0;
        for _ in 0..600 {
            game.step().expect("there is room for the facts");
            let htn = game.htn(0).expect("the first team plans");
            for errand in htn.errands() {
                let (bot, to) = destination(errand.action);
                let body = &game.server.bodies[0][bot.index()];
                if body.is_alive() {
                    assert_eq!(
                        body.goal,
                        Some(to),
                        "{} at tick {}",
                        errand.action,
                        game.server.now
                    );
                    told += 1;
                }
            }
            let state = htn.director.state();
            // Only bots on the way to a point claim it, even after repairs.
            for (point, bot) in rows::claimed(state) {
                let mut errands = htn.errands().iter();
                assert!(
                    errands.any(|errand| destination(errand.action) == (bot, point)),
                    "{bot:?} at tick {}",
                    game.server.now
                );
            }
            if strategy == ALL {
                let captors = rows::duty(state)
                    .filter(|(_, _, duty)| *duty == Duty::Points)
                    .count();
                // A team that was too small for a while may still have more captors.
                assert!(captors <= 2 || rows::bot(state).count() < size);
            }
        }
        assert!(
            told > 300 * size,
            "{strategy}, {size}: bots had nothing to do most of the time"
        );
    }
}

#[test]
fn whole_team_always_has_orders() {
    for map in Map::built_in().expect("the example's maps") {
        let kinds = [WHOLE_TEAM.kinds[0], Kind::Improved];
        let mut game = Match::new(&map, Rules::default(), kinds, 4).expect("a match");
        for _ in 0..600 {
            game.step().expect("there is room for the facts");
            let htn = game.htn(0).expect("the first team plans");
            let state = htn.director.state();
            for bot in rows::bot(state) {
                let errands = htn
                    .errands()
                    .iter()
                    .filter(|it| destination(it.action).0 == bot);
                let goals: Vec<Waypoint> = errands.map(|it| destination(it.action).1).collect();
                let body = &game.server.bodies[0][bot.index()];
                if body.is_alive() {
                    let now = game.server.now;
                    assert_eq!(
                        body.goal.as_slice(),
                        goals,
                        "{bot:?} on {} at {now}",
                        map.name
                    );
                }
            }
            assert_eq!(rows::claimed(state).count(), rows::bot(state).count());
        }
    }
}

#[test]
fn facts_depend_on_reports_alone() {
    // A second team gets the recorded reports without a game. It must have the same facts and give the same orders.
    let map = yard();
    let rules = Rules::default();
    let mut server = Server::new(&map, rules, [Skill::Improved; 2], 9);
    let mut playing = Htn::new(&map, ALL).expect("room");
    let mut listening = Htn::new(&map, ALL).expect("room");
    let mut told: Vec<Vec<Report>> = Vec::new();
    let mut wanted: Vec<Vec<(Bot, Order)>> = Vec::new();
    for _ in 0..500 {
        let (mut reports, mut orders) = (Vec::new(), Vec::new());
        server.reports(0, &mut reports);
        playing
            .think(&map, server.now, &reports, &mut orders, &mut |_| ())
            .expect("room");
        for (bot, order) in &orders {
            server.order(0, *bot, *order);
        }
        // The opponents walk about without orders.
        server.step();
        told.push(reports);
        wanted.push(orders);
    }
    for (now, (reports, wanted)) in (0..).zip(told.iter().zip(&wanted)) {
        let mut orders = Vec::new();
        listening
            .think(&map, now, reports, &mut orders, &mut |_| ())
            .expect("room");
        assert_eq!(orders, *wanted, "at tick {now}");
    }
    let [a, b] =
        [&playing, &listening].map(|htn| htn.director.state().facts().collect::<Vec<Fact>>());
    assert_eq!(a, b);
    assert!(
        told.iter()
            .flatten()
            .any(|report| matches!(report, Report::Holds { ours: true, .. }))
    );
    // The facts match the reports.
    let state = listening.director.state();
    for (point, _) in &map.points {
        assert_eq!(
            state.contains(Fact::Ours(*point)),
            server.holder(*point) == Some(0)
        );
    }
}

#[test]
fn same_seed_gives_same_match() {
    let map = yard();
    let kinds = [Kind::Htn(ALL), Kind::Improved];
    let play = |seed| {
        let outcome = play_one(&map, Rules::default(), kinds, seed).expect("a match");
        (
            outcome.end,
            outcome.scores,
            outcome.ticks,
            outcome.deaths,
            outcome.held,
        )
    };
    assert_eq!(play(3), play(3));
    assert_ne!(play(3), play(4));
}

#[test]
fn one_bot_holds_point_of_tiny_map() {
    let map = Map::read("small", "#######\n#s A o#\n#######\n").expect("a small map");
    let a = point(&map, 'A');
    let rules = Rules {
        size: 1,
        goal: 3,
        limit: 60,
    };
    for strategy in [ALL, HALF] {
        let mut game =
            Match::new(&map, rules, [Kind::Htn(strategy), Kind::Standard], 1).expect("a match");
        let mut held = false;
        while game.server.end().is_none() {
            game.step().expect("there is room for the facts");
            held |= game.server.holder(a) == Some(0);
        }
        assert!(held, "{strategy}");
    }
}

#[test]
fn no_search_ends_at_a_limit() {
    let map = yard();
    let rules = Rules {
        size: 8,
        ..Rules::default()
    };
    for strategy in [ALL, HALF] {
        let mut game =
            Match::new(&map, rules, [Kind::Htn(strategy), Kind::Improved], 2).expect("a match");
        for _ in 0..400 {
            game.step().expect("there is room for the facts");
            let htn = game.htn(0).expect("the first team plans");
            for event in htn.director.events() {
                let text = event.to_string();
                let full = matches!(
                    event,
                    Event::NoPlan {
                        reason: NoPlanReason::Full { .. },
                        ..
                    }
                );
                assert!(!full, "{text}");
            }
        }
    }
}
