//! Single characters: weighted goals and lists of actions.

use std::collections::BTreeSet;

use crate::cast::{alone, character, level_facts, state};
use crate::comparison;
use crate::day::{self, DAY, NO_GOALS};
use crate::decision::decide;
use crate::domain::fear::{Fact, Planner, State, Task};
use crate::kit::rng::Rng;
use crate::level::{COVER, Level, Node};
use crate::seeds;
use crate::situations::SITUATIONS;
use crate::terms::{Act, Goal, Kind, SOLDIERS_GOALS, Who};

/// Returns the name of an action's [`Act`]: `lope_to_target_uncloaked(Rat, Office)` becomes `LopeToTargetUncloaked`.
fn act_of(action: &str) -> String {
    let name = action.split('(').next().unwrap_or_default();
    let words = name
        .split('_')
        .map(|word| word[..1].to_uppercase() + &word[1..]);
    words.collect()
}

#[test]
fn lists_of_actions_match_the_lecture() {
    let lists = [(Kind::Soldier, 21), (Kind::Assassin, 14), (Kind::Rat, 4)];
    for (kind, count) in lists {
        let set: BTreeSet<Act> = kind.actions().iter().copied().collect();
        assert_eq!(
            (kind.actions().len(), set.len()),
            (count, count),
            "{kind:?}"
        );
    }
    let both = |act: &&Act| Kind::Assassin.actions().contains(*act);
    let shared: Vec<&Act> = Kind::Soldier.actions().iter().filter(both).collect();
    assert_eq!(
        shared,
        [
            &Act::Attack,
            &Act::InspectDisturbance,
            &Act::LookAtDisturbance,
            &Act::SurveyArea
        ]
    );
}

/// Returns random facts about a character.
fn random_facts(rng: &mut Rng, kind: Kind) -> Vec<Fact> {
    let who = kind.who();
    let mut goals = SOLDIERS_GOALS.to_vec();
    goals.extend([(Goal::Dodge, 0.5), (Goal::Cover, 0.4)]);
    goals.retain(|_| rng.percent(60));
    for (_, weight) in &mut goals {
        if rng.percent(30) {
            *weight = rng.between(0, 100) as f32 / 100.0;
        }
    }
    let mut facts = level_facts();
    facts.extend(character(who, kind.actions(), &goals, rng.percent(70)));
    let nodes = [
        Node::Hall,
        Node::Terminal,
        Node::Ledge,
        Node::Ledge,
        Node::Balcony,
        Node::Crates,
        Node::Crates,
        Node::Crates,
    ];
    let here = *rng.pick(&nodes).unwrap();
    facts.push(Fact::At(who, here));
    facts.push(Fact::Rounds(who, rng.below(3) as u8));
    facts.push(Fact::Grenades(who, rng.below(2) as u8));
    let there = *rng
        .pick(&[Node::Office, Node::Office, Node::Desk, here])
        .unwrap();
    // Most situations involve the player.
    if rng.percent(70) {
        facts.extend([Fact::PlayerNearby, Fact::PlayerAt(there)]);
    }
    let maybe = [
        Fact::PlayerNearby,
        Fact::SeesPlayer(who),
        Fact::ClearShot(who),
        Fact::PlayerInCover,
        Fact::UnderFire(who),
        Fact::Disturbance(*rng.pick(&nodes).unwrap()),
        Fact::Blocked(here, there),
        Fact::Barred(here, there),
        Fact::Used(here),
    ];
    facts.extend(maybe.into_iter().filter(|_| rng.percent(40)));
    if COVER.contains(&here) && rng.percent(60) {
        facts.push(Fact::InCover(who));
    }
    if here == Node::Ledge && kind == Kind::Assassin && rng.percent(50) {
        facts.push(Fact::Mounted(who));
    }
    let gone = [Fact::RoomToRoll(who), Fact::Drawn(who)];
    facts.retain(|fact| !gone.contains(fact) || rng.percent(60));
    facts
}

#[test]
fn characters_pursue_weightiest_goal_with_own_actions() {
    let mut planner = Planner::new();
    for kind in Kind::ALL {
        let (who, mut seen) = (kind.who(), BTreeSet::new());
        for seed in seeds(1_000, 50_000) {
            let mut rng = Rng::new(seed);
            let state = state(random_facts(&mut rng, kind)).unwrap();
            let decision = decide(&mut planner, &state, who).unwrap();
            for action in &decision.actions {
                let act = act_of(action);
                let known = kind
                    .actions()
                    .iter()
                    .any(|known| format!("{known:?}") == act);
                assert!(known, "seed {seed}: a {kind:?} cannot do {action}");
                seen.insert(act);
            }
            let mut plan = |goal| {
                planner
                    .find(&state, &Level, Task::Pursue { who, goal })
                    .unwrap()
                    .is_some()
            };
            for (goal, _) in &decision.failed {
                assert!(!plan(*goal), "seed {seed}: there is a plan for {goal:?}");
            }
            if let Some((goal, weight)) = decision.goal {
                assert!(plan(goal), "seed {seed}: {goal:?}");
                assert!(
                    decision.failed.iter().all(|(_, above)| *above >= weight),
                    "seed {seed}"
                );
            }
        }
        let unused: Vec<&Act> = kind
            .actions()
            .iter()
            .filter(|act| !seen.contains(&format!("{act:?}")))
            .collect();
        assert!(unused.is_empty(), "{kind:?} never does {unused:?}");
    }
}

