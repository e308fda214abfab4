//! Plans with a strand for each row: they run side by side, and one of them is repaired alone.

use squad_htn::prelude::*;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub struct Guard(pub u8);

htn_domain! {
    domain posts;

    agent Guard;
    predicate post(u8) [8];
    predicate near(Guard, u8) [16];
    predicate engaged(Guard) [8];

    internal operator take(who: Guard) {
        if !engaged(who);
        add engaged(who);
        undo release(who);
    }
    internal operator release(who: Guard) { delete engaged(who); }
    operator stand(who: Guard, at: u8) by who { if near(who, at); }

    pub method guard_all() { unordered for post(at) { guard(at); } }
    method guard(at: u8) if near(who, at) && !engaged(who) {
        take(who);
        stand(who, at);
    }
}

use posts::{Action, Director, Fact, Task};

fn facts() -> [Fact; 5] {
    [
        Fact::Post(1),
        Fact::Post(2),
        Fact::Near(Guard(1), 1),
        Fact::Near(Guard(2), 2),
        Fact::Near(Guard(3), 2),
    ]
}

#[test]
fn strand_of_a_row_is_repaired_alone() {
    let settings = DirectorSettings::default().retry(Retry::Other);
    let mut director = Director::with_settings(Task::GuardAll, settings);
    for fact in facts() {
        director.state_mut().insert(fact).unwrap();
    }
    let mut started = Vec::new();
    for frame in 0..8 {
        let commands: Vec<_> = director.tick(&(), Budget::unlimited()).collect();
        for command in commands {
            match command {
                Command::Start { id, action, .. } => {
                    started.push(action);
                    let Action::Stand { who, .. } = action;
                    if frame < 4 && who == Guard(2) {
                        director.finish(id, Outcome::Failure).unwrap();
                        director.state_mut().remove(Fact::Near(Guard(2), 2));
                    }
                }
                Command::Stop { .. } => panic!("the other strand goes on"),
            }
        }
    }
    let stand = |who, at| Action::Stand {
        who: Guard(who),
        at,
    };
    assert_eq!(started, [stand(1, 1), stand(2, 2), stand(3, 2)]);
}

#[test]
fn plan_of_unordered_tasks_is_executed() {
    let mut state = posts::State::from_facts(facts()).unwrap();
    let mut planner = posts::Planner::new();
    planner.start_unordered(&state, &[Task::Guard { at: 2 }, Task::Guard { at: 1 }]);
    assert_eq!(
        planner.resume(&(), Budget::unlimited()),
        Ok(Progress::Found)
    );
    let plan = planner.plan().expect("a plan");
    let roots = plan.tree().nodes().filter(|node| node.parent().is_none());
    assert_eq!(roots.count(), 2, "{plan}");
    let mut executor = posts::Executor::new();
    executor.submit(plan, 0).unwrap();
    let begun = executor.tick(&mut state, &()).count();
    assert_eq!(begun, 2);
}
