//! An executor without a director reports that a plan needs a repair, and the game replies with `replace` or `cancel`.

use squad_htn::prelude::*;

use crate::rig::plan;
use crate::steps::*;

fn in_repair() -> (Squad, squad_htn::PlanId) {
    let mut squad = Squad::new();
    let plan = squad.submit(&[
        reserve(A1),
        reserve(A2),
        act(1, A1),
        act(2, A2),
        free(A1),
        free(A2),
    ]);
    squad.expect("+act(1, a1) +act(2, a2)");
    squad.fail("act(1, a1)");
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
    (squad, plan)
}

#[test]
fn plan_in_repair_starts_nothing_but_actions_run() {
    let (mut squad, plan) = in_repair();
    for _ in 0..5 {
        squad.expect("");
        assert!(!squad.0.needs_repair(plan), "it is said once");
    }
    assert!(squad.is_busy(A2) && !squad.is_busy(A1));
    assert!(squad.has(Fact::Reserved(A1)) && squad.has(Fact::Reserved(A2)));
    squad.succeed("act(2, a2)");
    squad.expect("");
    assert!(
        squad.has(Fact::Reserved(A2)),
        "its frees wait for the repair"
    );
    assert!(squad.has(Fact::Wins(1)));
    assert!(squad.0.lives(plan));
}

#[test]
fn replace_repairs_the_plan_at_the_root() {
    let (mut squad, plan) = in_repair();
    squad.replace(plan, &[reserve(A1), act(3, A1), free(A1)]);
    assert!(squad.is_busy(A2), "adopted at the next tick");
    squad.expect("-act(2, a2) +act(3, a1)");
    assert!(
        squad.has(Fact::Reserved(A1)) && !squad.has(Fact::Reserved(A2)),
        "the old ones are undone"
    );
    squad.succeed("act(3, a1)");
    squad.expect("");
    assert!(squad.0.completed(plan));
    assert!(!squad.has(Fact::Reserved(A1)));
}

#[test]
fn repair_is_adopted_in_one_visit() {
    // No other plan gets a1 between the undo and the new `reserve`.
    let (mut squad, plan) = in_repair();
    let other = squad.submit_at(9, &[take(P1), reserve(A3)]);
    squad.expect("");
    assert!(squad.0.completed(other));
    squad.replace(plan, &[reserve(A1), act(3, A1), free(A1)]);
    let greedy = squad.submit_at(-1, &[reserve(A2), act(4, A2)]);
    squad.expect("-act(2, a2) +act(3, a1) +act(4, a2)");
    assert!(squad.0.lives(plan) && squad.0.lives(greedy));
}

#[test]
fn cancel_abandons_plan_in_repair() {
    let (mut squad, plan) = in_repair();
    squad.0.executor.cancel(plan);
    squad.expect("-act(2, a2)");
    assert_eq!(squad.0.abandoned(plan), Some(AbandonReason::Cancelled));
    assert!(!squad.has(Fact::Reserved(A1)) && !squad.has(Fact::Reserved(A2)));
}

#[test]
fn adopted_repair_opens_holds_and_barriers() {
    let mut squad = Squad::new();
    squad.submit(&[act(9, A3)]);
    let plan = squad.submit(&[block_on(A2, A3), global_block(A3), act(1, A1)]);
    let bystander = squad.submit(&[act(3, A2)]);
    squad.expect("+act(9, a3)");
    squad.0.executor.agent_left(A1);
    squad.expect("");
    assert!(squad.0.needs_repair(plan));
    assert!(squad.is_busy(A2), "nothing changes until then");
    squad.replace(plan, &[act(2, A1)]);
    squad.expect("+act(2, a1) +act(3, a2)");
    assert!(squad.0.lives(bystander));
}

#[test]
fn plan_may_be_repaired_repeatedly() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(0, A1)]);
    squad.expect("+act(0, a1)");
    for tag in 1..20 {
        squad.fail(&format!("act({}, a1)", tag - 1));
        squad.expect("");
        assert!(squad.0.needs_repair(plan));
        squad.replace(plan, &[act(tag, A1)]);
        squad.expect(&format!("+act({tag}, a1)"));
    }
    squad.succeed("act(19, a1)");
    squad.expect("");
    assert!(squad.0.completed(plan));
}

#[test]
fn repair_keeps_the_plans_priority_and_age() {
    let mut squad = Squad::new();
    let plan = squad.submit(&[act(1, A1)]);
    squad.submit(&[act(2, A1)]);
    squad.expect("+act(1, a1)");
    squad.submit(&[act(3, A2)]);
    squad.fail("act(1, a1)");
    squad.expect("+act(2, a1) +act(3, a2)");
    squad.replace(plan, &[act(4, A1)]);
    squad.submit(&[act(5, A1)]);
    squad.succeed("act(2, a1)");
    squad.expect("+act(4, a1)");
}

#[test]
fn replace_rejects_unknown_plan() {
    let (mut squad, id) = in_repair();
    let other = plan(&squad.0.state, &LENIENT, &[act(7, A1)]);
    squad.0.executor.cancel(id);
    squad.expect("-act(2, a2)");
    assert!(squad.0.executor.replace(id, &other).is_err());
    squad.expect("");
}
