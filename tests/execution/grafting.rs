//! Partial repairs: the rest of the plan stays as it is around the repaired part.

use squad_htn::prelude::*;

use crate::squad::squad::{Director, Domain, Fact, Task};
use crate::squad::{A1, A2, A3, Actor, Kind, Line, P1, STRICT};
use crate::stage::Stage;
use crate::steps::counters;

/// Returns a director's stage that plans the lines under node 0 once.
fn stage(lines: &[(u16, Line)]) -> Stage<Domain> {
    let director = Director::new(Task::Node { node: 0 }).interval(1_000_000);
    let rows = lines.iter().map(|(node, line)| Fact::Child(*node, *line));
    Stage::new(director, counters().into_iter().chain(rows))
}

fn line(tag: u16, kind: Kind, a: Actor) -> Line {
    Line::new(tag, kind, a, a, 1)
}

fn is_busy(stage: &Stage<Domain>, agent: Actor) -> bool {
    stage.director.executor().is_busy(agent)
}

/// a2 acts, a3 is held for that action, and a1 acts in a node that reserves a place.
fn around() -> Stage<Domain> {
    let mut stage = stage(&[
        (0, line(50, Kind::Reserve, A2)),
        (0, line(1, Kind::Act, A2)),
        (0, Line::new(51, Kind::BlockOn, A3, A2, 0)),
        (0, line(10, Kind::Node, A1)),
        (0, line(52, Kind::Free, A2)),
        (10, line(53, Kind::Take, A1)),
        (10, line(2, Kind::Act, A1)),
        (10, line(54, Kind::GlobalBlock, A1)),
        (10, line(55, Kind::Leave, A1)),
    ]);
    stage.expect_within(3, &STRICT, "+act(1, a2) +act(2, a1)");
    assert!(stage.has(Fact::Taken(P1)) && stage.has(Fact::Reserved(A2)));
    stage.fail("act(2, a1)");
    stage.expect(&STRICT, "");
    assert!(
        stage.has(Fact::Taken(P1)),
        "nothing changes until the repair is adopted"
    );
    stage.expect(&STRICT, "+act(2, a1)");
    assert!(
        stage
            .story
            .iter()
            .any(|line| line.contains("repaired at node(10)")),
        "{:?}",
        stage.story
    );
    stage
}

#[test]
fn repair_keeps_actions_and_holds_outside_the_part() {
    let mut stage = around();
    assert!(
        is_busy(&stage, A2) && is_busy(&stage, A3),
        "its action goes on, and so does the hold"
    );
    assert!(stage.has(Fact::Taken(P1)) && stage.has(Fact::Reserved(A2)));
    stage.succeed("act(2, a1)");
    stage.expect(&STRICT, "");
    assert!(!stage.has(Fact::Taken(P1)) && stage.has(Fact::Reserved(A2)));
    assert!(is_busy(&stage, A3));
    stage.succeed("act(1, a2)");
    stage.expect(&STRICT, "");
    assert!(!is_busy(&stage, A3) && !stage.has(Fact::Reserved(A2)));
    assert!(stage.completed());
}

#[test]
fn repaired_plan_when_cancelled_leaves_nothing() {
    let mut stage = around();
    let plan = stage.director.executor().plans().next().unwrap().id;
    stage.director.cancel(plan);
    stage.expect(&STRICT, "-act(1, a2) -act(2, a1)");
    assert!(!stage.has(Fact::Taken(P1)) && !stage.has(Fact::Reserved(A2)));
    assert!([A1, A2, A3].iter().all(|agent| !is_busy(&stage, *agent)));
    assert!(stage.has(Fact::Starts(3)) && stage.has(Fact::Ends(3)) && stage.has(Fact::Losses(3)));
}

#[test]
fn part_may_be_repaired_repeatedly() {
    let mut stage = around();
    for _ in 0..5 {
        stage.fail("act(2, a1)");
        stage.expect(&STRICT, "");
        stage.expect(&STRICT, "+act(2, a1)");
        assert!(stage.has(Fact::Taken(P1)) && is_busy(&stage, A3));
    }
    stage.succeed("act(1, a2)");
    stage.succeed("act(2, a1)");
    stage.expect(&STRICT, "");
    assert!(stage.completed());
    assert!(!stage.has(Fact::Taken(P1)) && !stage.has(Fact::Reserved(A2)));
}

#[test]
fn barrier_before_repaired_part_stays_closed() {
    let mut stage = stage(&[
        (0, line(1, Kind::Act, A2)),
        (0, line(50, Kind::GlobalBlock, A2)),
        (0, line(10, Kind::Node, A1)),
        (10, line(2, Kind::Act, A1)),
        (10, line(3, Kind::Act, A3)),
    ]);
    stage.expect_within(3, &STRICT, "+act(1, a2)");
    stage.director.agent_left(A1);
    stage.quiet(4, &STRICT);
    assert!(
        stage.story.iter().any(|line| line.contains("repaired")),
        "{:?}",
        stage.story
    );
    stage.succeed("act(1, a2)");
    stage.expect(&STRICT, "+act(2, a1) +act(3, a3)");
}

