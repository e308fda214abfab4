//! The rules of a match: points, scores, respawns, and the end.

use crate::game::{End, Map, Order, Report, Rules, Server, Side, Skill, State, TICKS_A_SECOND};
use crate::terms::{Bot, Waypoint};

/// Two rooms with a point each, and a passage between them. The points are out of sight of each other.
pub const ROOMS: &str = "\
#####################
#o   A    #    B   s#
#         #         #
#         #         #
#    o    o    o    #
#         #         #
#####################
";

pub fn map(text: &str) -> Map {
    Map::read("test", text).expect("a valid map")
}

pub fn point(map: &Map, letter: char) -> Waypoint {
    let found = map.points.iter().find(|(_, other)| *other == letter);
    found.expect("the map has this point").0
}

/// Returns a match after its first tick, in which all bots spawn.
pub fn begun(map: &Map, rules: Rules, skill: Skill) -> Server<'_> {
    let mut server = Server::new(map, rules, [skill; 2], 1);
    server.step();
    server
}

/// Puts a bot on a waypoint and orders it to stay there.
pub fn put(server: &mut Server<'_>, side: Side, index: usize, at: Waypoint) {
    let (map, now) = (server.map, server.now);
    server.bodies[side][index].spawn(map, at, now);
    server.order(side, Bot(index as u8), Order::Go(at));
}

fn one_each() -> Rules {
    Rules {
        size: 1,
        ..Rules::default()
    }
}

pub fn reports(server: &mut Server<'_>, side: Side) -> Vec<Report> {
    let mut reports = Vec::new();
    server.reports(side, &mut reports);
    reports
}

#[test]
fn bot_on_point_takes_it_and_both_sides_get_reports() {
    let map = map(ROOMS);
    let (a, b) = (point(&map, 'A'), point(&map, 'B'));
    let mut server = begun(&map, one_each(), Skill::Improved);
    put(&mut server, 0, 0, a);
    put(&mut server, 1, 0, b);
    assert_eq!([server.holder(a), server.holder(b)], [None, None]);
    server.step();
    assert_eq!([server.holder(a), server.holder(b)], [Some(0), Some(1)]);
    for (side, (ours, theirs)) in [(a, b), (b, a)].into_iter().enumerate() {
        let told = reports(&mut server, side);
        assert!(told.contains(&Report::Holds {
            point: ours,
            ours: true
        }));
        assert!(told.contains(&Report::Holds {
            point: theirs,
            ours: false
        }));
    }
}

#[test]
fn contested_point_keeps_its_holder() {
    let map = map(ROOMS);
    let a = point(&map, 'A');
    let mut server = begun(&map, one_each(), Skill::Improved);
    put(&mut server, 0, 0, a);
    put(&mut server, 1, 0, a);
    server.step();
    assert_eq!(server.holder(a), None);
    put(&mut server, 1, 0, point(&map, 'B'));
    server.step();
    assert_eq!(server.holder(a), Some(0));
    put(&mut server, 1, 0, a);
    server.step();
    assert_eq!(server.holder(a), Some(0), "its holder is still on it");
}

#[test]
fn point_scores_every_5_s_and_restarts_when_taken() {
    let map = map(ROOMS);
    let (a, b) = (point(&map, 'A'), point(&map, 'B'));
    let mut server = begun(&map, one_each(), Skill::Improved);
    put(&mut server, 0, 0, a);
    put(&mut server, 1, 0, b);
    server.step();
    for tick in 1..=3 * 5 * TICKS_A_SECOND {
        server.step();
        assert_eq!(server.scores, [tick / 50; 2], "after {tick} ticks");
    }
    // Both points change hands a second before the next score.
    for _ in 0..4 * TICKS_A_SECOND {
        server.step();
    }
    put(&mut server, 0, 0, b);
    put(&mut server, 1, 0, a);
    for _ in 0..5 * TICKS_A_SECOND {
        server.step();
    }
    assert_eq!(server.scores, [3; 2]);
    server.step();
    assert_eq!(server.scores, [4; 2]);
    assert!(server.held.iter().all(|held| *held >= 23 * TICKS_A_SECOND));
}

