//! `cargo bench --bench speed`: planning against the same problems solved by hand, in one run.

#[path = "../../tests/domains/mod.rs"]
mod domains;
mod hand;
mod measure;
mod work;

use measure::{Pair, exponent, time};

fn main() {
    println!("| work | ours | by hand | ratio |");
    println!("|---|---|---|---|");
    let restrain = ["restrain", "restrain16x64"].map(|name| row(name, work::restrain(name)));
    let blocks = [10, 50, 100, 300].map(|count| {
        (
            count as f64,
            row(&format!("blocks {count}"), work::blocks(count)),
        )
    });
    let logistics = [10, 30, 60].map(|count| {
        (
            count as f64,
            row(&format!("logistics {count}"), work::logistics(count)),
        )
    });
    for size in [8, 12] {
        row(&format!("queens {size}"), work::queens(size));
    }
    let _ = restrain;
    println!();
    println!("| growth | ours | by hand |");
    println!("|---|---|---|");
    growth("blocks", &blocks);
    growth("logistics", &logistics);
}

fn row(name: &str, pair: Pair) -> Pair {
    println!(
        "| {name} | {} | {} | {:.1}x |",
        time(pair.ours),
        time(pair.hand),
        pair.ratio()
    );
    pair
}

fn growth(name: &str, pairs: &[(f64, Pair)]) {
    let ours: Vec<(f64, f64)> = pairs
        .iter()
        .map(|(size, pair)| (*size, pair.ours))
        .collect();
    let hand: Vec<(f64, f64)> = pairs
        .iter()
        .map(|(size, pair)| (*size, pair.hand))
        .collect();
    println!(
        "| {name} | n^{:.2} | n^{:.2} |",
        exponent(&ours),
        exponent(&hand)
    );
}
