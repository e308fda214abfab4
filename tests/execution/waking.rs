//! Plans and actions sleep until one of their inputs changes. These tests change every kind of input.

use squad_htn::prelude::*;

use crate::rig::Rig;
use crate::squad::{A1, A2, A3, Actor};

use watch::{Domain, Fact, State, Task};

/// The game state that expressions read.
#[derive(Clone, Copy, Default)]
struct Game {
    loud: bool,
}

const QUIET: Game = Game { loud: false };
const LOUD: Game = Game { loud: true };

htn_domain! {
    domain watch(game: &Game);
    agent Actor;

    predicate danger();
    predicate marked(u8) [8];
    predicate seen(u8) [8];
    predicate used(u8) [8];
    predicate reserved(Actor) [8];

    axiom safe(n: u8) { !danger() && !marked(n) }

    operator act(who: Actor) by who {}
    operator joint(a: Actor, b: Actor) by a, b {}
    operator listen(who: Actor) by who { while !game.loud; }
    operator sneak(who: Actor) by who { while !danger(); }
    operator hide(who: Actor, n: u8) by who { while safe(n); }
    operator taint(who: Actor, n: u8) by who { while !marked(n); start add marked(n); }
    operator keep(who: Actor, n: u8) by who { while seen(n); }
    operator cover(who: Actor, n: u8) by who { start delete seen(n); }
    operator alert(who: Actor) by who { success add danger(); }
    /// Fails the action of a sneaking agent.
    operator panic(who: Actor) by who { while !marked(1); failure add danger(); }
    operator mark(who: Actor, n: u8) by who { success add marked(n); }
    operator scan(who: Actor, n: u8) by who { sensed add marked(n); }
    operator strike(who: Actor, n: u8) by who { if marked(n); }

    internal operator copy() { add marked(n) for seen(n); undo drop_all(); }
    internal operator drop_all() { delete marked(_); }
    internal operator consume(n: u8) { if marked(n); add used(n); undo give_back(n); }
    internal operator give_back(n: u8) { delete used(n); }

    method calmly(a: Actor, b: Actor) if !game.loud { mark(a, 1); strike(b, 1); }
}

fn rig(facts: &[Fact]) -> Rig<Domain> {
    Rig::new(facts.iter().copied())
}

/// Submits these steps as planned with the facts `world`.
#[track_caller]
fn submit(rig: &mut Rig<Domain>, world: &[Fact], tasks: &[Task]) {
    let world = State::from_facts(world.iter().copied()).unwrap();
    let plan = crate::rig::plan(&world, &QUIET, tasks);
    rig.executor.submit(&plan, 0).unwrap();
}

#[track_caller]
fn quiet(rig: &mut Rig<Domain>, game: &Game) {
    for _ in 0..4 {
        rig.expect(game, "");
    }
}

#[test]
fn while_on_the_game_is_checked_every_tick() {
    let mut rig = rig(&[]);
    rig.submit(&QUIET, &[Task::Listen { who: A1 }], 0);
    rig.expect(&QUIET, "+listen(a1)");
    quiet(&mut rig, &QUIET);
    rig.expect(&LOUD, "-listen(a1)");
}

#[test]
fn while_is_checked_when_game_changes_its_facts() {
    let mut rig = rig(&[]);
    rig.submit(&QUIET, &[Task::Sneak { who: A1 }], 0);
    rig.expect(&QUIET, "+sneak(a1)");
    quiet(&mut rig, &QUIET);
    rig.state.insert(Fact::Seen(1)).unwrap();
    quiet(&mut rig, &QUIET);
    rig.state.insert(Fact::Danger).unwrap();
    rig.expect(&QUIET, "-sneak(a1)");
}

#[test]
fn while_condition_reads_facts_of_its_axioms() {
    let mut rig = rig(&[]);
    let hide = |who, n| Task::Hide { who, n };
    rig.submit(&QUIET, &[hide(A1, 1), hide(A2, 2)], 0);
    rig.expect(&QUIET, "+hide(a1, 1) +hide(a2, 2)");
    quiet(&mut rig, &QUIET);
    rig.state.insert(Fact::Marked(2)).unwrap();
    rig.expect(&QUIET, "-hide(a2, 2)");
    quiet(&mut rig, &QUIET);
    rig.state.insert(Fact::Danger).unwrap();
    rig.expect(&QUIET, "-hide(a1, 1)");
}

#[test]
fn facts_added_and_removed_between_ticks_are_unseen() {
    let mut rig = rig(&[]);
    rig.submit(&QUIET, &[Task::Sneak { who: A1 }], 0);
    rig.expect(&QUIET, "+sneak(a1)");
    rig.state.insert(Fact::Danger).unwrap();
    rig.state.remove(Fact::Danger);
    quiet(&mut rig, &QUIET);
}

