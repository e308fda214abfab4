//! The changes that a reload accepts.

use squad_htn::reload::{ReloadedDomain, Source};
use squad_htn::{Budget, Domain as _, Limits, Progress};

use super::game::*;

/// Returns the first plan of a reloaded domain.
fn plan(domain: &ReloadedDomain<Domain>, facts: &[Fact], game: &Game, task: Task) -> Vec<Task> {
    let mut planner = Planner::with_limits(Limits::compact());
    planner.reload(domain);
    let state = State::from_facts(facts.iter().copied()).expect("there is room");
    let plan = planner.find(&state, game, task).expect("within the limits");
    plan.map_or(Vec::new(), |plan| plan.tasks().collect())
}

fn watch(domain: &ReloadedDomain<Domain>, game: &Game) -> Vec<Task> {
    plan(domain, &facts(), game, Task::Watch)
}

/// Returns the steps of a guard that goes to a post.
fn steps(who: u8, to: u8, stands: usize) -> Vec<Task> {
    let (who, p) = (Guard(who), Post(to));
    let mut steps = vec![Task::Take { who, p }, Task::Walk { who, to: p }];
    steps.extend((0..stands).map(|_| Task::Stand { who, at: p }));
    steps.push(Task::Leave { p });
    steps
}

#[test]
fn unchanged_domain_is_the_compiled_one() {
    let domain: ReloadedDomain<Domain> =
        (Source::compiled::<Domain>().and_then(|source| source.load())).expect("it is as it was");
    assert_eq!(domain.hash(), Domain::HASH);
    let state = State::from_facts(facts()).expect("there is room");
    let (mut compiled, mut reloaded) = (Planner::new(), Planner::new());
    reloaded.reload(&domain);
    for planner in [&mut compiled, &mut reloaded] {
        planner.start(&state, Task::Watch);
    }
    let mut plans = 0;
    loop {
        let both = [&mut compiled, &mut reloaded].map(|planner| {
            let progress = planner.resume(&Game::DAY, Budget::steps(3));
            (progress.expect("within the limits"), planner.stats())
        });
        assert_eq!(both[0], both[1]);
        match both[0].0 {
            Progress::Found => {
                plans += 1;
                let [a, b] = [&compiled, &reloaded].map(|planner| planner.plan().expect("found"));
                assert_eq!(a.to_string(), b.to_string());
                assert_eq!(a.cost(), b.cost());
            }
            Progress::NoPlan => break,
            _ => {}
        }
    }
    assert_eq!(plans, 4);
}

#[test]
fn conditions_branches_and_bodies_change() {
    let domain = changed(
        "sort by game.distance(who, p)\n",
        "sort by game.distance(who, p) desc\n",
    );
    assert_eq!(watch(&domain.expect("valid"), &Game::DAY), steps(1, 7, 1));
    let domain = changed(
        "branch light { walk(who, p); stand(who, p); }",
        "branch light { walk(who, p); }",
    );
    assert_eq!(watch(&domain.expect("valid"), &Game::DAY), steps(2, 2, 0));
    let domain = changed("if game.is_dark(p) { walk", "if !game.is_dark(p) { walk");
    assert_eq!(watch(&domain.expect("valid"), &Game::DAY), steps(2, 2, 2));
    let domain = changed("&& !closed(p) }", "&& !closed(p) && p != Post(2) }");
    let error = domain
        .expect_err("the value of a constructor is not compiled in")
        .to_string();
    assert!(error.contains("needs a rebuild"), "{error}");
}

#[test]
fn calls_of_the_context_are_used_with_other_variables() {
    // `distance` and `is_dark` occur elsewhere in the domain, and 15 and 2 nowhere.
    let domain = changed(
        "game.distance(who, p) < FAR\n",
        "15.0 > game.distance(who, p) && !game.is_dark(p) && game.distance(who, p) + 1.0 > 2.5\n",
    );
    assert_eq!(watch(&domain.expect("valid"), &Game::DAY), steps(1, 2, 1));
    let domain = changed(
        "level(n) && guard(who) && game.strength(who) > n",
        "level(least) && guard(one) && guard(who) && game.strength(who) > (least + 1) * 2 - 1 && one != who",
    );
    let domain = domain.expect("valid");
    let found = |level| {
        let mut all = facts().to_vec();
        all.push(Fact::Level(level));
        plan(&domain, &all, &Game::DAY, Task::Strongest)
    };
    assert_eq!(
        found(0),
        [Task::Rest { who: Guard(2) }],
        "the strength is 3"
    );
    assert_eq!(found(1), []);
}

