//! A domination game, and the study of Hoang, Lee-Urban and Muñoz-Avila played again: a team whose strategy comes from the planner
//! against teams without a plan.
//!
//! `cargo run --release --example domination -- --help` tells what can be chosen. The game (`game`) knows nothing of planning; a team
//! (`teams`) hears what the server reports and gives orders; `domain` is everything that the HTN team decides.

#[path = "../kit/mod.rs"]
mod kit;

mod account;
mod cost;
mod domain;
mod game;
mod options;
mod page;
mod report;
mod study;
mod table;
mod teams;
mod terms;
mod watch;

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use squad_htn::CapacityError;

use game::Rules;
use options::Options;
use report::Reporter;
use study::{MATCH_UPS, Played, SIZES};
use teams::Match;

fn main() -> ExitCode {
    let options = match options::parse(std::env::args().skip(1)) {
        Ok(Ok(options)) => options,
        Ok(Err(help)) => {
            println!("{help}");
            return ExitCode::SUCCESS;
        }
        Err(message) => return kit::flags::refuse(&message),
    };
    let out = &mut io::stdout().lock();
    let result = if options.watch || options.report.is_some() {
        one_match(&options, out)
    } else {
        study(&options, out)
    };
    match result {
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

/// Why there is nothing, or only a part.
enum Failed {
    Facts(CapacityError),
    Output(io::Error),
    /// What can't be written, and why.
    File(String, io::Error),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Facts(full) => full.fmt(f),
            Failed::Output(error) => error.fmt(f),
            Failed::File(file, error) => write!(f, "`{file}` can't be written: {error}"),
        }
    }
}

impl From<CapacityError> for Failed {
    fn from(full: CapacityError) -> Failed {
        Failed::Facts(full)
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        Failed::Output(error)
    }
}

fn study(options: &Options, out: &mut impl Write) -> Result<(), Failed> {
    let plots = options.plots.as_ref().map(Path::new);
    if let Some(folder) = plots {
        let shown = folder.display().to_string();
        std::fs::create_dir_all(folder).map_err(|error| Failed::File(shown, error))?;
    }
    if let Some(file) = &options.page {
        try_to_write(Path::new(file))?;
    }
    let seeds = |many: u64| {
        (0..many)
            .map(|index| options.seed.wrapping_add(index))
            .collect::<Vec<u64>>()
    };
    let play = |rules: Rules, many: u64| -> Result<Vec<Played>, CapacityError> {
        let all = seeds(many);
        MATCH_UPS
            .iter()
            .map(|match_up| study::play(&options.map, rules, *match_up, &all))
            .collect()
    };
    let played = play(options.rules, options.seeds)?;
    writeln!(
        out,
        "{}",
        table::match_ups(&options.map, options.rules, options.seed, &played)
    )?;
    writeln!(out, "{}", table::accounts(&played))?;
    if let Some(folder) = plots {
        for played in &played {
            let file = folder.join(format!("{}.svg", played.match_up.name));
            write_file(&file, &played.plot().to_svg())?;
        }
    }
    let others = |size: usize| {
        // Those of this size are there already.
        let others = (size != options.rules.size).then_some(Rules {
            size,
            ..options.rules
        });
        let played = others.map(|rules| play(rules, options.seeds.div_ceil(2)));
        played.transpose()
    };
    let others = SIZES
        .into_iter()
        .map(others)
        .collect::<Result<Vec<_>, _>>()?;
    let sizes: Vec<&[Played]> = others
        .iter()
        .map(|others| others.as_deref().unwrap_or(&played))
        .collect();
    write!(out, "{}", table::sizes(&sizes))?;
    eprint!("\n{}", table::cost(&sizes));
    if let Some(file) = &options.page {
        let page = page::page(&options.map, options.rules, options.seed, &played, &sizes);
        write_file(Path::new(file), &page)?;
        writeln!(out, "\nThe page is in {file}: open it in a browser.")?;
    }
    Ok(())
}

fn one_match(options: &Options, out: &mut impl Write) -> Result<(), Failed> {
    if let Some(file) = &options.report {
        try_to_write(Path::new(file))?;
    }
    let match_up = options.match_up;
    let mut game = Match::new(&options.map, options.rules, match_up.kinds, options.seed)?;
    let mut reporter = options.report.as_ref().map(|_| Reporter::new(&options.map));
    let end = loop {
        if let Some(end) = game.server.end() {
            break end;
        }
        match &mut reporter {
            Some(reporter) => reporter.step(&mut game)?,
            None => game.step()?,
        }
        if options.watch {
            watch::show(&game, &match_up, out)?;
        }
    };
    writeln!(out, "{}", watch::ending(&game, &match_up, end))?;
    if let (Some(file), Some(reporter)) = (&options.report, reporter) {
        let [ours, theirs] = match_up.kinds;
        let title = format!("{ours} against {theirs}, seed {}", options.seed);
        write_file(Path::new(file), &reporter.page(&title))?;
        writeln!(out, "The report is in {file}: open it in a browser.")?;
    }
    Ok(())
}

/// What can't be written is found out before the matches, not after them. What is in the file stays until then.
fn try_to_write(file: &Path) -> Result<(), Failed> {
    let opened = File::options().append(true).create(true).open(file);
    opened.map_err(|error| Failed::File(file.display().to_string(), error))?;
    Ok(())
}

fn write_file(file: &Path, text: &str) -> Result<(), Failed> {
    std::fs::write(file, text).map_err(|error| Failed::File(file.display().to_string(), error))
}
