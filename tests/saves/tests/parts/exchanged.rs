//! Planners, executors, directors and squads at a scheduler whose handles are others from now on.

use serde::{Deserialize, Serialize};
use squad_htn::SquadScheduler;
use squad_htn::prelude::*;

/// An engine's handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Term, Serialize, Deserialize)]
pub struct Entity(pub u32);

htn_domain! {
    pub domain raid;
    agent Entity;
    predicate member(Entity) [8];
    predicate road(Entity, Entity) [16];
    predicate at(Entity => Entity) [8];
    predicate seen(Entity) [16];
    predicate stock(usize) [8];
    predicate busy(Entity) [8];

    operator go(who: Entity, to: Entity) by who {
        start add busy(who);
        finish delete busy(who);
        success add at(who, to);
    }
    operator wait(who: Entity, many: usize) by who { while !seen(who); }
    internal operator see(what: Entity) { if !seen(what); add seen(what); undo forget(what); }
    internal operator forget(what: Entity) { delete seen(what); }

    pub method raid(who: Entity, to: Entity) {
        branch there if at(who, to) {}
        branch by_road if at(who, here) && road(here, next) && !seen(next) {
            see(next);
            go(who, next);
            raid(who, to);
        }
    }
    pub method all() if member(who) && road(_, to) {
        raid(who, to);
        for stock(n) { wait(who, n); }
        block_on(who, who);
    }
    pub method pair() if member(a) && member(b) && a != b { wait(a, 1); wait(b, 2); }
}
use raid::{Director, Domain, Executor, Fact, Planner, State, Task};

const TASK: Task = Task::Raid {
    who: Entity(1),
    to: Entity(16),
};

/// Three ways from one place to another.
fn world() -> State {
    let roads = [
        (10, 11),
        (10, 12),
        (11, 13),
        (12, 13),
        (13, 16),
        (12, 14),
        (14, 16),
        (11, 15),
    ];
    let roads = roads.map(|(from, to)| Fact::Road(Entity(from), Entity(to)));
    let mut state = State::from_facts(roads).expect("they fit");
    let others = [
        Fact::Member(Entity(1)),
        Fact::Member(Entity(2)),
        Fact::At(Entity(1), Entity(10)),
        Fact::At(Entity(2), Entity(11)),
        Fact::Stock(3),
        Fact::Stock(70_000),
    ];
    for fact in others {
        state.insert(fact).expect("it fits");
    }
    state
}

/// Far away from the small numbers that facts are found by at once, and back.
fn away(Entity(number): Entity) -> Entity {
    Entity(number * 70_001 + 1_000_000)
}

fn back(Entity(number): Entity) -> Entity {
    Entity((number - 1_000_000) / 70_001)
}

/// Others that are as small: then a search takes as many steps.
fn turned(Entity(number): Entity) -> Entity {
    Entity(31 - number)
}

/// All that is printed, with other handles.
fn text_with(text: &str, map: fn(Entity) -> Entity) -> String {
    let mut parts = text.split("Entity(");
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (number, rest) = part.split_once(')').expect("it is closed");
        let entity = Entity(number.parse().expect("a number"));
        out += &format!("{:?}{rest}", map(entity));
    }
    out
}

fn text_back(text: &str) -> String {
    text_with(text, back)
}

/// The plans that are found from here on.
fn plans(planner: &mut Planner) -> Vec<String> {
    let mut plans = Vec::new();
    while planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found) {
        plans.extend(planner.plan().map(|plan| format!("{plan}")));
    }
    plans
}

/// A search is cut after each of its steps. With other handles, it starts again.
fn cut_everywhere(state: &State, task: Task, map: fn(Entity) -> Entity) {
    let mut planner = Planner::with_limits(Limits::compact());
    planner.start(state, task);
    let all = plans(&mut planner);
    let steps = planner.stats().steps;
    assert!(
        all.len() > 2 && steps > 60,
        "{} plans, {steps} steps",
        all.len()
    );
    let all: Vec<String> = all.iter().map(|plan| text_with(plan, map)).collect();
    for cut in 0..=steps {
        let mut one = Planner::with_limits(Limits::compact());
        one.start(state, task);
        let mut left = cut;
        while left > 0 {
            let before = one.stats().steps;
            match one.resume(&(), Budget::steps(left)) {
                Ok(Progress::Found) => {}
                Ok(_) | Err(_) => break,
            }
            left = left.saturating_sub(one.stats().steps - before);
        }
        let is_over = cut == steps;
        one.map_agents(map).expect("it can be");
        assert!(one.plan().is_none(), "cut at {cut}");
        let expected = if is_over { &[] } else { &all[..] };
        assert_eq!(plans(&mut one), expected, "cut at {cut}");
    }
}

