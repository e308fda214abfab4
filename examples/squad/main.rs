//! A squad of four clears a building: a small simulation, and a squad that is driven by one planning domain.
//!
//! `cargo run --release --example squad -- --help` tells what can be chosen. The simulation (`sim`) knows nothing of
//! planning; `domain` is everything the squad can do; `brain` stands between the two.
//!
//! The director searches in slices of so many steps a tick, not of microseconds, so that the same seed gives the same
//! mission on every machine; what they took is measured, and told at the end. `--micros` slices by the clock instead.

mod acting;
mod args;
mod brain;
mod domain;
mod live;
mod memory;
mod mission;
mod paint;
mod player;
mod replaying;
mod report;
#[cfg(feature = "json")]
mod saving;
mod screen;
mod sim;
mod standing;
mod summary;
mod terms;
mod transcript;
mod unmet;
#[cfg(feature = "explain")]
mod why;
mod words;

use std::fmt;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use squad_htn::prelude::CapacityError;

use args::{Args, Wish};
use live::Live;
use mission::Mission;
use player::Player;
use replaying::{NoReplay, Written};
use report::Reporter;
use sim::{TICKS_A_SECOND, World};
use summary::Summary;

/// Ticks between two progress lines.
const PROGRESS: u32 = 60 * TICKS_A_SECOND;

fn main() -> ExitCode {
    let args = match args::parse(std::env::args().skip(1)) {
        Ok(Wish::Run(args)) => *args,
        Ok(Wish::Help) => {
            println!("{}", args::HELP);
            return ExitCode::SUCCESS;
        }
        Err(message) => {
            eprintln!("error: {message}\nhelp: `--help` lists the options");
            return ExitCode::from(2);
        }
    };
    let out = &mut io::stdout().lock();
    let done = match &args.replay {
        Some(file) => replayed(file, &args, out),
        None => run(args, out),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failed::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Why there was no mission, or only a part of one.
enum Failed {
    Map(String),
    Facts(CapacityError),
    Output(io::Error),
    /// The file, and what is the matter with it.
    File(String, io::Error),
    /// A journal that can't be played: the file, and why.
    Replay(String, NoReplay),
    /// A save that can't be loaded: the file, and why.
    Load(String, String),
    /// The mission was over before it could be saved.
    Unsaved(u32, u32),
    /// What the squad does is not what the journal says.
    Differs(String),
    /// There is no terminal.
    Live(String),
    /// There is nothing to explain at this tick, since the mission is over at that one.
    #[cfg(feature = "explain")]
    Over(u32, u32),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Map(message) => f.write_str(message),
            Failed::Facts(full) => full.fmt(f),
            Failed::Output(error) => error.fmt(f),
            Failed::Live(message) => f.write_str(message),
            Failed::Replay(file, why) => write!(f, "`{file}` can't be played: {why}"),
            Failed::Load(file, why) => write!(f, "`{file}` can't be loaded: {why}"),
            Failed::Unsaved(at, over) => {
                let (at, over) = (transcript::clock(*at), transcript::clock(*over));
                let (at, over) = (at.trim(), over.trim());
                write!(
                    f,
                    "there is nothing to save at {at}: the mission was over at {over}, or began later"
                )
            }
            Failed::Differs(how) => write!(f, "the squad does {how}"),
            #[cfg(feature = "explain")]
            Failed::Over(asked, over) => {
                let (asked, over) = (transcript::clock(*asked), transcript::clock(*over));
                let (asked, over) = (asked.trim(), over.trim());
                write!(
                    f,
                    "there is nothing to explain at {asked}: the mission is over at {over}"
                )
            }
            Failed::File(file, error) => write!(f, "`{file}` can't be written: {error}"),
        }
    }
}

/// The mission that is asked for, and what of the arguments a save has.
fn begin(args: Args) -> Result<(Args, Mission), Failed> {
    if let Some(file) = &args.load {
        return loaded(file, &args);
    }
    let map = sim::load(&args.map, args.seed).map_err(Failed::Map)?;
    let world = World::populated(map, args.seed);
    let player = Player::meddling(&world, args.seed);
    let mission = Mission::new(world, player, args.slice).map_err(Failed::Facts)?;
    Ok((args, mission))
}

