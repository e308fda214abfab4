//! Domination: a published study, reproduced.
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
//! *Control All Points* needs two members: two capture the points, the others search and destroy. If a method does not
//! apply, the next one is tried:
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
//! // It reports that it has reached the first point. The bot is free, and has another task two ticks later.
//! director.state_mut().insert(Fact::Ours(Point(1)))?;
//! director.finish(begun[0].0, Outcome::Success)?;
//! director.tick(&(), Budget::steps(1_000));
//! let next: Vec<String> = director.tick(&(), Budget::steps(1_000)).map(|command| command.to_string()).collect();
//! assert!(next.len() == 1 && next[0].contains("capture(Bot(1), Point(3))"), "{next:?}");
//! # Ok(()) }
//! ```
//!
//! * **Each search plans for the idle bots.** The team's task has no end, so no plan could contain all of it. Bots on
//!   their way continue; a bot that arrives is free and gets the next task in the next search. If no bot is free the
//!   first condition fails, and a search costs almost nothing.
//! * **Releases come after the recursion.** A `remove` right after the action would make the bot idle again for the
//!   rest of the same search. At the end it is not delayed: a step waits only for the agents that it names.
//! * **Groups wait for one another** by `block_on(leader, mate)` for each mate before the leader is dismissed.
//! * **A capture has no planned effect `ours`.** With one, the rest of the plan would rely on a point that may never be
//!   reached; a step that relies on it waits, and so does its bot. Facts about the world are what the server reports.
//!
//! # What came out
//!
//! Over 200 matches each (seeds from 1 on), both strategies beat the standard team in every match, as in the paper. Against our improved
//! team neither does: *Control All Points* wins 41% of its matches (34 to 48%), *Control Half Plus One* 4.5% (2 to 8%). The program prints
//! the numbers with their intervals; over 1,000 matches they are 41.3% and 3.4%.
//!
//! The paper's HTN team "uses the same improved code. The only difference is that the domination strategies are dictated by the HTNs." So
//! it is here: the same body, the same patrols, and an order in the tick in which its reason is heard. The table *Where the time goes*
//! shows how little else sets the teams apart:
//!
//! | against the improved team | won | deaths of a bot in a minute | without anything to do | no point or one held |
//! |---|---|---|---|---|
//! | *Control Half Plus One* | 4.5% | 3.2 : 3.1 | 0.6% : 0.7% | 63% : 42% |
//! | *Control All Points* | 41.0% | 3.2 : 3.1 | 0.7% : 0.6% | 54% : 50% |
//! | *Everybody On Points* | 55.0% | 3.2 : 3.1 | 0.5% : 0.6% | 51% : 53% |
//!
//! *Everybody On Points*, which is not in the paper, is *Control All Points* without search parties: nearly the
//! behaviour of the improved bots, but from a plan. It is one more branch of the root and the check of all the rest: it
//! wins half of its matches (51.7% over 1,000 matches, 49 to 55%). So being directed has no measurable cost for a bot.
//! The other two differ from it only in the strategy, *Control Half Plus One* by the point that it leaves, *Control All
//! Points* by the bots that search:
//!
//! * A bot captures a point by stepping on it, and fights between equal bodies are even; a lost point is recaptured ten
//!   seconds later on average. So it pays to contest every point all the time, as the improved team does. A team that
//!   leaves one of three points has to hold both others most of the time:
//!   *Control Half Plus One* holds two or more for 37% of the match, the improved team for 58%.
//! * Who searches for enemies takes no points meanwhile, and wins no more fights for it: bots of *Control All Points* die as often as their enemies.
//!   The larger the team, the more of it searches: with 8 bots, six of them, it wins 5%.
//! * Coordination has little to improve on with three bots for three points. The improved bots crowd (for 70% of its time a bot is sent where a mate is
//!   sent, too; for 64% with *Everybody On Points*), but a crowd is seldom outnumbered: 28% of their deaths are at
//!   worse odds, 31% of the planned team's.
//!   With larger teams it pays: *Everybody On Points* wins 57% of 500 matches with 5 bots (53 to 62%) and 62% with 8 (57 to 66%; `--seeds 1000`).
//!
//! With shots that hurt twice as much, with ten seconds between death and respawn instead of three, and with patrols of twenty seconds instead
//! of four, 100 matches each gave the same picture: 1 to 3% for *Control Half Plus One*, 39 to 43% for *Control All Points*, 41 to 59% for
//! *Everybody On Points*. The paper's improved team, its map
//! and its weapons were others, and it played five matches of each match-up.
//!
//! # A strategy that wins
//!
//! `domination -- --study tactics` plays a further strategy, *Whole Team*, against the same improved team, on three maps: `yard`, and `halls` and
//! `quarry`, which has five points. It also plays it without each of its ideas, and with an idea more. `--page FILE` writes the results
//! as a page. Over 1,000 matches each (`--seeds 1..1001`; the strategy was chosen with other seeds):
//!
//! | against the improved team | yard | halls | quarry |
//! |---|---|---|---|
//! | *Everybody On Points*, for comparison | 51.7% (49–55) | 61.4% (58–64) | 57.5% (54–60) |
//! | ***Whole Team*** | **78.4%** (76–81) | **83.5%** (81–86) | **75.5%** (73–78) |
//! | only idle bots are assigned | 46.0% (43–49) | 52.3% (49–55) | 49.3% (46–52) |
//! | bots in the order of their numbers, not the nearest first | 78.5% (76–81) | 82.5% (80–85) | 73.3% (71–76) |
//! | no detours: each bot to its nearest point | 70.6% (68–73) | 69.4% (66–72) | 65.8% (63–69) |
//! | also: bots in pairs | 75.5% (73–78) | 78.4% (76–81) | 70.7% (68–73) |
//! | also: guards, if the points to take are 40 m farther | 78.9% (76–81) | 86.9% (85–89) | 75.1% (72–78) |
//! | also: avoid points at which more enemies are seen | 79.5% (77–82) | 82.7% (80–85) | 74.1% (71–77) |
//!
//! The strategy is one method. It assigns the bot that has the shortest way to a point, counts that point as ten metres farther, and continues with the other
//! bots:
//!
//! ```text
//! method assign_all() {
//!     branch nearest_first if idle(who) && at(who, here) && offer(here, point, metres) sort by metres {
//!         assign(who, point);             // enlist, claim, go, assign_all(), and the releases
//!     }
//!     branch everybody_has_a_task {}
//! }
//! ```
//!
//! It has the information of the other strategies, and uses less of it: the waypoints that its bots passed last, the points that it holds, and the map. It does not use the enemies that its bots
//! see. What is different is when it decides: with each report, the team [cancels](crate::Director::cancel) the running plan, and the next one has all
//! bots. Its steps undo themselves, so nothing is left of the old plan, and a bot that gets the same order as before does not notice.
//!
//! * **Deciding again is most of it.** A bot of the improved team, and of *Everybody On Points*, keeps its goal until its team holds the point. Meanwhile a
//!   mate respawns nearer to it, or another point on the way is lost. Without this idea the strategy is no better than the improved team.
//! * **One decision for all is the rest.** Without detours, each bot decides again for itself: that wins 66 to 71%. To count a point as farther for the second
//!   bot adds 8 to 14 percent. Whether the nearest bot or the first one chooses first makes no difference that 1,000 matches show.
//! * **Numbers in a fight do not decide.** Pairs that go together win 3 to 5 percent less. Guards help on one map of three. To avoid points with more enemies
//!   makes no difference that 1,000 matches show. Bots fight each enemy that they meet within 16 metres, in spite of their orders. A death costs three seconds and the
//!   way from a random spawn point, and an enemy leaves a point as soon as it has taken it. This team does not win by killing:
//!   on `yard`, deaths are 3.2 : 3.1 for a bot in a minute, as before. It holds 1.5 : 1.3 points instead of 1.4 : 1.4.
//!
//! Teams of other sizes, 100 matches each (`--size 5 --seeds 1..101`): *Whole Team* wins 77, 69 and 72% on the three maps with 2 bots, and 87, 92 and 89% with 5.
//! The page shows all figures, and the maps.
//!
//! # A study on several machines
//!
//! Each match depends on its seed alone, so a study can be split by seeds. `--out` writes the outcomes of some seeds to a file, and
//! `--merge` reads such files, in any order, and prints the tables (or the page) of the whole. They are the same for every split.
//!
//! ```sh
//! cargo build --release --example domination
//! study=target/release/examples/domination
//!
//! # GNU parallel: ten parts of a hundred seeds; the last seed of a range is not included
//! seq 1 100 901 | parallel "$study"' --seeds {}..{= $_ += 100 =} --out part{}.json'
//! $study --merge part*.json --page study.html
//!
//! # SLURM: sbatch --array=0-9 with these lines
//! first=$((1 + 100 * SLURM_ARRAY_TASK_ID))
//! $study --seeds $first..$((first + 100)) --out part$SLURM_ARRAY_TASK_ID.json
//! ```
//!
//! In Ray, a remote function calls the program with `subprocess.run` and a range. Give each part as many cores as it should use: the program
//! starts a thread for each that it may use (`taskset`, or the limits of the job). Options that change the matches, such as `--size` or
//! `--map`, must be the same for each part and for `--merge`.
//!
//! A part that is interrupted leaves no file of its name, so a job can be started again until all files exist. `--merge` refuses a file
//! that is damaged, or was played with other options or by another version of the program or the domain. It also refuses seeds that are in two
//! files, and names the range that is missing. Match-ups of other team sizes are played for odd seeds only. `left_alive` and `beliefs` have
//! the same options.
//!
//! # Mistakes to look for if a team plays badly
//!
//! Figures like these are useful in any game with a planner: they separate a bad strategy from a planner that
//! interferes. A search for their causes, also in the director's events, revealed four mistakes of an earlier version,
//! none of which made a plan fail. With them, over 1,000 matches each, *Control All Points* had won 33.3%, *Everybody
//! On Points* 45.5%, *Control Half Plus One* 1.6%; in that version, the improved team did not stop on its patrols, as
//! it does now.
//!
//! * **A claim that ended too early.** `claim; capture; unclaim;` were adjacent, before the recursion. The search
//!   follows a plan from its first step to its last, so the claim was gone when the next bot was planned for, and three
//!   bots went to patrol one point. The end of a task now comes after the recursion, as above; and it deletes whatever
//!   the bot has claimed (`delete claimed(_, who)`), because a repair may have given it another point than the plan had
//!   originally.
//! * **A choice without end.** The points of *Control Half Plus One* were chosen when the first bots spawned and never
//!   again. Now a point that is lost, and that no bot is on the way to, is replaced by one that the team holds or that
//!   is nearer.
//! * **Orders two ticks late.** A plan that a director finds starts at its next tick. If the game's ticks are long,
//!   here a tenth of a second, tick the director twice in each.
//! * **An order that kept bots from fighting.** The bodies take a point that is near before they fight. The rule held for whatever they were sent to, and so for
//!   the waypoints that a search party is sent to in order to fight.
