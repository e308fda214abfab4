//! A director and its twin, whose handles are others.

use saves::{Carry, Format};
use squad_htn::prelude::*;
use squad_htn::{ActionId, Director, NoPlanReason, PlanId};

use crate::common::Random;
use crate::drive::World;
use crate::permutation::{Exchange, Handles};

/// The number of comparisons by kind.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub twins: u64,
    /// So many of them in the midst of a search, with actions that ran.
    pub searching: u64,
    pub actions: u64,
    /// The number of repairs and of rejected plans while both continued.
    pub repairs: u64,
    pub too_soon: u64,
    pub refused: u64,
}

impl Tally {
    pub const NONE: Tally = Tally {
        twins: 0,
        searching: 0,
        actions: 0,
        repairs: 0,
        too_soon: 0,
        refused: 0,
    };
}

struct Twins<D: World + Handles> {
    one: Director<D>,
    other: Director<D>,
    exchange: Exchange,
}

/// Continues both for some ticks with the same inputs.
pub fn beside<D: World + Handles>(director: &Director<D>, random: &mut Random, tally: &mut Tally) {
    let exchange = Exchange::random(random);
    let mut other = director.clone();
    D::exchange(&mut other, &exchange).unwrap_or_else(|error| panic!("{error}"));
    if random.below(4) == 0 {
        other = other.carried(Format::Postcard);
    }
    let mut twins = Twins {
        one: director.clone(),
        other,
        exchange,
    };
    twins.one.restart_search();
    tally.twins += 1;
    tally.searching += u64::from(director.is_searching());
    tally.actions += twins.running().len() as u64;
    twins.are_alike();
    for _ in 0..25 {
        twins.call(random);
        let steps = match D::SIZES_STAY {
            true => [0, 3, 40, 1_000][random.below(4)],
            false => 1_000_000,
        };
        twins.tick(steps);
        for event in twins.one.events() {
            match event {
                Event::Repaired { .. } => tally.repairs += 1,
                Event::NoPlan {
                    reason: NoPlanReason::TooSoon { .. },
                    ..
                } => tally.too_soon += 1,
                _ => {}
            }
        }
    }
}

impl<D: World + Handles> Twins<D> {
    fn running(&self) -> Vec<ActionId> {
        let plans = self.one.executor().plans();
        let steps = plans.flat_map(|plan| plan.steps());
        steps.filter_map(|step| step.action).collect()
    }

    fn call(&mut self, random: &mut Random) {
        let Twins {
            one,
            other,
            exchange,
        } = self;
        match random.below(12) {
            0..=5 => {
                let running = self.running();
                if !running.is_empty() {
                    let id = running[random.below(running.len())];
                    let outcome = match random.below(3) {
                        0 => Outcome::Failure,
                        _ => Outcome::Success,
                    };
                    let told = self.one.finish(id, outcome);
                    assert_eq!(told, self.other.finish(id, outcome));
                }
            }
            6 => {
                let agents = D::agents();
                let who = agents[random.below(agents.len())];
                one.agent_left(who);
                other.agent_left(exchange.actor(who));
            }
            7 => {
                let plans: Vec<PlanId> = one.executor().plans().map(|plan| plan.id).collect();
                if !plans.is_empty() {
                    let plan = plans[random.below(plans.len())];
                    assert!(one.cancel(plan) && other.cancel(plan));
                }
            }
            8 => {
                one.replan_now();
                other.replan_now();
            }
            _ => {
                let before: Vec<D::Fact> = one.state().facts().collect();
                D::sense(one, random);
                let after: Vec<D::Fact> = one.state().facts().collect();
                // This comes first. Otherwise, facts with another value would become the last ones.
                for fact in after.iter().filter(|fact| !before.contains(fact)) {
                    let fact = D::exchange_fact(*fact, exchange);
                    other
                        .state_mut()
                        .insert(fact)
                        .expect("room as for the other");
                }
                for fact in before.iter().filter(|fact| !after.contains(fact)) {
                    other.state_mut().remove(D::exchange_fact(*fact, exchange));
                }
            }
        }
    }

    fn tick(&mut self, steps: u64) {
        let (one, other) = (&mut self.one, &mut self.other);
        let (a, b) = (D::tick(one, steps), D::tick(other, steps));
        let commands = |commands: Vec<Command<D>>| -> Vec<String> {
            let texts = commands
                .iter()
                .map(|command| format!("{command} {command:?}"));
            texts.collect()
        };
        self.same(commands(a).join("\n"), commands(b).join("\n"));
        let events = |director: &Director<D>| -> Vec<String> {
            director.events().map(|event| event.to_string()).collect()
        };
        self.same(events(&self.one).join("\n"), events(&self.other).join("\n"));
        self.are_alike();
    }

    /// Checks that both have the same events, with mapped handles.
    fn same(&self, one: String, other: String) {
        let one = self.exchange.text(&one);
        for (one, other) in one.lines().zip(other.lines()) {
            assert_eq!(one, other, "{:?}", self.exchange);
        }
        assert_eq!(one, other, "{:?}", self.exchange);
    }

    fn are_alike(&self) {
        let (one, other) = (&self.one, &self.other);
        match D::SIZES_STAY {
            true => self.same(one.seen(), other.seen()),
            false => self.same(one.executor().seen(), other.executor().seen()),
        }
        assert_eq!(one.answers(), other.answers());
        self.same(one.state().to_string(), other.state().to_string());
        for who in D::agents() {
            let doing =
                |director: &Director<D>, who| format!("{:?}", director.executor().doing(who));
            self.same(doing(one, who), doing(other, self.exchange.actor(who)));
        }
        assert_eq!(one.searching(), other.searching());
        if D::SIZES_STAY && one.is_searching() {
            assert_eq!(one.search_stats(), other.search_stats());
        }
    }
}
