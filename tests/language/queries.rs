//! Queries of facts by column and of values by key, and the agents and names of tasks.

use std::collections::HashSet;

use squad_htn::prelude::*;

#[derive(Clone, Copy, Debug, Term)]
pub struct Actor(pub u16);

impl PartialEq for Actor {
    fn eq(&self, _: &Actor) -> bool {
        panic!("facts are compared by their words")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Term)]
pub enum Place {
    Lobby,
    Roof,
}

htn_domain! {
    pub domain depot;
    agent Actor;

    predicate crew(Actor) [8];
    predicate at(who: Actor => place: Place) [8];
    predicate trusts(Actor, Actor) [8];
    predicate level(=> f32);
    predicate price(Place, u8 => u32, bool) [8];
    predicate r#in(Place) [8];
    predicate alarm();

    /// Goes there.
    /// On foot.
    operator walk(who: Actor, to: Place) by who { start add at(who, to); }
    internal operator note(who: Actor, of: Actor) { add trusts(who, of); }
    pub method go(who: Actor, n: u8)
        if crew(who) && trusts(who, who) && price(_, n, _, _) && in(_)
    {
        walk(who, Place::Roof);
        note(who, who);
        add crew(who);
        block_on(who, who);
    }
}

use depot::{Action, Fact, State, Task, get, rows};

const A: Actor = Actor(1);
const B: Actor = Actor(2);

fn state() -> State {
    let facts = [
        Fact::Crew(B),
        Fact::Crew(A),
        Fact::At(A, Place::Lobby),
        Fact::At(B, Place::Roof),
        Fact::Trusts(A, B),
        Fact::Trusts(B, B),
        Fact::Price(Place::Lobby, 1, 10, true),
        Fact::Price(Place::Roof, 1, 20, false),
        Fact::In(Place::Roof),
    ];
    State::from_facts(facts).unwrap()
}

