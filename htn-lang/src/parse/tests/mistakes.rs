//! One mistake causes one message, and the items around it are kept.

use super::read;

/// Each domain gives just this one problem.
fn each_gives(cases: &[(&str, &str)]) {
    for (input, expected) in cases {
        let (domain, found) = read(&format!("domain d; {input} predicate last(A);"));
        assert_eq!(found.len(), 1, "{input}\n{found:#?}");
        assert!(found[0].contains(expected), "{input}\n{found:#?}");
        let domain = domain.unwrap();
        assert!(
            domain
                .predicates
                .iter()
                .any(|predicate| predicate.name == "last"),
            "{input}"
        );
    }
}

#[test]
fn items() {
    each_gives(&[
        (
            "predicat enemy(A);",
            "unknown item `predicat`\nhelp: an item with a similar name exists: predicate",
        ),
        (
            "fact enemy(A);",
            "unknown item `fact`\nhelp: the items of a domain are",
        ),
        (
            "predicate enemy(A)",
            "expected `;` after the predicate `enemy`",
        ),
        ("predicate enemy;", "expected columns after `enemy`"),
        ("predicate enemy(A B);", "expected one type, found `A B`"),
        ("predicate enemy(A) [];", "expected the number of rows"),
        ("predicate enemy(A) {}", "a predicate has no block"),
        (
            "predicate enemy(A => B => C);",
            "a predicate can have only one `=>`",
        ),
        ("predicate enemy(A =>);", "expected a type after `=>`"),
        ("predicate Enemy(A);", "help: write `enemy`"),
        ("predicate (A);", "expected the name of a predicate here"),
        (
            "predicate self(A);",
            "`self` can't be the name of a predicate",
        ),
        (
            "pub predicate enemy(A);",
            "`pub` has no effect on a `predicate`",
        ),
        (
            "pub(crate) method m() {}",
            "a task can be `pub`, but not restricted",
        ),
        (
            "internal method m() {}",
            "only an operator can be `internal`",
        ),
        (
            "#[inline] method m() {}",
            "only doc comments are allowed here",
        ),
        ("domain e;", "`domain` is declared twice"),
        ("agent A", "expected `;` after the agent's type"),
        ("agent;", "expected a type here"),
        (
            "axiom a(x: A);",
            "expected `{ condition }` for the axiom `a` here",
        ),
        (
            "axiom a(x: A) {} else",
            "expected `{ condition }` for the axiom `a` here",
        ),
        ("use;", "expected a path after `use`"),
        ("use a + b;", "unexpected `+` in a path"),
        ("use a::b", "expected `;` after `use`"),
        ("{ }", "unexpected group"),
        ("+ + +;", "expected an item here, found `+`"),
    ]);
}

#[test]
fn parameters() {
    each_gives(&[
        (
            "method m(x A) {}",
            "the parameter `x` needs a type\nhelp: write `x: A`",
        ),
        (
            "method m(x) {}",
            "the parameter `x` needs a type\nhelp: write `x: Type`",
        ),
        ("method m(x: ) {}", "expected a type here"),
        (
            "method m(X: A) {}",
            "variables begin with a lower-case letter: `x`",
        ),
        ("method m(in: A) {}", "`in` is a keyword of Rust"),
        ("method m(_: A) {}", "a parameter needs a name"),
        ("method m {}", "expected parameters after `m`"),
        (
            "operator o(x: A) by {}",
            "expected the name of the parameter of an agent here",
        ),
        (
            "operator o(x: A) by x;",
            "expected a block after the head of `o`",
        ),
        ("method m() by x {}", "`by` is not allowed on a method"),
        (
            "operator o(x: A) bye x {}",
            "unknown keyword `bye`\nhelp: a keyword with a similar name exists: by",
        ),
        (
            "method m() fi p(x) {}",
            "unknown keyword `fi`\nhelp: a keyword with a similar name exists: if",
        ),
        (
            "operator o(x: A) -> B {}",
            "unexpected `-` after the head of an operator",
        ),
    ]);
}

