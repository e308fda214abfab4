mod mistakes;
mod mutations;

use super::*;
use crate::ast::{Aggregate, Arg, Condition, OperatorStatement, Statement, Value};

const RESTRAINT: &str = include_str!("../../../domains/restraint.txt");
const EVERYTHING: &str = include_str!("../../../domains/everything.txt");

fn read(input: &str) -> (Option<Domain>, Vec<String>) {
    let mut errors = Errors::default();
    let domain = parse(input.parse().unwrap(), &mut errors);
    (domain, errors.messages())
}

fn good(input: &str) -> Domain {
    let (domain, messages) = read(input);
    assert!(messages.is_empty(), "{input}\n{messages:#?}");
    domain.unwrap()
}

/// The condition of a method that has nothing else.
fn condition(source: &str) -> Condition {
    let domain = good(&format!("domain d; method m(x: A) if {source} {{}}"));
    domain.methods[0].branches[0]
        .guard
        .clone()
        .unwrap()
        .condition
}

/// The body of a method that has nothing else.
fn body(source: &str) -> Vec<Statement> {
    let domain = good(&format!(
        "domain d; method m(x: A) {{ {source} }} method pick() -> A {{ return X; }}"
    ));
    domain.methods[0].branches[0].body.clone()
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
    let guard = domain.methods[0].branches[0].guard.as_ref().unwrap();
    let Condition::And(pieces) = &guard.condition else {
        panic!()
    };
    assert_eq!(pieces.len(), 9);
    assert!(matches!(&pieces[3], Condition::Not(inner) if matches!(**inner, Condition::Atom(_))));
    assert!(matches!(&pieces[7], Condition::Let { .. }));
    assert!(matches!(&pieces[8], Condition::Rust(_)));
}

#[test]
fn every_form_there_is() {
    let domain = good(EVERYTHING);
    let mut errors = Errors::default();
    crate::resolve::resolve(&domain, &mut errors);
    assert_eq!(errors.messages(), Vec::<String>::new());
    assert_eq!(domain.uses.len(), 2);
    assert_eq!(
        domain.runtime.unwrap().to_string().replace(' ', ""),
        "crate::htn"
    );
}

#[test]
fn headers() {
    let domain = good("/// One.\n/// Two.\npub(crate) domain move(world: &'_ dyn World<'_>);");
    assert_eq!(domain.docs.0, ["One.", "Two."]);
    assert_eq!(domain.name, "r#move");
    assert_eq!(domain.visibility.to_string().replace(' ', ""), "pub(crate)");
    assert_eq!(
        domain
            .context
            .unwrap()
            .ty
            .tokens
            .to_string()
            .replace(' ', ""),
        "dynWorld<'_>"
    );
    assert!(good("domain d;").context.is_none());
}

#[test]
fn columns_and_keys() {
    let domain = good(
        "domain d; predicate a(); predicate b(=> u32); predicate c(::core::Map<A, B>, to: x::Y => fn(A) -> B, Z,) [N * 2];",
    );
    assert_eq!(domain.predicates[0].columns.len(), 0);
    assert_eq!(domain.predicates[1].key, Some(0));
    let third = &domain.predicates[2];
    assert_eq!((third.columns.len(), third.key), (4, Some(2)));
    assert_eq!(third.columns[1].name.as_ref().unwrap(), "to");
    assert!(third.capacity.is_some());
}

#[test]
fn and_binds_tighter_than_or() {
    let Condition::Or(sides) = condition("a(x) && b(x) || c(x)") else {
        panic!()
    };
    assert!(matches!(&sides[0], Condition::And(pieces) if pieces.len() == 2));
    assert!(matches!(&sides[1], Condition::Atom(_)));
}