/// Returns the goals and actions of all three kinds in a situation.
fn row(name: &str) -> [String; 3] {
    let mut planner = Planner::new();
    let situation = SITUATIONS
        .iter()
        .find(|one| one.name == name)
        .expect("the situation exists");
    Kind::ALL.map(|kind| {
        let state = state(situation.apply(kind.who(), alone(kind, SOLDIERS_GOALS))).unwrap();
        let decision = decide(&mut planner, &state, kind.who()).unwrap();
        let goal = decision
            .goal
            .map_or("nothing".into(), |(goal, _)| format!("{goal:?}"));
        format!("{goal}: {}", decision.actions.join(" "))
    })
}

#[test]
fn same_goals_with_different_actions_differ() {
    assert_eq!(
        row("A quiet day in the hall"),
        [
            "Patrol: holster_weapon survey_area",
            "Patrol: traverse_link_uncloaked(Terminal)",
            "Patrol: goto_node(Terminal)"
        ]
    );
    assert_eq!(
        row("The player in sight, far away"),
        [
            "KillEnemy: attack_crouch",
            "KillEnemy: lope_to_target_uncloaked(Office) attack_melee_uncloaked",
            "Survive: goto_node(Crates)"
        ]
    );
    assert_eq!(
        row("Under fire in the open"),
        [
            "Survive: dodge_roll",
            "Survive: dodge_roll_paranoid",
            "Survive: goto_node(Crates)"
        ]
    );
    assert_eq!(
        row("In cover, and so is the player")[2],
        "Idle: idle",
        "the rat has no plan for survival, killing, ambush, investigation or patrol"
    );
}

#[test]
fn character_without_goals_does_nothing() {
    let mut planner = Planner::new();
    for kind in Kind::ALL {
        for situation in &SITUATIONS {
            let state = state(situation.apply(kind.who(), alone(kind, &[]))).unwrap();
            let decision = decide(&mut planner, &state, kind.who()).unwrap();
            assert!(decision.goal.is_none() && decision.actions.is_empty());
        }
    }
}

#[test]
fn goal_without_weight_is_ignored() {
    let who = Who::Soldier;
    let mut facts = alone(Kind::Soldier, &[(Goal::Patrol, 0.0)]);
    let decision = decide(
        &mut Planner::new(),
        &State::from_facts(facts.clone()).unwrap(),
        who,
    )
    .unwrap();
    assert!(decision.goal.is_none());
    facts.push(Fact::Goal(who, Goal::Patrol, 0.01));
    let decision = decide(&mut Planner::new(), &State::from_facts(facts).unwrap(), who).unwrap();
    assert_eq!(decision.goal, Some((Goal::Patrol, 0.01)));
}

#[test]
fn goals_and_actions_are_data() {
    let asides = comparison::asides(&mut Planner::new()).unwrap();
    let does = |what: &str| {
        let aside = asides
            .iter()
            .find(|aside| aside.what == what)
            .expect("it exists");
        aside.cell.decision.actions.join(" ")
    };
    assert_eq!(does("an assassin without goals, under fire"), "");
    assert_eq!(does("a rat with a rat's goals"), "idle");
    assert_eq!(
        does("a rat with the soldier's goals"),
        "goto_node(Terminal)"
    );
    assert_eq!(
        does("a soldier who prefers cover to dodge, under fire"),
        "dodge_roll",
        "the next goal in weight"
    );
    assert_eq!(
        does("the same soldier with the action GotoNode"),
        "goto_node(Crates)"
    );
    assert_eq!(
        does("a soldier with patrol as the weightiest goal, player in sight"),
        "holster_weapon survey_area"
    );
}

fn one_after_the_other(begun: &[&str], two: [&str; 2]) -> bool {
    begun.windows(2).any(|pair| pair == two)
}

#[test]
fn weightier_goal_replaces_current_one() {
    let hour = |what: &str| {
        DAY.iter()
            .find(|hour| hour.what == what)
            .expect("it exists")
            .tick
    };
    for seed in seeds(10, 200) {
        for kind in Kind::ALL {
            let spans = day::live(kind, seed).unwrap();
            let begun = |from: u32, to: u32| -> Vec<&str> {
                let begun = spans.iter().filter(|span| (from..to).contains(&span.from));
                begun
                    .map(|span| span.what.split('(').next().unwrap_or_default())
                    .collect()
            };
            let context = || format!("seed {seed}, {kind:?}: {spans:#?}");
            let patrol = begun(
                hour("Patrol weighs 0.95 now"),
                hour("KillEnemy weighs 0.99"),
            );
            let last = begun(hour("KillEnemy weighs 0.99"), NO_GOALS);
            match kind {
                Kind::Soldier => {
                    assert!(
                        one_after_the_other(&patrol, ["holster_weapon", "survey_area"]),
                        "{}",
                        context()
                    );
                    assert!(
                        one_after_the_other(&last, ["draw_weapon", "attack_crouch"]),
                        "{}",
                        context()
                    );
                }
                Kind::Assassin => {
                    assert!(patrol.contains(&"survey_area"), "{}", context());
                    assert!(last.contains(&"attack_melee_uncloaked"), "{}", context());
                }
                // The rat is in cover and has no link for a patrol from there.
                Kind::Rat => assert!(
                    patrol.iter().chain(&last).all(|what| *what == "animate"),
                    "{}",
                    context()
                ),
            }
            let dodges = begun(hour("he shoots"), hour("he stops") + 1);
            assert_eq!(
                dodges.iter().any(|what| what.starts_with("dodge")),
                kind != Kind::Rat,
                "{}",
                context()
            );
            // A plan found in that tick may still start.
            assert_eq!(
                begun(NO_GOALS + 1, u32::MAX),
                [] as [&str; 0],
                "{}",
                context()
            );
            let breaks = spans
                .iter()
                .filter(|span| span.to.is_some() && !span.well)
                .count();
            assert!(breaks > 0 || kind == Kind::Rat, "{}", context());
        }
    }
}
