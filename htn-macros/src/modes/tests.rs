//! What is bound where, on small domains.

use super::form::{Arg, Cond};
use super::*;
use crate::parse::parse;
use crate::resolve::resolve;

const ITEMS: &str = "
    predicate enemy(Actor); predicate friend(Actor); predicate at(Actor, Place); predicate ammo(Actor => u16);
    operator go(who: Actor) {}
    operator walk(who: Actor, to: Place) {}
";

fn messages(items: &str) -> Vec<String> {
    let source = format!("domain d(game: &Game); {ITEMS} {items}");
    let mut errors = Errors::default();
    let domain = parse(source.parse().unwrap(), &mut errors).expect("has a header");
    let names = resolve(&domain, &mut errors);
    modes(&domain, &names, &mut errors);
    errors.messages()
}

fn branch(condition: &str, body: &str) -> Vec<String> {
    messages(&format!(
        "method m(me: Actor) {{ branch b if {condition} {{ {body} }} }}"
    ))
}

#[track_caller]
fn fine(condition: &str, body: &str) {
    assert_eq!(
        branch(condition, body),
        Vec::<String>::new(),
        "{condition} {{ {body} }}"
    );
}

#[track_caller]
fn wrong(condition: &str, body: &str, expected: &[&str]) {
    let messages = branch(condition, body);
    let firsts: Vec<&str> = messages
        .iter()
        .map(|message| message.lines().next().unwrap())
        .collect();
    assert_eq!(firsts, expected, "{condition} {{ {body} }}");
}

#[test]
fn what_an_atom_binds_is_there_after_it() {
    fine("enemy(t) && at(t, p) && p != game.home()", "walk(me, p);");
    fine("enemy(t) && let d: f32 = game.far(t) && d < 3.0", "go(t);");
    fine(
        "at(me, p) && let Some(q): Option<Place> = p.next()",
        "walk(me, q);",
    );
    fine(
        "enemy(t) && forall(at(t, p) => at(me, p)) && let n: usize = count(at(t, _)) && n > 0",
        "go(t);",
    );
    fine("at(_, _x)", "go(me);");
}

#[test]
fn a_predicate_called_as_a_function_is_one_mistake() {
    wrong(
        "enemy(t) == false",
        "go(t);",
        &["the predicate `enemy` is called inside a Rust expression"],
    );
}

#[test]
fn a_variable_must_be_bound() {
    wrong("enemy(t)", "go(t); go(tt);", &["unknown variable `tt`"]);
    wrong(
        "t != me && enemy(t)",
        "go(t);",
        &["`t` is not bound here: it gets its value only further on"],
    );
    wrong(
        "enemy(t)",
        "go(t); go(x); let x: Actor = t;",
        &["`x` is not bound here: it gets its value only further on"],
    );
    wrong(
        "(enemy(t) || at(me, _))",
        "go(t);",
        &["`t` is bound on one side of `||` only, so it may have no value here"],
    );
    wrong(
        "!(enemy(t) && friend(t))",
        "go(t);",
        &["`t` is bound only inside `!`, so it has no value here"],
    );
    wrong(
        "!(enemy(t) && friend(t)) && at(t, _)",
        "go(me);",
        &["`t` is bound only inside `!`, so it has no value here"],
    );
    wrong(
        "forall(enemy(t) => friend(t)) && t != me",
        "",
        &["`t` is bound only inside `forall`, so it has no value here"],
    );
    wrong(
        "at(me, p)",
        "for enemy(e) { go(e); } go(e); walk(me, p);",
        &["`e` is bound only inside the `for` above, so it has no value here"],
    );
}

#[test]
fn both_sides_of_or_bind() {
    fine("(enemy(t) || friend(t)) && at(t, p)", "walk(t, p);");
    fine("(enemy(t) && at(t, _) || friend(t))", "go(t);");
    fine(
        "(!(enemy(t) && friend(t)) || !(friend(t) && at(t, _)))",
        "go(me);",
    );
}

