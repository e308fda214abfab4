//! Bindings on small domains.

use super::*;
use crate::ir::{BoundArg, Cond};
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
        &["`t` is not bound here: it is bound further on"],
    );
    wrong(
        "enemy(t)",
        "go(t); go(x); let x: Actor = t;",
        &["`x` is not bound here: it is bound further on"],
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
        &["`t` is already bound"],
    );
    wrong(
        "enemy(_)",
        "let me: Actor = game.first();",
        &["`me` is already bound"],
    );
}

#[test]
fn an_unused_variable_is_a_misspelt_one() {
    wrong(
        "enemy(target) && at(targt, p)",
        "walk(target, p);",
        &["`targt` is bound but never used"],
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
        &["`x` is bound by this same atom"],
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
    assert!(with("half(me, t)")[0].starts_with("`b` is not bound by a clause of `half`"));
    assert!(
        with("enemy(t) && half(me, t) && half(_, _)")[0].starts_with("`half` needs `b` bound here")
    );
}

#[test]
fn busy_sees_parameters_only() {
    let found = messages("operator shout(a: Actor) { if at(a, p) && p.quiet(); busy p.loud(); }");
    assert!(
        found[0].starts_with("`busy` can use parameters only"),
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
    assert!(matches!(args[..], [BoundArg::Bind(a), BoundArg::Again(b)] if a == b));
}

#[test]
fn synchronisation_operators_take_agents() {
    let first = |items: &str| {
        let messages = messages(&format!("agent Actor; {items}"));
        let wrong = |message: &&String| message.contains("takes agents");
        messages.iter().find(wrong).cloned().unwrap_or_default()
    };
    assert!(
        first("method m(p: Place) { global_block(p); }")
            .starts_with("`p` is of type `Place`, and `global_block` takes agents")
    );
    assert!(
        first("method m() if at(a, p) { block_on(a, p); }")
            .starts_with("`p` is of type `Place`, and `block_on` takes agents")
    );
    let scopes =
        "method m() { if at(_, x) { add at(Actor(1), x); } else if enemy(x) { global_block(x); } }";
    assert_eq!(first(scopes), "");
    assert_eq!(first("method m() if enmy(x) { global_block(x); }"), "");
}

/// The expressions of a branch, as tests, of which rustc may say something.
fn sound(items: &str, condition: &str) -> Vec<String> {
    let source = format!(
        "domain d(game: &Game); {ITEMS} {items} method m(me: Actor) {{ branch b if {condition} {{}} }}"
    );
    let mut errors = Errors::default();
    let domain = parse(source.parse().unwrap(), &mut errors).expect("has a header");
    let names = resolve(&domain, &mut errors);
    let moded = modes(&domain, &names, &mut errors);
    let method = moded.methods.last().expect("has a method");
    let guard = method.branches[0].guard.as_ref().expect("has a condition");
    let mut sound = Vec::new();
    if let Cond::And(parts) = &guard.cond {
        for part in parts {
            if let Cond::Test(expr) = part
                && expr.sound
            {
                sound.push(crate::text::text(&expr.source.tokens));
            }
        }
    }
    sound
}

#[test]
fn what_follows_from_an_error_is_not_sound() {
    let no_item = "";
    let all = |condition: &str| sound(no_item, condition);
    assert_eq!(
        all("enemy(t) && t == me && t == you"),
        ["t == me", "t == you"],
        "a name that is unknown is for rustc to report"
    );
    assert_eq!(all("enmy(t) && t == me && me == me"), ["me == me"]);
    assert_eq!(
        all("at(t) && t == me && me == me"),
        ["me == me"],
        "which column it stands for is not clear"
    );
    assert_eq!(all("t == me && enemy(t)"), Vec::<String>::new());
    assert_eq!(
        all("me == me && enemy(me) == true && !game.enemy(me)"),
        ["me == me", "!game.enemy(me)"]
    );
    assert_eq!(
        all("me = me && f(me) && me.is(3) && me.is(x)"),
        ["me.is(3)"],
        "what could not be read may have bound anything"
    );
    assert_eq!(
        all("enemy(t) && let t: u32 = 3 && t == 3 && me == me"),
        ["me == me"],
        "either may be meant"
    );
    for items in ["use;", "fn f() {}", "domain e;", "+;"] {
        assert_eq!(sound(items, "me == me && me != me"), Vec::<String>::new());
    }
    for (items, condition) in [
        ("predicate p(Actor); predicate p(u16);", "p(x) && x == me"),
        ("predicate p(Actor Actor);", "p(x) && x == me"),
        ("predicate p(;);", "p(x) && x == me"),
        (
            "axiom a(x: u8) { x == 3 } axiom a(x: u16) { x == 3 }",
            "a(x) && x == me",
        ),
    ] {
        assert_eq!(sound(items, condition), Vec::<String>::new(), "{items}");
    }
}
