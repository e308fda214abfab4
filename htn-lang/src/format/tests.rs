use crate::{Severity, Sources};

fn format(text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("test.rs", text).expect("it has tokens");
    let formatted = sources.format(file);
    assert_eq!(formatted.left_alone, [], "{text}");
    let again = sources.add("again.rs", formatted.text.clone());
    let again = sources.format(again.expect("it has tokens"));
    assert_eq!(again.text, formatted.text);
    formatted.text
}

/// Formats the items of a domain.
#[track_caller]
fn check(items: &str, expected: &str) {
    let expected = format!("htn_domain! {{\n    domain d;{expected}}}\n");
    assert_eq!(
        format(&format!("htn_domain! {{domain d;{items}}}\n")),
        expected
    );
}

#[test]
fn spaces_follow_one_style() {
    check(
        "agent  Actor ;predicate at( who:Actor=>Place ,u8 )[ 8 ] ;predicate alarm( );
        axiom near(a:Actor,b:Actor,){
at(a,p)&&!(  at(b,q)||alarm() ) &&let n:usize=count( at(_,p) )}
        pub   internal   operator o(a:Actor)by a,b{
if at(a,_)sort by x desc;
start add at(a,  b),alarm();
undo o(a);}
        use part  shared::reservations<Actor>;",
        "
    agent Actor;
    predicate at(who: Actor => Place, u8) [8];
    predicate alarm();
    axiom near(a: Actor, b: Actor,) {
        at(a, p) && !(at(b, q) || alarm()) && let n: usize = count(at(_, p))
    }
    pub internal operator o(a: Actor) by a, b {
        if at(a, _) sort by x desc;
        start add at(a, b), alarm();
        undo o(a);
    }
    use part shared::reservations<Actor>;
",
    );
}

#[test]
fn bodies_and_branches_are_indented() {
    check(
        "
method m(a: u8)->u8 if p(a) { if p(1) { x(); } else if p(2)
{ y(); } else { z(); } if p(3) { x(); } else {
y(); } unordered { x(); { y(); z(); } } later   x( ) ; protect p(n),q( 1 ) ; release p(n) for p(n) ; for p(n) sort by n { x(); }
while p(n) { x(); } let k: u8 = max(n ; p(n)); let v=w(1); add p(1),q(2) for p(n) ; return  a+1; }
method n() { branch a if p(1) {} branch b { x(); } }
method o() { branch a if p(1) { x(); } }
",
        "
    method m(a: u8) -> u8 if p(a) {
        if p(1) { x(); } else if p(2) { y(); } else { z(); }
        if p(3) {
            x();
        } else {
            y();
        }
        unordered { x(); { y(); z(); } }
        later x();
        protect p(n), q(1);
        release p(n) for p(n);
        for p(n) sort by n { x(); }
        while p(n) { x(); }
        let k: u8 = max(n; p(n));
        let v = w(1);
        add p(1), q(2) for p(n);
        return a+1;
    }
    method n() {
        branch a if p(1) {}
        branch b { x(); }
    }
    method o() { branch a if p(1) { x(); } }
",
    );
}

#[test]
fn long_lines_are_broken() {
    check(
        "
method long() { branch first_one if surrendered(target) && enemy(target) && squad_member(squad) && !dead(target) && let d: f32 = game.distance(squad, target) sort by d { restrain(squad, target); } }
operator give_a_very_long_name_to_an_operator(first_argument: FirstType, second_argument: SecondType) by first {}
operator o() { add first_predicate(argument, other), second_predicate(argument, other), third_predicate(argument); if first(a_long_condition(argument, other) && another_condition(argument, other) sort by distance(a, b)); }
",
        "
    method long() {
        branch first_one
            if surrendered(target) && enemy(target) && squad_member(squad) && !dead(target)
                && let d: f32 = game.distance(squad, target)
            sort by d
        {
            restrain(squad, target);
        }
    }
    operator give_a_very_long_name_to_an_operator(
        first_argument: FirstType,
        second_argument: SecondType
    ) by first {}
    operator o() {
        add first_predicate(argument, other), second_predicate(argument, other),
            third_predicate(argument);
        if first(
            a_long_condition(argument, other) && another_condition(argument, other)
            sort by distance(a, b)
        );
    }
",
    );
}

#[test]
fn comments_and_empty_lines_stay() {
    check(
        " // after the header

        // own line


/// Documentation.
        #[cfg(test)] /* before */ predicate p(/* what */ u8); // behind
        operator o() { // after the brace
            add p(1); /* a */ // b
            // before the end
        }
        method m()
            // why
            if p(1) // because
                /* and */ && p(2)
        { x(  ) ; // done

            // more

            y(); }
        method empty() { // nothing to do
        }
        // the end
",
        " // after the header

    // own line

    /// Documentation.
    #[cfg(test)]
    /* before */ predicate p(/* what */ u8); // behind
    operator o() { // after the brace
        add p(1); /* a */ // b
        // before the end
    }
    method m()
        // why
        if p(1) // because
            /* and */ && p(2)
    {
        x(); // done

        // more

        y();
    }
    method empty() { // nothing to do
    }
    // the end
",
    );
}

#[test]
fn line_breaks_between_statements_and_conjuncts_stay() {
    let text = "
    method m()
        if p(1) && p(2)
            && p(3)
    {
        reserve(a); reserve(b);
        go(a);
        free(a); free(b);
    }
";
    check(text, text);
}

#[test]
fn rust_expressions_are_copied() {
    check(
        "
  operator o() { cost match  x {
      1 => 2.0,
         // other
      _ => \"
  kept\".len() as f32,
  }; }
",
        "
    operator o() {
        cost match  x {
            1 => 2.0,
               // other
            _ => \"
  kept\".len() as f32,
        };
    }
",
    );
}

#[test]
fn parts_and_indented_calls_are_formatted() {
    let text = "mod a {\n  mod b {\n\thtn_part! { /// Doc.\n pub part p<T>{predicate q(T);\n\n axiom a() {q(_)}} }\n  }\n}\n";
    let expected = "mod a {\n  mod b {\n\thtn_part! {\n        /// Doc.\n        pub part p<T> {\n            predicate q(T);\n\n            axiom a() { q(_) }\n        }\n    }\n  }\n}\n";
    assert_eq!(format(text), expected);
    assert_eq!(
        format("htn_part!{part p{}}"),
        "htn_part!{\n    part p {}\n}"
    );
}

#[test]
fn line_ends_stay() {
    let text = "fn f() {}\r\nhtn_domain! {\r\n  domain d;\r\n// c\r\n}\r\n";
    let expected = "fn f() {}\r\nhtn_domain! {\r\n    domain d;\r\n    // c\r\n}\r\n";
    assert_eq!(format(text), expected);
}

#[test]
fn broken_domain_is_left_alone() {
    let text = "htn_domain! {domain d; predicat p();}\nhtn_domain! {domain e;}\nmacro_rules! m { ($n:ident) => { htn_domain! {domain $n;} } }\n";
    let mut sources = Sources::new();
    let file = sources.add("test.rs", text).expect("it has tokens");
    let formatted = sources.format(file);
    let expected = text.replace("{domain e;}", "{\n    domain e;\n}");
    assert_eq!(formatted.text, expected);
    let severities: Vec<Severity> = formatted.left_alone.iter().map(|of| of.severity).collect();
    assert_eq!(severities, [Severity::Error, Severity::Note]);
}