#[test]
fn names_inside_are_free_again() {
    fine(
        "forall(enemy(e) => friend(e)) && forall(friend(e) => enemy(e))",
        "go(me);",
    );
    fine(
        "enemy(_)",
        "for enemy(e) { go(e); } for friend(e) { go(e); }",
    );
    fine(
        "enemy(_)",
        "unordered { { let a: Actor = me; go(a); } { let a: Actor = me; go(a); } }",
    );
}

#[test]
fn a_let_does_not_shadow() {
    wrong(
        "enemy(t) && let t: Actor = game.first()",
        "go(t);",
        &["`t` is bound already"],
    );
    wrong(
        "enemy(_)",
        "let me: Actor = game.first();",
        &["`me` is bound already"],
    );
}

#[test]
fn an_unused_variable_is_a_misspelt_one() {
    wrong(
        "enemy(target) && at(targt, p)",
        "walk(target, p);",
        &["`targt` is bound and never used again"],
    );
    let help = branch("enemy(target) && at(targt, p)", "walk(target, p);");
    assert!(
        help[0].ends_with("help: a variable with a similar name exists: `target`"),
        "{help:?}"
    );
}

#[test]
fn an_argument_takes_nothing_apart() {
    let messages = branch("at(Locatable::Vehicle(v), l)", "walk(v, l);");
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0].contains("`at(x, l) && let Some(v): Option<Vehicle> = x.vehicle()`"),
        "{messages:?}"
    );
    wrong(
        "ammo(x, x.count())",
        "go(x);",
        &["`x` gets its value from this same atom"],
    );
}

#[test]
fn an_axiom_is_checked_for_each_pattern() {
    let axioms = "axiom different(a: Actor, b: Actor) { a != b }
        axiom foe(a: Actor) { enemy(a) } axiom foe(b: Actor) { let b: Actor = game.boss() }
        axiom half(a: Actor, b: Actor) { enemy(a) }
        axiom far(a: Actor, b: Actor) { different(a, b) && foe(b) }";
    let with = |condition: &str| {
        messages(&format!(
            "{axioms} method m(me: Actor) if {condition} {{ go(t); }}"
        ))
    };
    assert_eq!(with("foe(t) && foe(me)"), Vec::<String>::new());
    assert_eq!(with("foe(t) && different(me, t)"), Vec::<String>::new());
    assert_eq!(with("different(me, t)").len(), 1);
    assert!(with("different(me, t)")[0].starts_with("`different` needs `b` bound here"));
    assert!(with("far(me, t)")[0].starts_with("`far` needs `b` bound here"));
    assert!(with("half(me, t)")[0].starts_with("`b` is left open by a clause of `half`"));
    assert!(
        with("enemy(t) && half(me, t) && half(_, _)")[0].starts_with("`half` needs `b` bound here")
    );
}

#[test]
fn busy_sees_parameters_only() {
    let found = messages("operator shout(a: Actor) { if at(a, p) && p.quiet(); busy p.loud(); }");
    assert!(
        found[0].starts_with("`busy` sees the parameters only"),
        "{found:?}"
    );
}

#[test]
fn a_repeated_name_tests() {
    let source =
        format!("domain d; {ITEMS} predicate same(Actor, Actor); method m() if same(x, x) {{}}");
    let mut errors = Errors::default();
    let domain = parse(source.parse().unwrap(), &mut errors).expect("has a header");
    let names = resolve(&domain, &mut errors);
    let moded = modes(&domain, &names, &mut errors);
    let guard = moded.methods[0].branches[0]
        .guard
        .as_ref()
        .expect("has a guard");
    let Cond::Fact { args, .. } = &guard.cond else {
        panic!("{guard:?}");
    };
    assert!(matches!(args[..], [Arg::Bind(a), Arg::Again(b)] if a == b));
}
