//! Descriptions of domains.

use squad_htn::Domain as _;
use squad_htn::describe::{Parameter, Statement, TaskForm};

use crate::{assert_text, raid, restraint};

#[test]
fn description_as_text() {
    let readme = restraint::restraint::Domain::describe();
    assert_text("described_readme", readme.expect("it is not too large"));
    let raid = raid::raid::Domain::describe();
    assert_text("described_raid", raid.expect("it is not too large"));
}

#[test]
fn description_as_data() {
    let domain = restraint::restraint::Domain::describe().expect("it is not too large");
    assert!(domain.file.ends_with("restraint.rs"));
    let actor = Parameter {
        name: "",
        ty: "Actor",
        agent: true,
    };
    let reserved = &domain.predicates[3];
    assert_eq!((reserved.name, reserved.capacity), ("reserved", 40));
    assert_eq!(reserved.columns, [actor]);
    let together = domain.task("together").expect("it is there");
    assert_eq!(together.form, TaskForm::Compound);
    let with_cover = &together.methods[0].branches[0];
    assert_eq!(with_cover.line, 58);
    let conjuncts: Vec<_> = with_cover.condition.iter().map(|one| one.text).collect();
    assert_eq!(
        conjuncts,
        [
            "squad_member(partner)",
            "partner != who",
            "!reserved(partner)",
            "game.distance(partner, target) < 10.0"
        ]
    );
    let Statement::Task { written, task } = with_cover.body[1] else {
        panic!("it is a task");
    };
    assert_eq!((written.text, task), ("cover(partner, target)", "cover"));
    assert_eq!(
        domain.task("cover").expect("it is there").form,
        TaskForm::External
    );
    assert!(domain.task("uncover").is_none());
}
