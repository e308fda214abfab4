//! Times two sides in turns, so that other load on the machine affects both.

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

/// The two sides.
#[derive(Clone, Copy)]
pub enum Side {
    Ours,
    Hand,
}

/// Short, so that many rounds come through without an interruption even on a busy machine.
const ROUND: Duration = Duration::from_millis(2);
const TOTAL: Duration = Duration::from_millis(900);
const LEAST_ROUNDS: u32 = 50;

/// Times both sides in turns, with many calls a round, and returns the best round of each: the one with the fewest
/// interruptions. `run` makes a number of calls of one side.
pub fn compare(run: impl FnMut(Side, u32)) -> Pair {
    compare_for(TOTAL, run)
}

/// Does the same for a given time.
pub fn compare_for(total: Duration, mut run: impl FnMut(Side, u32)) -> Pair {
    let calls = [Side::Ours, Side::Hand].map(|side| calls_a_round(|calls| run(side, calls)));
    let mut best = Pair {
        ours: f64::INFINITY,
        hand: f64::INFINITY,
    };
    let started = Instant::now();
    let mut rounds = 0;
    while rounds < LEAST_ROUNDS || started.elapsed() < total {
        let mut round = |side, calls| {
            // Keeps the caches of one side from affecting the other.
            run(side, calls / 4);
            nanos_a_call(calls, |calls| run(side, calls))
        };
        let ours = round(Side::Ours, calls[0]);
        let hand = round(Side::Hand, calls[1]);
        best.ours = best.ours.min(ours);
        best.hand = best.hand.min(hand);
        rounds += 1;
    }
    best
}

/// Times single calls, alternately a number of each side, for calls that differ a little from one to the next. Returns
/// the lower quartile, which the interruptions of the machine hardly move.
pub fn compare_typical(in_turn: u32, mut run: impl FnMut(Side)) -> Pair {
    let mut nanos = [Vec::new(), Vec::new()];
    let started = Instant::now();
    while started.elapsed() < 3 * TOTAL {
        for side in [Side::Ours, Side::Hand] {
            for _ in 0..in_turn {
                nanos[side as usize].push(nanos_a_call(1, |_| run(side)));
            }
        }
    }
    let [ours, hand] = nanos.map(|mut nanos| {
        nanos.sort_unstable_by(f64::total_cmp);
        nanos[nanos.len() / 4]
    });
    Pair { ours, hand }
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

/// `1,234,567`.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
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
