//! Squads, members and orders, one thing at a time.

use crate::common;

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_squad_htn::prelude::*;
use bevy_squad_htn::{AgentLabel, SquadDebugPlugin};
use common::*;

fn is_carry(action: Action) -> bool {
    matches!(action, Action::Carry { .. })
}

fn is_aim(action: Action) -> bool {
    matches!(action, Action::Aim { .. })
}

fn lines(app: &App, with: &str) -> usize {
    let lines = story(app).lines.iter();
    lines.filter(|line| line.contains(with)).count()
}

fn state_of(app: &App, order: Entity) -> Option<OrderState> {
    story(app).orders[&order].ended
}

/// Two who carry something together, and the order to do so.
fn carrying(app: &mut App) -> (Entity, [Entity; 2], Entity) {
    let squad = squad(app, [Fact::Loot(2)]);
    let agents = [0, 1].map(|at| member(app, squad, at));
    for _ in 0..40 {
        app.update();
        check(app);
        for (order, action) in running(app) {
            if is_carry(action) {
                return (squad, agents, order);
            }
            if !is_aim(action) {
                finish(app, Finish::success(order));
            }
        }
    }
    panic!("they never carry:\n{}", story(app).lines.join("\n"));
}

#[test]
fn an_order_is_related_to_all_its_agents() {
    let mut app = app();
    let (squad, agents, order) = carrying(&mut app);
    let world = app.world();
    let actors = world.get::<Actors>(order).expect("it has agents");
    // The nearer one is first.
    let [far, near] = agents;
    assert!(actors.iter().eq([near, far]) && actors.lead() == Some(near));
    for agent in agents {
        let orders = world.get::<Orders>(agent).expect("it has one");
        assert!(orders.iter().eq([order]) && orders.len() == 1);
    }
    let Order { .. } = world.get::<Order<Domain>>(order).expect("it is one");
    assert!(squads(&app).orders(squad).eq([order]));
    finish(&mut app, Finish::success(order));
    assert!(app.world().get_entity(order).is_err());
    assert_eq!(state_of(&app, order), Some(OrderState::Succeeded));
    let orders = agents.map(|agent| app.world().get::<Orders>(agent).map(Orders::len));
    assert_eq!(orders, [Some(0); 2]);
    app.update();
    assert_eq!(lines(&app, "finished carry"), 1);
}

#[test]
fn an_agent_may_have_several_orders() {
    let mut app = app();
    let squad = squad(&mut app, [Fact::Loot(2)]);
    let agents = [0, 1].map(|at| member(&mut app, squad, at));
    for _ in 0..20 {
        app.update();
        check(&mut app);
        let most = agents.map(|agent| app.world().get::<Orders>(agent).map_or(0, Orders::len));
        if most.contains(&2) {
            return;
        }
        for (order, action) in running(&mut app) {
            if !matches!(action, Action::Shout { .. }) {
                finish(&mut app, Finish::success(order));
            }
        }
    }
    panic!("nobody shouts while he walks");
}

#[test]
fn an_order_that_is_despawned_by_hand_has_failed() {
    for removes in [false, true] {
        let mut app = app();
        let (_, _, order) = carrying(&mut app);
        match removes {
            true => drop(app.world_mut().entity_mut(order).remove::<Order<Domain>>()),
            false => drop(app.world_mut().despawn(order)),
        }
        assert!(app.world().get_entity(order).is_err());
        assert_eq!(state_of(&app, order), Some(OrderState::Running));
        app.update();
        check(&mut app);
        assert_eq!(lines(&app, "failed"), 1);
        assert_eq!(
            lines(&app, "reported by the game"),
            1,
            "{:#?}",
            story(&app).lines
        );
    }
}

#[test]
fn an_agent_that_is_despawned_has_left() {
    let mut app = app();
    let (squad, [first, second], order) = carrying(&mut app);
    app.world_mut().despawn(second);
    assert_eq!(state_of(&app, order), Some(OrderState::Running));
    let director = squads(&app).get(squad).expect("it is there");
    assert!(!director.state().contains(Fact::Raider(agent(second))));
    assert!(director.state().contains(Fact::Raider(agent(first))));
    app.update();
    check(&mut app);
    assert_eq!(lines(&app, "an agent left"), 1, "{:#?}", story(&app).lines);
    let order = until(&mut app, is_aim);
    let actors = app.world().get::<Actors>(order).map(|actors| actors.lead());
    assert_eq!(
        actors,
        Some(Some(first)),
        "who is left does what he can alone"
    );
    assert_eq!(story(&app).errors, []);
}

