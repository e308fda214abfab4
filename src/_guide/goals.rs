//! Weighted goals, after F.E.A.R.: equal goals, different actions; and squads whose members have goals of their own.
//!
//! F.E.A.R. (Monolith, 2005) gives each character a set of goals with weights and a set of actions, both as data. The weightiest goal that
//! can be reached is pursued; an assassin and a soldier who want the same do different things, because they can do different
//! things. `cargo run --example goals` has the three characters of a well-known lecture about it, side by side, and the four squad behaviours
//! (`--page FILE` writes all of it as a page), with why each weightier goal was not pursued. This is how it maps:
//!
//! | there | here |
//! |---|---|
//! | goals with weights | facts: `predicate goal(Who, Goal => weight: f32);` |
//! | the action set of a character | facts: `predicate can(Who, Act);`, and each operator tests its own |
//! | the world state | the facts of a director |
//! | nodes, smart objects, cover | facts, and what the context knows of places |
//! | A* over actions, from the goal backwards | methods that say how the goal is pursued, tried in order |
//! | the next goal if one cannot be reached | the next solution of one branch: `sort by weight desc` |
//! | squad behaviours | methods that give orders; each member carries out his by a plan of his own |
//! | barks | an operator with `busy false` |
//!
//! # One branch, and a method for each goal
//!
//! The root has one branch over the goals, sorted by weight. Other *branches* would be closed once one holds; other *solutions* of a
//! branch are tried where the first leads nowhere, and so are methods of one name. So a goal that can't be reached falls back to the next:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Who { Soldier, Rat }
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Goal { Survive, KillEnemy, Patrol }
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Act { DodgeRoll, Attack, SurveyArea, GotoNode }
//! use Goal::*;
//!
//! htn_domain! {
//!     domain characters;
//!     agent Who;
//!     predicate goal(Who, Goal => weight: f32);
//!     predicate can(Who, Act);
//!     predicate under_fire(Who);
//!     predicate sees_player(Who);
//!
//!     operator dodge_roll(who: Who) by who { if can(who, Act::DodgeRoll); }
//!     operator attack(who: Who) by who { if can(who, Act::Attack); }
//!     operator survey_area(who: Who) by who { if can(who, Act::SurveyArea); }
//!     operator goto_node(who: Who) by who { if can(who, Act::GotoNode); }
//!
//!     pub method live(who: Who) {
//!         branch by_weight if goal(who, goal, weight) && weight > 0.0 sort by weight desc { pursue(who, goal); }
//!     }
//!     method pursue(who: Who, goal: Goal) if goal == Goal::Survive && under_fire(who) { dodge_roll(who); }
//!     method pursue(who: Who, goal: Goal) if goal == Goal::KillEnemy && sees_player(who) { attack(who); }
//!     method pursue(who: Who, goal: Goal) if goal == Goal::Patrol { goto_node(who); }
//!     method pursue(who: Who, goal: Goal) if goal == Goal::Patrol { survey_area(who); }
//! }
//! use characters::{Director, Fact, Planner, State, Task};
//!
//! /// The characters have the same goals, but different actions.
//! fn facts(who: Who, actions: &[Act]) -> Vec<Fact> {
//!     let goals = [(Survive, 0.9), (KillEnemy, 0.8), (Patrol, 0.7)];
//!     let goals = goals.into_iter().map(|(goal, weight)| Fact::Goal(who, goal, weight));
//!     goals.chain(actions.iter().map(|act| Fact::Can(who, *act))).collect()
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut facts: Vec<Fact> = [
//!     facts(Who::Soldier, &[Act::DodgeRoll, Act::Attack, Act::SurveyArea]),
//!     facts(Who::Rat, &[Act::GotoNode]),
//! ].concat();
//! let mut planner = Planner::new();
//! let mut does = |facts: &[Fact], who| -> Result<String, Box<dyn std::error::Error>> {
//!     let state = State::from_facts(facts.iter().copied())?;
//!     let plan = planner.find(&state, &(), Task::Live { who })?;
//!     Ok(plan.and_then(|plan| plan.tasks().next()).map_or("nothing".into(), |step| step.to_string()))
//! };
//! assert_eq!(does(&facts, Who::Soldier)?, "survey_area(Soldier)");
//! assert_eq!(does(&facts, Who::Rat)?, "goto_node(Rat)");
//! for who in [Who::Soldier, Who::Rat] {
//!     facts.extend([Fact::SeesPlayer(who), Fact::UnderFire(who)]);
//! }
//! assert_eq!(does(&facts, Who::Soldier)?, "dodge_roll(Soldier)");
//! assert_eq!(does(&facts, Who::Rat)?, "goto_node(Rat)");      // it has nothing for the goals above
//!
//! // Without goals nothing happens.
//! facts.retain(|fact| !matches!(fact, Fact::Goal(Who::Soldier, ..)));
//! assert_eq!(does(&facts, Who::Soldier)?, "nothing");
//!
//! // While he acts, weights may change: with `Policy::Preempt`, the goal with the greatest weight takes over.
//! let mut director = Director::new(Task::Live { who: Who::Rat }).policy(Policy::Preempt).interval(1);
//! for fact in facts {
//!     director.state_mut().insert(fact)?;
//! }
//! director.state_mut().insert(Fact::Can(Who::Rat, Act::Attack))?;     // a dangerous rat
//! let mut begun = Vec::new();
//! for tick in 0..10 {
//!     if tick == 5 {
//!         director.state_mut().insert(Fact::Goal(Who::Rat, Patrol, 0.95))?;
//!     }
//!     for command in director.tick(&(), Budget::steps(1_000)) {
//!         if let Command::Start { action, .. } = command {
//!             begun.push(action.name());
//!         }
//!     }
//! }
//! assert_eq!(begun, ["attack", "goto_node"]);
//! # Ok(()) }
//! ```
//!
//! * A weight may be computed: `let w: f32 = …` before `sort by w desc`, from facts or from the context.
//! * [`Policy::Preempt`](crate::Policy::Preempt) compares plans in the order of the search, so the weight at the root
//!   comes before anything below it. A plan with the remaining actions of the running one does not take over.
//! * A goal whose plan has no steps counts as reached: nothing is done for it, nor for goals below it. If that is not
//!   intended, let the condition of the method test that there is something to do.
//! * Why not the goal above? There are two ways to find out. Search again with a change: a planner and a copy of the
//!   state show which further action, or which further fact, would lead to a plan: `not Investigate: can't
//!   InspectDisturbance`. Or, with the feature `explain`, [`State::explain`](crate::State) on `Task::Pursue { who, goal
//!   }` names the condition at which each alternative failed. The example does the first, and with that feature the
//!   second.
//!
//! # Orders, and goals of one's own
//!
//! In a squad an order is one more thing with a weight. Whoever has a goal of his own that weighs more breaks off: `stop_action` takes him
//! from the plan that he is in, and that plan is repaired without him. Two things keep this from troubling the others:
//!
//! * **Orders are facts, and a separate plan carries out each.** A director with
//!   [`Policy::Accumulate`](crate::Policy::Accumulate) runs them in parallel. In one plan for all, a repair would
//!   include every later task that has not begun, so the moves of the others would be stopped and started again.
//! * **A task that can be interrupted is a method of its own, whose last branch does nothing.** The repair chooses that
//!   branch; the order remains, and is carried out when he is back.
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Who { Ash, Beck }
//! use Who::*;
//!
//! htn_domain! {
//!     domain squad;
//!     agent Who;
//!     predicate order(Who => place: u8);
//!     predicate under_fire(Who);
//!     /// What an order weighs, and what a life.
//!     predicate weight_of_orders(=> f32);
//!     predicate weight_of_life(=> f32);
//!     predicate engaged(Who);
//!     predicate alone(Who);
//!
//!     internal operator engage(who: Who) { if !engaged(who); add engaged(who); undo dismiss(who); }
//!     internal operator dismiss(who: Who) { delete engaged(who); }
//!     internal operator go_alone(who: Who) { if !alone(who); add alone(who); undo come_back(who); }
//!     internal operator come_back(who: Who) { delete alone(who); }
//!     internal operator carried_out(who: Who) { delete order(who, _); }
//!     operator move_to(who: Who, place: u8) by who {}
//!     operator dodge(who: Who) by who { sensed delete under_fire(who); }
//!
//!     /// Life first, if it has more weight than orders.
//!     pub method lead() if under_fire(who) && !alone(who) && weight_of_orders(o) && weight_of_life(l) && l > o {
//!         stop_action(who);
//!         go_alone(who);
//!         dodge(who);
//!         come_back(who);
//!     }
//!     pub method lead() if order(who, place) && !engaged(who) && !alone(who) {
//!         engage(who);
//!         go(who, place);
//!         dismiss(who);
//!     }
//!     method go(who: Who, place: u8) {
//!         branch now if !alone(who) { move_to(who, place); carried_out(who); }
//!         branch later {}
//!     }
//! }
//! use squad::{Action, Director, Fact, Task};
//!
//! /// What happens in twenty ticks, of which a move takes six and a dodge two. Ash is shot at in the fifth.
//! fn play(orders: f32) -> Result<Vec<String>, Box<dyn std::error::Error>> {
//!     let mut director = Director::new(Task::Lead).interval(1);
//!     let facts = [Fact::Order(Ash, 1), Fact::Order(Beck, 2), Fact::WeightOfOrders(orders), Fact::WeightOfLife(0.9)];
//!     for fact in facts {
//!         director.state_mut().insert(fact)?;
//!     }
//!     let (mut running, mut log) = (Vec::new(), Vec::new());
//!     for tick in 1..=20 {
//!         for (id, action, _) in running.extract_if(.., |run: &mut (ActionId, Action, u32)| run.2 == tick) {
//!             director.finish(id, Outcome::Success)?;
//!             director.state_mut().remove(Fact::UnderFire(Ash));
//!             log.push(format!("{tick}: {action} is done"));
//!         }
//!         if tick == 5 {
//!             director.state_mut().insert(Fact::UnderFire(Ash))?;
//!         }
//!         for command in director.tick(&(), Budget::steps(1_000)) {
//!             match command {
//!                 Command::Start { id, action, .. } => {
//!                     let ticks = if matches!(action, Action::Dodge { .. }) { 2 } else { 6 };
//!                     running.push((id, action, tick + ticks));
//!                 }
//!                 Command::Stop { id, action, .. } => {
//!                     running.retain(|run| run.0 != id);
//!                     log.push(format!("{tick}: {action} is broken off"));
//!                 }
//!             }
//!         }
//!     }
//!     Ok(log)
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! assert_eq!(play(0.85)?, [
//!     "6: move_to(Ash, 1) is broken off",
//!     "8: dodge(Ash) is done",
//!     "9: move_to(Beck, 2) is done",      // he has gone on
//!     "16: move_to(Ash, 1) is done",      // the order stands
//! ]);
//! assert_eq!(play(0.95)?, ["8: move_to(Ash, 1) is done", "9: move_to(Beck, 2) is done"]);
//! # Ok(()) }
//! ```
//!
//! The example does this with the lecture's behaviours: *get to cover* and *advance cover*, in which one lays suppression fire until the
//! others are there; *orderly advance*, in which each guards another and the last one faces backwards; *search*, in pairs of which one
//! guards. Each begins with its line.
//!
//! # Differences
//!
//! * There, a designer writes actions, and A* finds sequences that no designer has thought of. Here the sequences are
//!   in the methods: more to write, fewer surprises, and an order of fallbacks. If a goal has many ways, write one
//!   method for each; the conditions of the operators select among them.
//! * One director for each character has a world state each; one for the squad has one for all of them, as F.E.A.R. has.
