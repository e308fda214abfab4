//! Patterns: reservations, voice lines, roles, goals by weight, several squads, duties without end.
//!
//! # Reservations
//!
//! A director continues to plan while plans run. Things that a plan uses must be unavailable to the next one: officers,
//! suspects, doors, a place behind a car. The operator *tests and adds*, and names with `undo` the operator that
//! reverts it if the plan is abandoned or repaired. Every domain needs it, so write it once, as a part:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! squad_htn::htn_part! {
//!     /// Keeps other plans away from something, from when a plan begins until it frees it.
//!     pub(crate) part reservations<Thing> {
//!         predicate reserved(Thing);
//!         internal operator reserve(it: Thing) {
//!             if !reserved(it);           // without this test, two plans would reserve it
//!             add reserved(it);
//!             undo free(it);
//!         }
//!         internal operator free(it: Thing) { delete reserved(it); }
//!     }
//! }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Guard(pub u8);
//!
//! htn_domain! {
//!     domain watch;
//!     agent Guard;
//!     use part reservations<Guard>;
//!     predicate guard(Guard);
//!     predicate noise(place: u8);
//!     operator look_at(who: Guard, place: u8) by who { success delete noise(place); }
//!     pub method investigate() if noise(place) && guard(who) && !reserved(who) {
//!         reserve(who);                   // first of all
//!         look_at(who, place);
//!         free(who);                      // waits for him, since it names him
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use watch::{Director, Fact, Task, rows};
//! let mut director = Director::new(Task::Investigate).interval(2);
//! for fact in [Fact::Guard(Guard(1)), Fact::Noise(7), Fact::Noise(8)] {
//!     director.state_mut().insert(fact)?;
//! }
//! let mut begun = Vec::new();
//! for _ in 0..20 {
//!     begun.extend(director.tick(&(), Budget::steps(1_000)).map(|command| command.to_string()));
//! }
//! // Two noises and one guard: he is sent once, however often it is planned.
//! assert_eq!(begun.len(), 1, "{begun:?}");
//! assert!(rows::reserved(director.state()).eq([Guard(1)]));
//! # Ok(()) }
//! ```
//!
//! * Reserve in the first steps, before any action: a plan that has reserved nothing is found again by the next search.
//! * Free in the last steps. An internal step that names an officer waits for him. One that names no officer waits only
//!   until all steps before it have started: put a `global_block` before it.
//! * A branch that interrupts does not test `reserved`. It claims the officer and then stops him with `stop_action`. See "claim, then
//!   stop" in the [`tutorial`](super::tutorial).
//! * Adjacent internal steps with an `undo`, such as `claim(job); reserve(who);`, are one group that starts as a whole or not at all. So the
//!   job is not claimed while `who` is busy: the group waits for him, and until then the next search finds the job unclaimed and may plan
//!   it for another officer. If the job must be claimed at once, put a step without an `undo` between the two, such as a voice line. To
//!   choose only officers who are free, test `!reserved(who)` in the condition.
//!
//! # Voice lines
//!
//! A voice line is an action with `busy false`, which does not occupy its agent. It starts, and the plan continues at
//! once.
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Officer(pub u8);
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Line { Moving, CoverMe }
//!
//! htn_domain! {
//!     domain talk;
//!     agent Officer;
//!     predicate partner(Officer);
//!     operator say(who: Officer, line: Line) by who { busy false; cost 0.0; }
//!     operator move_up(who: Officer) by who {}
//!     pub method advance(who: Officer) {
//!         if first(partner(other) && other != who) { say(who, Line::CoverMe); } else { say(who, Line::Moving); }
//!         move_up(who);
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use talk::{Action, Director, Fact, Task};
//! let who = Officer(1);
//! let mut director = Director::new(Task::Advance { who });
//! director.state_mut().insert(Fact::Partner(Officer(2)))?;
//! director.tick(&(), Budget::steps(1_000));
//! let begun: Vec<Action> = director.tick(&(), Budget::steps(1_000)).map(|command| match command {
//!     Command::Start { action, .. } | Command::Stop { action, .. } => action,
//! }).collect();
//! assert_eq!(begun, [Action::Say { who, line: Line::CoverMe }, Action::MoveUp { who }]);
//! # Ok(()) }
//! ```
//!
//! The game reports the end of the line, as with any action; the plan does not end before. If a line must end before
//! the next step, omit `busy false`, or write `global_block(who)` after it. To avoid repeating a line, keep a fact
//! `said(line)`, add it in a body after the `say`, and let the game remove it after a while.
//!
//! # B works while A holds
//!
//! One holds a door, aims or gives cover, and another one works only as long as he does. The action that holds adds a fact when it starts and
//! removes it if it fails; the work has that fact as its `while` condition:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Officer { Ash, Beck, Cole }
//! use Officer::*;
//!
//! htn_domain! {
//!     domain charges;
//!     agent Officer;
//!     predicate on_duty(Officer);
//!     predicate door(u8);
//!     predicate covered(door: u8);
//!
//!     /// It has no end of its own. No `finish` or `success` effect removes the fact: the planner would apply it before `plant`.
//!     operator cover(who: Officer, door: u8) by who {
//!         start add covered(door);
//!         failure delete covered(door);
//!     }
//!     operator plant(who: Officer, door: u8) by who { while covered(door); success delete door(door); }
//!     internal operator uncover(door: u8) { delete covered(door); }
//!
//!     pub method breach() if door(door) { blow(door); }
//!     method blow(door: u8) if on_duty(holder) && on_duty(worker) && worker != holder {
//!         cover(holder, door);
//!         plant(worker, door);            // waits until `holder` covers the door
//!         global_block(worker);
//!         finish_action(holder);
//!         uncover(door);
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use charges::{Action, Director, Fact, Task};
//! let mut director = Director::new(Task::Breach);
//! for fact in [Fact::OnDuty(Ash), Fact::OnDuty(Beck), Fact::OnDuty(Cole), Fact::Door(1)] {
//!     director.state_mut().insert(fact)?;
//! }
//! let (mut commands, mut hold) = (Vec::new(), None);
//! for tick in 1..=10 {
//!     if tick == 5 && let Some(id) = hold {
//!         // Ash has to take cover himself. The door is not covered any more, and Beck stops in the same tick.
//!         director.state_mut().remove(Fact::OnDuty(Ash));
//!         director.finish(id, Outcome::Failure)?;
//!     }
//!     for command in director.tick(&(), Budget::steps(1_000)) {
//!         if let Command::Start { id, action: Action::Cover { .. }, .. } = command {
//!             hold = Some(id);
//!         }
//!         commands.push(format!("tick {tick}: {command}"));
//!     }
//! }
//! assert_eq!(commands, [
//!     "tick 2: start action 1: cover(Ash, 1), for plan 1",
//!     "tick 2: start action 2: plant(Beck, 1), for plan 1",
//!     "tick 5: stop action 2: plant(Beck, 1), for plan 1",
//!     "tick 6: start action 3: cover(Beck, 1), for plan 1",
//!     "tick 6: start action 4: plant(Cole, 1), for plan 1",
//! ]);
//! # Ok(()) }
//! ```
//!
//! `while` is part of the precondition, so the work also waits until the other one holds. `finish_action` ends the hold as a success, and
//! `uncover` removes the fact afterwards. If the plan is abandoned, both actions are stopped, and the `failure` effect removes it.
//!
//! # Roles
//!
//! "The breacher, or any other officer if he is busy" is a method that returns its choice and reserves that officer at
//! once, so that the next role gets a different one:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Officer { Ash, Beck, Cole }
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Role { Breacher, Shield }
//! use Officer::*;
//!
//! htn_domain! {
//!     domain entry;
//!     agent Officer;
//!     predicate on_duty(Officer);
//!     predicate role(Officer => Role);
//!     predicate reserved(Officer);
//!     axiom available(who: Officer) { on_duty(who) && !reserved(who) }
//!     internal operator reserve(who: Officer) { if !reserved(who); add reserved(who); undo free(who); }
//!     internal operator free(who: Officer) { delete reserved(who); }
//!
//!     operator breach(who: Officer) by who {}
//!     operator shield(who: Officer, other: Officer) by who {}
//!
//!     pub method enter() {
//!         let breacher = one_for(Role::Breacher);
//!         let shield = one_for(Role::Shield);
//!         shield(shield, breacher);
//!         breach(breacher);
//!         global_block(breacher);
//!         finish_action(shield);
//!         free(breacher);
//!         free(shield);
//!     }
//!     method one_for(role: Role) -> Officer {
//!         branch trained if available(who) && role(who, role) { reserve(who); return who; }
//!         branch untrained if available(who) { reserve(who); return who; }
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use entry::{Action, Fact, Planner, State, Task};
//! let mut state = State::from_facts([Ash, Beck, Cole].map(Fact::OnDuty))?;
//! state.insert(Fact::Role(Cole, Role::Breacher))?;
//! let mut planner = Planner::new();
//! let plan = planner.find(&state, &(), Task::Enter)?.expect("three are enough for two roles");
//! assert_eq!(plan.actions().nth(1), Some(Action::Breach { who: Cole }));
//!
//! state.insert(Fact::Reserved(Cole))?;
//! let plan = planner.find(&state, &(), Task::Enter)?.expect("two are, too");
//! assert_eq!(plan.actions().nth(1), Some(Action::Breach { who: Ash }));
//! # Ok(()) }
//! ```
//!
//! # Goals by weight
//!
//! Where the game, a designer or another system says how much each thing matters, goals are facts with a number, and the root
//! takes the weightiest one *for which there is a plan*. The other solutions of a branch are tried where the first one leads
//! nowhere:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Goal { Attack, Heal, Patrol }
//!
//! htn_domain! {
//!     domain guard;
//!     predicate goal(Goal => weight: f32);
//!     predicate ammo(=> u8);
//!     operator shoot() { if ammo(n) && n > 0; add ammo(n - 1); }
//!     operator bandage() {}
//!     operator walk() {}
//!     pub method live() if goal(goal, weight) && weight > 0.0 sort by weight desc { pursue(goal); }
//!     method pursue(goal: Goal) {
//!         branch attack if goal == Goal::Attack { shoot(); }
//!         branch heal if goal == Goal::Heal { bandage(); }
//!         branch patrol if goal == Goal::Patrol { walk(); }
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use guard::{Fact, Planner, State, Task};
//! let weights = [(Goal::Patrol, 1.0), (Goal::Attack, 9.0), (Goal::Heal, 4.5)];
//! let mut state = State::from_facts(weights.map(|(goal, weight)| Fact::Goal(goal, weight)))?;
//! state.insert(Fact::Ammo(1))?;
//! let mut planner = Planner::new();
//! let plan = planner.find(&state, &(), Task::Live)?.expect("he attacks");
//! assert_eq!(plan.tasks().next(), Some(Task::Shoot));
//!
//! state.insert(Fact::Ammo(0))?;
//! let plan = planner.find(&state, &(), Task::Live)?.expect("without ammunition he heals");
//! assert_eq!(plan.tasks().next(), Some(Task::Bandage));
//! # Ok(()) }
//! ```
//!
//! For a character whose weights change while he acts, a director has [`Policy::Preempt`](crate::Policy::Preempt): a plan for a
//! weightier goal takes over from the one that runs. [`Policy::Replace`](crate::Policy::Replace) is not for weights: it compares all
//! branches first, and their sort keys only if the branches are the same, so that in this domain an attack would
//! replace a patrol whatever the weights are. Use it if the order is given by branches, as in `examples/replacing.rs`.
//! The chapter [`goals`](super::goals) has more.
//!
//! # Several squads
//!
//! Squads have facts and plans of their own. A [`SquadScheduler`](crate::SquadScheduler) has the planners and the
//! frame's budget, which squads use in turns: first those that need a repair, then those that have waited longest, so
//! that none starves. Squads cannot see each other's facts, so the game decides which squad gets which suspect, and
//! adds facts to the squads that need them.
//!
//! ```
//! use squad_htn::SquadId;
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Officer(pub u8);
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Suspect(pub u8);
//!
//! htn_domain! {
//!     domain squad;
//!     agent Officer;
//!     predicate member(Officer) [8];
//!     /// A suspect whom the game has given to this squad.
//!     predicate ours(Suspect) [16];
//!     predicate busy(Officer) [8];
//!     internal operator take(who: Officer) { if !busy(who); add busy(who); undo leave(who); }
//!     internal operator leave(who: Officer) { delete busy(who); }
//!     operator cuff(who: Officer, target: Suspect) by who { success delete ours(target); }
//!     pub method duty() if ours(target) && member(who) && !busy(who) {
//!         take(who);
//!         cuff(who, target);
//!         leave(who);
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use squad::{Action, Fact, SquadScheduler, Task};
//! // `compact`: a squad needs no megabytes.
//! let mut hq = SquadScheduler::with_limits(Limits::compact());
//! for n in 0..3 {
//!     let id = hq.add(Task::Duty);
//!     let squad = hq.squad_mut(id).ok_or("it has just come")?;
//!     squad.state_mut().insert(Fact::Member(Officer(n)))?;
//!     squad.state_mut().insert(Fact::Ours(Suspect(10 + n)))?;
//! }
//!
//! // The numbers of actions are those of a squad: keep it beside them.
//! let mut running: Vec<(SquadId, ActionId, Action)> = Vec::new();
//! for _frame in 0..60 {
//!     for (squad, id, _) in running.drain(..) {
//!         hq.squad_mut(squad).ok_or("no squad is dismissed here")?.finish(id, Outcome::Success)?;
//!     }
//!     // The closure gives each squad its context; these have none.
//!     hq.tick(|_| &(), Budget::micros(1_000));
//!     // Most squads have nothing to do in most frames, and sleep.
//!     for (n, squad) in hq.awake() {
//!         for command in squad.commands() {
//!             match command {
//!                 Command::Start { id, action, .. } => running.push((n, id, action)),
//!                 Command::Stop { id, .. } => running.retain(|run| (run.0, run.1) != (n, id)),
//!             }
//!         }
//!     }
//! }
//! assert!(hq.squads().all(|(_, squad)| squad::rows::ours(squad.state()).count() == 0));
//! # Ok(()) }
//! ```
//!
//! [`set_weight`](crate::SquadScheduler::set_weight) is for the squad that the player watches,
//! [`usage`](crate::SquadScheduler::usage) returns the steps and waiting time of each squad, and with the feature
//! `rayon`
//! [`tick_parallel`](https://docs.rs/squad-htn/latest/squad_htn/struct.SquadScheduler.html#method.tick_parallel) does
//! the same on several threads. Squads of different domains need a director each, or a scheduler for each domain: pass
//! one budget with [`by_ref`](crate::Budget::by_ref), and the next one gets the rest. `examples/fifty_squads.rs` varies
//! the budget and shows which squads wait.
//!
//! Two squads that share officers or suspects all the time are one squad to the planner: give one director all of them,
//! with a predicate `in_squad(Officer, Squad)`, and a `duty` that chooses among the squads.
//!
//! # A duty without end
//!
//! A patrol has no last step, and the plan of a long mission is out of date before its second part begins. `later`
//! leaves a task to be planned when its turn comes, from the facts of that moment.
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Guard(pub u8);
//!
//! htn_domain! {
//!     domain rounds;
//!     agent Guard;
//!     predicate next(from: u8, to: u8);
//!     predicate closed(u8);
//!     operator walk(who: Guard, to: u8) by who {}
//!     operator look_around(who: Guard) by who {}
//!     /// One leg of the way, and the rest of it later.
//!     pub method patrol(who: Guard, at: u8) if next(at, to) && !closed(to) {
//!         walk(who, to);
//!         look_around(who);
//!         later patrol(who, to);
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use rounds::{Director, Fact, Task};
//! let mut director = Director::new(Task::Patrol { who: Guard(1), at: 1 })
//!     .keep_searching(false)
//!     .interval(600);
//! for (from, to) in [(1, 2), (2, 3), (2, 4), (3, 1), (4, 1)] {
//!     director.state_mut().insert(Fact::Next(from, to))?;
//! }
//! let mut way = Vec::new();
//! for _ in 0..40 {
//!     let commands: Vec<_> = director.tick(&(), Budget::steps(1_000)).collect();
//!     for command in commands {
//!         if let Command::Start { id, action, .. } = command {
//!             if let rounds::Action::Walk { to, .. } = action {
//!                 way.push(to);
//!             }
//!             director.finish(id, Outcome::Success)?;
//!         }
//!     }
//!     if way.len() == 4 {
//!         // The next round goes past the closed room.
//!         director.state_mut().insert(Fact::Closed(3))?;
//!     }
//! }
//! assert_eq!(way[..7], [2, 3, 1, 2, 4, 1, 2]);
//! # Ok(()) }
//! ```
//!
//! * The plan never ends, so with `Policy::Accumulate` the next search finds a duplicate and is refused. With
//!   `Policy::Replace`, a better plan still takes over in the middle of a round.
//! * In the tree, `TreeNode::is_later` is true for a task that is not planned yet. `Event::NeedsRepair` and `Event::Repaired`
//!   report when it is.
//! * In a mission of several parts, `assault(); later hold_the_house();` checks the conditions above the second part when
//!   its turn comes. If nothing works out then, the task above is repaired.
//!
//! # A fact that the rest of the plan must keep
//!
//! A task may need a fact that the tasks below it could delete: the light of the room, the open door at the rear, the
//! last grenade. `protect` keeps the fact until its `release`. The search avoids every operator that would delete it, and
//! if the world deletes it, the plan fails before its next action.
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! htn_domain! {
//!     domain retreat;
//!     predicate open(door: u8);
//!     operator barricade(door: u8) { delete open(door); }
//!     operator retreat(door: u8) { if open(door); }
//!     pub method hold_and_retreat(door: u8) {
//!         protect open(door);
//!         fortify();
//!         release open(door);
//!         retreat(door);
//!     }
//!     method fortify() if open(d) { barricade(d); }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use retreat::{Fact, Planner, State, Task};
//! let state = State::from_facts([Fact::Open(1), Fact::Open(2)])?;
//! let mut planner = Planner::new();
//! let plan = planner.find(&state, &(), Task::HoldAndRetreat { door: 1 })?.expect("the other door");
//! assert!(plan.tasks().any(|task| task == Task::Barricade { door: 2 }));
//! # Ok(()) }
//! ```
//!
//! * The check is for the actions between `protect` and `release`, in the order of the plan; an action that runs continues. Other
//!   plans may delete the fact: if they must not, reserve it.
//! * A repair keeps the protections of the steps before it. With the feature `explain`, an explanation names the protected
//!   fact that an operator would have deleted. `examples/protecting.rs` shows a plan and its failure.
//!
//! # Sensors that report all they see
//!
//! A sensor has a list of everything in view, and the facts should be exactly that. To clear the predicate and fill it again is wrong:
//! all facts change, and every plan that waits for one is checked again. [`sync`](crate::State::sync) makes only the differences. The
//! predicate is named by its function in the module `rows`, so that an empty list works as well: it removes all facts of the predicate.
//!
//! ```
//! use squad_htn::FactChange;
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Guard(pub u8);
//!
//! htn_domain! {
//!     domain camp;
//!     agent Guard;
//!     predicate sees(guard: Guard, intruder: u8) [32];
//!     predicate distance(intruder: u8 => metres: u32) [16];
//!     operator challenge(who: Guard, intruder: u8) by who { while sees(who, intruder); }
//!     pub method watch() if sees(who, intruder) && distance(intruder, m) sort by m { challenge(who, intruder); }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use camp::{Director, Fact, Task, rows};
//! let mut squad = Director::new(Task::Watch);
//!
//! // What the game's own code has found in this frame.
//! let (who, in_view) = (Guard(1), [(7, 20), (9, 35)]);
//!
//! // A whole predicate. With `=>`, a key that has another value is replaced.
//! let distances = in_view.iter().map(|(intruder, metres)| Fact::Distance(*intruder, *metres));
//! squad.state_mut().sync(rows::distance, distances)?;
//!
//! // The rows of one guard: others keep theirs. The last closure is called for each difference.
//! let seen = in_view.iter().map(|(intruder, _)| Fact::Sees(who, *intruder));
//! let mut is_new = false;
//! squad.state_mut().sync_where(rows::sees, |(guard, _)| guard == who, seen, |change| {
//!     is_new |= matches!(change, FactChange::Inserted(_));
//! })?;
//! if is_new {
//!     squad.replan_now();
//! }
//! assert_eq!(rows::sees(squad.state()).count(), 2);
//! # Ok(()) }
//! ```
//!
//! If a sensor sees the result of an action, the result is a `sensed` effect of its operator: then steps that wait for it give the
//! sensor time.
