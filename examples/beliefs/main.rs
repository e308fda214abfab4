//! Soldiers who know only what they have seen and heard, as in Killzone; and beside them, with `--telepathy`, soldiers of one
//! mind, as in F.E.A.R.
//!
//! | module | what it is |
//! |---|---|
//! | `domain` | the three levels: headquarters, leaders, soldiers |
//! | `mind`, `headquarters` | directors with what is believed |
//! | `battle`, `body`, `map` | the town as it is |
//! | `senses`, `acts`, `talk` | what is seen, done and said |
//! | `judge`, `tally`, `table` | who could know what, and counts over many battles |
//! | `story`, `words`, `heads`, `report` | what is printed |

#[path = "../kit/mod.rs"]
mod kit;

mod acts;
mod args;
mod battle;
mod body;
mod domain;
mod headquarters;
mod heads;
mod judge;
mod map;
mod mind;
mod paint;
mod report;
mod senses;
mod story;
mod table;
mod talk;
mod tally;
mod terms;
mod words;

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use squad_htn::BeliefsFull;

use args::Args;
use battle::{Battle, End};
use mind::SECOND;
use paint::{Colour, Paint};
use report::Reporter;
use story::{Teller, Told};
use tally::Counter;
use terms::Side;

fn main() -> ExitCode {
    let args = match args::parse(std::env::args().skip(1)) {
        Ok(Ok(args)) => args,
        Ok(Err(help)) => {
            println!("{help}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return kit::flags::usage_error(&message),
    };
    match run(&args, &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failed) => {
            eprintln!("error: {failed}");
            ExitCode::FAILURE
        }
    }
}

/// Why there was no battle, or only a part of one.
enum Failed {
    Output(io::Error),
    Full(BeliefsFull),
    /// The file, and what is the matter with it.
    Report(String, io::Error),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Output(error) => error.fmt(f),
            Failed::Full(full) => full.fmt(f),
            Failed::Report(file, error) => {
                write!(f, "the report can't be written to `{file}`: {error}")
            }
        }
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Failed::Output(error)
    }
}

impl From<BeliefsFull> for Failed {
    fn from(full: BeliefsFull) -> Self {
        Failed::Full(full)
    }
}

fn run(args: &Args, out: &mut impl Write) -> Result<(), Failed> {
    let paint = Paint::new(args.colour);
    let mut battle = Battle::new(args.seed, [args.telepathy; 2])?;
    let mut counter = Counter::new();
    let mut teller = Teller::default();
    let mut reporter = args.report.as_ref().map(|_| Reporter::new(&battle));
    let how = match args.telepathy {
        true => "all of a side are of one mind",
        false => "everybody knows what he has seen and heard",
    };
    writeln!(out, "Seed {}: {how}.\n", args.seed)?;
    if !args.quiet {
        writeln!(out, "{}\n", story::LEGEND)?;
    }
    let end = loop {
        battle.step()?;
        counter.count(&battle);
        let told = teller.tell(&battle.happenings, args.all);
        if let Some(reporter) = &mut reporter {
            reporter.record(&battle, &told);
        }
        if !args.quiet {
            for told in &told {
                writeln!(out, "{} {}", clock(battle.tick), show(told, paint))?;
            }
            if battle.tick == args.at {
                look_into_heads(&battle, paint, out)?;
            }
        }
        if let Some(end) = battle.end(args.limit) {
            break end;
        }
    };
    writeln!(
        out,
        "\n{}",
        paint.dress(Colour::Strong, &ending(&battle, end))
    )?;
    for side in Side::BOTH {
        writeln!(out, "{}", summary(side, &counter.sides[side.index()]))?;
    }
    if let (Some(file), Some(reporter)) = (&args.report, reporter) {
        let page = reporter.page(&format!("A battle of beliefs, seed {}", args.seed));
        std::fs::write(file, page).map_err(|error| Failed::Report(file.clone(), error))?;
        writeln!(out, "The report is in {file}: open it in a browser.")?;
    }
    if args.battles > 0 {
        let columns = table::columns(args.seed, args.battles, args.limit)?;
        let (first, last) = (args.seed, args.seed + args.battles - 1);
        writeln!(
            out,
            "\nThe same with and without telepathy, seeds {first} to {last}; means a battle, Blue / Red:\n"
        )?;
        write!(out, "{}", table::show(&columns))?;
        writeln!(out, "\n{}", table::conclusion(&columns))?;
    }
    Ok(())
}

fn look_into_heads(battle: &Battle, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "\n{} What is in their heads (' for each mouth that it went through, ! where it is not so):\n",
        clock(battle.tick)
    )?;
    for side in Side::BOTH {
        writeln!(out, "{}", heads::table(battle, side, paint))?;
    }
    Ok(())
}

/// Whose line it is, what kind of line, and what it says.
fn show(told: &Told, paint: Paint) -> String {
    let side = paint.side(told.side, &format!("{:4}", told.side.name()));
    let text = paint.line(told.tone, &told.text);
    format!("{side} {} {text}", told.tone.mark())
}

/// Minutes, seconds and tenths.
fn clock(tick: u64) -> String {
    format!(
        "{}:{:02}.{}",
        tick / (60 * SECOND),
        tick / SECOND % 60,
        tick % SECOND
    )
}

fn ending(battle: &Battle, end: End) -> String {
    let left = Side::BOTH.map(|side| battle.alive(side).count());
    let clock = clock(battle.tick);
    match end {
        End::Left(Some(side)) => format!(
            "{clock} {} has won; of eight, {} are left.",
            side.name(),
            left[side.index()]
        ),
        End::Left(None) => format!("{clock} Nobody is left."),
        End::Time(Some(side)) => format!(
            "{clock} Time is up: {} holds more of the town.",
            side.name()
        ),
        End::Time(None) => format!("{clock} Time is up, and nobody has won."),
    }
}

fn summary(side: Side, tally: &tally::Tally) -> String {
    let tally::Tally {
        acts,
        unseen,
        unknowable,
        outdated,
        ..
    } = tally;
    format!(
        "{:4} acted {acts} times against an enemy, {unseen} of them against one out of sight: \
         {unknowable} times on what one could not know, {outdated} times on what was not so any more.",
        side.name()
    )
}
