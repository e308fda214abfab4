//! The tree above the steps, and how a plan prints.

use squad_htn::prelude::*;

use crate::errand::{Planner, Task, row};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
struct Actor(u8);

htn_domain! {
    domain patrol;
    agent Actor;

    predicate guard(Actor);
    predicate post(u8, u32);
    predicate watched(u8);
    predicate tired(Actor);
    predicate seen(Actor, u8);

    operator go(who: Actor, to: u8) by who { success add seen(who, to); }
    operator look(who: Actor) by who { if !tired(who); }
    internal operator watch(post: u8) { if !watched(post); add watched(post); }

    pub method guard_all() {
        /// Each guard chooses the nearest post.
        branch everyone if guard(_) {
            for guard(who) { take_post(who); }
            if tired(someone) { look(someone); } else { watch(99); }
        }
        branch nobody {}
    }
    method take_post(who: Actor) {
        branch nearest if post(p, distance) && !watched(p) && !tired(who) sort by distance {
            watch(p);
            go(who, p);
            look(who);
        }
        branch none_left {}
    }
}

fn find() -> patrol::Planner {
    use patrol::Fact::{Guard, Post};
    let facts = [
        Guard(Actor(1)),
        Guard(Actor(2)),
        Guard(Actor(3)),
        Post(7, 30),
        Post(8, 10),
    ];
    let state = patrol::State::from_facts(facts).unwrap();
    let mut planner = patrol::Planner::new();
    planner.find(&state, &(), patrol::Task::GuardAll).unwrap();
    planner
}

#[test]
fn nodes_name_task_method_branch_bindings_and_steps() {
    let planner = find();
    let plan = planner.plan().unwrap();
    let steps: Vec<String> = plan.tasks().map(|task| task.to_string()).collect();
    let expected = [
        "watch(8)",
        "go(Actor(1), 8)",
        "look(Actor(1))",
        "watch(7)",
        "go(Actor(2), 7)",
        "look(Actor(2))",
        "watch(99)",
    ];
    assert_eq!(steps, expected);

    let tree = plan.tree();
    let root = tree.node(0).unwrap();
    assert_eq!(root.task(), Some(patrol::Task::GuardAll));
    assert_eq!(
        (root.name(), root.branch(), root.method()),
        ("guard_all", "everyone", 0)
    );
    assert_eq!((root.parent(), root.steps()), (None, 0..7));
    assert_eq!(root.doc().trim(), "Each guard chooses the nearest post.");

    let posts: Vec<_> = tree
        .nodes()
        .filter(|node| node.name() == "take_post")
        .collect();
    let branches: Vec<_> = posts.iter().map(|node| node.branch()).collect();
    assert_eq!(branches, ["nearest", "nearest", "none_left"]);
    let ranges: Vec<_> = posts.iter().map(|node| node.steps()).collect();
    assert_eq!(ranges, [0..3, 3..6, 6..6]);
    assert_eq!(
        posts[0].task(),
        Some(patrol::Task::TakePost { who: Actor(1) })
    );
    let bindings: Vec<String> = posts[0]
        .bindings()
        .map(|binding| binding.to_string())
        .collect();
    assert!(bindings.contains(&"p = 8".to_string()), "{bindings:?}");
    assert!(
        bindings.contains(&"distance = 10".to_string()),
        "{bindings:?}"
    );
}

#[test]
fn parents_come_before_children_and_cover_their_steps() {
    let planner = find();
    let plan = planner.plan().unwrap();
    let tree = plan.tree();
    for node in tree.nodes() {
        let Some(parent) = node.parent() else {
            continue;
        };
        assert!(parent < node.index());
        let outer = tree.node(parent).unwrap().steps();
        let inner = node.steps();
        assert!(
            outer.start <= inner.start && inner.end <= outer.end,
            "{inner:?} in {outer:?}"
        );
    }
    for step in 0..plan.tasks().count() {
        let above = tree.above(step).unwrap();
        assert!(above.steps().contains(&step));
    }
}

#[test]
fn rounds_of_a_loop_are_siblings() {
    let planner = find();
    let plan = planner.plan().unwrap();
    let rounds: Vec<_> = plan
        .tree()
        .nodes()
        .filter(|node| node.name() == "for")
        .collect();
    assert!(rounds.len() >= 3);
    assert!(
        rounds.iter().all(|round| round.parent() == Some(0)),
        "{plan}"
    );
    assert_eq!(rounds[0].task(), None);
}

#[test]
fn plan_prints_as_its_tree() {
    let planner = find();
    let text = planner.plan().unwrap().to_string();
    let order = [
        "guard_all()",
        "everyone",
        "for",
        "take_post(Actor(1))",
        "nearest",
        "p = 8",
        "watch(8)",
        "go(Actor(1), 8)",
        "take_post(Actor(2))",
        "take_post(Actor(3))",
        "none_left",
        "if",
        "else",
        "watch(99)",
    ];
    let mut rest = text.as_str();
    for part in order {
        let at = rest
            .find(part)
            .unwrap_or_else(|| panic!("`{part}` is not where it belongs in\n{text}"));
        rest = &rest[at + part.len()..];
    }
    let line = |part: &str| text.lines().find(|line| line.contains(part)).unwrap();
    let indent = |part: &str| line(part).len() - line(part).trim_start().len();
    assert_eq!(indent("guard_all()"), 0);
    assert_eq!(indent("take_post(Actor(1))"), indent("take_post(Actor(2))"));
    assert!(indent("take_post(Actor(1))") < indent("watch(8)"));
}

