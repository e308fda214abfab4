//! The simulation without the planner.

use crate::sim::{self, Act, LATENCY, MAPS, Mode, Sense, Temper, World, officer_ids};
use crate::stage::{ASH, BACK, MIDDLE, Setting};

#[test]
fn all_maps_can_be_cleared() {
    for name in MAPS {
        for seed in 0..if name == "random" { 100 } else { 1 } {
            let map = sim::load(name, seed).expect("a map");
            let everywhere = map.distances(map.rooms[0].spots[0], |_| true);
            assert!(
                map.rooms
                    .iter()
                    .flat_map(|room| &room.spots)
                    .all(|spot| everywhere[spot.index()].is_some())
            );
            for door in map.door_ids() {
                let [a, b] = map.door(door).sides;
                for (near, far) in [(a, b), (b, a)] {
                    let points = map.points(door, near);
                    assert!(
                        points.arrive.len() >= 4 && points.cover.len() >= 2,
                        "{name} {seed}"
                    );
                    let seen = |spot| {
                        points
                            .advance
                            .iter()
                            .any(|&point| map.sees(point, spot, |_| false))
                    };
                    assert!(
                        map.rooms[far.0 as usize]
                            .spots
                            .iter()
                            .all(|&spot| seen(spot)),
                        "{name} {seed}"
                    );
                }
            }
        }
    }
}

#[test]
fn sight_is_symmetric_and_blocked_by_closed_doors() {
    let map = sim::load("office", 0).expect("a map");
    let spots: Vec<_> = map
        .rooms
        .iter()
        .flat_map(|room| room.spots.iter().copied())
        .step_by(7)
        .collect();
    for &a in &spots {
        for &b in &spots {
            assert_eq!(map.sees(a, b, |_| true), map.sees(b, a, |_| true));
            assert!(!map.sees(a, b, |_| false) || map.room(a) == map.room(b));
        }
    }
}

#[test]
fn senses_report_late_and_only_visible_things() {
    let mut setting = Setting::row();
    let seen = setting.suspect((2, 1), Temper::Meek, Mode::Surrendered);
    let unseen = setting.suspect((14, 3), Temper::Meek, Mode::Surrendered);
    let mut world = setting.world;
    for tick in 1..20 {
        world.step();
        let senses = world.take_senses();
        let about = |whom| {
            senses
                .iter()
                .any(|sense| matches!(sense, Sense::Sees { whom: w, .. } if *w == whom))
        };
        assert_eq!(about(seen), tick == 1 + LATENCY);
        assert!(!about(unseen));
    }
}

#[test]
fn acts_take_time_and_can_fail() {
    let mut setting = Setting::row();
    let target = setting.suspect((2, 1), Temper::Fighter, Mode::Dead);
    let mut world = setting.world;
    let here = world.spot_of(ASH);
    let behind_door = world.map.rooms[BACK.0 as usize].spots[0];
    let run = |world: &mut World, act| {
        world.begin(1, ASH, act);
        for ticks in 1..200 {
            world.step();
            if let Some(&(_, well)) = world.take_ended().first() {
                return Some((ticks, well));
            }
        }
        None
    };
    assert_eq!(run(&mut world, Act::Walk { to: here }), Some((1, true)));
    assert_eq!(
        run(&mut world, Act::Walk { to: behind_door }),
        Some((1, false))
    );
    let corner = world.map.rooms[0].spots[0];
    assert!(
        run(&mut world, Act::Walk { to: corner }).is_some_and(|(ticks, well)| ticks > 5 && well)
    );
    assert_eq!(run(&mut world, Act::Say { ticks: 9 }), Some((9, true)));
    assert_eq!(run(&mut world, Act::Cover { from: here }), None);
    let last_seen = world.spot_of(target);
    assert!(run(&mut world, Act::Restrain { target, last_seen }).is_some_and(|(_, well)| !well));
}

#[test]
fn runner_is_heard_in_next_room() {
    let mut setting = Setting::row();
    // The suspect is in the far doorway, in full view of an officer in the middle room.
    setting.suspect((17, 5), Temper::Runner, Mode::Hiding);
    let spot = setting.world.map.spot_at(11, 1);
    setting.world.officers[0].spot = spot;
    let mut world = setting.world;
    let mut heard = Vec::new();
    for _ in 0..200 {
        world.step();
        heard.extend(
            world
                .take_senses()
                .into_iter()
                .filter_map(|sense| match sense {
                    Sense::Noise { room } => Some(room),
                    _ => None,
                }),
        );
    }
    let gave_up = world.suspects[0].mode == Mode::Surrendered;
    assert!(
        gave_up || heard == [BACK],
        "{heard:?} {:?}",
        world.suspects[0]
    );
    assert!(!heard.contains(&MIDDLE));
}

#[test]
fn map_shows_all_officers() {
    let mut setting = Setting::row();
    setting.suspect((14, 3), Temper::Meek, Mode::Hiding);
    let text = setting.world.show(|_| false);
    for who in officer_ids() {
        assert_eq!(text.matches(&who.to_string()[..1]).count(), 2, "{text}");
    }
    assert!(text.contains('?'));
}
