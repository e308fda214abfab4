//! Sight, shots, and the finite state machine of a body.

use crate::game::combat::hit_chance;
use crate::game::reactions::Senses;
use crate::game::{Map, Order, Report, Rules, Server, Skill, State, TICKS_A_SECOND};
use crate::kit::statistics::wilson;
use crate::rules::{ROOMS, begun, map, point, put, reports};
use crate::terms::{Bot, Foe};

/// A hall without anything in the way.
const HALL: &str = "\
########################################
#s    o    A    o    o    o    o    o s#
#                                      #
#     o    o    o    o    o    o    o  #
########################################
";

fn duel(map: &Map, skill: Skill) -> Server<'_> {
    let rules = Rules {
        size: 1,
        ..Rules::default()
    };
    begun(map, rules, skill)
}

#[test]
fn walls_distance_and_facing_limit_sight() {
    let rooms = map(ROOMS);
    let mut server = duel(&rooms, Skill::Improved);
    put(&mut server, 0, 0, point(&rooms, 'A'));
    put(&mut server, 1, 0, point(&rooms, 'B'));
    server.bodies[0][0].facing = (1.0, 0.0);
    let [a, b] = &server.bodies;
    assert!(!a[0].sees(&rooms, &b[0]), "there is a wall between them");

    let hall = map(HALL);
    let at = |index: usize| hall.waypoints().nth(index).expect("the waypoint exists");
    let mut server = duel(&hall, Skill::Improved);
    put(&mut server, 0, 0, at(0));
    put(&mut server, 1, 0, at(3));
    for (facing, seen) in [
        ((1.0, 0.0), true),
        ((-1.0, 0.0), false),
        ((0.0, 1.0), false),
    ] {
        server.bodies[0][0].facing = facing;
        let [a, b] = &server.bodies;
        assert_eq!(a[0].sees(&hall, &b[0]), seen, "looking to {facing:?}");
    }
    server.bodies[0][0].facing = (1.0, 0.0);
    put(&mut server, 1, 0, at(8));
    let [a, b] = &server.bodies;
    assert!(!a[0].sees(&hall, &b[0]), "that is too far");
}

#[test]
fn hit_chance_falls_with_distance() {
    let chances: Vec<i32> = (0..40).map(|metres| hit_chance(metres as f32)).collect();
    assert!(
        chances.windows(2).all(|pair| pair[1] <= pair[0]),
        "{chances:?}"
    );
    assert!(chances[2] > 2 * chances[20] && chances[39] > 0);
}

#[test]
fn hit_rate_matches_hit_chance() {
    let hall = map(HALL);
    let (from, to) = (hall.spawns[0], point(&hall, 'A'));
    let chance = f64::from(hit_chance(hall.place(from).metres(hall.place(to)))) / 100.0;
    let (mut hits, mut shots) = (0, 0);
    for seed in 0..40 {
        let rules = Rules {
            size: 1,
            ..Rules::default()
        };
        let mut server = Server::new(&hall, rules, [Skill::Improved; 2], seed);
        server.step();
        put(&mut server, 0, 0, from);
        put(&mut server, 1, 0, to);
        server.bodies[0][0].facing = (1.0, 0.0);
        server.bodies[1][0].facing = (1.0, 0.0);
        // The first shot is fired at once, and then one every six ticks: seven in four seconds.
        let mut health = 0;
        for _ in 0..4 * TICKS_A_SECOND {
            server.bodies[1][0].health = 1_000;
            server.bodies[0][0].health = 1_000;
            server.step();
            health += 1_000 - server.bodies[1][0].health;
        }
        hits += health as usize / 12;
        shots += 7;
    }
    // Wide enough for other seeds, and narrow enough to notice another chance.
    let (low, high) = wilson(hits, shots);
    assert!(
        low - 0.05 < chance && chance < high + 0.05,
        "{hits} of {shots}, and not {chance}"
    );
}

#[test]
fn bot_shot_from_behind_turns_and_fights() {
    let hall = map(HALL);
    let mut server = duel(&hall, Skill::Improved);
    put(&mut server, 0, 0, hall.spawns[0]);
    put(&mut server, 1, 0, point(&hall, 'A'));
    server.bodies[0][0].facing = (1.0, 0.0);
    server.bodies[1][0].facing = (1.0, 0.0);
    server.step();
    assert_eq!(server.bodies[1][0].prey(), None, "it has not been hit yet");
    server.step();
    assert_eq!(server.bodies[1][0].prey(), Some(Foe(0)));
    assert!(server.bodies[1][0].facing.0 < 0.0);
}

