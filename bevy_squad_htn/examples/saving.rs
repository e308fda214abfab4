//! Saves a game midway and loads it into another app with other entities: both continue with the same log.

use bevy_app::prelude::*;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_squad_htn::prelude::*;
use bevy_squad_htn::{LoadedSquad, SavedSquad};
use serde::{Deserialize, Serialize};

#[derive(Component, Clone, Serialize, Deserialize)]
struct Guard {
    name: String,
    at: i16,
}

/// The part of the world that conditions read.
#[derive(SystemParam)]
struct View<'w, 's> {
    guards: Query<'w, 's, &'static Guard>,
}

impl View<'_, '_> {
    fn distance(&self, who: Agent, place: i16) -> i16 {
        let guard = self.guards.get(who.entity());
        guard.map_or(i16::MAX, |guard| (guard.at - place).abs())
    }
}

htn_domain! {
    domain patrol(view: &View<'_, '_>);
    agent Agent;
    predicate guard(Agent) [8];
    predicate taken(i16, Agent) [8];
    predicate noise(i16) [8];
    internal operator take(at: i16, who: Agent) {
        if !taken(at, _);
        add taken(at, who);
        undo leave(at, who);
    }
    internal operator leave(at: i16, who: Agent) { delete taken(at, who); }
    operator walk(who: Agent, to: i16) by who {}
    operator look_around(who: Agent, at: i16) by who { success delete noise(at); }
    pub method keep_watch()
        if noise(at) && !taken(at, _) && guard(who) && !taken(_, who)
        sort by view.distance(who, at)
    {
        take(at, who);
        walk(who, at);
        look_around(who, at);
        global_block(who);
        leave(at, who);
    }
}
use patrol::{Action, Domain, Fact, Task};
impl SquadDomain for Domain {
    type Params = View<'static, 'static>;
    fn context<'c>(params: &'c View<'_, '_>) -> &'c View<'c, 'c> {
        params
    }
    fn member(who: Agent) -> Option<Fact> {
        Some(Fact::Guard(who))
    }
}

/// The log, with names, because the entities differ between the apps.
#[derive(Resource, Default)]
struct Story(Vec<String>);

fn tell(action: Action, guards: &Query<&Guard>) -> Result<String> {
    let (Action::Walk { who, to: at } | Action::LookAround { who, at }) = action;
    let name = &guards.get(who.entity())?.name;
    Ok(match action {
        Action::Walk { .. } => format!("{name} walks to {at}"),
        Action::LookAround { .. } => format!("{name} looks around at {at}"),
    })
}

fn begin(
    event: On<Add<Order<Domain>>>,
    orders: Query<&Order<Domain>>,
    guards: Query<&Guard>,
    mut story: ResMut<Story>,
) -> Result {
    let what = tell(orders.get(event.entity)?.action(), &guards)?;
    story.0.push(format!("begins: {what}"));
    Ok(())
}

fn act(
    orders: Query<(Entity, &Order<Domain>)>,
    mut guards: Query<&mut Guard>,
    mut commands: Commands,
) -> Result {
    for (order, who, to) in orders.iter().map(|(entity, order)| match order.action() {
        Action::Walk { who, to } => (entity, who, to),
        Action::LookAround { who, at } => (entity, who, at),
    }) {
        let mut guard = guards.get_mut(who.entity())?;
        guard.at += (to - guard.at).signum();
        if guard.at == to {
            commands.trigger(Finish::success(order));
        }
    }
    Ok(())
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins(SquadHtnPlugin::<Domain>::new(Update).limits(Limits::compact()));
    app.add_systems(Update, act.after(SquadSystems::Orders));
    app.init_resource::<Story>().add_observer(begin);
    app
}

/// The save of the game: the entities of the guards, and the squads.
#[derive(Serialize, Deserialize)]
struct Save<S> {
    guards: Vec<(Agent, Guard)>,
    squads: Vec<S>,
}

fn save(world: &mut World) -> Result<String> {
    let mut guards = world.query::<(Entity, &Guard)>();
    let guards = guards.iter(world);
    let guards = guards.filter_map(|(entity, guard)| Some((Agent::new(entity)?, guard.clone())));
    Ok(serde_json::to_string(&Save {
        guards: guards.collect(),
        squads: SavedSquad::<Domain>::all(world),
    })?)
}

fn load(text: &str, world: &mut World) -> Result {
    let save: Save<LoadedSquad<Domain>> = serde_json::from_str(text)?;
    let mut entities = EntityHashMap::default();
    for (was, guard) in save.guards {
        entities.insert(was.entity(), world.spawn(guard).id());
    }
    for squad in save.squads {
        squad.spawn(world, &mut entities)?;
    }
    Ok(())
}

/// The stories of an app from its save on, and of the one that was loaded; and how long the save is.
pub fn play() -> Result<([Vec<String>; 2], usize)> {
    let mut app_1 = app();
    let world = app_1.world_mut();
    let squad = Squad::<Domain>::new(Task::KeepWatch).facts([2, 30, 14].map(Fact::Noise));
    let settings = SquadSettings {
        interval: 2,
        ..Default::default()
    };
    let squad = world.spawn((squad, settings)).id();
    for (name, at) in [("Anna", 0), ("Bela", 20), ("Cora", 40)] {
        let name = name.into();
        world.spawn((Guard { name, at }, MemberOf(squad)));
    }
    (0..7).for_each(|_frame| app_1.update());
    let text = save(app_1.world_mut())?;
    app_1.world_mut().resource_mut::<Story>().0.clear();

    let mut app_2 = app();
    // There are others before them.
    app_2.world_mut().spawn_batch([(); 100]);
    load(&text, app_2.world_mut())?;
    // Running actions have started here too, which the first app logged before it was saved.
    let again = std::mem::take(&mut app_2.world_mut().resource_mut::<Story>().0);
    println!("loaded, and again: {again:?}");

    let stories = [app_1, app_2].map(|mut app| {
        for frame in 8..18 {
            app.update();
            let mut guards = app.world_mut().query::<&Guard>();
            let mut guards: Vec<_> = guards
                .iter(app.world())
                .map(|g| (g.name.clone(), g.at))
                .collect();
            guards.sort();
            let at = guards
                .iter()
                .map(|(name, at)| format!("{name} {at}"))
                .collect::<Vec<_>>();
            let mut story = app.world_mut().resource_mut::<Story>();
            story.0.push(format!("frame {frame}: {}", at.join(", ")));
        }
        std::mem::take(&mut app.world_mut().resource_mut::<Story>().0)
    });
    Ok((stories, text.len()))
}

fn main() -> Result {
    let ([one, other], bytes) = play()?;
    println!("a save of {bytes} bytes");
    for (line, again) in one.iter().zip(&other) {
        println!("{line:55} | {again}");
    }
    match one == other {
        true => Ok(()),
        false => Err("the two stories differ".into()),
    }
}
