//! Errors of HDDL files, and files that were damaged at random.

use super::*;

/// Pairs of a domain and a problem.
const PAIRS: [[&str; 2]; 6] = [
    [
        include_str!("../../tests/hddl/transport-domain.hddl"),
        include_str!("../../tests/hddl/transport-problem.hddl"),
    ],
    [
        include_str!("../../tests/hddl/kitchen-domain.hddl"),
        include_str!("../../tests/hddl/kitchen-problem.hddl"),
    ],
    [
        include_str!("../../tests/hddl/alarm-domain.hddl"),
        include_str!("../../tests/hddl/alarm-problem.hddl"),
    ],
    [
        include_str!("../../tests/hddl/courier-domain.hddl"),
        include_str!("../../tests/hddl/courier-problem.hddl"),
    ],
    [
        include_str!("../../tests/hddl/robot-domain.hddl"),
        include_str!("../../tests/hddl/robot-problem.hddl"),
    ],
    [
        include_str!("../../tests/hddl/words-domain.hddl"),
        include_str!("../../tests/hddl/words-problem.hddl"),
    ],
];

fn import_texts([domain, problem]: [&str; 2]) -> Imported {
    let files = [("d.hddl", domain), ("p.hddl", problem)];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
    import(&files, false)
}

fn messages(imported: &Imported) -> Vec<String> {
    let all = imported.diagnostics.iter();
    all.map(|(_, diagnostic)| diagnostic.to_string()).collect()
}

/// A domain and a problem without errors.
const DOMAIN: &str = "(define (domain d)
 (:requirements :typing :hierarchy)
 (:types box place - object)
 (:predicates (at ?b - box ?p - place) (clear ?p - place))
 (:functions (weight ?b - box) (total-cost))
 (:task move :parameters (?b - box ?to - place))
 (:method m-move :parameters (?b - box ?from ?to - place) :task (move ?b ?to)
  :precondition (at ?b ?from)
  :subtasks (and (a (push ?b ?from ?to)) (b (rest)) (c (rest)) (e (rest)))
  :ordering (and (< a b)))
 (:action push :parameters (?b - box ?from ?to - place)
  :precondition (and (at ?b ?from) (clear ?to))
  :effect (and (not (at ?b ?from)) (at ?b ?to) (increase (total-cost) (weight ?b))))
 (:action rest :parameters () :precondition () :effect ()))
";
const PROBLEM: &str = "(define (problem p) (:domain d)
 (:objects crate - box left right - place)
 (:htn :subtasks (move crate right))
 (:init (at crate left) (clear right) (= (weight crate) 3))
 (:goal (at crate right)))
";

#[test]
fn correct_files_have_no_messages() {
    let imported = import_texts([DOMAIN, PROBLEM]);
    assert_eq!(messages(&imported), [] as [&str; 0]);
    assert_eq!(imported.defect, None);
    assert!(imported.program.is_some());
}

/// Replaces a part of the domain or the problem, and compares the only message.
fn check(from: &str, to: &str, expected: &str) {
    let is_domain = DOMAIN.contains(from);
    assert!(is_domain || PROBLEM.contains(from), "{from}");
    let domain = DOMAIN.replacen(from, to, 1);
    let problem = if is_domain {
        PROBLEM.to_owned()
    } else {
        PROBLEM.replacen(from, to, 1)
    };
    let imported = import_texts([&domain, &problem]);
    let messages = messages(&imported);
    assert_eq!(messages.join("\n"), expected, "{to}");
    assert_eq!(
        imported.program.is_some(),
        expected.contains(" note: "),
        "{to}"
    );
}

#[test]
fn broken_lists_are_errors() {
    check(
        ":effect ())",
        ":effect ()",
        "d.hddl:1:1: error: `(` is not closed\n    help: add a `)`",
    );
    check(
        ":effect ())",
        ":effect ())))",
        "d.hddl:14:60: error: `)` closes nothing\n    help: remove it, or look for a `(` that is missing before it",
    );
    check(
        "(define (domain d)",
        "x (define (domain d)",
        "d.hddl:1:1: error: `x` is outside of all lists\n    \
         help: a file has one `(define …)`; look for a `)` too many before this",
    );
    check(
        "(define (problem p)",
        "(define (domain p)",
        "p.hddl:1:9: error: the file does not define a problem\n    \
         help: pass the domain first, then the problem",
    );
    check(
        "(:functions",
        "(:function",
        "d.hddl:5:3: error: unknown section `:function` of a domain\n    \
         help: a section with a similar name exists: :functions",
    );
    check(
        "(:goal (at crate right))",
        "(:goal (at crate right) (clear left))",
        "p.hddl:5:26: error: a goal has one condition\n    help: join several with `(and …)`",
    );
    check(
        "(:htn :subtasks (move crate right))",
        "",
        "p.hddl:1:18: error: the problem has no initial task network\n    \
         help: write `(:htn :ordered-subtasks (and (task object …) …))`",
    );
    let deep = format!("{}(clear ?to){}", "(not ".repeat(300), ")".repeat(300));
    check(
        "(clear ?to)",
        &deep,
        "d.hddl:12:1021: error: lists are nested deeper than 200 levels",
    );
}

