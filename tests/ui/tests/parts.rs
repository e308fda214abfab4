//! Parts of another crate.

use squad_htn::prelude::*;

htn_domain! {
    domain shared;
    use part compile_fail::parts::reservations<u16>;
    use part compile_fail::parts::counting;
    use part compile_fail::counting;
    pub method all(it: u16) { reserve(it); up(); add other(1); }
}

#[test]
fn parts_of_another_crate() {
    let mut state = shared::State::from_facts([shared::Fact::Counted(2)]).unwrap();
    let mut planner = shared::Planner::new();
    let task = shared::Task::All { it: 300 };
    let plan = planner.find(&state, &(), task).unwrap().unwrap();
    let steps: Vec<String> = plan.tasks().map(|task| task.to_string()).collect();
    assert_eq!(steps, ["reserve(300)", "up()", "add other(1)"]);
    state
        .insert(shared::Fact::Counted(compile_fail::LIMIT))
        .unwrap();
    assert!(planner.find(&state, &(), task).unwrap().is_none());
}
