//! Mistakes of a game: each is an error with a remedy, or has a documented result.

use crate::common;

use bevy_app::FixedMain;
use bevy_app::prelude::*;
use bevy_ecs::error::Severity;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_squad_htn::prelude::*;
use bevy_squad_htn::{AgentLabel, AgentTerm, SquadDebugPlugin};
use common::*;
use std::sync::Mutex;

/// Sets an error handler, and gives the errors that it has collected since, which are emptied.
macro_rules! collected_errors {
    ($app:expr) => {{
        static ERRORS: Mutex<Vec<(SquadError, Severity)>> = Mutex::new(Vec::new());
        $app.set_error_handler(|error, _| {
            let squad_error = error.downcast_ref::<SquadError>();
            let squad_error = squad_error.expect("it is one of a squad").clone();
            let severity = error.severity();
            ERRORS
                .lock()
                .expect("it is whole")
                .push((squad_error, severity));
        });
        || std::mem::take(&mut *ERRORS.lock().expect("it is whole"))
    }};
}

fn messages(app: &mut App) -> Vec<SquadError> {
    let mut errors = app.world_mut().resource_mut::<Messages<SquadError>>();
    errors.drain().collect()
}

#[test]
fn missing_plugin_is_an_error_of_the_app() {
    let mut app = App::new();
    let errors = collected_errors!(app);
    let no_plugin = |squad| {
        let domain = std::any::type_name::<Domain>();
        (SquadError::NoPlugin { squad, domain }, Severity::Panic)
    };
    let first = squad(&mut app, [Fact::Loot(1)]);
    member(&mut app, first, 0);
    assert_eq!(errors(), [no_plugin(first)]);
    app.update();
    app.world_mut().despawn(first);
    app.update();
    assert_eq!(errors(), []);

    // With the plugin of another domain, it is a message as well.
    app.add_plugins(SquadHtnPlugin::<machines::Domain>::new(Update));
    let second = squad(&mut app, [Fact::Loot(1)]);
    assert_eq!(errors(), [no_plugin(second)]);
    let error = no_plugin(second).0;
    let text = error.to_string();
    assert!(
        text.contains("add `SquadHtnPlugin::<plugin::common::raid::Domain>::default()`"),
        "{text}"
    );
    assert_eq!(messages(&mut app), [error]);
    app.world_mut().despawn(second);
    app.update();
    assert_eq!(errors(), []);
}

#[test]
#[should_panic(expected = "add `SquadHtnPlugin::<")]
fn missing_plugin_panics_by_default() {
    World::new().spawn(Squad::<Domain>::new(Task::Plunder));
}

/// A domain that has no fact for members.
mod hookless {
    use super::*;

    htn_domain! {
        pub domain harvest;
        agent Agent;
        predicate worker(Agent) [8];
        operator reap(who: Agent) by who {}
        pub method work() if worker(who) { reap(who); }
    }
    pub use harvest::{Domain, Fact, Task};

    impl SquadDomain for Domain {
        type Params = ();
        fn context(params: &()) -> &() {
            params
        }
    }

    fn spawn_squad(app: &mut App) -> Entity {
        let squad = Squad::<Domain>::new(Task::Work);
        app.world_mut().spawn(squad).id()
    }

    fn updates(app: &mut App, count: usize) {
        for _ in 0..count {
            app.update();
        }
    }

    #[test]
    fn missing_member_hook_is_reported_once() {
        let mut app = App::new();
        let errors = collected_errors!(app);
        app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
        let squad = spawn_squad(&mut app);
        updates(&mut app, 40);
        assert_eq!(errors(), [], "it has no members");
        app.world_mut().spawn_batch([MemberOf(squad); 2]);
        updates(&mut app, 40);
        let domain = std::any::type_name::<Domain>();
        let error = SquadError::NoMemberFacts { squad, domain };
        assert_eq!(errors(), [(error.clone(), Severity::Warning)]);
        let text = error.to_string();
        assert!(text.contains("`SquadDomain::member`"), "{text}");
        app.world_mut().spawn(MemberOf(squad));
        let other = spawn_squad(&mut app);
        app.world_mut().spawn(MemberOf(other));
        updates(&mut app, 40);
        assert_eq!(errors(), [], "it is the same mistake");
    }