#[test]
fn a_squad_goes_on_where_its_director_stands() {
    for is_reported in [false, true] {
        let mut app = app();
        let (squad, agents, order) = carrying(&mut app);
        let director = squads(&app).get(squad).expect("it is there");
        let (mut director, ticks) = (director.clone(), director.executor().ticks());
        let former = story(&app).orders[&order].id;
        app.world_mut().despawn(squad);
        check_bare(&mut app);
        if is_reported {
            director.finish(former, Outcome::Success).expect("it runs");
        }
        let again = Squad::<Domain>::from_director(director);
        let squad = app.world_mut().spawn(again).id();
        for agent in agents {
            app.world_mut().entity_mut(agent).insert(MemberOf(squad));
        }
        assert_eq!(running(&mut app).len(), 1, "the order is there again");
        check(&mut app);
        let (order, action) = running(&mut app)[0];
        assert!(is_carry(action));
        assert_eq!(story(&app).orders[&order].id, former);
        let director = squads(&app).get(squad).expect("it is there");
        assert_eq!(director.executor().ticks(), ticks);
        if !is_reported {
            finish(&mut app, Finish::success(order));
        }
        app.update();
        check(&mut app);
        assert!(state_of(&app, order).is_some());
        assert_eq!(lines(&app, "finished carry"), 1);
        assert_eq!(lines(&app, "begins carry"), 2, "one each");
    }
}

/// An observer of an order may do anything to the squads whose orders are yet to come.
#[test]
fn despawned_squad_gives_no_orders() {
    for again in [false, true] {
        let mut app = app();
        let all = [1, 2].map(|place| squad(&mut app, [Fact::Loot(place)]));
        for squad in all {
            member(&mut app, squad, 0);
        }
        let end_other = move |event: On<Add<Order<Domain>>>,
                              orders: Query<&Order<Domain>>,
                              mut commands: Commands| {
            let order = orders.get(event.entity).expect("it has just come");
            if order.squad() == all[0] {
                let mut other = commands.entity(all[1]);
                other.remove::<Squad<Domain>>();
                if again {
                    other.insert(Squad::<Domain>::new(Task::Plunder));
                }
            }
        };
        app.add_observer(end_other);
        app.update();
        app.update();
        check(&mut app);
        let squads_of_orders: Vec<Entity> =
            story(&app).orders.values().map(|seen| seen.squad).collect();
        assert_eq!(squads_of_orders, [all[0]], "{:#?}", story(&app).lines);
        for _ in 0..5 {
            app.update();
            check(&mut app);
        }
        assert_eq!(story(&app).orders.len(), 1 + usize::from(again));
    }
}

/// A voice line does not engage who says it, so that his squad has nothing to repair when he goes.
#[test]
fn an_order_beside_others_ends_with_its_agent() {
    let mut app = app();
    let squad = squad(&mut app, [Fact::Alarm]);
    let who = member(&mut app, squad, 0);
    let hide = until(&mut app, |action| matches!(action, Action::Hide { .. }));
    finish(&mut app, Finish::success(hide));
    let shout = until(&mut app, |action| matches!(action, Action::Shout { .. }));
    app.world_mut().despawn(who);
    assert_eq!(state_of(&app, shout), Some(OrderState::Running));
    for _ in 0..3 {
        app.update();
        check(&mut app);
    }
    let director = squads(&app).get(squad).expect("it is there");
    assert_eq!(director.executor().plans().count(), 0);
}

/// The last action of a member counts, but its facts are removed.
#[test]
fn facts_that_come_after_an_agent_has_left_go_too() {
    let mut app = app();
    let squad = squad(&mut app, [Fact::Loot(2)]);
    let agents = [0, 1].map(|at| member(&mut app, squad, at));
    let walk = until(&mut app, |action| matches!(action, Action::Walk { .. }));
    let who = app.world().get::<Actors>(walk).and_then(Actors::lead);
    let who = who.expect("somebody walks");
    assert!(agents.contains(&who));
    finish(&mut app, Finish::success(walk));
    app.world_mut().despawn(who);
    app.update();
    check(&mut app);
    let director = squads(&app).get(squad).expect("it is there");
    assert!(
        director
            .state()
            .facts()
            .all(|fact| !matches!(fact, Fact::At(..)))
    );
}