#[test]
fn what_is_rust_is_left_to_rust() {
    for source in [
        "x > 3",
        "!game.near(x)",
        "!x",
        "(x == 1)",
        "(match x { A => true, _ => false } || x == 2)",
        "!(x == 1)",
        "self::near(x)",
        "LIMIT",
        "Some(x) == y",
        "(if x { a(y) } else { b(y) })",
        "(|| near(x))()",
        "true",
        "matches!(x, A::B | A::C)",
        "x as u32 <= 3",
        "x.collect::<Vec<_>>().len() >= 2",
        "(match x { A => near(x), _ => false })",
    ] {
        assert!(matches!(condition(source), Condition::Rust(_)), "{source}");
    }
}

#[test]
fn what_is_ours_is_ours() {
    for source in [
        "!(a(x))",
        "!!a(x)",
        "!first(a(x))",
        "!forall(a(x) => b(x))",
        "!(x > 3 && a(x))",
        "!let y: u8 = 1",
    ] {
        assert!(matches!(condition(source), Condition::Not(..)), "{source}");
    }
    let rows = [(1, 1), (2, 2), (3, 1), (4, 2), (100_001, 1)];
    for (signs, depth) in rows {
        let mut held = condition(&format!("{}a(x)", "!".repeat(signs)));
        for _ in 0..depth {
            let Condition::Not(inner) = held else {
                panic!()
            };
            held = *inner;
        }
        assert!(matches!(held, Condition::Atom(_)), "{signs}");
    }
    assert!(matches!(condition("(a(x))"), Condition::Atom(_)));
    assert!(matches!(
        condition("((x > 1) || !(a(x)))"),
        Condition::Or(_)
    ));
    assert!(matches!(condition("move(x)"), Condition::Atom(_)));
    assert!(matches!(condition("let(x)"), Condition::Atom(_)));
    assert!(matches!(condition("r#in(x)"), Condition::Atom(_)));
}

#[test]
fn bindings() {
    let Condition::And(pieces) = condition(
        "let a: Map<A, B> = x.f(|y| y && z) && let Some(b): Option<V<A>> = x && let c: fn(A) -> B in x.all()",
    ) else {
        panic!()
    };
    assert!(matches!(
        &pieces[0],
        Condition::Let {
            value: Value::Rust(_),
            ..
        }
    ));
    let Condition::LetSome { ty, .. } = &pieces[1] else {
        panic!()
    };
    assert_eq!(ty.tokens.to_string().replace(' ', ""), "V<A>");
    assert!(matches!(&pieces[2], Condition::LetIn { .. }));
    assert!(matches!(
        condition("let Some(b): core::option::Option<A> = x"),
        Condition::LetSome { .. }
    ));
}

#[test]
fn aggregates() {
    for (source, expected) in [
        ("count(a(x) && b(x))", Aggregate::Count),
        ("sum(x * 2; a(x))", Aggregate::Sum),
        ("min(f(x, y); a(x) || b(x))", Aggregate::Min),
        ("max((x, y); a(x))", Aggregate::Max),
    ] {
        let Condition::Let {
            value: Value::Aggregate { kind, of, .. },
            ..
        } = condition(&format!("let n: u8 = {source}"))
        else {
            panic!()
        };
        assert_eq!(kind, expected);
        assert_eq!(of.is_none(), kind == Aggregate::Count);
    }
}

#[test]
fn sorting() {
    let domain = good(
        "domain d; method m() if a(x) && first(b(x, y) sort by (x, -y) desc) sort by desc {} method n() sort by 1 {}",
    );
    let guard = domain.methods[0].branches[0].guard.as_ref().unwrap();
    assert!(!guard.sort.as_ref().unwrap().descending);
    let Condition::And(pieces) = &guard.condition else {
        panic!()
    };
    let Condition::First(inner) = &pieces[1] else {
        panic!()
    };
    assert!(inner.sort.as_ref().unwrap().descending);
    assert!(
        domain.methods[1].branches[0]
            .guard
            .as_ref()
            .unwrap()
            .sort
            .is_some()
    );
}

