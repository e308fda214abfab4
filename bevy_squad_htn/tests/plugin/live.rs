//! The live view of a running app.

use crate::common;

use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_squad_htn::prelude::*;
use bevy_squad_htn::{SquadLive, SquadLivePlugin, SquadRecorder, SquadRecorderPlugin};
use common::*;
use htn_view::ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use htn_view::{LiveFeed, LiveFollower, Recording};
#[allow(dead_code)]
#[path = "../../examples/live.rs"]
mod example;

use example::Memory;

/// The app of the other tests, with a live view; and what it writes.
fn live_app() -> (App, Memory) {
    let mut app = app();
    let shared = Memory::default();
    let feed = LiveFeed::writer(shared.clone()).expect("there is a thread");
    app.add_plugins(SquadLivePlugin::<Domain>::new(Update))
        .insert_resource(SquadLive::new(feed));
    (app, shared)
}

fn play(app: &mut App, frames: u64) {
    for _ in 0..frames {
        for (order, _) in running(app) {
            finish(app, Finish::success(order));
        }
        app.update();
        check(app);
    }
}

/// Returns the final picture for the squad at this index.
fn screen(mut app: App, shared: &Memory, squad: char) -> String {
    let live = app.world_mut().remove_resource::<SquadLive>();
    live.expect("it is there")
        .close()
        .expect("nothing went wrong");
    let mut follower = LiveFollower::new();
    follower.read(&shared.bytes()).expect("it is whole");
    let key = KeyEvent::new(KeyCode::Char(squad), KeyModifiers::NONE);
    let _ = follower.view_mut().key(key);
    follower.view_mut().to_text(120, 40)
}

#[test]
fn squads_that_come_and_go_are_shown_by_their_names() {
    let (mut app, shared) = live_app();
    let first = squad(&mut app, [Fact::Loot(2)]);
    let second = squad(&mut app, [Fact::Loot(3)]);
    let unnamed = squad(&mut app, []);
    for squad in [first, second] {
        app.world_mut()
            .entity_mut(squad)
            .insert(Name::new("raiders"));
    }
    let members = [0, 1].map(|at| member(&mut app, first, at));
    for (member, name) in members.into_iter().zip(["Ash", "Bo"]) {
        app.world_mut().entity_mut(member).insert(Name::new(name));
    }
    play(&mut app, 8);
    app.world_mut().despawn(second);
    play(&mut app, 30);
    let text = screen(app, &shared, '2');
    let tabs = text.lines().next().expect("there are lines");
    assert!(tabs.contains(" raiders │"), "{text}");
    assert!(
        tabs.contains(&format!(" raiders {second} (gone)")),
        "{text}"
    );
    assert!(tabs.contains(&format!(" {unnamed} ")), "{text}");
    assert!(text.contains("│Ash ") && text.contains("│Bo "), "{text}");
    assert!(text.contains("finished"), "{text}");
}

#[test]
fn names_given_to_disabled_agents_are_shown() {
    let (mut app, shared) = live_app();
    let squad = squad(&mut app, []);
    let ash = (MemberOf(squad), Position(0), Name::new("Ash"), Disabled);
    let ash = app.world_mut().spawn(ash).id();
    play(&mut app, 8);
    app.world_mut().entity_mut(ash).remove::<Disabled>();
    play(&mut app, 8);
    let text = screen(app, &shared, '1');
    assert!(text.contains("│Ash "), "{text}");
}

#[test]
fn recorder_of_game_is_used_and_ticks_recorded_once() {
    let (mut app, shared) = live_app();
    app.add_plugins(SquadRecorderPlugin::<Domain>::new(Update));
    let squad = squad(&mut app, [Fact::Loot(2)]);
    for at in [0, 1] {
        member(&mut app, squad, at);
    }
    let named = Recording::new().names(|value| {
        let who: Agent = value.get("Agent")?;
        Some(format!("Somebody {who}"))
    });
    let recorder = SquadRecorder::<Domain>::new(named);
    app.world_mut().entity_mut(squad).insert(recorder);
    play(&mut app, 10);
    let recorder = app.world().get::<SquadRecorder<Domain>>(squad);
    let log = recorder.expect("it is there").recording().log(60.0);
    let lines: Vec<&str> = log.lines().collect();
    let mut once = lines.clone();
    once.dedup();
    assert!(once.len() == lines.len() && lines.len() > 5, "{log}");
    assert!(screen(app, &shared, '1').contains("│Somebody "));
}

#[test]
fn nothing_is_done_where_nobody_looks() {
    let (mut app, _) = live_app();
    app.world_mut().remove_resource::<SquadLive>();
    let squad = squad(&mut app, [Fact::Loot(2)]);
    member(&mut app, squad, 0);
    play(&mut app, 5);
    assert!(app.world().get::<SquadRecorder<Domain>>(squad).is_none());
    app.world_mut().despawn(squad);
    play(&mut app, 2);
}

#[test]
fn the_example_shows_its_last_screen() {
    let text = example::last_screen(120).expect("nothing goes wrong");
    assert_eq!(
        text,
        example::last_screen(120).expect("nor the second time")
    );
    let tabs = text.lines().next().expect("there are lines");
    assert_eq!(tabs.trim_end(), " Alpha │ Bravo (gone) │ Charlie");
    assert!(text.contains("│Ash ") && text.contains("▶ "), "{text}");
}
