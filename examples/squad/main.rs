//! A squad of four clears a building: a small simulation, and a squad that one planning domain controls.
//!
//! `cargo run --release --example squad -- --help` lists the options. The simulation (`sim`) does not depend on the
//! planner; `domain` defines the behaviour of the squad; `brain` connects the two.
//!
//! The search budget of a tick is in steps, not in microseconds, so that a seed gives the same mission on every
//! machine. The time that ticks take is measured and printed at the end. With `--micros`, the budget is in microseconds.

mod acting;
mod args;
mod brain;
mod domain;
mod live;
mod memory;
mod mission;
#[cfg(feature = "live-page")]
mod page;
mod paint;
mod player;
#[cfg(feature = "reload")]
mod reloading;
mod replaying;
mod report;
#[cfg(feature = "json")]
mod saving;
mod screen;
mod sim;
mod status;
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

use args::{Args, Invocation};
use live::Live;
use mission::Mission;
use player::Player;
use replaying::{JournalFile, ReplayFailure};
use report::Reporter;
use sim::{TICKS_A_SECOND, World};
use summary::Summary;

/// Ticks between two progress lines.
const PROGRESS: u32 = 60 * TICKS_A_SECOND;

fn main() -> ExitCode {
    let args = match args::parse(std::env::args().skip(1)) {
        Ok(Invocation::Run(args)) => *args,
        Ok(Invocation::Help) => {
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
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Why the program failed.
enum Failure {
    /// The map, or a breakpoint, is unknown.
    Map(String),
    Facts(CapacityError),
    Output(io::Error),
    /// A file could not be written.
    File(String, io::Error),
    /// A journal could not be replayed: the file and the reason.
    Replay(String, ReplayFailure),
    /// A save could not be loaded: the file and the reason.
    Load(String, String),
    /// The mission ended, or started, at another time than the one at which to save it.
    Unsaved(u32, u32),
    /// The replay differs from the journal.
    Differs(String),
    /// There is no terminal for `--live`.
    Live(String),
    /// The source of the domain was not found.
    #[cfg(feature = "reload")]
    Reload(String),
    /// The page cannot be served.
    #[cfg(feature = "live-page")]
    Page(htn_view::LiveError),
    /// The mission ended before the tick to explain.
    #[cfg(feature = "explain")]
    Over(u32, u32),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Map(message) => f.write_str(message),
            Failure::Facts(full) => full.fmt(f),
            Failure::Output(error) => error.fmt(f),
            Failure::Live(message) => f.write_str(message),
            #[cfg(feature = "reload")]
            Failure::Reload(message) => f.write_str(message),
            #[cfg(feature = "live-page")]
            Failure::Page(error) => error.fmt(f),
            Failure::Replay(file, why) => write!(f, "cannot replay `{file}`: {why}"),
            Failure::Load(file, why) => write!(f, "cannot load `{file}`: {why}"),
            Failure::Unsaved(at, over) => {
                let (at, over) = (transcript::clock(*at), transcript::clock(*over));
                let (at, over) = (at.trim(), over.trim());
                write!(
                    f,
                    "cannot save at {at}: the mission started later or ended at {over}"
                )
            }
            Failure::Differs(how) => write!(f, "the squad does {how}"),
            #[cfg(feature = "explain")]
            Failure::Over(asked, over) => {
                let (asked, over) = (transcript::clock(*asked), transcript::clock(*over));
                let (asked, over) = (asked.trim(), over.trim());
                write!(f, "cannot explain {asked}: the mission ended at {over}")
            }
            Failure::File(file, error) => write!(f, "cannot write `{file}`: {error}"),
        }
    }
}

/// Starts or loads the mission. Options that a save determines are replaced.
fn begin(args: Args) -> Result<(Args, Mission), Failure> {
    if let Some(file) = &args.load {
        return loaded(file, &args);
    }
    let map = sim::load(&args.map, args.seed).map_err(Failure::Map)?;
    let world = World::populated(map, args.seed);
    let player = Player::meddling(&world, args.seed);
    let mission = Mission::new(world, player, args.slice).map_err(Failure::Facts)?;
    Ok((args, mission))
}

#[cfg(feature = "json")]
fn loaded(file: &str, args: &Args) -> Result<(Args, Mission), Failure> {
    let failed = |why: String| Failure::Load(file.to_owned(), why);
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

/// Never called: the command line rejects `--load`.
#[cfg(not(feature = "json"))]
fn loaded(file: &str, _: &Args) -> Result<(Args, Mission), Failure> {
    let why = "this program was built without saves".to_owned();
    Err(Failure::Load(file.to_owned(), why))
}

#[cfg(feature = "json")]
fn save(
    file: &str,
    args: &Args,
    mission: &mut Mission,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let text = saving::save(&args.map, args.seed, mission);
    let text = text.map_err(|error| unwritten(file, io::Error::other(error)))?;
    write_file(file, &text)?;
    let bytes = text.len();
    let message =
        format!("Saved the mission to {file}, {bytes} bytes. Resume it with `--load {file}`.");
    print_line(out, &message)
}

#[cfg(not(feature = "json"))]
fn save(_: &str, _: &Args, _: &mut Mission, _: &mut impl Write) -> Result<(), Failure> {
    Ok(())
}

fn run(args: Args, out: &mut impl Write) -> Result<(), Failure> {
    let (args, mut mission) = begin(args)?;
    let args = &args;
    let title = title(args);
    let mut journal = match &args.journal {
        Some(file) => {
            let begun = JournalFile::create(file, &title, &mut mission.brain.director);
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
    let recorded = args.report.is_some() || args.graph.is_some() || args.page.is_some();
    let mut reporter = recorded.then(|| Reporter::new(&mission));
    let live = args.live.then(|| Live::open(title.clone(), colour));
    let mut live = live.transpose().map_err(Failure::Live)?;
    #[cfg(feature = "reload")]
    let reloader = args.reload.then(reloading::Reloader::new);
    #[cfg(feature = "reload")]
    let mut reloader = reloader.transpose().map_err(Failure::Reload)?;
    let introduction = introduction(args, &mission);
    if live.is_none() {
        print_line(out, &introduction)?;
    }
    #[cfg(feature = "live-page")]
    let mut page = match &args.page {
        Some(address) => {
            page::Page::break_on(&mut mission.brain.director, &args.breaks)
                .map_err(Failure::Map)?;
            let page = page::Page::open(address, &title).map_err(Failure::Page)?;
            print_line(out, &format!("Open the page in a browser: {}", page.url()))?;
            Some(page)
        }
        None => None,
    };
    let mut to_save = args.save.as_ref();
    while mission.end().is_none() && mission.world.tick < args.ticks {
        if let Some((file, _)) = to_save.take_if(|(_, at)| *at == mission.world.tick) {
            save(file, args, &mut mission, out)?;
        }
        #[cfg(feature = "reload")]
        if let Some(message) =
            (reloader.as_mut()).and_then(|of| of.look(&mut mission.brain.director))
        {
            match &mut live {
                Some(live) => live.tell(&message),
                None => print_line(out, &message)?,
            }
        }
        let turn = mission.step().map_err(Failure::Facts)?;
        summary.count(&turn, &mission);
        if let Some((file, journal)) = &mut journal {
            let written = journal.append(&mut mission.brain.director);
            written.map_err(|error| unwritten(file, error))?;
        }
        if let Some(reporter) = &mut reporter {
            reporter.record(&mission, &turn);
            #[cfg(feature = "live-page")]
            if let Some(page) = &mut page {
                page.show(reporter, &mut mission.brain.director);
            }
        }
        let lines = transcript::lines(&mission.world.map, &turn);
        if let Some(live) = &mut live {
            match live.show(&mission, &lines).map_err(Failure::Output)? {
                ControlFlow::Continue(()) => continue,
                ControlFlow::Break(()) => break,
            }
        }
        if !args.quiet {
            for line in lines {
                print_line(out, &line.show(colour))?;
            }
        }
        if let (true, Some(found)) = (args.plans, &turn.traffic.found) {
            print_line(out, &indented(&found.tree, colour))?;
        }
        let newly_cleared = mission.brain.rooms_cleared() > cleared;
        cleared = mission.brain.rooms_cleared();
        if newly_cleared && !args.quiet || args.map_every > 0 && turn.tick % args.map_every == 0 {
            print_line(out, &format!("\n{}", draw_map(&mission, colour)))?;
        }
        if turn.tick % PROGRESS == 0 && !args.quiet {
            print_line(out, &progress(&mission))?;
        }
    }
    // The terminal is restored first, so that the summary stays visible.
    if live.take().is_some() {
        print_line(out, &introduction)?;
    }
    print_line(
        out,
        &format!("\n{}", summary.show(&mission, mission.end(), args.slice)),
    )?;
    if let Some((file, mut journal)) = journal {
        let ended = journal.finish(&mut mission.brain.director);
        ended.map_err(|error| unwritten(file, error))?;
        let bytes = journal.bytes;
        let message = format!(
            "Wrote the journal to {file}, {bytes} bytes. Replay it with `--replay {file}`."
        );
        print_line(out, &message)?;
    }
    if let Some(reporter) = &reporter {
        if let Some(file) = &args.report {
            report(file, reporter, &title, out)?;
        }
        if let (Some(file), Some(graph)) = (&args.graph, reporter.graph()) {
            write_file(file, &graph)?;
            print_line(out, &format!("Open the graph in a browser: {file}"))?;
        }
    }
    #[cfg(feature = "live-page")]
    if let Some(page) = page {
        page.close().map_err(Failure::Page)?;
    }
    match to_save {
        Some((_, at)) => Err(Failure::Unsaved(*at, mission.world.tick)),
        None => Ok(()),
    }
}

/// Replays a journal and reports whether the squad does the same.
fn replayed(file: &str, args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let failed = |why| Failure::Replay(file.to_owned(), why);
    let bytes = std::fs::read(file).map_err(|error| failed(ReplayFailure::File(error)))?;
    #[cfg(feature = "explain")]
    if let Some(tick) = args.explain {
        let text = replaying::explain(&bytes, tick.into()).map_err(failed)?;
        return write!(out, "{text}").map_err(Failure::Output);
    }
    let replayed = replaying::replay(&bytes, args.report.is_some()).map_err(failed)?;
    if !args.quiet {
        print_line(out, &replayed.introduction)?;
    }
    if let (Some(file), Some(reporter)) = (&args.report, &replayed.reporter) {
        report(file, reporter, &replayed.title, out)?;
    }
    match replayed.difference {
        Some(difference) => Err(Failure::Differs(difference)),
        None => print_line(out, &format!("The squad does {}.", replayed.same)),
    }
}

fn report(
    file: &str,
    reporter: &Reporter,
    title: &str,
    out: &mut impl Write,
) -> Result<(), Failure> {
    write_file(file, &reporter.page(title))?;
    let message = format!("Open the report in a browser: {file}");
    print_line(out, &message)
}

/// Explains why the squad acts as it does at a tick.
#[cfg(feature = "explain")]
fn explain(
    args: &Args,
    mission: &mut Mission,
    tick: u32,
    out: &mut impl Write,
) -> Result<(), Failure> {
    use why::Unexplained;
    let text = why::explain(mission, tick.min(args.ticks)).map_err(|error| match error {
        Unexplained::Facts(full) => Failure::Facts(full),
        Unexplained::Over(over) => Failure::Over(tick, over),
    })?;
    if tick > args.ticks {
        return Err(Failure::Over(tick, args.ticks));
    }
    let time = transcript::clock(tick);
    print_line(
        out,
        &format!("{}, seed {}, at {}\n", args.map, args.seed, time.trim()),
    )?;
    write!(out, "{text}").map_err(Failure::Output)
}

/// Never called: the command line rejects `--explain`.
#[cfg(not(feature = "explain"))]
fn explain(_: &Args, _: &mut Mission, _: u32, _: &mut impl Write) -> Result<(), Failure> {
    Ok(())
}

fn write_file(file: &str, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|error| unwritten(file, error))
}

fn unwritten(file: &str, error: io::Error) -> Failure {
    Failure::File(file.to_owned(), error)
}

fn print_line(out: &mut impl Write, line: &str) -> Result<(), Failure> {
    writeln!(out, "{line}").map_err(Failure::Output)
}

/// Returns the map's name and the seed.
fn title(args: &Args) -> String {
    replaying::title(&args.map, args.seed)
}

fn introduction(args: &Args, mission: &Mission) -> String {
    format!(
        "{}: {} rooms, a squad of {}, and an unknown number of suspects",
        title(args),
        mission.world.map.rooms.len(),
        mission.world.officers.len()
    )
}

/// Draws the current map, with the floor of cleared rooms dotted.
fn draw_map(mission: &Mission, colour: bool) -> String {
    let drawing = mission.world.show(|room| mission.brain.is_cleared(room));
    if colour {
        paint::map(&drawing)
    } else {
        drawing
    }
}

/// Indents a plan's tree below the transcript line about the plan.
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
