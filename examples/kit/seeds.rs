//! Runs of the same function for many seeds, on all cores.

use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Returns the results of `run` in the order of the seeds. On a terminal, a line on standard error shows the
/// progress.
pub fn run_all<T: Send>(label: &str, seeds: &[u64], run: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let work = || {
        let mut results = Vec::new();
        while let index = next.fetch_add(1, Ordering::Relaxed)
            && let Some(seed) = seeds.get(index)
        {
            results.push((index, run(*seed)));
            progress(label, done.fetch_add(1, Ordering::Relaxed) + 1, seeds.len());
        }
        results
    };
    let mut results: Vec<(usize, T)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined
            .flat_map(|results| results.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    if io::stderr().is_terminal() {
        eprintln!();
    }
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

fn progress(label: &str, done: usize, all: usize) {
    let mut error = io::stderr().lock();
    if error.is_terminal() {
        // A closed standard error is no reason to stop.
        let _ = write!(error, "\r{label}: {done} of {all} ");
        let _ = error.flush();
    }
}
