//! Explanations of each form of condition.

use crate::assert_text;
use crate::raid::raid::Task;
use crate::raid::{Fact, Man, place};

#[test]
fn all_forms_of_conditions_are_explained() {
    let (game, state) = place();
    let why = state.explain(&game, Task::Enter { target: 9 });
    assert_text("conditions_door_9", why.expect("an existing task"));
    let why = state.explain(&game, Task::Enter { target: 2 });
    assert_text("conditions_door_2", why.expect("an existing task"));
}

#[test]
fn only_the_alternate_form_expands_axioms() {
    let (game, state) = place();
    let why = state.explain(&game, Task::Enter { target: 9 });
    let why = why.expect("an existing task");
    let (short, long) = (format!("{why}"), format!("{why:#}"));
    assert!(!short.contains("`armed(who)`") || short.len() < long.len());
    let line = |text: &str| {
        let mut lines = text.lines().map(str::to_owned);
        lines.find(|line| line.contains("loudly"))
    };
    assert_eq!(line(&short), line(&long));
    assert!(long.contains("`shield(who)`") && !short.contains("`shield(who)`"));
}

#[test]
fn axiom_with_else_explains_both_blocks() {
    let (game, mut state) = place();
    state.insert(Fact::Guarded(9, 7)).expect("it fits");
    state.insert(Fact::Shield(Man(1))).expect("it fits");
    let why = state.explain(&game, Task::Enter { target: 9 });
    assert_text("conditions_guarded", why.expect("an existing task"));
}

squad_htn::htn_domain! {
    domain ship;
    predicate job(u8);
    predicate hand(u8);
    predicate busy(u8);
    axiom free(who: u8) { hand(who) && !busy(who) }
    operator work(job: u8) {}
    pub method duty() {
        branch now if job(job) && when_planning(free(_)) { priority 3; work(job); }
    }
    pub method heavy() {
        branch alone if hand(who) && when_planning(who > 5) { work(who); }
        branch strong if when_planning(job(_)) { work(1); }
        branch both if when_planning(hand(who) && busy(who)) { work(1); }
    }
}

#[test]
fn when_planning_is_quoted_with_its_reason() {
    use squad_htn::Domain as _;
    let facts = [ship::Fact::Job(1), ship::Fact::Hand(2), ship::Fact::Busy(2)];
    let state = ship::State::from_facts(facts).expect("they fit");
    let why = state
        .explain(&(), ship::Task::Duty)
        .expect("an existing task");
    assert_text("conditions_when_planning", why);
    assert_text(
        "conditions_when_planning_heavy",
        ship::State::from_facts(facts[1..2].iter().copied())
            .expect("they fit")
            .explain(&(), ship::Task::Heavy)
            .expect("an existing task"),
    );
    let described = ship::Domain::describe().expect("it is not too large");
    assert_text("described_when_planning", described);
}