/// The game may pass a different state, so counting changes is not enough.
#[test]
fn swapped_state_wakes_plan_only_if_facts_differ() {
    let mut rig = rig(&[Fact::Seen(1)]);
    rig.submit(&QUIET, &[Task::Sneak { who: A1 }], 0);
    rig.expect(&QUIET, "+sneak(a1)");
    quiet(&mut rig, &QUIET);
    rig.state = rig.state.clone();
    quiet(&mut rig, &QUIET);
    rig.state = State::from_facts([Fact::Seen(1)]).unwrap();
    quiet(&mut rig, &QUIET);
    rig.state = State::from_facts([Fact::Danger]).unwrap();
    rig.expect(&QUIET, "-sneak(a1)");
}

/// The facts become equal to those last watched, by the same changes to another state. An action depends on the facts of its
/// start.
#[test]
fn fact_change_without_watchers_is_noticed() {
    let facts = [Fact::Seen(2), Fact::Seen(1)];
    let mut rig = rig(&facts);
    let cover = |who| Task::Cover { who, n: 1 };
    submit(&mut rig, &facts, &[Task::Keep { who: A2, n: 2 }, cover(A1)]);
    rig.expect(&QUIET, "+keep(a2, 2) +cover(a1, 1)");
    rig.succeed("keep(a2, 2)");
    rig.succeed("cover(a1, 1)");
    quiet(&mut rig, &QUIET);
    rig.state = State::from_facts(facts).unwrap();
    submit(&mut rig, &facts, &[Task::Keep { who: A1, n: 1 }, cover(A2)]);
    rig.expect(&QUIET, "+keep(a1, 1) +cover(a2, 1)");
    rig.expect(&QUIET, "-keep(a1, 1)");
}

#[test]
fn start_effects_break_while_in_the_next_tick() {
    let mut rig = rig(&[]);
    rig.submit(&QUIET, &[Task::Taint { who: A1, n: 3 }], 0);
    rig.expect(&QUIET, "+taint(a1, 3)");
    rig.expect(&QUIET, "-taint(a1, 3)");
}

/// Each action is checked once per tick, in the order of starts.
#[test]
fn effects_of_broken_while_reach_later_actions_at_once() {
    for (tasks, first, second) in [
        (
            [Task::Panic { who: A1 }, Task::Sneak { who: A2 }],
            "-panic(a1) -sneak(a2)",
            "",
        ),
        (
            [Task::Sneak { who: A2 }, Task::Panic { who: A1 }],
            "-panic(a1)",
            "-sneak(a2)",
        ),
    ] {
        let mut rig = rig(&[]);
        // Two plans, so that one is not repaired because of the other.
        submit(&mut rig, &[], &tasks[..1]);
        submit(&mut rig, &[], &tasks[1..]);
        rig.tick(&QUIET);
        quiet(&mut rig, &QUIET);
        rig.state.insert(Fact::Marked(1)).unwrap();
        rig.expect(&QUIET, first);
        rig.expect(&QUIET, second);
    }
}

#[test]
fn while_is_checked_when_action_changes_its_facts() {
    let mut rig = rig(&[]);
    submit(&mut rig, &[], &[Task::Sneak { who: A1 }]);
    submit(&mut rig, &[], &[Task::Alert { who: A2 }]);
    rig.expect(&QUIET, "+sneak(a1) +alert(a2)");
    quiet(&mut rig, &QUIET);
    rig.succeed("alert(a2)");
    rig.expect(&QUIET, "-sneak(a1)");
}

#[test]
fn waiting_step_starts_when_game_adds_the_fact() {
    let mut rig = rig(&[]);
    let tasks = [Task::Mark { who: A1, n: 1 }, Task::Strike { who: A2, n: 1 }];
    submit(&mut rig, &[], &tasks);
    rig.expect(&QUIET, "+mark(a1, 1)");
    quiet(&mut rig, &QUIET);
    rig.state.insert(Fact::Marked(2)).unwrap();
    quiet(&mut rig, &QUIET);
    rig.state.insert(Fact::Marked(1)).unwrap();
    rig.expect(&QUIET, "+strike(a2, 1)");
}

#[test]
fn sensor_wait_ends_after_sensor_timeout() {
    for grace in 0..4 {
        let mut rig = rig(&[]);
        rig.executor = rig.executor.sensor_timeout(grace);
        let scan = Task::Scan { who: A1, n: 1 };
        submit(&mut rig, &[], &[scan, Task::Strike { who: A2, n: 1 }]);
        rig.expect(&QUIET, "+scan(a1, 1)");
        quiet(&mut rig, &QUIET);
        rig.succeed("scan(a1, 1)");
        let failed = |rig: &Rig<Domain>| {
            let mut events = rig.executor.events();
            events.any(|event| matches!(event, Event::Failed { .. }))
        };
        for _ in 0..grace {
            rig.expect(&QUIET, "");
            assert!(!failed(&rig));
        }
        rig.expect(&QUIET, "");
        assert!(failed(&rig), "{grace}: {:?}", rig.lines());
    }
}