#[test]
fn arguments() {
    let Condition::Atom(atom) =
        condition("a(x, _, _y, Place::Lobby, LIMIT, 3, f::<A, B>(x), <A as B<C, D>>::E, true,)")
    else {
        panic!()
    };
    let kinds: String = atom
        .args
        .list
        .iter()
        .map(|arg| match arg {
            Arg::Name(_) => 'n',
            Arg::Any(_) => '_',
            Arg::Rust(_) => 'r',
        })
        .collect();
    assert_eq!(kinds, "n_nrrrrrr");
}

#[test]
fn statements_of_bodies() {
    let statements = body(
        "go(x); let y = pick(x); let z: A = pick(); let w: u8 = x.f(); let n: usize = count(a(x));
         add a(x), b(x) for c(x) && d(x); delete a(_);
         if a(x) { go(x); } else if b(x) sort by x { go(x); } else {}
         while a(x) { go(x); } for a(y) sort by y desc { go(y); }
         unordered { go(x); { go(x); go(x); } {} }",
    );
    assert_eq!(statements.len(), 11);
    assert!(matches!(
        &statements[1],
        Statement::LetTask { ty: None, .. }
    ));
    assert!(matches!(
        &statements[2],
        Statement::LetTask { ty: Some(_), .. }
    ));
    assert!(matches!(
        &statements[4],
        Statement::Let {
            value: Value::Aggregate { .. },
            ..
        }
    ));
    assert!(
        matches!(&statements[5], Statement::Effect(effect) if effect.atoms.len() == 2 && effect.each.is_some())
    );
    assert!(matches!(&statements[7], Statement::If { blocks, .. } if blocks.len() == 3));
    assert!(matches!(&statements[10], Statement::Unordered { strands, .. } if strands.len() == 3));
}

#[test]
fn tasks_may_be_called_like_statements() {
    for name in [
        "if",
        "while",
        "for",
        "let",
        "else",
        "branch",
        "unordered",
        "later",
        "protect",
        "release",
        "move",
        "start",
        "r#match",
    ] {
        let statements = body(&format!("{name}(x); go(x);"));
        assert!(matches!(&statements[0], Statement::Task { .. }), "{name}");
        assert_eq!(statements.len(), 2, "{name}");
    }
}

#[test]
fn statements_of_operators() {
    let domain = good(
        "domain d; agent A; pub operator o(a: A, b: A) by a, b {
            if p(a) sort by a; while !q(a); start add p(a), q(b); finish delete for(_), q(a) for for(x); success add p(a);
            failure add p(a); sensed add p(a); cost 2.0 * a.weight(); busy a != b;
        } internal operator i(a: A) { add p(a); undo j(a); }",
    );
    let operator = &domain.operators[0];
    assert!(operator.public && !operator.internal && operator.by.len() == 2);
    assert_eq!(operator.statements.len(), 9);
    let OperatorStatement::Effect { effect, .. } = &operator.statements[3] else {
        panic!()
    };
    assert!(
        effect.atoms.len() == 2
            && effect.each.is_some()
            && effect.verb == htn_core::tables::FactVerb::Delete
    );
    assert!(domain.operators[1].internal);
}

#[test]
fn what_looks_like_a_mistake_and_is_none() {
    good(
        "domain d(game: &Game); predicate at(u8); predicate first_one(u8);
        operator o(a: u8) { cost ::core::f32::consts::PI; busy ::game::busy(a); }
        method sorted(a: u8) if first(at(x) sort by if x > a { 0 } else { 1 }) && at(x) { o(x); }
        method field(a: u8) if a == game.gen && at(LIMIT) && a < LIMIT { if a == LIMIT { o(a); } o(a); }
        method named() { branch if if at(_) { } branch sort { } }
        method joined(a: u8) if a & 3 == 1 | 2 && (a | 4) > 3 { unordered { { o(a); } { o(a); } } }
        method branch(a: u8) { branch(a); not(a); }
        axiom not(a: u8) { at(a) }
        method negated(a: u8) if not(a) && !not(a) { }",
    );
}
