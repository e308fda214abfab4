//! Why not the goals above: asked again with something changed, or explained.

use crate::comparison::{self, Row};
use crate::domain::fear::Planner;
use crate::terms::Kind;

fn table() -> Vec<Row> {
    comparison::table(&mut Planner::new()).unwrap()
}

/// Why a rat does not pursue the goals above.
fn rat(situation: &str) -> Vec<String> {
    let row = table().into_iter().find(|row| row.situation == situation);
    row.expect("it is there").cells.swap_remove(2).reasons
}

#[test]
fn each_goal_in_vain_has_its_reason() {
    let mut all = 0;
    for row in table() {
        for (cell, kind) in row.cells.iter().zip(Kind::ALL) {
            assert_eq!(cell.reasons.len(), cell.decision.in_vain.len());
            for why in &cell.reasons {
                let told = !why.is_empty() && !why.contains("more than two things");
                assert!(told, "{}, {kind:?}: {why}", row.situation);
                all += 1;
            }
        }
    }
    assert!(all > 40, "{all}");
}

#[cfg(feature = "explain")]
#[test]
fn explained_it_is_the_conditions_that_failed() {
    assert_eq!(
        rat("A noise, behind the barrier"),
        [
            "!under_fire(who), !exposed(who)",
            "!player_at(_)",
            "!player_nearby()",
            "can't InspectDisturbance"
        ]
    );
    let kill = &rat("In cover, and so is the player")[1];
    assert!(
        kill.starts_with("can't AttackFromAmbush, AttackLungeUncloaked, "),
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
    fn it_is_what_would_have_to_be_otherwise() {
        assert_eq!(
            rat("A noise, behind the barrier"),
            [
                "nobody shoots at him and the player is not in sight",
                "nobody knows where the player is",
                "the player is not about; besides, it can't be done here",
                "can't InspectDisturbance"
            ]
        );
    }

    #[test]
    fn he_can_t_do_just_what_would_be_enough() {
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
                for ((goal, _), why) in cell.decision.in_vain.iter().zip(&cell.reasons) {
                    let about = format!("{}, {kind:?}, {goal:?}: {why}", row.situation);
                    let named = |act: &Act| {
                        let mut words = why.split([' ', ',']);
                        words.any(|word| word == format!("{act:?}"))
                    };
                    if why.starts_with("can't ") {
                        for act in &others {
                            assert_eq!(has_plan(&[*act], *goal), named(act), "{act:?}; {about}");
                        }
                        enough += 1;
                    } else if why.starts_with("would need ") {
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