#[test]
fn longer_sensor_timeout_applies_to_waiting_steps() {
    let mut rig = rig(&[]);
    rig.executor = rig.executor.sensor_timeout(1);
    let scan = Task::Scan { who: A1, n: 1 };
    submit(&mut rig, &[], &[scan, Task::Strike { who: A2, n: 1 }]);
    rig.expect(&QUIET, "+scan(a1, 1)");
    rig.succeed("scan(a1, 1)");
    rig.expect(&QUIET, "");
    rig.executor = rig.executor.sensor_timeout(4);
    for _ in 0..3 {
        rig.expect(&QUIET, "");
        assert!(!rig.lines().iter().any(|line| line.contains("failed")));
    }
    rig.state.insert(Fact::Marked(1)).unwrap();
    rig.expect(&QUIET, "+strike(a2, 1)");
}

/// The condition above `strike` depends on the game alone, and `strike` waits for something else.
#[test]
fn waiting_step_fails_when_game_condition_fails() {
    let mut rig = rig(&[]);
    rig.submit(&QUIET, &[Task::Calmly { a: A1, b: A2 }], 0);
    rig.expect(&QUIET, "+mark(a1, 1)");
    quiet(&mut rig, &QUIET);
    rig.expect(&LOUD, "");
    let line = "tick 6: plan 1 failed at strike(a2, 1): `!game.loud` does not hold";
    assert!(rig.lines().contains(&line.to_string()), "{:?}", rig.lines());
}

/// The group's second step needs an effect of the first, which depends on a predicate that no condition reads.
#[test]
fn waiting_group_depends_on_inputs_of_its_effects() {
    let mut rig = rig(&[]);
    let tasks = [
        Task::Mark { who: A1, n: 9 },
        Task::Copy,
        Task::Consume { n: 5 },
    ];
    submit(&mut rig, &[Fact::Seen(5)], &tasks);
    rig.expect(&QUIET, "+mark(a1, 9)");
    quiet(&mut rig, &QUIET);
    assert!(!rig.holds(Fact::Used(5)));
    rig.state.insert(Fact::Seen(5)).unwrap();
    rig.expect(&QUIET, "");
    assert!(rig.holds(Fact::Used(5)) && rig.holds(Fact::Marked(5)));
}

/// A second agent that is busy now blocks nothing yet, so the step is not registered with it at once.
#[test]
fn awaited_agents_are_updated_when_an_action_ends() {
    let mut rig = rig(&[]);
    let act = |who| [Task::Act { who }];
    rig.submit(&QUIET, &act(A2), 0);
    rig.submit(&QUIET, &act(A3), 0);
    rig.submit(&QUIET, &[Task::Joint { a: A1, b: A2 }], 0);
    rig.expect(&QUIET, "+act(a2) +act(a3)");
    let waits = |rig: &Rig<Domain>| {
        let lines = rig.lines().into_iter();
        let mut lines = lines.filter_map(|line| Some(line.split_once("waits: ")?.1.to_string()));
        (lines.next().unwrap_or_default(), lines.next())
    };
    let said = "joint(a1, a2) until a2 has finished act(a2)".to_string();
    assert_eq!(waits(&rig), (said, None));
    quiet(&mut rig, &QUIET);
    rig.submit(&QUIET, &act(A1), 1);
    rig.expect(&QUIET, "+act(a1)");
    assert_eq!(waits(&rig), (String::new(), None));
    rig.succeed("act(a3)");
    rig.expect(&QUIET, "");
    let said = "joint(a1, a2) until a1 has finished act(a1)".to_string();
    assert_eq!(waits(&rig), (said, None));
    rig.succeed("act(a1)");
    rig.expect(&QUIET, "");
    rig.succeed("act(a2)");
    rig.expect(&QUIET, "+joint(a1, a2)");
}

#[test]
fn many_plans_run_as_if_alone() {
    let limits = Limits {
        plans: 200,
        ..Limits::default()
    };
    let mut rig = Rig::<Domain>::with(squad_htn::Executor::with_limits(limits), []);
    for n in 0..200 {
        let act = Task::Act { who: Actor(n) };
        submit(&mut rig, &[], &[act, act]);
    }
    assert_eq!(rig.tick(&QUIET).len(), 200);
    quiet(&mut rig, &QUIET);
    for round in ["+act", ""] {
        for n in 0..200 {
            // An order that is neither ascending nor descending.
            let who = format!("a{}", u32::from(n as u8) * 77 % 200);
            rig.succeed(&format!("act({who})"));
            let expected = match round {
                "" => String::new(),
                start => format!("{start}({who})"),
            };
            rig.expect(&QUIET, &expected);
        }
    }
    assert_eq!(rig.executor.plans().count(), 0);
}
