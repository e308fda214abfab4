//! Plans as trees, after Left Alive: the parts that a repair keeps, and its cost.
//!
//! Square Enix's Left Alive (2019) plans for its vehicles only, where everything changes from second to second, and its planner
//! hands out trees instead of lists: so that it can throw away a branch, and not the plan. The SquadSmart paper ends with the same
//! wish. Here each running plan has its tree, and [`Repair::Subtree`](crate::Repair), which is the default, uses it: a
//! failed step is repaired at the lowest task above it that can be repaired, and the rest of the plan continues.
//!
//! ```sh
//! cargo run --release --example left_alive                     # a fight, what its repairs did, and a study of 200 fights
//! cargo run --release --example left_alive -- --page fight.html --report whole.html
//! cargo run --release --example left_alive -- --seeds 1..101 --out part1.json  # a part of a larger study
//! ```
//!
//! `--merge` computes the table from such parts, as in the [study of domination](super::domination#a-study-on-several-machines).
//!
//! # What a repair did
//!
//! A [`Recording`](https://docs.rs/htn-view/latest/htn_view/struct.Recording.html) of a director has the tree before and after in one. Here the
//! vehicle can't get through on the road to its position. That position is given back, and another one is found; that it attacks, whom, and
//! that it falls back afterwards is not thought over:
//!
//! ```text
//! 2:22.4  tick 1424: plan 7 is repaired at into_sight(Eagle, hostile 4)
//!     fight() [assault]: target = hostile 4, there = B4, lead = Eagle, here = A1
//!       commit(Eagle), done
//!       mark(hostile 4), done
//!       attack(Eagle, hostile 4) [alone]
//!         destroy(Eagle, hostile 4)
//!   -       into_sight(Eagle, hostile 4) [from_there]: here = A1, there = B4, position = A3
//!   ~         hold(Eagle, A3), undone
//!   -         travel(Eagle, A3) [next_road]: here = A1, next = A2
//!   -           drive(Eagle, A1, A2), done
//!   -           …
//!   -             drive(Eagle, A2, A3), failed
//!   -         leave(Eagle, A3)
//!   +       into_sight(Eagle, hostile 4) [from_there]: here = A2, there = C4, position = B2
//!   +         hold(Eagle, B2), done
//!   +         travel(Eagle, B2) [next_road]: here = A2, next = B2
//!   +           drive(Eagle, A2, B2), running
//!   +           …
//!   +         leave(Eagle, B2)
//!           strike(Eagle, hostile 4)
//!           global_block(Eagle)
//!       …
//! ```
//!
//! `-` was removed, `~` was removed and undone by its `undo`, `+` is new.
//! [`PlanStatus::would_be_undone`](crate::PlanStatus::would_be_undone) returns in advance which steps would be undone.
//!
//! # A domain that repairs well
//!
//! * **Give each intention a task of its own.** `destroy` is *get into sight, strike, wait*: what fails in it is repaired in it. Were the three
//!   statements part of `attack`, each salvo that misses would plan the whole attack again.
//! * **Say in branches what a part depends on.** The condition of `by_two` names `!damaged(wing)`: when the wing is hit, the plan is repaired
//!   at `attack`, with another wing or alone, and the lead does not notice. The condition of `assault` names `!damaged(lead)`: that one is for
//!   the root.
//! * **Begin with the case that nothing needs to be done.** `into_sight` has a branch `from_here`, and `travel` a
//!   branch `there`. A repair plans from the current facts, in which half of the work is done.
//! * **Reserve with an `undo`, and name the agent.** `hold(who, position)` is undone if its part of the plan is
//!   replaced, and `leave(who,
//!   position)` waits for the vehicle to arrive, since it names it.
//! * **Do not search what can't help.** A repair that finds nothing has tried everything below its task. `travel` takes the `first` next road
//!   only; without that a place that can't be reached costs all the ways on which it is not reached: four times the search steps of the
//!   whole fight.
//!
//! # Results
//!
//! 200 fights of five against eight, the same for each way to continue after a failure (`left_alive --trees 0`; means,
//! with their intervals of 95%):
//!
//! | | the part | the whole | no repair |
//! |---|---|---|---|
//! | won | 149 | 161 | 156 |
//! | seconds of a fight | 152 ± 8 | 156 ± 8 | 167 ± 8 |
//! | vehicles lost | 2.9 ± 0.2 | 2.8 ± 0.2 | 3.0 ± 0.2 |
//! | plans given up | 3.4 ± 0.2 | 3.5 ± 0.2 | 29.3 ± 1.0 |
//! | search steps | 19,500 ± 2,600 | 15,100 ± 2,200 | 15,100 ± 1,900 |
//! | steps thrown away | 157 ± 7 | 257 ± 10 | 280 ± 12 |
//!
//! Teams that repair finish sooner than teams that abandon plans. Repairing a part discards two fifths fewer steps than
//! planning the whole again, which a player sees as vehicles that keep their decisions. Here it does not win more
//! fights, and it searches a quarter more: these plans are short, a plan from the root also starts from the current
//! positions, and failed attempts at low tasks add to the cost. For long plans with an expensive root, the result may
//! differ.
