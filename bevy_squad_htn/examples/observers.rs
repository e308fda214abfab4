//! Guards walk their rounds and investigate noises. Observers start and end actions, each exactly once, and keep the
//! data of an action on its own entity.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_squad_htn::prelude::*;

#[derive(Component)]
struct Position(f32);

/// The part of the world that conditions read.
#[derive(SystemParam)]
struct View<'w, 's> {
    positions: Query<'w, 's, &'static Position>,
}

impl View<'_, '_> {
    fn distance(&self, who: Agent, place: i16) -> f32 {
        let at = self.positions.get(who.entity());
        at.map_or(f32::MAX, |at| (at.0 - f32::from(place)).abs())
    }
}

htn_domain! {
    domain patrol(view: &View<'_, '_>);
    agent Agent;
    predicate guard(Agent) [8];
    predicate busy(Agent) [8];
    predicate post(i16) [8];
    predicate noise(i16) [8];
    /// A plan sends a guard there.
    predicate claimed(i16) [8];

    internal operator reserve(who: Agent) { if !busy(who); add busy(who); undo free(who); }
    internal operator free(who: Agent) { delete busy(who); }
    internal operator claim(at: i16) { if !claimed(at); add claimed(at); undo unclaim(at); }
    internal operator unclaim(at: i16) { delete claimed(at); }
    operator walk(who: Agent, to: i16) by who {}
    operator look_around(who: Agent, at: i16) by who { success delete noise(at); }

    pub method keep_watch() {
        // The nearest guard investigates.
        branch look_into
            if noise(at) && !claimed(at) && guard(who) && !busy(who)
            sort by view.distance(who, at)
        {
            claim(at); reserve(who);
            walk(who, at); look_around(who, at); global_block(who);
            free(who); unclaim(at);
        }
        branch round if guard(who) && !busy(who) && post(p) sort by -view.distance(who, p) {
            reserve(who); walk(who, p); global_block(who); free(who);
        }
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

/// The remaining time of an order, on its own entity.
#[derive(Component)]
enum AgentActivity {
    Walking { to: f32 },
    Looking { ticks: u32 },
}

/// The log, line by line.
#[derive(Resource, Default)]
struct Log(Vec<String>);

fn begin(
    event: On<Add<Order<Domain>>>,
    orders: Query<&Order<Domain>>,
    mut log: ResMut<Log>,
    mut commands: Commands,
) {
    let Ok(order) = orders.get(event.entity) else {
        return;
    };
    log.0.push(format!("  begins {}", order.action()));
    let doing = match order.action() {
        Action::Walk { to, .. } => AgentActivity::Walking { to: f32::from(to) },
        Action::LookAround { .. } => AgentActivity::Looking { ticks: 3 },
    };
    commands.entity(event.entity).insert(doing);
}

fn end(
    event: On<Remove<Order<Domain>>>,
    orders: Query<(&Order<Domain>, &OrderState)>,
    mut log: ResMut<Log>,
) {
    if let Ok((order, state)) = orders.get(event.entity) {
        log.0
            .push(format!("  ends   {} ({state:?})", order.action()));
    }
}

fn act(
    mut orders: Query<(Entity, &mut AgentActivity, &Actors)>,
    mut positions: Query<&mut Position>,
    mut commands: Commands,
) {
    for (order, mut doing, actors) in &mut orders {
        let is_done = match &mut *doing {
            AgentActivity::Walking { to } => {
                let Some(mut at) = actors.lead().and_then(|who| positions.get_mut(who).ok()) else {
                    continue;
                };
                at.0 += (*to - at.0).clamp(-1.0, 1.0);
                at.0 == *to
            }
            AgentActivity::Looking { ticks } => {
                *ticks -= 1;
                *ticks == 0
            }
        };
        if is_done {
            commands.trigger(Finish::success(order));
        }
    }
}

/// Runs the example and returns the log.
pub fn play() -> Vec<String> {
    let mut app = App::new();
    app.add_plugins(SquadHtnPlugin::<Domain>::new(Update))
        .insert_resource(SquadBudget::Steps(1_000))
        .init_resource::<Log>()
        .add_systems(Update, act.after(SquadSystems::Orders))
        .add_observer(begin)
        .add_observer(end);
    let world = app.world_mut();
    let posts = [Fact::Post(0), Fact::Post(8)];
    let squad = Squad::<Domain>::new(Task::KeepWatch).facts(posts);
    let squad = world.spawn(squad).id();
    let [first, _] = [0.0, 8.0].map(|at| world.spawn((Position(at), MemberOf(squad))).id());
    for frame in 1..=30 {
        let world = app.world_mut();
        let mut log = world.resource_mut::<Log>();
        log.0.push(format!("frame {frame}"));
        if frame == 7 {
            log.0.push("  a noise at 5".to_string());
            let mut squads = world.resource_mut::<Squads<Domain>>();
            if let Some(director) = squads.get_mut(squad) {
                let _ = director.state_mut().insert(Fact::Noise(5));
                director.replan_now();
            }
        } else if frame == 16 {
            log.0.push(format!("  {first} is despawned"));
            world.despawn(first);
        }
        app.update();
    }
    std::mem::take(&mut app.world_mut().resource_mut::<Log>().0)
}

fn main() {
    for line in play() {
        println!("{line}");
    }
}