#[test]
fn unknown_names_are_errors() {
    check(
        ":typing",
        ":typng",
        "d.hddl:2:17: error: unknown requirement `:typng`\n    \
         help: a requirement with a similar name exists: :typing",
    );
    check(
        "(clear ?p - place)",
        "(clear ?p - plce)",
        "d.hddl:4:52: error: unknown type `plce`\n    help: a type with a similar name exists: place",
    );
    check(
        "(clear ?to)",
        "(claer ?to)",
        "d.hddl:12:37: error: unknown predicate `claer`\n    \
         help: a predicate with a similar name exists: clear",
    );
    check(
        "(a (push",
        "(a (pusch",
        "d.hddl:9:22: error: unknown task `pusch`\n    help: a task with a similar name exists: push",
    );
    check(
        "(weight ?b))))",
        "(wait ?b))))",
        "d.hddl:13:72: error: unknown function `wait`",
    );
    check(
        "(push ?b ?from ?to)",
        "(push ?b ?form ?to)",
        "d.hddl:9:30: error: unknown variable `?form`\n    \
         help: a variable with a similar name exists: ?from",
    );
    check(
        "(at crate left)",
        "(at crat left)",
        "p.hddl:4:13: error: unknown object `crat`\n    help: an object with a similar name exists: crate",
    );
    check(
        "(< a b)",
        "(< a d)",
        "d.hddl:10:23: error: unknown label `d`",
    );
    check(
        ":precondition (at ?b ?from)",
        ":condition (at ?b ?from)",
        "d.hddl:8:3: error: `:condition` is not supported in a method\n    \
         help: a keyword with a similar name exists: :precondition",
    );
}

#[test]
fn wrong_numbers_and_types_are_errors() {
    check(
        "(clear ?to)",
        "(clear ?to ?from)",
        "d.hddl:12:36: error: `clear` takes 1 argument, but 2 are given\n    \
         help: the predicate is `(clear ?p - place)`",
    );
    check(
        "(push ?b ?from ?to)",
        "(push ?b ?from)",
        "d.hddl:9:21: error: `push` takes 3 arguments, but 2 are given\n    \
         help: the task is `(push ?b - box ?from - place ?to - place)`",
    );
    check(
        "(clear ?to)",
        "(clear ?b)",
        "d.hddl:12:43: error: expected a `place`, found a `box`\n    \
         help: the predicate is `(clear ?p - place)`",
    );
    check(
        "(at crate left)",
        "(at left crate)",
        "p.hddl:4:13: error: expected a `box`, found a `place`\n    \
         help: the predicate is `(at ?b - box ?p - place)`",
    );
    check(
        ":task (move ?b ?to)",
        ":task (push ?b ?from ?to)",
        "d.hddl:7:66: error: `push` is an action, and methods are for tasks\n    \
         help: declare a task with `(:task name :parameters (…))`",
    );
    check(
        "(:action rest",
        "(:action push",
        "d.hddl:14:11: error: two tasks or actions are named `push`",
    );
    check(
        "box place - object",
        "box - place place - box",
        "d.hddl:3:22: error: the type `place` is a subtype of itself",
    );
}

#[test]
fn orders_that_are_not_possible_are_errors() {
    check(
        "(< a b))",
        "(< a b) (< b c) (< c a))",
        "d.hddl:10:18: error: the order is cyclic: `a` is before itself",
    );
    check(
        "(< a b))",
        "(< a c) (< a e) (< b e))",
        "d.hddl:10:18: error: this order is not supported: only `a` is before `c`, but both `a` and `b` are before \
         `e`\n    help: an order has to consist of series and parallel parts: add `(< b c)`, if plans remain",
    );
    check(
        ":subtasks (and (a",
        ":ordered-subtasks (and (a",
        "d.hddl:10:3: error: ordered subtasks have an order already\n    help: remove it, or use `:subtasks`",
    );
}

