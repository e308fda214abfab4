//! The plugin that runs the squads of one domain.

use bevy_app::{App, FixedMainScheduleOrder, FixedUpdate, Last, Plugin};
use bevy_ecs::intern::Interned;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
use squad_htn::{Limits, SquadScheduler};
use std::marker::PhantomData;

use crate::budget::{Shares, SquadBudget};
use crate::domain::SquadDomain;
use crate::error::SquadError;
use crate::event::SquadEvent;
use crate::members;
use crate::order;
use crate::squads::Squads;
use crate::systems::{self, SquadSystems, TurnOf};

/// Runs the squads of a domain. An app with several domains has one plugin for each.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_squad_htn::prelude::*;
/// # htn_domain! { pub domain patrol; agent Agent; operator walk(who: Agent) by who {} }
/// # impl SquadDomain for patrol::Domain {
/// #     type Params = ();
/// #     fn context(params: &()) -> &() { params }
/// # }
/// # fn main() {
/// # let mut app = App::new();
/// app.add_plugins(SquadHtnPlugin::<patrol::Domain>::default()) // in `FixedUpdate`
///     .insert_resource(SquadBudget::Micros(500));
/// # let mut app = App::new();
/// // For hundreds of small squads: in `Update`, on one thread, with four planners that stay allocated.
/// app.add_plugins(
///     SquadHtnPlugin::<patrol::Domain>::new(Update)
///         .limits(Limits::compact())
///         .keep_planners(4)
///         .turn(256)
///         .threads(false),
/// );
/// # }
/// ```
///
/// `FixedUpdate` runs if the app has Bevy's `TimePlugin`, as with `DefaultPlugins` and `MinimalPlugins`. If it does not,
/// [`SquadError::NoClock`] says so.
pub struct SquadHtnPlugin<D: SquadDomain> {
    schedule: Interned<dyn ScheduleLabel>,
    limits: Limits,
    turn: Option<u64>,
    planners: usize,
    threads: bool,
    domain: PhantomData<fn() -> D>,
}

impl<D: SquadDomain> SquadHtnPlugin<D> {
    /// Creates the plugin. Squads tick once whenever this schedule runs. [`SquadHtnPlugin`](Self) has an example.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        SquadHtnPlugin {
            schedule: schedule.intern(),
            limits: Limits::default(),
            turn: None,
            planners: 1,
            threads: cfg!(feature = "multi_threaded"),
            domain: PhantomData,
        }
    }

    /// Sets the limits of the planners and of the plans of each squad. Default: [`Limits::default`].
    /// [`SquadHtnPlugin`](Self) has an example.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets the number of steps of a squad's turn; see [`SquadScheduler::turn`].
    /// [`SquadHtnPlugin`](Self) has an example.
    #[must_use]
    pub fn turn(mut self, steps: u64) -> Self {
        self.turn = Some(steps);
        self
    }

    /// Sets the number of planners to keep when no search needs them; see [`SquadScheduler::keep_planners`].
    /// [`SquadHtnPlugin`](Self) has an example.
    #[must_use]
    pub fn keep_planners(mut self, count: usize) -> Self {
        self.planners = count;
        self
    }

    /// Sets whether squads tick on all threads of Bevy's task pool. Default: true, with the feature `multi_threaded`.
    /// [`SquadHtnPlugin`](Self) has an example.
    #[must_use]
    pub fn threads(mut self, on: bool) -> Self {
        self.threads = on;
        self
    }
}

/// Uses [`FixedUpdate`].
impl<D: SquadDomain> Default for SquadHtnPlugin<D> {
    fn default() -> Self {
        SquadHtnPlugin::new(FixedUpdate)
    }
}

impl<D: SquadDomain> Plugin for SquadHtnPlugin<D> {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<CommonPlugin>() {
            app.add_plugins(CommonPlugin);
        }
        #[cfg(feature = "bevy_reflect")]
        app.register_type::<crate::Squad<D>>()
            .register_type::<crate::Order<D>>();
        let mut scheduler =
            SquadScheduler::<D>::with_limits(self.limits).keep_planners(self.planners);
        if let Some(steps) = self.turn {
            scheduler = scheduler.turn(steps);
        }
        let mut shares = app.world_mut().get_resource_or_init::<Shares>();
        let number = shares.add_domain();
        app.insert_resource(Squads::new(scheduler, number, self.threads))
            .add_message::<SquadEvent<D>>()
            .add_observer(members::on_join::<D>)
            .add_observer(members::on_leave::<D>)
            .add_observer(systems::halt::<D>)
            .add_observer(systems::resume::<D>);

        let sets = (
            SquadSystems::Sense,
            SquadSystems::Tick,
            SquadSystems::Orders,
        );
        app.configure_sets(self.schedule, sets.chain());
        let (tick, orders) = (TurnOf::Tick(number), TurnOf::Orders(number));
        app.configure_sets(self.schedule, tick.in_set(SquadSystems::Tick))
            .configure_sets(self.schedule, orders.in_set(SquadSystems::Orders));
        if let Some(former) = number.checked_sub(1) {
            app.configure_sets(self.schedule, tick.after(TurnOf::Tick(former)))
                .configure_sets(self.schedule, orders.after(TurnOf::Orders(former)));
        }
        let ticks = (systems::apply_settings::<D>, systems::tick::<D>).chain();
        app.add_systems(self.schedule, ticks.in_set(tick))
            .add_systems(self.schedule, systems::give_orders::<D>.in_set(orders));

        let fixed = app.world().get_resource::<FixedMainScheduleOrder>();
        if fixed.is_some_and(|fixed| fixed.labels.contains(&self.schedule)) {
            app.add_systems(Last, systems::check_clock::<D>(self.schedule));
        }
    }
}

/// The parts that all domains share.
struct CommonPlugin;

impl Plugin for CommonPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<SquadBudget>()
            .init_resource::<Shares>()
            .add_message::<SquadError>()
            .add_observer(order::finish);
        #[cfg(feature = "bevy_reflect")]
        app.register_type::<crate::Agent>()
            .register_type::<crate::MemberOf>()
            .register_type::<crate::Members>()
            .register_type::<crate::Actors>()
            .register_type::<crate::Orders>()
            .register_type::<crate::OrderState>()
            .register_type::<crate::Paused>()
            .register_type::<crate::SquadSettings>()
            .register_type::<SquadBudget>();
    }
}
