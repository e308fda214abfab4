//! How time grows with the size of a problem, for us and for the hand-written code.

use crate::generate;
use crate::large;
use crate::measure::{Pair, exponent};
use crate::work::{self, Work};

/// The maximum difference of the two exponents.
const APART: f64 = 0.2;

pub fn print() {
    println!("| growth | sizes | ours | by hand | within {APART} |");
    println!("|---|---|---|---|---|");
    row("blocks", &[10, 50, 100, 300], |blocks| {
        (blocks, Box::new(work::blocks::Stacking::new(blocks)))
    });
    row("logistics", &[15, 30, 60, 120], |packages| {
        let instance = generate::logistics(packages, 6);
        let work = large::logistics::Delivering::new(&instance);
        (packages, Box::new(work))
    });
    // From where the search weighs more than the nine steps of the plan, which are the same for all sizes.
    let squads = [(16, 64), (32, 64), (32, 128), (64, 256)];
    row(
        "restrain, officers x targets",
        &squads,
        |(officers, targets)| {
            let instance = generate::restrain(officers, targets, 6);
            let work = large::restrain::Restraining::new(&instance);
            (officers * targets, Box::new(work))
        },
    );
}

fn row<S: Copy>(name: &str, sizes: &[S], work: impl Fn(S) -> (usize, Box<dyn Work>)) {
    let points: Vec<(usize, Pair)> = sizes
        .iter()
        .map(|&size| {
            let (size, mut work) = work(size);
            (size, work::time(&mut *work))
        })
        .collect();
    let of = |time: fn(&Pair) -> f64| {
        let points: Vec<(f64, f64)> = points
            .iter()
            .map(|(size, pair)| (*size as f64, time(pair)))
            .collect();
        exponent(&points)
    };
    let (ours, hand) = (of(|pair| pair.ours), of(|pair| pair.hand));
    let sizes: Vec<String> = points.iter().map(|(size, _)| size.to_string()).collect();
    let agree = if (ours - hand).abs() <= APART {
        "yes"
    } else {
        "no"
    };
    println!(
        "| {name} | {} | n^{ours:.2} | n^{hand:.2} | {agree} |",
        sizes.join(", ")
    );
}
