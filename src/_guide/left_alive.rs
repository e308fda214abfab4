//! A plan as a tree, in a world that changes all the time: what a repair keeps, and what it costs.
//!
//! Square Enix's Left Alive (2019) plans for its vehicles only, where everything changes from second to second, and its planner
//! hands out trees instead of lists: so that it can throw away a branch, and not the plan. The SquadSmart paper ends with the same
//! wish. Here each plan has its tree with it while it is carried out, and [`Repair::Subtree`](crate::Repair), which is the default, uses
//! it: a step that fails is repaired at the lowest task above it where that is possible, and the rest of the plan goes on.
//!
//! ```sh
//! cargo run --release --example left_alive                     # a fight, what its repairs did, and a study of 200 fights
//! cargo run --release --example left_alive -- --page fight.html --report whole.html
//! ```
//!
//! # What a repair did
//!
//! A [`Recording`](https://docs.rs/htn-view/latest/htn_view/struct.Recording.html) of a director has the tree before and after in one. Here the
//! enemy has moved into the road that the vehicle was to take. Its position is given back, and another one is found; that it attacks, whom, and
//! that it falls back afterwards is not thought over:
//!
//! ```text
//! 1:25.8  tick 858: plan 5 is repaired at into_sight(Eagle, hostile 8)
//!     fight() [assault]: target = hostile 8, there = D2, lead = Eagle, here = F1
//!       commit(Eagle), done
//!       mark(hostile 8), done
//!       attack(Eagle, hostile 8) [alone]
//!         destroy(Eagle, hostile 8)
//!   -       into_sight(Eagle, hostile 8) [from_there]: here = D1, there = E3, position = F2
//!   ~         hold(Eagle, F2), taken back
//!   -         travel(Eagle, F2) [next_road]: here = D1, next = E1
//!   -           drive(Eagle, D1, E1), done
//!   -           …
//!   -               drive(Eagle, E2, F2), failed
//!   -         leave(Eagle, F2)
//!   +       into_sight(Eagle, hostile 8) [from_there]: here = E2, there = F2, position = E3
//!   +         hold(Eagle, E3), done
//!   +         travel(Eagle, E3) [next_road]: here = E2, next = E3
//!   +           drive(Eagle, E2, E3), running
//!   +           …
//!   +         leave(Eagle, E3)
//!           strike(Eagle, hostile 8)
//!           global_block(Eagle)
//!       …
//! ```
//!
//! `-` went, `~` went and was taken back by its `undo`, `+` is new. [`PlanStatus::would_be_undone`](crate::PlanStatus::would_be_undone) tells beforehand what
//! would be taken back.
//!
//! # A domain that repairs well
//!
//! * **Give each intention a task of its own.** `destroy` is *get into sight, strike, wait*: what fails in it is repaired in it. Were the three
//!   statements part of `attack`, each salvo that misses would plan the whole attack again.
//! * **Say in branches what a part depends on.** The condition of `by_two` names `!damaged(wing)`: when the wing is hit, the plan is repaired
//!   at `attack`, with another wing or alone, and the lead does not notice. The condition of `assault` names `!damaged(lead)`: that one is for
//!   the root.
//! * **Begin with "it is so already".** `into_sight` has a branch `from_here`, and `travel` a branch `there`. A repair plans from the facts of
//!   now, where half of the work is done.
//! * **Reserve with an `undo`, and name the agent.** `hold(who, position)` is taken back where its part of the plan is replaced, and `leave(who,
//!   position)` waits for the vehicle to arrive, since it names it.
//! * **Do not search what can't help.** A repair that finds nothing has tried everything below its task. `travel` takes the `first` next road
//!   only; without that a place that can't be reached costs all the ways on which it is not reached: four times the search steps of the
//!   whole fight.
//!
//! # What came of it
//!
//! 200 fights of five against eight, the same for each way to go on after a failure (`left_alive --trees 0`; means, with their intervals of 95%):
//!
//! | | the part | the whole | no repair |
//! |---|---|---|---|
//! | won | 152 | 160 | 147 |
//! | seconds of a fight | 151 ± 8 | 156 ± 8 | 174 ± 8 |
//! | vehicles lost | 2.9 ± 0.2 | 2.8 ± 0.2 | 3.1 ± 0.2 |
//! | plans given up | 3.4 ± 0.2 | 3.4 ± 0.2 | 28.8 ± 1.1 |
//! | search steps | 17,300 ± 1,500 | 14,700 ± 2,300 | 14,800 ± 1,800 |
//! | steps thrown away | 156 ± 7 | 259 ± 10 | 282 ± 12 |
//!
//! Who repairs at all is done sooner than who gives up. To repair the part throws away two fifths less than to plan the whole again, which a
//! player sees as vehicles that do not change their minds. What it does not do here is win more fights, and it searches a sixth more: these
//! plans are short, a plan from the root also begins where everybody is now, and low tasks that are tried first and in vain come on top. Where a plan is
//! long and its root is expensive, that is another matter.