#[test]
fn axioms_and_private_methods_come_and_go() {
    let domain = changed(
        "    method go(who: Guard, p: Post) {",
        "    axiom lit(p: Post) { !closed(p) }
    method twice(who: Guard, p: Post, n: u32) if lit(p) && n == 2 { walk(who, p); walk(who, p); }
    method go(who: Guard, p: Post) {
        branch again if level(n) { twice(who, p, n); }",
    );
    let domain = domain.expect("valid");
    let mut all = facts().to_vec();
    all.push(Fact::Level(2));
    let mut planner = Planner::new();
    planner.reload(&domain);
    let state = State::from_facts(all).expect("there is room");
    let plan = planner
        .find(&state, &Game::DAY, Task::Watch)
        .expect("within the limits");
    let plan = plan.expect("there is one");
    let (who, to) = (Guard(2), Post(2));
    let walk = Task::Walk { who, to };
    assert_eq!(plan.tasks().collect::<Vec<_>>()[1..3], [walk, walk]);
    // The type of tasks has no variant for the new method.
    let above = plan.tree().above(1).expect("it has a parent");
    assert_eq!((above.name(), above.task()), ("twice", None));
    assert!(!format!("{plan} {plan:?} {above:?}").is_empty());
    // Without `go`, which is private.
    let text = TEXT.replace(
        "            go(who, p);\n",
        "            walk(who, p);\n            stand(who, p);\n",
    );
    let at = text.find("    method go(").expect("it is there");
    let end = at + text[at..].find("\n    }\n").expect("it ends") + 7;
    let domain = load(format!("{}{}", &text[..at], &text[end..])).expect("valid");
    assert_eq!(watch(&domain, &Game::DAY), steps(2, 2, 1));
    assert_ne!(domain.hash(), Domain::HASH);
}

#[test]
fn arithmetic_is_that_of_rust() {
    let holds = |condition: &str| {
        let to = format!("level(n) && guard(who) && n > 0 && ({condition})");
        let domain = changed("level(n) && guard(who) && game.strength(who) > n", &to);
        let domain = domain.unwrap_or_else(|error| panic!("{error}"));
        let mut all = facts().to_vec();
        all.push(Fact::Level(7));
        !plan(&domain, &all, &Game::DAY, Task::Strongest).is_empty()
    };
    for (condition, expected) in [
        (
            "n == 7 && n != 8 && n >= 7 && n <= 7 && !(n < 7) && !(n > 7)",
            true,
        ),
        ("n + 2 * 3 == 13", true),
        ("(n + 2) * 3 == 27", true),
        ("n - 2 - 3 == 2", true),
        ("n / 2 == 3 && n % 2 == 1", true),
        ("n & 3 == 3 || false", true),
        ("n > 100 || n < 8 && n > 6", true),
        ("n > 100 && n < 8 || n > 7", false),
        ("-1.5 * 2.0 == -3.0", true),
        ("1 - 2 == -1", true),
        ("n - 8 == 4_294_967_295", true),
        ("n / (n - 7) == 0", true),
        ("0x10 + 0b1 == 17u8", true),
        ("!(true && !false)", false),
        ("FAR / 2.0 == 200.0", true),
        ("'a' < 'b'", true),
    ] {
        assert_eq!(holds(condition), expected, "{condition}");
    }
}

#[test]
fn numbers_of_sorts_ranges_and_folds_are_computed() {
    let task = |to: &str| {
        let domain = changed("if level(n) && guard(who) && game.strength(who) > n {", to);
        let domain = domain.unwrap_or_else(|error| panic!("{error}"));
        plan(&domain, &facts(), &Game::DAY, Task::Strongest)
    };
    let rest = |who| vec![Task::Rest { who: Guard(who) }];
    assert_eq!(
        task("if guard(who) sort by game.strength(who) desc {"),
        rest(2)
    );
    assert_eq!(
        task("if guard(who) sort by (true, game.strength(who)) {"),
        rest(1)
    );
    assert_eq!(
        task("if guard(who) && let n: u32 in 1..4 && game.strength(who) == n {"),
        rest(1)
    );
    assert_eq!(
        task("if guard(who) && let n: u32 in 3..=3 && game.strength(who) == n {"),
        rest(2)
    );
    let sum = "if guard(who) && let n: u32 = sum(game.strength(g) * 2; guard(g)) && n == 10 {";
    assert_eq!(task(sum), rest(1));
    let most = "if guard(who) && let n: u32 = max(game.strength(g); guard(g)) && game.strength(who) == n {";
    assert_eq!(task(most), rest(2));
}

#[test]
fn facts_survive_other_capacities_and_indexes() {
    let mut squad = Squad::new();
    let domain = changed(
        "predicate done(Guard, Post) [32];",
        "predicate done(Guard, Post) [4 * 16];",
    );
    let domain = domain.expect("valid");
    for at in 0..8 {
        let fact = Fact::Done(Guard(at), Post(9));
        squad
            .director
            .state_mut()
            .insert(fact)
            .expect("there is room");
    }
    let before: Vec<Fact> = squad.director.state().facts().collect();
    squad.director.reload(&domain).expect("the facts fit");
    squad.tick(&Game::DAY);
    assert!(squad.director.runs(&domain));
    assert_eq!(squad.director.state().facts().collect::<Vec<_>>(), before);
    for at in 8..64 {
        let fact = Fact::Done(Guard(at), Post(9));
        squad
            .director
            .state_mut()
            .insert(fact)
            .expect("the capacity is 64");
    }
    assert!(
        squad
            .director
            .state_mut()
            .insert(Fact::Done(Guard(99), Post(9)))
            .is_err()
    );
    // Half of the facts do not fit, so the director keeps its domain.
    let small = changed(
        "predicate done(Guard, Post) [32];",
        "predicate done(Guard, Post) [32 ];",
    );
    let error = squad
        .director
        .reload(&small.expect("valid"))
        .expect_err("64 facts");
    assert_eq!((error.predicate, error.capacity), ("done", 32));
    squad.tick(&Game::DAY);
    assert!(squad.director.runs(&domain));
    // A condition that looks facts up by another column.
    let text = TEXT.replace("[32];", "[64];");
    let domain = load(text.replace("&& free(p) && game", "&& free(p) && !done(_, p) && game"));
    let domain = domain.expect("valid");
    squad.director.reload(&domain).expect("the facts fit");
    squad.tick(&Game::DAY);
    assert!(squad.director.runs(&domain));
    assert_eq!(squad.director.state().len(), 4 + 64);
}
