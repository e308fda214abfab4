use squad_htn::prelude::*;

htn_domain! {
    domain d;
    agent u8;

    use part nowhere;

    operator go(who: u8) by who {}
    method m(who: u8) { go(who); }
}

fn main() {
    let mut planner = d::Planner::new();
    let mut state = d::State::new();
    let _ = state.insert(d::Fact::Reserved(1));
    let _ = planner.start(&state, d::Task::M { who: 1 });
}
