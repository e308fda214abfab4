//! A domain with all kinds of actions, and a game that watches what becomes of orders.
#![allow(dead_code)]

use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::query::Allow;
use bevy_ecs::system::SystemParam;
use bevy_squad_htn::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Component)]
pub struct Position(pub i32);

/// An agent that cannot act if an action requires calm.
#[derive(Component)]
pub struct UnderFire;

/// The part of the world that conditions read.
#[derive(SystemParam)]
pub struct View<'w, 's> {
    positions: Query<'w, 's, &'static Position>,
    under_fire: Query<'w, 's, (), With<UnderFire>>,
}

impl View<'_, '_> {
    fn distance(&self, who: Agent, place: i32) -> i32 {
        let at = self.positions.get(who.entity());
        at.map_or(i32::MAX, |at| (at.0 - place).abs())
    }

    fn is_calm(&self, who: Agent) -> bool {
        !self.under_fire.contains(who.entity())
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Target {
    Who(Agent),
    Place(i32),
}

htn_domain! {
    pub domain raid(view: &View<'_, '_>);
    agent Agent;
    predicate raider(Agent) [16];
    predicate busy(Agent) [16];
    predicate aims_at(Agent => Target) [16];
    predicate watched(Target) [16];
    predicate at(Agent => i32) [16];
    predicate loot(i32) [16];
    predicate alarm();

    internal operator reserve(who: Agent) { if !busy(who); add busy(who); undo free(who); }
    internal operator free(who: Agent) { delete busy(who); }
    internal operator claim(place: i32) { if loot(place); delete loot(place); undo leave(place); }
    internal operator leave(place: i32) { add loot(place); }

    operator walk(who: Agent, to: i32) by who { success add at(who, to); }
    operator pick_lock(who: Agent, at: i32) by who { while view.is_calm(who); }
    operator shout(who: Agent) by who { busy false; }
    operator carry(a: Agent, b: Agent, from: i32) by a, b {}
    operator aim(who: Agent, at: i32) by who {
        start add aims_at(who, Target::Place(at)), watched(Target::Who(who));
    }
    operator hide(who: Agent) by who {}

    pub method plunder() {
        branch hide if alarm() && raider(who) && !busy(who) {
            reserve(who);
            hide(who);
            global_block(who);
            free(who);
            shout(who);
        }
        branch together
            if loot(place) && raider(a) && raider(b) && a != b && !busy(a) && !busy(b)
            sort by (view.distance(a, place), view.distance(b, place))
        {
            claim(place);
            reserve(a); reserve(b);
            unordered { { open(a, place); } { walk(b, place); } }
            shout(b);
            carry(a, b, place);
            global_block(a); global_block(b);
            free(a); free(b);
        }
        branch alone if raider(who) && !busy(who) {
            reserve(who);
            aim(who, 3);
            global_block(who);
            free(who);
        }
    }
    method open(who: Agent, at: i32) {
        branch by_hand { walk(who, at); pick_lock(who, at); }
    }
}

pub use raid::{Action, Domain, Fact, Task};

impl SquadDomain for Domain {
    type Params = View<'static, 'static>;

    fn context<'c>(params: &'c View<'_, '_>) -> &'c View<'c, 'c> {
        params
    }

    fn member(who: Agent) -> Option<Fact> {
        Some(Fact::Raider(who))
    }

    fn is_about(fact: Fact, who: Agent) -> bool {
        fact == Fact::Watched(Target::Who(who))
    }
}

/// The observations of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seen {
    pub squad: Entity,
    pub id: ActionId,
    pub ended: Option<OrderState>,
}

/// The log.
#[derive(Resource, Default)]
pub struct Story {
    pub lines: Vec<String>,
    pub errors: Vec<SquadError>,
    pub orders: BTreeMap<Entity, Seen>,
    begun: BTreeSet<(Entity, ActionId)>,
    /// Removed entities that a squad was informed about again.
    pub ghosts: BTreeSet<Entity>,
    /// Actions that a squad takes for running and that have no order, and for how many frames.
    stale: BTreeMap<(Entity, ActionId), u32>,
    /// Shouts end at once.
    pub quick_shouts: bool,
}

