//! Domains that change while an app runs.

use bevy_app::prelude::*;
use bevy_ecs::message::Messages;
use bevy_squad_htn::prelude::*;
use bevy_squad_htn::{SquadReload, SquadReloadPlugin};
use squad_htn::reload::Source;
use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

htn_domain! {
    pub domain watch;
    agent Agent;
    predicate guard(Agent) [8];
    operator patrol(who: Agent) by who {}
    operator rest(who: Agent) by who {}
    pub method keep_watch() {
        branch idle if guard(who) { rest(who); }
        branch other if guard(who) { patrol(who); }
    }
}
use watch::{Action, Domain, Fact, Task};

impl SquadDomain for Domain {
    type Params = ();
    fn context(params: &()) -> &() {
        params
    }
    fn member(who: Agent) -> Option<Fact> {
        Some(Fact::Guard(who))
    }
}

const TEXT: &str = "domain watch; agent Agent; predicate guard(Agent) [8];
    operator patrol(who: Agent) by who {} operator rest(who: Agent) by who {}
    pub method keep_watch() {
        branch idle if guard(who) { rest(who); }
        branch other if guard(who) { patrol(who); }
    }";

/// Updates the app until a reload is reported, and returns the report.
fn reported(app: &mut App) -> SquadReload<Domain> {
    let begun = Instant::now();
    loop {
        app.update();
        let mut messages = app
            .world_mut()
            .resource_mut::<Messages<SquadReload<Domain>>>();
        if let Some(report) = messages.drain().last() {
            return report;
        }
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "no reload is reported"
        );
        sleep(Duration::from_millis(5));
    }
}

#[test]
fn saved_file_is_reloaded_and_reported() {
    let folder: PathBuf = [env!("CARGO_TARGET_TMPDIR"), "reload"].iter().collect();
    fs::create_dir_all(&folder).expect("a folder for the test");
    let file = folder.join("watch.htn");
    fs::write(&file, TEXT).expect("it can be written");
    let mut app = App::new();
    app.add_plugins((
        SquadHtnPlugin::<Domain>::new(Update),
        SquadReloadPlugin::<Domain>::new(Source::file(&file)),
    ));
    let squad = app
        .world_mut()
        .spawn(Squad::<Domain>::new(Task::KeepWatch))
        .id();
    app.world_mut().spawn(MemberOf(squad));
    let orders = |app: &mut App| -> Vec<Action> {
        let mut orders = app.world_mut().query::<&Order<Domain>>();
        orders
            .iter(app.world())
            .map(|order| order.action())
            .collect()
    };
    (0..4).for_each(|_| app.update());
    assert!(matches!(orders(&mut app)[..], [Action::Rest { .. }]));

    // An error changes nothing.
    fs::write(&file, TEXT.replace("rest(who); }", "sleep(who); }")).expect("it can be written");
    let SquadReload::Failed { error } = reported(&mut app) else {
        panic!("there is no operator `sleep`");
    };
    assert!(
        error.contains("sleep") && error.contains("watch.htn:4:"),
        "{error}"
    );
    (0..4).for_each(|_| app.update());
    assert!(matches!(orders(&mut app)[..], [Action::Rest { .. }]));

    // The order of the branches, and a condition on which the running plan relies.
    let text = TEXT.replace(
        "branch idle if guard(who) {",
        "branch idle if guard(who) && !guard(who) {",
    );
    fs::write(&file, text).expect("it can be written");
    let report = reported(&mut app);
    assert!(
        matches!(report, SquadReload::Reloaded { refused: 0, .. }),
        "{report}"
    );
    assert_eq!(report.to_string(), "reloaded the domain `watch`");
    let mut told = Vec::new();
    for _ in 0..6 {
        app.update();
        let mut events = app
            .world_mut()
            .resource_mut::<Messages<SquadEvent<Domain>>>();
        told.extend(events.drain().map(|event| event.to_string()));
    }
    let orders = orders(&mut app);
    assert!(
        matches!(orders[..], [Action::Patrol { .. }]),
        "{orders:?}: {told:#?}"
    );
}

#[test]
fn missing_folder_is_reported() {
    let mut app = App::new();
    app.add_plugins((
        SquadHtnPlugin::<Domain>::new(Update),
        SquadReloadPlugin::<Domain>::new(Source::file("nowhere/at/all/watch.htn")),
    ));
    let report = reported(&mut app);
    assert!(
        report.to_string().starts_with("cannot watch the domain: "),
        "{report}"
    );
}
