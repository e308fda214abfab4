//! Reloads while plans run.

use squad_htn::reload::ReloadedDomain;
use squad_htn::{AbandonReason, Budget, Event, Limits};

use super::game::*;

fn reload(squad: &mut Squad, domain: &ReloadedDomain<Domain>) {
    squad.director.reload(domain).expect("the facts fit");
}

/// A squad in which two guards are on their way.
fn on_the_way() -> Squad {
    let mut squad = Squad::new();
    (0..4).for_each(|_| squad.tick(&Game::DAY));
    assert_eq!(squad.running.len(), 2, "{:?}", squad.story);
    squad
}

fn taken(squad: &Squad) -> usize {
    let facts = squad.director.state().facts();
    facts.filter(|fact| matches!(fact, Fact::Taken(..))).count()
}

/// Versions of the domain that differ in what no running plan relies on: new methods and conditions, other orders of items and
/// branches, other capacities.
fn harmless() -> Vec<ReloadedDomain<Domain>> {
    let first = |text: &str| {
        text.replace(
            "predicate done(Guard, Post) [32];",
            "predicate done(Guard, Post) [200];",
        )
    };
    let edits: [fn(&str) -> String; 4] = [
        |text| {
            text.replace(
                "branch idle if guard(who) && level(n) && n > 1",
                "branch idle if guard(who) && level(n) && n > 3",
            )
        },
        |text| {
            text.replace(
            "    method go(",
            "    method pause(who: Guard) if closed(p) && post(p) { rest(who); }\n    method go(",
        ).replace("{ rest(who); }\n    }", "{ pause(who); }\n    }")
        },
        |text| {
            let line = "    predicate level(u32) [4];\n";
            text.replace(line, "").replace(
                "    predicate guard(",
                &format!("{line}    predicate guard("),
            )
        },
        |text| {
            text.replace("    operator rest(who: Guard) by who {}\n", "")
                .replace(
                    "    operator walk(",
                    "    operator rest(who: Guard) by who {}\n    operator walk(",
                )
        },
    ];
    let texts = edits.iter().map(|edit| edit(TEXT));
    let texts: Vec<String> = texts.chain([first(TEXT)]).collect();
    texts.iter().for_each(|text| assert_ne!(text, TEXT));
    let load = |text: &String| load(text.clone()).unwrap_or_else(|error| panic!("{error}"));
    texts.iter().map(load).collect()
}

