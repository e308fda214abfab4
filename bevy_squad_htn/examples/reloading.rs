//! A squad whose domain changes while the app runs: `cargo run -p bevy_squad_htn --features reload --example reloading`.
//!
//! Edit the domain below and save this file: send the guard with the greatest distance (`sort by … desc`), let guards look twice,
//! or ignore noises that are far away. `-- --frames 60` ends the app after that many frames.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_squad_htn::prelude::*;
use bevy_squad_htn::{SquadReload, SquadReloadPlugin};
use std::thread::sleep;
use std::time::Duration;

#[derive(Component)]
struct Position(i16);

/// The part of the world that conditions read.
#[derive(SystemParam)]
struct View<'w, 's> {
    positions: Query<'w, 's, &'static Position>,
}

impl View<'_, '_> {
    fn distance(&self, who: Agent, place: i16) -> i16 {
        let at = self.positions.get(who.entity());
        at.map_or(i16::MAX, |at| (at.0 - place).abs())
    }
}

htn_domain! {
    domain patrol(view: &View<'_, '_>);
    agent Agent;
    predicate guard(Agent) [8];
    predicate noise(i16) [8];
    operator walk(who: Agent, to: i16) by who {}
    operator look_around(who: Agent, at: i16) by who { success delete noise(at); }

    /// The nearest guard looks into a noise.
    pub method keep_watch() if noise(at) && guard(who) sort by view.distance(who, at) {
        walk(who, at);
        look_around(who, at);
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

fn report(
    mut reloads: MessageReader<SquadReload<Domain>>,
    mut events: MessageReader<SquadEvent<Domain>>,
) {
    for reload in reloads.read() {
        println!("{reload}");
    }
    for event in events.read() {
        println!("{event}");
    }
}

/// Makes a noise after each one that a guard has looked into.
fn make_noise(mut squads: ResMut<Squads<Domain>>, mut frame: Local<i16>) -> Result {
    *frame += 1;
    for (_, director) in squads.iter_mut() {
        if !director
            .state()
            .facts()
            .any(|fact| matches!(fact, Fact::Noise(_)))
        {
            director.state_mut().insert(Fact::Noise(*frame * 7 % 20))?;
        }
    }
    Ok(())
}

fn act(
    orders: Query<(Entity, &Order<Domain>)>,
    mut positions: Query<&mut Position>,
    mut commands: Commands,
) -> Result {
    for (entity, order) in &orders {
        let (Action::Walk { who, to } | Action::LookAround { who, at: to }) = order.action();
        let mut at = positions.get_mut(who.entity())?;
        at.0 += (to - at.0).signum();
        if at.0 == to {
            commands.trigger(Finish::success(entity));
        }
    }
    Ok(())
}

fn main() {
    let mut arguments = std::env::args()
        .skip_while(|argument| argument != "--frames")
        .skip(1);
    let frames: Option<u64> = arguments.next().and_then(|frames| frames.parse().ok());
    let mut app = App::new();
    app.add_plugins((
        SquadHtnPlugin::<Domain>::new(Update),
        SquadReloadPlugin::<Domain>::default(),
    ));
    app.add_systems(Update, make_noise.in_set(SquadSystems::Sense));
    app.add_systems(Update, (act, report).after(SquadSystems::Orders));
    let squad = app
        .world_mut()
        .spawn(Squad::<Domain>::new(Task::KeepWatch))
        .id();
    app.world_mut()
        .spawn_batch([0, 8].map(|at| (Position(at), MemberOf(squad))));
    let mut frame = 0;
    while frames.is_none_or(|frames| frame < frames) {
        app.update();
        sleep(Duration::from_millis(50));
        frame += 1;
    }
}
