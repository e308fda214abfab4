//! Squads that are saved, and loaded into a world in which entities are others.

use crate::common;

use bevy_app::prelude::*;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_squad_htn::prelude::*;
use bevy_squad_htn::{LoadedSquad, SavedSquad};
use common::*;

#[allow(dead_code)]
#[path = "../../examples/saving.rs"]
mod example;

type Loaded = LoadedSquad<Domain>;

fn saved(app: &App) -> String {
    let squads = SavedSquad::<Domain>::all(app.world());
    serde_json::to_string(&squads).expect("they can be written")
}

fn loaded(text: &str) -> Vec<Loaded> {
    serde_json::from_str(text).expect("they can be read")
}

/// An app in which entities are others.
fn other_app() -> App {
    let mut app = app();
    let strangers: Vec<Entity> = app.world_mut().spawn_batch([(); 50]).collect();
    for stranger in strangers.into_iter().skip(20).step_by(3) {
        app.world_mut().despawn(stranger);
    }
    app
}

/// Agents as they are elsewhere.
fn carry_over(from: &App, app: &mut App, agents: &[Entity]) -> EntityHashMap<Entity> {
    let mut entities = EntityHashMap::default();
    for agent in agents {
        let at = from.world().get::<Position>(*agent).expect("it is there").0;
        entities.insert(*agent, app.world_mut().spawn(Position(at)).id());
    }
    entities
}

/// An app with a squad of two, both of whom aim.
fn aiming() -> (App, Entity, [Entity; 2]) {
    let mut app = app();
    let squad = squad(&mut app, []);
    let agents = [0, 1].map(|at| member(&mut app, squad, at));
    for _ in 0..8 {
        app.update();
        check(&mut app);
    }
    assert_eq!(running(&mut app).len(), 2, "both aim");
    (app, squad, agents)
}

#[test]
fn orders_come_back_once_and_plans_go_on() {
    let (app, squad, agents) = aiming();
    let mut other = other_app();
    let mut entities = carry_over(&app, &mut other, &agents);
    let mut all = loaded(&saved(&app));
    assert_eq!((all.len(), all[0].entity()), (1, squad));
    let again = all
        .remove(0)
        .spawn(other.world_mut(), &mut entities)
        .expect("it can be");
    assert_eq!(entities[&squad], again);
    // The observer of orders sees to it that none is begun twice.
    assert_eq!(running(&mut other).len(), 2);
    check(&mut other);
    let settings = other.world().get::<SquadSettings>(again).copied();
    assert_eq!(settings, app.world().get::<SquadSettings>(squad).copied());
    for agent in agents {
        let there = entities[&agent];
        assert_ne!(there, agent, "they are others");
        assert_eq!(other.world().get::<MemberOf>(there), Some(&MemberOf(again)));
        let director = squads(&other).get(again).expect("it is there");
        assert!(director.is_busy(common::agent(there)));
        let aims = Fact::Watched(Target::Who(common::agent(there)));
        assert!(director.state().contains(aims));
    }
    for (order, _) in running(&mut other) {
        finish(&mut other, Finish::success(order));
    }
    other.update();
    check(&mut other);
    assert_eq!(lines(&other, "finished aim"), 2);
    assert_eq!(story(&other).errors, []);
}

fn lines(app: &App, what: &str) -> usize {
    let lines = story(app).lines.iter();
    lines.filter(|line| line.contains(what)).count()
}

#[test]
fn member_without_a_mapping_has_left() {
    let (app, _, agents) = aiming();
    let mut other = other_app();
    let mut entities = carry_over(&app, &mut other, &agents[..1]);
    let squad = loaded(&saved(&app))
        .remove(0)
        .spawn(other.world_mut(), &mut entities);
    let squad = squad.expect("it can be");
    assert_eq!(
        running(&mut other).len(),
        1,
        "the order of the other one is not there"
    );
    let nobody = entities[&agents[1]];
    assert!(other.world().get_entity(nobody).is_err());
    for _ in 0..6 {
        other.update();
        check(&mut other);
    }
    assert_eq!(
        lines(&other, "failed at aim"),
        1,
        "{:#?}",
        story(&other).lines
    );
    assert_eq!(story(&other).errors, []);
    let director = squads(&other).get(squad).expect("it is there");
    assert!(!director.is_busy(common::agent(nobody)));
    let members = other.world().get::<Members>(squad).expect("one is there");
    assert_eq!(members.iter().collect::<Vec<_>>(), [entities[&agents[0]]]);
}

