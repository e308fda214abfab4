//! The squad: its four behaviours, and conflicts between orders and own goals.

use crate::bodies::Span;
use crate::comparison;
use crate::domain::fear::Planner;
use crate::kit::rng::Rng;
use crate::scenes::{Happening, Scene, scenes};
use crate::seeds;
use crate::stage::{Played, SALVO, play};
use crate::terms::{Line, SQUAD, Who};

/// Plays a scene with many seeds.
fn each(name: &str, check: impl Fn(&Scene, &Played)) {
    for seed in seeds(25, 500) {
        let mut all = scenes(seed).into_iter();
        let scene = all
            .find(|scene| scene.name == name)
            .expect("the scene exists");
        let played = play(&scene, seed).unwrap();
        // A failed check prints the seed and the log.
        println!(
            "seed {seed}\n{}\n{:#?}",
            crate::bodies::chart(&played.spans, played.ticks),
            played.events
        );
        assert!(played.ended);
        check(&scene, &played);
    }
}

fn is(span: &Span, name: &str) -> bool {
    span.what.starts_with(&format!("{name}("))
}

fn fires(span: &Span) -> bool {
    is(span, "suppression_fire") || is(span, "suppression_fire_from_cover")
}

fn end(span: &Span) -> u32 {
    span.to.unwrap_or(u32::MAX)
}

/// Returns true if one action lasts throughout the other.
fn lasts(long: &Span, short: &Span) -> bool {
    long.from <= short.from && end(long) >= end(short)
}

#[test]
fn knowledge_of_player_decides_squad_behaviour() {
    let worlds = comparison::worlds(&mut Planner::new()).unwrap();
    let does: Vec<&str> = worlds.iter().map(|world| world.does.as_str()).collect();
    assert_eq!(
        does,
        [
            "Patrol: orderly advance",
            "KillEnemy: search",
            "KillEnemy: get to cover",
            "KillEnemy: advance cover"
        ]
    );
}

#[test]
fn orderly_advance_guards_each_and_faces_back() {
    each("Orderly advance", |_, played| {
        assert_eq!(
            played.lines.iter().map(|said| said.2).collect::<Vec<_>>(),
            [Line::OrderlyAdvance]
        );
        let moves: Vec<&Span> = played
            .spans
            .iter()
            .filter(|span| is(span, "move_to"))
            .collect();
        assert_eq!(moves.iter().map(|span| span.who).collect::<Vec<_>>(), SQUAD);
        assert!(moves.is_sorted_by(|a, b| end(a) <= b.from), "one at a time");
        for span in &moves {
            let guards = |other: &&Span| {
                is(other, "guard")
                    && other.what.ends_with(&format!(", {:?})", span.who))
                    && lasts(other, span)
            };
            assert!(
                played.spans.iter().any(|other| guards(&other)),
                "{span:?} is not guarded"
            );
        }
        let back = played
            .spans
            .iter()
            .find(|span| is(span, "face_back"))
            .expect("a member who faces back");
        assert!(back.who == Who::Delta && moves[..3].iter().all(|span| lasts(back, span)));
        assert!(end(back) <= moves[3].from);
        // No action was interrupted, and no plan was repaired.
        assert!(played.events.is_empty());
    });
}

#[test]
fn search_is_in_pairs_with_one_guard() {
    each("Search", |_, played| {
        assert!(played.lines.iter().all(|said| said.2 == Line::Search));
        assert_eq!(played.lines.len(), 4, "a pair for each place");
        let guards: Vec<&Span> = played
            .spans
            .iter()
            .filter(|span| is(span, "guard"))
            .collect();
        assert_eq!(guards.len(), 4);
        for guard in &guards {
            let searches = |span: &Span| {
                let his = guard.what.ends_with(&format!(", {:?})", span.who));
                is(span, "survey_area") && his && lasts(guard, span)
            };
            assert!(
                played.spans.iter().any(searches),
                "{guard:?} guards no searcher"
            );
        }
        // Both pairs search at the same time.
        assert!(guards[1].from < end(guards[0]) && guards[0].who != guards[1].who);
    });
}

#[test]
fn moves_to_cover_need_suppression_fire() {
    each("Get to cover, then advance cover", |_, played| {
        let lines: Vec<Line> = played.lines.iter().map(|said| said.2).collect();
        assert!(lines.starts_with(&[Line::GetToCover, Line::GetToCover, Line::AdvanceCover]));
        let mut moves = [0; 4];
        for span in played.spans.iter().filter(|span| is(span, "move_to")) {
            let covers =
                |other: &&Span| fires(other) && other.who != span.who && lasts(other, span);
            assert!(
                played.spans.iter().any(|other| covers(&other)),
                "no suppression fire during {span:?}"
            );
            moves[SQUAD.iter().position(|who| *who == span.who).unwrap()] += 1;
        }
        assert!(
            moves.iter().all(|moves| *moves >= 2),
            "to cover, and forward: {moves:?}"
        );
        // The gunner fires from the open first, and goes to cover later.
        assert!(is(
            played.spans.iter().find(|span| fires(span)).unwrap(),
            "suppression_fire"
        ));
    });
}

/// Returns the member who is shot at, and the tick.
fn shot(scene: &Scene) -> (u32, Who) {
    let mut shots = scene
        .script
        .iter()
        .filter_map(|(tick, happening)| match happening {
            Happening::Shot(who) => Some((*tick, *who)),
            _ => None,
        });
    shots.next_back().expect("a scripted shot")
}