#[test]
fn external_steps_list_expected_conditions() {
    let planner = find();
    let plan = planner.plan().unwrap();
    let expected: Vec<&str> = plan.expected(1).collect();
    let has = |text: &str| expected.iter().any(|condition| condition.contains(text));
    assert!(has("tired"), "{expected:?}");
    assert!(
        !has("watched"),
        "the plan itself has watched the post by then: {expected:?}"
    );
    assert_eq!(
        plan.expected(0).count(),
        0,
        "an internal step has its own precondition only"
    );
}

#[test]
fn plans_can_be_cloned_and_outlive_the_planner() {
    let plan = {
        let mut planner = Planner::new();
        planner
            .find(&row(4), &(), Task::Travel { to: 4 })
            .unwrap()
            .unwrap()
            .clone()
    };
    assert!(plan.tasks().count() > 0);
    assert_eq!(plan.cost(), 2.0 * plan.actions().count() as f32);
    assert!(!format!("{plan:?}").is_empty());
}

htn_domain! {
    domain strands;

    operator act(n: u8) {}

    method nothing() { branch done {} }
    method late(n: u8) { nothing(); act(n); nothing(); act(n + 1); }
    method idle() { nothing(); }
    method both() { unordered { { late(1); idle(); } { late(5); act(9); } } }
}

/// A task's first step may come long after the task was chosen.
#[test]
fn node_steps_span_interleaved_strands() {
    let mut planner = strands::Planner::new();
    planner.start(&strands::State::new(), strands::Task::Both);
    let mut late = 0;
    while planner.resume(&(), Budget::unlimited()) == Ok(Progress::Found) {
        let plan = planner.plan().unwrap();
        let tree = plan.tree();
        let is_below = |step: usize, node: usize| {
            let parent = |at: &usize| tree.node(*at).unwrap().parent();
            let mut above = std::iter::successors(Some(tree.above(step).unwrap().index()), parent);
            above.any(|at| at == node)
        };
        for node in tree.nodes() {
            let mut below = (0..plan.len()).filter(|&step| is_below(step, node.index()));
            let steps = node.steps();
            let Some(first) = below.next() else {
                assert!(steps.is_empty(), "{steps:?} of {}\n{plan}", node.name());
                continue;
            };
            assert_eq!(
                steps,
                first..below.next_back().unwrap_or(first) + 1,
                "{plan}"
            );
            late += usize::from(
                node.name() == "late"
                    && steps.contains(&(steps.start + 1))
                    && !is_below(steps.start + 1, node.index()),
            );
        }
    }
    assert!(late > 0, "no plan with steps of another strand in between");
}

/// The roots of strands and of the game's list of tasks are anonymous frames without a number.
#[test]
fn node_numbers_have_no_gaps() {
    use strands::Task::{Act, Both, Idle};
    let mut planner = strands::Planner::new();
    let asked = [Act { n: 7 }, Both, Act { n: 8 }, Idle, Both];
    planner.start_all(&strands::State::new(), &asked);
    assert_eq!(
        planner.resume(&(), Budget::unlimited()),
        Ok(Progress::Found)
    );
    let plan = planner.plan().unwrap();
    let tree = plan.tree();
    let nodes: Vec<_> = tree
        .nodes()
        .map(|node| (node.name(), node.parent()))
        .collect();
    let both = |at: usize| {
        let late = |late: usize| {
            [
                ("late", Some(at)),
                ("nothing", Some(late)),
                ("nothing", Some(late)),
            ]
        };
        let idle = [("idle", Some(at)), ("nothing", Some(at + 4))];
        [("both", None)]
            .into_iter()
            .chain(late(at + 1))
            .chain(idle)
            .chain(late(at + 6))
    };
    let idle = [("idle", None), ("nothing", Some(9))];
    let expected: Vec<_> = both(0).chain(idle).chain(both(11)).collect();
    assert_eq!(nodes, expected, "{plan}");
    assert_eq!(tree.len(), nodes.len());
    assert!(
        tree.nodes()
            .enumerate()
            .all(|(at, node)| node.index() == at)
    );
    assert!(tree.node(nodes.len()).is_none());
    let above: Vec<_> = (0..plan.len())
        .map(|step| tree.above(step).map(|node| node.index()))
        .collect();
    let steps = [
        [None].as_slice(),
        &[1, 1, 6, 6, 0].map(Some),
        &[None],
        &[12, 12, 17, 17, 11].map(Some),
    ];
    assert_eq!(above, steps.concat(), "{plan}");
}