#[test]
fn an_order_that_has_ended_does_not_come_back() {
    let (mut app, _, agents) = aiming();
    let (order, _) = running(&mut app)[0];
    finish(&mut app, Finish::success(order));
    let mut other = other_app();
    let mut entities = carry_over(&app, &mut other, &agents);
    loaded(&saved(&app))
        .remove(0)
        .spawn(other.world_mut(), &mut entities)
        .expect("it can be");
    assert_eq!(running(&mut other).len(), 1);
    other.update();
    check(&mut other);
    assert_eq!(
        lines(&other, "finished aim"),
        1,
        "{:#?}",
        story(&other).lines
    );
    assert_eq!(lines(&other, "failed"), 0);
}

#[test]
fn save_reports_its_format_before_its_settings() {
    let (app, ..) = aiming();
    let format = format!("\"format\":{}", squad_htn::save::FORMAT);
    let text = saved(&app).replace(&format, "\"format\":1");
    let text = text.replace("sensor_timeout", "sense_grace");
    let error = serde_json::from_str::<Vec<Loaded>>(&text);
    let error = error.err().map_or(String::new(), |error| error.to_string());
    assert!(error.contains("save format 1 is not supported"), "{error}");
}

/// A save that says of a running action neither that it has an order nor that it has ended.
#[test]
fn an_action_that_nobody_would_end_has_failed() {
    let (app, _, agents) = aiming();
    let mut text: serde_json::Value = serde_json::from_str(&saved(&app)).expect("it is JSON");
    let orders = text[0][1]["orders"].as_array_mut().expect("a list");
    assert_eq!(orders.len(), 2);
    orders.truncate(1);
    let mut other = other_app();
    let mut entities = carry_over(&app, &mut other, &agents);
    loaded(&text.to_string())
        .remove(0)
        .spawn(other.world_mut(), &mut entities)
        .expect("it can be");
    other.update();
    assert_eq!(
        lines(&other, "failed at aim"),
        1,
        "{:#?}",
        story(&other).lines
    );
}

#[test]
fn what_a_squad_has_forgotten_is_not_told_again() {
    let (mut app, squad, agents) = aiming();
    let who = common::agent(agents[0]);
    let mut squads = app.world_mut().resource_mut::<Squads<Domain>>();
    let director = squads.get_mut(squad).expect("it is there");
    assert!(director.state_mut().remove(Fact::Raider(who)));
    let mut other = other_app();
    let mut entities = carry_over(&app, &mut other, &agents);
    let again = loaded(&saved(&app))
        .remove(0)
        .spawn(other.world_mut(), &mut entities);
    let again = again.expect("it can be");
    let facts = common::squads(&other)
        .get(again)
        .expect("it is there")
        .state();
    assert!(!facts.contains(Fact::Raider(common::agent(entities[&agents[0]]))));
    assert!(facts.contains(Fact::Raider(common::agent(entities[&agents[1]]))));
}

#[test]
fn a_squad_that_stands_still_does_so_afterwards() {
    let (mut app, squad, agents) = aiming();
    app.world_mut().entity_mut(squad).insert(Paused);
    let mut other = other_app();
    let mut entities = carry_over(&app, &mut other, &agents);
    // An entity that the game has made for it.
    let place = other.world_mut().spawn_empty().id();
    entities.insert(squad, place);
    let again = loaded(&saved(&app))
        .remove(0)
        .spawn(other.world_mut(), &mut entities);
    assert_eq!(again, Ok(place));
    let ticks = |app: &App| {
        squads(app)
            .get(place)
            .map(|director| director.executor().ticks())
    };
    let before = ticks(&other);
    other.update();
    assert_eq!(ticks(&other), before);
    other.world_mut().entity_mut(place).remove::<Paused>();
    other.update();
    assert_ne!(ticks(&other), before);
    check(&mut other);
}

#[test]
fn two_agents_that_become_one_are_refused() {
    let (app, _, agents) = aiming();
    let mut other = other_app();
    let one = other.world_mut().spawn(Position(0)).id();
    let mut entities: EntityHashMap<Entity> =
        agents.map(|agent| (agent, one)).into_iter().collect();
    let before = other.world().entities().count_spawned();
    let refused = loaded(&saved(&app))
        .remove(0)
        .spawn(other.world_mut(), &mut entities);
    let refused = refused.expect_err("both aim").to_string();
    assert!(refused.contains("already engaged by action"), "{refused}");
    assert_eq!(other.world().entities().count_spawned(), before);
    assert!(squads(&other).is_empty());
}

