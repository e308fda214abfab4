//! The cost of recordings: `cargo bench -p htn-view`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use squad_htn::prelude::*;

#[path = "../tests/common/mod.rs"]
mod common;

use common::{Fact, director, named};

const TICKS: u64 = 200_000;

/// The cost of a recorded tick for the game.
#[cfg(feature = "live")]
struct Shown(htn_view::LiveFeed, Duration);

#[cfg(feature = "live")]
impl Shown {
    fn new() -> Shown {
        let feed = htn_view::LiveFeed::writer(std::io::sink());
        Shown(feed.expect("there is a thread"), Duration::ZERO)
    }

    fn tick(&mut self, recording: &htn_view::Recording<common::Domain>) {
        let before = Instant::now();
        self.0.show("ward", black_box(recording));
        self.1 += before.elapsed();
    }
}

fn main() {
    #[cfg(feature = "live")]
    let mut shown = Shown::new();
    let mut recording = named();
    let mut director = director(4, 8);
    let mut running: Vec<(u64, ActionId)> = Vec::new();
    let (mut playing, mut recorded) = (Duration::ZERO, Duration::ZERO);
    let mut slowest = Duration::ZERO;
    for tick in 1..=TICKS {
        if tick % 50 == 0 {
            let wounded = Fact::Wounded(1 + (tick / 50 % 8) as u16);
            director.state_mut().insert(wounded).expect("there is room");
        }
        let before = Instant::now();
        running.retain(|(since, id)| {
            if tick < since + 20 {
                return true;
            }
            let _ = director.finish(*id, Outcome::Success);
            false
        });
        for command in director.tick(&(), Budget::steps(1_000)) {
            if let Command::Start { id, .. } = command {
                running.push((tick, id));
            }
        }
        playing += before.elapsed();
        let before = Instant::now();
        recording.tick(black_box(&director));
        let took = before.elapsed();
        recorded += took;
        slowest = slowest.max(took);
        #[cfg(feature = "live")]
        shown.tick(&recording);
    }
    let mean = |time: Duration| time.as_secs_f64() * 1e6 / TICKS as f64;
    println!("a tick of the director   {:>8.3} µs", mean(playing));
    println!("recording it             {:>8.3} µs", mean(recorded));
    println!(
        "the slowest              {:>8.3} µs",
        slowest.as_secs_f64() * 1e6
    );
    #[cfg(feature = "live")]
    println!("showing it live          {:>8.3} µs", mean(shown.1));
    println!("{}", *recording);
    let before = Instant::now();
    let bytes = recording.to_bytes();
    println!(
        "the file: {} bytes, written in {:?}",
        bytes.len(),
        before.elapsed()
    );
    let before = Instant::now();
    for _ in 0..TICKS {
        recording.tick(black_box(&director));
    }
    println!(
        "a tick in which nothing happens: {:.3} µs",
        mean(before.elapsed())
    );
    #[cfg(feature = "live")]
    {
        let before = Instant::now();
        for _ in 0..TICKS {
            shown.0.show("ward", black_box(&recording));
        }
        println!("and to show it: {:.3} µs", mean(before.elapsed()));
    }
}
