//! Passes and views on small domains, as printed.

use super::checks::{CheckView, Views};
use super::inline::inline;
use super::order::order;
use super::unread::drop_unread;
use super::*;
use crate::errors::Errors;
use crate::modes::modes;
use crate::parse::parse;
use crate::resolve::resolve;

/// Predicates 0 to 5.
const ITEMS: &str = "
    agent Actor;
    predicate alarm(); predicate enemy(Actor); predicate friend(Actor); predicate at(Actor, Place); predicate ammo(Actor => u16);
    predicate path(Place, Place, u8);
    operator go(who: Actor) by who {}
";

/// Builds the IR of a domain.
fn built<T>(items: &str, see: impl FnOnce(&BoundDomain<'_>) -> T) -> T {
    let source = format!("domain d(game: &Game); {ITEMS} {items}");
    let mut errors = Errors::default();
    let domain = parse(source.parse().unwrap(), &mut errors).expect("has a header");
    let names = resolve(&domain, &mut errors);
    let ir = modes(&domain, &names, &mut errors);
    assert_eq!(errors.messages(), Vec::<String>::new());
    see(&ir)
}

/// Returns a condition after a pass.
fn passed(
    items: &str,
    condition: &str,
    pass: impl for<'a> FnOnce(Cond<'a>, &BoundDomain<'a>) -> Cond<'a>,
) -> String {
    built(
        &format!("{items} method m(a: Actor) if {condition} {{ go(a); }}"),
        |ir| {
            let guard = ir.methods[0].branches[0].guard.as_ref();
            pass(guard.expect("has one").cond.clone(), ir).to_string()
        },
    )
}

#[test]
fn conditions_are_printed() {
    let printed = |condition| passed("", condition, |cond, _| cond);
    assert_eq!(
        printed("at(a, p) && !path(p, p, 3) && (alarm() || a != game.me())"),
        "(p3(v1, =v2) && !p5(v2, v2, {3}) && (p0() || {a != game.me()}))"
    );
    assert_eq!(
        printed("let _n: usize = count(enemy(_)) && first(at(a, p) sort by p desc)"),
        "(let v2 = Count(p1(_)) && first(p3(v1, =v3) sort by {p} desc))"
    );
    assert_eq!(
        printed("forall(enemy(x) => friend(x)) && let _p: Place in game.places()"),
        "(forall(p1(=v2) => p2(v2)) && let v3 = in {game.places()})"
    );
}

#[test]
fn statements_are_printed() {
    let body = "method m(a: Actor) { while enemy(a) { go(a); delete enemy(_); } unordered { { go(a); } { add enemy(b) for friend(b); } } }";
    built(body, |ir| {
        assert_eq!(
            ir.methods[0].branches[0].to_string(),
            "{ while p1(v1) { t0(v1); delete p1(_) }; unordered { t0(v1) } { add p1(v2) for p2(=v2) } }"
        );
    });
}

#[test]
fn order_moves_tests_to_their_variables() {
    let ordered = |condition| passed("", condition, |cond, ir| order(cond, &ir.keys));
    assert_eq!(
        ordered("enemy(x) && friend(y) && x != y && !at(x, _) && ammo(x, _n)"),
        "(p1(=v2) && !p3(v2, _) && p4(v2, =v4) && p2(=v3) && {x != y})"
    );
    // An atom with an expression stays, since the expression may call the game.
    assert_eq!(
        ordered("enemy(x) && at(game.me(), _p) && friend(x)"),
        "(p1(=v2) && p2(v2) && p3({game.me()}, =v3))"
    );
    // The pass reaches conditions inside.
    assert_eq!(
        ordered("!(enemy(x) && friend(_) && at(x, _) && ammo(x, 3) && !alarm())"),
        "!(!p0() && p1(=v2) && p2(_) && p3(v2, _) && p4(v2, {3}))"
    );
}

#[test]
fn inline_copies_small_axioms() {
    let items = "axiom foe(x: Actor) { enemy(x) && !friend(x) } axiom far(x: Actor) { foe(x) && at(x, _) } axiom any(x: Actor) { enemy(x) } axiom any(x: Actor) { friend(x) }";
    let inlined = |condition| passed(items, condition, inline);
    let clause = inlined("foe(a)");
    assert!(clause.ends_with("= v5: (p1(v0) && !p2(v0))]"), "{clause}");
    let nested = inlined("far(a)");
    assert!(nested.contains("&& p3("), "{nested}");
    assert_eq!(nested.matches('[').count(), 2, "{nested}");
    // An axiom with alternatives is called.
    assert!(inlined("any(a)").starts_with('a'));
}

#[test]
fn assumed_variables_are_compared() {
    let assumed = |condition, fixed: &[usize]| {
        let fixed = fixed.iter().copied().map(VarId).collect();
        passed("", condition, |cond, _| assume_bound(cond, &fixed))
    };
    assert_eq!(
        assumed("at(_x, p) && path(p, p, _)", &[3]),
        "(p3(=v2, v3) && p5(v3, v3, _))"
    );
    assert_eq!(
        assumed("path(p, p, _) && let _n: u32 = count(enemy(_))", &[2, 3]),
        "(p5(v2, v2, _) && let v3 == Count(p1(_)))"
    );
}

#[test]
fn unread_returned_values_are_dropped() {
    let items = "method pick() -> Actor if enemy(x) { return x; } method m() { let b: Actor = pick(); let c: Actor = pick(); go(c); }";
    built(items, |ir| {
        let body = |ir: &BoundDomain<'_>| ir.methods[1].branches[0].to_string();
        let (before, after) = (body(ir), body(&drop_unread(ir)));
        assert_eq!(before.matches(" = t").count(), 2, "{before}");
        assert_eq!(after.matches(" = t").count(), 1, "{after}");
    });
}

/// Returns the text and the condition of each check.
fn printed<'a>(views: impl IntoIterator<Item = CheckView<'a>>) -> Vec<(String, String)> {
    let views = views.into_iter().map(|view| {
        let cond = view.cond.map_or(String::new(), |cond| cond.to_string());
        (view.text, cond)
    });
    views.collect()
}