#[cfg(feature = "json")]
fn loaded(file: &str, args: &Args) -> Result<(Args, Mission), Failed> {
    let failed = |why: String| Failed::Load(file.to_owned(), why);
    let text = std::fs::read_to_string(file).map_err(|error| failed(error.to_string()))?;
    let saving::Loaded { map, seed, mission } = saving::load(&text).map_err(failed)?;
    let slice = mission.slice;
    let args = Args {
        map,
        seed,
        slice,
        ..args.clone()
    };
    Ok((args, mission))
}

/// Nobody gets here: the command line refuses it.
#[cfg(not(feature = "json"))]
fn loaded(file: &str, _: &Args) -> Result<(Args, Mission), Failed> {
    let why = "this program was built without saves".to_owned();
    Err(Failed::Load(file.to_owned(), why))
}

#[cfg(feature = "json")]
fn save(
    file: &str,
    args: &Args,
    mission: &mut Mission,
    out: &mut impl Write,
) -> Result<(), Failed> {
    let text = saving::save(&args.map, args.seed, mission);
    let text = text.map_err(|error| unwritten(file, io::Error::other(error)))?;
    written(file, &text)?;
    let bytes = text.len();
    let told =
        format!("The mission is in {file}, {bytes} bytes: `--load {file}` goes on from here.");
    tell(out, &told)
}

#[cfg(not(feature = "json"))]
fn save(_: &str, _: &Args, _: &mut Mission, _: &mut impl Write) -> Result<(), Failed> {
    Ok(())
}

fn run(args: Args, out: &mut impl Write) -> Result<(), Failed> {
    let (args, mut mission) = begin(args)?;
    let args = &args;
    let title = title(args);
    let mut journal = match &args.journal {
        Some(file) => {
            let begun = Written::begin(file, &title, &mut mission.brain.director);
            Some((file, begun.map_err(|error| unwritten(file, error))?))
        }
        None => None,
    };
    if let Some(tick) = args.explain {
        return explain(args, &mut mission, tick, out);
    }
    let mut summary = Summary::default();
    let colour = args.colour && paint::wanted();
    let mut cleared = 0;
    let recorded = args.report.is_some() || args.graph.is_some();
    let mut reporter = recorded.then(|| Reporter::new(&mission));
    let live = args.live.then(|| Live::open(title.clone(), colour));
    let mut live = live.transpose().map_err(Failed::Live)?;
    let introduction = introduction(args, &mission);
    if live.is_none() {
        tell(out, &introduction)?;
    }
    let mut to_save = args.save.as_ref();
    while mission.end().is_none() && mission.world.tick < args.ticks {
        if let Some((file, _)) = to_save.take_if(|(_, at)| *at == mission.world.tick) {
            save(file, args, &mut mission, out)?;
        }
        let turn = mission.step().map_err(Failed::Facts)?;
        summary.count(&turn, &mission);
        if let Some((file, journal)) = &mut journal {
            let written = journal.go_on(&mut mission.brain.director);
            written.map_err(|error| unwritten(file, error))?;
        }
        if let Some(reporter) = &mut reporter {
            reporter.record(&mission, &turn);
        }
        let lines = transcript::lines(&mission.world.map, &turn);
        if let Some(live) = &mut live {
            match live.show(&mission, &lines).map_err(Failed::Output)? {
                ControlFlow::Continue(()) => continue,
                ControlFlow::Break(()) => break,
            }
        }
        if !args.quiet {
            for line in lines {
                tell(out, &line.show(colour))?;
            }
        }
        if let (true, Some(found)) = (args.plans, &turn.traffic.found) {
            tell(out, &indented(&found.tree, colour))?;
        }
        let taken = mission.brain.rooms_cleared() > cleared;
        cleared = mission.brain.rooms_cleared();
        if taken && !args.quiet || args.map_every > 0 && turn.tick % args.map_every == 0 {
            tell(out, &format!("\n{}", drawn(&mission, colour)))?;
        }
        if turn.tick % PROGRESS == 0 && !args.quiet {
            tell(out, &progress(&mission))?;
        }
    }
    // The terminal is as it was, and the summary stays on it.
    if live.take().is_some() {
        tell(out, &introduction)?;
    }
    tell(
        out,
        &format!("\n{}", summary.show(&mission, mission.end(), args.slice)),
    )?;
    if let Some((file, mut journal)) = journal {
        let ended = journal.end(&mut mission.brain.director);
        ended.map_err(|error| unwritten(file, error))?;
        let bytes = journal.bytes;
        let told =
            format!("The journal is in {file}, {bytes} bytes: `--replay {file}` plays it again.");
        tell(out, &told)?;
    }
    if let Some(reporter) = &reporter {
        if let Some(file) = &args.report {
            report(file, reporter, &title, out)?;
        }
        if let (Some(file), Some(graph)) = (&args.graph, reporter.graph()) {
            written(file, &graph)?;
            tell(
                out,
                &format!("The graph is in {file}: open it in a browser."),
            )?;
        }
    }
    match to_save {
        Some((_, at)) => Err(Failed::Unsaved(*at, mission.world.tick)),
        None => Ok(()),
    }
}

