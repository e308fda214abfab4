//! My agents do nothing, though there is a plan, or should be one.
//!
//! # Query the executor
//!
//! [`Executor::doing`](crate::Executor::doing) says what an agent does, or what it waits for. Paste this into the game, with a key:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Officer { Ash, Beck, Cole }
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Door(pub u8);
//! use Officer::{Ash, Beck, Cole};
//!
//! htn_domain! {
//!     domain entry;
//!     agent Officer;
//!     predicate team(Officer);
//!     predicate open(Door);
//!
//!     /// That the door is open is for the sensors to find out.
//!     operator open_door(who: Officer, door: Door) by who { sensed add open(door); }
//!     operator go_in(who: Officer, door: Door) by who { if open(door); }
//!
//!     pub method enter(door: Door) if team(lead) && team(second) && second != lead {
//!         open_door(lead, door);
//!         go_in(second, door);
//!         go_in(lead, door);
//!     }
//! }
//! use entry::{Director, Fact, Task};
//!
//! /// The status of an officer, in a line.
//! fn status(director: &Director, who: Officer) -> String {
//!     match director.executor().doing(who) {
//!         Some(doing) => format!("{who:?}: {doing}"),
//!         None => format!("{who:?}: no plan needs him now"),
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let door = Door(1);
//! let mut director = Director::new(Task::Enter { door }).sensor_timeout(60);
//! for who in [Ash, Beck] {
//!     director.state_mut().insert(Fact::Team(who))?;
//! }
//! director.tick(&(), Budget::steps(1_000));       // plans
//! let mut commands = director.tick(&(), Budget::steps(1_000));
//! let Some(Command::Start { id, .. }) = commands.next() else { panic!("the door first") };
//!
//! // The door is being opened:
//! assert_eq!(status(&director, Ash), "Ash: open_door(Ash, Door(1)) for plan 1 since tick 2");
//! assert_eq!(
//!     status(&director, Beck),
//!     "Beck: waits for plan 1 since tick 2: go_in(Beck, Door(1)) until open_door(Ash, Door(1)) has ended, \
//!      which may establish `open(door)` with door = Door(1)",
//! );
//! assert_eq!(status(&director, Cole), "Cole: no plan needs him now");
//!
//! // The game says that he has opened it, and forgets to say that it is open:
//! director.finish(id, Outcome::Success)?;
//! director.tick(&(), Budget::steps(1_000));
//! assert_eq!(
//!     status(&director, Beck),
//!     "Beck: waits for plan 1 since tick 3: go_in(Beck, Door(1)) until the sensors report \
//!      `open(door)` with door = Door(1) (timeout at tick 63)",
//! );
//!
//! // The same from the plan's side: finished and running steps, and what each step waits for.
//! for plan in director.executor().plans() {
//!     println!("{plan}");
//!     for step in plan.steps() {
//!         println!("  {:?} {}", step.state, step.task);     // Done open_door(Ash, Door(1)), …
//!     }
//! #   assert_eq!(plan.steps().next().map(|step| step.state), Some(squad_htn::StepState::Done));
//! #   assert_eq!(plan.steps_left(), 2);
//! }
//!
//! director.state_mut().insert(Fact::Open(door))?;
//! assert_eq!(director.tick(&(), Budget::steps(1_000)).count(), 2);       // both go in
//! # Ok(()) }
//! ```
//!
//! # What it says, and what to do
//!
//! | `doing` returns | cause and remedy |
//! |---|---|
//! | `None` | no plan has a step for the agent. Was there a search, and what was its result? See the events [`Planned`](crate::Event::Planned) and [`NoPlan`](crate::Event::NoPlan), and the chapter [`no_plan`](super::no_plan). Without events, see below |
//! | an action, for a long time | the director believes that the agent acts. Either the game has not started the action, or it has ended and the game has not called [`finish`](crate::Director::finish). `Command::Start` comes once; an action that does not end by itself (aiming) needs a `finish_action` in the domain |
//! | waits until another agent has finished an action | correct if that action is running; otherwise see the line above, for that agent |
//! | waits until `x` has ended, which may establish `c` | an earlier step will establish `c` |
//! | waits until the sensors report `c` | the effect is `sensed`: the game has to add the fact. Did it, with the same values? [`sensor_timeout`](crate::Director::sensor_timeout) gives it more time than two ticks. An effect that no sensor reports should be a `success` effect |
//! | waits until plan 2, which has precedence, has used the agent | plans of a greater priority go first, and older ones among equals. Two plans want the same officer: reserve him in the domain |
//! | waits until the plan is repaired | the plan has failed somewhere, and its repair is being searched for: is there a budget? |
//!
//! # Events
//!
//! `doing` shows the current tick; events show everything that has happened. Print them all to a file:
//!
//! ```text
//! for event in director.events() {
//!     println!("{event}");
//! }
//!
//! tick 3: plan 1 finished open_door(Ash, Door(1))
//! tick 3: plan 1 waits: go_in(Beck, Door(1)) until the sensors report `open(door)` with door = Door(1) (timeout at tick 63)
//! ```
//!
//! [`Event::Waits`](crate::Event::Waits) comes when a step waits for something that it did not wait for before, and not in every
//! tick. [`Event::Failed`](crate::Event::Failed) and [`Event::Abandoned`](crate::Event::Abandoned) have the reason. The events are
//! those of the last tick: look at them after each.
//!
//! `htn_view::Recording` takes all of it down, with names for values, and `htn_view::Report` makes a page of it: a row for each agent with what it did and what it waited for,
//! and a click says why. See [`no_plan`](super::no_plan) for the reasons behind plans.
//!
//! # While the game runs
//!
//! With the feature `live` of `htn-view`, the same recordings are shown on a terminal: what each agent does or waits for and for how long, plans as trees with the state of each
//! step, facts that changed lately, and the events in words; for any number of squads, of any domain.
//!
//! ```rust,ignore
//! let mut live = htn_view::LiveFeed::file("mission.live")?; // or `LiveFeed::terminal()?`
//! // In each frame, after the tick:
//! recording.tick(&director);
//! live.show("Alpha", &recording);
//! ```
//!
//! ```sh
//! cargo run -p htn-view --features live --example follow -- mission.live
//! ```
//!
//! With the feature `live-page`, they are shown in a browser: [`breakpoints`](super::breakpoints). The game never waits for it. In Bevy, `SquadLivePlugin` does this for all squads of an app.
//!
//! # No event at all
//!
//! * `tick` is not called, or with a budget of nothing: then no search begins.
//! * The answer is the same as the last time. "There is no plan" is reported once;
//!   [`answers`](crate::Director::answers) counts all searches.
//! * The next search is not due: a director plans every 30 ticks, unless [`interval`](crate::Director::interval) says otherwise.
//!   [`replan_now`](crate::Director::replan_now) does not wait.
//! * The search takes longer than its budget: [`searching`](crate::Director::searching) returns the task of a paused
//!   search.
//! * The search waits for an answer of the game: [`waits_for`](crate::Director::waits_for) names the expression after `poll`.
//!
//! # They start one after the other
//!
//! A search brings one plan. With [`Policy::Accumulate`](crate::Policy::Accumulate) the director searches again in the tick after it has
//! added a plan with an action, so that six idle hands with six jobs begin in six ticks. When a search brings no new plan, the interval
//! applies. If they begin an interval apart:
//!
//! * [`keep_searching(false)`](crate::Director::keep_searching) is set, or the policy is another one.
//! * The search found a plan that runs already: the event says so. No fact of the domain says that the job or the agent is reserved, so the
//!   next search finds the same plan again. [Reserve first](super::patterns).
//! * The plan that was found has internal steps only. Such a plan does not start another search, because a domain whose plans only keep
//!   books would search in every tick.
//! * The search takes longer than its budget, and each plan needs several ticks.
//!
//! # Timeouts
//!
//! With [`stall_timeout(600)`](crate::Director::stall_timeout), a plan without progress for 600 ticks is abandoned: its
//! reservations are undone, and the squad plans again. This only limits the damage; the
//! [`Event::Waits`](crate::Event::Waits) before it shows the cause.
//!
//! A search that waits for an answer of the game is given up after [`poll_timeout`](crate::Director::poll_timeout) ticks, 600 by
//! default, and the event says so. A step that waits for an answer is a plan without progress.