#[test]
fn barrier_inside_repaired_part_opens() {
    let mut stage = stage(&[
        (0, line(10, Kind::Node, A1)),
        (10, line(1, Kind::Act, A1)),
        (10, line(2, Kind::Act, A2)),
        (10, line(50, Kind::GlobalBlock, A1)),
        (10, line(3, Kind::Act, A3)),
    ]);
    stage.expect_within(3, &STRICT, "+act(1, a1) +act(2, a2)");
    stage.take(Fact::Child(10, line(2, Kind::Act, A2)));
    stage.take(Fact::Child(10, line(50, Kind::GlobalBlock, A1)));
    stage.fail("act(2, a2)");
    stage.expect_within(4, &STRICT, "-act(1, a1) +act(1, a1) +act(3, a3)");
}

#[test]
fn waiting_steps_before_repaired_part_still_start() {
    let mut stage = stage(&[
        (0, line(1, Kind::Act, A2)),
        (0, line(2, Kind::Act, A2)),
        (0, line(10, Kind::Node, A1)),
        (10, line(3, Kind::Act, A1)),
    ]);
    stage.expect_within(3, &STRICT, "+act(1, a2) +act(3, a1)");
    stage.fail("act(3, a1)");
    stage.expect(&STRICT, "");
    stage.expect(&STRICT, "+act(3, a1)");
    stage.succeed("act(1, a2)");
    stage.expect(&STRICT, "+act(2, a2)");
    stage.fail("act(3, a1)");
    stage.expect(&STRICT, "");
    stage.expect(&STRICT, "+act(3, a1)");
    stage.succeed("act(2, a2)");
    stage.succeed("act(3, a1)");
    stage.expect(&STRICT, "");
    assert!(stage.completed());
}

#[test]
fn part_with_started_successor_is_not_repaired_alone() {
    let mut stage = stage(&[
        (0, line(1, Kind::Act, A2)),
        (0, line(10, Kind::Node, A1)),
        (0, line(11, Kind::Node, A1)),
        (10, line(3, Kind::Act, A1)),
        (11, line(4, Kind::Act, A3)),
    ]);
    stage.expect_within(3, &STRICT, "+act(1, a2) +act(3, a1) +act(4, a3)");
    stage.fail("act(3, a1)");
    stage.expect(&STRICT, "");
    stage.expect(
        &STRICT,
        "-act(1, a2) -act(4, a3) +act(1, a2) +act(3, a1) +act(4, a3)",
    );
}

#[test]
fn repair_replaces_agent_that_left() {
    let mut stage = stage(&[
        (0, line(1, Kind::Act, A2)),
        (0, line(10, Kind::Node, A1)),
        (10, line(2, Kind::Act, A1)),
    ]);
    stage.expect_within(3, &STRICT, "+act(1, a2) +act(2, a1)");
    stage.take(Fact::Child(10, line(2, Kind::Act, A1)));
    stage.put(Fact::Child(10, line(3, Kind::Act, A3)));
    stage.director.agent_left(A1);
    stage.expect(&STRICT, "-act(2, a1)");
    stage.expect(&STRICT, "+act(3, a3)");
    assert!(is_busy(&stage, A2));
}

#[test]
fn empty_repair_completes_the_plan() {
    let mut stage = stage(&[(0, line(10, Kind::Node, A1)), (10, line(2, Kind::Act, A1))]);
    stage.expect_within(3, &STRICT, "+act(2, a1)");
    stage.take(Fact::Child(10, line(2, Kind::Act, A1)));
    stage.fail("act(2, a1)");
    stage.quiet(2, &STRICT);
    assert!(stage.completed(), "{:?}", stage.story);
    // The idle director has searched again and found the empty plan.
    let planned = stage
        .director
        .executor()
        .plans()
        .map(|plan| plan.steps_left());
    assert_eq!(planned.collect::<Vec<_>>(), [0]);
}

htn_domain! {
    domain braid;
    agent Actor;

    predicate log(u8) [8];

    operator one(who: Actor) by who { success add log(1); }
    operator two(who: Actor) by who { if log(1); success add log(22); }
    operator three(who: Actor) by who { if log(2); success add log(3); }
    internal operator note() {}
    internal operator mark(n: u8) { add log(n); undo unmark(n); }
    internal operator unmark(n: u8) { delete log(n); }

    pub method both() { unordered { left(); right(); } }
    method left() { note(); one(A1); three(A3); }
    method right() { two(A2); block_on(Actor(4), A2); mark(2); }
}

