//! Queries of axioms by the program: `holds` and `solutions`.

use squad_htn::prelude::*;
use squad_htn::{AskError, LimitKind};

pub struct Game {
    limit: u8,
}

htn_domain! {
    pub domain town(game: &Game);

    predicate road(u8, u8) [16];
    predicate shop(u8) [8];
    predicate shut(u8) [8];
    predicate open_late();
    /// No condition enumerates these predicates: a search only looks single facts up.
    predicate lit(u8) [8];

    axiom different(a: u8, b: u8) { a != b }
    axiom linked(a: u8, b: u8) { road(a, b) }
    axiom linked(a: u8, b: u8) { road(b, a) }
    axiom reachable(from: u8, to: u8) { road(from, to) }
    axiom reachable(from: u8, to: u8) { road(from, via) && reachable(via, to) }
    axiom open(place: u8) { shop(place) && !shut(place) } else { open_late() && shop(place) }
    axiom near(place: u8) { shop(place) && place < game.limit }
    axiom square(n: u8, m: u8) { let m: u8 = n * n }
    axiom bright(place: u8) { lit(place) }
    axiom any() { shop(_) }
    axiom best(place: u8) { first(shop(place) sort by place desc) }

    operator visit(place: u8) {
        if reachable(1, place) && open(place) && near(place) && different(place, 0)
            && square(place, _)
            && linked(place, _) && bright(place) && any() && best(place);
    }
}

use town::{Fact, State, holds, solutions};

const GAME: Game = Game { limit: 4 };

fn state() -> State {
    let roads = [(1, 2), (2, 3), (3, 4), (5, 6)].map(|(a, b)| Fact::Road(a, b));
    let rest = [
        Fact::Shop(4),
        Fact::Shop(2),
        Fact::Shop(6),
        Fact::Shut(2),
        Fact::Lit(9),
        Fact::Lit(3),
    ];
    State::from_facts(roads.into_iter().chain(rest)).unwrap()
}

#[test]
fn axiom_holds_or_not() {
    let mut state = state();
    assert_eq!(holds::different(&state, &GAME, 1, 2), Ok(true));
    assert_eq!(holds::different(&state, &GAME, 2, 2), Ok(false));
    assert_eq!(holds::linked(&state, &GAME, 2, 1), Ok(true));
    assert_eq!(holds::reachable(&state, &GAME, 1, 4), Ok(true));
    assert_eq!(holds::reachable(&state, &GAME, 1, 6), Ok(false));
    assert_eq!(holds::near(&state, &Game { limit: 3 }, 2), Ok(true));
    assert_eq!(holds::near(&state, &Game { limit: 2 }, 2), Ok(false));
    assert_eq!(holds::square(&state, &GAME, 3, 9), Ok(true));
    assert_eq!(holds::any(&state, &GAME), Ok(true));
    assert_eq!(holds::bright(&state, &GAME, 3), Ok(true));
    assert_eq!(holds::open(&state, &GAME, 2), Ok(false));
    state.insert(Fact::OpenLate).unwrap();
    // With a value, the first block has no solution, so the second one counts.
    assert_eq!(holds::open(&state, &GAME, 2), Ok(true));
    state.retain(|fact| !matches!(fact, Fact::Shop(_)));
    assert_eq!(holds::any(&state, &GAME), Ok(false));
}

#[test]
fn every_solution_is_listed_in_order() {
    let mut state = state();
    let all = solutions::linked(&state, &GAME, None, None).unwrap();
    let roads = [(1, 2), (2, 3), (3, 4), (5, 6)];
    assert_eq!(all[..4], roads);
    assert_eq!(all[4..], roads.map(|(a, b)| (b, a)));
    assert_eq!(
        solutions::linked(&state, &GAME, Some(3), None).unwrap(),
        [(3, 4), (3, 2)]
    );
    assert_eq!(
        solutions::linked(&state, &GAME, None, Some(3)).unwrap(),
        [(2, 3), (4, 3)]
    );
    assert_eq!(
        solutions::linked(&state, &GAME, Some(2), Some(3)).unwrap(),
        [(2, 3)]
    );
    assert_eq!(solutions::linked(&state, &GAME, Some(9), None).unwrap(), []);
    assert_eq!(
        solutions::reachable(&state, &GAME, Some(1), None).unwrap(),
        [(1, 2), (1, 3), (1, 4)]
    );
    assert_eq!(
        solutions::reachable(&state, &GAME, None, Some(4)).unwrap(),
        [(3, 4), (1, 4), (2, 4)]
    );
    assert_eq!(solutions::open(&state, &GAME, None).unwrap(), [4, 6]);
    assert_eq!(solutions::near(&state, &GAME, None).unwrap(), [2]);
    assert_eq!(solutions::best(&state, &GAME, None).unwrap(), [6]);
    assert_eq!(solutions::bright(&state, &GAME, None).unwrap(), [9, 3]);
    state.insert(Fact::OpenLate).unwrap();
    // Without a value, the first block has solutions, and only those count.
    assert_eq!(solutions::open(&state, &GAME, None).unwrap(), [4, 6]);
    assert_eq!(solutions::open(&state, &GAME, Some(2)).unwrap(), [2]);
}

#[test]
fn query_without_required_value_is_an_error() {
    let state = state();
    assert_eq!(
        solutions::square(&state, &GAME, Some(3), None),
        Ok(vec![(3, 9)])
    );
    let error = solutions::square(&state, &GAME, None, Some(9)).unwrap_err();
    assert_eq!(error, AskError::NeedsValue("n"));
    assert_eq!(
        error.to_string(),
        "cannot enumerate `n`; help: pass `Some(value)` for it"
    );
}

#[test]
fn endless_recursion_is_an_error_value() {
    let mut state = state();
    state.insert(Fact::Road(2, 1)).unwrap();
    let full = holds::reachable(&state, &GAME, 1, 9).unwrap_err();
    assert!(
        matches!(
            full,
            SearchError::Limit {
                kind: LimitKind::Depth,
                ..
            }
        ),
        "{full}"
    );
    let error = solutions::reachable(&state, &GAME, Some(1), None).unwrap_err();
    assert_eq!(error, AskError::Full(full));
}

#[test]
fn domain_without_context_and_with_odd_names_works() {
    mod odd {
        use squad_htn::prelude::*;
        htn_domain! {
            domain queue;
            predicate next(u8 => u8) [8];
            axiom r#match(state: u8, context: u8) { next(state, context) }
            operator act(a: u8) { if match(a, _); }
        }
        pub fn all() -> Vec<(u8, u8)> {
            use queue::{Fact, State, holds, solutions};
            let state = State::from_facts([Fact::Next(1, 2), Fact::Next(2, 2)]).unwrap();
            assert_eq!(holds::r#match(&state, &(), 1, 2), Ok(true));
            solutions::r#match(&state, &(), None, Some(2)).unwrap()
        }
    }
    assert_eq!(odd::all(), [(1, 2), (2, 2)]);
}

#[test]
fn query_does_not_change_a_search() {
    // A predicate that is only looked up has no order in a search; a query enumerates it nevertheless.
    let mut planner = town::Planner::new();
    let mut state = state();
    state.insert(Fact::Lit(6)).unwrap();
    state.insert(Fact::Road(4, 6)).unwrap();
    let visit = town::Task::Visit { place: 6 };
    assert!(
        planner
            .find(&state, &Game { limit: 9 }, visit)
            .unwrap()
            .is_some()
    );
    assert_eq!(solutions::bright(&state, &GAME, None).unwrap(), [9, 3, 6]);
}
