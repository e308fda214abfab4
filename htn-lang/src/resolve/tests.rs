use super::*;
use crate::parse::parse;

/// The messages of a domain's errors, without their help.
fn problems(input: &str) -> Vec<String> {
    let mut errors = Errors::default();
    let domain = parse(input.parse().unwrap(), &mut errors).unwrap();
    resolve(&domain, &mut errors);
    errors.messages()
}

const HEAD: &str = "
    domain d(game: &Game);
    agent Actor;
    predicate enemy(Actor);
    predicate at(who: Actor, place: Place);
    predicate ammo(Actor => u16);
    axiom different(a: Actor, b: Actor) { a != b }
    internal operator reserve(who: Actor) { add enemy(who); undo free(who); }
    internal operator free(who: Actor) { delete enemy(who); }
    operator go(who: Actor, to: Place) by who { start add at(who, to); }
    method pick() -> Actor { return Actor(1); }
";

/// Each addition to the common items gives just this one problem.
fn each_gives(cases: &[(&str, &str)]) {
    for (addition, expected) in cases {
        let found = problems(&format!("{HEAD}{addition}"));
        assert_eq!(found.len(), 1, "{addition}\n{found:#?}");
        assert!(found[0].contains(expected), "{addition}\n{found:#?}");
    }
}

#[test]
fn the_common_items_are_right() {
    assert_eq!(problems(HEAD), Vec::<String>::new());
    assert_eq!(
        problems(include_str!("../../domains/restraint.txt")),
        Vec::<String>::new()
    );
}

#[test]
fn unknown_names() {
    each_gives(&[
        (
            "method m() if enmy(x) {}",
            "unknown predicate or axiom `enmy`\nhelp: a predicate with a similar name exists: enemy",
        ),
        (
            "method m() if diferent(x, y) {}",
            "an axiom with a similar name exists: different",
        ),
        (
            "method m() if visible(x) {}",
            "call a Rust function by its path: `self::visible(…)`",
        ),
        (
            "method m(x: Actor) { resreve(x); }",
            "unknown task `resreve`\nhelp: an internal operator with a similar name exists: reserve",
        ),
        (
            "method m(x: Actor) { shout(x); }",
            "unknown task `shout`\nhelp: declare it",
        ),
        (
            "method m(x: Actor) { let d = distance(x); }",
            "call a Rust function by its path: `self::distance(…)`",
        ),
        (
            "internal operator o(x: Actor) { add enemi(x); }",
            "unknown predicate `enemi`\nhelp: a predicate with a similar name exists: enemy",
        ),
        (
            "internal operator o(x: Actor) { undo fre(x); }",
            "an internal operator with a similar name exists: free",
        ),
        (
            "operator o(squad: Actor) by sqad {}",
            "a parameter with a similar name exists: squad",
        ),
    ]);
}

#[test]
fn wrong_numbers_of_arguments() {
    each_gives(&[
        (
            "method m() if enemy(x, y) {}",
            "`enemy` takes 1 argument, but 2 are given\nhelp: the predicate is `enemy(Actor)`",
        ),
        (
            "method m() if at(x) {}",
            "`at` takes 2 arguments, but 1 is given\nhelp: the predicate is `at(who: Actor, place: Place)`",
        ),
        (
            "method m() if ammo() {}",
            "but none is given\nhelp: the predicate is `ammo(Actor => u16)`",
        ),
        (
            "method m() if different(a) {}",
            "the axiom is `different(a: Actor, b: Actor)`",
        ),
        (
            "method m(a: Actor) { go(a); }",
            "the operator is `go(who: Actor, to: Place)`",
        ),
        (
            "method m(a: Actor) { block_on(a); }",
            "the synchronisation operator is `block_on(a: Actor, b: Actor)`",
        ),
        (
            "method m(a: Actor) { delete at(a); }",
            "`at` takes 2 arguments",
        ),
        (
            "internal operator o(x: Actor) { undo free(x, x); }",
            "`free` takes 1 argument, but 2 are given",
        ),
        (
            "method m() { let x = pick(1); }",
            "`pick` takes no arguments, but 1 is given",
        ),
    ]);
}

