//! A domain in which handles are wherever a value can be while a plan is found and carried out: in a `let` and in a value that a
//! task returns, in an `Option`, a tuple and an enum, in what blocks capture and axioms work out on the way, in arguments of an
//! `undo`.

use serde::{Deserialize, Serialize};
use squad_htn::Director;
use squad_htn::prelude::*;
use squad_htn::save::MapError;

use crate::common::Random;
use crate::drive::World;
use crate::permutation::{Exchange, Handles};
use crate::squad::Actor;

/// The target of a look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
pub enum Aim {
    /// Nothing.
    Nothing,
    /// An agent.
    Who(Actor),
    /// Two members in a row.
    Both(Actor, Option<Actor>),
    /// Somewhere.
    Place(u16),
}

impl Aim {
    fn at(who: Actor) -> Aim {
        Aim::Who(who)
    }

    fn who(self) -> Option<Actor> {
        match self {
            Aim::Who(who) | Aim::Both(who, _) => Some(who),
            Aim::Nothing | Aim::Place(_) => None,
        }
    }
}

fn one_of(pair: (Actor, Actor), but_for: Actor) -> Actor {
    if pair.0 == but_for { pair.1 } else { pair.0 }
}

htn_domain! {
    pub domain crew;
    agent Actor;

    predicate open();
    predicate hand(Actor) [8];
    predicate mate(Actor => Actor) [8];
    predicate aims(Actor, Aim) [16];
    predicate tired(Actor) [8];
    predicate held(Actor) [8];
    predicate done(Actor) [8];
    predicate seen(Actor) [8];
    predicate pair((Actor, Actor)) [8];
    predicate leader(=> Option<Actor>);

    // Small enough to be inlined into its caller, with its variables among the temporaries of the caller.
    axiom fresh(who: Actor, near: Actor) {
        !tired(who) && mate(who, near) && let at: Aim = Aim::at(near) && !aims(near, at)
    }
    axiom leads(who: Actor) { leader(chosen) && let Some(who): Option<Actor> = chosen }
    axiom behind(who: Actor, last: Actor) { mate(who, next) && mate(next, last) && last != who }
    axiom watched(who: Actor) {
        aims(_, aim) && let Some(at): Option<Actor> = aim.who() && at == who
    } else {
        pair(both) && let other: Actor = one_of(both, who) && tired(other)
    }

    internal operator take(who: Actor) {
        if !held(who) && mate(who, near) && let both: (Actor, Actor) = (who, near);
        add held(who), pair(both);
        undo put(who, one_of(both, who));
    }
    internal operator put(who: Actor, near: Actor) { delete held(who), pair((who, near)); }
    internal operator aim(who: Actor, at: Aim) { add aims(who, at); undo look_away(who, at); }
    internal operator look_away(who: Actor, at: Aim) { delete aims(who, at); }

    operator haul(who: Actor, what: Aim) by who {
        if hand(who) && mate(who, near) && let both: (Actor, Actor) = (who, near)
            && !tired(one_of(both, near));
        while !tired(near) && leads(boss) && hand(boss);
        start add seen(near);
        finish delete seen(one_of(both, who));
        success add done(who);
        failure add tired(near);
        sensed add aims(near, Aim::Both(who, Some(boss)));
    }
    operator carry(who: Actor, whom: Actor) by who, whom {
        if behind(who, last) && !tired(last);
        success add done(who), seen(last);
        failure delete done(x) for done(x) && x != last;
    }
    operator rest(who: Actor) by who { success delete tired(who); sensed delete seen(who); }

    pub method shift() if open() && leads(boss) && let at: Aim = Aim::at(boss) {
        let second = choose(boss);
        let both: Aim = Aim::Both(boss, Some(second));
        for hand(who) && who != boss && fresh(who, near) sort by seen_first(who == second) {
            work(who, near, both);
        }
        while first(hand(x) && tired(x) && !held(x) && !aims(x, at)) { help(x, second, boss); }
        if done(second) && !aims(second, both) {
            aim(second, at);
        } else {
            let other: Actor = one_of((boss, second), boss);
            cheer(other, at);
        }
        last(second);
    }

    method choose(boss: Actor) -> Actor {
        branch mate if mate(boss, near) && !tired(near) && let aim: Aim = Aim::at(near) {
            aim(boss, aim);
            return one_of((near, boss), boss);
        }
        branch any if hand(x) && x != boss { return x; }
    }

    method work(who: Actor, near: Actor, what: Aim) {
        branch together if behind(who, last) && !watched(last) && last != near && !done(who) {
            take(who);
            unordered { carry(who, last); cheer(near, what); }
            global_block(who);
            put(who, near);
        }
        branch alone
            if !done(who) && let n: usize = count(hand(x) && mate(x, near)) && n < 8
                && let at: Aim = Aim::at(near)
        {
            take(who);
            haul(who, at);
            block_on(near, who);
            put(who, near);
        }
        branch nothing {}
    }

    method help(x: Actor, second: Actor, boss: Actor) {
        let pair: (Actor, Actor) = (x, second);
        rest(one_of(pair, second));
        if x != boss { rest(boss); }
        add aims(x, Aim::at(boss));
    }

    method cheer(who: Actor, at: Aim) {
        branch known if let Some(w): Option<Actor> = at.who() && hand(w) && mate(w, near) {
            aim(who, Aim::Both(w, Some(near)));
            rest(near);
        }
        branch unknown {}
    }

    method last(second: Actor) {
        branch free if !held(second) && fresh(second, near) { haul(second, Aim::at(near)); }
        branch not {}
    }
}

