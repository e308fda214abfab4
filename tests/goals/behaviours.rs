//! The squad: what its four behaviours look like, and what happens where an order and a goal of one's own conflict.

use crate::bodies::Span;
use crate::comparison;
use crate::domain::fear::Planner;
use crate::kit::rng::Rng;
use crate::scenes::{Happening, Scene, scenes};
use crate::seeds;
use crate::stage::{Played, SALVO, play};
use crate::terms::{Line, SQUAD, Who};

/// A scene from many seeds.
fn each(name: &str, check: impl Fn(&Scene, &Played)) {
    for seed in seeds(25, 500) {
        let mut all = scenes(seed).into_iter();
        let scene = all
            .find(|scene| scene.name == name)
            .expect("there is such a scene");
        let played = play(&scene, seed).unwrap();
        // A failed check prints the seed and who did what.
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

/// Whether one goes on for all the time of the other.
fn lasts(long: &Span, short: &Span) -> bool {
    long.from <= short.from && end(long) >= end(short)
}

#[test]
fn what_is_known_of_the_player_decides() {
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
fn orderly_advance_each_is_guarded_and_the_last_faces_backwards() {
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
        assert!(
            moves.is_sorted_by(|a, b| end(a) <= b.from),
            "one after the other"
        );
        for span in &moves {
            let guards = |other: &&Span| {
                is(other, "guard")
                    && other.what.ends_with(&format!(", {:?})", span.who))
                    && lasts(other, span)
            };
            assert!(
                played.spans.iter().any(|other| guards(&other)),
                "nobody guards {span:?}"
            );
        }
        let back = played
            .spans
            .iter()
            .find(|span| is(span, "face_back"))
            .expect("somebody does");
        assert!(back.who == Who::Delta && moves[..3].iter().all(|span| lasts(back, span)));
        assert!(end(back) <= moves[3].from);
        // Nothing was broken off, and there was nothing to repair.
        assert!(played.events.is_empty());
    });
}

#[test]
fn search_in_pairs_of_which_one_guards() {
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
            assert!(played.spans.iter().any(searches), "whom does {guard:?}?");
        }
        // Both pairs at the same time.
        assert!(guards[1].from < end(guards[0]) && guards[0].who != guards[1].who);
    });
}

#[test]
fn nobody_goes_to_cover_or_forward_without_suppression_fire() {
    each("Get to cover, then advance cover", |_, played| {
        let lines: Vec<Line> = played.lines.iter().map(|said| said.2).collect();
        assert!(lines.starts_with(&[Line::GetToCover, Line::GetToCover, Line::AdvanceCover]));
        let mut moves = [0; 4];
        for span in played.spans.iter().filter(|span| is(span, "move_to")) {
            let covers =
                |other: &&Span| fires(other) && other.who != span.who && lasts(other, span);
            assert!(
                played.spans.iter().any(|other| covers(&other)),
                "nobody fires for {span:?}"
            );
            moves[SQUAD.iter().position(|who| *who == span.who).unwrap()] += 1;
        }
        assert!(
            moves.iter().all(|moves| *moves >= 2),
            "to cover, and forward: {moves:?}"
        );
        // The gunner fires from the open first, and his turn comes.
        assert!(is(
            played.spans.iter().find(|span| fires(span)).unwrap(),
            "suppression_fire"
        ));
    });
}

/// Who is shot at, and when.
fn shot(scene: &Scene) -> (u32, Who) {
    let mut shots = scene
        .script
        .iter()
        .filter_map(|(tick, happening)| match happening {
            Happening::Shot(who) => Some((*tick, *who)),
            _ => None,
        });
    shots.next_back().expect("somebody is shot at")
}

#[test]
fn who_is_shot_at_breaks_off_the_others_go_on_and_he_goes_on_later() {
    each("One who goes is shot at", |scene, played| {
        let (when, who) = shot(scene);
        let broken: Vec<&Span> = played
            .spans
            .iter()
            .filter(|span| span.to.is_some_and(|to| to <= when + 2) && !span.well)
            .collect();
        let [broken] = broken[..] else {
            panic!("only he breaks off: {broken:?}")
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
        // The one who fires goes on until he is there, too.
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
fn where_orders_weigh_more_nobody_breaks_off() {
    each("The same, and orders weigh 0.95", |scene, played| {
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
            "only when he is there"
        );
    });
}

#[test]
fn where_the_gunner_breaks_off_the_others_go_on_and_another_one_takes_over() {
    each("The one who fires is shot at", |scene, played| {
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
            "they go on"
        );
        // Whoever is there first and has nowhere to go fires for the rest, if anybody is still under way then.
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
fn however_often_they_are_shot_at_a_scene_comes_to_its_end() {
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
                "two at a time: {context}"
            );
        }
        // Whoever is shot at dodges while it lasts, if he is not engaged in something that weighs more.
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
            // The end of one salvo is the end of another one at the same time.
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