#[test]
fn rows_of_one_predicate_are_listed() {
    let state = state();
    let crew: Vec<u16> = rows::crew(&state).map(|who| who.0).collect();
    assert_eq!(crew, [2, 1], "in the order in which they came");
    assert_eq!(rows::crew(&state).len(), 2);
    let trusts: Vec<(u16, u16)> = rows::trusts(&state).map(|(a, b)| (a.0, b.0)).collect();
    assert_eq!(trusts, [(1, 2), (2, 2)]);
    let at: Vec<(Actor, Place)> = rows::at(&state).collect();
    assert_eq!(at[0].1, Place::Lobby);
    assert_eq!(
        rows::price(&state).next(),
        Some((Place::Lobby, 1, 10, true))
    );
    assert_eq!(rows::r#in(&state).collect::<Vec<_>>(), [Place::Roof]);
    assert_eq!(rows::level(&state).count(), 0);
    let shown: squad_htn::Rows<'_, depot::Domain, Actor> = rows::crew(&state);
    assert_eq!(format!("{shown:?}"), "[Actor(2), Actor(1)]");
}

#[test]
fn value_is_found_by_key() {
    let mut state = state();
    assert_eq!(get::at(&state, A), Some(Place::Lobby));
    assert_eq!(get::at(&state, Actor(9)), None);
    assert_eq!(get::at(&state, Actor(60_000)), None);
    assert_eq!(get::price(&state, Place::Roof, 1), Some((20, false)));
    assert_eq!(get::price(&state, Place::Roof, 2), None);
    assert_eq!(get::level(&state), None);
    state.insert(Fact::Level(0.5)).unwrap();
    assert_eq!(get::level(&state), Some(0.5));
    state.insert(Fact::At(Actor(60_000), Place::Roof)).unwrap();
    assert_eq!(get::at(&state, Actor(60_000)), Some(Place::Roof));
    state.remove(Fact::At(A, Place::Lobby));
    assert_eq!(get::at(&state, A), None);
}

#[test]
fn key_has_at_most_one_row() {
    mod one {
        use squad_htn::prelude::*;
        htn_domain! {
            pub domain single;
            predicate only(u8 => u8) [1];
            operator act() { if only(1, _); }
        }
    }
    use one::single::{Fact, State, get, rows};
    let mut state = State::new();
    assert_eq!(get::only(&state, 1), None);
    state.insert(Fact::Only(1, 7)).unwrap();
    assert_eq!(
        (get::only(&state, 1), get::only(&state, 2)),
        (Some(7), None)
    );
    assert_eq!(rows::only(&state).collect::<Vec<_>>(), [(1, 7)]);
}

#[test]
fn facts_are_set_kept_and_removed() {
    let mut state = state();
    assert_eq!(state.set(Fact::Alarm, true), Ok(true));
    assert_eq!(state.set(Fact::Alarm, true), Ok(false));
    assert_eq!(state.set(Fact::Alarm, false), Ok(true));
    assert_eq!(state.set(Fact::Alarm, false), Ok(false));

    let count = state.len();
    state.retain(|fact| !matches!(fact, Fact::Price(..) | Fact::Crew(Actor(2))));
    assert_eq!(state.len(), count - 3);
    assert_eq!(rows::crew(&state).map(|who| who.0).collect::<Vec<_>>(), [1]);

    let mut state = self::state();
    assert_eq!(
        state.remove_agent(B),
        4,
        "crew, at, and both that trust him"
    );
    assert!(!state.contains(Fact::Trusts(A, B)) && state.contains(Fact::Crew(A)));
    assert_eq!(state.remove_agent(B), 0);
    // Other columns with the same number stay.
    assert!(state.contains(Fact::Price(Place::Roof, 1, 20, false)));
    state.insert(Fact::Crew(B)).unwrap();
    assert_eq!(
        rows::crew(&state).map(|who| who.0).collect::<Vec<_>>(),
        [1, 2]
    );
    state.retain(|_| false);
    assert!(state.is_empty());
}

#[test]
fn tasks_and_actions_list_their_agents_and_names() {
    let walk = Task::Walk {
        who: A,
        to: Place::Roof,
    };
    let names = |task: Task| task.agents().map(|who| who.0).collect::<Vec<_>>();
    assert_eq!(names(walk), [1]);
    assert_eq!((walk.name(), walk.doc()), ("walk", "Goes there.\nOn foot."));
    assert_eq!(names(Task::Note { who: A, of: B }), [1, 2]);
    assert_eq!(names(Task::Go { who: B, n: 1 }), [2]);
    assert_eq!(names(Task::BlockOn { a: B, b: A }), [2, 1]);
    assert_eq!(names(Task::StopAction { a: B }), [2]);
    assert_eq!(names(Task::Add(Fact::Trusts(B, A))), [2, 1]);
    assert_eq!(names(Task::Delete(Fact::Alarm)), []);
    assert_eq!(Task::Delete(Fact::Alarm).name(), "delete");
    assert_eq!((Task::Go { who: B, n: 1 }).doc(), "");
    let action = Action::Walk {
        who: B,
        to: Place::Roof,
    };
    assert_eq!(action.agents().len(), 1);
    assert_eq!(
        (action.name(), action.doc()),
        ("walk", "Goes there.\nOn foot.")
    );
}

#[test]
fn facts_tasks_and_actions_compare_by_value() {
    let facts = HashSet::from([
        Fact::Level(0.0),
        Fact::Level(-0.0),
        Fact::Level(1.0),
        Fact::Crew(A),
        Fact::Crew(A),
        Fact::Alarm,
    ]);
    assert_eq!(facts.len(), 4);
    assert_eq!(Fact::Level(f32::NAN), Fact::Level(f32::NAN));
    assert_ne!(Fact::Crew(A), Fact::Crew(B));
    let tasks = HashSet::from([
        Task::Add(Fact::Crew(A)),
        Task::Delete(Fact::Crew(A)),
        Task::Add(Fact::Crew(A)),
        Task::Walk {
            who: A,
            to: Place::Roof,
        },
    ]);
    assert_eq!(tasks.len(), 3);
    let walk = |to| Action::Walk { who: A, to };
    assert_eq!(walk(Place::Roof), walk(Place::Roof));
    assert_ne!(walk(Place::Roof), walk(Place::Lobby));
    assert!(HashSet::from([walk(Place::Roof)]).contains(&walk(Place::Roof)));
}
