//! Many plans, an execution matrix and a review: the opponent of Full Spectrum Command.
//!
//! *Full Spectrum Command* was a training game for company commanders. Its adaptive opponent planned before the game
//! began, and people read its plans: before the game as an *execution matrix*, and afterwards in a review. The concepts
//! of the lectures correspond to those of this crate:
//!
//! | there | here |
//! |---|---|
//! | a planner that finds every solution, so that the opponent does not do the same each time; 30 unique plans in under five minutes | [`PlannerTools::find_different`](crate::PlannerTools::find_different) with a [`Portfolio`](crate::Portfolio): the example finds 30 in milliseconds |
//! | similarity to the plans of earlier sessions | [`PlanTools::distance`](crate::PlanTools::distance) |
//! | optimality, effective use of the units' capabilities | `cost` in the domain; a function of your game over [`Plan::actions`](crate::Plan::actions) |
//! | the execution matrix: the action of each unit at every time step | `duration` in the domain, [`PlanTools::schedule`](crate::PlanTools::schedule), [`Schedule::matrix`](crate::Schedule::matrix) |
//! | contingency plans, to avoid the cost of replanning | [`PlanTools::facts_if_fails`](crate::PlanTools::facts_if_fails), and [`Executor::replace`](crate::Executor::replace) when it does |
//! | a library that carries the plan out | [`Executor`](crate::Executor) or [`Director`](crate::Director) |
//! | after-action review | [`Matrix::new`](crate::Matrix::new) of what the game saw, beside the planned one; `htn_view::Page` |
//!
//! `cargo run --release --example matrix` is all of it, for seven units and a town hall; `-- --games 5 --html review.html` plays five games and
//! writes a page. This chapter has the same in small.
//!
//! # Plans that differ
//!
//! Choices that are to give plans of their own are *methods of one name*: branches of one method are if, else if, else.
//!
//! ```
//! use squad_htn::prelude::*;
//! use squad_htn::Portfolio;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Unit { Red, Blue, Sappers }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Gate { North, South }
//!
//! htn_domain! {
//!     pub domain raid;
//!     agent Unit;
//!     predicate charges(Unit => u8) [4];
//!     predicate open(Gate) [2];
//!     predicate taken() ;
//!
//!     // A cost is a risk in a hundred here, a duration is in minutes.
//!     operator march(who: Unit, to: Gate) by who { cost 3.0; duration (if to == Gate::North { 6.0 } else { 9.0 }); }
//!     operator blast(who: Unit, gate: Gate) by who {
//!         if charges(who, n) && n > 0;
//!         start add charges(who, n - 1);
//!         success add open(gate);
//!         cost 20.0;
//!         duration 2.0;
//!     }
//!     operator ram(who: Unit, gate: Gate) by who { success add open(gate); cost 40.0; duration 4.0; }
//!     operator storm(who: Unit, gate: Gate) by who { if open(gate); success add taken(); cost 25.0; duration 3.0; }
//!
//!     pub method take() {
//!         branch breached if open(gate) { break_in(gate); }
//!         branch closed if let gate: Gate in [Gate::North, Gate::South] { open_up(gate); break_in(gate); }
//!     }
//!     method open_up(gate: Gate) if charges(Unit::Sappers, n) && n > 0 { march(Unit::Sappers, gate); blast(Unit::Sappers, gate); }
//!     method open_up(gate: Gate) { march(Unit::Blue, gate); ram(Unit::Blue, gate); }
//!     method break_in(gate: Gate) if let who: Unit in [Unit::Red, Unit::Blue] { march(who, gate); storm(who, gate); }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use raid::{Fact, Planner, State, Task};
//! let state = State::from_facts([Fact::Charges(Unit::Sappers, 1)])?;
//!
//! let mut planner = Planner::new();
//! let mut portfolio = Portfolio::new(4, 0.3).leaping(true);
//! planner.find_different(&state, &(), Task::Take, &mut portfolio, Budget::unlimited())?;
//! let plans = portfolio.into_plans();
//! assert_eq!(plans.len(), 4);
//!
//! // The opponent's next plan: not the one that it had the last time, and the cheapest of those that are left.
//! let before = &plans[0];
//! let next = plans
//!     .iter()
//!     .filter(|plan| plan.distance(before).mean() > 0.5)
//!     .min_by(|one, other| one.cost().total_cmp(&other.cost()));
//! assert!(next.is_some_and(|next| next.cost() >= before.cost()));
//! # Ok(()) }
//! ```
//!
//! A portfolio keeps a plan if it is far enough from all others. The distance is the mean of three, each from 0 to 1:
//! the
//! done, who does it, and in which order each agent does it; [`PlanDistance`](crate::PlanDistance) has them one by one. Plans in which only steps of
//! different agents are exchanged, which run side by side anyway, are the same plan by it.
//!
//! Depth first, a search changes its last decision first, and the plans of one neighbourhood come before those of the next.
//! [`leaping`](crate::Portfolio::leaping) turns that round. In the example it makes the difference between thirty ways
//! through one door and plans for all three ways in.
//!
//! # The matrix
//!
//! `duration` says how long an action is expected to take, in whatever unit your game counts. The schedule follows from the executor's
//! rules: who is busy, what waits for what, what a `global_block` holds up.
//!
//! ```
//! # use squad_htn::prelude::*;
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub enum Unit { Red, Sappers }
//! # htn_domain! {
//! #     pub domain raid;
//! #     agent Unit;
//! #     predicate open() [1];
//! #     operator march(who: Unit) by who { duration 6.0; }
//! #     operator blast(who: Unit) by who { success add open(); duration 2.0; }
//! #     operator storm(who: Unit) by who { if open(); duration 3.0; }
//! #     pub method take() { march(Unit::Sappers); blast(Unit::Sappers); march(Unit::Red); storm(Unit::Red); }
//! # }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use raid::{Fact, Planner, State, Task};
//! # let (state, mut planner) = (State::new(), Planner::new());
//! # let plan = planner.find(&state, &(), Task::Take)?.unwrap();
//! let schedule = plan.schedule(&state, &())?;
//! assert_eq!(schedule.waiting(Unit::Red), 2.0);      // for the sappers
//!
//! let matrix = schedule.matrix(2.0, &schedule.agents(), |unit| format!("{unit:?}"), |task| task.name().into())?;
//! assert_eq!(matrix.to_string(), "\
//! time  Sappers  Red
//!    0  march    march
//!    2  │        │
//!    4  │        │
//!    6  blast    ·
//!    8           storm
//!   10           │");
//! assert_eq!(matrix.csv().to_string().lines().nth(2), Some("Red,march,march,march,waits,storm,storm"));
//! # Ok(()) }
//! ```
//!
//! # If a step fails
//!
//! [`facts_if_fails`](crate::PlanTools::facts_if_fails) returns the facts after a failure; a plan from there is the
//! contingency. When the step does fail, the executor requests a repair, and the game supplies the contingency. The
//! executor checks its conditions as usual: if the world has developed differently, the contingency fails in turn, and
//! the director plans again.
//!
//! ```
//! # use squad_htn::prelude::*;
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub enum Unit { Red, Sappers }
//! # htn_domain! {
//! #     pub domain raid;
//! #     agent Unit;
//! #     predicate charges(Unit => u8) [4];
//! #     predicate open() [1];
//! #     operator blast(who: Unit) by who { if charges(who, n) && n > 0; start add charges(who, n - 1); success add open(); cost 20.0; }
//! #     operator ram(who: Unit) by who { success add open(); cost 40.0; }
//! #     pub method enter() { branch quick if charges(who, n) && n > 0 { blast(who); } branch slow { ram(Unit::Red); } }
//! # }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use raid::{Action, Executor, Fact, Planner, State, Task};
//! # let mut state = State::from_facts([Fact::Charges(Unit::Sappers, 1)])?;
//! # let mut planner = Planner::new();
//! # let plan = planner.find(&state, &(), Task::Enter)?.unwrap().clone();
//! // Beforehand: the step that is the most likely to fail, by its cost.
//! let riskiest = (0..plan.len()).max_by(|one, other| plan.cost_of(*one).total_cmp(&plan.cost_of(*other)));
//! let failing = plan.facts_if_fails(riskiest.unwrap(), &state, &())?;
//! let contingency = planner.find(&failing, &(), Task::Enter)?.unwrap().clone();
//!
//! // In the game.
//! let mut executor = Executor::new();
//! let id = executor.submit(&plan, 0)?;
//! for command in executor.tick(&mut state, &()) {
//!     if let Command::Start { id, .. } = command {
//!         executor.finish(id, Outcome::Failure)?;        // bad luck
//!     }
//! }
//! executor.tick(&mut state, &());
//! if executor.events().any(|event| matches!(event, Event::NeedsRepair { .. })) {
//!     executor.replace(id, &contingency)?;
//! }
//! let commands: Vec<_> = executor.tick(&mut state, &()).collect();
//! assert!(matches!(commands[..], [Command::Start { action: Action::Ram { who: Unit::Red }, .. }]));
//! # Ok(()) }
//! ```
//!
//! # The review
//!
//! The observations of the game become a matrix like the planned one: an entry for each action, with its start and end
//! ([`Matrix::new`](crate::Matrix::new)). `htn_view::Page` draws the two side by side and marks differences. Events
//! explain them: [`Event::Failed`](crate::Event::Failed) has a reason, [`Event::Waits`](crate::Event::Waits) names the
//! cause of a wait, and [`Executor::doing`](crate::Executor::doing) reports both for one agent at any time. The example
//! adds these up for each unit.
