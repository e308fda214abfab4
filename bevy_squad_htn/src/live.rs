//! A live view of the squads of a running app, by [htn-view](htn_view).

use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::intern::Interned;
use bevy_ecs::lifecycle::Remove;
use bevy_ecs::name::Name;
use bevy_ecs::observer::On;
use bevy_ecs::prelude::{Changed, Commands, Query, Res, ResMut, Resource, With, Without};
use bevy_ecs::query::Allow;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
use htn_view::{LiveError, LiveFeed, Recording};
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, PoisonError};

use crate::agent::Agent;
use crate::domain::SquadDomain;
use crate::squad::Squad;
use crate::systems::SquadSystems;
use crate::view::{SquadRecorder, record};

/// The memory of a recording that exists only for the view: enough to continue from the view's cursor.
const MEMORY: usize = 4 << 20;

/// The target of the live view: a resource for [`SquadLivePlugin`].
#[derive(Resource, Debug)]
pub struct SquadLive {
    feed: LiveFeed,
    /// The names of squads.
    squads: BTreeMap<Entity, String>,
    names: Names,
}

/// The names of entities, for recordings on any thread.
type Names = Arc<Mutex<BTreeMap<Entity, String>>>;

impl SquadLive {
    /// Shows squads at this feed: the app's terminal, or a file that another terminal follows.
    pub fn new(feed: LiveFeed) -> Self {
        SquadLive {
            feed,
            squads: BTreeMap::new(),
            names: Names::default(),
        }
    }

    /// Returns true until the user presses `q` on the terminal, or an error occurs.
    pub fn is_open(&self) -> bool {
        self.feed.is_open()
    }

    /// Closes the view, after it was [removed](bevy_ecs::world::World::remove_resource) from the world.
    ///
    /// # Errors
    ///
    /// The first error of the view.
    pub fn close(self) -> Result<(), LiveError> {
        self.feed.close()
    }

    /// Returns a unique name for each squad.
    fn call(&mut self, squad: Entity, name: Option<&Name>) -> &str {
        let taken = |label: &String| self.squads.values().any(|other| other == label);
        let label = match (self.squads.get(&squad), name) {
            (Some(_), _) => None,
            (None, Some(name)) => Some(name.to_string()).filter(|label| !taken(label)),
            (None, None) => Some(squad.to_string()),
        };
        let with_entity = || match name {
            Some(name) => format!("{name} {squad}"),
            None => squad.to_string(),
        };
        match label {
            Some(label) => self.squads.entry(squad).or_insert(label),
            None => self.squads.entry(squad).or_insert_with(with_entity),
        }
    }
}

/// Shows all squads of a domain at [`SquadLive`] while the app runs: agents with their actions, plans, facts and
/// events. Squads may be added and removed. They and their agents are named by their [`Name`], if they have one. The
/// names of agents also apply inside other values: `Patient(Ash)`. Add it with the schedule of the
/// [`SquadHtnPlugin`](crate::SquadHtnPlugin); an app with several domains has one for each.
///
/// ```no_run
/// # use bevy_app::prelude::*;
/// # use bevy_squad_htn::prelude::*;
/// # htn_domain! { pub domain patrol; agent Agent; operator walk(who: Agent) by who {} }
/// # impl SquadDomain for patrol::Domain {
/// #     type Params = ();
/// #     fn context(params: &()) -> &() { params }
/// # }
/// use bevy_squad_htn::{SquadLive, SquadLivePlugin};
/// use htn_view::LiveFeed;
///
/// # fn main() -> Result<(), htn_view::LiveError> {
/// # let mut app = App::new();
/// app.add_plugins((SquadHtnPlugin::<patrol::Domain>::default(), SquadLivePlugin::<patrol::Domain>::default()))
///     .insert_resource(SquadLive::new(LiveFeed::file("mission.live")?)); // or `LiveFeed::terminal()?`
/// # Ok(())
/// # }
/// ```
///
/// A squad without a [`SquadRecorder`] gets one of 4 MB. Without the resource, or when it is closed, the plugin does
/// nothing.
pub struct SquadLivePlugin<D: SquadDomain> {
    schedule: Interned<dyn ScheduleLabel>,
    domain: PhantomData<fn() -> D>,
}

impl<D: SquadDomain> SquadLivePlugin<D> {
    /// Creates the plugin for squads that tick in this schedule.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        SquadLivePlugin {
            schedule: schedule.intern(),
            domain: PhantomData,
        }
    }
}

/// Uses [`FixedUpdate`].
impl<D: SquadDomain> Default for SquadLivePlugin<D> {
    fn default() -> Self {
        SquadLivePlugin::new(FixedUpdate)
    }
}

impl<D: SquadDomain> Plugin for SquadLivePlugin<D> {
    fn build(&self, app: &mut App) {
        // A tick is recorded once, even if another system records as well.
        let systems = (know_names, give_recorders::<D>, record::<D>, show::<D>).chain();
        let is_open = |live: Option<Res<SquadLive>>| live.is_some_and(|live| live.is_open());
        let systems = systems
            .after(SquadSystems::Tick)
            .before(SquadSystems::Orders);
        app.add_systems(self.schedule, systems.run_if(is_open))
            .add_observer(is_gone::<D>);
    }
}

type NewNames = (Changed<Name>, Allow<Disabled>);

fn know_names(live: Res<SquadLive>, changed: Query<(Entity, &Name), NewNames>) {
    let mut names = live.names.lock().unwrap_or_else(PoisonError::into_inner);
    names.extend(
        changed
            .iter()
            .map(|(entity, name)| (entity, name.to_string())),
    );
}

type Unrecorded<D> = (With<Squad<D>>, Without<SquadRecorder<D>>);

fn give_recorders<D: SquadDomain>(
    live: Res<SquadLive>,
    squads: Query<Entity, Unrecorded<D>>,
    mut commands: Commands,
) {
    for squad in &squads {
        let names = live.names.clone();
        let name = move |value: htn_view::Value<'_>| {
            let agent: Agent = value.get("Agent")?;
            let names = names.lock().unwrap_or_else(PoisonError::into_inner);
            let name = names.get(&agent.entity())?;
            // Two squads with the same name would share a line.
            let namesakes = names.values().filter(|other| *other == name).count();
            Some(match namesakes {
                1 => name.clone(),
                _ => format!("{name} {agent}"),
            })
        };
        let recording = Recording::<D>::new().limit(MEMORY).names(name);
        commands
            .entity(squad)
            .try_insert(SquadRecorder::new(recording));
    }
}

type Recorded<'a, D> = (Entity, &'a SquadRecorder<D>, Option<&'a Name>);

fn show<D: SquadDomain>(
    mut live: ResMut<SquadLive>,
    recorders: Query<Recorded<'_, D>, With<Squad<D>>>,
) {
    for (squad, recorder, name) in &recorders {
        let label = live.call(squad, name).to_owned();
        live.feed.show(&label, &recorder.recording());
    }
}

fn is_gone<D: SquadDomain>(event: On<Remove<Squad<D>>>, live: Option<ResMut<SquadLive>>) {
    if let Some(mut live) = live
        && let Some(label) = live.squads.remove(&event.entity)
    {
        live.feed.gone(&label);
    }
}
