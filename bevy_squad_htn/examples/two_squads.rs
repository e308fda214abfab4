//! Two squads and three flags. Whoever walks and meets an enemy is interrupted: his plan is repaired, and he shoots first. Who
//! is hit twice is despawned; the others do without him. In the end a whole squad is.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_squad_htn::prelude::*;

/// The length of the street, and the range of sight.
const STREET: i16 = 41;
const SIGHT: i16 = 5;

#[derive(Component, Clone, Copy)]
struct Position(i16);

#[derive(Component)]
struct Health(u8);

/// The number of ticks between shots.
#[derive(Component)]
struct Reload(u16);

/// The part of the world that conditions read.
#[derive(SystemParam)]
struct Street<'w, 's> {
    positions: Query<'w, 's, &'static Position>,
}

impl Street<'_, '_> {
    fn distance(&self, who: Agent, place: i16) -> i16 {
        let at = self.positions.get(who.entity());
        at.map_or(STREET, |at| (at.0 - place).abs())
    }
}

htn_domain! {
    domain skirmish(street: &Street<'_, '_>);
    agent Agent;
    predicate fighter(Agent) [8];
    predicate busy(Agent) [8];
    predicate flag(i16) [4];
    predicate ours(i16) [4];
    predicate wanted(i16) [4];
    predicate spots(Agent => enemy: Agent) [8];

    internal operator reserve(who: Agent) { if !busy(who); add busy(who); undo free(who); }
    internal operator free(who: Agent) { delete busy(who); }
    internal operator want(flag: i16) { if !wanted(flag); add wanted(flag); undo leave(flag); }
    internal operator leave(flag: i16) { delete wanted(flag); }

    operator walk(who: Agent, to: i16) by who { while !spots(who, _); }
    operator raise(who: Agent, flag: i16) by who { while !spots(who, _); sensed add ours(flag); }
    operator shoot(who: Agent, enemy: Agent) by who {
        while spots(who, enemy);
        sensed delete spots(who, enemy);
    }

    pub method win() {
        branch capture
            if flag(f) && !ours(f) && !wanted(f) && fighter(who) && !busy(who)
            sort by street.distance(who, f)
        {
            want(f);
            reserve(who);
            take(who, f);
            global_block(who);
            free(who);
            leave(f);
        }
        branch help if fighter(who) && !busy(who) && spots(who, enemy) {
            reserve(who);
            shoot(who, enemy);
            global_block(who);
            free(who);
        }
    }
    method take(who: Agent, flag: i16) {
        branch shoot_first if spots(who, enemy) { shoot(who, enemy); take(who, flag); }
        branch go { walk(who, flag); raise(who, flag); }
    }
}
use skirmish::{Action, Domain, Fact, Task};

impl SquadDomain for Domain {
    type Params = Street<'static, 'static>;
    fn context<'c>(params: &'c Street<'_, '_>) -> &'c Street<'c, 'c> {
        params
    }
    fn member(who: Agent) -> Option<Fact> {
        Some(Fact::Fighter(who))
    }
}

/// The log, line by line, with names for entities, including removed ones.
#[derive(Resource, Default)]
struct Log {
    lines: Vec<String>,
    names: Vec<(String, String)>,
}

impl Log {
    fn add(&mut self, what: impl ToString) {
        let mut line = what.to_string();
        for (entity, name) in &self.names {
            line = line.replace(entity, name);
        }
        self.lines.push(format!("           {line}"));
    }
}

fn learn_name(event: On<Add<Name>>, names: Query<&Name>, mut log: ResMut<Log>) {
    if let Ok(name) = names.get(event.entity) {
        log.names.push((event.entity.to_string(), name.to_string()));
    }
}

/// Tells each squad whom its members see.
fn look(
    mut squads: ResMut<Squads<Domain>>,
    fighters: Query<(Entity, &Position, &MemberOf)>,
) -> Result {
    for (entity, at, side) in &fighters {
        let far = |other: &Position| (other.0 - at.0).abs();
        let enemies = fighters.iter().filter(|(_, _, other)| *other != side);
        let seen = enemies.filter(|(_, other, _)| far(other) <= SIGHT);
        let nearest = seen.min_by_key(|(entity, other, _)| (far(other), *entity));
        let nearest = nearest.and_then(|(enemy, ..)| Agent::new(enemy));
        let (Some(director), Some(who)) = (squads.get_mut(side.0), Agent::new(entity)) else {
            continue;
        };
        let state = director.state_mut();
        match nearest {
            Some(enemy) => drop(state.insert(Fact::Spots(who, enemy))?),
            None => {
                state.retain(|fact| !matches!(fact, Fact::Spots(other, _) if other == who));
            }
        }
    }
    Ok(())
}

/// The duration of an order so far, in ticks; on its own entity.
#[derive(Component, Default)]
struct Ticks(u16);

fn begin(event: On<Add<Order<Domain>>>, mut commands: Commands) {
    commands.entity(event.entity).insert(Ticks::default());
}

