//! Times two things side by side, so that what else the machine does hits both.

use std::time::{Duration, Instant};

/// Nanoseconds of one call, ours and by hand.
#[derive(Clone, Copy)]
pub struct Pair {
    pub ours: f64,
    pub hand: f64,
}

impl Pair {
    pub fn ratio(self) -> f64 {
        self.ours / self.hand
    }
}

/// Who is timed.
#[derive(Clone, Copy)]
pub enum Side {
    Ours,
    Hand,
}

const ROUND: Duration = Duration::from_millis(8);
const ROUNDS: usize = 40;

/// Times both in turns, many calls a round, and takes the best round of each: the one with the fewest interruptions.
/// `run` makes so many calls of one side.
pub fn compare(mut run: impl FnMut(Side, u32)) -> Pair {
    let calls = [Side::Ours, Side::Hand].map(|side| calls_a_round(|calls| run(side, calls)));
    let mut best = Pair {
        ours: f64::INFINITY,
        hand: f64::INFINITY,
    };
    for _ in 0..ROUNDS {
        best.ours = best
            .ours
            .min(nanos_a_call(calls[0], |calls| run(Side::Ours, calls)));
        best.hand = best
            .hand
            .min(nanos_a_call(calls[1], |calls| run(Side::Hand, calls)));
    }
    best
}

fn calls_a_round(mut run: impl FnMut(u32)) -> u32 {
    let mut calls = 1;
    loop {
        let started = Instant::now();
        run(calls);
        let took = started.elapsed();
        if took >= ROUND || calls >= 1 << 24 {
            return calls;
        }
        calls *= if took * 8 < ROUND { 8 } else { 2 };
    }
}

fn nanos_a_call(calls: u32, run: impl FnOnce(u32)) -> f64 {
    let started = Instant::now();
    run(calls);
    started.elapsed().as_nanos() as f64 / f64::from(calls)
}

/// Nanoseconds in the unit that reads best.
pub fn time(nanos: f64) -> String {
    match nanos {
        n if n < 1e3 => format!("{n:.0} ns"),
        n if n < 1e5 => format!("{:.2} us", n / 1e3),
        n if n < 1e6 => format!("{:.0} us", n / 1e3),
        n => format!("{:.2} ms", n / 1e6),
    }
}

/// The exponent of growth: the slope of time over size, both as logarithms, by least squares.
pub fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<(f64, f64)> = points
        .iter()
        .map(|(size, time)| (size.ln(), time.ln()))
        .collect();
    let count = logs.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let slope = |p: &(f64, f64)| (p.0 - x) * (p.1 - y);
    let square = |p: &(f64, f64)| (p.0 - x) * (p.0 - x);
    logs.iter().map(slope).sum::<f64>() / logs.iter().map(square).sum::<f64>()
}
