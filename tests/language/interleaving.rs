//! Random trees of ordered and unordered tasks, compared with a naive search that copies everything.

use squad_htn::prelude::*;

use crate::common::{Random, all_plans};

htn_domain! {
    domain networks;

    predicate leaf(u16);
    predicate nothing(u16);
    predicate needs(u16, u16);
    predicate done(u16);
    predicate ordered(u16, u16, u16);
    predicate parallel(u16, u16, u16);

    operator x(n: u16) {
        if forall(needs(n, m) => done(m));
        add done(n);
    }

    method run(n: u16) {
        branch leaf if leaf(n) { x(n); }
        branch empty if nothing(n) {}
        branch ordered if ordered(n, a, b) { run(a); run(b); }
        branch parallel if parallel(n, a, b) { unordered { run(a); { run(b); } } }
    }
}

use networks::{Fact, State, Task};

/// The remaining task network.
#[derive(Clone, PartialEq, Debug)]
enum Network {
    Nothing,
    Task(u16),
    Step(u16),
    Ordered(Vec<Network>),
    Parallel(Vec<Network>),
}

impl Network {
    fn is_done(&self) -> bool {
        match self {
            Network::Nothing => true,
            Network::Task(_) | Network::Step(_) => false,
            Network::Ordered(parts) | Network::Parallel(parts) => {
                parts.iter().all(Network::is_done)
            }
        }
    }

    fn at(&mut self, path: &[usize]) -> &mut Network {
        match (self, path) {
            (Network::Ordered(parts) | Network::Parallel(parts), [first, rest @ ..]) => {
                parts[*first].at(rest)
            }
            (network, _) => network,
        }
    }

    /// Collects the paths of the first open statements, in order.
    fn candidates(&self, path: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
        let (parts, all) = match self {
            Network::Nothing => return,
            Network::Task(_) | Network::Step(_) => return found.push(path.clone()),
            Network::Ordered(parts) => (parts, false),
            Network::Parallel(parts) => (parts, true),
        };
        for (i, part) in parts.iter().enumerate() {
            path.push(i);
            part.candidates(path, found);
            path.pop();
            if !all && !part.is_done() {
                return;
            }
        }
    }
}

struct Problem {
    facts: Vec<Fact>,
}

impl Problem {
    fn expand(&self, n: u16) -> Network {
        for fact in &self.facts {
            match *fact {
                Fact::Leaf(m) if m == n => return Network::Ordered(vec![Network::Step(n)]),
                Fact::Ordered(m, a, b) if m == n => {
                    return Network::Ordered(vec![Network::Task(a), Network::Task(b)]);
                }
                Fact::Parallel(m, a, b) if m == n => {
                    return Network::Parallel(vec![Network::Task(a), Network::Task(b)]);
                }
                _ => {}
            }
        }
        Network::Nothing
    }

    fn can_do(&self, n: u16, done: &[u16]) -> bool {
        let missing =
            |fact: &Fact| matches!(*fact, Fact::Needs(a, m) if a == n && !done.contains(&m));
        !self.facts.iter().any(missing)
    }

    /// Finds all plans in order. `inside` is the path that the search must stay in until it has added a step.
    fn plans(
        &self,
        network: &Network,
        inside: &[usize],
        done: &[u16],
        found: &mut Vec<Vec<String>>,
    ) {
        if network.is_done() {
            found.push(done.iter().map(|n| format!("x({n})")).collect());
            return;
        }
        let mut candidates = Vec::new();
        let mut path = inside.to_vec();
        network
            .clone()
            .at(inside)
            .candidates(&mut path, &mut candidates);
        for path in candidates {
            let mut next = network.clone();
            let part = next.at(&path);
            match *part {
                Network::Task(n) => {
                    *part = self.expand(n);
                    // As in JSHOP2, a task without steps ends this restriction.
                    let inside: &[usize] = if next.at(&path).is_done() { &[] } else { &path };
                    self.plans(&next, inside, done, found);
                }
                Network::Step(n) if self.can_do(n, done) => {
                    *part = Network::Nothing;
                    self.plans(&next, &[], &[done, &[n]].concat(), found);
                }
                _ => {}
            }
        }
    }
}

/// Grows a random tree below task `n` and returns the first unused number.
fn grow(random: &mut Random, n: u16, leaves: usize, next: u16, facts: &mut Vec<Fact>) -> u16 {
    if leaves == 1 {
        facts.push(if random.below(3) == 0 {
            Fact::Nothing(n)
        } else {
            Fact::Leaf(n)
        });
        return next;
    }
    let left = 1 + random.below(leaves - 1);
    let (a, b) = (next, next + 1);
    facts.push(match random.below(2) {
        0 => Fact::Ordered(n, a, b),
        _ => Fact::Parallel(n, a, b),
    });
    let next = grow(random, a, left, next + 2, facts);
    grow(random, b, leaves - left, next, facts)
}

#[test]
fn random_networks_interleave_as_in_a_naive_search() {
    let mut plans = 0;
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut facts = Vec::new();
        let leaves = 1 + random.below(6);
        let numbers = grow(&mut random, 0, leaves, 1, &mut facts);
        for _ in 0..random.below(3) {
            let pair = [0, 1].map(|_| random.below(usize::from(numbers)) as u16);
            facts.push(Fact::Needs(pair[0], pair[1]));
        }
        let mut expected = Vec::new();
        let problem = Problem { facts };
        problem.plans(&Network::Task(0), &[], &[], &mut expected);
        let state = State::from_facts(problem.facts.iter().copied()).unwrap();
        let found = all_plans(&state, &(), Task::Run { n: 0 });
        assert_eq!(found, expected, "seed {seed}: {:?}", problem.facts);
        plans += found.len();
    }
    assert!(plans > 100, "only {plans} plans");
}

htn_domain! {
    domain waits;

    predicate door_shut();

    operator open() { delete door_shut(); }
    operator walk_in() { if !door_shut(); }
    operator knock() { if door_shut(); }
    operator never() { if false; }

    method greet() {
        branch shut if door_shut() {}
        branch open { never(); }
    }
    method task() { unordered { { greet(); walk_in(); } open(); } }
    method block() { unordered { { if !door_shut() { never(); } walk_in(); } open(); } }
    method rounds() {
        unordered {
            { for let _n: u8 in 0..0 { never(); } if !door_shut() { walk_in(); } else { knock(); } }
            open();
        }
    }
}

/// A task without steps is done at once, but its successor may still wait for another strand.
#[test]
fn task_without_steps_lets_other_strands_continue() {
    use waits::{Fact, State, Task};
    let state = State::from_facts([Fact::DoorShut]).unwrap();
    let after = ["open()", "walk_in()"];
    assert_eq!(all_plans(&state, &(), Task::Task), [after]);
    assert_eq!(all_plans(&state, &(), Task::Block), [after]);
    let plans = all_plans(&state, &(), Task::Rounds);
    assert_eq!(plans, [["knock()", "open()"], after, after]);
}
