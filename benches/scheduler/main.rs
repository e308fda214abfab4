//! Many squads at a scheduler: memory, CPU time, the worst frame, and the longest wait.
//!
//! `cargo bench --bench scheduler` has 1,000, 10,000 and 100,000 squads of each kind; kinds and numbers are arguments:
//! `cargo bench --bench scheduler -- restrain 20000`. With `--features rayon` each is measured on two threads besides.
//!
//! | kind | what a squad does in a second |
//! |---|---|
//! | `restrain` | the same as in the row `squads` of the benchmark `speed`: two searches, 0.7 plans |
//! | `busy` | two searches and two plans, and all squads begin in the same frame |
//!
//! Times are CPU times on Linux, so that other load on the machine makes little difference.

mod busy;
mod domains;
#[allow(dead_code, reason = "the benchmark `speed` uses more of it")]
#[path = "../speed/generate.rs"]
mod generate;
mod measure;
mod restrain;
#[allow(dead_code, reason = "the benchmark `speed` uses more of it")]
#[path = "../restraining/mod.rs"]
mod restraining;

use measure::{Failure, HEADING, measure};

/// Measures a number of squads on a number of threads, and prints the row of that name.
type Measure = fn(&str, usize, usize) -> Result<(), Failure>;

const KINDS: [(&str, Measure); 2] = [
    ("restrain", measure::<restrain::Restrain>),
    ("busy", measure::<busy::Busy>),
];

fn main() -> Result<(), Failure> {
    let (mut kinds, mut counts) = (Vec::new(), Vec::new());
    // Arguments that cargo passes on begin with a dash.
    for word in std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
    {
        match KINDS.iter().find(|(name, _)| *name == word) {
            Some(kind) => kinds.push(kind),
            None => match word.parse() {
                Ok(count) if count > 0 => counts.push(count),
                _ => {
                    return Err(format!("`{word}` is neither a number of squads nor a kind").into());
                }
            },
        }
    }
    if kinds.is_empty() {
        kinds.extend(&KINDS);
    }
    if counts.is_empty() {
        counts = vec![1_000, 10_000, 100_000];
    }
    // Each in a process of its own: memory that one has given back would be had by the next.
    if let Ok(threads) = std::env::var("HTN_THREADS") {
        let (name, measure) = kinds[0];
        return measure(name, counts[0], threads.parse()?);
    }
    println!("{HEADING}");
    for (kind, _) in kinds {
        for count in &counts {
            for threads in 1..=if cfg!(feature = "rayon") { 2 } else { 1 } {
                let mut one = std::process::Command::new(std::env::current_exe()?);
                one.arg(kind).arg(count.to_string());
                one.env("HTN_THREADS", threads.to_string());
                one.env("RAYON_NUM_THREADS", threads.to_string());
                if !one.status()?.success() {
                    return Err(format!("{count} squads on {threads} threads: it failed").into());
                }
            }
        }
    }
    Ok(())
}