#[test]
fn unsupported_constructs_are_named() {
    check(
        "(:action rest",
        "(:derived (clear ?p - place) (and))\n (:action rest",
        "d.hddl:14:3: error: derived predicates are not supported",
    );
    check(
        "(and (at ?b ?from) (clear ?to))",
        "(and (at ?b ?from) (< (weight ?b) 5))",
        "d.hddl:12:36: error: numeric comparisons are not supported",
    );
    check(
        "(clear ?to))",
        "(preference p1 (clear ?to)))",
        "d.hddl:12:36: error: preferences are not supported",
    );
    check(
        "(increase (total-cost) (weight ?b))",
        "(decrease (weight ?b) 1)",
        "d.hddl:13:48: error: the numeric effect `decrease` is not supported\n    \
         help: `(increase (total-cost) …)` is",
    );
    check(
        "(increase (total-cost) (weight ?b))",
        "(when (clear ?from) (increase (total-cost) 1))",
        "d.hddl:13:68: error: a conditional cost is not supported\n    help: write an action for each cost",
    );
    check(
        "(at crate left)",
        "(at 5 (at crate left))",
        "p.hddl:4:9: error: timed initial literals are not supported\n    \
         help: remove the fact, or let it hold from the start",
    );
    check(
        ":ordering (and (< a b)))",
        ":ordering (and (< a b)) :constraints (clear ?to))",
        "d.hddl:10:40: error: the constraint `clear` is not supported\n    \
         help: constraints are `(= ?a ?b)` and `(not (= ?a ?b))`; use `:precondition` for facts",
    );
    check(
        ":parameters () :precondition ()",
        ":parameters () :duration 5 :precondition ()",
        "d.hddl:14:31: note: `:duration` is ignored\n    \
         help: plans have no times: a step follows the one before it",
    );
    check(
        "(:goal (at crate right))",
        "(:metric minimize (total-time))",
        "p.hddl:5:2: note: the metric is ignored\n    \
         help: plans are compared by their total cost: `minimize (total-cost)`",
    );
    check(
        "(:domain d)",
        "(:domain other)",
        "p.hddl:1:30: note: the problem belongs to the domain `other`, and the other file defines `d`",
    );
}

#[test]
fn damaged_files_never_panic() {
    let seed = std::env::var("HTN_SEED").ok();
    let seed: u64 = seed.and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let cases = if std::env::var_os("HTN_FULL").is_some() {
        200_000
    } else {
        400
    };
    let (mut written, mut failed) = (0, 0);
    for case in seed..seed + cases {
        let mut random = Random(case.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut pair = PAIRS[random.below(PAIRS.len())].map(str::to_owned);
        for _ in 0..1 + random.below(3) {
            damage(&mut pair[random.below(2)], &mut random);
        }
        let texts = [&pair[0][..], &pair[1][..]];
        let result = std::panic::catch_unwind(|| {
            let imported = import_texts(texts);
            for (file, diagnostic) in &imported.diagnostics {
                diagnostic.render(texts[*file]);
            }
            assert_eq!(imported.defect, None);
            imported.program.is_some()
        });
        match result {
            Ok(true) => written += 1,
            Ok(false) => failed += 1,
            Err(_) => panic!("HTN_SEED={case}\n{}\n{}", pair[0], pair[1]),
        }
    }
    // Some damage is harmless, and most is not.
    assert!(
        written > 0 && failed > written / 10,
        "{written} written, {failed} failed"
    );
}

/// Removes, inserts or repeats a stretch of a text.
fn damage(text: &mut String, random: &mut Random) {
    let words = [
        "(",
        ")",
        "()",
        "(and)",
        "(not)",
        "?x",
        "?p",
        "-",
        "either",
        "(either a b)",
        "forall",
        "exists",
        "when",
        "=",
        "(= ?a ?b)",
        ":ordering",
        "(< a b)",
        ":task",
        "object",
        "total-cost",
        "1.5",
        ";",
        "\u{e9}",
        "(:goal (or))",
        "(:types a - b b - a)",
        "increase",
        "(forall (?x) (at ?x))",
        "imply",
        "?",
    ];
    let length = random.below(40);
    let from = boundary(text, random.below(text.len()));
    let to = boundary(text, (from + length).min(text.len()));
    let stretch = text[from..to].to_owned();
    match random.below(3) {
        0 => text.replace_range(from..to, ""),
        1 => text.insert_str(from, words[random.below(words.len())]),
        _ => {
            let at = boundary(text, random.below(text.len()));
            text.insert_str(at, &stretch);
        }
    }
}

/// Returns the nearest boundary of a character that is not after a position.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}