    /// The test runs itself as another process, whose standard error it reads.
    #[test]
    fn missing_member_hook_is_printed_without_logger() {
        const CHILD: &str = "HTN_TEST_WITHOUT_LOGGER";
        if std::env::var_os(CHILD).is_some() {
            let mut app = App::new();
            app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
            let squad = spawn_squad(&mut app);
            app.world_mut().spawn(MemberOf(squad));
            return updates(&mut app, 40);
        }
        let program = std::env::current_exe().expect("it has a path");
        let mut child = std::process::Command::new(program);
        child.args([
            "--exact",
            "--nocapture",
            "mistakes::hookless::missing_member_hook_is_printed_without_logger",
        ]);
        let output = child.env(CHILD, "1").output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(text.matches("`SquadDomain::member`").count(), 1, "{text}");
    }

    #[test]
    fn member_facts_of_the_game_need_no_hook() {
        let mut app = App::new();
        let errors = collected_errors!(app);
        app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
        let sense = |mut squads: ResMut<Squads<Domain>>, members: Query<(Entity, &MemberOf)>| {
            // All but one of them.
            for (member, squad) in members.iter().skip(1) {
                let squad = squads.get_mut(squad.0).expect("it is there");
                let told = squad.state_mut().insert(Fact::Worker(agent(member)));
                told.expect("it has room");
            }
        };
        app.add_systems(Update, sense.in_set(SquadSystems::Sense));
        let squad = spawn_squad(&mut app);
        app.world_mut().spawn_batch([MemberOf(squad); 3]);
        updates(&mut app, 40);
        assert_eq!(errors(), []);
    }
}

/// Apps whose squads tick in `FixedUpdate`, without Bevy's `TimePlugin`.
mod clock {
    use super::*;

    fn updates(app: &mut App, count: usize) {
        for _ in 0..count {
            app.update();
        }
    }

    #[test]
    fn missing_clock_is_reported_once() {
        let mut app = App::new();
        let errors = collected_errors!(app);
        app.add_plugins(SquadHtnPlugin::<Domain>::default());
        updates(&mut app, 40);
        assert_eq!(errors(), [], "there are no squads");
        squad(&mut app, []);
        updates(&mut app, 40);
        let error = SquadError::NoClock {
            domain: std::any::type_name::<Domain>(),
            schedule: String::from("FixedUpdate"),
        };
        assert_eq!(errors(), [(error.clone(), Severity::Panic)]);
        let text = error.to_string();
        assert!(
            text.contains("`TimePlugin`") && text.contains("new(Update)"),
            "{text}"
        );
        squad(&mut app, []);
        updates(&mut app, 40);
        assert_eq!(errors(), []);
    }

    #[test]
    fn clock_that_is_slow_is_a_clock() {
        let mut app = App::new();
        let errors = collected_errors!(app);
        app.add_plugins(SquadHtnPlugin::<Domain>::default());
        // As Bevy's, but the first tick is due much later.
        let run_fixed_main = |world: &mut World, mut frame: Local<u32>| {
            *frame += 1;
            if *frame == 100 {
                world.run_schedule(FixedMain);
            }
        };
        let set = RunFixedMainLoopSystems::FixedMainLoop;
        app.add_systems(RunFixedMainLoop, run_fixed_main.in_set(set));
        squad(&mut app, []);
        updates(&mut app, 120);
        assert_eq!(errors(), []);
    }

    #[test]
    fn schedule_run_by_hand_needs_no_clock() {
        let mut app = App::new();
        let errors = collected_errors!(app);
        app.add_plugins(SquadHtnPlugin::<Domain>::default());
        // The schedule runs, though the squads do not tick.
        app.configure_sets(FixedUpdate, SquadSystems::Tick.run_if(|| false));
        squad(&mut app, []);
        updates(&mut app, 3);
        app.world_mut().run_schedule(FixedUpdate);
        updates(&mut app, 40);
        assert_eq!(errors(), []);
    }
}

#[test]
fn a_squad_without_members_finds_no_plan() {
    let mut app = app();
    let squad = squad(&mut app, [Fact::Loot(1)]);
    for _ in 0..10 {
        app.update();
        check(&mut app);
    }
    let told = &story(&app).lines;
    assert!(told.len() == 1 && told[0].contains("no plan"), "{told:?}");
    assert_eq!(story(&app).errors, []);
    assert_eq!(
        squads(&app)
            .get(squad)
            .map(|director| director.answers() > 2),
        Some(true)
    );
}

