//! The effects of repairs on plans, from recordings.

mod common;

use common::{Domain, bad_names, director, expect, named, play};
use htn_view::{Change, Recorded, Recording};
use squad_htn::prelude::*;

#[test]
fn what_was_kept_replaced_undone_and_new_is_told() {
    let mut recording = named();
    play(&mut director(2, 3), &mut recording, 40);
    let repairs = recording.repairs();
    let text: String = repairs.iter().map(|repair| repair.to_string()).collect();
    expect("repairs.txt", &text);
    let file = recording.to_bytes();
    let read = Recorded::read(&file).expect("it is whole");
    assert_eq!(read.repairs(), repairs);
}

/// Medics who reserve a patient, and release it if they are interrupted.
#[test]
fn repair_from_root_undoes_reservations() {
    let mut recording: Recording<Domain> = named();
    let mut director = director(1, 1).repair(Repair::Replan);
    let mut failed = false;
    for _ in 0..12 {
        for command in director.tick(&(), Budget::steps(1_000)) {
            if let Command::Start { id, .. } = command {
                let outcome = if failed {
                    Outcome::Success
                } else {
                    Outcome::Failure
                };
                failed = true;
                director.finish(id, outcome).expect("it runs");
            }
        }
        recording.tick(&director);
    }
    let repairs = recording.repairs();
    assert_eq!(repairs.len(), 1);
    let text = repairs[0].to_string();
    assert_eq!(repairs[0].at, None, "{text}");
    assert_eq!(repairs[0].steps(Change::Undone), 1, "{text}");
    assert!(text.contains("  ~   take(patient 1), undone\n"), "{text}");
    assert!(
        text.contains("  -   bandage(Ada, patient 1), failed\n"),
        "{text}"
    );
    assert_eq!(repairs[0].steps(Change::Kept), 0, "{text}");
}

#[test]
fn repaired_plan_has_the_steps_of_the_director() {
    // Without the removed lines, the tree is the plan after the repair.
    let mut recording = named();
    let mut director = director(3, 5);
    play(&mut director, &mut recording, 60);
    for repair in recording.repairs() {
        let after = repair.steps(Change::Kept) + repair.steps(Change::New);
        assert!(after > 0 && repair.steps(Change::New) > 0, "{repair}");
        let gone = repair.steps(Change::Replaced) + repair.steps(Change::Undone);
        assert!(gone > 0, "{repair}");
    }
}

#[test]
fn names_that_no_format_may_stumble_over_are_printed() {
    let repairs = bad_names().repairs();
    assert!(!repairs.is_empty());
    let text = repairs[0].to_string();
    assert!(text.contains("🙂U+202Ecilam\\"), "{text}");
    assert!(!text.contains('\u{202e}'), "{text}");
}
