//! Why not the goals above.

use crate::comparison;
use crate::domain::fear::Planner;
use crate::terms::Kind;

#[test]
fn each_goal_in_vain_has_its_reason() {
    let table = comparison::table(&mut Planner::new()).unwrap();
    let mut all = 0;
    for row in &table {
        for (cell, kind) in row.cells.iter().zip(Kind::ALL) {
            assert_eq!(cell.reasons.len(), cell.decision.in_vain.len());
            for why in &cell.reasons {
                assert!(!why.is_empty(), "{}, {kind:?}", row.situation);
                all += 1;
            }
        }
    }
    assert!(all > 40, "{all}");
    let rat = |situation: &str| {
        let row = table
            .iter()
            .find(|row| row.situation == situation)
            .expect("it is there");
        row.cells[2].reasons.clone()
    };
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