#[test]
fn orders_that_are_yet_to_be_given_are_not_lost() {
    #[derive(Resource, Default)]
    struct Tried(Vec<String>);
    fn save_too_early(world: &mut World) {
        let squads = SavedSquad::<Domain>::all(world);
        let tried = serde_json::to_string(&squads).map_err(|error| error.to_string());
        world.resource_mut::<Tried>().0.extend(tried.err());
    }
    let mut app = app();
    let between = save_too_early
        .after(SquadSystems::Tick)
        .before(SquadSystems::Orders);
    app.init_resource::<Tried>().add_systems(Update, between);
    let squad = squad(&mut app, []);
    member(&mut app, squad, 0);
    app.update();
    let tried = &app.world().resource::<Tried>().0;
    assert!(
        tried.len() == 1 && tried[0].contains("SquadSystems::Orders"),
        "{tried:?}"
    );
}

#[test]
fn the_example_tells_one_story() {
    let ([one, other], _) = example::play().expect("it is saved and loaded");
    assert_eq!(one, other);
    assert!(
        one.iter().filter(|line| line.starts_with("begins")).count() >= 2,
        "{one:#?}"
    );
}

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % end as u64) as usize
    }
}

/// An app with its squads and agents, in the order in which they came.
struct Game {
    app: App,
    squads: Vec<Entity>,
    agents: Vec<Entity>,
}

impl Game {
    fn new(random: &mut Random) -> Game {
        let mut app = app();
        let (mut squads, mut agents) = (Vec::new(), Vec::new());
        for _ in 0..1 + random.below(3) {
            let loot = (0..random.below(4)).map(|place| Fact::Loot(place as i32 * 3));
            let squad = squad(&mut app, loot);
            squads.push(squad);
            for at in 0..random.below(4) {
                agents.push(member(&mut app, squad, at as i32 * 2));
            }
        }
        Game {
            app,
            squads,
            agents,
        }
    }

    /// Returns the same game in another app.
    fn again(&self) -> Game {
        let mut app = other_app();
        let mut entities = carry_over(&self.app, &mut app, &self.agents);
        for squad in loaded(&saved(&self.app)) {
            squad
                .spawn(app.world_mut(), &mut entities)
                .expect("it can be");
        }
        let there = |all: &[Entity]| all.iter().map(|entity| entities[entity]).collect();
        let (squads, agents) = (there(&self.squads), there(&self.agents));
        Game {
            app,
            squads,
            agents,
        }
    }

    /// Returns the running actions, ordered by squad and number, in a form that is equal in both apps.
    fn orders(&mut self) -> Vec<(Entity, String)> {
        let orders = running(&mut self.app);
        let mut orders: Vec<_> = orders
            .into_iter()
            .filter_map(|(entity, action)| {
                let order = self.app.world().get::<Order<Domain>>(entity)?;
                let squad = self.squads.iter().position(|squad| *squad == order.squad());
                let place = |who: Agent| self.agents.iter().position(|one| *one == who.entity());
                let agents: Vec<_> = action.agents().map(place).collect();
                let text = format!("{squad:?} {} {} {agents:?}", order.id(), action.name());
                Some((entity, text))
            })
            .collect();
        orders.sort_by(|(_, one), (_, other)| one.cmp(other));
        orders
    }

    fn told(&mut self) -> Vec<String> {
        let mut told: Vec<_> = self.orders().into_iter().map(|(_, text)| text).collect();
        for squad in &self.squads {
            let director = squads(&self.app).get(*squad).expect("it is there");
            let facts = director.state().facts().count();
            let plans = director.executor().plans().len();
            told.push(format!(
                "{facts} facts, {plans} plans, {:?}",
                director.search_steps()
            ));
        }
        told
    }
}

#[test]
fn random_games_go_on_in_another_app() {
    let full = std::env::var_os("HTN_FULL").is_some();
    let seeds = match std::env::var("HTN_SEED") {
        Ok(seed) => {
            let seed = seed.parse().expect("HTN_SEED is a number");
            seed..seed + 1
        }
        Err(_) => 1..if full { 5_000 } else { 60 },
    };
    let mut begun = 0;
    for seed in seeds {
        let random = &mut Random(u64::wrapping_mul(seed, 0x9E37_79B9_7F4A_7C15) | 1);
        let mut games = vec![Game::new(random)];
        let save_at = 2 + random.below(20);
        for frame in 0..40 {
            if frame == save_at {
                let again = games[0].again();
                games.push(again);
            }
            let orders = games[0].orders().len();
            begun += orders;
            let done = (orders > 0 && random.below(2) == 0)
                .then(|| (random.below(orders), random.below(4)));
            let gone = (random.below(40) == 0 && !games[0].agents.is_empty())
                .then(|| random.below(games[0].agents.len()));
            let mut told = Vec::new();
            for game in &mut games {
                if let Some((order, outcome)) = done {
                    let (order, _) = game.orders()[order];
                    let end = match outcome {
                        0 => Finish::failure(order),
                        _ => Finish::success(order),
                    };
                    finish(&mut game.app, end);
                }
                if let Some(gone) = gone {
                    let gone = game.agents[gone];
                    if game.app.world().get_entity(gone).is_ok() {
                        game.app.world_mut().despawn(gone);
                    }
                }
                game.app.update();
                check(&mut game.app);
                told.push(game.told());
            }
            if let [one, other] = &told[..] {
                assert_eq!(
                    one, other,
                    "HTN_SEED={seed}, frame {frame}, saved at {save_at}"
                );
            }
            // A missing agent has no position to copy.
            let there = |game: &Game| {
                game.agents
                    .iter()
                    .all(|one| game.app.world().get_entity(*one).is_ok())
            };
            if frame < save_at && !there(&games[0]) {
                break;
            }
        }
    }
    assert!(
        begun > 500 || std::env::var_os("HTN_SEED").is_some(),
        "{begun}"
    );
}