pub fn agent(entity: Entity) -> Agent {
    Agent::new(entity).expect("it is one of the first")
}

fn begin(
    event: On<Add<Order<Domain>>>,
    orders: Query<&Order<Domain>, Allow<Disabled>>,
    mut story: ResMut<Story>,
    mut commands: Commands,
) {
    let order = orders.get(event.entity).expect("it has just come");
    let (squad, id) = (order.squad(), order.id());
    let action = order.action();
    story
        .lines
        .push(format!("{} begins {action} for {squad}", event.entity));
    assert!(story.begun.insert((squad, id)), "{action} is begun twice");
    let ended = None;
    let seen = Seen { squad, id, ended };
    let before = story.orders.insert(event.entity, seen);
    assert_eq!(before, None, "an entity of a former order");
    if story.quick_shouts && matches!(action, Action::Shout { .. }) {
        commands.trigger(Finish::success(event.entity));
    }
}

fn end(
    event: On<Remove<Order<Domain>>>,
    orders: Query<(&Order<Domain>, &OrderState), Allow<Disabled>>,
    mut story: ResMut<Story>,
) {
    let (order, state) = orders.get(event.entity).expect("it is still there");
    let line = format!("{} ends {} ({state:?})", event.entity, order.action());
    story.lines.push(line);
    let seen = story.orders.get_mut(&event.entity).expect("it was begun");
    assert_eq!(seen.ended, None, "it ends twice");
    seen.ended = Some(*state);
}

/// A squad component that is inserted again restarts its count.
fn forget(event: On<Remove<Squad<Domain>>>, mut story: ResMut<Story>) {
    story.begun.retain(|(squad, _)| *squad != event.entity);
}

fn listen(
    mut events: MessageReader<SquadEvent<Domain>>,
    mut errors: MessageReader<SquadError>,
    mut story: ResMut<Story>,
) {
    story.lines.extend(events.read().map(ToString::to_string));
    for error in errors.read() {
        story.lines.push(error.to_string());
        story.errors.push(error.clone());
    }
}

pub fn app_with(plugin: SquadHtnPlugin<Domain>) -> App {
    let mut app = App::new();
    app.add_plugins(plugin.limits(Limits::compact()))
        .insert_resource(SquadBudget::Steps(5_000))
        .init_resource::<Story>()
        .add_observer(begin)
        .add_observer(end)
        .add_observer(forget)
        .add_systems(Update, listen.after(SquadSystems::Orders));
    app
}

pub fn app() -> App {
    app_with(SquadHtnPlugin::new(Update))
}

pub fn story(app: &App) -> &Story {
    app.world().resource()
}

pub fn squads(app: &App) -> &Squads<Domain> {
    app.world().resource()
}

/// A squad that plans often.
pub fn squad(app: &mut App, facts: impl IntoIterator<Item = Fact>) -> Entity {
    let settings = SquadSettings {
        interval: 3,
        ..Default::default()
    };
    let squad = Squad::<Domain>::new(Task::Plunder).facts(facts);
    app.world_mut().spawn((squad, settings)).id()
}

pub fn member(app: &mut App, squad: Entity, at: i32) -> Entity {
    app.world_mut().spawn((MemberOf(squad), Position(at))).id()
}

/// The orders that run, also disabled ones, and their actions.
pub fn running(app: &mut App) -> Vec<(Entity, Action)> {
    let world = app.world_mut();
    let mut orders = world.query_filtered::<(Entity, &Order<Domain>), Allow<Disabled>>();
    let orders = orders.iter(app.world());
    let mut orders: Vec<_> = orders
        .map(|(entity, order)| (entity, order.action()))
        .collect();
    orders.sort_by_key(|(entity, _)| *entity);
    orders
}

/// Goes on until an order of this kind runs.
pub fn until(app: &mut App, is_it: impl Fn(Action) -> bool) -> Entity {
    for _ in 0..30 {
        let mut running = running(app).into_iter();
        if let Some((order, _)) = running.find(|(_, action)| is_it(*action)) {
            return order;
        }
        app.update();
    }
    panic!("no such order:\n{}", story(app).lines.join("\n"));
}