fn act(
    mut orders: Query<(Entity, &Order<Domain>, &Actors, &mut Ticks)>,
    mut fighters: Query<(&mut Position, &mut Health)>,
    reloads: Query<&Reload>,
    mut squads: ResMut<Squads<Domain>>,
    mut commands: Commands,
) {
    for (entity, order, actors, mut ticks) in &mut orders {
        let health = actors.lead().and_then(|who| fighters.get(who).ok());
        if health.is_none_or(|(_, health)| health.0 == 0) {
            // He fell in this very tick.
            continue;
        }
        ticks.0 += 1;
        let is_done = match order.action() {
            Action::Walk { who, to } => {
                let Ok((mut at, _)) = fighters.get_mut(who.entity()) else {
                    continue;
                };
                at.0 += (to - at.0).signum();
                at.0 == to
            }
            Action::Raise { flag, .. } if ticks.0 == 3 => {
                // Both sides see whose flag it is.
                for (squad, director) in squads.iter_mut() {
                    match squad == order.squad() {
                        true => drop(director.state_mut().insert(Fact::Ours(flag))),
                        false => drop(director.state_mut().remove(Fact::Ours(flag))),
                    }
                }
                true
            }
            Action::Shoot { who, enemy } => {
                let reload = reloads.get(who.entity()).map_or(4, |reload| reload.0);
                if ticks.0 % reload > 0 {
                    continue;
                }
                let Ok((_, mut health)) = fighters.get_mut(enemy.entity()) else {
                    continue;
                };
                health.0 = health.0.saturating_sub(1);
                if health.0 == 0 {
                    commands.entity(enemy.entity()).try_despawn();
                }
                health.0 == 0
            }
            Action::Raise { .. } => false,
        };
        if is_done {
            commands.trigger(Finish::success(entity));
        }
    }
}

fn fall(event: On<Despawn<Health>>, mut log: ResMut<Log>) {
    log.add(format!("{} is despawned", event.entity));
}

/// Of what happens, what a reader wants to know.
fn tell(
    mut events: MessageReader<SquadEvent<Domain>>,
    mut errors: MessageReader<SquadError>,
    mut log: ResMut<Log>,
) {
    for told in events.read() {
        let what = match told.event {
            PlanEvent::Started {
                task,
                action: Some(_),
                ..
            } => task.to_string(),
            PlanEvent::Failed { task, why, .. } => format!("{task} failed: {why}"),
            PlanEvent::Repaired { plan, .. } => format!("plan {plan} is repaired"),
            PlanEvent::Abandoned { plan, reason, .. } => {
                format!("plan {plan} is given up: {reason}")
            }
            _ => continue,
        };
        log.add(format!("{}: {what}", told.squad));
    }
    errors.read().for_each(|error| log.add(error));
}

const FLAGS: [i16; 3] = [10, 20, 30];

/// The street as a line of text.
fn street(app: &mut App, red: Entity) -> String {
    let mut cells = vec![' '; STREET as usize];
    for flag in FLAGS {
        let squads = app.world().resource::<Squads<Domain>>();
        let owner = squads
            .iter()
            .find(|(_, director)| director.state().contains(Fact::Ours(flag)));
        cells[flag as usize] = match owner {
            None => '·',
            Some((squad, _)) if squad == red => '▸',
            Some(_) => '◂',
        };
    }
    let mut fighters = app.world_mut().query::<(&Name, &Position)>();
    for (name, at) in fighters.iter(app.world()) {
        cells[at.0 as usize] = name.chars().next().unwrap_or('?');
    }
    cells.into_iter().collect()
}

/// Runs the example and returns the log.
pub fn play() -> Vec<String> {
    let mut app = App::new();
    app.add_plugins(SquadHtnPlugin::<Domain>::new(Update))
        .insert_resource(SquadBudget::Steps(2_000))
        .init_resource::<Log>()
        .add_observer(learn_name)
        .add_observer(begin)
        .add_observer(fall)
        .add_systems(Update, look.in_set(SquadSystems::Sense))
        .add_systems(Update, (tell, act).chain().after(SquadSystems::Orders));
    let world = app.world_mut();
    let mut squad = |name: &'static str, reload, fighters: [(&'static str, i16); 3]| {
        let settings = SquadSettings {
            interval: 5,
            ..Default::default()
        };
        let squad = Squad::<Domain>::new(Task::Win).facts(FLAGS.map(Fact::Flag));
        let squad = world.spawn((squad, settings, Name::new(name))).id();
        for (name, at) in fighters {
            let body = (Position(at), Health(2), Reload(reload));
            world.spawn((Name::new(name), body, MemberOf(squad)));
        }
        squad
    };
    let red = squad("Red", 3, [("Ash", 0), ("Bea", 2), ("Cy", 4)]);
    squad("Blue", 5, [("xan", 40), ("yul", 38), ("zoe", 35)]);
    let mut story = Vec::new();
    for tick in 1..=55 {
        app.update();
        let street = street(&mut app, red);
        let mut lines = std::mem::take(&mut app.world_mut().resource_mut::<Log>().lines);
        if !lines.is_empty() || tick % 10 == 0 {
            story.push(format!("tick {tick:>2}    {}", street.trim_end()));
        }
        story.append(&mut lines);
    }
    // The squad is removed with all its orders. Its members stay in the street.
    let mut orders = app.world_mut().query::<&Order<Domain>>();
    let before = orders.iter(app.world()).count();
    app.world_mut().despawn(red);
    let after = orders.iter(app.world()).count();
    let left = app.world_mut().query::<&Health>().iter(app.world()).count();
    story.push(format!(
        "Red is despawned: of {before} orders {after} are left, and {left} fighters"
    ));
    story
}

fn main() {
    for line in play() {
        println!("{line}");
    }
}
