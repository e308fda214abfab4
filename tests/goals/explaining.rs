//! Reasons against weightier goals, by changed facts or by explanation.

use crate::comparison::{self, Row};
use crate::domain::fear::Planner;
use crate::terms::Kind;

fn table() -> Vec<Row> {
    comparison::table(&mut Planner::new()).unwrap()
}

/// Returns the reasons why a rat does not pursue weightier goals.
fn rat(situation: &str) -> Vec<String> {
    let row = table().into_iter().find(|row| row.situation == situation);
    row.expect("it exists").cells.swap_remove(2).reasons
}

#[test]
fn failed_goals_have_reasons() {
    let mut all = 0;
    for row in table() {
        for (cell, kind) in row.cells.iter().zip(Kind::ALL) {
            assert_eq!(cell.reasons.len(), cell.decision.failed.len());
            for why in &cell.reasons {
                let told = !why.is_empty() && !why.contains("more than two circumstances");
                assert!(told, "{}, {kind:?}: {why}", row.situation);
                all += 1;
            }
        }
    }
    assert!(all > 40, "{all}");
}

#[cfg(feature = "explain")]
#[test]
fn explained_reasons_are_failed_conditions() {
    assert_eq!(
        rat("A noise behind the barrier"),
        [
            "!under_fire(who), !exposed(who)",
            "!player_at(_)",
            "!player_nearby()",
            "lacks InspectDisturbance"
        ]
    );
    let kill = &rat("In cover, and so is the player")[1];
    assert!(
        kill.starts_with("lacks AttackFromAmbush, AttackLungeUncloaked, "),
        "{kill}"
    );
}

#[cfg(not(feature = "explain"))]
mod asked_again {
    use super::*;
    use crate::cast::{alone, state};
    use crate::domain::fear::{Fact, Task};
    use crate::level::Level;
    use crate::situations::SITUATIONS;
    use crate::terms::{Act, SOLDIERS_GOALS};

    #[test]
    fn reasons_are_circumstances_to_change() {
        assert_eq!(
            rat("A noise behind the barrier"),
            [
                "he is not under fire and the player is not in sight",
                "the player's place is unknown",
                "the player is not nearby, and he is at the wrong place",
                "lacks InspectDisturbance"
            ]
        );
    }

    #[test]
    fn missing_actions_are_exactly_the_sufficient_ones() {
        let mut planner = Planner::new();
        let (mut enough, mut together) = (0, 0);
        for (situation, row) in SITUATIONS.iter().zip(table()) {
            for (kind, cell) in Kind::ALL.into_iter().zip(row.cells) {
                let who = kind.who();
                let now = state(situation.apply(who, alone(kind, SOLDIERS_GOALS))).unwrap();
                let mut has_plan = |acts: &[Act], goal| {
                    let mut able = now.clone();
                    for act in acts {
                        able.insert(Fact::Can(who, *act)).unwrap();
                    }
                    let task = Task::Pursue { who, goal };
                    planner.find(&able, &Level, task).unwrap().is_some()
                };
                let others = Kind::ALL.into_iter().flat_map(Kind::actions);
                let others: Vec<Act> = others.copied().collect();
                for ((goal, _), why) in cell.decision.failed.iter().zip(&cell.reasons) {
                    let about = format!("{}, {kind:?}, {goal:?}: {why}", row.situation);
                    let named = |act: &Act| {
                        let mut words = why.split([' ', ',']);
                        words.any(|word| word == format!("{act:?}"))
                    };
                    if why.starts_with("lacks ") {
                        for act in &others {
                            assert_eq!(has_plan(&[*act], *goal), named(act), "{act:?}; {about}");
                        }
                        enough += 1;
                    } else if why.starts_with("needs ") {
                        let all: Vec<Act> = others.iter().copied().filter(named).collect();
                        assert!(has_plan(&all, *goal), "{about}");
                        for left_out in &all {
                            let rest = all.iter().filter(|act| *act != left_out);
                            let rest: Vec<Act> = rest.copied().collect();
                            assert!(!has_plan(&rest, *goal), "{left_out:?}; {about}");
                        }
                        together += 1;
                    } else {
                        assert!(!has_plan(&others, *goal), "{about}");
                    }
                }
            }
        }
        assert!(enough > 10 && together > 0, "{enough}, {together}");
    }
}