#[test]
fn names_that_are_taken() {
    each_gives(&[
        (
            "predicate enemy(Place);",
            "the predicate `enemy` is declared twice",
        ),
        (
            "axiom enemy(a: Actor) { at(a, _) }",
            "`enemy` is both a predicate and an axiom",
        ),
        (
            "method go(who: Actor, to: Place) {}",
            "`go` is both an operator and a method",
        ),
        (
            "method enemy(who: Actor) {}",
            "`enemy` is both a predicate and a method",
        ),
        (
            "predicate p(a: Actor, a: Actor);",
            "`p` has two columns called `a`",
        ),
        (
            "method m(a: Actor, a: Actor) {}",
            "`m` has two parameters called `a`",
        ),
        (
            "method m() { branch x if enemy(_) {} branch x {} }",
            "`m` has two branches called `x`",
        ),
        (
            "predicate go_t(Actor); method goT() {}",
            "both become `GoT`",
        ),
        (
            "method add_() {}",
            "`add_` and the built-in `add` both become `Add`",
        ),
        ("method first() {}", "`first` is a word of conditions"),
        ("predicate count();", "`count` is a word of conditions"),
        ("method add() {}", "`add` is an effect"),
        (
            "operator block_on(a: Actor) by a {}",
            "`block_on` is a synchronisation operator",
        ),
        ("method m(game: Actor) {}", "`game` is the domain's context"),
        ("method _1() {}", "`_1` has no CamelCase form"),
        ("predicate self_(Actor);", "`self_` has no CamelCase form"),
    ]);
    assert_eq!(
        problems("domain d; operator block_on(a: u8) {}"),
        Vec::<String>::new()
    );
    assert_eq!(
        problems("domain d; predicate add(u8); predicate delete(u8);"),
        Vec::<String>::new()
    );
}

#[test]
fn alternatives_agree() {
    each_gives(&[
        (
            "axiom different(a: Actor, b: Place) { at(a, b) }",
            "`b` is of type `Actor` in the first one",
        ),
        (
            "axiom different(a: Actor) { enemy(a) }",
            "the first one has 2 parameters, this one has 1",
        ),
        (
            "operator go(who: Actor, target: Place) by who {}",
            "the first one calls this parameter `to`",
        ),
        (
            "internal operator go(who: Actor, to: Place) {}",
            "the first one is external, this one is internal",
        ),
        (
            "operator reserve(who: Actor) by who {}",
            "the first one is internal, this one is external",
        ),
        ("method pick() {}", "the first one returns `Actor`"),
        (
            "operator two(a: Actor, b: Actor) by a {} operator two(a: Actor, b: Actor) by b {}",
            "the agent of the first one is `a`",
        ),
    ]);
    let more = format!("{HEAD} axiom different(x: Actor, y: Actor) {{ enemy(x) && enemy(y) }}");
    assert_eq!(problems(&more), Vec::<String>::new());
}

#[test]
fn effects_and_statements_of_operators() {
    each_gives(&[
        (
            "operator o(a: Actor) by a { add enemy(a); }",
            "this effect of `o` does not say when it applies",
        ),
        (
            "internal operator o(a: Actor) { start add enemy(a); }",
            "`start` is not allowed in the internal operator `o`, whose effects always apply at once\nhelp: remove `start`",
        ),
        (
            "internal operator o(a: Actor) { busy false; }",
            "`busy` is not allowed in the internal operator `o`",
        ),
        (
            "internal operator o(a: Actor) { while enemy(a); }",
            "`while` is not allowed in the internal operator `o`",
        ),
        (
            "operator o(a: Actor) by a { undo free(a); }",
            "the external operator `o` cannot be undone",
        ),
        (
            "internal operator o(a: Actor) { undo go(a, 1); }",
            "`go` is an external operator",
        ),
        (
            "internal operator o(a: Actor) { undo pick(); }",
            "`pick` is a method",
        ),
        (
            "internal operator o(a: Actor) { undo enemy(a); }",
            "`enemy` is a predicate",
        ),
        (
            "internal operator o(a: Actor) { if enemy(a); if enemy(a); }",
            "`if` appears twice in `o`\nhelp: join",
        ),
        (
            "operator o(a: Actor) by a { cost 1.0; cost 2.0; }",
            "`cost` appears twice",
        ),
        (
            "operator o(a: Actor) by a { duration 1.0; duration 2.0; }",
            "`duration` appears twice",
        ),
        (
            "internal operator o() { duration 1.0; }",
            "`duration` is not allowed in the internal operator `o`",
        ),
        (
            "internal operator o(a: Actor) { add different(a, a); }",
            "`different` is an axiom, but `add` changes predicates only",
        ),
        (
            "internal operator o(a: Actor) { delete go(a, a); }",
            "`go` is an operator, but `delete` changes predicates only",
        ),
    ]);
}