#[test]
fn dead_bot_respawns_after_three_seconds() {
    let map = map(ROOMS);
    let mut server = begun(&map, one_each(), Skill::Improved);
    put(&mut server, 0, 0, point(&map, 'A'));
    put(&mut server, 1, 0, point(&map, 'B'));
    server.bodies[0][0].health = 0;
    server.step();
    assert_eq!(server.bodies[0][0].state, State::Dead);
    assert_eq!(server.deaths, [1, 0]);
    assert!(reports(&mut server, 0).contains(&Report::Died { bot: Bot(0) }));
    // Orders to the dead are ignored.
    server.order(0, Bot(0), Order::Go(point(&map, 'B')));
    for _ in 1..3 * TICKS_A_SECOND {
        server.step();
        assert!(!server.bodies[0][0].is_alive());
    }
    server.step();
    let body = &server.bodies[0][0];
    assert!(body.is_alive() && body.health == crate::game::combat::HEALTH && body.goal.is_none());
    let told = reports(&mut server, 0);
    let spawned = told.iter().find_map(|report| match report {
        Report::Spawned { bot, at } => Some((*bot, *at)),
        _ => None,
    });
    assert_eq!(spawned, Some((Bot(0), map.spawns[0])), "{told:?}");
}

#[test]
fn watch_order_arrives_four_seconds_after_go_order() {
    let map = map(ROOMS);
    let a = point(&map, 'A');
    let arrival = |order: Order| {
        let mut server = begun(&map, one_each(), Skill::Improved);
        put(&mut server, 1, 0, point(&map, 'B'));
        put(&mut server, 0, 0, a);
        server.order(0, Bot(0), order);
        let arrived = Report::Arrived { bot: Bot(0), at: a };
        let told = |_: &u32| {
            server.step();
            reports(&mut server, 0).contains(&arrived)
        };
        (0..100).find(told).expect("it arrives within ten seconds")
    };
    let (goes, watches) = (arrival(Order::Go(a)), arrival(Order::Watch(a)));
    assert_eq!(watches - goes, 4 * TICKS_A_SECOND);
}

#[test]
fn spawn_points_depend_on_seed() {
    let map = Map::yard().expect("the example's map");
    let places = |seed| {
        let mut server = Server::new(&map, Rules::default(), [Skill::Improved; 2], seed);
        server.step();
        server
            .bodies
            .map(|bodies| bodies.iter().map(|body| body.from).collect::<Vec<_>>())
    };
    assert_eq!(places(1), places(1));
    assert!((2..12).any(|seed| places(seed) != places(1)));
}

#[test]
fn match_ends_won_drawn_or_at_time_limit() {
    let map = map(ROOMS);
    let rules = Rules {
        size: 1,
        goal: 2,
        limit: 12,
    };
    let mut server = begun(&map, rules, Skill::Improved);
    put(&mut server, 0, 0, point(&map, 'A'));
    put(&mut server, 1, 0, map.spawns[0]);
    while server.end().is_none() {
        server.step();
    }
    assert_eq!((server.end(), server.scores), (Some(End::Won(0)), [2, 0]));
    server.scores = [2, 2];
    assert_eq!(server.end(), Some(End::Drawn));
    server.scores = [2, 3];
    assert_eq!(server.end(), Some(End::Won(1)));
    server.scores = [1, 0];
    assert_eq!(server.end(), None, "there is time left");
    while server.end().is_none() {
        server.scores = [1, 0];
        server.step();
    }
    assert_eq!(server.end(), Some(End::Limit), "a lead is no win");
    assert_eq!(server.now, 12 * TICKS_A_SECOND);
}

#[test]
fn shortest_paths_and_sight_are_symmetric() {
    let map = Map::yard().expect("the example's map");
    for from in map.waypoints() {
        for to in map.waypoints() {
            let metres = map.metres(from, to);
            assert!((metres - map.metres(to, from)).abs() < 1e-3);
            assert!(metres + 1e-3 >= map.place(from).metres(map.place(to)));
            assert_eq!(
                map.sees(map.place(from), map.place(to)),
                map.sees(map.place(to), map.place(from))
            );
            if from != to {
                let next = map.next(from, to);
                assert!(map.neighbours(from).contains(&next));
                assert!(map.metres(next, to) < metres);
            }
        }
    }
}
