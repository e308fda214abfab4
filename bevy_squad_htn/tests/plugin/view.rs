//! Recordings of a running app.

use crate::common;

use bevy_app::prelude::*;
use bevy_squad_htn::prelude::*;
use bevy_squad_htn::{SquadRecorder, SquadRecorderPlugin};
use common::*;
use htn_view::{Recorded, Recording, Report};

#[test]
fn a_squad_is_recorded_while_it_runs() {
    let mut app = app();
    app.add_plugins(SquadRecorderPlugin::<Domain>::new(Update));
    let squad = squad(&mut app, [Fact::Loot(2)]);
    let [first, second] = [0, 1].map(|at| member(&mut app, squad, at));
    let names = move |value: htn_view::Value<'_>| {
        let who: Agent = value.get("Agent")?;
        Some(if who.entity() == first { "Ash" } else { "Bo" }.to_string())
    };
    let recorder = SquadRecorder::<Domain>::new(Recording::new().names(names));
    app.world_mut().entity_mut(squad).insert(recorder);
    for frame in 0..30 {
        match frame {
            20 => drop(app.world_mut().despawn(second)),
            12..16 => drop(app.world_mut().entity_mut(squad).insert(Paused)),
            _ => drop(app.world_mut().entity_mut(squad).remove::<Paused>()),
        }
        for (order, _) in running(&mut app) {
            finish(&mut app, Finish::success(order));
        }
        app.update();
        check(&mut app);
    }
    let mut recorder = app
        .world_mut()
        .get_mut::<SquadRecorder<Domain>>(squad)
        .expect("it is there");
    recorder.recording_mut().note("the end", "of the test");
    let recording = recorder.recording();
    let log = recording.log(60.0);
    assert!(
        log.contains("Bo") && log.contains("started carry(Bo, Ash, 2)"),
        "{log}"
    );
    assert!(log.contains("of the test"));
    let read = Recorded::read(&recording.to_bytes()).expect("it is whole");
    assert_eq!(read.log(60.0), log);
    let page = Report::new("raid").squad("raiders", &recording).to_html();
    assert!(page.contains("pick_lock(Bo, 2)"));
}

/// The clock of a squad that is inserted again begins at 1.
#[test]
fn recorder_of_a_replaced_squad_begins_a_segment() {
    // Also where the second squad is first seen in the tick that the first one was last seen in.
    for before in [1, 2, 12] {
        let mut app = app();
        app.add_plugins(SquadRecorderPlugin::<Domain>::new(Update));
        let squad = squad(&mut app, [Fact::Loot(2)]);
        let _members = [0, 1].map(|at| member(&mut app, squad, at));
        let recorder = SquadRecorder::<Domain>::default();
        app.world_mut().entity_mut(squad).insert(recorder);
        let log = |app: &App| {
            let recorder = app.world().get::<SquadRecorder<Domain>>(squad);
            let recording = recorder.expect("it is there").recording();
            let read = Recorded::read(&recording.to_bytes()).expect("it can be read");
            assert_eq!(read.log(60.0), recording.log(60.0));
            (read.restarts().count(), *read.ticks().end(), read.log(60.0))
        };
        for _ in 0..before {
            app.update();
        }
        let (_, ends, _) = log(&app);
        app.world_mut().entity_mut(squad).remove::<Squad<Domain>>();
        app.update();
        let again = Squad::<Domain>::new(Task::Plunder);
        app.world_mut().entity_mut(squad).insert(again);
        for _ in 0..12 {
            app.update();
        }
        let (restarts, later, text) = log(&app);
        assert_eq!(restarts, 1, "after {before}: {text}");
        assert!(later >= ends + 11, "after {before}: {later}\n{text}");
    }
}
