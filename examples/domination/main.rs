//! A domination game, which reproduces the study of Hoang, Lee-Urban and Muñoz-Avila: a team with a planned strategy against
//! teams without a planner.
//!
//! `cargo run --release --example domination -- --help` lists the options. The game (`game`) does not depend on the planner. A team
//! (`teams`) receives the server's reports and gives orders; `domain` makes all decisions of the HTN team.

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
mod tactics;
mod teams;
mod terms;
mod watch;

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use squad_htn::CapacityError;

use options::{Options, StudyName};
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
        Err(message) => return kit::flags::usage_error(&message),
    };
    let out = &mut io::stdout().lock();
    let result = if options.watch || options.report.is_some() {
        one_match(&options, out)
    } else {
        match options.study {
            StudyName::Paper => study(&options, out),
            StudyName::Tactics => tactics(&options, out),
        }
    };
    match result {
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
    Facts(CapacityError),
    Output(io::Error),
    /// The matches could not be played, read or written.
    Study(String),
    /// A file could not be written.
    File(String, io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Facts(full) => full.fmt(f),
            Failure::Output(error) => error.fmt(f),
            Failure::Study(message) => f.write_str(message),
            Failure::File(file, error) => write!(f, "cannot write `{file}`: {error}"),
        }
    }
}

impl From<CapacityError> for Failure {
    fn from(full: CapacityError) -> Failure {
        Failure::Facts(full)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

fn study(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    let plots = options.plots.as_ref().map(Path::new);
    if let Some(folder) = plots {
        let shown = folder.display().to_string();
        std::fs::create_dir_all(folder).map_err(|error| Failure::File(shown, error))?;
    }
    if let Some(file) = &options.page {
        try_to_write(Path::new(file))?;
    }
    let map = &options.maps[0];
    let setups = study::setups(map, options.rules);
    let Some(batch) = study::play("paper", &setups, &options.job).map_err(Failure::Study)? else {
        return Ok(());
    };
    let first = batch.seeds.start;
    let results = study::results(&setups, batch);
    let (played, _) = results.split_at(MATCH_UPS.len());
    writeln!(
        out,
        "{}",
        table::match_ups(map, options.rules, first, played)
    )?;
    writeln!(out, "{}", table::accounts(played))?;
    if let Some(folder) = plots {
        for played in played {
            let file = folder.join(format!("{}.svg", played.match_up.name));
            write_file(&file, &played.plot().to_svg())?;
        }
    }
    let of_size = |size| {
        results
            .chunks(MATCH_UPS.len())
            .find(move |all| all[0].rules.size == size)
    };
    let sizes: Vec<&[Played]> = SIZES.into_iter().filter_map(of_size).collect();
    write!(out, "{}", table::sizes(&sizes))?;
    eprint!("\n{}", table::cost(&sizes));
    if let Some(file) = &options.page {
        let page = page::page(map, options.rules, first, played, &sizes);
        write_file(Path::new(file), &page)?;
        writeln!(out, "\nOpen the page in a browser: {file}")?;
    }
    Ok(())
}

fn tactics(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(file) = &options.page {
        try_to_write(Path::new(file))?;
    }
    let setups = tactics::setups(&options.maps, options.rules);
    let Some(batch) = study::play("tactics", &setups, &options.job).map_err(Failure::Study)? else {
        return Ok(());
    };
    let first = batch.seeds.start;
    let results = study::results(&setups, batch);
    write!(out, "{}", tactics::table(&options.maps, &results))?;
    if let Some(file) = &options.page {
        write_file(
            Path::new(file),
            &tactics::page(&options.maps, first, &results),
        )?;
        writeln!(out, "\nOpen the page in a browser: {file}")?;
    }
    Ok(())
}

fn one_match(options: &Options, out: &mut impl Write) -> Result<(), Failure> {
    if let Some(file) = &options.report {
        try_to_write(Path::new(file))?;
    }
    let (map, match_up) = (&options.maps[0], options.match_up);
    let mut game = Match::new(map, options.rules, match_up.kinds, options.seed)?;
    let mut reporter = options.report.as_ref().map(|_| Reporter::new(map));
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
        writeln!(out, "Open the report in a browser: {file}")?;
    }
    Ok(())
}

/// Checks before the matches that a file is writable, so that a wrong path fails early. Keeps the file's contents.
fn try_to_write(file: &Path) -> Result<(), Failure> {
    let opened = File::options().append(true).create(true).open(file);
    opened.map_err(|error| Failure::File(file.display().to_string(), error))?;
    Ok(())
}

fn write_file(file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|error| Failure::File(file.display().to_string(), error))
}