/// The left strand has the first and the last steps; those of the right strand lie between them.
#[test]
fn repair_keeps_steps_of_interleaved_strand() {
    let director = braid::Director::new(braid::Task::Both).interval(1_000_000);
    let mut stage = Stage::<braid::Domain>::new(director, []);
    stage.expect_within(3, &(), "+one(a1)");
    stage.succeed("one(a1)");
    stage.expect(&(), "+two(a2) +three(a3)");
    let held = |stage: &Stage<braid::Domain>| stage.director.executor().is_busy(Actor(4));
    assert!(held(&stage));

    stage.fail("three(a3)");
    stage.expect_within(4, &(), "+one(a1) +three(a3)");
    assert!(
        stage
            .story
            .iter()
            .any(|line| line.contains("repaired at left()")),
        "{:?}",
        stage.story
    );
    assert!(
        held(&stage) && stage.has(braid::Fact::Log(2)),
        "the other strand is not touched"
    );
    stage.fail("three(a3)");
    stage.expect_within(4, &(), "-one(a1) +one(a1) +three(a3)");
    assert!(held(&stage) && stage.has(braid::Fact::Log(2)));

    stage.succeed("two(a2)");
    stage.expect(&(), "");
    assert!(
        stage.has(braid::Fact::Log(22)),
        "its own effects, wherever it stands in the plan"
    );
    assert!(!held(&stage));
    stage.succeed("one(a1)");
    stage.succeed("three(a3)");
    stage.expect(&(), "");
    assert!(stage.completed());
}

#[test]
fn repaired_strands_when_cancelled_leave_nothing() {
    let director = braid::Director::new(braid::Task::Both).interval(1_000_000);
    let mut stage = Stage::<braid::Domain>::new(director, []);
    stage.expect_within(3, &(), "+one(a1)");
    stage.succeed("one(a1)");
    stage.expect(&(), "+two(a2) +three(a3)");
    stage.fail("three(a3)");
    stage.expect_within(4, &(), "+one(a1) +three(a3)");
    let plan = stage.director.executor().plans().next().unwrap().id;
    stage.director.cancel(plan);
    stage.expect(&(), "-two(a2) -one(a1) -three(a3)");
    assert!(
        !stage.has(braid::Fact::Log(2)),
        "what was marked before the repair is undone"
    );
    assert!(!stage.director.executor().is_busy(Actor(4)));
}

htn_domain! {
    /// A task whose own steps delete its condition.
    pub domain shift;

    agent u8;

    predicate open(door: u8) [4];

    operator guard(who: u8) by who {}
    operator lock(who: u8) by who {}
    internal operator close(door: u8) { delete open(door); }

    pub method watch(door: u8) if open(door) {
        stand();
        close(door);
        lock(2);
    }

    method stand() { guard(1); global_block(1); }
}

/// Agent 1 guards an open door and fails. The repair lets it guard again.
fn guarded() -> Stage<shift::Domain> {
    let director = shift::Director::new(shift::Task::Watch { door: 3 }).interval(1_000_000);
    let mut stage = Stage::new(director, [shift::Fact::Open(3)]);
    stage.expect_within(3, &(), "+guard(1)");
    stage.fail("guard(1)");
    stage.expect(&(), "");
    stage
}

#[test]
fn new_steps_update_conditions_expected_above() {
    let mut stage = guarded();
    stage.expect(&(), "+guard(1)");
    let repaired = |line: &String| line.contains("repaired at stand()");
    assert!(stage.story.iter().any(repaired), "{:?}", stage.story);
    stage.succeed("guard(1)");
    stage.expect(&(), "+lock(2)");
    assert!(
        !stage.has(shift::Fact::Open(3)),
        "which lock(2) does not mind"
    );
    stage.succeed("lock(2)");
    stage.expect(&(), "");
    assert!(stage.completed());

    let mut stage = guarded();
    stage.take(shift::Fact::Open(3));
    stage.quiet(3, &());
    assert!(!stage.completed(), "guard(1) does mind: {:?}", stage.story);
}

htn_domain! {
    domain trek;
    agent u8;

    predicate way(u8) [8];
    operator walk(who: u8, n: u8) by who {}
    pub method mission() {
        cross(1);
        walk(1, 11); walk(1, 12); walk(1, 13); walk(1, 14); walk(1, 15); walk(1, 16);
    }
    method cross(who: u8) { branch any if way(n) { walk(who, n); } }
}

/// The remaining steps of the plan take part in a repair search, but do not count towards its limit of tasks.
#[test]
fn remaining_steps_do_not_count_as_repair_tasks() {
    let limits = Limits {
        tasks: 8,
        ..Limits::compact()
    };
    let director = trek::Director::with_limits(trek::Task::Mission, limits).interval(1_000_000);
    let mut stage = Stage::new(director, [trek::Fact::Way(1), trek::Fact::Way(2)]);
    stage.expect_within(3, &(), "+walk(1, 1)");
    stage.take(trek::Fact::Way(1));
    stage.fail("walk(1, 1)");
    stage.expect_within(3, &(), "+walk(1, 2)");
    let repaired = |line: &String| line.contains("repaired at cross(1)");
    assert!(stage.story.iter().any(repaired), "{:?}", stage.story);
}