#[test]
fn things_of_the_wrong_kind() {
    each_gives(&[
        (
            "method m(a: Actor) { enemy(a); }",
            "`enemy` is a predicate, not a task",
        ),
        (
            "method m(a: Actor) { different(a, a); }",
            "`different` is an axiom, not a task",
        ),
        (
            "method m(a: Actor) if reserve(a) {}",
            "`reserve` is an internal operator, but a condition contains predicates",
        ),
        (
            "method m(a: Actor) if enemy(a) == false {}",
            "the predicate `enemy` is called inside a Rust expression",
        ),
        (
            "method m() if count(enemy(_)) > 0 {}",
            "`count` is only allowed to the right of `let … =`",
        ),
        (
            "method m(a: Actor) if a != (pick()) {}",
            "the method `pick` is called inside a Rust expression",
        ),
        (
            "method m(a: Actor) { go(a, different(a, a).x); }",
            "the axiom `different` is called inside",
        ),
        (
            "method m() if let n: usize = count(x.iter(enemy(x))) + 1 {}",
            "the predicate `enemy` is called inside",
        ),
    ]);
    let fine = format!(
        "{HEAD} method m(a: Actor) if game.enemy(a) && self::enemy(a) == 3 && a.at(a) {{}}"
    );
    assert_eq!(problems(&fine), Vec::<String>::new());
}

#[test]
fn agents() {
    each_gives(&[
        ("agent Place;", "`agent` is declared twice"),
        (
            "operator o(a: Actor) {}",
            "the operator `o` has no agent\nhelp: write `by a`",
        ),
        (
            "internal operator o(a: Actor) by a {}",
            "`by` is not allowed on the internal operator `o`",
        ),
        (
            "operator o(a: Actor, p: Place) by p {}",
            "`p` is of type `Place`, so it cannot be an agent",
        ),
        (
            "operator o(a: Actor) by a, a {}",
            "`a` is listed twice after `by`",
        ),
        (
            "method m(a: crate::Actor) {}",
            "the agent's type is written in two ways\nhelp: write `Actor`",
        ),
        (
            "predicate p(world::Actor);",
            "the agent's type is written in two ways",
        ),
    ]);
    let none = |input: &str, expected: &str| {
        let found = problems(&format!("domain d; {input}"));
        assert!(
            found.len() == 1 && found[0].contains(expected),
            "{found:#?}"
        );
    };
    none(
        "operator a(x: u8) by x {} operator b(x: u8) by x {}",
        "`by x` needs an agent",
    );
    none(
        "predicate p(u8); operator a(x: u8) { start add p(x); }",
        "marks on effects need an agent",
    );
    none(
        "method m(x: u8) { global_block(x); }",
        "`global_block` needs an agent",
    );
    assert_eq!(
        problems("domain d; predicate p(u8); operator a(x: u8) { add p(x); }"),
        Vec::<String>::new()
    );
}

