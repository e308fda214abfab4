//! One shard: `shards NUMBER SHARDS PORT SQUADS LOG`.
//!
//! It prints `tick 20` after 20 ticks, and so on. It ticks until a line `halt` arrives on standard input, finishes the hand-overs in progress, prints `quiet`, and ends after a
//! line `end` with its figures. It also ends when standard input is closed.

use std::io::{self, BufRead};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use shards::shard::{Figures, Shard};

/// The length of a tick.
const TICK: Duration = Duration::from_millis(20);
/// The time without a squad between two shards after which a shard is quiet.
const QUIET: Duration = Duration::from_millis(500);

/// Prints a line after this many ticks.
const REPORT: u32 = 20;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [number, shards, port, squads, log] = words.as_slice() else {
        eprintln!("usage: shards NUMBER SHARDS PORT SQUADS LOG");
        return ExitCode::from(2);
    };
    let run = || -> Result<()> {
        let shard = Shard::open(
            number.parse()?,
            shards.parse()?,
            port.parse()?,
            squads.parse()?,
            log,
        )?;
        let begin = Instant::now();
        let figures = play(shard)?;
        print(&figures, begin.elapsed());
        Ok(())
    };
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Returns the lines of standard input. The channel is closed with it.
fn commands() -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines().map_while(io::Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

fn play(mut shard: Shard) -> Result<Figures> {
    let commands = commands();
    while !shard.is_complete() {
        thread::sleep(Duration::from_millis(10));
    }
    println!("complete");
    let (mut halted, mut quiet, mut ticks) = (false, None, 0);
    loop {
        let begin = Instant::now();
        match commands.try_recv() {
            Ok(line) if line == "halt" => (halted, quiet) = (true, Some(Instant::now())),
            Ok(line) if line == "end" => return shard.close(),
            Ok(line) => return Err(format!("unknown command `{line}`: use `halt` or `end`").into()),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return shard.close(),
        }
        if !halted {
            shard.tick()?;
            ticks += 1;
            if ticks % REPORT == 0 {
                println!("tick {ticks}");
            }
        }
        // Several times in a tick, so that a squad does not wait for the next one.
        loop {
            shard.communicate()?;
            if begin.elapsed() >= TICK {
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
        if !shard.is_quiet() {
            quiet = quiet.map(|_| Instant::now());
        } else if quiet.is_some_and(|since| since.elapsed() >= QUIET) {
            println!("quiet");
            quiet = None;
        }
    }
}

fn print(figures: &Figures, time: Duration) {
    let mut pauses = figures.pauses.clone();
    pauses.sort_unstable();
    let at = |part: usize| {
        pauses
            .get(pauses.len() * part / 100)
            .map_or(0.0, |it| *it as f64 / 1e3)
    };
    println!(
        "{} squads handed over in {:.1} s, {:.0} a second, {} bytes each; pause of the {} that arrived: median {:.1} ms, 99% below {:.1} ms",
        figures.handovers,
        time.as_secs_f64(),
        figures.handovers as f64 / time.as_secs_f64(),
        figures.bytes / figures.handovers.max(1),
        pauses.len(),
        at(50),
        at(99)
    );
}