#[test]
fn facts_without_room_are_told() {
    let mut app = app();
    let squad = squad(&mut app, (0..18).map(Fact::Loot));
    for at in 0..17 {
        member(&mut app, squad, at);
    }
    app.update();
    let errors: Vec<String> = story(&app).errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 3);
    assert!(errors[0].contains("cannot add loot(16)"), "{errors:?}");
    assert!(errors[2].contains("cannot add raider("), "{errors:?}");
}

#[test]
fn an_order_for_one_who_is_gone_has_failed() {
    let mut app = app();
    let squad = squad(&mut app, []);
    let ghost = app.world_mut().spawn_empty().id();
    app.world_mut().resource_mut::<Story>().ghosts.insert(ghost);
    let mut squads_mut = app.world_mut().resource_mut::<Squads<Domain>>();
    let director = squads_mut.get_mut(squad).expect("it is there");
    let told = director.state_mut().insert(Fact::Raider(agent(ghost)));
    assert_eq!(told, Ok(true), "one who is no member may act all the same");
    let order = until(&mut app, |action| matches!(action, Action::Aim { .. }));
    app.world_mut().despawn(ghost);
    assert!(app.world().get_entity(order).is_err());
    app.update();
    check(&mut app);
    assert_eq!(
        story(&app).errors,
        [],
        "he is known to have left by his order"
    );

    // An entity that was despawned before is unknown.
    let mut squads_mut = app.world_mut().resource_mut::<Squads<Domain>>();
    let director = squads_mut.get_mut(squad).expect("it is there");
    let told = director.state_mut().insert(Fact::Raider(agent(ghost)));
    assert_eq!(told, Ok(true));
    for _ in 0..10 {
        app.update();
        check(&mut app);
    }
    let action = format!("aim({ghost}, 3)");
    let error = SquadError::AgentDespawned {
        squad,
        agent: ghost,
        action,
    };
    assert_eq!(story(&app).errors, [error]);
    let director = squads(&app).get(squad).expect("it is there");
    assert!(director.state().is_empty() && director.executor().plans().count() == 0);
}

/// A domain without `agent`.
mod machines {
    use super::*;

    htn_domain! {
        pub domain machine;
        predicate off(u8) [4];
        operator press(button: u8) { delete off(button); }
        pub method start() if off(button) { press(button); }
    }
    pub use machine::{Action, Domain, Fact, Task};

    impl SquadDomain for Domain {
        type Params = ();
        fn context(params: &()) -> &() {
            params
        }
    }

    #[test]
    fn actions_of_a_domain_without_agents_are_nobodys() {
        let mut app = App::new();
        app.add_plugins(SquadHtnPlugin::<Domain>::new(Update))
            .insert_resource(SquadBudget::Steps(100));
        let machine = Squad::<Domain>::new(Task::Start).facts([Fact::Off(3)]);
        let machine = app.world_mut().spawn(machine).id();
        let who = app.world_mut().spawn(MemberOf(machine)).id();
        app.update();
        let mut errors = app.world_mut().resource_mut::<Messages<SquadError>>();
        let errors: Vec<SquadError> = errors.drain().collect();
        let error = SquadError::NotAnAgent {
            squad: machine,
            entity: who,
            has_agents: false,
        };
        assert!(error.to_string().contains("add `agent Agent;`"));
        assert_eq!(errors, [error]);
        app.update();
        let mut orders = app.world_mut().query::<(&Order<Domain>, &Actors)>();
        let orders: Vec<_> = orders.iter(app.world()).collect();
        assert_eq!(orders.len(), 1);
        assert_eq!(orders[0].0.action(), Action::Press { button: 3 });
        assert_eq!(orders[0].1.lead(), None);
        app.world_mut().despawn(who);
        app.update();
    }
}

/// A domain whose agents are a newtype, and whose params need a resource.
mod picky {
    use super::*;

    #[derive(Resource)]
    pub struct Weather {
        pub is_fine: bool,
    }