#[test]
fn search_with_other_handles_starts_again() {
    let mut state = world();
    cut_everywhere(&state, TASK, turned);
    cut_everywhere(&state, TASK, away);
    // Facts of small handles take fewer words, so that plans are found after fewer steps.
    state.map_agents(away);
    let (who, to) = (away(Entity(1)), away(Entity(16)));
    cut_everywhere(&state, Task::Raid { who, to }, back);
}

/// An executor in the midst of a plan, and its facts.
fn executing(task: Task) -> (Executor, State) {
    let mut state = world();
    let mut planner = Planner::with_limits(Limits::compact());
    let mut executor = Executor::with_limits(Limits::compact());
    let plan = planner
        .find(&state, &(), task)
        .expect("room")
        .expect("a plan");
    executor.submit(plan, 0).expect("room");
    executor.tick(&mut state, &());
    (executor, state)
}

#[test]
fn executor_continues_with_mapped_handles() {
    let (mut one, mut facts) = executing(TASK);
    let (mut other, mut others) = executing(TASK);
    other.map_agents(away).expect("it can be");
    others.map_agents(away);
    assert!(one.is_busy(Entity(1)) && other.is_busy(away(Entity(1))) && !other.is_busy(Entity(1)));
    assert!(other.events().next().is_none(), "the last tick is gone");
    let mut happened = 0;
    for round in 0..8 {
        let plans = one.plans().flat_map(|plan| plan.steps());
        let running: Vec<_> = plans.filter_map(|step| step.action).collect();
        let outcome = [Outcome::Success, Outcome::Failure][usize::from(round > 2)];
        for id in running {
            one.finish(id, outcome).expect("it runs");
            other.finish(id, outcome).expect("it runs");
        }
        one.tick(&mut facts, &());
        happened += one.events().count();
        other.tick(&mut others, &());
        let told = |executor: &Executor| -> Vec<String> {
            executor.events().map(|event| event.to_string()).collect()
        };
        assert_eq!(
            told(&one),
            text_back(&told(&other).join("\n"))
                .lines()
                .collect::<Vec<_>>()
        );
        assert_eq!(facts.to_string(), text_back(&others.to_string()));
    }
    assert!(happened > 5, "only {happened} events");
}

#[test]
fn impossible_mapping_is_refused_without_changes() {
    let (mut executor, _) = executing(Task::Pair);
    assert!(executor.is_busy(Entity(1)) && executor.is_busy(Entity(2)));
    let before = saves::saved(&executor);
    let refused = executor
        .map_agents(|_| Entity(5))
        .expect_err("both are busy");
    assert!(
        refused
            .to_string()
            .contains("agent 5 is already engaged by action 1"),
        "{refused}"
    );
    assert_eq!(saves::saved(&executor), before);
    assert_eq!(executor.events().count(), 2, "not even the events are gone");
}

#[test]
fn a_plan_can_be_carried_out_by_others() {
    let mut state = world();
    let mut planner = Planner::with_limits(Limits::compact());
    let mut plan = planner
        .find(&state, &(), TASK)
        .expect("room")
        .expect("a plan")
        .clone();
    let before = plan.to_string();
    plan.map_agents(away).expect("it can be");
    assert_eq!(text_back(&plan.to_string()), before);
    state.map_agents(away);
    let mut executor = Executor::with_limits(Limits::compact());
    executor.submit(&plan, 0).expect("room");
    executor.tick(&mut state, &());
    assert!(executor.is_busy(away(Entity(1))), "{executor}");
}

#[test]
fn map_function_gets_only_values_of_the_domain() {
    let mut director = Director::with_limits(Task::All, Limits::compact());
    *director.state_mut() = world();
    for _ in 0..3 {
        director.tick(&(), Budget::unlimited());
    }
    assert!(director.executor().plans().len() > 0);
    let mut asked = Vec::new();
    let map = |number: usize| {
        asked.push(number);
        number
    };
    director.map_terms(map).expect("it can be");
    asked.sort_unstable();
    asked.dedup();
    // Where a `for` has its rows, and which one is next, are numbers too.
    assert_eq!(asked, [3, 70_000]);
}

