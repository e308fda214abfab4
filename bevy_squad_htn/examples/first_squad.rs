//! A first squad: two guards, and a noise that the nearer one looks into.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_squad_htn::prelude::*;

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

fn begin(event: On<Add<Order<Domain>>>, orders: Query<&Order<Domain>>) -> Result {
    println!("begins {}", orders.get(event.entity)?.action());
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
    let mut app = App::new();
    app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
    app.add_systems(Update, act.after(SquadSystems::Orders));
    app.add_observer(begin);
    let squad = Squad::<Domain>::new(Task::KeepWatch).facts([Fact::Noise(5)]);
    let squad = app.world_mut().spawn(squad).id();
    let guards = [0, 8].map(|at| (Position(at), MemberOf(squad)));
    app.world_mut().spawn_batch(guards);
    for _frame in 0..10 {
        app.update();
    }
}
