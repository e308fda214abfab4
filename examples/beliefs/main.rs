//! Soldiers whose knowledge is limited to sight and hearing, as in Killzone; and for comparison, with `--telepathy`, soldiers who
//! share all knowledge, as in F.E.A.R.
//!
//! | module | contents |
//! |---|---|
//! | `domain` | the three levels: headquarters, leaders, soldiers |
//! | `mind`, `headquarters` | directors and their beliefs |
//! | `battle`, `body`, `map` | the simulated town |
//! | `senses`, `acts`, `talk` | sight, actions, speech |
//! | `judge`, `tally`, `table` | assessment of acts, and statistics of many battles |
//! | `story`, `words`, `heads`, `report` | output |

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
use story::{StoryLine, StoryWriter};
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
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failed) => {
            eprintln!("error: {failed}");
            ExitCode::FAILURE
        }
    }
}

/// Why the program failed.
enum Failure {
    Output(io::Error),
    Full(BeliefsFull),
    /// The report could not be written.
    Report(String, io::Error),
    /// The battles of the table could not be fought, read or written.
    Table(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Output(error) => error.fmt(f),
            Failure::Full(full) => full.fmt(f),
            Failure::Table(message) => f.write_str(message),
            Failure::Report(file, error) => {
                write!(f, "cannot write the report to `{file}`: {error}")
            }
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl From<BeliefsFull> for Failure {
    fn from(full: BeliefsFull) -> Self {
        Failure::Full(full)
    }
}

fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    if args.table.out.is_some() {
        table::battles(&args.table, args.limit).map_err(Failure::Table)?;
        return Ok(());
    }
    let paint = Paint::new(args.colour);
    let mut battle = Battle::new(args.seed, [args.telepathy; 2])?;
    let mut counter = Counter::new();
    let mut writer = StoryWriter::default();
    let mut reporter = args.report.as_ref().map(|_| Reporter::new(&battle));
    let how = if args.telepathy {
        "the soldiers of a side share all knowledge"
    } else {
        "every soldier knows what he has seen and heard"
    };
    writeln!(out, "Seed {}: {how}.\n", args.seed)?;
    if !args.quiet {
        writeln!(out, "{}\n", story::LEGEND)?;
    }
    let end = loop {
        battle.step()?;
        counter.count(&battle);
        let line = writer.lines(&battle.happenings, args.all);
        if let Some(reporter) = &mut reporter {
            reporter.record(&battle, &line);
        }
        if !args.quiet {
            for line in &line {
                writeln!(out, "{} {}", clock(battle.tick), show(line, paint))?;
            }
            if battle.tick == args.at {
                print_beliefs(&battle, paint, out)?;
            }
        }
        if let Some(end) = battle.end(args.limit) {
            break end;
        }
    };
    writeln!(
        out,
        "\n{}",
        paint.apply(Colour::Strong, &ending(&battle, end))
    )?;
    for side in Side::BOTH {
        writeln!(out, "{}", summary(side, &counter.sides[side.index()]))?;
    }
    if let (Some(file), Some(reporter)) = (&args.report, reporter) {
        let page = reporter.page(&format!("A battle of beliefs, seed {}", args.seed));
        std::fs::write(file, page).map_err(|error| Failure::Report(file.clone(), error))?;
        writeln!(out, "Open the report in a browser: {file}")?;
    }
    match table::battles(&args.table, args.limit).map_err(Failure::Table)? {
        Some(battles) if !battles.runs.is_empty() => {
            let columns = table::columns(&battles);
            let (first, last) = (battles.seeds.start, battles.seeds.end - 1);
            writeln!(
                out,
                "\nWith and without telepathy, seeds {first} to {last}; means per battle, Blue / Red:\n"
            )?;
            write!(out, "{}", table::show(&columns))?;
            writeln!(out, "\n{}", table::conclusion(&columns))?;
        }
        _ => {}
    }
    Ok(())
}

fn print_beliefs(battle: &Battle, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "\n{} Beliefs about enemies (' for each soldier who passed it on, ! if wrong):\n",
        clock(battle.tick)
    )?;
    for side in Side::BOTH {
        writeln!(out, "{}", heads::table(battle, side, paint))?;
    }
    Ok(())
}

/// Formats a line with its side and mark.
fn show(line: &StoryLine, paint: Paint) -> String {
    let side = paint.side(line.side, &format!("{:4}", line.side.name()));
    let text = paint.line(line.tone, &line.text);
    format!("{side} {} {text}", line.tone.mark())
}

/// Formats a tick as minutes, seconds and tenths.
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
            "{clock} {} wins with {} of eight soldiers left.",
            side.name(),
            left[side.index()]
        ),
        End::Left(None) => format!("{clock} No soldier is left."),
        End::Time(Some(side)) => format!(
            "{clock} Time is up: {} holds more of the town.",
            side.name()
        ),
        End::Time(None) => format!("{clock} Time is up: no side wins."),
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
 {unknowable} times on what a soldier could not know, {outdated} times on outdated knowledge.",
        side.name()
    )
}
