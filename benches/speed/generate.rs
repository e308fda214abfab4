//! Instances of any size in the style of those in `tests/data`, the same in every run.

use serde_json::{Value, json};

use crate::domains::random::Random;

/// Every second target has surrendered, of these every fifth is dead; every fourth officer is following an order.
pub fn restrain(officers: usize, targets: usize, seed: u64) -> Value {
    let mut random = Random(seed);
    let names = |letter: char, count: usize, every: usize| -> Vec<String> {
        let numbers = (1..=count).step_by(every);
        numbers.map(|n| format!("{letter}{n}")).collect()
    };
    let (squad, all) = (names('s', officers, 1), names('t', targets, 1));
    let pairs = squad.iter().flat_map(|s| all.iter().map(move |t| (s, t)));
    let distances: Vec<Value> = pairs
        .map(|(s, t)| json!([s, t, 10 * (1 + random.below(1_000))]))
        .collect();
    json!({
        "squad": squad,
        "targets": all,
        "surrendered": names('t', targets, 2),
        "dead": names('t', targets, 10),
        "following_order": names('s', officers, 4),
        "dist": distances,
        "limit": 4_000,
    })
}

/// Three packages a city, three locations and a truck in each, and a plane for every third city.
pub fn logistics(packages: usize, seed: u64) -> Value {
    let mut random = Random(seed);
    let cities = packages / 3;
    let place = |city: usize, place: usize| format!("loc{city}-{place}");
    let mut anywhere = || place(1 + random.below(cities), 1 + random.below(3));
    let packages: Vec<Value> = (1..=packages)
        .map(|n| {
            let from = anywhere();
            let to = loop {
                let to = anywhere();
                if to != from {
                    break to;
                }
            };
            json!([format!("package{n}"), from, to])
        })
        .collect();
    let numbers = || 1..=cities;
    json!({
        "cities": numbers().map(|n| format!("city{n}")).collect::<Vec<_>>(),
        "locs": numbers().map(|n| [place(n, 1), place(n, 2), place(n, 3)]).collect::<Vec<_>>(),
        "trucks": numbers()
            .map(|n| [format!("truck{n}-1"), format!("city{n}"), place(n, 1)])
            .collect::<Vec<_>>(),
        "planes": numbers()
            .step_by(3)
            .enumerate()
            .map(|(plane, n)| [format!("plane{}", plane + 1), place(n, 1)])
            .collect::<Vec<_>>(),
        "packages": packages,
    })
}
