//! Rows are as the source is.

use htn_core::reference::rows::{
    ArgSource, Condition, DomainSource, DoneBy, Form, LetSource, Stmt,
};

use super::lower;
use crate::errors::Errors;
use crate::modes::modes;
use crate::parse::parse;
use crate::resolve::resolve;

fn rows(source: &str) -> DomainSource<'static> {
    let mut errors = Errors::default();
    let domain = parse(source.parse().expect("lexes"), &mut errors).expect("has a header");
    let names = resolve(&domain, &mut errors);
    let moded = modes(&domain, &names, &mut errors);
    assert!(errors.is_empty(), "{:?}", errors.messages());
    lower(&names, &moded).expect("all of it has rows").rows
}

fn texts<'r>(condition: &'r Condition<'_>) -> Vec<&'r str> {
    condition.iter().map(|conjunct| &*conjunct.text).collect()
}

#[test]
fn every_form_has_rows() {
    let rows = rows(include_str!("../../domains/everything.txt"));
    assert_ne!(rows.axioms.len(), 0);
    assert_ne!(rows.tasks.len(), 0);
}

#[test]
fn conjuncts_are_as_written() {
    let rows = rows(
        "domain d;
         predicate p(u8);
         predicate edge(u8, u8);
         axiom far(a: u8, b: u8) { edge(a, b) } else { edge(a, c) && (far(c, b) && a != b) }
         operator go(x: u8) {}
         method m(x: u8) {
             branch one if p(y) && !edge(x, _) && (edge(x, y) || p(x)) && let n: usize = count(far(x, y)) && n > 1 {
                 go(x + y);
             }
             branch two { go(x); }
         }",
    );
    let far = &rows.axioms[0].alternatives[0];
    let clauses: Vec<_> = far.clauses.iter().map(|of| texts(&of.condition)).collect();
    assert_eq!(
        clauses,
        [
            vec!["edge(a, b)"],
            vec!["edge(a, c)", "far(c, b)", "a != b"]
        ]
    );
    let Form::Axiom { axiom: 0, args } = &far.clauses[1].condition[1].form else {
        panic!("it is a call of the first axiom");
    };
    // The parameters are the first variables.
    assert_eq!(**args, [ArgSource::Var(2), ArgSource::Var(1)]);

    let DoneBy::Methods(methods) = &rows.tasks[1].done_by else {
        panic!("operators come before methods");
    };
    let branches = &methods[0].branches;
    assert_eq!((&*branches[0].name, &*branches[1].name), ("one", "two"));
    assert!(branches[1].guard.is_none());
    let guard = branches[0].guard.as_ref().expect("it has a condition");
    assert_eq!(
        texts(&guard.condition),
        [
            "p(y)",
            "!edge(x, _)",
            "(edge(x, y) || p(x))",
            "let n: usize = count(far(x, y))",
            "n > 1"
        ]
    );
    let Form::Let {
        value: LetSource::Count(over),
        ..
    } = &guard.condition[3].form
    else {
        panic!("it is a count");
    };
    assert_eq!(texts(over), ["far(x, y)"]);
    let Stmt::Task { task: 0, args, .. } = &branches[0].body[0] else {
        panic!("it is a call of the operator");
    };
    assert_eq!(**args, [ArgSource::Word(0)]);
    let names: Vec<_> = methods[0].vars.iter().map(|var| &*var.name).collect();
    assert_eq!(names, ["x", "y", "n"]);
}