#[test]
fn conditions() {
    let cases = [
        ("", "expected a condition here"),
        ("a(x) &&", "expected a condition on both sides of this"),
        ("&& a(x)", "expected a condition on both sides of this"),
        (
            "a(x) b(x)",
            "unexpected `b` here\nhelp: join conditions with `&&` or `||`",
        ),
        (
            "a(x) sorted by x",
            "write `sort by expression` to order the solutions",
        ),
        (
            "a(x) sort by x dsc",
            "write `desc` after the expression for descending order",
        ),
        ("a(x) sort by x asc", "solutions are in ascending order"),
        ("a(x) sort by", "expected an expression to sort by here"),
        ("x = 3", "`=` is not a comparison"),
        ("x >", "expected an expression after `>`"),
        ("a(x, , y)", "expected an argument here"),
        ("count(a(x))", "`count` is a value, not a condition"),
        (
            "let n: u8 = count(a(x)) + 1",
            "`count` cannot be part of a larger expression",
        ),
        (
            "let n: u8 = max(x, y)",
            "`max` needs an expression and a condition",
        ),
        ("let n: usize = count(x; a(x))", "`count` has no expression"),
        ("forall(a(x))", "`forall` needs two conditions"),
        (
            "let n = 3",
            "the variable `n` needs a type\nhelp: write `let n: Type = expression`",
        ),
        ("let n in x", "help: write `let n: Type in expression`"),
        (
            "let Some(n) = x",
            "help: write `let Some(n): Option<Type> = expression`",
        ),
        ("let Some(n): u8 = x", "must be written as `Option<Type>`"),
        ("let mut n: u8 = 3", "variables of a domain never change"),
        ("let (a, b): C = x", "a `let` binds one variable"),
        ("let n: u8", "expected `=` or `in` after the type of `n`"),
        ("let n: u8 =", "expected an expression here"),
        ("|x| x", "`|` needs parentheses in a condition"),
    ];
    for (source, expected) in cases {
        each_gives(&[
            (&format!("method m(x: A) if {source} {{}}"), expected),
            (
                &format!("internal operator o(x: A) {{ if {source}; }}"),
                expected,
            ),
        ]);
    }
    each_gives(&[(
        "axiom a(x: A) { if x { a(x) } else { b(x) } }",
        "`if` needs parentheses in a condition",
    )]);
}

#[test]
fn bodies() {
    let cases = [
        ("go(x)", "expected `;` after this task"),
        ("go(x) go(x);", "expected `;` after this task"),
        ("go;", "expected a task here"),
        ("x.go();", "expected a task here"),
        (
            "whlie a(x) { go(x); }",
            "unknown keyword `whlie`\nhelp: a keyword with a similar name exists: while",
        ),
        (
            "delte a(x);",
            "a keyword with a similar name exists: delete",
        ),
        ("let y = x.f();", "the variable `y` needs a type"),
        ("let y: u8;", "expected `=` after `y`"),
        ("add;", "expected a fact after `add`"),
        ("add x;", "expected a fact, such as `name(arguments)`"),
        ("if a(x);", "`if` needs a block here"),
        ("else { go(x); }", "`else` without `if`"),
        (
            "{ go(x); }",
            "a block without a keyword is allowed in `unordered` only",
        ),
        (
            "unordered { add a(x); }",
            "only tasks and blocks are allowed in `unordered`",
        ),
        ("return;", "`return` needs a value"),
        (
            "go(x); branch b { }",
            "a body cannot contain both tasks and branches",
        ),
    ];
    for (source, expected) in cases {
        each_gives(&[(&format!("method m(x: A) {{ {source} }}"), expected)]);
    }
    each_gives(&[
        (
            "method m() { branch a if p(x) {} brnch b {} branch c {} }",
            "a keyword with a similar name exists: branch",
        ),
        ("method m() { branch { } }", "a branch needs a name"),
        (
            "method m() { branch a if p(x); }",
            "this branch has no block",
        ),
        (
            "method m() { branch a if p(x) {} go(x); }",
            "expected `branch` here",
        ),
        (
            "method m() if p(x) { branch a {} }",
            "has a condition of its own and branches too",
        ),
    ]);
}