#[test]
fn an_agent_is_in_one_squad() {
    let mut app = app();
    let [a, b] = [1, 2].map(|place| squad(&mut app, [Fact::Loot(place)]));
    let who = member(&mut app, a, 0);
    let order = until(&mut app, is_aim);
    let knows = |app: &App, squad| {
        let director = squads(app).get(squad).expect("it is there");
        director
            .state()
            .facts()
            .any(|fact| fact == Fact::Raider(agent(who)))
    };
    assert_eq!([a, b].map(|squad| knows(&app, squad)), [true, false]);
    app.world_mut().entity_mut(who).insert(MemberOf(b));
    assert_eq!([a, b].map(|squad| knows(&app, squad)), [false, true]);
    app.update();
    check(&mut app);
    assert_eq!(
        state_of(&app, order),
        Some(OrderState::Stopped),
        "it is the former squad's"
    );
    until(&mut app, is_aim);
    // Inserting the same again changes nothing.
    let begun = story(&app).orders.len();
    app.world_mut().entity_mut(who).insert(MemberOf(b));
    app.update();
    assert!(knows(&app, b) && story(&app).orders.len() == begun);
    app.world_mut().entity_mut(who).remove::<MemberOf>();
    assert!(!knows(&app, b));
    app.update();
    check(&mut app);
    assert_eq!(running(&mut app), []);
    assert!(app.world().get::<Members>(b).is_none());
}

#[test]
fn a_squad_that_is_despawned_stops_everything() {
    for removes in [false, true] {
        let mut app = app();
        let (squad, agents, order) = carrying(&mut app);
        match removes {
            true => drop(app.world_mut().entity_mut(squad).remove::<Squad<Domain>>()),
            false => drop(app.world_mut().despawn(squad)),
        }
        assert_eq!(state_of(&app, order), Some(OrderState::Running));
        check_bare(&mut app);
        for agent in agents {
            let member = app.world().get::<MemberOf>(agent).is_some();
            assert_eq!(
                member, removes,
                "members stay; of what is gone they are none"
            );
        }
        finish(&mut app, Finish::success(order));
        app.update();
        let error = SquadError::NotAnOrder { entity: order };
        assert_eq!(story(&app).errors, [error]);
        // It can be a squad again, with its members.
        if removes {
            let again = Squad::<Domain>::new(Task::Plunder);
            app.world_mut().entity_mut(squad).insert(again);
            until(&mut app, is_aim);
            check(&mut app);
        }
    }
}

#[test]
fn an_order_is_finished_once() {
    let mut app = app();
    let (_, _, order) = carrying(&mut app);
    finish(&mut app, Finish::failure(order));
    finish(&mut app, Finish::success(order));
    let stranger = app.world_mut().spawn_empty().id();
    finish(&mut app, Finish::success(stranger));
    app.update();
    let errors = [order, stranger].map(|entity| SquadError::NotAnOrder { entity });
    assert_eq!(story(&app).errors, errors);
    assert!(errors[0].to_string().contains("once per order"));
    assert_eq!(state_of(&app, order), Some(OrderState::Failed));
}

#[test]
fn conditions_see_the_world() {
    let mut app = app();
    let squad = squad(&mut app, [Fact::Loot(100)]);
    let far = member(&mut app, squad, 0);
    let near = member(&mut app, squad, 90);
    let lock = loop {
        let running = running(&mut app);
        let walks = running
            .iter()
            .filter(|(_, action)| matches!(action, Action::Walk { .. }));
        let walks: Vec<Entity> = walks.map(|(order, _)| *order).collect();
        for walk in walks {
            finish(&mut app, Finish::success(walk));
        }
        if let Some((order, action)) = running
            .iter()
            .find(|(_, action)| matches!(action, Action::PickLock { .. }))
        {
            assert_eq!(
                *action,
                Action::PickLock {
                    who: agent(near),
                    at: 100
                },
                "the nearest first, not {far}"
            );
            break *order;
        }
        app.update();
    };
    // `while view.is_calm(who)`
    app.world_mut().entity_mut(near).insert(UnderFire);
    app.update();
    check(&mut app);
    assert_eq!(state_of(&app, lock), Some(OrderState::Stopped));
    assert_eq!(lines(&app, "no longer holds"), 1);
}

