//! The tree of a plan that was found for a repair.

use squad_htn::prelude::*;

use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    domain relay;
    agent Actor;

    predicate way(u8) [8];

    operator pack(who: Actor) by who {}
    operator go(who: Actor, way: u8) by who {}
    operator rest(who: Actor) by who {}
    operator hail(who: Actor) by who {}

    pub method mission() { prepare(); cross(A1); settle(); }
    method prepare() { pack(A1); pack(A2); global_block(A1); }
    method cross(who: Actor) { branch by_road if way(n) { takes(who, n); } }
    method takes(who: Actor, n: u8) { go(who, n); global_block(who); }
    method settle() { camp(A1); camp(A2); }
    method camp(who: Actor) { rest(who); nothing(); }
    method nothing() {}

    /// Two interleaved strands, one of which is repaired.
    pub method both() { unordered { { side(A1); } { side(A2); } } settle(); }
    method side(who: Actor) { hail(who); cross(who); }
}

use relay::{Director, Fact, Task};

/// Returns a stage in which a crossing runs and another way has opened.
fn crossing(task: Task) -> Stage<relay::Domain> {
    let director = Director::new(task).interval(1_000);
    Stage::new(director, [Fact::Way(1)])
}

/// Returns the plan that was found in the last tick.
fn found(stage: &Stage<relay::Domain>) -> &squad_htn::Plan<relay::Domain> {
    stage
        .director
        .planner()
        .and_then(|planner| planner.plan())
        .expect("a repair was found")
}

/// Asserts that parents precede their children and that nodes span their steps.
#[track_caller]
fn judge(plan: squad_htn::PlanView<'_, relay::Domain>) {
    let tree = plan.tree();
    for node in tree.nodes() {
        assert!(node.parent() < Some(node.index()), "{plan}");
        let above = |step: usize| {
            let parent = |at: &usize| tree.node(*at)?.parent();
            std::iter::successors(tree.above(step).map(|node| node.index()), parent)
        };
        let below = |step: &usize| above(*step).any(|at| at == node.index());
        let first = (0..plan.len()).find(below);
        let last = (0..plan.len()).rfind(below);
        let steps = node.steps();
        match first.zip(last) {
            Some((first, last)) => assert_eq!(steps, first..last + 1, "{plan}"),
            None => assert!(steps.is_empty(), "{plan}"),
        }
    }
}

#[test]
fn repaired_tree_prints_tasks_before_steps() {
    let mut stage = crossing(Task::Mission);
    stage.expect_within(3, &(), "+pack(a1) +pack(a2)");
    stage.succeed("pack(a1)");
    stage.expect(&(), "+go(a1, 1)");
    stage.take(Fact::Way(1));
    stage.put(Fact::Way(2));
    stage.fail("go(a1, 1)");
    stage.expect(&(), "");
    let plan = found(&stage);
    let expected = "\
mission()
  prepare()
  cross(a1) [by_road]: n = 2
    takes(a1, 2)
      go(a1, 2)
      global_block(a1)
  settle()
    camp(a1)
      rest(a1)
      nothing()
    camp(a2)
      rest(a2)
      nothing()
";
    assert_eq!(plan.to_string(), expected);
    judge(plan.view());
    stage.expect(&(), "+go(a1, 2)");
}

#[test]
fn repaired_tree_orders_strands() {
    let mut stage = crossing(Task::Both);
    stage.expect_within(3, &(), "+hail(a1)");
    stage.succeed("hail(a1)");
    stage.expect(&(), "+go(a1, 1)");
    stage.fail("go(a1, 1)");
    stage.expect(&(), "");
    let plan = found(&stage);
    judge(plan.view());
    let text = plan.to_string();
    assert!(text.starts_with("both()\n"), "{text}");
    let line = |line: &str| text.find(line).unwrap_or_else(|| panic!("{line}: {text}"));
    assert!(line("side(a1)") < line("cross(a1)"), "{text}");
    assert!(line("cross(a1)") < line("go(a1, 1)"), "{text}");
    assert!(line("side(a2)") < line("go(a2, 1)"), "{text}");
    stage.expect(&(), "+go(a1, 1)");
    let repaired = |line: &String| line.contains("repaired at takes(a1, 1)");
    assert!(stage.story.iter().any(repaired), "{:#?}", stage.story);
}

#[test]
fn repair_of_a_repair_has_a_valid_tree() {
    let mut stage = crossing(Task::Mission);
    stage.expect_within(3, &(), "+pack(a1) +pack(a2)");
    stage.succeed("pack(a1)");
    stage.expect(&(), "+go(a1, 1)");
    for _ in 0..3 {
        stage.fail("go(a1, 1)");
        stage.expect(&(), "");
        judge(found(&stage).view());
        assert!(
            found(&stage)
                .to_string()
                .starts_with("mission()\n  prepare()\n  cross(a1)")
        );
        stage.expect(&(), "+go(a1, 1)");
    }
}

#[test]
fn plan_of_an_event_is_found_by_id() {
    // The plan is found by its id even if the planner has started another search.
    let mut stage = crossing(Task::Mission);
    stage.expect_within(3, &(), "+pack(a1) +pack(a2)");
    stage.succeed("pack(a1)");
    stage.expect(&(), "+go(a1, 1)");
    stage.take(Fact::Way(1));
    stage.put(Fact::Way(2));
    stage.fail("go(a1, 1)");
    stage.expect(&(), "");
    stage.director.replan_now();
    stage.expect(&(), "+go(a1, 2)");
    let repaired = stage.director.events().find_map(|event| match event {
        Event::Repaired { plan, .. } => Some(plan),
        _ => None,
    });
    let plans = &mut stage.director.executor().plans();
    let status = plans.find(|plan| Some(plan.id) == repaired);
    let status = status.expect("the plan that was repaired");
    judge(status.plan());
    let expected = "\
mission()
  prepare()
    pack(a1)
    pack(a2)
    global_block(a1)
  cross(a1) [by_road]: n = 2
    takes(a1, 2)
      go(a1, 2)
      global_block(a1)
  settle()
    camp(a1)
      rest(a1)
      nothing()
    camp(a2)
      rest(a2)
      nothing()
";
    assert_eq!(status.plan().to_string(), expected);
}