#[test]
fn operators() {
    let cases = [
        ("reserve(x);", "an operator cannot contain tasks"),
        ("ad p(x);", "a keyword with a similar name exists: add"),
        (
            "frobnicate;",
            "unknown keyword `frobnicate`\nhelp: the statements of an operator are",
        ),
        ("start p(x);", "expected an effect after `start`"),
        ("undo;", "expected an internal operator after `undo`"),
        ("cost;", "expected the cost of the step here"),
        ("duration;", "expected the duration of the step here"),
        ("time 2.0;", "write `duration expression;`"),
        ("if p(x) { add q(x); }", "`if` has no block in an operator"),
        ("if p(x) add q(x);", "expected `;` after a statement"),
        (
            "if p(x) start delete q(x);",
            "expected `;` after a statement",
        ),
        ("add p(x)", "expected `;` after a statement"),
        ("3;", "expected a statement here"),
    ];
    for (source, expected) in cases {
        each_gives(&[(
            &format!("internal operator o(x: A) {{ {source} }}"),
            expected,
        )]);
    }
}

#[test]
fn headers() {
    for (input, expected) in [
        ("", "the domain has no name"),
        ("predicate p(A);", "the domain has no name"),
        ("domain;", "expected the name of a domain here"),
        ("domain crate;", "`crate` can't be the name of a domain"),
    ] {
        let (domain, found) = read(input);
        assert!(
            domain.is_none() && found.len() == 1 && found[0].contains(expected),
            "{input}\n{found:#?}"
        );
    }
    for (input, expected) in [
        ("domain d(game: Game);", "the context must be a reference"),
        (
            "domain d(game: &mut Game);",
            "expressions of a domain cannot change the context",
        ),
        (
            "domain d(game: &'a Game);",
            "the lifetime `'a` is not known here",
        ),
        ("domain d(&Game);", "expected the name of the context here"),
        ("domain d();", "expected the domain's context"),
        ("domain d", "expected `;` after the domain's name"),
        ("doman d;", "an item with a similar name exists: domain"),
        (
            "#![crate = 3] domain d;",
            "expected the path of the runtime crate",
        ),
        ("#![crate = a] #![crate = b] domain d;", "is written twice"),
    ] {
        let (domain, found) = read(input);
        assert!(
            domain.is_some() && found.len() == 1 && found[0].contains(expected),
            "{input}\n{found:#?}"
        );
    }
}

#[test]
fn a_call_with_a_type_is_rust_where_no_task_is_near() {
    let (domain, found) = read(
        "domain d; method pick() -> u8 { return 1; } method m() { let a: u8 = distance(1, 2); let b: u8 = pik(); }",
    );
    assert!(found.is_empty(), "{found:#?}");
    let body = &domain.unwrap().methods[1].branches[0].body;
    assert!(matches!(body[0], crate::ast::Statement::Let { .. }));
    assert!(matches!(body[1], crate::ast::Statement::LetTask { .. }));
}

#[test]
fn a_broken_body_leaves_the_head() {
    let (domain, found) =
        read("domain d; method m(a: A, b: B) -> C { ?; go(a); } operator o(a: A) { !; add p(a); }");
    let domain = domain.unwrap();
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(
        domain.methods[0].incomplete
            && domain.methods[0].params.len() == 2
            && domain.methods[0].returns.is_some()
    );
    assert_eq!(domain.methods[0].branches[0].body.len(), 1);
    assert!(domain.operators[0].incomplete && domain.operators[0].statements.len() == 1);
}