/// Plays a journal, and says whether the squad does the same.
fn replayed(file: &str, args: &Args, out: &mut impl Write) -> Result<(), Failed> {
    let failed = |why| Failed::Replay(file.to_owned(), why);
    let bytes = std::fs::read(file).map_err(|error| failed(NoReplay::File(error)))?;
    #[cfg(feature = "explain")]
    if let Some(tick) = args.explain {
        let text = replaying::explain(&bytes, tick.into()).map_err(failed)?;
        return write!(out, "{text}").map_err(Failed::Output);
    }
    let replayed = replaying::replay(&bytes, args.report.is_some()).map_err(failed)?;
    if !args.quiet {
        tell(out, &replayed.introduction)?;
    }
    if let (Some(file), Some(reporter)) = (&args.report, &replayed.reporter) {
        report(file, reporter, &replayed.title, out)?;
    }
    match replayed.difference {
        Some(difference) => Err(Failed::Differs(difference)),
        None => tell(out, &format!("The squad does {}.", replayed.same)),
    }
}

fn report(
    file: &str,
    reporter: &Reporter,
    title: &str,
    out: &mut impl Write,
) -> Result<(), Failed> {
    written(file, &reporter.page(title))?;
    let told = format!("The report is in {file}: open it in a browser.");
    tell(out, &told)
}

/// Why the squad does what it does at a tick.
#[cfg(feature = "explain")]
fn explain(
    args: &Args,
    mission: &mut Mission,
    tick: u32,
    out: &mut impl Write,
) -> Result<(), Failed> {
    use why::Unexplained;
    let text = why::explain(mission, tick.min(args.ticks)).map_err(|error| match error {
        Unexplained::Facts(full) => Failed::Facts(full),
        Unexplained::Over(over) => Failed::Over(tick, over),
    })?;
    if tick > args.ticks {
        return Err(Failed::Over(tick, args.ticks));
    }
    let time = transcript::clock(tick);
    tell(
        out,
        &format!("{}, seed {}, at {}\n", args.map, args.seed, time.trim()),
    )?;
    write!(out, "{text}").map_err(Failed::Output)
}

/// Nobody gets here: the command line refuses it.
#[cfg(not(feature = "explain"))]
fn explain(_: &Args, _: &mut Mission, _: u32, _: &mut impl Write) -> Result<(), Failed> {
    Ok(())
}

fn written(file: &str, text: &str) -> Result<(), Failed> {
    std::fs::write(file, text).map_err(|error| unwritten(file, error))
}

fn unwritten(file: &str, error: io::Error) -> Failed {
    Failed::File(file.to_owned(), error)
}

fn tell(out: &mut impl Write, line: &str) -> Result<(), Failed> {
    writeln!(out, "{line}").map_err(Failed::Output)
}

/// Which mission it is.
fn title(args: &Args) -> String {
    replaying::title(&args.map, args.seed)
}

fn introduction(args: &Args, mission: &Mission) -> String {
    format!(
        "{}: {} rooms, a squad of {}, and nobody knows how many suspects",
        title(args),
        mission.world.map.rooms.len(),
        mission.world.officers.len()
    )
}

/// The map as it is now; rooms that are clear are dotted.
fn drawn(mission: &Mission, colour: bool) -> String {
    let drawing = mission.world.show(|room| mission.brain.is_cleared(room));
    if colour {
        paint::map(&drawing)
    } else {
        drawing
    }
}

/// A plan's tree, below the line that tells of it.
fn indented(tree: &str, colour: bool) -> String {
    let lines = tree
        .lines()
        .map(|line| format!("                    {line}\n"));
    let tree: String = lines.collect();
    if colour { paint::tree(&tree) } else { tree }
}

fn progress(mission: &Mission) -> String {
    let world = &mission.world;
    format!(
        "——— {}: {} of {} rooms clear, {} officers up",
        transcript::clock(world.tick).trim(),
        mission.brain.rooms_cleared(),
        world.map.rooms.len(),
        world
            .officers
            .iter()
            .filter(|officer| officer.alive())
            .count()
    )
}
