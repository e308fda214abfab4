//! `why_not`: the shortest answer.

use squad_htn::explain::{Answer, ExplainError, Given, given};

use crate::assert_text;
use crate::raid::raid::{State, Task};
use crate::raid::{Fact, Game, Man, place};
use crate::restraint::restraint::Task as Restraint;
use crate::restraint::{Actor, readme};

fn asked((game, state): &(Game, State), task: Task, branch: &str, values: &[Given]) -> String {
    let why = state.why_not(game, task, branch, values.iter().cloned());
    match why {
        Ok(why) => why.to_string(),
        Err(error) => format!("error: {error}"),
    }
}

#[test]
fn why_not_names_the_failed_conjunct() {
    let place = place();
    let enter = Task::Enter { target: 1 };
    assert_eq!(
        asked(&place, enter, "kicked", &[given("who", Man(3))]),
        "kicked with who = Man(3): `game.distance(who, target) < 4.0` (line 50) did not hold: the sides are 31.0 and 4.0"
    );
    assert_eq!(
        asked(&place, enter, "kicked", &[given("who", Man(8))]),
        "kicked with who = Man(8): `man(who)` (line 50) did not hold: there is no man(Man(8)) among 3 facts man"
    );
    assert_eq!(
        asked(&place, enter, "kicked", &[]),
        "kicked: `game.distance(who, target) < 4.0` (line 50) did not hold for any of 3 candidates, the nearest miss who = \
         Man(1): the sides are 11.0 and 4.0"
    );
}

#[test]
fn why_not_names_the_failed_body() {
    let why = asked(&place(), Task::Enter { target: 1 }, "quietly", &[]);
    assert_text("why_not_body", why);
}

#[test]
fn why_not_names_the_earlier_branch() {
    let place = place();
    let enter = Task::Enter { target: 1 };
    let lines = [
        // The branch would hold, but is not tried.
        asked(&place, enter, "keyed", &[given("key", 10_u8)]),
        // The branch would not hold either.
        asked(&place, enter, "lucky", &[given("who", Man(3))]),
        asked(&place, Task::Guess { target: 2 }, "third", &[]),
    ];
    assert_text("why_not_earlier", lines.join("\n"));
}

#[test]
fn why_not_names_the_preferred_solution() {
    let (game, state) = readme();
    let asked = |who, target| {
        let values = [given("who", Actor(who)), given("target", Actor(target))];
        let why = state.why_not(&game, Restraint::RestrainNearest, "nearest", values);
        why.expect("there is such a branch")
    };
    let (others, taken) = (asked(2, 4), asked(1, 5));
    assert!(matches!(
        others.answers[..],
        [Answer::EarlierSolution { .. }]
    ));
    assert!(matches!(taken.answers[..], [Answer::Taken]));
    assert_text("why_not_others", format!("{others}\n{taken}"));
}

#[test]
fn errors_list_existing_names() {
    let place = place();
    let enter = Task::Enter { target: 1 };
    let lines = [
        asked(&place, enter, "kick", &[]),
        asked(&place, Task::Wait { who: Man(1) }, "kick", &[]),
        asked(&place, enter, "kicked", &[given("whom", Man(1))]),
        asked(&place, enter, "kicked", &[given("who", 1_u8)]),
        asked(&place, enter, "kicked", &[given("target", 2_u8)]),
    ];
    assert_text("why_not_mistakes", lines.join("\n"));
    let step = Task::Add(Fact::Man(Man(1)));
    let error = place.1.why_not(&place.0, step, "x", []);
    assert!(matches!(error, Err(ExplainError::NotATask)));
}