#[test]
fn a_director_that_keeps_a_journal_is_refused() {
    let mut director = Director::with_limits(Task::All, Limits::compact());
    *director.state_mut() = world();
    director
        .keep_journal(squad_htn::journal::JournalOptions::new())
        .expect("it can be kept");
    let refused = director.map_agents(away).expect_err("it is in the journal");
    assert!(refused.to_string().contains("end_journal"), "{refused}");
    assert!(director.state().contains(Fact::Member(Entity(1))));
    director.end_journal();
    director.map_agents(away).expect("it can be");
    assert!(director.state().contains(Fact::Member(away(Entity(1)))));
}

#[test]
fn squads_at_a_scheduler_go_on_with_others() {
    let squads = || {
        let mut hq = SquadScheduler::<Domain>::with_limits(Limits::compact());
        let ids = [1, 2].map(|number| {
            let id = hq.add(Task::Raid {
                who: Entity(number),
                to: Entity(16),
            });
            *hq.squad_mut(id).expect("it is there").state_mut() = world();
            id
        });
        (hq, ids)
    };
    let ((mut one, ids), (mut other, _)) = (squads(), squads());
    let mut searching = 0;
    for frame in 0..40 {
        one.tick(|_| &(), Budget::steps(9));
        other.tick(|_| &(), Budget::steps(9));
        for id in ids {
            let (one, other) = (
                one.squad_mut(id).expect("there"),
                other.squad_mut(id).expect("there"),
            );
            let told = |director: &Director| -> Vec<String> {
                director.events().map(|event| event.to_string()).collect()
            };
            // The handles are mapped for a frame and then mapped back.
            let text = told(other).join("\n");
            let text = match frame % 3 {
                1 => text_with(&text, turned),
                _ => text,
            };
            assert_eq!(told(one).join("\n"), text, "frame {frame}");
            searching += u64::from(frame % 3 == 0 && other.is_searching());
            if frame % 3 < 2 {
                other.map_agents(turned).expect("it can be");
                one.restart_search();
            }
            let running: Vec<_> = one
                .executor()
                .plans()
                .flat_map(|plan| plan.steps())
                .collect();
            for id in running.iter().filter_map(|step| step.action) {
                one.finish(id, Outcome::Success).expect("it runs");
                other.finish(id, Outcome::Success).expect("it runs");
            }
        }
    }
    assert!(searching > 0);
}

mod job {
    use super::Entity;
    use squad_htn::prelude::*;

    htn_domain! {
        pub domain job;
        agent Entity;
        predicate hand(Entity) [4];
        predicate tool(Entity) [4];
        operator prepare(who: Entity) by who {}
        operator apply(who: Entity, tool: Entity) by who {}
        pub method work() if hand(who) { prepare(who); finish(who); }
        method finish(who: Entity) if tool(t) { apply(who, t); }
    }
}

/// A plan that was repaired and could not be repaired once more is not taken again as it was before.
#[test]
fn rejected_plans_are_known_by_mapped_handles() {
    use job::job::{Director, Fact, Task};
    let mut one = Director::with_limits(Task::Work, Limits::compact())
        .retry(Retry::Other)
        .retry_after(100)
        .max_repairs(1);
    for fact in [
        Fact::Hand(Entity(1)),
        Fact::Tool(Entity(2)),
        Fact::Tool(Entity(3)),
    ] {
        one.state_mut().insert(fact).expect("room");
    }
    let told = |director: &mut Director, outcome: Outcome| -> Vec<String> {
        director.tick(&(), Budget::unlimited());
        let plans = director.executor().plans().flat_map(|plan| plan.steps());
        let running: Vec<_> = plans.filter_map(|step| step.action).collect();
        for id in running {
            director.finish(id, outcome).expect("it runs");
        }
        director.events().map(|event| event.to_string()).collect()
    };
    let mut story = Vec::new();
    while !story.iter().any(|line: &String| line.contains("repaired")) {
        let outcome = match story.iter().any(|line| line.contains("finished prepare")) {
            false => Outcome::Success,
            true => Outcome::Failure,
        };
        story.extend(told(&mut one, outcome));
        assert!(one.executor().ticks() < 20, "{story:#?}");
    }
    let mut other = one.clone();
    other.map_agents(turned).expect("it can be");
    let mut too_soon = 0;
    for _ in 0..10 {
        let (a, b) = (
            told(&mut one, Outcome::Failure),
            told(&mut other, Outcome::Failure),
        );
        assert_eq!(
            a,
            b.iter()
                .map(|line| text_with(line, turned))
                .collect::<Vec<_>>()
        );
        too_soon += a
            .iter()
            .filter(|line| line.contains("before tick") || line.contains("until tick"))
            .count();
        story.extend(a);
    }
    assert!(too_soon > 0, "{story:#?}");
}
