//! Agents that leave while a director's search is paused.

use squad_htn::prelude::*;

use crate::rig::Rig;
use crate::squad::{A1, A2, Actor};
use crate::stage::Stage;

htn_domain! {
    /// Any free agent does the job, in one of several ways.
    domain watch;
    agent Actor;

    predicate crew(Actor) [8];
    predicate reserved(Actor) [8];
    predicate way(u8) [8];
    axiom free(who: Actor) { crew(who) && !reserved(who) }

    internal operator reserve(who: Actor) {
        if !reserved(who);
        add reserved(who);
        undo release(who);
    }
    internal operator release(who: Actor) { delete reserved(who); }
    operator act(who: Actor) by who {}
    operator go(who: Actor, way: u8) by who {}
    pub method root() if free(who) { reserve(who); act(who); release(who); }

    /// Crosses with a companion if there is one. The crossing can be repaired alone.
    pub method patrol(who: Actor) { act(who); global_block(who); cross(who); }
    method cross(who: Actor) {
        branch together if way(n) && crew(other) && other != who { go(who, n); }
        branch alone { go(who, 0); }
    }
}

use watch::{Director, Fact, Task};

const A3: Actor = Actor(3);

fn leaves(stage: &mut Stage<watch::Domain>, who: Actor) {
    stage.take(Fact::Crew(who));
    stage.director.agent_left(who);
}

#[test]
fn root_search_restarts_when_agent_leaves() {
    // At whatever point of the search A1 leaves, no command names A1.
    for slice in 1..=12 {
        let director = Director::new(Task::Root).interval(1_000);
        let mut stage = Stage::new(director, [Fact::Crew(A1), Fact::Crew(A2)]);
        assert!(stage.tick_with(&(), slice).is_empty());
        let found = stage.plans();
        leaves(&mut stage, A1);
        stage.expect_within(3, &(), "+act(a2)");
        assert!(!stage.has(Fact::Reserved(A1)), "{:#?}", stage.story);
        let abandoned = stage.story.iter().any(|line| line.contains("repair"));
        assert_eq!(abandoned, found > 0, "{:#?}", stage.story);
    }
}

#[test]
fn restarted_search_may_find_no_plan() {
    let director = Director::new(Task::Root).interval(1_000);
    let mut stage = Stage::new(director, [Fact::Crew(A1)]);
    assert!(stage.tick_with(&(), 2).is_empty());
    leaves(&mut stage, A1);
    stage.quiet(5, &());
    assert!(!stage.has(Fact::Reserved(A1)));
    let none = stage.story.iter().filter(|line| line.contains("no plan"));
    assert_eq!(none.count(), 1, "{:#?}", stage.story);
}

/// Returns a stage in which A1's crossing has failed because A2 is gone; A3 is still there.
fn crossing() -> Stage<watch::Domain> {
    let director = Director::new(Task::Patrol { who: A1 }).interval(1_000);
    let crew = [A1, A2, A3].map(Fact::Crew);
    let mut stage = Stage::new(director, crew.into_iter().chain([Fact::Way(1)]));
    stage.expect_within(3, &(), "+act(a1)");
    stage.succeed("act(a1)");
    stage.expect(&(), "+go(a1, 1)");
    stage.take(Fact::Crew(A2));
    stage.fail("go(a1, 1)");
    stage
}

#[test]
fn repair_search_restarts_when_any_agent_leaves() {
    // In some of these slices the repair is already found and waits for the next tick.
    for slice in 0..=40 {
        let mut stage = crossing();
        assert!(stage.tick_with(&(), slice).is_empty());
        leaves(&mut stage, A3);
        stage.expect_within(3, &(), "+go(a1, 0)");
        let failed = stage.story.iter().filter(|line| line.contains("failed"));
        assert_eq!(failed.count(), 1, "{:#?}", stage.story);
    }
}

#[test]
fn repair_is_adopted_once_no_agent_leaves() {
    let mut stage = crossing();
    for _ in 0..5 {
        stage.expect(&(), "");
        stage.director.agent_left(A3);
    }
    stage.expect(&(), "");
    stage.expect(&(), "+go(a1, 1)");
}

#[test]
fn replacement_without_leaver_is_kept() {
    let mut rig = Rig::<watch::Domain>::new([Fact::Crew(A1), Fact::Crew(A2)]);
    let plan = rig.submit(&(), &[Task::Act { who: A1 }], 0);
    let again = crate::rig::plan(&rig.state, &(), &[Task::Act { who: A1 }]);
    rig.expect(&(), "+act(a1)");
    rig.fail("act(a1)");
    rig.expect(&(), "");
    rig.executor.replace(plan, &again).expect("it is in repair");
    rig.executor.agent_left(A2);
    rig.expect(&(), "+act(a1)");
}
