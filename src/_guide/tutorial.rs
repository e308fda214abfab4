//! From an empty crate to a squad that restrains, covers, is interrupted, and repairs its plans.
//!
//! It has four steps; each is a program that runs. You need to know Rust, but nothing about planning.
//!
//! ```sh
//! cargo new squad && cd squad
//! cargo add squad-htn        # or with `--path`, if you have it in a folder
//! ```
//!
//! # 1. One officer, one suspect
//!
//! A suspect has surrendered, and the nearest officer must cuff the suspect. This is all of `src/main.rs`:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub enum Officer { Ash, Beck, Cole }
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Suspect(pub u8);
//!
//! use Officer::{Ash, Beck, Cole};
//!
//! /// What decisions depend on and is not worth being a fact: positions along a corridor, in metres.
//! pub struct Level { pub officers: [f32; 3], pub suspects: [f32; 2] }
//!
//! impl Level {
//!     fn distance(&self, who: Officer, target: Suspect) -> f32 {
//!         (self.officers[who as usize] - self.suspects[usize::from(target.0)]).abs()
//!     }
//! }
//!
//! htn_domain! {
//!     domain squad(level: &Level);
//!
//!     agent Officer;                      // the type of the characters
//!
//!     predicate on_duty(Officer);         // kinds of facts
//!     predicate surrendered(Suspect);
//!     predicate restrained(Suspect);
//!
//!     /// Cuffs a suspect.
//!     operator cuff(who: Officer, target: Suspect) by who {
//!         success add restrained(target);
//!         success delete surrendered(target);
//!     }
//!
//!     pub method duty() {
//!         branch restrain
//!             if surrendered(target) && on_duty(who)
//!             sort by level.distance(who, target)
//!         {
//!             cuff(who, target);
//!         }
//!     }
//! }
//!
//! use squad::{Action, Fact, Planner, State, Task};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let level = Level { officers: [0.0, 4.0, 9.0], suspects: [20.0, 3.0] };
//!     let mut state = State::from_facts([Ash, Beck, Cole].map(Fact::OnDuty))?;
//!     state.insert(Fact::Surrendered(Suspect(1)))?;
//!
//!     let mut planner = Planner::new();
//!     let plan = planner.find(&state, &level, Task::Duty)?.expect("an officer is on duty");
//!     println!("{plan}");
//!     assert_eq!(
//!         plan.actions().collect::<Vec<_>>(),
//!         [Action::Cuff { who: Beck, target: Suspect(1) }],
//!     );
//!     Ok(())
//! }
//! ```
//!
//! * `htn_domain!` creates a module with the name of the domain, `squad`, with enums for facts, tasks and actions, and
//!   a planner for them. A misspelt name or a wrong type is a compiler error in the domain.
//! * A condition is evaluated from left to right. `surrendered(target)` has a solution for each suspect who has
//!   surrendered, and for each of them `on_duty(who)` has one for each officer. `sort by` orders the solutions.
//! * `level` is the *context*: any Rust expression in the domain can use it. The planner receives it with each call.
//! * `success` marks an effect that happens when the action succeeds. During planning, actions are assumed to succeed.
//!
//! # 2. Frame by frame
//!
//! A plan needs an executor. A [`Director`](crate::Director) has the facts, plans regularly, and returns commands to
//! start and stop actions. The game reports when actions end. Call `tick` once per frame:
//!
//! ```
//! # use squad_htn::prelude::*;
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub enum Officer { Ash, Beck, Cole }
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub struct Suspect(pub u8);
//! # use Officer::{Ash, Beck, Cole};
//! # pub struct Level { pub officers: [f32; 3], pub suspects: [f32; 2] }
//! # impl Level {
//! #     fn distance(&self, who: Officer, target: Suspect) -> f32 {
//! #         (self.officers[who as usize] - self.suspects[usize::from(target.0)]).abs()
//! #     }
//! # }
//! # htn_domain! {
//! #     domain squad(level: &Level);
//! #     agent Officer;
//! #     predicate on_duty(Officer);
//! #     predicate surrendered(Suspect);
//! #     predicate restrained(Suspect);
//! #     operator cuff(who: Officer, target: Suspect) by who {
//! #         success add restrained(target);
//! #         success delete surrendered(target);
//! #     }
//! #     pub method duty() {
//! #         branch restrain
//! #             if surrendered(target) && on_duty(who)
//! #             sort by level.distance(who, target)
//! #         { cuff(who, target); }
//! #     }
//! # }
//! use squad::{Action, Director, Fact, Task};
//!
//! /// The duration of an action in frames. In a game, the animation determines it.
//! fn frames(_action: Action) -> u32 { 30 }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let level = Level { officers: [0.0, 4.0, 9.0], suspects: [20.0, 3.0] };
//! let mut director = Director::new(Task::Duty);
//! for who in [Ash, Beck, Cole] {
//!     director.state_mut().insert(Fact::OnDuty(who))?;
//! }
//! director.state_mut().insert(Fact::Surrendered(Suspect(1)))?;
//!
//! let mut running: Vec<(ActionId, Action, u32)> = Vec::new();
//! for frame in 0..120 {
//!     // Report the actions that have ended since the last frame.
//!     for (id, _, _) in running.extract_if(.., |run| run.2 == frame) {
//!         director.finish(id, Outcome::Success)?;
//!     }
//!     // The search may use 200 microseconds of this frame, and continues in the next one.
//!     for command in director.tick(&level, Budget::micros(200)) {
//!         match command {
//!             Command::Start { id, action, .. } => running.push((id, action, frame + frames(action))),
//!             Command::Stop { id, .. } => running.retain(|run| run.0 != id),
//!         }
//!     }
//!     // Each decision with its reason, one per line.
//!     for event in director.events() {
//!         println!("{event}");
//!     }
//! }
//! assert!(director.state().contains(Fact::Restrained(Suspect(1))));
//! # Ok(()) }
//! ```
//!
//! The game owns the facts: write the observations of its sensors through `state_mut()` before the tick, whenever they
//! change. The rest of this page keeps this loop and changes the domain.
//!
//! # 3. Two officers, and reservations
//!
//! If possible, a partner aims a weapon at the suspect while the officer cuffs. There are now two suspects, and the
//! squad must not send the same officer to both: the director continues to plan while plans run, and adds new plans. A
//! plan therefore *reserves* what it uses:
//!
//! ```
//! # use squad_htn::prelude::*;
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub enum Officer { Ash, Beck, Cole }
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub struct Suspect(pub u8);
//! # use Officer::{Ash, Beck, Cole};
//! # pub struct Level { pub officers: [f32; 3], pub suspects: [f32; 2] }
//! # impl Level {
//! #     fn distance(&self, who: Officer, target: Suspect) -> f32 {
//! #         (self.officers[who as usize] - self.suspects[usize::from(target.0)]).abs()
//! #     }
//! # }
//! htn_domain! {
//!     domain squad(level: &Level);
//! #   agent Officer;
//! #   predicate on_duty(Officer);
//! #   predicate surrendered(Suspect);
//! #   predicate restrained(Suspect);
//! #   operator cuff(who: Officer, target: Suspect) by who {
//! #       success add restrained(target);
//! #       success delete surrendered(target);
//! #   }
//!     // … agent, predicates and `cuff` as before, and:
//!     predicate reserved(Officer);
//!     predicate claimed(Suspect);
//!
//!     /// Internal operators take no time: they are bookkeeping. An abandoned plan runs the `undo`.
//!     internal operator reserve(who: Officer) { if !reserved(who); add reserved(who); undo free(who); }
//!     internal operator free(who: Officer) { delete reserved(who); }
//!     internal operator claim(target: Suspect) { if !claimed(target); add claimed(target); undo unclaim(target); }
//!     internal operator unclaim(target: Suspect) { delete claimed(target); }
//!
//!     /// Aims a weapon at a suspect, until the plan stops it.
//!     operator aim_at(who: Officer, target: Suspect) by who {}
//!
//!     /// An axiom is a condition with a name.
//!     axiom available(who: Officer) { on_duty(who) && !reserved(who) }
//!
//!     pub method duty() {
//!         branch restrain if surrendered(target) && !claimed(target) {
//!             claim(target);
//!             restrain(target);
//!             unclaim(target);
//!         }
//!     }
//!
//!     method restrain(target: Suspect) {
//!         branch covered
//!             if available(who) && available(partner) && partner != who
//!             sort by level.distance(who, target)
//!         {
//!             reserve(who);
//!             reserve(partner);
//!             aim_at(partner, target);
//!             cuff(who, target);
//!             global_block(who);          // nothing else of this plan starts until he has finished
//!             finish_action(partner);     // aiming does not end by itself
//!             free(who);
//!             free(partner);
//!         }
//!         branch alone if available(who) sort by level.distance(who, target) {
//!             reserve(who);
//!             cuff(who, target);
//!             global_block(who);
//!             free(who);
//!         }
//!     }
//! }
//! # use squad::{Action, Director, Fact, Task};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let level = Level { officers: [0.0, 4.0, 9.0], suspects: [20.0, 3.0] };
//! let mut director = Director::new(Task::Duty).interval(5);      // it plans every five frames
//! # for who in [Ash, Beck, Cole] { director.state_mut().insert(Fact::OnDuty(who))?; }
//! director.state_mut().insert(Fact::Surrendered(Suspect(1)))?;
//! director.state_mut().insert(Fact::Surrendered(Suspect(0)))?;
//! // … the loop from above, except that `aim_at` does not end by itself …
//! # let (mut running, mut begun) = (Vec::<(ActionId, u32)>::new(), Vec::new());
//! # for frame in 0..60 {
//! #     for (id, _) in running.extract_if(.., |run| run.1 == frame) { director.finish(id, Outcome::Success)?; }
//! #     for command in director.tick(&level, Budget::steps(1000)) {
//! #         match command {
//! #             Command::Start { id, action, .. } => {
//! #                 begun.push(action.to_string());
//! #                 if let Action::Cuff { .. } = action { running.push((id, frame + 30)); }
//! #             }
//! #             Command::Stop { id, .. } => running.retain(|run| run.0 != id),
//! #         }
//! #     }
//! # }
//! // The actions, in the order in which they began: two of the squad for the first suspect, and who is left for the second one.
//! assert_eq!(begun, [
//!     "aim_at(Ash, Suspect(1))",
//!     "cuff(Beck, Suspect(1))",
//!     "cuff(Cole, Suspect(0))",
//! ]);
//! # assert!([0, 1].iter().all(|n| director.state().contains(Fact::Restrained(Suspect(*n)))));
//! # assert!([Ash, Beck, Cole].iter().all(|who| !director.state().contains(Fact::Reserved(*who))));
//! # Ok(()) }
//! ```
//!
//! * **The order of steps** follows from the agents that they name. Steps of different officers run in parallel, steps of one
//!   officer one after the other. `global_block(who)` and `finish_action(partner)` add the other constraints.
//! * **Branches are if, else if, else.** `alone` is tried only if `covered` has no solution at all. If the planner should
//!   backtrack and try another alternative, write two methods with the same name.
//! * **Reserve first.** The first steps of a plan reserve whatever it needs, so that the next search leaves it alone.
//! * **A search finds one plan.** The director searches again in the frame after it has added one, until a search finds no new
//!   plan, and only then waits for the interval. So Cole begins one frame after Ash and Beck, and not five. With
//!   [`keep_searching(false)`](crate::Director::keep_searching) it waits for the interval after each plan.
//!
//! # 4. Interrupted, and repaired
//!
//! Another suspect draws a gun. The nearest officer must shoot back at once, even if he is cuffing. A branch above the
//! others, which does not test whether an officer is reserved, interrupts him:
//!
//! ```
//! # use squad_htn::prelude::*;
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub enum Officer { Ash, Beck, Cole }
//! # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! # pub struct Suspect(pub u8);
//! /// An officer, for bookkeeping. A step that names an `Officer` waits until he is free. One that names his badge does not.
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Badge(pub Officer);
//!
//! # use Officer::{Ash, Beck, Cole};
//! # pub struct Level { pub officers: [f32; 3], pub suspects: [f32; 2] }
//! # impl Level {
//! #     fn distance(&self, who: Officer, target: Suspect) -> f32 {
//! #         (self.officers[who as usize] - self.suspects[usize::from(target.0)]).abs()
//! #     }
//! # }
//! htn_domain! {
//!     domain squad(level: &Level);
//! #   agent Officer;
//! #   predicate on_duty(Officer);
//! #   predicate surrendered(Suspect);
//! #   predicate restrained(Suspect);
//! #   operator cuff(who: Officer, target: Suspect) by who {
//! #       success add restrained(target);
//! #       success delete surrendered(target);
//! #   }
//! #   predicate reserved(Officer);
//! #   predicate claimed(Suspect);
//! #   internal operator reserve(who: Officer) { if !reserved(who); add reserved(who); undo free(who); }
//! #   internal operator free(who: Officer) { delete reserved(who); }
//! #   internal operator claim(target: Suspect) { if !claimed(target); add claimed(target); undo unclaim(target); }
//! #   internal operator unclaim(target: Suspect) { delete claimed(target); }
//! #   operator aim_at(who: Officer, target: Suspect) by who {}
//!     // … as before, and:
//!     predicate hostile(Suspect);
//!     predicate fighting(Badge, Suspect);
//!
//!     internal operator stand_to(badge: Badge, enemy: Suspect) {
//!         if !fighting(badge, _) && !fighting(_, enemy);
//!         add fighting(badge, enemy);
//!         undo stand_down(badge, enemy);
//!     }
//!     internal operator stand_down(badge: Badge, enemy: Suspect) { delete fighting(badge, enemy); }
//!     operator shoot(who: Officer, enemy: Suspect) by who { success delete hostile(enemy); }
//!
//!     /// One who fights is there for nothing else.
//!     axiom available(who: Officer) { on_duty(who) && !reserved(who) && !fighting(Badge(who), _) }
//!
//!     pub method duty() {
//!         branch fight
//!             if hostile(enemy) && !fighting(_, enemy) && on_duty(who) && !fighting(Badge(who), _)
//!             sort by level.distance(who, enemy)
//!         {
//!             stand_to(Badge(who), enemy);    // claim him first …
//!             stop_action(who);               // … then interrupt him
//!             shoot(who, enemy);
//!             global_block(who);
//!             stand_down(Badge(who), enemy);
//!         }
//!         branch restrain if surrendered(target) && !claimed(target) {
//!             claim(target);
//!             restrain(target);
//!             unclaim(target);
//!         }
//!     }
//!     // … `restrain` as before
//! #   method restrain(target: Suspect) {
//! #       branch covered
//! #           if available(who) && available(partner) && partner != who
//! #           sort by level.distance(who, target)
//! #       {
//! #           reserve(who);
//! #           reserve(partner);
//! #           aim_at(partner, target);
//! #           cuff(who, target);
//! #           global_block(who);
//! #           finish_action(partner);
//! #           free(who);
//! #           free(partner);
//! #       }
//! #       branch alone if available(who) sort by level.distance(who, target) {
//! #           reserve(who);
//! #           cuff(who, target);
//! #           global_block(who);
//! #           free(who);
//! #       }
//! #   }
//! }
//! # use squad::{Action, Director, Fact, Task};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let level = Level { officers: [0.0, 4.0, 9.0], suspects: [20.0, 3.0] };
//! # let level = Level { suspects: [6.0, 3.0], ..level };
//! # let mut director = Director::new(Task::Duty).interval(5);
//! # for who in [Ash, Beck, Cole] { director.state_mut().insert(Fact::OnDuty(who))?; }
//! # director.state_mut().insert(Fact::Surrendered(Suspect(1)))?;
//! # let (mut running, mut log) = (Vec::<(ActionId, u32)>::new(), Vec::new());
//! # for frame in 0..90 {
//! #     for (id, _) in running.extract_if(.., |run| run.1 == frame) { director.finish(id, Outcome::Success)?; }
//! // In frame 10, while Beck is at it, with Ash to cover him:
//! # if frame == 10 {
//! director.state_mut().insert(Fact::Hostile(Suspect(0)))?;
//! director.replan_now();              // this can't wait for the next interval
//! # }
//! // In frame 20 Ash is shot. The facts first, then the news:
//! # if frame == 20 {
//! director.state_mut().remove(Fact::OnDuty(Ash));
//! director.agent_left(Ash);
//! # }
//! #     for command in director.tick(&level, Budget::steps(1000)) {
//! #         match command {
//! #             Command::Start { id, action, .. } => {
//! #                 if !matches!(action, Action::AimAt { .. }) { running.push((id, frame + 30)); }
//! #             }
//! #             Command::Stop { id, .. } => running.retain(|run| run.0 != id),
//! #         }
//! #     }
//! #     log.extend(director.events().map(|event| event.to_string()));
//! # }
//! #     let is_news = |line: &&String| ["failed", "repair", "completed"].iter().any(|word| line.contains(word));
//! #     let news: Vec<_> = log.iter().filter(is_news).collect();
//! // … the loop from above. This is what `director.events()` says of what fails, is repaired, and is done:
//! assert_eq!(news, [
//!     "tick 12: plan 1 failed at cuff(Beck, Suspect(1)): `stop_action` of plan 2 ended it",
//!     "tick 12: plan 1 needs a repair at restrain(Suspect(1))",
//!     "tick 13: plan 1 failed at aim_at(Ash, Suspect(1)): stopped",
//!     "tick 13: plan 1 repaired at restrain(Suspect(1))",    // Ash cuffs him now, and Cole aims
//!     "tick 21: plan 1 failed at cuff(Ash, Suspect(1)): an agent left",
//!     "tick 21: plan 1 needs a repair at restrain(Suspect(1))",
//!     "tick 22: plan 1 failed at aim_at(Cole, Suspect(1)): stopped",
//!     "tick 22: plan 1 repaired at restrain(Suspect(1))",    // Cole does it alone
//!     "tick 42: plan 2 completed",
//!     "tick 52: plan 1 completed",
//! ]);
//! # assert!([Beck, Cole].iter().all(|who| !director.state().contains(Fact::Reserved(*who))));
//! # Ok(()) }
//! ```
//!
//! The domain does not say what happens when Beck is called away or Ash is shot. The director planned
//! `restrain(Suspect(1))` again, the lowest task in the plan with an alternative, with the current facts. It undid the
//! reservations of that part of the plan and kept the rest.
//!
//! **Claim, then stop.** `stop_action` has no condition: it ends whatever the officer does, for whichever plan. Between the search and
//! the first step another plan may have sent him to a fight of its own. The claim `stand_to` notices that, and the plan fails before it
//! has stopped an action. The claim can come first because it names a badge and not the officer: a step that names a busy officer would wait
//! until he has finished. Plans that are repaired in the same tick also see each other's claims.
//!
//! A repair keeps the arguments of the task that it plans again. That is why `restrain` gets the suspect and chooses the officers
//! itself: a `restrain(who, target)` could only be repaired with the same `who`.
//!
//! # Next
//!
//! * `cargo run --release --example squad` runs a mission: a building, four officers and many suspects, driven by one
//!   domain.
//! * [`no_plan`](super::no_plan) and [`standing_around`](super::standing_around) help if a domain does not do what you
//!   want.
//! * [`patterns`](super::patterns) has solutions for what most squads need.
//! * [`htn_domain!`](crate::htn_domain) documents the whole language.
