//! The report of a mission.

use std::collections::BTreeSet;

use squad_htn::prelude::*;

use crate::brain::Slice;
use crate::mission::Mission;
use crate::player::Player;
use crate::report::Reporter;
use crate::sim::{World, load};

#[test]
fn report_has_numbers_of_mission() {
    let world = World::populated(load("office", 56).unwrap(), 56);
    let player = Player::meddling(&world, 56);
    let mut mission = Mission::new(world, player, Slice::Steps(1_000)).unwrap();
    let mut reporter = Reporter::new(&mission);
    let (mut planned, mut started, mut notes) = (0, 0, 0);
    while mission.end().is_none() {
        let turn = mission.step().unwrap();
        reporter.record(&mission, &turn);
        for event in &turn.traffic.events {
            planned += usize::from(matches!(event, Event::Planned { .. }));
            let begins = matches!(
                event,
                Event::Started {
                    action: Some(_),
                    ..
                }
            );
            started += usize::from(begins);
        }
        notes += turn.orders.len();
    }
    let log = reporter.recording.log(10.0);
    let lines = |text: &str| log.lines().filter(|line| line.contains(text)).count();
    assert_eq!(lines(" found: "), planned);
    assert_eq!(lines("  Player     "), notes);
    let page = reporter.page("office");
    let timeline = reporter.recording.timeline(10.0);
    // A bandage is on the tracks of two.
    let slices = timeline
        .lines()
        .filter(|line| line.contains("\"cat\":\"action\""));
    let numbers = slices.filter_map(|line| line.split("\"action\":\"").nth(1));
    let numbers: BTreeSet<&str> = numbers.filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(numbers.len(), started);
    // Rooms and lines have their names.
    assert!(log.contains("“Clear! Archive is clear.”"), "{log}");
    assert!(page.contains("the print room"));
}
