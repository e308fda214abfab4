//! Domination: a study from the literature, played again.
//!
//! Hoang, Lee-Urban and Muñoz-Avila (*Hierarchical Plan Representations for Encoding Strategic Game AI*) had the planner SHOP direct a
//! team of bots in Unreal Tournament: there are domination points on the map, a team holds those that it stepped on last, and
//! scores for each five seconds that it holds one. The example `domination` is such a game, with the paper's three teams and both of
//! its strategies:
//!
//! ```text
//! cargo run --release --example domination                         # the study: 200 matches of each match-up, the table of wins
//! cargo run --release --example domination -- --page study.html    # the same as a page, with the scores over time
//! cargo run --release --example domination -- --watch              # one match, the map every five seconds
//! cargo run --release --example domination -- --report match.html  # one match to step through: plans, facts, who waits for what
//! ```
//!
//! # Their system, and this one
//!
//! | in the paper | here |
//! |---|---|
//! | SHOP, with methods in Lisp | [`htn_domain!`](crate::htn_domain) and a [`Planner`](crate::Planner) |
//! | the Unreal server's messages change SHOP's internal state | a team hears reports, and changes facts of its director's [`State`](crate::State) |
//! | "the world is dynamic": other things change it than actions | conditions are looked at again before each step; `while` ends an action whose reason is gone; what fails is repaired |
//! | event-driven bots in Java carry primitive tasks out, and react on their own | the game's bodies: a finite state machine that explores, goes, hunts and flees; the plan says where to go |
//! | which bot does it "is decided as part of the HTN decomposition" | variables of the domain's agent type |
//! | the data flow of figure 3 | a [`Director`](crate::Director), called once a tick |
//!
//! # Figure 2 as a domain
//!
//! *Control All Points* asks for two members. Two take the points, the rest search and destroy. A method that does not apply makes
//! room for the next one:
//!
//! ```
//! use squad_htn::prelude::*;
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Bot(pub u8);
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
//! pub struct Point(pub u8);
//!
//! htn_domain! {
//!     domain domination;
//!     agent Bot;
//!     /// Reported by the server: in the game, and with nothing to do unless a plan has it.
//!     predicate bot(Bot) [8];
//!     predicate point(Point) [8];
//!     /// Reported by the server: a point that we hold.
//!     predicate ours(Point) [8];
//!     predicate busy(Bot) [8];
//!     predicate claimed(Point, Bot) [8];
//!
//!     axiom idle(who: Bot) { bot(who) && !busy(who) }
//!
//!     pub method win_domination() {
//!         branch control_all_points if idle(_) && let team: usize = count(bot(_)) && team >= 2 { give_tasks(2); }
//!         branch take_what_there_is if idle(_) { give_tasks(1); }
//!     }
//!     method give_tasks(captors: usize) {
//!         branch capture
//!             if let now: usize = count(claimed(_, _)) && now < captors
//!                 && point(p) && !ours(p) && !claimed(p, _) && idle(who)
//!         {
//!             enlist(who); claim(who, p);
//!             capture(who, p);
//!             give_tasks(captors);            // before the releases: the planner must not give it two tasks
//!             release(who, p); dismiss(who);
//!         }
//!         branch search_and_destroy if idle(who) { enlist(who); search(who); give_tasks(captors); dismiss(who); }
//!         branch everybody_has_a_task {}
//!     }
//!
//!     operator capture(who: Bot, at: Point) by who { if !ours(at); }
//!     operator search(who: Bot) by who {}
//!     internal operator enlist(who: Bot) { if !busy(who); add busy(who); undo dismiss(who); }
//!     internal operator dismiss(who: Bot) { delete busy(who); }
//!     internal operator claim(who: Bot, at: Point) { if !claimed(at, _); add claimed(at, who); undo release(who, at); }
//!     internal operator release(who: Bot, at: Point) { delete claimed(at, who); }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! use domination::{Action, Director, Fact, Task};
//!
//! let mut director = Director::new(Task::WinDomination).interval(1);
//! for point in 1..=3 {
//!     director.state_mut().insert(Fact::Point(Point(point)))?;
//! }
//! // The server reports that three bots have spawned.
//! for bot in 1..=3 {
//!     director.state_mut().insert(Fact::Bot(Bot(bot)))?;
//! }
//! let mut begun = Vec::new();
//! for _ in 0..2 {
//!     begun.extend(director.tick(&(), Budget::steps(1_000)).filter_map(|command| match command {
//!         Command::Start { id, action, .. } => Some((id, action)),
//!         Command::Stop { .. } => None,
//!     }));
//! }
//! let actions: Vec<Action> = begun.iter().map(|(_, action)| *action).collect();
//! assert_eq!(actions, [
//!     Action::Capture { who: Bot(1), at: Point(1) },
//!     Action::Capture { who: Bot(2), at: Point(2) },
//!     Action::Search { who: Bot(3) },
//! ]);
//!
//! // It reports that the first point is taken. Whoever took it is free, and has another task two ticks later.
//! director.state_mut().insert(Fact::Ours(Point(1)))?;
//! director.finish(begun[0].0, Outcome::Success)?;
//! director.tick(&(), Budget::steps(1_000));
//! let next: Vec<String> = director.tick(&(), Budget::steps(1_000)).map(|command| command.to_string()).collect();
//! assert!(next.len() == 1 && next[0].contains("capture(Bot(1), Point(3))"), "{next:?}");
//! # Ok(()) }
//! ```
//!
//! * **Each search plans for those who have nothing to do.** The team's task has no end, so no plan could hold all of it. Bots
//!   that are on the way stay on the way; who arrives is free and gets the next task in the next search. With nobody free the first
//!   condition fails, and a search costs next to nothing.
//! * **Releases stand behind the recursion.** A `dismiss` right behind the action would make the bot idle again for the rest of the same
//!   search. Where it stands does not hold it up: a step waits only for those it names.
//! * **Groups wait for one another** by `block_on(leader, mate)` for each mate before the leader is dismissed.
//! * **A capture has no planned effect `ours`.** With one, the rest of the plan would count on a point that somebody may never reach;
//!   a step that relies on it waits, and so does its bot. What is true of the world is what the server reports.
//!
//! # What came out
//!
//! Over 200 matches each (seeds from 1 on), both strategies beat the standard team almost always, as in the paper. Against our improved
//! team neither does: *Control All Points* wins a third of its matches, *Control Half Plus One* one in a hundred. The program prints the
//! numbers with their intervals.
//!
//! The improved team is told who holds which point, and each of its bots goes for the nearest one that is not its own. In this game a
//! point is taken by stepping on it, and fights are even, so it pays to contest every point all the time. Who leaves one of three points to the
//! other team has to hold both others most of the time; who searches for enemies takes no points meanwhile. The program shows the latter with a
//! strategy that the paper does not have, *Everybody On Points*: without search parties the team is nearly even with the improved one where it
//! has two or three bots, and ahead of it with eight, where there is something to coordinate. It is one more branch of the root.
//!
//! With shots that hurt twice as much, with ten seconds between death and respawn instead of three, and with patrols of twenty seconds instead
//! of four, 100 matches each came out the same way. The paper's improved team, its map and its weapons were others, and it played five matches
//! of each match-up.
