//! The keywords of the language as constants. Editors display their documentation.
//!
//! Only rust-analyzer and the tests of the examples compile this module; see `htn-lang/src/editor`.

/// Declares a constant for each keyword.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])* pub const $name: Word = Word;)*
    };
}

/// A word of the language of `htn_domain!`.
pub struct Word;

#[doc(hidden)]
pub use core::primitive::{bool, f32, i32, usize};

/// A value of any type.
#[doc(hidden)]
pub const fn any<T>() -> T {
    panic!("nothing calls this")
}

/// An element of a collection.
#[doc(hidden)]
pub fn item<I: IntoIterator>(_: I) -> I::Item {
    loop {}
}

/// The value of an answer that may be pending.
#[doc(hidden)]
pub fn answer<T>(_: core::task::Poll<T>) -> T {
    loop {}
}

/// A value of a type parameter of a part.
#[doc(hidden)]
pub trait Of<T>: Copy {}

impl<T, U: Copy> Of<T> for U {}

words! {
    /// `domain name(context: &Type);` names the domain, and the part of the game that its expressions can read.
    ///
    /// ```
    /// # use squad_htn::prelude::*; pub struct Game;
    /// # htn_domain! {
    /// pub domain patrol(game: &Game);
    /// # operator wait() {}
    /// # }
    /// # fn main() {}
    /// ```
    ///
    /// It becomes the module `patrol` with the types `Fact`, `Task`, `Action`, `State`, `Planner` and `Director`.
    domain
    /// `agent Type;` names the type of the characters that act. A domain has one such type at most.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)] pub struct Guard(u8);
    /// # htn_domain! { domain patrol;
    /// agent Guard;
    /// operator look_around(who: Guard) by who {}
    /// # }
    /// # fn main() {}
    /// ```
    agent
    /// `predicate name(columns) [capacity];` declares a kind of facts: a set of rows.
    ///
    /// With `=>`, there is one value for each key, and a second one replaces the first. Default capacity: 64.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// predicate door(from: u8, to: u8) [32];
    /// predicate ammo(who: u8 => rounds: u32) [8];
    /// predicate alarm();
    /// # operator go(to: u8) { if door(_, to) && ammo(_, _) && !alarm(); }
    /// # }
    /// # fn main() {}
    /// ```
    predicate
    /// `axiom name(params) { condition }` gives a condition a name. It is called like a predicate.
    ///
    /// Axioms of one name are alternatives. `else` adds a block for the case that the blocks before it have no solution.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// # predicate stairs(u8, u8);
    /// axiom way(from: u8, to: u8) { stairs(from, to) }
    /// axiom way(from: u8, to: u8) { stairs(from, between) && way(between, to) }
    /// # operator go(to: u8) { if way(_, to); }
    /// # }
    /// # fn main() {}
    /// ```
    axiom
    /// `operator name(params) by who { … }` declares an action of a character, which takes time and which the game carries out.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)] pub struct Medic(u8);
    /// # htn_domain! { domain rescue;
    /// # agent Medic; predicate wounded(Medic);
    /// operator treat(who: Medic, patient: Medic) by who {
    ///     if wounded(patient);
    ///     sensed delete wounded(patient);
    ///     duration 6.5;
    /// }
    /// # }
    /// # fn main() {}
    /// ```
    operator
    /// `internal operator name(params) { … }` declares a step that takes no time and occupies no agent, such as a reservation.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain rooms;
    /// # predicate reserved(u8);
    /// internal operator reserve(room: u8) { if !reserved(room); add reserved(room); undo free(room); }
    /// internal operator free(room: u8) { delete reserved(room); }
    /// # }
    /// # fn main() {}
    /// ```
    internal
    /// `method name(params) { … }` decomposes a task into smaller tasks.
    ///
    /// Its branches are tried like `if`, `else if`, `else`. Methods of one name are alternatives that the search tries in order.
    /// `-> Type` makes it return a value.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// # predicate door(u8);
    /// # operator open(door: u8) {} operator wait() {}
    /// pub method leave() {
    ///     branch by_door if door(d) { open(d); }
    ///     branch stay { wait(); }
    /// }
    /// # }
    /// # fn main() {}
    /// ```
    method
    /// `branch name if condition sort by key { tasks }` is one way to do a task. The first branch whose condition has a solution
    /// is chosen, and no later branch is tried.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain triage;
    /// # predicate wounded(u8 => health: u8);
    /// # operator treat(who: u8) {} operator wait() {}
    /// # pub method help() {
    /// branch worst if wounded(who, health) sort by health { treat(who); }
    /// branch healthy { wait(); }
    /// # } }
    /// # fn main() {}
    /// ```
    branch
    /// `sort by key` orders the solutions of a condition by rising key, `sort by key desc` by falling key.
    ///
    /// The key is a number or a tuple of numbers.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain triage;
    /// # predicate wounded(u8 => health: u8);
    /// # operator treat(who: u8) {}
    /// pub method help() if wounded(who, health) sort by (health, who) { treat(who); }
    /// # }
    /// # fn main() {}
    /// ```
    sort
    /// `by` follows `sort`, before the key of the solutions, and the parameters of an operator, before the agents that act.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)] pub struct Guard(u8);
    /// # htn_domain! { domain entry;
    /// # agent Guard;
    /// operator storm(a: Guard, b: Guard, door: u8) by a, b { if a != b; }
    /// # }
    /// # fn main() {}
    /// ```
    by
    /// `desc` after a sort key: the solution with the greatest key comes first.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain station;
    /// # predicate fire(room: u8, heat: i32);
    /// # operator douse(room: u8) {}
    /// pub method fight_fires() if fire(room, heat) sort by heat desc { douse(room); }
    /// # }
    /// # fn main() {}
    /// ```
    desc
    /// `undo name(args);` names the internal operator that reverts this one if the plan is abandoned.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain rooms;
    /// # predicate reserved(u8);
    /// internal operator reserve(room: u8) { if !reserved(room); add reserved(room); undo free(room); }
    /// internal operator free(room: u8) { delete reserved(room); }
    /// # }
    /// # fn main() {}
    /// ```
    undo
    /// `sensed add …;`, `sensed delete …;`: the game's own sensors change the fact. The planner assumes that they do.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)] pub struct Guard(u8);
    /// # htn_domain! { domain patrol;
    /// # agent Guard; predicate at(Guard => u8);
    /// operator walk(who: Guard, to: u8) by who { sensed add at(who, to); }
    /// # }
    /// # fn main() {}
    /// ```
    sensed
    /// `start add …;`, `start delete …;`: the facts change when the action starts.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)] pub struct Guard(u8);
    /// # htn_domain! { domain patrol;
    /// # agent Guard; predicate at_door(Guard);
    /// operator listen(who: Guard) by who { start add at_door(who); finish delete at_door(who); }
    /// # }
    /// # fn main() {}
    /// ```
    start
    /// `finish add …;`, `finish delete …;`: the facts change when the action ends, however it ends.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)] pub struct Guard(u8);
    /// # htn_domain! { domain patrol;
    /// # agent Guard; predicate at_door(Guard);
    /// operator listen(who: Guard) by who { start add at_door(who); finish delete at_door(who); }
    /// # }
    /// # fn main() {}
    /// ```
    finish
    /// `success add …;`, `success delete …;`: the facts change when the action succeeds.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)] pub struct Guard(u8);
    /// # htn_domain! { domain patrol;
    /// # agent Guard; predicate noise(u8);
    /// operator look_at(who: Guard, place: u8) by who { success delete noise(place); }
    /// # }
    /// # fn main() {}
    /// ```
    success
    /// `failure add …;`, `failure delete …;`: the facts change when the action fails or is stopped. The planner assumes that
    /// actions succeed, and ignores it.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)] pub struct Guard(u8);
    /// # htn_domain! { domain patrol;
    /// # agent Guard; predicate blocked(u8);
    /// operator open(who: Guard, door: u8) by who { failure add blocked(door); }
    /// # }
    /// # fn main() {}
    /// ```
    failure
    /// `add atom, …;` adds facts, of an operator or as a step of a body. With `for condition`, one for each solution.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// # predicate lamp(u8); predicate lit(u8);
    /// operator switch_on() { add lit(room) for lamp(room); }
    /// # }
    /// # fn main() {}
    /// ```
    add
    /// `delete atom, …;` deletes facts, of an operator or as a step of a body. `_` means every row that matches.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// # predicate hostile(room: u8, who: u8);
    /// operator throw_grenade(room: u8) { delete hostile(room, _); }
    /// # }
    /// # fn main() {}
    /// ```
    delete
    /// `cost expression;` is the cost that the step adds to the plan, an `f32`. Default: 1.0, and 0.0 for internal operators.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain patrol;
    /// operator walk(metres: f32) { cost metres / 2.0; }
    /// # }
    /// # fn main() {}
    /// ```
    cost
    /// `duration expression;` is the expected duration of the action, an `f32` in the game's unit of time. Default: 1.0.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain patrol;
    /// operator walk(metres: f32) { duration metres / 1.5; }
    /// # }
    /// # fn main() {}
    /// ```
    duration
    /// `busy expression;` says whether the action occupies its agents, a `bool`. Default: `true`. If it is false, the plan
    /// continues while the action runs.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Term)] pub struct Guard(u8);
    /// # htn_domain! { domain patrol;
    /// # agent Guard;
    /// operator shout(who: Guard) by who { busy false; }
    /// # }
    /// # fn main() {}
    /// ```
    busy
    /// `forall(a => b)`: each solution of `a` has a solution of `b`. It binds nothing.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// # predicate enemy(u8); predicate hidden(spot: u8, enemy: u8); predicate spot(u8);
    /// # operator hide(spot: u8) {}
    /// pub method take_cover() if spot(s) && forall(enemy(e) => hidden(s, e)) { hide(s); }
    /// # }
    /// # fn main() {}
    /// ```
    forall
    /// `first(a)`, `first(a sort by key)`: only the first solution of `a`.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// # predicate spot(u8);
    /// # operator hide(spot: u8) {}
    /// pub method take_cover() if first(spot(s) sort by s) { hide(s); }
    /// # }
    /// # fn main() {}
    /// ```
    first
    /// `when_planning(a)` holds as `a` does during the search. The executor does not check it again.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain ship;
    /// # predicate crew(u8); predicate job(u8);
    /// # operator see_to(job: u8) {}
    /// pub method work() if job(j) && when_planning(crew(_)) { see_to(j); }
    /// # }
    /// # fn main() {}
    /// ```
    when_planning
    /// `poll expression` is an answer of the game that may take frames. The expression has the type `core::task::Poll<bool>`;
    /// in `let x: Type = poll expression`, it has the type `Poll<Type>`. While it is pending, the search waits.
    ///
    /// ```
    /// # use core::task::Poll;
    /// # use squad_htn::prelude::*;
    /// # pub struct Game;
    /// # impl Game { fn can_see(&self, j: u8) -> Poll<bool> { Poll::Ready(j > 0) } }
    /// # htn_domain! { domain ship(game: &Game);
    /// # predicate job(u8);
    /// # operator see_to(job: u8) {}
    /// pub method work() if job(j) && poll game.can_see(j) { see_to(j); }
    /// # }
    /// # fn main() {}
    /// ```
    poll
    /// `let n: usize = count(condition)`: the number of solutions.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain council;
    /// # predicate soldier(u8);
    /// # operator attack() {}
    /// pub method decide() if let n: usize = count(soldier(_)) && n > 3 { attack(); }
    /// # }
    /// # fn main() {}
    /// ```
    count
    /// `let n: Type = sum(expression; condition)`: the sum over all solutions, which may be zero of them.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain council;
    /// # predicate ammo(u8 => u32);
    /// # operator attack(rounds: u32) {}
    /// pub method decide() if let rounds: u32 = sum(n; ammo(_, n)) && rounds > 90 { attack(rounds); }
    /// # }
    /// # fn main() {}
    /// ```
    sum
    /// `let n: Type = min(expression; condition)`: the least value; no solution if there is no value.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain council;
    /// # predicate ammo(u8 => u32);
    /// # operator share(poorest: u32) {}
    /// pub method decide() if let poorest: u32 = min(n; ammo(_, n)) { share(poorest); }
    /// # }
    /// # fn main() {}
    /// ```
    min
    /// `let n: Type = max(expression; condition)`: the greatest value; no solution if there is no value.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain council;
    /// # predicate ammo(u8 => u32);
    /// # operator share(richest: u32) {}
    /// pub method decide() if let richest: u32 = max(n; ammo(_, n)) { share(richest); }
    /// # }
    /// # fn main() {}
    /// ```
    max
    /// `unordered { task(…); { tasks } }`: the strands may interleave, and each keeps its own order.
    ///
    /// `unordered for condition { … }` has a strand for each solution of the condition.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// # operator sweep(room: u8) {} operator lock(room: u8) {} operator shout() {}
    /// pub method clear() {
    ///     unordered {
    ///         { sweep(1); lock(1); }
    ///         shout();
    ///     }
    /// }
    /// # }
    /// # fn main() {}
    /// ```
    unordered
    /// `now task(…);` in a strand of `unordered`: no other strand comes between this task and the statement before it.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// # operator sweep(room: u8) {} operator lock(room: u8) {} operator shout() {}
    /// pub method clear() {
    ///     unordered {
    ///         { sweep(1); now lock(1); }
    ///         shout();
    ///     }
    /// }
    /// # }
    /// # fn main() {}
    /// ```
    now
    /// `later task(…);`: a task that is planned only when its turn comes, from the facts of that moment.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain post;
    /// # operator watch() {}
    /// pub method duty() { watch(); later duty(); }
    /// # }
    /// # fn main() {}
    /// ```
    later
    /// `protect fact;`: from here to its `release`, an effect that would delete the fact makes its operator fail.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// # predicate lit(u8); operator switch_off(room: u8) { delete lit(room); } operator search(room: u8) {}
    /// pub method look_around(room: u8) if lit(room) { protect lit(room); search(room); release lit(room); }
    /// pub method leave(room: u8) { switch_off(room); }
    /// # }
    /// # fn main() {}
    /// ```
    protect
    /// `release fact;` ends one protection of the fact.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain house;
    /// # predicate lit(u8); operator switch_off(room: u8) { delete lit(room); } operator search(room: u8) {}
    /// pub method look_around(room: u8) if lit(room) {
    ///     protect lit(room);
    ///     search(room);
    ///     release lit(room);
    ///     switch_off(room);
    /// }
    /// # }
    /// # fn main() {}
    /// ```
    release
    /// `priority expression;` first in a branch of a `pub` method: the priority of the plans that it leads to, an `i32`.
    ///
    /// ```
    /// # use squad_htn::prelude::*;
    /// # htn_domain! { domain station;
    /// # predicate fire(room: u8, heat: i32);
    /// # operator douse(room: u8) {}
    /// pub method duty() if fire(room, heat) sort by heat desc { priority 100 + heat; douse(room); }
    /// # }
    /// # fn main() {}
    /// ```
    priority
}