#[test]
fn duel_ends_with_a_death() {
    let hall = map(HALL);
    let mut server = duel(&hall, Skill::Improved);
    put(&mut server, 0, 0, hall.spawns[0]);
    put(&mut server, 1, 0, point(&hall, 'A'));
    server.bodies[0][0].facing = (1.0, 0.0);
    for _ in 0..60 * TICKS_A_SECOND {
        server.step();
        if server.deaths != [0, 0] {
            return;
        }
    }
    panic!("nobody died in a minute");
}

#[test]
fn sides_get_reports_of_gained_and_lost_sight() {
    let hall = map(HALL);
    let mut server = duel(&hall, Skill::Improved);
    put(&mut server, 0, 0, hall.spawns[0]);
    put(&mut server, 1, 0, point(&hall, 'A'));
    server.bodies[0][0].facing = (1.0, 0.0);
    server.step();
    let near = point(&hall, 'A');
    assert!(reports(&mut server, 0).contains(&Report::Sees { foe: Foe(0), near }));
    server.bodies[1][0].health = 0;
    server.step();
    assert!(reports(&mut server, 0).contains(&Report::LostSight { foe: Foe(0) }));
}

#[test]
fn body_explores_goes_hunts_and_flees() {
    let rooms = map(ROOMS);
    let mut server = duel(&rooms, Skill::Standard);
    put(&mut server, 1, 0, point(&rooms, 'B'));
    let first = rooms.waypoints().next().expect("the first");
    put(&mut server, 0, 0, first);
    server.order(0, Bot(0), Order::Stop);
    server.step();
    assert_eq!(server.bodies[0][0].state, State::Explore);
    server.order(0, Bot(0), Order::Go(point(&rooms, 'A')));
    assert_eq!(server.bodies[0][0].state, State::Go);

    // The enemy enters the room.
    put(&mut server, 0, 0, first);
    put(&mut server, 1, 0, point(&rooms, 'A'));
    server.bodies[0][0].facing = (1.0, 0.0);
    server.step();
    assert_eq!(server.bodies[0][0].state, State::Hunt);
    server.bodies[0][0].health = 20;
    server.step();
    assert_eq!(server.bodies[0][0].state, State::Flee);

    // Out of sight it keeps fleeing for a while, then follows its order.
    server.order(0, Bot(0), Order::Go(point(&rooms, 'A')));
    let mut body = server.bodies[0][0].clone();
    let last_seen = server.now - 1;
    for (ticks, state) in [(29, State::Flee), (30, State::Go)] {
        body.react(&rooms, Senses::default(), last_seen + ticks);
        assert_eq!(body.state, state, "after {ticks} ticks");
    }
}

#[test]
fn improved_bot_takes_near_point_before_fighting() {
    let hall = map(HALL);
    for (skill, state) in [(Skill::Improved, State::Go), (Skill::Standard, State::Hunt)] {
        let mut server = duel(&hall, skill);
        let enemy = hall.waypoints().nth(3).expect("the waypoint exists");
        put(&mut server, 1, 0, enemy);
        put(
            &mut server,
            0,
            0,
            hall.waypoints().nth(1).expect("the waypoint exists"),
        );
        server.order(0, Bot(0), Order::Go(point(&hall, 'A')));
        server.bodies[0][0].facing = (1.0, 0.0);
        server.step();
        assert_eq!(server.bodies[0][0].state, state, "{skill:?}");
    }
}

#[test]
fn order_to_plain_waypoint_does_not_stop_hunting() {
    let hall = map(HALL);
    let at = |index: usize| hall.waypoints().nth(index).expect("the waypoint exists");
    let mut server = duel(&hall, Skill::Improved);
    put(&mut server, 1, 0, at(4));
    put(&mut server, 0, 0, at(1));
    server.order(0, Bot(0), Order::Go(at(3)));
    server.bodies[0][0].facing = (1.0, 0.0);
    server.step();
    assert_eq!(server.bodies[0][0].state, State::Hunt);
}