#[test]
fn a_squad_that_is_paused_stands_still() {
    let mut app = app();
    let squad = squad(&mut app, []);
    let who = member(&mut app, squad, 0);
    let order = until(&mut app, is_aim);
    app.world_mut().entity_mut(squad).insert(Paused);
    let told = story(&app).lines.len();
    for _ in 0..10 {
        app.update();
        check(&mut app);
    }
    assert_eq!(story(&app).lines.len(), told, "nothing is told twice");
    finish(&mut app, Finish::success(order));
    for _ in 0..10 {
        app.update();
    }
    assert_eq!(running(&mut app), []);
    app.world_mut().entity_mut(squad).remove::<Paused>();
    app.update();
    assert_eq!(lines(&app, "finished aim"), 1);
    let next = until(&mut app, is_aim);
    assert_ne!(next, order);
    // One that is spawned so.
    let other = app
        .world_mut()
        .spawn((Squad::<Domain>::new(Task::Plunder), Paused))
        .id();
    app.world_mut().entity_mut(who).insert(MemberOf(other));
    for _ in 0..10 {
        app.update();
    }
    assert_eq!(running(&mut app), []);
    let ticks = squads(&app)
        .get(other)
        .map(|director| director.executor().ticks());
    assert_eq!(ticks, Some(0));
}

#[test]
fn squad_at_a_breakpoint_is_paused() {
    let mut app = app();
    let squad = squad(&mut app, []);
    member(&mut app, squad, 0);
    let director = |app: &mut App| -> u64 {
        let squads = squads(app);
        squads
            .get(squad)
            .map_or(0, |director| director.executor().ticks())
    };
    let on = squad_htn::Break::event("started");
    let mut all = app.world_mut().resource_mut::<Squads<Domain>>();
    all.get_mut(squad).unwrap().break_on(on).unwrap();
    for _ in 0..50 {
        app.update();
        if app.world().get::<Paused>(squad).is_some() {
            break;
        }
    }
    assert!(app.world().get::<Paused>(squad).is_some());
    // The orders of its last tick were issued.
    assert_eq!(running(&mut app).len(), 1);
    let (at, told) = (director(&mut app), story(&app).lines.len());
    for _ in 0..5 {
        app.update();
        check(&mut app);
    }
    assert_eq!((director(&mut app), story(&app).lines.len()), (at, told));
    // A step.
    let mut all = app.world_mut().resource_mut::<Squads<Domain>>();
    all.get_mut(squad).unwrap().step(squad_htn::DebugStep::Tick);
    app.world_mut().entity_mut(squad).remove::<Paused>();
    for _ in 0..3 {
        app.update();
    }
    assert_eq!(director(&mut app), at + 1);
    assert!(app.world().get::<Paused>(squad).is_some());
    app.world_mut().entity_mut(squad).remove::<Paused>();
    app.update();
    assert!(director(&mut app) > at + 1);
}

#[test]
fn a_run_condition_pauses_all_squads() {
    #[derive(Resource)]
    struct Halted(bool);
    let mut app = app();
    app.insert_resource(Halted(false));
    let goes_on = |halted: Res<Halted>| !halted.0;
    app.configure_sets(Update, SquadSystems::Tick.run_if(goes_on));
    let squad = squad(&mut app, []);
    member(&mut app, squad, 0);
    until(&mut app, is_aim);
    app.insert_resource(Halted(true));
    let told = story(&app).lines.len();
    for _ in 0..5 {
        app.update();
        check(&mut app);
    }
    assert_eq!(story(&app).lines.len(), told);
}