/// The domain after a patch: another operator, another name of the fact about members.
mod patched {
    use super::common::Target;
    use bevy_squad_htn::prelude::*;

    htn_domain! {
        pub domain raid;
        agent Agent;
        predicate bandit(Agent) [16];
        predicate busy(Agent) [16];
        predicate aims_at(Agent => Target) [16];
        predicate watched(Target) [16];
        predicate loot(i32) [16];
        operator sneak(who: Agent, to: i32) by who {}
        pub method plunder() if loot(to) && bandit(who) && !busy(who) { sneak(who, to); }
        pub method rest() {}
    }

    impl SquadDomain for raid::Domain {
        type Params = ();

        fn context(params: &()) -> &() {
            params
        }

        fn member(who: Agent) -> Option<raid::Fact> {
            Some(raid::Fact::Bandit(who))
        }
    }
}

#[test]
fn squad_of_a_patched_domain_is_spawned_without_plans() {
    use patched::raid::{Action, Domain, Fact};
    let (mut app, squad, agents) = aiming();
    let loot = common::Fact::Loot(6);
    let mut squads = app.world_mut().resource_mut::<Squads<common::Domain>>();
    let director = squads.get_mut(squad).expect("it is there");
    director.state_mut().insert(loot).expect("there is room");
    let text = saved(&app);
    assert!(serde_json::from_str::<Vec<LoadedSquad<Domain>>>(&text).is_err());

    let mut other = App::new();
    other.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
    let mut entities = carry_over(&app, &mut other, &agents);
    let mut text = serde_json::Deserializer::from_str(&text);
    let all = LoadedSquad::<Domain>::all_matching(&mut text, None);
    let mut all = all.expect("they can be read");
    let (loaded, report) = all.pop().expect("one squad");
    assert!(all.is_empty());
    assert_eq!(loaded.entity(), squad);
    // Both aimed, which has put facts there that no effect removes.
    assert_eq!((report.facts, report.plans.len()), (5, 2), "{report}");
    assert_eq!(report.left_out[0].predicate, "raider");
    let there = loaded.spawn(other.world_mut(), &mut entities);
    let there = there.expect("it can be");
    assert_eq!(
        other.world().get::<Members>(there).map(Members::len),
        Some(2)
    );
    let facts = |app: &App| {
        let squads = app.world().resource::<Squads<Domain>>();
        squads.get(there).expect("it is there").state().clone()
    };
    for agent in agents {
        let agent = common::agent(entities[&agent]);
        assert!(facts(&other).contains(Fact::Bandit(agent)));
        assert!(!facts(&other).contains(Fact::Busy(agent)));
        assert!(facts(&other).contains(Fact::Watched(Target::Who(agent))));
    }
    assert!(facts(&other).contains(Fact::Loot(6)));
    for _ in 0..3 {
        other.update();
    }
    let mut orders = other.world_mut().query::<&Order<Domain>>();
    let orders: Vec<Action> = orders.iter(other.world()).map(Order::action).collect();
    assert!(
        matches!(orders[..], [Action::Sneak { to: 6, .. }, ..]),
        "{orders:?}"
    );
}

#[test]
fn one_squad_of_a_patched_domain_is_read() {
    use patched::raid::{Domain, Task};
    let (app, squad, _) = aiming();
    let one = SavedSquad::<common::Domain>::of(app.world(), squad).expect("it is there");
    let text = serde_json::to_string(&one).expect("it can be written");
    let mut text = serde_json::Deserializer::from_str(&text);
    let rest = Some(Task::Rest);
    let (loaded, report) = LoadedSquad::<Domain>::matching(&mut text, rest).expect("it is read");
    // Its own task is there still.
    assert_eq!(loaded.director().task(), Task::Plunder);
    assert_eq!(report.task_replaced, None);
    assert_eq!(loaded.members().count(), 2);
}
