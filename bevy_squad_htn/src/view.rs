//! Recordings of squads, for the reports and timelines of [htn-view](htn_view).

use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::intern::Interned;
use bevy_ecs::prelude::{Component, Query, Res};
use bevy_ecs::query::Allow;
#[cfg(feature = "bevy_reflect")]
use bevy_ecs::reflect::ReflectComponent;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
#[cfg(feature = "bevy_reflect")]
use bevy_reflect::{Reflect, std_traits::ReflectDefault};
use htn_view::Recording;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};

use crate::domain::SquadDomain;
use crate::squads::Squads;
use crate::systems::SquadSystems;

/// Records its squad while the game runs. Insert it beside a [`Squad`](crate::Squad), with [`SquadRecorderPlugin`]; it
/// is despawned with the squad. If the `Squad` is removed or replaced, the recording continues with the next one, as a
/// new [segment](htn_view::Recorded::ticks).
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_squad_htn::prelude::*;
/// # htn_domain! {
/// #     pub domain patrol;
/// #     agent Agent;
/// #     predicate guard(Agent) [8];
/// #     operator walk(who: Agent) by who {}
/// #     pub method watch() if guard(who) { walk(who); }
/// # }
/// # impl SquadDomain for patrol::Domain {
/// #     type Params = ();
/// #     fn context(params: &()) -> &() { params }
/// #     fn member(who: Agent) -> Option<patrol::Fact> { Some(patrol::Fact::Guard(who)) }
/// # }
/// use bevy_squad_htn::{SquadRecorder, SquadRecorderPlugin};
/// use htn_view::{Recording, Report};
/// # use patrol::{Domain, Task};
///
/// # fn main() {
/// # let mut app = App::new();
/// app.add_plugins((SquadHtnPlugin::<Domain>::new(Update), SquadRecorderPlugin::<Domain>::new(Update)));
/// let recorder = SquadRecorder::<Domain>::new(Recording::new());
/// let squad = app.world_mut().spawn((Squad::<Domain>::new(Task::Watch), recorder)).id();
/// # app.world_mut().spawn(MemberOf(squad));
/// for _ in 0..60 {
///     app.update();
/// }
/// let recorder = app.world().get::<SquadRecorder<Domain>>(squad).expect("it is there");
/// let page = Report::new("The night").squad("patrol", &recorder.recording()).to_html();
/// assert!(page.contains("walk"));
/// # }
/// ```
#[derive(Component)]
#[cfg_attr(feature = "bevy_reflect", derive(Reflect))]
#[cfg_attr(
    feature = "bevy_reflect",
    reflect(type_path = false, from_reflect = false, where D: SquadDomain)
)]
#[cfg_attr(feature = "bevy_reflect", reflect(Component, Default, Debug))]
#[component(clone_behavior = Ignore)]
pub struct SquadRecorder<D: SquadDomain> {
    // A recording is only `Send`; the lock makes it `Sync`, so that it can be a component.
    #[cfg_attr(feature = "bevy_reflect", reflect(ignore))]
    recording: Mutex<Recording<D>>,
}

#[cfg(feature = "bevy_reflect")]
crate::reflect::type_path_of_domain!(SquadRecorder, "view");

impl<D: SquadDomain> SquadRecorder<D> {
    /// Creates a recorder with this recording, which may have names for values.
    /// [`SquadRecorder`](Self) has an example.
    pub fn new(recording: Recording<D>) -> Self {
        SquadRecorder {
            recording: Mutex::new(recording),
        }
    }

    /// Returns the recording. It waits for other threads that read it. [`SquadRecorder`](Self) has an example.
    pub fn recording(&self) -> impl Deref<Target = Recording<D>> + '_ {
        let recording = self.recording.lock();
        recording.unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the recording, to add notes to it.
    pub fn recording_mut(&mut self) -> &mut Recording<D> {
        let recording = self.recording.get_mut();
        recording.unwrap_or_else(PoisonError::into_inner)
    }
}

impl<D: SquadDomain> Default for SquadRecorder<D> {
    fn default() -> Self {
        SquadRecorder::new(Recording::new())
    }
}

impl<D: SquadDomain> fmt::Debug for SquadRecorder<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SquadRecorder")
            .field("recording", &*self.recording())
            .finish()
    }
}

/// Records the squads with a [`SquadRecorder`]. Add it with the schedule of the
/// [`SquadHtnPlugin`](crate::SquadHtnPlugin).
pub struct SquadRecorderPlugin<D: SquadDomain> {
    schedule: Interned<dyn ScheduleLabel>,
    domain: PhantomData<fn() -> D>,
}

impl<D: SquadDomain> SquadRecorderPlugin<D> {
    /// Creates the plugin for squads that tick in this schedule.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        SquadRecorderPlugin {
            schedule: schedule.intern(),
            domain: PhantomData,
        }
    }
}

/// Uses [`FixedUpdate`].
impl<D: SquadDomain> Default for SquadRecorderPlugin<D> {
    fn default() -> Self {
        SquadRecorderPlugin::new(FixedUpdate)
    }
}

impl<D: SquadDomain> Plugin for SquadRecorderPlugin<D> {
    fn build(&self, app: &mut App) {
        #[cfg(feature = "bevy_reflect")]
        app.register_type::<SquadRecorder<D>>();
        // Before orders are issued, which may change facts again.
        let record = record::<D>
            .after(SquadSystems::Tick)
            .before(SquadSystems::Orders);
        app.add_systems(self.schedule, record);
    }
}

pub(crate) fn record<D: SquadDomain>(
    squads: Option<Res<Squads<D>>>,
    mut recorders: Query<(Entity, &mut SquadRecorder<D>), Allow<Disabled>>,
) {
    let Some(squads) = squads else { return };
    for (squad, mut recorder) in &mut recorders {
        // A tick is recorded once: this system may run twice in a frame, or while a squad is paused.
        if let Some(director) = squads.get(squad)
            && director.executor().ticks() > 0
        {
            recorder.recording_mut().tick(director);
        }
    }
}
