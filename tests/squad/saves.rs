//! `--save` and `--load`: the mission that was saved and the one that was loaded go on alike, and any other text is an error.

use crate::brain::Slice;
use crate::mission::{Mission, Turn};
use crate::player::Player;
use crate::saving;
use crate::sim::{Rng, World, load};

/// With slices so short that a search is under way in most ticks, while people move.
fn mission(map: &str, seed: u64) -> Mission {
    let world = World::populated(load(map, seed).expect("a map"), seed);
    let player = Player::meddling(&world, seed);
    Mission::new(world, player, Slice::Steps(40)).expect("room for the facts")
}

fn tick(mission: &mut Mission) -> String {
    let Turn {
        tick,
        orders,
        happenings,
        traffic,
        ..
    } = mission.step().expect("there is room for the facts");
    format!("{tick} {orders:?} {happenings:?} {traffic:?}")
}

#[test]
fn saved_and_loaded_mission_have_the_same_transcript() {
    for (seed, map) in [(1, "office"), (2, "house"), (3, "random")] {
        let mut mission = mission(map, seed);
        let mut searching = 0;
        while mission.end().is_none() && mission.world.tick < 3_000 {
            if mission.world.tick % 400 == 37
                || mission.brain.director.is_searching() && searching < 10
            {
                searching += u32::from(mission.brain.director.is_searching());
                let text = saving::save(map, seed, &mut mission).expect("it can be saved");
                let loaded = saving::load(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!((loaded.map.as_str(), loaded.seed), (map, seed));
                let mut twin = loaded.mission;
                let again = saving::save(map, seed, &mut twin);
                assert_eq!(again.as_deref(), Ok(&*text));
                let mut other = mission.clone();
                for _ in 0..300 {
                    assert_eq!(tick(&mut twin), tick(&mut other), "{map}, seed {seed}");
                }
            }
            tick(&mut mission);
        }
        assert!(searching >= 10, "{map}, seed {seed}: {searching}");
    }
}

#[test]
fn a_text_that_was_damaged_is_refused_or_plays_on() {
    let mut mission = mission("house", 5);
    for _ in 0..500 {
        tick(&mut mission);
    }
    let text = saving::save("house", 5, &mut mission).expect("it can be saved");
    let numbers: Vec<usize> = (text.char_indices())
        .filter(|(_, letter)| letter.is_ascii_digit())
        .map(|(at, _)| at)
        .collect();
    let rounds = if std::env::var_os("HTN_FULL").is_some() {
        20_000
    } else {
        60
    };
    let (mut refused, mut played) = (0, 0);
    for seed in 0..rounds {
        let mut rng = Rng::new(seed);
        let mut damaged = text.clone();
        for _ in 0..=rng.below(3) {
            let at = *rng.pick(&numbers).expect("there are some");
            let digit = ["0", "1", "7", "9", "99", "250", "60000"];
            let digit = rng.pick(&digit).expect("there are some");
            if damaged.is_char_boundary(at) && at < damaged.len() {
                damaged.replace_range(at..=at, digit);
            }
        }
        match saving::load(&damaged) {
            Err(why) => {
                assert!(!why.is_empty());
                refused += 1;
            }
            Ok(loaded) => {
                let mut mission = loaded.mission;
                for _ in 0..50 {
                    // Too many facts are an error too.
                    if mission.step().is_err() {
                        break;
                    }
                }
                played += 1;
            }
        }
    }
    assert!(
        refused > 0 && played > 0,
        "{refused} refused, {played} played"
    );
    for cut in (0..text.len()).step_by(text.len() / 50) {
        assert!(saving::load(&text[..cut]).is_err());
    }
}

/// What plans name is not looked at when they are loaded: where it is not there, what they want can't be done.
#[test]
fn plans_that_name_what_is_not_there_fail() {
    let mut mission = mission("house", 5);
    let mut played = 0;
    for tick_number in 0..900 {
        tick(&mut mission);
        if tick_number % 60 != 59 {
            continue;
        }
        let text = saving::save("house", 5, &mut mission).expect("it can be saved");
        let plans = text.find("\"plans\"").expect("it has plans");
        for (name, number) in [
            ("door", 250),
            ("spot", 60_000),
            ("far", 199),
            ("who", 77),
            ("target", 99),
            ("lead", 9),
        ] {
            let (before, after) = text.split_at(plans);
            let key = format!("\"{name}\":");
            let mut pieces = after.split(&key);
            let mut damaged = format!("{before}{}", pieces.next().unwrap_or(""));
            for piece in pieces {
                let rest = piece.trim_start_matches(|letter: char| letter.is_ascii_digit());
                damaged += &format!("\"{name}\":{number}{rest}");
            }
            let Ok(loaded) = saving::load(&damaged) else {
                continue;
            };
            played += u32::from(damaged != text);
            let mut mission = loaded.mission;
            for _ in 0..60 {
                let turn = mission.step().expect("there is room for the facts");
                for line in crate::transcript::lines(&mission.world.map, &turn) {
                    assert!(!line.show(false).is_empty());
                }
            }
        }
    }
    assert!(played > 5, "only {played} were played");
}