#[test]
fn branches_and_returns() {
    each_gives(&[
        (
            "method m() { branch a {} branch b if enemy(_) {} branch c {} }",
            "this branch is never reached: `a` before it has no condition",
        ),
        (
            "method m() -> u8 {}",
            "`m` returns `u8`, but it does not end with `return`",
        ),
        (
            "method m() -> u8 { branch a if enemy(_) { return 1; } branch b {} }",
            "its branch `b` does not end with `return`",
        ),
        (
            "method m() { return 1; }",
            "`m` returns nothing\nhelp: declare",
        ),
        (
            "method m() -> u8 { return 1; return 2; }",
            "`return` is not allowed here",
        ),
        (
            "method m() -> u8 { if enemy(_) { return 1; } }",
            "`return` is not allowed here",
        ),
        (
            "method m(a: Actor) { let x = go(a, 1); }",
            "`go` returns nothing\nhelp: remove `let x =`: only methods",
        ),
        (
            "method n() {} method m() { let x = n(); }",
            "`n` returns nothing\nhelp: remove `let x =`, or declare",
        ),
    ]);
}

#[test]
fn recursion_through_negation() {
    let negation = "the axiom `r` depends on its own negation here";
    each_gives(&[
        ("axiom r(a: Actor) { !r(a) }", negation),
        ("axiom r(a: Actor) { forall(enemy(b) => r(b)) }", negation),
        ("axiom r(a: Actor) { let n: usize = count(r(a)) }", negation),
        ("axiom r(a: Actor) { r(a) } else { enemy(a) }", negation),
        (
            "axiom r(a: Actor) { !s(a) } axiom s(a: Actor) { r(a) }",
            negation,
        ),
    ]);
    let fine = "axiom r(a: Actor) { enemy(a) } else { r(a) } axiom s(a: Actor) { !t(a) && s(a) } axiom t(a: Actor) { enemy(a) }";
    assert_eq!(problems(&format!("{HEAD}{fine}")), Vec::<String>::new());
}

#[test]
fn items_that_no_public_task_reaches() {
    let unreached = |input: &str| -> Vec<String> {
        let found = problems(&format!("domain d; predicate p(u8); {input}"));
        found
            .iter()
            .map(|message| message.lines().next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        unreached(
            "pub method m() { a(); } operator a() {} method n() { b(); } operator b() {} axiom x(n: u8) { p(n) }"
        ),
        [
            "no `pub` task reaches the axiom `x`",
            "no `pub` task reaches the method `n`",
        ],
        "`b` is used by `n`"
    );
    assert_eq!(
        unreached("pub method m() {} method n() { o(); } method o() { n(); b(); } operator b() {}"),
        ["no `pub` task reaches the method `n`"],
        "the first of a circle"
    );
    assert!(unreached("pub method m() { a(); } internal operator a() { undo b(); } internal operator b() { if x(1); } axiom x(n: u8) { p(n) }").is_empty());
    assert!(unreached("method m() {} operator a() {}").is_empty());
}

#[test]
fn at_most_so_many_columns() {
    let columns = vec!["u8"; 17].join(", ");
    each_gives(&[(
        &format!("predicate wide({columns});"),
        "`wide` has 17 columns, and the maximum is 16",
    )]);
}

#[test]
fn tasks_are_in_order() {
    let mut errors = Errors::default();
    let input = "domain d; agent A; method b() {} method a() {} internal operator y() {} operator x(a: A) by a {} method b() {}";
    let domain = parse(input.parse().unwrap(), &mut errors).unwrap();
    let names = resolve(&domain, &mut errors);
    let order: Vec<(&str, usize)> = names
        .tasks
        .iter()
        .map(|task| (task.name.as_str(), task.items.len()))
        .collect();
    assert_eq!(
        order,
        [
            ("y", 1),
            ("x", 1),
            ("b", 2),
            ("a", 1),
            ("block_on", 0),
            ("global_block", 0),
            ("finish_action", 0),
            ("stop_action", 0)
        ]
    );
}

#[test]
fn variants_are_in_camel_case() {
    for (name, expected) in [
        ("squad_restrain", "SquadRestrain"),
        ("move", "Move"),
        ("r#in", "In"),
        ("a_1b", "A1b"),
        ("_x__y", "XY"),
        ("goTo", "GoTo"),
    ] {
        assert_eq!(camel(name), expected);
    }
}