#[test]
fn checks_of_a_branch_are_groups_of_its_conjuncts() {
    let method = "method m(a: Actor) if enemy(a) && enemy(b) && at(a, p) && path(p, _, _) && when_planning(alarm()) sort by game.far(b) { go(b); }";
    built(method, |ir| {
        let block = &ir.methods[0].branches[0];
        let guard = block.guard.as_ref().expect("has one");
        let (groups, sort) = Views::new(ir, None).branch(guard, &block.body);
        let pair = |text: &str, cond: &str| (text.to_owned(), cond.to_owned());
        assert_eq!(
            printed(groups),
            [
                pair("enemy(a)", "p1(v1)"),
                // The body uses `b`, so it keeps its value.
                pair("enemy(b)", "p1(v2)"),
                pair("at(a, p) && path(p, _, _)", "(p3(v1, =v3) && p5(v3, _, _))"),
            ]
        );
        assert_eq!(printed(sort), [pair("", "")]);
    });
}

#[test]
fn checks_of_an_operator_keep_what_the_planner_found() {
    let operator = "operator shift(a: Actor) by a { if at(a, p) && when_planning(alarm()); while enemy(a); start add at(a, p); }";
    built(operator, |ir| {
        let views = Views::new(ir, None).operator(&ir.operators[1]);
        let pair = |text: &str, cond: &str| vec![(text.to_owned(), cond.to_owned())];
        let both = pair("at(a, p) && enemy(a)", "(p3(v1, v2) && p1(v1))");
        assert_eq!(printed(views.holds), both);
        assert_eq!(printed(views.during), pair("enemy(a)", "p1(v1)"));
        let [requires, during] = views.pieces.map(printed);
        assert_eq!(requires, pair("at(a, p)", "p3(v1, v2)"));
        assert_eq!(during, pair("enemy(a)", "p1(v1)"));
    });
}
