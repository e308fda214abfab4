//! Instances of any size in the style of those in `tests/data`, the same in every run.

use crate::domains::json::Value;
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
        .map(|(s, t)| list([text(s), text(t), number(10 * (1 + random.below(1_000)))]))
        .collect();
    object([
        ("squad", texts(squad.iter())),
        ("targets", texts(all.iter())),
        ("surrendered", texts(names('t', targets, 2).iter())),
        ("dead", texts(names('t', targets, 10).iter())),
        ("following_order", texts(names('s', officers, 4).iter())),
        ("dist", list(distances)),
        ("limit", number(4_000)),
    ])
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
            texts([format!("package{n}"), from, to].iter())
        })
        .collect();
    let numbers = || 1..=cities;
    let planes = numbers().step_by(3).enumerate();
    let planes = planes.map(|(plane, n)| [format!("plane{}", plane + 1), place(n, 1)]);
    object([
        ("cities", list(numbers().map(|n| text(&format!("city{n}"))))),
        (
            "locs",
            list(numbers().map(|n| texts([1, 2, 3].map(|of| place(n, of)).iter()))),
        ),
        (
            "trucks",
            list(
                numbers().map(|n| {
                    texts([format!("truck{n}-1"), format!("city{n}"), place(n, 1)].iter())
                }),
            ),
        ),
        ("planes", list(planes.map(|plane| texts(plane.iter())))),
        ("packages", list(packages)),
    ])
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn texts<'t>(all: impl Iterator<Item = &'t String>) -> Value {
    list(all.map(|one| text(one)))
}

fn number(number: usize) -> Value {
    Value::Number(number as f64)
}

fn list(all: impl IntoIterator<Item = Value>) -> Value {
    Value::List(all.into_iter().collect())
}

fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let fields = fields.into_iter();
    Value::Object(
        fields
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}
