//! Execution: the `priority` of a branch.

use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    domain camp;
    agent Actor;

    predicate fire(u8) [4];
    predicate swept();
    predicate plain();

    operator wait(who: Actor) by who {}
    operator walk(who: Actor) by who {}
    operator douse(who: Actor, n: u8) by who { success delete fire(n); }
    operator sweep(who: Actor) by who {}
    internal operator begin() { add swept(); }

    pub method duty() {
        branch urgent if fire(n) && !plain() { priority 5; fight(n); }
        branch fire if fire(n) { fight(n); }
        branch usual if !swept() { begin(); wait(A2); global_block(A2); sweep(A1); }
    }
    method fight(n: u8) { walk(A1); global_block(A1); douse(A1, n); }

    pub method changes() {
        branch first if fire(_) { priority 5; walk(A1); }
        branch second { sweep(A1); }
    }
}

use camp::{Director, Fact, Task};

/// Returns the commands of the tick in which A1 becomes free. Both the older plan and the plan about the fire wait for A1.
fn after_the_walk(facts: &[Fact], priority: i32) -> Vec<String> {
    let director = Director::new(Task::Duty).interval(1).priority(priority);
    let mut stage = Stage::new(director, facts.iter().copied());
    stage.expect_within(3, &(), "+wait(a2)");
    stage.put(Fact::Fire(1));
    stage.expect_within(3, &(), "+walk(a1)");
    stage.succeed("wait(a2)");
    stage.quiet(2, &());
    stage.succeed("walk(a1)");
    stage.tick(&())
}

#[test]
fn urgent_plan_is_not_robbed_of_its_agent() {
    assert_eq!(after_the_walk(&[Fact::Plain], 0), ["+sweep(a1)"]);
    assert_eq!(after_the_walk(&[], 0), ["+douse(a1, 1)"]);
}

#[test]
fn branch_priority_overrides_director_priority() {
    assert_eq!(after_the_walk(&[], 5), ["+sweep(a1)"]);
    assert_eq!(after_the_walk(&[], 9), ["+sweep(a1)"]);
    let director = Director::new(Task::Duty).interval(1).priority(9);
    let mut stage = Stage::new(director, [Fact::Fire(1)]);
    stage.tick(&());
    let priorities = stage.director.executor().plans().map(|plan| plan.priority);
    assert_eq!(priorities.collect::<Vec<_>>(), [5]);
}

#[test]
fn root_repair_keeps_the_priority() {
    let mut stage = Stage::new(Director::new(Task::Changes), [Fact::Fire(1)]);
    stage.expect_within(3, &(), "+walk(a1)");
    stage.take(Fact::Fire(1));
    stage.fail("walk(a1)");
    stage.expect_within(4, &(), "+sweep(a1)");
    assert_eq!(
        stage
            .story
            .iter()
            .filter(|line| line.contains("repaired"))
            .count(),
        1
    );
    let priorities = stage.director.executor().plans().map(|plan| plan.priority);
    assert_eq!(priorities.collect::<Vec<_>>(), [5]);
}
