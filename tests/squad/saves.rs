//! `--save` and `--load`: the saved and the loaded mission continue equally, and invalid saves are errors.

use crate::brain::Slice;
use crate::mission::{Mission, Turn};
use crate::player::Player;
use crate::saving;
use crate::sim::{Rng, World, load};

/// Returns a mission with a small budget, so that most saves are made in the middle of a search.
fn mission(map: &str, seed: u64) -> Mission {
    let world = World::populated(load(map, seed).expect("a map"), seed);
    let player = Player::meddling(&world, seed);
    Mission::new(world, player, Slice::Steps(40)).expect("the facts fit")
}

fn tick(mission: &mut Mission) -> String {
    let Turn {
        tick,
        orders,
        happenings,
        traffic,
        ..
    } = mission.step().expect("the facts fit");
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
                let text = saving::save(map, seed, &mut mission).expect("a save");
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
fn damaged_save_is_rejected_or_playable() {
    let mut mission = mission("house", 5);
    for _ in 0..500 {
        tick(&mut mission);
    }
    let text = saving::save("house", 5, &mut mission).expect("a save");
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
            let at = *rng.pick(&numbers).expect("a candidate");
            let digit = ["0", "1", "7", "9", "99", "250", "60000"];
            let digit = rng.pick(&digit).expect("a candidate");
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
                    // Damaged saves may have too many facts.
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

/// Loading does not check the arguments of plans. Actions on persons or places that do not exist fail.
#[test]
fn actions_on_missing_things_fail() {
    let mut mission = mission("house", 5);
    let mut played = 0;
    for tick_number in 0..900 {
        tick(&mut mission);
        if tick_number % 60 != 59 {
            continue;
        }
        let text = saving::save("house", 5, &mut mission).expect("a save");
        let plans = text.find("\"plans\"").expect("plans");
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
                let turn = mission.step().expect("the facts fit");
                for line in crate::transcript::lines(&mission.world.map, &turn) {
                    assert!(!line.show(false).is_empty());
                }
            }
        }
    }
    assert!(played > 5, "only {played} were played");
}
