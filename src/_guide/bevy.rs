//! Bevy: from a new project to a squad in 80 lines.
//!
//! The crate [`bevy_squad_htn`](https://docs.rs/bevy_squad_htn) is a plugin: squads, their members and their orders are
//! entities. This chapter explains its example `first_squad` (`cargo run -p bevy_squad_htn --example first_squad`); a
//! test keeps both texts the same.
//!
//! # What it needs
//!
//! ```toml
//! [dependencies]
//! bevy_app = "0.20"
//! bevy_ecs = "0.20"
//! bevy_squad_htn = "0.1"
//! squad-htn = "0.1"
//! ```
//!
//! Where the game has the crate `bevy`, that stands for the first two. The macros name `squad-htn`, so it is there too, but its prelude
//! is not: `bevy_squad_htn::prelude` has what a domain needs, without names that Bevy's prelude has as well.
//!
//! ```rust,ignore
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_ecs::system::SystemParam;
//! use bevy_squad_htn::prelude::*;
//! ```
//!
//! # What conditions see
//!
//! A guard has a position, as in any game. What a domain may know of the world is a system parameter that only reads: queries,
//! resources, and methods that answer the questions of its conditions.
//!
//! ```rust,ignore
//! #[derive(Component)]
//! struct Position(i16);
//!
//! /// The part of the world that conditions read.
//! #[derive(SystemParam)]
//! struct View<'w, 's> {
//!     positions: Query<'w, 's, &'static Position>,
//! }
//!
//! impl View<'_, '_> {
//!     fn distance(&self, who: Agent, place: i16) -> i16 {
//!         let at = self.positions.get(who.entity());
//!         at.map_or(i16::MAX, |at| (at.0 - place).abs())
//!     }
//! }
//! ```
//!
//! # The domain
//!
//! Its context is that parameter, and its agents are entities. Of all pairs of noises and guards, the nearest comes
//! first. The operators are actions: a guard walks, then looks around, and on success the noise is settled.
//!
//! ```rust,ignore
//! htn_domain! {
//!     domain patrol(view: &View<'_, '_>);
//!     agent Agent;
//!     predicate guard(Agent) [8];
//!     predicate noise(i16) [8];
//!     operator walk(who: Agent, to: i16) by who {}
//!     operator look_around(who: Agent, at: i16) by who { success delete noise(at); }
//!     pub method keep_watch() if noise(at) && guard(who) sort by view.distance(who, at) {
//!         walk(who, at);
//!         look_around(who, at);
//!     }
//! }
//! use patrol::{Action, Domain, Fact, Task};
//! ```
//!
//! Three lines connect it to Bevy: the system parameter for the conditions, the conversion of that parameter to the
//! context, and the fact that a new member adds. (A domain without a context has `type Params = ();`.) The lifetimes of
//! the parameter are `'static` in that line, whatever rustc proposes: Bevy replaces them when it runs the system.
//!
//! ```rust,ignore
//! impl SquadDomain for Domain {
//!     type Params = View<'static, 'static>;
//!     fn context<'c>(params: &'c View<'_, '_>) -> &'c View<'c, 'c> {
//!         params
//!     }
//!     fn member(who: Agent) -> Option<Fact> {
//!         Some(Fact::Guard(who))
//!     }
//! }
//! ```
//!
//! # What the game does
//!
//! When the squad wants something done, an entity comes with an `Order`. An observer of `On<Add<Order<…>>>` begins the action: starts an
//! animation, sets a path. One of `On<Remove<Order<…>>>` would clean up. Both come exactly once, however the order ends, be it that its
//! guard is despawned in the middle of it.
//!
//! ```rust,ignore
//! fn begin(event: On<Add<Order<Domain>>>, orders: Query<&Order<Domain>>) -> Result {
//!     println!("begins {}", orders.get(event.entity)?.action());
//!     Ok(())
//! }
//! ```
//!
//! Systems carry on with the orders that are there, and say when one is done. What an order needs meanwhile can be components of its own entity;
//! here it needs none.
//!
//! ```rust,ignore
//! fn act(
//!     orders: Query<(Entity, &Order<Domain>)>,
//!     mut positions: Query<&mut Position>,
//!     mut commands: Commands,
//! ) -> Result {
//!     for (entity, order) in &orders {
//!         let (Action::Walk { who, to } | Action::LookAround { who, at: to }) = order.action();
//!         let mut at = positions.get_mut(who.entity())?;
//!         at.0 += (to - at.0).signum();
//!         if at.0 == to {
//!             commands.trigger(Finish::success(entity));
//!         }
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # The app
//!
//! A squad is an entity with a task and facts; its members point to it. In a game with Bevy's clock (its `TimePlugin`, which `DefaultPlugins`
//! and `MinimalPlugins` have), `SquadHtnPlugin::default()` ticks in `FixedUpdate`. This one has none, so squads tick in `Update`.
//!
//! ```rust,ignore
//! fn main() {
//!     let mut app = App::new();
//!     app.add_plugins(SquadHtnPlugin::<Domain>::new(Update));
//!     app.add_systems(Update, act.after(SquadSystems::Orders));
//!     app.add_observer(begin);
//!     let squad = Squad::<Domain>::new(Task::KeepWatch).facts([Fact::Noise(5)]);
//!     let squad = app.world_mut().spawn(squad).id();
//!     let guards = [0, 8].map(|at| (Position(at), MemberOf(squad)));
//!     app.world_mut().spawn_batch(guards);
//!     for _frame in 0..10 {
//!         app.update();
//!     }
//! }
//! ```
//!
//! It prints what the nearer guard does:
//!
//! ```text
//! begins walk(20v0, 5)
//! begins look_around(20v0, 5)
//! ```
//!
//! # And then
//!
//! * **Sensors** are systems in the set `SquadSystems::Sense`, or observers. They change facts through the resource `Squads<Domain>`: those of one
//!   squad with `squads.get_mut(squad)`, which is `None` if the entity is no squad, or those of all as below. What conditions can read from
//!   the world themselves needs no fact; what plans are to reason about (`sensed`, `while`, effects) does.
//! * **Facts about other entities** than members are the game's: a squad forgets members that leave, but not a fire that is despawned. Facts
//!   name entities as `Agent`; `Agent::new` returns `None` only after 2^28 entities at the same index.
//!
//!   ```ignore
//!   fn see_fire(event: On<Add<Fire>>, mut squads: ResMut<Squads<Domain>>) -> Result {
//!       let fire = Agent::new(event.entity).ok_or("no agent")?;
//!       for (_, director) in squads.iter_mut() {
//!           director.state_mut().insert(Fact::Fire(fire))?;
//!       }
//!       Ok(())
//!   }
//!
//!   fn forget_fire(event: On<Remove<Fire>>, mut squads: ResMut<Squads<Domain>>) {
//!       for (_, director) in squads.iter_mut() {
//!           director.state_mut().retain(|fact| !matches!(fact, Fact::Fire(fire) if fire.entity() == event.entity));
//!       }
//!   }
//!   ```
//! * **Reasons** are messages: `MessageReader<SquadEvent<Domain>>`. With `SquadDebugPlugin` each agent has a text with
//!   its action or wait, to be drawn above it; with the feature `live`, `SquadLivePlugin` shows all squads on a
//!   terminal while the app runs: `cargo run -p bevy_squad_htn --features live --example live`.
//! * **A frame's budget** is a resource: `SquadBudget::Micros(500)` for all squads together. With `SquadBudget::Steps(…)` a replay is the
//!   same on every machine, on any number of threads.
//! * **Reserve** whom a plan uses, as in [`patterns`](super::patterns), once there are more plans than one: the example `observers` does.
//! * **What goes wrong** is a `SquadError`: a message, and a line in the log. The table in the README of the crate says what happens when agents,
//!   squads and orders are despawned, finished twice, or not there.
//! * **What is forgotten** when the app is set up is an error for Bevy's error handler. If the plugin is missing, or if squads tick in `FixedUpdate`
//!   and there is no clock, the default handler panics. If a squad finds no plan and has no fact about its members, because the domain
//!   has no `member`, the default handler logs a warning, which is printed if the app has no logger.
//! * **Disabled entities** keep their part. An agent with Bevy's `Disabled` stays a member with its facts and orders, and an order can be
//!   finished. Queries do not see them, so `act` above would return an error for a disabled guard; a game that disables agents writes
//!   `let Ok(mut at) = positions.get_mut(who.entity()) else { continue };`, and the order waits. A disabled squad does nothing until it is enabled, as one that is `Paused`.