#[test]
fn settings_and_tasks_change_while_it_runs() {
    let mut app = app();
    let squad = squad(&mut app, []);
    app.update();
    let mut settings = app
        .world_mut()
        .get_mut::<SquadSettings>(squad)
        .expect("it has some");
    settings.interval = 1_000;
    for _ in 0..10 {
        app.update();
    }
    let answers = |app: &App| squads(app).get(squad).map(|director| director.answers());
    let before = answers(&app);
    for _ in 0..50 {
        app.update();
    }
    assert_eq!(answers(&app), before);
    let mut settings = app
        .world_mut()
        .get_mut::<SquadSettings>(squad)
        .expect("it has some");
    settings.interval = 1;
    for _ in 0..10 {
        app.update();
    }
    assert_eq!(answers(&app), before.map(|before| before + 10));

    // Settings changed in the director stay.
    let mut squads_mut = app.world_mut().resource_mut::<Squads<Domain>>();
    let director = squads_mut.get_mut(squad).expect("it is there");
    director.set_settings(director.settings().interval(1_000));
    for _ in 0..3 {
        app.update();
    }
    let before = answers(&app);
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(answers(&app), before);

    let place = Task::Open {
        who: agent(squad),
        at: 3,
    };
    let again = Squad::<Domain>::new(place).weight(7);
    app.world_mut().entity_mut(squad).insert(again);
    assert_eq!(squads(&app).len(), 1);
    let director = squads(&app).get(squad).expect("it is there");
    assert_eq!(director.task(), place);
    assert!(director.executor().ticks() > 0, "it is the same squad");
}

#[test]
fn fixed_update_is_the_default() {
    let mut app = app_with(SquadHtnPlugin::default());
    let squad = squad(&mut app, []);
    app.update();
    let ticks = |app: &App| {
        squads(app)
            .get(squad)
            .map(|director| director.executor().ticks())
    };
    assert_eq!(ticks(&app), Some(0));
    app.world_mut().run_schedule(FixedUpdate);
    assert_eq!(ticks(&app), Some(1));
}