/// The words at the start of an item.
pub mod items {
    pub use super::{agent, axiom, domain, internal, method, operator, predicate};
}

/// The words after the parameters of an operator.
pub mod heads {
    pub use super::by;
}

/// The words among the branches of a method.
pub mod branches {
    pub use super::branch;
}

/// The words in conditions.
pub mod conditions {
    pub use super::{count, desc, first, forall, max, min, poll, sort, sum, when_planning};
}

/// The words in operators.
pub mod operators {
    pub use super::{
        add, busy, cost, delete, duration, failure, finish, sensed, start, success, undo,
    };
}

/// The words in bodies.
pub mod statements {
    pub use super::{
        add, branch, count, delete, later, max, min, now, priority, protect, release, sum,
        unordered,
    };
}

/// The tasks that each domain with an agent has.
pub mod synchronisation {
    /// `a` counts as busy until `b` has finished its current action.
    pub fn block_on<A>(_a: A, _b: A) {}
    /// No later step of this plan starts until `a` has finished its current action.
    pub fn global_block<A>(_a: A) {}
    /// Ends the current action of `a` now, as a success.
    pub fn finish_action<A>(_a: A) {}
    /// Ends the current action of `a` now, as a failure, whichever plan it belongs to.
    pub fn stop_action<A>(_a: A) {}
}