pub fn finish(app: &mut App, finish: Finish) {
    app.world_mut().trigger(finish);
    app.world_mut().flush();
}

/// Asserts the invariants after each frame.
pub fn check(app: &mut App) {
    check_squads_know(app);
    type Given<'a> = (Entity, &'a Order<Domain>, &'a Actors);
    let world = app.world_mut();
    let mut all = world.query_filtered::<Given<'_>, Allow<Disabled>>();
    let world = app.world();
    let story = world.resource::<Story>();
    let squads = world.resource::<Squads<Domain>>();
    // Exactly the running orders exist.
    let mut there = BTreeSet::new();
    for (entity, order, actors) in all.iter(world) {
        there.insert(entity);
        let director = squads.get(order.squad()).expect("its squad is there");
        assert!(squads.orders(order.squad()).any(|other| other == entity));
        let mut plans = director.executor().plans();
        let plan = plans.find(|plan| plan.id == order.plan());
        let plan = plan.expect("its plan is there");
        let mut steps = plan.steps();
        let step = steps.find(|step| step.action == Some(order.id()));
        assert_eq!(step.map(|step| step.state), Some(StepState::Running));
        for actor in actors.iter() {
            let orders = world.get::<Orders>(actor).expect("the agent is there");
            assert_eq!(orders.iter().filter(|other| *other == entity).count(), 1);
        }
    }
    let open = story.orders.iter().filter(|(_, seen)| seen.ended.is_none());
    let open: BTreeSet<Entity> = open.map(|(entity, _)| *entity).collect();
    assert_eq!(open, there);
    for (squad, director) in squads.iter() {
        assert!(squads.orders(squad).all(|order| there.contains(&order)));
        // Nothing is known of those who are gone.
        for fact in director.state() {
            let named = match fact {
                Fact::Raider(who) | Fact::Busy(who) | Fact::At(who, _) | Fact::AimsAt(who, _) => {
                    who
                }
                Fact::Watched(Target::Who(who)) => who,
                _ => continue,
            };
            if story.ghosts.contains(&named.entity()) {
                continue;
            }
            let member = world.get::<MemberOf>(named.entity());
            assert_eq!(member, Some(&MemberOf(squad)), "{fact} in squad {squad}");
        }
        // Each member is known, unless a fact about one had no room.
        let is_full = |error: &SquadError| matches!(error, SquadError::Full { squad: full, .. } if *full == squad);
        if story.errors.iter().any(is_full) {
            continue;
        }
        for member in world
            .get::<Members>(squad)
            .iter()
            .flat_map(|all| all.iter())
        {
            let fact = Fact::Raider(agent(member));
            assert!(director.state().contains(fact), "{fact} in squad {squad}");
        }
    }
}

/// Squads learn within two ticks that an order is over.
fn check_squads_know(app: &mut App) {
    let world = app.world();
    let squads = world.resource::<Squads<Domain>>();
    let mut stale = BTreeMap::new();
    for (squad, director) in squads.iter() {
        if world.get::<Paused>(squad).is_some() || world.get::<Disabled>(squad).is_some() {
            continue;
        }
        let orders = squads.orders(squad);
        let orders = orders.filter_map(|order| world.get::<Order<Domain>>(order));
        let orders: BTreeSet<ActionId> = orders.map(Order::id).collect();
        let steps = director.executor().plans().flat_map(|plan| plan.steps());
        let running = steps.filter(|step| step.state == StepState::Running);
        for action in running.filter_map(|step| step.action) {
            if !orders.contains(&action) {
                let age = world.resource::<Story>().stale.get(&(squad, action));
                let age = age.map_or(1, |age| age + 1);
                assert!(age < 3, "squad {squad} does not know that {action} is over");
                stale.insert((squad, action), age);
            }
        }
    }
    app.world_mut().resource_mut::<Story>().stale = stale;
}

/// Asserts that no orders exist without squads.
pub fn check_bare(app: &mut App) {
    assert_eq!(running(app), []);
    let mut agents = app.world_mut().query_filtered::<&Orders, Allow<Disabled>>();
    assert!(agents.iter(app.world()).all(Orders::is_empty));
    assert!(squads(app).is_empty());
}