#[test]
fn sets_are_in_order_and_the_budget_is_shared() {
    #[derive(Resource, Default)]
    struct Log(Vec<&'static str>);
    let mut app = app();
    let log = |what| move |mut log: ResMut<Log>| log.0.push(what);
    app.init_resource::<Log>()
        .add_systems(Update, log("after").after(SquadSystems::Orders))
        .add_systems(Update, log("sense").in_set(SquadSystems::Sense))
        .add_systems(
            Update,
            log("between")
                .after(SquadSystems::Tick)
                .before(SquadSystems::Orders),
        );
    app.update();
    assert_eq!(
        app.world().resource::<Log>().0,
        ["sense", "between", "after"]
    );

    app.insert_resource(SquadBudget::Steps(7));
    let all = [(); 5].map(|()| squad(&mut app, []));
    let used = |app: &App| -> u64 {
        let usages = all.iter().filter_map(|squad| squads(app).usage(*squad));
        usages.map(|usage| usage.steps).sum()
    };
    for _ in 0..20 {
        let before = used(&app);
        app.update();
        assert!(used(&app) - before <= 7);
    }
    assert!(used(&app) > 50);
}

#[test]
fn labels_say_what_agents_do_and_wait_for() {
    let mut app = app();
    app.add_plugins(SquadDebugPlugin::<Domain>::new(Update));
    let squad = squad(&mut app, [Fact::Loot(2)]);
    let agents = [0, 1].map(|at| member(&mut app, squad, at));
    let label = |app: &App, agent| {
        let label = app.world().get::<AgentLabel>(agent);
        label.map_or(String::new(), |label| label.0.clone())
    };
    until(&mut app, |action| matches!(action, Action::Walk { .. }));
    for agent in agents {
        let walk = format!("walk({agent}, 2) for plan 1 since tick 2");
        assert_eq!(label(&app, agent), walk);
    }
    // The carrying agent waits for the one that opens.
    let mut told = Vec::new();
    for _ in 0..4 {
        for (order, action) in running(&mut app) {
            if !matches!(action, Action::PickLock { .. }) {
                finish(&mut app, Finish::success(order));
            }
        }
        app.update();
        told.push(label(&app, agents[0]));
    }
    let waits = |label: &String| label.starts_with("waits for plan 1") && label.contains("carry(");
    assert!(told.iter().any(waits), "{told:#?}");
}

#[cfg(feature = "bevy_reflect")]
#[test]
fn components_can_be_looked_at_while_it_runs() {
    use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
    use std::any::TypeId;
    let mut app = app();
    let squad = squad(&mut app, []);
    let who = member(&mut app, squad, 0);
    let order = until(&mut app, is_aim);
    let registry = app.world().resource::<AppTypeRegistry>().clone();
    let registry = registry.read();
    let shown = |entity, ty| {
        let component = registry.get_type_data::<ReflectComponent>(ty);
        let component = component.expect("it is registered");
        let entity = app.world().entity(entity);
        component.reflect(entity).map(|value| format!("{value:?}"))
    };
    let settings = shown(squad, TypeId::of::<SquadSettings>()).expect("it has some");
    assert!(settings.contains("interval: 3"), "{settings}");
    assert!(settings.contains("keep_searching: true"), "{settings}");
    assert_eq!(
        shown(who, TypeId::of::<MemberOf>()),
        Some(format!("MemberOf({squad})"))
    );
    assert_eq!(
        shown(order, TypeId::of::<Actors>()),
        Some(format!("Actors([{who}])"))
    );
    assert_eq!(
        shown(who, TypeId::of::<Orders>()),
        Some(format!("Orders([{order}])"))
    );
    assert!(shown(squad, TypeId::of::<Members>()).is_some());
    assert_eq!(
        shown(order, TypeId::of::<OrderState>()),
        Some("Running".to_string())
    );
}

/// Entities that Bevy's default query filters hide.
mod disabled {
    use super::*;
    use bevy_ecs::entity_disabling::Disabled;

    /// A disabling component of the game's own.
    #[derive(Component)]
    struct Hidden;

    fn facts(app: &App, squad: Entity) -> String {
        let director = squads(app).get(squad).expect("it is a squad");
        director.state().to_string()
    }

    fn ticks(app: &App, squad: Entity) -> u64 {
        let director = squads(app).get(squad).expect("it is a squad");
        director.executor().ticks()
    }

    fn updates(app: &mut App, count: usize) {
        for _ in 0..count {
            app.update();
            check(app);
        }
    }

    #[test]
    fn disabled_agent_keeps_its_facts_and_orders() {
        let mut app = app();
        let squad = squad(&mut app, []);
        let who = member(&mut app, squad, 0);
        let order = until(&mut app, is_aim);
        let before = facts(&app, squad);
        app.world_mut().entity_mut(who).insert(Disabled);
        updates(&mut app, 5);
        assert_eq!(facts(&app, squad), before);
        assert_eq!(state_of(&app, order), None);
        app.world_mut().entity_mut(who).remove::<Disabled>();
        updates(&mut app, 5);
        assert_eq!(facts(&app, squad), before);
        assert_eq!(state_of(&app, order), None);
    }

    #[test]
    fn disabled_agent_despawned_is_forgotten() {
        let mut app = app();
        let squad = squad(&mut app, []);
        let agents = [0, 1].map(|at| member(&mut app, squad, at));
        for agent in agents {
            app.world_mut().entity_mut(agent).insert(Disabled);
        }
        let order = until(&mut app, is_aim);
        for agent in agents {
            app.world_mut().despawn(agent);
        }
        assert_eq!(facts(&app, squad), "");
        assert_eq!(state_of(&app, order), Some(OrderState::Running));
        updates(&mut app, 5);
        assert_eq!(facts(&app, squad), "");
    }

    #[test]
    fn disabled_agent_leaves_and_joins() {
        let mut app = app();
        let squads = [(); 2].map(|()| squad(&mut app, []));
        app.world_mut().register_disabling_component::<Hidden>();
        for squad in squads {
            app.world_mut().entity_mut(squad).insert(Paused);
        }
        let who = app
            .world_mut()
            .spawn((Disabled, Hidden, MemberOf(squads[0])));
        let who = who.id();
        assert_eq!(facts(&app, squads[0]), format!("raider({who})"));
        app.world_mut().entity_mut(who).insert(MemberOf(squads[1]));
        assert_eq!(facts(&app, squads[0]), "");
        assert_eq!(facts(&app, squads[1]), format!("raider({who})"));
        app.world_mut().entity_mut(who).remove::<MemberOf>();
        assert_eq!(facts(&app, squads[1]), "");
        app.world_mut().entity_mut(who).remove::<Disabled>();
        updates(&mut app, 3);
        assert_eq!(facts(&app, squads[0]), "");
    }

    #[test]
    fn disabled_order_is_finished_once() {
        let mut app = app();
        let squad = squad(&mut app, []);
        member(&mut app, squad, 0);
        let order = until(&mut app, is_aim);
        app.world_mut().entity_mut(order).insert((Disabled, Hidden));
        updates(&mut app, 5);
        assert_eq!(state_of(&app, order), None, "it runs");
        finish(&mut app, Finish::success(order));
        assert_eq!(state_of(&app, order), Some(OrderState::Succeeded));
        finish(&mut app, Finish::success(order));
        updates(&mut app, 2);
        assert_eq!(lines(&app, "finished aim"), 1);
        let error = SquadError::NotAnOrder { entity: order };
        assert_eq!(story(&app).errors, [error]);
    }

    #[test]
    fn disabled_order_is_stopped_by_its_plan() {
        let mut app = app();
        let (_, agents, order) = carrying(&mut app);
        app.world_mut().entity_mut(order).insert(Disabled);
        app.world_mut()
            .entity_mut(agents[0])
            .insert(Disabled)
            .remove::<MemberOf>();
        updates(&mut app, 3);
        assert_eq!(state_of(&app, order), Some(OrderState::Stopped));
    }

    #[test]
    fn disabled_squad_stands_still() {
        let mut app = app();
        let squad = squad(&mut app, []);
        let who = member(&mut app, squad, 0);
        let order = until(&mut app, is_aim);
        let then = ticks(&app, squad);
        app.world_mut().entity_mut(squad).insert(Disabled);
        updates(&mut app, 5);
        assert_eq!(ticks(&app, squad), then);
        finish(&mut app, Finish::success(order));
        // The squad notices these changes while it is disabled.
        let other = member(&mut app, squad, 1);
        app.world_mut().despawn(who);
        assert_eq!(facts(&app, squad), format!("raider({other})"));
        app.world_mut().entity_mut(squad).remove::<Disabled>();
        let next = until(&mut app, is_aim);
        assert_eq!(lines(&app, "finished aim"), 1);
        assert_ne!(next, order);
        updates(&mut app, 3);
    }

    #[test]
    fn squad_spawned_disabled_waits_to_be_enabled() {
        let mut app = app();
        let squad = Squad::<Domain>::new(Task::Plunder);
        let squad = app.world_mut().spawn((squad, Disabled)).id();
        member(&mut app, squad, 0);
        updates(&mut app, 5);
        assert_eq!(ticks(&app, squad), 0);
        app.world_mut().entity_mut(squad).remove::<Disabled>();
        until(&mut app, is_aim);
    }

    #[test]
    fn squad_paused_and_disabled_stands_still_for_both() {
        let mut app = app();
        let squad = squad(&mut app, []);
        let both = (Paused, Disabled);
        app.world_mut().entity_mut(squad).insert(both.clone());
        app.world_mut().entity_mut(squad).remove::<Disabled>();
        updates(&mut app, 3);
        assert_eq!(ticks(&app, squad), 0, "it is paused");
        app.world_mut().entity_mut(squad).insert(Disabled);
        app.world_mut().entity_mut(squad).remove::<Paused>();
        updates(&mut app, 3);
        assert_eq!(ticks(&app, squad), 0, "it is disabled");
        app.world_mut().entity_mut(squad).insert(both);
        app.world_mut()
            .entity_mut(squad)
            .remove::<(Paused, Disabled)>();
        updates(&mut app, 3);
        assert_eq!(ticks(&app, squad), 3);
    }

    #[test]
    fn settings_of_disabled_squad_count_when_enabled() {
        let mut app = app();
        let squad = squad(&mut app, []);
        updates(&mut app, 2);
        app.world_mut().entity_mut(squad).insert(Disabled);
        let settings = app.world_mut().get_mut::<SquadSettings>(squad);
        settings.expect("it has them").interval = 1_000;
        updates(&mut app, 2);
        app.world_mut().entity_mut(squad).remove::<Disabled>();
        updates(&mut app, 5);
        let answers = |app: &App| squads(app).get(squad).map(|director| director.answers());
        let before = answers(&app);
        updates(&mut app, 20);
        assert_eq!(answers(&app), before);
    }
}