#[test]
fn eight_reloads_in_the_middle_of_actions_lose_nothing() {
    let mut squad = on_the_way();
    let mut undisturbed = squad.clone();
    let (domains, before) = (harmless(), squad.running.clone());
    for round in 0..8 {
        let domain = &domains[round % domains.len()];
        reload(&mut squad, domain);
        assert!(squad.director.is_reloading() && !squad.director.runs(domain));
        squad.tick(&Game::DAY);
        assert!(squad.director.runs(domain) && !squad.director.is_reloading());
        assert!(squad.director.is_busy(Guard(1)) && squad.director.is_busy(Guard(2)));
        assert_eq!(
            (&squad.running, taken(&squad)),
            (&before, 2),
            "{:?}",
            squad.story
        );
    }
    for _ in 0..6 {
        for squad in [&mut squad, &mut undisturbed] {
            squad.finish();
            squad.tick(&Game::DAY);
            squad.tick(&Game::DAY);
        }
        assert_eq!(squad.running, undisturbed.running);
    }
    assert!(squad.director.state() == undisturbed.director.state());
    let ends = |squad: &Squad| -> Vec<String> {
        let events = squad
            .story
            .iter()
            .map(|event| event.split_once(": ").expect("a tick").1);
        events
            .filter(|event| event.contains("started") || event.contains("complete"))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(ends(&squad), ends(&undisturbed));
    assert!(
        !squad.told("abandoned") && squad.told("completed"),
        "{:?}",
        squad.story
    );
}

#[test]
fn plan_that_relies_on_a_change_is_undone_and_reported() {
    for (from, to) in [
        (
            "if !closed(at); success add done(who, at);",
            "if !closed(at); success add done(who, Post(9));",
        ),
        (
            "if !closed(at); success add done(who, at);",
            "if !closed(at) && post(at); success add done(who, at);",
        ),
        ("        undo leave(p);\n", ""),
        (
            "{ delete taken(p, _); }",
            "{ delete taken(p, _); delete closed(p); }",
        ),
        (
            "game.distance(who, p) < FAR\n",
            "game.distance(who, p) < 300.0\n",
        ),
        (
            "{ post(p) && !taken(p, _) && !closed(p) }",
            "{ post(p) && !closed(p) && !taken(p, _) }",
        ),
        (
            "branch light { walk(who, p)",
            "branch light if post(p) { walk(who, p)",
        ),
    ] {
        let Ok(domain) = changed(from, to) else {
            assert!(to.contains("Post(9)"), "{to}");
            continue;
        };
        let mut squad = on_the_way();
        reload(&mut squad, &domain);
        squad.tick(&Game::DAY);
        let abandoned = squad.director.events().filter(|event| {
            matches!(
                event,
                Event::Abandoned {
                    reason: AbandonReason::DomainChanged,
                    ..
                }
            )
        });
        assert_eq!(abandoned.count(), 2, "{to}: {:?}", squad.story);
        assert_eq!(squad.running, [], "the actions are stopped");
        assert_eq!(
            taken(&squad),
            0,
            "{to}: `leave` of the old domain has undone both steps"
        );
        assert!(squad.told("the domain was reloaded"), "{:?}", squad.story);
        // The reloaded domain plans again.
        (0..3).for_each(|_| squad.tick(&Game::DAY));
        assert_eq!(squad.running.len(), 2, "{to}: {:?}", squad.story);
    }
}

#[test]
fn ended_steps_may_change() {
    let mut squad = on_the_way();
    squad.finish();
    squad.tick(&Game::DAY);
    assert!(
        squad
            .running
            .iter()
            .all(|(_, action)| matches!(action, Action::Stand { .. }))
    );
    let before = squad.running.clone();
    let domain = changed("cost game.distance(who, to);", "cost 2.0;").expect("valid");
    reload(&mut squad, &domain);
    squad.tick(&Game::DAY);
    assert_eq!(squad.running, before, "no one walks any more");
    let domain = changed(
        "success add done(who, at);",
        "success add done(who, at); success delete closed(at);",
    );
    reload(&mut squad, &domain.expect("valid"));
    squad.tick(&Game::DAY);
    assert!(squad.running.is_empty() && squad.told("the domain was reloaded"));
}

#[test]
fn search_in_progress_starts_again() {
    let mut squad = Squad::new();
    squad.director.tick(&Game::DAY, Budget::steps(3));
    assert!(squad.director.is_searching());
    let domain = changed(
        "branch light { walk(who, p); stand(who, p); }",
        "branch light { walk(who, p); }",
    );
    reload(&mut squad, &domain.expect("valid"));
    squad.tick(&Game::DAY);
    assert!(!squad.director.is_searching() && squad.director.is_due());
    squad.tick(&Game::DAY);
    let plan = squad
        .director
        .planner()
        .and_then(|planner| planner.plan())
        .expect("found");
    assert_eq!(plan.len(), 3, "{plan}");
}

#[test]
fn unchanged_domain_has_the_same_events_and_statistics() {
    let domain = load(TEXT.to_owned()).expect("valid");
    let mut reloaded = Squad::new();
    reload(&mut reloaded, &domain);
    // The first tick of the other one is as idle as that of the reload.
    reloaded.tick(&Game::DAY);
    let mut compiled = Squad::new();
    let mut before = reloaded.director.search_steps();
    for tick in 1..40 {
        for squad in [&mut compiled, &mut reloaded] {
            if tick % 3 == 0 {
                squad.finish();
            }
            squad.tick(&Game::DAY);
        }
        assert_eq!(compiled.running.len(), reloaded.running.len());
        assert_eq!(
            compiled.director.search_stats(),
            reloaded.director.search_stats()
        );
        assert!(reloaded.director.search_steps().all() >= before.all());
        before = reloaded.director.search_steps();
    }
    assert_eq!(
        compiled.director.search_steps(),
        reloaded.director.search_steps()
    );
    let told = |squad: &Squad| -> Vec<String> {
        let events = squad
            .story
            .iter()
            .map(|event| event.split_once(": ").expect("a tick").1);
        events.map(str::to_owned).collect()
    };
    assert_eq!(told(&compiled), told(&reloaded));
}

#[test]
fn scheduler_reloads_its_squads() {
    let day = &Game::DAY;
    let mut hq = watch::SquadScheduler::with_limits(Limits::compact());
    let ids: Vec<_> = (0..3).map(|_| hq.add(Task::Watch)).collect();
    for id in &ids {
        let squad = hq.squad_mut(*id).expect("it is there");
        for fact in facts() {
            squad.state_mut().insert(fact).expect("there is room");
        }
    }
    let _ = hq.set_paused(ids[2], true);
    for _ in 0..4 {
        hq.tick(|_| day, Budget::unlimited());
    }
    let domains = harmless();
    for domain in &domains {
        assert!(hq.reload(domain).is_empty());
        hq.tick(|_| day, Budget::unlimited());
        for (id, squad) in hq.squads() {
            assert_eq!(squad.runs(domain), id != ids[2]);
            assert_eq!(squad.is_busy(Guard(1)), id != ids[2]);
        }
    }
    let last = &domains[domains.len() - 1];
    let _ = hq.set_paused(ids[2], false);
    let late = hq.add(Task::Watch);
    hq.tick(|_| day, Budget::unlimited());
    assert!(hq.squads().all(|(_, squad)| squad.runs(last)) && hq.squad(late).is_some());
    let changed = changed(
        "if !closed(at); success",
        "if !closed(at) && post(at); success",
    )
    .expect("valid");
    assert!(hq.reload(&changed).is_empty());
    hq.tick(|_| day, Budget::unlimited());
    let abandoned = hq.squads().map(|(_, squad)| {
        let reasons = squad.events().filter(|event| {
            matches!(
                event,
                Event::Abandoned {
                    reason: AbandonReason::DomainChanged,
                    ..
                }
            )
        });
        reasons.count()
    });
    assert_eq!(abandoned.sum::<usize>(), 4);
    for _ in 0..3 {
        hq.tick(|_| day, Budget::unlimited());
    }
    assert_eq!(hq.planners(), 1);
    assert!(
        hq.squads()
            .all(|(id, squad)| id == late || squad.is_busy(Guard(1)))
    );
}