/// Sorts the second member first.
fn seen_first(is_second: bool) -> u8 {
    u8::from(!is_second)
}

use crew::{Action, Domain, Fact, State, Task};

/// A director with a crew of some.
pub fn director(random: &mut Random) -> Director<Domain> {
    let mut director = Director::<Domain>::with_limits(Task::Shift, Limits::compact());
    director.set_settings(
        director
            .settings()
            .interval(1 + random.below(6) as u32)
            .retry_after(random.below(12) as u32),
    );
    let state = director.state_mut();
    let many = 3 + random.below(3);
    state.insert(Fact::Open).expect("room");
    for number in 0..many {
        let who = Actor(number as u8);
        let near = Actor(((number + 1) % many) as u8);
        state.insert(Fact::Hand(who)).expect("room");
        state.insert(Fact::Mate(who, near)).expect("room");
    }
    let boss = Actor(random.below(many) as u8);
    state.insert(Fact::Leader(Some(boss))).expect("room");
    director
}

impl World for Domain {
    fn engaged(action: Action) -> Vec<Actor> {
        match action {
            Action::Haul { who, .. } | Action::Rest { who } => vec![who],
            Action::Carry { who, whom } => vec![who, whom],
        }
    }

    fn named(task: Task) -> Vec<Actor> {
        match task {
            Task::Haul { who, .. } | Task::Rest { who } => vec![who],
            Task::Take { who } | Task::Aim { who, .. } | Task::LookAway { who, .. } => vec![who],
            Task::Put { who, near } => vec![who, near],
            Task::Carry { who, whom } => vec![who, whom],
            Task::BlockOn { a, b } => vec![a, b],
            Task::GlobalBlock { a } => vec![a],
            _ => vec![],
        }
    }

    fn agents() -> Vec<Actor> {
        (0..8).map(Actor).collect()
    }

    fn tick(director: &mut Director<Self>, steps: u64) -> Vec<Command<Self>> {
        director.tick(&(), Budget::steps(steps)).collect()
    }

    fn sense(director: &mut Director<Self>, random: &mut Random) {
        let who = |random: &mut Random| Actor(random.below(6) as u8);
        let (one, other) = (who(random), who(random));
        let facts = [
            Fact::Tired(one),
            Fact::Done(one),
            Fact::Held(one),
            Fact::Aims(one, Aim::Both(other, Some(one))),
            Fact::Aims(one, Aim::Who(other)),
            Fact::Aims(one, Aim::Place(3)),
            Fact::Aims(one, Aim::Nothing),
            Fact::Pair((one, other)),
            Fact::Mate(one, other),
            Fact::Leader(Some(one)),
        ];
        let fact = facts[random.below(facts.len())];
        // It may be full.
        match random.below(2) {
            0 => drop(director.state_mut().insert(fact)),
            _ => drop(director.state_mut().remove(fact)),
        }
    }

    fn close(director: &mut Director<Self>) {
        director.state_mut().remove(Fact::Open);
    }
}

impl Handles for Domain {
    const SIZES_STAY: bool = false;

    fn exchange(director: &mut Director<Self>, exchange: &Exchange) -> Result<(), MapError> {
        director.map_agents(|actor| exchange.actor(actor))
    }

    fn exchange_fact(fact: Fact, exchange: &Exchange) -> Fact {
        let mut state = State::from_facts([fact]).expect("it fits");
        state.map_agents(|actor| exchange.actor(actor));
        state.facts().next().expect("it is there")
    }

    fn merge(director: &mut Director<Self>, to: [u8; 8]) -> Result<(), MapError> {
        director.map_agents(|Actor(number)| {
            Actor(to.get(usize::from(number)).copied().unwrap_or(number))
        })
    }
}