#[test]
fn member_under_fire_dodges_and_resumes_order() {
    each("A moving member is shot at", |scene, played| {
        let (when, who) = shot(scene);
        let broken: Vec<&Span> = played
            .spans
            .iter()
            .filter(|span| span.to.is_some_and(|to| to <= when + 2) && !span.well)
            .collect();
        let [broken] = broken[..] else {
            panic!("only he interrupts his action: {broken:?}")
        };
        assert!(broken.who == who && is(broken, "move_to"));
        let dodge = played
            .spans
            .iter()
            .find(|span| span.from == end(broken) && span.who == who);
        assert!(dodge.is_some_and(|span| span.what.starts_with("dodge") && span.well));
        let again = played
            .spans
            .iter()
            .find(|span| span.what == broken.what && span.well);
        assert!(
            again.is_some_and(|span| span.from >= end(dodge.unwrap())),
            "to the same place"
        );
        // The gunner fires until he has arrived, too.
        let fire = played.spans.iter().find(|span| fires(span)).unwrap();
        assert!(fire.well && lasts(fire, again.unwrap()));
        assert!(
            played.events[0].contains("`stop_action` of plan"),
            "{:?}",
            played.events
        );
        assert!(
            played.events[1].contains(&format!("repaired at go({who:?}, ")),
            "{:?}",
            played.events
        );
    });
}

#[test]
fn heavier_orders_are_not_interrupted() {
    each("The same with orders that weigh 0.95", |scene, played| {
        let (_, who) = shot(scene);
        let first = played
            .spans
            .iter()
            .find(|span| span.who == who && is(span, "move_to"))
            .unwrap();
        assert!(first.well);
        let dodges = played
            .spans
            .iter()
            .filter(|span| span.what.starts_with("dodge"));
        assert!(
            dodges.clone().all(|span| span.from >= end(first)),
            "only after his arrival"
        );
    });
}

#[test]
fn another_member_replaces_gunner_under_fire() {
    each("The gunner is shot at", |scene, played| {
        let (when, who) = shot(scene);
        let fire = played.spans.iter().find(|span| fires(span)).unwrap();
        assert!(fire.who == who && !fire.well && (when..=when + 1).contains(&end(fire)));
        let under_way: Vec<&Span> = played
            .spans
            .iter()
            .filter(|span| is(span, "move_to") && span.from <= end(fire) && end(span) > end(fire))
            .collect();
        assert!(
            !under_way.is_empty() && under_way.iter().all(|span| span.well),
            "they continue"
        );
        // The first to arrive without an order fires for the rest, if any are still on their way.
        let there = played
            .spans
            .iter()
            .filter(|span| is(span, "move_to"))
            .map(end)
            .min()
            .unwrap()
            .max(end(fire));
        let needed = under_way.iter().any(|span| end(span) > there + 3);
        let next = played
            .spans
            .iter()
            .find(|span| fires(span) && span.from >= end(fire));
        assert!(
            !needed || next.is_some_and(|span| span.from <= there + 5 && span.who != who),
            "{next:?}"
        );
        assert!(
            played
                .events
                .iter()
                .any(|event| event.contains("repaired at keep_firing"))
        );
    });
}

#[test]
fn scenes_end_under_random_fire() {
    for seed in seeds(60, 3_000) {
        let mut rng = Rng::new(seed);
        let mut all = scenes(seed);
        let mut scene = all.swap_remove(rng.below(all.len()));
        for _ in 0..=rng.below(5) {
            let who = *rng.pick(&SQUAD).unwrap();
            scene
                .script
                .push((rng.between(1, 40) as u32, Happening::Shot(who)));
        }
        let played = play(&scene, seed).unwrap();
        let chart = crate::bodies::chart(&played.spans, played.ticks);
        let context = format!(
            "seed {seed}, {}: {:?}\n{chart}\n{:#?}",
            scene.name, scene.script, played.events
        );
        assert!(played.ended, "{context}");
        for who in SQUAD {
            let his: Vec<&Span> = played.spans.iter().filter(|span| span.who == who).collect();
            assert!(
                his.is_sorted_by(|a, b| end(a) <= b.from),
                "two actions at a time: {context}"
            );
        }
        // A member under fire dodges, unless his current goal weighs more.
        let dodged = |who: Who, when: u32| {
            let mut dodges = played
                .spans
                .iter()
                .filter(|span| span.who == who && span.what.starts_with("dodge"));
            dodges.any(|span| span.from <= when + SALVO && end(span) >= when)
        };
        let orders = scene
            .script
            .iter()
            .any(|(_, what)| matches!(what, Happening::Orders(_)));
        for (at, (when, what)) in scene.script.iter().enumerate() {
            let Happening::Shot(who) = *what else {
                continue;
            };
            // The end of a salvo also ends a simultaneous one.
            let mixed = scene
                .script
                .iter()
                .enumerate()
                .any(|(other, (tick, what))| {
                    other != at && *what == Happening::Shot(who) && tick.abs_diff(*when) <= SALVO
                });
            if !mixed && !orders && when + SALVO < played.ticks {
                assert!(dodged(who, *when), "{who:?} at {when}: {context}");
            }
        }
    }
}
