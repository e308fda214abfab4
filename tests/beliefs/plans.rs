//! The three domains, planned one by one.

use squad_htn::prelude::*;

use crate::domain::{command, soldier};
use crate::map::Map;
use crate::stage::{foe, man, place};
use crate::terms::{Answer, Mission, Order, Squad};

fn act(facts: &[soldier::Fact]) -> Option<soldier::Task> {
    use soldier::{Fact, Planner, State, Task};
    let own = [
        Fact::Me(man("Falk")),
        Fact::Here(place("ditch")),
        Fact::Leader(man("Ebner")),
    ];
    let comrades = [
        Fact::Comrade(man("Ebner")),
        Fact::Mate(man("Ebner"), place("ditch")),
    ];
    let all = own.into_iter().chain(comrades).chain(facts.iter().copied());
    let state = State::from_facts(all).unwrap();
    let mut planner = Planner::with_limits(Limits::compact());
    let plan = planner.find(&state, &Map::new(), Task::Act).unwrap();
    plan.and_then(|plan| plan.tasks().next())
}

#[test]
fn soldier_priorities_are_life_fight_report_obey() {
    use soldier::{Fact, Task};
    let me = man("Falk");
    let enemy = Fact::Enemy(foe("Rada"), place("tannery"));
    let order = [
        Fact::Order(7, Order::Go(place("barn"))),
        Fact::Answered(7, Answer::Copy),
    ];
    let seen = Fact::InSight(foe("Rada"));
    let walk = Task::Walk {
        me,
        from: place("ditch"),
        to: place("barn"),
    };
    let shoot = Task::Shoot {
        me,
        foe: foe("Rada"),
        at: place("tannery"),
    };
    assert_eq!(act(&[]), Some(Task::Watch { me }));
    assert_eq!(act(&order), Some(walk));
    let told = [&order[..], &[enemy]].concat();
    assert_eq!(
        act(&told),
        Some(Task::Brief {
            me,
            to: man("Ebner")
        })
    );
    let known = [
        &told[..],
        &[Fact::Knows(man("Ebner"), foe("Rada"), place("tannery"))],
    ]
    .concat();
    assert_eq!(act(&known), Some(walk));
    assert_eq!(act(&[&known[..], &[seen]].concat()), Some(shoot));
    let fire = [&told[..], &[seen, Fact::UnderFire]].concat();
    assert_eq!(act(&fire), Some(shoot));
    // He abandons the order, and then hides.
    let hurt = [&fire[..], &[Fact::Hurt]].concat();
    assert_eq!(
        act(&hurt),
        Some(Task::Answer {
            me,
            number: 7,
            what: Answer::Broken
        })
    );
    let free = act(&[enemy, seen, Fact::UnderFire, Fact::Hurt]);
    assert!(
        matches!(free, Some(Task::Walk { to, .. }) if to != place("tannery")),
        "{free:?}"
    );
    // Linked soldiers have nothing to report.
    assert_eq!(act(&[&told[..], &[Fact::Linked]].concat()), Some(walk));
}

#[test]
fn attack_on_too_many_enemies_is_refused() {
    use soldier::{Fact, Task};
    let me = man("Falk");
    let order = Fact::Order(7, Order::Attack(place("tannery")));
    let names = ["Karel", "Lukas", "Marek", "Novak"];
    let with = |many: usize| {
        let enemies = names[..many].iter().flat_map(|name| {
            let knows = Fact::Knows(man("Ebner"), foe(name), place("tannery"));
            [Fact::Enemy(foe(name), place("tannery")), knows]
        });
        let facts: Vec<Fact> = enemies.chain([order]).collect();
        act(&facts)
    };
    let answer = |what| {
        Some(Task::Answer {
            me,
            number: 7,
            what,
        })
    };
    assert_eq!(with(0), answer(Answer::Copy));
    assert_eq!(with(2), answer(Answer::Copy));
    assert_eq!(with(3), answer(Answer::Refused));
}

#[test]
fn headquarters_send_nearest_free_squad() {
    use command::{Fact, Planner, State, Task};
    let (alpha, bravo) = (Squad(0), Squad(1));
    let facts = [
        Fact::Squad(alpha),
        Fact::Squad(bravo),
        Fact::LedBy(alpha, man("Adler")),
        Fact::LedBy(bravo, man("Ebner")),
        Fact::At(alpha, place("farm")),
        Fact::At(bravo, place("barn")),
        Fact::Strength(alpha, 4),
        Fact::Strength(bravo, 4),
        Fact::Objective(place("mill")),
        Fact::Objective(place("tannery")),
    ];
    let mut state = State::from_facts(facts).unwrap();
    let mut planner = Planner::with_limits(Limits::compact());
    let mut order = |state: &State| {
        let plan = planner.find(state, &Map::new(), Task::Command).unwrap();
        plan.and_then(|plan| plan.tasks().next())
    };
    let assign = |squad, what| {
        let who = man(if squad == alpha { "Adler" } else { "Ebner" });
        Some(Task::Call { squad, who, what })
    };
    let take = |name| Mission::Take(place(name));
    assert_eq!(order(&state), assign(alpha, take("mill")));
    state.insert(Fact::Mission(alpha, take("mill"))).unwrap();
    assert_eq!(order(&state), assign(bravo, take("tannery")));
    // One squad does not answer; five enemies are reported at the mill; a new leader does not know the mission.
    state.insert(Fact::Silent(bravo)).unwrap();
    assert_eq!(order(&state), None);
    state
        .insert(Fact::Answer(alpha, 1, Answer::Broken))
        .unwrap();
    state.insert(Fact::Foes(place("mill"), 6)).unwrap();
    assert_eq!(order(&state), assign(alpha, take("tannery")));
    state.insert(Fact::Mission(alpha, take("tannery"))).unwrap();
    state.remove(Fact::Answer(alpha, 1, Answer::Broken));
    assert_eq!(order(&state), None);
    state.insert(Fact::NewLeader(alpha)).unwrap();
    assert!(order(&state).is_some());
}