    #[derive(SystemParam)]
    pub struct Sky<'w> {
        weather: Res<'w, Weather>,
    }

    /// Every other entity.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
    pub struct Even(pub Agent);

    impl AgentTerm for Even {
        fn from_entity(entity: Entity) -> Option<Self> {
            let is_even = entity.index_u32().is_multiple_of(2);
            Agent::new(entity).filter(|_| is_even).map(Even)
        }
        fn entity(self) -> Entity {
            self.0.entity()
        }
    }

    htn_domain! {
        pub domain picnic(sky: &Sky<'_>);
        agent Even;
        predicate guest(Even) [8];
        operator eat(who: Even) by who {}
        pub method feast() if guest(who) && sky.weather.is_fine { eat(who); }
    }
    pub use picnic::{Domain, Fact, Task};

    impl SquadDomain for Domain {
        type Params = Sky<'static>;
        fn context<'c>(params: &'c Sky<'_>) -> &'c Sky<'c> {
            params
        }
        fn member(who: Even) -> Option<Fact> {
            Some(Fact::Guest(who))
        }
    }

    fn ticks(app: &App, squad: Entity) -> u64 {
        let squads = app.world().resource::<Squads<Domain>>();
        squads
            .get(squad)
            .map_or(0, |director| director.executor().ticks())
    }

    #[test]
    fn who_cannot_be_an_agent_is_none() {
        let mut app = App::new();
        app.add_plugins(SquadHtnPlugin::<Domain>::new(Update))
            .insert_resource(Weather { is_fine: true });
        let squad = app
            .world_mut()
            .spawn(Squad::<Domain>::new(Task::Feast))
            .id();
        let guests = [(); 2].map(|()| app.world_mut().spawn(MemberOf(squad)).id());
        app.update();
        let odd = guests.into_iter().find(|guest| guest.index_u32() % 2 == 1);
        let mut errors = app.world_mut().resource_mut::<Messages<SquadError>>();
        let errors: Vec<SquadError> = errors.drain().collect();
        assert!(matches!(
            errors[..],
            [SquadError::NotAnAgent { entity, has_agents: true, .. }] if Some(entity) == odd
        ));
        let director = app.world().resource::<Squads<Domain>>().get(squad);
        assert_eq!(director.map(|director| director.state().len()), Some(1));
        for guest in guests {
            app.world_mut().despawn(guest);
        }
        let director = app.world().resource::<Squads<Domain>>().get(squad);
        assert_eq!(director.map(|director| director.state().len()), Some(0));
    }

    #[test]
    fn missing_params_suspend_squads_with_one_error() {
        let mut app = App::new();
        app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
        let squad = app
            .world_mut()
            .spawn(Squad::<Domain>::new(Task::Feast))
            .id();
        for _ in 0..5 {
            app.update();
        }
        assert_eq!(ticks(&app, squad), 0);
        app.insert_resource(Weather { is_fine: true });
        app.update();
        assert_eq!(ticks(&app, squad), 1);
        app.world_mut().remove_resource::<Weather>();
        app.update();
        app.update();
        assert_eq!(ticks(&app, squad), 1);
        let mut cursor = app.world().resource::<Messages<SquadError>>().get_cursor();
        let messages = app.world().resource::<Messages<SquadError>>();
        let error = cursor.read(messages).last().expect("it is reported");
        let text = error.to_string();
        assert!(matches!(error, SquadError::ParamsUnavailable { .. }));
        assert!(
            text.contains("are suspended") && text.contains("weather"),
            "{text}"
        );
    }
}

/// Several domains in one app.
#[test]
fn domains_are_apart() {
    let mut app = app();
    app.add_plugins(SquadHtnPlugin::<machines::Domain>::new(Update));
    app.add_plugins(SquadDebugPlugin::<Domain>::new(Update));
    let raiders = squad(&mut app, []);
    let who = member(&mut app, raiders, 0);
    let machine = Squad::<machines::Domain>::new(machines::Task::Start);
    let machine = app
        .world_mut()
        .spawn(machine.facts([machines::Fact::Off(1)]))
        .id();
    until(&mut app, |action| matches!(action, Action::Aim { .. }));
    let mut orders = app.world_mut().query::<&Order<machines::Domain>>();
    let orders: Vec<Entity> = orders.iter(app.world()).map(Order::squad).collect();
    assert_eq!(orders, [machine]);
    app.update();
    let label = app
        .world()
        .get::<AgentLabel>(who)
        .map(|label| label.0.clone());
    assert_eq!(
        label,
        Some(format!("aim({who}, 3) for plan 1 since tick 2"))
    );
    app.world_mut().despawn(machine);
    assert_eq!(running(&mut app).len(), 1);
    app.world_mut().entity_mut(who).remove::<MemberOf>();
    assert!(app.world().get::<AgentLabel>(who).is_none());
    app.update();
    check(&mut app);
}
