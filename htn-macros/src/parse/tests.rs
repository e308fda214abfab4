use super::*;
use crate::ast::Condition;

pub const RESTRAINT: &str = include_str!("../../domains/restraint.txt");

fn read(input: &str) -> (Option<Domain>, Vec<String>) {
    let mut errors = Errors::default();
    let domain = parse(input.parse().unwrap(), &mut errors);
    (domain, errors.messages())
}

fn good(input: &str) -> Domain {
    let (domain, messages) = read(input);
    assert!(messages.is_empty(), "{messages:#?}");
    domain.unwrap()
}

#[test]
fn the_example_of_the_language_page() {
    let domain = good(RESTRAINT);
    assert_eq!(domain.name, "restraint");
    assert_eq!(domain.predicates.len(), 8);
    assert_eq!(domain.axioms.len(), 1);
    assert_eq!(domain.operators.len(), 4);
    assert_eq!(domain.methods.len(), 2);
    assert_eq!(domain.docs.0, ["Restraining surrendered suspects."]);
    let helper = &domain.methods[1];
    assert_eq!(helper.branches.len(), 2);
    assert_eq!(helper.branches[0].body.len(), 9);
    assert!(helper.branches[1].guard.is_none());
    let Condition::And(pieces) = &domain.methods[0].branches[0]
        .guard
        .as_ref()
        .unwrap()
        .condition
    else {
        panic!()
    };
    assert_eq!(pieces.len(), 9);
    assert!(
        matches!(&pieces[3], Condition::Not(_, inner) if matches!(**inner, Condition::Atom(_)))
    );
    assert!(matches!(&pieces[7], Condition::Let { .. }));
    assert!(matches!(&pieces[8], Condition::Rust(_)));
}
