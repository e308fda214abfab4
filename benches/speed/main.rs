//! `cargo bench --bench speed`: planning against the same problems solved by hand, in one run.
//!
//! | arguments after `--` | output |
//! |---|---|
//! | none | all parts |
//! | `table`, `constructs`, `starts`, `growth`, `slices`, `memory` | these parts only |
//! | `repeat <work> ours`, `hand` or `tree`, `<n>` | nothing: solves it `n` times, for a profiler; `tree` is by hand with a tree and undo |
//! | `construct <name> <rows> ours` or `hand`, `<n>` | the same for a construct |
//! | `names` | the constructs: the number of rows for each row of the problem, and the name |
//! | `plans <work> …` | for each, a line of JSON with both times and the plan's steps, to hold other planners against |

#[path = "../../tests/allocations/mod.rs"]
mod allocations;
mod constructs;
#[path = "../../tests/domains/mod.rs"]
mod domains;
mod footprint;
mod generate;
mod growth;
mod hand;
mod large;
mod measure;
#[allow(dead_code, reason = "squads at a scheduler use more of it")]
#[path = "../restraining/mod.rs"]
mod restraining;
mod slices;
mod squads;
mod starts;
mod work;

// The example's modules, as they are; they name one another from the root.
#[path = "../../examples/squad/acting.rs"]
mod acting;
#[allow(dead_code, reason = "the example uses more of it")]
#[path = "../../examples/squad/brain.rs"]
mod brain;
#[path = "../../examples/squad/domain/mod.rs"]
mod domain;
#[allow(dead_code, reason = "the example uses more of it")]
#[path = "../../examples/squad/memory.rs"]
mod memory;
#[allow(dead_code, reason = "the example uses more of it")]
#[path = "../../examples/squad/mission.rs"]
mod mission;
#[path = "../../examples/squad/player.rs"]
mod player;
#[allow(dead_code, unused_imports, reason = "the example uses more of it")]
#[path = "../../examples/squad/sim/mod.rs"]
mod sim;
#[path = "../../examples/squad/terms.rs"]
mod terms;

use std::process::ExitCode;

use measure::{Pair, Side, thousands, time};

/// The parts, in the order of the output.
const PARTS: [(&str, fn()); 6] = [
    ("table", table),
    ("constructs", constructs::print),
    ("starts", starts::print),
    ("growth", growth::print),
    ("slices", slices::print),
    ("memory", footprint::print),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` runs this too; it has nothing to test.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return ExitCode::SUCCESS;
    }
    let arguments: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| *argument != "--bench")
        .collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: &[&str]) -> Result<(), String> {
    match arguments {
        ["repeat", work, "tree", times] => work::with_tree(work)
            .ok_or_else(|| format!("`{work}` is not written by hand with a tree"))?
            .repeat(Side::Hand, number(times)?),
        ["repeat", work, side, times] => named(work)?.repeat(self::side(side)?, number(times)?),
        ["construct", name, rows, side, times] => {
            if !constructs::repeat(name, number(rows)?, self::side(side)?, number(times)?) {
                return Err(format!("there is no construct `{name}`"));
            }
        }
        ["names"] => {
            constructs::names().for_each(|(times, name)| println!("{times} {name}"));
        }
        ["plans", works @ ..] => {
            for name in works {
                let mut work = named(name)?;
                let Pair { ours, hand } = work::time(&mut *work);
                let steps = work.steps();
                println!(
                    r#"{{"work": {name:?}, "nanos": {ours:?}, "hand_nanos": {hand:?}, "steps": {steps:?}}}"#
                );
            }
        }
        parts => {
            let known = |part: &&&str| PARTS.iter().any(|(name, _)| name == *part);
            if let Some(unknown) = parts.iter().find(|part| !known(part)) {
                return Err(format!("there is no part `{unknown}`"));
            }
            for (name, print) in PARTS {
                if parts.is_empty() || parts.contains(&name) {
                    eprintln!("speed: {name} …");
                    print();
                    println!();
                }
            }
        }
    }
    Ok(())
}

fn side(side: &str) -> Result<Side, String> {
    match side {
        "ours" => Ok(Side::Ours),
        "hand" => Ok(Side::Hand),
        other => Err(format!("`{other}` is neither `ours` nor `hand`")),
    }
}

fn number<N: std::str::FromStr>(number: &str) -> Result<N, String> {
    number
        .parse()
        .map_err(|_| format!("`{number}` is no number"))
}

fn named(work: &str) -> Result<Box<dyn work::Work>, String> {
    work::named(work).ok_or_else(|| {
        let known = work::NAMES.join("`, `");
        format!("there is no work `{work}`; there are `{known}`")
    })
}

fn table() {
    println!("| work | ours | by hand | ratio | by hand with undo and a tree | ratio |");
    println!("|---|---|---|---|---|---|");
    for name in work::NAMES {
        let mut work = work::named(name).expect("there is work of that name");
        let with_tree = work::with_tree(name).map(|mut work| work::time(&mut *work));
        row(name, work::time(&mut *work), with_tree);
    }
    eprintln!("speed: {} squads …", thousands(squads::SQUADS));
    let mut company = squads::Company::new();
    let squads = company.time();
    row("squads", squads, None);
    println!();
    println!(
        "`squads`: CPU time of one of {} squads (4 officers, 6 suspects) for a second of game time: {} ticks, 2 \
         searches, {:.1} plans found and carried out. At that rate {} squads fit on one core.",
        thousands(squads::SQUADS),
        restraining::TICKS_A_SECOND,
        company.plans_a_second(),
        thousands((1e9 / squads.ours) as usize),
    );
    println!();
    println!("| a squad's tick in which nothing happens | ours | by hand |");
    println!("|---|---|---|");
    for (what, pair) in squads::idle() {
        println!("| {what} | {} | {} |", time(pair.ours), time(pair.hand));
    }
}

fn row(name: &str, pair: Pair, with_tree: Option<Pair>) {
    let by_hand = |pair: Pair| format!("{} | {:.1}x", time(pair.hand), pair.ratio());
    println!(
        "| {name} | {} | {} | {} |",
        time(pair.ours),
        by_hand(pair),
        with_tree.map_or("- | -".to_owned(), by_hand)
    );
}
