//! Several directors that share one budget.

use squad_htn::BudgetLeft;
use squad_htn::prelude::*;

use crate::squad::{A1, Actor};

htn_domain! {
    domain guards;
    agent Actor;

    predicate number(u32) [64];

    operator report(who: Actor, pairs: usize) by who {}

    /// Takes many steps to find.
    pub method count_off() {
        branch all if let pairs: usize = count(number(a) && number(b) && a < b) {
            report(A1, pairs);
        }
    }
}

use guards::{Action, Director, Fact, Task};

fn director(numbers: u32) -> Director {
    let mut director = Director::new(Task::CountOff)
        .interval(1_000)
        .keep_searching(false);
    for number in 0..numbers {
        director
            .state_mut()
            .insert(Fact::Number(number))
            .expect("it fits");
    }
    director
}

#[test]
fn borrowed_budget_passes_on_the_rest() {
    let mut alone = director(20);
    alone.tick(&(), Budget::unlimited());
    let steps = alone.search_stats().steps;

    let mut budget = Budget::steps(3 * steps - 1);
    let mut squads = [director(20), director(20), director(20)];
    for squad in &mut squads {
        squad.tick(&(), budget.by_ref());
    }
    assert_eq!(budget.left(), BudgetLeft::Steps(0));
    let searching: Vec<bool> = squads.iter().map(|squad| squad.is_searching()).collect();
    assert_eq!(searching, [false, false, true]);
    let mut budget = Budget::steps(100);
    squads[2].tick(&(), budget.by_ref());
    assert!(!squads[2].is_searching());
    assert_eq!(budget.left(), BudgetLeft::Steps(99), "one step was missing");
}

#[test]
fn budget_reports_its_rest() {
    assert_eq!(Budget::unlimited().left(), BudgetLeft::Unlimited);
    assert_eq!(Budget::until(|| false).left(), BudgetLeft::Unknown);
    assert_eq!(Budget::steps(7).left(), BudgetLeft::Steps(7));
    assert_eq!(
        Budget::micros(7).left(),
        BudgetLeft::Micros(7),
        "nothing was done yet"
    );
    let mut budget = Budget::micros(0);
    // Passed by value, each director would use up a copy.
    director(3).tick(&(), &mut budget);
    assert_eq!(budget.left(), BudgetLeft::Micros(0));
    // Passed by value, the director gets a copy.
    let budget = Budget::steps(1_000);
    director(3).tick(&(), budget);
    assert_eq!(budget.left(), BudgetLeft::Steps(1_000));
}

#[test]
fn director_reports_if_it_is_due() {
    let mut director = director(20).interval(3);
    assert!(
        director.is_due() && !director.is_searching(),
        "the first search is in the first tick"
    );
    director.tick(&(), Budget::steps(10));
    assert!(director.is_due() && director.is_searching());
    director.tick(&(), Budget::unlimited());
    assert!(!director.is_due() && !director.is_searching());
    director.tick(&(), Budget::unlimited());
    assert!(director.is_due(), "the next tick is the fourth");
    director.tick(&(), Budget::unlimited());
    assert!(!director.is_due());
    director.replan_now();
    assert!(director.is_due());
}

#[test]
fn commands_can_be_read_again() {
    let mut director = director(2);
    director.tick(&(), Budget::unlimited());
    assert_eq!(director.commands().len(), 0);
    let told: Vec<_> = director.tick(&(), Budget::unlimited()).collect();
    let again: Vec<_> = director.commands().collect();
    assert_eq!(told, again);
    let action = Action::Report { who: A1, pairs: 1 };
    assert!(matches!(again[..], [Command::Start { action: begun, .. }] if begun == action));
    director.tick(&(), Budget::unlimited());
    assert_eq!(director.commands().len(), 0);
}

/// Directors are `Send` for every domain.
#[test]
fn directors_are_send() {
    fn is_shared<T: Send + Sync>() {}
    fn of_any<D: squad_htn::Domain>() {
        is_shared::<squad_htn::Director<D>>();
        is_shared::<squad_htn::Planner<D>>();
        is_shared::<squad_htn::State<D>>();
        is_shared::<squad_htn::Plan<D>>();
    }
    of_any::<guards::Domain>();
}
